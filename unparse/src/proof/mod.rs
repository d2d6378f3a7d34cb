//! A proof about the output: every printed name means what the representation meant.
//!
//! The printer takes the name of a symbol from [`adc_frontend::local_names`] and notes it with its unit ([`Names`]).
//! The front end parses the printed text again, with the modules that it uses. Then each noted name is looked up in its
//! unit as Fortran does: in the unit, by USE, in its hosts. The result must be the printed symbol; both sides identify
//! it by the module or printed unit that declares it and by its name there. Names of intrinsic procedures and of the
//! tape, which have no symbols, must denote these.
//!
//! No global name is given twice, by the text or by a source that it does not replace.
//!
//! So the proof assumes nothing about the choice of names. A name that a construct declares (BLOCK, ASSOCIATE, SELECT
//! TYPE) must not hide a symbol that its block mentions. Ignored: components and keywords, which are in no scope;
//! indices of DO CONCURRENT; interface bodies, whose hosts are not theirs.

mod constructs;
mod expected;

use adc_frontend::ast::{self, fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use adc_frontend::local_names::LocalNames;
use adc_frontend::refs::{Fixed, Table};
use adc_frontend::resolve;
use adc_frontend::span::Span;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;

/// The names in the text of each unit, noted while it is raised.
#[derive(Default)]
pub(crate) struct Noted(HashMap<UnitId, Mutex<BTreeMap<SymbolId, SmolStr>>>);

impl Noted {
    pub(crate) fn new(units: impl Iterator<Item = UnitId>) -> Noted {
        Noted(units.map(|u| (u, Mutex::default())).collect())
    }

    /// The name of a symbol in a unit; notes it.
    pub(crate) fn name(&self, unit: UnitId, symbol: SymbolId, find: impl FnOnce() -> SmolStr) -> SmolStr {
        match self.0.get(&unit).and_then(|m| m.lock().ok()) {
            Some(mut known) => known.entry(symbol).or_insert_with(find).clone(),
            None => find(),
        }
    }
}

/// The names of a text with their intended meanings.
pub struct Names {
    noted: Noted,
    refs: Table,
    roots: Vec<UnitId>,
}

impl Names {
    pub(crate) fn new(noted: Noted, refs: Table, roots: &[UnitId]) -> Names {
        let roots = roots.to_vec();
        Names { noted, refs, roots }
    }

    /// The names of two texts, of which the second follows the first.
    #[must_use]
    pub fn and(mut self, next: Names) -> Names {
        self.noted.0.extend(next.noted.0);
        self.refs.extend(next.refs);
        self.roots.extend(next.roots);
        self
    }

    /// Names of the text with another meaning than intended. `printed` is the reparsed text with its errors, and
    /// `others` are the files of the program.
    pub fn misread(
        &self,
        program: &Program,
        (printed, unread): (&ast::File, &[Diagnostic]),
        others: &[ast::File],
    ) -> Vec<Diagnostic> {
        // generated code names placeholders where the original does
        let placeholders = !program.unknown.is_empty();
        let read = resolve::declarations(printed, others, program.kinds, placeholders);
        let modules = read.program.units.iter().filter(|(_, u)| u.kind == UnitKind::Module);
        let mut check = Check {
            program,
            names: self,
            local: LocalNames::new(program),
            read: &read.program,
            counterpart: HashMap::new(),
            modules: HashMap::new(),
            given: modules.map(|(_, u)| fold(&u.name)).collect(),
            components: expected::components(program),
            wrong: vec![],
        };
        let is_missing = |d: &&Diagnostic| d.code == codes::UNKNOWN_MODULE;
        for d in read
            .errors
            .iter()
            .filter(|d| !is_missing(d))
            .chain(unread.iter().filter(|d| d.is_error()))
        {
            check.wrong.push(internal(&d.message));
        }
        for name in resolve::given_twice(printed, others) {
            check
                .wrong
                .push(internal(&format!("another unit has the name `{name}`")));
        }
        if self.roots.len() != read.roots.len() {
            check.wrong.push(internal("its program units differ"));
        }
        for (&unit, &again) in self.roots.iter().zip(&read.roots) {
            check.pair(unit, again);
        }
        let pairs: Vec<(UnitId, UnitId)> = check.counterpart.iter().map(|(&a, &b)| (a, b)).collect();
        for (unit, again) in pairs {
            check.unit(unit, again);
        }
        check.wrong.sort_by(|a, b| a.message.cmp(&b.message));
        check.wrong
    }
}

/// The error for a wrong name.
fn internal(what: &str) -> Diagnostic {
    let text = format!("the generated code is wrong: {what}");
    Diagnostic::error(codes::MISREAD_NAME, Span::NONE, text).help(
        "this is a bug in adc; please report it, with your program; until it is fixed, rename these entities in your program",
    )
}

struct Check<'a> {
    program: &'a Program,
    names: &'a Names,
    local: LocalNames,
    read: &'a Program,
    /// The reparsed counterparts of units.
    counterpart: HashMap<UnitId, UnitId>,
    /// Printed modules by folded name.
    modules: HashMap<SmolStr, UnitId>,
    /// Modules that were available when the text was parsed, folded.
    given: HashSet<SmolStr>,
    /// Symbols of components, which are in no scope.
    components: HashSet<SymbolId>,
    wrong: Vec<Diagnostic>,
}

