//! Jacobians of programs with messages: there are none. A tangent is that of the independents of all ranks together, so
//! no column would be of the independents of one rank.

use crate::assemble::generator::Generator;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;

/// The error for a head whose messages carry derivatives.
pub(crate) fn refused(g: &Generator) -> Option<Diagnostic> {
    let carries = |u| {
        let mut arguments = g.primal.units[u].args.iter().flatten();
        arguments.any(|&s| g.is_active(u, s))
    };
    if !g.models.exchanging().any(carries) {
        return None;
    }
    let head = &g.primal.units[g.heads.first().unit];
    let text = format!(
        "`{}` exchanges messages that carry derivatives: its Jacobian would be that of all ranks",
        head.name
    );
    let d = Diagnostic::error(codes::UNSUPPORTED_MESSAGE, head.span, text);
    Some(d.help("use `--tangent --vector` or `--reverse --vector`, with directions or weights for all ranks"))
}
