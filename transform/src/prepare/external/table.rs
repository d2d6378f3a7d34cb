//! Descriptions from TOML: one table for each procedure.
//!
//! ```toml
//! [spline]
//! arguments = ["n", "x", "y", "s"]
//! reads = ["n", "x", "y"]            # default: all
//! overwrites = ["s"]                 # all of it, always; `writes`: perhaps, or a part
//! depends = { s = ["x", "y"] }       # default: each output on all inputs
//! partials = { s = { x = "dsdx" } }  # the argument `dsdx` is overwritten with the derivative of `s` by `x`
//! ```
//!
//! `docs/reference/external.md` lists all keys. Nothing is ignored: an unknown key, name or value is an error at its
//! position.

use crate::options::description::{Argument, ByHand, Description};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::Partial;
use adc_frontend::span::Span;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::de::{DeString, DeTable, DeValue};
use toml::Spanned;

type Value<'t> = Spanned<DeValue<'t>>;

/// The keys of a procedure.
const KEYS: &[&str] = &[
    "arguments",
    "reads",
    "writes",
    "overwrites",
    "destroys",
    "depends",
    "partials",
    "result",
    "adjoint-needs",
    "adjoint-by-results",
    "adjoint-ignores",
    "switches",
    "passive",
    "side-effects",
    "exchanges",
    "reads-globals",
    "writes-globals",
    "tangent",
    "adjoint",
    "module",
    "vector-tangent",
    "vector-adjoint",
    "vector-module",
    "all-shadows",
    "scalars",
];

/// Keys outside of tables, which summaries have (`super::summary`).
const SUMMARY_KEYS: [&str; 3] = ["declarations", "provides", "uses"];

/// Reads a file that begins at `base`.
pub fn read(text: &str, base: u32, messages: &mut Vec<Diagnostic>) -> Vec<Description> {
    let mut reader = Reader { base, messages };
    let file = match DeTable::parse(text) {
        Ok(t) => t.into_inner(),
        Err(e) => {
            let span = e.span().map_or(reader.span(0..0), |r| reader.span(r));
            reader.say(span, e.message().to_string());
            return vec![];
        }
    };
    let mut all = vec![];
    for (name, value) in in_order(&file) {
        if SUMMARY_KEYS.contains(&name.get_ref().as_ref()) && value.get_ref().as_table().is_none() {
            continue;
        }
        match value.get_ref().as_table() {
            Some(procedures) if is_module(procedures) => {
                for (own, value) in in_order(procedures) {
                    all.extend(reader.row(own, Some(name.get_ref()), value));
                }
            }
            _ => all.extend(reader.row(name, None, value)),
        }
    }
    let mut seen = BTreeSet::new();
    for d in &all {
        if !seen.insert((&d.host, &d.name)) {
            reader.say(d.span, format!("`{}` has two descriptions", d.name));
        }
    }
    all
}

type Row<'v, 't> = (&'v Spanned<DeString<'t>>, &'v Value<'t>);

/// The rows of a table, as they stand in the file.
fn in_order<'v, 't>(table: &'v DeTable<'t>) -> Vec<Row<'v, 't>> {
    let mut rows: Vec<Row> = table.iter().collect();
    rows.sort_by_key(|(name, _)| name.span().start);
    rows
}

/// True for a table whose rows are the procedures of a module.
fn is_module(table: &DeTable) -> bool {
    let is_procedure = |value: &Value| value.get_ref().as_table().is_some_and(|t| t.contains_key("arguments"));
    !table.contains_key("arguments") && table.iter().any(|(_, value)| is_procedure(value))
}

