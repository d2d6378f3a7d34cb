//! Program units and procedures.

use super::printer::{Head, Printer};
use adc_frontend::ast::{Arg, Name, Prefix, Unit, UnitKind};
use adc_frontend::parallel;

impl Printer<'_> {
    /// Units in sequence. Without a source to follow, their texts are independent of each other.
    pub(super) fn units(&mut self, units: &[Unit]) {
        if self.written.is_some() {
            units.iter().for_each(|u| self.unit(u));
            return;
        }
        let (form, level) = (self.form, self.level);
        let texts = parallel::map(units, |u| {
            let mut alone = Printer::new(form, None);
            alone.level = level;
            alone.unit(u);
            (alone.out, alone.marks)
        });
        if !texts.is_empty() {
            self.fresh_line();
        }
        for (text, marks) in texts {
            let before = self.out.len();
            self.marks
                .extend(marks.into_iter().map(|(at, span)| (before + at, span)));
            self.out += &text;
        }
    }

    pub(super) fn unit(&mut self, u: &Unit) {
        if self.opening(&u.kind) {
            self.finish(Head::of_unit(u));
        } else {
            self.trivia(&u.lead);
        }
        self.level += 1;
        self.block(&u.body);
        if let Some(at) = &u.contains_at {
            self.contains_line(at);
        }
        self.units(&u.contains);
        let (words, name) = closing(&u.kind);
        self.end(words, name, &u.end);
    }

    /// The opening statement; false for a main program without one.
    fn opening(&mut self, kind: &UnitKind) -> bool {
        match kind {
            UnitKind::Program { name: None } => return false,
            UnitKind::Program { name: Some(name) } => {
                self.kw("program ");
                self.name(name);
            }
            UnitKind::Module { name } => {
                self.kw("module ");
                self.name(name);
            }
            UnitKind::Submodule { parent, name } => {
                self.kw("submodule ");
                self.open();
                for (i, p) in parent.iter().enumerate() {
                    if i > 0 {
                        self.w(":");
                    }
                    self.name(p);
                }
                self.close();
                self.w(" ");
                self.name(name);
            }
            UnitKind::Subroutine {
                prefix,
                name,
                args,
                bind,
            } => {
                self.prefix(prefix);
                self.kw("subroutine ");
                self.name(name);
                if !args.is_empty() || bind.is_some() {
                    self.dummies(args);
                }
                self.bind(bind.as_deref());
            }
            UnitKind::Function {
                prefix,
                name,
                args,
                result,
                bind,
            } => {
                self.prefix(prefix);
                self.kw("function ");
                self.name(name);
                self.dummies(args);
                let at = bind.as_ref().and_then(|b| b.first()).and_then(Arg::span);
                if result.as_ref().zip(at).is_some_and(|(r, b)| r.span.lo < b.lo) {
                    self.result(result.as_ref());
                    self.bind(bind.as_deref());
                } else {
                    self.bind(bind.as_deref());
                    self.result(result.as_ref());
                }
            }
            UnitKind::ModuleProcedure { name } => {
                self.kw("module procedure ");
                self.name(name);
            }
            UnitKind::BlockData { name } => {
                self.kw("block data");
                if let Some(name) = name {
                    self.w(" ");
                    self.name(name);
                }
            }
        }
        true
    }

    fn prefix(&mut self, prefix: &[Prefix]) {
        for p in prefix {
            match p {
                Prefix::Recursive => self.kw("recursive"),
                Prefix::Pure => self.kw("pure"),
                Prefix::Elemental => self.kw("elemental"),
                Prefix::Impure => self.kw("impure"),
                Prefix::Module => self.kw("module"),
                Prefix::NonRecursive => self.kw("non_recursive"),
                Prefix::Type(ty) => self.type_spec(ty),
            }
            self.w(" ");
        }
    }

    fn bind(&mut self, bind: Option<&[Arg]>) {
        if let Some(args) = bind {
            self.kw(" bind");
            self.args(args);
        }
    }

    pub(super) fn result(&mut self, result: Option<&Name>) {
        if let Some(result) = result {
            self.kw(" result");
            self.open();
            self.name(result);
            self.close();
        }
    }
}

fn closing(kind: &UnitKind) -> (&'static str, Option<&Name>) {
    match kind {
        UnitKind::Program { name: None } => ("end", None),
        UnitKind::Program { name } => ("end program", name.as_ref()),
        UnitKind::Module { name } => ("end module", Some(name)),
        UnitKind::Submodule { name, .. } => ("end submodule", Some(name)),
        UnitKind::Subroutine { name, .. } => ("end subroutine", Some(name)),
        UnitKind::Function { name, .. } => ("end function", Some(name)),
        UnitKind::ModuleProcedure { name } => ("end procedure", Some(name)),
        UnitKind::BlockData { name } => ("end block data", name.as_ref()),
    }
}
