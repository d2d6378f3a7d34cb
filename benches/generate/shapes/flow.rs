//! Many statements, loops, branches and jumps in one procedure.

use super::{shape, x, Shape, Text};

pub const SHAPES: &[Shape] = &[
    shape("block", "assignments to a few scalars", block),
    shape("block_vars", "assignments, each to a scalar of its own", own_variables),
    shape("block_elements", "assignments to elements of an array", elements),
    shape("block_arrays", "assignments of arrays", arrays),
    shape("block_in_loop", "assignments in one loop", in_loop),
    shape("block_in_nest", "assignments in a nest of three loops", in_nest),
    shape("block_in_branch", "assignments in one branch", in_branch),
    shape("divisions", "assignments with quotients", divisions),
    shape("loops", "loops in a row", loops),
    shape("nests", "nests of two loops in a row", nests),
    shape("branches", "IF constructs in a row", branches),
    shape("branches_in_loop", "IF constructs in one loop", branches_in_loop),
    shape("one_line_ifs", "IF statements in a row", one_line_ifs),
    shape("else_if", "ELSE IF blocks of one construct", else_if),
    shape("cases", "blocks of one SELECT CASE", cases),
    shape("gotos", "jumps forward, each to a label of its own", gotos),
    shape("gotos_out", "jumps out to one label", gotos_out),
    shape("gotos_back", "loops made of jumps backward", gotos_back),
    shape("exits", "EXIT statements in one loop", exits),
    shape("wheres", "WHERE statements", wheres),
    shape("writes", "WRITE statements among assignments", writes),
];

fn scalars(t: &mut Text, n: usize, indent: &str) {
    for k in 0..n {
        let (a, b) = (["s", "t", "u", "v"][k % 4], ["t", "u", "v", "s"][k % 4]);
        t.line(&match k % 3 {
            0 => format!("{indent}{a} = {a}*{b} + {}", x(k)),
            1 => format!("{indent}{a} = sin({b})*{}", x(k)),
            _ => format!("{indent}{a} = {a} + 0.5d0*{b}**2"),
        });
    }
}

const FOUR: &str =
    "   real(8) :: s, t, u, v\n   integer :: i, j, k\n   s = x(1)\n   t = x(2)\n   u = x(3)\n   v = x(4)";

fn block(n: usize) -> String {
    let mut t = Text::head(FOUR);
    scalars(&mut t, n, "   ");
    t.line("   y = s + t + u + v");
    t.end_head()
}

fn own_variables(n: usize) -> String {
    let mut t = Text::head("");
    for from in (0..n).step_by(8) {
        let names = (from..n.min(from + 8)).map(|k| format!("v{k}"));
        t.list("   real(8) :: ", names, ", ", "");
    }
    t.line("   v0 = x(1)");
    for k in 1..n {
        t.line(&format!("   v{k} = v{}*{} + sin(v{})", k - 1, x(k), k / 2));
    }
    t.line(&format!("   y = v{}", n - 1));
    t.end_head()
}

fn elements(n: usize) -> String {
    let mut t = Text::head(&format!("   real(8) :: a({n})\n   a = x(1)"));
    for k in 1..n {
        t.line(&format!("   a({}) = a({k})*a({}) + {}", k + 1, k / 2 + 1, x(k)));
    }
    t.line(&format!("   y = a({n})"));
    t.end_head()
}

fn arrays(n: usize) -> String {
    let mut t = Text::head("   real(8) :: a(8), b(8), c(8)\n   a = x\n   b = x\n   c = 1.0d0");
    for k in 0..n {
        let (a, b) = (["a", "b", "c"][k % 3], ["b", "c", "a"][k % 3]);
        t.line(&match k % 4 {
            0 => format!("   {a} = {a}*{b} + x"),
            1 => format!("   {a} = {a} + sin({b})"),
            2 => format!("   {a}(2:5) = {b}(1:4)*{a}(2:5)"),
            _ => format!("   {a} = 0.5d0*({a} + {b})"),
        });
    }
    t.line("   y = sum(a) + sum(b*c)");
    t.end_head()
}

fn in_loop(n: usize) -> String {
    let mut t = Text::head(FOUR);
    t.line("   do i = 1, 5");
    scalars(&mut t, n, "      ");
    t.line("   end do\n   y = s + t + u + v");
    t.end_head()
}

fn in_nest(n: usize) -> String {
    let mut t =
        Text::head("   real(8) :: a(5,5,5), b(5,5,5), s\n   integer :: i, j, k\n   a = x(1)\n   b = x(2)\n   s = 0");
    t.line("   do k = 1, 5\n      do j = 1, 5\n         do i = 1, 5");
    for m in 0..n {
        t.line(&match m % 3 {
            0 => format!("            a(i,j,k) = a(i,j,k)*b(i,j,k) + {}", x(m)),
            1 => format!("            b(i,j,k) = sin(a(i,j,k))*{}", x(m)),
            _ => "            s = s + a(i,j,k)*b(i,j,k)".to_string(),
        });
    }
    t.line("         end do\n      end do\n   end do\n   y = s");
    t.end_head()
}

fn in_branch(n: usize) -> String {
    let mut t = Text::head(FOUR);
    t.line("   if (x(1) > 0) then");
    scalars(&mut t, n, "      ");
    t.line("   end if\n   y = s + t + u + v");
    t.end_head()
}

fn divisions(n: usize) -> String {
    let mut t = Text::head(FOUR);
    for k in 0..n {
        let (a, b) = (["s", "t", "u", "v"][k % 4], ["t", "u", "v", "s"][k % 4]);
        t.line(&match k % 2 {
            0 => format!("   {a} = {b}/(2.0d0 + {})", x(k)),
            _ => format!("   {a} = {a} + {}/(1.0d0 + {b}**2) - {b}/x(8)", x(k)),
        });
    }
    t.line("   y = s + t + u + v");
    t.end_head()
}

