//! Heads whose rows are stored where their dependents are computed.
//!
//! ```text
//! partial = 2.0d0*u(i)                              partial = 2.0d0*u(i)
//! yd(i) = ud(i - 1) + partial*ud(i)        →        row i: column i - 1 has 1.0d0, column i has partial
//! y(i) = u(i - 1) + u(i)**2                         y(i) = u(i - 1) + u(i)**2
//! ```
//!
//! There are no directions, no seeds and no colours: each entry is computed once, and stored where it is in the matrix
//! ([`super::stores`]). Intermediate values of sequences of assignments have been eliminated before
//! ([`crate::preaccumulate`]).
//!
//! **Condition.** In the tangent of the head, in one direction, derivatives occur in these assignments only:
//!
//! ```text
//! yd(e) = Σ c_k·xd(e_k)          yd(e) = yd(e) + Σ c_k·xd(e_k)          yd(e) = 0
//! ```
//!
//! where `y` is a dependent and no independent, each `x` is an independent, and `c_k`, `e` and `e_k` read no derivative;
//! or in assignments of arrays whose elements are computed so. In particular, no procedure gets a derivative, no
//! intermediate array or scalar carries one, and nothing writes an `xd`.
//!
//! **Proof.** The claim: after each statement, `yd(e) = Σ_j J(e, j)·xd_j` for all elements `e` of dependents, where
//! `J(e, ·)` is the row stored so far, and `xd_j` are the derivatives of the independents on entry. It holds on entry:
//! no row is set, and a `yd` that is no `xd` is zero. Since nothing writes an `xd`, `xd(e_k)` is `xd_j`, with `j` the
//! column of `e_k`. So the first form replaces row `e` by `c_k` in these columns, where equal columns are added up; the
//! second adds them to it; the third empties it. Other statements change no derivative and no row. The tangent is right
//! for all `xd`, so on exit `J` is the Jacobian.
//!
//! Columns are computed from the subscripts whenever a statement runs. So entries of branches that are taken for the
//! first time are found, and need no check: they extend the pattern.
//!
//! Not done: rows of intermediate values, which would allow any head.

use super::matrices;
use super::places::Places;
use super::sparse::{matrix, unfit};
use super::stores::{Entries, Stores};
use crate::assemble::generator::Generator;
use crate::directions::{element_of, extents, made_procedures, Carriers};
use crate::normalize::leaves::nest;
use crate::options::Opt;
use crate::rules::merge;
use adc_frontend::intrinsics;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Makes the tangent of the head its sparse Jacobian, if the condition holds.
pub(crate) fn stored(g: &mut Generator, head: UnitId) -> Option<()> {
    let units = made_procedures(g);
    let carriers = Carriers::of(g, &units);
    let is_other = |u: &UnitId| *u != head && carriers.are_in(&g.out, *u);
    let of = g.heads.first().clone();
    let has_both = of.dependents.iter().any(|y| of.independents.contains(y));
    let is_elemental = g.out.units[head].prefix.elemental;
    if unfit(g).is_some() || has_both || is_elemental || units.iter().any(is_other) {
        return None;
    }
    let mut body = g.out.units[head].body.clone();
    let end = last_return(&mut body)?;
    if !g.options.apply(Opt::Direct, g.primal.units[of.unit].span) {
        return None;
    }
    matrices::without_shadows(g, head);
    g.out.units[head].prefix.pure_ = false;
    let jac = matrix(g, head);
    let total = |g: &Generator, all: &[SymbolId]| matrices::total(&g.out, all);
    let (rows, columns) = (total(g, &of.dependents), total(g, &of.independents));
    let stores = Stores::new(g, head, jac, rows, columns);
    let mut rows = Rows {
        unit: head,
        carriers: &carriers,
        dependents: IndexMap::new(),
        independents: IndexMap::new(),
        stores,
        columns: vec![],
        positions: vec![],
        g,
    };
    rows.dependents = rows.places(&of.dependents);
    rows.independents = rows.places(&of.independents);
    visit::splice_inside(&mut body, &runs_in_order, &mut |s| rows.rewritten(s));
    let mut all = std::mem::take(&mut rows.stores.before);
    all.append(&mut body);
    let mut last = rows.stores.end();
    last.label = end.and_then(|s| s.label);
    all.push(last);
    g.out.units[head].body = all;
    if carriers.are_in(&g.out, head) {
        return None;
    }
    g.import_all(head);
    Some(())
}

