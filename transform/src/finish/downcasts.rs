//! Puts SELECT TYPE around statements that access objects by their dynamic type.
//!
//! Branches by the type of an object become the construct; other statements get a construct, together with their
//! neighbours. For an element of an array of objects the whole array is the selector, as all its elements have one
//! type. Tests of a type that is already known are decided.

use crate::code::names::Namer;
use crate::normalize::existence::one_by_one;
use crate::normalize::leaves::is_dynamic;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use adc_frontend::parallel;

/// The object and the type that a test inquires about.
fn asked(program: &Program, test: &Expr) -> Option<(Expr, SymbolId)> {
    match &test.peel().kind {
        ExprKind::Intrinsic(_, name, args) if name == "same_type_as" => shown(program, args.last()?.expr()?),
        _ => None,
    }
}

/// The object, and the type by which a designator accesses it.
fn shown(program: &Program, e: &Expr) -> Option<(Expr, SymbolId)> {
    match (&e.kind, e.ty) {
        (ExprKind::Component(object, c), Ty::Derived(t)) if program.is_downcast(*c) => Some(((**object).clone(), t)),
        _ => None,
    }
}

/// The array whose element or section an object is, as all its elements have one type; otherwise the object.
fn whole(object: &Expr) -> &Expr {
    match &object.kind {
        ExprKind::Index(array, _) if matches!(array.ty, Ty::Class(_)) => array,
        _ => object,
    }
}

/// True for an object and for elements of an array of objects.
fn is_part(part: &Expr, object: &Expr) -> bool {
    part.same(object) || whole(part).same(object)
}

/// The object whose type an `IF` tests.
fn about(program: &Program, s: &Stmt) -> Option<Expr> {
    let StmtKind::If { arms, .. } = &s.kind else {
        return None;
    };
    asked(program, arms.first()?.cond.as_ref()?).map(|a| a.0)
}

/// The code of branches by the type of an object that runs for a known type.
fn decided(program: &Program, s: &mut Stmt, object: &Expr, ty: SymbolId) -> Option<Block> {
    if !about(program, s).is_some_and(|o| is_part(&o, object)) {
        return None;
    }
    let StmtKind::If { arms, .. } = &mut s.kind else {
        return None;
    };
    let fits = |a: &Arm| {
        a.cond
            .as_ref()
            .is_none_or(|c| asked(program, c).is_some_and(|t| t.1 == ty))
    };
    let taken = arms.iter().position(fits);
    Some(taken.map_or(vec![], |k| arms.swap_remove(k).body))
}

