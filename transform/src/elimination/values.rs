//! Values of partial derivatives, each computed once.
//!
//! Edges of a graph are labelled by partial derivatives. Products and sums of labels get numbers: the same product of
//! the same labels is one value, so it costs one multiplication. Factors of one and minus one cost nothing.

use std::collections::HashMap;

/// The label of an edge: a value, or minus it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label {
    minus: bool,
    value: u32,
}

impl Label {
    /// One.
    pub const ONE: Label = Label { minus: false, value: 0 };
    /// Minus one.
    pub const MINUS_ONE: Label = Label { minus: true, value: 0 };

    /// The label of one or minus one.
    pub fn unit(number: f64) -> Option<Label> {
        match number {
            1.0 => Some(Label::ONE),
            -1.0 => Some(Label::MINUS_ONE),
            _ => None,
        }
    }

    /// The number of its value.
    pub fn value(self) -> u32 {
        self.value
    }

    /// True for minus the value.
    pub fn is_negative(self) -> bool {
        self.minus
    }

    /// True for one and minus one.
    pub fn is_unit(self) -> bool {
        self.value == 0
    }

    /// Minus the label if `minus`.
    pub fn negated_if(self, minus: bool) -> Label {
        Label {
            minus: self.minus != minus,
            ..self
        }
    }
}

/// How a value is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// One.
    One,
    /// A local partial derivative, by the number of its expression.
    Partial(u32),
    /// The product of two values.
    Product(u32, u32),
    /// The sum of two labels.
    Sum(Label, Label),
}

/// All values, by number.
#[derive(Clone, Debug)]
pub struct Values {
    all: Vec<Value>,
    known: HashMap<Value, u32>,
}

impl Default for Values {
    fn default() -> Self {
        Values {
            all: vec![Value::One],
            known: HashMap::new(),
        }
    }
}

impl Values {
    /// The number of a value, and true if it is new.
    fn number(&mut self, value: Value) -> (u32, bool) {
        if let Some(&known) = self.known.get(&value) {
            return (known, false);
        }
        let number = self.all.len() as u32;
        self.all.push(value);
        self.known.insert(value, number);
        (number, true)
    }

    /// A local partial derivative; equal `expression`s have equal values.
    pub fn partial(&mut self, expression: u32) -> Label {
        Label {
            minus: false,
            value: self.number(Value::Partial(expression)).0,
        }
    }

    /// A product, and true if it costs a multiplication that nothing has paid for.
    pub fn product(&mut self, a: Label, b: Label) -> (Label, bool) {
        let minus = a.minus != b.minus;
        if a.is_unit() || b.is_unit() {
            let value = a.value.max(b.value);
            return (Label { minus, value }, false);
        }
        let (value, new) = self.number(Value::Product(a.value.min(b.value), a.value.max(b.value)));
        (Label { minus, value }, new)
    }

    /// A sum; `None` if it is zero.
    pub fn sum(&mut self, a: Label, b: Label) -> Option<Label> {
        if a == b.negated_if(true) {
            return None;
        }
        let (first, second) = (a.min(b), a.max(b));
        let minus = first.minus;
        let sum = Value::Sum(first.negated_if(minus), second.negated_if(minus));
        let value = self.number(sum).0;
        Some(Label { minus, value })
    }

    /// How the value of a number is computed.
    pub fn of(&self, value: u32) -> Value {
        self.all[value as usize]
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all values but the first.
    pub fn truncate(&mut self, len: usize) {
        for value in self.all.drain(len..) {
            self.known.remove(&value);
        }
    }

    /// The number that a label stands for, given those of the local partial derivatives.
    #[cfg(test)]
    pub fn evaluate(&self, label: Label, partial: &dyn Fn(u32) -> f64) -> f64 {
        let mut known: Vec<f64> = Vec::with_capacity(self.all.len());
        for value in &self.all {
            let of = |l: &Label| {
                if l.minus {
                    -known[l.value as usize]
                } else {
                    known[l.value as usize]
                }
            };
            known.push(match value {
                Value::One => 1.0,
                Value::Partial(expression) => partial(*expression),
                Value::Product(a, b) => known[*a as usize] * known[*b as usize],
                Value::Sum(a, b) => of(a) + of(b),
            });
        }
        let value = known[label.value as usize];
        if label.minus {
            -value
        } else {
            value
        }
    }
}
