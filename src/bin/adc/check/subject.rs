//! The head to be checked: its variables with concrete extents, and their leaves.

use super::leaves::{Dynamic, Leaf, Place};
use super::settings::Settings;
use crate::fortran::{key, Bounds};
use adc::{DerivedType, Dimension, Procedure, Scope, Signature, Size, Variable, VariableType};

/// The extent of a dimension, and the value of an integer that extents depend on, unless the user gives them.
const USUAL_EXTENT: i64 = 4;

/// A variable of the driver.
pub struct Var {
    /// The user's name in lower case: `n`, `settings%kappa`.
    pub key: String,
    /// Its number, and its name in the driver.
    pub number: usize,
    /// See `number`.
    pub name: String,
    /// As declared.
    pub variable: Variable,
    /// Bounds of each dimension.
    pub bounds: Vec<Bounds>,
    /// True if the user gives values, extents or a range for it.
    pub is_given: bool,
    /// The components that are independents, all if there are none; `None` if it is no independent.
    pub independent: Option<Vec<String>>,
    /// Likewise for dependents.
    pub dependent: Option<Vec<String>>,
    /// Its leaves.
    pub leaves: Vec<Leaf>,
    /// The components that a driver allocates, those that contain others first.
    pub dynamic: Vec<Dynamic>,
}

impl Var {
    /// True for an object of the driver, not of an array, with components that have initial values.
    pub fn has_initial_values(&self) -> bool {
        let v = &self.variable;
        let is_object = self.is_local() && v.dimensions.is_empty() && !v.allocatable && !v.pointer;
        is_object && self.leaves.iter().any(|l| !l.is_fresh)
    }

    /// True for a dummy argument or the result.
    pub fn is_local(&self) -> bool {
        matches!(self.variable.scope, Scope::Argument | Scope::Result)
    }
}

/// A head with its variables.
pub struct Subject {
    /// The head.
    pub head: Procedure,
    /// The variables: arguments in order, the result, then others.
    pub vars: Vec<Var>,
    /// COMMON blocks: the block, and the variables that are its members, by their places in `vars`.
    pub blocks: Vec<(String, Vec<usize>)>,
}

impl Subject {
    /// The head of a signature of first derivatives.
    ///
    /// # Errors
    /// If the driver cannot make an argument.
    pub fn new(signature: &Signature, settings: &Settings) -> Result<Subject, String> {
        if let Some(name) = signature.head.dummy_procedures.first() {
            let head = &signature.head.name;
            return Err(format!(
                "`{name}` is a procedure that the caller of `{head}` gives, and `adc check` has none; check a procedure \
                 that calls `{head}`"
            ));
        }
        let mut making = Variables {
            subject: Subject {
                head: signature.head.clone(),
                vars: vec![],
                blocks: vec![],
            },
            signature,
            settings,
            leaves: 0,
        };
        making.all()?;
        Ok(making.subject)
    }

    /// All leaves with the variables that they belong to.
    pub fn leaves(&self) -> impl Iterator<Item = (&Var, &Leaf)> {
        self.vars.iter().flat_map(|v| v.leaves.iter().map(move |l| (v, l)))
    }

    /// True if a number of the head is in single precision, so that all rounding may be.
    pub fn is_single(&self) -> bool {
        self.leaves().any(|(_, l)| l.is_number() && l.is_single())
    }

    /// The leaves of independents.
    pub fn independents(&self) -> impl Iterator<Item = &Leaf> {
        self.leaves().map(|(_, l)| l).filter(|l| l.independent)
    }

    /// The leaves of dependents.
    pub fn dependents(&self) -> impl Iterator<Item = &Leaf> {
        self.leaves().map(|(_, l)| l).filter(|l| l.dependent)
    }
}

struct Variables<'a> {
    subject: Subject,
    signature: &'a Signature,
    settings: &'a Settings,
    leaves: usize,
}

