//! The texts that a program is read from.

use crate::message::Problem;
use std::fmt;
use std::sync::Arc;

pub use adc_frontend::span::Form;

/// A text with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Source {
    /// The name, as messages show it. Its extension determines the source form, as in gfortran.
    pub name: String,
    /// The text, in any encoding that contains ASCII.
    pub text: Vec<u8>,
    /// The source form, if the extension does not determine it.
    pub form: Option<Form>,
    /// The text comes from a C preprocessor: lines such as `# 12 "model.F90"` say where the others come from.
    pub preprocessed: bool,
}

impl Source {
    /// A text in the form that the extension of its name determines.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            form: None,
            preprocessed: false,
        }
    }

    /// True for binary data, which is refused: text has no zero bytes and hardly any other control characters.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        let is_control = |b: &&u8| matches!(b, 1..=7 | 14..=25 | 27..=31 | 127);
        self.text.contains(&0) || self.text.iter().filter(is_control).count() * 50 > self.text.len()
    }
}

/// The source form of files with the extension of `name`, as in gfortran; `None` if the extension does not determine it.
#[must_use]
pub fn form_of_name(name: &str) -> Option<Form> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    // a name that begins with its only dot has no extension
    let (_, extension) = file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
    match extension.to_ascii_lowercase().as_str() {
        "f" | "for" | "ftn" | "f77" | "fpp" => Some(Form::Fixed),
        "f90" | "f95" | "f03" | "f08" | "f18" => Some(Form::Free),
        _ => None,
    }
}

/// Finds the texts that INCLUDE and `#include` lines name.
///
/// Closures implement it:
///
/// ```
/// let mut sources = adc::Sources::new();
/// sources.add("f.f90", "subroutine f(x, y)\ninclude 'real.inc'\ny = 2*x\nend subroutine\n");
/// sources.set_includes(|name: &str, _from: &str| {
///     (name == "real.inc").then(|| adc::Source::new(name, "real, intent(in) :: x\nreal, intent(out) :: y\n"))
/// });
/// let program = adc::read(sources, &adc::ReadOptions::default())?;
/// assert!(program.messages().is_empty());
/// # Ok::<(), adc::Error>(())
/// ```
pub trait Includes: Send + Sync {
    /// The text that a line of the source `from` calls `name`; `None` if there is none. It is read in the form of
    /// `from`.
    ///
    /// # Errors
    /// If the text exists but cannot be read.
    fn find(&self, name: &str, from: &str) -> Result<Option<Source>, Unreadable>;
}

impl<F: Fn(&str, &str) -> Option<Source> + Send + Sync> Includes for F {
    fn find(&self, name: &str, from: &str) -> Result<Option<Source>, Unreadable> {
        Ok(self(name, from))
    }
}

/// A text that exists but cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    pub(crate) name: String,
    pub(crate) reason: String,
}

impl Unreadable {
    /// The name of the text, and the reason.
    pub fn new(name: impl Into<String>, reason: impl Into<String>) -> Unreadable {
        Unreadable {
            name: name.into(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read `{}`: {}", self.name, self.reason)
    }
}

impl std::error::Error for Unreadable {}

/// The texts that a program is read from, all in memory.
#[derive(Clone, Default)]
pub struct Sources {
    pub(crate) all: Vec<Result<Source, Problem>>,
    pub(crate) descriptions: Vec<Result<Source, Problem>>,
    pub(crate) checkpoints: Option<Result<Source, Problem>>,
    pub(crate) supplied: Vec<Supplied>,
    pub(crate) includes: Option<Arc<dyn Includes>>,
}

/// A summary, in case its source is missing.
#[derive(Clone)]
pub(crate) struct Supplied {
    /// The text.
    pub(crate) source: Source,
    /// The reason why it must not be used.
    pub(crate) unusable: Option<String>,
}

impl Sources {
    /// No text yet.
    #[must_use]
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a Fortran source. The order of sources does not matter.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) {
        self.push(Source::new(name, text));
    }

    /// Adds a Fortran source with options of its own.
    pub fn push(&mut self, source: Source) {
        self.all.push(Ok(source));
    }

    /// Adds descriptions of procedures whose source is not given. If several describe a procedure, the last one counts.
    pub fn describe(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) {
        self.descriptions.push(Ok(Source::new(name, text)));
    }

    /// Sets the file of checkpoints: its calls are split or joint, and its loops have snapshots, as it says, unless
    /// directives in the sources say something else.
    pub fn set_checkpoints(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) {
        self.checkpoints = Some(Ok(Source::new(name, text)));
    }

    /// Reports the reason why the file of checkpoints is missing. Reading then fails.
    pub fn reject_checkpoints(&mut self, problem: Problem) {
        self.checkpoints = Some(Err(problem));
    }

    /// Adds a [summary](crate::Summary), which is used if the sources lack what it declares. With a reason why it must
    /// not be used, a note reports that reason in place of using it.
    pub fn supply(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>, unusable: Option<String>) {
        let source = Source::new(name, text);
        self.supplied.push(Supplied { source, unusable });
    }

    /// Reports the reason why a source is missing. Reading then fails with all such reasons.
    pub fn reject(&mut self, problem: Problem) {
        self.all.push(Err(problem));
    }

    /// Reports the reason why descriptions are missing. Operations that need them then fail.
    pub fn reject_description(&mut self, problem: Problem) {
        self.descriptions.push(Err(problem));
    }

    /// Sets where texts of INCLUDE and `#include` lines are found. Without it, they are reported as missing.
    pub fn set_includes(&mut self, includes: impl Includes + 'static) {
        self.includes = Some(Arc::new(includes));
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.all.iter().chain(&self.descriptions).chain(&self.checkpoints);
        let names = names.map(|s| s.as_ref().map_or_else(ToString::to_string, |s| s.name.clone()));
        f.debug_list().entries(names).finish()
    }
}

impl Extend<Source> for Sources {
    fn extend<T: IntoIterator<Item = Source>>(&mut self, sources: T) {
        sources.into_iter().for_each(|s| self.push(s));
    }
}

impl FromIterator<Source> for Sources {
    fn from_iter<T: IntoIterator<Item = Source>>(sources: T) -> Sources {
        let mut all = Sources::new();
        all.extend(sources);
        all
    }
}
