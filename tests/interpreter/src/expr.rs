//! Values of expressions.

use crate::designator::has_vector_inside;
use crate::inquiry;
use crate::intrinsics;
use crate::machine::{Binding, Machine};
use crate::memory::{Object, Places};
use crate::ops::{binary, unary};
use crate::stop::{fault, unsupported, Step};
use crate::value::{elementwise, fit, Array, Scalar, Value};
use adc_frontend::ast::SmolStr;
use adc_frontend::intrinsics::bound;
use adc_frontend::ir::{Arg, BinaryOp, Callee, Expr, ExprKind, IntrinsicId, SymbolId, SymbolKind, Ty};

impl<'p> Machine<'p> {
    /// The value of an integer expression.
    pub fn integer(&mut self, e: &'p Expr) -> Step<i64> {
        match &e.kind {
            ExprKind::Int(text) => integer_literal(text),
            _ => self.value(e)?.one()?.int(),
        }
    }

    /// The value of a logical expression.
    pub fn truth(&mut self, e: &'p Expr) -> Step<bool> {
        self.value(e)?.one()?.logical()
    }

    /// The value of an expression of an intrinsic type.
    pub fn value(&mut self, e: &'p Expr) -> Step<Value> {
        if let Some((at, ty, size)) = self.scalar_place_if_designator(e)? {
            return Ok(Value::One(self.memory.load(at, ty, size)?));
        }
        Ok(match &e.kind {
            ExprKind::Int(text) => Value::int(integer_literal(text)?),
            ExprKind::Real(text) => Value::One(fit(&Scalar::Real(real_literal(text)?), e.ty)?),
            ExprKind::Logical(text) => Value::logical(text.to_ascii_lowercase().starts_with(".t")),
            ExprKind::Str(text) => Value::One(Scalar::Text(string_literal(text).into())),
            ExprKind::Hollerith(text) => Value::One(Scalar::Text(text.as_bytes().into())),
            ExprKind::Boz(_) => return unsupported("BOZ constants"),
            ExprKind::Complex(re, im) => {
                let (re, im) = (self.value(re)?.one()?.real()?, self.value(im)?.one()?.real()?);
                Value::One(fit(&Scalar::Complex(re, im), e.ty)?)
            }
            ExprKind::Var(_)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..)
            | ExprKind::Index(..) => {
                if has_vector_inside(e) {
                    let places = self.places(e)?;
                    return self.load_places(&places);
                }
                let object = self.object(e)?;
                self.load(&object)?
            }
            ExprKind::Call(callee, args) => self.function(callee, args, e)?,
            ExprKind::Intrinsic(id, _, args) => self.intrinsic(*id, args, e)?,
            ExprKind::Procedure(_) => return fault("a procedure where a value is due"),
            ExprKind::Paren(inner) => self.value(inner)?,
            ExprKind::Unary(op, a) => {
                let a = self.value(a)?;
                a.map(|s| unary(*op, s))?
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if e.rank == 0 => {
                // like gfortran, which skips what cannot change the result
                let a = self.truth(a)?;
                if a == (*op == BinaryOp::Or) {
                    return Ok(Value::logical(a));
                }
                Value::logical(self.truth(b)?)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                if let (Value::One(a), Value::One(b)) = (&a, &b) {
                    return Ok(Value::One(binary(*op, a, b, e.ty)?));
                }
                elementwise(&[&a, &b], |s| binary(*op, s[0], s[1], e.ty))?
            }
            ExprKind::Array(declared, items) => {
                let mut all = vec![];
                self.each_item(items, &mut |m, item| {
                    all.extend(m.value(item)?.items().iter().cloned());
                    Ok(())
                })?;
                let ty = declared.as_ref().map_or(e.ty, |d| d.ty);
                if ty == Ty::Character {
                    let longest = |all: &[Scalar]| all.iter().map(|s| s.text().map_or(0, <[u8]>::len)).max();
                    let length = match declared {
                        Some(d) if d.len.is_some() => self.element_size(d)?,
                        _ => longest(&all).unwrap_or(0),
                    };
                    for s in &mut all {
                        *s = Scalar::Text(padded(s.text()?, length));
                    }
                } else {
                    for s in &mut all {
                        *s = fit(s, ty)?;
                    }
                }
                Value::Many(Array {
                    shape: vec![all.len()],
                    items: all,
                })
            }
            ExprKind::ImpliedDo { .. } => return fault("an implied DO outside of a list"),
            ExprKind::Structure(..) => return unsupported("values of derived types"),
        })
    }

    fn scalar_place_if_designator(&mut self, e: &'p Expr) -> Step<Option<(crate::memory::Address, Ty, usize)>> {
        match e.kind {
            ExprKind::Var(_) | ExprKind::Index(..) => self.scalar_place(e),
            _ => Ok(None),
        }
    }

