//! The derivative of every operation, once for both modes.
//!
//! The value of an expression node depends on its children; to each child that can carry a derivative belongs a linear map `M` from the child's derivative to the
//! node's: `node' = sum over children of M(child')`. The tangent applies the maps ([`Map::apply`]), the adjoint applies their
//! transposes ([`Map::transpose`]) under the real scalar product, complex numbers being pairs of reals: the transpose of multiplication by `p` is
//! multiplication by `conjg(p)`, that of taking the real part is the embedding of the reals, and a scalar that was broadcast to an array receives a sum.
//!
//! Elementwise maps come from the table of intrinsics as formulas; conventions at kinks are stated there.

use adc_frontend::formula;
use adc_frontend::intrinsics::{self, ArrayRule, Choice, Partial, Rule, Structural};
use adc_frontend::ir::*;

/// One child of a node with the map from its derivative to the node's.
pub struct Term<'e> {
    /// The child.
    pub child: &'e Expr,
    /// The map.
    pub map: Map,
}

/// A linear map between derivatives.
#[derive(Clone, Debug)]
pub enum Map {
    /// The same.
    Identity,
    /// `-x`.
    Negate,
    /// `p*x`, element by element.
    Scale(Expr),
    /// `x/b`, element by element.
    Divide(Expr),
    /// Where the mask is true `x`, elsewhere zero.
    Select(Expr),
    /// Real part of a complex.
    RealPart,
    /// Imaginary part of a complex.
    ImagPart,
    /// Complex conjugate.
    Conjugate,
    /// A real that becomes the real part of a complex of a kind.
    ToReal(u8),
    /// A real that becomes the imaginary part of a complex of a kind.
    ToImag(u8),
    /// Modulus of this complex.
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
    /// `dot_product(x, b)` or `dot_product(b, x)`: the true flag says that `x` stands first (and is conjugated).
    Dot(Expr, bool),
    /// `matmul(x, b)`: `b`, and `x` for its shape.
    MatmulLeft(Expr, Expr),
    /// `matmul(a, x)`: `a`, and `x` for its shape.
    MatmulRight(Expr, Expr),
    /// `transpose(x)`.
    Transpose,
    /// `reshape(x, shape)`: shape, and `x` for its own.
    Reshape(Expr, Expr),
    /// `spread(x, dim, n)`.
    Spread(Expr, Expr),
    /// `cshift(x, shift, dim)`.
    Cshift(Expr, Option<Expr>),
    /// The largest (true) or smallest element of this array; equal ones share the derivative.
    Extremum(Expr, bool),
}

/// Why a node has no derivative rule.
pub struct NoRule {
    /// Where.
    pub span: Span,
    /// What it is.
    pub what: String,
}

type Terms<'e> = Result<Vec<Term<'e>>, NoRule>;

/// The children of a node that can carry a derivative. Designators, literals and array constructors are the callers' affair.
pub fn terms(e: &Expr) -> Terms<'_> {
    let refuse = |what: &str| {
        Err(NoRule {
            span: e.span,
            what: what.to_string(),
        })
    };
    match &e.kind {
        ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) => Ok(vec![Term {
            child: x,
            map: Map::Identity,
        }]),
        ExprKind::Unary(UnaryOp::Minus, x) => Ok(vec![Term {
            child: x,
            map: Map::Negate,
        }]),
        ExprKind::Unary(UnaryOp::Not, _) => Ok(vec![]),
        ExprKind::Binary(op, a, b) => Ok(binary_terms(*op, e, a, b)),
        ExprKind::Intrinsic(id, name, args) => intrinsic_terms(e, *id, name, args),
        ExprKind::Call(..) => refuse("a function reference"),
        ExprKind::Structure(..) => refuse("a structure constructor"),
        ExprKind::ImpliedDo { .. } => refuse("an implied DO"),
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Str(_)
        | ExprKind::Logical(_)
        | ExprKind::Boz(_)
        | ExprKind::Hollerith(_)
        | ExprKind::Complex(..)
        | ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::Component(..)
        | ExprKind::Substring(..)
        | ExprKind::ComplexPart(..)
        | ExprKind::Procedure(_)
        | ExprKind::Array(..) => Ok(vec![]),
    }
}

