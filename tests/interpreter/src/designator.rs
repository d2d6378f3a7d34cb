//! Designators: the places in memory that they name.

use crate::layout::{stored, Stored};
use crate::machine::{Binding, Machine};
use crate::memory::{contiguous, moved, Address, Extent, Handle, Object, Places, HANDLE};
use crate::stop::{fault, unsupported, Step};
use crate::value::{Array, Scalar, Value};
use adc_frontend::ir::{Bound, Expr, ExprKind, Subscript, SymbolId, SymbolKind, Ty};
use std::rc::Rc;

impl<'p> Machine<'p> {
    /// True for a designator of a pointer or an allocatable itself.
    pub fn is_dynamic(&self, e: &Expr) -> bool {
        match e.kind {
            ExprKind::Var(s) | ExprKind::Procedure(s) => matches!(self.binding(s), Ok(Binding::Dynamic(_))),
            ExprKind::Component(_, s) => self.component_storage(s) != Stored::Plain,
            _ => false,
        }
    }

    /// True for a designator of a pointer itself.
    pub fn is_pointer(&self, e: &Expr) -> bool {
        let (ExprKind::Var(s) | ExprKind::Procedure(s) | ExprKind::Component(_, s)) = e.kind else {
            return false;
        };
        self.component_storage(s) == Stored::Pointer
    }

    fn component_storage(&self, s: SymbolId) -> Stored {
        match &self.program.symbols[s].kind {
            SymbolKind::Variable(v) => stored(&v.attrs),
            SymbolKind::Procedure(_) => Stored::Pointer,
            _ => Stored::Plain,
        }
    }

    /// The address of the handle of a pointer or an allocatable.
    pub fn dynamic(&mut self, e: &'p Expr) -> Step<Address> {
        match &e.kind {
            ExprKind::Paren(inner) => self.dynamic(inner),
            ExprKind::Var(s) | ExprKind::Procedure(s) => match self.binding(*s)? {
                Binding::Dynamic(at) => Ok(*at),
                _ => fault(format!("`{}` is neither a pointer nor allocatable here", self.name(*s))),
            },
            ExprKind::Component(base, s) => {
                let record = self.object(base)?;
                let (Ty::Derived(t) | Ty::Class(t)) = record.ty else {
                    return fault("a component of what is no record");
                };
                let layout = self.layout(t)?;
                match layout.fields.iter().find(|f| f.symbol == *s) {
                    Some(f) if f.storage != Stored::Plain => Ok(record.at.plus(f.offset)),
                    _ => fault(format!("`{}` is neither a pointer nor allocatable", self.name(*s))),
                }
            }
            ExprKind::Call(callee, args) => {
                let target = self.pointer_result(callee, args)?;
                self.new_pointer(target)
            }
            _ => fault("a pointer is due"),
        }
    }

    /// A pointer that nobody else has.
    pub fn new_pointer(&mut self, target: Handle) -> Step<Address> {
        let at = self.local(HANDLE);
        self.memory.new_handle(at)?;
        self.associate(at, target)?;
        Ok(at)
    }

    /// The data of a pointer or an allocatable.
    fn pointed(&self, at: Address, s: SymbolId) -> Step<Rc<Object>> {
        match self.memory.target(at)? {
            Some(object) => Ok(object),
            None => fault(format!("`{}` is not allocated or associated", self.name(s))),
        }
    }

    /// The data of a variable.
    pub fn variable(&mut self, s: SymbolId) -> Step<Rc<Object>> {
        if let SymbolKind::Constant(_) = self.program.symbols[s].kind {
            return self.constant(s);
        }
        match self.binding(s)? {
            Binding::Data(object) => Ok(Rc::clone(object)),
            Binding::Dynamic(at) => {
                let at = *at;
                self.pointed(at, s)
            }
            Binding::Absent => fault(format!("the argument `{}` is absent", self.name(s))),
            Binding::Procedure(_) => fault(format!("`{}` is a procedure", self.name(s))),
        }
    }

