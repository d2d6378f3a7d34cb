//! Objects of more than one possible type, as code that knows which one it is.
//!
//! Fortran says by `SELECT TYPE` what type an object has, and names it anew inside. Analyses, rules and plans know neither: for them there are tests and designators.
//!
//! * The test `type of o is t` is [`is_of_type`], the branches of SELECT TYPE are those of an `IF`.
//! * The object as one of type `t` is a designator ([`shown_as`]): part of `o`, with components like others, and with a shadow.
//!
//! So what is done to statements inside a branch, be it to move them into a backward sweep, or to put those of shadows beside them, cannot lose what type the object has. In the
//! end [`written`] puts SELECT TYPE around statements that name such designators: an `IF` by types becomes the construct that it was, others get one of their own. It ends the program
//! where the object has another type: where its caller gave a shadow of another type than the original has, or a type extends one in a file that was not given.

use crate::generator::Generator;
use crate::names::Namer;
use crate::normalize::leaves::is_dynamic;
use crate::rules::intrinsic;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// The types that an object of `class(ty)` may have, as far as the program knows: `ty`, and all that extend it, but for abstract ones.
pub(crate) fn possible_types(program: &Program, ty: SymbolId) -> Vec<SymbolId> {
    let def = |s: SymbolId| match &program.symbols[s].kind {
        SymbolKind::Type(def) => Some(def),
        _ => None,
    };
    let extends = |&s: &SymbolId| {
        // a type that extends itself was refused
        let mut line = std::iter::successors(Some(s), |&t| def(t)?.extends).take(1000);
        def(s).is_some_and(|d| !d.is_abstract) && line.any(|t| t == ty)
    };
    program.symbols.iter().map(|(s, _)| s).filter(extends).collect()
}

/// The test whether an object is of exactly a type. None before [`prepare`].
pub(crate) fn is_of_type(program: &Program, object: &Expr, ty: SymbolId) -> Option<Expr> {
    let shown = shown_as(program, object, ty)?;
    Some(intrinsic(
        "same_type_as",
        vec![object.clone(), shown],
        Ty::Logical(4),
        0,
    ))
}

/// Lets [`shown_as`] know all types that objects may have.
pub(crate) fn prepare(program: &mut Program) {
    let is_type = |s: &Symbol| matches!(s.kind, SymbolKind::Type(_));
    let types = program.symbols.iter().filter(|(_, s)| is_type(s)).map(|(t, _)| t);
    for t in types.collect::<Vec<_>>() {
        let shown = Symbol {
            owner: None,
            kind: SymbolKind::Variable(Variable {
                ty: DeclType::plain(Ty::Derived(t)),
                dims: vec![],
                storage: Storage::Component,
                attrs: Attrs::default(),
                init: None,
            }),
            ..program.symbols[t].clone()
        };
        let shown = program.symbols.alloc(shown);
        if let SymbolKind::Type(def) = &mut program.symbols[t].kind {
            def.shown = Some(shown);
        }
    }
}

/// An object, or the value of a polymorphic variable's shadow, as one of a type; itself where it is known to be one.
pub(crate) fn shown_as(program: &Program, object: &Expr, ty: SymbolId) -> Option<Expr> {
    if object.ty == Ty::Derived(ty) {
        return Some(object.clone());
    }
    let SymbolKind::Type(def) = &program.symbols[ty].kind else {
        return None;
    };
    let shown = ExprKind::Component(Box::new(object.clone()), def.shown?);
    Some(expr(shown, Ty::Derived(ty), object.rank))
}

/// What runs for each type that an object of `class(ty)` may have; nothing where nothing does. None before [`prepare`].
pub(crate) fn by_type(
    program: &Program,
    object: &Expr,
    ty: SymbolId,
    branch: &mut dyn FnMut(SymbolId) -> Option<Block>,
) -> Option<Block> {
    let types = possible_types(program, ty);
    let mut arms = vec![];
    for (k, &t) in types.iter().enumerate() {
        let test = is_of_type(program, object, t)?;
        arms.push(Arm::new((k + 1 < types.len()).then_some(test), branch(t)?));
    }
    if arms.iter().all(|a| a.body.is_empty()) {
        return Some(vec![]);
    }
    Some(match arms.as_mut_slice() {
        [only] => std::mem::take(&mut only.body),
        _ => vec![Stmt::choice(arms)],
    })
}

/// The end of the program, where an object is of a type that was not given.
pub(crate) fn no_other_type() -> Stmt {
    Stmt::new(StmtKind::Stop {
        error: true,
        code: None,
        quiet: None,
    })
}

/// The object and the type that a test asks for.
fn asked(program: &Program, test: &Expr) -> Option<(Expr, SymbolId)> {
    match &test.peel().kind {
        ExprKind::Intrinsic(_, name, args) if name == "same_type_as" => shown(program, args.last()?.expr()?),
        _ => None,
    }
}

