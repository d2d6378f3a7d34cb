//! Invariants of the intermediate representation: each stage may rely on them and must preserve them.
//!
//! Checked in debug builds and tests, after resolution and after each transformation of a program. A violation is a bug
//! of the compiler, not of the user, so the texts are for developers.

mod expr;

use crate::ast::SmolStr;
use crate::dump::{expr_text, stmt_text, type_name};
use crate::ir::visit::*;
use crate::ir::*;
use crate::parallel;
use std::collections::{HashMap, HashSet};

/// All violations in a program; empty for a sound one.
pub fn verify(p: &Program) -> Vec<String> {
    let units: Vec<UnitId> = p.units.iter().map(|(id, _)| id).collect();
    let of_units = parallel::map(&units, |&id| {
        let mut v = Verifier::new(p);
        v.unit(id);
        (v.found, v.ids)
    });
    let mut rest = Verifier::new(p);
    let mut seen = vec![false; p.stmt_count()];
    for (found, ids) in of_units {
        rest.found.extend(found);
        for id in ids {
            match seen.get_mut(id.0 as usize) {
                Some(seen) => {
                    let fresh = !std::mem::replace(seen, true);
                    rest.check(fresh, &format!("the id {} of a statement is not unique", id.0));
                }
                None => rest.fail(format!(
                    "the id {} of a statement was not given out by the program",
                    id.0
                )),
            }
        }
    }
    for (_, s) in p.symbols.iter() {
        rest.symbol(s);
    }
    rest.found
}

struct Verifier<'a> {
    p: &'a Program,
    found: Vec<String>,
    /// Statement ids seen.
    ids: Vec<StmtId>,
    unit: Option<UnitId>,
    /// The place under inspection.
    place: Place<'a>,
}

