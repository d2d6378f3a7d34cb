//! Objects of derived types: copies, constructors, allocation.

use crate::designator::{has_vector_inside, is_record};
use crate::layout::Stored;
use crate::machine::Machine;
use crate::memory::{contiguous, Address, Handle, Object, Places};
use crate::stop::{fault, unsupported, Step};
use crate::value::{fit, Value};
use adc_frontend::ir::{Arg, Expr, ExprKind, SymbolId, Ty};
use std::rc::Rc;

impl<'p> Machine<'p> {
    /// Copies the elements of an object of a derived type, or one record to all, as an assignment does.
    pub fn copy_records(&mut self, from: &Object, to: &Object) -> Step<()> {
        self.copy_places(&from.elements()?, &to.elements()?)
    }

    /// The same for elements, wherever they are.
    pub fn copy_places(&mut self, from: &Places, to: &Places) -> Step<()> {
        if !from.shape.is_empty() && from.shape != to.shape {
            return fault("arrays of records that do not conform");
        }
        for i in 0..to.all.len() {
            self.copy_element(&from.element(i), &to.element(i))?;
        }
        Ok(())
    }

    /// Copies a scalar to another of the same type.
    pub fn copy_element(&mut self, from: &Object, to: &Object) -> Step<()> {
        let (Ty::Derived(t) | Ty::Class(t)) = to.ty else {
            return self.memory.copy(from.at, to.at, to.size);
        };
        if from.at == to.at {
            return Ok(());
        }
        let layout = self.layout(t)?;
        for field in &layout.fields {
            let (source, target) = (from.at.plus(field.offset), to.at.plus(field.offset));
            match field.storage {
                Stored::Plain => {
                    let (source, target) = (field.object(from.at), field.object(to.at));
                    self.copy_records(&source, &target)?;
                }
                Stored::Pointer => {
                    let handle = self.memory.handle(source)?.clone();
                    self.associate(target, handle)?;
                }
                Stored::Allocatable => match self.memory.target(source)? {
                    None => self.associate(target, Handle::Nothing)?,
                    Some(data) => {
                        let own = self.allocate_like(target, &data)?;
                        self.copy_records(&data, &own)?;
                    }
                },
            }
        }
        Ok(())
    }

    /// Lets an allocatable have the shape and the type of an object, keeping its data if it does.
    pub fn allocate_like(&mut self, at: Address, like: &Object) -> Step<Rc<Object>> {
        let shape = like.shape()?;
        if let Some(own) = self.memory.target(at)? {
            if own.shape()? == shape && own.ty == like.ty && own.size == like.size {
                return Ok(own);
            }
        }
        let bounds = like.dims.iter().zip(shape).map(|(d, n)| (d.lo, Some(n)));
        self.allocate(at, like.ty, like.size, bounds.collect())
    }

    /// Ends the data of a pointer or an allocatable: whoever uses it from now on is at fault.
    pub fn deallocate(&mut self, at: Address) -> Step<()> {
        if let Some(data) = self.memory.target(at)? {
            self.memory.release(data.at.segment);
        }
        self.associate(at, Handle::Nothing)
    }

    /// New data for a pointer or an allocatable.
    pub fn allocate(
        &mut self,
        at: Address,
        ty: Ty,
        size: usize,
        bounds: Vec<(i64, Option<usize>)>,
    ) -> Step<Rc<Object>> {
        let dims = contiguous(bounds, size);
        let count: usize = dims.iter().filter_map(|d| d.n).product();
        let data = self.memory.segment(size * count);
        let object = Rc::new(Object {
            at: data,
            ty,
            size,
            dims,
        });
        self.records(&object)?;
        self.associate(at, Handle::Data(Rc::clone(&object)))?;
        Ok(object)
    }

    /// A structure constructor.
    pub fn structure(&mut self, ty: SymbolId, args: &'p [Arg]) -> Step<Rc<Object>> {
        let layout = self.layout(ty)?;
        let at = self.local(layout.size);
        let record = Object::scalar(at, Ty::Derived(ty), layout.size);
        self.records(&record)?;
        for (i, arg) in args.iter().enumerate() {
            let Some(e) = arg.expr() else {
                return fault("a constructor with a label");
            };
            let named = |f: &&crate::layout::Field| match &arg.keyword {
                Some(k) => self.name(f.symbol).eq_ignore_ascii_case(k),
                None => false,
            };
            let field = match &arg.keyword {
                Some(_) => layout.fields.iter().find(named),
                None => layout.fields.get(i),
            };
            let whole = match (e.ty, layout.fields.get(i)) {
                (Ty::Derived(t) | Ty::Class(t), Some(f)) => t != ty && self.extends(ty, t) && f.ty != e.ty,
                _ => false,
            };
            let Some(field) = field.filter(|_| !whole) else {
                return unsupported("constructors with a value for the parent");
            };
            match field.storage {
                Stored::Plain => self.set_object(&field.object(at), e)?,
                Stored::Pointer => {
                    let handle = self.handle_of(e)?;
                    self.associate(at.plus(field.offset), handle)?;
                }
                Stored::Allocatable => {
                    if matches!(&e.kind, ExprKind::Intrinsic(id, _, _) if id.name() == "null") {
                        continue;
                    }
                    let value = self.object(e)?;
                    let own = self.allocate_like(at.plus(field.offset), &value)?;
                    self.copy_records(&value, &own)?;
                }
            }
        }
        Ok(Rc::new(record))
    }

