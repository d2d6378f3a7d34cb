//! Writes the loops that threads share.
//!
//! Without records, the loop is a `parallel do`. Otherwise each thread runs a range of successive iterations, and its
//! tape is its own; the reverse sweep takes the ranges from there:
//!
//! ```text
//! !$omp parallel private(first, last, i, t)     !$omp parallel private(first, last, i, t, tb)
//! !$ call adc_threads_check()                   !$ call adc_threads_check()
//! call adc_share(1, n, 1, first, last)          call adc_share_again(first, last)
//! do i = first, last                            call popreal8(t)
//!    call pushreal8(t)                          do i = last, first, -1
//!    ...                                           ...
//! end do                                        end do
//! call pushreal8(t)                             !$omp end parallel
//! call adc_share_keep(first, last)
//! !$omp end parallel
//! ```
//!
//! The call after `!$`, which counts with OpenMP only, stops if the runtime was compiled without it: its tape would be
//! one for all threads.
//!
//! Where iterations at most `w` apart add to the same elements, the last `w` iterations of a range wait until all
//! threads have run the others. Ranges have at least `2 w` iterations, so that these do not meet either:
//!
//! ```text
//! do turn = 1, 0, -1
//!    do i = last, first + 2*turn, -1
//!       ...
//!    end do
//!    last = min(last, first + 1)
//!    !$omp barrier
//! end do
//! ```

//!
//! If there are conditions for a way to add, the loop has two forms. The other one is not shared; if it takes records, it
//! must run on the threads that have them, and its increments are atomic.
//!
//! ```text
//! if (size(xb)/4 <= n) then
//!    !$omp parallel private(i, k, first, last, partb)
//!    ...
//! else
//!    do i = n, 1, -1
//!    ...
//! end if
//! ```

use super::judge::{Shares, Team, Verdict};
use super::marked::parallel;
use super::warn_clause;
use crate::assemble::generator::Generator;
use crate::options::mode::Mode;
use crate::rules::{bound_of, intrinsic};
use adc_frontend::ast::Trivia;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Rewrites all marked statements of a procedure.
pub(super) fn all(
    g: &mut Generator,
    unit: UnitId,
    body: &mut Block,
    verdicts: &IndexMap<StmtId, (Verdict, Span)>,
    mode: Mode,
) {
    let mut written = Written {
        counts: IndexMap::new(),
        bounds: None,
        mode,
    };
    rewrite(g, unit, body, verdicts, &mut written);
}

/// What was written of a procedure so far.
struct Written {
    /// The number of marked statements, by their parallel loop.
    counts: IndexMap<StmtId, usize>,
    bounds: Bounds,
    mode: Mode,
}

/// The variables of a thread: first and last iteration of its range, and the turn.
type Bounds = Option<[Expr; 3]>;

fn rewrite(
    g: &mut Generator,
    unit: UnitId,
    block: &mut Block,
    verdicts: &IndexMap<StmtId, (Verdict, Span)>,
    written: &mut Written,
) {
    let mut out = Block::with_capacity(block.len());
    for mut s in std::mem::take(block) {
        let marked = parallel(&s).map(|(p, _)| p.clone());
        let Some(p) = marked else {
            s.kind
                .for_each_block_mut(&mut |b| rewrite(g, unit, b, verdicts, written));
            out.push(s);
            continue;
        };
        let StmtKind::Directed { body, .. } = &mut s.kind else {
            continue;
        };
        let mut inside = std::mem::take(body);
        let number = written.counts.entry(p.of).or_default();
        let place = *number;
        *number += 1;
        if let Some((Verdict::Shared(team), span)) = verdicts.get(&p.of) {
            let shares = team.loops.get(place).map_or(&[][..], Vec::as_slice);
            let mut writer = Writer {
                g,
                unit,
                parallel: &p,
                span: *span,
                team,
                rest: shares.iter(),
                bounds: &mut written.bounds,
                mode: written.mode,
            };
            writer.block(&mut inside);
        }
        if let Some(f) = inside.first_mut() {
            f.lead.splice(0..0, std::mem::take(&mut s.lead));
            f.label = f.label.or(s.label);
        }
        out.append(&mut inside);
    }
    *block = out;
}

