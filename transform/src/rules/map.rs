//! Linear maps between derivatives, and their transposes.

use super::build::*;
use adc_frontend::ir::*;

/// A linear map between derivatives.
#[derive(Clone, Debug)]
pub enum Map {
    /// The identity.
    Identity,
    /// `-x`.
    Negate,
    /// `p*x`, element by element.
    Scale(Expr),
    /// `x/b`, element by element.
    Divide(Expr),
    /// `x` where the mask is true, elsewhere zero.
    Select(Expr),
    /// Real part of a complex.
    RealPart,
    /// Imaginary part of a complex.
    ImagPart,
    /// Complex conjugate.
    Conjugate,
    /// Converts a real to the real part of a complex of a kind.
    ToReal(u8),
    /// Converts a real to the imaginary part of a complex of a kind.
    ToImag(u8),
    /// The derivative of the modulus of this complex.
    Modulus(Expr),
    /// `sum(x, dim, mask)` of an array expression.
    Sum {
        /// The array, for its shape.
        array: Expr,
        /// `dim=`.
        dim: Option<Expr>,
        /// `mask=`.
        mask: Option<Expr>,
    },
    /// `dot_product(x, b)` or `dot_product(b, x)`: the flag is true if `x` comes first (and is conjugated).
    Dot(Expr, bool),
    /// `matmul(x, b)`: `b`, and `x` for its shape.
    MatmulLeft(Expr, Expr),
    /// `matmul(a, x)`: `a`, and `x` for its shape.
    MatmulRight(Expr, Expr),
    /// `transpose(x)`.
    Transpose,
    /// `reshape(x, shape)`.
    Reshape {
        /// Shape of the result.
        shape: Expr,
        /// Its rank.
        rank: u8,
        /// True if `x` may have too few elements, so that zeros follow.
        padded: bool,
        /// `x`, for its own shape.
        source: Expr,
    },
    /// The contribution of `pad=x` to `reshape(source, shape, x)`: source, shape, rank of the result.
    Padding(Expr, Expr, u8),
    /// `reshape(x, shape, order=order)` of an array whose shape is the same in that order.
    Permute {
        /// The dimension of the result that each dimension of `x` becomes.
        order: Vec<i64>,
        /// Shape of the result.
        shape: Expr,
        /// Shape of `x`.
        from: Expr,
    },
    /// `spread(x, dim, n)`.
    Spread(Expr, Expr),
    /// `cshift(x, shift, dim)`.
    Cshift(Expr, Option<Expr>),
    /// `eoshift(x, shift, dim=dim)`.
    Eoshift(Expr, Option<Expr>),
    /// `pack(x, mask, vector)`, with zeros for the elements from the vector.
    Pack(Expr, Option<Expr>),
    /// `unpack(x, mask, 0)`: mask, and `x` for its size.
    Unpack(Expr, Expr),
    /// The largest or smallest element of an array; equal elements share the derivative.
    Extremum(Extremum),
    /// The composition of two maps.
    Then(Box<Composition>),
}

/// The outer map applied after the inner one.
#[derive(Clone, Debug)]
pub struct Composition {
    pub(super) inner: Map,
    /// A value between them, for its type and shape.
    pub(super) between: Expr,
    pub(super) outer: Map,
}

/// `maxval(array, dim, mask)` or `minval`.
#[derive(Clone, Debug)]
pub struct Extremum {
    pub(super) array: Expr,
    pub(super) largest: bool,
    pub(super) dim: Option<Expr>,
    pub(super) mask: Option<Expr>,
}

impl Map {
    /// True for maps under which an element of the result does not come from the same element of the operand.
    pub fn moves_elements(&self) -> bool {
        match self {
            Map::Identity
            | Map::Negate
            | Map::Scale(_)
            | Map::Divide(_)
            | Map::Select(_)
            | Map::RealPart
            | Map::ImagPart
            | Map::Conjugate
            | Map::ToReal(_)
            | Map::ToImag(_)
            | Map::Modulus(_)
            | Map::Dot(..) => false,
            Map::Extremum(x) => x.dim.is_some(),
            Map::Then(c) => c.inner.moves_elements() || c.outer.moves_elements(),
            Map::Sum { .. }
            | Map::MatmulLeft(..)
            | Map::MatmulRight(..)
            | Map::Transpose
            | Map::Reshape { .. }
            | Map::Padding(..)
            | Map::Permute { .. }
            | Map::Spread(..)
            | Map::Cshift(..)
            | Map::Eoshift(..)
            | Map::Pack(..)
            | Map::Unpack(..) => true,
        }
    }

