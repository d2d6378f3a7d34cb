//! Designators and expressions as short text for one line of a report.

use adc_frontend::ir::*;

/// An expression as the program would write it; `...` for parts outside its designators.
pub fn expression(program: &Program, e: &Expr) -> String {
    let text = |e: &Expr| expression(program, e);
    match &e.kind {
        ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Str(t) | ExprKind::Logical(t) => t.to_string(),
        ExprKind::Var(s) => program.symbols[*s].name.to_string(),
        ExprKind::Component(base, c) => format!("{}%{}", text(base), program.symbols[*c].name),
        ExprKind::Index(base, subs) => {
            let subs: Vec<String> = subs.iter().map(|s| subscript(program, s)).collect();
            format!("{}({})", text(base), subs.join(", "))
        }
        ExprKind::Paren(x) => format!("({})", text(x)),
        ExprKind::Unary(UnaryOp::Minus, x) => format!("-{}", text(x)),
        ExprKind::Binary(op, a, b) => {
            let sign = match op {
                BinaryOp::Add => " + ",
                BinaryOp::Sub => " - ",
                BinaryOp::Mul => "*",
                BinaryOp::Div => "/",
                _ => return "...".into(),
            };
            format!("{}{sign}{}", text(a), text(b))
        }
        ExprKind::Intrinsic(id, name, args) if id.is_parameter_inquiry() => {
            let object = args.first().and_then(Arg::expr).map_or(String::new(), text);
            format!("{object}{name}")
        }
        ExprKind::Intrinsic(_, name, args) => {
            let args: Vec<String> = args.iter().filter_map(Arg::expr).map(text).collect();
            format!("{name}({})", args.join(", "))
        }
        ExprKind::ComplexPart(x, imaginary) => format!("{}%{}", text(x), if *imaginary { "im" } else { "re" }),
        ExprKind::Substring(x, lo, hi) => {
            let end = |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), |e| text(e));
            format!("{}({}:{})", text(x), end(lo), end(hi))
        }
        _ => "...".into(),
    }
}

fn subscript(program: &Program, s: &Subscript) -> String {
    let end = |e: &Bound| e.as_ref().map_or(String::new(), |e| expression(program, e));
    match s {
        Subscript::At(e) => expression(program, e),
        Subscript::Range(lo, hi, None) => format!("{}:{}", end(lo), end(hi)),
        Subscript::Range(lo, hi, step) => format!("{}:{}:{}", end(lo), end(hi), end(step)),
    }
}

/// `real(8)`, as Fortran writes types with the kinds that gfortran gives them.
pub fn type_name(ty: Ty) -> String {
    let kind = ty.kind().map_or(String::new(), |k| format!("({k})"));
    let word = match ty {
        Ty::Integer(_) => "integer",
        Ty::Real(_) => "real",
        Ty::Complex(_) => "complex",
        Ty::Logical(_) => "logical",
        Ty::Character => "character",
        Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited | Ty::Typeless | Ty::None => "",
    };
    format!("{word}{kind}")
}
