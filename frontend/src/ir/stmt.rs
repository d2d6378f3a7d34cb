//! Statements.

use super::*;
pub use crate::ast::IoKind;
use crate::ast::{SmolStr, Trivia};

/// Identity of a statement, unique in its program. Zero for statements that no analysis visits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct StmtId(pub u32);

/// A sequence of statements.
pub type Block = Vec<Stmt>;

/// A statement or construct.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Identity.
    pub id: StmtId,
    /// Its kind.
    pub kind: StmtKind,
    /// Label, if a jump or an I/O statement refers to it.
    pub label: Option<u32>,
    /// Comments and blank lines before it.
    pub lead: Vec<Trivia>,
    /// Comment after it on the same line.
    pub trail: Option<SmolStr>,
    /// Source span; [`Span::NONE`] for generated code.
    pub span: Span,
    /// For generated code, the statement that it differentiates, records or restores, if that is known. Only what is
    /// told to users depends on it.
    pub origin: Span,
}

/// Bounds in `ALLOCATE`: lower (1 if absent) and upper.
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
        /// The procedure.
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
        /// True if it was written as `IF (c) stmt`.
        short: bool,
    },
    /// Loop with a body.
    Do {
        /// Construct name.
        name: Option<SmolStr>,
        /// Loop control.
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
    /// `WHERE`; only the last arm may lack a mask. Bodies contain assignments and nested `WHERE`s.
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
        /// Object and its bounds: lower (1 if absent) and upper. Empty bounds take the shape of `SOURCE=`.
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
        /// Its kind.
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
    /// `NAME => expr` for the extent of a block: `ASSOCIATE`.
    Associate {
        /// Construct name.
        name: Option<SmolStr>,
        /// Associate names (variables of the unit, storage `Local`) and selectors.
        pairs: Vec<(SymbolId, Expr)>,
        /// Body.
        body: Block,
    },
    /// Executable `BLOCK ... END BLOCK`; its declarations are symbols of the unit, listed here.
    Scope {
        /// Construct name.
        name: Option<SmolStr>,
        /// Symbols declared in it.
        locals: Vec<SymbolId>,
        /// Body.
        body: Block,
    },
    /// Statements under a directive. Control flows through them as if they replaced this statement. The label of the
    /// first of them is moved here (FORMATs keep theirs), and so are the comments before the directive; comments
    /// between the directive and the first statement stay with that statement.
    Directed {
        /// The request.
        directive: Box<RegionDirective>,
        /// One statement, or the statements of a region; normalisation may add more.
        body: Block,
    },

    // ---- only in the stand-in units of procedures whose source is not given
    /// The known effects of a call: the whole body of such a unit. It is never printed.
    Model(Box<Model>),

    // ---- only in derivative code
    /// Pushes the value of a designator (a scalar, or all elements of an array or section) on the tape.
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

/// Possible effects of a procedure whose source is not given.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Variables that it may read.
    pub reads: Vec<Expr>,
    /// The variables that it may write, all from the values at its entry.
    pub flows: Vec<Flow>,
    /// True if it may have effects other than writing variables: print, stop the program.
    pub acts: bool,
    /// True if its derivative takes shadows as optional arguments.
    pub optional_shadows: bool,
    /// True if it stores or returns values as they are: a directive that makes the values of statements constants does
    /// not concern it.
    pub stores: bool,
    /// The partial derivatives that it returns. Results with partial derivatives are in `flows`, too; there, they depend
    /// on what they have no partial derivative for.
    pub partials: Vec<Partial>,
}

/// A partial derivative that a procedure without source returns in an argument, by positions of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partial {
    /// The result; `None` for the value of a function.
    pub of: Option<usize>,
    /// The argument by which it is the derivative.
    pub by: usize,
    /// The argument that receives the derivative.
    pub at: usize,
}

/// A variable that a procedure without source may write.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The variable.
    pub to: Expr,
    /// The values on which its new value may depend differentiably.
    pub from: Vec<Expr>,
    /// True if it is certainly overwritten as a whole.
    pub kills: bool,
}

impl Model {
    /// All variables in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let flows = self.flows.iter().flat_map(|f| f.from.iter().chain([&f.to]));
        self.reads.iter().chain(flows)
    }

    /// The same, mutably.
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

/// Control of a loop. Boxed where used: most statements are assignments and should not take the space of bounds and a
/// body.
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
    /// Its condition.
    pub test: GuardTest,
    /// The selector in its block, with the type or rank of the guard.
    pub local: SymbolId,
    /// Statements.
    pub body: Block,
    /// Comments before it.
    pub lead: Vec<Trivia>,
}

/// Condition of a guard.
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
    /// True for the guard that matches if no other does.
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
