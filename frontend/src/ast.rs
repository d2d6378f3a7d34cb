//! The syntax tree: what was written.
//!
//! Produced by the parser, printed by `unparse`. Nothing here is resolved: `f(x)` is a
//! [`Part`] with arguments whether `f` is an array, a function or a statement function, and a
//! statement function definition is an [`StmtKind::Assign`]. Names keep the user's spelling;
//! whoever compares them folds case with [`fold`]. Numbers keep their digits.
//!
//! Statements stand in blocks ([`Block`]); a labelled `DO` has been given its body by the block builder, and its
//! terminating statement, when it is not shared, is the body's last one. Comments and blank lines stand before
//! the statement they precede ([`Stmt::lead`]), or behind it on its line ([`Stmt::trail`]).

use crate::span::Span;
pub use smol_str::SmolStr;

/// Lower-case form of a name: what names are compared by.
pub fn fold(name: &str) -> SmolStr {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// A name as written, with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    /// As written.
    pub text: SmolStr,
    /// Where.
    pub span: Span,
}

/// A source file's program units.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// In source order.
    pub units: Vec<Unit>,
    /// Comments behind the last unit.
    pub tail: Vec<Trivia>,
    /// Regions that are not looked at: [`Trivia::Excluded`].
    pub excluded: Vec<Span>,
}

/// What stands between statements. Conversion to the other source form is the printer's work.
#[derive(Clone, PartialEq, Debug)]
pub enum Trivia {
    /// An empty line.
    Blank,
    /// A comment without its introducing `!`, `C` or `*`; with its place (a directive is one of these,
    /// recognised by [`crate::directive`]).
    Comment(SmolStr, Span),
    /// A preprocessor line (`#...`), kept as it is.
    Preprocessor(SmolStr, Span),
    /// Lines from `$adc exclude-begin` to `exclude-end`, both included, which nobody looks at.
    Excluded(SmolStr, Span),
}

/// A program unit or an internal, module or interface procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its opening statement. For a main program without a `PROGRAM` statement the kind is
    /// [`UnitKind::Program`] with no name, and `lead` is empty.
    pub kind: UnitKind,
    /// Comments before the opening statement.
    pub lead: Vec<Trivia>,
    /// Comment behind the opening statement.
    pub trail: Option<SmolStr>,
    /// Label of the opening statement.
    pub label: Option<u32>,
    /// The opening statement.
    pub span: Span,
    /// Specification and execution statements in order. Declarations and executables are told apart by
    /// [`StmtKind::is_specification`].
    pub body: Block,
    /// The `CONTAINS` statement, if it is there.
    pub contains_at: Option<End>,
    /// Procedures behind `CONTAINS`.
    pub contains: Vec<Unit>,
    /// Comments before the `END` statement, label and place of it.
    pub end: End,
    /// A statement of it could not be read: what it declares is not all here.
    pub incomplete: bool,
}

/// What surrounds a statement that divides or ends a unit or a construct, and says nothing more.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct End {
    /// Comments before it.
    pub lead: Vec<Trivia>,
    /// Comment behind it.
    pub trail: Option<SmolStr>,
    /// Its label.
    pub label: Option<u32>,
    /// Where.
    pub span: Span,
    /// The construct's name, where `ELSE`, `CASE` or a guard repeats it.
    pub name: Option<Name>,
}

/// The kinds of program units.
#[derive(Clone, PartialEq, Debug)]
pub enum UnitKind {
    /// `PROGRAM name`.
    Program {
        /// Absent when there is no `PROGRAM` statement.
        name: Option<Name>,
    },
    /// `MODULE name`.
    Module {
        /// Name.
        name: Name,
    },
    /// `SUBMODULE (parent) name`.
    Submodule {
        /// Ancestor module and parent submodule, if any.
        parent: Vec<Name>,
        /// Name.
        name: Name,
    },
    /// `SUBROUTINE name (args)`.
    Subroutine {
        /// Prefixes such as `recursive`.
        prefix: Vec<Prefix>,
        /// Name.
        name: Name,
        /// Dummy arguments; `None` is an alternate return `*`.
        args: Vec<Option<Name>>,
        /// `BIND(C...)`, as written.
        bind: Option<Vec<Arg>>,
    },
    /// `FUNCTION name (args) RESULT (r)`.
    Function {
        /// Prefixes, the type among them.
        prefix: Vec<Prefix>,
        /// Name.
        name: Name,
        /// Dummy arguments.
        args: Vec<Option<Name>>,
        /// `RESULT (name)`.
        result: Option<Name>,
        /// `BIND(C...)`, as written.
        bind: Option<Vec<Arg>>,
    },
    /// `MODULE PROCEDURE name` with a body (Fortran 2008, in submodules).
    ModuleProcedure {
        /// Name.
        name: Name,
    },
    /// `BLOCK DATA name`.
    BlockData {
        /// Name.
        name: Option<Name>,
    },
}