/// Variables for the amounts of increments, by their type.
type Amounts = IndexMap<Ty, Expr>;

/// The amount of an increment of the target, with its operator.
fn amount(target: &Expr, rhs: &Expr) -> Option<(BinaryOp, Expr)> {
    let amounts = amounts_added(target, rhs)?;
    let ((op, first), rest) = amounts.split_first()?;
    let (op, first) = match (*op, rest.is_empty()) {
        (BinaryOp::Sub, false) => (BinaryOp::Add, neg((*first).clone())),
        (op, _) => (op, (*first).clone()),
    };
    let all = rest.iter().fold(first, |sum, (op, a)| binary(*op, sum, (*a).clone()));
    Some((op, all))
}

struct Writer<'w, 'a> {
    g: &'w mut Generator<'a>,
    unit: UnitId,
    parallel: &'w Parallel,
    /// The directive.
    span: Span,
    team: &'w Team,
    rest: std::slice::Iter<'w, Shares>,
    bounds: &'w mut Bounds,
    mode: Mode,
}

impl Writer<'_, '_> {
    fn block(&mut self, block: &mut Block) {
        for s in block {
            if let StmtKind::If { arms, .. } = &mut s.kind {
                arms.iter_mut().for_each(|a| self.block(&mut a.body));
            } else if DoControl::index_of(&s.kind).is_some() {
                if let Some(shares) = self.rest.next() {
                    self.share(s, shares);
                }
            }
        }
    }

    /// Lets threads share a loop.
    fn share(&mut self, s: &mut Stmt, shares: &Shares) {
        let conditions = shares.conditions.iter().map(|c| c.1.clone());
        let Some(condition) = conditions.reduce(|a, b| binary(BinaryOp::And, a, b)) else {
            return self.share_always(s, shares);
        };
        let lead = std::mem::take(&mut s.lead);
        let origin = s.source();
        let mut other = vec![s.clone()];
        self.g.out.renumber(&mut other);
        self.share_always(s, shares);
        if shares.ranges {
            let shares = shares.unconditional();
            other.iter_mut().for_each(|s| self.share_always(s, &shares));
        }
        let arm = |cond: Option<Expr>, body: Block| Arm {
            cond,
            body,
            lead: vec![],
        };
        let this = std::mem::replace(s, Stmt::new(StmtKind::Continue));
        *s = Stmt {
            lead,
            origin,
            ..Stmt::choice(vec![arm(Some(condition), vec![this]), arm(None, other)])
        };
    }

