//! Declarations, generated from symbols.

use super::build::{end, entity, expr, name, stmt, trimmed, type_spec};
use super::order::Item;
use super::types::Place;
use super::{no_parameters, Result, Scope};
use adc_frontend::ast::{self, fold, Attr, BaseType, SmolStr, StmtKind as S, Trivia, TypeSpec};
use adc_frontend::directive::openmp;
use adc_frontend::ir::*;
use adc_frontend::refs::{wants_body, wants_data, Refs};
use std::collections::{HashMap, HashSet};

/// Limit on the entities in one statement.
const PER_LINE: usize = 5;

/// One entity with its complete declaration.
pub(super) struct Declared {
    ty: TypeSpec,
    pub(super) attrs: Vec<Attr>,
    pub(super) entity: ast::Entity,
    comment: Option<SmolStr>,
    /// Comments before it.
    lead: Vec<Trivia>,
}

impl Scope<'_> {
    pub(super) fn refs(&self) -> &Refs {
        // the references of every raised unit and of its contained procedures were collected
        &self.raise.refs[&self.unit]
    }

    /// All declarations of the unit, in order.
    pub(super) fn declarations(&self) -> Result<ast::Block> {
        let mut out = self.declared(&self.items())?;
        self.commons(&mut out)?;
        self.sets(&mut out)?;
        self.statement_functions(&mut out)?;
        Ok(out)
    }

    /// Declarations of the locals of a `BLOCK`.
    pub(super) fn declarations_of(&self, locals: &[SymbolId]) -> Result<ast::Block> {
        let items: Vec<Item> = locals.iter().map(|&s| Item::Symbol(s)).collect();
        self.declared(&self.sorted(&items))
    }

    fn declared(&self, items: &[Item]) -> Result<ast::Block> {
        let mut out = ast::Block::new();
        let mut line: Vec<Declared> = vec![];
        // an index of FORALL may share its name with another one, or with a variable
        let mut names = HashSet::new();
        let is_index = |s: SymbolId| {
            self.program.symbols[s]
                .variable()
                .is_some_and(|v| v.storage == Storage::Index)
        };
        for &item in items {
            if let Item::Symbol(s) = item {
                if !is_index(s) {
                    names.insert(fold(&self.symbol_name(s)));
                }
            }
        }
        let leads: HashMap<SymbolId, &Vec<Trivia>> = self.program.units[self.unit]
            .decl_lead
            .iter()
            .map(|(s, lead)| (*s, lead))
            .collect();
        for &item in items {
            match item {
                Item::Symbol(s) => {
                    let folded = fold(&self.symbol_name(s));
                    if is_index(s) && (self.is_known_elsewhere(&folded) || !names.insert(folded)) {
                        continue;
                    }
                    let lead = leads.get(&s).map_or(vec![], |lead| trimmed(lead));
                    if let Some(mut other) = self.other_declaration(s)? {
                        flush(&mut line, &mut out);
                        other.lead = lead;
                        out.push(other);
                    } else if let Some(mut d) = self.entity(s)? {
                        d.lead = lead;
                        add(d, &mut line, &mut out);
                    }
                }
                Item::Interface(i) => {
                    flush(&mut line, &mut out);
                    let block = &self.program.units[self.unit].interfaces[i];
                    out.push(self.interface(block)?);
                    out.extend(self.optional_procedures(block));
                }
            }
        }
        flush(&mut line, &mut out);
        Ok(out)
    }

    /// True for the name of a variable that comes from a host or by USE. An unreferenced variable may be absent there:
    /// hosts and lists of USE are printed without it, and a module of derivatives does not see private names of the
    /// original.
    fn is_known_elsewhere(&self, folded: &str) -> bool {
        let Some(s) = self.program.lookup(self.unit, folded) else {
            return false;
        };
        let unit = &self.program.units[self.unit];
        let listed = || {
            unit.uses
                .iter()
                .flat_map(|u| &u.items)
                .any(|i| fold(&i.local) == folded)
        };
        let is_used = unit.names.contains_key(folded) && !listed();
        let refs = self.refs();
        self.program.symbols[s].variable().is_some() && !refs.own.contains(&s) && (is_used || refs.symbols.contains(&s))
    }

    /// Declarations other than type declaration statements.
    fn other_declaration(&self, s: SymbolId) -> Result<Option<ast::Stmt>> {
        let symbol = &self.program.symbols[s];
        let attr = |attr| {
            Some(stmt(S::AttrDecl {
                attr,
                colons: false,
                entities: vec![entity(self.symbol_name(s))],
                blocks: vec![],
            }))
        };
        Ok(match &symbol.kind {
            SymbolKind::Type(t) => Some(self.derived_type(s, t)?),
            SymbolKind::Intrinsic(_) => attr(Attr::Intrinsic),
            SymbolKind::Procedure(p)
                if p.result.is_none() && p.interface.is_none() && p.class != ProcClass::Pointer =>
            {
                if p.attrs.optional {
                    let ty = type_spec(BaseType::Procedure(None));
                    return Ok(Some(stmt(S::TypeDecl {
                        ty,
                        attrs: vec![Attr::Optional],
                        colons: true,
                        entities: vec![entity(self.symbol_name(s))],
                    })));
                }
                attr(Attr::External)
            }
            SymbolKind::Procedure(_)
            | SymbolKind::Variable(_)
            | SymbolKind::Constant(_)
            | SymbolKind::StatementFunction(_)
            | SymbolKind::Generic(_)
            | SymbolKind::Namelist => None,
        })
    }

    /// A type declaration's entity.
    pub(super) fn entity(&self, s: SymbolId) -> Result<Option<Declared>> {
        let symbol = &self.program.symbols[s];
        let mut entity = entity(self.symbol_name(s));
        let (ty, attrs) = match &symbol.kind {
            SymbolKind::Variable(v) => {
                entity.dims = self.dims(&v.dims)?;
                entity.init = v.init.as_ref().map(|i| self.init(i)).transpose()?;
                let place = match v.storage {
                    Storage::Local => Place::Local,
                    Storage::Dummy
                    | Storage::Result
                    | Storage::Module
                    | Storage::Common(_)
                    | Storage::Component
                    | Storage::Parameter
                    | Storage::Index => Place::Elsewhere,
                };
                if self.program.has_lengths(v.ty.ty) && v.ty.params.is_empty() && symbol.span != Span::NONE {
                    return Err(no_parameters(symbol.span));
                }
                let saved_by_data = v.attrs.save && self.is_in_data(s);
                (
                    self.decl_type(&v.ty)?,
                    self.attributes(&v.attrs, place, v.init.is_some() || saved_by_data),
                )
            }
            SymbolKind::Constant(c) => {
                entity.dims = self.dims(&c.dims)?;
                entity.init = Some(ast::Init::Value(self.expr(&c.value)?));
                (self.decl_type(&c.ty)?, vec![Attr::Parameter])
            }
            SymbolKind::Procedure(p) => {
                let init = p.init.as_ref().map(|e| self.init(&Init::Pointer(e.clone())));
                entity.init = init.transpose()?;
                let mut attrs = self.attributes(&p.attrs, Place::Elsewhere, false);
                match (p.interface, &p.result) {
                    (Some(body), _) => {
                        let interface = ast::ProcInterface::Name(name(self.interface_name(body)));
                        (type_spec(BaseType::Procedure(Some(Box::new(interface)))), attrs)
                    }
                    (None, Some(result)) => {
                        let ty = self.decl_type(result)?;
                        if p.class == ProcClass::Pointer {
                            let interface = ast::ProcInterface::Type(ty);
                            (type_spec(BaseType::Procedure(Some(Box::new(interface)))), attrs)
                        } else {
                            attrs.insert(0, Attr::External);
                            (ty, attrs)
                        }
                    }
                    (None, None) => (type_spec(BaseType::Procedure(None)), attrs),
                }
            }
            SymbolKind::StatementFunction(f) => (self.decl_type(&f.ty)?, vec![]),
            SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Generic(_) | SymbolKind::Namelist => {
                return Ok(None)
            }
        };
        Ok(Some(Declared {
            ty,
            attrs,
            entity,
            comment: symbol.comment.clone(),
            lead: vec![],
        }))
    }

    /// True if a DATA statement gives it a value, which implies SAVE.
    fn is_in_data(&self, s: SymbolId) -> bool {
        let sets = self.program.units[self.unit].data.iter();
        sets.flat_map(|d| &d.objects).any(|o| o.base_symbol() == Some(s))
    }

    /// The name by which `PROCEDURE(name)` refers to a body of an interface block.
    fn interface_name(&self, body: UnitId) -> SmolStr {
        let unit = &self.program.units[body];
        unit.symbol.map_or_else(|| unit.name.clone(), |s| self.symbol_name(s))
    }

    /// An interface body cannot express that its procedure is optional; these need a separate statement.
    fn optional_procedures(&self, block: &InterfaceBlock) -> Option<ast::Stmt> {
        let args = &self.program.units[self.unit].args;
        let is_optional = |&&s: &&SymbolId| match &self.program.symbols[s].kind {
            SymbolKind::Procedure(p) => p.attrs.optional && p.interface.is_some_and(|b| block.bodies.contains(&b)),
            _ => false,
        };
        let found = args.iter().flatten().filter(is_optional);
        let entities: Vec<_> = found.map(|&s| entity(self.symbol_name(s))).collect();
        (!entities.is_empty()).then(|| {
            stmt(S::AttrDecl {
                attr: Attr::Optional,
                colons: true,
                entities,
                blocks: vec![],
            })
        })
    }

    fn interface(&self, block: &InterfaceBlock) -> Result<ast::Stmt> {
        let mut items = vec![];
        for &body in &block.bodies {
            if wants_body(self.program, self.refs(), block, body) {
                let mut described = self.raise.unit(body)?;
                rename_procedure(&mut described.kind, self.interface_name(body));
                items.push(ast::InterfaceItem::Body(Box::new(described)));
            }
        }
        if !block.procedures.is_empty() {
            let names = block.procedures.iter().map(|&s| name(self.symbol_name(s))).collect();
            let module = block.procedures.iter().all(|&s| match &self.program.symbols[s].kind {
                SymbolKind::Procedure(p) => p.class == ProcClass::Module,
                _ => false,
            });
            items.push(ast::InterfaceItem::Procedures(names, module, end(vec![])));
        }
        Ok(stmt(S::Interface(ast::Interface {
            is_abstract: block.is_abstract,
            generic: block.generic.map(|g| name(self.symbol_name(g))),
            items,
            end: end(vec![]),
        })))
    }

    /// COMMON statements of blocks with a declared member.
    fn commons(&self, out: &mut ast::Block) -> Result<()> {
        for c in &self.program.units[self.unit].commons {
            if c.members.iter().any(|m| self.refs().symbols.contains(m)) {
                let block = &self.program.commons[c.common].name;
                let saved = self.program.units[self.unit].saved_commons.contains(&fold(block));
                let block = (!block.is_empty()).then(|| name(block.clone()));
                if let (true, Some(block)) = (saved, &block) {
                    out.push(stmt(S::AttrDecl {
                        attr: Attr::Save,
                        colons: false,
                        entities: vec![],
                        blocks: vec![block.clone()],
                    }));
                }
                let members = c.members.iter().map(|&m| entity(self.symbol_name(m))).collect();
                out.push(stmt(S::Common(vec![(block, members)])));
            }
        }
        Ok(())
    }

    /// Directives about variables and COMMON blocks of which each thread has one, after their declarations. Those of the
    /// user's are still there where the unit stays as it is.
    pub(super) fn threadprivate(&self, u: &Unit) -> Vec<Trivia> {
        let first = u.body.first().map_or(&[][..], |s| &s.lead);
        let of_declarations = u.decl_lead.iter().map(|d| d.1.as_slice());
        let known: Vec<SmolStr> = [u.lead.as_slice(), first, &u.tail]
            .into_iter()
            .chain(of_declarations)
            .flat_map(openmp::threadprivate)
            .map(|name| fold(&name))
            .collect();
        let used = |m: &SymbolId| self.refs().symbols.contains(m);
        let blocks = u.commons.iter().filter(|c| c.members.iter().any(used));
        let blocks = blocks.map(|c| &self.program.commons[c.common]);
        let blocks = blocks.filter(|c| c.threadprivate).map(|c| format!("/{}/", c.name));
        let is_one = |v: &&SymbolId| {
            let variable = self.program.symbols[**v].variable();
            let outlives = |x: &Variable| x.storage == Storage::Module || x.storage == Storage::Local && x.attrs.save;
            variable.is_some_and(|x| x.attrs.threadprivate && outlives(x))
        };
        let variables = u
            .symbols
            .iter()
            .filter(is_one)
            .map(|&v| self.symbol_name(v).to_string());
        let own: Vec<String> = blocks
            .chain(variables)
            .filter(|name| !known.contains(&fold(name)))
            .collect();
        let directive = |names: &[String]| format!("$omp threadprivate({})", names.join(", "));
        let lines = own.chunks(PER_LINE).map(directive);
        lines.map(|text| Trivia::Comment(text.into(), Span::NONE)).collect()
    }

    /// EQUIVALENCE, NAMELIST and DATA.
    fn sets(&self, out: &mut ast::Block) -> Result<()> {
        let unit = &self.program.units[self.unit];
        let refs = self.refs();
        for set in &unit.equivalences {
            if set
                .iter()
                .filter_map(Expr::base_symbol)
                .any(|s| refs.symbols.contains(&s))
            {
                out.push(stmt(S::Equivalence(vec![self.exprs(set)?])));
            }
        }
        for (group, members) in &unit.namelists {
            let symbol = self.program.lookup(self.unit, &fold(group));
            if symbol.is_none_or(|s| refs.symbols.contains(&s)) {
                let members = members.iter().map(|&m| name(self.symbol_name(m))).collect();
                out.push(stmt(S::Namelist(vec![(name(group.clone()), members)])));
            }
        }
        for set in &unit.data {
            if wants_data(refs, set) {
                let value = |(repeat, value): &(Option<Expr>, Expr)| {
                    Ok(ast::DataValue {
                        repeat: self.opt(repeat)?,
                        value: self.expr(value)?,
                    })
                };
                out.push(stmt(S::Data(vec![ast::DataSet {
                    objects: self.exprs(&set.objects)?,
                    values: set.values.iter().map(value).collect::<Result<_>>()?,
                }])));
            }
        }
        Ok(())
    }

    fn statement_functions(&self, out: &mut ast::Block) -> Result<()> {
        for &s in &self.program.units[self.unit].symbols {
            let SymbolKind::StatementFunction(f) = &self.program.symbols[s].kind else {
                continue;
            };
            if self.refs().symbols.contains(&s) {
                let args = f.args.iter().map(|&a| super::build::arg(self.variable(a))).collect();
                let lhs = super::build::reference(self.symbol_name(s), args);
                out.push(stmt(S::Assign {
                    lhs: expr(lhs.kind),
                    rhs: self.expr(&f.body)?,
                }));
            }
        }
        Ok(())
    }
}