/// Takes the RETURN at the end of a body; `None` if there are others.
fn last_return(body: &mut Block) -> Option<Option<Stmt>> {
    let is_return = |s: &Stmt| matches!(s.kind, StmtKind::Return(_));
    let last = body.pop_if(|s| is_return(s));
    let mut others = false;
    visit::walk_block(body, &mut |s| others |= is_return(s));
    (!others).then_some(last)
}

/// False for constructs whose assignments have no order.
fn runs_in_order(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Where { .. } | StmtKind::Forall { .. } => false,
        StmtKind::Do { control, .. } => !matches!(control, DoControl::Concurrent { .. }),
        _ => true,
    }
}

/// A multiple of a derivative.
struct Term {
    of: Expr,
    factor: Expr,
}

struct Rows<'r, 'a> {
    g: &'r mut Generator<'a>,
    unit: UnitId,
    carriers: &'r Carriers,
    /// The places of elements, by the derivative of their variable.
    dependents: IndexMap<SymbolId, Places>,
    independents: IndexMap<SymbolId, Places>,
    stores: Stores,
    /// Columns of elements that are no neighbours of others.
    columns: Vec<Expr>,
    /// Positions in arrays, by dimension.
    positions: Vec<Expr>,
}

impl Rows<'_, '_> {
    fn places(&mut self, all: &[SymbolId]) -> IndexMap<SymbolId, Places> {
        let mut found = IndexMap::new();
        for (k, &s) in all.iter().enumerate() {
            let places = Places::new(self.g, self.unit, s, &all[..k], &mut self.stores.before);
            // one without a shadow has no entries
            if let Some(&shadow) = self.g.shadows.get(&s) {
                found.insert(shadow, places);
            }
        }
        found
    }

