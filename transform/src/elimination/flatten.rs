//! Flattening: the computational graphs of a sequence of scalar assignments (Utke, "Flattening basic blocks",
//! Algorithms 1 and 2).
//!
//! Each right side is copied into the graph, operation by operation. An operand is identified with the vertex of the
//! last assignment to its place, or of an earlier operand of the same place, if the two certainly are one memory (the
//! paper's |A| = 1; here by zone, components and the values of subscripts). If an assignment of the graph may be, but
//! need not be, the one that an operand reads, the graph ends before the statement, and another begins: the criterion of
//! section 5.1, whose number of graphs is minimal (section 6.1).
//!
//! Operands and operations that carry no derivative have no vertex, and neither has what has no derivative, like
//! `floor`. Local partial derivatives that are equal expressions of equal values are one value.
//!
//! Ignored: arrays as wholes and in sections, complex numbers, calls; a sequence ends before them.

use super::escape::Escapes;
use super::graph::{Graph, Role, Vertex};
use super::place::{subscripts, variables, Alias, Place};
use super::values::{Label, Values};
use crate::rules::{convert, divisor, merge, terms, Map};
use adc_analysis::cfg::{Item, Role as Step};
use adc_analysis::{ZoneId, Zones};
use adc_frontend::ir::visit::{has_call, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::{BTreeSet, HashMap};

/// An assignment of a graph.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The statement.
    pub stmt: StmtId,
    /// Its left side.
    pub place: Place,
    /// The vertex of its value, if that carries a derivative.
    pub vertex: Option<Vertex>,
    /// True if others read the value.
    pub escapes: bool,
}

/// A partial derivative in a graph.
#[derive(Clone, Debug)]
pub struct Partial {
    /// Its value, or what is divided by [`Partial::divisor`].
    pub expr: Expr,
    /// The divisor, with the number of its value.
    pub divisor: Option<(Expr, u32)>,
    /// The assignment, by its place in [`Flat::assigned`], before which the expression has this value.
    pub before: usize,
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
    /// The local partial derivatives, by the numbers of their values.
    pub partials: HashMap<u32, Partial>,
    /// The type of all values.
    pub ty: Ty,
    /// True if it ends because the next statement is ambiguous.
    pub is_split: bool,
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
            partials: HashMap::new(),
            ty: Ty::None,
            is_split: false,
        }
    }
}

impl Flat {
    /// The graph of the Jacobian: values that others read are dependents. One that is used in the graph, is an operand,
    /// or is the result of two statements keeps its vertex, and a unit edge leads to the dependent (section 6.2).
    pub fn jacobian(&self) -> Jacobian {
        let (mut graph, mut values, mut results) = (self.graph.clone(), self.values.clone(), vec![]);
        for (k, a) in self.assigned.iter().enumerate().filter(|(_, a)| a.escapes) {
            let Some(v) = a.vertex else { continue };
            if graph.role(v) == Role::Intermediate && graph.fan_out(v) == 0 {
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

/// Facts that a sequence is flattened with.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub program: &'a Program,
    pub zones: &'a Zones,
    pub escapes: &'a Escapes<'a>,
    /// True for a designator that carries a derivative.
    pub varies: &'a dyn Fn(&Expr) -> bool,
    /// Equal operations on equal values are one vertex.
    pub merges: bool,
}

/// What a place holds.
struct Held {
    place: Place,
    vertex: Option<Vertex>,
    number: u32,
    /// True if a statement of the graph assigned it; false for an operand from outside.
    is_assigned: bool,
}

/// An operation, an operand or a literal on numbered values.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Text(String),
    Operation(String, Vec<u32>),
    Initial(Vec<Option<SymbolId>>, Vec<u32>, u32),
    Fresh(u32),
}

/// No vertex can stand for an expression.
struct Unfit;

/// Flattens sequences.
pub(super) struct Flattener<'a> {
    facts: Facts<'a>,
    /// The graph so far.
    flat: Flat,
    held: Vec<Held>,
    /// The vertex of each operation in the graph.
    vertices: HashMap<u32, Vertex>,
    /// The kind of all its values.
    kind: Option<u8>,
    numbers: HashMap<Key, u32>,
    versions: HashMap<ZoneId, u32>,
    pub done: Vec<Flat>,
}

impl<'a> Flattener<'a> {
    pub fn new(facts: Facts<'a>) -> Flattener<'a> {
        Flattener {
            facts,
            flat: Flat::default(),
            held: vec![],
            vertices: HashMap::new(),
            kind: None,
            numbers: HashMap::new(),
            versions: HashMap::new(),
            done: vec![],
        }
    }

    /// All sequences of a block and of the blocks inside.
    pub fn block(&mut self, block: &Block) {
        for s in block {
            if s.label.is_some() || !self.statement(s) {
                self.end(false);
            }
            s.kind.for_each_block(&mut |b| {
                self.end(false);
                self.block(b);
            });
        }
        self.end(false);
    }

    /// Adds a statement; false if it ends the sequence.
    fn statement(&mut self, s: &Stmt) -> bool {
        if matches!(s.kind, StmtKind::Comment(_) | StmtKind::Continue) {
            return true;
        }
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return false;
        };
        let is_plain = lhs.rank == 0 && !has_call(lhs) && !has_call(rhs) && subscripts(lhs).is_some();
        if !is_plain || matches!(lhs.ty, Ty::Complex(_) | Ty::Derived(_) | Ty::Class(_)) {
            return false;
        }
        if self.is_ambiguous(rhs) {
            self.end(true);
        }
        let Ok((vertex, number)) = self.expression(rhs) else {
            return false;
        };
        let vertex = vertex.filter(|_| (self.facts.varies)(lhs));
        if vertex.is_some() && !self.is_of_one_kind(lhs.ty) {
            return false;
        }
        let vertex = vertex.map(|v| self.own(v));
        let place = self.place(lhs);
        let zones = self.facts.zones;
        for &z in zones.of_designator(lhs).iter().flat_map(|z| zones.aliases(z)) {
            *self.versions.entry(z).or_default() += 1;
        }
        self.held.retain(|h| h.place.alias(&place, zones) != Alias::Must);
        self.flat.assigned.push(Assigned {
            stmt: s.id,
            place: place.clone(),
            vertex,
            escapes: false,
        });
        self.held.push(Held {
            place,
            vertex,
            number,
            is_assigned: true,
        });
        let first = if self.flat.assigned.len() == 1 {
            s.span
        } else {
            self.flat.span.0
        };
        self.flat.span = (first, s.span);
        true
    }