fn binary_terms<'e>(op: BinaryOp, e: &'e Expr, a: &'e Expr, b: &'e Expr) -> Vec<Term<'e>> {
    let scale = |child, p: &Expr| Term {
        child,
        map: Map::Scale(p.clone()),
    };
    match op {
        BinaryOp::Add => vec![
            Term {
                child: a,
                map: Map::Identity,
            },
            Term {
                child: b,
                map: Map::Identity,
            },
        ],
        BinaryOp::Sub => vec![
            Term {
                child: a,
                map: Map::Identity,
            },
            Term {
                child: b,
                map: Map::Negate,
            },
        ],
        // a square, written as a product
        BinaryOp::Mul if a.same(b) => {
            let partial = mul(real("2.0", e.ty.kind().unwrap_or(8)), a.clone());
            vec![Term {
                child: a,
                map: Map::Scale(partial),
            }]
        }
        BinaryOp::Mul => vec![scale(a, b), scale(b, a)],
        BinaryOp::Div => {
            // d(a/b) = a'/b - (a/b)/b b': no square, which could overflow where a/b does not
            let partial = neg(div(div(a.clone(), b.clone()), b.clone()));
            vec![
                Term {
                    child: a,
                    map: Map::Divide(b.clone()),
                },
                Term {
                    child: b,
                    map: Map::Scale(partial),
                },
            ]
        }
        BinaryOp::Pow => power_terms(e, a, b),
        BinaryOp::Concat
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Eqv
        | BinaryOp::Neqv => vec![],
    }
}

/// `a**p`. To the base `p*a**(p-1)`, to the exponent `a**p*log(a)`.
///
/// At the edges as Tapenade 3.16: for a real exponent the derivative to a base that is not positive is zero unless the exponent is a nonzero whole
/// number, and the derivative to the exponent is zero unless the base is positive.
fn power_terms<'e>(e: &'e Expr, a: &'e Expr, p: &'e Expr) -> Vec<Term<'e>> {
    let kind = e.ty.kind().unwrap_or(8);
    let whole = |n: i64| -> Option<Map> {
        match n {
            0 => None,
            1 => Some(Map::Identity),
            2 => Some(Map::Scale(mul(real("2.0", kind), a.clone()))),
            n => Some(Map::Scale(mul(
                real(&format!("{n}.0"), kind),
                pow(a.clone(), int(n - 1)),
            ))),
        }
    };
    let to_base = |map: Option<Map>| map.into_iter().map(|map| Term { child: a, map }).collect();
    if let (Ty::Integer(_), Some(n)) = (p.ty, int_value(p)) {
        return to_base(whole(n));
    }
    if let Ty::Integer(_) = p.ty {
        let partial = mul(p.clone(), pow(a.clone(), sub(p.clone(), int(1))));
        let guard = binary(BinaryOp::Eq, p.clone(), int(0));
        return to_base(Some(Map::Scale(merge(real("0.0", kind), partial, guard))));
    }
    if let Some(c) = literal_value(p) {
        if c.fract() == 0.0 && c.abs() < 1e9 {
            return to_base(whole(c as i64));
        }
        let partial = mul(p.clone(), pow(a.clone(), sub(p.clone(), real("1.0", kind))));
        let partial = match a.ty {
            Ty::Complex(_) => partial,
            _ => {
                let guard = binary(BinaryOp::Gt, a.clone(), real("0.0", kind));
                merge(partial, real("0.0", kind), guard)
            }
        };
        return to_base(Some(Map::Scale(partial)));
    }
    let partial_a = mul(p.clone(), pow(a.clone(), sub(p.clone(), real("1.0", kind))));
    let partial_p = mul(
        pow(a.clone(), p.clone()),
        intrinsic("log", vec![a.clone()], e.ty, e.rank),
    );
    if matches!(a.ty, Ty::Complex(_)) || matches!(p.ty, Ty::Complex(_)) {
        return vec![
            Term {
                child: a,
                map: Map::Scale(partial_a),
            },
            Term {
                child: p,
                map: Map::Scale(partial_p),
            },
        ];
    }
    let zero = || real("0.0", kind);
    let is_whole = binary(
        BinaryOp::And,
        binary(BinaryOp::Ne, p.clone(), zero()),
        binary(
            BinaryOp::Eq,
            p.clone(),
            intrinsic("aint", vec![p.clone()], p.ty, p.rank),
        ),
    );
    let positive = || binary(BinaryOp::Gt, a.clone(), zero());
    let guard_a = binary(BinaryOp::Or, positive(), is_whole);
    vec![
        Term {
            child: a,
            map: Map::Scale(merge(partial_a, zero(), guard_a)),
        },
        Term {
            child: p,
            map: Map::Scale(merge(partial_p, zero(), positive())),
        },
    ]
}