struct Reader<'m> {
    base: u32,
    messages: &'m mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn span(&self, r: Range<usize>) -> Span {
        Span::new(self.base + r.start as u32, self.base + r.end as u32)
    }

    fn say(&mut self, span: Span, text: String) {
        self.messages
            .push(Diagnostic::error(codes::BAD_EXTERNAL_FILE, span, text));
    }

    fn row(&mut self, name: &Spanned<DeString>, host: Option<&str>, value: &Value) -> Option<Description> {
        let span = self.span(name.span());
        let name = name.get_ref();
        match value.get_ref().as_table() {
            Some(table) => self.procedure(name, host, span, table),
            None => {
                let text = format!("`{name}` is outside the description of a procedure; begin it with `[name]`");
                self.say(span, text);
                None
            }
        }
    }

    fn procedure(&mut self, name: &str, host: Option<&str>, span: Span, table: &DeTable) -> Option<Description> {
        for (key, _) in table.iter().filter(|(k, _)| !KEYS.contains(&k.get_ref().as_ref())) {
            let at = self.span(key.span());
            let text = format!("unknown key `{}`", key.get_ref());
            self.messages.push(
                Diagnostic::error(codes::BAD_EXTERNAL_FILE, at, text).help(format!("known keys: {}", KEYS.join(", "))),
            );
        }
        let Some(arguments) = table.get("arguments") else {
            self.say(
                span,
                format!("the description of `{name}` lacks its arguments: write `arguments = [\"x\", \"y\"]`"),
            );
            return None;
        };
        let names = self.words(arguments)?;
        let result = self.word(table, "result")?.map(|w| fold(&w));
        let value_name = result.clone().unwrap_or_else(|| fold(name));
        let arguments = names.iter().map(|(n, _)| Argument {
            name: fold(n),
            ..Argument::default()
        });
        let mut d = Description {
            host: host.map(fold),
            result,
            by_results: self.flag(table, "adjoint-by-results")?,
            passive: self.flag(table, "passive")?,
            acts: self.flag(table, "side-effects")? || self.flag(table, "exchanges")?,
            exchanges: self.flag(table, "exchanges")?,
            globals_read: self.globals(table, "reads-globals")?,
            globals_written: self.globals(table, "writes-globals")?.unwrap_or_default(),
            single: self.by_hand(table, ["tangent", "adjoint", "module"])?,
            vector: self.by_hand(table, ["vector-tangent", "vector-adjoint", "vector-module"])?,
            takes_all_shadows: self.flag(table, "all-shadows")?,
            ..Description::new(fold(name), span, arguments.collect())
        };
        self.check_module(&d, host, table);
        for (k, (n, span)) in names.iter().enumerate() {
            if d.arguments.iter().take(k).any(|a| a.name == fold(n)) {
                self.say(*span, format!("`{name}` has two arguments of the name `{n}`"));
            }
        }
        if let (Some(value), None) = (table.get("vector-module"), &d.single.module) {
            let at = self.span(value.span());
            let text = "the key `vector-module` needs the key `module`: shadows are optional in modules only";
            self.say(at, text.into());
        }
        if let (Some(value), true, None) = (
            table.get("adjoint-by-results"),
            d.by_results,
            table.get("adjoint-needs"),
        ) {
            let at = self.span(value.span());
            self.say(at, "the key `adjoint-by-results` needs the key `adjoint-needs`".into());
        }
        for k in self.places(&d, table, "scalars")?.unwrap_or_default() {
            d.arguments[k].is_scalar = true;
        }
        for k in self.places(&d, table, "adjoint-ignores")?.unwrap_or_default() {
            d.arguments[k].unread = true;
        }
        let reads = self.places(&d, table, "reads")?;
        let writes = self.places(&d, table, "writes")?;
        let overwrites = self.places(&d, table, "overwrites")?;
        let all = || (0..d.arguments.len()).collect::<Vec<usize>>();
        let nothing_said = reads.is_none() && writes.is_none() && overwrites.is_none();
        let reads = reads.unwrap_or_else(all);
        let overwrites = overwrites.unwrap_or_default();
        let mut written = if nothing_said {
            all()
        } else {
            writes.unwrap_or_default()
        };
        written.extend(&overwrites);
        for &k in &reads {
            d.arguments[k].reads = true;
        }
        for &k in &written {
            d.arguments[k].writes = true;
            d.arguments[k].kills = overwrites.contains(&k);
        }
        if let Some(value) = table.get("partials") {
            self.partials(&mut d, &value_name, value, table)?;
        }
        for k in self.places(&d, table, "destroys")?.unwrap_or_default() {
            d.arguments[k].destroyed = true;
            if let (false, Some(value)) = (d.arguments[k].writes, table.get("destroys")) {
                let at = self.span(value.span());
                self.say(at, format!("`{name}` does not write `{}`", d.arguments[k].name));
            }
        }
        let reads: Vec<usize> = (0..d.arguments.len()).filter(|&k| d.arguments[k].reads).collect();
        let written: Vec<usize> = (0..d.arguments.len()).filter(|&k| d.arguments[k].writes).collect();
        match table.get("depends") {
            None => {
                written.iter().for_each(|&k| d.arguments[k].from.clone_from(&reads));
                d.result_from = reads;
            }
            Some(value) => self.depends(&mut d, &value_name, value)?,
        }
        vary_destroyed(&mut d);
        leave_partials_out(&mut d);
        if let Some(value) = table.get("adjoint-needs") {
            self.needs(&mut d, value)?;
        }
        if let Some(value) = table.get("switches") {
            self.switches(&mut d, value)?;
        }
        Some(d)
    }

    /// The partial derivatives that the procedure returns. Their results, and they themselves, are overwritten; if the
    /// description says nothing of reads and writes, all other arguments are read.
    fn partials(&mut self, d: &mut Description, value_name: &str, value: &Value, table: &DeTable) -> Option<()> {
        if d.passive {
            let at = self.span(value.span());
            self.say(at, "a procedure that is `passive` has no partials".into());
        }
        for (key, _) in table.iter().filter(|(k, _)| BY_HAND.contains(&k.get_ref().as_ref())) {
            let at = self.span(key.span());
            let text = format!(
                "the key `{}` has no effect beside `partials`: no derivative of the procedure is called",
                key.get_ref()
            );
            self.say(at, text);
        }
        for (of, row) in self.pairs(value)? {
            let name = fold(of.get_ref());
            let place = d.arguments.iter().position(|a| a.name == name);
            if place.is_none() && name != value_name {
                let at = self.span(of.span());
                self.say(at, format!("`{}` has no argument `{name}`", d.name));
                continue;
            }
            let row = self.pairs(row)?;
            if row.is_empty() {
                let at = self.span(of.span());
                self.say(
                    at,
                    format!("there is no partial derivative of `{name}` here; see `passive` and `depends`"),
                );
            }
            for (by, found) in row {
                let at = self.span(found.span());
                let Some(word) = found.get_ref().as_str() else {
                    self.say(at, "expected the name of an argument in quotes".into());
                    continue;
                };
                let by = self.place(d, by.get_ref(), self.span(by.span()));
                let at = self.place(d, word, at);
                if let (Some(by), Some(at)) = (by, at) {
                    d.partials.push(Partial { of: place, by, at });
                }
            }
        }
        let is_result = |k: usize| d.partials.iter().any(|p| p.of == Some(k) || p.at == k);
        let says = |key: &str| table.contains_key(key);
        let nothing_said = !["reads", "writes", "overwrites"].into_iter().any(says);
        let results: Vec<usize> = (0..d.arguments.len()).filter(|&k| is_result(k)).collect();
        for (k, a) in d.arguments.iter_mut().enumerate() {
            let is_result = results.contains(&k);
            a.writes = is_result || a.writes && !nothing_said;
            a.kills |= is_result;
            a.reads &= !is_result || says("reads");
        }
        self.check_partials(d, value);
        Some(())
    }

    /// Refuses partial derivatives that contradict each other, or other keys.
    fn check_partials(&mut self, d: &Description, value: &Value) {
        let span = self.span(value.span());
        let name = |k: usize| d.arguments[k].name.as_str();
        for p in &d.partials {
            let text = if d.arguments[p.by].writes {
                format!(
                    "the procedure changes `{}`, so no result can have a partial by it",
                    name(p.by)
                )
            } else if !d.arguments[p.by].reads {
                format!("`{}` is not read, so no result can have a partial by it", name(p.by))
            } else if p.of == Some(p.at) {
                format!("`{}` cannot be its own partial", name(p.at))
            } else {
                continue;
            };
            self.say(span, text);
        }
    }

    /// The position of an argument.
    fn place(&mut self, d: &Description, name: &str, at: Span) -> Option<usize> {
        let found = d.arguments.iter().position(|a| a.name == fold(name));
        if found.is_none() {
            self.say(at, format!("`{}` has no argument `{name}`", d.name));
        }
        found
    }

    /// The names of derivatives under the keys of a tangent, an adjoint and a module.
    fn by_hand(&mut self, table: &DeTable, [tangent, adjoint, module]: [&str; 3]) -> Option<ByHand> {
        let is_absent = |key: &str| table.get(key).is_some_and(|v| v.get_ref().as_bool() == Some(false));
        let (lacks_tangent, lacks_adjoint) = (is_absent(tangent), is_absent(adjoint));
        let mut name = |key: &str, lacks: bool| if lacks { Some(None) } else { self.word(table, key) };
        Some(ByHand {
            tangent: name(tangent, lacks_tangent)?,
            adjoint: name(adjoint, lacks_adjoint)?,
            module: name(module, false)?,
            lacks_tangent,
            lacks_adjoint,
        })
    }

    /// Refuses contradictions of the module with the derivatives. Derivatives of procedures of a module are in a module.
    fn check_module(&mut self, d: &Description, host: Option<&str>, table: &DeTable) {
        let lacks_both = d.single.lacks_tangent && d.single.lacks_adjoint;
        if d.single.module.is_some() {
            return;
        }
        if let Some(value) = table.get("all-shadows") {
            let at = self.span(value.span());
            self.say(at, "the key `all-shadows` needs the key `module`".into());
        } else if host.is_some() && !lacks_both && !d.passive && !table.contains_key("partials") {
            let text = format!(
                "`{}` is in a module: give the module of its derivatives, `module = \"...\"`, or `tangent = false` and \
                 `adjoint = false`",
                d.name
            );
            self.say(d.span, text);
        }
    }

    /// The values that the adjoint reads for each shadow.
    fn needs(&mut self, d: &mut Description, value: &Value) -> Option<()> {
        d.is_frugal = true;
        for (to, from) in self.pairs(value)? {
            let from = self.listed(d, from)?;
            let name = fold(to.get_ref());
            match d.arguments.iter().position(|a| a.name == name) {
                Some(k) => d.arguments[k].needs = from,
                None => {
                    let at = self.span(to.span());
                    self.say(at, format!("`{}` has no argument `{name}`", d.name));
                }
            }
        }
        let all: Vec<usize> = (0..d.arguments.len()).collect();
        let with_shadows: Vec<usize> = all.iter().copied().filter(|&k| d.is_differentiable(k)).collect();
        for k in with_shadows {
            let name = d.arguments[k].name.as_str();
            let is_said = value
                .get_ref()
                .as_table()
                .is_some_and(|t| t.keys().any(|w| fold(w.get_ref()) == name));
            if is_said {
                continue;
            }
            if d.exchanges {
                // whatever is sent takes part, integers among it: what has a shadow, only the types of a call tell
                d.arguments[k].needs.clone_from(&all);
                continue;
            }
            let at = self.span(value.span());
            self.say(at, format!("the key `adjoint-needs` does not list `{name}`"));
        }
        Some(())
    }

    /// The logical arguments of the derivatives.
    fn switches(&mut self, d: &mut Description, value: &Value) -> Option<()> {
        if d.single.module.is_none() {
            let at = self.span(value.span());
            let text = "the key `switches` needs the key `module`: arguments are optional in modules only";
            self.say(at, text.into());
        }
        let table = value.get_ref().as_table();
        for (to, _) in self.pairs(value)? {
            let name = fold(to.get_ref());
            let switch = self.word(table?, to.get_ref())?;
            match d.arguments.iter_mut().find(|a| a.name == name && a.writes) {
                Some(a) => a.switch = switch,
                None => {
                    let at = self.span(to.span());
                    self.say(at, format!("`{}` writes no argument `{name}`", d.name));
                }
            }
        }
        Some(())
    }

    /// A table of lists, or of names.
    fn pairs<'v, 't>(&mut self, value: &'v Value<'t>) -> Option<Vec<(&'v Spanned<DeString<'t>>, &'v Value<'t>)>> {
        let span = self.span(value.span());
        let Some(table) = value.get_ref().as_table() else {
            self.say(span, "expected a table, such as { y = [\"x\"] }".into());
            return None;
        };
        Some(table.iter().collect())
    }

    /// The dependences of the outputs.
    fn depends(&mut self, d: &mut Description, value_name: &str, value: &Value) -> Option<()> {
        for (to, from) in self.pairs(value)? {
            let from = self.listed(d, from)?;
            let name = fold(to.get_ref());
            let at = self.span(to.span());
            match d.arguments.iter().position(|a| a.name == name) {
                None if name == value_name => d.result_from = from,
                Some(k) if d.arguments[k].writes => {
                    if let Some(&unread) = from.iter().find(|&&f| !d.arguments[f].reads) {
                        let unread = &d.arguments[unread].name;
                        self.say(
                            at,
                            format!("`{name}` cannot depend on `{unread}`, which the procedure does not read"),
                        );
                    }
                    d.arguments[k].from = from;
                }
                Some(_) => self.say(
                    at,
                    format!("`{name}` has dependences, but the procedure does not write it"),
                ),
                None => self.say(at, format!("`{}` has no argument `{name}`", d.name)),
            }
        }
        Some(())
    }

    /// The arguments of a list, by position; outer `None` for an invalid list, inner `None` if the key is missing.
    fn places(&mut self, d: &Description, table: &DeTable, key: &str) -> Option<Option<Vec<usize>>> {
        match table.get(key) {
            None => Some(None),
            Some(value) => self.listed(d, value).map(Some),
        }
    }

    fn listed(&mut self, d: &Description, value: &Value) -> Option<Vec<usize>> {
        let mut places = vec![];
        for (word, span) in self.words(value)? {
            match d.arguments.iter().position(|a| a.name == fold(&word)) {
                Some(k) => places.push(k),
                None => self.say(span, format!("`{}` has no argument `{word}`", d.name)),
            }
        }
        Some(places)
    }

    /// Names of COMMON blocks and modules, or of their variables.
    fn globals(&mut self, table: &DeTable, key: &str) -> Option<Option<Vec<SmolStr>>> {
        let Some(value) = table.get(key) else { return Some(None) };
        let mut names = vec![];
        for (word, span) in self.words(value)? {
            let plain = word.trim_matches('/');
            if plain.split('%').count() > 2 || !plain.split('%').all(is_name) {
                self.say(
                    span,
                    format!("`{word}` is not the name of a block or module, nor `block%variable` or `module%variable`"),
                );
            }
            names.push(fold(plain));
        }
        Some(Some(names))
    }

    fn words(&mut self, value: &Value) -> Option<Vec<(SmolStr, Span)>> {
        let span = self.span(value.span());
        let Some(items) = value.get_ref().as_array() else {
            self.say(span, "expected a list of names, such as [\"x\", \"y\"]".into());
            return None;
        };
        let mut words = vec![];
        for item in items.iter() {
            let at = self.span(item.span());
            match item.get_ref().as_str() {
                Some(w) => words.push((w.into(), at)),
                None => self.say(at, "expected a name in quotes".into()),
            }
        }
        Some(words)
    }

    fn word(&mut self, table: &DeTable, key: &str) -> Option<Option<SmolStr>> {
        let Some(value) = table.get(key) else { return Some(None) };
        match value.get_ref().as_str() {
            Some(w) if is_name(w) => Some(Some(w.into())),
            _ => {
                let span = self.span(value.span());
                self.say(span, format!("the value of `{key}` must be a Fortran name in quotes"));
                None
            }
        }
    }

    fn flag(&mut self, table: &DeTable, key: &str) -> Option<bool> {
        let Some(value) = table.get(key) else {
            return Some(false);
        };
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            let span = self.span(value.span());
            self.say(span, format!("the value of `{key}` must be true or false"));
        }
        flag
    }
}