    /// The value of a named constant, in memory.
    fn constant(&mut self, s: SymbolId) -> Step<Rc<Object>> {
        if let Some(Binding::Data(object)) = self.constants.get(&s) {
            return Ok(Rc::clone(object));
        }
        let SymbolKind::Constant(c) = &self.program.symbols[s].kind else {
            return fault("a constant is due");
        };
        let mut size = self.element_size(&c.ty)?;
        if size == 0 && c.ty.ty == Ty::Character {
            size = match self.value(&c.value)?.items().first() {
                Some(first) => first.text()?.len(),
                None => 0,
            };
        }
        let implied = c
            .dims
            .iter()
            .any(|d| d.bounds().count() == 0 || matches!(d, adc_frontend::ir::Dim::AssumedSize(_)));
        let bounds = if implied {
            let found = self.value(&c.value)?;
            let mut bounds = vec![];
            for (d, &n) in c.dims.iter().zip(found.shape()) {
                let lo = d.bounds().next().map_or(Ok(1), |e| self.integer(e))?;
                bounds.push((lo, Some(n)));
            }
            bounds
        } else {
            self.bounds(&c.dims)?
        };
        let dims = contiguous(bounds, size);
        let count: usize = dims.iter().filter_map(|d| d.n).product();
        let at = self.memory.segment(size * count);
        let object = Object {
            at,
            ty: c.ty.ty,
            size,
            dims,
        };
        self.records(&object)?;
        self.set_object(&object, &c.value)?;
        let object = Rc::new(object);
        self.constants.insert(s, Binding::Data(Rc::clone(&object)));
        Ok(object)
    }

    /// The place of a variable that a statement sets.
    pub fn place(&mut self, e: &'p Expr) -> Step<Rc<Object>> {
        match e.kind {
            _ if has_vector_inside(e) => unsupported("a vector subscript in this place"),
            ExprKind::Call(..) => self.object(e),
            _ if e.is_designator() => self.object(e),
            _ => fault("a variable is due"),
        }
    }

    /// The place of a designator, or a temporary with the value of another expression.
    pub fn object(&mut self, e: &'p Expr) -> Step<Rc<Object>> {
        match &e.kind {
            ExprKind::Var(s) => self.variable(*s),
            ExprKind::Component(base, s) => self.component(base, *s),
            ExprKind::Index(base, subscripts) if !has_vector(subscripts) => {
                let base = self.object(base)?;
                Ok(Rc::new(self.section(&base, subscripts)?))
            }
            ExprKind::Substring(base, lo, hi) => {
                let base = self.object(base)?;
                let (first, last) = self.characters(base.size, lo.as_deref(), hi.as_deref())?;
                let mut part = (*base).clone();
                part.at = part.at.plus(first);
                part.size = last - first;
                Ok(Rc::new(part))
            }
            ExprKind::ComplexPart(base, imaginary) => {
                let mut part = (*self.object(base)?).clone();
                part.size /= 2;
                part.ty = e.ty;
                if *imaginary {
                    part.at = part.at.plus(part.size);
                }
                Ok(Rc::new(part))
            }
            ExprKind::Call(callee, args) => self.function_object(callee, args, e),
            ExprKind::Paren(inner) if is_record(inner.ty) => {
                let original = self.object(inner)?;
                self.copy_of(&original)
            }
            ExprKind::Structure(ty, args) => self.structure(*ty, args),
            ExprKind::Index(..) if is_record(e.ty) => {
                let places = self.places(e)?;
                self.gathered(&places)
            }
            ExprKind::Array(_, items) if is_record(e.ty) => self.record_array(items, e),
            ExprKind::Intrinsic(id, _, args) if is_record(e.ty) => self.record_function(id.name(), args),
            _ => {
                let value = self.value(e)?;
                self.temporary(&value, e.ty)
            }
        }
    }

    /// A value in a segment of its own.
    pub fn temporary(&mut self, value: &Value, ty: Ty) -> Step<Rc<Object>> {
        let ty = match (ty, value.items().first()) {
            (Ty::Typeless | Ty::None, Some(Scalar::Int(_))) => Ty::Integer(4),
            _ => ty,
        };
        let size = match ty {
            Ty::Character => value
                .items()
                .iter()
                .map(|s| s.text().map_or(0, <[u8]>::len))
                .max()
                .unwrap_or(0),
            _ => self.size_of(ty)?,
        };
        let dims = contiguous(value.shape().iter().map(|&n| (1, Some(n))), size);
        let at = self.local(size * value.items().len());
        for (i, item) in value.items().iter().enumerate() {
            self.memory.store(at.plus(i * size), ty, size, item)?;
        }
        Ok(Rc::new(Object { at, ty, size, dims }))
    }

    /// Elements, copied into one array.
    pub fn gathered(&mut self, from: &Places) -> Step<Rc<Object>> {
        let at = self.local(from.size * from.all.len());
        let dims = contiguous(from.shape.iter().map(|&n| (1, Some(n))), from.size);
        let all = Object {
            at,
            ty: from.ty,
            size: from.size,
            dims,
        };
        self.records(&all)?;
        for i in 0..from.all.len() {
            let to = Object::scalar(at.plus(i * from.size), from.ty, from.size);
            self.copy_element(&from.element(i), &to)?;
        }
        Ok(Rc::new(all))
    }

