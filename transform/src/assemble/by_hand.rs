//! Derivatives that the user wrote by hand and gave as sources: generated calls must fit them.
//!
//! Compared are the number of arguments and their types. Ignored: ranks and shapes, which may differ by sequence
//! association; functions.

use crate::assemble::generator::Generator;
use crate::prepare::external::interface::type_text;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Compares the derivative of a procedure without source, as generated code calls it, with a procedure of that name
    /// in the sources.
    pub(crate) fn check_written_by_hand(&mut self, model: UnitId) {
        let Some(&called) = self.units.get(&model) else { return };
        let Some(written) = self.written_by_hand(called) else {
            return;
        };
        let Some((what, place)) = self.misfit(called, written) else {
            return;
        };
        let (name, original) = (&self.out.units[called].name, &self.primal.units[model].name);
        let text = format!("this derivative of `{original}` does not fit its calls: {what}");
        let d = Diagnostic::error(codes::BAD_DESCRIPTION, place, text)
            .with_note(format!(
                "generated code calls `{name}({})`",
                self.names_of_arguments(called)
            ))
            .help("change this procedure, or the description of the original");
        self.messages.push(d);
    }

    /// The subroutine of the sources that stands for a derivative.
    fn written_by_hand(&self, called: UnitId) -> Option<UnitId> {
        let unit = &self.out.units[called];
        let module = unit.parent.map(|p| self.out.units[p].name.as_str());
        let is_subroutine = |u: &Unit| u.kind == UnitKind::Subroutine && u.model().is_none();
        let mut all = self.procedures_named(&unit.name, module).into_iter();
        let found = all.find(|&u| is_subroutine(&self.primal.units[u]))?;
        (unit.kind == UnitKind::Subroutine).then_some(found)
    }

    /// What is wrong with a procedure in place of one that is called, and where.
    fn misfit(&self, called: UnitId, written: UnitId) -> Option<(String, Span)> {
        let (ours, theirs) = (&self.out.units[called], &self.primal.units[written]);
        let (passed, taken) = (ours.args.len(), theirs.args.len());
        let is_optional = |s: &Option<SymbolId>| {
            let variable = s.and_then(|s| self.primal.symbols[s].variable());
            variable.is_some_and(|v| v.attrs.optional)
        };
        // calls omit those that only some of them pass
        let others = theirs.args.get(passed..);
        if others.is_none_or(|o| !o.iter().all(is_optional)) {
            return Some((
                format!("they pass {passed} arguments, and it takes {taken}"),
                theirs.span,
            ));
        }
        ours.args.iter().zip(&theirs.args).find_map(|(ours, theirs)| {
            let (passed, taken) = (self.out.symbols[(*ours)?].variable()?, &self.primal.symbols[(*theirs)?]);
            let own = taken.variable()?;
            let (from, to) = (type_text(passed.ty.ty), type_text(own.ty.ty));
            let name = &taken.name;
            (from != to).then(|| {
                let text = format!("its argument `{name}` is {to}, and they pass {from}");
                (text, taken.span)
            })
        })
    }

    fn names_of_arguments(&self, unit: UnitId) -> String {
        let names = self.out.units[unit].args.iter().flatten();
        let names: Vec<&str> = names.map(|&s| self.out.symbols[s].name.as_str()).collect();
        names.join(", ")
    }
}