    /// The statements in place of one that assigns derivatives, if it has one of the forms.
    fn rewritten(&mut self, s: &Stmt) -> Option<Block> {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return None;
        };
        if !self.carriers.names(lhs) {
            return None;
        }
        if lhs.rank == 0 {
            return self.row(lhs, rhs);
        }
        let at = locals(self.g, self.unit, "ii", &mut self.positions, usize::from(lhs.rank)).to_vec();
        let program = &self.g.out;
        let ends = extents(program, lhs).into_iter().map(|n| (int(1), n)).collect();
        let (lhs, rhs) = (element_of(program, lhs, &at)?, element_of(program, rhs, &at)?);
        Some(nest(&at, ends, false, self.row(&lhs, &rhs)?))
    }

    /// The same for an element.
    fn row(&mut self, lhs: &Expr, rhs: &Expr) -> Option<Block> {
        let row = self.dependents.get(&element(lhs)?)?.of(lhs);
        let mut terms = vec![];
        self.terms(rhs, &mut terms)?;
        let own = terms.iter().position(|t| t.of.same(lhs));
        let adds = match own.map(|k| terms.remove(k)) {
            Some(own) if !is_one(&own.factor) => return None,
            own => own.is_some(),
        };
        match (terms.is_empty(), adds) {
            (true, true) => return Some(vec![]),
            (true, false) => return Some(vec![self.stores.empty(row)]),
            (false, _) => {}
        }
        let (mut out, columns) = self.columns_of(&terms)?;
        let values = terms.into_iter().map(|t| t.factor).collect();
        let entries = Entries {
            row,
            columns,
            values,
            adds,
        };
        out.extend(self.stores.store(self.g, entries));
        Some(out)
    }

    /// The columns of derivatives, with the statements that compute them.
    fn columns_of(&mut self, terms: &[Term]) -> Option<(Block, Vec<Expr>)> {
        let (mut out, mut columns) = (vec![], vec![]);
        // elements with their columns
        let mut known: Vec<(&Expr, SymbolId, Expr)> = vec![];
        for t in terms {
            let s = element(&t.of)?;
            let places = self.independents.get(&s)?;
            let mut others = known.iter().filter(|k| k.1 == s);
            let near = others.find_map(|(other, _, column)| places.beside(column, other, &t.of));
            columns.push(match near {
                Some(column) => column,
                None => {
                    let place = places.of(&t.of);
                    let used = known.len();
                    let column = locals(self.g, self.unit, "col", &mut self.columns, used + 1)[used].clone();
                    out.push(assign(column.clone(), place));
                    known.push((&t.of, s, column.clone()));
                    column
                }
            });
        }
        Some((out, columns))
    }

    /// The terms of a sum of multiples of derivatives; those of one derivative are added up.
    fn terms(&self, e: &Expr, out: &mut Vec<Term>) -> Option<()> {
        let c = self.carriers;
        if c.names(e) {
            return e.is_designator().then(|| collect(out, e, real("1.0", 8)));
        }
        if !c.mentions(e) {
            return is_zero(e).then_some(());
        }
        match &e.kind {
            ExprKind::Paren(a) | ExprKind::Unary(UnaryOp::Plus, a) => self.terms(a, out),
            ExprKind::Unary(UnaryOp::Minus, a) => self.multiples(a, &neg, out),
            ExprKind::Binary(BinaryOp::Add, a, b) => self.terms(a, out).and(self.terms(b, out)),
            ExprKind::Binary(BinaryOp::Sub, a, b) => self.terms(a, out).and(self.multiples(b, &neg, out)),
            ExprKind::Binary(BinaryOp::Mul, a, b) if !c.mentions(b) => self.multiples(a, &|f| mul(f, (**b).clone()), out),
            ExprKind::Binary(BinaryOp::Mul, a, b) if !c.mentions(a) => self.multiples(b, &|f| mul((**a).clone(), f), out),
            ExprKind::Binary(BinaryOp::Div, a, b) if !c.mentions(b) => self.multiples(a, &|f| div(f, (**b).clone()), out),
            ExprKind::Intrinsic(id, _, args) if id.row().name == "merge" => {
                let (_, bound) = intrinsics::bound(*id, args).ok()?;
                let [Some(t), Some(f), Some(mask)] = bound[..] else {
                    return None;
                };
                let none = || zero(Ty::Real(8));
                self.multiples(t, &|x| merge(x, none(), mask.clone()), out)?;
                self.multiples(f, &|x| merge(none(), x, mask.clone()), out)
            }
            _ => None,
        }
    }

    /// The terms of a multiple of such a sum.
    fn multiples(&self, e: &Expr, times: &dyn Fn(Expr) -> Expr, out: &mut Vec<Term>) -> Option<()> {
        let mut inner = vec![];
        self.terms(e, &mut inner)?;
        inner.into_iter().for_each(|t| collect(out, &t.of, times(t.factor)));
        Some(())
    }
}

/// Adds a term to others.
fn collect(terms: &mut Vec<Term>, of: &Expr, factor: Expr) {
    match terms.iter_mut().find(|t| t.of.same(of)) {
        Some(t) => t.factor = add(t.factor.clone(), factor),
        None => terms.push(Term { of: of.clone(), factor }),
    }
}

/// The variable of a scalar or an element.
fn element(e: &Expr) -> Option<SymbolId> {
    let of = |e: &Expr| match e.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    };
    match &e.kind {
        _ if e.rank > 0 => None,
        ExprKind::Index(base, _) => of(base),
        _ => of(e),
    }
}

/// The first of some integers of a procedure, which are made as they are needed.
fn locals<'l>(g: &mut Generator, unit: UnitId, stem: &str, all: &'l mut Vec<Expr>, count: usize) -> &'l [Expr] {
    while all.len() < count {
        all.push(g.local(unit, stem, DeclType::plain(Ty::Integer(4)), 0));
    }
    &all[..count]
}
