//! Drops labels to which no statement jumps any more, and statements CONTINUE that only had a label.

use adc_frontend::ir::visit::{labels_asked, walk_block};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Drops unused labels in the body of a procedure.
pub(crate) fn drop_unused(body: &mut Block) {
    let mut asked = BTreeSet::new();
    walk_block(body, &mut |s| asked.extend(labels_asked(&s.kind)));
    in_block(body, &asked);
}

fn in_block(block: &mut Block, asked: &BTreeSet<u32>) {
    block.retain_mut(|s| {
        s.kind.for_each_block_mut(&mut |b| in_block(b, asked));
        // output statements refer to those of FORMAT
        let is_unused = |l: u32| !asked.contains(&l) && !matches!(s.kind, StmtKind::Format(_));
        if !s.label.is_some_and(is_unused) {
            return true;
        }
        s.label = None;
        !matches!(s.kind, StmtKind::Continue) || !s.lead.is_empty() || s.trail.is_some()
    });
}
