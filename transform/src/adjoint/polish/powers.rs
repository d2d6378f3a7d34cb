//! Shares powers of one base among derivatives.
//!
//! ```text
//! sb = sb + k*s**0.2*t                  power = s**0.2
//! kb = kb + s**1.2*t              →     sb = sb + k*power*t
//!                                       kb = kb + s*power*t
//! ```
//!
//! With a variable exponent:
//!
//! ```text
//! xb = xb + p*x**merge(p - 1, 1, …)*yb              if (x > 0) then
//! pb = pb + merge(1, x, x <= 0)**p*log(…)*yb           power = x**p
//!                                                      slope = power/x
//!                                                      growth = power*log(x)
//!                                             →     else
//!                                                      slope = x**merge(p - 1, 1, …)
//!                                                      growth = merge(1, x, x <= 0)**p*log(…)
//!                                                   end if
//!                                                   xb = xb + p*slope*yb
//!                                                   pb = pb + growth*yb
//! ```
//!
//! A power takes as long as tens of multiplications. For `x > 0`, the two sides are equal by `x**(p - 1) = x**p/x`, up to
//! the last digits; elsewhere the formulas of the rules hold, which know about zeros and integers.
//!
//! A literal exponent `c` is its least positive value in the group plus an integer; all of them are fractions, so that a
//! negative base is an error for each. `x**1.5` contains a root, which takes a fraction of the time of a power.
//!
//! A primal statement that computes `x**p` uses the shared value, which is the same; with a literal exponent it stays as
//! it is, since products are rounded in another way.
//!
//! Ignored: a variable exponent in an innermost loop of assignments, where a branch would forbid vector instructions;
//! negative literal exponents.

use super::open::{self, is_operand, Open, Shared};
use super::Locals;
use crate::options::Opt;
use crate::rules::intrinsic;
use adc_frontend::derivatives::formula::power_partials;
use adc_frontend::ir::visit::{mentions, rewrite_expr, walk_expr};
use adc_frontend::ir::*;

/// The greatest difference of exponents that products make up for.
const MOST: usize = 4;

/// How an expression depends on a power.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The power itself.
    Value,
    /// `x**(p - 1)`
    Slope,
    /// `x**p*log(x)`
    Growth,
    /// A power with a literal exponent: the fraction of the group plus this integer.
    Times(usize),
}

/// An expression in which a power is found.
struct Use {
    form: Form,
    /// The expression.
    text: Expr,
    base: Expr,
    /// The power, or that with the fraction of the exponent.
    key: Expr,
}

/// The uses of one power.
struct Group {
    key: Expr,
    base: Expr,
    uses: Vec<(Form, Expr)>,
    places: Vec<usize>,
}

impl Shared for Group {
    fn key(&self) -> &Expr {
        &self.key
    }

    fn operands(&self) -> Vec<&Expr> {
        vec![&self.key]
    }
}

/// Variables for a shared power, and what follows from it.
struct Variables {
    power: Expr,
    slope: Option<Expr>,
    growth: Option<Expr>,
}

impl Group {
    fn add(&mut self, u: Use, place: usize) {
        if !self.uses.iter().any(|(form, _)| *form == u.form) {
            self.uses.push((u.form, u.text));
        }
        if self.places.last() != Some(&place) {
            self.places.push(place);
        }
    }

    fn text(&self, form: Form) -> Option<&Expr> {
        self.uses.iter().find(|u| u.0 == form).map(|u| &u.1)
    }

    /// The least literal exponent, without its fraction.
    fn least(&self) -> Option<usize> {
        let integer = |u: &(Form, Expr)| match u.0 {
            Form::Times(n) => Some(n),
            _ => None,
        };
        self.uses.iter().filter_map(integer).min()
    }

    /// True if sharing saves a power.
    fn pays(&self) -> bool {
        let is_root = is_half(&self.key) && self.uses.iter().any(|u| matches!(u.0, Form::Times(1..)));
        self.uses.len() > 1 || is_root
    }

