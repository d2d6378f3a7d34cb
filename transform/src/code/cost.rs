//! The cost model: what operations, records and runs cost, and from which sizes a transformation pays.
//!
//! The unit of time is a flop: one addition of `real(8)` in a loop whose data are in the cache. Figures of the machine
//! are round numbers between those of several machines; `cargo bench --bench costs` measures them. Costs of intrinsic
//! functions are a column of their table ([`adc_frontend::intrinsics`]). The unit of memory is a byte.
//!
//! Ignored: kinds (a `real(4)` costs as much as a `real(8)`), complex operands; vector instructions, and where in the
//! hierarchy of memory a value is, except where a figure says so.

use crate::code::estimate::{self, Estimate, Passed};
use adc_frontend::intrinsics::{Class, ResultRank};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

// ---- the machine, in flops

/// What an iteration of assignments costs if compilers may vectorise it, on the average of loops with functions and
/// without.
const VECTORISED: f64 = 0.7;
/// What an addition or a multiplication costs beside others.
const OVERLAPPED: f64 = 0.5;
/// A division.
const DIVISION: usize = 4;
/// A power with a literal exponent from 0 to 4.
const SMALL_POWER: usize = 2;
/// Other powers.
const POWER: usize = 50;
/// A call of a procedure whose work is unknown.
pub(crate) const CALL: f64 = 100.0;
/// Operations on arrays in expressions, and everything else that has no cost of its own: more than any record.
const UNKNOWN: usize = 1_000;
/// A push and a pop of a scalar.
pub(crate) const RECORD: usize = 16;
/// A push or a pop of an element of an array.
const RECORD_OF_ELEMENT: f64 = 1.5;
/// A push and a pop of a value on a tape that is larger than the cache.
pub(crate) const RECORD_IN_MEMORY: f64 = 20.0;
/// What a push and a pop of a value cost more if it goes to memory and back than on the tape of a block.
pub(crate) const RECORD_BEYOND_BLOCK: f64 = 12.0;
/// Functions that cost at least this are evaluated once and kept in a variable.
const KEPT: u32 = 4;

// ---- sizes that are not known

/// Iterations of a loop, or elements in a dimension.
pub(crate) const TRIPS: f64 = 100.0;
/// Bytes that a tape may take, estimated with such sizes, for procedures that are split to save time.
pub(crate) const TAPE: f64 = 256e6;

// ---- from which sizes a transformation pays

/// Flops that must be saved for each byte more on the tape, beside the time to move it, where calls are contracted: to
/// call a function again takes less memory.
pub(crate) const PRICE_OF_BYTE: f64 = 24.0;
/// A run that is saved is worth this factor in memory.
pub(crate) const MEMORY_PER_RUN: f64 = 2.0;
/// Flops that splitting a procedure saves at least in each run, for the code that it adds.
pub(crate) const SPLIT_SAVES: f64 = 32.0;
/// The part of the work of the heads that it saves at least.
pub(crate) const SPLIT_PART: f64 = 0.005;
/// How much dearer records are where loops of a joint procedure would make none: what such a loop runs again is still in
/// registers when its reverse part needs it.
pub(crate) const LOST_WAY: f64 = 1.7;
/// Bytes that must not be recorded in an iteration, for each array of accumulated derivatives: such an array is set to
/// zero, and added at the end.
pub(crate) const BYTES_PER_SUM: f64 = 16.0;
/// Arrays of up to this many elements are accumulated wherever the loop stands.
pub(crate) const SMALL_ARRAY: i64 = 64;
/// Loops of up to this many iterations are not run in blocks.
pub(crate) const SHORT_LOOP: i64 = 100;
/// Arrays of up to this many elements are declared with their shape; larger ones are allocated.
pub(crate) const DECLARED: i64 = 512;
/// Records of one run of a loop from which an array for them pays.
pub(crate) const STAGED: f64 = 32.0;
/// Partial sums that are added up side by side: vectors of 512 bits hold so many.
pub(crate) const LANES: i64 = 8;
/// Iterations from which vector instructions pay.
pub(crate) const VECTOR_LOOP: i64 = 16;
/// Arrays of up to this many elements: assignments to them are not fused.
pub(crate) const SMALL_NEST: i64 = 16;
/// Operations in an amount that is computed once for each element that receives it.
pub(crate) const OPERATIONS_AGAIN: usize = 5;
/// Elements that such an amount reads.
pub(crate) const READS_AGAIN: usize = 3;

