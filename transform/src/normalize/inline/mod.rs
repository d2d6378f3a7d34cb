//! Inlines small procedures that loops call.
//!
//! ```text
//! do i = 1, n                                do i = 1, n
//!   call flux(u(i), u(i+1), f)         →       df = u(i+1) - u(i)
//!   r(i) = r(i) - f                            f = 0.5*df*df
//! end do                                       r(i) = r(i) - f
//!                                            end do
//! ```
//!
//! A call is joint or split, saves the values that its adjoint reads, and is a border to every pass over statements.
//! Inlined code avoids all of this.
//!
//! So each small leaf of the call graph is inlined at all of its calls, if a loop calls it and its calls are few; then
//! procedures that have become leaves. Actual arguments replace dummy arguments, locals become locals of the caller,
//! and members of COMMON become those that the caller has in the same position.
//!
//! These procedures stay calls:
//!
//! * those with statements other than assignments, branches and counted loops;
//! * those with arrays whose bounds may differ from those of the actual arguments;
//! * those that change variables which subscripts of their arguments may read;
//! * those with names that the caller cannot see;
//! * those that have arrays, or give a scalar of their own several successive values, apart from a constant at first: the
//!   tape would contain these for each iteration, but the adjoint of a call stores them only until it returns.
//!
//! A Jacobian by elimination needs the head without calls, and has no tape: there, calls outside of loops are inlined,
//! too, and so are procedures with arrays of constant shape and scalars of several values.
//!
//! Tangents have no tape, but use the same normal form, so that both modes differentiate the same program. Calls with a
//! directive also stay, and those for which a file chooses checkpoints.

mod conditions;
mod names;

use super::temps::Temps;
use crate::code::{cost, place_of_call};
use crate::options::{Opt, Options};
use adc_analysis::calls::bind_call;
use adc_analysis::{CallGraph, Heads};
use adc_frontend::ir::visit::{has_call, rewrite_block_exprs, rewrite_symbols, splice_inside, walk_block};
use adc_frontend::ir::*;
use conditions::{is_local, is_simple, most_values, Passed};
use names::own_name;
use std::collections::{BTreeMap, BTreeSet};

/// Writes out calls in all that heads reach.
pub fn small_procedures(program: &mut Program, heads: &Heads, options: &Options) {
    let calls = CallGraph::build(program);
    // callees before callers
    let reached: Vec<UnitId> = calls.reachable(heads.units()).into_iter().rev().collect();
    for (k, &u) in reached.iter().enumerate() {
        let stays = calls.is_recursive(u);
        let has_tape = !options.is_jacobian_by_elimination();
        let Some(leaf) = (!stays).then(|| Leaf::of(program, u, has_tape)).flatten() else {
            continue;
        };
        let later = reached.get(k + 1..).unwrap_or(&[]).iter();
        let callers: Vec<UnitId> = later.copied().filter(|c| calls.callers(u).contains(c)).collect();
        let mut sites = Sites::default();
        for &c in &callers {
            sites.add((program, options), &program.units[c].body, u, false);
        }
        let (wanted, most) = match has_tape {
            true => (sites.in_loops > 0, cost::INLINED_IN_ALL),
            false => (sites.all > 0, cost::INLINED_IN_JACOBIAN),
        };
        if wanted && sites.all * leaf.statements <= most {
            callers.into_iter().for_each(|c| leaf.inline_into(program, c, options));
        }
    }
}

/// The number of calls of a unit.
#[derive(Default)]
struct Sites {
    all: usize,
    in_loops: usize,
}

impl Sites {
    fn add(&mut self, (program, options): (&Program, &Options), block: &Block, unit: UnitId, in_loop: bool) {
        for s in block.iter().filter(|s| !keeps_calls(s)) {
            if call(program, s).is_some_and(|c| c.unit == unit && !is_chosen(options, s)) {
                self.all += 1;
                self.in_loops += usize::from(in_loop);
            }
            let inside = in_loop || matches!(s.kind, StmtKind::Do { .. });
            s.kind
                .for_each_block(&mut |b| self.add((program, options), b, unit, inside));
        }
    }
}

/// Checks for a statement whose blocks keep their calls: a directive about calls, and masked assignments, which can
/// contain nothing else.
fn keeps_calls(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Directed { directive, .. } => matches!(directive.asks, Asks::Split | Asks::Joint),
        StmtKind::Where { .. } | StmtKind::Forall { .. } => true,
        _ => false,
    }
}

/// True for a call for which a file chooses checkpoints.
fn is_chosen(options: &Options, s: &Stmt) -> bool {
    options.chosen_at(place_of_call(s)).is_some()
}

/// A statement that is only a call.
struct Call<'s> {
    unit: UnitId,
    callee: &'s Callee,
    args: &'s [Arg],
    /// The variable that takes the value of a function.
    value: Option<&'s Expr>,
}

fn call<'s>(program: &Program, s: &'s Stmt) -> Option<Call<'s>> {
    let (callee, args, value) = match &s.kind {
        StmtKind::Call { callee, args } => (callee, args, None),
        StmtKind::Assign { lhs, rhs } => match &rhs.kind {
            ExprKind::Call(callee, args) if !has_call(lhs) => (callee, args, Some(lhs)),
            _ => return None,
        },
        _ => return None,
    };
    let plain = callee.object.is_none() && s.label.is_none();
    let unit = program.definition(callee.proc).filter(|_| plain)?;
    Some(Call {
        unit,
        callee,
        args,
        value,
    })
}

