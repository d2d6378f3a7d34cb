//! Many names, members, components and values.

use super::{shape, x, Shape, Text};

pub const SHAPES: &[Shape] = &[
    shape("variables", "variables of one procedure that nothing reads", variables),
    shape(
        "module_variables",
        "variables of one module, assigned and read",
        module_variables,
    ),
    shape("common", "members of one COMMON block", common),
    shape(
        "common_units",
        "subroutines, each with a hundred members of COMMON",
        common_units,
    ),
    shape("equivalence", "variables that share their memory in pairs", equivalence),
    shape("components", "components of one type", components),
    shape("types", "types, each with the one before as a component", types),
    shape("parameters", "named constants, each made of the one before", parameters),
    shape("data_values", "values of one DATA statement", data_values),
    shape("data_statements", "DATA statements", data_statements),
    shape("constructor", "items of an array constructor", constructor),
    shape(
        "constructor_passive",
        "constant items of an array constructor",
        constructor_passive,
    ),
    shape(
        "constructor_parameter",
        "items of a named constant",
        constructor_parameter,
    ),
    shape("namelist", "names of one NAMELIST", namelist),
    shape("print_list", "items of one PRINT statement", print_list),
    shape("comments", "lines of comment", comments),
];

fn declared(t: &mut Text, n: usize, prefix: &str) {
    for from in (0..n).step_by(8) {
        let names = (from..n.min(from + 8)).map(|k| format!("{prefix}{k}"));
        t.list("   real(8) :: ", names, ", ", "");
    }
}

fn assigned(t: &mut Text, n: usize, name: impl Fn(usize) -> String) {
    t.line("   y = x(1)");
    for k in 0..n {
        t.line(&format!("   {} = y*{}\n   y = y + sin({0})", name(k), x(k)));
    }
}

fn variables(n: usize) -> String {
    let mut t = Text::head("");
    declared(&mut t, n, "v");
    t.line("   y = x(1)**2");
    t.end_head()
}

fn module_variables(n: usize) -> String {
    let mut t = Text::default();
    t.line("module m\n   implicit none");
    declared(&mut t, n, "v");
    t.line("end module");
    t.open_head(&["m".to_string()], "");
    assigned(&mut t, n, |k| format!("v{k}"));
    t.end_head()
}

fn common(n: usize) -> String {
    let mut t = Text::head("");
    declared(&mut t, n, "v");
    t.list("   common /block/ ", (0..n).map(|k| format!("v{k}")), ", ", "");
    assigned(&mut t, n, |k| format!("v{k}"));
    t.end_head()
}

fn common_units(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n {
        t.line(&format!(
            "subroutine p{k}(s)\n   implicit none\n   real(8), intent(inout) :: s"
        ));
        declared(&mut t, 100, "v");
        t.list("   common /block/ ", (0..100).map(|k| format!("v{k}")), ", ", "");
        t.line(&format!(
            "   v{} = v{}*s\n   s = s + v{}\nend subroutine",
            k % 100,
            k % 97,
            k % 89
        ));
    }
    t.open_head(&[], "");
    declared(&mut t, 100, "v");
    t.list("   common /block/ ", (0..100).map(|k| format!("v{k}")), ", ", "");
    (0..100).for_each(|k| t.line(&format!("   v{k} = {}", x(k))));
    t.line("   y = x(1)");
    (0..n).for_each(|k| t.line(&format!("   call p{k}(y)")));
    t.end_head()
}

fn equivalence(n: usize) -> String {
    let mut t = Text::head("");
    declared(&mut t, n, "v");
    declared(&mut t, n, "w");
    (0..n).for_each(|k| t.line(&format!("   equivalence (v{k}, w{k})")));
    assigned(&mut t, n, |k| format!("v{k}"));
    (0..n).for_each(|k| t.line(&format!("   y = y + w{k}**2")));
    t.end_head()
}

fn components(n: usize) -> String {
    let mut t = Text::default();
    t.line("module m\n   implicit none\n   type record");
    (0..n).for_each(|k| t.line(&format!("      real(8) :: c{k} = 0")));
    t.line("   end type\nend module");
    t.open_head(&["m".to_string()], "   type(record) :: r");
    assigned(&mut t, n, |k| format!("r%c{k}"));
    t.end_head()
}

