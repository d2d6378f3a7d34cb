//! The data of a row of the table, and the constructors of rows.
//!
//! Everything is `const`: the table is data in the binary, and start-up does no work.

pub use super::rule::*;
use crate::ir::Ty;

/// One generic intrinsic procedure.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Generic name, folded.
    pub name: &'static str,
    /// Specific names with their types.
    pub specifics: &'static [Specific],
    /// Dummy arguments in order.
    pub args: &'static [ArgSpec],
    /// True if any number of arguments like the last may follow: `max(a1, a2, a3, ...)`.
    pub variadic: bool,
    /// Class of the procedure.
    pub class: Class,
    /// Type of the result.
    pub result: ResultType,
    /// Rank of the result.
    pub rank: ResultRank,
    /// Derivative for real arguments, and for complex ones unless `complex` is given.
    pub rule: Rule,
    /// Derivative for complex arguments, if the formula differs or the function is not holomorphic.
    pub complex: Option<Rule>,
    /// The module that provides it; `None` if it needs no module.
    pub module: Option<&'static str>,
    /// The standard that introduced it.
    pub since: Standard,
    /// Convention at points without a derivative and other remarks, for the reference.
    pub note: &'static str,
    /// Points at which the numeric test compares the formulas with finite differences.
    pub probes: Probes,
    /// Cost of a scalar reference in flops: the time of so many additions.
    pub flops: u32,
}

/// Cost of a function of a library: exponential, trigonometric and similar functions.
pub const LIBRARY_FLOPS: u32 = 20;

/// A specific name.
#[derive(Clone, Copy, Debug)]
pub struct Specific {
    /// Folded.
    pub name: &'static str,
    /// Type of its arguments; [`Ty::None`] if it is only a synonym of the generic name.
    pub arg: Ty,
    /// Type of its result; [`Ty::None`] if it is only a synonym.
    pub result: Ty,
}

/// A dummy argument.
#[derive(Clone, Copy, Debug)]
pub struct ArgSpec {
    /// Keyword.
    pub name: &'static str,
    /// Another keyword for it.
    pub alias: Option<&'static str>,
    /// Types it takes.
    pub accept: Accept,
    /// May be absent.
    pub optional: bool,
    /// Access to the argument: functions only read, subroutines may write.
    pub access: Access,
    /// Must be allocatable or a pointer.
    pub dynamic: bool,
}

/// Access of a procedure to an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads its value.
    Read,
    /// Overwrites it.
    Write,
    /// Reads, then overwrites.
    Update,
    /// Inquires about its shape, type or status only; the value does not matter.
    Inquire,
}

/// A set of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accept(u8);

impl Accept {
    /// Integer.
    pub const INTEGER: Accept = Accept(1);
    /// Real.
    pub const REAL: Accept = Accept(2);
    /// Complex.
    pub const COMPLEX: Accept = Accept(4);
    /// Logical.
    pub const LOGICAL: Accept = Accept(8);
    /// Character.
    pub const CHARACTER: Accept = Accept(16);
    /// Derived types and `CLASS`.
    pub const DERIVED: Accept = Accept(32);
    /// Integer or real.
    pub const INTEGER_REAL: Accept = Accept(3);
    /// Real or complex.
    pub const REAL_COMPLEX: Accept = Accept(6);
    /// Integer, real or complex.
    pub const NUMERIC: Accept = Accept(7);
    /// Ordered types: integer, real, character.
    pub const ORDERED: Accept = Accept(19);
    /// Anything.
    pub const ANY: Accept = Accept(63);

    /// Either.
    pub const fn or(self, other: Accept) -> Accept {
        Accept(self.0 | other.0)
    }

    /// True if a value of the type may be passed. Typeless constants and values of unknown type are admitted.
    pub fn admits(self, ty: Ty) -> bool {
        let bit = match ty {
            Ty::Integer(_) => Accept::INTEGER,
            Ty::Real(_) => Accept::REAL,
            Ty::Complex(_) => Accept::COMPLEX,
            Ty::Logical(_) => Accept::LOGICAL,
            Ty::Character => Accept::CHARACTER,
            Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited => Accept::DERIVED,
            Ty::Typeless | Ty::None => Accept::ANY,
        };
        self.0 & bit.0 != 0
    }

    /// True if a value of a differentiable type may be passed.
    pub fn differentiable(self) -> bool {
        self.0 & Accept::REAL_COMPLEX.0 != 0
    }

