//! An interpreter of straight-line statements in dual numbers: the exact derivative in one direction.
//!
//! Memory is one array. Names have addresses there; those of EQUIVALENCE overlap, and pointers take the address of their
//! target. A partial derivative that a program states itself (`with_partial`) is used as it is.

use super::dual::{Dual, Value};
use crate::rules::linear;
use adc_frontend::dump::{expr_text, stmt_text};
use adc_frontend::ir::*;
use std::collections::HashMap;

pub(super) struct Machine<'p> {
    program: &'p Program,
    memory: Vec<Value>,
    /// The address of each variable; pointers have that of their target.
    addresses: HashMap<SymbolId, usize>,
}

impl<'p> Machine<'p> {
    /// A machine in which named variables have addresses; those that are not named are allotted when they are set.
    pub fn new(program: &'p Program, unit: UnitId, memory: &[Value], names: &[(&str, usize)]) -> Self {
        let address = |&(name, at): &(&str, usize)| Some((program.lookup(unit, name)?, at));
        Machine {
            program,
            memory: memory.to_vec(),
            addresses: names.iter().filter_map(address).collect(),
        }
    }

    /// What memory contains.
    pub fn memory(&self) -> &[Value] {
        &self.memory
    }

    /// Runs a statement; false if an element is out of bounds.
    pub fn run(&mut self, s: &Stmt) -> bool {
        if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
            let (Some(pointer), Some(target)) = (lhs.base_symbol(), self.address(rhs)) else {
                return false;
            };
            self.addresses.insert(pointer, target);
            return true;
        }
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            panic!("`{}` is no assignment", stmt_text(self.program, s));
        };
        let (Some(value), Some(at)) = (self.value(rhs), self.address(lhs)) else {
            return false;
        };
        self.memory[at] = match lhs.ty {
            Ty::Integer(_) => Value::Integer(value.integer()),
            Ty::Real(4) => {
                let x = value.real();
                Value::Real(Dual::new(f64::from(x.value as f32), x.slope))
            }
            Ty::Real(_) => Value::Real(value.real()),
            _ => value,
        };
        true
    }

    /// The address of a variable or an element.
    fn address(&mut self, e: &Expr) -> Option<usize> {
        match &e.kind {
            ExprKind::Var(v) => {
                let next = self.memory.len();
                let at = *self.addresses.entry(*v).or_insert(next);
                if at == next {
                    self.memory.push(Value::Real(Dual::new(0.0, 0.0)));
                }
                Some(at)
            }
            ExprKind::Index(base, subscripts) => {
                let [Subscript::At(subscript)] = subscripts.as_slice() else {
                    panic!("`{}` is no element", expr_text(self.program, e));
                };
                let extent = self.program.symbols[base.base_symbol()?].variable()?.dims.first();
                let (lo, hi) = adc_frontend::consteval::const_bounds(self.program, extent?)?;
                let (n, base) = (self.value(subscript)?.integer(), self.address(base)?);
                let is_inside = (lo..=hi).contains(&n);
                is_inside.then(|| base + usize::try_from(n - lo).unwrap_or(0))
            }
            _ => panic!("`{}` is no variable", expr_text(self.program, e)),
        }
    }

    /// The value of an expression; `None` if an element is out of bounds.
    pub fn value(&mut self, e: &Expr) -> Option<Value> {
        Some(match &e.kind {
            ExprKind::Int(_) => Value::Integer(int_value(e)?),
            ExprKind::Real(_) => Value::Real(Dual::new(literal_value(e)?, 0.0)),
            ExprKind::Var(_) | ExprKind::Index(..) => {
                let at = self.address(e)?;
                self.memory[at]
            }
            ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) => self.value(x)?,
            ExprKind::Unary(UnaryOp::Minus, x) => match self.value(x)? {
                Value::Integer(n) => Value::Integer(-n),
                x => Value::Real(Dual::new(0.0, 0.0) - x.real()),
            },
            ExprKind::Unary(UnaryOp::Not, x) => Value::Logical(!self.value(x)?.logical()),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                binary_value(*op, a, b).unwrap_or_else(|| panic!("`{}`", expr_text(self.program, e)))
            }
            ExprKind::Intrinsic(_, name, args) => self.intrinsic(e, name, args)?,
            _ => panic!("`{}` has no value", expr_text(self.program, e)),
        })
    }

    fn intrinsic(&mut self, e: &Expr, name: &str, args: &[Arg]) -> Option<Value> {
        if linear::value(e).is_some() {
            let all: Vec<Dual> = args
                .iter()
                .map(|a| self.value(a.expr()?).map(Value::real))
                .collect::<Option<_>>()?;
            return Some(Value::Real(match all.as_slice() {
                [value] => Dual::new(value.value, 0.0),
                [value, x, partial] => Dual::new(value.value, value.slope + partial.value * x.slope),
                _ => return None,
            }));
        }
        // by keyword, or in the order of the standard
        let keywords: &[&str] = match name {
            "atan2" => &["y", "x"],
            "merge" => &["tsource", "fsource", "mask"],
            "sign" => &["a", "b"],
            _ => &[],
        };
        let mut all: Vec<Option<Value>> = vec![None; args.len()];
        for (k, a) in args.iter().enumerate() {
            let at = a
                .keyword
                .as_ref()
                .and_then(|word| keywords.iter().position(|w| word.eq_ignore_ascii_case(w)));
            let value = self.value(a.expr()?)?;
            all[at.unwrap_or(k)] = Some(value);
        }
        let all: Vec<Value> = all.into_iter().collect::<Option<_>>()?;
        let x = || all[0].real();
        let v = || all[0].real().value;
        Some(match (name, all.len()) {
            ("sin", 1) => Value::Real(x().map(v().sin(), v().cos())),
            ("cos", 1) => Value::Real(x().map(v().cos(), -v().sin())),
            ("tanh", 1) => Value::Real(x().map(v().tanh(), 1.0 - v().tanh().powi(2))),
            ("exp", 1) => Value::Real(x().map(v().exp(), v().exp())),
            ("sqrt", 1) => Value::Real(x().map(v().sqrt(), 0.5 / v().sqrt())),
            ("abs", 1) => match all[0] {
                Value::Integer(n) => Value::Integer(n.abs()),
                _ => Value::Real(x().sign(Dual::new(1.0, 0.0))),
            },
            ("real" | "dble", _) => Value::Real(x()),
            ("int", _) => Value::Integer(all[0].integer()),
            ("mod", 2) => Value::Integer(all[0].integer() % all[1].integer()),
            ("atan2", 2) => Value::Real(x().atan2(all[1].real())),
            ("sign", 2) => Value::Real(x().sign(all[1].real())),
            ("max", 2) if v() >= all[1].real().value => all[0],
            ("min", 2) if v() <= all[1].real().value => all[0],
            ("max" | "min", 2) => all[1],
            ("merge", 3) if all[2].logical() => all[0],
            ("merge", 3) => all[1],
            _ => panic!("`{}` is not known", expr_text(self.program, e)),
        })
    }
}