    /// What a use becomes; `None` if it stays.
    fn replacement(&self, form: Form, new: &Variables) -> Option<Expr> {
        Some(match form {
            Form::Value => new.power.clone(),
            Form::Slope => new.slope.clone()?,
            Form::Growth => new.growth.clone()?,
            Form::Times(n) => {
                let times = n - if is_half(&self.key) { 0 } else { self.least()? };
                if times > MOST {
                    return None;
                }
                (0..times).fold(new.power.clone(), |p, _| mul(self.base.clone(), p))
            }
        })
    }

    /// The statement that computes the variables.
    fn computed(&self, new: &Variables) -> Option<Stmt> {
        if let Some(least) = self.least() {
            let value = match is_half(&self.key) {
                true => intrinsic("sqrt", vec![self.base.clone()], self.base.ty, 0),
                false => self.text(Form::Times(least))?.clone(),
            };
            return Some(assign(new.power.clone(), value));
        }
        let mut positive = vec![assign(new.power.clone(), self.key.clone())];
        let mut otherwise = vec![];
        if let Some(text) = self.text(Form::Value) {
            otherwise.push(assign(new.power.clone(), text.clone()));
        }
        if let (Some(text), Some(slope)) = (self.text(Form::Slope), &new.slope) {
            positive.push(assign(slope.clone(), div(new.power.clone(), self.base.clone())));
            otherwise.push(assign(slope.clone(), text.clone()));
        }
        if let (Some(text), Some(growth)) = (self.text(Form::Growth), &new.growth) {
            let log = intrinsic("log", vec![self.base.clone()], self.base.ty, 0);
            positive.push(assign(growth.clone(), mul(new.power.clone(), log)));
            otherwise.push(assign(growth.clone(), text.clone()));
        }
        let zero = zero(self.base.ty);
        let test = binary(BinaryOp::Gt, self.base.clone(), zero);
        Some(Stmt::choice(vec![
            Arm::new(Some(test), positive),
            Arm::new(None, otherwise),
        ]))
    }
}

/// Shares powers in a block, and in its inner blocks.
pub(super) fn share(block: &mut Block, locals: &mut Locals) {
    in_block(block, false, locals);
}

/// `is_body`: the block is the body of a loop. Returns the number of shared powers that are needed at the same time.
fn in_block(block: &mut Block, is_body: bool, locals: &mut Locals) -> usize {
    let mut inside = 0;
    for s in block.iter_mut() {
        // a mask selects elements of arrays only, so no scalar can be set inside it
        if !matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
            let is_loop = matches!(s.kind, StmtKind::Do { .. });
            s.kind
                .for_each_block_mut(&mut |b| inside = inside.max(in_block(b, is_loop, locals)));
        }
    }
    let is_vector = is_body && block.iter().all(|s| matches!(s.kind, StmtKind::Assign { .. }));
    let serves = |u: &Use, is_derivative: bool| match u.form {
        Form::Times(_) => is_derivative,
        Form::Value | Form::Slope | Form::Growth => !is_vector,
    };
    let mut closed: Vec<Group> = vec![];
    let mut open: Open<Group> = Open::default();
    for (k, s) in block.iter().enumerate() {
        if s.label.is_some() {
            // a jump may lead here, past the statements before
            closed.extend(open.all());
        } else if let StmtKind::Assign { lhs, rhs } = &s.kind {
            let bound = open::bound(rhs);
            let is_derivative = locals.is_derivative(lhs);
            walk_expr(rhs, &mut |e| {
                let found = found(e, locals.program()).filter(|u| serves(u, is_derivative));
                let found = found.filter(|u| is_operand(&u.key, locals) && !mentions(&u.key, &|v| bound.contains(&v)));
                let Some(u) = found else { return };
                if open.of(&u.key).is_none() {
                    open.begin(Group {
                        key: u.key.clone(),
                        base: u.base.clone(),
                        uses: vec![],
                        places: vec![],
                    });
                }
                if let Some(group) = open.of(&u.key) {
                    group.add(u, k);
                }
            });
        }
        closed.extend(open.ended_by(s));
    }
    closed.extend(open.all());
    closed.retain(|g| g.pays() && locals.apply(Opt::Powers));
    let mut before = vec![];
    for (number, g) in closed.iter().enumerate() {
        let mut named = |stem| locals.shared(stem, g.base.ty, inside + number);
        let new = Variables {
            power: named("power"),
            slope: g.text(Form::Slope).map(|_| named("slope")),
            growth: g.text(Form::Growth).map(|_| named("growth")),
        };
        for &k in &g.places {
            let StmtKind::Assign { lhs, rhs } = &mut block[k].kind else {
                continue;
            };
            let bound = open::bound(rhs);
            if mentions(&g.key, &|v| bound.contains(&v)) {
                continue;
            }
            let is_derivative = locals.is_derivative(lhs);
            rewrite_expr(rhs, &mut |e| {
                let own = found(e, locals.program()).filter(|u| u.key.same(&g.key) && serves(u, is_derivative));
                if let Some(value) = own.and_then(|u| g.replacement(u.form, &new)) {
                    *e = value;
                }
            });
        }
        before.extend(g.computed(&new).map(|s| (g.places[0], s)));
    }
    open::insert(block, before);
    inside + closed.len()
}

