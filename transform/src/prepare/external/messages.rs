//! The hidden variable that stands for all messages.
//!
//! | | reads | writes | new value depends on |
//! |---|---|---|---|
//! | send `x` | `x`, messages | messages, in part | `x`, messages |
//! | receive `x` | messages | `x`, messages, in part | messages |
//! | sum of `x` over the ranks, `y` | `x`, messages | `y`, messages, in part | `x`, messages |
//!
//! The order in which messages are sent and received is ignored (`adc_analysis::activity`).

use crate::options::description::Description;
use crate::prepare::external::models::model_of;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// The descriptions of procedures of which each combination of types has a model of its own, by symbol.
pub type Exchanges = IndexMap<SymbolId, Description>;

/// The variable, once a procedure exchanges messages.
#[derive(Default)]
pub(crate) struct Messages(Option<SymbolId>);

impl Messages {
    /// The variable.
    pub fn symbol(&self) -> Option<SymbolId> {
        self.0
    }

    /// Adds the messages to the model of a procedure that exchanges some.
    pub fn join(&mut self, program: &mut Program, model: UnitId) {
        let symbol = *self.0.get_or_insert_with(|| {
            // no unit declares it, so it has no name in any text
            let variable = Variable {
                ty: DeclType::plain(Ty::Real(8)),
                dims: vec![],
                storage: Storage::Module,
                attrs: Attrs::default(),
                init: None,
            };
            let kind = SymbolKind::Variable(variable);
            program.symbols.alloc(Symbol::new("messages".into(), None, kind))
        });
        let messages = var(program, symbol);
        let Some(model) = model_of(program, model) else { return };
        let sent = model.reads.iter().filter(|e| e.ty.is_differentiable()).cloned();
        let from = sent.chain([messages.clone()]).collect();
        for f in model.flows.iter_mut().filter(|f| f.to.ty.is_differentiable()) {
            f.from.push(messages.clone());
        }
        model.reads.push(messages.clone());
        model.flows.push(Flow {
            to: messages,
            from,
            kills: false,
        });
    }
}
