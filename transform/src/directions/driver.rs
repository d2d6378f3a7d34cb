//! The driver: a procedure for any number of directions that calls the one of constant width.
//!
//! ```text
//! subroutine foo_dv(n, x, xd, y, yd, nd)            shadows (nd, ...), as with a free number of directions
//!   if (nd == 8) then
//!     call foo_dv8(n, x, xd, y, yd)                 no copies
//!     return
//!   end if
//!   do first = 1, nd, 8
//!     last = min(nd, first + 7)
//!     xd_block(1:last-first+1, :) = xd(first:last, :)
//!     ...                                           the remaining directions repeat the last one
//!     call foo_dv8(n, x, xd_block, y, yd_block)
//!     yd(first:last, :) = yd_block(1:last-first+1, :)
//!   end do
//! end subroutine
//! ```
//!
//! Directions that fill up the last block repeat the last one: then nothing happens that does not happen for that one.
//!
//! **Condition.** Each block runs the original again, so that its runs must do the same:
//!
//! * Arguments that the head may write (MOD) are saved before the first block, and restored before each other one.
//! * No other variable that outlives the head is both written and read before it is written (MOD ∩ USE = ∅).
//! * The head neither prints nor reads, and has no other effect that a second run would repeat.
//! * The shadows are arguments that can be copied: numbers of known size, neither allocatable nor pointers.
//!
//! Otherwise there is no driver, and a warning says why: the user calls the procedure of constant width.

use super::carriers::Directions;
use super::declare::{count_name, count_named};
use crate::assemble::generator::Generator;
use crate::normalize::arrays::allocate;
use crate::normalize::temps::new_variable;
use crate::rules::{intrinsic, size_of};
use adc_analysis::HeadSpec;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Gives the derivative of a head a name with its width, and adds the driver, if there can be one. Returns the
/// procedure that the user calls.
pub(super) fn beside(g: &mut Generator, all: &Directions, of: &HeadSpec, width: u16) -> UnitId {
    let head = g.derivative_of_head(of.unit);
    let name = g.out.units[head].name.clone();
    let symbol = g.rename_procedure(head, &format!("{name}{width}"));
    if let Some((span, why)) = obstacle(g, all, of, head) {
        let fixed = &g.out.units[head].name;
        let message = format!("there is no driver `{name}` for any number of directions: {why}");
        let help = format!("call `{fixed}`, for {width} directions");
        g.messages
            .push(Diagnostic::warning(codes::NO_DRIVER, span, message).help(help));
        return head;
    }
    let driver = interface(g, head, &name, &|s| all.carriers.contains(s));
    Driver::new(g, all, [of.unit, head, driver], width).write(symbol);
    driver
}

/// The reason for which a driver cannot run the head block by block.
fn obstacle(g: &Generator, all: &Directions, of: &HeadSpec, head: UnitId) -> Option<(Span, String)> {
    let of_head = g.primal.units[of.unit].span;
    if let Some(why) = why_once(g, of.unit, "each block of directions") {
        return Some(why);
    }
    if !g.out.units[head].equivalences.is_empty() {
        return Some((of_head, "the head has an EQUIVALENCE".into()));
    }
    let at = |s: SymbolId| g.out.symbols[s].span;
    let named = |s: SymbolId| g.out.symbols[s].name.clone();
    let outside = |s: &SymbolId| {
        let storage = g.primal.symbols[*s].variable().map(|v| v.storage);
        !matches!(storage, Some(Storage::Dummy | Storage::Result))
    };
    if let Some(s) = of.listed().find(outside) {
        return Some((at(s), format!("the derivative of `{}` is no argument", named(s))));
    }
    let written = written(g, of.unit);
    for s in g.out.units[head].args.iter().copied() {
        let Some(s) = s else {
            return Some((of_head, "the head has alternate returns".into()));
        };
        let carries = all.carriers.contains(s);
        let copied = carries || written.contains(&s);
        if let Some(why) = copied.then(|| not_copied(g, s, carries)).flatten() {
            return Some((at(s), format!("`{}` {why}", named(s))));
        }
    }
    None
}