fn intrinsic_terms<'e>(e: &'e Expr, id: IntrinsicId, name: &str, args: &'e [Arg]) -> Terms<'e> {
    let refuse = |what: String| Err(NoRule { span: e.span, what });
    let row = id.row();
    let Ok(bound) = intrinsics::bind(row, args) else {
        return refuse(format!("`{name}` with these arguments"));
    };
    let complex = bound.iter().flatten().any(|a| matches!(a.ty, Ty::Complex(_)));
    let rule = if complex {
        row.complex.unwrap_or(row.rule)
    } else {
        row.rule
    };
    let kind = e.ty.kind().unwrap_or(8);
    let arg = |wanted: &str| -> Option<&'e Expr> {
        let k = row.args.iter().position(|a| a.name == wanted)?;
        bound.get(k).copied().flatten()
    };
    match rule {
        Rule::Zero => Ok(vec![]),
        Rule::Partials(partials) => {
            let bindings: Vec<(&str, Expr)> = row
                .args
                .iter()
                .zip(&bound)
                .filter_map(|(a, b)| b.map(|b| (a.name, strip(b))))
                .collect();
            let mut out = vec![];
            for Partial { arg: wanted, formula } in partials {
                let Some(child) = arg(wanted) else { continue };
                let partial = match formula::instantiate(formula, &bindings, kind) {
                    Ok(p) => p,
                    Err(why) => return refuse(format!("`{name}`: {why}")),
                };
                let map = if is_one(&partial) {
                    Map::Identity
                } else {
                    Map::Scale(partial)
                };
                out.push(Term { child, map });
            }
            Ok(out)
        }
        Rule::Choice(choice) => Ok(choice_terms(choice, &bound)),
        Rule::Structural(s) => Ok(structural_terms(s, kind, &arg)),
        Rule::Array(rule) => array_terms(e, rule, &arg),
        Rule::NeedsRuntime(f) => refuse(format!("`{name}`, whose derivative needs the function `{f}`")),
        Rule::Unsupported(why) => refuse(format!("`{name}`: {why}")),
    }
}

/// The argument chosen gets the derivative; the first of equal ones.
fn choice_terms<'e>(choice: Choice, bound: &[Option<&'e Expr>]) -> Vec<Term<'e>> {
    let all: Vec<&'e Expr> = bound.iter().flatten().copied().collect();
    let (strict, weak) = match choice {
        Choice::Largest => (BinaryOp::Gt, BinaryOp::Ge),
        Choice::Smallest => (BinaryOp::Lt, BinaryOp::Le),
    };
    let mut out = vec![];
    for (k, a) in all.iter().enumerate() {
        let tests = all
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != k)
            .map(|(j, b)| binary(if j < k { strict } else { weak }, (*a).clone(), (*b).clone()));
        if let Some(mask) = tests.reduce(|x, y| binary(BinaryOp::And, x, y)) {
            out.push(Term {
                child: a,
                map: Map::Select(mask),
            });
        }
    }
    out
}

