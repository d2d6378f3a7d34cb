//! Decides whether, and how, threads share the loops that stem from a parallel loop of the primal.

use super::callees::Callees;
use super::flow::{First, Flow};
use super::marked::parallel;
use super::premise::Premise;
use super::uses::{self, indices};
use crate::assemble::generator::Generator;
use crate::balance::is_balanced;
use crate::options::mode::Mode;
use adc_analysis::path_of;
use adc_frontend::ir::visit::{walk_block, walk_calls, walk_designators};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// The reason why a loop runs on one thread.
pub(super) type Reason = String;

/// The verdict about the loops that stem from one parallel loop.
pub(super) enum Verdict {
    Serial(Reason),
    /// Each loop that threads share, by the place of the marked statement among those of this parallel loop, and by the
    /// place of the loop in it.
    Shared(Team),
}

/// How threads share the loops that stem from one parallel loop.
pub(super) struct Team {
    /// The loops, for each marked statement.
    pub loops: Vec<Vec<Shares>>,
    /// Private variables whose values the reverse sweep needs: they stay with their thread.
    pub kept: Vec<SymbolId>,
    /// The least length of a range.
    pub least: i64,
}

/// How threads share one loop.
#[derive(Clone, Default)]
pub(super) struct Shares {
    pub roles: IndexMap<SymbolId, Role>,
    /// Shadows that are zero where an iteration begins.
    pub zeros: Vec<SymbolId>,
    /// Shadows of `lastprivate` variables, each with the index of the last iteration of the primal: that iteration begins
    /// with the value from before the loop, all others with zero.
    pub last: Vec<(SymbolId, Expr)>,
    /// Shadows whose increments are atomic, and the increments of them that need not be.
    pub atomic: Vec<SymbolId>,
    pub exclusive: Vec<Expr>,
    /// Shadows of which each thread has a copy.
    pub copies: Vec<SymbolId>,
    /// Conditions without which threads must not, or better should not, add to a shadow in this way.
    pub conditions: Vec<(SymbolId, Expr)>,
    /// How threads add to shadows.
    pub ways: Vec<(SymbolId, &'static str)>,
    /// The distance of iterations at the borders of ranges that share elements.
    pub border: i64,
    /// True for a loop of the reverse sweep.
    pub back: bool,
    /// Each thread runs a range of successive iterations, the same in both sweeps.
    pub ranges: bool,
    /// Number of nested loops whose iterations together are shared, if more than one.
    pub collapse: usize,
    /// The reason why these are fewer than the clause `collapse` says.
    pub uncollapsed: Option<&'static str>,
}

impl Shares {
    /// The same, with atomic increments where there are conditions.
    pub(super) fn unconditional(&self) -> Shares {
        let mut out = self.clone();
        for (v, _) in out.conditions.drain(..) {
            out.copies.retain(|c| *c != v);
            if !out.atomic.contains(&v) {
                out.atomic.push(v);
            }
        }
        out
    }
}

/// What the parallel loop of the primal changes.
#[derive(Default)]
pub(super) struct Changes {
    /// Variables that its statements change.
    pub written: BTreeSet<SymbolId>,
    /// Indices of loops in it.
    pub indices: Vec<SymbolId>,
    /// It changes integers, or objects, that may have other names.
    pub behind: bool,
    /// Procedures that it calls.
    pub called: Vec<SymbolId>,
}

/// The facts for one parallel loop of the primal.
pub(super) struct Judge<'j, 'a> {
    pub g: &'j Generator<'a>,
    /// The derivative procedure, and its statements.
    pub unit: UnitId,
    pub body: &'j Block,
    pub mode: Mode,
    pub of: StmtId,
    pub callees: Callees<'j, 'a>,
    pub changes: Changes,
    pub premise: Premise,
}

/// A loop in a marked statement.
pub(super) struct Found<'s> {
    pub marked: &'s Stmt,
    pub control: &'s DoControl,
    pub body: &'s Block,
}

impl Found<'_> {
    /// The smallest and the largest value of the index, if its direction is known.
    pub(super) fn ends(&self) -> Option<(&Expr, &Expr)> {
        let DoControl::Count { lo, hi, step, .. } = self.control else {
            return None;
        };
        match step.as_deref().map_or(Some(1), int_value)? {
            0 => None,
            s if s < 0 => Some((hi, lo)),
            _ => Some((lo, hi)),
        }
    }

    /// True if forward and reverse part of an iteration stand in the loop.
    pub(super) fn is_in_place(&self) -> bool {
        parallel(self.marked).is_some_and(|(p, _)| p.in_place)
    }
}