const TWO_ARRAYS: &str =
    "   real(8) :: a(8), b(8,8), s\n   integer :: i, j, k\n   a = x\n   b = x(1)\n   s = x(2)\n   k = 3";

fn loops(n: usize) -> String {
    let mut t = Text::head(TWO_ARRAYS);
    for k in 0..n {
        t.line("   do i = 2, 8");
        t.line(match k % 3 {
            0 => "      a(i) = a(i)*x(i) + s",
            1 => "      a(i) = a(i) + sin(a(i - 1))",
            _ => "      s = s + a(i)*x(i)",
        });
        t.line("   end do");
    }
    t.line("   y = s + sum(a)");
    t.end_head()
}

fn nests(n: usize) -> String {
    let mut t = Text::head(TWO_ARRAYS);
    for k in 0..n {
        t.line("   do j = 1, 8\n      do i = 2, 8");
        t.line(match k % 3 {
            0 => "         b(i,j) = b(i,j)*x(i) + s",
            1 => "         b(i,j) = b(i,j) + sin(b(i - 1,j))",
            _ => "         s = s + b(i,j)*x(j)",
        });
        t.line("      end do\n   end do");
    }
    t.line("   y = s + sum(b)");
    t.end_head()
}

fn some_branches(t: &mut Text, n: usize, indent: &str) {
    for k in 0..n {
        let (a, b) = (["s", "t", "u", "v"][k % 4], ["t", "u", "v", "s"][k % 4]);
        t.line(&format!("{indent}if ({a} > {}.5d0) then", k % 3));
        t.line(&format!("{indent}   {a} = {a}*{b}"));
        if k % 2 == 0 {
            t.line(&format!("{indent}else"));
            t.line(&format!("{indent}   {b} = sin({a})*{}", x(k)));
        }
        t.line(&format!("{indent}end if"));
    }
}

fn branches(n: usize) -> String {
    let mut t = Text::head(FOUR);
    some_branches(&mut t, n, "   ");
    t.line("   y = s + t + u + v");
    t.end_head()
}

fn branches_in_loop(n: usize) -> String {
    let mut t = Text::head(FOUR);
    t.line("   do i = 1, 5");
    some_branches(&mut t, n, "      ");
    t.line("   end do\n   y = s + t + u + v");
    t.end_head()
}

fn one_line_ifs(n: usize) -> String {
    let mut t = Text::head(FOUR);
    for k in 0..n {
        let (a, b) = (["s", "t", "u", "v"][k % 4], ["t", "u", "v", "s"][k % 4]);
        t.line(&format!("   if ({a} > {}.5d0) {b} = {b}*{a} + {}", k % 3, x(k)));
    }
    t.line("   y = s + t + u + v");
    t.end_head()
}

fn else_if(n: usize) -> String {
    let mut t = Text::head(FOUR);
    t.line("   if (x(1) < 0) then\n      s = s*t");
    for k in 0..n {
        t.line(&format!(
            "   else if (x({}) < {k}.5d0) then\n      s = {}*s*t",
            k % 8 + 1,
            x(k)
        ));
    }
    t.line("   end if\n   y = s");
    t.end_head()
}

fn cases(n: usize) -> String {
    let mut t = Text::head(FOUR);
    t.line("   k = int(x(1))\n   select case (k)");
    for k in 0..n {
        t.line(&format!("   case ({k})\n      s = {}*s*t", x(k)));
    }
    t.line("   case default\n      s = s*t\n   end select\n   y = s");
    t.end_head()
}

fn gotos(n: usize) -> String {
    let mut t = Text::head(FOUR);
    for k in 1..=n {
        t.line(&format!(
            "   if (s > {}.5d0) goto {k}\n   s = s*t + {}\n{k} continue",
            k % 3,
            x(k)
        ));
    }
    t.line("   y = s");
    t.end_head()
}

fn gotos_out(n: usize) -> String {
    let mut t = Text::head(FOUR);
    for k in 1..=n {
        t.line(&format!("   if (s > {k}.5d0) goto 10\n   s = s*t + {}", x(k)));
    }
    t.line("10 continue\n   y = s");
    t.end_head()
}

fn gotos_back(n: usize) -> String {
    let mut t = Text::head(FOUR);
    for k in 1..=n {
        t.line(&format!(
            "   k = 0\n{k} continue\n   s = s*t + {}\n   k = k + 1\n   if (k < 3) goto {k}",
            x(k)
        ));
    }
    t.line("   y = s");
    t.end_head()
}

fn exits(n: usize) -> String {
    let mut t = Text::head(FOUR);
    t.line("   do i = 1, 5");
    for k in 0..n {
        t.line(&format!("      s = s*t + {}\n      if (s > {k}.5d0) exit", x(k)));
    }
    t.line("   end do\n   y = s");
    t.end_head()
}

fn wheres(n: usize) -> String {
    let mut t = Text::head(TWO_ARRAYS);
    for k in 0..n {
        t.line(&format!("   where (a > {}.5d0) a = a*x + s", k % 3));
    }
    t.line("   y = s + sum(a)");
    t.end_head()
}

fn writes(n: usize) -> String {
    let mut t = Text::head(FOUR);
    for k in 0..n {
        t.line(&format!("   s = s*t + {}\n   write (*, *) 'step', {k}, s", x(k)));
    }
    t.line("   y = s");
    t.end_head()
}
