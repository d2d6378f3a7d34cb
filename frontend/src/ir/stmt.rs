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
        mask: Option<Expr>,
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

    // ---- only in derivative code
    /// Push the value of a designator (a scalar, or all elements of an array, section included) on the tape.
    Push(Expr),
    /// Pop into a designator.
    Pop(Expr),
    /// Push a number below `2**bits`.
    PushControl {
        /// The number.
        value: u32,
        /// Width, 1 to 8.
        bits: u8,
    },
    /// Pop a number into an integer variable.
    PopControl {
        /// Integer(4) variable.
        var: Expr,
        /// Width, 1 to 8.
        bits: u8,
    },
    /// A comment line of the generator.
    Comment(SmolStr),
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

/// What repeats a loop.
#[derive(Clone, Debug)]
pub enum DoControl {
    /// Endless.
    Forever,
    /// Counted.
    Count {
        /// Index: a scalar variable.
        var: SymbolId,
        /// First value.
        lo: Expr,
        /// Limit.
        hi: Expr,
        /// Stride.
        step: Option<Expr>,
    },
    /// `DO WHILE`.
    While(Expr),
    /// `DO CONCURRENT`.
    Concurrent {
        /// Index, lower, upper, stride.
        ranges: Vec<(SymbolId, Expr, Expr, Option<Expr>)>,
        /// Mask.
        mask: Option<Expr>,
        /// Locality clauses as written.
        locality: SmolStr,
    },
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

impl Stmt {
    /// A generated statement.
    pub fn new(kind: StmtKind) -> Stmt {
        Stmt {
            id: StmtId(0),
            kind,
            label: None,
            lead: vec![],
            trail: None,
            span: Span::NONE,
        }
    }

    /// A generated statement that stands for (part of) a statement at `span`.
    pub fn at(kind: StmtKind, span: Span) -> Stmt {
        Stmt {
            span,
            ..Stmt::new(kind)
        }
    }

    /// `if (cond) then`, in one line.
    pub fn when(cond: Expr, then: Stmt) -> Stmt {
        Stmt::new(StmtKind::If {
            name: None,
            arms: vec![Arm::new(Some(cond), vec![then])],
            short: true,
        })
    }

    /// A block that runs when a test holds.
    pub fn guarded(cond: Expr, body: Block) -> Stmt {
        Stmt::choice(vec![Arm::new(Some(cond), body)])
    }

    /// An `IF` construct.
    pub fn choice(arms: Vec<Arm>) -> Stmt {
        Stmt::new(StmtKind::If {
            name: None,
            arms,
            short: false,
        })
    }
}

impl Arm {
    /// A generated arm.
    pub fn new(cond: Option<Expr>, body: Block) -> Arm {
        Arm {
            cond,
            body,
            lead: vec![],
        }
    }
}

impl StmtKind {
    /// The control that says where an I/O statement reads or writes, and its place in the list.
    pub fn io_unit(&self) -> Option<(usize, &IoControl)> {
        let StmtKind::Io { controls, parens, .. } = self else {
            return None;
        };
        let is_unit = |(k, (keyword, _)): &(usize, &(Option<SmolStr>, IoControl))| match keyword {
            // alone behind READ or PRINT stands the format
            None => *k == 0 && *parens,
            Some(w) => w.eq_ignore_ascii_case("unit"),
        };
        controls.iter().enumerate().find(is_unit).map(|(k, (_, c))| (k, c))
    }

    /// The name of a construct that can have one.
    pub fn construct_name(&self) -> Option<&SmolStr> {
        match self {
            StmtKind::If { name, .. }
            | StmtKind::Do { name, .. }
            | StmtKind::Select { name, .. }
            | StmtKind::SelectType { name, .. }
            | StmtKind::Associate { name, .. }
            | StmtKind::Scope { name, .. } => name.as_ref(),
            _ => None,
        }
    }

