//! Statements.

use super::*;
pub use crate::ast::IoKind;
use crate::ast::{SmolStr, Trivia};

/// Identity of a statement, unique in its program. Zero for statements that no analysis will look at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct StmtId(pub u32);

/// A sequence of statements.
pub type Block = Vec<Stmt>;

/// A statement or construct.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Identity.
    pub id: StmtId,
    /// What it does.
    pub kind: StmtKind,
    /// Label, when it is needed (a jump or an I/O statement refers to it).
    pub label: Option<u32>,
    /// Comments and blank lines before it.
    pub lead: Vec<Trivia>,
    /// Comment behind it.
    pub trail: Option<SmolStr>,
    /// Where; [`Span::NONE`] for generated code.
    pub span: Span,
}

/// Bounds in `ALLOCATE`: lower, 1 when absent, and upper.
pub type AllocShape = Vec<(Option<Expr>, Expr)>;

/// Statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `lhs = rhs` by intrinsic assignment (a defined one is a [`StmtKind::Call`]).
    Assign {
        /// Designator.
        lhs: Expr,
        /// Value.
        rhs: Expr,
    },
    /// `lhs => rhs`. A pointer with bounds has them as ranges of an [`ExprKind::Index`] on the left.
    PointerAssign {
        /// Pointer.
        lhs: Expr,
        /// Target.
        rhs: Expr,
    },
    /// `CALL`; also defined assignment (`via` is `assignment(=)`).
    Call {
        /// What is called.
        callee: Callee,
        /// Arguments as written.
        args: Vec<Arg>,
    },
    /// Call of an intrinsic subroutine.
    CallIntrinsic {
        /// Row.
        id: IntrinsicId,
        /// Name as written.
        name: SmolStr,
        /// Arguments.
        args: Vec<Arg>,
    },
    /// Block or logical `IF`.
    If {
        /// Construct name.
        name: Option<SmolStr>,
        /// Arms in order; only the last one may lack a test (`ELSE`).
        arms: Vec<Arm>,
        /// True when it was written as `IF (c) stmt`.
        short: bool,
    },
    /// Loop with a body.
    Do {
        /// Construct name.
        name: Option<SmolStr>,
        /// What repeats it.
        control: DoControl,
        /// Body.
        body: Block,
    },
    /// `SELECT CASE`.
    Select {
        /// Construct name.
        name: Option<SmolStr>,
        /// Selector.
        expr: Expr,
        /// Cases in order.
        cases: Vec<Case>,
    },
    /// `SELECT TYPE` and `SELECT RANK`.
    SelectType {
        /// Construct name.
        name: Option<SmolStr>,
        /// Selector.
        expr: Expr,
        /// Guards in order.
        guards: Vec<Guard>,
    },
    /// `WHERE`; masks may be absent in the last arm only. Bodies hold assignments and nested `WHERE`s.
    Where {
        /// Arms.
        arms: Vec<Arm>,
    },
    /// `FORALL`.
    Forall {
        /// Index, lower, upper, stride.
        ranges: Vec<(SymbolId, Expr, Expr, Option<Expr>)>,
        /// Mask.
        mask: Bound,
        /// Body.
        body: Block,
    },
    /// `EXIT`, with the folded name of the construct if one was written.
    Exit(Option<SmolStr>),
    /// `CYCLE`, with the folded name of the loop if one was written.
    Cycle(Option<SmolStr>),
    /// `GOTO label`.
    Goto(u32),
    /// `GOTO (labels), expr`.
    ComputedGoto(Vec<u32>, Expr),
    /// `ASSIGN label TO var`.
    AssignLabel(u32, SymbolId),
    /// `GOTO var, (labels)`.
    AssignedGoto(SymbolId, Vec<u32>),
    /// `IF (expr) neg, zero, pos`.
    ArithmeticIf(Expr, [u32; 3]),
    /// `RETURN [expr]`.
    Return(Option<Expr>),
    /// `STOP`, `ERROR STOP`.
    Stop {
        /// `ERROR STOP`.
        error: bool,
        /// Code.
        code: Option<Expr>,
        /// `QUIET =`.
        quiet: Option<Expr>,
    },
    /// `PAUSE`.
    Pause(Option<Expr>),
    /// `CONTINUE`.
    Continue,
    /// `ALLOCATE`.
    Allocate {
        /// Type before `::`.
        ty: Option<DeclType>,
        /// Object and its bounds: lower (1 when absent) and upper. Empty bounds take the shape of `SOURCE=`.
        objects: Vec<(Expr, AllocShape)>,
        /// `stat`, `source`, ... folded, with their values.
        options: Vec<(SmolStr, Expr)>,
    },
    /// `DEALLOCATE`.
    Deallocate {
        /// Objects.
        objects: Vec<Expr>,
        /// `stat`, `errmsg`.
        options: Vec<(SmolStr, Expr)>,
    },
    /// `NULLIFY`.
    Nullify(Vec<Expr>),
    /// Input and output.
    Io {
        /// Which.
        kind: IoKind,
        /// Control list; a position-only item has no keyword.
        controls: Vec<(Option<SmolStr>, IoControl)>,
        /// False for `PRINT fmt` and `READ fmt`.
        parens: bool,
        /// Items.
        items: Vec<Expr>,
    },
    /// `FORMAT`, text with its parentheses.
    Format(SmolStr),
    /// `NAME => expr` for the length of a block: `ASSOCIATE`.
    Associate {
        /// Construct name.
        name: Option<SmolStr>,
        /// Associate names (variables of the unit, storage `Local`) and selectors.
        pairs: Vec<(SymbolId, Expr)>,
        /// Body.
        body: Block,
    },
    /// Executable `BLOCK ... END BLOCK`; its declarations are symbols of the unit listed here.
    Scope {
        /// Construct name.
        name: Option<SmolStr>,
        /// Symbols declared in it.
        locals: Vec<SymbolId>,
        /// Body.
        body: Block,
    },
    /// Statements that a directive concerns. Control runs through them as if they stood in its place. A label of the first of them stands here (FORMATs keep theirs), and
    /// the comments before the directive; those between it and the first statement stay with that.
    Directed {
        /// What is asked for.
        directive: Box<RegionDirective>,
        /// One statement, or those of a region; normalisation may put others beside them.
        body: Block,
    },

    // ---- only in units that stand for procedures whose source is not given
    /// What a call may do, as far as that is known: the whole body of such a unit. It is never printed.
    Model(Box<Model>),

    // ---- only in derivative code
    /// Push the value of a designator (a scalar, or all elements of an array, section included) on the tape.
    Push(Expr),
    /// Pop into a designator.
    Pop(Expr),
    /// Push a number below `2**bits`.
    PushControl {
        /// The number.
        value: u32,
        /// Width, 1 to 30; beyond 8 it is recorded as an integer.
        bits: u8,
    },
    /// Pop a number into an integer variable.
    PopControl {
        /// Integer(4) variable.
        var: Expr,
        /// Width, 1 to 30; beyond 8 it is recorded as an integer.
        bits: u8,
    },
    /// A comment line of the generator.
    Comment(SmolStr),
}