    /// The vertex of an assigned value: one of an operation inside of an earlier statement has no variable.
    fn own(&mut self, v: Vertex) -> Vertex {
        let is_assigned = |a: &Assigned| a.vertex == Some(v);
        let is_inside =
            self.flat.graph.role(v) == Role::Intermediate && self.flat.made_in[v] < self.flat.assigned.len();
        if !is_inside || self.flat.assigned.iter().any(is_assigned) {
            return v;
        }
        let own = self.vertex(Role::Intermediate);
        self.flat.graph.connect(v, own, Label::ONE, &mut self.flat.values);
        own
    }

    /// True if an operand may or may not be what a statement of the graph assigned.
    fn is_ambiguous(&mut self, e: &Expr) -> bool {
        let mut operands = vec![];
        walk_expr(e, &mut |x| {
            if x.is_designator() && x.rank == 0 && matches!(x.ty, Ty::Real(_)) && subscripts(x).is_some() {
                operands.push(x.clone());
            }
        });
        operands.iter().any(|x| {
            let place = self.place(x);
            (self.facts.varies)(x) && self.found(&place).is_err()
        })
    }

    /// What a place holds, if it is known.
    fn found(&self, place: &Place) -> Result<Option<&Held>, Unfit> {
        for held in self.held.iter().rev() {
            match held.place.alias(place, self.facts.zones) {
                Alias::Must => return Ok(Some(held)),
                Alias::May if held.is_assigned => return Err(Unfit),
                Alias::May | Alias::No => {}
            }
        }
        Ok(None)
    }

    fn place(&mut self, e: &Expr) -> Place {
        let all: Vec<Expr> = subscripts(e).unwrap_or_default().into_iter().cloned().collect();
        let numbers = all.iter().map(|s| self.number(s)).collect();
        let versions = variables(e)
            .into_iter()
            .map(|v| (v, self.version(&var(self.facts.program, v))));
        Place::new(e, numbers, versions.collect())
    }

    /// How often the zones of a designator have been written.
    fn version(&self, e: &Expr) -> u32 {
        let zones = self.facts.zones.of_designator(e).iter();
        zones.filter_map(|z| self.versions.get(z)).sum()
    }

    fn known(&mut self, key: Key) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }

    /// The number of a value: equal numbers, equal values.
    fn number(&mut self, e: &Expr) -> u32 {
        if e.is_designator() && subscripts(e).is_some() {
            let place = self.place(e);
            return match self.found(&place) {
                Ok(Some(held)) => held.number,
                _ => {
                    let version = self.version(e);
                    self.known(place.key(version))
                }
            };
        }
        let operation = |name: String, operands: Vec<u32>| Key::Operation(name, operands);
        let key = match &e.kind {
            ExprKind::Paren(x) => return self.number(x),
            ExprKind::Unary(op, x) => operation(format!("{op:?}"), vec![self.number(x)]),
            ExprKind::Binary(op, a, b) => {
                let mut operands = vec![self.number(a), self.number(b)];
                if matches!(op, BinaryOp::Add | BinaryOp::Mul) {
                    operands.sort_unstable();
                }
                operation(format!("{op:?}"), operands)
            }
            ExprKind::Intrinsic(_, name, args) if args.iter().all(|a| a.expr().is_some()) => {
                let operands = args.iter().filter_map(Arg::expr).map(|a| self.number(a)).collect();
                operation(format!("{} {:?}", name.to_ascii_lowercase(), e.ty), operands)
            }
            _ if e.is_literal() => Key::Text(format!("{:?}", e.kind)),
            _ => Key::Fresh(self.numbers.len() as u32),
        };
        self.known(key)
    }