/// A procedure that can be inlined.
struct Leaf {
    unit: UnitId,
    statements: usize,
    /// Its body, without a final RETURN.
    body: Block,
    /// The variables that it assigns to.
    written: BTreeSet<SymbolId>,
    /// Set if these include integers or records that outlive it.
    moves_subscripts: bool,
    /// Variables and constants that the body names, and its result.
    named: BTreeSet<SymbolId>,
    /// Symbols that get a name in the caller, in the order of declaration: its own among `named`, and constants that
    /// the values of these name.
    locals: Vec<SymbolId>,
}

impl Leaf {
    /// `has_tape`: some calls may be reversed, with records in each iteration of the loops around them.
    fn of(program: &Program, unit: UnitId, has_tape: bool) -> Option<Leaf> {
        let u = &program.units[unit];
        let plain = u.is_definition()
            && u.contains.is_empty()
            && u.entry.is_none()
            && u.equivalences.is_empty()
            && u.data.is_empty()
            && u.directives.is_empty()
            && u.omissions.is_empty();
        let ends = |s: &Stmt| matches!(s.kind, StmtKind::Return(None)) && s.label.is_none();
        let body = match u.body.split_last() {
            Some((last, before)) if ends(last) => before,
            _ => u.body.as_slice(),
        };
        let is_run = |s: &&Stmt| !matches!(s.kind, StmtKind::Format(_));
        let mut statements = 0;
        body.iter()
            .filter(is_run)
            .for_each(|s| walk_block(std::slice::from_ref(s), &mut |_| statements += 1));
        if !plain || statements > cost::INLINED {
            return None;
        }
        let body: Block = body.iter().filter(is_run).cloned().collect();
        let is_own = |s: SymbolId| is_local(program, unit, s);
        let mut simple = true;
        let mut written = BTreeSet::new();
        let mut moves_subscripts = false;
        walk_block(&body, &mut |s| {
            simple &= s.label.is_none() && is_simple(s);
            let (to, ty) = match &s.kind {
                StmtKind::Assign { lhs, .. } => (lhs.base_symbol(), lhs.ty),
                StmtKind::Do {
                    control: DoControl::Count { var, .. },
                    ..
                } => (Some(*var), program.symbols[*var].ty()),
                _ => return,
            };
            written.extend(to);
            moves_subscripts |= matches!(ty, Ty::Integer(_) | Ty::Derived(_)) && !to.is_some_and(is_own);
        });
        let one_value = most_values(&body).iter().all(|(&s, &n)| n < 2 || !is_own(s));
        let computes = written.iter().any(|&s| program.symbols[s].ty().is_differentiable());
        if !(simple && (one_value || !has_tape) && computes) {
            return None;
        }
        let mut leaf = Leaf {
            unit,
            statements,
            body,
            written,
            moves_subscripts,
            named: BTreeSet::new(),
            locals: vec![],
        };
        leaf.find_names(program);
        leaf.can_be_declared(program, !has_tape).then_some(leaf)
    }

    /// Inlines its calls in a caller.
    fn inline_into(&self, program: &mut Program, caller: UnitId, options: &Options) {
        if !self.is_at_home(program, caller) {
            return;
        }
        let mut body = std::mem::take(&mut program.units[caller].body);
        let mut temps = Temps::new(program, caller);
        let mut instead = |s: &mut Stmt| {
            if is_chosen(options, s) {
                return None;
            }
            self.instead(&mut temps, s)
                .filter(|_| options.apply(Opt::Inline, s.span))
        };
        if splice_inside(&mut body, &|s| !keeps_calls(s), &mut instead) {
            program.renumber(&mut body);
        }
        program.units[caller].body = body;
    }

    /// The statements that replace a call; `None` if it must stay.
    fn instead(&self, temps: &mut Temps, s: &Stmt) -> Option<Block> {
        let Call {
            unit,
            callee,
            args,
            value,
        } = call(temps.program, s)?;
        if unit != self.unit {
            return None;
        }
        let given = bind_call(temps.program, unit, callee, args);
        let dummies = temps.program.units[unit].args.clone();
        let mut actuals = vec![];
        for (dummy, actual) in dummies.iter().zip(given) {
            actuals.push(((*dummy)?, self.passed(temps.program, (*dummy)?, actual?)?));
        }
        let mut names = self.commons(temps.program, temps.unit)?;
        // from here on, inlining succeeds
        let mut out = vec![];
        let mut places: BTreeMap<SymbolId, Expr> = BTreeMap::new();
        for (dummy, actual) in actuals {
            let place = match actual {
                Passed::Place(e) => e,
                Passed::Value(e) => {
                    let name = temps.program.symbols[dummy].name.clone();
                    let t = temps.local_ref(&name, DeclType::plain(e.ty), 0);
                    out.push(assign(t.clone(), e));
                    t
                }
            };
            places.insert(dummy, place);
        }
        let result = temps.program.units[unit].result;
        let direct = value.and_then(|v| self.takes_result(temps.program, v, args));
        names.extend(result.zip(direct));
        for &local in &self.locals {
            if !names.contains_key(&local) {
                names.insert(local, own_name(temps, local, &names));
            }
        }
        let mut body = self.body.clone();
        rewrite_symbols(&mut body, &mut |s| {
            if let Some(&new) = names.get(s) {
                *s = new;
            }
        });
        rewrite_block_exprs(&mut body, &mut |e| {
            if let ExprKind::Var(s) = e.kind {
                if let Some(place) = places.get(&s) {
                    *e = place.clone();
                }
            }
        });
        unnamed(&mut body);
        out.extend(body);
        if let (Some(to), Some(result), None) = (value, result, direct) {
            let result = var(temps.program, *names.get(&result)?);
            out.push(assign(to.clone(), result));
        }
        Some(out)
    }
}

/// Removes the names of constructs, which must be unique in the caller.
fn unnamed(block: &mut Block) {
    for s in block {
        s.kind.take_construct_name();
        s.kind.for_each_block_mut(&mut |b| unnamed(b));
    }
}