/// The object and the type that a designator shows it as.
fn shown(program: &Program, e: &Expr) -> Option<(Expr, SymbolId)> {
    match (&e.kind, e.ty) {
        (ExprKind::Component(object, c), Ty::Derived(t)) if program.is_downcast(*c) => Some(((**object).clone(), t)),
        _ => None,
    }
}

/// Puts SELECT TYPE where procedures need it.
pub(crate) fn written(program: &mut Program) {
    let units: Vec<UnitId> = program.units.iter().map(|(u, _)| u).collect();
    for unit in units {
        let mut found = false;
        visit::walk_block_exprs(&program.units[unit].body, &mut |e| found |= shown(program, e).is_some());
        if !found {
            continue;
        }
        let body = std::mem::take(&mut program.units[unit].body);
        let names = Namer::of_unit(program, unit);
        let mut w = Writer { program, unit, names };
        let mut body = w.block(body);
        program.renumber(&mut body);
        program.units[unit].body = body;
    }
}

impl Generator<'_> {
    /// Lets derivatives see the types that they name. Returns what nobody sees outside its module; in a module that is written again such types are made public.
    pub(crate) fn import_types(&mut self) -> IndexSet<SymbolId> {
        let mut hidden = IndexSet::new();
        for (u, d) in self.generated_units() {
            let home = self.primal.outermost(u);
            let mut named = IndexSet::new();
            visit::walk_block(&self.out.units[d].body, &mut |s| match &s.kind {
                StmtKind::SelectType { guards, .. } => {
                    named.extend(guards.iter().filter_map(|g| match &g.test {
                        GuardTest::TypeIs(t) | GuardTest::ClassIs(t) => Some(t.ty),
                        _ => None,
                    }));
                }
                StmtKind::Allocate { ty: Some(t), .. } => drop(named.insert(t.ty)),
                _ => {}
            });
            // what a copy for a type of another module declares, its original may not have seen
            let declared = self.primal.units[u].symbols.iter().filter_map(|&s| {
                let ty = self.primal.symbols[s].variable()?.ty.ty;
                matches!(ty, Ty::Derived(t) if !self.primal.sees(u, t)).then_some(ty)
            });
            named.extend(declared);
            for ty in named {
                let Ty::Derived(t) = ty else { continue };
                let symbol = &mut self.out.symbols[t];
                let inside = symbol.owner == Some(home) && self.enlarged.contains(&home);
                if symbol.private && !inside {
                    hidden.insert(t);
                    symbol.private = symbol.owner.is_none_or(|m| !self.enlarged.contains(&m));
                }
                self.import(d, t);
            }
        }
        hidden
    }
}

struct Writer<'p> {
    program: &'p mut Program,
    unit: UnitId,
    names: Namer,
}