fn structural_terms<'e>(s: Structural, kind: u8, arg: &dyn Fn(&str) -> Option<&'e Expr>) -> Vec<Term<'e>> {
    let is_complex = |e: &Expr| matches!(e.ty, Ty::Complex(_));
    let first = || ["a", "x", "z"].iter().find_map(|n| arg(n));
    let one = |map: fn(&Expr) -> Map| first().map(|c| Term { child: c, map: map(c) }).into_iter().collect();
    match s {
        Structural::Real => one(|c| {
            if matches!(c.ty, Ty::Complex(_)) {
                Map::RealPart
            } else {
                Map::Identity
            }
        }),
        Structural::Imag => one(|_| Map::ImagPart),
        Structural::Conjg => one(|_| Map::Conjugate),
        Structural::ComplexAbs => one(|c| Map::Modulus(c.clone())),
        Structural::Cmplx => {
            let mut out = vec![];
            if let Some(x) = arg("x") {
                let map = if is_complex(x) {
                    Map::Identity
                } else {
                    Map::ToReal(kind)
                };
                out.push(Term { child: x, map });
            }
            if let Some(y) = arg("y") {
                out.push(Term {
                    child: y,
                    map: Map::ToImag(kind),
                });
            }
            out
        }
        Structural::Merge => {
            let Some(mask) = arg("mask") else { return vec![] };
            let mut out = vec![];
            if let Some(t) = arg("tsource") {
                out.push(Term {
                    child: t,
                    map: Map::Select(mask.clone()),
                });
            }
            if let Some(f) = arg("fsource") {
                out.push(Term {
                    child: f,
                    map: Map::Select(not(mask.clone())),
                });
            }
            out
        }
    }
}

fn array_terms<'e>(e: &Expr, rule: ArrayRule, arg: &dyn Fn(&str) -> Option<&'e Expr>) -> Terms<'e> {
    let no_rule = |what: &str| {
        Err(NoRule {
            span: e.span,
            what: what.to_string(),
        })
    };
    let need = |name: &str| {
        arg(name).ok_or_else(|| NoRule {
            span: e.span,
            what: format!("a missing `{name}`"),
        })
    };
    match rule {
        ArrayRule::Sum => {
            let array = need("array")?;
            let map = Map::Sum {
                array: array.clone(),
                dim: arg("dim").cloned(),
                mask: arg("mask").cloned(),
            };
            Ok(vec![Term { child: array, map }])
        }
        ArrayRule::DotProduct => {
            let (a, b) = (need("vector_a")?, need("vector_b")?);
            Ok(vec![
                Term {
                    child: a,
                    map: Map::Dot(b.clone(), true),
                },
                Term {
                    child: b,
                    map: Map::Dot(a.clone(), false),
                },
            ])
        }
        ArrayRule::Matmul => {
            let (a, b) = (need("matrix_a")?, need("matrix_b")?);
            Ok(vec![
                Term {
                    child: a,
                    map: Map::MatmulLeft(b.clone(), a.clone()),
                },
                Term {
                    child: b,
                    map: Map::MatmulRight(a.clone(), b.clone()),
                },
            ])
        }
        ArrayRule::Transpose => Ok(vec![Term {
            child: need("matrix")?,
            map: Map::Transpose,
        }]),
        ArrayRule::Reshape if arg("pad").is_none() && arg("order").is_none() => {
            let (source, shape) = (need("source")?, need("shape")?);
            Ok(vec![Term {
                child: source,
                map: Map::Reshape(shape.clone(), source.clone()),
            }])
        }
        ArrayRule::Spread => {
            let (source, dim, n) = (need("source")?, need("dim")?, need("ncopies")?);
            Ok(vec![Term {
                child: source,
                map: Map::Spread(dim.clone(), n.clone()),
            }])
        }
        ArrayRule::Cshift => {
            let (array, shift) = (need("array")?, need("shift")?);
            Ok(vec![Term {
                child: array,
                map: Map::Cshift(shift.clone(), arg("dim").cloned()),
            }])
        }
        ArrayRule::Maxval | ArrayRule::Minval if arg("dim").is_none() && arg("mask").is_none() => {
            let array = need("array")?;
            Ok(vec![Term {
                child: array,
                map: Map::Extremum(array.clone(), rule == ArrayRule::Maxval),
            }])
        }
        ArrayRule::Norm2 if arg("dim").is_none() => {
            // d norm2(x) = sum(x x')/norm2(x): a dot product, divided; zero at zero
            let x = need("x")?;
            let scaled = div(x.clone(), e.clone());
            let at_zero = binary(BinaryOp::Eq, e.clone(), zero(e.ty));
            Ok(vec![Term {
                child: x,
                map: Map::Dot(merge(zero(e.ty), scaled, at_zero), true),
            }])
        }
        ArrayRule::Product => no_rule("`product`"),
        ArrayRule::Pack => no_rule("`pack`"),
        ArrayRule::Unpack => no_rule("`unpack`"),
        ArrayRule::Eoshift => no_rule("`eoshift`"),
        ArrayRule::Maxval => no_rule("`maxval` with `dim` or `mask`"),
        ArrayRule::Minval => no_rule("`minval` with `dim` or `mask`"),
        ArrayRule::Norm2 => no_rule("`norm2` with `dim`"),
        ArrayRule::Reshape => no_rule("`reshape` with `pad` or `order`"),
        ArrayRule::MoveAlloc => no_rule("`move_alloc`"),
    }
}

