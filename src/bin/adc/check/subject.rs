//! The head to be checked: its variables with concrete extents, and their leaves.
//!
//! A leaf is a variable, or a component, of a type of the language. Leaves of real or complex type can be compared.

use super::settings::Settings;
use crate::fortran::{key, Bounds};
use adc::{DerivedType, Dimension, Scope, Signature, Size, Variable, VariableType};

/// The extent of a dimension, and the value of an integer that extents depend on, unless the user gives them.
const USUAL_EXTENT: i64 = 4;

/// A variable of the driver.
pub struct Var {
    /// The user's name in lower case: `n`, `settings%kappa`.
    pub key: String,
    /// The name in the driver.
    pub name: String,
    /// As declared.
    pub variable: Variable,
    /// Bounds of each dimension.
    pub bounds: Vec<Bounds>,
    /// Its shadows, in the tangent and in the adjoint.
    pub shadows: [Option<Shadow>; 2],
    /// The components that are independents, all if there are none; `None` if it is no independent.
    pub independent: Option<Vec<String>>,
    /// Likewise for dependents.
    pub dependent: Option<Vec<String>>,
    /// Its leaves.
    pub leaves: Vec<Leaf>,
}

/// A shadow.
#[derive(Clone)]
pub struct Shadow {
    /// Its name in the driver.
    pub name: String,
    /// As declared.
    pub variable: Variable,
}

/// A variable, or a component of one.
#[derive(Clone)]
pub struct Leaf {
    /// Its number, from 1 on.
    pub number: usize,
    /// The user's name for it.
    pub key: String,
    /// What follows the variable's name: `%a%b`, or nothing.
    pub path: String,
    /// Its type.
    pub ty: VariableType,
    /// Bounds of each dimension.
    pub bounds: Vec<Bounds>,
    /// True for an allocatable or a pointer.
    pub dynamic: bool,
    /// True for an independent.
    pub independent: bool,
    /// True for a dependent.
    pub dependent: bool,
}

impl Leaf {
    /// True for real and complex types.
    pub fn is_number(&self) -> bool {
        matches!(self.ty, VariableType::Real(_) | VariableType::Complex(_))
    }

    /// True for single precision.
    pub fn is_single(&self) -> bool {
        matches!(self.ty, VariableType::Real(4) | VariableType::Complex(4))
    }

    /// The number of elements, as far as it is known before the run.
    pub fn len(&self) -> usize {
        let extents = self
            .bounds
            .iter()
            .map(|(low, high)| usize::try_from(high - low + 1).unwrap_or(0));
        extents.product()
    }
}

/// A head with its derivatives.
pub struct Subject {
    /// The signatures of the derivatives: the tangent, and the adjoint if it is checked.
    pub tangent: Signature,
    /// The adjoint.
    pub adjoint: Option<Signature>,
    /// The variables: arguments in order, the result, then others.
    pub vars: Vec<Var>,
    /// COMMON blocks: the block, and the variables that are its members, by their places in `vars`.
    pub blocks: Vec<(String, Vec<usize>)>,
}