impl Judge<'_, '_> {
    /// The verdict about the marked statements.
    pub(super) fn of(&self, marked: &[&Stmt]) -> Result<Verdict, Reason> {
        let callees = &self.callees;
        let mut all: Vec<Vec<Found>> = vec![];
        for &m in marked {
            let inside = parallel(m).map(|p| p.1).ok_or("it was changed")?;
            let mut loops = vec![];
            self.loops(m, inside, &mut loops)?;
            all.push(loops);
        }
        let flat = || all.iter().flatten();
        let own: BTreeSet<SymbolId> = marked.iter().flat_map(|m| self.own(m, callees)).collect();
        // values that the reverse sweep takes from the forward sweep
        let mut kept: Vec<SymbolId> = vec![];
        for &v in &own {
            let reads = flat().any(|l| self.takes(l) && self.first(l.body, v) == First::Read);
            if reads && flat().any(|l| !self.is_back(l) && is_mentioned(l.body, v)) {
                kept.push(v);
            }
        }
        for &v in &kept {
            let symbol = &self.g.out.symbols[v];
            let value = Stmt::new(StmtKind::Push(var(&self.g.out, v)));
            let fits = tape_procedure(&self.g.out, &value.kind).is_some();
            if !fits
                || symbol
                    .variable()
                    .is_some_and(|v| v.attrs.allocatable || v.attrs.pointer)
            {
                return Err(format!(
                    "its reverse sweep needs values of `{}`, which is private",
                    symbol.name
                ));
            }
        }
        let crosses = |l: &Found| self.crosses(l.body, callees);
        let count = |f: &dyn Fn(&Found) -> bool| flat().filter(|l| f(l)).count();
        let recorded = count(&|l| crosses(l) && !self.is_back(l));
        let taken = count(&|l| crosses(l) && self.is_back(l));
        if recorded > 0 || taken > 0 {
            let split = &self.g.choices.split;
            if split.iter().any(|s| self.g.units.get(s) == Some(&self.unit)) || recorded == 0 || taken == 0 {
                return Err("its records pass from one procedure, or loop, to another".into());
            }
        } else if !kept.is_empty() && (count(&|l| !self.is_back(l)) != 1 || count(&|l| self.takes(l)) != 1) {
            return Err(format!(
                "its reverse sweep needs values of `{}`, which is private",
                self.name(kept[0])
            ));
        }
        let ranges = |l: &Found| match recorded {
            0 => !(kept.is_empty() || self.is_back(l) && l.is_in_place()),
            _ => crosses(l),
        };
        let mut team = Team {
            loops: vec![],
            least: 1,
            kept: kept.clone(),
        };
        for loops in &all {
            let mut shares = vec![];
            for l in loops {
                let found = Shares {
                    ranges: ranges(l),
                    ..self.shares(l, &own, &kept, callees)?
                };
                shares.push(self.collapsed(l, found, (&own, &kept)));
            }
            team.loops.push(shares);
        }
        let border = team.loops.iter().flatten().map(|s| s.border).max().unwrap_or(0);
        team.least = (2 * border).max(1);
        self.check_ranges(&all, &team)?;
        self.check_rest(marked, &own)?;
        Ok(Verdict::Shared(team))
    }