/// The reason for which the head can run only once in a call; `run` is another run.
pub(crate) fn why_once(g: &Generator, head: UnitId, run: &str) -> Option<(Span, String)> {
    if !g.behaviour.repeatable.does_the_same(head) || g.behaviour.printing.contains(&head) {
        let why = format!("{run} would repeat its input or output");
        return Some((g.primal.units[head].span, why));
    }
    let s = state(g, head)?;
    let name = &g.out.symbols[s].name;
    let why = format!("the head changes `{name}`, so that {run} would continue from other values");
    Some((g.out.symbols[s].span, why))
}

/// A variable other than an argument that the head may write and that it may have read before.
fn state(g: &Generator, primal: UnitId) -> Option<SymbolId> {
    let summary = g.facts.summaries.get(primal)?;
    let both = summary.writes.iter().filter(|&z| summary.reads.contains(z));
    let lasting = both.filter(|&z| !summary.is_interface(z));
    // no unit declares the contents of the tape, and it is empty after a derivative
    let is_declared = |&s: &SymbolId| g.primal.symbols[s].owner.is_some();
    lasting
        .filter_map(|z| g.facts.zones[z].symbols.first().copied())
        .find(is_declared)
}

/// The arguments that a head may write, unless it must set them.
pub(crate) fn written(g: &Generator, head: UnitId) -> IndexSet<SymbolId> {
    let Some(summary) = g.facts.summaries.get(head) else {
        return IndexSet::new();
    };
    let args = g.primal.units[head].args.iter().flatten().copied();
    let is_written = |s: &SymbolId| {
        let is_out = g.primal.symbols[*s]
            .variable()
            .is_some_and(|v| v.attrs.intent == Some(Intent::Out));
        !is_out && g.facts.zones.of(*s).iter().any(|&z| summary.writes.contains(z))
    };
    args.filter(is_written).collect()
}

/// The reason for which an argument cannot be copied.
pub(crate) fn not_copied(g: &Generator, s: SymbolId, is_shadow: bool) -> Option<&'static str> {
    let v = g.out.symbols[s].variable()?;
    let fixed = || match !is_shadow && v.attrs.intent == Some(Intent::In) {
        true => Some("is INTENT(IN), but a called procedure may overwrite it"),
        false => None,
    };
    let of_type = || match v.ty.ty {
        Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) => None,
        _ => Some("is an object or a text"),
    };
    why_dynamic(v)
        .or_else(fixed)
        .or_else(|| why_sizeless(&v.dims[usize::from(is_shadow)..]))
        .or_else(of_type)
}

/// The reason for which a variable may not exist, or may exist elsewhere.
pub(crate) fn why_dynamic(v: &Variable) -> Option<&'static str> {
    match &v.attrs {
        a if a.allocatable => Some("is allocatable"),
        a if a.pointer => Some("is a pointer"),
        a if a.optional => Some("is optional"),
        _ => None,
    }
}

/// The reason for which the size of an array is not known.
pub(crate) fn why_sizeless(dims: &[Dim]) -> Option<&'static str> {
    let is_unknown = |d: &Dim| matches!(d, Dim::AssumedSize(_) | Dim::AssumedRank);
    let why = "has no known size; declare its dimensions, `(n)` instead of `(*)`";
    dims.iter().any(is_unknown).then_some(why)
}

/// A subroutine beside a derivative, without arguments and statements: it has all symbols of the derivative but its
/// locals and those that it leaves out.
pub(crate) fn interface(g: &mut Generator, head: UnitId, name: &str, leaves_out: &dyn Fn(SymbolId) -> bool) -> UnitId {
    let mut made = g.unit_beside(head, name, UnitKind::Subroutine);
    let known = std::mem::take(&mut made.symbols);
    let is_local = |s: SymbolId| {
        let v = g.out.symbols[s].variable();
        v.is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Result))
    };
    made.symbols = known
        .iter()
        .copied()
        .filter(|&s| !is_local(s) && !leaves_out(s))
        .collect();
    let symbols = &made.symbols;
    made.names.retain(|_, s| symbols.contains(s) || !known.contains(s));
    let made = g.out.units.alloc(made);
    g.put_procedure(made, name.into());
    made
}

