//! The tape: a stack of scalars, each with the name of its kind.

use crate::stop::{fault, Step};
use crate::value::Scalar;

/// The stack.
#[derive(Default)]
pub struct Tape {
    entries: Vec<(&'static str, Scalar)>,
    bytes: u64,
    peak: u64,
}

/// Kinds of values and their bytes; numbers of a few bits take less than a byte.
pub const KINDS: &[(&str, u64)] = &[
    ("real4", 4),
    ("real8", 8),
    ("complex8", 8),
    ("complex16", 16),
    ("integer1", 1),
    ("integer2", 2),
    ("integer4", 4),
    ("integer8", 8),
    ("boolean", 1),
    ("character", 1),
    ("control1b", 0),
    ("control2b", 0),
    ("control3b", 0),
    ("control4b", 0),
    ("control5b", 0),
    ("control6b", 0),
    ("control7b", 0),
    ("control8b", 0),
];

impl Tape {
    /// Records values of a kind.
    pub fn push(&mut self, kind: &'static str, bytes: u64, values: impl IntoIterator<Item = Scalar>) {
        let before = self.entries.len();
        self.entries.extend(values.into_iter().map(|v| (kind, v)));
        self.bytes += bytes * (self.entries.len() - before) as u64;
        self.peak = self.peak.max(self.bytes);
    }

    /// Takes the last values, which must be of this kind.
    pub fn pop(&mut self, kind: &'static str, bytes: u64, count: usize) -> Step<Vec<Scalar>> {
        let Some(first) = self.entries.len().checked_sub(count) else {
            return fault(format!(
                "a pop of {count} {kind} from a tape with {} values",
                self.entries.len()
            ));
        };
        let taken = self.entries.split_off(first);
        if let Some((other, _)) = taken.iter().find(|(k, _)| *k != kind) {
            return fault(format!("a pop of {kind} where {other} was pushed"));
        }
        self.bytes -= bytes * count as u64;
        Ok(taken.into_iter().map(|(_, v)| v).collect())
    }

    /// True if everything was popped.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
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
