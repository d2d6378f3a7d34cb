//! Adjoints that read what a described procedure leaves (`adjoint-by-results`), and the descriptions of LAPACK: what
//! generated code records, and what is refused. The numbers are those of the fixtures `external_results` and `lapack_*`.

use crate::support::cli::Sandbox;

const SOLVE: &str = "\
subroutine head(n, a, x)
   integer :: n, ipiv(n), info
   real(8) :: a(n, n), x(n)
   call dgesv(n, 1, a, n, ipiv, x, n, info)
end subroutine head
";

const REVERSE: &str = "adc --reverse head.f90 --head 'head(x)/(a,x)' -o out.f90";
const TANGENT: &str = "adc --tangent head.f90 --head 'head(x)/(a,x)' -o out.f90";

#[test]
fn factors_are_used_again_and_not_recorded() {
    let s = Sandbox::with(&[("head.f90", SOLVE)]);
    s.works(REVERSE);
    let text = s.text("out.f90");
    assert_eq!(text.matches("call dgesv(").count(), 1, "{text}");
    assert!(
        text.contains("call dgesv_b(n, 1, a, ab, n, ipiv, x, xb, n, info, factors=.false.)"),
        "{text}"
    );
    assert!(text.contains("records nothing"), "{text}");
    s.works(TANGENT);
    let text = s.text("out.f90");
    assert!(
        text.contains("call dgesv_d(n, 1, a, ad, n, ipiv, x, xd, n, info, factors=.false.)"),
        "{text}"
    );
}

/// Factors that are computed in a loop are recorded where they are overwritten, and nothing else of the solution.
#[test]
fn factors_are_recorded_where_they_are_overwritten() {
    let text = SOLVE
        .replace("real(8) :: a(n, n)", "real(8) :: a(n, n), c(n, n)")
        .replace("   call", "   do k = 1, 3\n   c = a*x(1)\n   call")
        .replace("1, a,", "1, c,")
        .replace("end sub", "   end do\nend sub");
    let s = Sandbox::with(&[("head.f90", &text)]);
    s.works(REVERSE);
    let text = s.text("out.f90");
    for (name, count) in [
        ("pushreal8array(c,", 1),
        ("pushreal8array(x,", 1),
        ("pushinteger4array(ipiv,", 1),
    ] {
        assert_eq!(text.matches(name).count(), count, "{name}\n{text}");
    }
    assert!(text.contains("info, factors=.false.)"), "{text}");
    s.works(TANGENT);
    assert!(s.text("out.f90").contains("info, factors=.false.)"));
}

/// The values that a tridiagonal solver leaves in place of the matrix have no known derivative.
#[test]
fn values_without_a_known_derivative_are_refused() {
    let of = |after: &str| {
        format!(
            "subroutine head(n, a, x)\ninteger :: n, k\nreal(8) :: a(n), x(n), b(n), c(n)\nb = a\nc = a\ncall dgtsv(n, 1, b, a, c, x, n, k)\n{after}\nend subroutine\n"
        )
    };
    let s = Sandbox::with(&[("head.f90", &of("x = x*a")), ("new.f90", &of("a = 2\nx = x*a"))]);
    for line in [REVERSE, TANGENT] {
        let said = s.fails(line, 1, &["ADC0305"]).err;
        assert!(said.contains("`dgtsv` leaves in this argument"), "{said}");
        s.works(&line.replace("head.f90", "new.f90").replace("(x)/(a,x)", "(x)/(x)"));
        s.works(&line.replace("head.f90", "new.f90"));
    }
    // constant before the call, but not after it, unless the whole matrix is
    let constant = of("x = x*c").replace("b = a\nc = a", "b = 1\nc = 2");
    let s = Sandbox::with(&[("head.f90", &constant)]);
    for line in [REVERSE, TANGENT] {
        let said = s.fails(line, 1, &["ADC0305"]).err;
        assert!(said.contains("`dgtsv` leaves in this argument"), "{said}");
        s.works(&line.replace("(x)/(a,x)", "(x)/(x)"));
    }
}

#[test]
fn arguments_must_have_the_same_values_after_the_call() {
    let text = SOLVE.replace("ipiv, x,", "ipiv, x(info),");
    let s = Sandbox::with(&[("head.f90", &text)]);
    let said = s.fails(REVERSE, 1, &["ADC0307"]).err;
    assert!(said.contains("an expression among its own arguments"), "{said}");
    s.works(TANGENT);
}

#[test]
fn other_routines_are_described_by_number_of_arguments() {
    let s = Sandbox::with(&[("head.f90", &SOLVE.replace(", n, info", ", n"))]);
    let said = s.fails(REVERSE, 1, &["ADC0317"]).err;
    assert!(said.contains("the routine of LAPACK"), "{said}");
}

#[test]
fn keys_are_checked() {
    let with = |more: &str, call: &str| {
        let text = SOLVE.replace("call dgesv(n, 1, a, n, ipiv, x, n, info)", call);
        let described = format!("[own]\narguments = [\"a\", \"x\"]\n{more}\n");
        Sandbox::with(&[("head.f90", &text), ("own.toml", &described)])
    };
    let line = REVERSE.replace("-o", "--external own.toml -o");
    let needs = "adjoint-needs = { a = [\"x\"], x = [\"a\"] }\n";
    let writes = "writes = [\"x\"]\n";
    let call = "call own(a, x)";
    for (keys, call, code) in [
        ("adjoint-by-results = true".to_string(), call, "ADC0506"),
        (format!("{writes}destroys = [\"a\"]"), call, "ADC0506"),
        (format!("{writes}switches = {{ x = \"all\" }}"), call, "ADC0506"),
        (
            format!("{writes}module = \"m\"\nswitches = {{ a = \"all\" }}"),
            call,
            "ADC0506",
        ),
        (
            format!("{writes}module = \"m\"\nswitches = {{ x = [\"all\"] }}"),
            call,
            "ADC0506",
        ),
        (
            format!("{needs}{writes}adjoint-by-results = true"),
            "x(1) = own(a, x)",
            "ADC0317",
        ),
    ] {
        with(&keys, call).fails(&line, 1, &[code]);
    }
    with(&format!("{needs}{writes}adjoint-by-results = true"), call).works(&line);
}

/// FFTW transforms arrays that only the plan knows: a call with the plan alone is refused, with the arrays, too, if one is
/// active.
#[test]
fn transforms_of_unseen_arrays_are_refused() {
    let of = |call: &str| {
        format!(
            "subroutine head(n, x, y)\ninteger :: n\ncomplex(8) :: x(n), y(n), a(n), b(n)\ninteger(8) :: plan\ncall dfftw_plan_dft_1d(plan, n, a, b, -1, 64)\na = x\ncall {call}\ny = b*x\nend subroutine\n"
        )
    };
    let s = Sandbox::with(&[
        ("head.f90", &of("dfftw_execute(plan)")),
        ("new.f90", &of("dfftw_execute_dft(plan, a, b)")),
    ]);
    for mode in ["--reverse", "--tangent"] {
        for file in ["head.f90", "new.f90"] {
            let line = format!("adc {mode} {file} --head 'head(y)/(x)' -o out.f90");
            let said = s.fails(&line, 1, &["ADC0305"]).err;
            assert!(said.contains("`dfftw_execute"), "{said}");
        }
        s.works(&format!(
            "adc {mode} head.f90 --head 'head(y)/(x)' --assume-external-passive dfftw_execute -o out.f90"
        ));
    }
}