    /// The vertex of an expression, if it carries a derivative, and the number of its value.
    fn expression(&mut self, e: &Expr) -> Result<(Option<Vertex>, u32), Unfit> {
        if e.rank > 0 || matches!(e.ty, Ty::Complex(_)) {
            return Err(Unfit);
        }
        if let ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) = &e.kind {
            return self.expression(x);
        }
        let number = self.number(e);
        if e.is_designator() {
            return Ok((self.operand(e, number)?, number));
        }
        if !e.ty.is_differentiable() {
            return Ok((None, number));
        }
        let terms = terms(self.facts.program, e).map_err(|_| Unfit)?;
        let mut edges = vec![];
        for t in &terms {
            if let (Some(from), _) = self.expression(t.child)? {
                edges.push((from, self.label(&t.map, divisor(e), e.ty).ok_or(Unfit)?));
            }
        }
        if edges.is_empty() {
            return Ok((None, number));
        }
        if let Some(&known) = self.vertices.get(&number).filter(|_| self.facts.merges) {
            return Ok((Some(known), number));
        }
        if !self.is_of_one_kind(e.ty) {
            return Err(Unfit);
        }
        let vertex = self.vertex(Role::Intermediate);
        for (from, label) in edges {
            self.flat.graph.connect(from, vertex, label, &mut self.flat.values);
        }
        self.vertices.insert(number, vertex);
        Ok((Some(vertex), number))
    }

    /// The vertex of an operand.
    fn operand(&mut self, e: &Expr, number: u32) -> Result<Option<Vertex>, Unfit> {
        if subscripts(e).is_none() {
            return Err(Unfit);
        }
        if !matches!(e.ty, Ty::Real(_)) || !(self.facts.varies)(e) {
            return Ok(None);
        }
        let place = self.place(e);
        if let Some(held) = self.found(&place)? {
            return Ok(held.vertex);
        }
        if !self.is_of_one_kind(e.ty) {
            return Err(Unfit);
        }
        let vertex = self.vertex(Role::Independent);
        self.flat.operands.push((vertex, place.clone()));
        self.held.push(Held {
            place,
            vertex: Some(vertex),
            number,
            is_assigned: false,
        });
        Ok(Some(vertex))
    }

    fn vertex(&mut self, role: Role) -> Vertex {
        self.flat.made_in.push(self.flat.assigned.len());
        self.flat.graph.add(role)
    }

    /// True for the kind of all values of the graph.
    fn is_of_one_kind(&mut self, ty: Ty) -> bool {
        matches!(ty, Ty::Real(k) if *self.kind.get_or_insert(k) == k)
    }

    /// The label of a map to a value of a type; of one that is divided by a divisor at the end.
    fn label(&mut self, map: &Map, divisor: Option<&Expr>, ty: Ty) -> Option<Label> {
        let one = || real("1.0", ty.kind().unwrap_or(8));
        let factor = match map {
            Map::Identity if divisor.is_none() => return Some(Label::ONE),
            Map::Negate if divisor.is_none() => return Some(Label::MINUS_ONE),
            Map::Identity => one(),
            Map::Negate => neg(one()),
            Map::Scale(p) => p.clone(),
            Map::Select(mask) => merge(one(), zero(ty), mask.clone()),
            _ => return None,
        };
        let whole = match divisor {
            Some(b) => div(factor.clone(), b.clone()),
            None => factor.clone(),
        };
        if let Some(unit) = literal_value(&whole).and_then(Label::unit) {
            return Some(unit);
        }
        let number = self.number(&whole);
        let partial = Partial {
            expr: match factor.ty {
                Ty::Real(_) => factor,
                _ => convert(factor, ty),
            },
            divisor: divisor.map(|b| (b.clone(), self.number(b))),
            before: self.flat.assigned.len(),
        };
        self.flat.partials.entry(number).or_insert(partial);
        Some(self.flat.values.partial(number))
    }

    /// Ends the graph.
    fn end(&mut self, is_split: bool) {
        let mut flat = std::mem::take(&mut self.flat);
        self.held.clear();
        self.vertices.clear();
        flat.ty = Ty::Real(self.kind.take().unwrap_or(8));
        flat.is_split = is_split;
        let inside: BTreeSet<StmtId> = flat.assigned.iter().map(|a| a.stmt).collect();
        for a in flat.assigned.iter_mut().filter(|a| a.vertex.is_some()) {
            let item = Item {
                stmt: a.stmt,
                role: Step::Whole,
            };
            a.escapes = self.facts.escapes.of(item, &inside);
        }
        if !flat.assigned.is_empty() {
            self.done.push(flat);
        }
    }
}

impl Place {
    fn key(&self, version: u32) -> Key {
        Key::Initial(self.path(), self.numbers().to_vec(), version)
    }
}
