//! The comment at the top of a fixture that describes the call of its head.
//!
//! ```text
//! ! head: flux(y)/(x, params%k)       the head, its dependents, its independents; given to adc as --head
//! ! module m                          the head is a procedure of module m
//! ! arg n integer 3                   one line for each argument, in order: name, type, values
//! ! arg x real8(3) 0.5 1.0 1.5
//! ! arg y real8(0:2)
//! ! result f real8                    the head is a function (then `f` is the dependent)
//! ! global params%k real8 2.0         a variable of module params
//! ! common blk%a complex16(2) (1,2)   a member of /blk/; all members, in order
//! ! tolerance 1e-5 1e-9               of the differences and of the dot product
//! ! steps 1e-3 1e-4                   of the differences
//! ! flags -fopenmp                    further options for gfortran
//! ! external tests/numeric/x/a.toml   given to adc as --external
//! ! options --input-repeatable        further options for adc
//! ! link tests/numeric/x/link.f90     compiled and linked, but not given to adc
//! ! caller f(y)/(x) tests/numeric/n   the driver calls f, f_d, ... of this folder instead: see `callers`
//! ! zero                              the derivative is zero, and should be
//! ! before n 2                        the first of two calls is made with this value
//! ```
//!
//! Types: `real` (without a kind, in the source, too), `real4`, `real8`, `complex`, `complex8`, `complex16`, `integer`,
//! `integer1` to `integer8`, `logical`, `character` (by its value in quotes); up to rank 3. One value fills an array,
//! no value gives an independent some numbers between 0.5 and 1.5 and everything else zero. Lines that begin with
//! another word are prose. In fixed form the comment may begin with `C`, `c` or `*`.

use std::path::{Path, PathBuf};

use super::header::{comment, split_head, split_words, variable};

/// Mode of differentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `--tangent`, `_d`
    Tangent,
    /// `--reverse`, `_b`
    Adjoint,
}

impl Mode {
    /// The option of `adc`.
    pub fn option(self) -> &'static str {
        match self {
            Mode::Tangent => "--tangent",
            Mode::Adjoint => "--reverse",
        }
    }

    /// The letter that generated names end in.
    pub fn letter(self) -> char {
        match self {
            Mode::Tangent => 'd',
            Mode::Adjoint => 'b',
        }
    }
}

/// Storage of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An argument of the head.
    Argument,
    /// The result of the head.
    Result,
    /// A variable of the module.
    Module(String),
    /// A member of the COMMON block.
    Common(String),
}

/// The type of a variable, without its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// With the size in bytes.
    Real(u8),
    /// With the size of each part in bytes.
    Complex(u8),
    /// Zero for the default kind.
    Integer(u8),
    /// Default logical.
    Logical,
    /// As long as its value.
    Character,
}

/// A variable that the driver sets, reads or passes.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name in the source.
    pub name: String,
    /// Its storage.
    pub place: Place,
    /// Its type.
    pub kind: Kind,
    /// Bounds of each dimension.
    pub shape: Vec<(i64, i64)>,
    /// Values as written: one, one per element, or none.
    pub values: Vec<String>,
    /// Set for an independent.
    pub independent: bool,
    /// Set for a dependent.
    pub dependent: bool,
}

impl Var {
    /// Elements.
    pub fn len(&self) -> usize {
        self.shape
            .iter()
            .map(|(low, high)| usize::try_from(high - low + 1).unwrap_or(0))
            .product()
    }

    /// Number of reals in a vector of all its values: two for a complex.
    pub fn reals(&self) -> usize {
        match self.kind {
            Kind::Real(_) => self.len(),
            Kind::Complex(_) => 2 * self.len(),
            Kind::Integer(_) | Kind::Logical | Kind::Character => 0,
        }
    }

    /// Checks whether it has a shadow in the generated interface.
    pub fn active(&self) -> bool {
        self.independent || self.dependent
    }

    /// The values of an independent as real numbers: all real parts, then all imaginary parts.
    pub fn point(&self) -> Vec<f64> {
        let parts = self.reals() / self.len().max(1);
        let mut point = Vec::new();
        for part in 0..parts {
            for i in 0..self.len() {
                let written = self.values.get(i).or(self.values.first());
                #[allow(clippy::cast_precision_loss)] // small integers
                let default = 0.5 + ((7 * i + 5 * part + 3) % 11) as f64 / 11.0;
                point.push(written.map_or(default, |w| parse_part(w, part)));
            }
        }
        point
    }
}