    /// The loops in a marked statement.
    fn loops<'s>(&self, marked: &'s Stmt, block: &'s [Stmt], out: &mut Vec<Found<'s>>) -> Result<(), Reason> {
        for s in block {
            if let StmtKind::Do { control, body, .. } = &s.kind {
                if matches!(control, DoControl::Count { .. }) {
                    out.push(Found { marked, control, body });
                }
            } else if let StmtKind::If { arms, .. } = &s.kind {
                for a in arms {
                    self.loops(marked, &a.body, out)?;
                }
            }
        }
        Ok(())
    }

    /// Ranges need loops of stride 1 or -1 over default integers, and a single loop in each sweep if there are records.
    fn check_ranges(&self, all: &[Vec<Found>], team: &Team) -> Result<(), Reason> {
        for (loops, shares) in all.iter().zip(&team.loops) {
            if shares.iter().any(|s| s.ranges) && loops.len() != 1 {
                return Err("a loop with records was split".into());
            }
            for (l, s) in loops.iter().zip(shares) {
                if !s.ranges && s.border == 0 && s.copies.is_empty() {
                    continue;
                }
                // a clause of loops alone
                if let Some((v, _)) = s.roles.iter().find(|r| matches!(r.1, Role::Last | Role::FirstAndLast)) {
                    let name = self.name(*v);
                    return Err(format!(
                        "`{name}` is lastprivate, and each thread runs a range of iterations"
                    ));
                }
                let DoControl::Count { var, lo, hi, step } = l.control else {
                    return Err("it is no counted loop".into());
                };
                let stride = step.as_deref().map_or(Some(1), int_value);
                if !matches!(stride, Some(1 | -1)) {
                    return Err("its stride is not 1".into());
                }
                let types = [self.g.out.symbols[*var].ty(), lo.ty, hi.ty];
                if !types.iter().all(|t| *t == Ty::Integer(4)) {
                    return Err("its index is no default integer".into());
                }
            }
        }
        Ok(())
    }

    /// Statements beside the loops run on one thread, without the values that threads have for themselves.
    fn check_rest(&self, marked: &[&Stmt], own: &BTreeSet<SymbolId>) -> Result<(), Reason> {
        fn beside<'s>(block: &'s [Stmt], out: &mut Vec<&'s Stmt>) {
            for s in block {
                if let StmtKind::If { arms, .. } = &s.kind {
                    arms.iter().for_each(|a| beside(&a.body, out));
                } else if !matches!(s.kind, StmtKind::Do { .. }) {
                    out.push(s);
                }
            }
        }
        for m in marked {
            let mut rest = vec![];
            beside(parallel(m).map_or(&[], |p| p.1.as_slice()), &mut rest);
            for s in rest {
                let mut found = false;
                visit::walk_block_exprs(std::slice::from_ref(s), &mut |e| {
                    let base = match e.kind {
                        ExprKind::Var(v) => Some(v),
                        _ => None,
                    };
                    let is_own =
                        |v: SymbolId| own.contains(&v) || self.g.primals.get(&v).is_some_and(|p| own.contains(p));
                    found |= base.is_some_and(is_own);
                });
                if found {
                    return Err("its first or last iterations stand outside of the loop".into());
                }
            }
        }
        Ok(())
    }

    /// True for a loop of the reverse sweep: it takes values from the tape, or changes shadows.
    pub(super) fn is_back(&self, l: &Found) -> bool {
        if self.mode == Mode::Tangent {
            return false;
        }
        let mut found = false;
        walk_block(l.body, &mut |s| {
            found |= matches!(s.kind, StmtKind::Pop(_) | StmtKind::PopControl { .. });
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                found |= lhs.base_symbol().is_some_and(|v| self.g.primals.contains_key(&v));
            }
        });
        walk_calls(l.body, &mut |r| {
            found |= self.g.generated_units().iter().any(|(_, d)| {
                Some(*d) == self.g.out.definition(r.callee.proc) && !self.g.forwards.values().any(|f| f.unit == *d)
            })
        });
        found
    }

    /// True for a loop of the reverse sweep alone.
    fn takes(&self, l: &Found) -> bool {
        self.is_back(l) && !l.is_in_place()
    }

    /// True if iterations leave records on the tape, or take records from there that they have not left.
    fn crosses(&self, body: &Block, callees: &Callees) -> bool {
        !is_balanced(body) || callees.record(body)
    }

    /// True for a variable of adc: a temporary of the derivative, or of the normal form.
    pub(super) fn is_made(&self, v: SymbolId) -> bool {
        let s = &self.g.out.symbols[v];
        !self.g.primals.contains_key(&v)
            && s.span.is_none()
            && s.variable().is_some_and(|v| v.storage == Storage::Local)
    }

    /// Private variables of the primal in a marked statement, and temporaries of its normal form that it changes.
    fn own(&self, marked: &Stmt, callees: &Callees) -> Vec<SymbolId> {
        let Some((p, inside)) = parallel(marked) else {
            return vec![];
        };
        let mut out = vec![];
        for (v, uses) in uses::of(inside, callees) {
            let of_primal = self.g.primal.symbols.contains(v);
            let is_private = of_primal && !self.is_made(v) && p.role(v) == Role::Private;
            let is_temporary = of_primal && self.is_made(v) && uses.iter().any(|u| u.kind.writes());
            if is_private && self.g.out.symbols[v].variable().is_some() || is_temporary {
                out.push(v);
            }
        }
        let loops = indices(inside);
        out.retain(|v| !loops.contains(v));
        out
    }

    /// What statements do first with a variable; of an object, with each part that they name. A tangent does with the
    /// shadow of an object what the primal does with it: parts that no statement names have no value there, either.
    pub(super) fn first(&self, body: &[Stmt], v: SymbolId) -> First {
        let symbol = &self.g.out.symbols[v];
        let mut paths = BTreeSet::new();
        if matches!(symbol.ty(), Ty::Derived(_)) && symbol.rank() == 0 {
            walk_block(body, &mut |s| {
                let mut part = |x: &Expr| paths.extend((x.base_symbol() == Some(v)).then(|| path_of(x)));
                visit::stmt_exprs(&s.kind, &mut |e| walk_designators(e, &mut part));
            });
        }
        if self.mode == Mode::Tangent && paths.len() > 1 {
            paths.remove(&vec![]);
        }
        if paths.is_empty() {
            paths.insert(vec![]);
        }
        let ask = |p: &Vec<SymbolId>| self.flow((v, p), |flow| flow.first(body));
        let all: Vec<First> = paths.iter().map(ask).collect();
        match all.contains(&First::Read) {
            true => First::Read,
            false if all.iter().all(|f| *f == First::Set) => First::Set,
            false => First::Neither,
        }
    }

    /// Asks about a variable, or about a component of it.
    pub(super) fn flow<T>(&self, (v, path): (SymbolId, &[SymbolId]), ask: impl FnOnce(Flow) -> T) -> T {
        let in_text = self.g.out.symbols[v].rank() > 0 && self.is_made(v);
        ask(Flow {
            v,
            path,
            in_text,
            sets: &|p, k, keyword| self.callees.sets(p, k, keyword, in_text),
        })
    }
}

fn is_mentioned(block: &Block, v: SymbolId) -> bool {
    let mut found = false;
    visit::walk_block_exprs(block, &mut |e| found |= matches!(e.kind, ExprKind::Var(x) if x == v));
    found
}
