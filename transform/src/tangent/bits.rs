//! Tangents of records that pass through the tape as bits: adjoint code records the association of pointers so.
//!
//! ```text
//!                                      bits = transfer(keptd, bits);  PUSH(bits)
//! bits = transfer(kept, bits)          bits = transfer(kept, bits)
//! PUSH(bits)                           PUSH(bits)
//!
//! POP(bits)                            POP(bits)
//! kept = transfer(bits, kept)          kept = transfer(bits, kept)
//!                                      POP(bits);  keptd = transfer(bits, keptd)
//! ```
//!
//! If one record of the program has a shadow, all records come with a second one: a push does not know its pop.
//!
//! **Condition.** A push of the bits follows the first TRANSFER, and a pop of the bits precedes the second one, in the
//! same block and without calls between them. Other records with shadows are refused.

use super::*;
use crate::rules::{intrinsic, transferred};
use adc_frontend::ast::fold;

/// A record that becomes bits, or comes from bits.
struct Through<'e> {
    record: &'e Expr,
    bits: &'e Expr,
    pops: bool,
}

impl Tangent<'_, '_> {
    /// True for a statement that moves a record; its tangent is added.
    pub(super) fn moves_record(&mut self, s: &Stmt, out: &mut Block) -> bool {
        let Some(through) = through_bits(self.g, s) else {
            return false;
        };
        if !self.records_have_shadows() {
            return false;
        }
        if !self.records.contains(&s.id) {
            let text = "TRANSFER of an active record cannot be differentiated, except where it is recorded: its pointers would have no derivatives";
            self.g.refuse(codes::UNSUPPORTED_EXPRESSION, s.span, text);
            return false;
        }
        let own = Stmt {
            id: s.id,
            ..Stmt::at(s.kind.clone(), s.span)
        };
        let shadow = self
            .active_designator(through.record)
            .then(|| self.g.shadow_ref(through.record));
        let bits = generated(through.bits);
        let like = |x: &Expr, mold: &Expr| intrinsic("transfer", vec![x.clone(), mold.clone()], mold.ty, mold.rank);
        match through.pops {
            true => {
                out.extend([own, Stmt::new(StmtKind::Pop(bits.clone()))]);
                out.extend(shadow.map(|x| assign(x.clone(), like(&bits, &x))));
            }
            false => {
                let second = shadow.unwrap_or_else(|| generated(through.record));
                let second = assign(bits.clone(), like(&second, &bits));
                out.extend([second, Stmt::new(StmtKind::Push(bits)), own]);
            }
        }
        true
    }

    /// True if a record of the program that passes through bits has a shadow, and some come from bits.
    fn records_have_shadows(&mut self) -> bool {
        if let Some(known) = self.records_are_active {
            return known;
        }
        let units: Vec<UnitId> = self.g.units.keys().copied().collect();
        let (mut active, mut pops) = (false, false);
        for u in units {
            visit::walk_block(&self.g.primal.units[u].body, &mut |s| {
                if let Some(through) = through_bits(self.g, s) {
                    active |= self.g.is_active_designator(u, through.record);
                    pops |= through.pops;
                }
            });
        }
        let found = active && pops;
        self.records_are_active = Some(found);
        found
    }
}

/// The record that a statement moves into bits, or out of bits.
fn through_bits<'s>(g: &Generator, s: &'s Stmt) -> Option<Through<'s>> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let source = transferred(rhs)?;
    let is_record = |e: &Expr| matches!(e.ty, Ty::Derived(_)) && e.is_designator();
    let is_bits = |e: &Expr| matches!(e.ty, Ty::Integer(_)) && matches!(e.kind, ExprKind::Var(_));
    let (record, bits, pops) = match (is_record(lhs), is_record(source)) {
        (true, false) => (lhs, source, true),
        (false, true) => (source, lhs, false),
        _ => return None,
    };
    (is_bits(bits) && holds_pointers(g.primal, record.ty)).then_some(Through { record, bits, pops })
}

/// True for a type with pointers among its components.
fn holds_pointers(program: &Program, ty: Ty) -> bool {
    let Ty::Derived(t) = ty else { return false };
    let is_pointer = |c: SymbolId| program.symbols[c].variable().is_some_and(|v| v.attrs.pointer);
    program.components(t).into_iter().any(is_pointer)
}

/// The statements that move a record to or from the tape.
pub(super) fn recorded(g: &Generator, block: &Block, out: &mut BTreeSet<StmtId>) {
    for (k, s) in block.iter().enumerate() {
        s.kind.for_each_block(&mut |b| recorded(g, b, out));
        let Some(through) = through_bits(g, s) else { continue };
        let found = match through.pops {
            true => nearest(g, block[..k].iter().rev(), &through),
            false => nearest(g, block[k + 1..].iter(), &through),
        };
        if found {
            out.insert(s.id);
        }
    }
}

/// True if the first of some statements that calls anything, or names the bits, moves them to or from the tape.
fn nearest<'s>(g: &Generator, mut statements: impl Iterator<Item = &'s Stmt>, through: &Through) -> bool {
    let names = |e: &Expr| {
        through
            .bits
            .base_symbol()
            .is_some_and(|b| visit::mentions(e, &|s| s == b))
    };
    let stops = |s: &&Stmt| {
        let one = std::slice::from_ref(*s);
        let mut found = false;
        visit::walk_calls(one, &mut |_| found = true);
        visit::walk_block(one, &mut |s| {
            visit::stmt_exprs(&s.kind, &mut |e| found |= names(e));
            found |= matches!(
                s.kind,
                StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Exit(_) | StmtKind::Cycle(_)
            );
        });
        found || s.label.is_some()
    };
    let Some(StmtKind::Call { callee, args }) = statements.find(stops).map(|s| &s.kind) else {
        return false;
    };
    let name = fold(&g.primal.symbols[callee.proc].name);
    let is_external = g.primal.definition(callee.proc).is_none_or(|t| g.models.contains(t));
    let wanted = match through.pops {
        true => "popinteger4array",
        false => "pushinteger4array",
    };
    let value = args.first().and_then(Arg::expr);
    is_external && name == wanted && value.is_some_and(|v| v.same(through.bits))
}