    /// The derivative of the node for a derivative `d` of the child.
    pub fn apply(&self, d: Expr, child: &Expr) -> Expr {
        let spread_out = |d: Expr| if d.rank < child.rank { broadcast(d, child) } else { d };
        match self {
            Map::Identity => d,
            Map::Negate => neg(d),
            Map::Scale(p) => scaled(p, d),
            Map::Divide(b) => div(d, b.clone()),
            Map::Select(mask) => merge(d, zero(child.ty), mask.clone()),
            Map::RealPart => real_part(d),
            Map::ImagPart => imag_part(d),
            Map::Conjugate => conjugate(d),
            Map::ToReal(k) => complex(d, None, *k),
            Map::ToImag(k) => complex(zero(Ty::Real(*k)), Some(d), *k),
            Map::Modulus(z) => div(real_part(mul(conjugate(z.clone()), d)), modulus(z)),
            Map::Sum { dim, mask, .. } => {
                let d = spread_out(d);
                let rank = if dim.is_some() { d.rank.saturating_sub(1) } else { 0 };
                let ty = d.ty;
                let mut args = vec![Arg::pos(d)];
                args.extend(dim.clone().map(|e| keyword("dim", e)));
                args.extend(mask.clone().map(|e| keyword("mask", e)));
                intrinsic_with("sum", args, ty, rank)
            }
            Map::Dot(b, x_first) => {
                let d = spread_out(d);
                let ty = arithmetic_type(d.ty, b.ty);
                if d.rank != 1 {
                    // an array of another rank, of reals
                    return intrinsic("sum", vec![mul(b.clone(), d)], ty, 0);
                }
                let args = if *x_first {
                    vec![d, b.clone()]
                } else {
                    vec![b.clone(), d]
                };
                intrinsic("dot_product", args, ty, 0)
            }
            Map::MatmulLeft(b, x) => matmul(spread_out(d), b.clone(), x.rank + b.rank - 2),
            Map::MatmulRight(a, x) => matmul(a.clone(), spread_out(d), a.rank + x.rank - 2),
            Map::Transpose => transposed(spread_out(d)),
            Map::Reshape {
                shape,
                rank,
                padded: short,
                ..
            } => {
                let d = reshape(spread_out(d), shape.clone(), *rank);
                let pad = array(vec![nothing(d.ty)]);
                match short {
                    true => padded(d, pad),
                    false => d,
                }
            }
            Map::Padding(source, shape, rank) => {
                let nothing = zeros_like(source);
                padded(reshape(nothing, shape.clone(), *rank), spread_out(d))
            }
            Map::Permute { order, shape, .. } => permuted(spread_out(d), shape, order),
            Map::Spread(dim, n) => {
                let (ty, rank) = (d.ty, d.rank + 1);
                intrinsic("spread", vec![d, dim.clone(), n.clone()], ty, rank)
            }
            Map::Cshift(shift, dim) => cshift(spread_out(d), shift.clone(), dim.clone()),
            Map::Eoshift(shift, dim) => eoshift(spread_out(d), shift.clone(), dim.clone()),
            Map::Pack(mask, vector) => {
                let d = spread_out(d);
                let ty = d.ty;
                let mut args = vec![d, mask.clone()];
                args.extend(vector.as_ref().map(zeros_like));
                intrinsic("pack", args, ty, 1)
            }
            Map::Unpack(mask, _) => {
                let d = spread_out(d);
                let (ty, rank) = (d.ty, mask.rank);
                intrinsic("unpack", vec![d, mask.clone(), nothing(ty)], ty, rank)
            }
            Map::Extremum(x) => {
                let mask = x.places();
                let d = spread_out(d);
                let ty = d.ty;
                let mut args = vec![Arg::pos(d)];
                args.extend(x.dim.clone().map(|e| keyword("dim", e)));
                args.push(keyword("mask", mask.clone()));
                div(intrinsic_with("sum", args, ty, x.rank()), x.count(mask))
            }
            Map::Then(c) => c.outer.apply(c.inner.apply(d, child), &c.between),
        }
    }

