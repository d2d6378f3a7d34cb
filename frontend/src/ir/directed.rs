//! Directives about statements: what a [`StmtKind::Directed`] holds besides its statements.

use super::*;
use crate::ast::SmolStr;

/// A directive about a statement, or about those of a region.
#[derive(Clone, Debug)]
pub struct RegionDirective {
    /// What it asks for.
    pub asks: Asks,
    /// The comment before the statements as written, without its mark: `$AD II-LOOP`.
    pub open: SmolStr,
    /// The comment behind them, for a region: `$AD CHECKPOINT-END`.
    pub close: Option<SmolStr>,
    /// The comment before the statements.
    pub span: Span,
}

/// What the user asks for with a directive about statements.
#[derive(Clone, Debug)]
pub enum Asks {
    /// `II-LOOP`, before a loop: its iterations are independent of each other, but for sums that they add to.
    IndependentIterations,
    /// `NOCHECKPOINT`: calls in these statements are split. Their forward sweep stores what their backward sweep needs.
    Split,
    /// `CHECKPOINT`, before one statement: calls in it are joint. Their forward sweep is repeated from a snapshot before their backward sweep.
    Joint,
    /// `CHECKPOINT-START`: these statements as a whole are treated like a joint call.
    Checkpoint,
    /// `DO-NOT-DIFF-START`: these statements run as they are. What they define counts as constant.
    Constant,
    /// `BINOMIAL-CKP`, before a loop: the loop is reversed with few snapshots, between which iterations are repeated.
    Binomial {
        /// How many snapshots of the state are kept in memory.
        snapshots: Option<Expr>,
        /// How many more on disk.
        disk: Option<Expr>,
    },
    /// `FP-LOOP`, before a loop: it iterates to a fixed point.
    FixedPoint {
        /// The variables that it iterates on, as far as they are named.
        state: Vec<Expr>,
        /// When the adjoint iteration has converged.
        tolerance: Option<Expr>,
        /// How many adjoint iterations are made at most.
        limit: Option<Expr>,
    },
}

impl Asks {
    /// True where the statements are run again, or one iteration by itself: where the adjoint of the procedure has another one inside.
    pub fn runs_again(&self) -> bool {
        match self {
            Asks::IndependentIterations | Asks::Checkpoint | Asks::Binomial { .. } | Asks::FixedPoint { .. } => true,
            Asks::Split | Asks::Joint | Asks::Constant => false,
        }
    }

    /// The expressions in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let (list, two): (&[Expr], _) = match self {
            Asks::Binomial { snapshots, disk } => (&[], [snapshots.as_ref(), disk.as_ref()]),
            Asks::FixedPoint {
                state,
                tolerance,
                limit,
            } => (state, [tolerance.as_ref(), limit.as_ref()]),
            Asks::IndependentIterations | Asks::Split | Asks::Joint | Asks::Checkpoint | Asks::Constant => {
                (&[], [None, None])
            }
        };
        list.iter().chain(two.into_iter().flatten())
    }

    /// The expressions in it, to change them.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (list, two): (&mut [Expr], _) = match self {
            Asks::Binomial { snapshots, disk } => (&mut [], [snapshots.as_mut(), disk.as_mut()]),
            Asks::FixedPoint {
                state,
                tolerance,
                limit,
            } => (state, [tolerance.as_mut(), limit.as_mut()]),
            Asks::IndependentIterations | Asks::Split | Asks::Joint | Asks::Checkpoint | Asks::Constant => {
                (&mut [], [None, None])
            }
        };
        list.iter_mut().chain(two.into_iter().flatten())
    }
}