    /// Lets threads share a loop.
    fn share_always(&mut self, s: &mut Stmt, shares: &Shares) {
        let lead: Vec<Trivia> = std::mem::take(&mut s.lead)
            .into_iter()
            .filter(|t| !is_mark(t))
            .collect();
        let origin = s.source();
        let StmtKind::Do { body, control, .. } = &mut s.kind else {
            return;
        };
        let mut amounts = Amounts::new();
        self.atomic(body, shares, &mut amounts);
        let depth = shares.collapse;
        let innermost = innermost(body, depth);
        for &v in shares.zeros.iter().rev() {
            let e = var(&self.g.out, v);
            let z = zero(e.ty);
            innermost.insert(0, assign(e, z));
        }
        let seeds = self.seeds(control, body, shares);
        let mut roles = shares.roles.clone();
        let made = amounts.values().filter_map(Expr::base_symbol);
        roles.extend(made.map(|v| (v, Role::Private)));
        let ranges = shares.ranges || shares.border > 0 || !shares.copies.is_empty();
        let back = shares.back;
        let mut p = Parallel {
            shares_loop: !ranges,
            schedule: self.parallel.schedule.clone().filter(|_| !ranges),
            collapse: depth,
            threads: self.kept(&self.parallel.threads, "num_threads"),
            condition: self.kept(&self.parallel.condition, "if"),
            of: self.parallel.of,
            ..Parallel::default()
        };
        let inside = match ranges {
            false => vec![Stmt {
                lead: vec![],
                ..s.clone()
            }],
            true => {
                let DoControl::Count { var: i, .. } = control else {
                    return;
                };
                roles.insert(*i, Role::Private);
                let (inside, own) = self.in_ranges(s, shares, back);
                roles.extend(own.into_iter().map(|v| (v, Role::Private)));
                inside
            }
        };
        p.roles = roles.into_iter().filter(|r| r.1 != Role::Shared).collect();
        let kind = StmtKind::Directed {
            directive: Box::new(RegionDirective {
                asks: Asks::Parallel(Box::new(p)),
                open: "$omp".into(),
                close: ranges.then(|| "$omp end parallel".into()),
                span: Span::NONE,
            }),
            body: inside,
        };
        let shared = Stmt::new(kind);
        let shared = match seeds {
            None => shared,
            Some((runs, mut around, after)) => {
                around.push(shared);
                around.extend(after);
                Stmt::choice(vec![Arm {
                    cond: Some(runs),
                    body: around,
                    lead: vec![],
                }])
            }
        };
        *s = Stmt { lead, origin, ..shared };
    }

    /// Seeds the shadows of `lastprivate` variables where an iteration begins. Returns the condition under which the
    /// loop has iterations, and the statements before and after it.
    fn seeds(&mut self, control: &DoControl, body: &mut Block, shares: &Shares) -> Option<(Expr, Block, Block)> {
        let DoControl::Count { var: i, lo, hi, step } = control else {
            return None;
        };
        if shares.last.is_empty() {
            return None;
        }
        let (mut before, mut after) = (vec![], vec![]);
        for (v, last) in &shares.last {
            let e = var(&self.g.out, *v);
            let own = self.g.local(self.unit, "lastb", DeclType::plain(e.ty), 0);
            before.push(assign(own.clone(), e.clone()));
            after.push(assign(e.clone(), zero(e.ty)));
            let is_last = binary(BinaryOp::Eq, var(&self.g.out, *i), last.clone());
            let seed = Stmt::choice(vec![Arm {
                cond: Some(is_last),
                body: vec![assign(e.clone(), own)],
                lead: vec![],
            }]);
            body.splice(0..0, [assign(e.clone(), zero(e.ty)), seed]);
        }
        let down = step.as_deref().and_then(int_value).is_some_and(|s| s < 0);
        let (low, high) = if down { (hi, lo) } else { (lo, hi) };
        Some((binary(BinaryOp::Le, (**low).clone(), (**high).clone()), before, after))
    }

    /// The expression of a clause, if it has the same value in both sweeps of an adjoint.
    fn kept(&mut self, e: &Option<Expr>, clause: &str) -> Option<Expr> {
        let e = e.as_ref()?;
        if self.mode == Mode::Tangent || self.is_kept(e) {
            return Some(e.clone());
        }
        let why =
            "its expression may have another value in the reverse sweep; use constants and arguments with INTENT(IN)";
        warn_clause(self.g, clause, why, self.span, self.mode);
        None
    }

    /// True for an expression with the same value in both sweeps.
    fn is_kept(&self, e: &Expr) -> bool {
        !visit::mentions(e, &|v| match &self.g.out.symbols[v].kind {
            SymbolKind::Constant(_) => false,
            SymbolKind::Variable(v) => v.attrs.intent != Some(Intent::In),
            _ => true,
        })
    }

