//! Calls that become calls of a Jacobian (interface contraction: section 7.1 of Utke, *Flattening Basic Blocks*).
//!
//! ```text
//! call density(t, s, p, rho)      call density_bj(t, s, p, rho, rho_t, rho_s)
//!                                 rho = with_partial(with_partial(passive(rho), t, rho_t), s, rho_s)
//! ```
//!
//! The Jacobian has no derivative itself, and partial derivatives are passive variables: see [`super::partials`], which
//! does the same for procedures without source. What carries derivatives in and out is copied before the call. In place
//! of elements, the call gets variables that are overwritten as a whole afterwards: so it carries no derivative.
//!
//! ```text
//! call step(q, u(i), a)           before = q
//!                                 call step_bj(q, value, a, q_q, q_a, u_q, u_a)
//!                                 q = with_partial(with_partial(passive(q), before, q_q), a, q_a)
//!                                 u(i) = with_partial(with_partial(passive(value), before, u_q), a, u_a)
//! ```
//!
//! **Condition.** What stands for the scalars in a call are variables that the call leaves at the same place: it changes
//! nothing that their subscripts read. What carries derivatives in is not changed, unless it also carries them out.
//! And results are no arguments with INTENT(IN), which procedures without interface may yet change. Other calls stay. So
//! do calls within expressions and masked constructs, which no statement can follow.

use super::partials::call_in;
use super::temps::Temps;
use crate::options::{Contracted, Opt, Options};
use crate::rules::linear;
use adc_analysis::calls::bind_call;
use adc_frontend::ast::fold;
use adc_frontend::ir::*;

/// Replaces calls in a procedure.
pub fn calls(program: &mut Program, unit: UnitId, options: &Options) {
    for contracted in &options.contracted {
        let (of, jacobian) = (&contracted.of, &contracted.jacobian);
        let (Some(target), Some(jacobian)) = (of.procedure.find(program), jacobian.find(program)) else {
            continue;
        };
        let mut body = std::mem::take(&mut program.units[unit].body);
        let mut symbol = None;
        let mut temps = Temps::new(program, unit);
        visit::splice_inside(&mut body, &|s| !is_masked(s), &mut |s| {
            let is_wanted = of.sites.contains(&s.span.lo);
            let call = is_wanted.then(|| Call::of(temps.program, s, target)).flatten()?;
            let site = Site::new(temps.program, contracted, jacobian, &call)?;
            if !options.apply(Opt::Contract, s.span) {
                return None;
            }
            let symbol = *symbol.get_or_insert_with(|| symbol_in(temps.program, unit, jacobian));
            Some(site.statements(&mut temps, symbol, s))
        });
        program.units[unit].body = body;
    }
}

/// True for constructs whose statements stay together.
fn is_masked(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. })
}

/// The symbol by which a unit calls a procedure.
fn symbol_in(program: &mut Program, unit: UnitId, target: UnitId) -> SymbolId {
    let callee = &program.units[target];
    if let (Some(_), Some(symbol)) = (callee.parent, callee.symbol) {
        return symbol;
    }
    // an external procedure is a symbol of its caller
    let name = callee.name.clone();
    let kind = SymbolKind::Procedure(Procedure {
        unit: Some(target),
        ..Procedure::external()
    });
    let symbol = program.add_symbol(Symbol::new(name.clone(), Some(unit), kind));
    program.units[unit].names.insert(fold(&name), symbol);
    symbol
}

/// A call of the procedure: its dummy arguments, and its result, with what the call gives them.
struct Call {
    given: Vec<(SymbolId, Expr)>,
}

impl Call {
    /// The call in a statement, if no argument is left out.
    fn of(program: &Program, s: &Stmt, target: UnitId) -> Option<Call> {
        let (callee, args, value) = call_in(s)?;
        if program.definition(callee.proc) != Some(target) || callee.object.is_some() {
            return None;
        }
        let unit = &program.units[target];
        let bound = bind_call(program, target, callee, args);
        let both = unit.args.iter().zip(&bound);
        let mut given: Vec<(SymbolId, Expr)> = both
            .map(|(dummy, actual)| Some(((*dummy)?, (*actual)?.clone())))
            .collect::<Option<_>>()?;
        if let Some(result) = unit.result {
            let value = value.filter(|v| v.ty == program.symbols[result].ty())?;
            given.push((result, value.clone()));
        }
        (given.len() == unit.args.len() + usize::from(unit.result.is_some())).then_some(Call { given })
    }

    /// What the call gives an argument, or the result.
    fn named(&self, program: &Program, name: &str) -> Option<&Expr> {
        let mut all = self.given.iter();
        all.find(|(s, _)| fold(&program.symbols[*s].name) == fold(name))
            .map(|(_, e)| e)
    }

    /// True for a variable that the call leaves at the same place: its subscripts read locals that the call is not
    /// given.
    fn leaves(&self, program: &Program, e: &Expr) -> bool {
        let is_given = |s: SymbolId| self.given.iter().any(|(_, e)| e.base_symbol() == Some(s));
        let is_fixed = |s: SymbolId| {
            program.symbols[s].variable().is_none_or(|v| {
                let is_own =
                    matches!(v.storage, Storage::Local | Storage::Dummy) && !v.attrs.pointer && !v.attrs.target;
                is_own && !is_given(s)
            })
        };
        let mut is_left = e.is_designator() && e.rank == 0;
        visit::subscripts(e, &mut |x| {
            is_left &= !visit::has_call(x) && !visit::mentions(x, &|s| !is_fixed(s));
        });
        is_left
    }
}

