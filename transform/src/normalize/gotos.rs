//! Jumps in a block.

use adc_frontend::ir::*;

/// Checks for a jump that may make any statement part of a loop.
pub(crate) fn has_goto(body: &Block) -> bool {
    let mut found = false;
    visit::walk_block(body, &mut |s| {
        found |= matches!(
            s.kind,
            StmtKind::Goto(_) | StmtKind::ComputedGoto(..) | StmtKind::ArithmeticIf(..) | StmtKind::AssignedGoto(..)
        );
    });
    found
}