/// Adds an entity to the line, or to a new one if it does not fit.
pub(super) fn add(d: Declared, line: &mut Vec<Declared>, out: &mut ast::Block) {
    let fits = line
        .last()
        .is_none_or(|last| line.len() < PER_LINE && together(last, &d));
    if !fits {
        flush(line, out);
    }
    line.push(d);
}

/// True if two entities may be declared in one statement.
fn together(a: &Declared, b: &Declared) -> bool {
    a.ty == b.ty
        && a.attrs == b.attrs
        && a.comment == b.comment
        && a.entity.init.is_none()
        && b.entity.init.is_none()
        && b.lead.is_empty()
}

/// Combines the entities of a line into one statement.
pub(super) fn flush(line: &mut Vec<Declared>, out: &mut ast::Block) {
    let Some(first) = line.first() else { return };
    let mut s = stmt(S::TypeDecl {
        ty: first.ty.clone(),
        attrs: first.attrs.clone(),
        colons: true,
        entities: vec![],
    });
    s.trail = first.comment.clone();
    s.lead = first.lead.clone();
    if let S::TypeDecl { entities, .. } = &mut s.kind {
        entities.extend(line.drain(..).map(|d| d.entity));
    }
    out.push(s);
}

/// Gives the procedure of an interface body its local name; a result that had the procedure's name keeps it.
fn rename_procedure(kind: &mut ast::UnitKind, local: SmolStr) {
    match kind {
        ast::UnitKind::Subroutine { name: own, .. } => own.text = local,
        ast::UnitKind::Function { name: own, result, .. } if fold(&own.text) != fold(&local) => {
            let old = std::mem::replace(&mut own.text, local);
            result.get_or_insert_with(|| name(old));
        }
        _ => {}
    }
}
