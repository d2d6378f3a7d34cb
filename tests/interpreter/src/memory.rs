//! Memory as bytes, so that sequence association, EQUIVALENCE, COMMON and TRANSFER mean what they mean for a compiler.
//!
//! Each variable without a host in storage has a segment of its own: an access beyond it is a fault. Values that were
//! never set have all bits set: reals are NaNs then. Pointers and allocatables occupy eight bytes, the number of a
//! [`Handle`]: so they may be components, and dummy arguments refer to the same handle as their actual ones.

use crate::stop::{fault, unsupported, Step};
use crate::value::Scalar;
use adc_frontend::ir::{Ty, UnitId};
use std::rc::Rc;

/// Bytes of a pointer or an allocatable.
pub const HANDLE: usize = 8;

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// Number of the segment.
    pub segment: u32,
    /// Bytes from its beginning.
    pub offset: usize,
}

impl Address {
    /// The address some bytes further on.
    pub fn plus(self, bytes: usize) -> Address {
        Address {
            offset: self.offset + bytes,
            ..self
        }
    }
}

/// One dimension of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Lower bound.
    pub lo: i64,
    /// Number of indices; unknown for the last dimension of an assumed-size array.
    pub n: Option<usize>,
    /// Distance of neighbours in bytes.
    pub stride: isize,
    /// True if there may be more indices than declared: `x(1)` of a dummy argument once meant any number.
    pub open: bool,
}

/// Data in memory: a scalar or an array of equal elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// The first element.
    pub at: Address,
    /// Type of the elements: for a polymorphic object the dynamic one.
    pub ty: Ty,
    /// Bytes of an element.
    pub size: usize,
    /// Dimensions; none for a scalar.
    pub dims: Vec<Extent>,
}

/// Elements of equal type, wherever they are: vector subscripts name such.
#[derive(Clone, Debug)]
pub struct Places {
    /// The elements in their order.
    pub all: Vec<Address>,
    /// Extents; none for a scalar.
    pub shape: Vec<usize>,
    /// Type of the elements.
    pub ty: Ty,
    /// Bytes of an element.
    pub size: usize,
}

impl Places {
    /// An element, or the scalar, which conforms with all shapes.
    pub fn element(&self, i: usize) -> Object {
        let at = self.all[if self.shape.is_empty() { 0 } else { i }];
        Object::scalar(at, self.ty, self.size)
    }
}

/// A procedure as a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The procedure.
    pub unit: UnitId,
    /// For an internal procedure, the frame of its host.
    pub host: Option<usize>,
}

/// The meaning of a pointer or an allocatable.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Handle {
    /// Not allocated, not associated.
    #[default]
    Nothing,
    /// Data.
    Data(Rc<Object>),
    /// A procedure.
    Procedure(Target),
}

/// All segments and handles.
#[derive(Default)]
pub struct Memory {
    segments: Vec<Vec<u8>>,
    handles: Vec<Handle>,
}

impl Object {
    /// A scalar.
    pub fn scalar(at: Address, ty: Ty, size: usize) -> Object {
        Object {
            at,
            ty,
            size,
            dims: vec![],
        }
    }

    /// Extents; a fault for an assumed-size array.
    pub fn shape(&self) -> Step<Vec<usize>> {
        let known = |d: &Extent| d.n.map_or_else(|| fault("the shape of an assumed-size array"), Ok);
        self.dims.iter().map(known).collect()
    }

    /// Number of elements.
    pub fn count(&self) -> Step<usize> {
        Ok(self.shape()?.iter().product())
    }

    /// Addresses of the elements in their order.
    pub fn places(&self) -> Step<Vec<Address>> {
        let shape = self.shape()?;
        let mut all = Vec::with_capacity(shape.iter().product());
        all.push(self.at);
        // each dimension repeats what the ones before it list
        for (d, &n) in self.dims.iter().zip(&shape) {
            if n == 0 {
                return Ok(vec![]);
            }
            let inner = all.len();
            for i in 1..n {
                for k in 0..inner {
                    let from = all[k];
                    all.push(moved(from, d.stride * i as isize));
                }
            }
        }
        Ok(all)
    }

    /// The elements.
    pub fn elements(&self) -> Step<Places> {
        Ok(Places {
            all: self.places()?,
            shape: self.shape()?,
            ty: self.ty,
            size: self.size,
        })
    }

    /// True if the elements follow each other without gaps.
    pub fn is_contiguous(&self) -> bool {
        let mut expected = self.size as isize;
        for d in &self.dims {
            if d.stride != expected && d.n != Some(1) {
                return false;
            }
            expected *= d.n.unwrap_or(1) as isize;
        }
        true
    }

    /// The same elements with lower bounds 1.
    pub fn rebased(&self) -> Object {
        let mut all = self.clone();
        all.dims.iter_mut().for_each(|d| d.lo = 1);
        all
    }
}

/// An address some bytes further on or back.
pub fn moved(at: Address, bytes: isize) -> Address {
    Address {
        offset: at.offset.wrapping_add_signed(bytes),
        ..at
    }
}

/// Dimensions of elements that follow each other.
pub fn contiguous(bounds: impl IntoIterator<Item = (i64, Option<usize>)>, size: usize) -> Vec<Extent> {
    let mut stride = size as isize;
    let extent = |(lo, n): (i64, Option<usize>)| {
        let this = Extent {
            lo,
            n,
            stride,
            open: false,
        };
        stride *= n.unwrap_or(1) as isize;
        this
    };
    bounds.into_iter().map(extent).collect()
}

impl Memory {
    /// A new segment without values.
    pub fn segment(&mut self, bytes: usize) -> Address {
        let fresh = vec![0xff; bytes];
        self.segments.push(fresh);
        let segment = (self.segments.len() - 1) as u32;
        Address { segment, offset: 0 }
    }