/// Prefix of a procedure statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Prefix {
    /// `RECURSIVE`.
    Recursive,
    /// `PURE`.
    Pure,
    /// `ELEMENTAL`.
    Elemental,
    /// `IMPURE`.
    Impure,
    /// `MODULE`.
    Module,
    /// `NON_RECURSIVE`.
    NonRecursive,
    /// The type of a function's result.
    Type(TypeSpec),
}

/// A sequence of statements.
pub type Block = Vec<Stmt>;

/// A statement or a construct.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What it says.
    pub kind: StmtKind,
    /// Its label.
    pub label: Option<u32>,
    /// Comments and blank lines before it.
    pub lead: Vec<Trivia>,
    /// Comment behind it on its last line.
    pub trail: Option<SmolStr>,
    /// The statement; of a construct, its opening statement.
    pub span: Span,
}

/// Type of an entity, as written.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeSpec {
    /// The intrinsic or derived type.
    pub base: BaseType,
    /// Kind selector.
    pub kind: KindSpec,
    /// Length of a character.
    pub len: Option<Len>,
    /// Where.
    pub span: Span,
}

/// The type without its parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum BaseType {
    /// `INTEGER`.
    Integer,
    /// `REAL`.
    Real,
    /// `DOUBLE PRECISION`.
    DoublePrecision,
    /// `COMPLEX`.
    Complex,
    /// `DOUBLE COMPLEX`.
    DoubleComplex,
    /// `LOGICAL`.
    Logical,
    /// `CHARACTER`.
    Character,
    /// `BYTE` (extension).
    Byte,
    /// `TYPE(name(params))`.
    Type(Name, Vec<Arg>),
    /// `CLASS(name(params))`.
    Class(Name, Vec<Arg>),
    /// `CLASS(*)`.
    ClassStar,
    /// `TYPE(*)`.
    TypeStar,
    /// `PROCEDURE(interface)`: name or type of the interface.
    Procedure(Option<Box<ProcInterface>>),
}

/// Interface named in `PROCEDURE(...)`.
#[derive(Clone, PartialEq, Debug)]
pub enum ProcInterface {
    /// `PROCEDURE(name)`.
    Name(Name),
    /// `PROCEDURE(REAL)`.
    Type(TypeSpec),
}

/// Kind selector as written.
#[derive(Clone, PartialEq, Debug)]
pub enum KindSpec {
    /// None.
    Default,
    /// `*8`.
    Star(u32),
    /// `(8)`, `(wp)`, `(kind=wp)`.
    Paren(Box<Expr>, KindWord),
}

/// Whether `KIND=` was written, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KindWord {
    /// `(8)`.
    Absent,
    /// `(kind=8)`, `(len=3, kind=1)`.
    Last,
    /// `(kind=1, len=3)`.
    First,
}

/// Length of a character.
#[derive(Clone, PartialEq, Debug)]
pub enum Len {
    /// `*8`.
    Star(u32),
    /// `*(n)`, `(len=n)`.
    Expr(Box<Expr>),
    /// `*(*)`, `(len=*)`.
    Assumed,
    /// `(len=:)`.
    Deferred,
}

/// One entity of a type declaration or attribute statement: `a(10)*8 = 3`.
#[derive(Clone, PartialEq, Debug)]
pub struct Entity {
    /// Name.
    pub name: Name,
    /// Its own dimensions.
    pub dims: Option<Vec<Dim>>,
    /// Its own coarray dimensions.
    pub codims: Option<Vec<Dim>>,
    /// Its own length or kind, `*8`.
    pub len: Option<Len>,
    /// Initialisation.
    pub init: Option<Init>,
}