impl Writer<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = vec![];
        let mut rest = block.into_iter().peekable();
        while let Some(s) = rest.next() {
            if let Some(constructs) = self.by_tests(&s) {
                out.extend(constructs);
                continue;
            }
            let Some((object, ty)) = self.first_shown(&s) else {
                let kind = s.kind.with_blocks(&mut |b| self.block(b.clone()));
                out.push(Stmt { kind, ..s });
                continue;
            };
            let mut together = vec![s];
            // what follows and speaks of the same can stand in the same construct
            while let Some(next) = rest.next_if(|n| may_join(self.program, n, &object, ty)) {
                together.push(next);
            }
            out.push(self.construct(&object, ty, together));
        }
        out
    }

    /// An `IF` by the type of one object.
    fn by_tests(&mut self, s: &Stmt) -> Option<Block> {
        let StmtKind::If { name, arms, .. } = &s.kind else {
            return None;
        };
        let tested = |a: &Arm| asked(self.program, a.cond.as_ref()?);
        let (object, _) = tested(arms.first()?)?;
        let is_about_it = |a: &Arm| a.cond.is_none() || tested(a).is_some_and(|(o, _)| o.same(&object));
        if !arms.iter().all(is_about_it) {
            return None;
        }
        let tests: Vec<Option<SymbolId>> = arms.iter().map(|a| tested(a).map(|t| t.1)).collect();
        let mut guards = vec![];
        for (arm, test) in arms.iter().zip(tests) {
            let mut guard = match test {
                Some(ty) => vec![self.guard(&object, ty, arm.body.clone())],
                None => self.otherwise(&object, arm.body.clone()),
            };
            if let Some(first) = guard.first_mut() {
                first.lead.clone_from(&arm.lead);
            }
            guards.append(&mut guard);
        }
        self.name_alike(&object, &mut guards);
        Some(vec![Stmt {
            kind: StmtKind::SelectType {
                name: name.clone(),
                expr: object,
                guards,
            },
            ..s.clone()
        }])
    }

    /// What an `ELSE` by types becomes: where its body needs a type, this is the only one left.
    fn otherwise(&mut self, object: &Expr, body: Block) -> Vec<Guard> {
        let mut left = None;
        visit::walk_block_exprs(&body, &mut |e| {
            let needed = shown(self.program, e).filter(|(o, _)| o.same(object));
            left = left.or(needed.map(|n| n.1));
        });
        match left {
            Some(ty) => vec![self.guard(object, ty, body), self.no_other(object)],
            None => {
                let body = self.block(body);
                vec![self.guarded(GuardTest::ClassDefault, object, body)]
            }
        }
    }

    /// Statements that need an object as one of a type.
    fn construct(&mut self, object: &Expr, ty: SymbolId, block: Block) -> Stmt {
        let span = block.first().map_or(Span::NONE, |s| s.span);
        let mut guards = vec![self.guard(object, ty, block), self.no_other(object)];
        self.name_alike(object, &mut guards);
        let kind = StmtKind::SelectType {
            name: None,
            expr: object.clone(),
            guards,
        };
        Stmt::at(kind, span)
    }

    /// The end of the program, for types that were not known.
    fn no_other(&mut self, object: &Expr) -> Guard {
        self.guarded(GuardTest::ClassDefault, object, vec![no_other_type()])
    }

    fn guard(&mut self, object: &Expr, ty: SymbolId, mut body: Block) -> Guard {
        let test = GuardTest::TypeIs(DeclType::plain(Ty::Derived(ty)));
        let mut guard = self.guarded(test, object, vec![]);
        if let Some(v) = self.program.symbols[guard.local].variable_mut() {
            v.ty = DeclType::plain(Ty::Derived(ty));
        }
        let local = var(self.program, guard.local);
        let program: &Program = self.program;
        visit::rewrite_block_exprs(&mut body, &mut |e| {
            if shown(program, e).is_some_and(|(o, t)| t == ty && o.same(object)) {
                *e = Expr {
                    span: e.span,
                    ..local.clone()
                };
            }
        });
        guard.body = self.block(body);
        guard
    }

    fn guarded(&mut self, test: GuardTest, object: &Expr, body: Block) -> Guard {
        let variable = Variable {
            ty: DeclType::plain(object.ty),
            dims: vec![Dim::Deferred; object.rank as usize],
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let local = Symbol::new("object".into(), Some(self.unit), SymbolKind::Variable(variable));
        let local = self.program.symbols.alloc(local);
        Guard {
            test,
            local,
            body,
            lead: vec![],
        }
    }

    /// Names the object inside the guards of a construct: as outside, where that is a name and nothing inside may mean the memory itself.
    fn name_alike(&mut self, object: &Expr, guards: &mut [Guard]) {
        let is_memory = |s| is_dynamic(self.program, s) && guards.iter().any(|g| names_itself(&g.body, s));
        let name = match object.kind {
            ExprKind::Var(s) if !is_memory(s) => self.program.symbols[s].name.clone(),
            _ => self.fresh(object),
        };
        for g in guards {
            self.program.symbols[g.local].name = name.clone();
        }
    }

    fn fresh(&mut self, object: &Expr) -> SmolStr {
        let last = match object.kind {
            ExprKind::Var(s) | ExprKind::Component(_, s) => Some(s),
            _ => object.base_symbol(),
        };
        let stem = last.map_or("object".into(), |s| self.program.symbols[s].name.clone());
        self.names.fresh(&format!("{stem}_now"))
    }

    /// The first object that a statement itself, or a test of it, needs as one of a type; one on which it depends before it.
    fn first_shown(&self, s: &Stmt) -> Option<(Expr, SymbolId)> {
        let mut found = None;
        visit::stmt_exprs(&s.kind, &mut |e| {
            visit::walk_expr(e, &mut |x| {
                if let Some((object, ty)) = shown(self.program, x) {
                    let mut inner = false;
                    visit::walk_expr(&object, &mut |o| inner |= shown(self.program, o).is_some());
                    if found.is_none() && !inner {
                        found = Some((object, ty));
                    }
                }
            });
        });
        found
    }
}

/// True where a name of an object stands for itself.
fn names_itself(body: &Block, s: SymbolId) -> bool {
    let mut found = false;
    visit::walk_block_exprs(body, &mut |e| found |= matches!(e.kind, ExprKind::Var(v) if v == s));
    found
}

/// True for a statement that names an object as one of a type, and leaves in place what the object's designator means.
fn may_join(program: &Program, s: &Stmt, object: &Expr, ty: SymbolId) -> bool {
    let ExprKind::Var(name) = object.kind else { return false };
    let simple = matches!(
        s.kind,
        StmtKind::Assign { .. } | StmtKind::Call { .. } | StmtKind::Push(_) | StmtKind::Pop(_)
    );
    let (mut named, mut shows) = (0, 0);
    visit::stmt_exprs(&s.kind, &mut |e| {
        visit::walk_expr(e, &mut |x| {
            named += usize::from(matches!(x.kind, ExprKind::Var(v) if v == name));
            shows += usize::from(shown(program, x).is_some_and(|(o, t)| t == ty && o.same(object)));
        });
    });
    simple && shows > 0 && named == shows
}
