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
//! yd(e) = Σ c_k·d_k          yd(e) = yd(e) + Σ c_k·d_k          yd(e) = 0          td = Σ c_k·d_k
//! ```
//!
//! where `y` is a dependent and no independent; `t` is a scalar that is neither; `c_k` and `e` read no derivative; and
//! `d_k` is `xd(e_k)`, an independent's derivative whose subscripts read no derivative, or `td`, where that has a form
//! ([`super::forms`]). Assignments of arrays count whose elements are computed so. In particular, no procedure gets a
//! derivative, no intermediate array carries one, no scalar adds up derivatives in a loop, and nothing writes an `xd`.
//!
//! **Proof.** The claim: after each statement, `yd(e) = Σ_j J(e, j)·xd_j` for all elements `e` of dependents, where
//! `J(e, ·)` is the row stored so far, and `xd_j` are the derivatives of the independents on entry. It holds on entry:
//! no row is set, and a `yd` that is no `xd` is zero. Since nothing writes an `xd`, `xd(e_k)` is `xd_j`, with `j` the
//! column of `e_k`, and a form is a sum of such multiples. So the first assignment replaces row `e` by factors in these
//! columns, where equal columns are added up; the second adds them to it; the third empties it. Other statements change
//! no derivative and no row. The tangent is right for all `xd`, so on exit `J` is the Jacobian.
//!
//! Columns are computed from the subscripts whenever a statement runs. So entries of branches that are taken for the
//! first time are found, and need no check: they extend the pattern.
//!
//! Not done: rows of arrays, and of sums in loops, which would allow any head.

