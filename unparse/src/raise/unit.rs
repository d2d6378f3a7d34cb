//! Units: opening statement, USE, declarations, body, contained procedures.

use super::build::{end, entity, name, part, stmt, trimmed};
use super::{Raise, Result, Scope};
use adc_frontend::ast::{self, fold, Attr, ImportKind, Prefix, SmolStr, StmtKind as S, Trivia};
use adc_frontend::ir::*;
use adc_frontend::parallel;
use indexmap::IndexSet;
use std::collections::{BTreeMap, BTreeSet};

/// Names in one PRIVATE or PUBLIC statement.
const NAMES_PER_LINE: usize = 8;

impl Raise<'_> {
    pub(super) fn unit(&self, unit: UnitId) -> Result<ast::Unit> {
        let scope = Scope {
            raise: self,
            program: self.program,
            form: self.form,
            unit,
        };
        scope.raise_unit()
    }
}

impl Scope<'_> {
    fn raise_unit(&self) -> Result<ast::Unit> {
        let u = &self.program.units[self.unit];
        let mut body = self.uses();
        if u.prefix.interface_body && !u.prefix.module && self.needs_import() {
            body.push(stmt(S::Import {
                kind: ImportKind::Plain,
                names: vec![],
            }));
        }
        // contained procedures have it from their host, interface bodies have no host
        let hosted = u.parent.is_some() && !u.prefix.interface_body;
        if !hosted && (u.kind != UnitKind::BlockData || !u.symbols.is_empty()) {
            body.push(stmt(S::ImplicitNone(vec![])));
        }
        self.access(&mut body);
        let kinds = self.raise.kinds.iter().filter(|k| k.0 == self.unit);
        body.extend(kinds.map(|k| k.1.clone()));
        body.extend(self.declarations()?);
        let (statements, mut tail) = self.block(&u.body)?;
        let declared = body.len();
        body.extend(statements);
        let own = self.threadprivate(u);
        match body.get_mut(declared) {
            Some(first) => drop(first.lead.splice(0..0, own)),
            None => drop(tail.splice(0..0, own)),
        }
        // a blank line between declarations and statements
        if let Some(first) = body.get_mut(declared) {
            if !matches!(first.lead.first(), Some(Trivia::Blank)) {
                first.lead.insert(0, Trivia::Blank);
            }
        }
        tail.extend(u.tail.iter().cloned());
        let mut contains = vec![];
        for raised in parallel::map(&u.contains, |&inner| self.raise.unit(inner)) {
            let mut raised = raised?;
            if !matches!(raised.lead.first(), Some(Trivia::Blank)) {
                raised.lead.insert(0, Trivia::Blank);
            }
            contains.push(raised);
        }
        let contains_at = (!contains.is_empty()).then(|| end(vec![Trivia::Blank]));
        Ok(ast::Unit {
            kind: self.opening(u)?,
            lead: trimmed(&u.lead),
            trail: None,
            label: None,
            span: Span::NONE,
            body,
            contains_at,
            contains,
            end: end(trimmed(&tail)),
            incomplete: false,
        })
    }

    fn opening(&self, u: &Unit) -> Result<ast::UnitKind> {
        let unit_name = name(u.name.clone());
        let optional = (!u.name.is_empty()).then(|| unit_name.clone());
        let dummies = || u.args.iter().map(|a| a.map(|s| name(self.symbol_name(s)))).collect();
        Ok(match u.kind {
            UnitKind::Program => ast::UnitKind::Program { name: optional },
            UnitKind::Module => ast::UnitKind::Module { name: unit_name },
            UnitKind::Submodule => ast::UnitKind::Submodule {
                parent: u
                    .parent
                    .iter()
                    .map(|&p| name(self.program.units[p].name.clone()))
                    .collect(),
                name: unit_name,
            },
            UnitKind::BlockData => ast::UnitKind::BlockData { name: optional },
            UnitKind::Subroutine => ast::UnitKind::Subroutine {
                prefix: prefixes(u.prefix),
                name: unit_name,
                args: dummies(),
                bind: self.bind(u),
            },
            UnitKind::Function => {
                let result = u
                    .result
                    .map(|r| self.symbol_name(r))
                    .filter(|r| fold(r) != fold(&u.name));
                ast::UnitKind::Function {
                    prefix: prefixes(u.prefix),
                    name: unit_name,
                    args: dummies(),
                    result: result.map(name),
                    bind: self.bind(u),
                }
            }
        })
    }

    /// The list of `BIND(C, ...)`, as one uninterpreted word of the user's text.
    fn bind(&self, u: &Unit) -> Option<Vec<ast::Arg>> {
        let SymbolKind::Procedure(p) = &self.program.symbols[u.symbol?].kind else {
            return None;
        };
        let text = p.attrs.bind.as_ref()?;
        let open = text.find('(')?;
        let close = text.rfind(')')?;
        let inside = text.get(open + 1..close)?;
        let word = super::build::expr(ast::ExprKind::Designator(vec![part(inside)]));
        Some(vec![super::build::arg(word)])
    }

    /// USE statements; ONLY lists contain only referenced names.
    fn uses(&self) -> ast::Block {
        let u = &self.program.units[self.unit];
        let keep_all = match u.kind {
            UnitKind::Module | UnitKind::Submodule => true,
            UnitKind::Program | UnitKind::Subroutine | UnitKind::Function | UnitKind::BlockData => false,
        };
        let refs = self.refs();
        let mut out = vec![];
        for used in &u.uses {
            let mut items = vec![];
            for item in &used.items {
                let named = match &self.program.symbols[item.symbol].kind {
                    SymbolKind::Intrinsic(id) => refs.intrinsics.contains(id) || refs.symbols.contains(&item.symbol),
                    // a type may share its name with procedures that construct it
                    SymbolKind::Generic(g) => {
                        refs.symbols.contains(&item.symbol) || g.ty.is_some_and(|t| refs.symbols.contains(&t))
                    }
                    SymbolKind::Variable(_)
                    | SymbolKind::Constant(_)
                    | SymbolKind::Procedure(_)
                    | SymbolKind::Type(_)
                    | SymbolKind::StatementFunction(_)
                    | SymbolKind::Namelist => refs.symbols.contains(&item.symbol),
                };
                let named = keep_all || named;
                // without ONLY the list contains renames, which also keep names out of the unit
                if (named && used.only) || (!used.only && item.original.is_some()) {
                    items.push((name(item.local.clone()), item.original.clone().map(name)));
                }
            }
            if used.only && items.is_empty() && !keep_all {
                continue;
            }
            out.push(stmt(S::Use(ast::Use {
                module: name(used.name.clone()),
                nature: None,
                only: used.only,
                items,
            })));
        }
        let is_wanted = |module: &str| self.program.interfaces || OF_MESSAGES.contains(&module);
        out.extend(self.uses_of_runtime(&is_wanted));
        out
    }

    /// USE statements for the interfaces of the runtime's procedures that the unit calls.
    fn uses_of_runtime(&self, is_wanted: &dyn Fn(&str) -> bool) -> Vec<ast::Stmt> {
        let mut called: BTreeMap<&'static str, BTreeSet<SmolStr>> = BTreeMap::new();
        let mut add = |procedure: &str| {
            if let Some(module) = runtime_module(procedure).filter(|m| is_wanted(m)) {
                called.entry(module).or_default().insert(procedure.into());
            }
        };
        let is_read_only = |e: &Expr| {
            let v = e.base_symbol().and_then(|s| self.program.symbols[s].variable());
            v.is_some_and(|v| v.attrs.intent == Some(ast::Intent::In))
        };
        let mut implicit = BTreeSet::new();
        visit::walk_block(&self.program.units[self.unit].body, &mut |s| match &s.kind {
            // without an interface, what the user's code changes against its declaration can be restored
            StmtKind::Pop(e) if is_read_only(e) => implicit.extend(tape_procedure(self.program, &s.kind)),
            StmtKind::Call { callee, .. } => {
                let symbol = &self.program.symbols[callee.proc];
                let is_external = matches!(&symbol.kind, SymbolKind::Procedure(p) if p.class == ProcClass::External);
                if is_external && symbol.owner.is_none() {
                    add(&fold(&symbol.name));
                }
            }
            other => tape_procedure(self.program, other).iter().for_each(|p| add(p)),
        });
        called
            .values_mut()
            .for_each(|names| names.retain(|n| !implicit.contains(n.as_str())));
        let lists = called.into_iter().filter(|(_, names)| !names.is_empty());
        let lists = lists.map(|(module, names)| {
            stmt(S::Use(ast::Use {
                module: name(SmolStr::from(module)),
                nature: None,
                only: true,
                items: names.into_iter().map(|n| (name(n), None)).collect(),
            }))
        });
        lists.collect()
    }

    /// True if an interface body names a symbol of its host.
    fn needs_import(&self) -> bool {
        let u = &self.program.units[self.unit];
        let Some(host) = u.parent else { return false };
        let own: std::collections::HashSet<SymbolId> = u.names.values().copied().collect();
        self.refs().symbols.iter().any(|&s| {
            let symbol = &self.program.symbols[s];
            let is_foreign = match (symbol.owner, &symbol.kind) {
                (Some(_), _) => !self.refs().own.contains(&s),
                // external procedures have no owner; entities of intrinsic modules come by USE
                (None, SymbolKind::Procedure(_)) => false,
                (None, _) => true,
            };
            // the host may know it by another name
            let local = self.raise.names.name(self.program, host, s);
            let means = self.program.lookup(host, &fold(&local));
            let is_constructed = means.is_some_and(|m| match &self.program.symbols[m].kind {
                SymbolKind::Generic(g) => g.ty == Some(s),
                _ => false,
            });
            is_foreign && !own.contains(&s) && (means == Some(s) || is_constructed)
        })
    }

    /// PRIVATE and PUBLIC statements of a module: its default, and the exceptions.
    fn access(&self, out: &mut ast::Block) {
        let u = &self.program.units[self.unit];
        if u.kind != UnitKind::Module {
            return;
        }
        if u.default_private {
            out.push(stmt(S::AttrDecl {
                attr: Attr::Private,
                colons: false,
                entities: vec![],
                blocks: vec![],
            }));
        }
        let own = u
            .symbols
            .iter()
            .filter(|&&s| self.program.symbols[s].private != u.default_private && self.has_access(s))
            .map(|&s| self.symbol_name(s));
        let names: IndexSet<SmolStr> = own.chain(u.access_of_used.iter().cloned()).collect();
        let entities: Vec<ast::Entity> = names.into_iter().map(entity).collect();
        for list in entities.chunks(NAMES_PER_LINE) {
            out.push(stmt(S::AttrDecl {
                attr: if u.default_private { Attr::Public } else { Attr::Private },
                colons: true,
                entities: list.to_vec(),
                blocks: vec![],
            }));
        }
    }

    /// True for a symbol that PRIVATE and PUBLIC may name.
    fn has_access(&self, s: SymbolId) -> bool {
        match &self.program.symbols[s].kind {
            SymbolKind::Variable(v) => !v.is_in_type() && v.storage != Storage::Index,
            SymbolKind::Procedure(p) => match p.class {
                ProcClass::External | ProcClass::Module | ProcClass::Pointer => true,
                ProcClass::Internal | ProcClass::Dummy | ProcClass::Definition => false,
            },
            SymbolKind::Constant(_) | SymbolKind::Generic(_) | SymbolKind::Type(_) | SymbolKind::Namelist => true,
            SymbolKind::StatementFunction(_) | SymbolKind::Intrinsic(_) => false,
        }
    }
}

fn prefixes(p: Prefixes) -> Vec<Prefix> {
    let flags = [
        (p.module, Prefix::Module),
        (p.recursive, Prefix::Recursive),
        (p.impure, Prefix::Impure),
        (p.pure_, Prefix::Pure),
        (p.elemental, Prefix::Elemental),
    ];
    flags.into_iter().filter(|f| f.0).map(|f| f.1).collect()
}
