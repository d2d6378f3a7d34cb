//! Names of generated entities, unique in the scope that will hold them.
//!
//! The one place that knows what a generated entity is called: shadows are the primal's name with a
//! suffix (`xb`, `xd`), derivative procedures and modules likewise (`foo_b`, `m_b`), temporaries have speaking
//! stems. A name that is taken gets a number. Fortran folds case, so names compare folded; 63 characters are the limit.

use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics;
use adc_frontend::ir::{visit, Program, SymbolId, SymbolKind, UnitId};
use std::collections::BTreeSet;

/// Characters of a name in Fortran.
pub(crate) const LIMIT: usize = 63;

/// The names taken in one scope.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    taken: BTreeSet<SmolStr>,
    /// Names that shadows of what can be seen have, or will have: nothing else may be called so.
    shadows: BTreeSet<SmolStr>,
}

impl Namer {
    /// Everything a name in `unit` could clash with: what the unit and its hosts see, what it calls, the names of its constructs, and what
    /// its internal procedures declare (a host's name would change its meaning there).
    pub fn of_unit(program: &Program, unit: UnitId) -> Namer {
        let mut namer = Namer::default();
        let mut at = Some(unit);
        while let Some(u) = at {
            namer.add_scope(program, u);
            at = program.units[u].parent;
        }
        for &inner in &program.units[unit].contains {
            namer.add_scope(program, inner);
        }
        // a derivative has constructs of the same names
        for u in [Some(unit), program.units[unit].shares].into_iter().flatten() {
            visit::walk_block(&program.units[u].body, &mut |s| {
                s.kind.construct_name().into_iter().for_each(|n| namer.reserve(n));
            });
        }
        namer
    }

    fn add_scope(&mut self, program: &Program, u: UnitId) {
        let unit = &program.units[u];
        self.taken.insert(fold(&unit.name));
        self.taken.extend(unit.names.keys().cloned());
        for &s in &unit.symbols {
            if !matches!(&program.symbols[s].kind, SymbolKind::Variable(v) if v.storage == adc_frontend::ir::Storage::Component)
            {
                self.taken.insert(fold(&program.symbols[s].name));
            }
        }
        for c in &unit.commons {
            self.taken.insert(fold(&program.commons[c.common].name));
        }
    }

    /// Keeps the names of the shadows of all that is seen, from hosts and modules too: these may come into the scope at any time.
    #[must_use]
    pub fn with_shadows(mut self, suffix: &str) -> Namer {
        self.shadows = self.taken.iter().map(|n| fold(&with_suffix(n, suffix))).collect();
        self
    }

    /// True when the name is free.
    pub fn is_free(&self, name: &str) -> bool {
        !self.taken.contains(&fold(name))
    }

    /// Takes a name as it is.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(fold(name));
    }

    /// True for names that may be made up here: free, and no intrinsic procedure that generated code may have to call.
    fn is_usable(&self, name: &str) -> bool {
        self.is_free(name) && intrinsics::find(&fold(name)).is_none()
    }

    /// `stem` if it is free, else `stem` with the least number that makes it so; the name is then taken. Where a shadow has that name, or a number behind it, another stem.
    pub fn fresh(&mut self, stem: &str) -> SmolStr {
        let mut stem = stem.to_string();
        while self.shadows.contains(&fold(&stem)) {
            stem.push('_');
        }
        self.fresh_shadow(&stem)
    }

    /// The same for the name of a shadow.
    pub fn fresh_shadow(&mut self, name: &str) -> SmolStr {
        let stem: String = name.chars().take(LIMIT).collect();
        let mut name = stem.clone();
        let mut n = 0;
        while !self.is_usable(&name) {
            let number = n.to_string();
            name = stem.chars().take(LIMIT - number.len()).collect::<String>() + &number;
            n += 1;
        }
        self.reserve(&name);
        name.into()
    }
}

/// Name of a symbol with a suffix, in the letter case of the name.
pub fn suffixed(program: &Program, symbol: SymbolId, suffix: &str) -> String {
    with_suffix(&program.symbols[symbol].name, suffix)
}

/// A name with a suffix, in the letter case of the name: `X` gives `XB`, `x` gives `xb`. A long name loses its end, so that the suffix stays.
pub fn with_suffix(name: &str, suffix: &str) -> String {
    let name: String = name.chars().take(LIMIT.saturating_sub(suffix.len())).collect();
    let upper = name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase());
    if upper {
        format!("{name}{}", suffix.to_ascii_uppercase())
    } else {
        format!("{name}{suffix}")
    }
}
