//! Replaces several divisions by one divisor by one division.
//!
//! ```text
//! t = vb/r                          inverse = 1.0/r
//! qb(3) = qb(3) + t                 t = vb*inverse
//! t = ub/r                 →        qb(3) = qb(3) + t
//! rb = rb - u/r*t                   t = ub*inverse
//!                                   rb = rb - u*inverse*t
//! ```
//!
//! Divisions by powers of one divisor, `r`, `r*r`, `r**3`, share its inverse and multiply by it several times; if all
//! divide by the same power, they share the inverse of that.
//!
//! A division takes as long as several multiplications. A compiler must not replace it, since `1/r` is rounded; so
//! derivatives change in their last digit. Primal computations, run once or again, are left alone, and so is a quotient
//! that a primal statement in the block also computes: a compiler computes it once anyway. If such a statement computes
//! `1/r`, its variable is used as the inverse.
//!
//! In a sequence of assignments, branches that contain nothing else, and accesses of the tape, a real scalar is a
//! divisor as long as no variable in it is assigned to. Literals are no divisors: where division by them is exact, it
//! costs a compiler nothing.

use super::open::{self, is_operand, Open, Shared};
use super::Locals;
use crate::options::Opt;
use adc_frontend::ir::visit::{mentions, rewrite_expr, walk_block, walk_expr};
use adc_frontend::ir::*;

/// The greatest exponent that counts as a few multiplications.
const MOST: i64 = 4;

/// An expression, and the exponent of the power that it is or divides by.
type Divisor = (Expr, usize);

/// The divisions by powers of one base.
struct Group {
    base: Expr,
    places: Vec<usize>,
    /// Dividends, with the exponents: a compiler divides the same one only once.
    divided: Vec<Divisor>,
    /// The divisor and its exponent, if all divide by the same power.
    only: Option<Divisor>,
    /// The primal variable that contains the inverse of a power, and the exponent.
    given: Option<Divisor>,
}

impl Group {
    fn of(base: &Expr) -> Group {
        Group {
            base: base.clone(),
            places: vec![],
            divided: vec![],
            only: None,
            given: None,
        }
    }

    fn divides(&mut self, value: &Expr, divisor: &Expr, exponent: usize, place: usize) {
        if self.divided.is_empty() {
            self.only = Some((divisor.clone(), exponent));
        } else if self.only.as_ref().is_some_and(|o| o.1 != exponent) {
            self.only = None;
        }
        let is_known = self.divided.iter().any(|d| d.1 == exponent && d.0.same(value));
        // two suffice to share the inverse, and those of other powers
        if !is_known && (self.divided.len() < 2 || self.divided.iter().all(|d| d.1 != exponent)) {
            self.divided.push((value.clone(), exponent));
        }
        if self.places.last() != Some(&place) {
            self.places.push(place);
        }
    }

    /// The exponent of the power whose inverse is shared.
    fn unit(&self) -> usize {
        self.given.as_ref().or(self.only.as_ref()).map_or(1, |d| d.1)
    }

    /// A quotient by means of the shared inverse.
    fn product(&self, divided: &Expr, exponent: usize, inverse: &Expr) -> Expr {
        let times = exponent / self.unit();
        let power = (1..times).fold(inverse.clone(), |p, _| mul(p, inverse.clone()));
        match is_one(divided) {
            true => power,
            false => mul(divided.clone(), power),
        }
    }

    /// The power whose inverse is shared.
    fn divisor(&self) -> &Expr {
        self.only.as_ref().map_or(&self.base, |d| &d.0)
    }

    /// True for the quotient that a primal variable contains.
    fn serves(&self, divided: &Expr, exponent: usize) -> bool {
        is_one(divided) && self.given.as_ref().is_some_and(|d| d.1 == exponent)
    }

    /// True if sharing the inverse pays.
    fn pays(&self) -> bool {
        self.divided.len() > usize::from(self.given.is_none())
    }
}

impl Shared for Group {
    fn key(&self) -> &Expr {
        &self.base
    }

    fn operands(&self) -> Vec<&Expr> {
        self.given.iter().map(|d| &d.0).chain([&self.base]).collect()
    }
}

/// Shares divisions in a block, and in its inner blocks.
pub(super) fn share(block: &mut Block, locals: &mut Locals) {
    in_block(block, locals);
}

