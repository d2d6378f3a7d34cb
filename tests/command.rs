//! The command's options without errors.

use crate::support::cli::Sandbox;
use crate::support::json;
use crate::support::pages::MODEL;

const HEAD: &str = "--head 'f(y)/(x)'";

/// Code with a warning (a missing procedure) and a note (ignored directives).
const NOISY: &str = "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
!$openad INDEPENDENT(x)
!$openad DEPENDENT(y)
   call log_line('\"here\"', 3)
   y = 2*x
end subroutine f
";

const FIXED: &str = "      SUBROUTINE F(X, Y)
      DOUBLE PRECISION X, Y
      Y = 2*X
      END
";

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|l| !l.trim().is_empty()).collect()
}

#[test]
fn default_names_of_outputs() {
    let s = Sandbox::with(&[
        ("src/model.f90", MODEL),
        ("old.f", FIXED),
        ("old.for", FIXED),
        ("big.F90", MODEL),
        ("model.f95", MODEL),
        ("other.f90", "module other\nend module other\n"),
    ]);
    let cases = [
        ("--reverse src/model.f90", "model_b.f90"),
        ("--tangent src/model.f90", "model_d.f90"),
        ("--reverse other.f90 src/model.f90", "model_b.f90"),
        ("--reverse other.f90 old.f", "old_b.f"),
        ("--reverse old.f", "old_b.f"),
        ("--tangent old.for", "old_d.f"),
        ("--reverse big.F90", "big_b.f90"),
        ("--tangent model.f95 --suffix-tangent _tl", "model_tl.f90"),
        ("--reverse src/model.f90 --suffix-reverse _ad", "model_ad.f90"),
    ];
    for (arguments, name) in cases {
        assert!(!s.contents().contains_key(name), "{name} is there before");
        let outcome = s.works(&format!("adc {arguments} {HEAD}"));
        assert!(outcome.out.is_empty() && outcome.err.is_empty(), "{outcome:?}");
        assert!(
            s.contents().contains_key(name),
            "{arguments}: {:?}",
            s.contents().keys()
        );
        std::fs::remove_file(s.path(name)).unwrap();
    }
}

#[test]
fn suffixes() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    s.works(&format!(
        "adc --reverse model.f90 {HEAD} --suffix-reverse _adj -o out.f90"
    ));
    assert!(
        s.text("out.f90").contains("subroutine f_adj(x, xadj, y, yadj)"),
        "{}",
        s.text("out.f90")
    );
}

#[test]
fn constant_numbers_of_directions() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let command = |options: &str| format!("adc {options} model.f90 {HEAD} -o out.f90");
    s.works(&command("--tangent --vector --directions 4"));
    let text = s.text("out.f90");
    for part in [
        "subroutine f_dv4(x, xd, y, yd)",
        "xd(4)",
        "subroutine f_dv(x, xd, y, yd, nd)",
        "xd(nd)",
        "call f_dv4(x, xd_block, y, yd_block)",
        "adc --tangent --vector --directions 4",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let outcome = s.fails(&command("--tangent --directions 4"), 2, &["ADC0504"]);
    let proposal = "did you mean `--vector --directions 4`?";
    assert!(outcome.err.contains(proposal), "{}", outcome.err);
    let outcome = s.fails(&command("--tangent --vector --directions 0"), 2, &[]);
    assert!(outcome.err.contains("0 is not in 1..=1024"), "{}", outcome.err);
}

#[test]
fn form_of_the_output() {
    let s = Sandbox::with(&[
        ("model.f90", MODEL),
        ("old.f", FIXED),
        ("free.txt", MODEL),
        ("fixed.txt", FIXED),
    ]);
    let is_fixed = |name: &str| {
        s.text(name)
            .lines()
            .all(|l| l.starts_with("C ") || l.trim().is_empty() || l.starts_with("     "))
    };
    let written = |arguments: &str, fixed: bool| {
        let name = arguments.split(' ').next_back().unwrap();
        s.works(&format!("adc --reverse {HEAD} {arguments}"));
        assert_eq!(is_fixed(name), fixed, "{arguments}:\n{}", s.text(name));
    };
    written("model.f90 -o a.f90", false);
    written("model.f90 -o a.f", true);
    written("old.f -o b.f", true);
    written("old.f -o b.f90", false);
    written("old.f -o b.txt", true);
    written("model.f90 -o c.txt", false);
    written("free.txt --form free -o d.txt", false);
    written("fixed.txt --form fixed -o e.txt", true);
    written("fixed.txt --form fixed -o e.f90", false);
    assert!(s.contents().contains_key("e.f90"));
}

