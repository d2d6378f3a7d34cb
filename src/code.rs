//! Codes of diagnostics and the pages that explain them.

use crate::carried::carried;
use crate::value::ValueError;
use adc_frontend::codes;
use std::fmt;
use std::str::FromStr;

/// The code of a diagnostic, such as `ADC0204`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(u16);

impl Code {
    /// ADC0301: no procedure to differentiate was named.
    pub const NO_HEAD: Code = Code(codes::NO_HEAD);
    /// ADC0501: a file cannot be read.
    pub const CANNOT_READ: Code = Code(codes::CANNOT_READ);
    /// ADC0502: a file cannot be written.
    pub const CANNOT_WRITE: Code = Code(codes::CANNOT_WRITE);
    /// ADC0311: an array has an unknown size.
    pub(crate) const UNKNOWN_SIZE: Code = Code(codes::UNKNOWN_SIZE);
    /// ADC0504: an option is missing or not understood.
    pub const BAD_OPTION: Code = Code(codes::BAD_OPTION);
    /// The derivatives of a head cannot be checked.
    pub const CANNOT_CHECK: Code = Code(codes::CANNOT_CHECK);
    /// ADC0508: a head cannot be called from C.
    pub const CANNOT_WRAP: Code = Code(codes::CANNOT_WRAP);
    /// ADC0509: the project file `adc.toml` has an error.
    pub const BAD_PROJECT: Code = Code(codes::BAD_PROJECT);
    /// ADC0510: a file in the folder of `--interface-dir` is not used.
    pub const UNUSED_RECORD: Code = Code(codes::UNUSED_RECORD);
    /// ADC0511: a file of checkpoints, or a profile, has an error.
    pub const BAD_CHECKPOINTS: Code = Code(codes::BAD_CHECKPOINTS);
    /// ADC0505: the C preprocessor failed.
    pub const PREPROCESSOR_FAILED: Code = Code(codes::PREPROCESSOR_FAILED);
    /// ADC0602: `adc` failed.
    pub const INTERNAL_FAULT: Code = Code(codes::INTERNAL_FAULT);

    pub(crate) const fn new(number: u16) -> Code {
        Code(number)
    }

    /// The number: 204 for `ADC0204`.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// What it is about, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        codes::find(self.0).map_or("", |c| c.title)
    }

    /// The page that explains it, in Markdown: the meaning, an example and the example corrected.
    #[must_use]
    pub fn page(self) -> &'static str {
        carried(&format!("docs/diagnostics/{self}.md")).unwrap_or("")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ADC{:04}", self.0)
    }
}

/// From `ADC0204`, `adc204` or `204`, if a diagnostic has this code.
impl FromStr for Code {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Code, ValueError> {
        let digits = text.trim_ascii().trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let code = digits.parse().ok().map(Code).filter(|c| !c.page().is_empty());
        let unknown = || ValueError::new(format!("unknown diagnostic `{text}`; write a code such as ADC0204"));
        code.ok_or_else(unknown)
    }
}