// ---- how much code a transformation may add

/// Statements in a loop whose first and last iterations are peeled.
pub(crate) const PEELED: usize = 40;
/// Distance of elements that one loop adds from rows.
pub(crate) const ROWS_APART: i64 = 8;
/// Distance of elements that one loop adds where the elements are: each needs a statement at both ends.
pub(crate) const STENCIL_APART: i64 = 4;
/// Statements of a procedure that is inlined.
pub(crate) const INLINED: usize = 32;
/// Statements of all copies of it.
pub(crate) const INLINED_IN_ALL: usize = 96;
/// The same in a Jacobian by elimination.
pub(crate) const INLINED_IN_JACOBIAN: usize = 1_000;

/// True for an expression that costs about as much as moving a value to the tape and back.
pub(crate) fn is_cheap(e: &Expr) -> bool {
    flops(e) <= RECORD
}

/// True for a function that is evaluated once where its value is needed twice.
pub(crate) fn is_worth_keeping(id: IntrinsicId) -> bool {
    id.row().class == Class::Elemental && id.row().flops >= KEPT
}

/// Flops of a scalar expression.
pub(crate) fn flops(e: &Expr) -> usize {
    let own = match &e.kind {
        _ if e.rank > 0 => UNKNOWN,
        ExprKind::Var(_) | ExprKind::Paren(_) | ExprKind::Component(..) | ExprKind::Index(..) => 0,
        _ if e.is_literal() => 0,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => operation(e),
        _ => UNKNOWN,
    };
    let mut sum = own;
    visit::subexprs(e, &mut |x| {
        // an array may be named here to select an element, or to inquire its size
        if !matches!(x.kind, ExprKind::Var(_)) {
            sum += flops(x);
        }
    });
    sum
}

/// Flops of the operation at the root of an expression, for one element.
fn operation(e: &Expr) -> usize {
    match &e.kind {
        ExprKind::Unary(..) => 1,
        ExprKind::Binary(BinaryOp::Pow, _, power) => match int_value(power) {
            Some(0..=4) => SMALL_POWER,
            _ => POWER,
        },
        ExprKind::Binary(BinaryOp::Div, ..) => DIVISION,
        ExprKind::Binary(BinaryOp::Concat, ..) => UNKNOWN,
        ExprKind::Binary(..) => 1,
        ExprKind::Intrinsic(id, ..) => id.row().flops as usize,
        _ => 0,
    }
}

/// Flops of a statement without the blocks in it.
pub(crate) fn of_statement(sizes: Estimate, s: &StmtKind) -> f64 {
    let mut sum = if matches!(s, StmtKind::Call { .. }) { CALL } else { 1.0 };
    visit::stmt_exprs(s, &mut |e| {
        visit::walk_expr(e, &mut |e| {
            sum += match &e.kind {
                ExprKind::Call(..) => CALL,
                ExprKind::Intrinsic(id, _, args) if id.row().class == Class::Transformational => {
                    whole(sizes, *id, args, e)
                }
                _ => operation(e) as f64 * sizes.elements(e),
            };
        });
    });
    sum
}

/// Flops of the blocks in a statement: of the dearest arm, and of all iterations.
pub(crate) fn of_blocks(sizes: Estimate, s: &StmtKind) -> f64 {
    let of = |b: &[Stmt]| -> f64 {
        b.iter()
            .map(|s| of_statement(sizes, &s.kind) + of_blocks(sizes, &s.kind))
            .sum()
    };
    let mut most = 0.0f64;
    s.for_each_block(&mut |b| most = most.max(of(b)));
    let StmtKind::Do { control, .. } = s else { return most };
    sizes.trips(control) * most
}

/// Flops of a function of whole arrays: one for each element of its largest argument, or of its result.
fn whole(sizes: Estimate, id: IntrinsicId, args: &[Arg], e: &Expr) -> f64 {
    let of_args = args.iter().filter_map(Arg::expr).map(|a| sizes.elements(a));
    let result = sizes.elements(e);
    match id.row().rank {
        // each of the three sizes is the product of two extents
        ResultRank::Matmul => 2.0 * of_args.fold(result, |all, n| all * n).sqrt(),
        _ => of_args.fold(result, f64::max),
    }
}