    /// In words: `real or complex`.
    pub fn describe(self) -> String {
        if self == Accept::ANY {
            return "any type".into();
        }
        let names = ["integer", "real", "complex", "logical", "character", "derived"];
        let set: Vec<&str> = (0..names.len())
            .filter(|i| self.0 & (1 << i) != 0)
            .map(|i| names[i])
            .collect();
        match set.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => set.concat(),
        }
    }
}

/// Class of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Function, element by element.
    Elemental,
    /// Function of whole arrays.
    Transformational,
    /// Function that inquires about its argument and does not use its value.
    Inquiry,
    /// Function whose result does not depend on its arguments alone, or that has a side effect.
    Impure,
    /// Subroutine with an effect beyond its arguments.
    Subroutine,
    /// Subroutine that only changes its arguments.
    PureSubroutine,
    /// GNU procedures that may be called or referenced: in a reference the last argument is the result.
    Both,
}

/// The standard that introduced a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Standard {
    F77,
    F90,
    F95,
    F2003,
    F2008,
    F2018,
    Gnu,
}

/// Rule for the type of the result. Numbers are positions of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultType {
    /// Always this one.
    Fixed(Ty),
    /// As an argument.
    Like(u8),
    /// Type of an argument; for a complex one, the real type of its kind.
    RealLike(u8),
    /// The arguments' types combined as in an arithmetic operation.
    Promoted,
    /// Combined as in an arithmetic operation; logical for logical arguments (`matmul`, `dot_product`).
    Product,
    /// Integer of the kind given by `kind=`, or default integer.
    Integer,
    /// Real: `kind=`, otherwise the kind of a complex argument, otherwise default.
    Real,
    /// Complex: `kind=`, else default.
    Complex,
    /// Complex, of the combined kind of the arguments.
    ComplexPromoted,
    /// Logical: `kind=`, else default.
    Logical,
    /// Type of the first argument, with the kind given by `kind=`.
    LikeKind,
    /// No value.
    Nothing,
}

/// Rule for the rank of the result. Numbers are positions of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultRank {
    /// The largest rank of the arguments.
    Elemental,
    /// A scalar.
    Scalar,
    /// A vector.
    Vector,
    /// As an argument.
    Like(u8),
    /// A scalar; with `dim=`, the rank of the first argument minus one.
    Reduction,
    /// A vector; with `dim=`, the rank of the first argument minus one (`maxloc`).
    Location,
    /// A vector; with `dim=`, a scalar (`lbound`).
    Bound,
    /// Ranks of a matrix product.
    Matmul,
    /// 2.
    Matrix,
    /// The size of the argument `shape`.
    Shape,
    /// The rank of the first argument plus one.
    Spread,
    /// Scalar, or a vector if `mold` is an array or `size` is present (`transfer`).
    Transfer,
}

/// Points for the numeric test: values of the arguments in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probes {
    /// Points where the function is smooth; each formula is compared with a central difference.
    pub smooth: &'static [&'static [f64]],
    /// The same for complex arguments (one complex argument; the others are real).
    pub complex: &'static [(f64, f64)],
    /// Points where the function is not smooth: each formula must be finite and have the given value for the named
    /// argument.
    pub kinks: &'static [Kink],
}

/// A point at which a convention, not calculus, defines the derivative.
#[derive(Clone, Copy, Debug)]
pub struct Kink {
    /// Values of the arguments.
    pub at: &'static [f64],
    /// Values of the partials by convention, in the order of the rule's formulas.
    pub gives: &'static [f64],
}

/// A required argument.
pub const fn req(name: &'static str, accept: Accept) -> ArgSpec {
    ArgSpec {
        name,
        alias: None,
        accept,
        optional: false,
        access: Access::Read,
        dynamic: false,
    }
}

/// An optional argument.
pub const fn opt(name: &'static str, accept: Accept) -> ArgSpec {
    ArgSpec {
        optional: true,
        ..req(name, accept)
    }
}

/// The optional argument `kind`.
pub const KIND: ArgSpec = opt("kind", Accept::INTEGER);
/// The optional argument `team`.
pub const TEAM: ArgSpec = opt("team", Accept::DERIVED);
/// The optional argument `dim`.
pub const DIM: ArgSpec = opt("dim", Accept::INTEGER);
/// The optional argument `mask`.
pub const MASK: ArgSpec = opt("mask", Accept::LOGICAL);

impl ArgSpec {
    /// Overwritten.
    pub const fn out(mut self) -> ArgSpec {
        self.access = Access::Write;
        self
    }

