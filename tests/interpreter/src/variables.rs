//! Storage of variables: at the entry of their procedure, or at the start of the program.

use crate::layout::{stored, Stored};
use crate::machine::{Binding, Machine};
use crate::memory::{contiguous, Address, Handle, Object, HANDLE};
use crate::stop::{fault, unsupported, Step};
use adc_frontend::ir::{
    CommonId, DataSet, Expr, ExprKind, Init, ProcClass, Storage, Subscript, SymbolId, SymbolKind, Ty, UnitId, Variable,
};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

impl<'p> Machine<'p> {
    /// Creates the variables that live as long as the program, with their initial values. Where nothing gives one, all
    /// bits are zero, as compilers leave them.
    pub fn create_statics(&mut self) -> Step<()> {
        let program = self.program;
        let mut commons: BTreeMap<CommonId, (Address, usize)> = BTreeMap::new();
        let units: Vec<UnitId> = program.units.iter().map(|(id, _)| id).collect();
        let units: Vec<UnitId> = units
            .into_iter()
            .filter(|&u| !program.units[u].prefix.interface_body)
            .collect();
        for &unit in &units {
            for used in &program.units[unit].commons {
                let size = self.common_size(unit, &used.members)?;
                let entry = commons
                    .entry(used.common)
                    .or_insert((Address { segment: 0, offset: 0 }, 0));
                entry.1 = entry.1.max(size);
            }
        }
        for (at, size) in commons.values_mut() {
            *at = self.zeroed(*size)?;
        }
        for &unit in &units {
            for used in &program.units[unit].commons {
                let mut at = commons[&used.common].0;
                for &member in &used.members {
                    let size = self.place_static(member, at)?;
                    at = at.plus(size);
                }
            }
            self.equivalences(unit, true)?;
            for &s in &program.units[unit].symbols {
                let symbol = &program.symbols[s];
                match &symbol.kind {
                    SymbolKind::Variable(v) if !self.statics.contains_key(&s) && is_static(v) => {
                        let size = self.static_size(v)?;
                        let at = self.zeroed(size)?;
                        self.place_static(s, at)?;
                    }
                    SymbolKind::Procedure(p) if p.class == ProcClass::Pointer && symbol.owner == Some(unit) => {
                        if program.units[unit].is_procedure() && !p.attrs.save && p.init.is_none() {
                            continue;
                        }
                        let at = self.zeroed(HANDLE)?;
                        self.memory.new_handle(at)?;
                        self.statics.insert(s, Binding::Dynamic(at));
                    }
                    _ => {}
                }
            }
        }
        for &unit in &units {
            for &s in &program.units[unit].symbols {
                if self.statics.contains_key(&s) && program.symbols[s].owner == Some(unit) {
                    self.initialise(s)?;
                }
            }
            for set in &program.units[unit].data {
                self.data(set)?;
            }
        }
        Ok(())
    }

    fn zeroed(&mut self, size: usize) -> Step<Address> {
        let at = self.memory.segment(size);
        self.memory.bytes_mut(at, size)?.fill(0);
        Ok(at)
    }

    /// Bytes of a COMMON block as a unit sees it, with what EQUIVALENCE adds at its end.
    fn common_size(&mut self, unit: UnitId, members: &[SymbolId]) -> Step<usize> {
        let mut offsets: HashMap<SymbolId, usize> = HashMap::new();
        let mut size = 0;
        for &m in members {
            let Some(v) = self.program.symbols[m].variable() else {
                return fault("a member of COMMON that is no variable");
            };
            offsets.insert(m, size);
            size += self.static_size(v)?;
        }
        for group in self.groups(unit)? {
            let anchor = group.iter().find_map(|&(s, at)| Some(*offsets.get(&s)? as i64 - at));
            if let Some(base) = anchor {
                for (s, at) in group {
                    let v = self.program.symbols[s].variable();
                    let own = v.map_or(Ok(0), |v| self.static_size(v))?;
                    size = size.max((base + at).max(0) as usize + own);
                }
            }
        }
        Ok(size)
    }

    /// Bytes of a variable whose bounds are constants.
    fn static_size(&mut self, v: &'p Variable) -> Step<usize> {
        if stored(&v.attrs) != Stored::Plain {
            return Ok(HANDLE);
        }
        let size = self.element_size(&v.ty)?;
        let bounds = self.bounds(&v.dims)?;
        Ok(size * bounds.iter().filter_map(|(_, n)| *n).product::<usize>())
    }

    /// Lets a variable be at an address; returns its size.
    fn place_static(&mut self, s: SymbolId, at: Address) -> Step<usize> {
        let (binding, size) = self.placed(s, at)?;
        self.statics.insert(s, binding);
        Ok(size)
    }

