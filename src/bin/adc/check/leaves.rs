//! Leaves: the variables, or components, of types of the language, and where they are.
//!
//! A component of an array of objects has a piece in each object. The driver reaches the pieces in loops, whose indices
//! are `adc_i1`, `adc_i2`, ...

use crate::fortran::Bounds;
use adc::VariableType;

/// A variable, or a component of one.
#[derive(Clone)]
pub struct Leaf {
    /// Its number, from 1 on.
    pub number: usize,
    /// The user's name for it.
    pub key: String,
    /// Where it is in its variable.
    pub place: Place,
    /// True if the driver makes its memory, and it has no initial value.
    pub is_fresh: bool,
    /// Its type.
    pub ty: VariableType,
    /// Bounds of each dimension, of one piece.
    pub bounds: Vec<Bounds>,
    /// True for an independent.
    pub independent: bool,
    /// True for a dependent.
    pub dependent: bool,
}

impl Leaf {
    /// True for real and complex types.
    pub fn is_number(&self) -> bool {
        matches!(self.ty, VariableType::Real(_) | VariableType::Complex(_))
    }

    /// True for single precision.
    pub fn is_single(&self) -> bool {
        matches!(self.ty, VariableType::Real(4) | VariableType::Complex(4))
    }

    /// The number of elements of all pieces, as far as it is known before the run.
    pub fn len(&self) -> usize {
        let loops = self.place.loops.iter().map(|l| l.bounds);
        count(self.bounds.iter().copied().chain(loops))
    }
}

/// The number of elements within bounds.
fn count(bounds: impl Iterator<Item = Bounds>) -> usize {
    bounds
        .map(|(low, high)| usize::try_from(high - low + 1).unwrap_or(0))
        .product()
}

/// A component that a driver allocates.
#[derive(Clone)]
pub struct Dynamic {
    /// Where it is in its variable.
    pub place: Place,
    /// Bounds of each dimension.
    pub bounds: Vec<Bounds>,
    /// True for a pointer.
    pub pointer: bool,
}

/// Where a component is in its variable.
#[derive(Clone, Default)]
pub struct Place {
    /// The indices of the variable, if that is an array of objects.
    root: Vec<String>,
    /// What follows, such as `%cells(adc_i1)%a`; nothing for the variable itself.
    path: String,
    /// The loops over objects, the outermost first.
    pub loops: Vec<Loop>,
    /// The allocatable components and pointers on the way, each with the number of loops around it.
    dynamic: Vec<(usize, Place, bool)>,
}

/// A loop over a dimension of an array of objects.
#[derive(Clone)]
pub struct Loop {
    /// Its index.
    pub index: String,
    /// The array.
    array: Box<Place>,
    /// The dimension, from 1 on.
    dimension: usize,
    /// The bounds.
    bounds: Bounds,
}

impl Place {
    /// True for the variable itself.
    pub fn is_variable(&self) -> bool {
        self.path.is_empty() && self.root.is_empty()
    }

    /// True if it is part of the memory of the variable, and one piece.
    pub fn is_static(&self) -> bool {
        self.loops.is_empty() && self.dynamic.is_empty()
    }

    /// A component of the object here.
    pub fn component(&self, name: &str) -> Place {
        Place {
            path: format!("{}%{name}", self.path),
            ..self.clone()
        }
    }

    /// The same for an allocatable component or a pointer.
    pub fn dynamic(mut self, pointer: bool) -> Place {
        let own = Place {
            dynamic: vec![],
            ..self.clone()
        };
        self.dynamic.push((self.loops.len(), own, pointer));
        self
    }

    /// Conditions under which the component exists, that can be tested within so many loops.
    pub fn conditions(&self, within: usize, name: &str, column: Option<&str>) -> Vec<String> {
        let own = self.dynamic.iter().filter(|d| d.0 == within);
        own.map(|(_, place, pointer)| {
            let word = if *pointer { "associated" } else { "allocated" };
            format!("{word}({})", place.of(name, column, 0))
        })
        .collect()
    }

    /// An object of the array here.
    pub fn object(&self, bounds: &[Bounds]) -> Place {
        let mut inner = self.clone();
        let first = self.loops.len() + 1;
        let indices: Vec<String> = (0..bounds.len()).map(|k| format!("adc_i{}", first + k)).collect();
        // the first index changes first, as in the order of storage
        for (k, (index, &bounds)) in indices.iter().zip(bounds).enumerate().rev() {
            inner.loops.push(Loop {
                index: index.clone(),
                array: Box::new(self.clone()),
                dimension: k + 1,
                bounds,
            });
        }
        match self.is_variable() {
            true => inner.root = indices,
            false if indices.is_empty() => {}
            false => inner.path += &format!("({})", indices.join(", ")),
        }
        inner
    }

    /// The designator, for a variable or shadow of the driver; in a derivative for many directions with the index of one.
    /// `rank` is that of the variable.
    pub fn of(&self, name: &str, column: Option<&str>, rank: usize) -> String {
        let is_whole = self.is_variable();
        let mut indices: Vec<&str> = column.into_iter().collect();
        match is_whole {
            true if column.is_none() => {}
            true => indices.extend(std::iter::repeat_n(":", rank)),
            false => indices.extend(self.root.iter().map(String::as_str)),
        }
        match indices.is_empty() {
            true => format!("{name}{}", self.path),
            false => format!("{name}({}){}", indices.join(", "), self.path),
        }
    }
}

impl Loop {
    /// The first line of the loop, with the index of a direction if there are many.
    pub fn line(&self, name: &str, column: Option<&str>) -> String {
        let is_root = self.array.is_variable();
        let (array, dimension) = match (is_root, column) {
            (true, None) => (name.to_string(), self.dimension),
            (true, Some(_)) => (name.to_string(), self.dimension + 1),
            (false, _) => (self.array.of(name, column, 0), self.dimension),
        };
        format!(
            "do {} = lbound({array}, {dimension}), ubound({array}, {dimension})",
            self.index
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designators_of_nested_components() {
        let whole = Place::default();
        assert_eq!(whole.of("x", None, 2), "x");
        assert_eq!(whole.of("x", Some("adc_k"), 2), "x(adc_k, :, :)");
        let object = whole.object(&[(1, 3)]);
        let inner = object.component("cells").object(&[(1, 2), (0, 4)]).component("a");
        assert_eq!(inner.of("s", None, 1), "s(adc_i1)%cells(adc_i2, adc_i3)%a");
        assert_eq!(
            inner.of("s", Some("adc_k"), 1),
            "s(adc_k, adc_i1)%cells(adc_i2, adc_i3)%a"
        );
        let lines: Vec<String> = inner.loops.iter().map(|l| l.line("s", Some("adc_k"))).collect();
        assert_eq!(lines[0], "do adc_i1 = lbound(s, 2), ubound(s, 2)");
        assert_eq!(
            lines[1],
            "do adc_i3 = lbound(s(adc_k, adc_i1)%cells, 2), ubound(s(adc_k, adc_i1)%cells, 2)"
        );
    }
}
