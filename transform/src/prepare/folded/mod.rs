//! Folds submodules into their modules if derivative code needs their entities.
//!
//! The entities of a submodule are invisible from outside. Its variables, types and procedures become private entities
//! of the ancestor module in the input program ([`fold`]), and differentiation starts again: for the rest of the crate
//! they are ordinary private entities ([`crate::assemble::enlarged`]). The empty submodule remains, and a [`Record`]
//! notes that it is folded: the generated file replaces its file.
//!
//! A submodule is folded together with the submodules around it, those inside it, and those that share a file with any
//! of them or with the module.

mod fold;
mod imports;
mod joined;
mod names;

use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
use std::borrow::Cow;
use std::sync::Arc;

/// The reason why a submodule must be folded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cause {
    /// A derivative needs its entity.
    Entity(SymbolId),
    /// A local variable of one of its procedures keeps its value.
    State(SymbolId),
    /// It calls a procedure with such a variable.
    CallsState(UnitId),
    /// It shares a file with this module, which is regenerated.
    Beside(UnitId),
}

/// Submodules to be folded.
pub(crate) type Wanted = IndexMap<UnitId, Cause>;

/// A program with some of its submodules folded.
pub(crate) struct Folded<'p> {
    /// The program; entities of folded submodules are private.
    pub program: Cow<'p, Program>,
    /// The record of the folding.
    pub record: Arc<Record>,
}

/// The record of folded submodules.
#[derive(Clone, Default, Debug)]
pub(crate) struct Record {
    /// Entities of modules that a submodule declared.
    pub moved: IndexMap<SymbolId, UnitId>,
    /// The folded submodules, without those that the user left empty.
    pub submodules: IndexSet<UnitId>,
}

impl Record {
    /// The submodules that are folded into a module.
    pub fn of_module<'a>(&'a self, program: &'a Program, module: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        let all = self.submodules.iter().copied();
        all.filter(move |&s| program.outermost(s) == module)
    }

    /// The files of a module and of the submodules folded into it, as units.
    pub fn files_of<'p>(&self, program: &'p Program, module: UnitId) -> Vec<&'p [UnitId]> {
        let mut files: Vec<&[UnitId]> = vec![];
        for u in [module].into_iter().chain(self.of_module(program, module)) {
            let file = program.same_file(u);
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// A text about a regenerated module: the submodules in it, and the files that the generated file replaces.
    pub fn replaced(&self, program: &Program, module: UnitId) -> String {
        let names: Vec<String> = self
            .of_module(program, module)
            .map(|s| format!("`{}`", program.units[s].name))
            .collect();
        let submodules = match names.as_slice() {
            [] => String::new(),
            [one] => format!("its submodule {one}, "),
            all => format!("its submodules {}, ", all.join(", ")),
        };
        match self.files_of(program, module).len() {
            0 | 1 => format!("{submodules}and the rest of its file: compile the generated file instead of that file"),
            _ => format!("{submodules}and the rest of their files: compile the generated file instead of these files"),
        }
    }
}

impl<'p> Folded<'p> {
    /// A program with all submodules unchanged.
    pub fn new(program: &'p Program) -> Self {
        let mut folded = Folded {
            program: Cow::Borrowed(program),
            record: Arc::default(),
        };
        for s in submodules(program) {
            hide(folded.program.to_mut(), s);
        }
        folded
    }

    /// Calls `work` on the program repeatedly, folding the submodules that it requests.
    pub fn until<T>(mut self, work: impl Fn(&Self) -> Result<T, Wanted>) -> Result<T, Vec<Diagnostic>> {
        loop {
            match work(&self) {
                Ok(made) => return Ok(made),
                Err(wanted) => self.fold(wanted)?,
            }
        }
    }

    fn fold(&mut self, wanted: Wanted) -> Result<(), Vec<Diagnostic>> {
        let set = closure(&self.program, wanted);
        let all: Vec<UnitId> = set.keys().copied().collect();
        let refused: Vec<Diagnostic> = set
            .iter()
            .filter_map(|(&s, &cause)| Some(refusal(&self.program, s, cause, obstacle(&self.program, &all, s)?)))
            .collect();
        if !refused.is_empty() {
            return Err(refused);
        }
        let set: IndexSet<UnitId> = set.into_keys().collect();
        let record = Arc::make_mut(&mut self.record);
        fold::fold(self.program.to_mut(), &set, &mut record.moved);
        record.submodules.extend(set);
        Ok(())
    }
}