/// The same; returns the number of inverses that are needed at the same time.
fn in_block(block: &mut Block, locals: &mut Locals) -> usize {
    let mut inside = 0;
    for s in block.iter_mut() {
        // a mask selects elements of arrays only, so no scalar can be set inside it
        if !matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
            s.kind
                .for_each_block_mut(&mut |b| inside = inside.max(in_block(b, locals)));
        }
    }
    let known = known(block, locals);
    let mut closed: Vec<Group> = vec![];
    let mut open = Open::default();
    for (k, s) in block.iter().enumerate() {
        if s.label.is_some() {
            // a jump may lead here, past the statements before
            closed.extend(open.all());
        }
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if locals.is_derivative(lhs) && s.label.is_none() {
                let bound = open::bound(rhs);
                walk_expr(rhs, &mut |e| {
                    let found =
                        quotient(e).filter(|(_, b)| is_divisor(b, locals) && !mentions(b, &|v| bound.contains(&v)));
                    let Some((divided, divisor)) = found else { return };
                    let (base, exponent) = power(divisor);
                    if open.of(base).is_none() {
                        open.begin(Group::of(base));
                    }
                    let Some(group) = open.of(base) else { return };
                    if group.serves(divided, exponent) || !known.contains(e) {
                        group.divides(divided, divisor, exponent, k);
                    }
                });
            }
        }
        closed.extend(open.ended_by(s));
        if let Some((inverse, divisor)) = inverse(s, locals) {
            let (base, exponent) = power(divisor);
            if open.of(base).is_none() {
                open.begin(Group {
                    given: Some((inverse.clone(), exponent)),
                    ..Group::of(base)
                });
            }
        }
    }
    closed.extend(open.all());
    closed.retain(|g| g.pays() && locals.apply(Opt::Reciprocals));
    let mut before: Vec<(usize, Stmt)> = vec![];
    // one variable each: they overlap, and there are inner blocks between the places
    for (k, g) in closed.iter().enumerate() {
        let given = g.given.as_ref().map(|d| d.0.clone());
        let inverse = given.unwrap_or_else(|| locals.shared("inverse", g.base.ty, inside + k));
        let mut used = false;
        for &k in &g.places {
            if let StmtKind::Assign { rhs, .. } = &mut block[k].kind {
                let bound = open::bound(rhs);
                if mentions(&g.base, &|v| bound.contains(&v)) {
                    continue;
                }
                rewrite_expr(rhs, &mut |e| {
                    let found = quotient(e).map(|(a, b)| (a, power(b)));
                    let own = found.filter(|(a, (base, exponent))| {
                        let is_multiple = exponent % g.unit() == 0;
                        base.same(&g.base) && is_multiple && (g.serves(a, *exponent) || !known.contains(e))
                    });
                    if let Some((a, (_, exponent))) = own {
                        used = true;
                        *e = g.product(a, exponent, &inverse);
                    }
                });
            }
        }
        // a divisor may have contained another one, which has been replaced
        if g.given.is_none() && used {
            let one = real("1.0", g.base.ty.kind().unwrap_or(8));
            before.push((g.places[0], assign(inverse, div(one, g.divisor().clone()))));
        }
    }
    open::insert(block, before);
    inside + closed.len()
}

/// The quotients that primal statements compute in a block.
fn known(block: &Block, locals: &Locals) -> ExprMap<()> {
    let mut out = ExprMap::default();
    walk_block(block, &mut |s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if !locals.is_derivative(lhs) {
                walk_expr(rhs, &mut |e| {
                    if quotient(e).is_some() {
                        out.insert(e, ());
                    }
                });
            }
        }
    });
    out
}

/// The primal variable that a statement sets to an inverse, and the divisor.
fn inverse<'s>(s: &'s Stmt, locals: &Locals) -> Option<(&'s Expr, &'s Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let ExprKind::Var(v) = lhs.kind else { return None };
    let (a, b) = quotient(rhs)?;
    let is_own = !locals.is_derivative(lhs) && !locals.has_two_names(v) && !mentions(b, &|x| x == v);
    (is_one(a) && lhs.ty == rhs.ty && is_own && is_divisor(b, locals)).then_some((lhs, b))
}

fn is_one(e: &Expr) -> bool {
    literal_value(e) == Some(1.0)
}

/// True for a possible divisor: no literal.
fn is_divisor(e: &Expr, locals: &Locals) -> bool {
    literal_value(e).is_none() && is_operand(e, locals)
}

/// The base and the exponent of a product of equal factors, or of a power with a small exponent.
fn power(e: &Expr) -> (&Expr, usize) {
    match &e.kind {
        ExprKind::Paren(x) => power(x),
        ExprKind::Binary(BinaryOp::Mul, a, b) => match (power(a), power(b)) {
            ((x, n), (y, m)) if x.same(y) => (x, n + m),
            _ => (e, 1),
        },
        ExprKind::Binary(BinaryOp::Pow, x, n) => match (power(x), int_value(n)) {
            ((x, m), Some(n @ 2..=MOST)) => (x, m * n as usize),
            _ => (e, 1),
        },
        _ => (e, 1),
    }
}

/// Dividend and divisor of a real division.
fn quotient(e: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &e.kind else {
        return None;
    };
    let is_real = matches!(b.ty, Ty::Real(_)) && b.rank == 0 && e.ty == b.ty;
    (is_real && (a.ty == b.ty || is_one(a))).then_some((a, b))
}
