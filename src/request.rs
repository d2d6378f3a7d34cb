//! Requests for derivatives.

use crate::options::{Mode, Options};
use crate::sources::Form;
use crate::value::Head;

/// What to differentiate, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The heads; none if directives in the source name them. What they share is generated once.
    pub heads: Vec<Head>,
    /// The mode.
    pub mode: Mode,
    /// The options.
    pub options: Options,
    /// The source form of the text; `None` for that of the first source.
    pub form: Option<Form>,
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
            mode,
            options: Options::default(),
            form: None,
            command: None,
        }
    }
}
