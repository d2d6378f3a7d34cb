//! The tape: a stack of what each push recorded, with the name of its kind.

use crate::stop::{fault, Step};
use crate::value::Scalar;
use adc_frontend::ir::Ty;

/// The stack.
#[derive(Default)]
pub struct Tape {
    /// One entry for each push that was not empty.
    pushes: Vec<(&'static str, Vec<Scalar>)>,
    bytes: u64,
    peak: u64,
}

/// A kind of values.
pub struct Kind {
    /// As in the names of procedures.
    pub name: &'static str,
    /// Type of the values.
    pub ty: Ty,
    /// Bytes of one; numbers of a few bits take less.
    pub bytes: u64,
    /// For numbers of a few bits, how many.
    pub bits: Option<u32>,
}

const fn kind(name: &'static str, ty: Ty, bytes: u64) -> Kind {
    Kind {
        name,
        ty,
        bytes,
        bits: None,
    }
}

const fn control(name: &'static str, bits: u32) -> Kind {
    Kind {
        name,
        ty: Ty::Integer(4),
        bytes: 0,
        bits: Some(bits),
    }
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    kind("real4", Ty::Real(4), 4),
    kind("real8", Ty::Real(8), 8),
    kind("complex8", Ty::Complex(4), 8),
    kind("complex16", Ty::Complex(8), 16),
    kind("integer1", Ty::Integer(1), 1),
    kind("integer2", Ty::Integer(2), 2),
    kind("integer4", Ty::Integer(4), 4),
    kind("integer8", Ty::Integer(8), 8),
    kind("boolean", Ty::Logical(4), 4),
    kind("character", Ty::Character, 1),
    control("control1b", 1),
    control("control2b", 2),
    control("control3b", 3),
    control("control4b", 4),
    control("control5b", 5),
    control("control6b", 6),
    control("control7b", 7),
    control("control8b", 8),
];

impl Tape {
    /// Records values of a kind.
    pub fn push(&mut self, kind: &Kind, values: Vec<Scalar>) -> Step<()> {
        if values.is_empty() {
            return Ok(());
        }
        if let Some(bits) = kind.bits {
            let fits = |v: &Scalar| v.int().is_ok_and(|i| (0..1 << bits).contains(&i));
            if !values.iter().all(fits) {
                return fault(format!("{values:?} in {bits} bits"));
            }
        }
        self.bytes += kind.bytes * values.len() as u64;
        self.peak = self.peak.max(self.bytes);
        self.pushes.push((kind.name, values));
        Ok(())
    }

    /// Takes the values of the last push, which must be as many of this kind.
    pub fn pop(&mut self, kind: &Kind, count: usize) -> Step<Vec<Scalar>> {
        if count == 0 {
            return Ok(vec![]);
        }
        match self.pushes.pop() {
            Some((name, values)) if name == kind.name && values.len() == count => {
                self.bytes -= kind.bytes * count as u64;
                Ok(values)
            }
            Some((name, values)) => fault(format!(
                "a pop of {count} {} where {} {name} were pushed",
                kind.name,
                values.len()
            )),
            None => fault(format!("a pop of {count} {} from an empty tape", kind.name)),
        }
    }

    /// True if everything was popped.
    pub fn is_empty(&self) -> bool {
        self.pushes.is_empty()
    }

    /// Bytes on it.
    pub fn bytes(&self) -> u64 {
        self.bytes.max(u64::from(!self.is_empty()))
    }

    /// Most bytes on it so far.
    pub fn peak(&self) -> u64 {
        self.peak
    }
}
