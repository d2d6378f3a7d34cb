//! Copies of procedures, made where different calls of one deserve different answers.
//!
//! A copy is a unit with variables of its own, beside the original, and calls are given to it. Analyses and rules then see another procedure. In what is generated, calls of copies are
//! calls of the procedure that the user wrote, as the user wrote them ([`Copies::restore`]): copies are never printed, only their derivatives are.

use crate::alternates::{self, free_label, Returns};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// The names of copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// What calls of copies call, by the symbol under which they are called.
    called: IndexMap<SymbolId, Written>,
    /// How many there are.
    pub count: usize,
}

/// How the user calls a procedure.
#[derive(Clone, Debug)]
struct Written {
    proc: SymbolId,
    object: Option<Bound>,
    returns: Option<Returns>,
}

/// A type-bound call whose object was made an argument.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The binding's name.
    pub binding: SmolStr,
    /// The dummy argument that takes the object.
    pub dummy: SmolStr,
    /// Its place.
    pub place: usize,
}

impl Bound {
    /// Puts the object among the arguments.
    pub fn pass(&self, object: Expr, args: &mut Vec<Arg>) {
        let positional = args.iter().take_while(|a| a.keyword.is_none()).count();
        if self.place <= positional {
            args.insert(self.place, Arg::pos(object));
        } else {
            args.push(Arg {
                keyword: Some(self.dummy.clone()),
                value: ArgValue::Expr(object),
            });
        }
    }

    /// Takes it back.
    fn take(&self, args: &mut Vec<Arg>) -> Option<Expr> {
        let is_it = |a: &Arg| a.keyword.as_ref() == Some(&self.dummy);
        let place = args.iter().position(is_it).unwrap_or(self.place);
        if place >= args.len() {
            return None;
        }
        match args.remove(place).value {
            ArgValue::Expr(e) => Some(e),
            ArgValue::AltReturn(_) => None,
        }
    }
}

impl Copies {
    /// Lets the calls in generated code be of what the user wrote. What is `kept` is called under its own name.
    pub fn restore(&self, program: &mut Program, kept: &dyn Fn(UnitId) -> bool) {
        if self.called.is_empty() {
            return;
        }
        let units: Vec<UnitId> = program.units.iter().map(|(u, _)| u).collect();
        let mut renumbered = vec![];
        for unit in units {
            let mut body = std::mem::take(&mut program.units[unit].body);
            let find = |proc: SymbolId| {
                let written = self.called.get(&proc)?;
                (!program.definition(proc).is_some_and(kept)).then_some(written)
            };
            let mut label = free_label(&body);
            let jumps = visit::splice(&mut body, &mut |s| {
                let StmtKind::Call { callee, args } = &mut s.kind else {
                    return None;
                };
                let returns = find(callee.proc)?.returns.as_ref()?;
                Some(alternates::written(returns, callee, std::mem::take(args), &mut label))
            });
            if jumps {
                renumbered.push(unit);
            }
            visit::rewrite_references(&mut body, &mut |callee, args| {
                let Some(written) = find(callee.proc) else {
                    return;
                };
                callee.proc = written.proc;
                if let Some(bound) = &written.object {
                    let object = bound.take(args);
                    callee.object = object.map(|o| (Box::new(o), bound.binding.clone()));
                }
            });
            program.units[unit].body = body;
        }
        for unit in renumbered {
            let mut body = std::mem::take(&mut program.units[unit].body);
            program.renumber(&mut body);
            program.units[unit].body = body;
        }
    }

    /// A symbol under which a copy of a procedure with alternate returns is called.
    pub fn name_returning(
        &mut self,
        program: &mut Program,
        proc: SymbolId,
        target: UnitId,
        returns: Returns,
    ) -> SymbolId {
        let new = self.name(program, proc, target, None);
        if let Some(written) = self.called.get_mut(&new) {
            written.returns = Some(returns);
        }
        new
    }

    /// A symbol under which `target` is called in the place of another procedure.
    pub fn name(&mut self, program: &mut Program, proc: SymbolId, target: UnitId, object: Option<Bound>) -> SymbolId {
        let mut symbol = program.symbols[proc].clone();
        if let SymbolKind::Procedure(p) = &mut symbol.kind {
            p.unit = Some(target);
        }
        if object.is_some() {
            // nobody has to see what is called through an object
            symbol.owner = None;
        }
        let new = program.symbols.alloc(symbol);
        let known = self.called.get(&proc).cloned();
        self.called.insert(
            new,
            known.unwrap_or(Written {
                proc,
                object,
                returns: None,
            }),
        );
        new
    }

    /// A copy of a unit with variables of its own.
    pub fn unit(&mut self, program: &mut Program, unit: UnitId) -> UnitId {
        self.count += 1;
        let source = program.units[unit].clone();
        let copy = program.units.alloc(source.clone());
        let mut map: IndexMap<SymbolId, SymbolId> = IndexMap::new();
        let owned = program.symbols.iter().filter(|(_, s)| s.owner == Some(unit));
        for s in owned.map(|(s, _)| s).collect::<Vec<_>>() {
            let mut symbol = program.symbols[s].clone();
            symbol.owner = Some(copy);
            let new = program.symbols.alloc(symbol);
            map.insert(s, new);
            if let Some(called) = self.called.get(&s).cloned() {
                self.called.insert(new, called);
            }
        }
        for &new in map.values() {
            let mut kind = program.symbols[new].kind.clone();
            remap_kind(&map, &mut kind);
            program.symbols[new].kind = kind;
        }
        let mut u = source;
        u.symbol = u.symbol.map(|s| self.name(program, s, copy, None));
        remap_unit(&map, &mut u);
        program.renumber(&mut u.body);
        program.units[copy] = u;
        copy
    }
}