#[test]
fn latin_1_comments() {
    let s = Sandbox::new();
    s.file(
        "old.f",
        b"C     caf\xe9\n      SUBROUTINE F(X, Y)\n      REAL*8 X, Y\nC     na\xefve\n      Y = 2*X\n      END\n",
    );
    let outcome = s.works(&format!("adc --reverse old.f {HEAD}"));
    assert!(outcome.err.is_empty(), "{}", outcome.err);
}

#[test]
fn line_endings_and_tabs() {
    let s = Sandbox::with(&[
        ("dos.f90", &MODEL.replace('\n', "\r\n")),
        ("unix.f90", MODEL),
        ("tab.f", "\tSUBROUTINE F(X, Y)\n\tREAL*8 X, Y\n\tY = 2*X\n\tEND"),
    ]);
    s.works(&format!("adc --reverse dos.f90 {HEAD} -o a.f90"));
    s.works(&format!("adc --reverse unix.f90 {HEAD} -o b.f90"));
    s.works(&format!("adc --reverse tab.f {HEAD} -o c.f"));
    let body = |name: &str| s.text(name).lines().skip(2).collect::<Vec<_>>().join("\n");
    assert_eq!(body("a.f90"), body("b.f90"));
    assert!(!s.text("a.f90").contains('\r'));
}

#[test]
fn several_files_in_any_order() {
    let s = Sandbox::with(&[
        ("params.f90", "module params\n   real(8) :: k = 2\nend module params\n"),
        ("physics.f90", "module physics\n   use params\ncontains\n   function g(a) result(r)\n      real(8), intent(in) :: a\n      real(8) :: r\n      r = k*a\n   end function g\nend module physics\n"),
        ("model.f90", "subroutine f(x, y)\n   use physics\n   real(8), intent(in) :: x\n   real(8), intent(out) :: y\n   y = g(x)*x\nend subroutine f\n"),
    ]);
    let orders = [
        "params.f90 physics.f90 model.f90",
        "model.f90 params.f90 physics.f90",
        "physics.f90 model.f90 params.f90",
    ];
    let mut outputs = vec![];
    for order in orders {
        s.works(&format!("adc --reverse {order} {HEAD} -o out.f90"));
        let text = s.text("out.f90");
        // all but the command line and the order in which the modules were given
        let mut body: Vec<String> = text
            .lines()
            .filter(|l| !l.starts_with('!'))
            .map(str::to_string)
            .collect();
        body.sort();
        outputs.push(body);
        let (module, user) = (
            text.find("module physics_b").unwrap(),
            text.find("use physics_b").unwrap(),
        );
        assert!(module < user, "a module must stand before its use:\n{text}");
    }
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], outputs[2]);
}

#[test]
fn include_and_define() {
    let s = Sandbox::with(&[
        ("model.f90", "subroutine f(x, y)\n   include 'decl.inc'\n   y = 2*x\nend subroutine f\n"),
        ("inc/decl.inc", "   real(8) :: x, y\n"),
        ("model.F90", "subroutine f(x, y)\n#include \"decl.inc\"\n#if defined(SQUARE)\n   y = FACTOR*x*x\n#else\n   y = x\n#endif\nend subroutine f\n"),
    ]);
    s.works(&format!("adc --tangent model.f90 {HEAD} -I inc -o a.f90"));
    s.works(&format!(
        "adc --tangent model.F90 {HEAD} -I inc -D SQUARE -DFACTOR=3.0d0 -o b.f90"
    ));
    assert!(s.text("b.f90").contains("3.0d0*x*x"), "{}", s.text("b.f90"));
    s.works(&format!("adc --tangent model.F90 {HEAD} -Iinc -o c.f90"));
    assert!(!s.text("c.f90").contains("x*x"), "{}", s.text("c.f90"));
}

