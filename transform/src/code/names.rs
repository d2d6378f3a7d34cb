//! Names of generated entities, unique in their scope.
//!
//! This module alone decides names of generated entities: shadows have the primal's name with a suffix (`xb`, `xd`),
//! likewise derivative procedures and modules (`foo_b`, `m_b`); temporaries have descriptive stems. A taken name gets a
//! number. Fortran ignores case, so names are compared folded; 63 characters are the limit.

use crate::options::UnitSuffix;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics;
use adc_frontend::ir::{visit, Block, CommonId, Program, SymbolId, UnitId, Variable};
use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::Arc;

/// Maximal length of a name in Fortran.
pub(crate) const LIMIT: usize = 63;

/// The names taken in one scope.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    taken: BTreeSet<SmolStr>,
    /// Names of the enclosing scopes, which many scopes share.
    around: Arc<BTreeSet<SmolStr>>,
    /// Names that shadows of visible variables have, or will have: no other entity may use them. Those for the
    /// enclosing scopes are recognised by their suffix.
    shadows: BTreeSet<SmolStr>,
    suffix: Option<SmolStr>,
    /// For each stem, the least number that may be free: names are taken, and never released.
    numbers: HashMap<SmolStr, usize>,
    /// Number of names of [`Namer::reserve_all`] that are taken.
    listed: usize,
}

impl Namer {
    /// All names that could conflict with a name in `unit`: those that the unit and its hosts see, those that it calls,
    /// the names of its constructs, and declarations of its internal procedures (a name of the host would change its
    /// meaning there).
    pub fn of_unit(program: &Program, unit: UnitId) -> Namer {
        Namer::within(program, unit, Arc::new(names_around(program, unit)))
    }

    /// The same if the names of the enclosing scopes are known.
    fn within(program: &Program, unit: UnitId, around: Arc<BTreeSet<SmolStr>>) -> Namer {
        let mut namer = Namer {
            around,
            ..Namer::default()
        };
        add_scope(program, unit, &mut namer.taken);
        for &inner in &program.units[unit].contains {
            add_scope(program, inner, &mut namer.taken);
        }
        // the derivative has constructs of the same names
        for u in [Some(unit), program.units[unit].shares].into_iter().flatten() {
            constructs(&program.units[u].body, &mut |n| namer.reserve(n));
        }
        namer
    }

    /// Reserves the names of shadows of all visible variables, also of hosts and modules: they may enter the scope at
    /// any time.
    #[must_use]
    pub fn with_shadows(mut self, suffix: &str) -> Namer {
        self.shadows = self.taken.iter().map(|n| fold(&with_suffix(n, suffix))).collect();
        self.suffix = Some(fold(suffix));
        self
    }

    /// True if the name is free.
    pub fn is_free(&self, name: &str) -> bool {
        let name = fold(name);
        !self.taken.contains(&name) && !self.around.contains(&name)
    }

    /// Takes a name.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(fold(name));
    }

    /// Takes all names of a growing list, and remembers its position.
    pub fn reserve_all(&mut self, names: &[SmolStr]) {
        names.iter().skip(self.listed).for_each(|n| {
            self.taken.insert(fold(n));
        });
        self.listed = names.len();
    }

    /// True for names that may be chosen here: free, and not the name of an intrinsic procedure that generated code may
    /// call.
    fn is_usable(&self, name: &str) -> bool {
        self.is_free(name) && intrinsics::find(&fold(name)).is_none()
    }

    /// True for the name of a shadow of a visible variable.
    fn is_shadow(&self, name: &str) -> bool {
        let name = fold(name);
        let of_host = || {
            let suffix = self.suffix.as_ref()?;
            let stem = name.strip_suffix(&**suffix)?;
            // a long name has been truncated
            let from_stem = (Bound::Included(stem), Bound::Unbounded);
            let begins = || {
                self.around
                    .range::<str, _>(from_stem)
                    .next()
                    .is_some_and(|n| n.starts_with(stem))
            };
            let is_cut = name.chars().count() >= LIMIT;
            Some(self.around.contains(stem) || is_cut && begins())
        };
        self.shadows.contains(&name) || of_host() == Some(true)
    }

    /// `stem` if it is free, else `stem` with the least number that makes it free; the name is then taken. If a shadow
    /// has that name, or one with a number appended, another stem is used.
    pub fn fresh(&mut self, stem: &str) -> SmolStr {
        let mut stem = stem.to_string();
        while self.is_shadow(&stem) {
            stem.push('_');
        }
        self.fresh_shadow(&stem)
    }

    /// The same for the name of a shadow.
    pub fn fresh_shadow(&mut self, name: &str) -> SmolStr {
        self.fresh_by(name, |stem, number| {
            stem.chars().take(LIMIT - number.len()).collect::<String>() + number
        })
    }

    /// The same for a global name. A long name keeps its suffix, so those of several modes stay apart.
    fn fresh_global(&mut self, name: &str) -> SmolStr {
        self.fresh_by(name, |stem, number| {
            let (name, suffix) = stem.rsplit_once('_').unwrap_or((stem, ""));
            match suffix.is_empty() {
                true => with_suffix(name, number),
                false => with_suffix(name, &format!("_{suffix}{number}")),
            }
        })
    }

    fn fresh_by(&mut self, name: &str, numbered: impl Fn(&str, &str) -> String) -> SmolStr {
        let stem: String = name.chars().take(LIMIT).collect();
        let mut name = stem.clone();
        let key = fold(&stem);
        let mut n = self.numbers.get(&key).copied().unwrap_or(0);
        while !self.is_usable(&name) {
            let number = n.to_string();
            name = numbered(&stem, &number);
            n += 1;
        }
        if n > 0 {
            self.numbers.insert(key, n);
        }
        self.reserve(&name);
        name.into()
    }
}

