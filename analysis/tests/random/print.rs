//! Programs as Fortran.

use super::generate::{Actual, At, Place, Ref, Stmt, Terms, Unit};

/// As Fortran.
pub fn print(units: &[Unit]) -> String {
    let mut out =
        "module m\n  type cell\n    real :: a, b(3)\n  end type\n  real :: g0, g1(3)\nend module\n".to_string();
    for u in units {
        let kind = if u.function { "function" } else { "subroutine" };
        let result = if u.function { " result(res)" } else { "" };
        out += &format!("recursive {kind} {}(p0, p1, p2, n){result}\n  use m\n", u.name);
        out += "  integer :: n, i, j, iw(3)\n  type(cell) :: q0\n";
        let mut common = vec![];
        for v in u.vars.iter().filter(|v| !v.name.contains('%')) {
            let attrs = match (v.place, v.name.as_str()) {
                (Place::Module(_), _) => continue,
                (Place::Saved(_), _) => ", save",
                (Place::Pointer, _) => ", pointer",
                (_, "t0" | "t1") => ", target",
                _ => "",
            };
            let dims = if v.scalar {
                String::new()
            } else if v.is_matrix() {
                "(3, 3)".into()
            } else {
                format!("({})", v.len)
            };
            out += &format!("  real{attrs} :: {}{dims}\n", v.name);
            if matches!(v.place, Place::Common(_)) {
                common.push(v.name.clone());
            }
        }
        out += &format!("  common /c/ {}\n  equivalence (ev(2), e0)\n", common.join(", "));
        for f in units.iter().filter(|f| f.function && f.name != u.name) {
            out += &format!("  real, external :: {}\n", f.name);
        }
        let mut label = 10;
        out += "  pt => t0\n";
        block(units, u, &u.body, &mut label, 1, &mut out);
        out += &format!("end {kind}\n");
    }
    out
}

fn reference(u: &Unit, r: &Ref) -> String {
    let v = &u.vars[r.var];
    let name = &v.name;
    match r.at {
        At::Whole => name.clone(),
        At::Unknown if v.is_matrix() => format!("{name}(n, 1)"),
        At::Unknown => format!("{name}(n)"),
        At::Element(k) if v.is_matrix() => format!("{name}({}, {})", k % 3 + 1, k / 3 + 1),
        At::Element(k) => format!("{name}({})", k + 1),
        At::Section(k, 3) => format!("{name}({}, :)", k + 1),
        At::Section(k, _) if v.is_matrix() => format!("{name}(:, {})", k / 3 + 1),
        At::Section(k, step) => format!("{name}({}:{}:{step})", k + 1, k + 1 + 2 * step),
    }
}

/// The element of a loop's index.
fn of_index(u: &Unit, r: &Ref) -> String {
    let v = &u.vars[r.var];
    match r.at {
        At::Whole if !v.scalar => format!("{}(j)", v.name),
        _ => reference(u, r),
    }
}

fn sum(u: &Unit, terms: &Terms) -> String {
    let list: Vec<_> = terms.iter().map(|(c, r)| format!("{c}*{}", reference(u, r))).collect();
    if list.is_empty() {
        "1.0".into()
    } else {
        list.join(" + ")
    }
}

fn actuals(u: &Unit, list: &[Actual]) -> String {
    let list = list.iter().map(|a| match a {
        Actual::Place(r) => reference(u, r),
        Actual::Value(t) => format!("({})", sum(u, t)),
    });
    list.collect::<Vec<_>>().join(", ")
}

fn block(units: &[Unit], u: &Unit, list: &[Stmt], label: &mut usize, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let mut landing: Vec<(usize, usize)> = vec![];
    for (k, s) in list.iter().enumerate() {
        if let Some(&(_, l)) = landing.iter().find(|(at, _)| *at == k) {
            *out += &format!("{l} continue\n");
        }
        match s {
            Stmt::Assign(lhs, terms, masked) => {
                let mask = if *masked { "where (iw > 0) " } else { "" };
                *out += &format!("{pad}{mask}{} = {}\n", reference(u, lhs), sum(u, terms));
            }
            Stmt::Sweep(lhs, terms, from, step) => {
                let lhs = of_index(
                    u,
                    &Ref {
                        var: *lhs,
                        at: At::Whole,
                    },
                );
                let list: Vec<_> = terms.iter().map(|(c, r)| format!("{c}*{}", of_index(u, r))).collect();
                let value = if list.is_empty() {
                    "1.0".into()
                } else {
                    list.join(" + ")
                };
                *out += &format!(
                    "{pad}do j = {}, 3, {step}\n{pad}  {lhs} = {value}\n{pad}end do\n",
                    from + 1
                );
            }
            Stmt::If(_, then, or) => {
                *out += &format!("{pad}if (n > {depth}) then\n");
                block(units, u, then, label, depth + 1, out);
                *out += &format!("{pad}else\n");
                block(units, u, or, label, depth + 1, out);
                *out += &format!("{pad}end if\n");
            }
            Stmt::Loop(body) => {
                *out += &format!("{pad}do i = 1, n\n");
                block(units, u, body, label, depth + 1, out);
                *out += &format!("{pad}end do\n");
            }
            Stmt::Exit => *out += &format!("{pad}exit\n"),
            Stmt::Cycle => *out += &format!("{pad}cycle\n"),
            Stmt::Return => *out += &format!("{pad}return\n"),
            Stmt::Skip(over) => {
                *label += 10;
                landing.push((k + 1 + over, *label));
                *out += &format!("{pad}if (n == 5) goto {label}\n");
            }
            Stmt::Point(t) => *out += &format!("{pad}pt => t{t}\n"),
            Stmt::Call(callee, args) => {
                *out += &format!("{pad}call {}({}, n)\n", units[*callee].name, actuals(u, args));
            }
            Stmt::Function(lhs, c, callee, args) => {
                let f = format!("{}({}, n)", units[*callee].name, actuals(u, args));
                let f = if *c == 1 { f } else { format!("{c}*{f}") };
                *out += &format!("{pad}{} = {f}\n", reference(u, lhs));
            }
        }
    }
    if let Some(&(_, l)) = landing.iter().find(|(at, _)| *at == list.len()) {
        *out += &format!("{l} continue\n");
    }
}
