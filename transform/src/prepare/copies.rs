//! Copies of procedures, for calls that need different treatment.
//!
//! A copy is a unit with variables of its own, beside the original, and calls are redirected to it. Analyses and rules
//! then see another procedure. In the generated text, calls of copies are calls of the procedure that the user wrote,
//! in the user's form ([`Copies::restore`]): copies are never printed, only their derivatives.

use crate::prepare::alternates::{free_label, Returns};
use crate::prepare::{alternates, returned};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::{rewrite_symbols, rewrite_symbols_in, rewrite_symbols_of_type};
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// The names of copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// The original call for calls of copies, by the symbol of the copy.
    called: IndexMap<SymbolId, Written>,
    /// The number of copies.
    pub count: usize,
}

/// The user's form of a call of a procedure.
#[derive(Clone, Debug)]
struct Written {
    proc: SymbolId,
    object: Option<Bound>,
    form: Form,
}

/// The kind of rewriting between the user's call and the call of a copy.
#[derive(Clone, Debug, Default)]
enum Form {
    /// The call is unchanged.
    #[default]
    Same,
    /// A call with alternate returns.
    Returns(Returns),
    /// An association with the result of a function; the dummy argument of the copy that receives it.
    Pointer(SmolStr),
}

/// A type-bound call whose object was made an argument.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The binding's name.
    pub binding: SmolStr,
    /// The dummy argument that receives the object.
    pub dummy: SmolStr,
    /// Its position.
    pub place: usize,
}

impl Bound {
    /// Adds the object to the arguments.
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

    /// Removes it again.
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
    /// The procedures that the user wrote, by the symbols of their copies.
    pub fn written(&self) -> IndexMap<SymbolId, SymbolId> {
        let last = |mut s: SymbolId| {
            while let Some(w) = self.called.get(&s).filter(|w| w.proc != s) {
                s = w.proc;
            }
            s
        };
        self.called.keys().map(|&s| (s, last(s))).collect()
    }

    /// Turns copies into ordinary procedures: those that are `kept` in the generated program, and called there under
    /// their own names.
    pub fn settle(&mut self, program: &mut Program, kept: &dyn Fn(UnitId) -> bool) {
        let own = |s: SymbolId| {
            let unit = program.definition(s).filter(|&u| kept(u))?;
            Some((s, program.units[unit].symbol.unwrap_or(s)))
        };
        let settled: IndexMap<SymbolId, SymbolId> = self.called.keys().filter_map(|&s| own(s)).collect();
        self.called.retain(|s, _| !settled.contains_key(s));
        if settled.is_empty() {
            return;
        }
        for (_, u) in program.units.iter_mut() {
            visit::rewrite_references(&mut u.body, &mut |callee, _| {
                callee.proc = settled.get(&callee.proc).copied().unwrap_or(callee.proc);
            });
        }
    }