/// The power in an expression, if it has one of the forms.
fn found(e: &Expr, program: &Program) -> Option<Use> {
    if !matches!(e.ty, Ty::Real(_)) || e.rank > 0 {
        return None;
    }
    let (form, x, key) = match &e.kind {
        ExprKind::Binary(BinaryOp::Pow, x, p) if x.ty == e.ty && p.ty == e.ty => match literal_value(p) {
            Some(c) => {
                let form = Form::Times(positive_fraction(c)?);
                (form, &**x, pow((**x).clone(), fraction(c, e.ty)))
            }
            None => match exponent_of_slope(e, x, p, program) {
                Some(p) => (Form::Slope, &**x, pow((**x).clone(), p)),
                None => (Form::Value, &**x, e.clone()),
            },
        },
        ExprKind::Binary(BinaryOp::Mul, power, _) => {
            let (x, p) = operands_of_growth(e, power, program)?;
            (Form::Growth, x, pow(x.clone(), p.clone()))
        }
        ExprKind::Intrinsic(id, _, args) if id.row().name == "sqrt" => {
            let x = args.first()?.expr()?;
            (Form::Times(0), x, pow(x.clone(), fraction(0.5, e.ty)))
        }
        _ => return None,
    };
    (literal_value(x).is_none() && x.rank == 0).then(|| Use {
        form,
        text: e.clone(),
        base: x.clone(),
        key,
    })
}

/// The integer part of a positive exponent that is no integer.
fn positive_fraction(c: f64) -> Option<usize> {
    (c > 0.0 && c < 16.0 && c.fract() != 0.0).then_some(c as usize)
}

/// The fraction of an exponent, to fifteen digits: that of a short decimal is not exact.
fn fraction(c: f64, ty: Ty) -> Expr {
    real(&format!("{:.15}", c.fract()), ty.kind().unwrap_or(8))
}

fn is_half(key: &Expr) -> bool {
    matches!(&key.kind, ExprKind::Binary(_, _, p) if literal_value(p) == Some(0.5))
}

/// The exponent `p`, if `x**q` is the factor of `p` in the derivative of `x**p` by `x`.
fn exponent_of_slope(e: &Expr, x: &Expr, q: &Expr, program: &Program) -> Option<Expr> {
    let less = first_of_merge(q)?;
    let ExprKind::Binary(BinaryOp::Sub, p, _) = &less.kind else {
        return None;
    };
    let [by_x, _] = power_partials(program, x, p).ok()?;
    by_x?.same(&mul((**p).clone(), e.clone())).then(|| (**p).clone())
}

/// `x` and `p`, if an expression is the derivative of `x**p` by `p`.
fn operands_of_growth<'e>(e: &Expr, power: &'e Expr, program: &Program) -> Option<(&'e Expr, &'e Expr)> {
    let ExprKind::Binary(BinaryOp::Pow, base, p) = &power.kind else {
        return None;
    };
    let ExprKind::Intrinsic(id, _, args) = &base.kind else {
        return None;
    };
    let x = args.get(1).filter(|_| id.row().name == "merge")?.expr()?;
    let [_, by_p] = power_partials(program, x, p).ok()?;
    (x.ty == e.ty && p.ty == e.ty && by_p?.same(e)).then_some((x, p))
}

/// The first argument of a reference to `merge`.
fn first_of_merge(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Intrinsic(id, _, args) if id.row().name == "merge" => args.first()?.expr(),
        _ => None,
    }
}
