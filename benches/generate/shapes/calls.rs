//! Many procedures, calls, arguments and modules.

use super::{shape, x, Shape, Text};

pub const SHAPES: &[Shape] = &[
    shape("chain", "subroutines, each of which calls the next", chain),
    shape(
        "chain_functions",
        "functions, each of which calls the next",
        chain_functions,
    ),
    shape(
        "chain_module",
        "procedures of one module, each of which calls the one before",
        chain_module,
    ),
    shape(
        "chain_common",
        "subroutines in a chain that share a COMMON block",
        chain_common,
    ),
    shape("calls", "calls of one subroutine", calls),
    shape("calls_in_loop", "calls of one subroutine in one loop", calls_in_loop),
    shape("function_calls", "assignments with a function", function_calls),
    shape("fan", "subroutines, called in a row", fan),
    shape("tree", "subroutines, each of which calls two", tree),
    shape("unreached", "subroutines that the head does not reach", unreached),
    shape("internal", "internal procedures of the head", internal),
    shape("modules", "modules, each of which uses the one before", modules),
    shape(
        "modules_state",
        "the same with a variable each that its procedure sets",
        modules_state,
    )
    .up_to(1000),
    shape("modules_flat", "modules that the head uses", modules_flat),
    shape("generic", "specific procedures of one generic name", generic),
    shape("arguments", "arguments of one call", arguments).up_to(4000),
    shape("recursion", "procedures in one cycle of calls", recursion),
];

fn subroutine(t: &mut Text, k: usize, rest: &str) {
    t.line(&format!(
        "subroutine p{k}(x, s)\n   implicit none\n   real(8), intent(in) :: x(8)\n   real(8), intent(inout) :: s\n   s = s*{} + sin(s)\n{rest}end subroutine",
        x(k)
    ));
}

fn chain(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n {
        let rest = match k + 1 < n {
            true => format!("   call p{}(x, s)\n", k + 1),
            false => String::new(),
        };
        subroutine(&mut t, k, &rest);
    }
    t.open_head(&[], "   y = x(1)\n   call p0(x, y)");
    t.end_head()
}

fn chain_functions(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n {
        t.line(&format!(
            "function f{k}(s) result(r)\n   implicit none\n   real(8), intent(in) :: s\n   real(8) :: r"
        ));
        t.line(&match k + 1 < n {
            true => format!("   real(8), external :: f{0}\n   r = sin(s)*f{0}(s*0.5d0)", k + 1),
            false => "   r = s*s".to_string(),
        });
        t.line("end function");
    }
    t.open_head(&[], "   real(8), external :: f0\n   y = f0(x(1))");
    t.end_head()
}

fn chain_module(n: usize) -> String {
    let mut t = Text::default();
    t.line("module m\n   implicit none\n   real(8) :: state = 1\ncontains");
    for k in 0..n {
        let rest = match k {
            0 => "   state = state*s\n".to_string(),
            _ => format!("   call p{}(x, s)\n", k - 1),
        };
        subroutine(&mut t, k, &rest);
    }
    t.line("end module");
    t.open_head(&["m".to_string()], &format!("   y = x(1)\n   call p{}(x, y)", n - 1));
    t.end_head()
}

fn chain_common(n: usize) -> String {
    let mut t = Text::default();
    const BLOCK: &str = "   real(8) :: a, b, c(4)\n   common /shared/ a, b, c\n";
    for k in 0..n {
        t.line(&format!("subroutine p{k}(s)\n   implicit none\n   real(8), intent(inout) :: s\n{BLOCK}   a = a*s + b\n   s = s + sin(a)*c(2)"));
        if k + 1 < n {
            t.line(&format!("   call p{}(s)", k + 1));
        }
        t.line("end subroutine");
    }
    t.open_head(
        &[],
        &format!("{BLOCK}   a = x(1)\n   b = x(2)\n   c = x(3)\n   y = x(4)\n   call p0(y)"),
    );
    t.end_head()
}

fn calls(n: usize) -> String {
    let mut t = Text::default();
    subroutine(&mut t, 0, "");
    t.open_head(&[], "   y = x(1)");
    (0..n).for_each(|_| t.line("   call p0(x, y)"));
    t.end_head()
}

fn calls_in_loop(n: usize) -> String {
    let mut t = Text::default();
    subroutine(&mut t, 0, "");
    t.open_head(&[], "   integer :: i\n   y = x(1)\n   do i = 1, 3");
    (0..n).for_each(|_| t.line("      call p0(x, y)"));
    t.line("   end do");
    t.end_head()
}

fn function_calls(n: usize) -> String {
    let mut t = Text::default();
    t.line("function f(a) result(r)\n   implicit none\n   real(8), intent(in) :: a\n   real(8) :: r\n   r = sin(a)*a\nend function");
    t.open_head(&[], "   real(8), external :: f\n   y = x(1)");
    (0..n).for_each(|k| t.line(&format!("   y = y*f({}) + f(y)", x(k))));
    t.end_head()
}