/// Writes the statements of a driver.
struct Driver<'d, 'a> {
    g: &'d mut Generator<'a>,
    /// The head, its derivative of constant width, and the driver.
    of: UnitId,
    head: UnitId,
    unit: UnitId,
    width: i64,
    nd: Expr,
    /// The shadows of the procedure of constant width, with those of the driver.
    shadows: IndexMap<SymbolId, SymbolId>,
}

impl<'d, 'a> Driver<'d, 'a> {
    fn new(g: &'d mut Generator<'a>, all: &Directions, [of, head, unit]: [UnitId; 3], width: u16) -> Self {
        let name = count_name(g, unit);
        let count = count_named(&mut g.out, unit, name);
        let symbols = &mut g.out.units[unit].symbols;
        symbols.retain(|&s| s != count);
        symbols.insert(0, count);
        let nd = var(&g.out, count);
        let mut shadows = IndexMap::new();
        let mut args = g.out.units[head].args.clone();
        for a in args.iter_mut().flatten().filter(|a| all.carriers.contains(**a)) {
            let Some(mut v) = g.out.symbols[*a].variable().cloned() else {
                continue;
            };
            if let Some(first @ Dim::Explicit(..)) = v.dims.first_mut() {
                *first = Dim::Explicit(None, nd.clone());
            }
            let name = g.out.symbols[*a].name.clone();
            let s = new_variable(&mut g.out, unit, name, v);
            shadows.insert(*a, s);
            *a = s;
        }
        args.push(Some(count));
        g.out.units[unit].args = args;
        Driver {
            g,
            of,
            head,
            unit,
            width: width.into(),
            nd,
            shadows,
        }
    }

    fn write(mut self, callee: SymbolId) {
        let callee = Callee::direct(self.g.procedure_in(self.unit, self.head, callee));
        let at_once = self.at_once(&callee);
        let (before, restore) = self.saved();
        let (made, blocks) = self.blocks(&callee, restore);
        let mut body = vec![at_once];
        body.extend(before);
        body.extend(made);
        body.push(blocks);
        self.g.out.units[self.unit].body = body;
        self.g.import_all(self.unit);
    }

    fn integer(&mut self, stem: &str) -> Expr {
        self.g.local(self.unit, stem, DeclType::plain(Ty::Integer(4)), 0)
    }

    /// Exactly one block needs no copies.
    fn at_once(&self, callee: &Callee) -> Stmt {
        let is_one = binary(BinaryOp::Eq, self.nd.clone(), int(self.width));
        let call = self.call(callee, &IndexMap::new());
        Stmt::guarded(is_one, vec![call, Stmt::new(StmtKind::Return(None))])
    }

    /// The call, with other variables in place of some shadows.
    fn call(&self, callee: &Callee, instead: &IndexMap<SymbolId, Expr>) -> Stmt {
        let args = self.g.out.units[self.head].args.iter().flatten();
        let actual = |a: &SymbolId| match (instead.get(a), self.shadows.get(a)) {
            (Some(block), _) => Arg::pos(block.clone()),
            (None, shadow) => Arg::pos(entity(&self.g.out, *shadow.unwrap_or(a))),
        };
        Stmt::new(StmtKind::Call {
            callee: callee.clone(),
            args: args.map(actual).collect(),
        })
    }

    /// Statements that save the arguments that the head may write, and those that restore them.
    fn saved(&mut self) -> (Block, Block) {
        let (mut save, mut restore) = (vec![], vec![]);
        for s in written(self.g, self.of) {
            let whole = var(&self.g.out, s);
            let copy = self.like(s, "_saved", whole.rank);
            if whole.rank > 0 {
                let shape = (1..=i64::from(whole.rank)).map(|k| size_of(&whole, Some(k)));
                save.push(allocate(&copy, shape.collect()));
            }
            save.push(assign(copy.clone(), whole.clone()));
            restore.push(assign(whole, copy));
        }
        (save, restore)
    }

