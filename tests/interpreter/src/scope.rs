//! Names that mean something else for a while: indices of FORALL, DO CONCURRENT and implied DO, the names of ASSOCIATE
//! and of guards, locals of BLOCK, dummy arguments of statement functions.

use crate::flow::Flow;
use crate::machine::{Binding, Bindings, Machine};
use crate::memory::Object;
use crate::stop::{fault, Step};
use crate::value::Scalar;
use adc_frontend::ir::{Block, Expr, ExprKind, SymbolId};
use std::rc::Rc;

/// A name with its meaning before.
pub type Former = (SymbolId, Option<Binding>);

/// Indices with their ranges: lower, upper, stride.
pub type Ranges = [(SymbolId, Expr, Expr, Option<Expr>)];

impl<'p> Machine<'p> {
    /// The names of the running procedure; before one runs, those of the program.
    fn names(&mut self) -> &mut Bindings {
        match self.frames.last_mut() {
            Some(frame) => &mut frame.bindings,
            None => &mut self.statics,
        }
    }

    /// Gives a name another meaning.
    pub fn rebind(&mut self, s: SymbolId, meaning: Option<Binding>) -> Former {
        let names = self.names();
        let before = match meaning {
            Some(b) => names.insert(s, b),
            None => names.remove(&s),
        };
        (s, before)
    }

    /// Gives names back what they meant.
    pub fn restore(&mut self, before: Vec<Former>) {
        for (s, meaning) in before {
            self.rebind(s, meaning);
        }
    }

    /// Runs a block, at the end of which names mean again what they did before.
    pub fn block_with(&mut self, before: Vec<Former>, body: &'p Block) -> Step<Flow> {
        let flow = self.block(body)?;
        self.restore(before);
        Ok(flow)
    }

    /// Gives an index a value.
    fn set_index(&mut self, s: SymbolId, i: i64) -> Step<Former> {
        let ty = self.program.symbols[s].ty();
        let size = self.size_of(ty)?;
        let at = self.local(size);
        self.memory.store(at, ty, size, &Scalar::Int(i))?;
        Ok(self.rebind(s, Some(Binding::Data(Rc::new(Object::scalar(at, ty, size))))))
    }

    /// Gives indices values.
    pub fn set_indices(&mut self, ranges: &'p Ranges, indices: &[i64]) -> Step<Vec<Former>> {
        let pairs = ranges.iter().zip(indices);
        pairs.map(|((s, ..), &i)| self.set_index(*s, i)).collect()
    }

    /// All combinations of indices, the first one running fastest.
    pub fn combinations(&mut self, ranges: &'p Ranges) -> Step<Vec<Vec<i64>>> {
        let mut all = vec![vec![]];
        for (_, lo, hi, step) in ranges {
            let indices = self.counted(lo, hi, step.as_ref())?;
            all = indices
                .iter()
                .flat_map(|&i| all.iter().map(move |inner| [inner.as_slice(), &[i]].concat()))
                .collect();
        }
        Ok(all)
    }

    /// The indices of a counted loop.
    pub fn counted(&mut self, lo: &'p Expr, hi: &'p Expr, step: Option<&'p Expr>) -> Step<Vec<i64>> {
        let (lo, hi) = (self.integer(lo)?, self.integer(hi)?);
        let step = step.map_or(Ok(1), |e| self.integer(e))?;
        if step == 0 {
            return fault("a stride of zero");
        }
        let n = ((hi - lo + step) / step).max(0);
        Ok((0..n).map(|k| lo + k * step).collect())
    }

    /// Acts on each item of a list, which implied DO repeat.
    pub fn each_item(&mut self, items: &'p [Expr], act: &mut dyn FnMut(&mut Self, &'p Expr) -> Step<()>) -> Step<()> {
        for item in items {
            let ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            } = &item.kind
            else {
                act(self, item)?;
                continue;
            };
            for i in self.counted(lo, hi, step.as_deref())? {
                let before = self.set_index(*var, i)?;
                self.each_item(items, act)?;
                self.restore(vec![before]);
            }
        }
        Ok(())
    }
}
