//! Places of components in derived types: one after the other, without gaps.

use crate::machine::Machine;
use crate::memory::{contiguous, Address, Extent, Object, HANDLE};
use crate::stop::{fault, unsupported, Step};
use adc_frontend::ir::{Attrs, CharLen, DeclType, Dim, Init, SymbolId, SymbolKind, Ty};
use std::rc::Rc;

/// One component.
pub struct Field<'p> {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Bytes before it.
    pub offset: usize,
    /// Type.
    pub ty: Ty,
    /// Bytes of an element; 0 unless it is stored in place.
    pub size: usize,
    /// Dimensions, if it is stored in place.
    pub dims: Vec<Extent>,
    /// Its kind of storage.
    pub storage: Stored,
    /// Initial value.
    pub init: Option<&'p Init>,
}

/// Storage of a component or variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// In place.
    Plain,
    /// By a handle whose data belongs to it.
    Allocatable,
    /// By a handle to foreign data, or to a procedure.
    Pointer,
}

/// All components of a type.
pub struct Layout<'p> {
    /// Bytes of an object.
    pub size: usize,
    /// Components, inherited ones first.
    pub fields: Vec<Field<'p>>,
}

/// The storage that attributes ask for.
pub fn stored(attrs: &Attrs) -> Stored {
    match (attrs.allocatable, attrs.pointer) {
        (true, _) => Stored::Allocatable,
        (_, true) => Stored::Pointer,
        _ => Stored::Plain,
    }
}

impl Field<'_> {
    /// The component of a record at an address, if it is stored in place.
    pub fn object(&self, record: Address) -> Object {
        Object {
            at: record.plus(self.offset),
            ty: self.ty,
            size: self.size,
            dims: self.dims.clone(),
        }
    }
}

impl<'p> Machine<'p> {
    /// The layout of a type.
    pub fn layout(&mut self, ty: SymbolId) -> Step<Rc<Layout<'p>>> {
        if let Some(known) = self.layouts.get(&ty) {
            return Ok(Rc::clone(known));
        }
        let mut fields = vec![];
        let mut size = 0;
        for symbol in self.program.components(ty) {
            let field = self.field(symbol, size)?;
            size += match field.storage {
                Stored::Plain => field.size * field.dims.iter().filter_map(|d| d.n).product::<usize>(),
                Stored::Allocatable | Stored::Pointer => HANDLE,
            };
            fields.push(field);
        }
        let layout = Rc::new(Layout { size, fields });
        self.layouts.insert(ty, Rc::clone(&layout));
        Ok(layout)
    }

    fn field(&mut self, symbol: SymbolId, offset: usize) -> Step<Field<'p>> {
        let (ty, storage, init, dims) = match &self.program.symbols[symbol].kind {
            SymbolKind::Variable(v) => (Some(&v.ty), stored(&v.attrs), v.init.as_ref(), v.dims.as_slice()),
            SymbolKind::Procedure(_) => (None, Stored::Pointer, None, &[] as &[Dim]),
            _ => return fault("a component that is no variable"),
        };
        let mut field = Field {
            symbol,
            offset,
            ty: ty.map_or(Ty::None, |t| t.ty),
            size: 0,
            dims: vec![],
            storage,
            init,
        };
        if let (Stored::Plain, Some(ty)) = (storage, ty) {
            field.size = self.element_size(ty)?;
            let bounds = self.bounds(dims)?;
            field.dims = contiguous(bounds, field.size);
        }
        Ok(field)
    }

    /// Bytes of a scalar of a type that is not a character.
    pub fn size_of(&mut self, ty: Ty) -> Step<usize> {
        Ok(match ty {
            Ty::Integer(k) | Ty::Logical(k) | Ty::Real(k @ (4 | 8)) => usize::from(k),
            Ty::Complex(k @ (4 | 8)) => 2 * usize::from(k),
            Ty::Derived(t) | Ty::Class(t) => {
                if self.program.has_lengths(ty) {
                    return unsupported("types with length parameters");
                }
                self.layout(t)?.size
            }
            Ty::Unlimited => 0,
            Ty::Real(_) | Ty::Complex(_) => return unsupported("extended precision"),
            Ty::Character | Ty::Typeless | Ty::None => return unsupported(format!("variables of type {ty:?}")),
        })
    }

    /// Bytes of an element of a declared type; lengths are evaluated in the running procedure. 0 for a length that is
    /// assumed or deferred.
    pub fn element_size(&mut self, ty: &'p DeclType) -> Step<usize> {
        if ty.ty != Ty::Character {
            return self.size_of(ty.ty);
        }
        Ok(match &ty.len {
            None => 1,
            Some(CharLen::Expr(e)) => self.integer(e)?.max(0) as usize,
            Some(CharLen::Assumed | CharLen::Deferred) => 0,
        })
    }

    /// Lower bounds and extents of declared dimensions, evaluated in the running procedure.
    pub fn bounds(&mut self, dims: &'p [Dim]) -> Step<Vec<(i64, Option<usize>)>> {
        let mut all = vec![];
        for d in dims {
            all.push(match d {
                Dim::Explicit(lo, hi) => {
                    let lo = lo.as_ref().map_or(Ok(1), |e| self.integer(e))?;
                    let n = (self.integer(hi)? - lo + 1).max(0);
                    (lo, Some(n as usize))
                }
                Dim::AssumedSize(lo) => (lo.as_ref().map_or(Ok(1), |e| self.integer(e))?, None),
                Dim::Assumed(_) | Dim::Deferred | Dim::AssumedRank => return fault("bounds that are not declared"),
            });
        }
        Ok(all)
    }
}
