//! A large plain program: modules with parameters and state, COMMON blocks, procedures with loops, branches, array
//! expressions and calls of earlier procedures. The text depends on the sizes alone.

use super::Random;
use std::fmt::Write;

/// Lines of one procedure, about.
const PROCEDURE: usize = 36;
/// Procedures of one module.
const MODULE: usize = 10;

/// The head of the program.
pub const HEAD: &str = "top(cost)/(x)";

/// A program of about this many lines.
pub fn program(lines: usize) -> String {
    let modules = (lines / (MODULE * PROCEDURE)).max(1);
    let mut random = Random::new();
    let mut out = String::new();
    for m in 0..modules {
        module(&mut out, m, &mut random);
    }
    top(&mut out, modules);
    out
}

fn module(out: &mut String, m: usize, random: &mut Random) {
    let _ = writeln!(out, "! Step {m} of the model.\nmodule step{m}");
    if m > 0 {
        let _ = writeln!(out, "   use step{}, only: before => p{}_{}", m - 1, m - 1, MODULE - 1);
    }
    let _ = write!(
        out,
        "   implicit none\n   integer, parameter :: wp = kind(1.0d0)\n   real(wp) :: state{m}(20) = 0.5_wp\n   real(wp), parameter :: c{m} = 0.{}_wp\ncontains\n",
        random.below(900) + 10
    );
    for p in 0..MODULE {
        procedure(out, m, p, random);
    }
    let _ = writeln!(out, "end module step{m}\n");
}

fn procedure(out: &mut String, m: usize, p: usize, random: &mut Random) {
    let name = format!("p{m}_{p}");
    let block = random.below(12);
    let _ = write!(
        out,
        "\n   ! procedure {p} of step {m}\n   subroutine {name}(n, a, b, r)\n      integer, intent(in) :: n\n      real(wp), intent(inout) :: a(n)\n      real(wp), intent(in) :: b(n)\n      real(wp), intent(inout) :: r\n      real(wp) :: w(n), s, t\n      integer :: i, k\n      real(wp) :: shared\n      common /blk{block}/ shared\n"
    );
    out.push_str("      s = 0.0_wp\n      t = r\n      do i = 1, n\n");
    for _ in 0..3 {
        let line = match random.below(5) {
            0 => "         w(i) = a(i)*b(i) + sin(t)*0.1_wp",
            1 => "         s = s + a(i)**2*0.01_wp",
            2 => "         a(i) = a(i) + 0.1_wp*b(i)*t",
            3 => "         t = 0.5_wp*(t + cos(a(i))*b(i))",
            _ => "         s = s + exp(-a(i)**2)*b(i)",
        };
        let _ = writeln!(out, "{line}");
    }
    out.push_str("         w(i) = a(i)*s + b(i)\n      end do\n");
    let _ = writeln!(out, "      if (s > {}.5_wp) then", random.below(4));
    let _ = write!(
        out,
        "         s = sqrt(1.0_wp + s**2)*c{m}\n      else if (t < 0.0_wp) then\n         t = t*s\n      else\n         s = s*t + state{m}({})\n      end if\n",
        random.below(20) + 1
    );
    let _ = write!(
        out,
        "      do k = 2, min(n, {})\n         w(k) = w(k) + 0.5_wp*w(k - 1)*a(k)\n         if (mod(k, 3) == 0) w(k) = w(k)*t\n      end do\n",
        random.below(9) + 4
    );
    let _ = writeln!(
        out,
        "      state{m}({0}) = state{m}({0})*0.9_wp + 0.1_wp*s",
        random.below(20) + 1
    );
    out.push_str("      shared = 0.5_wp*shared + 0.01_wp*s\n      a = a + 0.01_wp*w*shared\n");
    if p > 0 {
        // the previous one, so that all are reached, and sometimes another one
        let _ = writeln!(out, "      call p{m}_{}(n, a, w, t)", p - 1);
        if random.below(3) == 0 {
            let _ = writeln!(out, "      call p{m}_{}(n, w, b, s)", random.below(p));
        }
    } else if m > 0 {
        out.push_str("      call before(n, a, b, t)\n");
    }
    out.push_str("      r = r*0.9_wp + 0.1_wp*(t + s + sum(w)/n)\n");
    let _ = writeln!(out, "   end subroutine {name}");
}

fn top(out: &mut String, modules: usize) {
    out.push_str("subroutine top(n, x, cost)\n");
    for m in 0..modules {
        let _ = writeln!(out, "   use step{m}, only: p{m}_0, p{m}_{}", MODULE - 1);
    }
    out.push_str("   implicit none\n   integer, intent(in) :: n\n   real(8), intent(in) :: x(n)\n   real(8), intent(out) :: cost\n   real(8) :: a(n)\n   integer :: step\n   a = x\n   cost = 0.0d0\n   do step = 1, 3\n");
    for m in 0..modules {
        let _ = writeln!(out, "      call p{m}_{}(n, a, x, cost)", (MODULE - 1) * (m % 2));
    }
    out.push_str("   end do\nend subroutine top\n");
}
