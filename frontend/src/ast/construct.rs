//! Parts of constructs.

use super::*;

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

/// Control of a `DO` loop.
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
    /// Rank that it matches.
    pub rank: RankGuard,
    /// Body.
    pub body: Block,
}

/// Rank that a `RANK` matches.
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