/// Initialisation of an entity.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// `= expr`.
    Value(Expr),
    /// `=> expr`.
    Pointer(Expr),
    /// `/1, 2, 3/` in a type statement (extension).
    Data(Vec<DataValue>),
}

/// One dimension of an array as declared.
#[derive(Clone, PartialEq, Debug)]
pub enum Dim {
    /// `hi` or `lo:hi`.
    Explicit(Option<Expr>, Expr),
    /// `:` or `lo:`.
    Colon(Option<Expr>),
    /// `*` or `lo:*`.
    Star(Option<Expr>),
    /// `..`.
    AssumedRank,
}

/// Attribute in a declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum Attr {
    /// `PARAMETER`.
    Parameter,
    /// `ALLOCATABLE`.
    Allocatable,
    /// `POINTER`.
    Pointer,
    /// `TARGET`.
    Target,
    /// `SAVE`.
    Save,
    /// `OPTIONAL`.
    Optional,
    /// `EXTERNAL`.
    External,
    /// `INTRINSIC`.
    Intrinsic,
    /// `PUBLIC`.
    Public,
    /// `PRIVATE`.
    Private,
    /// `VALUE`.
    Value,
    /// `VOLATILE`.
    Volatile,
    /// `ASYNCHRONOUS`.
    Asynchronous,
    /// `PROTECTED`.
    Protected,
    /// `CONTIGUOUS`.
    Contiguous,
    /// `INTENT(...)`.
    Intent(Intent),
    /// `DIMENSION(...)`.
    Dimension(Vec<Dim>),
    /// `CODIMENSION[...]`.
    Codimension(Vec<Dim>),
    /// `BIND(C, ...)`.
    Bind(Vec<Arg>),
    /// `DEFERRED` (type-bound procedure).
    Deferred,
    /// `NOPASS`.
    NoPass,
    /// `PASS` or `PASS(name)`.
    Pass(Option<Name>),
    /// `NON_OVERRIDABLE`.
    NonOverridable,
    /// `KIND` (parameter of a derived type).
    Kind,
    /// `LEN` (parameter of a derived type).
    LenParam,
    /// `ABSTRACT` (derived type).
    Abstract,
    /// `EXTENDS(name)` (derived type).
    Extends(Name),
    /// `STATIC`, `AUTOMATIC` and the like (extensions), as written.
    Other(SmolStr),
}

/// `INTENT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Read only.
    In,
    /// Undefined on entry.
    Out,
    /// Both.
    InOut,
}

