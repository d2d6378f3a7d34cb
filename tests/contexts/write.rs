//! Generates a procedure `cx_head` that calls the head of a fixture in a context.
//!
//! The variables of the fixture become its arguments `a1`, `a2`, ...: those of modules and COMMON are set before each
//! call and read after it. The context's own variables are `s1`, `s2`, ..., and `t1`, ... if a second set is needed;
//! the procedures between `cx_head` and the head have the arguments `p1`, ....

use super::context::{Context, Control, House, Middle, Storage};
use super::control;
use super::middle::{self, Chain};
use super::place::places;
use super::text::Unit;
use crate::support::numeric::driver::{bounds, type_name};
use crate::support::numeric::spec::{Kind, Place, Spec, Var};

/// The generator for one fixture and one context.
pub struct Wrapper<'a> {
    /// The fixture.
    pub spec: &'a Spec,
    /// The context.
    pub context: Context,
}

/// `a1, a2, ...`
pub fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (1..=count).map(|i| format!("{prefix}{i}")).collect()
}

impl Wrapper<'_> {
    /// The source with the original in the middle: the header of a fixture, the original, `cx_head` and its procedures.
    pub fn program(&self, original: &str, fixed: bool) -> String {
        let mut out = self.header();
        for line in original.lines() {
            // the original's own header must not count here
            let text = line.trim_start();
            let comment = text.starts_with('!')
                || (fixed && line.starts_with(['C', 'c', '*']) && !line.to_ascii_lowercase().starts_with("call"));
            match comment && !text.get(1..).unwrap_or("").starts_with('$') {
                true => out.push_str(&format!("! - {}\n", text.get(1..).unwrap_or(""))),
                false => out.push_str(&format!("{line}\n")),
            }
        }
        for unit in self.units() {
            out.push_str(&unit.text(fixed));
        }
        out
    }

    fn header(&self) -> String {
        let names = |chosen: fn(&Var) -> bool| {
            let all = self.spec.vars.iter().enumerate().filter(|(_, v)| chosen(v));
            all.map(|(i, _)| format!("a{}", i + 1)).collect::<Vec<_>>().join(", ")
        };
        let mut lines = vec![format!(
            "! head: cx_head({})/({})",
            names(|v| v.dependent),
            names(|v| v.independent)
        )];
        if self.context.house == House::Module {
            lines.push("! module cx_mod".into());
        }
        for (i, v) in self.spec.vars.iter().enumerate() {
            let kind = match v.kind {
                Kind::Real(k) => format!("real{k}"),
                Kind::Complex(k) => format!("complex{}", 2 * k),
                Kind::Integer(0) => "integer".into(),
                Kind::Integer(k) => format!("integer{k}"),
                Kind::Logical => "logical".into(),
                Kind::Character => "character".into(),
            };
            lines.push(format!("! arg a{} {kind}{} {}", i + 1, bounds(v), v.values.join(" ")));
        }
        let list = |word: &str, items: Vec<String>| match items.is_empty() {
            true => String::new(),
            false => format!("! {word} {}", items.join(" ")),
        };
        let t = &self.spec.tolerance;
        lines.push(format!("! tolerance {:e} {:e}", t.differences, t.dot));
        lines.push(list(
            "steps",
            self.spec.steps.iter().map(|s| format!("{s:e}")).collect(),
        ));
        lines.push(list("flags", self.spec.flags.clone()));
        for file in &self.spec.external {
            lines.push(format!("! external {}", file.display()));
        }
        lines.push(list(
            "link",
            self.spec.link.iter().map(|f| f.display().to_string()).collect(),
        ));
        for (name, value) in &self.spec.before {
            let at = self.spec.vars.iter().position(|v| v.name == *name);
            lines.extend(at.map(|i| format!("! before a{} {value}", i + 1)));
        }
        lines.extend(self.spec.zero.then(|| "! zero".to_string()));
        lines.retain(|l| !l.is_empty());
        lines.push(format!("! Called from: {}", self.context));
        lines.join("\n") + "\n"
    }

    /// The program units that are added.
    fn units(&self) -> Vec<Unit> {
        let vars = &self.spec.vars;
        let c = self.context;
        let again = c.control == Control::Loop;
        let first = places(c.storage, vars, 's', again);
        let second = places(
            if c.storage == Storage::Argument {
                Storage::Local
            } else {
                c.storage
            },
            vars,
            't',
            again,
        );
        let Chain {
            units: chain,
            explicit,
            decls: chain_decls,
            shared: chain_shared,
            inner,
        } = middle::chain(self, &first.names);
        let needs_second = matches!(c.control, Control::Twice | Control::Activity);
        let (mut uses, mut decls) = (vec![], vec![]);
        if c.middle == Middle::Nothing {
            let (u, d) = self.callee();
            uses.extend(u);
            decls.extend(d);
        }
        decls.extend(self.declared("a"));
        let mut shared = first.shared.clone();
        if needs_second {
            shared.extend(second.shared.clone());
        }
        let mut types = first.types.clone();
        let mut own = first.decls.clone();
        if c.control == Control::Block {
            own.clear();
        }
        if needs_second {
            own.extend(second.decls.clone());
        }
        let body = control::body(self, &first, &second);
        let mut head = Unit {
            head: format!("subroutine cx_head({})", numbered("a", vars.len()).join(", ")),
            uses,
            decls,
            body,
            inner,
        };
        if c.house == House::Module {
            head.decls.extend(own.into_iter().chain(chain_decls));
            head.decls.extend(self.common_locals());
            types.extend(shared);
            types.extend(chain_shared);
            let module = Unit {
                head: "module cx_mod".into(),
                decls: types,
                inner: [vec![head], chain].concat(),
                ..Unit::default()
            };
            return vec![module];
        }
        let mut units = vec![];
        if !shared.is_empty() {
            units.push(Unit {
                head: "module cx_data".into(),
                decls: shared,
                ..Unit::default()
            });
            head.uses.push("use cx_data".into());
        }
        head.decls.extend(types.into_iter().chain(own));
        head.decls.extend(self.common_locals());
        if explicit && !chain.is_empty() {
            units.push(Unit {
                head: "module cx_mids".into(),
                decls: chain_shared,
                inner: chain,
                ..Unit::default()
            });
            head.uses.push("use cx_mids".into());
        } else {
            let names: Vec<&str> = chain
                .iter()
                .filter_map(|u| u.head.split(['(', ' ']).find(|w| w.starts_with("cx_")))
                .collect();
            if !names.is_empty() {
                head.decls.push(format!("external :: {}", names.join(", ")));
            }
            units.extend(chain);
        }
        head.decls.extend(chain_decls);
        units.push(head);
        units
    }

    /// Local variables of all contexts.
    fn common_locals(&self) -> Vec<String> {
        let mut all = vec!["integer :: cx_k".to_string(), "real(8) :: cx_s".into()];
        for (i, v) in self.spec.vars.iter().enumerate().filter(|(_, v)| v.dependent) {
            all.push(format!("{} :: d{}{}", type_name(v), i + 1, bounds(v)));
        }
        all
    }

    /// Declarations of all variables with names of a prefix.
    pub fn declared(&self, prefix: &str) -> Vec<String> {
        let one = |(i, v): (usize, &Var)| format!("{} :: {prefix}{}{}", type_name(v), i + 1, bounds(v));
        self.spec.vars.iter().enumerate().map(one).collect()
    }

    /// USE statements and declarations of a unit that calls the head.
    pub fn callee(&self) -> (Vec<String>, Vec<String>) {
        let spec = self.spec;
        let (mut uses, mut decls) = (vec![], vec![]);
        let result = spec.vars.iter().find(|v| v.place == Place::Result);
        match (&spec.module, result) {
            (Some(m), _) => uses.push(format!("use {m}, only: {}", spec.procedure)),
            (None, Some(r)) => decls.push(format!("{}, external :: {}", type_name(r), spec.procedure)),
            (None, None) => decls.push(format!("external :: {}", spec.procedure)),
        }
        let mut blocks: Vec<(&str, Vec<String>)> = vec![];
        for (i, v) in spec.vars.iter().enumerate() {
            match &v.place {
                Place::Module(m) => uses.push(format!("use {m}, only: g{} => {}", i + 1, v.name)),
                Place::Common(b) => {
                    decls.push(format!("{} :: g{}{}", type_name(v), i + 1, bounds(v)));
                    match blocks.iter_mut().find(|(name, _)| *name == b.as_str()) {
                        Some((_, members)) => members.push(format!("g{}", i + 1)),
                        None => blocks.push((b, vec![format!("g{}", i + 1)])),
                    }
                }
                Place::Argument | Place::Result => {}
            }
        }
        decls.extend(
            blocks
                .iter()
                .map(|(name, members)| format!("common /{name}/ {}", members.join(", "))),
        );
        (uses, decls)
    }

    /// The call of the head with its variables in these places.
    pub fn call(&self, names: &[String]) -> Vec<String> {
        let spec = self.spec;
        let with = |chosen: fn(&Place) -> bool| -> Vec<(usize, &String)> {
            let all = spec.vars.iter().zip(names).enumerate();
            all.filter(|(_, (v, _))| chosen(&v.place))
                .map(|(i, (_, n))| (i + 1, n))
                .collect()
        };
        let arguments: Vec<&str> = with(|p| *p == Place::Argument)
            .iter()
            .map(|(_, n)| n.as_str())
            .collect();
        let arguments = arguments.join(", ");
        let globals = with(|p| matches!(p, Place::Module(_) | Place::Common(_)));
        let mut lines: Vec<String> = globals.iter().map(|(i, n)| format!("g{i} = {n}")).collect();
        lines.push(match with(|p| *p == Place::Result).first() {
            Some((_, n)) => format!("{n} = {}({arguments})", spec.procedure),
            None => format!("call {}({arguments})", spec.procedure),
        });
        lines.extend(globals.iter().map(|(i, n)| format!("{n} = g{i}")));
        lines
    }

    /// The indices of the variables that are dependents.
    pub fn dependents(&self) -> Vec<usize> {
        self.chosen(|v| v.dependent)
    }

    /// The indices of the variables that are independents.
    pub fn independents(&self) -> Vec<usize> {
        self.chosen(|v| v.independent)
    }

    fn chosen(&self, chosen: fn(&Var) -> bool) -> Vec<usize> {
        let all = self.spec.vars.iter().enumerate();
        all.filter(|(_, v)| chosen(v)).map(|(i, _)| i).collect()
    }

    /// The values of an independent, as a constant.
    pub fn constant(&self, i: usize) -> String {
        let v = &self.spec.vars[i];
        let point = v.point();
        let one = |k: usize| match v.kind {
            Kind::Complex(kind) => format!("cmplx({:.9}d0, {:.9}d0, {kind})", point[k], point[k + v.len()]),
            _ => format!("{:.9}d0", point[k]),
        };
        if v.shape.is_empty() {
            return one(0);
        }
        let all: Vec<String> = (0..v.len()).map(one).collect();
        let extents: Vec<String> = v.shape.iter().map(|(l, h)| (h - l + 1).to_string()).collect();
        format!("reshape([ {} ], [ {} ])", all.join(", "), extents.join(", "))
    }
}
