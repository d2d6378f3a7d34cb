//! What all writers of statements for many directions share.

use super::carriers::{Carriers, Directions};
use super::{at, place};
use crate::assemble::generator::Generator;
use adc_frontend::codes;
use adc_frontend::ir::*;

/// A statement of the result.
pub(super) enum Piece {
    /// For all directions.
    Shared(Stmt),
    /// For the direction of the surrounding loop.
    PerDirection(Stmt),
}

/// Writes the statements of one procedure.
pub(super) struct Writer<'w, 'a> {
    pub g: &'w mut Generator<'a>,
    pub all: &'w Directions,
    pub unit: UnitId,
    /// The index of loops over directions, once there is one.
    pub(super) index: Option<SymbolId>,
    /// Positions in arrays, by dimension.
    positions: Vec<Expr>,
}

impl<'w, 'a> Writer<'w, 'a> {
    pub(super) fn new(g: &'w mut Generator<'a>, all: &'w Directions, unit: UnitId) -> Self {
        Writer {
            g,
            all,
            unit,
            index: None,
            positions: vec![],
        }
    }
}

impl Writer<'_, '_> {
    pub(super) fn carriers(&self) -> &Carriers {
        &self.all.carriers
    }

    /// The index of loops over directions.
    pub(super) fn direction(&mut self) -> Expr {
        let (g, unit) = (&mut *self.g, self.unit);
        let s = *self.index.get_or_insert_with(|| {
            let ty = DeclType::plain(Ty::Integer(4));
            let e = g.local(unit, "dir", ty, 0);
            e.base_symbol()
                .unwrap_or_else(|| unreachable!("a new local is a variable"))
        });
        var(&self.g.out, s)
    }

    /// The number of directions.
    pub(super) fn count(&self) -> Expr {
        self.all.count[&self.unit].clone()
    }

    /// Statements that run once per direction.
    pub(super) fn loop_over_directions(&mut self, body: Block) -> Option<Stmt> {
        let var = self.direction().base_symbol()?;
        let control = DoControl::count(var, int(1), self.count(), None);
        Some(Stmt::new(StmtKind::Do {
            name: None,
            control,
            body,
        }))
    }

    /// A temporary for all directions in the shape of a scalar derivative; `None` for arrays.
    pub(super) fn result_like(&mut self, lhs: &Expr) -> Option<Expr> {
        if lhs.rank > 0 {
            return None;
        }
        let t = self.g.local(self.unit, "resultd", DeclType::plain(lhs.ty), 0);
        let count = self.count();
        let s = t.base_symbol()?;
        self.g.out.symbols[s].variable_mut()?.dims = vec![Dim::Explicit(None, count)];
        Some(var(&self.g.out, s))
    }

    /// Positions in the dimensions of arrays.
    pub(super) fn positions(&mut self, rank: u8) -> Vec<Expr> {
        const STEMS: [&str; 4] = ["ii", "jj", "kk", "ll"];
        while self.positions.len() < usize::from(rank) {
            let stem = STEMS[self.positions.len() % STEMS.len()];
            let i = self.g.local(self.unit, stem, DeclType::plain(Ty::Integer(4)), 0);
            self.positions.push(i);
        }
        self.positions[..usize::from(rank)].to_vec()
    }

    /// A statement that runs once per direction.
    pub(super) fn each(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let direction = self.direction();
        let c = &self.all.carriers;
        at_direction(c, &mut s, &direction, at::at);
        out.push(Piece::PerDirection(s));
    }

    /// The same for a statement that asks each direction about its own memory.
    pub(super) fn each_own(&mut self, mut s: Stmt, out: &mut Vec<Piece>) {
        let direction = self.direction();
        let c = &self.all.carriers;
        at_direction(c, &mut s, &direction, at::at_own);
        out.push(Piece::PerDirection(s));
    }

    /// The procedure for many directions that is called.
    pub(super) fn many(&self, callee: &Callee) -> Option<UnitId> {
        let target = self.g.out.definition(callee.proc)?;
        self.all.count.contains_key(&target).then_some(target)
    }

    /// Refuses a statement, for a reason.
    pub(super) fn refuse(&mut self, s: &Stmt, why: &str) {
        let place = place::of(self.g, self.unit, s);
        self.g.come_to(place);
        self.g.refuse(
            codes::UNSUPPORTED_STATEMENT_AD,
            place,
            format!("in many directions, {why}; differentiate in one direction"),
        );
    }
}

/// Gives the first of several statements the comments and the label of the one that they replace.
pub(super) fn take_place(out: &mut [Piece], first: usize, s: &Stmt) {
    if let Some(Piece::Shared(one) | Piece::PerDirection(one)) = out.get_mut(first) {
        one.lead.clone_from(&s.lead);
        one.label = s.label;
    }
}

/// A statement, and those inside it, for one direction.
fn at_direction(c: &Carriers, s: &mut Stmt, direction: &Expr, at: fn(&Carriers, &mut Expr, &Expr)) {
    visit::stmt_exprs_mut(&mut s.kind, &mut |e| at(c, e, direction));
    s.kind
        .for_each_block_mut(&mut |b| b.iter_mut().for_each(|s| at_direction(c, s, direction, at)));
}