/// All statements and constructs.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    // ---- specification
    /// `USE mod, ONLY: a, b => c`.
    Use(Use),
    /// `IMPORT [:: names]`.
    Import {
        /// What it says about names that are not listed.
        kind: ImportKind,
        /// Names that it lists.
        names: Vec<Name>,
    },
    /// Rules of `IMPLICIT`.
    Implicit(Vec<ImplicitRule>),
    /// `IMPLICIT NONE`, with the words of `(TYPE, EXTERNAL)` if they are there.
    ImplicitNone(Vec<Name>),
    /// `REAL, DIMENSION(3) :: a, b = 1`.
    TypeDecl {
        /// Type.
        ty: TypeSpec,
        /// Attributes.
        attrs: Vec<Attr>,
        /// True when `::` was written.
        colons: bool,
        /// Entities.
        entities: Vec<Entity>,
    },
    /// `SAVE`, `ALLOCATABLE :: a`, `DIMENSION a(3)`, `EXTERNAL f`: one attribute on entities.
    AttrDecl {
        /// The attribute.
        attr: Attr,
        /// True when `::` was written.
        colons: bool,
        /// Entities; empty for a blanket `SAVE`, `PUBLIC`, `PRIVATE`. Generic specs such as `operator(+)` stand as names.
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
    /// `POINTER (p, a), (q, b(10))` (extension): addresses and what lies there.
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
    /// `FORMAT (...)`: text between and with the parentheses, as written.
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
        /// Name or component that is called.
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
        /// The arms in order; the test is absent for `ELSE`. `lead`, `label`, `trail` and `span` of the `ELSE`/`ELSE IF` statement stand in
        /// `head` (unused for the first arm).
        arms: Vec<IfArm>,
        /// Its end.
        end: End,
    },
    /// All forms of `DO` with a body.
    Do {
        /// Construct name.
        name: Option<Name>,
        /// Label of the terminating statement when it is a labelled `DO`.
        label: Option<u32>,
        /// Counted, while, concurrent or endless.
        control: Box<DoControl>,
        /// Body; with a labelled DO that ends on a statement of its own, that statement (`10 CONTINUE`) is the body's last. When several loops
        /// share a terminator it stands in the innermost.
        body: Block,
        /// `END DO`; absent when the loop ends on a labelled statement.
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
        /// Which.
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
        /// Objects with their shapes; a shape's bounds stand as sections in the last part.
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

/// An arm of `IF` or `WHERE`.
#[derive(Clone, PartialEq, Debug)]
pub struct IfArm {
    /// The `ELSE IF`, `ELSE` or `ELSEWHERE` statement (default for the first arm).
    pub head: End,
    /// Test or mask.
    pub cond: Option<Expr>,
    /// Body.
    pub body: Block,
}

/// What repeats a loop.
#[derive(Clone, PartialEq, Debug)]
pub enum DoControl {
    /// `DO`.
    Forever,
    /// `DO i = lo, hi, step`.
    Count {
        /// Loop variable.
        var: Name,
        /// First value.
        lo: Expr,
        /// Limit.
        hi: Expr,
        /// Stride.
        step: Option<Expr>,
    },
    /// `DO WHILE (cond)`.
    While(Expr),
    /// `DO CONCURRENT (header) locality`.
    Concurrent {
        /// Ranges and mask.
        header: ForallHeader,
        /// `LOCAL(...)`, `SHARED(...)`, as written.
        locality: SmolStr,
    },
}

/// Ranges and mask of `FORALL` and `DO CONCURRENT`.
#[derive(Clone, PartialEq, Debug)]
pub struct ForallHeader {
    /// Type of the indices, if given.
    pub ty: Option<TypeSpec>,
    /// Index, lower, upper, stride.
    pub ranges: Vec<(Name, Expr, Expr, Option<Expr>)>,
    /// Mask.
    pub mask: Option<Expr>,
}

/// One `CASE`.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The `CASE` statement.
    pub head: End,
    /// Values; `None` for `DEFAULT`.
    pub values: Option<Vec<CaseValue>>,
    /// Body.
    pub body: Block,
}

/// Value or range of a `CASE`.
#[derive(Clone, PartialEq, Debug)]
pub enum CaseValue {
    /// `3`.
    Value(Expr),
    /// `1:3`, `:3`, `1:`.
    Range(Option<Expr>, Option<Expr>),
}

/// One guard of `SELECT TYPE`.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeGuard {
    /// The guard statement.
    pub head: End,
    /// `TYPE IS`, `CLASS IS` or `CLASS DEFAULT` (`None`).
    pub guard: Option<(bool, TypeSpec)>,
    /// Body.
    pub body: Block,
}

/// One `RANK` of `SELECT RANK`.
#[derive(Clone, PartialEq, Debug)]
pub struct RankCase {
    /// The `RANK` statement.
    pub head: End,
    /// What it is for.
    pub rank: RankGuard,
    /// Body.
    pub body: Block,
}

/// What a `RANK` is for.
#[derive(Clone, PartialEq, Debug)]
pub enum RankGuard {
    /// `RANK (2)`.
    Rank(Expr),
    /// `RANK (*)`: an assumed-size array.
    Star,
    /// `RANK DEFAULT`.
    Default,
}

/// Constructs about images of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageBlock {
    /// `CRITICAL`.
    Critical,
    /// `CHANGE TEAM`.
    Team,
}

/// Statements about images of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ImageStmt {
    EventPost,
    EventWait,
    FailImage,
    FormTeam,
    Lock,
    SyncAll,
    SyncImages,
    SyncMemory,
    SyncTeam,
    Unlock,
}

/// What `IMPORT` gives besides the names it lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKind {
    /// `IMPORT [:: names]`: these, or everything when there are none.
    Plain,
    /// `IMPORT, ONLY: names`.
    Only,
    /// `IMPORT, ALL`.
    All,
    /// `IMPORT, NONE`.
    None,
}

