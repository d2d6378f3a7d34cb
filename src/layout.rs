//! Which units a text has, and in which order: modules come before their users.
//!
//! A unit that a later step makes again is that of the later step.

use crate::error::Error;
use crate::home::Home;
use crate::program::Read;
use crate::step::Step;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::{Program, UnitId};
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A unit of a text.
#[derive(Clone)]
pub(crate) struct Item {
    /// The number of its step.
    pub(crate) step: usize,
    /// The unit.
    pub(crate) root: UnitId,
    /// Its name, folded.
    pub(crate) name: SmolStr,
    /// The modules that it uses.
    modules: BTreeSet<SmolStr>,
}

/// The units of all steps, in order.
pub(crate) fn items(steps: &[Step]) -> Vec<Item> {
    let mut all: Vec<Item> = vec![];
    for (step, s) in steps.iter().enumerate() {
        let program = &s.made.program.program;
        let own = s.roots.iter().map(|&root| Item {
            step,
            root,
            name: fold(&program.units[root].name),
            modules: modules_of(program, root),
        });
        let own: Vec<Item> = own.collect();
        let again: HashSet<&SmolStr> = own.iter().map(|i| &i.name).collect();
        all.retain(|i| i.name.is_empty() || !again.contains(&i.name));
        all.extend(own);
    }
    in_order(all)
}

/// Modules before their users; otherwise, the order remains.
fn in_order(mut items: Vec<Item>) -> Vec<Item> {
    let mut left: HashSet<SmolStr> = items.iter().map(|i| i.name.clone()).collect();
    let mut out = vec![];
    while !items.is_empty() {
        let is_ready = |i: &Item| !i.modules.iter().any(|m| *m != i.name && left.contains(m));
        let next = items.iter().position(is_ready).unwrap_or(0);
        let item = items.remove(next);
        left.remove(&item.name);
        out.push(item);
    }
    out
}

/// True if the units of all steps have an order: no modules use each other.
pub(crate) fn have_order(steps: &[Step]) -> bool {
    let items = items(steps);
    let mut left: HashSet<&SmolStr> = items.iter().map(|i| &i.name).collect();
    items.iter().all(|i| {
        left.remove(&i.name);
        !i.modules.iter().any(|m| left.contains(m))
    })
}

/// The units by files, each file before those that use its modules.
///
/// # Errors
/// If files would use modules of each other.
pub(crate) fn by_file(steps: &[Step], read: &Read) -> Result<Vec<(Home, Vec<Item>)>, Error> {
    let items = items(steps);
    let homes = homes(steps, &items);
    let mut files: IndexMap<Home, Vec<Item>> = IndexMap::new();
    for item in items {
        if let Some(home) = homes.get(&item.name) {
            files.entry(*home).or_default().push(item);
        }
    }
    let mut order = vec![];
    while !files.is_empty() {
        let needs = |(home, items): (&Home, &Vec<Item>)| {
            let used = items.iter().flat_map(|i| &i.modules);
            let mut of = used.filter_map(|m| homes.get(m));
            !of.any(|h| h != home && files.contains_key(h))
        };
        let Some(next) = files.iter().position(needs) else {
            return Err(cycle(files.keys(), read));
        };
        order.extend(files.shift_remove_index(next));
    }
    Ok(order)
}

/// The file of each unit, by its name. A unit without an original stands in the file of the first unit that uses it, or
/// else in that of the first head.
fn homes(steps: &[Step], items: &[Item]) -> HashMap<SmolStr, Home> {
    let mut homes = HashMap::new();
    // users come after what they use
    for item in items.iter().rev() {
        let user = || items.iter().find(|i| i.modules.contains(&item.name));
        let of_user = || homes.get(&user()?.name).copied();
        let step = &steps[item.step];
        let home = step.home(item.root).or_else(of_user).or_else(|| step.first_home());
        homes.extend(home.map(|h| (item.name.clone(), h)));
    }
    homes
}

/// The error about files that would use modules of each other.
fn cycle<'h>(homes: impl Iterator<Item = &'h Home>, read: &Read) -> Error {
    let mut known = HashSet::new();
    let sources = homes.map(|h| h.source).filter(|s| known.insert(*s));
    let names: Vec<String> = sources.map(|s| format!("`{}`", read.map.file(s).name)).collect();
    Error::of_request(format!(
        "the derivatives of {} use modules of each other, so no order of files exists; write one file: `-o FILE`",
        names.join(", ")
    ))
}

/// Names of the modules that a unit uses, its contained procedures included.
pub(crate) fn modules_of(program: &Program, unit: UnitId) -> BTreeSet<SmolStr> {
    let u = &program.units[unit];
    let own = u.uses.iter().map(|x| fold(&x.name));
    let inner = u.contains.iter().chain(u.interfaces.iter().flat_map(|i| &i.bodies));
    own.chain(inner.flat_map(|&c| modules_of(program, c))).collect()
}