#[test]
fn places_after_the_preprocessor() {
    let s = Sandbox::with(&[
        ("model.F90", "subroutine f(x, y)\n   implicit none\n#include \"decl.inc\"\n#ifdef NEVER\n   y = 0\n#endif\n   y = s*x\nend subroutine f\n"),
        ("decl.inc", "   real(8) :: x, y\n   integer, parameter :: n = nope\n   integer, parameter :: m = 2\n"),
    ]);
    let outcome = s.fails(
        &format!("adc --tangent model.F90 {HEAD} --message-format short"),
        1,
        &["ADC0201"],
    );
    assert!(
        outcome.err.contains("decl.inc:2:30: error[ADC0201]: `nope`"),
        "{}",
        outcome.err
    );
    assert!(
        outcome.err.contains("model.F90:7:8: error[ADC0201]: `s`"),
        "{}",
        outcome.err
    );
    let human = s.fails(&format!("adc --tangent model.F90 {HEAD}"), 1, &["ADC0201"]);
    assert!(
        human.err.contains("decl.inc:2:30") && human.err.contains("7 │    y = s*x"),
        "{}",
        human.err
    );
}

#[test]
fn heads_in_all_spellings() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let mut bodies = vec![];
    for head in ["f(y)/(x)", "F ( Y ) / ( X )", "f(x)\\(y)", "f(y y)/(x,x)"] {
        s.works(&format!("adc --reverse model.f90 --head '{head}' -o out.f90"));
        bodies.push(s.text("out.f90").lines().skip(2).collect::<Vec<_>>().join("\n"));
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "{bodies:#?}");
}

#[test]
fn directives_in_all_comment_styles() {
    let bodies: Vec<String> = [("!$openad ", "f90"), ("!$adc ", "f90"), ("c$openad ", "f"), ("C$AD ", "f"), ("*$openad ", "f")]
        .iter()
        .map(|(style, extension)| {
            let text = format!("      SUBROUTINE F(X, Y)\n      DOUBLE PRECISION X, Y\n{style}INDEPENDENT(X)\n      Y = 2*X\n{style}DEPENDENT(Y)\n      END\n");
            let name = format!("model.{extension}");
            let s = Sandbox::with(&[(&name, &text)]);
            let outcome = s.works(&format!("adc --reverse {name} -o out.f90"));
            assert!(outcome.err.is_empty(), "{style}: {}", outcome.err);
            s.text("out.f90").lines().skip(2).filter(|l| !l.contains('$')).collect::<Vec<_>>().join("\n")
        })
        .collect();
    for body in &bodies {
        assert!(body.contains("(X, XB, Y, YB)"), "{body}");
    }
}

#[test]
fn messages_as_short_lines() {
    let s = Sandbox::with(&[("model.f90", NOISY)]);
    let outcome = s.works(&format!("adc --reverse model.f90 {HEAD} --message-format short"));
    let shown = lines(&outcome.err);
    assert_eq!(shown.len(), 2, "{}", outcome.err);
    assert!(shown[0].starts_with("model.f90:4:1: note[ADC0314]: "), "{}", shown[0]);
    assert!(
        shown[1].starts_with("model.f90:6:4: warning[ADC0305]: "),
        "{}",
        shown[1]
    );
}

#[test]
fn messages_as_json() {
    let s = Sandbox::with(&[
        ("model.f90", NOISY),
        (
            "wrong.f90",
            "subroutine f(x, y)\n   y = \"a\\\tb\" + \u{e9}\n   call f(x)\n",
        ),
    ]);
    let outcome = s.works(&format!("adc --reverse model.f90 {HEAD} --message-format json"));
    let wrong = s.fails(&format!("adc --reverse wrong.f90 {HEAD} --message-format json"), 1, &[]);
    let unplaced = s.fails("adc --reverse none.f90 --message-format json", 1, &[]);
    let usage = s.fails("adc --reverse model.f90 --head wrong --message-format json", 2, &[]);
    for err in [&outcome.err, &wrong.err, &unplaced.err, &usage.err] {
        assert!(!err.is_empty());
        for line in err.lines() {
            json::check(line).unwrap_or_else(|e| panic!("{e} in {line}"));
        }
    }
    let first = outcome.err.lines().next().unwrap();
    let expected = "{\"severity\":\"note\",\"code\":\"ADC0314\",\"message\":";
    assert!(first.starts_with(expected), "{first}");
    assert!(
        first.contains("\"file\":\"model.f90\",\"line\":4,\"column\":1"),
        "{first}"
    );
    assert!(
        unplaced.err.contains("\"code\":\"ADC0501\"") && !unplaced.err.contains("\"line\""),
        "{}",
        unplaced.err
    );
}

