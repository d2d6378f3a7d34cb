//! Inquiry functions: their arguments are places, not values.

use crate::designator::is_record;
use crate::machine::Machine;
use crate::memory::{Handle, Object};
use crate::stop::{fault, unsupported, Step};
use crate::value::{Array, Scalar, Value};
use adc_frontend::ir::{Expr, ExprKind, SymbolId, SymbolKind, Ty};
use std::rc::Rc;

/// The value of an inquiry; `None` for other functions.
pub fn function<'p>(m: &mut Machine<'p>, name: &str, args: &[Option<&'p Expr>], e: &'p Expr) -> Option<Step<Value>> {
    if name == "command_argument_count" {
        return Some(Ok(Value::int(m.arguments.len() as i64)));
    }
    let first = args.first().copied().flatten()?;
    let second = args.get(1).copied().flatten();
    Some(match name {
        "present" => m.is_present(first),
        "allocated" => m.is_allocated(first),
        "associated" => m.is_associated(first, second),
        "size" => m.size(first, second),
        "shape" => m.shape_of(first).map(|s| Value::ints(s.into_iter().map(|n| n as i64))),
        "rank" => m.object(first).map(|o| Value::int(o.dims.len() as i64)),
        "lbound" => m.bound(first, second, true),
        "ubound" => m.bound(first, second, false),
        "len" => m.length(first),
        "kind" => Ok(Value::int(i64::from(first.ty.kind().unwrap_or(1)))),
        "transfer" => m.transfer(first, second, args.get(2).copied().flatten(), e),
        "is_contiguous" => m.object(first).map(|o| Value::logical(o.is_contiguous())),
        "storage_size" if is_record(first.ty) => unsupported("the size of records"),
        "storage_size" => m.object(first).map(|o| Value::int(8 * o.size as i64)),
        "same_type_as" => m.related(first, second, |a, b, _| a == b),
        "extends_type_of" => m.related(first, second, |a, b, m| m.extends(a, b)),
        _ => return None,
    })
}

impl<'p> Machine<'p> {
    fn is_present(&mut self, e: &Expr) -> Step<Value> {
        Ok(Value::logical(!self.is_absent(e)?))
    }

    fn is_allocated(&mut self, e: &'p Expr) -> Step<Value> {
        let at = self.dynamic(e)?;
        Ok(Value::logical(self.memory.target(at)?.is_some()))
    }

    fn is_associated(&mut self, e: &'p Expr, with: Option<&'p Expr>) -> Step<Value> {
        let at = self.dynamic(e)?;
        let own = self.memory.handle(at)?.clone();
        let Some(with) = with else {
            return Ok(Value::logical(own != Handle::Nothing));
        };
        let other = self.handle_of_dynamic(with)?;
        Ok(Value::logical(match (own, other) {
            (Handle::Data(a), Handle::Data(b)) => a.at == b.at && same_elements(&a, &b)? && a.size > 0,
            (Handle::Procedure(a), Handle::Procedure(b)) => a == b,
            _ => false,
        }))
    }

    fn handle_of_dynamic(&mut self, e: &'p Expr) -> Step<Handle> {
        if self.is_dynamic(e) {
            let at = self.dynamic(e)?;
            return Ok(self.memory.handle(at)?.clone());
        }
        self.handle_of(e)
    }

    /// Extents of an expression.
    pub fn shape_of(&mut self, e: &'p Expr) -> Step<Vec<usize>> {
        if e.is_designator() || is_record(e.ty) {
            return Ok(self.places(e)?.shape);
        }
        Ok(self.value(e)?.shape().to_vec())
    }

    fn size(&mut self, e: &'p Expr, dim: Option<&'p Expr>) -> Step<Value> {
        if let (true, Some(dim)) = (e.is_designator() && !crate::designator::has_vector_inside(e), dim) {
            let i = self.integer(dim)?;
            let object = self.object(e)?;
            return match object.dims.get((i - 1) as usize).and_then(|d| d.n) {
                Some(n) => Ok(Value::int(n as i64)),
                None => fault("the size of a dimension that is not known"),
            };
        }
        let shape = self.shape_of(e)?;
        Ok(Value::int(match dim {
            None => shape.iter().product::<usize>() as i64,
            Some(dim) => {
                let i = self.integer(dim)?;
                match shape.get((i - 1) as usize) {
                    Some(&n) => n as i64,
                    None => return fault("the size of a dimension that does not exist"),
                }
            }
        }))
    }

