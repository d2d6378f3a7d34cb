//! The graph of some consecutive assignments, and the graph of its Jacobian (section 6.2).

use super::graph::{Graph, Role, Vertex};
use super::place::Place;
use super::values::{Label, Values};
use crate::rules::nonzero;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::HashMap;

/// An assignment of a graph.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The statement.
    pub stmt: StmtId,
    /// Where it is.
    pub span: Span,
    /// Its left side.
    pub place: Place,
    /// The vertex of its value, if that carries a derivative.
    pub vertex: Option<Vertex>,
    /// True if others read the value.
    pub escapes: bool,
}

/// What a partial derivative is divided by.
#[derive(Clone, Debug)]
pub struct Divisor {
    /// The divisor. If it is guarded, one takes its place where it is zero.
    pub expr: Expr,
    /// The number of its value.
    pub number: u32,
    /// True if the quotient is zero where the divisor is zero: the slope of a root.
    pub is_guarded: bool,
    /// The numbers of two factors, with their expressions, if it is their product.
    pub factors: Option<[(Expr, u32); 2]>,
}

impl Divisor {
    /// The divisor as it is written in a quotient.
    pub fn written(&self) -> Expr {
        match self.is_guarded {
            true => nonzero(self.expr.clone()),
            false => self.expr.clone(),
        }
    }
}

/// A partial derivative in a graph.
#[derive(Clone, Debug)]
pub struct Partial {
    /// Its value, or what is divided by [`Partial::divisor`].
    pub expr: Expr,
    /// The divisor.
    pub divisor: Option<Divisor>,
    /// The assignment, by its place in [`Flat::assigned`], before which the expression has this value.
    pub before: usize,
}

impl Partial {
    /// The partial derivative as one expression.
    pub fn whole(&self) -> Expr {
        match &self.divisor {
            Some(d) => binary(BinaryOp::Div, self.expr.clone(), d.written()),
            None => self.expr.clone(),
        }
    }
}

/// The reason why a graph ends before a statement: an operand whose value an assignment of the graph may have set, but
/// need not have.
#[derive(Clone, Debug)]
pub struct Split {
    /// The operand.
    pub operand: Expr,
    /// Its statement.
    pub span: Span,
    /// The assignment, by its place in [`Flat::assigned`].
    pub assigned: usize,
}

/// The graph of some consecutive assignments.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The graph of all operations: values that others read are intermediate vertices, too.
    pub graph: Graph,
    /// The labels of its edges.
    pub values: Values,
    /// The first and the last statement.
    pub span: (Span, Span),
    /// The assignments in their order.
    pub assigned: Vec<Assigned>,
    /// The independents.
    pub operands: Vec<(Vertex, Place)>,
    /// The number of assignments before the one that each vertex belongs to.
    pub made_in: Vec<usize>,
    /// The operation that computes each vertex; empty for operands and copies.
    pub operations: Vec<SmolStr>,
    /// The local partial derivatives, by the numbers of their values.
    pub partials: HashMap<u32, Partial>,
    /// The type of all values.
    pub ty: Ty,
    /// The reason why it ends, if the next statement is ambiguous.
    pub split: Option<Split>,
}

/// The graph of a Jacobian.
#[derive(Clone, Debug)]
pub struct Jacobian {
    /// Results are dependents, and have no successors.
    pub graph: Graph,
    /// The labels of its edges.
    pub values: Values,
    /// The dependents, with the places of their assignments in [`Flat::assigned`].
    pub results: Vec<(usize, Vertex)>,
}

impl Default for Flat {
    fn default() -> Self {
        Flat {
            graph: Graph::default(),
            values: Values::default(),
            span: (Span::NONE, Span::NONE),
            assigned: vec![],
            operands: vec![],
            made_in: vec![],
            operations: vec![],
            partials: HashMap::new(),
            ty: Ty::None,
            split: None,
        }
    }
}

impl Flat {
    /// The graph of the Jacobian: values that others read are dependents. One that is used in the graph, is an operand,
    /// or is the result of two statements keeps its vertex, and a unit edge leads to the dependent (section 6.2).
    pub fn jacobian(&self) -> Jacobian {
        let (mut graph, mut values, mut results) = (self.graph.clone(), self.values.clone(), vec![]);
        let escaping = || self.assigned.iter().enumerate().filter(|(_, a)| a.escapes);
        let is_of_one = |v: Vertex| escaping().filter(|(_, a)| a.vertex == Some(v)).count() == 1;
        for (k, a) in escaping() {
            let Some(v) = a.vertex else { continue };
            if graph.role(v) == Role::Intermediate && graph.fan_out(v) == 0 && is_of_one(v) {
                graph.set_role(v, Role::Dependent);
                results.push((k, v));
            } else {
                let result = graph.add(Role::Dependent);
                graph.connect(v, result, Label::ONE, &mut values);
                results.push((k, result));
            }
        }
        graph.prune();
        Jacobian { graph, values, results }
    }
}