    /// A local for a copy of a variable: allocatable, if it is an array.
    fn like(&mut self, s: SymbolId, suffix: &str, rank: u8) -> Expr {
        let stem = format!("{}{suffix}", self.g.out.symbols[s].name);
        let ty = DeclType::plain(self.g.out.symbols[s].ty());
        let copy = self.g.local(self.unit, &stem, ty, rank);
        if let Some(v) = copy.base_symbol().and_then(|s| self.g.out.symbols[s].variable_mut()) {
            v.attrs.allocatable = rank > 0;
        }
        copy
    }

    /// The memory of a block, and the loop over blocks.
    fn blocks(&mut self, callee: &Callee, restore: Block) -> (Block, Stmt) {
        let (first, last, many, dir) = (
            self.integer("first"),
            self.integer("last"),
            self.integer("many"),
            self.integer("dir"),
        );
        let mut body = vec![
            assign(
                last.clone(),
                intrinsic(
                    "min",
                    vec![self.nd.clone(), add(first.clone(), int(self.width - 1))],
                    Ty::Integer(4),
                    0,
                ),
            ),
            assign(
                many.clone(),
                add(binary(BinaryOp::Sub, last.clone(), first.clone()), int(1)),
            ),
        ];
        if !restore.is_empty() {
            let again = binary(BinaryOp::Gt, first.clone(), int(1));
            body.push(Stmt::guarded(again, restore));
        }
        let (mut fill, mut before, mut after, mut made) = (vec![], vec![], vec![], vec![]);
        let mut instead = IndexMap::new();
        for (inner, outer) in self.shadows.clone() {
            let outer = var(&self.g.out, outer);
            let block = self.like(inner, "_block", outer.rank);
            let mut shape = vec![int(self.width)];
            shape.extend((2..=i64::from(outer.rank)).map(|k| size_of(&outer, Some(k))));
            made.push(allocate(&block, shape));
            instead.insert(inner, block.clone());
            let of_block = section(&block, range(int(1), many.clone()));
            let of_all = section(&outer, range(first.clone(), last.clone()));
            let intent = self.g.out.symbols[inner].variable().and_then(|v| v.attrs.intent);
            if intent != Some(Intent::Out) {
                before.push(assign(of_block.clone(), of_all.clone()));
                let repeated = section(&outer, Subscript::At(last.clone()));
                fill.push(assign(section(&block, Subscript::At(dir.clone())), repeated));
            }
            if intent != Some(Intent::In) {
                after.push(assign(of_all, of_block));
            }
        }
        body.extend(before);
        if !fill.is_empty() {
            let variable = dir
                .base_symbol()
                .unwrap_or_else(|| unreachable!("a new local is a variable"));
            let control = DoControl::count(variable, add(many, int(1)), int(self.width), None);
            body.push(Stmt::new(StmtKind::Do {
                name: None,
                control,
                body: fill,
            }));
        }
        body.push(self.call(callee, &instead));
        body.extend(after);
        let variable = first
            .base_symbol()
            .unwrap_or_else(|| unreachable!("a new local is a variable"));
        let step = Some(int(self.width));
        let blocks = Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::count(variable, int(1), self.nd.clone(), step),
            body,
        });
        (made, blocks)
    }
}

/// An argument of a procedure as an actual argument of another: a variable, or a dummy procedure.
pub(crate) fn entity(program: &Program, s: SymbolId) -> Expr {
    match program.symbols[s].kind {
        SymbolKind::Procedure(_) => expr(ExprKind::Procedure(s), program.symbols[s].ty(), 0),
        _ => var(program, s),
    }
}

fn range(lo: Expr, hi: Expr) -> Subscript {
    Subscript::range(Some(lo), Some(hi), None)
}

/// `v(first, :, :)`.
pub(crate) fn section(v: &Expr, first: Subscript) -> Expr {
    let rest = (1..v.rank).map(|_| Subscript::range(None, None, None));
    index(v.clone(), std::iter::once(first).chain(rest).collect())
}