    /// An array constructor of records.
    pub fn record_array(&mut self, items: &'p [Expr], e: &'p Expr) -> Step<Rc<Object>> {
        let mut places = vec![];
        let mut kind = (e.ty, self.size_of(e.ty)?);
        self.each_item(items, &mut |m, item| {
            let object = m.object(item)?;
            kind = (object.ty, object.size);
            places.extend(object.places()?);
            Ok(())
        })?;
        self.gathered(&Places {
            shape: vec![places.len()],
            all: places,
            ty: kind.0,
            size: kind.1,
        })
    }

    /// An intrinsic function of records.
    pub fn record_function(&mut self, name: &str, args: &'p [Arg]) -> Step<Rc<Object>> {
        let actuals: Vec<&'p Expr> = args.iter().filter_map(Arg::expr).collect();
        match (name, actuals.as_slice()) {
            ("merge", &[yes, no, mask]) if mask.rank == 0 => {
                if self.truth(mask)? {
                    self.object(yes)
                } else {
                    self.object(no)
                }
            }
            ("transfer", &[source, mold]) if mold.rank == 0 => {
                let ty = mold.ty;
                let size = self.size_of(ty)?;
                let mut bytes = self.bits(source)?;
                if bytes.len() < size || matches!(ty, Ty::Class(_) | Ty::Unlimited) {
                    return unsupported("TRANSFER of too few bits");
                }
                bytes.truncate(size);
                let at = self.local(size);
                self.memory.bytes_mut(at, size)?.copy_from_slice(&bytes);
                Ok(Rc::new(Object::scalar(at, ty, size)))
            }
            _ => unsupported(format!("`{name}` of records")),
        }
    }

    /// `lhs = rhs`.
    pub fn assign(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> Step<()> {
        let allocatable = self.is_dynamic(lhs) && !self.is_pointer(lhs);
        if is_record(lhs.ty) {
            let from = self.object(rhs)?;
            let from = self.copy_of(&from)?;
            if has_vector_inside(lhs) {
                let to = self.places(lhs)?;
                return self.copy_places(&from.elements()?, &to);
            }
            let to = if allocatable && (from.dims.len() == usize::from(lhs.rank)) {
                let at = self.dynamic(lhs)?;
                let mut like = (*from).clone();
                if let Ty::Derived(t) = lhs.ty {
                    like.ty = Ty::Derived(t);
                    like.size = self.size_of(like.ty)?;
                }
                self.allocate_like(at, &like)?
            } else {
                self.place(lhs)?
            };
            return self.copy_records(&from, &to);
        }
        if has_vector_inside(lhs) {
            let value = self.value(rhs)?;
            let to = self.places(lhs)?;
            return self.set_places(&to, &value, None);
        }
        let value = self.value(rhs)?;
        if !allocatable {
            if let (Some((at, ty, size)), Value::One(s)) = (self.scalar_place(lhs)?, &value) {
                let s = fit(s, ty)?;
                return self.memory.store(at, ty, size, &s);
            }
            let to = self.place(lhs)?;
            return self.set_value(&to, &value);
        }
        let at = self.dynamic(lhs)?;
        let known = self.memory.target(at)?;
        let deferred = lhs.ty == Ty::Character && self.has_deferred_length(lhs);
        let size = match (lhs.ty, &known) {
            (Ty::Character, _) if deferred => value.items().first().map_or(Ok(0), |s| s.text().map(<[u8]>::len))?,
            (Ty::Character, Some(own)) => own.size,
            (Ty::Character, None) => self.declared_length(lhs)?,
            _ => self.size_of(lhs.ty)?,
        };
        let fits = match &known {
            None => false,
            Some(own) => own.size == size && (value.shape().is_empty() || own.shape()? == value.shape()),
        };
        if known.is_none() && value.shape().is_empty() && lhs.rank > 0 {
            return fault("a scalar is assigned to an array that is not allocated");
        }
        let to = match known {
            Some(own) if fits => own,
            _ => {
                let mut bounds: Vec<(i64, Option<usize>)> = value.shape().iter().map(|&n| (1, Some(n))).collect();
                if matches!(rhs.kind, ExprKind::Var(_) | ExprKind::Component(..)) {
                    let whole = self.object(rhs)?;
                    bounds.iter_mut().zip(&whole.dims).for_each(|(b, d)| b.0 = d.lo);
                }
                self.allocate(at, lhs.ty, size, bounds)?
            }
        };
        self.set_value(&to, &value)
    }

    fn has_deferred_length(&self, e: &Expr) -> bool {
        let (ExprKind::Var(s) | ExprKind::Component(_, s)) = e.kind else {
            return false;
        };
        let v = self.program.symbols[s].variable();
        v.is_some_and(|v| matches!(v.ty.len, Some(adc_frontend::ir::CharLen::Deferred)))
    }

    /// The declared length of a character.
    pub fn declared_length(&mut self, e: &'p Expr) -> Step<usize> {
        let (ExprKind::Var(s) | ExprKind::Component(_, s)) = e.kind else {
            return unsupported("this length");
        };
        match self.program.symbols[s].variable() {
            Some(v) => self.element_size(&v.ty),
            None => unsupported("this length"),
        }
    }
}