/// The keys that say something about hand-written derivatives.
const BY_HAND: [&str; 10] = [
    "tangent",
    "adjoint",
    "module",
    "vector-tangent",
    "vector-adjoint",
    "vector-module",
    "adjoint-needs",
    "adjoint-by-results",
    "destroys",
    "switches",
];

/// What a procedure leaves in an argument that it destroys may depend on all that anything depends on. Otherwise it would
/// count as constant where the argument was constant before, and its use would not be noticed.
fn vary_destroyed(d: &mut Description) {
    let all = d.arguments.iter().flat_map(|a| &a.from).chain(&d.result_from);
    let all: BTreeSet<usize> = all.copied().collect();
    for a in d.arguments.iter_mut().filter(|a| a.destroyed && a.from.is_empty()) {
        a.from = all.iter().copied().collect();
    }
}

/// Takes the arguments for which there are partial derivatives from those on which results depend otherwise.
fn leave_partials_out(d: &mut Description) {
    let of = |of: Option<usize>| -> Vec<usize> { d.partials.iter().filter(|p| p.of == of).map(|p| p.by).collect() };
    let known: Vec<Vec<usize>> = (0..d.arguments.len()).map(|k| of(Some(k))).collect();
    let of_value = of(None);
    d.result_from.retain(|k| !of_value.contains(k));
    for (a, known) in d.arguments.iter_mut().zip(known) {
        a.from.retain(|k| !known.contains(k));
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
