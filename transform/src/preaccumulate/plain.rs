//! The values of expressions with partial derivatives of their own: what derivative code is printed with.

use crate::rules::linear;
use adc_frontend::ir::*;

/// Replaces each expression with partial derivatives in a block by its value.
pub(crate) fn values(block: &mut Block) {
    visit::rewrite_block_exprs(block, &mut |e| {
        while let Some(value) = linear::value(e) {
            *e = value;
        }
    });
}
