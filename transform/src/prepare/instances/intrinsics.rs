//! Generates functions of the same name for intrinsic functions that are passed as arguments.
//!
//! Only their derivatives are ever printed; calls of the original are calls of the intrinsic function.

use crate::prepare::instances::state::Instances;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics::{find_specific, Class};
use adc_frontend::ir::*;

impl Instances<'_> {
    /// Generates functions for the intrinsic ones among the arguments of a call.
    pub(crate) fn write_intrinsics(&mut self, args: &[Arg]) {
        for a in args.iter().filter_map(Arg::expr) {
            let ExprKind::Procedure(s) = a.kind else { continue };
            let symbol = &self.program.symbols[s];
            let SymbolKind::Intrinsic(id) = symbol.kind else {
                continue;
            };
            let name = symbol.name.clone();
            if !self.intrinsics.contains_key(&fold(&name)) {
                if let Some(unit) = written(self.program, id, &name) {
                    self.intrinsics.insert(fold(&name), unit);
                }
            }
        }
    }

    /// The generated function for an intrinsic one.
    pub(crate) fn written_intrinsic(&self, s: SymbolId) -> Option<UnitId> {
        let symbol = &self.program.symbols[s];
        let is_one = matches!(symbol.kind, SymbolKind::Intrinsic(_));
        self.intrinsics.get(&fold(&symbol.name)).copied().filter(|_| is_one)
    }
}

fn written(program: &mut Program, id: IntrinsicId, name: &SmolStr) -> Option<UnitId> {
    let row = id.row();
    if row.class != Class::Elemental {
        return None;
    }
    // the generic name refers to the function of default reals
    let specific = find_specific(&fold(name)).filter(|s| s.arg != Ty::None);
    let (takes, gives) = specific.map_or((Ty::Real(4), Ty::Real(4)), |s| (s.arg, s.result));
    if !takes.is_differentiable() || !gives.is_differentiable() {
        return None;
    }
    let mut unit = Unit::new(name.clone(), UnitKind::Function);
    unit.implicit_none = true;
    unit.prefix.pure_ = true;
    let unit = program.units.alloc(unit);
    let declare = |program: &mut Program, name: &str, ty: Ty, storage: Storage| {
        let intent = (storage == Storage::Dummy).then_some(Intent::In);
        let variable = Variable {
            ty: DeclType::plain(ty),
            dims: vec![],
            storage,
            attrs: Attrs {
                intent,
                ..Attrs::default()
            },
            init: None,
        };
        crate::normalize::temps::new_variable(program, unit, name.into(), variable)
    };
    let dummies = row.args.iter().filter(|a| !a.optional);
    let dummies: Vec<SymbolId> = dummies
        .map(|a| declare(program, a.name, takes, Storage::Dummy))
        .collect();
    let value = declare(program, "value", gives, Storage::Result);
    let args = dummies.iter().map(|&d| Arg::pos(var(program, d))).collect();
    let call = expr(ExprKind::Intrinsic(id, name.clone(), args), gives, 0);
    let mut body = vec![assign(var(program, value), call)];
    program.renumber(&mut body);
    let symbol = program.symbols.alloc(Symbol {
        name: name.clone(),
        owner: None,
        kind: SymbolKind::Procedure(Procedure {
            class: ProcClass::Definition,
            unit: Some(unit),
            interface: None,
            result: Some(DeclType::plain(gives)),
            result_rank: 0,
            init: None,
            attrs: Attrs::default(),
        }),
        private: false,
        comment: None,
        span: Span::NONE,
    });
    let u = &mut program.units[unit];
    u.args = dummies.into_iter().map(Some).collect();
    u.result = Some(value);
    u.body = body;
    u.symbol = Some(symbol);
    Some(unit)
}
