//! What a statement under construction can see: variables, procedures, loops.

use super::expr::Divisor;
use super::features::Op;
use super::rng::Rng;
use super::strip::Strip;
use super::tree::{block, Node};

/// All values stay within these bounds: every assignment is scaled so that they do.
pub const BOUND: f64 = 2.0;

/// Type class; the kind of reals is one for a whole program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// real
    Real,
    /// complex of the same kind
    Complex,
    /// default integer
    Int,
}

/// Shapes of array expressions; extents of all arrays are the program's `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// n elements
    Full,
    /// n - 1 elements
    Short,
    /// Every second element, from the first on or from the last on backwards.
    Odd,
    /// n by n
    Matrix,
}

/// A variable or a component.
#[derive(Clone, Debug)]
pub struct Var {
    /// What stands before the subscripts.
    pub base: String,
    /// What stands behind them: a component of an array of types.
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
    /// The variable that is to be compared for aliasing.
    pub fn root(&self) -> &str {
        root(&self.base)
    }

    /// A subscript of it, for one that is counted from 1.
    pub fn place(&self, i: &str) -> String {
        match self.lo - 1 {
            0 => i.to_string(),
            shift => format!("{i}{shift:+}"),
        }
    }
}

/// The name that a designator begins with; all that EQUIVALENCE lays together has one.
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

/// What a dummy argument asks of the actual one.
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
    /// As many reals as the call says, of whatever they are part.
    Part,
}

/// A dummy argument.
#[derive(Clone, Debug)]
pub struct Formal {
    /// Its name.
    pub name: String,
    /// What it is.
    pub want: Want,
    /// Is it read?
    pub input: bool,
    /// Is it written?
    pub output: bool,
    /// `x(:)`: any section will do without a copy.
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
    /// Names of variables that it uses without being given them.
    pub touches: Vec<String>,
    /// A function that may stand in any expression: it changes nothing.
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

    /// The loop as text, from what stands behind its name, and its body.
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
    /// How the unit spells the extent.
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
    /// Inside a region where RETURN would skip what must run.
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
    /// Integers of the recursion's depth in this unit, for the recursive call.
    pub inside: String,
    /// The number of elements of the unit's strips, where it is not that of all arrays.
    pub strip_extent: Option<String>,
    /// Strips that are no variables of the program's extent.
    pub strips: Vec<Strip>,
    /// Arrays of subscripts for them.
    pub lists: Vec<Strip>,
    /// Arrays with descriptors, whose elements do not stand for what lies behind.
    pub described: Vec<String>,
    /// An array and a scalar that never have derivatives, but change and are multiplied with what has.
    pub coefficients: Option<(Strip, String)>,
    /// The variable that most statements are to be about.
    pub favorite: Option<String>,
    /// Divisors that occurred so far, where they are to occur again.
    pub divisors: Option<Vec<Divisor>>,
    /// Statements of the language's families that the unit has.
    pub ops: Vec<Op>,
}

impl Scope {
    /// Variables of a type and rank.
    pub fn of(&self, ty: Ty, rank: usize) -> Vec<Var> {
        let fits = |v: &&Var| v.ty == ty && v.rank == rank;
        self.vars.iter().filter(fits).cloned().collect()
    }

    /// Those among them that can be written.
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
