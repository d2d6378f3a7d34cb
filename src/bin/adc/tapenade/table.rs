//! The columns of the table of options. Parsing, `adc tapenade -help` and the page of the book are made of its rows.

use super::key::Key;

/// An option.
pub struct Row {
    /// Its spellings; the first one is the usual one.
    pub spellings: &'static [&'static str],
    /// The name of its value, if it has one.
    pub value: Option<&'static str>,
    /// Its effect.
    pub effect: Effect,
    /// Its meaning here.
    pub text: &'static str,
}

/// What adc does with an option.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It obeys.
    Obeyed(Key),
    /// It always does what the option asks for.
    Always,
    /// The option concerns Tapenade alone. A note names all such options of a command line.
    None,
    /// Without the option the result would have another meaning, so it is an error. The text says what to do.
    Error(&'static str),
}