impl Check<'_> {
    fn pair(&mut self, unit: UnitId, again: UnitId) {
        let (u, r) = (&self.program.units[unit], &self.read.units[again]);
        if fold(&u.name) != fold(&r.name) || u.contains.len() != r.contains.len() {
            let what = format!("`{}` was read as `{}`", u.name, r.name);
            self.wrong.push(internal(&what));
            return;
        }
        if u.kind == UnitKind::Module {
            self.modules.insert(fold(&u.name), unit);
        }
        self.counterpart.insert(unit, again);
        for (&inner, &inner_again) in u.contains.iter().zip(&r.contains) {
            self.pair(inner, inner_again);
        }
    }

    fn unit(&mut self, unit: UnitId, again: UnitId) {
        let Some(refs) = self.names.refs.get(&unit) else { return };
        let lookup = |name: &str| self.read.lookup(again, &fold(name));
        let mut wrong = vec![];
        for (name, &meaning) in &refs.fixed {
            if !self.is_fixed(meaning, name, lookup(name)) {
                wrong.push(name.clone());
            }
        }
        let noted = self.names.noted.0.get(&unit).and_then(|m| m.lock().ok());
        for (&s, name) in noted.iter().flat_map(|m| m.iter()) {
            let found = lookup(name);
            if self.is_scoped(unit, s) && !self.is_placeholder(s, found) && !self.is_meant(unit, s, name, found) {
                wrong.push(name.clone());
            }
        }
        if let Some(noted) = &noted {
            wrong.extend(self.hidden(unit, noted));
        }
        wrong.extend(self.named_as_modules(again));
        for name in wrong {
            let what = format!(
                "in `{}`, the name `{name}` refers to another entity than intended",
                self.program.units[unit].name
            );
            self.wrong.push(internal(&what));
        }
    }

    /// True for a name that no file declares, neither in the program nor in the text.
    fn is_placeholder(&self, s: SymbolId, found: Option<SymbolId>) -> bool {
        self.program.unknown.contains(&s) && found.is_none_or(|f| self.read.symbols[f].ty() == Ty::Typeless)
    }

    /// Names that a printed unit declares although modules that it uses export them.
    fn named_as_modules(&self, again: UnitId) -> impl Iterator<Item = SmolStr> + '_ {
        let unit = &self.read.units[again];
        let declares = move |name: &SmolStr| {
            let found = unit.names.get(&fold(name));
            found.is_some_and(|&s| self.read.symbols[s].owner == Some(again))
        };
        unit.uses.iter().map(|u| u.name.clone()).filter(declares)
    }

    /// True if a name denotes an intrinsic or external procedure.
    fn is_fixed(&self, meaning: Fixed, name: &str, found: Option<SymbolId>) -> bool {
        let found = found.map(|s| &self.read.symbols[s]);
        match (meaning, found.map(|s| &s.kind)) {
            (Fixed::Intrinsic(_) | Fixed::External, None) => true,
            (Fixed::Module(_), None) => false,
            (Fixed::Intrinsic(id) | Fixed::Module(id), Some(SymbolKind::Intrinsic(other))) => {
                id.row().name == other.row().name
            }
            (Fixed::Intrinsic(_), Some(SymbolKind::Generic(g))) => {
                g.intrinsic.is_some() && g.specifics.iter().all(|&p| expected::takes_records(self.read, p))
            }
            (Fixed::External, Some(kind)) => expected::is_external(kind),
            // the declaration of an external procedure begins like that of a variable
            (Fixed::Intrinsic(_), Some(SymbolKind::Procedure(p))) => {
                p.unit.is_none() && adc_frontend::intrinsics::find(name).is_none()
            }
            (Fixed::Intrinsic(_) | Fixed::Module(_), Some(_)) => false,
        }
    }
}
