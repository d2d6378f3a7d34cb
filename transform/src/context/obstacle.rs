//! The reason why a directive has no effect: a place in the user's source, and a few words for it.

use adc_frontend::diag::Diagnostic;
use adc_frontend::span::Span;

/// A reason at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle {
    /// The statement or declaration; [`Span::NONE`] if no line of the source is the reason.
    pub span: Span,
    /// The label of the place.
    pub text: &'static str,
}

impl Obstacle {
    pub(crate) fn new(span: Span, text: &'static str) -> Obstacle {
        Obstacle { span, text }
    }

    /// Adds the place to a message.
    pub(crate) fn show(self, d: Diagnostic) -> Diagnostic {
        d.also_at(self.span, self.text)
    }
}
