//! Long expressions that are flat.

use super::{shape, x, Shape, Text};

pub const SHAPES: &[Shape] = &[
    shape("terms", "terms of a sum", terms),
    shape(
        "terms_own",
        "terms of a sum, each with a variable of its own",
        terms_own,
    ),
    shape("factors", "factors of a product", factors).up_to(1000),
    shape("quotients", "divisors in a chain", quotients).up_to(1000),
    shape("array_terms", "terms of a sum of arrays", array_terms),
    shape("function_terms", "terms of a sum that are functions", function_terms),
    shape(
        "intrinsic_terms",
        "terms of a sum that are intrinsic functions",
        intrinsic_terms,
    ),
    shape("conditions", "conditions joined by .or.", conditions),
    shape("maximum", "arguments of MAX", maximum).up_to(100),
    shape("concatenation", "texts joined by //", concatenation),
];

fn sum(n: usize, more: &str, term: impl Fn(usize) -> String) -> String {
    let mut t = Text::head(more);
    t.list("   y = ", (0..n).map(term), " + ", "");
    t.end_head()
}

fn terms(n: usize) -> String {
    sum(n, "", |k| format!("{}*{}", x(k), x(k / 3)))
}

fn terms_own(n: usize) -> String {
    let mut t = Text::head("");
    for from in (0..n).step_by(8) {
        let names = (from..n.min(from + 8)).map(|k| format!("v{k}"));
        t.list("   real(8) :: ", names, ", ", "");
    }
    (0..n).for_each(|k| t.line(&format!("   v{k} = {}**2", x(k))));
    t.list("   y = ", (0..n).map(|k| format!("v{k}*{}", x(k))), " + ", "");
    t.end_head()
}

fn factors(n: usize) -> String {
    let mut t = Text::head("");
    t.list("   y = ", (0..n).map(x), "*", "");
    t.end_head()
}

fn quotients(n: usize) -> String {
    let mut t = Text::head("");
    t.list("   y = ", (0..n).map(x), "/", "");
    t.end_head()
}

fn array_terms(n: usize) -> String {
    let mut t = Text::head("   real(8) :: a(8), b(8)\n   b = x**2");
    t.list(
        "   a = ",
        (0..n).map(|k| format!("{}*{}", ["x", "b"][k % 2], x(k))),
        " + ",
        "",
    );
    t.line("   y = sum(a)");
    t.end_head()
}

fn function_terms(n: usize) -> String {
    let mut t = Text::default();
    t.line("function f(a) result(r)\n   implicit none\n   real(8), intent(in) :: a\n   real(8) :: r\n   r = sin(a)*a\nend function");
    t.open_head(&[], "   real(8), external :: f");
    t.list("   y = ", (0..n).map(|k| format!("f({})", x(k))), " + ", "");
    t.end_head()
}

fn intrinsic_terms(n: usize) -> String {
    sum(n, "", |k| format!("{}({})", ["sin", "exp", "sqrt"][k % 3], x(k)))
}

fn conditions(n: usize) -> String {
    let mut t = Text::head("   y = x(1)");
    t.list(
        "   if (",
        (0..n).map(|k| format!("{} > {k}.5d0", x(k))),
        " .or. ",
        ") y = y*x(2)",
    );
    t.end_head()
}

fn maximum(n: usize) -> String {
    let mut t = Text::head("");
    t.list(
        "   y = max(",
        (0..n).map(|k| format!("{}*{}.5d0", x(k), k % 7)),
        ", ",
        ")",
    );
    t.end_head()
}

fn concatenation(n: usize) -> String {
    let mut t = Text::head(&format!("   character(len={n}) :: c"));
    t.list("   c = ", (0..n).map(|k| format!("'{}'", k % 10)), " // ", "");
    t.line("   y = x(1)*len_trim(c)");
    t.end_head()
}
