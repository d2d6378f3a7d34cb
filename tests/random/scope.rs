//! The scope of a statement under construction: variables, procedures, loops.

use super::expr::Divisor;
use super::features::Op;
use super::rng::Rng;
use super::strip::Strip;
use super::tree::{block, Node};

/// Bound of all values: every assignment is scaled to respect it.
pub const BOUND: f64 = 2.0;

/// Type class; all reals of a program have the same kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// real
    Real,
    /// complex of the same kind
    Complex,
    /// default integer
    Int,
}

/// Shapes of array expressions; all arrays have the program's extent `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// n elements
    Full,
    /// n - 1 elements
    Short,
    /// Every second element, from the first on forwards or from the last on backwards.
    Odd,
    /// n by n
    Matrix,
}

/// A variable or a component.
#[derive(Clone, Debug)]
pub struct Var {
    /// Text before the subscripts.
    pub base: String,
    /// Text after them: a component of an array of types.
    pub suffix: String,
    /// Its type.
    pub ty: Ty,
    /// Its rank: 0, 1, 2.
    pub rank: usize,
    /// Lower bound of each dimension.
    pub lo: i32,
    /// May be assigned to.
    pub writable: bool,
    /// An integer (or integer array) with values from 1 to n only.
    pub index: bool,
}

impl Var {
    /// The variable to compare for aliasing.
    pub fn root(&self) -> &str {
        root(&self.base)
    }

    /// Its subscript for a 1-based index.
    pub fn place(&self, i: &str) -> String {
        match self.lo - 1 {
            0 => i.to_string(),
            shift => format!("{i}{shift:+}"),
        }
    }
}

/// The name at the start of a designator; all names that EQUIVALENCE unites have the same root.
pub fn root(text: &str) -> &str {
    let name = text.split(['%', '(']).next().unwrap_or(text);
    if name.starts_with("eq") {
        "eq"
    } else {
        name
    }
}

/// A variable of derived type `cell`.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Its rank: 0 or 1.
    pub rank: usize,
    /// May be assigned to.
    pub writable: bool,
}

/// Requirement of a dummy argument on the actual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// A number or an array of some type and rank.
    Value(Ty, usize),
    /// A scalar of type `cell`.
    Cell,
    /// An integer from 1 to n.
    Index,
    /// The depth of a recursion.
    Depth,
    /// The extent of arrays.
    Extent,
    /// The extent of parts.
    Length,
    /// As many reals as the call requires, part of any variable.
    Part,
}

/// A dummy argument.
#[derive(Clone, Debug)]
pub struct Formal {
    /// Its name.
    pub name: String,
    /// Its requirement.
    pub want: Want,
    /// Is it read?
    pub input: bool,
    /// Is it written?
    pub output: bool,
    /// `x(:)`: any section is passed without a copy.
    pub assumed: bool,
    /// May be absent.
    pub optional: bool,
    /// Without INTENT.
    pub bare: bool,
}

impl Formal {
    /// Attributes of its declaration.
    pub fn intent(&self) -> String {
        let intent = match (self.input, self.output) {
            _ if self.bare => "",
            (true, false) => ", intent(in)",
            (false, true) => ", intent(out)",
            _ => ", intent(inout)",
        };
        format!("{intent}{}", if self.optional { ", optional" } else { "" })
    }
}

/// A procedure that can be called.
#[derive(Clone, Debug)]
pub struct Proc {
    /// Its name.
    pub name: String,
    /// Dummy arguments.
    pub formals: Vec<Formal>,
    /// The type of the result of a function.
    pub result: Option<Ty>,
    /// The rank of the result: 0 or 1.
    pub result_rank: usize,
    /// Names of variables that it uses other than as arguments.
    pub touches: Vec<String>,
    /// Set for a function without side effects, which may be used in any expression.
    pub pure_function: bool,
    /// Takes arrays for scalars.
    pub elemental: bool,
}