use super::forms::{Forms, Multiple};
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
        has_jumps: has_jumps(&body),
        loops: 0,
        is_stored: false,
        g,
    };
    rows.dependents = rows.places(&of.dependents);
    rows.independents = rows.places(&of.independents);
    rows.block(&mut body, &mut Forms::default());
    let mut all = std::mem::take(&mut rows.stores.before);
    all.append(&mut body);
    let mut last = rows.stores.end();
    last.label = end.and_then(|s| s.label);
    all.push(last);
    g.out.units[head].body = all;
    super::name_value(g, head);
    if carriers.are_in(&g.out, head) || !g.options.apply(Opt::Direct, g.primal.units[of.unit].span) {
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

/// True if statements may run in another order than that of blocks.
fn has_jumps(body: &Block) -> bool {
    let mut found = false;
    visit::walk_block(body, &mut |s| found |= visit::jumps(&s.kind));
    found
}

/// False for a construct whose assignments have no order.
fn has_order(s: &StmtKind) -> bool {
    let is_concurrent = |control: &DoControl| matches!(control, DoControl::Concurrent { .. });
    !matches!(s, StmtKind::Where { .. } | StmtKind::Forall { .. })
        && !matches!(s, StmtKind::Do { control, .. } if is_concurrent(control))
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
    has_jumps: bool,
    /// The number of loops around.
    loops: usize,
    /// A row may have been stored.
    is_stored: bool,
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

    /// Rewrites a block. Statements of other forms stay, and then name derivatives.
    fn block(&mut self, block: &mut Block, forms: &mut Forms) {
        let mut out = Vec::with_capacity(block.len());
        for mut s in std::mem::take(block) {
            if let Some(mut instead) = self.rewritten(&s.kind, forms) {
                if instead.is_empty() && s.label.is_some() {
                    instead.push(Stmt::new(StmtKind::Continue));
                }
                if let Some(first) = instead.first_mut() {
                    first.label = s.label;
                    first.lead = s.lead;
                }
                out.append(&mut instead);
                continue;
            }
            self.inside(&mut s, forms);
            out.push(s);
        }
        *block = out;
    }

    /// Rewrites the blocks of a statement, and finds the forms after it.
    fn inside(&mut self, s: &mut Stmt, forms: &mut Forms) {
        if let StmtKind::If { name, arms, short } = &mut s.kind {
            // EXIT leaves the construct from within
            let forgets = name.is_some();
            let before: Vec<Block> = arms.iter().filter(|_| forgets).map(|a| a.body.clone()).collect();
            self.branches(arms, forms);
            *short &= arms.len() == 1 && arms[0].body.len() == 1;
            before.iter().for_each(|b| forms.forget_assigned(b));
            return;
        }
        forms.pass(&s.kind);
        s.kind.for_each_block(&mut |b| forms.forget_assigned(b));
        let is_loop = usize::from(matches!(s.kind, StmtKind::Do { .. }));
        self.loops += is_loop;
        if has_order(&s.kind) {
            s.kind.for_each_block_mut(&mut |b| self.block(b, &mut forms.clone()));
        }
        self.loops -= is_loop;
    }

    /// Rewrites the arms of an IF, and finds the forms where they meet.
    fn branches(&mut self, arms: &mut Vec<Arm>, forms: &mut Forms) {
        let mut all: Vec<Forms> = vec![];
        for arm in arms.iter_mut() {
            let mut of_arm = forms.clone();
            self.block(&mut arm.body, &mut of_arm);
            all.push(of_arm);
        }
        let has_else = arms.iter().any(|a| a.cond.is_none());
        if !has_else {
            all.push(forms.clone());
        }
        let (g, unit) = (&mut *self.g, self.unit);
        let (met, mut ends) = Forms::meet(&all, &mut || (column(g, unit), factor(g, unit)));
        if !has_else && ends.last().is_some_and(|e| !e.is_empty()) {
            arms.push(Arm::new(None, vec![]));
        }
        arms.iter_mut().zip(&mut ends).for_each(|(a, end)| a.body.append(end));
        *forms = met;
    }

    /// The statements in place of one that assigns derivatives, if it has one of the forms.
    fn rewritten(&mut self, s: &StmtKind, forms: &mut Forms) -> Option<Block> {
        let StmtKind::Assign { lhs, rhs } = s else {
            return None;
        };
        if !self.carriers.names(lhs) {
            return None;
        }
        if lhs.rank == 0 {
            let s = element(lhs)?;
            return match self.dependents.contains_key(&s) {
                true => self.row(lhs, rhs, forms),
                false => self.scalar(lhs, s, rhs, forms),
            };
        }
        let at = locals(self.g, self.unit, "ii", &mut self.positions, usize::from(lhs.rank)).to_vec();
        let program = &self.g.out;
        // the bounds of the primal, since no derivative has any
        let mut primal = lhs.clone();
        visit::rewrite_expr(&mut primal, &mut |e| {
            if let ExprKind::Var(s) = &mut e.kind {
                *s = self.g.primals.get(s).copied().unwrap_or(*s);
            }
        });
        let ends = extents(program, &primal).into_iter().map(|n| (int(1), n)).collect();
        let (lhs, rhs) = (element_of(program, lhs, &at)?, element_of(program, rhs, &at)?);
        let row = self.row(&lhs, &rhs, forms)?;
        Some(nest(&at, ends, false, row))
    }

    /// The row of an element.
    fn row(&mut self, lhs: &Expr, rhs: &Expr, forms: &Forms) -> Option<Block> {
        let row = self.dependents.get(&element(lhs)?)?.of(lhs);
        let mut terms = vec![];
        self.terms(rhs, &mut terms)?;
        let own = terms.iter().position(|t| t.of.same(lhs));
        let adds = match own.map(|k| terms.remove(k)) {
            Some(own) if !is_one(&own.factor) => return None,
            own => own.is_some(),
        };
        let mut multiples = resolved(&terms, forms)?;
        match (multiples.is_empty(), adds) {
            (true, true) => return Some(vec![]),
            // no row is set before the first
            (true, false) if self.loops == 0 && !self.is_stored && !self.has_jumps => return Some(vec![]),
            (true, false) => return Some(vec![self.stores.empty(row)]),
            (false, _) => {}
        }
        let mut out = self.find_columns(&mut multiples, false)?;
        let (columns, values): (Vec<_>, _) = multiples.into_iter().map(|m| (m.column, m.factor)).unzip();
        let entries = Entries {
            row,
            columns: columns.into_iter().collect::<Option<_>>()?,
            values,
            adds,
        };
        out.extend(self.stores.store(self.g, entries));
        self.is_stored = true;
        Some(out)
    }

    /// The form of a scalar, and the statements that keep its columns and factors.
    fn scalar(&mut self, lhs: &Expr, s: SymbolId, rhs: &Expr, forms: &mut Forms) -> Option<Block> {
        let is_local = self.g.out.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local);
        if !is_local || lhs.ty != Ty::Real(8) || !matches!(lhs.kind, ExprKind::Var(_)) || self.has_jumps {
            return None;
        }
        let mut terms = vec![];
        self.terms(rhs, &mut terms)?;
        let mut form = resolved(&terms, forms)?;
        let mut out = self.find_columns(&mut form, true)?;
        for m in form.iter_mut().filter(|m| !m.factor.is_literal()) {
            let kept = factor(self.g, self.unit);
            out.push(assign(kept.clone(), std::mem::replace(&mut m.factor, kept)));
        }
        forms.set(s, form);
        Some(out)
    }

    /// Finds columns that are not known; the statements that compute them, in variables of their own or for one row.
    fn find_columns(&mut self, multiples: &mut [Multiple], own: bool) -> Option<Block> {
        let (mut out, mut used) = (vec![], 0);
        for k in 0..multiples.len() {
            if multiples[k].column.is_some() {
                continue;
            }
            let of = multiples[k].of.clone()?;
            let s = element(&of)?;
            let places = self.independents.get(&s)?;
            let near = multiples.iter().find_map(|m| {
                let other = m.of.as_ref().filter(|o| element(o) == Some(s))?;
                places.beside(m.column.as_ref()?, other, &of)
            });
            let place = near.unwrap_or_else(|| {
                let place = places.of(&of);
                let found = match own {
                    true => column(self.g, self.unit),
                    false => {
                        used += 1;
                        locals(self.g, self.unit, "col", &mut self.columns, used)[used - 1].clone()
                    }
                };
                out.push(assign(found.clone(), place));
                found
            });
            multiples[k].column = Some(place);
        }
        Some(out)
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
            ExprKind::Binary(BinaryOp::Mul, a, b) if !c.mentions(b) => {
                self.multiples(a, &|f| mul(f, (**b).clone()), out)
            }
            ExprKind::Binary(BinaryOp::Mul, a, b) if !c.mentions(a) => {
                self.multiples(b, &|f| mul((**a).clone(), f), out)
            }
            ExprKind::Binary(BinaryOp::Div, a, b) if !c.mentions(b) => {
                self.multiples(a, &|f| div(f, (**b).clone()), out)
            }
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

/// Multiples of seeds, for terms that may be scalars with forms; those of one derivative are added up.
fn resolved(terms: &[Term], forms: &Forms) -> Option<Vec<Multiple>> {
    let mut out: Vec<Multiple> = vec![];
    for t in terms {
        let s = element(&t.of)?;
        let form = forms.get(s).cloned().unwrap_or_else(|| {
            let of = Some(t.of.clone());
            let (column, factor) = (None, real("1.0", 8));
            vec![Multiple { of, column, factor }]
        });
        for m in form {
            let factor = mul(t.factor.clone(), m.factor);
            let of = |o: &Multiple| o.of.as_ref().zip(m.of.as_ref()).is_some_and(|(a, b)| a.same(b));
            match out.iter_mut().find(|o| of(o)) {
                Some(known) => {
                    known.factor = add(known.factor.clone(), factor);
                    known.column = known.column.take().or(m.column);
                }
                None => out.push(Multiple { factor, ..m }),
            }
        }
    }
    Some(out)
}

/// A new variable for a column.
fn column(g: &mut Generator, unit: UnitId) -> Expr {
    g.local(unit, "col", DeclType::plain(Ty::Integer(4)), 0)
}

/// A new variable for a factor.
fn factor(g: &mut Generator, unit: UnitId) -> Expr {
    g.local(unit, "val", DeclType::plain(Ty::Real(8)), 0)
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