/// The submodule that declares an entity.
pub(crate) fn submodule_of(program: &Program, s: SymbolId) -> Option<UnitId> {
    let owner = program.symbols[s].owner?;
    (program.units[owner].kind == UnitKind::Submodule).then_some(owner)
}

/// The submodule around a unit.
pub(crate) fn submodule_around(program: &Program, unit: UnitId) -> Option<UnitId> {
    let mut around = std::iter::successors(Some(unit), |&u| program.units[u].parent);
    around.find(|&u| program.units[u].kind == UnitKind::Submodule)
}

/// All submodules, parents first; folded ones are empty.
fn submodules(program: &Program) -> Vec<UnitId> {
    let all = program.units.iter();
    let of_kind = all.filter(|(_, u)| u.kind == UnitKind::Submodule);
    let mut found: Vec<UnitId> = of_kind.map(|(s, _)| s).collect();
    let depth = |s: UnitId| std::iter::successors(Some(s), |&u| program.units[u].parent).count();
    found.sort_by_key(|&s| (depth(s), s));
    found
}

/// Entities that a submodule declares by a name: neither components nor entities of its procedures.
fn own(program: &Program, submodule: UnitId) -> IndexSet<SymbolId> {
    let u = &program.units[submodule];
    let listed = u.symbols.iter().chain(u.names.values()).copied();
    listed
        .filter(|&s| program.symbols[s].owner == Some(submodule))
        .collect()
}

/// The symbol by which the module declares a separate procedure.
fn announcement(program: &Program, unit: UnitId) -> Option<SymbolId> {
    let u = &program.units[unit];
    let folded = adc_frontend::ast::fold(&u.name);
    let hosts = std::iter::successors(u.parent, |&h| program.units[h].parent);
    let mut named = hosts.filter_map(|h| program.units[h].names.get(&folded).copied());
    let found = named.find(|&s| Some(s) != u.symbol)?;
    let announces = matches!(&program.symbols[found].kind,
        SymbolKind::Procedure(p) if p.class == ProcClass::Module && p.interface.is_some());
    (u.prefix.module && announces).then_some(found)
}

/// Makes the entities of a submodule private, except procedures that the module declares.
fn hide(program: &mut Program, submodule: UnitId) {
    for s in own(program, submodule) {
        let announced = program.definition(s).and_then(|u| announcement(program, u));
        let is_seen = announced.is_some_and(|a| submodule_of(program, a).is_none());
        program.symbols[s].private = !is_seen;
    }
}

/// The submodules that must be folded together.
fn closure(program: &Program, mut wanted: Wanted) -> Wanted {
    let all = submodules(program);
    loop {
        let mut found = vec![];
        for (&s, &cause) in &wanted {
            let mut around = std::iter::successors(Some(s), |&u| program.units[u].parent);
            found.extend(around.by_ref().map(|u| (u, cause)));
            let inside = all.iter().filter(|&&x| program.units[x].parent == Some(s));
            found.extend(inside.map(|&x| (x, cause)));
            let module = program.outermost(s);
            for root in [s, module] {
                let beside = program.same_file(root).iter();
                found.extend(beside.map(|&x| (x, Cause::Beside(module))));
            }
        }
        let before = wanted.len();
        for (s, cause) in found.into_iter().filter(|(s, _)| all.contains(s)) {
            wanted.entry(s).or_insert(cause);
        }
        if wanted.len() == before {
            // parents first
            return all.into_iter().filter_map(|s| Some((s, *wanted.get(&s)?))).collect();
        }
    }
}

/// The reason why a submodule cannot be folded into its module.
struct Obstacle {
    place: Span,
    why: String,
}