/// What a procedure whose source is not given may do.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Variables that it may read.
    pub reads: Vec<Expr>,
    /// What it may write, all from the values at its entry.
    pub flows: Vec<Flow>,
    /// True when it may do something that is no writing of variables: print, stop the program.
    pub acts: bool,
    /// True when its derivative takes shadows as optional arguments.
    pub optional_shadows: bool,
}

/// A variable that a procedure without source may write.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The variable.
    pub to: Expr,
    /// What its new value may depend on differentiably.
    pub from: Vec<Expr>,
    /// True when it is overwritten as a whole, for certain.
    pub kills: bool,
}

impl Model {
    /// All variables that are mentioned.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let flows = self.flows.iter().flat_map(|f| f.from.iter().chain([&f.to]));
        self.reads.iter().chain(flows)
    }

    /// The same, to be changed.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let flows = self.flows.iter_mut().flat_map(|f| f.from.iter_mut().chain([&mut f.to]));
        self.reads.iter_mut().chain(flows)
    }
}

/// Arm of `IF` or `WHERE`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Test or mask.
    pub cond: Option<Expr>,
    /// Statements.
    pub body: Block,
    /// Comments before the `ELSE` or `ELSE IF`.
    pub lead: Vec<Trivia>,
}

/// What repeats a loop. Most statements are assignments: they shall not be as large as bounds and a body.
#[derive(Clone, Debug)]
pub enum DoControl {
    /// Endless.
    Forever,
    /// Counted.
    Count {
        /// Index: a scalar variable.
        var: SymbolId,
        /// First value.
        lo: Box<Expr>,
        /// Limit.
        hi: Box<Expr>,
        /// Stride.
        step: Bound,
    },
    /// `DO WHILE`.
    While(Expr),
    /// `DO CONCURRENT`.
    Concurrent {
        /// Index, lower, upper, stride.
        ranges: Vec<(SymbolId, Expr, Expr, Option<Expr>)>,
        /// Mask.
        mask: Bound,
        /// Locality clauses as written.
        locality: SmolStr,
    },
}