#[test]
fn quiet_and_verbose() {
    let s = Sandbox::with(&[
        ("model.f90", NOISY),
        ("wrong.f90", "subroutine f(x, y)\n   y = 2*\nend\n"),
    ]);
    assert_eq!(s.works(&format!("adc --reverse model.f90 {HEAD} --quiet")).err, "");
    assert_eq!(s.works(&format!("adc --reverse model.f90 {HEAD} -q")).err, "");
    let wrong = s.fails(&format!("adc --reverse wrong.f90 {HEAD} --quiet"), 1, &["ADC0101"]);
    assert!(!wrong.err.contains("nothing was written"), "{}", wrong.err);
    let verbose = s.works(&format!("adc --reverse model.f90 {HEAD} --quiet --verbose"));
    assert!(verbose.err.starts_with("adc: model_b.f90 ("), "{}", verbose.err);
    let coloured = s.fails(&format!("adc --reverse wrong.f90 {HEAD} --color always"), 1, &[]);
    assert!(coloured.err.contains("\u{1b}["), "{}", coloured.err);
    let plain = s.fails(&format!("adc --reverse wrong.f90 {HEAD} --color never"), 1, &[]);
    assert!(!plain.err.contains("\u{1b}["), "{}", plain.err);
}

#[test]
fn output_to_a_pipe() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let outcome = s.works(&format!("adc --reverse model.f90 {HEAD} -o /dev/stdout"));
    assert!(outcome.out.contains("end subroutine f_b"), "{outcome:?}");
    assert_eq!(s.contents().len(), 1);
}

#[test]
fn output_to_standard_output() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let outcome = s.works(&format!("adc --reverse model.f90 {HEAD} -o -"));
    assert!(outcome.out.contains("end subroutine f_b"), "{outcome:?}");
    assert_eq!(s.contents().len(), 1);
}

/// `/dev` has folders for files, too.
#[cfg(target_os = "linux")]
#[test]
fn output_to_shared_memory() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let file = folder.path().join("out.f90");
    for _ in 0..2 {
        s.works(&format!("adc --reverse model.f90 {HEAD} -o {}", file.display()));
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.matches("end subroutine f_b").count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn output_through_a_link() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("real.f90", "old")]);
    std::os::unix::fs::symlink(s.path("real.f90"), s.path("link.f90")).unwrap();
    s.works(&format!("adc --reverse model.f90 {HEAD} -o link.f90"));
    assert!(s.path("link.f90").symlink_metadata().unwrap().is_symlink());
    assert!(s.text("real.f90").contains("end subroutine f_b"));
}

#[test]
fn same_input_same_bytes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numeric");
    let mut folders: Vec<_> = std::fs::read_dir(root).unwrap().map(|e| e.unwrap().path()).collect();
    folders.sort();
    let mut compared = 0;
    // goldens compare the text of all fixtures with that of another machine
    for folder in folders.into_iter().step_by(8) {
        let Some(source) = ["head.f90", "head.f"]
            .iter()
            .map(|n| folder.join(n))
            .find(|p| p.exists())
        else {
            continue;
        };
        let head = crate::support::numeric::spec::Spec::read(&source).unwrap().head;
        for mode in ["--reverse", "--tangent"] {
            let runs: Vec<_> = (0..3)
                .map(|_| {
                    let s = Sandbox::new();
                    let outcome = s.adc(&[mode, &source.to_string_lossy(), "--head", &head, "-o", "out.f90"]);
                    (outcome.err, s.contents())
                })
                .collect();
            assert!(
                runs.windows(2).all(|w| w[0] == w[1]),
                "{}: {mode} differs from run to run",
                source.display()
            );
            compared += 1;
        }
    }
    assert!(compared > 40);
}

