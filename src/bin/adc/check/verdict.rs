//! Verdicts on errors.

/// The note on a derivative that says nothing.
pub const ZERO: &str = "the derivative is zero";

/// The verdict on one comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Nothing was compared.
    NotCompared,
    /// The error is that of rounding.
    Machine,
    /// The error is within the tolerance.
    Acceptable,
    /// The error is larger than the tolerance, but both numbers have digits in common.
    Outside,
    /// The numbers differ.
    Failed,
}

impl Class {
    /// Its name in tables and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Class::NotCompared => "not compared",
            Class::Machine => "machine precision",
            Class::Acceptable => "acceptable",
            Class::Outside => "outside tolerance",
            Class::Failed => "failed",
        }
    }

    /// True if the numbers agree.
    pub fn agrees(self) -> bool {
        matches!(self, Class::Machine | Class::Acceptable)
    }

    /// True if the numbers do not agree.
    pub fn is_wrong(self) -> bool {
        matches!(self, Class::Outside | Class::Failed)
    }
}

/// Largest relative errors of three classes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    machine: f64,
    acceptable: f64,
    outside: f64,
}

impl Limits {
    /// For differences: their own error is about the power 2/3 of the rounding error.
    pub fn of_differences(single: bool) -> Limits {
        match single {
            true => Limits {
                machine: 5e-4,
                acceptable: 2e-2,
                outside: 1e-1,
            },
            false => Limits {
                machine: 1e-9,
                acceptable: 1e-6,
                outside: 1e-3,
            },
        }
    }

    /// For numbers that only the order of operations distinguishes.
    pub fn of_rounding(single: bool) -> Limits {
        match single {
            true => Limits {
                machine: 1e-6,
                acceptable: 1e-4,
                outside: 1e-2,
            },
            false => Limits {
                machine: 1e-13,
                acceptable: 1e-10,
                outside: 1e-6,
            },
        }
    }

    /// The class of an error; NaN fails.
    pub fn class(self, error: f64) -> Class {
        match error {
            e if e <= self.machine => Class::Machine,
            e if e <= self.acceptable => Class::Acceptable,
            e if e <= self.outside => Class::Outside,
            _ => Class::Failed,
        }
    }
}

/// The verdict on a head: that of its worst comparison. A comparison that fails counts more than one that was not made.
pub fn worst(all: impl Iterator<Item = Class>) -> Class {
    all.max().unwrap_or(Class::NotCompared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        let limits = Limits::of_rounding(false);
        assert_eq!(limits.class(0.0), Class::Machine);
        assert_eq!(limits.class(1e-11), Class::Acceptable);
        assert_eq!(limits.class(1e-7), Class::Outside);
        assert_eq!(limits.class(f64::NAN), Class::Failed);
        assert_eq!(worst([Class::NotCompared, Class::Machine].into_iter()), Class::Machine);
        assert_eq!(worst(std::iter::empty()), Class::NotCompared);
    }
}