/// False for procedures with types or procedures of their own, which are not copied.
pub(crate) fn is_simple(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let is_type = |&s: &SymbolId| matches!(program.symbols[s].kind, SymbolKind::Type(_));
    u.contains.is_empty() && !u.symbols.iter().any(is_type)
}

type Map = IndexMap<SymbolId, SymbolId>;

fn remap_symbol(map: &Map, s: &mut SymbolId) {
    if let Some(&new) = map.get(s) {
        *s = new;
    }
}

fn remap_expr(map: &Map, e: &mut Expr) {
    visit::rewrite_expr(e, &mut |x| match &mut x.kind {
        ExprKind::Var(s) | ExprKind::Procedure(s) => remap_symbol(map, s),
        ExprKind::ImpliedDo { var, .. } => remap_symbol(map, var),
        ExprKind::Call(callee, _) => remap_symbol(map, &mut callee.proc),
        _ => {}
    });
}

fn remap_type(map: &Map, ty: &mut DeclType) {
    if let KindSpelling::Expr(e) = &mut ty.spelling {
        remap_expr(map, e);
    }
    if let Some(CharLen::Expr(e)) = &mut ty.len {
        remap_expr(map, e);
    }
}

fn remap_dims(map: &Map, dims: &mut [Dim]) {
    for e in dims.iter_mut().flat_map(Dim::bounds_mut) {
        remap_expr(map, e);
    }
}

fn remap_kind(map: &Map, kind: &mut SymbolKind) {
    match kind {
        SymbolKind::Variable(v) => {
            remap_type(map, &mut v.ty);
            remap_dims(map, &mut v.dims);
            if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                remap_expr(map, e);
            }
        }
        SymbolKind::Constant(c) => {
            remap_type(map, &mut c.ty);
            remap_dims(map, &mut c.dims);
            remap_expr(map, &mut c.value);
        }
        SymbolKind::Procedure(p) => p.result.iter_mut().for_each(|ty| remap_type(map, ty)),
        SymbolKind::Generic(g) => g.specifics.iter_mut().for_each(|s| remap_symbol(map, s)),
        SymbolKind::StatementFunction(f) => {
            remap_type(map, &mut f.ty);
            f.args.iter_mut().for_each(|s| remap_symbol(map, s));
            remap_expr(map, &mut f.body);
        }
        SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}

fn remap_unit(map: &Map, u: &mut Unit) {
    u.args.iter_mut().flatten().for_each(|s| remap_symbol(map, s));
    u.result.iter_mut().for_each(|s| remap_symbol(map, s));
    u.names.values_mut().for_each(|s| remap_symbol(map, s));
    u.symbols.iter_mut().for_each(|s| remap_symbol(map, s));
    u.decl_lead.iter_mut().for_each(|(s, _)| remap_symbol(map, s));
    let members = u.commons.iter_mut().flat_map(|c| &mut c.members);
    members.for_each(|s| remap_symbol(map, s));
    u.equivalences.iter_mut().flatten().for_each(|e| remap_expr(map, e));
    for d in &mut u.data {
        d.objects.iter_mut().for_each(|e| remap_expr(map, e));
    }
    let grouped = u.namelists.iter_mut().flat_map(|(_, list)| list);
    grouped.for_each(|s| remap_symbol(map, s));
    for i in &mut u.interfaces {
        i.generic
            .iter_mut()
            .chain(&mut i.procedures)
            .for_each(|s| remap_symbol(map, s));
    }
    visit::rewrite_calls(&mut u.body, &mut |callee| remap_symbol(map, &mut callee.proc));
    visit::rewrite_block_exprs(&mut u.body, &mut |e| match &mut e.kind {
        ExprKind::Var(s) | ExprKind::Procedure(s) => remap_symbol(map, s),
        ExprKind::ImpliedDo { var, .. } => remap_symbol(map, var),
        _ => {}
    });
    remap_names(map, &mut u.body);
}

/// Symbols that stand in statements without being expressions.
fn remap_names(map: &Map, block: &mut Block) {
    for s in block {
        match &mut s.kind {
            StmtKind::Do { control, .. } => match control {
                DoControl::Count { var, .. } => remap_symbol(map, var),
                DoControl::Concurrent { ranges, .. } => ranges.iter_mut().for_each(|r| remap_symbol(map, &mut r.0)),
                DoControl::Forever | DoControl::While(_) => {}
            },
            StmtKind::Forall { ranges, .. } => ranges.iter_mut().for_each(|r| remap_symbol(map, &mut r.0)),
            StmtKind::AssignLabel(_, var) | StmtKind::AssignedGoto(var, _) => remap_symbol(map, var),
            StmtKind::Scope { locals, .. } => locals.iter_mut().for_each(|s| remap_symbol(map, s)),
            StmtKind::Associate { pairs, .. } => pairs.iter_mut().for_each(|(name, _)| remap_symbol(map, name)),
            StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| remap_symbol(map, &mut g.local)),
            StmtKind::Io { controls, .. } => {
                for (_, c) in controls {
                    if let IoControl::Namelist(group) = c {
                        remap_symbol(map, group);
                    }
                }
            }
            StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Call { .. }
            | StmtKind::CallIntrinsic { .. }
            | StmtKind::If { .. }
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Format(_)
            | StmtKind::Directed { .. }
            | StmtKind::Push(_)
            | StmtKind::Pop(_)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => {}
        }
        s.kind.for_each_block_mut(&mut |b| remap_names(map, b));
    }
}