    /// A copy of an object that shares nothing with it but the targets of pointers.
    pub fn copy_of(&mut self, original: &Object) -> Step<Rc<Object>> {
        self.gathered(&original.elements()?)
    }

    fn component(&mut self, base: &'p Expr, s: SymbolId) -> Step<Rc<Object>> {
        let record = self.object(base)?;
        let (Ty::Derived(t) | Ty::Class(t)) = record.ty else {
            return fault(format!("the component `{}` of what is no record", self.name(s)));
        };
        let layout = self.layout(t)?;
        let Some(field) = layout.fields.iter().find(|f| f.symbol == s) else {
            return self.parent_part(&record, s);
        };
        if field.storage != Stored::Plain {
            return self.pointed(record.at.plus(field.offset), s);
        }
        let mut part = field.object(record.at);
        // of an array of records: an index of the component follows if it is an array, too
        part.dims.extend(record.dims.iter().map(|d| Extent { lo: 1, ..*d }));
        Ok(Rc::new(part))
    }

    /// `object%parent`, and an object of an extended type shown as one of its type.
    fn parent_part(&mut self, record: &Object, s: SymbolId) -> Step<Rc<Object>> {
        let ty = self.program.symbols[s].ty();
        let Ty::Derived(_) = ty else {
            return fault(format!("no component `{}`", self.name(s)));
        };
        let size = self.size_of(ty)?;
        Ok(Rc::new(Object {
            ty,
            size,
            ..record.clone()
        }))
    }

    fn characters(&mut self, length: usize, lo: Option<&'p Expr>, hi: Option<&'p Expr>) -> Step<(usize, usize)> {
        let lo = lo.map_or(Ok(1), |e| self.integer(e))?;
        let hi = hi.map_or(Ok(length as i64), |e| self.integer(e))?;
        if lo > hi {
            return Ok((0, 0));
        }
        if lo < 1 || hi > length as i64 {
            return fault(format!("the substring {lo}:{hi} of {length} characters"));
        }
        Ok((lo as usize - 1, hi as usize))
    }

    /// The part of an array that subscripts name, none of which is a vector.
    pub fn section(&mut self, base: &Object, subscripts: &'p [Subscript]) -> Step<Object> {
        if base.dims.len() < subscripts.len() {
            return fault(format!(
                "{} subscripts of an array of rank {}",
                subscripts.len(),
                base.dims.len()
            ));
        }
        let mut at = base.at;
        let mut dims = vec![];
        for (d, subscript) in base.dims.iter().zip(subscripts) {
            match subscript {
                Subscript::At(e) => {
                    let i = self.integer(e)?;
                    check(d, i)?;
                    at = moved(at, (i - d.lo) as isize * d.stride);
                }
                Subscript::Range(lo, hi, step) => {
                    let (first, n, step) = self.range(d, lo, hi, step)?;
                    at = moved(at, (first - d.lo) as isize * d.stride);
                    dims.push(Extent {
                        lo: 1,
                        n: Some(n),
                        stride: d.stride * step as isize,
                        open: false,
                    });
                }
            }
        }
        dims.extend(&base.dims[subscripts.len()..]);
        Ok(Object {
            at,
            ty: base.ty,
            size: base.size,
            dims,
        })
    }

    /// First index, number of indices and stride of a range.
    fn range(&mut self, d: &Extent, lo: &'p Bound, hi: &'p Bound, step: &'p Bound) -> Step<(i64, usize, i64)> {
        let step = step.as_deref().map_or(Ok(1), |e| self.integer(e))?;
        if step == 0 {
            return fault("a stride of zero");
        }
        let last = d.n.map(|n| d.lo + n as i64 - 1);
        let edge = |first: bool| match (first == (step > 0), last) {
            (true, _) => Ok(d.lo),
            (false, Some(last)) => Ok(last),
            (false, None) => fault("the end of an assumed-size array"),
        };
        let from = match lo {
            Some(e) => self.integer(e)?,
            None => edge(true)?,
        };
        let to = match hi {
            Some(e) => self.integer(e)?,
            None => edge(false)?,
        };
        let n = ((to - from + step) / step).max(0);
        if n == 0 {
            return Ok((d.lo, 0, step));
        }
        check(d, from)?;
        check(d, from + (n - 1) * step)?;
        Ok((from, n as usize, step))
    }

