//! Gives a source position to statements that normalisation has added: the position of the statement that follows in
//! the block, which they serve; otherwise that of the statement before or around them.

use super::super::plan::{Node, Region};
use adc_frontend::span::Span;

/// Gives all nodes a position, if anything around has one.
pub(super) fn settle(nodes: &mut [Node], around: Span) {
    let mut next = Span::NONE;
    for n in nodes.iter_mut().rev() {
        place(n, &mut next);
    }
    let mut before = around;
    for n in nodes.iter_mut() {
        place(n, &mut before);
    }
    for n in nodes {
        let here = span(n).map_or(Span::NONE, |s| *s);
        n.blocks_mut().into_iter().for_each(|b| settle(b, here));
    }
}

/// Reads the position of a node, or sets it.
fn place(n: &mut Node, near: &mut Span) {
    if let Some(own) = span(n) {
        if own.is_none() {
            *own = *near;
        } else {
            *near = *own;
        }
    }
}

fn span(n: &mut Node) -> Option<&mut Span> {
    match n {
        Node::Simple(s) | Node::Region(Region { face: s, .. }) => Some(&mut s.forward.span),
        Node::Branch(b) => Some(&mut b.stmt.span),
        Node::Loop(l) => Some(&mut l.stmt.span),
        Node::Again(_) => None,
    }
}