    fn bound(&mut self, e: &'p Expr, dim: Option<&'p Expr>, lower: bool) -> Step<Value> {
        let whole = matches!(e.kind, ExprKind::Var(_) | ExprKind::Component(..));
        let object = match whole {
            true => self.object(e)?,
            false => {
                let shape = self.shape_of(e)?;
                let bounds = shape.into_iter().map(|n| (1, Some(n)));
                Rc::new(Object {
                    dims: crate::memory::contiguous(bounds, 1),
                    ..Object::scalar(crate::memory::Address { segment: 0, offset: 0 }, Ty::None, 0)
                })
            }
        };
        let one = |d: &crate::memory::Extent| match (lower, d.n) {
            (true, Some(0)) => Ok(1),
            (true, _) => Ok(d.lo),
            (false, Some(0)) => Ok(0),
            (false, Some(n)) => Ok(d.lo + n as i64 - 1),
            (false, None) => fault("the end of an assumed-size array"),
        };
        match dim {
            Some(dim) => {
                let i = self.integer(dim)?;
                match object.dims.get((i - 1) as usize) {
                    Some(d) => Ok(Value::int(one(d)?)),
                    None => fault("a bound of a dimension that does not exist"),
                }
            }
            None => Ok(Value::ints(object.dims.iter().map(one).collect::<Step<Vec<_>>>()?)),
        }
    }

    fn length(&mut self, e: &'p Expr) -> Step<Value> {
        if e.is_designator() {
            if self.is_dynamic(e) {
                let at = self.dynamic(e)?;
                if self.memory.target(at)?.is_none() {
                    return Ok(Value::int(self.declared_length(e)? as i64));
                }
            }
            return Ok(Value::int(self.object(e)?.size as i64));
        }
        let value = self.value(e)?;
        Ok(Value::int(match value.items().first() {
            Some(s) => s.text()?.len() as i64,
            None => 0,
        }))
    }

    fn transfer(
        &mut self,
        source: &'p Expr,
        mold: Option<&'p Expr>,
        size: Option<&'p Expr>,
        e: &'p Expr,
    ) -> Step<Value> {
        let Some(mold) = mold else {
            return fault("TRANSFER without a mold");
        };
        let mut bytes = self.bits(source)?;
        let width = match e.ty {
            Ty::Character => self.object(mold)?.size,
            ty => self.size_of(ty)?,
        };
        let count = match size {
            Some(n) => self.integer(n)?.max(0) as usize,
            None if mold.rank == 0 => 1,
            None => bytes.len().div_ceil(width.max(1)),
        };
        bytes.resize(width * count, 0);
        let at = self.local(bytes.len());
        self.memory.bytes_mut(at, bytes.len())?.copy_from_slice(&bytes);
        let items = (0..count).map(|i| self.memory.load(at.plus(i * width), e.ty, width));
        let items: Vec<Scalar> = items.collect::<Step<_>>()?;
        if e.rank == 0 {
            return match items.into_iter().next() {
                Some(s) => Ok(Value::One(s)),
                None => fault("TRANSFER of nothing"),
            };
        }
        Ok(Value::Many(Array {
            shape: vec![count],
            items,
        }))
    }

    /// The bits of an object. Pointers in records keep their present targets: they get handles of their own.
    pub fn bits(&mut self, e: &'p Expr) -> Step<Vec<u8>> {
        let mut from = self.object(e)?;
        if is_record(from.ty) {
            from = self.copy_of(&from)?;
        }
        let mut bytes = vec![];
        for at in from.places()? {
            bytes.extend_from_slice(self.memory.bytes(at, from.size)?);
        }
        Ok(bytes)
    }

    fn related(
        &mut self,
        a: &'p Expr,
        b: Option<&'p Expr>,
        holds: impl Fn(SymbolId, SymbolId, &Machine<'p>) -> bool,
    ) -> Step<Value> {
        let Some(b) = b else {
            return fault("an inquiry about one type");
        };
        match (self.object(a)?.ty, self.object(b)?.ty) {
            (Ty::Derived(s) | Ty::Class(s), Ty::Derived(t) | Ty::Class(t)) => Ok(Value::logical(holds(s, t, self))),
            _ => unsupported("types of polymorphic objects that are not records"),
        }
    }

    /// True if a type is another one or extends it.
    pub fn extends(&self, ty: SymbolId, parent: SymbolId) -> bool {
        let mut at = Some(ty);
        while let Some(t) = at {
            if t == parent {
                return true;
            }
            at = match &self.program.symbols[t].kind {
                SymbolKind::Type(def) => def.extends,
                _ => None,
            };
        }
        false
    }

    /// True for an actual argument that makes an optional dummy absent: an absent one, or a pointer or allocatable
    /// without data.
    pub fn gives_nothing(&mut self, e: &'p Expr) -> Step<bool> {
        if let ExprKind::Intrinsic(id, _, _) = &e.kind {
            return Ok(id.name() == "null");
        }
        if self.is_absent(e)? {
            return Ok(true);
        }
        if matches!(e.kind, ExprKind::Var(_) | ExprKind::Component(..)) && self.is_dynamic(e) {
            let at = self.dynamic(e)?;
            return Ok(*self.memory.handle(at)? == Handle::Nothing);
        }
        Ok(false)
    }
}

fn same_elements(a: &Object, b: &Object) -> Step<bool> {
    let strides = |o: &Object| o.dims.iter().map(|d| d.stride).collect::<Vec<_>>();
    let shapes = (a.shape()?, b.shape()?);
    Ok(shapes.0 == shapes.1 && !shapes.0.contains(&0) && strides(a) == strides(b))
}
