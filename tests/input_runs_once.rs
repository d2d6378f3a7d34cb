//! Input below the head: refusals, stops, and procedures that run again.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

const LINE: &str = "adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90";

/// A head with a procedure that reads, with the given statements.
fn model(statements: &str) -> String {
    format!(
        "subroutine head(x, y)
           real(8), intent(in) :: x
           real(8), intent(out) :: y
           y = x
           call inner(y)
           y = y*y
         end subroutine
         subroutine inner(y)
           real(8), intent(inout) :: y
           real(8) :: q
           integer :: lun, k
           q = 2
           lun = 20
           {statements}
           y = sin(y)*q*y
         end subroutine
        "
    )
}

/// The text of the adjoint; no procedure is split, and no call contracted, to save time.
fn adjoint(statements: &str, options: &str) -> String {
    let s = Sandbox::with(&[("head.f90", &model(statements))]);
    s.works(&format!("{LINE} --checkpoint calls --no-opt contract {options}"));
    s.text("head_b.f90")
}

/// Procedures that open a file, read it from the beginning and close it run again, with the user's consent; all others
/// are split.
#[test]
fn which_input_runs_again() {
    let again = [
        "open (20, file='a'); read (20, *) q; close (20)",
        "open (newunit=lun, file='a'); read (lun, *) q; read (lun, *) q; close (lun)",
        "open (lun, file='a'); do k = 1, 3; read (lun, *) q; end do; close (unit=lun)",
        "open (20, file='a'); rewind (20); read (20, *) q",
        "open (20, file='a', access='direct', recl=8); read (20, rec=3) q",
        "open (20, file='a'); if (y > 0) then; read (20, *) q; close (20); else; close (20); end if",
        "open (20, file='a', iostat=k); if (k == 0) read (20, *, end=10) q\n10 close (20)",
    ];
    for statements in again {
        assert!(
            adjoint(statements, "--input-repeatable").contains("inner_b("),
            "{statements}"
        );
        assert!(adjoint(statements, "").contains("inner_fwd("), "{statements}");
    }
    let once = [
        "read *, q",
        "read (20, *) q",
        // connected by other procedures: it may be closed by then
        "rewind (20); read (20, *) q",
        // the second OPEN would go on reading
        "open (20, file='a'); read (20, *) q",
        "open (20, file='a'); read (20, *) q; if (y > 0) close (20)",
        "open (newunit=lun, file='a'); rewind (lun); read (lun, *) q",
        // not on all paths
        "if (y > 0) open (20, file='a'); read (20, *) q; close (20)",
        "do k = 1, int(y); open (20, file='a'); end do; read (20, *) q; close (20)",
        // another unit
        "open (lun, file='a'); lun = lun + 1; read (lun, *) q; close (lun)",
        "do k = 1, 2; open (lun, file='a'); read (lun, *) q; lun = lun + 1; end do",
        // the file changes
        "open (20, file='a'); read (20, *) q; write (20, *) q; close (20)",
        "inquire (unit=20, number=k); q = k",
    ];
    for statements in once {
        assert!(
            adjoint(statements, "--input-repeatable").contains("inner_fwd("),
            "{statements}"
        );
    }
    let inquiry = "inquire (file='a', size=k); q = k";
    assert!(adjoint(inquiry, "--input-repeatable").contains("inner_b("));
}

/// A region that a directive runs again cannot record its input.
#[test]
fn regions_that_read_are_refused() {
    let region = |text: &str| format!("!$adc checkpoint-start\n{text}\ny = y*q*y\n!$adc checkpoint-end");
    let refused = |statements: &str, options: &str| {
        let s = Sandbox::with(&[("head.f90", &model(&region(statements)))]);
        let err = s.fails(&format!("{LINE} {options}"), 1, &["ADC0307"]).err;
        assert!(err.contains("--input-repeatable"), "{err}");
    };
    refused("read (20, *) q", "");
    refused("rewind (20); read (20, *) q", "--input-repeatable");
    let reading = "open (20, file='a'); read (20, *) q; close (20)";
    refused(reading, "");
    let text = adjoint(&region(reading), "--input-repeatable");
    assert!(text.contains("inner_b("), "{text}");
    // the region begins after the OPEN
    let s = Sandbox::with(&[(
        "head.f90",
        &model(&format!(
            "open (20, file='a')\n{}\nclose (20)",
            region("read (20, *) q")
        )),
    )]);
    s.fails(&format!("{LINE} --input-repeatable"), 1, &["ADC0307"]);
}

/// A procedure that cannot be split is refused if it reads; if its file may be read again, it is accepted.
#[test]
fn what_cannot_be_split_is_refused() {
    let text = model("open (20, file='a'); call deep; close (20)\n").replacen(
        "y = sin(y)*q*y\n         end subroutine",
        "y = sin(y)*q*y\n contains\n subroutine deep\n read (20, *) q\n end subroutine\n end subroutine",
        1,
    );
    let s = Sandbox::with(&[("head.f90", &text)]);
    let err = s.fails(LINE, 1, &["ADC0307"]).err;
    assert!(err.contains("`deep` reads input"), "{err}");
}

const DRIVER: &str = "\
program driver
   real(8) :: x, xb, y, yb
   x = 0.5d0
   yb = 1
   call head_b(x, xb, y, yb)
   print '(f8.3)', xb
end program driver
";

/// A prompt that is never reached does no harm; one that is reached stops the program, whether its procedure is active
/// or passive.
#[test]
fn stop_on_input() {
    let ask = "
         subroutine ask(q)
           real(8), intent(inout) :: q
           if (q > 9) read *, q
         end subroutine
        ";
    for statements in [
        "if (y > 9) read *, q",
        "call ask(q)",
        "if (y > 9) read (lun, *, err=10) q\n10 continue",
    ] {
        let s = Sandbox::with(&[("head.f90", &(model(statements) + ask))]);
        s.works(&format!("{LINE} --stop-on-input"));
        assert!(!s.text("head_b.f90").contains("read *"), "{}", s.text("head_b.f90"));
        assert!(s.text("head_b.f90").contains("inner_b("), "{}", s.text("head_b.f90"));
        // d/dx (2 x sin x)**2 at 0.5
        assert_eq!(
            printed(&s, &["head.f90", "head_b.f90"], DRIVER).trim(),
            "1.761",
            "{statements}"
        );
    }
    for (statements, name) in [("if (y < 9) read *, q", "inner"), ("q = 10; call ask(q)", "ask")] {
        let s = Sandbox::with(&[("head.f90", &(model(statements) + ask))]);
        s.works(&format!("{LINE} --stop-on-input"));
        let text = s.text("head_b.f90");
        assert!(
            text.contains(&format!("error stop 'adc: {name} reads input here")),
            "{text}"
        );
        s.works("adc --tangent head.f90 --head 'head(y)/(x)' -o head_d.f90 --stop-on-input");
        assert_eq!(s.text("head_d.f90").contains("error stop"), name == "inner");
    }
}

/// The dump of the normal form is that of the options.
#[test]
fn dumps_stop_on_input() {
    let s = Sandbox::with(&[("head.f90", &model("read *, q"))]);
    let dump = |options: &str| {
        let line = format!("adc dump --stage normal head.f90 --head 'head(y)/(x)' {options}");
        s.works(&line).out
    };
    let (reads, stops) = (dump(""), dump("--stop-on-input"));
    assert!(reads.contains("read (*)") && !reads.contains("error stop"), "{reads}");
    assert!(!stops.contains("read (*)") && stops.contains("error stop"), "{stops}");
}
