//! Errors in units that the head does not reach are ignored.

use crate::support::cli::Sandbox;

const HEAD: &str = "\
subroutine head(x, y)
   implicit none
   real(8) :: x, y
   y = x**2
end subroutine head
";

const OTHERS: &str = "\
module other
   use mpi
   use netcdf, only: nf90_open
   real(8) :: q
contains
   subroutine unused(z)
      real(8) :: z
      call mpi_bcast(z, 1, mpi_double_precision, 0, mpi_comm_world, ierr)
      frobnicate the foo !
      if (z > ) then
      end if
   end subroutine unused
end module other
module user
   use other, only: q, nothing_of_it
end module user
";

/// Runs both modes and `analyze`; returns the messages.
#[track_caller]
fn works(text: &str, options: &str) -> String {
    let s = Sandbox::with(&[("head.f90", text)]);
    let mut said = String::new();
    for mode in ["--reverse", "--tangent"] {
        let outcome = s.works(&format!(
            "adc {mode} head.f90 --head 'head(y)/(x)' {options} -o out.f90"
        ));
        said.push_str(&outcome.err);
    }
    s.works("adc analyze head.f90 --head 'head(y)/(x)' --show activity");
    said
}

#[test]
fn in_modules_and_procedures() {
    let said = works(&format!("{HEAD}{OTHERS}"), "");
    assert!(said.contains("differentiated code does not reach this"), "{said}");
    assert_eq!(said.matches("note[").count(), 2, "one note a file and run: {said}");
}

/// A procedure of the head's own module.
#[test]
fn beside_the_head() {
    let text = "module m\ncontains\nsubroutine head(x, y)\nreal(8) :: x, y\ny = x**2\nend subroutine\n\
                subroutine comm(x)\nuse mpi\nreal(8) :: x\ncall mpi_finalize(ierr)\nend subroutine\nend module\n";
    works(text, "");
}

#[track_caller]
fn fails(text: &str, code: &str) {
    let s = Sandbox::with(&[("head.f90", text)]);
    s.fails("adc --reverse head.f90 --head 'head(y)/(x)' -o out.f90", 1, &[code]);
}

/// A module that the head uses, a procedure that it calls, its own module.
#[test]
fn what_is_reached_is_not_passed_over() {
    let used = HEAD.replace("implicit none", "use user\nimplicit none");
    fails(&format!("{OTHERS}{used}"), "ADC0203");
    let calls = HEAD.replace("y = x**2", "call broken(x, y)");
    fails(
        &format!("{calls}subroutine broken(x, y)\nreal(8) :: x, y\ny = x*\nend subroutine\n"),
        "ADC0101",
    );
    fails(
        &format!("module m\nuse netcdf\ncontains\n{HEAD}\nend module\n"),
        "ADC0203",
    );
}

/// Errors in the head are reported even if they might follow from errors elsewhere.
#[test]
fn errors_of_the_head_are_reported() {
    let text = HEAD.replace("x**2", "x**2*factor");
    fails(&format!("{text}{OTHERS}"), "ADC0201");
}

/// With unbalanced blocks, the extent of the units is unknown.
#[test]
fn blocks_that_do_not_balance_are_not_passed_over() {
    fails(
        &format!("{HEAD}subroutine other\nif (.true.) then\nend subroutine\n"),
        "ADC0103",
    );
}