    /// Restores the user's form of calls in generated code.
    pub fn restore(&self, program: &mut Program) {
        if self.called.is_empty() {
            return;
        }
        let units: Vec<UnitId> = program.units.iter().map(|(u, _)| u).collect();
        let mut renumbered = vec![];
        for unit in units {
            let mut body = std::mem::take(&mut program.units[unit].body);
            let mut label = free_label(&body);
            let jumps = visit::splice(&mut body, &mut |s| {
                let StmtKind::Call { callee, args } = &mut s.kind else {
                    return None;
                };
                match &self.called.get(&callee.proc)?.form {
                    Form::Same => None,
                    Form::Returns(returns) => {
                        Some(alternates::written(returns, callee, std::mem::take(args), &mut label))
                    }
                    Form::Pointer(dummy) => returned::written(dummy, callee, std::mem::take(args)).map(|s| vec![s]),
                }
            });
            if jumps {
                renumbered.push(unit);
            }
            visit::rewrite_references(&mut body, &mut |callee, args| {
                let Some(written) = self.called.get(&callee.proc) else {
                    return;
                };
                callee.proc = written.proc;
                if let Some(bound) = &written.object {
                    let object = bound.take(args);
                    callee.object = object.map(|o| Box::new((o, bound.binding.clone())));
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
        self.name_as(program, proc, target, Form::Returns(returns))
    }

    /// A symbol under which a copy of a function that returns a pointer is called.
    pub fn name_returning_pointer(
        &mut self,
        program: &mut Program,
        proc: SymbolId,
        target: UnitId,
        dummy: SmolStr,
    ) -> SymbolId {
        let new = self.name_as(program, proc, target, Form::Pointer(dummy));
        if let SymbolKind::Procedure(p) = &mut program.symbols[new].kind {
            p.result = None;
            p.result_rank = 0;
        }
        new
    }

    fn name_as(&mut self, program: &mut Program, proc: SymbolId, target: UnitId, form: Form) -> SymbolId {
        let new = self.name(program, proc, target, None);
        if let Some(written) = self.called.get_mut(&new) {
            written.form = form;
        }
        new
    }

    /// A symbol under which `target` is called instead of another procedure.
    pub fn name(&mut self, program: &mut Program, proc: SymbolId, target: UnitId, object: Option<Bound>) -> SymbolId {
        let mut symbol = program.symbols[proc].clone();
        if let SymbolKind::Procedure(p) = &mut symbol.kind {
            p.unit = Some(target);
        }
        if object.is_some() {
            // a procedure called through an object need not be visible
            symbol.owner = None;
        }
        let new = program.symbols.alloc(symbol);
        let known = self.called.get(&proc).cloned();
        self.called.insert(
            new,
            known.unwrap_or(Written {
                proc,
                object,
                form: Form::Same,
            }),
        );
        new
    }

    /// A procedure without a body that has the dummy arguments of another procedure, or of an interface.
    pub fn signature(&mut self, program: &mut Program, unit: UnitId) -> UnitId {
        let made = self.unit(program, unit);
        let u = &mut program.units[made];
        u.prefix.interface_body = false;
        u.body.clear();
        u.contains.clear();
        u.data.clear();
        made
    }

    /// A copy of a unit with variables of its own.
    pub fn unit(&mut self, program: &mut Program, unit: UnitId) -> UnitId {
        self.count += 1;
        let (copy, map) = duplicated(program, unit);
        for (old, &new) in &map {
            if let Some(mut called) = self.called.get(old).cloned() {
                // the copy itself declares the procedures that it calls
                called.proc = map.get(&called.proc).copied().unwrap_or(called.proc);
                self.called.insert(new, called);
            }
        }
        let symbol = program.units[unit].symbol;
        program.units[copy].symbol = symbol.map(|s| self.name(program, s, copy, None));
        copy
    }
}

/// False for procedures with types or procedures of their own, which are not copied.
pub(crate) fn is_simple(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let is_type = |&s: &SymbolId| matches!(program.symbols[s].kind, SymbolKind::Type(_));
    u.contains.is_empty() && !u.symbols.iter().any(is_type)
}

/// A copy of a unit with symbols of its own, except the unit's: the copy is not called yet.
pub(crate) fn duplicated(program: &mut Program, unit: UnitId) -> (UnitId, Map) {
    let mut u = program.units[unit].clone();
    let copy = program.units.alloc(Unit::new(u.name.clone(), u.kind));
    let mut map = Map::new();
    let owned = program.symbols.iter().filter(|(_, s)| s.owner == Some(unit));
    for s in owned.map(|(s, _)| s).collect::<Vec<_>>() {
        let mut symbol = program.symbols[s].clone();
        symbol.owner = Some(copy);
        map.insert(s, program.symbols.alloc(symbol));
    }
    let mut remap = |s: &mut SymbolId| *s = map.get(s).copied().unwrap_or(*s);
    for &new in map.values() {
        rename_in_kind(&mut program.symbols[new].kind, &mut remap);
    }
    rename_in_unit(&mut u, &mut remap);
    for body in u.interfaces.iter_mut().flat_map(|b| &mut b.bodies) {
        describe_again(program, copy, body, &map);
    }
    program.renumber(&mut u.body);
    program.units[copy] = u;
    (copy, map)
}

/// Gives a copy an interface body of its own, since the procedure described has another symbol there.
fn describe_again(program: &mut Program, copy: UnitId, body: &mut UnitId, map: &Map) {
    let Some(&described) = program.units[*body].symbol.and_then(|s| map.get(&s)) else {
        return;
    };
    let (own, _) = duplicated(program, *body);
    program.units[own].parent = Some(copy);
    program.units[own].symbol = Some(described);
    for &new in map.values() {
        if let SymbolKind::Procedure(p) = &mut program.symbols[new].kind {
            p.interface = p.interface.map(|i| if i == *body { own } else { i });
        }
    }
    *body = own;
}

/// Maps old symbols to new ones.
type Map = IndexMap<SymbolId, SymbolId>;
/// Replaces a symbol by another.
type Rename<'r> = dyn FnMut(&mut SymbolId) + 'r;

fn rename_in_dims(dims: &mut [Dim], f: &mut Rename) {
    for e in dims.iter_mut().flat_map(Dim::bounds_mut) {
        rewrite_symbols_in(e, f);
    }
}

/// Replaces the symbols in a declaration.
pub(crate) fn rename_in_kind(kind: &mut SymbolKind, f: &mut Rename) {
    match kind {
        SymbolKind::Variable(v) => {
            rewrite_symbols_of_type(&mut v.ty, f);
            rename_in_dims(&mut v.dims, f);
            if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                rewrite_symbols_in(e, f);
            }
        }
        SymbolKind::Constant(c) => {
            rewrite_symbols_of_type(&mut c.ty, f);
            rename_in_dims(&mut c.dims, f);
            rewrite_symbols_in(&mut c.value, f);
        }
        SymbolKind::Procedure(p) => {
            p.result.iter_mut().for_each(|ty| rewrite_symbols_of_type(ty, f));
            p.init.iter_mut().for_each(|e| rewrite_symbols_in(e, f));
        }
        SymbolKind::Generic(g) => g.specifics.iter_mut().for_each(f),
        SymbolKind::StatementFunction(s) => {
            rewrite_symbols_of_type(&mut s.ty, f);
            s.args.iter_mut().for_each(&mut *f);
            rewrite_symbols_in(&mut s.body, f);
        }
        SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
    }
}

/// Replaces the symbols in a unit.
pub(crate) fn rename_in_unit(u: &mut Unit, f: &mut Rename) {
    u.args.iter_mut().flatten().for_each(&mut *f);
    u.result.iter_mut().for_each(&mut *f);
    u.names.values_mut().for_each(&mut *f);
    u.symbols.iter_mut().for_each(&mut *f);
    u.decl_lead.iter_mut().for_each(|(s, _)| f(s));
    u.commons.iter_mut().flat_map(|c| &mut c.members).for_each(&mut *f);
    let objects = u.data.iter_mut().flat_map(|d| &mut d.objects);
    let designators = u.equivalences.iter_mut().flatten().chain(objects);
    designators.for_each(|e| rewrite_symbols_in(e, f));
    u.namelists.iter_mut().flat_map(|(_, list)| list).for_each(&mut *f);
    for i in &mut u.interfaces {
        i.generic.iter_mut().chain(&mut i.procedures).for_each(&mut *f);
    }
    rewrite_symbols(&mut u.body, f);
}