/// Adds SELECT TYPE to the procedures that need it.
pub(crate) fn written(program: &mut Program) {
    let units: Vec<(UnitId, &Unit)> = program.units.iter().collect();
    let asked = parallel::map(&units, |(unit, u)| {
        let mut found = false;
        visit::walk_block_exprs(&u.body, &mut |e| found |= shown(program, e).is_some());
        found.then_some(*unit)
    });
    for unit in asked.into_iter().flatten() {
        let body = std::mem::take(&mut program.units[unit].body);
        let names = Namer::of_unit(program, unit);
        let mut w = Writer { program, unit, names };
        let mut body = w.block(body);
        program.renumber(&mut body);
        program.units[unit].body = body;
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
            // gfortran does not see that components of two objects differ
            if gives_several(&s.kind) && self.first_shown(&s).is_some() {
                out.extend(self.block(one_by_one(&s.kind)));
                continue;
            }
            let Some((object, ty)) = self.first_shown(&s) else {
                let kind = s.kind.with_blocks(&mut |b| self.block(b.clone()));
                out.push(Stmt { kind, ..s });
                continue;
            };
            let mut together = vec![s];
            // later statements about the same object can join the construct
            while let Some(next) = rest.next_if(|n| may_join(self.program, n, &object, ty)) {
                together.push(next);
            }
            out.push(self.construct(&object, ty, together));
        }
        out
    }

    /// Converts an `IF` by the type of one object.
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

    /// Converts an `ELSE` by types: if its body needs a type, only this one is left.
    fn otherwise(&mut self, object: &Expr, body: Block) -> Vec<Guard> {
        match self.needed(object, &body) {
            Some(ty) => vec![self.guard(object, ty, body), self.no_other(object)],
            None => {
                let body = self.block(body);
                vec![self.guarded(GuardTest::ClassDefault, object, body)]
            }
        }
    }

    /// The type that statements require of an object, except in branches by its type.
    fn needed(&self, object: &Expr, body: &Block) -> Option<SymbolId> {
        body.iter().find_map(|s| {
            if about(self.program, s).is_some_and(|o| is_part(&o, object)) {
                return None;
            }
            let mut found = None;
            visit::stmt_exprs(&s.kind, &mut |e| {
                visit::walk_expr(e, &mut |x| {
                    let needed = shown(self.program, x).filter(|(o, _)| is_part(o, object));
                    found = found.or(needed.map(|n| n.1));
                });
            });
            s.kind
                .for_each_block(&mut |b| found = found.or_else(|| self.needed(object, b)));
            found
        })
    }

    /// A construct for statements that require one type of an object.
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

    /// The end of the program, for unknown types.
    fn no_other(&mut self, object: &Expr) -> Guard {
        self.guarded(GuardTest::ClassDefault, object, vec![Stmt::error_stop()])
    }

    fn guard(&mut self, object: &Expr, ty: SymbolId, mut body: Block) -> Guard {
        let test = GuardTest::TypeIs(DeclType::plain(Ty::Derived(ty)));
        let mut guard = self.guarded(test, object, vec![]);
        if let Some(v) = self.program.symbols[guard.local].variable_mut() {
            v.ty = DeclType::plain(Ty::Derived(ty));
        }
        let local = var(self.program, guard.local);
        let program: &Program = self.program;
        visit::splice(&mut body, &mut |s| decided(program, s, object, ty));
        visit::rewrite_block_exprs(&mut body, &mut |e| {
            let Some((o, _)) = shown(program, e).filter(|(_, t)| *t == ty) else {
                return;
            };
            let named = match &o.kind {
                _ if o.same(object) => local.clone(),
                ExprKind::Index(array, subs) if array.same(object) => Expr {
                    rank: o.rank,
                    ..index(local.clone(), subs.clone())
                },
                _ => return,
            };
            *e = Expr { span: e.span, ..named };
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

    /// Names the object inside the guards of a construct: by its own name, if it has one and nothing inside may refer
    /// to the memory itself. References to the object then refer to the local of the guard.
    fn name_alike(&mut self, object: &Expr, guards: &mut [Guard]) {
        let is_memory = |s| is_dynamic(self.program, s) && guards.iter().any(|g| names_itself(&g.body, s));
        let name = match object.kind {
            ExprKind::Var(s) if !is_memory(s) => {
                guards
                    .iter_mut()
                    .for_each(|g| mean(&mut g.body, s, &var(self.program, g.local)));
                self.program.symbols[s].name.clone()
            }
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

    /// The first object of which a statement itself, or a test of it, requires a type; before it, an object on which it
    /// depends.
    fn first_shown(&self, s: &Stmt) -> Option<(Expr, SymbolId)> {
        let mut found = None;
        visit::stmt_exprs(&s.kind, &mut |e| {
            visit::walk_expr(e, &mut |x| {
                if let Some((object, ty)) = shown(self.program, x) {
                    let mut inner = false;
                    visit::walk_expr(&object, &mut |o| inner |= shown(self.program, o).is_some());
                    if found.is_none() && !inner {
                        found = Some((whole(&object).clone(), ty));
                    }
                }
            });
        });
        found
    }
}

/// True for `ALLOCATE` and `DEALLOCATE` of several variables.
fn gives_several(s: &StmtKind) -> bool {
    match s {
        StmtKind::Allocate { objects, options, .. } => objects.len() > 1 && options.is_empty(),
        StmtKind::Deallocate { objects, options } => objects.len() > 1 && options.is_empty(),
        _ => false,
    }
}

/// True if a block uses an object by its own name.
fn names_itself(body: &Block, s: SymbolId) -> bool {
    let mut found = false;
    visit::walk_block_exprs(body, &mut |e| found |= matches!(e.kind, ExprKind::Var(v) if v == s));
    found
}

/// Makes a block refer to another variable of the same name.
fn mean(block: &mut Block, outside: SymbolId, inside: &Expr) {
    visit::rewrite_block_exprs(block, &mut |e| {
        if matches!(e.kind, ExprKind::Var(s) if s == outside) {
            let span = e.span;
            *e = Expr { span, ..inside.clone() };
        }
    });
}

/// True for a statement that accesses an object by a type, and does not change the meaning of the object's designator.
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
            shows += usize::from(shown(program, x).is_some_and(|(o, t)| t == ty && is_part(&o, object)));
        });
    });
    simple && shows > 0 && named == shows
}
