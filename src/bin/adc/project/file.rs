//! Reads the project file: tables of keys and values, with their places.

use adc::{Code, Problem};
use std::ops::Range;
use std::path::Path;
use toml::de::{DeTable, DeValue};
use toml::Spanned;

/// The key of the tables of derivatives.
const DERIVATIVE: &str = "derivative";
/// The key of the name of one.
const NAME: &str = "name";

/// The contents of a project file.
pub struct Project {
    /// Its name, for messages.
    pub file: String,
    text: String,
    /// The keys outside of tables.
    pub common: Table,
    /// The tables of derivatives.
    pub derivatives: Vec<Table>,
}

/// Keys with values.
pub struct Table {
    /// The name of a derivative.
    pub name: Option<String>,
    /// The other keys, in the order of the file.
    pub entries: Vec<Entry>,
}

/// A key with its values.
pub struct Entry {
    pub key: String,
    /// The place of the key.
    pub at: Range<usize>,
    /// One value, or those of an array or a table.
    pub values: Vec<Value>,
}

/// A value: the text that would be given on the command line, or a switch.
pub struct Value {
    pub text: String,
    pub at: Range<usize>,
    /// Set for `true` and `false`.
    pub switch: Option<bool>,
}

impl Project {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no TOML, or contains values that no option can have.
    pub fn read(path: &Path, text: &str) -> Result<Project, Problem> {
        let mut project = Project {
            file: path.display().to_string(),
            text: text.to_string(),
            common: Table {
                name: None,
                entries: vec![],
            },
            derivatives: vec![],
        };
        let parsed = DeTable::parse(text).map_err(|e| {
            let end = text.len();
            project.problem(e.message(), e.span().unwrap_or(end..end))
        })?;
        let root = parsed.get_ref();
        project.common = project.table(root, true)?;
        if let Some(list) = root.get(DERIVATIVE) {
            project.derivatives = project.derivatives(list)?;
        }
        Ok(project)
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        std::iter::once(&self.common).chain(&self.derivatives)
    }

    /// An error at a place of the file.
    pub fn problem(&self, message: impl Into<String>, at: Range<usize>) -> Problem {
        Problem::new(Code::BAD_PROJECT, message).at(self.file.as_str(), self.text.as_str(), at)
    }

    fn derivatives(&self, list: &Spanned<DeValue>) -> Result<Vec<Table>, Problem> {
        let refuse = |at| self.problem("derivatives are tables: begin each with `[[derivative]]`", at);
        let all = list.get_ref().as_array().ok_or_else(|| refuse(list.span()))?;
        let mut tables: Vec<Table> = vec![];
        for one in all.iter() {
            let table = one.get_ref().as_table().ok_or_else(|| refuse(one.span()))?;
            let table = self.table(table, false)?;
            let is_known = table.name.is_some() && tables.iter().any(|t| t.name == table.name);
            if is_known {
                let text = format!("two derivatives have the name `{}`", table.name.unwrap_or_default());
                return Err(self.problem(text, one.span()));
            }
            tables.push(table);
        }
        Ok(tables)
    }

    /// The keys of a table; those of the `root` are not about one derivative.
    fn table(&self, table: &DeTable, root: bool) -> Result<Table, Problem> {
        let mut name = None;
        let mut entries = vec![];
        let mut rows: Vec<_> = table.iter().collect();
        rows.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in rows {
            match key.get_ref().as_ref() {
                DERIVATIVE if root => {}
                NAME if !root => name = Some(self.value(value)?.text),
                other => entries.push(self.entry(other, key.span(), value)?),
            }
        }
        Ok(Table { name, entries })
    }

    fn entry(&self, key: &str, at: Range<usize>, value: &Spanned<DeValue>) -> Result<Entry, Problem> {
        let values = match value.get_ref() {
            DeValue::Array(list) => list.iter().map(|v| self.value(v)).collect::<Result<_, _>>()?,
            DeValue::Table(pairs) => self.pairs(pairs)?,
            _ => vec![self.value(value)?],
        };
        Ok(Entry {
            key: key.to_string(),
            at,
            values,
        })
    }

    /// `{ n = 10 }`, as options have it: `n=10`.
    fn pairs(&self, pairs: &DeTable) -> Result<Vec<Value>, Problem> {
        let mut all = vec![];
        for (name, value) in pairs.iter() {
            let mut value = self.value(value)?;
            value.text = format!("{}={}", name.get_ref(), value.text);
            value.switch = None;
            value.at.start = name.span().start;
            all.push(value);
        }
        all.sort_by_key(|v| v.at.start);
        Ok(all)
    }

    fn value(&self, value: &Spanned<DeValue>) -> Result<Value, Problem> {
        let (text, switch) = match value.get_ref() {
            DeValue::String(s) => (s.to_string(), None),
            DeValue::Boolean(b) => (b.to_string(), Some(*b)),
            DeValue::Integer(_) | DeValue::Float(_) => {
                let written = self.text.get(value.span()).unwrap_or_default();
                (written.replace('_', ""), None)
            }
            DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
                return Err(self.problem("a text, a number, `true` or `false` is expected here", value.span()))
            }
        };
        Ok(Value {
            text,
            at: value.span(),
            switch,
        })
    }
}