    /// The loop over the range of a thread, and the variables that describe it.
    fn in_ranges(&mut self, s: &Stmt, shares: &Shares, back: bool) -> (Block, Vec<SymbolId>) {
        let StmtKind::Do { control, body, .. } = &s.kind else {
            return (vec![], vec![]);
        };
        let DoControl::Count { var: i, lo, hi, step } = control else {
            return (vec![], vec![]);
        };
        let [first, last, turn] = self.bounds();
        let upwards = step.as_deref().is_none_or(|s| int_value(s) == Some(1));
        let (low, high) = if upwards { (lo, hi) } else { (hi, lo) };
        // a line of conditional compilation
        let mut out = vec![Stmt::new(StmtKind::Comment("$ call adc_threads_check()".into()))];
        let recorded = shares.ranges;
        let args = [first.clone(), last.clone()];
        if recorded && back {
            out.push(self.call("adc_share_again", args.to_vec()));
            let kept: Vec<Expr> = self.team.kept.iter().map(|&v| var(&self.g.out, v)).collect();
            out.extend(kept.into_iter().rev().map(|e| Stmt::new(StmtKind::Pop(e))));
        } else {
            let mut all = vec![(**low).clone(), (**high).clone(), int(self.team.least)];
            all.extend(args.iter().cloned());
            out.push(self.call("adc_share", all));
        }
        let mut own: Vec<SymbolId> = args.iter().filter_map(Expr::base_symbol).collect();
        let mut body = body.clone();
        let mut added = vec![];
        for &v in &shares.copies {
            let (copy, begin, end) = self.copy(v);
            visit::rename(&mut body, v, copy);
            own.push(copy);
            out.extend(begin);
            added.extend(end);
        }
        let w = shares.border;
        let by = |e: &Expr| mul(int(w), e.clone());
        let (from, to, stride) = match (upwards, w) {
            (true, 0) => (first.clone(), last.clone(), None),
            (false, 0) => (last.clone(), first.clone(), Some(int(-1))),
            (true, _) => (first.clone(), sub(last.clone(), by(&turn)), None),
            (false, _) => (last.clone(), add(first.clone(), by(&turn)), Some(int(-1))),
        };
        let run = Stmt {
            kind: StmtKind::Do {
                name: None,
                control: DoControl::count(*i, from, to, stride),
                body,
            },
            lead: vec![],
            ..s.clone()
        };
        if w == 0 {
            out.push(run);
        } else {
            own.extend(turn.base_symbol());
            let (bound, reached) = match upwards {
                true => (
                    &first,
                    intrinsic(
                        "max",
                        vec![first.clone(), sub(last.clone(), int(w - 1))],
                        Ty::Integer(4),
                        0,
                    ),
                ),
                false => (
                    &last,
                    intrinsic(
                        "min",
                        vec![last.clone(), add(first.clone(), int(w - 1))],
                        Ty::Integer(4),
                        0,
                    ),
                ),
            };
            let turns = vec![
                run,
                assign(bound.clone(), reached),
                Stmt::new(StmtKind::Comment("$omp barrier".into())),
            ];
            if let Some(t) = turn.base_symbol() {
                out.push(Stmt::repeat(DoControl::count(t, int(1), int(0), Some(int(-1))), turns));
            }
        }
        out.extend(added);
        if recorded && !back {
            let kept: Vec<Expr> = self.team.kept.iter().map(|&v| var(&self.g.out, v)).collect();
            out.extend(kept.into_iter().map(|e| Stmt::new(StmtKind::Push(e))));
            out.push(self.call("adc_share_keep", args.to_vec()));
        }
        (out, own)
    }

