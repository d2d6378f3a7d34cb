//! Inputs that the user gives: values, extents and ranges by name.

use super::namelist;
use crate::check_args::CheckArgs;
use crate::files;
use crate::fortran::{key, Bounds};
use adc::Variable;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Limits of random numbers, unless the user gives others.
const USUAL: (f64, f64) = (0.5, 1.5);

/// What the user says about inputs. Names are in lower case: `n`, `settings%kappa`.
pub struct Settings {
    values: BTreeMap<String, Vec<String>>,
    shapes: BTreeMap<String, Vec<Bounds>>,
    ranges: BTreeMap<String, (f64, f64)>,
    others: (f64, f64),
    /// The names that something asked for.
    used: RefCell<BTreeSet<String>>,
}

impl Settings {
    /// Reads the options and the file of inputs.
    ///
    /// # Errors
    /// If one has another form, or if the file cannot be read.
    pub fn read(args: &CheckArgs) -> Result<Settings, String> {
        let mut all = Settings {
            values: BTreeMap::new(),
            shapes: BTreeMap::new(),
            ranges: BTreeMap::new(),
            others: USUAL,
            used: RefCell::default(),
        };
        if let Some(path) = &args.inputs {
            let bytes = files::read(path).map_err(|e| format!("cannot read `{}`: {}", path.display(), e.why))?;
            let text = String::from_utf8_lossy(&bytes);
            let failed = |e: String| format!("`{}`: {e}", path.display());
            let (values, shapes) = namelist::read(&text).map_err(failed)?;
            all.values = values;
            for (name, list) in shapes {
                let shape = extents(&list.join(",")).ok_or_else(|| failed(format!("`{name}` has no extents")))?;
                all.shapes.insert(name, shape);
            }
        }
        for text in &args.set {
            let (name, list) = named(text).ok_or_else(|| format!("`--set {text}` is not like `--set n=10`"))?;
            all.values.insert(name, namelist::values(list)?);
        }
        for text in &args.shape {
            let given = named(text).and_then(|(name, list)| Some((name, extents(list)?)));
            let (name, shape) = given.ok_or_else(|| format!("`--shape {text}` is not like `--shape x=10,20`"))?;
            all.shapes.insert(name, shape);
        }
        for text in &args.range {
            let form = || format!("`--range {text}` is not like `--range x=0.1:2`");
            match named(text) {
                Some((name, limits)) => drop(all.ranges.insert(name, range(limits).ok_or_else(form)?)),
                None => all.others = range(text).ok_or_else(form)?,
            }
        }
        Ok(all)
    }

    /// Completes names that lack their module or COMMON block, if one variable alone has this name there. `locals` are
    /// the arguments of heads and their results, `others` the variables of modules and COMMON blocks.
    pub fn complete<'a>(&mut self, locals: &[&'a Variable], others: &[&'a Variable]) {
        let whole = |name: &str| -> Option<String> {
            let root = name.split('%').next().unwrap_or(name);
            let is_local = locals.iter().any(|v| v.name.eq_ignore_ascii_case(root));
            let is_whole = others
                .iter()
                .any(|v| key(v).strip_prefix(root).is_some_and(|r| r.starts_with('%')));
            if is_local || is_whole {
                return None;
            }
            let found = others.iter().filter(|v| v.name.eq_ignore_ascii_case(root));
            let found: BTreeSet<String> = found.map(|v| key(v)).collect();
            match found.len() {
                1 => found.into_iter().next().map(|first| first + &name[root.len()..]),
                _ => None,
            }
        };
        renamed(&mut self.values, whole);
        renamed(&mut self.shapes, whole);
        renamed(&mut self.ranges, whole);
    }

    /// The values of a variable.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        let found = self.values.get(name)?;
        self.used.borrow_mut().insert(name.to_string());
        Some(found)
    }

    /// Its single integer value.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.values(name)? {
            [one] => one.parse().ok(),
            _ => None,
        }
    }

    /// Its extents.
    pub fn shape(&self, name: &str) -> Option<&[Bounds]> {
        let found = self.shapes.get(name)?;
        self.used.borrow_mut().insert(name.to_string());
        Some(found)
    }

    /// The limits of its random values, if they are given for it.
    pub fn own_range(&self, name: &str) -> Option<(f64, f64)> {
        let found = self.ranges.get(name)?;
        self.used.borrow_mut().insert(name.to_string());
        Some(*found)
    }

    /// The limits of its random values.
    pub fn range(&self, name: &str) -> (f64, f64) {
        self.own_range(name).unwrap_or(self.others)
    }

    /// True if anything is given for the variable, or for a component of it.
    pub fn mentions(&self, name: &str) -> bool {
        let is_it = |key: &&String| key.as_str() == name || key.strip_prefix(name).is_some_and(|r| r.starts_with('%'));
        let mut all = self.values.keys().chain(self.shapes.keys()).chain(self.ranges.keys());
        all.any(|key| is_it(&key))
    }

    /// A name that no variable has.
    pub fn unused(&self) -> Option<&str> {
        let used = self.used.borrow();
        let mut all = self.values.keys().chain(self.shapes.keys()).chain(self.ranges.keys());
        all.find(|key| !used.contains(*key)).map(String::as_str)
    }
}

/// Gives entries other names; an entry that has such a name already stays.
fn renamed<T>(all: &mut BTreeMap<String, T>, other: impl Fn(&str) -> Option<String>) {
    let names: Vec<(String, String)> = all.keys().filter_map(|k| Some((k.clone(), other(k)?))).collect();
    for (old, new) in names {
        if !all.contains_key(&new) {
            all.remove(&old)
                .into_iter()
                .for_each(|entry| drop(all.insert(new.clone(), entry)));
        }
    }
}

/// `name=rest`.
fn named(text: &str) -> Option<(String, &str)> {
    let (name, rest) = text.split_once('=')?;
    let name = name.trim().to_ascii_lowercase();
    (!name.is_empty()).then_some((name, rest.trim()))
}

/// `10,0:9`.
fn extents(text: &str) -> Option<Vec<Bounds>> {
    let one = |word: &str| {
        let (low, high) = word.split_once(':').unwrap_or(("1", word));
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    };
    text.split(',').map(one).collect()
}

/// `0.1:2`.
fn range(text: &str) -> Option<(f64, f64)> {
    let (low, high) = text.split_once(':')?;
    let (low, high): (f64, f64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low <= high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        assert_eq!(extents("10, 0:9"), Some(vec![(1, 10), (0, 9)]));
        assert_eq!(extents("n"), None);
        assert_eq!(range("-1:2e1"), Some((-1.0, 20.0)));
        assert_eq!(range("2:1"), None);
        assert_eq!(named("A%B = 1"), Some(("a%b".to_string(), "1")));
    }
}