    /// The adjoint of the child for an adjoint `seed` of the node, before the sum for a scalar child that was
    /// broadcast.
    ///
    /// A scalar seed of an array node stands for an array of equal elements; maps that move elements need it as an
    /// array.
    pub fn transpose(&self, seed: Expr, child: &Expr, node: &Expr) -> Expr {
        let seed = if self.moves_elements() && seed.rank < node.rank {
            broadcast(seed, node)
        } else {
            seed
        };
        let adjoint = match self {
            Map::Identity => seed,
            Map::Negate => neg(seed),
            Map::Scale(p) => scaled(&conjugate(p.clone()), seed),
            Map::Divide(b) => div(seed, conjugate(b.clone())),
            Map::Select(mask) => {
                let z = zero(real_type(seed.ty));
                merge(seed, z, mask.clone())
            }
            // a real seed is a complex number without an imaginary part
            Map::RealPart => seed,
            Map::ImagPart => {
                let k = child.ty.kind().unwrap_or(8);
                complex(zero(Ty::Real(k)), Some(seed), k)
            }
            Map::Conjugate => conjugate(seed),
            Map::ToReal(_) => real_part(seed),
            Map::ToImag(_) => imag_part(seed),
            Map::Modulus(z) => mul(div(z.clone(), modulus(z)), seed),
            Map::Sum { array, dim, mask } => {
                let spread = match dim {
                    None => seed,
                    Some(dim) => {
                        let (ty, rank) = (seed.ty, array.rank);
                        let n = size_along(array, dim.clone());
                        intrinsic("spread", vec![seed, dim.clone(), n], ty, rank)
                    }
                };
                match mask {
                    None => spread,
                    Some(m) => {
                        let z = zero(real_type(spread.ty));
                        merge(spread, z, m.clone())
                    }
                }
            }
            // dot_product(x, b) = sum(conjg(x)*b): x gets b*conjg(seed); dot_product(b, x): x gets b*seed
            Map::Dot(b, true) => mul(b.clone(), conjugate(seed)),
            Map::Dot(b, false) => mul(b.clone(), seed),
            Map::MatmulLeft(b, x) => {
                let b = conjugate(b.clone());
                match (x.rank, b.rank) {
                    // matrix by vector: an outer product
                    (2, 1) => outer(seed, b, x),
                    // vector by matrix
                    (1, 2) => matmul(b, seed, 1),
                    _ => matmul(seed, transposed(b), 2),
                }
            }
            Map::MatmulRight(a, x) => {
                let a = conjugate(a.clone());
                match (a.rank, x.rank) {
                    (2, 1) => matmul(transposed(a), seed, 1),
                    (1, 2) => outer(a, seed, x),
                    _ => matmul(transposed(a), seed, 2),
                }
            }
            Map::Transpose => transposed(seed),
            Map::Reshape { source: x, .. } => {
                // elements of a longer source that are not in the result do not contribute
                let pad = array(vec![nothing(seed.ty)]);
                padded(reshape(seed, shape(x), x.rank), pad)
            }
            Map::Padding(source, ..) => {
                // after the source, the elements of the padding repeat: one row for each of them
                let (ty, all, n) = (seed.ty, size_of(&seed, None), size_of(child, None));
                let pad = array(vec![nothing(ty)]);
                let shifted = eoshift(reshape(seed, array(vec![all.clone()]), 1), size_of(source, None), None);
                let rows = array(vec![n.clone(), add(div(sub(all, int(1)), n), int(1))]);
                let rows = padded(reshape(shifted, rows, 2), pad);
                let sums = intrinsic_with("sum", vec![Arg::pos(rows), keyword("dim", int(2))], ty, 1);
                match child.rank {
                    1 => sums,
                    rank => reshape(sums, shape(child), rank),
                }
            }
            Map::Permute { order, from, .. } => {
                let mut inverse = vec![0; order.len()];
                for (k, &o) in order.iter().enumerate() {
                    if let Some(place) = usize::try_from(o - 1).ok().and_then(|o| inverse.get_mut(o)) {
                        *place = k as i64 + 1;
                    }
                }
                permuted(seed, from, &inverse)
            }
            Map::Spread(dim, _) => {
                let (ty, rank) = (seed.ty, seed.rank.saturating_sub(1));
                intrinsic_with("sum", vec![Arg::pos(seed), keyword("dim", dim.clone())], ty, rank)
            }
            Map::Cshift(shift, dim) => cshift(seed, neg(shift.clone()), dim.clone()),
            Map::Eoshift(shift, dim) => eoshift(seed, neg(shift.clone()), dim.clone()),
            Map::Pack(mask, _) => {
                let (ty, rank) = (seed.ty, mask.rank);
                intrinsic("unpack", vec![seed, mask.clone(), nothing(ty)], ty, rank)
            }
            Map::Unpack(mask, x) => {
                let ty = seed.ty;
                // as many as before, whether the mask selected all of them or not
                let zeros = intrinsic("spread", vec![nothing(ty), int(1), size_of(x, None)], ty, 1);
                intrinsic("pack", vec![seed, mask.clone(), zeros], ty, 1)
            }
            Map::Extremum(x) => {
                let mask = x.places();
                let share = div(seed, x.count(mask.clone()));
                let share = match (&x.dim, share.rank + 1 == x.array.rank) {
                    (Some(dim), true) => {
                        let (ty, n) = (share.ty, size_along(&x.array, dim.clone()));
                        intrinsic("spread", vec![share, dim.clone(), n], ty, x.array.rank)
                    }
                    _ => share,
                };
                let z = zero(share.ty);
                merge(share, z, mask)
            }
            Map::Then(c) => {
                let between = c.outer.transpose(seed, &c.between, node);
                c.inner.transpose(between, child, &c.between)
            }
        };
        match (child.ty, adjoint.ty) {
            (Ty::Real(_), Ty::Complex(_)) => real_part(adjoint),
            _ => adjoint,
        }
    }
}

