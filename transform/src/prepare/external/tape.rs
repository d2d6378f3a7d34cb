//! The tape, as the tangent of adjoint code sees it.
//!
//! A push stores a real or complex value, and a pop returns one. Their models share one hidden variable for each kind of
//! value, the contents of the tape:
//!
//! | | reads | writes | new value depends on |
//! |---|---|---|---|
//! | push of `x` | `x`, contents | contents, in part | `x`, contents |
//! | pop of `x` | contents | `x` | contents |
//!
//! So a popped value may depend on all values of its kind that were pushed before. If the contents of a kind carry a
//! derivative anywhere, all pushes and pops of this kind come with derivatives ([`crate::tangent`]): otherwise they would
//! not match. The order of pushes and pops is ignored.
//!
//! Integers, logicals, characters and control values have no derivatives: `known.toml` lists their procedures, and those
//! that move whole parts of the tape.

use crate::options::description::{Argument, Description};
use crate::prepare::external::models::{model_of, TapeAccess};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use indexmap::IndexMap;

/// A procedure of the tape for values that may carry derivatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TapeProcedure {
    /// The kind of values, as in the procedure's name.
    pub kind: &'static str,
    /// The type of the values.
    pub ty: Ty,
    /// True for a pop.
    pub pops: bool,
    /// True for the form `(a, n)`.
    pub is_array: bool,
}

/// The kinds of values that may carry derivatives, with their types.
const KINDS: [(&str, Ty); 6] = [
    ("real4", Ty::Real(4)),
    ("real8", Ty::Real(8)),
    ("real16", Ty::Real(16)),
    ("complex8", Ty::Complex(4)),
    ("complex16", Ty::Complex(8)),
    ("complex32", Ty::Complex(16)),
];

impl TapeProcedure {
    /// The procedure with a folded name.
    pub fn named(name: &str) -> Option<TapeProcedure> {
        let (pops, value) = match name.strip_prefix("push") {
            Some(value) => (false, value),
            None => (true, name.strip_prefix("pop")?),
        };
        let (kind, is_array) = match value.strip_suffix("array") {
            Some(kind) => (kind, true),
            None => (value, false),
        };
        let (kind, ty) = KINDS.into_iter().find(|(k, _)| *k == kind)?;
        Some(TapeProcedure {
            kind,
            ty,
            pops,
            is_array,
        })
    }

    /// The arguments, without the contents of the tape; `whole`: no call pops an array in part.
    pub fn description(&self, name: &str, whole: bool) -> Description {
        let value = Argument {
            name: if self.is_array { "a" } else { "x" }.into(),
            reads: !self.pops,
            writes: self.pops,
            kills: self.pops && (whole || !self.is_array),
            ..Argument::default()
        };
        let count = self.is_array.then(|| Argument {
            name: "n".into(),
            reads: true,
            ..Argument::default()
        });
        Description {
            acts: true,
            globals_read: Some(vec![]),
            ..Description::new(name.into(), Span::NONE, std::iter::once(value).chain(count).collect())
        }
    }
}

/// The contents of the tape: hidden variables, by kind.
#[derive(Default)]
pub(crate) struct Contents(IndexMap<SmolStr, SymbolId>);

impl Contents {
    /// Adds the contents to the model of a procedure; returns its access to them.
    pub fn join(&mut self, program: &mut Program, model: UnitId, procedure: TapeProcedure) -> TapeAccess {
        let contents = *self.0.entry(procedure.kind.into()).or_insert_with(|| {
            let name: SmolStr = format!("{} on the tape", procedure.kind).into();
            // no unit declares it, so it has no name in any text
            program.symbols.alloc(Symbol::new(
                name,
                None,
                SymbolKind::Variable(Variable {
                    ty: DeclType::plain(procedure.ty),
                    dims: vec![],
                    storage: Storage::Module,
                    attrs: Attrs::default(),
                    init: None,
                }),
            ))
        });
        let value = program.units[model].args.first().copied().flatten();
        let (contents_ref, value) = (var(program, contents), value.map(|v| var(program, v)));
        if let (Some(model), Some(value)) = (model_of(program, model), value) {
            model.stores = true;
            model.reads.push(contents_ref.clone());
            if procedure.pops {
                model.flows.iter_mut().for_each(|f| f.from.push(contents_ref.clone()));
            } else {
                model.flows.push(Flow {
                    to: contents_ref.clone(),
                    from: vec![value, contents_ref],
                    kills: false,
                });
            }
        }
        TapeAccess {
            contents,
            pops: procedure.pops,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TapeProcedure;

    #[test]
    fn procedures_are_known_by_their_names() {
        let of = |name| TapeProcedure::named(name).map(|p| (p.kind, p.pops, p.is_array));
        assert_eq!(of("pushreal8"), Some(("real8", false, false)));
        assert_eq!(of("popcomplex16array"), Some(("complex16", true, true)));
        assert_eq!(of("pushinteger4"), None);
        assert_eq!(of("pushreal8_d"), None);
        assert_eq!(of("real8"), None);
    }
}