impl Map {
    /// True for maps under which an element of the result is not made of the same element of the operand.
    fn moves_elements(&self) -> bool {
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
            | Map::Dot(..)
            | Map::Extremum(..) => false,
            Map::Sum { .. }
            | Map::MatmulLeft(..)
            | Map::MatmulRight(..)
            | Map::Transpose
            | Map::Reshape(..)
            | Map::Spread(..)
            | Map::Cshift(..) => true,
        }
    }

    /// The derivative of the node for a derivative `d` of the child.
    pub fn apply(&self, d: Expr, child: &Expr) -> Expr {
        let spread_out = |d: Expr| if d.rank < child.rank { broadcast(d, child) } else { d };
        match self {
            Map::Identity => d,
            Map::Negate => neg(d),
            Map::Scale(p) => mul(p.clone(), d),
            Map::Divide(b) => div(d, b.clone()),
            Map::Select(mask) => merge(d, zero(child.ty), mask.clone()),
            Map::RealPart => real_part(d),
            Map::ImagPart => imag_part(d),
            Map::Conjugate => conjugate(d),
            Map::ToReal(k) => complex(d, None, *k),
            Map::ToImag(k) => complex(zero(Ty::Real(*k)), Some(d), *k),
            Map::Modulus(z) => {
                let product = real_part(mul(conjugate(z.clone()), d));
                let modulus = intrinsic("abs", vec![z.clone()], real_type(z.ty), z.rank);
                let at_zero = binary(BinaryOp::Eq, modulus.clone(), zero(real_type(z.ty)));
                merge(zero(real_type(z.ty)), div(product, modulus), at_zero)
            }
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
            Map::Reshape(shape, _) => reshape(spread_out(d), shape.clone(), None),
            Map::Spread(dim, n) => {
                let (ty, rank) = (d.ty, d.rank + 1);
                intrinsic("spread", vec![d, dim.clone(), n.clone()], ty, rank)
            }
            Map::Cshift(shift, dim) => cshift(spread_out(d), shift.clone(), dim.clone()),
            Map::Extremum(array, largest) => {
                let mask = extremum_mask(array, *largest);
                let d = spread_out(d);
                let ty = d.ty;
                div(
                    intrinsic_with("sum", vec![Arg::pos(d), keyword("mask", mask.clone())], ty, 0),
                    count_of(mask),
                )
            }
        }
    }

    /// The adjoint of the child for an adjoint `seed` of the node, before a scalar child that was broadcast takes the sum.
    ///
    /// A scalar seed of an array node stands for an array of equal elements; maps that move elements need it spread out.
    pub fn transpose(&self, seed: Expr, child: &Expr, node: &Expr) -> Expr {
        let seed = if self.moves_elements() && seed.rank < node.rank {
            broadcast(seed, node)
        } else {
            seed
        };
        let adjoint = match self {
            Map::Identity => seed,
            Map::Negate => neg(seed),
            Map::Scale(p) => mul(conjugate(p.clone()), seed),
            Map::Divide(b) => div(seed, conjugate(b.clone())),
            Map::Select(mask) => {
                let z = zero(real_type(seed.ty));
                merge(seed, z, mask.clone())
            }
            // a real seed is the complex number with no imaginary part
            Map::RealPart => seed,
            Map::ImagPart => {
                let k = child.ty.kind().unwrap_or(8);
                complex(zero(Ty::Real(k)), Some(seed), k)
            }
            Map::Conjugate => conjugate(seed),
            Map::ToReal(_) => real_part(seed),
            Map::ToImag(_) => imag_part(seed),
            Map::Modulus(z) => {
                let modulus = intrinsic("abs", vec![z.clone()], real_type(z.ty), z.rank);
                let at_zero = binary(BinaryOp::Eq, modulus.clone(), zero(real_type(z.ty)));
                let unit = div(z.clone(), modulus);
                let nothing = complex(zero(real_type(z.ty)), None, z.ty.kind().unwrap_or(8));
                mul(merge(nothing, unit, at_zero), seed)
            }
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
            Map::Reshape(_, x) => {
                let shape = intrinsic("shape", vec![x.clone()], Ty::Integer(4), 1);
                reshape(seed, shape, Some(x.rank))
            }
            Map::Spread(dim, _) => {
                let (ty, rank) = (seed.ty, seed.rank.saturating_sub(1));
                intrinsic_with("sum", vec![Arg::pos(seed), keyword("dim", dim.clone())], ty, rank)
            }
            Map::Cshift(shift, dim) => cshift(seed, neg(shift.clone()), dim.clone()),
            Map::Extremum(array, largest) => {
                let mask = extremum_mask(array, *largest);
                let z = zero(seed.ty);
                merge(div(seed, count_of(mask.clone())), z, mask)
            }
        };
        match (child.ty, adjoint.ty) {
            (Ty::Real(_), Ty::Complex(_)) => real_part(adjoint),
            _ => adjoint,
        }
    }
}