/// A zero of exactly this type: [`zero`] spells that of complex numbers as a real.
fn nothing(ty: Ty) -> Expr {
    convert(zero(real_type(ty)), ty)
}

/// Zeros in the shape of an array.
fn zeros_like(x: &Expr) -> Expr {
    broadcast(nothing(x.ty), x)
}

/// `p*x`; for a sign `p`, `x` with that sign. Otherwise a compiler would find that the next iteration computes the same
/// product, keep it, and not vectorise the loop.
fn scaled(p: &Expr, x: Expr) -> Expr {
    if let ExprKind::Intrinsic(_, name, args) = &p.kind {
        let parts: Vec<&Expr> = args.iter().filter_map(Arg::expr).collect();
        if let ("merge", [up, down, mask]) = (name.as_str(), parts.as_slice()) {
            if is_one(up) && literal_value(down) == Some(-1.0) && is_element(&x) {
                return merge(x.clone(), neg(x), (*mask).clone());
            }
        }
    }
    mul(p.clone(), x)
}

/// True for a scalar designator: a variable with subscripts without calls.
fn is_element(e: &Expr) -> bool {
    e.rank == 0 && e.is_designator() && !visit::has_call(e)
}

/// The modulus of a complex number as a divisor: 1 for zero, where the dividend is zero.
fn modulus(z: &Expr) -> Expr {
    nonzero(intrinsic("abs", vec![z.clone()], real_type(z.ty), z.rank))
}

impl Extremum {
    fn rank(&self) -> u8 {
        match self.dim {
            Some(_) => self.array.rank.saturating_sub(1),
            None => 0,
        }
    }

    /// True at the positions of the largest (smallest) element. Equal extrema share the derivative, [`Extremum::count`]
    /// ways.
    fn places(&self) -> Expr {
        let mut args = vec![Arg::pos(self.array.clone())];
        args.extend(self.dim.clone().map(|e| keyword("dim", e)));
        args.extend(self.mask.clone().map(|e| keyword("mask", e)));
        let name = if self.largest { "maxval" } else { "minval" };
        let mut value = intrinsic_with(name, args, self.array.ty, self.rank());
        if let (Some(dim), true) = (&self.dim, value.rank > 0) {
            let n = size_along(&self.array, dim.clone());
            value = intrinsic("spread", vec![value, dim.clone(), n], self.array.ty, self.array.rank);
        }
        let found = binary(BinaryOp::Eq, self.array.clone(), value);
        match &self.mask {
            Some(m) => binary(BinaryOp::And, found, m.clone()),
            None => found,
        }
    }

    /// The number of elements that share the derivative; 1 if there are none.
    fn count(&self, places: Expr) -> Expr {
        let mut args = vec![Arg::pos(places)];
        args.extend(self.dim.clone().map(|e| keyword("dim", e)));
        let n = intrinsic_with("count", args, Ty::Integer(4), self.rank());
        if self.mask.is_none() {
            return n;
        }
        let rank = n.rank;
        intrinsic("max", vec![n, int(1)], Ty::Integer(4), rank)
    }
}
