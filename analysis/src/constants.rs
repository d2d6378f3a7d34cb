//! Integer and logical variables with a single value.
//!
//! A local scalar or dummy argument has a single value if all its definitions give it the same constant: assignments,
//! its initial value and, for a dummy argument, the actuals of each call of its unit. The analysis computes the
//! greatest solution of
//!
//! ```text
//! value(v) = ⊓ eval(e), e assigned, given or passed to v        ⊤ = nothing yet, ⊥ = anything
//! ```
//!
//! where `eval` evaluates the front end's constant expressions with the values of variables substituted. So it works
//! across calls and chains of variables. Variables that input, loops, COMMON, aliases or procedures without a
//! definition may set are ⊥; so are the dummy arguments of a unit that the program never calls, and all variables that
//! outlive their unit by name, which outside code may set.
//!
//! Ignored: variables that are read before they are set, which the language forbids.

use crate::calls::bind_call;
use crate::code::Code;
use crate::lower::{Binding, Step};
use crate::mod_ref::ModRef;
use crate::{CallGraph, Heads, ZoneId, ZoneSet, Zones};
use adc_frontend::consteval::{constant_with, Const};
use adc_frontend::ir::{visit, Expr, ExprKind, Init, Program, StmtId, StmtKind, Storage, SymbolId, Ty};
use la_arena::ArenaMap;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    /// No definition seen yet.
    Top,
    One(Const),
    Any,
}

/// Values of variables.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    values: ArenaMap<SymbolId, Value>,
}

/// Places that give a variable a value.
struct Givers<'a> {
    list: Vec<(SymbolId, &'a Expr)>,
    /// Variables that may be set in other ways.
    lost: Vec<SymbolId>,
}

impl Constants {
    /// Solves.
    pub(crate) fn build(
        program: &Program,
        heads: &Heads,
        zones: &Zones,
        calls: &CallGraph,
        code: &Code,
        mod_ref: &ModRef,
    ) -> Constants {
        let mut all = Constants::default();
        for (s, symbol) in program.symbols.iter() {
            if is_candidate(program, zones, s) {
                all.values.insert(s, Value::Top);
            } else if symbol.variable().is_some() {
                all.values.insert(s, Value::Any);
            }
        }
        let givers = givers(program, zones, calls, code, mod_ref);
        // heads are also called from outside
        let outside = heads.units().flat_map(|u| program.units[u].args.iter().flatten());
        for &s in givers.lost.iter().chain(outside) {
            all.values.insert(s, Value::Any);
        }
        let open = givers
            .list
            .into_iter()
            .filter(|(s, _)| all.values.get(*s) == Some(&Value::Top));
        let open: Vec<(SymbolId, &Expr)> = open.collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &(s, e) in &open {
                let old = all.values[s];
                if old == Value::Any {
                    continue;
                }
                let new = meet(old, all.eval(program, s, e));
                if new != old {
                    all.values[s] = new;
                    changed = true;
                }
            }
        }
        all
    }

    /// The value that an expression gives to a variable.
    fn eval(&self, program: &Program, to: SymbolId, e: &Expr) -> Value {
        let waits = std::cell::Cell::new(false);
        let value = constant_with(program, e, &|s| match self.values.get(s) {
            Some(Value::One(c)) => Some(*c),
            Some(Value::Top) => {
                waits.set(true);
                None
            }
            Some(Value::Any) | None => None,
        });
        match (value, program.symbols[to].ty()) {
            (Some(c @ Const::Int(_)), Ty::Integer(_)) | (Some(c @ Const::Logical(_)), Ty::Logical(_)) => Value::One(c),
            (None, _) if waits.get() => Value::Top,
            _ => Value::Any,
        }
    }

    /// The single value of a variable, if it has one.
    pub fn of(&self, symbol: SymbolId) -> Option<Const> {
        match self.values.get(symbol) {
            Some(Value::One(c)) => Some(*c),
            Some(Value::Top | Value::Any) | None => None,
        }
    }

    /// The value of a test, if it has only one.
    pub fn decides(&self, program: &Program, test: &Expr) -> Option<bool> {
        match self.value(program, test)? {
            Const::Logical(v) => Some(v),
            Const::Int(_) | Const::Real(_) => None,
        }
    }

    /// The value of an integer expression, if it has only one.
    pub fn integer(&self, program: &Program, e: &Expr) -> Option<i64> {
        match self.value(program, e)? {
            Const::Int(n) => Some(n),
            Const::Real(_) | Const::Logical(_) => None,
        }
    }

    /// The value of an expression, if it has only one.
    pub fn value(&self, program: &Program, e: &Expr) -> Option<Const> {
        constant_with(program, e, &|s| self.of(s))
    }
}