#[test]
fn print_gives_the_files_back() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("old.f", FIXED), ("out/keep", "")]);
    assert_eq!(s.works("adc print old.f").out, FIXED);
    s.works("adc print model.f90 old.f -o out");
    assert_eq!(s.text("out/model.f90"), MODEL);
    let reformatted = s.works("adc print --reformat old.f").out;
    assert!(reformatted.contains("        Y = 2*X\n"), "{reformatted}");
    s.file("again.f", reformatted.as_bytes());
    assert_eq!(s.works("adc print --reformat again.f").out, reformatted);
}

#[test]
fn print_needs_no_other_files_and_keeps_bytes() {
    // `a = "e with an accent"` in Latin-1, with the line ends of another system
    let text = b"subroutine s\r\n  use elsewhere\r\n  a = '\xe9' ! \xe8\r\nend\r\n";
    let s = Sandbox::with(&[("out/keep", "")]);
    s.file("latin.f90", text);
    s.works("adc print latin.f90 -o out");
    assert_eq!(s.contents()["out/latin.f90"], text);
}

#[test]
fn print_shows_what_the_preprocessor_left() {
    let s = Sandbox::with(&[(
        "big.F",
        "      subroutine s( x )\n#ifdef TWO\n      x = 2\n#else\n      x   = N\n#endif\n      end\n",
    )]);
    let out = s.works("adc print -DN=3 big.F").out;
    let lines: Vec<&str> = out.lines().filter(|l| !l.is_empty()).collect();
    assert_eq!(lines, ["      subroutine s( x )", "      x   = 3", "      end"]);
}

