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
use super::flat::{Assigned, Divisor, Flat, Partial, Split};
use super::graph::{Role, Vertex};
use super::place::{subscripts, variables, Alias, Place};
use super::values::Label;
use crate::rules::{convert, divisor, merge, terms, unguarded, Map};
use adc_analysis::cfg::{Item, Role as Step};
use adc_analysis::{ZoneId, Zones};
use adc_frontend::ast::SmolStr;
use adc_frontend::dump::operator;
use adc_frontend::ir::visit::{has_call, walk_expr};
use adc_frontend::ir::*;
use std::collections::{BTreeSet, HashMap};

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
    /// The assignment of the graph; `None` for an operand from outside.
    assigned: Option<usize>,
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

/// The assignment of the graph that may have set a place.
struct Ambiguous(usize);

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
                self.end(None);
            }
            s.kind.for_each_block(&mut |b| {
                self.end(None);
                self.block(b);
            });
        }
        self.end(None);
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
        if let Some((operand, Ambiguous(assigned))) = self.ambiguous(rhs) {
            let span = s.span;
            self.end(Some(Split {
                operand,
                span,
                assigned,
            }));
        }
        let Ok((vertex, number)) = self.expression(rhs) else {
            return false;
        };
        let vertex = vertex.filter(|_| (self.facts.varies)(lhs));
        if vertex.is_some() && !self.is_of_one_kind(lhs.ty) {
            return false;
        }
        let vertex = vertex.map(|v| self.own(v));
        let number = self.converted(number, rhs.ty, lhs.ty);
        let place = self.place(lhs);
        let zones = self.facts.zones;
        for &z in zones.of_designator(lhs).iter().flat_map(|z| zones.aliases(z)) {
            *self.versions.entry(z).or_default() += 1;
        }
        self.held.retain(|h| h.place.alias(&place, zones) != Alias::Must);
        self.flat.assigned.push(Assigned {
            stmt: s.id,
            span: s.span,
            place: place.clone(),
            vertex,
            escapes: false,
        });
        self.held.push(Held {
            place,
            vertex,
            number,
            assigned: Some(self.flat.assigned.len() - 1),
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
        let own = self.vertex(Role::Intermediate, SmolStr::default());
        self.flat.graph.connect(v, own, Label::ONE, &mut self.flat.values);
        own
    }

    /// The number of a value after an assignment of it to a variable of a type.
    fn converted(&mut self, number: u32, from: Ty, to: Ty) -> u32 {
        let key = match to {
            // the length counts, too
            Ty::Character => Key::Fresh(self.numbers.len() as u32),
            _ if from == to => return number,
            _ => Key::Operation(format!("to {to:?}"), vec![number]),
        };
        self.known(key)
    }

    /// An operand that an assignment of the graph may have set, but need not have.
    fn ambiguous(&mut self, e: &Expr) -> Option<(Expr, Ambiguous)> {
        let mut operands = vec![];
        walk_expr(e, &mut |x| {
            if x.is_designator() && x.rank == 0 && matches!(x.ty, Ty::Real(_)) && subscripts(x).is_some() {
                operands.push(x.clone());
            }
        });
        operands.into_iter().find_map(|x| {
            let place = self.place(&x);
            let why = (self.facts.varies)(&x).then(|| self.found(&place).err()).flatten()?;
            Some((x, why))
        })
    }

    /// What a place holds, if it is known.
    fn found(&self, place: &Place) -> Result<Option<&Held>, Ambiguous> {
        for held in self.held.iter().rev() {
            match (held.place.alias(place, self.facts.zones), held.assigned) {
                (Alias::Must, _) => return Ok(Some(held)),
                (Alias::May, Some(assigned)) => return Err(Ambiguous(assigned)),
                (Alias::May, None) | (Alias::No, _) => {}
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
                let keywords: Vec<_> = args.iter().filter_map(|a| a.keyword.as_deref()).collect();
                let name = format!("{name} {:?} {}", e.ty, keywords.join(" "));
                operation(name.to_ascii_lowercase(), operands)
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
        let vertex = self.vertex(Role::Intermediate, operation(e));
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
        if let Some(held) = self.found(&place).map_err(|_| Unfit)? {
            return Ok(held.vertex);
        }
        if !self.is_of_one_kind(e.ty) {
            return Err(Unfit);
        }
        let vertex = self.vertex(Role::Independent, SmolStr::default());
        self.flat.operands.push((vertex, place.clone()));
        self.held.push(Held {
            place,
            vertex: Some(vertex),
            number,
            assigned: None,
        });
        Ok(Some(vertex))
    }

    fn vertex(&mut self, role: Role, operation: SmolStr) -> Vertex {
        self.flat.operations.push(operation);
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
        // the slope of a function may be a quotient itself
        let (factor, divisor) = match (&factor.kind, divisor) {
            (ExprKind::Binary(BinaryOp::Div, a, b), None) if factor.ty == ty && b.ty == ty => {
                ((**a).clone(), Some((**b).clone()))
            }
            _ => (factor, divisor.cloned()),
        };
        let partial = Partial {
            expr: match (factor.ty, ty) {
                // products with other factors are as precise as the value
                (Ty::Real(own), Ty::Real(kind)) if own < kind => convert(factor, ty),
                (Ty::Real(_), _) => factor,
                _ => convert(factor, ty),
            },
            divisor: divisor.map(|b| self.divisor(b)),
            before: self.flat.assigned.len(),
        };
        self.flat.partials.entry(number).or_insert(partial);
        Some(self.flat.values.partial(number))
    }

    /// What a partial derivative is divided by.
    fn divisor(&mut self, written: Expr) -> Divisor {
        let (expr, is_guarded) = match unguarded(&written) {
            Some(x) => (x.clone(), true),
            None => (written, false),
        };
        let factors = match &expr.kind {
            ExprKind::Binary(BinaryOp::Mul, a, b) => Some([&**a, &**b]),
            _ => None,
        };
        Divisor {
            number: self.number(&expr),
            is_guarded,
            factors: factors.map(|all| all.map(|x| (x.clone(), self.number(x)))),
            expr,
        }
    }

    /// Ends the graph.
    fn end(&mut self, split: Option<Split>) {
        let mut flat = std::mem::take(&mut self.flat);
        self.held.clear();
        self.vertices.clear();
        flat.ty = Ty::Real(self.kind.take().unwrap_or(8));
        flat.split = split;
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

/// The name of an operation.
fn operation(e: &Expr) -> SmolStr {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Minus, _) => "-".into(),
        ExprKind::Binary(op, ..) => operator(*op).into(),
        ExprKind::Intrinsic(_, name, _) => name.to_ascii_lowercase().into(),
        _ => SmolStr::default(),
    }
}

impl Place {
    fn key(&self, version: u32) -> Key {
        Key::Initial(self.path(), self.numbers().to_vec(), version)
    }
}