/// `USE`.
#[derive(Clone, PartialEq, Debug)]
pub struct Use {
    /// Module.
    pub module: Name,
    /// `INTRINSIC` or `NON_INTRINSIC`.
    pub nature: Option<SmolStr>,
    /// Everything (with renames), or only what is listed.
    pub only: bool,
    /// Items: local name and, when renamed, the module's name. Operators stand as `operator(+)`, `assignment(=)`.
    pub items: Vec<(Name, Option<Name>)>,
}

/// One rule of `IMPLICIT`.
#[derive(Clone, PartialEq, Debug)]
pub struct ImplicitRule {
    /// Type.
    pub ty: TypeSpec,
    /// Letter ranges, lower case, inclusive.
    pub ranges: Vec<(char, char)>,
}

/// One group of a `DATA` statement.
#[derive(Clone, PartialEq, Debug)]
pub struct DataSet {
    /// Variables, also implied DO.
    pub objects: Vec<Expr>,
    /// Values.
    pub values: Vec<DataValue>,
}

/// `ENUMERATOR :: a, b = 3`.
#[derive(Clone, PartialEq, Debug)]
pub struct Enumerators {
    /// Comments before it and place.
    pub head: End,
    /// Names with their values.
    pub list: Vec<(Name, Option<Expr>)>,
}

/// `3*1.0` in `DATA`.
#[derive(Clone, PartialEq, Debug)]
pub struct DataValue {
    /// Repeat count.
    pub repeat: Option<Expr>,
    /// Constant.
    pub value: Expr,
}

/// Derived type definition.
#[derive(Clone, PartialEq, Debug)]
pub struct DerivedType {
    /// Name.
    pub name: Name,
    /// Attributes.
    pub attrs: Vec<Attr>,
    /// Names of type parameters.
    pub params: Vec<Name>,
    /// `SEQUENCE`.
    pub sequence: Option<End>,
    /// Blanket `PRIVATE` before the components.
    pub private: Option<End>,
    /// Component declarations ([`StmtKind::TypeDecl`]).
    pub components: Vec<Stmt>,
    /// `CONTAINS`.
    pub contains_at: Option<End>,
    /// Blanket `PRIVATE` among the bindings.
    pub private_bindings: Option<End>,
    /// Type-bound procedures.
    pub bindings: Vec<Binding>,
    /// Its end.
    pub end: End,
}

/// A statement behind `CONTAINS` in a type.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    /// Comments before it and place.
    pub head: End,
    /// What it binds.
    pub kind: BindingKind,
}

/// Kinds of bindings.
#[derive(Clone, PartialEq, Debug)]
pub enum BindingKind {
    /// `PROCEDURE(iface), attrs :: a => b, c`.
    Procedure {
        /// Interface of a deferred binding.
        interface: Option<Name>,
        /// Attributes.
        attrs: Vec<Attr>,
        /// Binding and procedure names.
        items: Vec<(Name, Option<Name>)>,
    },
    /// `GENERIC, attrs :: spec => names`.
    Generic {
        /// Attributes.
        attrs: Vec<Attr>,
        /// Name, `operator(+)`, `assignment(=)`.
        spec: Name,
        /// Specific bindings.
        names: Vec<Name>,
    },
    /// `FINAL :: names`.
    Final(Vec<Name>),
}

/// Interface block.
#[derive(Clone, PartialEq, Debug)]
pub struct Interface {
    /// `ABSTRACT`.
    pub is_abstract: bool,
    /// Generic name, `operator(+)`, `assignment(=)`, `read(formatted)`; absent for a plain block.
    pub generic: Option<Name>,
    /// Interface bodies and `MODULE PROCEDURE` statements in order.
    pub items: Vec<InterfaceItem>,
    /// Its end.
    pub end: End,
}

/// What stands in an interface block.
#[derive(Clone, PartialEq, Debug)]
pub enum InterfaceItem {
    /// An interface body.
    Body(Box<Unit>),
    /// `[MODULE] PROCEDURE a, b`; the flag tells whether `MODULE` was written.
    Procedures(Vec<Name>, bool, End),
}