/// What a run of derivative code costs. Arms of a branch run equally often.
#[derive(Clone, Copy, Default)]
pub(crate) struct Run {
    /// Flops, with those of records.
    pub flops: f64,
    /// The most bytes on the tape during the run, relative to its beginning.
    pub most: f64,
    /// The bytes on it at its end.
    at_end: f64,
}

impl Run {
    /// Its cost as one number: what is on the tape when it is fullest goes to memory and back.
    pub fn cost(self) -> f64 {
        self.flops + RECORD_BEYOND_BLOCK * self.most / 8.0
    }

    /// A run after this one.
    pub fn then(self, next: Run) -> Run {
        Run {
            flops: self.flops + next.flops,
            most: self.most.max(self.at_end + next.most),
            at_end: self.at_end + next.at_end,
        }
    }
}

/// Costs of procedures with derivative code, callees first.
#[derive(Clone)]
pub(crate) struct Runs {
    known: IndexMap<UnitId, Run>,
    /// Constants that calls pass.
    passed: Arc<Passed>,
    /// The most iterations of loops with constant bounds, by where they begin in the sources: a loop that an EXIT may end
    /// is reversed from a number that only the program knows.
    most: Arc<HashMap<u32, f64>>,
    /// Arrays that the procedure deallocates itself. Others live as long as it runs, or longer.
    freed: BTreeSet<SymbolId>,
}

impl Runs {
    /// No costs, in a program with the loops of the sources.
    pub fn new(program: &Program) -> Runs {
        let mut most = HashMap::new();
        for (_, unit) in program.units.iter() {
            visit::walk_block(&unit.body, &mut |s| {
                if let (StmtKind::Do { control, .. }, false) = (&s.kind, s.span.is_none()) {
                    most.extend(constant_trips(program, control).map(|n| (s.span.lo, n)));
                }
            });
        }
        Runs {
            known: IndexMap::new(),
            passed: Arc::new(estimate::passed(program)),
            most: Arc::new(most),
            freed: BTreeSet::new(),
        }
    }

    /// Adds the cost of a procedure, whose callees are known unless they call it.
    pub fn add(&mut self, program: &Program, unit: UnitId) -> Run {
        let body = &program.units[unit].body;
        self.freed.clear();
        visit::walk_block(body, &mut |s| {
            if let StmtKind::Deallocate { objects, .. } = &s.kind {
                self.freed.extend(objects.iter().filter_map(Expr::base_symbol));
            }
        });
        let run = self.block(program, body);
        self.known.insert(unit, run);
        run
    }

    fn block(&self, program: &Program, block: &[Stmt]) -> Run {
        let runs = block.iter().map(|s| self.statement(program, s));
        runs.fold(Run::default(), Run::then)
    }

    fn statement(&self, program: &Program, s: &Stmt) -> Run {
        let sizes = Estimate {
            program,
            passed: &self.passed,
            given: &[],
        };
        let mut own = match &s.kind {
            StmtKind::Push(e) => return record(sizes, e, 1.0),
            StmtKind::Pop(e) => return record(sizes, e, -1.0),
            StmtKind::PushControl { .. } | StmtKind::PopControl { .. } => {
                return Run {
                    flops: RECORD as f64 / 4.0,
                    ..Run::default()
                }
            }
            StmtKind::Do { control, body, .. } => {
                let (once, mut count) = (self.block(program, body), trips_with_blocks(sizes, control));
                if let Some(&most) = self.most.get(&s.span.lo).filter(|_| !s.span.is_none()) {
                    count = count.min(most);
                }
                let cost = if is_for_vectors(body) { VECTORISED } else { 1.0 };
                Run {
                    flops: count * (1.0 + cost * once.flops),
                    at_end: count * once.at_end,
                    most: once.most + (count - 1.0) * once.at_end.max(0.0),
                }
            }
            // arrays for records take memory as the tape does
            StmtKind::Allocate { objects, .. } => self.held(sizes, objects.iter().map(|(o, _)| o), 1.0),
            StmtKind::Deallocate { objects, .. } => self.held(sizes, objects.iter(), -1.0),
            kind => {
                let (mut all, mut count) = (Run::default(), 0.0);
                kind.for_each_block(&mut |b| {
                    let one = self.block(program, b);
                    all.flops += one.flops;
                    all.most = all.most.max(one.most);
                    if one.at_end.abs() > all.at_end.abs() {
                        all.at_end = one.at_end;
                    }
                    count += 1.0;
                });
                // of a branch, one runs or none
                let may_pass = matches!(kind, StmtKind::If { arms, .. } if arms.last().is_some_and(|a| a.cond.is_some()))
                    || matches!(kind, StmtKind::Select { cases, .. } if cases.iter().all(|c| c.values.is_some()));
                all.flops /= f64::max(if may_pass { count + 1.0 } else { count }, 1.0);
                all
            }
        };
        own.flops += overlapping(sizes, &s.kind);
        // beside what `of_statement` counts
        let called = visit::called(s).into_iter();
        let known = called.filter_map(|proc| self.known.get(&program.definition(proc)?));
        known.copied().fold(own, Run::then)
    }