fn fan(n: usize) -> String {
    let mut t = Text::default();
    (0..n).for_each(|k| subroutine(&mut t, k, ""));
    t.open_head(&[], "   y = x(1)");
    (0..n).for_each(|k| t.line(&format!("   call p{k}(x, y)")));
    t.end_head()
}

fn tree(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n {
        let below = [2 * k + 1, 2 * k + 2];
        let calls = below.iter().filter(|&&c| c < n);
        let calls: String = calls.map(|c| format!("   call p{c}(x, s)\n")).collect();
        subroutine(&mut t, k, &calls);
    }
    t.open_head(&[], "   y = x(1)\n   call p0(x, y)");
    t.end_head()
}

fn unreached(n: usize) -> String {
    let mut t = Text::default();
    (0..n).for_each(|k| subroutine(&mut t, k, ""));
    t.open_head(&[], "   y = x(1)\n   call p0(x, y)");
    t.end_head()
}

fn internal(n: usize) -> String {
    let mut t = Text::head("   real(8) :: s\n   s = x(1)");
    (0..n).for_each(|k| t.line(&format!("   call p{k}()")));
    t.line("   y = s\ncontains");
    for k in 0..n {
        t.line(&format!(
            "   subroutine p{k}()\n      s = s*{} + sin(s)\n   end subroutine",
            x(k)
        ));
    }
    t.end_head()
}

fn modules(n: usize) -> String {
    module_chain(n, &|k| format!("   s = s + state{k}\n"))
}

/// Each call sets the variables of all modules below: the number of written variables grows quadratically.
fn modules_state(n: usize) -> String {
    module_chain(n, &|k| format!("   state{k} = s\n"))
}

fn module_chain(n: usize, statement: &dyn Fn(usize) -> String) -> String {
    let mut t = Text::default();
    for k in 0..n {
        t.line(&format!("module m{k}"));
        if k > 0 {
            t.line(&format!("   use m{}", k - 1));
        }
        t.line(&format!(
            "   implicit none\n   private\n   public :: p{k}\n   real(8) :: state{k} = 1\ncontains"
        ));
        let rest = match k {
            0 => "   state0 = state0*s\n".to_string(),
            _ => format!("{}   call p{}(x, s)\n", statement(k), k - 1),
        };
        subroutine(&mut t, k, &rest);
        t.line("end module");
    }
    t.open_head(
        &[format!("m{}", n - 1)],
        &format!("   y = x(1)\n   call p{}(x, y)", n - 1),
    );
    t.end_head()
}

fn modules_flat(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n {
        t.line(&format!(
            "module m{k}\n   implicit none\n   real(8) :: state{k} = 1\ncontains"
        ));
        subroutine(&mut t, k, &format!("   state{k} = state{k}*s\n"));
        t.line("end module");
    }
    let uses: Vec<String> = (0..n).map(|k| format!("m{k}")).collect();
    t.open_head(&uses, "   y = x(1)");
    (0..n).for_each(|k| t.line(&format!("   call p{k}(x, y)")));
    t.end_head()
}

/// Specific procedures differ in the type of their first argument.
fn generic(n: usize) -> String {
    let mut t = Text::default();
    t.line("module m\n   implicit none");
    (0..n).for_each(|k| t.line(&format!("   type t{k}\n      real(8) :: v\n   end type")));
    t.line("   interface p");
    (0..n).for_each(|k| t.line(&format!("      module procedure p{k}")));
    t.line("   end interface\ncontains");
    for k in 0..n {
        t.line(&format!("subroutine p{k}(a, s)\n   type(t{k}), intent(inout) :: a\n   real(8), intent(inout) :: s\n   a%v = a%v*s\n   s = s + a%v\nend subroutine"));
    }
    t.line("end module");
    t.open_head(&["m".to_string()], "");
    (0..n).for_each(|k| t.line(&format!("   type(t{k}) :: v{k}")));
    t.line("   y = x(1)");
    (0..n).for_each(|k| t.line(&format!("   v{k}%v = {}\n   call p(v{k}, y)", x(k))));
    t.end_head()
}

fn arguments(n: usize) -> String {
    let mut t = Text::default();
    let names = || (0..n).map(|k| format!("a{k}"));
    t.list("subroutine p(s, ", names(), ", ", ")");
    t.line("   implicit none\n   real(8), intent(inout) :: s");
    (0..n).for_each(|k| t.line(&format!("   real(8), intent(in) :: a{k}")));
    (0..n).for_each(|k| t.line(&format!("   s = s*a{k} + {k}.5d0")));
    t.line("end subroutine");
    t.open_head(&[], "   y = x(1)");
    t.list("   call p(y, ", (0..n).map(x), ", ", ")");
    t.end_head()
}

fn recursion(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n {
        t.line(&format!(
            "recursive subroutine p{k}(x, s, d)\n   implicit none\n   real(8), intent(in) :: x(8)\n   real(8), intent(inout) :: s\n   integer, intent(in) :: d\n   s = s*{} + sin(s)\n   if (d > 0) call p{}(x, s, d - 1)\nend subroutine",
            x(k),
            (k + 1) % n
        ));
    }
    t.open_head(&[], "   y = x(1)\n   call p0(x, y, 3)");
    t.end_head()
}