/// `all`: the submodules that are folded together.
fn obstacle(program: &Program, all: &[UnitId], submodule: UnitId) -> Option<Obstacle> {
    let module = program.outermost(submodule);
    let name = |u: UnitId| &program.units[u].name;
    let mut uses = vec![];
    uses_in(program, submodule, &mut uses);
    for used in uses {
        let Some(m) = used.module.filter(|&m| reaches(program, m, module)) else {
            continue;
        };
        let through = match m == module {
            true => String::new(),
            false => format!(", which uses `{}`", name(module)),
        };
        return Some(Obstacle {
            place: used.span,
            why: format!("it uses module `{}`{through}", name(m)),
        });
    }
    let known: IndexSet<CommonId> = imports::others(program, submodule)
        .into_iter()
        .flat_map(|u| program.units[u].commons.iter().map(|c| c.common))
        .collect();
    let shared = program.units[submodule]
        .commons
        .iter()
        .find(|c| known.contains(&c.common));
    shared
        .map(|c| Obstacle {
            place: c.span,
            why: "the module or another submodule also declares this COMMON block".into(),
        })
        .or_else(|| imports::obstacle(program, submodule))
        .or_else(|| names::obstacle(program, all, submodule))
}

/// The USE statements of a unit, of its contained procedures and of its interface bodies.
fn uses_in<'a>(program: &'a Program, unit: UnitId, out: &mut Vec<&'a Use>) {
    let u = &program.units[unit];
    out.extend(&u.uses);
    let bodies = u.interfaces.iter().flat_map(|b| &b.bodies);
    for &inner in u.contains.iter().chain(bodies) {
        uses_in(program, inner, out);
    }
}

/// True for a module that is another one or uses it, directly or not.
fn reaches(program: &Program, from: UnitId, module: UnitId) -> bool {
    let mut seen = IndexSet::from([from]);
    let mut at = 0;
    while let Some(&m) = seen.get_index(at) {
        at += 1;
        let mut uses = vec![];
        uses_in(program, m, &mut uses);
        seen.extend(uses.iter().filter_map(|u| u.module));
    }
    seen.contains(&module)
}

fn refusal(program: &Program, submodule: UnitId, cause: Cause, obstacle: Obstacle) -> Diagnostic {
    let name = |u: UnitId| &program.units[u].name;
    let (s, m) = (name(submodule), name(program.outermost(submodule)));
    let whole = program.units[submodule].span;
    let (code, span, message, help) = match cause {
        Cause::Entity(x) => {
            let entity = &program.symbols[x];
            let message = format!(
                "the derivative needs `{}`, which is not accessible outside submodule `{s}`",
                entity.name
            );
            let help = format!("declare `{}` in module `{m}`", entity.name);
            (codes::PRIVATE_ENTITY, entity.span, message, help)
        }
        Cause::State(x) => {
            let state = &program.symbols[x];
            let message = format!(
                "`{}` keeps its value between calls, and belongs to a procedure of submodule `{s}`",
                state.name
            );
            let help = "make it an argument or a module variable".into();
            (codes::STATE_BETWEEN_CALLS, state.span, message, help)
        }
        Cause::CallsState(u) => {
            let message = format!("submodule `{s}` calls `{}`, which keeps values between calls", name(u));
            let help = format!("make the saved variables of `{}` module variables", name(u));
            (codes::STATE_BETWEEN_CALLS, whole, message, help)
        }
        Cause::Beside(b) => {
            let message = format!(
                "the generated file must contain module `{}`, but would lack submodule `{s}`",
                name(b)
            );
            let help =
                "make the entities public that the derivative needs, or move the submodule to a separate file".into();
            (codes::PRIVATE_ENTITY, whole, message, help)
        }
    };
    let why = format!("`{s}` cannot be folded into `{m}`: {}", obstacle.why);
    Diagnostic::error(code, span, message)
        .also(obstacle.place, why)
        .help(help)
}

/// Units of a submodule: itself, its contained procedures at any depth, and its interface bodies.
fn parts(program: &Program, submodule: UnitId) -> Vec<UnitId> {
    let mut found = vec![submodule];
    let mut at = 0;
    while let Some(&u) = found.get(at) {
        at += 1;
        let unit = &program.units[u];
        found.extend(
            unit.contains
                .iter()
                .chain(unit.interfaces.iter().flat_map(|b| &b.bodies)),
        );
    }
    found
}