/// Files named relative to the project's folder; other words are prose.
fn in_project(names: &[String]) -> Vec<PathBuf> {
    let paths = names.iter().map(|n| Path::new(env!("CARGO_MANIFEST_DIR")).join(n));
    paths.filter(|p| p.is_file()).collect()
}

/// Real (0) or imaginary (1) part of a written number.
fn parse_part(written: &str, part: usize) -> f64 {
    let inner = written.trim_start_matches('(').trim_end_matches(')');
    let text = inner
        .split(',')
        .nth(part)
        .unwrap_or("0")
        .to_ascii_lowercase()
        .replace('d', "e");
    text.trim().parse().unwrap_or(f64::NAN)
}

/// Largest relative errors.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Tolerance of the tangent against differences.
    pub differences: f64,
    /// Tolerance of the dot products.
    pub dot: f64,
    /// Tolerance of the primal results.
    pub primal: f64,
}

/// Description of a fixture's call and tolerances.
#[derive(Clone, Debug)]
pub struct Spec {
    /// As given to `--head`.
    pub head: String,
    /// The name of the head, or of its caller.
    pub procedure: String,
    /// The folder of the callers.
    pub callers: Option<PathBuf>,
    /// The module that the head is in.
    pub module: Option<String>,
    /// All variables, arguments in order.
    pub vars: Vec<Var>,
    /// Largest errors.
    pub tolerance: Tolerance,
    /// Steps of the differences.
    pub steps: Vec<f64>,
    /// Further options for gfortran.
    pub flags: Vec<String>,
    /// Descriptions of procedures without source.
    pub external: Vec<PathBuf>,
    /// Further options for `adc`.
    pub options: Vec<String>,
    /// Sources of such procedures and of their derivatives.
    pub link: Vec<PathBuf>,
    /// The derivative is zero.
    pub zero: bool,
    /// Variables and their values in the first of two calls.
    pub before: Vec<(String, String)>,
}

impl Spec {
    /// Reads the comment at the top of a file.
    pub fn read(source: &Path) -> Result<Spec, String> {
        let text = std::fs::read(source).map_err(|e| format!("{}: {e}", source.display()))?;
        Spec::parse(&String::from_utf8_lossy(&text)).map_err(|e| format!("{}: {e}", source.display()))
    }

