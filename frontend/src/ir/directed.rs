//! Directives about statements: the contents of a [`StmtKind::Directed`] apart from its statements.

use super::*;
use crate::ast::SmolStr;

/// A directive about a statement, or about those of a region.
#[derive(Clone, Debug)]
pub struct RegionDirective {
    /// The request.
    pub asks: Asks,
    /// The comment before the statements as written, without its comment character: `$AD II-LOOP`.
    pub open: SmolStr,
    /// The comment after them, for a region: `$AD CHECKPOINT-END`.
    pub close: Option<SmolStr>,
    /// The comment before the statements.
    pub span: Span,
}

/// The request of a directive about statements.
#[derive(Clone, Debug)]
pub enum Asks {
    /// `II-LOOP`, before a loop: its iterations are independent of each other, except for the sums that they increment.
    IndependentIterations,
    /// `NOCHECKPOINT`: calls in these statements are split. Their forward sweep records the values that their reverse
    /// sweep needs.
    Split,
    /// `CHECKPOINT`, before one statement: calls in it are joint. Their forward sweep is repeated from a snapshot
    /// before their reverse sweep.
    Joint,
    /// `CHECKPOINT-START`: these statements as a whole are treated like a joint call.
    Checkpoint,
    /// `DO-NOT-DIFF-START`: these statements run unchanged. The variables that they define are constant for
    /// differentiation.
    Constant,
    /// `BINOMIAL-CKP`, before a loop: the loop is reversed with few snapshots, and the iterations between them are
    /// recomputed.
    Binomial {
        /// Number of snapshots of the state kept in memory.
        snapshots: Option<Expr>,
        /// Number of further snapshots on disk.
        disk: Option<Expr>,
    },
    /// `FP-LOOP`, before a loop: it iterates to a fixed point.
    FixedPoint {
        /// The named state variables of the iteration, if any.
        state: Vec<Expr>,
        /// Tolerance for the convergence of the adjoint iteration.
        tolerance: Option<Expr>,
        /// Maximal number of adjoint iterations.
        limit: Option<Expr>,
    },
    /// `parallel do` of OpenMP, before a loop: threads share its iterations.
    Parallel(Box<Parallel>),
}

impl Asks {
    /// True if the statements are run again, or a single iteration is: then the adjoint of the procedure contains a
    /// nested adjoint.
    pub fn runs_again(&self) -> bool {
        match self {
            Asks::IndependentIterations | Asks::Checkpoint | Asks::Binomial { .. } | Asks::FixedPoint { .. } => true,
            Asks::Split | Asks::Joint | Asks::Constant | Asks::Parallel(_) => false,
        }
    }

    /// The expressions in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let parallel = match self {
            Asks::Parallel(p) => Some(p),
            _ => None,
        };
        let (list, two): (&[Expr], _) = match self {
            Asks::Binomial { snapshots, disk } => (&[], [snapshots.as_ref(), disk.as_ref()]),
            Asks::FixedPoint {
                state,
                tolerance,
                limit,
            } => (state, [tolerance.as_ref(), limit.as_ref()]),
            Asks::IndependentIterations
            | Asks::Split
            | Asks::Joint
            | Asks::Checkpoint
            | Asks::Constant
            | Asks::Parallel(_) => (&[], [None, None]),
        };
        let clauses = parallel.into_iter().flat_map(|p| p.exprs());
        list.iter().chain(two.into_iter().flatten()).chain(clauses)
    }

    /// The expressions in it, mutably.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let mut parallel = None;
        let (list, two): (&mut [Expr], _) = match self {
            Asks::Parallel(p) => {
                parallel = Some(p);
                (&mut [], [None, None])
            }
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
        let clauses = parallel.into_iter().flat_map(|p| p.exprs_mut());
        list.iter_mut().chain(two.into_iter().flatten()).chain(clauses)
    }
}