// ---- constructors of intrinsic references

/// Reference to an intrinsic with positional arguments.
pub fn intrinsic(name: &str, args: Vec<Expr>, ty: Ty, rank: u8) -> Expr {
    intrinsic_with(name, args.into_iter().map(Arg::pos).collect(), ty, rank)
}

/// Reference to an intrinsic.
pub fn intrinsic_with(name: &str, args: Vec<Arg>, ty: Ty, rank: u8) -> Expr {
    let id = intrinsics::find(name).unwrap_or(IntrinsicId(0));
    expr(ExprKind::Intrinsic(id, name.into(), args), ty, rank)
}

fn keyword(name: &str, e: Expr) -> Arg {
    Arg {
        keyword: Some(name.into()),
        value: ArgValue::Expr(e),
    }
}

/// `merge(t, f, mask)`; when both arms are the zero literal, that.
pub fn merge(t: Expr, f: Expr, mask: Expr) -> Expr {
    if is_zero(&t) && is_zero(&f) {
        return t;
    }
    // both arms must be of one type and kind
    let ty = arithmetic_type(t.ty, f.ty);
    let rank = t.rank.max(f.rank).max(mask.rank);
    intrinsic("merge", vec![convert(t, ty), convert(f, ty), mask], ty, rank)
}

/// A value as a type; nothing happens when it has it already, and a literal zero changes its spelling.
pub fn convert(e: Expr, ty: Ty) -> Expr {
    if e.ty == ty {
        return e;
    }
    let rank = e.rank;
    match ty {
        Ty::Real(k) => {
            if is_zero(&e) && rank == 0 {
                return zero(ty);
            }
            intrinsic("real", vec![e, int(i64::from(k))], ty, rank)
        }
        Ty::Complex(k) => complex(e, None, k),
        _ => e,
    }
}

fn real_type(ty: Ty) -> Ty {
    Ty::Real(ty.kind().unwrap_or(8))
}

/// The real part of a complex value; a real one is its own.
pub fn real_part(e: Expr) -> Expr {
    match e.ty {
        Ty::Complex(_) => {
            let (ty, rank) = (real_type(e.ty), e.rank);
            let kind = int(i64::from(e.ty.kind().unwrap_or(8)));
            intrinsic("real", vec![e, kind], ty, rank)
        }
        _ => e,
    }
}