/// Names of the scopes around a unit.
fn names_around(program: &Program, unit: UnitId) -> BTreeSet<SmolStr> {
    let mut out = BTreeSet::new();
    hosts(program, unit).for_each(|u| add_scope(program, u, &mut out));
    out
}

fn hosts(program: &Program, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    std::iter::successors(program.units[unit].parent, |&u| program.units[u].parent)
}

fn add_scope(program: &Program, u: UnitId, out: &mut BTreeSet<SmolStr>) {
    let unit = &program.units[u];
    out.insert(fold(&unit.name));
    out.extend(unit.names.keys().cloned());
    for &s in &unit.symbols {
        if !program.symbols[s].variable().is_some_and(Variable::is_in_type) {
            out.insert(fold(&program.symbols[s].name));
        }
    }
    for c in &unit.commons {
        out.insert(fold(&program.commons[c.common].name));
    }
}

/// The names of the constructs of a body.
pub(crate) fn constructs(body: &Block, f: &mut dyn FnMut(&SmolStr)) {
    visit::walk_block(body, &mut |s| s.kind.construct_name().into_iter().for_each(&mut *f));
}

/// The sizes of the scopes of a unit and around it. Names are added and never removed, so equal sizes mean equal names.
type Stamp = Vec<(UnitId, usize, usize, usize)>;

/// Names of the scopes around units, computed once for all units of a scope.
#[derive(Clone, Default)]
pub(crate) struct Scopes(HashMap<UnitId, (Stamp, Arc<BTreeSet<SmolStr>>)>);

impl Scopes {
    /// See [`Namer::of_unit`].
    pub fn namer(&mut self, program: &Program, unit: UnitId) -> Namer {
        let Some(parent) = program.units[unit].parent else {
            return Namer::of_unit(program, unit);
        };
        let size = |u: UnitId| {
            let scope = &program.units[u];
            (u, scope.names.len(), scope.symbols.len(), scope.commons.len())
        };
        let stamp: Stamp = hosts(program, unit).map(size).collect();
        let known = self.0.get(&parent).filter(|k| k.0 == stamp).map(|k| Arc::clone(&k.1));
        let around = known.unwrap_or_else(|| {
            let around = Arc::new(names_around(program, unit));
            self.0.insert(parent, (stamp, Arc::clone(&around)));
            around
        });
        Namer::within(program, unit, around)
    }
}

/// Names of top-level units and of COMMON blocks, as far as they have been scanned.
#[derive(Clone, Default)]
pub(crate) struct GlobalNames {
    namer: Namer,
    last: Option<UnitId>,
    last_common: Option<CommonId>,
}

impl GlobalNames {
    /// `stem`, or `stem` with a number if the name is taken.
    pub fn fresh(&mut self, program: &Program, stem: &str) -> SmolStr {
        for (id, u) in program.units.after(self.last) {
            self.last = Some(id);
            if u.parent.is_none() {
                self.namer.reserve(&u.name);
            }
        }
        for (id, c) in program.commons.after(self.last_common) {
            self.last_common = Some(id);
            self.namer.reserve(&c.name);
        }
        self.namer.fresh_global(stem)
    }
}

/// Name of a symbol with a suffix, in the letter case of the name.
pub fn suffixed(program: &Program, symbol: SymbolId, suffix: &str) -> String {
    with_suffix(&program.symbols[symbol].name, suffix)
}

/// The name of the derivative of a unit.
pub fn of_derivative(name: &str, units: &UnitSuffix) -> String {
    let replaced = units.instead_of.as_ref().and_then(|(old, new)| {
        let stem = name
            .len()
            .checked_sub(old.len())
            .filter(|&n| name.is_char_boundary(n))?;
        let (stem, end) = name.split_at(stem);
        (!stem.is_empty() && end.eq_ignore_ascii_case(old)).then(|| with_suffix(stem, new))
    });
    replaced.unwrap_or_else(|| with_suffix(name, &units.suffix))
}

/// A name with a suffix, in the letter case of the name: `X` gives `XB`, `x` gives `xb`. A long name is truncated
/// before the suffix.
pub fn with_suffix(name: &str, suffix: &str) -> String {
    let name: String = name.chars().take(LIMIT.saturating_sub(suffix.len())).collect();
    let upper = name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase());
    if upper {
        format!("{name}{}", suffix.to_ascii_uppercase())
    } else {
        format!("{name}{suffix}")
    }
}