/// A call that can become one of the Jacobian.
struct Site {
    /// The arguments without partial derivatives.
    args: Vec<Expr>,
    results: Vec<Given>,
    /// Names of partial derivatives.
    stems: Vec<String>,
    ty: Ty,
}

/// A result of the call.
struct Given {
    /// Its position among the arguments.
    place: usize,
    /// The variable.
    result: Expr,
    /// What it depends on; `None` for expressions without derivatives.
    by: Vec<Option<Expr>>,
}

impl Site {
    fn new(program: &Program, contracted: &Contracted, jacobian: UnitId, call: &Call) -> Option<Site> {
        let of = &contracted.of;
        let formals = &program.units[jacobian].args;
        let count = of.dependents.len() * of.independents.len();
        let (own, partials) = formals.split_at_checked(formals.len().checked_sub(count)?)?;
        if program.units[jacobian].parent.is_none() && program.needs_interface(jacobian) {
            return None;
        }
        let name = |a: &Option<SymbolId>| Some(program.symbols[(*a)?].name.to_string());
        let own: Vec<String> = own.iter().map(name).collect::<Option<_>>()?;
        let args = own.iter().map(|a| call.named(program, a).cloned());
        let args = args
            .collect::<Option<Vec<_>>>()
            .filter(|a| a.len() == call.given.len())?;
        let ty = program.symbols[(*partials.first()?)?].ty();
        let variable = |name: &String| {
            let e = call.named(program, name)?;
            // `hoist` makes variables of expressions that carry derivatives
            match e.is_designator() {
                true => (e.ty == ty && call.leaves(program, e)).then(|| Some(e.clone())),
                false => Some(None),
            }
        };
        let by: Vec<Option<Expr>> = of.independents.iter().map(variable).collect::<Option<_>>()?;
        let result = |name: &String| {
            Some(Given {
                place: own.iter().position(|a| fold(a) == fold(name))?,
                result: variable(name)?.filter(|y| may_be_assigned(program, y))?,
                by: by.clone(),
            })
        };
        Some(Site {
            args,
            results: of.dependents.iter().map(result).collect::<Option<_>>()?,
            stems: partials.iter().map(name).collect::<Option<_>>()?,
            ty,
        })
    }

    fn statements(mut self, temps: &mut Temps, jacobian: SymbolId, s: &Stmt) -> Block {
        let plain = DeclType::plain(self.ty);
        let stems = self.stems.iter().map(|stem| temps.local_ref(stem, plain.clone(), 0));
        let partials: Vec<Expr> = stems.collect();
        let (mut before, mut after) = (vec![], vec![]);
        // what carries derivatives in and out, and copies of it
        let mut copies: Vec<(Expr, Expr)> = vec![];
        for Given { result, by, .. } in &self.results {
            if by.iter().flatten().any(|x| x.same(result)) {
                let copy = temps.local_ref("before", plain.clone(), 0);
                before.push(assign(copy.clone(), result.clone()));
                copies.push((result.clone(), copy));
            }
        }
        let copied = |x: &Expr| copies.iter().find(|(of, _)| of.same(x)).map(|(_, copy)| copy.clone());
        let mut each = partials.iter().cloned();
        for Given { place, result, by } in self.results {
            let mut value = result.clone();
            if !is_own_scalar(temps.program, &result) {
                value = temps.local_ref("value", plain.clone(), 0);
                before.extend(copied(&result).map(|copy| assign(value.clone(), copy)));
            }
            self.args[place] = value.clone();
            let terms = by.into_iter().zip(each.by_ref());
            let terms = terms.filter_map(|(x, partial)| Some((x?, partial)));
            let terms = terms.map(|(x, partial)| (copied(&x).unwrap_or(x), partial)).collect();
            after.push((result, linear::with_partials(value, terms)));
        }
        let args = self.args.into_iter().chain(partials).map(Arg::pos).collect();
        let call = Stmt {
            label: None,
            lead: vec![],
            trail: None,
            kind: StmtKind::Call {
                callee: Callee::direct(jacobian),
                args,
            },
            ..s.clone()
        };
        let at = |m: Stmt| Stmt { span: s.span, ..m };
        let after = after.into_iter().map(|(y, value)| at(assign(y, value)));
        before.into_iter().map(at).chain([call]).chain(after).collect()
    }
}

/// True for a variable that an assignment may name.
fn may_be_assigned(program: &Program, e: &Expr) -> bool {
    let variable = e.base_symbol().and_then(|s| program.symbols[s].variable());
    variable.is_some_and(|v| v.attrs.intent != Some(Intent::In))
}

/// True for a scalar of the procedure that no other name can have: assignments overwrite it as a whole.
fn is_own_scalar(program: &Program, e: &Expr) -> bool {
    let ExprKind::Var(s) = e.kind else { return false };
    program.symbols[s].variable().is_some_and(|v| {
        let is_own = matches!(v.storage, Storage::Local | Storage::Result);
        is_own && !v.attrs.pointer && !v.attrs.target && !v.attrs.allocatable
    })
}
