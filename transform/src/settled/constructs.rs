//! Names that constructs declare for their blocks.
//!
//! Such a name hides what has it outside, so the block may not mention that. The object of a SELECT TYPE that is named inside as outside follows the name of the variable.

use super::{has_scope, Scope, Settle};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::local_names::LocalNames;
use adc_frontend::refs;

/// One name for the length of some blocks.
struct Name<'a> {
    /// One symbol for each block.
    locals: Vec<SymbolId>,
    blocks: Vec<&'a Block>,
    /// The variable that it means, if that is all that it means.
    variable: Option<SymbolId>,
}

impl<'a> Name<'a> {
    /// What a construct declares: the guards of a SELECT TYPE one name, the others one for each symbol.
    fn of(s: &'a StmtKind) -> Vec<Name<'a>> {
        let declared = s.declares();
        let StmtKind::SelectType { expr, .. } = s else {
            let alone = |(local, block)| Name {
                locals: vec![local],
                blocks: vec![block],
                variable: None,
            };
            return declared.into_iter().map(alone).collect();
        };
        let variable = match expr.kind {
            ExprKind::Var(s) => Some(s),
            _ => None,
        };
        let (locals, blocks) = declared.into_iter().unzip();
        vec![Name {
            locals,
            blocks,
            variable,
        }]
    }
}

impl Settle<'_> {
    pub(super) fn claim_in_constructs(&mut self, scope: &mut Scope) {
        for (locals, new) in self.hiding(scope) {
            for s in locals {
                self.program.symbols[s].name = new.clone();
            }
        }
    }

    /// The names that hide something, with others.
    fn hiding(&self, scope: &mut Scope) -> Vec<(Vec<SymbolId>, SmolStr)> {
        let mut names = vec![];
        walk_block(&self.program.units[scope.unit].body, &mut |s| {
            names.extend(Name::of(&s.kind))
        });
        let mut out = vec![];
        if names.is_empty() {
            return out;
        }
        let known = LocalNames::new(self.program);
        for n in names {
            let Some(&first) = n.locals.first() else { continue };
            let name = &self.program.symbols[first].name;
            let as_outside = n.variable.filter(|&v| self.program.symbols[v].name == *name);
            let new = match as_outside {
                Some(v) => known.name(self.program, scope.unit, v),
                None if n
                    .blocks
                    .iter()
                    .any(|b| self.mentions(scope.unit, b, &n.locals, &fold(name), &known)) =>
                {
                    scope.fresh(self.program, &self.refs, self.roots, &fold(name))
                }
                None => continue,
            };
            if new != *name {
                out.push((n.locals, new));
            }
        }
        out
    }

    /// True when a block means something else than these symbols by a name.
    fn mentions(&self, unit: UnitId, block: &Block, but: &[SymbolId], name: &str, known: &LocalNames) -> bool {
        let refs = refs::of_block(self.program, unit, block);
        let is_meant = |s: &SymbolId| {
            !but.contains(s)
                && !refs.scoped.contains(s)
                && has_scope(&self.program.symbols[*s])
                && fold(&known.name(self.program, unit, *s)) == name
        };
        refs.fixed.contains_key(name) || refs.symbols.iter().any(is_meant)
    }
}