    /// Allocation or deallocation of arrays that the procedure deallocates itself.
    fn held<'e>(&self, sizes: Estimate, objects: impl Iterator<Item = &'e Expr>, sign: f64) -> Run {
        let own = objects.filter(|o| o.base_symbol().is_some_and(|s| self.freed.contains(&s)));
        let bytes: f64 = own.map(|o| bytes(sizes, o)).sum();
        Run {
            flops: 0.0,
            at_end: sign * bytes,
            most: (sign * bytes).max(0.0),
        }
    }
}

/// Bytes of an element; derived types are as large as a `real(8)`.
pub(crate) fn size(ty: Ty) -> f64 {
    let parts = if matches!(ty, Ty::Complex(_)) { 2.0 } else { 1.0 };
    f64::from(ty.kind().unwrap_or(8)) * parts
}

/// The memory of a variable.
fn bytes(sizes: Estimate, e: &Expr) -> f64 {
    size(e.ty) * sizes.elements(e)
}

/// The cost of a push or a pop.
fn record(sizes: Estimate, e: &Expr, sign: f64) -> Run {
    let flops = match e.rank {
        0 => RECORD as f64 / 2.0,
        _ => RECORD_OF_ELEMENT * sizes.elements(e),
    };
    let bytes = bytes(sizes, e);
    Run {
        flops,
        at_end: sign * bytes,
        most: (sign * bytes).max(0.0),
    }
}

/// Flops of a statement without the blocks in it, if additions and multiplications overlap with each other.
pub(crate) fn overlapping(sizes: Estimate, s: &StmtKind) -> f64 {
    let mut simple = 1.0;
    visit::stmt_exprs(s, &mut |e| {
        visit::walk_expr(e, &mut |e| {
            if operation(e) == 1 {
                simple += sizes.elements(e);
            }
        });
    });
    of_statement(sizes, s) - (1.0 - OVERLAPPED) * simple
}

/// True for a body of assignments alone, which compilers may vectorise.
fn is_for_vectors(body: &[Stmt]) -> bool {
    body.iter().all(|s| matches!(s.kind, StmtKind::Assign { .. }))
}

/// Iterations of a loop with constant bounds, in any order.
fn constant_trips(program: &Program, control: &DoControl) -> Option<f64> {
    let (passed, given) = (&Passed::new(), &[]);
    let constants = Estimate { program, passed, given };
    constants.known_trips(control)
}

/// The same in derivative code: a loop over blocks, and one over the iterations of a block, have as many as the root;
/// what lanes leave is half of them.
fn trips_with_blocks(sizes: Estimate, control: &DoControl) -> f64 {
    let is_in = |end: &Expr, begin: &Expr| match &end.kind {
        ExprKind::Binary(BinaryOp::Add, a, more) => a.same(begin) && matches!(more.kind, ExprKind::Intrinsic(..)),
        _ => false,
    };
    match control {
        DoControl::Count { step: Some(s), .. } if sizes.value(s).is_none() => TRIPS.sqrt(),
        DoControl::Count { var, lo, .. } if matches!(lo.kind, ExprKind::Var(v) if v == *var) => LANES as f64 / 2.0,
        DoControl::Count { lo, hi, .. } if is_in(hi, lo) || is_in(lo, hi) => TRIPS.sqrt(),
        control => sizes.trips(control),
    }
}
