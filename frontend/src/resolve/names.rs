//! TODO

use crate::ast::{self, SmolStr};

/// `BIND(C, ...)`, from the tree.
pub(super) fn bound_as(args: &[ast::Arg]) -> SmolStr {
    let words: Vec<String> = args.iter().map(bind_text).collect();
    format!("bind({})", words.join(", ")).into()
}

/// One argument of `BIND`, from the tree.
fn bind_text(arg: &ast::Arg) -> String {
    let value = match &arg.value {
        ast::ArgValue::Expr(e) => match &e.kind {
            ast::ExprKind::Designator(parts) => parts.first().map_or(String::new(), |p| p.name.text.to_string()),
            ast::ExprKind::Str(text) => text.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    match &arg.keyword {
        Some(k) => format!("{}={value}", k.text),
        None => value,
    }
}
