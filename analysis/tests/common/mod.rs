//! From Fortran text to analyses.

use adc_analysis::{analyse, Analyses, HeadSpec, Options, ZoneSet};
use adc_frontend::dump::expr_text;
use adc_frontend::ir::*;
use adc_frontend::parse::{parse, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};

/// A program, its analyses and its text.
pub struct Case {
    pub program: Program,
    pub analyses: Analyses,
    pub map: SourceMap,
}

/// Parses free-form text, which must be without errors.
pub fn read(text: &str) -> (Program, SourceMap) {
    let mut map = SourceMap::default();
    let file = map.add("test.f90", text, Form::Free);
    let (tree, mut problems) = parse(&mut map, file, &ParseOptions::default(), &mut |_, _, _| None);
    let (program, more) = resolve(&[tree]);
    problems.extend(more);
    let errors: Vec<_> = problems.iter().map(|d| format!("{d:?}")).collect();
    assert!(errors.is_empty(), "{text}\n{}", errors.join("\n"));
    (program, map)
}

pub fn unit(program: &Program, name: &str) -> UnitId {
    let found = program
        .units
        .iter()
        .find(|(_, u)| u.name == name && !u.prefix.interface_body);
    found.unwrap_or_else(|| panic!("no unit {name}")).0
}

/// `unit:name`, the unit as the scope to look from.
pub fn symbol(program: &Program, path: &str) -> SymbolId {
    let (u, name) = path.split_once(':').expect("unit:name");
    program
        .lookup(unit(program, u), name)
        .unwrap_or_else(|| panic!("no symbol {path}"))
}

/// Analyses `head` for `independents` and `dependents`, separated by blanks.
pub fn case_with(text: &str, head: &str, independents: &str, dependents: &str, options: &Options) -> Case {
    let (program, map) = read(text);
    let list = |names: &str| {
        names
            .split_whitespace()
            .map(|n| symbol(&program, &format!("{head}:{n}")))
            .collect()
    };
    let spec = HeadSpec::new(unit(&program, head), list(independents), list(dependents));
    let analyses = analyse(&program, &spec.into(), options);
    Case { program, analyses, map }
}

pub fn case(text: &str, head: &str, independents: &str, dependents: &str) -> Case {
    case_with(text, head, independents, dependents, &Options::default())
}

impl Case {
    /// Names of the active variables of a unit, in order of declaration.
    pub fn active(&self, name: &str) -> String {
        let u = unit(&self.program, name);
        let symbols = self.program.units[u].symbols.iter();
        let active = symbols.filter(|&&s| self.analyses.activity.is_active(u, s));
        active
            .map(|&s| self.program.symbols[s].name.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// For each statement of a unit, true if it is a passive call.
    pub fn passive_calls(&self, name: &str) -> Vec<bool> {
        let body = &self.program.units[unit(&self.program, name)].body;
        body.iter()
            .map(|s| self.analyses.activity.is_passive_call(s.id))
            .collect()
    }

    /// Names of the variables of a unit that have an active value somewhere.
    pub fn valued(&self, name: &str) -> Vec<String> {
        let u = unit(&self.program, name);
        let valued = |s: SymbolId| {
            let mut zones = self.analyses.zones.of(s).iter();
            zones.any(|&z| self.analyses.activity.has_active_value(z))
        };
        let symbols = self.program.units[u].symbols.iter().filter(|&&s| valued(s));
        symbols.map(|&s| self.program.symbols[s].name.to_string()).collect()
    }

    /// Names of the active zones of a unit's variables.
    pub fn active_parts(&self, name: &str) -> String {
        let u = unit(&self.program, name);
        let zones = &self.analyses.zones;
        let mut list = vec![];
        for &s in &self.program.units[u].symbols {
            let active = zones
                .of(s)
                .iter()
                .filter(|&&z| self.analyses.activity.zone_is_active(z));
            list.extend(active.map(|&z| zones.name(&self.program, s, z)));
        }
        list.join(" ")
    }

    pub fn is_active(&self, path: &str) -> bool {
        let (u, _) = path.split_once(':').expect("unit:name");
        self.analyses
            .activity
            .is_active(unit(&self.program, u), symbol(&self.program, path))
    }

    pub fn unit_is_active(&self, name: &str) -> bool {
        self.analyses.activity.unit_is_active(unit(&self.program, name))
    }

    /// Names in a set of zones, sorted.
    pub fn names(&self, set: &ZoneSet) -> String {
        let zones = &self.analyses.zones;
        let names = set.iter().flat_map(|z| {
            let members = zones.members(z).iter();
            members.map(move |&s| zones.name(&self.program, s, z))
        });
        let mut list: Vec<_> = names.collect();
        list.sort();
        list.dedup();
        list.join(" ")
    }

    /// Summary of a unit: `USE | MOD | KILL`.
    pub fn summary(&self, name: &str) -> String {
        let s = self
            .analyses
            .summaries
            .get(unit(&self.program, name))
            .expect("a summary");
        [&s.reads, &s.writes, &s.must_writes]
            .map(|set| self.names(set))
            .join(" | ")
    }

    /// The proper sections of arrays that a unit may write.
    pub fn sections(&self, name: &str) -> String {
        let u = unit(&self.program, name);
        let found = self.analyses.sections.of_unit(u).map(|(zone, section)| {
            let symbol = self.analyses.zones.symbol_in(&self.program, u, zone);
            let subscripts = section.iter().map(|x| x.subscript()).collect();
            let text = expr_text(&self.program, &index(var(&self.program, symbol), subscripts));
            text.replace('[', "(").replace(']', ")")
        });
        found.collect::<Vec<_>>().join(" ")
    }

    pub fn listing(&self) -> String {
        adc_analysis::show::activity(&self.program, &self.analyses, &self.map)
    }
}