fn types(n: usize) -> String {
    let mut t = Text::default();
    t.line("module m\n   implicit none\n   type t0\n      real(8) :: v = 0\n   end type");
    for k in 1..n {
        // nested at most a hundred deep: designators would be as long
        match k % 100 {
            0 => t.line(&format!("   type t{k}\n      real(8) :: v = 0\n   end type")),
            _ => t.line(&format!(
                "   type t{k}\n      real(8) :: v = 0\n      type(t{}) :: c\n   end type",
                k - 1
            )),
        }
    }
    t.line("end module");
    t.open_head(&["m".to_string()], "");
    (0..n)
        .step_by(10)
        .for_each(|k| t.line(&format!("   type(t{k}) :: r{k}")));
    t.line("   y = x(1)");
    (0..n)
        .step_by(10)
        .for_each(|k| t.line(&format!("   r{k}%v = y*{}\n   y = y + sin(r{k}%v)", x(k))));
    t.end_head()
}

fn parameters(n: usize) -> String {
    let mut t = Text::head("   real(8), parameter :: c0 = 1.0d0");
    (1..n).for_each(|k| t.line(&format!("   real(8), parameter :: c{k} = c{} + 0.25d0", k - 1)));
    t.line("   y = x(1)");
    (0..n).for_each(|k| t.line(&format!("   y = y*{} + c{k}", x(k))));
    t.end_head()
}

fn data_values(n: usize) -> String {
    let mut t = Text::head(&format!("   real(8) :: a({n})"));
    t.list("   data a / ", (0..n).map(|k| format!("{}.5d0", k % 10)), ", ", " /");
    t.line(&format!("   y = x(1)*a({n})"));
    t.end_head()
}

fn data_statements(n: usize) -> String {
    let mut t = Text::head(&format!("   real(8) :: a({n})"));
    (0..n).for_each(|k| t.line(&format!("   data a({}) / {}.5d0 /", k + 1, k % 10)));
    t.line(&format!("   y = x(1)*a({n})"));
    t.end_head()
}

fn constructor(n: usize) -> String {
    let mut t = Text::head(&format!("   real(8) :: a({n})"));
    t.list(
        "   a = [ ",
        (0..n).map(|k| format!("{}*{}.5d0", x(k), k % 10)),
        ", ",
        " ]",
    );
    t.line("   y = sum(a**2)");
    t.end_head()
}

fn constructor_passive(n: usize) -> String {
    let mut t = Text::head(&format!("   real(8) :: a({n})"));
    t.list("   a = [ ", (0..n).map(|k| format!("{}.5d0", k % 10)), ", ", " ]");
    t.line("   y = sum(a**2)*x(1)");
    t.end_head()
}

fn constructor_parameter(n: usize) -> String {
    let mut t = Text::head("");
    let items = (0..n).map(|k| format!("{}.5d0", k % 10));
    t.list(&format!("   real(8), parameter :: a({n}) = [ "), items, ", ", " ]");
    t.line("   y = sum(a**2)*x(1) + a(2)*x(3)");
    t.end_head()
}

fn namelist(n: usize) -> String {
    let mut t = Text::head("");
    declared(&mut t, n, "v");
    t.list("   namelist /input/ ", (0..n).map(|k| format!("v{k}")), ", ", "");
    (0..n).for_each(|k| t.line(&format!("   v{k} = {k}")));
    t.line("   write (*, nml=input)\n   y = x(1)**2");
    t.end_head()
}

fn print_list(n: usize) -> String {
    let mut t = Text::head("");
    t.list("   print *, ", (0..n).map(x), ", ", "");
    t.line("   y = x(1)**2");
    t.end_head()
}

fn comments(n: usize) -> String {
    let mut t = Text::head("");
    (0..n).for_each(|k| t.line(&format!("   ! remark {k}")));
    t.line("   y = x(1)**2");
    t.end_head()
}