impl Variables<'_> {
    fn all(&mut self) -> Result<(), String> {
        let head = &self.signature.head;
        for v in head.arguments.iter().chain(&head.result) {
            self.add(v, &head.arguments)?;
        }
        self.globals()?;
        self.blocks()
    }

    /// Module variables that carry derivatives, or that the user sets.
    fn globals(&mut self) -> Result<(), String> {
        let signature = self.signature;
        let active = signature.active.iter().map(|a| &a.variable);
        let set = signature.globals.iter().filter(|v| self.settings.mentions(&key(v)));
        let is_global = |v: &&Variable| matches!(v.scope, Scope::Module(_));
        let all: Vec<&Variable> = active.filter(is_global).chain(set).collect();
        for (k, v) in all.iter().enumerate() {
            if !all[..k].iter().any(|other| key(other) == key(v)) {
                let word = if v.private { "private" } else { "protected" };
                if v.private || v.protected {
                    let (name, head) = (key(v), &signature.head.name);
                    return Err(format!(
                        "`{name}` is {word}, so `adc check` cannot set it; check a procedure that sets it and then calls \
                         `{head}`"
                    ));
                }
                self.add(v, &[])?;
            }
        }
        Ok(())
    }

    /// COMMON blocks with variables that carry derivatives, or that the user sets.
    fn blocks(&mut self) -> Result<(), String> {
        let signature = self.signature;
        for (name, members) in &signature.commons {
            let is_active = |v: &Variable| signature.active.iter().any(|a| a.variable == *v);
            if members.iter().any(|v| is_active(v) || self.settings.mentions(&key(v))) {
                let first = self.subject.vars.len();
                for v in members {
                    self.add(v, members)?;
                }
                let places = first..self.subject.vars.len();
                self.subject.blocks.push((name.clone(), places.collect()));
            }
        }
        Ok(())
    }

    fn add(&mut self, v: &Variable, siblings: &[Variable]) -> Result<(), String> {
        let number = self.subject.vars.len() + 1;
        let short: String = v.name.chars().take(50).collect();
        let key = key(v);
        let mut active = self.signature.active.iter();
        let found = active.find(|a| a.variable.name == v.name && a.variable.scope == v.scope);
        let (independent, dependent) = found.map_or((None, None), |a| (a.independent.clone(), a.dependent.clone()));
        let bounds = self.bounds(&key, v, siblings)?;
        let mut var = Var {
            number,
            name: format!("v{number}_{short}"),
            is_given: self.settings.mentions(&key),
            key,
            variable: v.clone(),
            bounds,
            independent,
            dependent,
            leaves: vec![],
            dynamic: vec![],
        };
        let (key, bounds) = (var.key.clone(), var.bounds.clone());
        let is_fresh = var.is_local() || v.allocatable || v.pointer;
        self.leaves_of(&mut var, (key, Place::default(), is_fresh), &v.ty, bounds)?;
        self.subject.vars.push(var);
        Ok(())
    }

    fn leaves_of(
        &mut self,
        var: &mut Var,
        (key, place, is_fresh): (String, Place, bool),
        ty: &VariableType,
        bounds: Vec<Bounds>,
    ) -> Result<(), String> {
        match ty {
            VariableType::Derived(t) if t.module.is_none() => {
                return Err(format!(
                "the type of `{key}` is declared in a procedure, so that a driver cannot declare it; declare it in a \
                     module"
            ))
            }
            VariableType::Derived(t) => return self.components(var, (key, place.object(&bounds), is_fresh), t),
            VariableType::Other => {
                let head = &self.subject.head.name;
                return Err(format!(
                    "`{key}` is polymorphic, or its type has parameters: `adc check` cannot make it; check a procedure that \
                     calls `{head}` with one"
                ));
            }
            _ => {}
        }
        self.leaves += 1;
        let own = key[var.key.len()..].trim_start_matches('%').to_string();
        let is_meant = |parts: &Option<Vec<String>>| {
            let within = |p: &String| own == *p || own.starts_with(&format!("{p}%"));
            parts
                .as_ref()
                .is_some_and(|all| all.is_empty() || all.iter().any(within))
        };
        let number = matches!(ty, VariableType::Real(_) | VariableType::Complex(_));
        var.leaves.push(Leaf {
            number: self.leaves,
            key,
            place,
            is_fresh,
            ty: ty.clone(),
            bounds,
            independent: number && is_meant(&var.independent),
            dependent: number && is_meant(&var.dependent),
        });
        Ok(())
    }

    fn components(
        &mut self,
        var: &mut Var,
        (key, place, is_fresh): (String, Place, bool),
        t: &DerivedType,
    ) -> Result<(), String> {
        for c in &t.components {
            // what nobody can name keeps its initial value; unless the user gives another one, so does what has one
            if c.private || c.ty == VariableType::Other {
                continue;
            }
            let name = c.name.to_ascii_lowercase();
            let (key, place) = (format!("{key}%{name}"), place.component(&name));
            let bounds = self.bounds(&key, c, &[])?;
            if c.allocatable || c.pointer {
                var.dynamic.push(Dynamic {
                    place: place.clone(),
                    bounds: bounds.clone(),
                    pointer: c.pointer,
                });
            }
            let is_fresh = (is_fresh || c.allocatable || c.pointer) && !c.initialized;
            let place = match c.allocatable || c.pointer {
                true => place.dynamic(c.pointer),
                false => place,
            };
            self.leaves_of(var, (key, place, is_fresh), &c.ty, bounds)?;
        }
        Ok(())
    }

    /// The bounds of a variable: those that its declaration or the user gives, or usual ones.
    fn bounds(&mut self, key: &str, v: &Variable, siblings: &[Variable]) -> Result<Vec<Bounds>, String> {
        if v.dimensions.is_empty() {
            return Ok(vec![]);
        }
        if let Some(given) = self.settings.shape(key) {
            return match given.len() == v.dimensions.len() {
                true => Ok(given.to_vec()),
                false => Err(format!(
                    "`{key}` has {} dimensions, `--shape` gives {}",
                    v.dimensions.len(),
                    given.len()
                )),
            };
        }
        let values = self
            .settings
            .values(key)
            .map(<[String]>::len)
            .filter(|&n| n > 1 && v.dimensions.len() == 1);
        let values = values.and_then(|n| i64::try_from(n).ok());
        let all = v.dimensions.iter().map(|d| self.dimension(key, d, values, siblings));
        all.collect::<Vec<_>>().into_iter().collect()
    }

    fn dimension(
        &self,
        key: &str,
        d: &Dimension,
        values: Option<i64>,
        siblings: &[Variable],
    ) -> Result<Bounds, String> {
        let number = |size: &Size| {
            let found = size.value(&|name| self.integer(name, siblings));
            found.ok_or_else(|| format!("the extent of `{key}` is not known; give it: `--shape {key}=10`"))
        };
        let count = values.unwrap_or(USUAL_EXTENT);
        match d {
            Dimension::Explicit(low, high) => Ok((number(low)?, number(high)?)),
            Dimension::Assumed(low) | Dimension::AssumedSize(low) => {
                let low = number(low)?;
                Ok((low, low + count - 1))
            }
            Dimension::Deferred => Ok((1, count)),
            _ => Err(format!("`{key}` has no declared rank")),
        }
    }

    /// The value of an integer that extents depend on. That of a module variable has to be given, because the program
    /// may set it.
    fn integer(&self, name: &str, siblings: &[Variable]) -> Option<i64> {
        let (root, path) = name
            .split_once('%')
            .map_or((name, None), |(root, path)| (root, Some(path)));
        let is_it = |v: &&Variable| v.name.eq_ignore_ascii_case(root);
        let sibling = siblings.iter().find(is_it);
        let global = self.signature.globals.iter().find(is_it);
        let found = sibling.or(global).map(key)?;
        let found = path.map_or(found.clone(), |path| format!("{found}%{path}"));
        let given = self.settings.integer(&found);
        given.or(sibling.map(|_| USUAL_EXTENT))
    }
}

/// The value of an integer that nobody gives, and that no extent depends on.
pub const USUAL_INTEGER: i64 = 1;

/// The value of an integer that nobody gives.
pub fn usual_integer(leaf: &Leaf, all: &[Var]) -> i64 {
    let name = &leaf.key;
    let sizes = |d: &Dimension| match d {
        Dimension::Explicit(low, high) => [low.variables(), high.variables()].concat(),
        _ => vec![],
    };
    let decides = |v: &Var| v.variable.dimensions.iter().any(|d| sizes(d).contains(name));
    match all.iter().any(decides) {
        true => USUAL_EXTENT,
        false => USUAL_INTEGER,
    }
}