fn binary_value(op: BinaryOp, a: Value, b: Value) -> Option<Value> {
    use BinaryOp as Op;
    if let (Value::Integer(a), Value::Integer(b)) = (a, b) {
        return Some(match op {
            Op::Add => Value::Integer(a + b),
            Op::Sub => Value::Integer(a - b),
            Op::Mul => Value::Integer(a * b),
            Op::Div => Value::Integer(a / b),
            Op::Pow => Value::Integer(a.pow(u32::try_from(b).ok()?)),
            _ => Value::Logical(compared(op, a as f64, b as f64)?),
        });
    }
    if let (Value::Logical(a), Value::Logical(b)) = (a, b) {
        return match op {
            Op::And => Some(Value::Logical(a && b)),
            Op::Or => Some(Value::Logical(a || b)),
            _ => None,
        };
    }
    let (x, y) = (a.real(), b.real());
    Some(match op {
        Op::Add => Value::Real(x + y),
        Op::Sub => Value::Real(x - y),
        Op::Mul => Value::Real(x * y),
        Op::Div => Value::Real(x / y),
        Op::Pow => match b {
            Value::Integer(n) => Value::Real(x.powi(n)),
            _ => return None,
        },
        _ => Value::Logical(compared(op, x.value, y.value)?),
    })
}

fn compared(op: BinaryOp, a: f64, b: f64) -> Option<bool> {
    Some(match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        _ => return None,
    })
}