    /// Read and overwritten.
    pub const fn inout(mut self) -> ArgSpec {
        self.access = Access::Update;
        self
    }

    /// Allocatable or a pointer.
    pub const fn dynamic(mut self) -> ArgSpec {
        self.dynamic = true;
        self
    }

    /// Has another keyword, too.
    pub const fn alias(mut self, name: &'static str) -> ArgSpec {
        self.alias = Some(name);
        self
    }

    /// Only asked about.
    pub const fn inquire(mut self) -> ArgSpec {
        self.access = Access::Inquire;
        self
    }
}

/// A specific name.
pub const fn specific(name: &'static str, arg: Ty, result: Ty) -> Specific {
    Specific { name, arg, result }
}

/// A synonym of the generic name.
pub const fn synonym(name: &'static str) -> Specific {
    specific(name, Ty::None, Ty::None)
}

/// Specific name for double precision.
pub const fn d(name: &'static str) -> Specific {
    specific(name, Ty::Real(8), Ty::Real(8))
}

/// Specific name for default real.
pub const fn r(name: &'static str) -> Specific {
    specific(name, Ty::Real(4), Ty::Real(4))
}

/// Specific name for default complex.
pub const fn c(name: &'static str) -> Specific {
    specific(name, Ty::Complex(4), Ty::Complex(4))
}

/// Specific name for double complex.
pub const fn z(name: &'static str) -> Specific {
    specific(name, Ty::Complex(8), Ty::Complex(8))
}

/// Specific name for default integer.
pub const fn i(name: &'static str) -> Specific {
    specific(name, Ty::Integer(4), Ty::Integer(4))
}

/// A partial derivative.
pub const fn p(arg: &'static str, formula: &'static str) -> Partial {
    Partial { arg, formula }
}

/// A kink.
pub const fn kink(at: &'static [f64], gives: &'static [f64]) -> Kink {
    Kink { at, gives }
}

impl Row {
    /// A row with its required parts.
    pub const fn new(name: &'static str, class: Class, args: &'static [ArgSpec], result: ResultType) -> Row {
        Row {
            name,
            specifics: &[],
            args,
            variadic: false,
            class,
            result,
            rank: match class {
                Class::Elemental => ResultRank::Elemental,
                _ => ResultRank::Scalar,
            },
            rule: Rule::Zero,
            complex: None,
            module: None,
            since: Standard::F90,
            note: "",
            probes: Probes {
                smooth: &[],
                complex: &[],
                kinks: &[],
            },
            flops: match class {
                Class::Inquiry => 1,
                _ => LIBRARY_FLOPS,
            },
        }
    }

    /// Cost of a scalar reference, if it is not that of a function of a library.
    pub const fn flops(mut self, flops: u32) -> Row {
        self.flops = flops;
        self
    }

    /// Specific names.
    pub const fn also(mut self, specifics: &'static [Specific]) -> Row {
        self.specifics = specifics;
        self
    }

    /// The derivative.
    pub const fn rule(mut self, rule: Rule) -> Row {
        self.rule = rule;
        self
    }

    /// The derivative as formulas.
    pub const fn partials(self, formulas: &'static [Partial]) -> Row {
        self.rule(Rule::Partials(formulas))
    }

    /// The derivative for complex arguments.
    pub const fn complex(mut self, rule: Rule) -> Row {
        self.complex = Some(rule);
        self
    }

    /// The rank.
    pub const fn rank(mut self, rank: ResultRank) -> Row {
        self.rank = rank;
        self
    }

    /// More arguments like the last.
    pub const fn variadic(mut self) -> Row {
        self.variadic = true;
        self
    }

    /// The module.
    pub const fn module(mut self, module: &'static str) -> Row {
        self.module = Some(module);
        self.since = Standard::F2003;
        self
    }

    /// The standard.
    pub const fn since(mut self, standard: Standard) -> Row {
        self.since = standard;
        self
    }

    /// A remark.
    pub const fn note(mut self, text: &'static str) -> Row {
        self.note = text;
        self
    }

    /// Sets the points at which the function is smooth.
    pub const fn probe(mut self, smooth: &'static [&'static [f64]]) -> Row {
        self.probes.smooth = smooth;
        self
    }

    /// Complex points.
    pub const fn probe_complex(mut self, points: &'static [(f64, f64)]) -> Row {
        self.probes.complex = points;
        self
    }

    /// Sets the points at which the function is not smooth.
    pub const fn kinks(mut self, kinks: &'static [Kink]) -> Row {
        self.probes.kinks = kinks;
        self
    }
}