impl DoControl {
    /// A counted loop.
    pub fn count(var: SymbolId, lo: Expr, hi: Expr, step: Option<Expr>) -> DoControl {
        DoControl::Count {
            var,
            lo: Box::new(lo),
            hi: Box::new(hi),
            step: step.map(Box::new),
        }
    }
}

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Values; none for `DEFAULT`.
    pub values: Option<Vec<CaseValue>>,
    /// Statements.
    pub body: Block,
    /// Comments before it.
    pub lead: Vec<Trivia>,
}

/// One guard of `SELECT TYPE` or `SELECT RANK`.
#[derive(Clone, Debug)]
pub struct Guard {
    /// When it is taken.
    pub test: GuardTest,
    /// The selector in its block, with the type or rank that the guard says.
    pub local: SymbolId,
    /// Statements.
    pub body: Block,
    /// Comments before it.
    pub lead: Vec<Trivia>,
}

/// What a guard asks for.
#[derive(Clone, Debug)]
pub enum GuardTest {
    /// `TYPE IS`.
    TypeIs(DeclType),
    /// `CLASS IS`.
    ClassIs(DeclType),
    /// `CLASS DEFAULT`.
    ClassDefault,
    /// `RANK (2)`.
    Rank(Expr),
    /// `RANK (*)`.
    AssumedSize,
    /// `RANK DEFAULT`.
    RankDefault,
}

impl GuardTest {
    /// True for what is taken when no other guard is.
    pub fn is_default(&self) -> bool {
        matches!(self, GuardTest::ClassDefault | GuardTest::RankDefault)
    }

    /// True in `SELECT RANK`.
    pub fn is_about_rank(&self) -> bool {
        matches!(
            self,
            GuardTest::Rank(_) | GuardTest::AssumedSize | GuardTest::RankDefault
        )
    }
}

/// Value or range of a case.
#[derive(Clone, Debug)]
pub enum CaseValue {
    /// One value.
    Value(Expr),
    /// Range, open where absent.
    Range(Option<Expr>, Option<Expr>),
}

/// Value in an I/O control list.
#[derive(Clone, Debug)]
pub enum IoControl {
    /// Expression (unit, internal file, format text, IOSTAT variable, ...).
    Expr(Expr),
    /// Label of a FORMAT or of a branch (`END=10`).
    Label(u32),
    /// Namelist group.
    Namelist(SymbolId),
    /// `*`.
    Star,
}