    /// The elements of an expression; of a designator, which may have vector subscripts, those that it names.
    pub fn places(&mut self, e: &'p Expr) -> Step<Places> {
        match &e.kind {
            ExprKind::Index(base, subscripts) if has_vector(subscripts) => {
                let base = self.object(base)?;
                let mut all = vec![base.at];
                let mut shape = vec![];
                for (d, subscript) in base.dims.iter().zip(subscripts) {
                    let indices: Vec<i64> = match subscript {
                        Subscript::At(e) if e.rank == 0 => vec![self.integer(e)?],
                        Subscript::At(e) => {
                            let v = self.value(e)?;
                            let all: Vec<i64> = v.items().iter().map(Scalar::int).collect::<Step<_>>()?;
                            shape.push(all.len());
                            all
                        }
                        Subscript::Range(lo, hi, step) => {
                            let (first, n, step) = self.range(d, lo, hi, step)?;
                            shape.push(n);
                            (0..n as i64).map(|k| first + k * step).collect()
                        }
                    };
                    let mut next = Vec::with_capacity(all.len() * indices.len());
                    for i in indices {
                        check(d, i)?;
                        next.extend(all.iter().map(|&at| moved(at, (i - d.lo) as isize * d.stride)));
                    }
                    all = next;
                }
                Ok(Places {
                    all,
                    shape,
                    ty: base.ty,
                    size: base.size,
                })
            }
            ExprKind::Component(base, s) if base.rank > 0 && e.rank > 0 && has_vector_inside(base) => {
                let records = self.places(base)?;
                let (Ty::Derived(t) | Ty::Class(t)) = records.ty else {
                    return fault("a component of what is no record");
                };
                let layout = self.layout(t)?;
                match layout.fields.iter().find(|f| f.symbol == *s) {
                    Some(f) if f.storage == Stored::Plain => Ok(Places {
                        all: records.all.into_iter().map(|at| at.plus(f.offset)).collect(),
                        shape: records.shape,
                        ty: f.ty,
                        size: f.size,
                    }),
                    _ => unsupported("this component"),
                }
            }
            _ if has_vector_inside(e) => unsupported("a part of what a vector subscript names"),
            _ => self.object(e)?.elements(),
        }
    }

    /// The place of a scalar of an intrinsic type, found without making an object; `None` for other expressions.
    pub fn scalar_place(&mut self, e: &'p Expr) -> Step<Option<(Address, Ty, usize)>> {
        if e.rank != 0 {
            return Ok(None);
        }
        match &e.kind {
            ExprKind::Var(s) => {
                let object = self.variable(*s)?;
                Ok(Some((object.at, object.ty, object.size)))
            }
            ExprKind::Index(base, subscripts) => {
                let base = self.object(base)?;
                let mut at = base.at;
                for (d, subscript) in base.dims.iter().zip(subscripts) {
                    let Subscript::At(e) = subscript else {
                        return Ok(None);
                    };
                    let i = self.integer(e)?;
                    check(d, i)?;
                    at = moved(at, (i - d.lo) as isize * d.stride);
                }
                Ok(Some((at, base.ty, base.size)))
            }
            _ => Ok(None),
        }
    }

    /// The values of an object of an intrinsic type.
    pub fn load(&self, object: &Object) -> Step<Value> {
        self.load_places(&object.elements()?)
    }

    /// The values of elements of an intrinsic type.
    pub fn load_places(&self, places: &Places) -> Step<Value> {
        let load = |&at: &Address| self.memory.load(at, places.ty, places.size);
        if places.shape.is_empty() {
            return Ok(Value::One(load(&places.all[0])?));
        }
        Ok(Value::Many(Array {
            shape: places.shape.clone(),
            items: places.all.iter().map(load).collect::<Step<_>>()?,
        }))
    }

    /// Makes a pointer refer to nothing, data or a procedure.
    pub fn associate(&mut self, at: Address, target: Handle) -> Step<()> {
        *self.memory.handle_mut(at)? = target;
        Ok(())
    }
}

fn check(d: &Extent, i: i64) -> Step<()> {
    let beyond = !d.open && d.n.is_some_and(|n| i >= d.lo + n as i64);
    if i < d.lo || beyond {
        let last = d.n.map_or("*".to_owned(), |n| (d.lo + n as i64 - 1).to_string());
        return fault(format!("the index {i} is out of bounds {}:{last}", d.lo));
    }
    Ok(())
}

fn has_vector(subscripts: &[Subscript]) -> bool {
    subscripts.iter().any(|s| matches!(s, Subscript::At(e) if e.rank > 0))
}

/// True for a designator with a vector subscript.
pub fn has_vector_inside(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(base, subscripts) => has_vector(subscripts) || has_vector_inside(base),
        ExprKind::Component(base, _) | ExprKind::Substring(base, _, _) | ExprKind::ComplexPart(base, _) => {
            has_vector_inside(base)
        }
        _ => false,
    }
}

/// True for derived types and polymorphic objects.
pub fn is_record(ty: Ty) -> bool {
    matches!(ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited)
}
