//! Requests for derivatives.

use crate::error::Error;
use crate::options::{Mode, Options};
use crate::sources::Form;
use crate::value::Head;

/// What to differentiate, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The heads; none if directives in the source name them. What they share is generated once.
    pub heads: Vec<Head>,
    /// The modes.
    pub modes: Vec<Mode>,
    /// The options.
    pub options: Options,
    /// The source form of all texts. By default, one text has that of the first source, and a text for a source has
    /// the form of that source.
    pub form: Option<Form>,
    /// A text for each mode and source that has derivatives, in place of one for all. Modules that are written again, with
    /// derivatives of all modes, have a text of their own for each source.
    pub per_source: bool,
    /// Estimate [what procedures and their derivatives cost](crate::Derivative::costs).
    pub costs: bool,
    /// The command that made the text, for its opening comment.
    pub command: Option<String>,
}

impl Request {
    /// A head and a mode, with default options.
    #[must_use]
    pub fn new(head: Head, mode: Mode) -> Request {
        Request {
            heads: vec![head],
            ..Request::by_directives(mode)
        }
    }

    /// The heads that directives in the source name (`!$openad DEPENDENT(y)`), with default options.
    #[must_use]
    pub fn by_directives(mode: Mode) -> Request {
        Request {
            heads: vec![],
            modes: vec![mode],
            options: Options::default(),
            form: None,
            per_source: false,
            costs: false,
            command: None,
        }
    }

    /// The first mode.
    pub(crate) fn mode(&self) -> Result<Mode, Error> {
        let none = || Error::of_request("a request needs a mode");
        self.modes.first().copied().ok_or_else(none)
    }

    /// The suffixes of all modes.
    pub(crate) fn suffixes(&self) -> String {
        self.modes.iter().map(|&m| self.options.suffix(m).as_str()).collect()
    }
}