    /// Marks the increments of shared elements. An amount that reads other elements of the variable is computed before.
    fn atomic(&mut self, block: &mut Block, shares: &Shares, made: &mut Amounts) {
        let mut out = Block::with_capacity(block.len());
        for mut s in std::mem::take(block) {
            s.kind.for_each_block_mut(&mut |b| self.atomic(b, shares, made));
            if let StmtKind::Assign { lhs, rhs } = &mut s.kind {
                let is_shared = lhs.base_symbol().is_some_and(|v| shares.atomic.contains(&v));
                let is_own = shares.exclusive.iter().any(|e| e.same(lhs));
                if let (true, Some((op, amount))) = (is_shared && !is_own, amount(lhs, rhs)) {
                    let own = lhs.base_symbol();
                    let amount = match visit::mentions(&amount, &|v| Some(v) == own) {
                        true => {
                            let (g, unit) = (&mut *self.g, self.unit);
                            let new = || g.local(unit, "tempb", DeclType::plain(lhs.ty), 0);
                            let before = made.entry(lhs.ty).or_insert_with(new).clone();
                            out.push(Stmt {
                                lead: std::mem::take(&mut s.lead),
                                origin: s.origin,
                                ..assign(before.clone(), amount)
                            });
                            before
                        }
                        false => amount,
                    };
                    *rhs = binary(op, lhs.clone(), amount);
                    s.lead.push(Trivia::Comment("$omp atomic".into(), Span::NONE));
                }
            }
            out.push(s);
        }
        *block = out;
    }

    /// An array of a thread in place of a shadow, and the statements before and after the loop.
    fn copy(&mut self, v: SymbolId) -> (SymbolId, Block, Block) {
        let whole = var(&self.g.out, v);
        let ty = DeclType::plain(whole.ty);
        let own = self.g.local(self.unit, "partb", ty, whole.rank);
        let bounds = |k: u8| {
            let end = |name: &str| bound_of(name, &whole, i64::from(k) + 1);
            (Some(end("lbound")), end("ubound"))
        };
        let allocate = StmtKind::Allocate {
            ty: None,
            objects: vec![(own.clone(), (0..whole.rank).map(bounds).collect())],
            options: vec![],
        };
        let begin = vec![Stmt::new(allocate), assign(own.clone(), zero(own.ty))];
        let comment = |text: &str| Stmt::new(StmtKind::Comment(text.into()));
        let end = vec![
            comment("$omp critical"),
            assign(whole.clone(), add(whole, own.clone())),
            comment("$omp end critical"),
            Stmt::new(StmtKind::Deallocate {
                objects: vec![own.clone()],
                options: vec![],
            }),
        ];
        (own.base_symbol().unwrap_or(v), begin, end)
    }

    fn bounds(&mut self) -> [Expr; 3] {
        if let Some(known) = &self.bounds {
            return known.clone();
        }
        let (g, unit) = (&mut *self.g, self.unit);
        let mut new = |stem: &str| g.local(unit, stem, DeclType::plain(Ty::Integer(4)), 0);
        let made = [new("first"), new("last"), new("turn")];
        *self.bounds = Some(made.clone());
        made
    }

    fn call(&mut self, name: &'static str, args: Vec<Expr>) -> Stmt {
        let proc = self.g.runtime_procedure(name);
        Stmt::new(StmtKind::Call {
            callee: Callee::direct(proc),
            args: args.into_iter().map(Arg::pos).collect(),
        })
    }
}

/// The statements of the innermost of nested loops.
fn innermost(body: &mut Block, depth: usize) -> &mut Block {
    let has_loop = matches!(
        body.as_slice(),
        [Stmt {
            kind: StmtKind::Do { .. },
            ..
        }]
    );
    if depth < 2 || !has_loop {
        return body;
    }
    let [Stmt {
        kind: StmtKind::Do { body: inside, .. },
        ..
    }] = body.as_mut_slice()
    else {
        unreachable!("it has a loop")
    };
    innermost(inside, depth - 1)
}

/// True for a directive of another compiler about the loop.
fn is_mark(t: &Trivia) -> bool {
    matches!(t, Trivia::Comment(text, _) if text.split_whitespace().next().is_some_and(|w| w.ends_with('$')))
}
