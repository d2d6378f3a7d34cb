//! Values of an interpreter: dual numbers (a value, and its derivative in one direction), integers and logicals.

/// A real number and its derivative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Dual {
    pub value: f64,
    pub slope: f64,
}

/// A value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    Real(Dual),
    Integer(i64),
    Logical(bool),
}

impl Dual {
    pub fn new(value: f64, slope: f64) -> Dual {
        Dual { value, slope }
    }

    /// A function of this number, given the function's value and derivative.
    pub fn map(self, value: f64, derivative: f64) -> Dual {
        Dual::new(value, derivative * self.slope)
    }

    pub fn powi(self, n: i64) -> Dual {
        let n = n as i32;
        let derivative = if n == 0 {
            0.0
        } else {
            f64::from(n) * self.value.powi(n - 1)
        };
        self.map(self.value.powi(n), derivative)
    }

    pub fn atan2(self, x: Dual) -> Dual {
        let norm = self.value * self.value + x.value * x.value;
        let slope = (x.value * self.slope - self.value * x.slope) / norm;
        Dual::new(self.value.atan2(x.value), slope)
    }

    /// This number with the sign of another.
    pub fn sign(self, other: Dual) -> Dual {
        let factor = 1f64.copysign(self.value) * 1f64.copysign(other.value);
        self.map(self.value * factor, factor)
    }
}

impl std::ops::Add for Dual {
    type Output = Dual;
    fn add(self, b: Dual) -> Dual {
        Dual::new(self.value + b.value, self.slope + b.slope)
    }
}

impl std::ops::Sub for Dual {
    type Output = Dual;
    fn sub(self, b: Dual) -> Dual {
        Dual::new(self.value - b.value, self.slope - b.slope)
    }
}

impl std::ops::Mul for Dual {
    type Output = Dual;
    fn mul(self, b: Dual) -> Dual {
        let slope = self.slope * b.value + self.value * b.slope;
        Dual::new(self.value * b.value, slope)
    }
}

impl std::ops::Div for Dual {
    type Output = Dual;
    fn div(self, b: Dual) -> Dual {
        let value = self.value / b.value;
        Dual::new(value, (self.slope - value * b.slope) / b.value)
    }
}

impl Value {
    /// As a real number.
    pub fn real(self) -> Dual {
        match self {
            Value::Real(x) => x,
            Value::Integer(n) => Dual::new(n as f64, 0.0),
            Value::Logical(_) => panic!("a number is wanted"),
        }
    }

    /// As an integer, cut off.
    pub fn integer(self) -> i64 {
        match self {
            Value::Real(x) => x.value as i64,
            Value::Integer(n) => n,
            Value::Logical(_) => panic!("a number is wanted"),
        }
    }

    pub fn logical(self) -> bool {
        match self {
            Value::Logical(b) => b,
            Value::Real(_) | Value::Integer(_) => panic!("a logical is wanted"),
        }
    }
}