    fn intrinsic(&mut self, id: IntrinsicId, args: &'p [Arg], e: &'p Expr) -> Step<Value> {
        let (row, actuals) = match bound(id, args) {
            Ok(found) => found,
            Err(why) => return fault(why),
        };
        if let Some(result) = inquiry::function(self, row.name, &actuals, e) {
            return result;
        }
        let mut values = vec![];
        let mut types = vec![];
        for a in actuals {
            // the optional dummy of a procedure may be passed on
            let present = match a {
                Some(a) => !self.is_absent(a)?,
                None => false,
            };
            let a = a.filter(|_| present);
            types.push(a.map(|a| a.ty));
            values.push(match a {
                Some(a) => Some(self.value(a)?),
                None => None,
            });
        }
        match intrinsics::function(row.name, &values, &types, e.ty) {
            Some(result) => result,
            None => unsupported(format!("the intrinsic function `{}`", row.name)),
        }
    }

    /// True for a dummy argument that is absent.
    pub fn is_absent(&self, e: &Expr) -> Step<bool> {
        match e.kind {
            ExprKind::Var(s) if !matches!(self.program.symbols[s].kind, SymbolKind::Constant(_)) => {
                Ok(matches!(self.binding(s)?, Binding::Absent))
            }
            ExprKind::Procedure(s) => Ok(matches!(self.binding(s), Ok(Binding::Absent))),
            _ => Ok(false),
        }
    }

    /// A statement function.
    pub fn statement_function(&mut self, proc: SymbolId, args: &'p [Arg]) -> Step<Value> {
        let SymbolKind::StatementFunction(f) = &self.program.symbols[proc].kind else {
            return fault("a statement function is due");
        };
        let mut before = vec![];
        let mut values = vec![];
        for a in args {
            let Some(a) = a.expr() else {
                return fault("a statement function with a label");
            };
            values.push(self.value(a)?);
        }
        for (&dummy, value) in f.args.iter().zip(&values) {
            let ty = self.program.symbols[dummy].ty();
            let fitted = value.map(|s| fit(s, ty))?;
            let object = self.temporary(&fitted, ty)?;
            before.push(self.rebind(dummy, Some(Binding::Data(object))));
        }
        let result = self.value(&f.body)?.map(|s| fit(s, f.ty.ty));
        self.restore(before);
        result
    }

    /// Sets an object to the value of an expression, converted as an assignment converts it.
    pub fn set_object(&mut self, object: &Object, e: &'p Expr) -> Step<()> {
        if crate::designator::is_record(object.ty) {
            let from = self.object(e)?;
            let from = self.copy_of(&from)?;
            return self.copy_records(&from, object);
        }
        let value = self.value(e)?;
        self.set_value(object, &value)
    }

    /// Sets an object of an intrinsic type.
    pub fn set_value(&mut self, object: &Object, value: &Value) -> Step<()> {
        self.set_places(&object.elements()?, value, None)
    }

    /// Sets elements of an intrinsic type, all or those that a mask selects.
    pub fn set_places(&mut self, to: &Places, value: &Value, mask: Option<&[bool]>) -> Step<()> {
        let (found, due) = (value.shape(), to.shape.as_slice());
        if !found.is_empty() && found != due {
            return fault(format!("an array of shape {found:?} is assigned to one of {due:?}"));
        }
        for (i, &at) in to.all.iter().enumerate() {
            if mask.is_none_or(|m| m[i]) {
                let s = fit(value.at(i), to.ty)?;
                self.memory.store(at, to.ty, to.size, &s)?;
            }
        }
        Ok(())
    }

    /// The value of a function reference of an intrinsic type.
    fn function(&mut self, callee: &'p Callee, args: &'p [Arg], e: &'p Expr) -> Step<Value> {
        if let SymbolKind::StatementFunction(_) = self.program.symbols[callee.proc].kind {
            return self.statement_function(callee.proc, args);
        }
        let object = self.function_object(callee, args, e)?;
        self.load(&object)
    }
}

fn integer_literal(text: &SmolStr) -> Step<i64> {
    let digits = text.split('_').next().unwrap_or_default();
    match digits.parse() {
        Ok(i) => Ok(i),
        Err(_) => unsupported(format!("the integer {text}")),
    }
}

fn real_literal(text: &SmolStr) -> Step<f64> {
    let digits = text.split('_').next().unwrap_or_default();
    let digits = digits.replace(['d', 'D', 'q', 'Q'], "e");
    match digits.parse() {
        Ok(r) => Ok(r),
        Err(_) => unsupported(format!("the real {text}")),
    }
}

fn string_literal(text: &SmolStr) -> Vec<u8> {
    let Some(start) = text.find(['\'', '"']) else {
        return vec![];
    };
    let quote = &text[start..=start];
    let inner = &text[start + 1..text.len() - 1];
    inner.replace(&quote.repeat(2), quote).into_bytes()
}

/// Characters of a given length.
pub fn padded(text: &[u8], length: usize) -> Box<[u8]> {
    let mut out = text[..text.len().min(length)].to_vec();
    out.resize(length, b' ');
    out.into()
}