fn meet(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Top, x) | (x, Value::Top) => x,
        (Value::One(x), Value::One(y)) if x == y => a,
        _ => Value::Any,
    }
}

fn is_candidate(program: &Program, zones: &Zones, s: SymbolId) -> bool {
    let Some(v) = program.symbols[s].variable() else {
        return false;
    };
    let a = &v.attrs;
    let plain = v.dims.is_empty() && !(a.pointer || a.target || a.allocatable || a.volatile);
    let alone = zones
        .single(s)
        .is_some_and(|z| zones.members(z).len() == 1 && zones.aliases(&z).len() == 1);
    matches!(v.storage, Storage::Local | Storage::Dummy)
        && matches!(v.ty.ty, Ty::Integer(_) | Ty::Logical(_))
        && plain
        && alone
}

fn givers<'a>(program: &'a Program, zones: &Zones, calls: &CallGraph, code: &Code, mod_ref: &ModRef) -> Givers<'a> {
    let mut g = Givers {
        list: vec![],
        lost: vec![],
    };
    let mut called: ZoneSet = ZoneSet::new();
    let mut assigned: BTreeMap<StmtId, SymbolId> = BTreeMap::new();
    for (_, unit) in program.units.iter() {
        visit::walk_block(&unit.body, &mut |s| {
            if let StmtKind::Assign { lhs, rhs } = &s.kind {
                if let ExprKind::Var(v) = lhs.kind {
                    g.list.push((v, rhs));
                    assigned.insert(s.id, v);
                }
            }
        });
        for set in &unit.data {
            g.lost.extend(set.objects.iter().filter_map(Expr::base_symbol));
        }
        visit::walk_calls(&unit.body, &mut |r| {
            for target in calls.targets(program, r.callee).units {
                for (dummy, actual) in program.units[target]
                    .args
                    .iter()
                    .zip(bind_call(program, target, r.callee, r.args))
                {
                    let Some(dummy) = *dummy else { continue };
                    called.extend(zones.of(dummy).iter().copied());
                    if let (Some(_), Some(actual)) = (program.symbols[dummy].variable(), actual) {
                        g.list.push((dummy, actual));
                    }
                }
            }
            for unit in calls.callbacks(program, r.args) {
                g.lost.extend(program.units[unit].args.iter().copied().flatten());
            }
        });
    }
    for (s, symbol) in program.symbols.iter() {
        let Some(v) = symbol.variable() else { continue };
        match &v.init {
            Some(Init::Value(e)) => g.list.push((s, e)),
            Some(Init::Pointer(_)) => g.lost.push(s),
            None => {}
        }
        if v.storage == Storage::Dummy && !zones.of(s).iter().any(|&z| called.contains(z)) {
            g.lost.push(s);
        }
    }
    // all writes other than assignments to whole variables
    for (item, lowered) in code.iter() {
        let known = assigned.get(&item.stmt).and_then(|&s| zones.single(s));
        for step in &lowered.steps {
            let mut lose = |z: ZoneId| {
                // variables with aliases are excluded
                let members = if zones.is_temporary(z) { &[] } else { zones.members(z) };
                if let [only] = members {
                    g.lost.push(*only);
                }
            };
            match step {
                Step::Write(writes) => {
                    let others = writes.iter().filter(|w| known != Some(w.to));
                    others.for_each(|w| lose(w.to));
                }
                // variables of a host are set by statements of its internal procedures, which are visited too
                Step::Call(call) => {
                    for t in &call.targets {
                        let changed = |b: &&Binding| mod_ref.of(t.unit).writes.contains(b.formal);
                        t.bindings
                            .iter()
                            .filter(changed)
                            .filter_map(|b| b.actual)
                            .for_each(&mut lose);
                    }
                    let unknown = call.unknown.iter().flat_map(|u| &u.actuals);
                    unknown
                        .filter(|(_, may_write)| *may_write)
                        .filter_map(|(a, _)| a.zone)
                        .for_each(&mut lose);
                }
            }
        }
    }
    g.lost.retain(|&s| program.symbols[s].variable().is_some());
    g
}