#[test]
fn options_about_source_text() {
    let wide = format!(
        "      SUBROUTINE F(X, Y)\n      REAL*8 X, Y\n      Y = X{}+ X\nD     Y = 3\n      END\n",
        " ".repeat(62)
    );
    let s = Sandbox::with(&[("wide.f", &wide), ("wide.txt", &wide)]);
    let statements = |options: &str| {
        let out = s.works(&format!("adc print --reformat wide.f {options}")).out;
        let is_statement = |l: &&str| l.contains('=') && !l.starts_with('C');
        out.lines()
            .filter(is_statement)
            .map(|l| l.trim().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(statements(""), ["Y = X"]);
    assert_eq!(statements("-ffixed-line-length-132"), ["Y = X + X"]);
    assert_eq!(
        statements("-ffixed-line-length-none -fd-lines-as-code"),
        ["Y = X + X", "Y = 3"]
    );
    assert_eq!(statements("-ffixed-line-length-none -ffixed-line-length-72"), ["Y = X"]);
    s.works("adc print wide.txt -ffixed-form");
    s.fails("adc print wide.f -fno-such-option", 2, &[]);
    s.fails("adc print wide.f -ffixed-line-length-3", 2, &[]);
    let backslash = "subroutine f(x)\n  character(9) :: x\n  x = 'it\\'s'\nend subroutine f\n";
    s.file("escape.f90", backslash.as_bytes());
    assert!(s
        .works("adc print --reformat escape.f90 -fbackslash")
        .out
        .contains("x = 'it''s'"));
    s.fails("adc print escape.f90", 1, &["ADC0101"]);
    s.file(
        "macros.f90",
        b"#define ONE 1\nsubroutine f(x)\n  x = ONE\nend subroutine f\n",
    );
    assert!(s.works("adc print macros.f90 --cpp").out.contains("x = 1"));
}

#[test]
fn bytes_come_back_as_they_were() {
    let s = Sandbox::new();
    let text = b"subroutine f(c)\n  character(3) :: c\n  c = '\xe9\xff' // 'gr\xc3\xbcn' ! \xb5m\nend subroutine f\n";
    s.file("old.f90", text);
    s.file("out/none", b"");
    s.works("adc print old.f90 -o out");
    let printed = std::fs::read(s.path("out/old.f90")).unwrap();
    let literal = b"c = '\xe9\xff' // 'gr\xc3\xbcn' ! \xb5m";
    assert!(printed.windows(literal.len()).any(|w| w == literal), "{printed:?}");
}

#[test]
fn what_is_excluded_is_not_there() {
    let text = "\
module m
   private
   public :: f
contains
   subroutine f(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      y = 2*x
      !$adc exclude-begin
      call not%really(Fortran
      !$adc exclude-end
   end subroutine f
end module m
";
    let s = Sandbox::with(&[("model.f90", text)]);
    s.works(&format!("adc --reverse model.f90 {HEAD} -o out.f90"));
    let written = std::fs::read_to_string(s.path("out.f90")).unwrap();
    assert!(!written.contains("exclude"), "{written}");
    // a module that is reprinted must be complete
    let private = text
        .replace("contains\n", "   real(8) :: hidden\ncontains\n")
        .replace("2*x", "2*x*hidden");
    s.file("private.f90", private.as_bytes());
    s.fails(
        &format!("adc --reverse private.f90 {HEAD} -o out_2.f90"),
        1,
        &["ADC0313"],
    );
}

#[test]
fn what_the_representation_leaves_out_is_refused_where_it_is_reached() {
    let s = Sandbox::with(&[(
        "model.f90",
        "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = 2*x
end subroutine f
subroutine images(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8), save :: far[*]
   far = x
   y = far[1]
end subroutine images
subroutine caller(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   call images(x, y)
end subroutine caller
subroutine ways(x, y)
   real(8) :: x, y
   real(8), save :: kept = 1
   y = x
   kept = kept + x
   entry way(x, y)
   y = 2*x*kept
end subroutine ways
",
    )]);
    for mode in ["--reverse", "--tangent"] {
        s.works(&format!("adc {mode} model.f90 {HEAD}"));
        s.fails(&format!("adc {mode} model.f90 --head 'images(y)/(x)'"), 1, &["ADC0307"]);
        s.fails(&format!("adc {mode} model.f90 --head 'caller(y)/(x)'"), 1, &["ADC0307"]);
        s.fails(&format!("adc {mode} model.f90 --head 'ways(y)/(x)'"), 1, &["ADC0307"]);
    }
    s.fails(
        "adc analyze model.f90 --show activity --head 'caller(y)/(x)'",
        1,
        &["ADC0307"],
    );
}

#[test]
fn selections_by_type_are_selections_in_derivatives() {
    let text = "\
module m
   type :: t
      integer :: n = 2
   end type t
   type, extends(t) :: u
   end type u
contains
   subroutine f(c, x, y)
      class(t), intent(in) :: c
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      integer :: k
      k = 1
      select type (c)
      type is (t)
         k = c%n
      class default
         k = 3
      end select
      y = k*x
   end subroutine f
end module m
";
    let s = Sandbox::with(&[("model.f90", text), ("active.f90", &text.replace("k = 3", "y = x"))]);
    for mode in ["--reverse", "--tangent"] {
        for source in ["model", "active"] {
            s.works(&format!("adc {mode} {source}.f90 {HEAD} -o {source}{mode}.f90"));
            let written = std::fs::read_to_string(s.path(&format!("{source}{mode}.f90"))).unwrap();
            assert!(written.contains("select type (c)"), "{written}");
        }
    }
}

#[test]
fn messages_about_copies_name_the_original() {
    let text = "\
subroutine f(x, y)
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y(2)
   real(8), external :: counted
   integer :: i
   y = x
   if (any([(counted(x(i)), i = 1, 2)] > 1)) y = x*x
end subroutine f

function counted(x)
   real(8) :: counted
   real(8), intent(in) :: x
   integer, save :: n = 0
   n = n + 1
   counted = x*n
end function counted
";
    let s = Sandbox::with(&[("model.f90", text)]);
    let message = s.fails(&format!("adc --reverse model.f90 {HEAD}"), 1, &["ADC0308"]).err;
    assert!(message.contains("would call `counted` more than once"), "{message}");
}

#[test]
fn a_format_in_a_variable_is_no_internal_file() {
    let text = |statement: &str| {
        format!(
            "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   !$adc checkpoint-start
   call g(x, y)
   !$adc checkpoint-end
end subroutine f

subroutine g(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   character(8) :: text
   integer :: k
   text = '(i8)'
   {statement}
   y = x*k
end subroutine g
"
        )
    };
    let s = Sandbox::with(&[
        ("file.f90", &text("read text, k")),
        ("text.f90", &text("read (text, *) k")),
    ]);
    s.fails(&format!("adc --reverse file.f90 {HEAD}"), 1, &["ADC0307"]);
    s.works(&format!("adc --reverse text.f90 {HEAD}"));
}

/// A component is selected by its name.
#[test]
fn why_of_a_component() {
    let text = "\
subroutine head(x, y)
  type pair
    real(8) :: a, b
  end type
  type(pair) :: p
  real(8) :: x, y
  p%a = x
  p%b = 2
  y = p%a*p%b
end subroutine
";
    let s = Sandbox::with(&[("model.f90", text)]);
    let ask = |what: &str| {
        s.works(&format!("adc analyze model.f90 --head 'head(y)/(x)' --why {what}"))
            .out
    };
    assert!(ask("p%a@7").contains("p%a = x"), "{}", ask("p%a@7"));
    assert_eq!(ask("p%b@9"), "`p%b` does not depend on any independent on line 9\n");
    s.fails(
        "adc analyze model.f90 --head 'head(y)/(x)' --why p%c@9",
        2,
        &["ADC0504"],
    );
}

/// With what the preprocessor includes, also if only macros are defined there.
#[test]
fn dependencies_and_dates() {
    let s = Sandbox::with(&[
        ("src/model.F90", "#include \"sizes.h\"\nsubroutine f(x, y)\n  real(8) :: x(N), y\n  include 'more.inc'\n  y = sum(x)*c\nend\n"),
        ("src/sizes.h", "#define N 3\n"),
        ("src/more.inc", "  real(8), parameter :: c = 2\n"),
    ]);
    let line = "adc --reverse src/model.F90 --head 'f(y)/(x)'";
    assert_eq!(s.works(&format!("{line} --list-outputs")).out, "model_b.f90\n");
    assert!(!s.contents().contains_key("model_b.f90"));
    s.works(&format!("{line} --depfile model.d"));
    let rule = s.text("model.d");
    assert!(rule.starts_with("model_b.f90: "), "{rule}");
    for name in ["src/model.F90", "src/sizes.h", "src/more.inc"] {
        assert!(rule.contains(name), "{name}: {rule}");
    }
    let date = || std::fs::metadata(s.path("model_b.f90")).unwrap().modified().unwrap();
    let first = date();
    s.works(line);
    assert_eq!(date(), first);
    s.file("src/more.inc", b"  real(8), parameter :: c = 3\n");
    s.works(line);
    assert_ne!(date(), first);
    s.fails(&format!("{line} -o - --depfile model.d"), 2, &["ADC0504"]);
}

/// Warnings that differ in their places alone become one for people; JSON has all. Each error stays.
#[test]
fn repeated_messages_are_one() {
    let line = "   !$AD nosuchword\n   y = y*x\n";
    let program = format!("subroutine f(x, y)\n   real :: x, y\n   y = x\n{}end\n", line.repeat(6));
    let s = Sandbox::with(&[("f.f90", program.as_str())]);
    let run = |options: &str| s.works(&format!("adc --reverse f.f90 --head 'f(y)/(x)' {options}")).err;
    let count = |text: &str| text.matches("ADC0106").count();
    let folded = run("");
    assert_eq!(count(&folded), 1, "{folded}");
    let note = "the same at 5 more places: f.f90:6:4, f.f90:8:4, f.f90:10:4, ...";
    assert!(folded.contains(note), "{folded}");
    assert!(run("--message-format short").contains(note));
    for options in ["--verbose", "--message-format json", "--verbose --message-format short"] {
        let all = run(options);
        assert_eq!(count(&all), 6, "{all}");
    }
    s.file(
        "wrong.f90",
        "subroutine f(x, y)\n   y = 2*\n   x = 2*\nend\n".as_bytes(),
    );
    let wrong = s.fails("adc --reverse wrong.f90 --head 'f(y)/(x)'", 1, &["ADC0101"]);
    assert!(
        wrong.err.contains("wrong.f90:2") && wrong.err.contains("wrong.f90:3"),
        "{}",
        wrong.err
    );
    assert!(!wrong.err.contains("the same at"), "{}", wrong.err);
}