/// Place of a violation; turned into text only when needed.
#[derive(Clone, Copy)]
enum Place<'a> {
    Words(&'static str),
    Symbol(&'a Symbol),
    Statement(&'a Stmt),
}

/// Names and kinds of the constructs around a statement; true for loops.
type Around<'a> = Vec<(Option<&'a SmolStr>, bool)>;

impl<'a> Verifier<'a> {
    fn new(p: &'a Program) -> Self {
        Verifier {
            p,
            found: vec![],
            ids: vec![],
            unit: None,
            place: Place::Words("program"),
        }
    }

    fn fail(&mut self, text: impl AsRef<str>) {
        let unit = self.unit.map_or("", |u| &self.p.units[u].name);
        let place = match self.place {
            Place::Words(words) => words.to_string(),
            Place::Symbol(s) => format!("`{}`", s.name),
            Place::Statement(s) => format!("statement `{}`", stmt_text(self.p, s)),
        };
        self.found.push(format!("{unit}: {place}: {}", text.as_ref()));
    }

    fn check(&mut self, holds: bool, text: &str) {
        if !holds {
            self.fail(text);
        }
    }

    /// False if an id is out of range.
    fn has(&mut self, s: SymbolId) -> bool {
        let holds = self.p.symbols.contains(s);
        self.check(holds, "symbol id out of range");
        holds
    }

    fn has_unit(&mut self, u: UnitId) -> bool {
        let holds = self.p.units.contains(u);
        self.check(holds, "unit id out of range");
        holds
    }

    fn unit(&mut self, id: UnitId) {
        let u = &self.p.units[id];
        self.unit = Some(id);
        self.place = Place::Words("declarations");
        if let Some(parent) = u.parent {
            self.has_unit(parent);
        }
        for &inner in &u.contains {
            if self.has_unit(inner) {
                let parent = self.p.units[inner].parent;
                self.check(parent == Some(id), "a contained unit has another parent");
            }
        }
        if let Some(s) = u.symbol {
            let is_procedure = self.has(s) && matches!(self.p.symbols[s].kind, SymbolKind::Procedure(_));
            self.check(is_procedure, "the unit's symbol is no procedure");
        }
        for &s in u.args.iter().flatten() {
            self.dummy(s, id);
        }
        if let Some(s) = u.result {
            if self.has(s) {
                let is_result = match &self.p.symbols[s].kind {
                    SymbolKind::Variable(v) => v.storage == Storage::Result,
                    SymbolKind::Procedure(p) => p.class == ProcClass::Pointer,
                    _ => false,
                };
                self.check(is_result, "the result is no result variable");
            }
        }
        self.check(
            (u.kind == UnitKind::Function) == u.result.is_some(),
            "only functions have a result, and all of them",
        );
        let mut seen = HashSet::new();
        for &s in &u.symbols {
            if !self.has(s) {
                continue;
            }
            let symbol = &self.p.symbols[s];
            self.place = Place::Symbol(symbol);
            self.check(self.declares(id, symbol), "listed in a unit that does not own it");
            self.check(seen.insert(s), "listed twice");
            self.declaration(symbol);
        }
        self.place = Place::Words("declarations");
        for &s in u.names.values() {
            self.has(s);
        }
        for c in &u.commons {
            for &s in &c.members {
                if self.has(s) {
                    let storage = self.p.symbols[s].variable().map(|v| v.storage);
                    self.check(
                        storage == Some(Storage::Common(c.common)),
                        "a member of a COMMON block is stored elsewhere",
                    );
                }
            }
        }
        for e in u.equivalences.iter().flatten() {
            self.expr(e);
            self.check(e.is_designator(), "equivalenced, but no variable");
        }
        for d in &u.data {
            self.place = Place::Words("DATA");
            d.objects.iter().for_each(|e| self.expr(e));
            for (repeat, value) in &d.values {
                repeat.iter().for_each(|e| self.expr(e));
                self.expr(value);
            }
        }
        let mut labels: HashMap<u32, usize> = HashMap::new();
        walk_block(&u.body, &mut |s| {
            if let Some(l) = s.label {
                *labels.entry(l).or_default() += 1;
            }
        });
        self.place = Place::Words("labels");
        for (label, count) in &labels {
            self.check(*count == 1, &format!("label {label} stands {count} times"));
        }
        self.block(&u.body, &labels, &mut vec![]);
        self.unit = None;
    }

    fn dummy(&mut self, s: SymbolId, unit: UnitId) {
        if !self.has(s) {
            return;
        }
        let symbol = &self.p.symbols[s];
        let is_dummy = match &symbol.kind {
            SymbolKind::Variable(v) => v.storage == Storage::Dummy,
            SymbolKind::Procedure(p) => matches!(p.class, ProcClass::Dummy | ProcClass::Pointer),
            _ => false,
        };
        self.check(is_dummy, &format!("`{}` is no dummy argument", symbol.name));
        self.check(self.declares(unit, symbol), "a dummy argument is owned by another unit");
    }

    /// Checks the references of a declaration.
    fn declaration(&mut self, s: &'a Symbol) {
        let dims: &[Dim] = match &s.kind {
            SymbolKind::Variable(v) => {
                match &v.init {
                    Some(Init::Value(e) | Init::Pointer(e)) => self.expr(e),
                    None => {}
                }
                &v.dims
            }
            SymbolKind::Procedure(Procedure { init: Some(e), .. }) => {
                self.expr(e);
                &[]
            }
            SymbolKind::Constant(c) => {
                self.expr(&c.value);
                &c.dims
            }
            SymbolKind::StatementFunction(f) => {
                self.expr(&f.body);
                &[]
            }
            _ => &[],
        };
        for e in dims.iter().flat_map(Dim::bounds) {
            self.expr(e);
        }
    }

    fn symbol(&mut self, s: &'a Symbol) {
        self.place = Place::Symbol(s);
        if let Some(owner) = s.owner {
            self.has_unit(owner);
        }
        match &s.kind {
            SymbolKind::Procedure(p) => {
                for u in [p.unit, p.interface].into_iter().flatten() {
                    if self.has_unit(u) {
                        let ok = self.p.units[u].is_procedure();
                        self.check(ok, "a procedure whose unit is none");
                    }
                }
            }
            SymbolKind::Generic(g) => {
                for &s in &g.specifics {
                    let ok = self.has(s) && matches!(self.p.symbols[s].kind, SymbolKind::Procedure(_));
                    self.check(ok, "a specific procedure that is none");
                }
            }
            SymbolKind::Type(t) => {
                for &c in &t.components {
                    if self.has(c) {
                        let ok = match &self.p.symbols[c].kind {
                            SymbolKind::Variable(v) => v.storage == Storage::Component,
                            SymbolKind::Procedure(_) => true,
                            _ => false,
                        };
                        self.check(ok, "a component that is none");
                    }
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &'a Block, labels: &HashMap<u32, usize>, around: &mut Around<'a>) {
        for s in block {
            self.place = Place::Statement(s);
            if s.id != StmtId(0) {
                self.ids.push(s.id);
            }
            stmt_exprs(&s.kind, &mut |e| self.expr(e));
            self.stmt(&s.kind, labels, around);
            around.push((s.kind.construct_name(), matches!(s.kind, StmtKind::Do { .. })));
            s.kind.for_each_block(&mut |b| self.block(b, labels, around));
            around.pop();
        }
    }

    fn condition(&mut self, e: &Expr) {
        self.check(
            matches!(e.ty, Ty::Logical(_)) && e.rank == 0,
            "a condition is no scalar logical",
        );
    }

    fn goes_to(&mut self, label: u32, labels: &HashMap<u32, usize>) {
        self.check(
            labels.contains_key(&label),
            &format!("no statement has the label {label}"),
        );
    }

    fn loop_variable(&mut self, s: SymbolId) {
        if self.has(s) {
            let symbol = &self.p.symbols[s];
            let ok = symbol.variable().is_some()
                && symbol.rank() == 0
                && matches!(symbol.ty(), Ty::Integer(_) | Ty::Real(_));
            self.check(ok, "the loop variable is no scalar number");
            self.visible(s);
        }
    }

    fn stmt(&mut self, kind: &'a StmtKind, labels: &HashMap<u32, usize>, around: &Around<'a>) {
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                self.check(lhs.is_designator(), "the left side is no variable");
                let constant = lhs
                    .base_symbol()
                    .is_some_and(|s| matches!(self.p.symbols[s].kind, SymbolKind::Constant(_)));
                self.check(!constant, "a constant is assigned to");
                self.check(
                    rhs.rank == 0 || rhs.rank == lhs.rank,
                    &format!("ranks {} and {} do not conform", lhs.rank, rhs.rank),
                );
                if !expr::assignable(lhs.ty, rhs.ty) {
                    let text = format!(
                        "{} is assigned to {}",
                        type_name(self.p, rhs.ty),
                        type_name(self.p, lhs.ty)
                    );
                    self.fail(text);
                }
            }
            StmtKind::PointerAssign { lhs, .. } => {
                let ok = lhs.is_designator() || matches!(lhs.kind, ExprKind::Procedure(_));
                self.check(ok, "the left side is no pointer");
            }
            StmtKind::Call { callee, args } => {
                self.callee(callee);
                for a in args {
                    if let ArgValue::AltReturn(l) = a.value {
                        self.goes_to(l, labels);
                    }
                }
            }
            StmtKind::If { arms, .. } => {
                for (i, arm) in arms.iter().enumerate() {
                    match &arm.cond {
                        Some(c) => self.condition(c),
                        None => self.check(i > 0 && i + 1 == arms.len(), "an ELSE is not the last arm"),
                    }
                }
                self.check(!arms.is_empty(), "no arms");
            }
            StmtKind::Where { arms } => {
                for (i, arm) in arms.iter().enumerate() {
                    match &arm.cond {
                        Some(c) => self.check(matches!(c.ty, Ty::Logical(_)), "a mask is not logical"),
                        None => self.check(i + 1 == arms.len(), "an ELSEWHERE without a mask is not the last"),
                    }
                }
            }
            StmtKind::Do { control, .. } => match control {
                DoControl::Count { var, .. } => self.loop_variable(*var),
                DoControl::While(c) => self.condition(c),
                DoControl::Concurrent { ranges, .. } => ranges.iter().for_each(|r| self.loop_variable(r.0)),
                DoControl::Forever => {}
            },
            StmtKind::Forall { ranges, .. } => ranges.iter().for_each(|r| self.loop_variable(r.0)),
            StmtKind::Exit(name) => {
                let ok = match name {
                    Some(n) => around.iter().any(|(a, _)| *a == Some(n)),
                    None => around.iter().any(|(_, is_loop)| *is_loop),
                };
                self.check(ok, "nothing to exit from");
            }
            StmtKind::Cycle(name) => {
                let ok = match name {
                    Some(n) => around.iter().any(|(a, is_loop)| *a == Some(n) && *is_loop),
                    None => around.iter().any(|(_, is_loop)| *is_loop),
                };
                self.check(ok, "no loop to cycle");
            }
            StmtKind::Goto(l) | StmtKind::AssignLabel(l, _) => self.goes_to(*l, labels),
            StmtKind::ComputedGoto(ls, _) | StmtKind::AssignedGoto(_, ls) => {
                ls.iter().for_each(|l| self.goes_to(*l, labels));
            }
            StmtKind::ArithmeticIf(e, ls) => {
                self.check(e.ty.is_numeric() && e.rank == 0, "the selector is no number");
                ls.iter().for_each(|l| self.goes_to(*l, labels));
            }
            StmtKind::Io { controls, .. } => {
                for (_, c) in controls {
                    match c {
                        IoControl::Label(l) => self.goes_to(*l, labels),
                        IoControl::Namelist(s) => {
                            let ok = self.has(*s) && matches!(self.p.symbols[*s].kind, SymbolKind::Namelist);
                            self.check(ok, "a group that is none");
                        }
                        IoControl::Expr(_) | IoControl::Star => {}
                    }
                }
            }
            StmtKind::Push(e) | StmtKind::Pop(e) => {
                self.check(e.is_designator(), "what is pushed or popped is no variable");
            }
            StmtKind::PushControl { value, bits } => {
                self.check(
                    (1..=30).contains(bits) && *value < 1 << bits,
                    "a control value out of range",
                );
            }
            StmtKind::PopControl { var, bits } => {
                let ok = (1..=30).contains(bits) && var.ty == Ty::Integer(4) && var.is_designator();
                self.check(ok, "a control value is popped into no default integer");
            }
            StmtKind::CallIntrinsic { .. }
            | StmtKind::Select { .. }
            | StmtKind::SelectType { .. }
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Format(_)
            | StmtKind::Associate { .. }
            | StmtKind::Scope { .. }
            | StmtKind::Directed { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => {}
        }
    }

    /// True if a unit may declare a symbol: it owns the symbol, or shares it with the owner.
    fn declares(&self, unit: UnitId, symbol: &Symbol) -> bool {
        let mut at = Some(unit);
        // a unit may share symbols with a unit that itself shares them
        for _ in 0..4 {
            if at.is_some() && symbol.owner == at {
                return true;
            }
            at = at.and_then(|u| self.p.units[u].shares);
        }
        false
    }

    /// Checks that a unit may use a symbol: it belongs to this unit, to a host, to a module, or it has no owner.
    fn visible(&mut self, s: SymbolId) {
        let symbol = &self.p.symbols[s];
        let Some(owner) = symbol.owner else { return };
        if matches!(self.p.units[owner].kind, UnitKind::Module | UnitKind::Submodule) {
            return;
        }
        // a model names members of COMMON blocks as other units do
        let in_common = symbol
            .variable()
            .is_some_and(|v| matches!(v.storage, Storage::Common(_)));
        if in_common && self.unit.is_some_and(|u| self.p.units[u].model().is_some()) {
            return;
        }
        let mut at = self.unit;
        while let Some(u) = at {
            if u == owner || self.declares(u, symbol) {
                return;
            }
            at = self.p.units[u].parent;
        }
        let text = format!(
            "`{}` belongs to `{}` and cannot be used here",
            symbol.name, self.p.units[owner].name
        );
        self.fail(text);
    }

    fn expr(&mut self, e: &'a Expr) {
        walk_expr(e, &mut |e| self.node(e));
    }

    fn complain(&mut self, e: &Expr, text: &str) {
        let text = format!("in `{}`: {text}", expr_text(self.p, e));
        self.fail(text);
    }
}
