//! Nested constructs. Beyond a limit adc may refuse them, but must not crash.

use super::{shape, x, Shape, Text};

pub const SHAPES: &[Shape] = &[
    shape("parentheses", "pairs of parentheses around a value", parentheses).up_to(190),
    shape("nested_sums", "sums inside of each other's right operand", nested_sums).up_to(190),
    shape(
        "nested_intrinsics",
        "intrinsic functions of each other",
        nested_intrinsics,
    )
    .up_to(190),
    shape("nested_functions", "functions of each other", nested_functions).up_to(190),
    shape("nested_subscripts", "subscripts that are elements", nested_subscripts).up_to(190),
    shape("powers", "powers of powers", powers).up_to(1000),
    shape("signs", "signs before a value", signs).up_to(190),
    shape(
        "nested_constructors",
        "array constructors inside of each other",
        nested_constructors,
    )
    .up_to(190),
    shape("nested_ifs", "IF constructs inside of each other", nested_ifs).up_to(190),
    shape("nested_else", "IF constructs in each other's ELSE", nested_else).up_to(190),
    shape("nested_loops", "loops inside of each other", nested_loops).up_to(190),
    shape("nested_blocks", "BLOCK constructs inside of each other", nested_blocks).up_to(190),
    shape("nested_types", "types inside of each other", nested_types).up_to(1000),
];

fn around(n: usize, before: impl Fn(usize) -> &'static str, inner: &str, after: impl Fn(usize) -> String) -> String {
    let mut t = Text::head("");
    wrap(&mut t, n, before, inner, after);
    t.end_head()
}

/// `y = ` and an expression with `n` levels around it.
fn wrap(t: &mut Text, n: usize, before: impl Fn(usize) -> &'static str, inner: &str, after: impl Fn(usize) -> String) {
    let items = (0..n).map(|k| before(k).to_string());
    let items = items.chain([inner.to_string()]).chain((0..n).rev().map(after));
    t.list("   y = ", items, "", "");
}

fn parentheses(n: usize) -> String {
    around(n, |_| "(", "x(1)*x(2)", |_| ")".to_string())
}

fn nested_sums(n: usize) -> String {
    around(n, |k| ["x(1) + (", "x(2)*("][k % 2], "x(3)", |_| ")".to_string())
}

fn nested_intrinsics(n: usize) -> String {
    around(n, |k| ["sin(", "cos("][k % 2], "x(3)", |_| ")".to_string())
}

fn nested_functions(n: usize) -> String {
    let mut t = Text::default();
    t.line("function f(a) result(r)\n   implicit none\n   real(8), intent(in) :: a\n   real(8) :: r\n   r = sin(a)*a\nend function");
    t.open_head(&[], "   real(8), external :: f");
    wrap(&mut t, n, |_| "f(", "x(1)", |_| ")".to_string());
    t.end_head()
}

fn nested_subscripts(n: usize) -> String {
    let mut t = Text::head("   integer :: i(8)\n   i = int(x)");
    let items = (0..n).map(|_| "i(".to_string());
    let items = items.chain(["1".to_string()]).chain((0..n).map(|_| ")".to_string()));
    t.list("   y = x(", items, "", ")**2");
    t.end_head()
}

fn powers(n: usize) -> String {
    let mut t = Text::head("");
    t.list("   y = ", (0..n).map(x), "**", "");
    t.end_head()
}

fn signs(n: usize) -> String {
    // a sign before a sign requires a parenthesis
    around(n, |_| "-(", "x(1)*x(2)", |_| ")".to_string())
}

fn nested_constructors(n: usize) -> String {
    let mut t = Text::head("   real(8) :: a(1)");
    let items = (0..n).map(|_| "[".to_string());
    let items = items.chain(["x(1)".to_string()]).chain((0..n).map(|_| "]".to_string()));
    t.list("   a = ", items, "", "");
    t.line("   y = a(1)**2");
    t.end_head()
}

fn nested_ifs(n: usize) -> String {
    let mut t = Text::head("   y = x(1)");
    for k in 0..n {
        t.line(&format!("if ({} > {k}.5d0) then\n   y = y*{}", x(k), x(k + 1)));
    }
    (0..n).for_each(|_| t.line("end if"));
    t.end_head()
}

fn nested_else(n: usize) -> String {
    let mut t = Text::head("   y = x(1)");
    for k in 0..n {
        t.line(&format!("if ({} > {k}.5d0) then\n   y = y*{}\nelse", x(k), x(k + 1)));
    }
    (0..n).for_each(|_| t.line("end if"));
    t.end_head()
}

fn nested_loops(n: usize) -> String {
    let mut t = Text::head("");
    for from in (0..n).step_by(8) {
        let names = (from..n.min(from + 8)).map(|k| format!("i{k}"));
        t.list("   integer :: ", names, ", ", "");
    }
    t.line("   y = x(1)");
    for k in 0..n {
        t.line(&format!("do i{k} = 1, 2\n   y = y*{} + sin(y)", x(k)));
    }
    (0..n).for_each(|_| t.line("end do"));
    t.end_head()
}

fn nested_blocks(n: usize) -> String {
    let mut t = Text::head("   y = x(1)");
    for k in 0..n {
        t.line(&format!(
            "block\n   real(8) :: v{k}\n   v{k} = y*{}\n   y = sin(v{k})",
            x(k)
        ));
    }
    (0..n).for_each(|_| t.line("end block"));
    t.end_head()
}

fn nested_types(n: usize) -> String {
    let mut t = Text::default();
    t.line("module m\n   implicit none\n   type t0\n      real(8) :: v = 0\n   end type");
    for k in 1..n {
        t.line(&format!("   type t{k}\n      type(t{}) :: c\n   end type", k - 1));
    }
    t.line("end module");
    t.open_head(&["m".to_string()], &format!("   type(t{}) :: r", n - 1));
    t.list("   r", (1..n).map(|_| "%c".to_string()), "", "%v = x(1)");
    t.line("   y = x(1)");
    t.list("   y = y*r", (1..n).map(|_| "%c".to_string()), "", "%v");
    t.end_head()
}