/// An I/O statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Io {
    /// Which.
    pub kind: IoKind,
    /// Control list in parentheses; a position-only item has no keyword. For `PRINT fmt` and `READ fmt` the format is the only item and
    /// `parens` is false.
    pub controls: Vec<(Option<Name>, IoControl)>,
    /// True when the control list stood in parentheses.
    pub parens: bool,
    /// Items, implied DO among them.
    pub items: Vec<Expr>,
}

/// Value in an I/O control list.
#[derive(Clone, PartialEq, Debug)]
pub enum IoControl {
    /// Expression, label of a FORMAT included.
    Expr(Expr),
    /// `*`.
    Star,
}

/// The I/O statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum IoKind {
    Read,
    Write,
    Print,
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    Endfile,
    Flush,
    Wait,
}

/// An expression with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// Expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// Integer literal as written, kind suffix included.
    Int(SmolStr),
    /// Real literal as written, kind suffix included.
    Real(SmolStr),
    /// Character literal: kind prefix, quote and raw text are as written, quotes included.
    Str(SmolStr),
    /// `.TRUE.` as written, kind suffix included.
    Logical(SmolStr),
    /// `Z'FF'` as written.
    Boz(SmolStr),
    /// `4Habcd`: the text.
    Hollerith(SmolStr),
    /// `(re, im)`.
    Complex(Box<Expr>, Box<Expr>),
    /// `'abc'(1:2)`: a substring of a literal, its bounds if given.
    Substring(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `%VAL(x)`, `%REF(x)`, `%LOC(x)` (extensions): the word and what is in its parentheses.
    Percent(Name, Box<Expr>),
    /// Name, array element, component, function reference, structure constructor: `a%b(i)(1:2)`.
    Designator(Vec<Part>),
    /// `(expr)`: parentheses bind in Fortran and are kept.
    Paren(Box<Expr>),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Binary operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Array constructor: type, items; the flag is true for `[ ]`.
    Array(Option<Box<TypeSpec>>, Vec<Expr>, bool),
    /// `(items, i = lo, hi, step)`.
    ImpliedDo(Box<ImpliedDo>),
}

/// An implied DO.
#[derive(Clone, PartialEq, Debug)]
pub struct ImpliedDo {
    /// Type of the index, if given.
    pub ty: Option<TypeSpec>,
    /// What is repeated.
    pub items: Vec<Expr>,
    /// Index.
    pub var: Name,
    /// First value.
    pub lo: Expr,
    /// Limit.
    pub hi: Expr,
    /// Stride.
    pub step: Option<Expr>,
}

/// One part of a designator: a name with what is in parentheses behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Name.
    pub name: Name,
    /// Parenthesised lists: `(i)(1:2)` has two. An empty list is `()`.
    pub args: Vec<Vec<Arg>>,
    /// Coarray selector `[...]`.
    pub image: Option<Vec<Arg>>,
}

/// Argument or subscript.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// `keyword =`.
    pub keyword: Option<Name>,
    /// Value.
    pub value: ArgValue,
}

impl Arg {
    /// Where it stands, if it is more than punctuation.
    pub fn span(&self) -> Option<Span> {
        match &self.value {
            ArgValue::Expr(e) => Some(e.span),
            ArgValue::StarFrom(e) => Some(e.span),
            ArgValue::Section(..) | ArgValue::AltReturn(_) | ArgValue::Star => None,
        }
    }
}

/// What stands for an argument or subscript.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgValue {
    /// Expression.
    Expr(Expr),
    /// `lo:hi:step`.
    Section(Option<Box<Expr>>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `*10`: alternate return.
    AltReturn(u32),
    /// `*` or `:` where a type parameter or bound is meant.
    Star,
    /// `lo:*`: last codimension in ALLOCATE.
    StarFrom(Box<Expr>),
}

/// Prefix operators.
#[derive(Clone, PartialEq, Debug)]
pub enum UnaryOp {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `.NOT.`.
    Not,
    /// `.name.`, without dots.
    Defined(Box<Name>),
}

/// Binary operators.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Concat,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Eqv,
    Neqv,
    /// `.name.`, without dots.
    Defined(Box<Name>),
}

impl StmtKind {
    /// True for what belongs to the specification part of a unit. `FORMAT`, `DATA` and `ENTRY` may stand among executables.
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
