//! Statements: simple ones and constructs.

use super::*;

/// Comments, label and span of a statement that only divides or ends a unit or a construct.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct End {
    /// Comments before it.
    pub lead: Vec<Trivia>,
    /// Comment after it on the same line.
    pub trail: Option<SmolStr>,
    /// Its label.
    pub label: Option<u32>,
    /// Its source span.
    pub span: Span,
    /// The construct's name, if `ELSE`, `CASE` or a guard repeats it.
    pub name: Option<Name>,
}

/// A sequence of statements.
pub type Block = Vec<Stmt>;

/// A statement or a construct.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// Its label.
    pub label: Option<u32>,
    /// Comments and blank lines before it.
    pub lead: Vec<Trivia>,
    /// Comment after it on its last line.
    pub trail: Option<SmolStr>,
    /// Span of the statement; for a construct, of its opening statement.
    pub span: Span,
}

/// All statements and constructs.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    // ---- specification
    /// `USE mod, ONLY: a, b => c`.
    Use(Use),
    /// `IMPORT [:: names]`.
    Import {
        /// Rule for the names that are not listed.
        kind: ImportKind,
        /// Names that it lists.
        names: Vec<Name>,
    },
    /// Rules of `IMPLICIT`.
    Implicit(Vec<ImplicitRule>),
    /// `IMPLICIT NONE`, with the words of `(TYPE, EXTERNAL)` if present.
    ImplicitNone(Vec<Name>),
    /// `REAL, DIMENSION(3) :: a, b = 1`.
    TypeDecl {
        /// Type.
        ty: TypeSpec,
        /// Attributes.
        attrs: Vec<Attr>,
        /// True if `::` was written.
        colons: bool,
        /// Entities.
        entities: Vec<Entity>,
    },
    /// `SAVE`, `ALLOCATABLE :: a`, `DIMENSION a(3)`, `EXTERNAL f`: one attribute on entities.
    AttrDecl {
        /// The attribute.
        attr: Attr,
        /// True if `::` was written.
        colons: bool,
        /// Entities; empty for a blanket `SAVE`, `PUBLIC`, `PRIVATE`. Generic specs such as `operator(+)` are stored as
        /// names.
        entities: Vec<Entity>,
        /// COMMON blocks named `/blk/` in a `SAVE` or `BIND`.
        blocks: Vec<Name>,
    },
    /// `PARAMETER (a = 1, b = 2)`.
    Parameter(Vec<(Name, Expr)>),
    /// `DATA a, b /1, 2/, c /3/`.
    Data(Vec<DataSet>),
    /// `COMMON /blk/ a, b(3)`: blocks with their members; `None` is blank common.
    Common(Vec<(Option<Name>, Vec<Entity>)>),
    /// `EQUIVALENCE (a, b(2)), ...`.
    Equivalence(Vec<Vec<Expr>>),
    /// `POINTER (p, a), (q, b(10))` (extension): pairs of a pointer and its pointee.
    CrayPointer(Vec<(Name, Entity)>),
    /// `NAMELIST /grp/ a, b`.
    Namelist(Vec<(Name, Vec<Name>)>),
    /// `TYPE ... END TYPE`.
    DerivedType(Box<DerivedType>),
    /// `INTERFACE ... END INTERFACE`.
    Interface(Interface),
    /// `ENUM, BIND(C) ... END ENUM`: enumerators with their values.
    Enum {
        /// `ENUMERATOR` statements.
        enumerators: Vec<Enumerators>,
        /// Its end.
        end: End,
    },
    /// `FORMAT (...)`: the text as written, parentheses included.
    Format(SmolStr),
    /// `ENTRY name (args) RESULT (r)`.
    Entry {
        /// Name.
        name: Name,
        /// Dummy arguments; `None` is an alternate return.
        args: Vec<Option<Name>>,
        /// Result.
        result: Option<Name>,
    },

    // ---- execution
    /// `lhs = rhs`; also a statement function definition.
    Assign {
        /// Left side.
        lhs: Expr,
        /// Right side.
        rhs: Expr,
    },
    /// `lhs => rhs`.
    PointerAssign {
        /// Pointer.
        lhs: Expr,
        /// Target.
        rhs: Expr,
    },
    /// `ASSIGN 10 TO i`.
    AssignLabel {
        /// Label.
        target: u32,
        /// Variable.
        var: Name,
    },
    /// `CALL p(args)`; the designator has no argument list of its own.
    Call {
        /// Name or component to call.
        proc: Expr,
        /// Arguments.
        args: Vec<Arg>,
        /// False for `CALL p` without parentheses.
        parens: bool,
    },
    /// `IF (cond) stmt`.
    IfStmt {
        /// Test.
        cond: Expr,
        /// Statement.
        then: Box<Stmt>,
    },
    /// `IF (expr) 10, 20, 30`.
    ArithmeticIf {
        /// Test.
        expr: Expr,
        /// Labels for negative, zero, positive.
        labels: [u32; 3],
    },
    /// `IF ... THEN ... ELSE IF ... ELSE ... END IF`.
    If {
        /// Construct name.
        name: Option<Name>,
        /// The arms in order; `ELSE` has no test. `head` stores `lead`, `label`, `trail` and `span` of the
        /// `ELSE`/`ELSE IF` statement (unused for the first arm).
        arms: Vec<IfArm>,
        /// Its end.
        end: End,
    },
    /// All forms of `DO` with a body.
    Do {
        /// Construct name.
        name: Option<Name>,
        /// Label of the terminating statement, for a labelled `DO`.
        label: Option<u32>,
        /// Counted, while, concurrent or endless.
        control: Box<DoControl>,
        /// Body. If a labelled `DO` ends on a statement of its own (`10 CONTINUE`), that statement is the last of the
        /// body. If several loops share a terminator, it belongs to the innermost.
        body: Block,
        /// `END DO`; absent if the loop ends on a labelled statement.
        end: Option<End>,
    },
    /// `SELECT CASE`.
    SelectCase {
        /// Construct name.
        name: Option<Name>,
        /// Selector.
        expr: Expr,
        /// Cases.
        cases: Vec<Case>,
        /// Its end.
        end: End,
    },
    /// `SELECT TYPE`.
    SelectType {
        /// Construct name.
        name: Option<Name>,
        /// `name =>`.
        rename: Option<Name>,
        /// Selector.
        expr: Expr,
        /// Guards with their blocks.
        guards: Vec<TypeGuard>,
        /// Its end.
        end: End,
    },
    /// `SELECT RANK`.
    SelectRank {
        /// Construct name.
        name: Option<Name>,
        /// `name =>`.
        rename: Option<Name>,
        /// Selector.
        expr: Expr,
        /// Ranks with their blocks.
        ranks: Vec<RankCase>,
        /// Its end.
        end: End,
    },
    /// `WHERE (mask) lhs = rhs`.
    WhereStmt {
        /// Mask.
        mask: Expr,
        /// Assignment.
        body: Box<Stmt>,
    },
    /// `WHERE ... ELSEWHERE ... END WHERE`.
    Where {
        /// Construct name.
        name: Option<Name>,
        /// Arms; the mask is absent for a plain `ELSEWHERE`.
        arms: Vec<IfArm>,
        /// Its end.
        end: End,
    },
    /// `FORALL (i = 1:n, mask) lhs = rhs`.
    ForallStmt {
        /// Index ranges and mask.
        header: ForallHeader,
        /// Assignment.
        body: Box<Stmt>,
    },
    /// `FORALL ... END FORALL`.
    Forall {
        /// Construct name.
        name: Option<Name>,
        /// Index ranges and mask.
        header: ForallHeader,
        /// Body.
        body: Block,
        /// Its end.
        end: End,
    },
    /// `ASSOCIATE (a => b) ... END ASSOCIATE`.
    Associate {
        /// Construct name.
        name: Option<Name>,
        /// Associations.
        pairs: Vec<(Name, Expr)>,
        /// Body.
        body: Block,
        /// Its end.
        end: End,
    },
    /// `BLOCK ... END BLOCK`.
    BlockConstruct {
        /// Construct name.
        name: Option<Name>,
        /// Declarations and statements.
        body: Block,
        /// Its end.
        end: End,
    },
    /// `CRITICAL ... END CRITICAL`, `CHANGE TEAM ... END TEAM`.
    Images {
        /// Its kind.
        kind: ImageBlock,
        /// Construct name.
        name: Option<Name>,
        /// `(STAT = i)`, `(team)`; empty without parentheses.
        controls: Vec<Arg>,
        /// Body.
        body: Block,
        /// Its end.
        end: End,
    },
    /// `CONTINUE`.
    Continue,
    /// `CYCLE [name]`.
    Cycle(Option<Name>),
    /// `EXIT [name]`.
    Exit(Option<Name>),
    /// `GOTO 10`.
    Goto(u32),
    /// `GOTO (10, 20), i`.
    ComputedGoto(Vec<u32>, Expr),
    /// `GOTO i [, (10, 20)]`.
    AssignedGoto(Name, Vec<u32>),
    /// `RETURN [expr]`.
    Return(Option<Expr>),
    /// `STOP [code]` or `ERROR STOP [code]`.
    Stop {
        /// `ERROR STOP`.
        error: bool,
        /// Stop code.
        code: Option<Expr>,
        /// `QUIET =`.
        quiet: Option<Expr>,
    },
    /// `PAUSE [code]`.
    Pause(Option<Expr>),
    /// `ALLOCATE (type :: a(n), stat = i)`.
    Allocate {
        /// Type given before `::`.
        ty: Option<TypeSpec>,
        /// Objects with their shapes; the bounds of a shape are sections in the last part.
        objects: Vec<Expr>,
        /// `STAT=`, `SOURCE=`, ...
        options: Vec<(Name, Expr)>,
    },
    /// `DEALLOCATE (a, stat = i)`.
    Deallocate {
        /// Objects.
        objects: Vec<Expr>,
        /// `STAT=`, `ERRMSG=`.
        options: Vec<(Name, Expr)>,
    },
    /// `NULLIFY (p)`.
    Nullify(Vec<Expr>),
    /// `READ`, `WRITE`, `PRINT`, `OPEN`, `CLOSE`, ...
    Io(Io),
    /// `SYNC ALL`, `EVENT POST (e)` and other image control; no arguments without parentheses.
    ImageControl(ImageStmt, Vec<Arg>),
}

impl StmtKind {
    /// True if the statement belongs to the specification part of a unit. `FORMAT`, `DATA` and `ENTRY` may also stand
    /// among executable statements.
    pub fn is_specification(&self) -> bool {
        matches!(
            self,
            StmtKind::Use(_)
                | StmtKind::Import { .. }
                | StmtKind::Implicit(_)
                | StmtKind::ImplicitNone(_)
                | StmtKind::TypeDecl { .. }
                | StmtKind::AttrDecl { .. }
                | StmtKind::Parameter(_)
                | StmtKind::Data(_)
                | StmtKind::Common(_)
                | StmtKind::Equivalence(_)
                | StmtKind::CrayPointer(_)
                | StmtKind::Namelist(_)
                | StmtKind::DerivedType(_)
                | StmtKind::Interface(_)
                | StmtKind::Enum { .. }
                | StmtKind::Format(_)
                | StmtKind::Entry { .. }
        )
    }
}