fn imag_part(e: Expr) -> Expr {
    match e.ty {
        Ty::Complex(_) => {
            let (ty, rank) = (real_type(e.ty), e.rank);
            intrinsic("aimag", vec![e], ty, rank)
        }
        ty => zero(ty),
    }
}

fn conjugate(e: Expr) -> Expr {
    match e.ty {
        Ty::Complex(_) => {
            let (ty, rank) = (e.ty, e.rank);
            intrinsic("conjg", vec![e], ty, rank)
        }
        _ => e,
    }
}

fn complex(re: Expr, im: Option<Expr>, kind: u8) -> Expr {
    let rank = re.rank.max(im.as_ref().map_or(0, |i| i.rank));
    let mut args = vec![Arg::pos(re)];
    args.extend(im.map(Arg::pos));
    args.push(keyword("kind", int(i64::from(kind))));
    intrinsic_with("cmplx", args, Ty::Complex(kind), rank)
}

fn matmul(a: Expr, b: Expr, rank: u8) -> Expr {
    let ty = arithmetic_type(a.ty, b.ty);
    intrinsic("matmul", vec![a, b], ty, rank)
}

fn transposed(a: Expr) -> Expr {
    let ty = a.ty;
    intrinsic("transpose", vec![a], ty, 2)
}

/// `u v^T` with the shape of the matrix `like`.
fn outer(u: Expr, v: Expr, like: &Expr) -> Expr {
    let (rows, columns) = (size_of(like, Some(1)), size_of(like, Some(2)));
    let (tu, tv) = (u.ty, v.ty);
    mul(
        intrinsic("spread", vec![u, int(2), columns], tu, 2),
        intrinsic("spread", vec![v, int(1), rows], tv, 2),
    )
}

fn reshape(e: Expr, shape: Expr, rank: Option<u8>) -> Expr {
    let ty = e.ty;
    let rank = rank.unwrap_or_else(|| match &shape.kind {
        ExprKind::Array(_, items) => items.len() as u8,
        _ => 1,
    });
    intrinsic("reshape", vec![e, shape], ty, rank)
}

fn cshift(e: Expr, shift: Expr, dim: Option<Expr>) -> Expr {
    let (ty, rank) = (e.ty, e.rank);
    let mut args = vec![Arg::pos(e), Arg::pos(shift)];
    args.extend(dim.map(|d| keyword("dim", d)));
    intrinsic_with("cshift", args, ty, rank)
}

/// `size(e)` or `size(e, dim)`.
pub fn size_of(e: &Expr, dim: Option<i64>) -> Expr {
    let mut args = vec![e.clone()];
    args.extend(dim.map(int));
    intrinsic("size", args, Ty::Integer(4), 0)
}

fn size_along(e: &Expr, dim: Expr) -> Expr {
    intrinsic("size", vec![e.clone(), dim], Ty::Integer(4), 0)
}

/// A scalar as an array of the shape of another expression.
fn broadcast(d: Expr, like: &Expr) -> Expr {
    let mut out = d;
    for k in 1..=like.rank {
        let (ty, rank) = (out.ty, out.rank + 1);
        out = intrinsic(
            "spread",
            vec![out, int(i64::from(k)), size_of(like, Some(i64::from(k)))],
            ty,
            rank,
        );
    }
    out
}

/// True at the places of the largest (smallest) element. Equal extrema share the derivative, [`count_of`] ways.
fn extremum_mask(array: &Expr, largest: bool) -> Expr {
    let value = intrinsic(
        if largest { "maxval" } else { "minval" },
        vec![array.clone()],
        array.ty,
        0,
    );
    binary(BinaryOp::Eq, array.clone(), value)
}

fn count_of(mask: Expr) -> Expr {
    intrinsic("count", vec![mask], Ty::Integer(4), 0)
}

fn strip(e: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Paren(inner) => strip(inner),
        _ => e.clone(),
    }
}