/// A loop around the statement.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Index; empty in a loop that has none.
    pub index: String,
    /// Least value inside.
    pub min: i32,
    /// Greatest value inside.
    pub max: i32,
    /// Construct name; may be empty.
    pub name: String,
}

impl Loop {
    /// A loop without a name.
    pub fn over(index: &str, min: i32, max: i32) -> Loop {
        Loop {
            index: index.into(),
            min,
            max,
            name: String::new(),
        }
    }

    /// The loop as text, from the text after its name, and its body.
    pub fn around(&self, open: &str, body: Vec<Node>) -> Node {
        match self.name.as_str() {
            "" => block(open, body, "end do"),
            name => block(format!("{name}: {open}"), body, format!("end do {name}")),
        }
    }
}

/// The state while a unit is made.
pub struct Scope {
    /// Randomness.
    pub rng: Rng,
    /// Extent of all arrays.
    pub n: i32,
    /// The unit's expression for the extent.
    pub n_text: String,
    /// Kind of reals.
    pub kind: u8,
    /// Free form: newer language.
    pub modern: bool,
    /// Variables.
    pub vars: Vec<Var>,
    /// Variables of derived type.
    pub records: Vec<Record>,
    /// Procedures.
    pub procs: Vec<Proc>,
    /// Loops, outermost first.
    pub loops: Vec<Loop>,
    /// Integers that serve as loop indices.
    pub indices: Vec<String>,
    /// The next label.
    pub label: u32,
    /// Names of constructs so far.
    pub names: u32,
    /// Statements that may still be made.
    pub budget: i32,
    /// Set inside a region where RETURN would skip required statements.
    pub no_return: bool,
    /// Statement functions: name and number of arguments.
    pub statement_functions: Vec<(String, usize)>,
    /// Complex numbers are used.
    pub complex: bool,
    /// Allocatable arrays of the unit.
    pub allocatables: Vec<String>,
    /// Logical variables.
    pub logicals: Vec<String>,
    /// The unit may print.
    pub prints: bool,
    /// Depth of recursion in this unit, an integer for the recursive call.
    pub inside: String,
    /// The number of elements of the unit's strips, if it differs from that of the other arrays.
    pub strip_extent: Option<String>,
    /// Strips that are not variables of the program's extent.
    pub strips: Vec<Strip>,
    /// Arrays of subscripts for them.
    pub lists: Vec<Strip>,
    /// Arrays with descriptors, whose elements cannot start a sequence.
    pub described: Vec<String>,
    /// An array and a scalar that never have derivatives, but change and are multiplied with active values.
    pub coefficients: Option<(Strip, String)>,
    /// The variable that most statements use.
    pub favorite: Option<String>,
    /// Divisors that occurred so far, if they are to be used again.
    pub divisors: Option<Vec<Divisor>>,
    /// Statements of the families in the unit.
    pub ops: Vec<Op>,
}

impl Scope {
    /// Variables of a type and rank.
    pub fn of(&self, ty: Ty, rank: usize) -> Vec<Var> {
        let fits = |v: &&Var| v.ty == ty && v.rank == rank;
        self.vars.iter().filter(fits).cloned().collect()
    }

    /// The writable ones among them.
    pub fn writable(&self, ty: Ty, rank: usize) -> Vec<Var> {
        let mut found = self.of(ty, rank);
        found.retain(|v| v.writable && !v.index);
        found
    }

    /// The next label.
    pub fn new_label(&mut self) -> u32 {
        self.label += 10;
        self.label
    }

    /// A loop index that is not in use, if there is one.
    pub fn free_index(&mut self) -> Option<String> {
        let free: Vec<String> = self
            .indices
            .iter()
            .filter(|i| self.loops.iter().all(|l| l.index != **i))
            .cloned()
            .collect();
        (!free.is_empty()).then(|| self.rng.pick(&free))
    }
}