    /// Ends a segment. Its number is not used again, so that a pointer that is left finds no other data.
    pub fn release(&mut self, segment: u32) {
        self.segments[segment as usize] = vec![];
    }

    /// Bytes at an address.
    pub fn bytes(&self, at: Address, count: usize) -> Step<&[u8]> {
        let all = &self.segments[at.segment as usize];
        match all.get(at.offset..at.offset.wrapping_add(count)) {
            Some(bytes) => Ok(bytes),
            None => fault("an access outside of a variable"),
        }
    }

    /// The same, to be written.
    pub fn bytes_mut(&mut self, at: Address, count: usize) -> Step<&mut [u8]> {
        let all = &mut self.segments[at.segment as usize];
        match all.get_mut(at.offset..at.offset.wrapping_add(count)) {
            Some(bytes) => Ok(bytes),
            None => fault("an access outside of a variable"),
        }
    }

    /// Copies bytes.
    pub fn copy(&mut self, from: Address, to: Address, count: usize) -> Step<()> {
        let bytes = self.bytes(from, count)?.to_vec();
        self.bytes_mut(to, count)?.copy_from_slice(&bytes);
        Ok(())
    }

    /// The scalar of an intrinsic type at an address; `size` is the length of a character.
    pub fn load(&self, at: Address, ty: Ty, size: usize) -> Step<Scalar> {
        let b = self.bytes(at, size)?;
        Ok(match (ty, size) {
            (Ty::Real(8), _) => Scalar::Real(real(b)),
            (Ty::Integer(_), 4) => Scalar::Int(i64::from(i32::from_le_bytes(part(b)))),
            (Ty::Integer(_), 8) => Scalar::Int(i64::from_le_bytes(part(b))),
            (Ty::Integer(_), 2) => Scalar::Int(i64::from(i16::from_le_bytes(part(b)))),
            (Ty::Integer(_), 1) => Scalar::Int(i64::from(b[0] as i8)),
            (Ty::Real(4), _) => Scalar::Real(single(b)),
            (Ty::Complex(8), _) => Scalar::Complex(real(&b[..8]), real(&b[8..])),
            (Ty::Complex(4), _) => Scalar::Complex(single(&b[..4]), single(&b[4..])),
            (Ty::Logical(_), _) => Scalar::Logical(b[0] & 1 == 1),
            (Ty::Character, _) => Scalar::Text(b.into()),
            _ => return unsupported(format!("values of type {ty:?}")),
        })
    }

    /// Sets a scalar, which has the type of the place but for the length of a character.
    pub fn store(&mut self, at: Address, ty: Ty, size: usize, value: &Scalar) -> Step<()> {
        let b = self.bytes_mut(at, size)?;
        match (ty, size, value) {
            (Ty::Real(8), _, Scalar::Real(r)) => b.copy_from_slice(&r.to_le_bytes()),
            (Ty::Real(4), _, Scalar::Real(r)) => b.copy_from_slice(&(*r as f32).to_le_bytes()),
            (Ty::Integer(_), 1..=8, Scalar::Int(i)) => b.copy_from_slice(&i.to_le_bytes()[..size]),
            (Ty::Logical(_), 1..=8, Scalar::Logical(l)) => b.copy_from_slice(&u64::from(*l).to_le_bytes()[..size]),
            (Ty::Complex(8), _, Scalar::Complex(re, im)) => {
                b[..8].copy_from_slice(&re.to_le_bytes());
                b[8..].copy_from_slice(&im.to_le_bytes());
            }
            (Ty::Complex(4), _, Scalar::Complex(re, im)) => {
                b[..4].copy_from_slice(&(*re as f32).to_le_bytes());
                b[4..].copy_from_slice(&(*im as f32).to_le_bytes());
            }
            (Ty::Character, _, Scalar::Text(t)) => {
                let n = t.len().min(size);
                b[..n].copy_from_slice(&t[..n]);
                b[n..].fill(b' ');
            }
            _ => return unsupported(format!("{value:?} as a value of type {ty:?}")),
        }
        Ok(())
    }

    /// A handle of its own for the pointer or allocatable at an address.
    pub fn new_handle(&mut self, at: Address) -> Step<()> {
        self.handles.push(Handle::Nothing);
        let id = self.handles.len() as u64 - 1;
        self.bytes_mut(at, HANDLE)?.copy_from_slice(&id.to_le_bytes());
        Ok(())
    }

    /// The handle at an address.
    pub fn handle(&self, at: Address) -> Step<&Handle> {
        let id = u64::from_le_bytes(part(self.bytes(at, HANDLE)?)) as usize;
        match self.handles.get(id) {
            Some(h) => Ok(h),
            None => fault("a pointer that was never set"),
        }
    }

    /// The same, to be changed.
    pub fn handle_mut(&mut self, at: Address) -> Step<&mut Handle> {
        let id = u64::from_le_bytes(part(self.bytes(at, HANDLE)?)) as usize;
        match self.handles.get_mut(id) {
            Some(h) => Ok(h),
            None => fault("a pointer that was never set"),
        }
    }

    /// The data of the pointer or allocatable at an address.
    pub fn target(&self, at: Address) -> Step<Option<Rc<Object>>> {
        Ok(match self.handle(at)? {
            Handle::Data(object) => Some(Rc::clone(object)),
            Handle::Nothing => None,
            Handle::Procedure(_) => return fault("a procedure where data is due"),
        })
    }
}

fn part<const N: usize>(b: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&b[..N]);
    out
}

fn real(b: &[u8]) -> f64 {
    f64::from_le_bytes(part(b))
}

fn single(b: &[u8]) -> f64 {
    f64::from(f32::from_le_bytes(part(b)))
}
