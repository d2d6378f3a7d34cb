//! Calls: which procedure, its arguments, its result.

use crate::designator::{has_vector_inside, is_record};
use crate::flow::Flow;
use crate::layout::{stored, Stored};
use crate::machine::{Binding, Bindings, Frame, Machine};
use crate::memory::{contiguous, Address, Handle, Object, Places, Target};
use crate::native;
use crate::stop::{fault, unsupported, Step};
use adc_frontend::ir::{
    Arg, Binding as TypeBinding, Callee, Dim, Expr, ExprKind, Intent, ProcClass, SymbolId, SymbolKind, Ty, UnitId,
};
use std::rc::Rc;

/// An actual argument, evaluated.
#[derive(Clone, Debug)]
pub enum Actual {
    /// Nothing: for an optional dummy.
    Absent,
    /// Data.
    Data(Rc<Object>),
    /// A pointer or an allocatable: the address of its handle.
    Dynamic(Address),
    /// A procedure.
    Procedure(Target),
}

/// What a call leaves.
pub struct Returned {
    /// The result of a function.
    pub result: Option<Binding>,
    /// The number of an alternate return, 0 without one.
    pub alternate: i64,
}

/// The procedure of a call.
enum Called {
    /// With source.
    Given(Target),
    /// An external one of this name.
    Native(String),
}

/// Elements that are copied back after a call: those of the temporary, and those of the variable.
type CopyBack = Vec<(Rc<Object>, Places)>;

impl<'p> Machine<'p> {
    /// The procedure that a name denotes, as a value.
    pub fn procedure_value(&self, s: SymbolId) -> Step<Target> {
        match &self.program.symbols[s].kind {
            SymbolKind::Procedure(p) if matches!(p.class, ProcClass::Dummy | ProcClass::Pointer) => {
                match self.binding(s)? {
                    Binding::Procedure(t) => Ok(*t),
                    Binding::Dynamic(at) => match self.memory.handle(*at)? {
                        Handle::Procedure(t) => Ok(*t),
                        _ => fault(format!("the procedure pointer `{}` is not associated", self.name(s))),
                    },
                    _ => fault(format!("`{}` is absent", self.name(s))),
                }
            }
            SymbolKind::Procedure(p) => {
                let given = p.unit.filter(|&u| self.program.units[u].is_definition());
                let named = || self.externals.get(&self.name(s).to_ascii_lowercase()).copied();
                match given.or_else(named) {
                    Some(unit) => Ok(Target {
                        unit,
                        host: self.program.units[unit].parent.and_then(|h| self.host_frame(h)),
                    }),
                    None => unsupported(format!("the procedure `{}` without source", self.name(s))),
                }
            }
            _ => unsupported(format!("`{}` as a procedure", self.name(s))),
        }
    }

    fn called(&mut self, callee: &'p Callee) -> Step<Called> {
        if let Some((object, name)) = callee.object.as_deref() {
            let found = self.object(object)?;
            let (Ty::Derived(t) | Ty::Class(t)) = found.ty else {
                return fault("a type-bound call without a record");
            };
            let layout = self.layout(t)?;
            if let Some(field) = layout
                .fields
                .iter()
                .find(|f| self.name(f.symbol).eq_ignore_ascii_case(name))
            {
                return match self.memory.handle(found.at.plus(field.offset))? {
                    Handle::Procedure(target) => Ok(Called::Given(*target)),
                    _ => fault(format!("the procedure pointer `{name}` is not associated")),
                };
            }
            let proc = self.dispatched(t, name, callee.proc)?;
            return Ok(Called::Given(self.procedure_value(proc)?));
        }
        match self.procedure_value(callee.proc) {
            Ok(target) => Ok(Called::Given(target)),
            Err(crate::stop::Stop::Unsupported(_)) => Ok(Called::Native(self.name(callee.proc).to_ascii_lowercase())),
            Err(other) => Err(other),
        }
    }