    /// Takes the name of a construct away.
    pub fn take_construct_name(&mut self) -> Option<SmolStr> {
        match self {
            StmtKind::If { name, .. }
            | StmtKind::Do { name, .. }
            | StmtKind::Select { name, .. }
            | StmtKind::SelectType { name, .. }
            | StmtKind::Associate { name, .. }
            | StmtKind::Scope { name, .. } => name.take(),
            _ => None,
        }
    }

    /// The same statement with other blocks, made of its own in order.
    pub fn with_blocks(&self, f: &mut dyn FnMut(&Block) -> Block) -> StmtKind {
        let arm = |a: &Arm, body: Block| Arm {
            cond: a.cond.clone(),
            body,
            lead: a.lead.clone(),
        };
        match self {
            StmtKind::If { name, arms, short } => {
                let arms: Vec<Arm> = arms.iter().map(|a| arm(a, f(&a.body))).collect();
                StmtKind::If {
                    name: name.clone(),
                    short: *short && arms.iter().all(|a| a.body.len() == 1),
                    arms,
                }
            }
            StmtKind::Where { arms } => StmtKind::Where {
                arms: arms.iter().map(|a| arm(a, f(&a.body))).collect(),
            },
            StmtKind::Do { name, control, body } => StmtKind::Do {
                name: name.clone(),
                control: control.clone(),
                body: f(body),
            },
            StmtKind::Forall { ranges, mask, body } => StmtKind::Forall {
                ranges: ranges.clone(),
                mask: mask.clone(),
                body: f(body),
            },
            StmtKind::Associate { name, pairs, body } => StmtKind::Associate {
                name: name.clone(),
                pairs: pairs.clone(),
                body: f(body),
            },
            StmtKind::Scope { name, locals, body } => StmtKind::Scope {
                name: name.clone(),
                locals: locals.clone(),
                body: f(body),
            },
            StmtKind::Select { name, expr, cases } => {
                let case = |c: &Case| Case {
                    values: c.values.clone(),
                    body: f(&c.body),
                    lead: c.lead.clone(),
                };
                StmtKind::Select {
                    name: name.clone(),
                    expr: expr.clone(),
                    cases: cases.iter().map(case).collect(),
                }
            }
            StmtKind::SelectType { name, expr, guards } => {
                let guard = |g: &Guard| Guard {
                    test: g.test.clone(),
                    local: g.local,
                    body: f(&g.body),
                    lead: g.lead.clone(),
                };
                StmtKind::SelectType {
                    name: name.clone(),
                    expr: expr.clone(),
                    guards: guards.iter().map(guard).collect(),
                }
            }
            other => other.clone(),
        }
    }

    /// The nested blocks.
    pub fn for_each_block<'a>(&'a self, f: &mut dyn FnMut(&'a Block)) {
        match self {
            StmtKind::If { arms, .. } | StmtKind::Where { arms } => arms.iter().for_each(|a| f(&a.body)),
            StmtKind::Do { body, .. }
            | StmtKind::Forall { body, .. }
            | StmtKind::Associate { body, .. }
            | StmtKind::Scope { body, .. } => f(body),
            StmtKind::Select { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
            StmtKind::SelectType { guards, .. } => guards.iter().for_each(|g| f(&g.body)),
            _ => {}
        }
    }

    /// The nested blocks, to change them.
    pub fn for_each_block_mut(&mut self, f: &mut dyn FnMut(&mut Block)) {
        match self {
            StmtKind::If { arms, .. } | StmtKind::Where { arms } => arms.iter_mut().for_each(|a| f(&mut a.body)),
            StmtKind::Do { body, .. }
            | StmtKind::Forall { body, .. }
            | StmtKind::Associate { body, .. }
            | StmtKind::Scope { body, .. } => f(body),
            StmtKind::Select { cases, .. } => cases.iter_mut().for_each(|c| f(&mut c.body)),
            StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| f(&mut g.body)),
            _ => {}
        }
    }
}