    /// Reads the comment at the top of a text.
    pub fn parse(text: &str) -> Result<Spec, String> {
        let mut spec = Spec {
            head: String::new(),
            procedure: String::new(),
            callers: None,
            module: None,
            vars: Vec::new(),
            tolerance: Tolerance {
                differences: f64::NAN,
                dot: f64::NAN,
                primal: f64::NAN,
            },
            steps: Vec::new(),
            flags: Vec::new(),
            external: Vec::new(),
            options: Vec::new(),
            link: Vec::new(),
            zero: false,
            before: Vec::new(),
        };
        let mut called = None;
        for line in text.lines().map_while(comment).filter(|l| !l.is_empty()) {
            let words = split_words(line);
            let rest = || words.iter().skip(1).cloned().collect::<Vec<_>>();
            let floats = || rest().iter().filter_map(|w| w.parse().ok()).collect::<Vec<f64>>();
            match words.first().map(String::as_str) {
                Some("head:") => spec.head = line.trim_start_matches("head:").trim().to_owned(),
                Some("module") if words.len() == 2 => spec.module = rest().pop(),
                Some("arg") => spec.vars.push(variable(&rest(), Place::Argument)?),
                Some("result") if words.len() == 3 => spec.vars.push(variable(&rest(), Place::Result)?),
                Some("global") => spec.vars.push(variable(&rest(), Place::Module(String::new()))?),
                Some("common") => spec.vars.push(variable(&rest(), Place::Common(String::new()))?),
                Some("tolerance") => {
                    let values = floats();
                    spec.tolerance.differences = values.first().copied().unwrap_or(f64::NAN);
                    spec.tolerance.dot = values.get(1).copied().unwrap_or(f64::NAN);
                }
                Some("steps") => spec.steps = floats(),
                Some("flags") => spec.flags = rest(),
                Some("options") => spec.options = rest(),
                Some("external") if words.len() == 2 => spec.external.extend(in_project(&rest())),
                Some("link") => spec.link.extend(in_project(&rest())),
                Some("caller") if words.len() == 3 => {
                    called = Some(words[1].clone());
                    spec.callers = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join(&words[2]));
                }
                Some("zero") if words.len() == 1 => spec.zero = true,
                Some("before") if words.len() == 3 => spec.before.push((words[1].clone(), words[2].clone())),
                _ => {}
            }
        }
        let called = called.unwrap_or_else(|| spec.head.clone());
        spec.finish(&called)
    }

    /// Marks independents and dependents, and fills in the defaults.
    fn finish(mut self, called: &str) -> Result<Spec, String> {
        let (procedure, dependents, independents) = split_head(called)?;
        self.procedure = procedure;
        for (names, dependent) in [(dependents, true), (independents, false)] {
            for name in names {
                let short = name.rsplit('%').next().unwrap_or(&name).to_ascii_lowercase();
                let function = short == self.procedure.to_ascii_lowercase();
                let found = self.vars.iter_mut().find(|v| {
                    v.name.to_ascii_lowercase() == short || (function && dependent && v.place == Place::Result)
                });
                let var = found.ok_or_else(|| format!("`{name}` of the head line is not described"))?;
                if var.reals() == 0 {
                    return Err(format!(
                        "`{name}` of the head line is neither real nor complex, or it is empty"
                    ));
                }
                if dependent {
                    var.dependent = true;
                } else {
                    var.independent = true;
                }
            }
        }
        for (name, _) in &self.before {
            if !self.vars.iter().any(|v| v.name == *name) {
                return Err(format!("`{name}` of a `before` line is not described"));
            }
        }
        let single = self
            .vars
            .iter()
            .any(|v| v.active() && matches!(v.kind, Kind::Real(4) | Kind::Complex(4)));
        let or = |given: f64, default: f64| if given.is_nan() { default } else { given };
        let (differences, dot, primal) = if single {
            (2e-2, 1e-4, 1e-5)
        } else {
            (1e-6, 1e-10, 1e-12)
        };
        self.tolerance.differences = or(self.tolerance.differences, differences);
        self.tolerance.dot = or(self.tolerance.dot, dot);
        self.tolerance.primal = primal;
        if self.steps.is_empty() {
            self.steps = if single {
                vec![1e-1, 1e-2, 1e-3]
            } else {
                vec![1e-4, 1e-5, 1e-6]
            };
        }
        Ok(self)
    }

    /// `--external` for each description, further options, and the compiler flags that change the meaning of the
    /// source.
    pub fn external_options(&self) -> Vec<String> {
        let files = self.external.iter().map(|f| f.display().to_string());
        let kinds = self
            .flags
            .iter()
            .filter(|f| f.starts_with("-fdefault-") || *f == "-fopenmp")
            .cloned();
        files
            .flat_map(|f| ["--external".to_owned(), f])
            .chain(self.options.clone())
            .chain(kinds)
            .collect()
    }

    /// The independents' values.
    pub fn point(&self) -> Vec<f64> {
        self.vars
            .iter()
            .filter(|v| v.independent)
            .flat_map(Var::point)
            .collect()
    }

    /// The direction of the tangent, over all independents.
    pub fn direction(&self) -> Vec<f64> {
        random(self.vars.iter().filter(|v| v.independent).map(Var::reals).sum(), 1)
    }

    /// Another direction.
    pub fn other_direction(&self) -> Vec<f64> {
        random(self.vars.iter().filter(|v| v.independent).map(Var::reals).sum(), 3)
    }

    /// The weights of the dependents.
    pub fn weights(&self) -> Vec<f64> {
        random(self.vars.iter().filter(|v| v.dependent).map(Var::reals).sum(), 2)
    }
}

/// Numbers of either sign with magnitudes between 0.25 and 1, with few binary digits: they are exact in single
/// precision.
fn random(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 40).unwrap_or(0)
    };
    let number = |bits: u32| {
        let size = 0.25 + 0.75 * f64::from(bits & 0xFFF) / 4096.0;
        if bits & 0x1000 == 0 {
            size
        } else {
            -size
        }
    };
    (0..count).map(|_| number(next())).collect()
}
