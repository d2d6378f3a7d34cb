//! Values that are given as text: heads, suffixes, questions.

use adc_transform::head::HeadText;
use std::fmt;
use std::str::FromStr;

/// A text that is not a value of its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueError(String);

impl ValueError {
    pub(crate) fn new(text: impl Into<String>) -> ValueError {
        ValueError(text.into())
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ValueError {}

/// The procedure to differentiate, its dependents and its independents; `*` stands for all arguments.
///
/// ```
/// let head: adc::Head = "cost(y)/(x, settings%kappa)".parse()?;
/// assert_eq!(head.to_string(), "cost(y)/(x, settings%kappa)");
/// assert!("cost".parse::<adc::Head>().is_err());
/// # Ok::<(), adc::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head(HeadText);

impl Head {
    pub(crate) fn of_text(text: HeadText) -> Head {
        Head(text)
    }

    /// Heads as texts.
    pub(crate) fn texts(heads: &[Head]) -> Vec<HeadText> {
        heads.iter().map(|h| h.0.clone()).collect()
    }
}

/// From `name(dependents)/(independents)` or `name(independents)\(dependents)`.
impl FromStr for Head {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Head, ValueError> {
        HeadText::parse(text).map(Head).map_err(ValueError)
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HeadText {
            procedure,
            dependents,
            independents,
        } = &self.0;
        write!(
            f,
            "{procedure}({})/({})",
            dependents.join(", "),
            independents.join(", ")
        )
    }
}

/// A suffix of generated names: letters, digits and underscores, such as `_b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suffix(String);

impl Suffix {
    /// The default for adjoints: `_b`.
    #[must_use]
    pub fn reverse() -> Suffix {
        Suffix("_b".into())
    }

    /// The default for tangents: `_d`.
    #[must_use]
    pub fn tangent() -> Suffix {
        Suffix("_d".into())
    }

    /// The default for adjoints with many weights: `_bv`.
    #[must_use]
    pub fn vector_reverse() -> Suffix {
        Suffix("_bv".into())
    }

    /// The default for tangents in many directions: `_dv`.
    #[must_use]
    pub fn vector_tangent() -> Suffix {
        Suffix("_dv".into())
    }

    /// The default for second derivatives: `_hv`.
    #[must_use]
    pub fn hessian() -> Suffix {
        Suffix("_hv".into())
    }

    /// The default for Jacobians: `_j`.
    #[must_use]
    pub fn jacobian() -> Suffix {
        Suffix("_j".into())
    }

    /// The default for sparse Jacobians: `_js`.
    #[must_use]
    pub fn sparse_jacobian() -> Suffix {
        Suffix("_js".into())
    }

    /// The default for sparse Hessians: `_hs`.
    #[must_use]
    pub fn sparse_hessian() -> Suffix {
        Suffix("_hs".into())
    }

    /// The suffix as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Suffix {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Suffix, ValueError> {
        let letters = text.trim_start_matches('_');
        if letters.is_empty() || !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(ValueError(format!("`{text}` cannot be a suffix of Fortran names")));
        }
        Ok(Suffix(text.to_string()))
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A variable on a line, about which [`Analysis::why`](crate::Analysis::why) is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub(crate) name: String,
    pub(crate) file: Option<String>,
    pub(crate) line: usize,
}

/// From `t@12` or `t@model.f90:12`.
impl FromStr for Question {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Question, ValueError> {
        let read = || {
            let (name, at) = text.split_once('@')?;
            let (file, line) = match at.rsplit_once(':') {
                Some((file, line)) => (Some(file.to_string()), line),
                None => (None, at),
            };
            Some(Question {
                name: name.to_string(),
                file,
                line: line.parse().ok()?,
            })
        };
        read().ok_or_else(|| {
            ValueError(format!(
                "`{text}` is not a variable and a line, such as `t@12` or `t@model.f90:12`"
            ))
        })
    }
}