impl Subject {
    /// The subject of signatures of one head.
    ///
    /// # Errors
    /// If the driver cannot make an argument.
    pub fn new(tangent: &Signature, adjoint: Option<&Signature>, settings: &Settings) -> Result<Subject, String> {
        if let Some(name) = tangent.head.dummy_procedures.first() {
            let head = &tangent.head.name;
            return Err(format!(
                "`{name}` is a procedure that the caller of `{head}` gives, and `adc check` has none; check a procedure \
                 that calls `{head}`"
            ));
        }
        let mut making = Variables {
            subject: Subject {
                tangent: tangent.clone(),
                adjoint: adjoint.cloned(),
                vars: vec![],
                blocks: vec![],
            },
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
    settings: &'a Settings,
    leaves: usize,
}

impl Variables<'_> {
    fn all(&mut self) -> Result<(), String> {
        let head = self.subject.tangent.head.clone();
        for v in head.arguments.iter().chain(&head.result) {
            self.add(v, &head.arguments)?;
        }
        self.globals()?;
        self.blocks()
    }

    /// Module variables that carry derivatives, or that the user sets.
    fn globals(&mut self) -> Result<(), String> {
        let signature = self.subject.tangent.clone();
        let active = signature.active.iter().map(|a| &a.variable);
        let set = signature.globals.iter().filter(|v| self.settings.mentions(&key(v)));
        let is_global = |v: &&Variable| matches!(v.scope, Scope::Module(_));
        let all: Vec<&Variable> = active.filter(is_global).chain(set).collect();
        for (k, v) in all.iter().enumerate() {
            if !all[..k].iter().any(|other| key(other) == key(v)) {
                if v.private {
                    return Err(format!("`{}` is private: the driver cannot set it", key(v)));
                }
                self.add(v, &[])?;
            }
        }
        Ok(())
    }

    /// COMMON blocks with variables that carry derivatives, or that the user sets.
    fn blocks(&mut self) -> Result<(), String> {
        let signature = self.subject.tangent.clone();
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
        let active = |signature: &Signature| {
            signature
                .active
                .iter()
                .find(|a| a.variable.name == v.name && a.variable.scope == v.scope)
                .cloned()
        };
        let shadow = |signature: Option<&Signature>, letter: char| {
            let found = active(signature?)?;
            let name = format!("{letter}{number}_{short}");
            Some(Shadow {
                name,
                variable: found.shadow,
            })
        };
        let shadows = [
            shadow(Some(&self.subject.tangent), 'd'),
            shadow(self.subject.adjoint.as_ref(), 'b'),
        ];
        let found = active(&self.subject.tangent);
        let (independent, dependent) = found.map_or((None, None), |a| (a.independent, a.dependent));
        let bounds = self.bounds(&key, v, siblings)?;
        let mut var = Var {
            name: format!("v{number}_{short}"),
            key,
            variable: v.clone(),
            bounds,
            shadows,
            independent,
            dependent,
            leaves: vec![],
        };
        let (key, bounds) = (var.key.clone(), var.bounds.clone());
        let dynamic = v.allocatable || v.pointer;
        self.leaves_of(&mut var, (key, String::new()), &v.ty, bounds, dynamic)?;
        self.subject.vars.push(var);
        Ok(())
    }

    fn leaves_of(
        &mut self,
        var: &mut Var,
        (key, path): (String, String),
        ty: &VariableType,
        bounds: Vec<Bounds>,
        dynamic: bool,
    ) -> Result<(), String> {
        match ty {
            VariableType::Derived(t) => return self.components(var, (key, path), t, &bounds),
            VariableType::Other => return Err(format!("`{key}` has a type whose values `adc check` cannot make")),
            _ => {}
        }
        self.leaves += 1;
        let own = path.trim_start_matches('%').to_string();
        let is_meant = |parts: &Option<Vec<String>>| {
            let within = |p: &String| own == *p || own.starts_with(&format!("{p}%"));
            parts
                .as_ref()
                .is_some_and(|all| all.is_empty() || all.iter().any(within))
        };
        let number = matches!(ty, VariableType::Real(4 | 8) | VariableType::Complex(4 | 8));
        var.leaves.push(Leaf {
            number: self.leaves,
            key,
            path,
            ty: ty.clone(),
            bounds,
            dynamic,
            independent: number && is_meant(&var.independent),
            dependent: number && is_meant(&var.dependent),
        });
        Ok(())
    }

    fn components(
        &mut self,
        var: &mut Var,
        (key, path): (String, String),
        t: &DerivedType,
        bounds: &[Bounds],
    ) -> Result<(), String> {
        if !bounds.is_empty() {
            return Err(format!(
                "`{key}` is an array of a derived type, which `adc check` cannot make yet"
            ));
        }
        for c in &t.components {
            let name = c.name.to_ascii_lowercase();
            let place = (format!("{key}%{name}"), format!("{path}%{name}"));
            // what nobody can name keeps its initial value
            if c.private || c.ty == VariableType::Other {
                continue;
            }
            let own = self.bounds(&place.0, c, &[])?;
            self.leaves_of(var, place, &c.ty, own, c.allocatable || c.pointer)?;
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
        let global = self.subject.tangent.globals.iter().find(is_it);
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