    /// The binding of a variable at an address, and its size.
    fn placed(&mut self, s: SymbolId, at: Address) -> Step<(Binding, usize)> {
        let Some(v) = self.program.symbols[s].variable() else {
            return fault("storage of what is no variable");
        };
        if stored(&v.attrs) != Stored::Plain {
            self.memory.new_handle(at)?;
            return Ok((Binding::Dynamic(at), HANDLE));
        }
        let size = self.element_size(&v.ty)?;
        let dims = contiguous(self.bounds(&v.dims)?, size);
        let object = Object {
            at,
            ty: v.ty.ty,
            size,
            dims,
        };
        let bytes = size * object.count()?;
        self.records(&object)?;
        Ok((Binding::Data(Rc::new(object)), bytes))
    }

    /// Gives the pointers and allocatables in records of an object handles of their own, and components their default
    /// values.
    pub fn records(&mut self, object: &Object) -> Step<()> {
        let (Ty::Derived(t) | Ty::Class(t)) = object.ty else {
            return Ok(());
        };
        let layout = self.layout(t)?;
        for at in object.places()? {
            for field in &layout.fields {
                if field.storage == Stored::Plain {
                    self.records(&field.object(at))?;
                } else {
                    self.memory.new_handle(at.plus(field.offset))?;
                }
                match field.init {
                    Some(Init::Value(e)) => self.set_object(&field.object(at), e)?,
                    Some(Init::Pointer(e)) => {
                        let target = self.handle_of(e)?;
                        *self.memory.handle_mut(at.plus(field.offset))? = target;
                    }
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Sets a variable to its initial value.
    fn initialise(&mut self, s: SymbolId) -> Step<()> {
        let init = match &self.program.symbols[s].kind {
            SymbolKind::Variable(v) => v.init.as_ref(),
            SymbolKind::Procedure(p) => match (&p.init, self.binding(s)?.clone()) {
                (Some(e), Binding::Dynamic(at)) => {
                    *self.memory.handle_mut(at)? = self.handle_of(e)?;
                    return Ok(());
                }
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        match (init, self.binding(s)?.clone()) {
            (Some(Init::Value(e)), Binding::Data(object)) => self.set_object(&object, e),
            (Some(Init::Pointer(e)), Binding::Dynamic(at)) => {
                let target = self.handle_of(e)?;
                *self.memory.handle_mut(at)? = target;
                Ok(())
            }
            (Some(_), _) => unsupported("this initialisation"),
            (None, _) => Ok(()),
        }
    }

    /// A DATA statement.
    fn data(&mut self, set: &'p DataSet) -> Step<()> {
        let mut values = vec![];
        for (repeat, value) in &set.values {
            let n = repeat.as_ref().map_or(Ok(1), |e| self.integer(e))?;
            values.extend(std::iter::repeat_n(value, n.max(0) as usize));
        }
        let mut rest = values.into_iter();
        self.each_item(&set.objects, &mut |m, object| {
            let place = m.object(object)?;
            for at in place.places()? {
                let Some(value) = rest.next() else {
                    return fault("too few values in DATA");
                };
                m.set_object(&Object::scalar(at, place.ty, place.size), value)?;
            }
            Ok(())
        })
    }

    /// Variables of a unit that share storage by EQUIVALENCE, each with its offset in the group.
    fn groups(&mut self, unit: UnitId) -> Step<Vec<Vec<(SymbolId, i64)>>> {
        let mut groups: Vec<Vec<(SymbolId, i64)>> = vec![];
        for set in &self.program.units[unit].equivalences {
            let mut found: Vec<(SymbolId, i64)> = vec![];
            for e in set {
                let (symbol, offset) = self.offset_of(e)?;
                found.push((symbol, -(offset as i64)));
            }
            // join with earlier groups that share a variable
            let mut i = 0;
            while i < groups.len() {
                let shared = groups[i]
                    .iter()
                    .find_map(|&(s, at)| found.iter().find(|f| f.0 == s).map(|f| f.1 - at));
                if let Some(shift) = shared {
                    let other = groups.remove(i);
                    found.extend(other.into_iter().map(|(s, at)| (s, at + shift)));
                } else {
                    i += 1;
                }
            }
            found.sort();
            found.dedup();
            groups.push(found);
        }
        Ok(groups)
    }

    /// The variable of a designator in EQUIVALENCE, and the bytes before the part that it names.
    fn offset_of(&mut self, e: &'p Expr) -> Step<(SymbolId, usize)> {
        match &e.kind {
            ExprKind::Var(s) => Ok((*s, 0)),
            ExprKind::Index(base, subscripts) => {
                let (s, _) = self.offset_of(base)?;
                let Some(v) = self.program.symbols[s].variable() else {
                    return fault("EQUIVALENCE of what is no variable");
                };
                let size = self.element_size(&v.ty)?;
                let dims = contiguous(self.bounds(&v.dims)?, size);
                let mut offset = 0;
                for (d, subscript) in dims.iter().zip(subscripts) {
                    let Subscript::At(i) = subscript else {
                        return unsupported("EQUIVALENCE of sections");
                    };
                    offset += (self.integer(i)? - d.lo) as isize * d.stride;
                }
                Ok((s, offset as usize))
            }
            ExprKind::Substring(base, lo, _) => {
                let (s, offset) = self.offset_of(base)?;
                let first = lo.as_deref().map_or(Ok(1), |e| self.integer(e))?;
                Ok((s, offset + (first - 1) as usize))
            }
            _ => unsupported("this EQUIVALENCE"),
        }
    }

    /// Creates the variables of a unit that share storage: the static ones, or those of the running procedure.
    pub fn equivalences(&mut self, unit: UnitId, statics: bool) -> Step<()> {
        if self.program.units[unit].equivalences.is_empty() {
            return Ok(());
        }
        for group in self.groups(unit)? {
            let is_saved = |m: &Machine, s: SymbolId| m.program.symbols[s].variable().is_some_and(is_static);
            let saved = group.iter().any(|&(s, _)| is_saved(self, s));
            if saved != statics {
                continue;
            }
            let known = group.iter().find_map(|&(s, at)| match self.statics.get(&s) {
                Some(Binding::Data(object)) => Some((object.at, at)),
                _ => None,
            });
            let first = group.iter().map(|g| g.1).min().unwrap_or(0);
            let base = match known {
                Some((at, offset)) => Address {
                    offset: at.offset.wrapping_add_signed((first - offset) as isize),
                    ..at
                },
                None => {
                    let mut end = 0;
                    for &(s, at) in &group {
                        let v = self.program.symbols[s].variable();
                        end = end.max(at - first + v.map_or(Ok(0), |v| self.static_size(v))? as i64);
                    }
                    if statics {
                        self.zeroed(end as usize)?
                    } else {
                        self.local(end as usize)
                    }
                }
            };
            for &(s, at) in &group {
                if statics && self.statics.contains_key(&s) {
                    continue;
                }
                let (binding, _) = self.placed(s, base.plus((at - first) as usize))?;
                if statics {
                    self.statics.insert(s, binding);
                } else {
                    self.frame().bindings.insert(s, binding);
                }
            }
        }
        Ok(())
    }

    /// Creates the local variables of the running procedure.
    pub fn create_locals(&mut self, unit: UnitId) -> Step<()> {
        self.equivalences(unit, false)?;
        for &s in &self.program.units[unit].symbols {
            self.create_local(s)?;
        }
        Ok(())
    }

    /// Creates a variable of the running procedure, unless it exists.
    pub fn create_local(&mut self, s: SymbolId) -> Step<()> {
        if self.statics.contains_key(&s) || self.frame().bindings.contains_key(&s) {
            return Ok(());
        }
        match &self.program.symbols[s].kind {
            SymbolKind::Variable(v) if is_local(v) => self.create(s, v),
            SymbolKind::Procedure(p) if p.class == ProcClass::Pointer => {
                let at = self.local(HANDLE);
                self.memory.new_handle(at)?;
                self.frame().bindings.insert(s, Binding::Dynamic(at));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn create(&mut self, s: SymbolId, v: &'p Variable) -> Step<()> {
        let declared = v.dims.iter().all(|d| d.bounds().next().is_some());
        if stored(&v.attrs) == Stored::Plain && !declared {
            // the name of an ASSOCIATE or of a guard: bound where its block begins
            return Ok(());
        }
        let size = if stored(&v.attrs) == Stored::Plain {
            if matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited) {
                return Ok(());
            }
            self.static_size(v)?
        } else {
            HANDLE
        };
        let at = self.local(size);
        let (binding, _) = self.placed(s, at)?;
        self.frame().bindings.insert(s, binding);
        Ok(())
    }

    /// What a pointer refers to after `=> e`.
    pub fn handle_of(&mut self, e: &'p Expr) -> Step<Handle> {
        match &e.kind {
            ExprKind::Procedure(s) if !self.is_dynamic(e) => Ok(Handle::Procedure(self.procedure_value(*s)?)),
            ExprKind::Intrinsic(id, _, _) if id.name() == "null" => Ok(Handle::Nothing),
            ExprKind::Call(callee, args) => self.pointer_result(callee, args),
            _ if self.is_pointer(e) && self.is_dynamic(e) => {
                let at = self.dynamic(e)?;
                Ok(self.memory.handle(at)?.clone())
            }
            _ => Ok(Handle::Data(self.object(e)?)),
        }
    }
}

/// True for a variable that lives as long as the program.
fn is_static(v: &Variable) -> bool {
    match v.storage {
        Storage::Module | Storage::Common(_) => true,
        Storage::Local | Storage::Result => v.attrs.save || v.init.is_some(),
        Storage::Dummy | Storage::Component | Storage::Parameter | Storage::Index => false,
    }
}

fn is_local(v: &Variable) -> bool {
    matches!(v.storage, Storage::Local | Storage::Result)
}