    /// The procedure that a binding has in the dynamic type.
    fn dispatched(&self, ty: SymbolId, name: &str, known: SymbolId) -> Step<SymbolId> {
        let Some(binding) = self.type_binding(ty, name) else {
            return fault(format!("no binding `{name}`"));
        };
        if binding.generic.is_empty() {
            return match binding.proc {
                Some(p) => Ok(p),
                None => fault(format!("the binding `{name}` is deferred")),
            };
        }
        // the specific binding that the front end chose has a name, under which an extension may override it
        let mut at = Some(ty);
        while let Some(t) = at {
            let SymbolKind::Type(def) = &self.program.symbols[t].kind else {
                break;
            };
            let chosen = def
                .bindings
                .iter()
                .find(|b| b.proc == Some(known) && b.generic.is_empty());
            if let Some(b) = chosen {
                return self.dispatched(ty, &b.name, known);
            }
            at = def.extends;
        }
        Ok(known)
    }

    fn type_binding(&self, ty: SymbolId, name: &str) -> Option<&'p TypeBinding> {
        let mut at = Some(ty);
        while let Some(t) = at {
            let SymbolKind::Type(def) = &self.program.symbols[t].kind else {
                return None;
            };
            let own = def.bindings.iter().find(|b| b.name.eq_ignore_ascii_case(name));
            if own.is_some() {
                return own;
            }
            at = def.extends;
        }
        None
    }

    /// The position of the dummy that receives the object of a type-bound call.
    fn passed(&mut self, callee: &'p Callee, unit: UnitId) -> Step<Option<usize>> {
        let Some((object, name)) = callee.object.as_deref() else {
            return Ok(None);
        };
        let (Ty::Derived(t) | Ty::Class(t)) = object.ty else {
            return Ok(None);
        };
        let components = self.program.components(t);
        let component = components
            .into_iter()
            .find(|&c| self.name(c).eq_ignore_ascii_case(name));
        let (nopass, pass) = match component.map(|c| &self.program.symbols[c].kind) {
            Some(SymbolKind::Procedure(p)) => (p.attrs.nopass, p.attrs.pass.clone()),
            _ => match self.type_binding(t, name) {
                Some(b) if b.generic.is_empty() => (b.nopass, b.pass.clone()),
                Some(b) => {
                    let specific = b.generic.iter().filter_map(|s| self.type_binding(t, s));
                    let chosen = specific.into_iter().find(|s| s.proc == Some(callee.proc));
                    chosen.map_or((false, None), |s| (s.nopass, s.pass.clone()))
                }
                None => (false, None),
            },
        };
        if nopass {
            return Ok(None);
        }
        let Some(pass) = pass else {
            return Ok(Some(0));
        };
        let args = &self.program.units[unit].args;
        Ok(args
            .iter()
            .position(|a| a.is_some_and(|s| self.name(s).eq_ignore_ascii_case(&pass))))
    }

    /// The actual argument of each dummy.
    fn associated(&mut self, callee: &'p Callee, args: &'p [Arg], unit: UnitId) -> Step<Vec<Option<&'p Expr>>> {
        let dummies = &self.program.units[unit].args;
        let mut found: Vec<Option<&'p Expr>> = vec![None; dummies.len()];
        let skip = self.passed(callee, unit)?;
        if let (Some(i), Some((object, _))) = (skip, callee.object.as_deref()) {
            found[i] = Some(object);
        }
        let mut next = 0;
        for arg in args {
            let at = match &arg.keyword {
                Some(k) => {
                    let is = |d: &Option<SymbolId>| d.is_some_and(|s| self.name(s).eq_ignore_ascii_case(k));
                    dummies.iter().position(is)
                }
                None => {
                    if skip == Some(next) {
                        next += 1;
                    }
                    next += 1;
                    Some(next - 1)
                }
            };
            match at.and_then(|at| found.get_mut(at)) {
                Some(slot) => *slot = arg.expr(),
                None => return fault("an argument without a dummy"),
            }
        }
        Ok(found)
    }

    /// Calls a subroutine.
    pub fn subroutine(&mut self, callee: &'p Callee, args: &'p [Arg]) -> Step<Flow> {
        match self.called(callee)? {
            Called::Native(name) => {
                native::subroutine(self, &name, args)?;
                Ok(Flow::Next)
            }
            Called::Given(target) => {
                let returned = self.call(target, callee, args)?;
                if returned.alternate > 0 {
                    let labels = args.iter().filter_map(|a| match a.value {
                        adc_frontend::ir::ArgValue::AltReturn(label) => Some(label),
                        adc_frontend::ir::ArgValue::Expr(_) => None,
                    });
                    if let Some(label) = labels.into_iter().nth(returned.alternate as usize - 1) {
                        return Ok(Flow::Goto(label));
                    }
                }
                Ok(Flow::Next)
            }
        }
    }

    /// The result of a function, in memory.
    pub fn function_object(&mut self, callee: &'p Callee, args: &'p [Arg], e: &'p Expr) -> Step<Rc<Object>> {
        if let SymbolKind::StatementFunction(_) = self.program.symbols[callee.proc].kind {
            let value = self.statement_function(callee.proc, args)?;
            return self.temporary(&value, e.ty);
        }
        match self.called(callee)? {
            Called::Native(name) => {
                let value = native::function(self, &name)?;
                self.temporary(&value, e.ty)
            }
            Called::Given(target) => {
                let returned = self.call(target, callee, args)?;
                self.data_of(returned)
            }
        }
    }

    /// The target of a function's pointer.
    pub fn pointer_result(&mut self, callee: &'p Callee, args: &'p [Arg]) -> Step<Handle> {
        let Called::Given(target) = self.called(callee)? else {
            return unsupported("a pointer from a procedure without source");
        };
        match self.call(target, callee, args)?.result {
            Some(Binding::Dynamic(at)) => Ok(self.memory.handle(at)?.clone()),
            Some(Binding::Data(object)) => Ok(Handle::Data(object)),
            _ => fault("a function without a result"),
        }
    }

    fn data_of(&mut self, returned: Returned) -> Step<Rc<Object>> {
        match returned.result {
            Some(Binding::Data(object)) => Ok(object),
            Some(Binding::Dynamic(at)) => match self.memory.target(at)? {
                Some(object) => Ok(object),
                None => fault("a function's result has no data"),
            },
            _ => fault("a function without a result"),
        }
    }

    fn call(&mut self, target: Target, callee: &'p Callee, args: &'p [Arg]) -> Step<Returned> {
        let found = self.associated(callee, args, target.unit)?;
        let unit = &self.program.units[target.unit];
        if unit.prefix.elemental && found.iter().flatten().any(|e| e.rank > 0) {
            return self.elemental(target, &found);
        }
        let mut actuals = vec![];
        let mut back: CopyBack = vec![];
        for (dummy, e) in unit.args.iter().zip(found) {
            let (Some(dummy), Some(e)) = (dummy, e) else {
                actuals.push(Actual::Absent);
                continue;
            };
            let actual = self.actual(*dummy, e, &mut back)?;
            actuals.push(actual);
        }
        let returned = self.invoke(target, &actuals)?;
        self.copy_back(back)?;
        Ok(returned)
    }

    fn copy_back(&mut self, back: CopyBack) -> Step<()> {
        for (temporary, to) in back {
            // of records of an extended type, the part that the callee saw
            let to = Places {
                ty: temporary.ty,
                size: temporary.size,
                ..to
            };
            self.copy_places(&temporary.elements()?, &to)?;
        }
        Ok(())
    }

    /// One call for each element.
    fn elemental(&mut self, target: Target, found: &[Option<&'p Expr>]) -> Step<Returned> {
        let mut columns: Vec<Option<Places>> = vec![];
        let mut shape: Option<Vec<usize>> = None;
        for e in found {
            columns.push(match e {
                None => None,
                Some(e) if self.gives_nothing(e)? => None,
                Some(e) => {
                    let places = self.places(e)?;
                    if !places.shape.is_empty() && shape.get_or_insert_with(|| places.shape.clone()) != &places.shape {
                        return fault("arguments of an elemental procedure that do not conform");
                    }
                    Some(places)
                }
            });
        }
        let shape = shape.unwrap_or_default();
        let count: usize = shape.iter().product();
        let mut results: Vec<Address> = vec![];
        let mut kind = (Ty::None, 0);
        for i in 0..count {
            let pick = |column: &Option<Places>| match column {
                None => Actual::Absent,
                Some(places) => Actual::Data(Rc::new(places.element(i))),
            };
            let mut actuals: Vec<Actual> = columns.iter().map(pick).collect();
            for (dummy, actual) in self.program.units[target.unit].args.iter().zip(&mut actuals) {
                let v = dummy.and_then(|d| self.program.symbols[d].variable());
                if let (Actual::Data(object), true) = (&*actual, v.is_some_and(|v| v.attrs.value)) {
                    *actual = Actual::Data(self.copy_of(object)?);
                }
            }
            let returned = self.invoke(target, &actuals)?;
            if let Some(Binding::Data(object)) = returned.result {
                kind = (object.ty, object.size);
                results.push(object.at);
            }
        }
        let result = if self.program.units[target.unit].result.is_some() {
            if count == 0 {
                let ty = self.program.units[target.unit]
                    .result
                    .map_or(Ty::None, |r| self.program.symbols[r].ty());
                kind = (ty, self.size_of(ty)?);
            }
            Some(Binding::Data(self.gathered(&Places {
                all: results,
                shape,
                ty: kind.0,
                size: kind.1,
            })?))
        } else {
            None
        };
        Ok(Returned { result, alternate: 0 })
    }

    /// An actual argument for a dummy.
    fn actual(&mut self, dummy: SymbolId, e: &'p Expr, back: &mut CopyBack) -> Step<Actual> {
        let v = match &self.program.symbols[dummy].kind {
            SymbolKind::Variable(v) => v,
            SymbolKind::Procedure(p) => {
                if self.is_absent(e)? {
                    return Ok(Actual::Absent);
                }
                if p.attrs.pointer && self.is_dynamic(e) {
                    return Ok(Actual::Dynamic(self.dynamic(e)?));
                }
                let handle = self.handle_of(e)?;
                if p.attrs.pointer {
                    return self.pointer_to(handle);
                }
                return match handle {
                    Handle::Procedure(target) => Ok(Actual::Procedure(target)),
                    Handle::Nothing => Ok(Actual::Absent),
                    Handle::Data(_) => fault("data for a dummy procedure"),
                };
            }
            _ => return fault("a dummy argument that is no variable"),
        };
        match stored(&v.attrs) {
            Stored::Allocatable => {
                if self.is_absent(e)? || matches!(e.kind, ExprKind::Intrinsic(..)) {
                    return Ok(Actual::Absent);
                }
                return Ok(Actual::Dynamic(self.dynamic(e)?));
            }
            Stored::Pointer => {
                if self.is_absent(e)? {
                    return Ok(Actual::Absent);
                }
                if self.is_pointer(e) && self.is_dynamic(e) {
                    return Ok(Actual::Dynamic(self.dynamic(e)?));
                }
                let handle = self.handle_of(e)?;
                return self.pointer_to(handle);
            }
            Stored::Plain => {}
        }
        if v.attrs.optional && self.gives_nothing(e)? {
            return Ok(Actual::Absent);
        }
        let by_shape = v.dims.iter().any(|d| matches!(d, Dim::Assumed(_) | Dim::AssumedRank));
        if has_vector_inside(e) {
            let places = self.places(e)?;
            let temporary = self.gathered(&places)?;
            if v.attrs.intent != Some(Intent::In) && !v.attrs.value {
                back.push((Rc::clone(&temporary), places));
            }
            return Ok(Actual::Data(temporary));
        }
        let object = self.object(e)?;
        if v.attrs.value {
            return Ok(Actual::Data(self.copy_of(&object)?));
        }
        if by_shape || object.dims.is_empty() || object.dims.last().is_some_and(|d| d.n.is_none()) {
            return Ok(Actual::Data(object));
        }
        // of objects of an extended type, the parts that the dummy's type has
        let part = match v.ty.ty {
            Ty::Derived(_) => self.size_of(v.ty.ty)?,
            _ => object.size,
        };
        if object.is_contiguous() && part == object.size {
            return Ok(Actual::Data(object));
        }
        let places = object.elements()?;
        let temporary = if part == object.size {
            self.gathered(&places)?
        } else {
            let parts = Places {
                ty: v.ty.ty,
                size: part,
                ..places.clone()
            };
            self.gathered(&parts)?
        };
        if v.attrs.intent != Some(Intent::In) {
            back.push((Rc::clone(&temporary), places));
        }
        Ok(Actual::Data(temporary))
    }

    /// A pointer that nobody else has, as an argument.
    fn pointer_to(&mut self, target: Handle) -> Step<Actual> {
        Ok(Actual::Dynamic(self.new_pointer(target)?))
    }

    /// Runs a procedure.
    pub fn invoke(&mut self, target: Target, actuals: &[Actual]) -> Step<Returned> {
        if let Some(result) = native::hook(self, target.unit, actuals)? {
            return Ok(result);
        }
        if self.frames.len() > 400 {
            return unsupported("recursion as deep as this");
        }
        self.frames.push(Frame {
            unit: target.unit,
            host: target.host,
            bindings: Bindings::default(),
            segments: vec![],
        });
        let outcome = self.inside(target.unit, actuals);
        let Some(frame) = self.frames.pop() else {
            return fault("no procedure to return from");
        };
        let returned = outcome?;
        // what the result needs lives on in the caller
        let kept = match &returned.result {
            Some(Binding::Data(object)) => Some(object.at.segment),
            Some(Binding::Dynamic(at)) => Some(at.segment),
            _ => None,
        };
        for segment in frame.segments {
            if Some(segment) == kept {
                if let Some(caller) = self.frames.last_mut() {
                    caller.segments.push(segment);
                }
            } else {
                self.memory.release(segment);
            }
        }
        Ok(returned)
    }

    fn inside(&mut self, unit: UnitId, actuals: &[Actual]) -> Step<Returned> {
        let program = self.program;
        let u = &program.units[unit];
        if u.entry.is_some() {
            return unsupported("ENTRY");
        }
        for (dummy, actual) in u.args.iter().zip(actuals) {
            let Some(dummy) = *dummy else { continue };
            let binding = match actual {
                Actual::Absent => Binding::Absent,
                Actual::Data(object) => Binding::Data(Rc::clone(object)),
                Actual::Dynamic(at) => Binding::Dynamic(*at),
                Actual::Procedure(t) => Binding::Procedure(*t),
            };
            self.frame().bindings.insert(dummy, binding);
        }
        for dummy in u.args.iter().flatten() {
            self.shape_dummy(*dummy)?;
        }
        self.create_locals(unit)?;
        if let Some(result) = u.result {
            self.create_local(result)?;
        }
        let alternate = match self.block(&u.body)? {
            Flow::Return(n) => n,
            Flow::Next => 0,
            Flow::Goto(label) => return fault(format!("no label {label}")),
            Flow::Exit(_) | Flow::Cycle(_) => return fault("EXIT or CYCLE outside of a loop"),
        };
        let result = match u.result {
            Some(r) => Some(self.binding(r)?.clone()),
            None => None,
        };
        Ok(Returned { result, alternate })
    }

    /// Gives a dummy argument its own bounds, length and type.
    fn shape_dummy(&mut self, dummy: SymbolId) -> Step<()> {
        let Some(v) = self.program.symbols[dummy].variable() else {
            return Ok(());
        };
        let out = v.attrs.intent == Some(Intent::Out);
        let object = match self.binding(dummy)?.clone() {
            Binding::Data(object) => object,
            Binding::Dynamic(at) => {
                if out && stored(&v.attrs) == Stored::Allocatable {
                    self.associate(at, Handle::Nothing)?;
                }
                return Ok(());
            }
            Binding::Absent | Binding::Procedure(_) => return Ok(()),
        };
        let mut own = (*object).clone();
        match v.ty.ty {
            Ty::Derived(_) => {
                own.ty = v.ty.ty;
                own.size = self.size_of(own.ty)?;
            }
            Ty::Character => {
                let length = self.element_size(&v.ty)?;
                if length > 0 {
                    own.size = length;
                }
            }
            Ty::Class(_) | Ty::Unlimited => {}
            ty => {
                own.ty = ty;
                own.size = self.size_of(ty)?;
            }
        }
        match v.dims.as_slice() {
            [] => own.dims.clear(),
            [Dim::AssumedRank] => own.dims.iter_mut().for_each(|d| d.lo = 1),
            dims if dims.iter().any(|d| matches!(d, Dim::Assumed(_))) => {
                if own.dims.len() != dims.len() {
                    return fault(format!("`{}` receives an array of another rank", self.name(dummy)));
                }
                for (d, declared) in own.dims.iter_mut().zip(dims) {
                    d.lo = match declared {
                        Dim::Assumed(Some(lo)) => self.integer(lo)?,
                        _ => 1,
                    };
                }
            }
            dims => {
                own.dims = contiguous(self.bounds(dims)?, own.size);
                if let (Some(Dim::Explicit(None, hi)), Some(last)) = (dims.last(), own.dims.last_mut()) {
                    last.open = matches!(&hi.kind, ExprKind::Int(one) if one == "1");
                }
            }
        }
        if out && is_record(own.ty) && own.dims.iter().all(|d| d.n.is_some()) {
            self.records(&own)?;
        }
        self.frame().bindings.insert(dummy, Binding::Data(Rc::new(own)));
        Ok(())
    }
}
