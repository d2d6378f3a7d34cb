//! The library `adc`, from memory only.

use adc::{Code, ErrorKind, Layout, Mode, Program, ReadOptions, RenderOptions, Request, Severity, Source, Sources};

const MODEL: &str = "\
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = x*sin(x)
end subroutine f
";

fn read(files: &[(&str, &str)]) -> Program {
    let sources: Sources = files.iter().map(|&(name, text)| Source::new(name, text)).collect();
    adc::read(sources, &ReadOptions::default()).unwrap()
}

fn request(head: &str, mode: Mode) -> Request {
    Request::new(head.parse().unwrap(), mode)
}

#[test]
fn one_program_gives_several_derivatives() {
    let program = read(&[("f.f90", MODEL)]);
    assert_eq!(program.files().collect::<Vec<_>>(), ["f.f90"]);
    let adjoint = program.differentiate(&request("f(y)/(x)", Mode::Reverse)).unwrap();
    let tangent = program.differentiate(&request("f(y)/(x)", Mode::Tangent)).unwrap();
    assert!(
        adjoint.text().contains("subroutine f_b(x, xb, y, yb)"),
        "{}",
        adjoint.text()
    );
    assert!(
        tangent.text().contains("subroutine f_d(x, xd, y, yd)"),
        "{}",
        tangent.text()
    );
    assert_eq!((adjoint.procedure(), tangent.procedure()), ("f_b", "f_d"));
    assert!(adjoint.messages().is_empty() && tangent.fuel().is_none());
    let again = program.differentiate(&request("f(y)/(x)", Mode::Reverse)).unwrap();
    assert_eq!(adjoint.as_bytes(), again.as_bytes());
}

#[test]
fn threads_share_a_program() {
    let program = read(&[("f.f90", MODEL)]);
    let wanted = request("f(y)/(x)", Mode::Reverse);
    let texts: Vec<Vec<u8>> = std::thread::scope(|s| {
        let runs: Vec<_> = (0..3)
            .map(|_| s.spawn(|| program.differentiate(&wanted).unwrap().as_bytes().to_vec()))
            .collect();
        runs.into_iter().map(|r| r.join().unwrap()).collect()
    });
    assert!(texts.iter().all(|t| *t == texts[0]));
}

#[test]
fn options_form_and_command_show_in_the_text() {
    let program = read(&[("f.f90", MODEL)]);
    let mut request = request("f(y)/(x)", Mode::Reverse);
    request.options.suffix_reverse = "_adj".parse().unwrap();
    request.options.fuel = Some(0);
    request.form = Some(adc::Form::Fixed);
    request.command = Some("make gradient".into());
    let derivative = program.differentiate(&request).unwrap();
    let text = derivative.text();
    assert!(text.starts_with('C') && text.contains("make gradient"), "{text}");
    assert!(text.contains("      SUBROUTINE f_adj(x, xadj, y, yadj)"), "{text}");
    let fuel = derivative.fuel().unwrap();
    assert!(
        fuel.applied == 0 && fuel.possible > 0 && fuel.last.is_none(),
        "{fuel:?}"
    );
}

#[test]
fn a_syntax_error_is_a_value() {
    let program = read(&[("f.f90", &MODEL.replace("y = x*sin(x)", "y = x*"))]);
    let e = program.differentiate(&request("f(y)/(x)", Mode::Reverse)).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Source);
    let messages = e.messages();
    assert_eq!(messages.len(), 1);
    let m = messages.iter().next().unwrap();
    assert_eq!(
        (m.code().to_string().as_str(), m.severity()),
        ("ADC0101", Severity::Error)
    );
    let place = m.place().unwrap();
    assert_eq!((place.file.as_str(), place.line), ("f.f90", 4));
    assert!(
        (place.line, place.column) <= (place.end_line, place.end_column),
        "{place:?}"
    );
    assert_eq!(e.to_string(), m.to_string());
    assert!(m.to_string().starts_with(&format!("{place}: error[ADC0101]: ")), "{m}");
    assert!(program.check().is_err());
}

#[test]
fn errors_elsewhere_do_not_matter() {
    let other = "subroutine g(x)\n   real :: x\n   x = x*\nend subroutine g\n";
    let program = read(&[("f.f90", MODEL), ("g.f90", other)]);
    assert!(program.check().is_err() && program.messages().has_errors());
    let made = program.differentiate(&request("f(y)/(x)", Mode::Reverse)).unwrap();
    assert!(!made.messages().has_errors());
    let e = program.differentiate(&request("g(x)/(x)", Mode::Reverse)).unwrap_err();
    assert_eq!(e.messages().first_error().map(|c| c.number()), Some(101));
}

#[test]
fn includes_come_from_the_caller() {
    let text = MODEL.replace("   real(8), intent(in) :: x\n", "   include 'x.inc'\n");
    let mut sources = Sources::new();
    sources.add("src/f.f90", text);
    let missing = adc::read(sources.clone(), &ReadOptions::default()).unwrap();
    let e = missing.check().unwrap_err();
    let m = e.messages().iter().next().unwrap();
    assert_eq!((m.code(), m.place().unwrap().line), (Code::CANNOT_READ, 2), "{m}");

    sources.set_includes(|name: &str, from: &str| {
        let is_wanted = (name, from) == ("x.inc", "src/f.f90");
        is_wanted.then(|| Source::new("src/x.inc", "real(8), intent(in) :: x\n"))
    });
    let program = adc::read(sources, &ReadOptions::default()).unwrap();
    program.check().unwrap();
    assert!(program.files().any(|f| f == "src/x.inc"));
    program.differentiate(&request("f(y)/(x)", Mode::Reverse)).unwrap();
}

#[test]
fn unknown_heads_are_errors() {
    let program = read(&[("f.f90", MODEL)]);
    let e = program.differentiate(&request("g(y)/(x)", Mode::Reverse)).unwrap_err();
    let m = e.messages().iter().next().unwrap();
    assert_eq!(m.code().to_string(), "ADC0302");
    assert!(m.place().is_none() && m.help().is_some() && m.notes().next().is_some_and(|n| n.contains("`f`")));
    let none = program
        .differentiate(&Request::by_directives(Mode::Reverse))
        .unwrap_err();
    assert_eq!(none.messages().first_error().unwrap().to_string(), "ADC0301");
}

#[test]
fn what_cannot_be_read_at_all_is_reported_at_once() {
    let mut sources = Sources::new();
    sources.add("a.f90", [0u8; 9]);
    sources.reject(adc::Problem::new(Code::CANNOT_READ, "the network is down").help("try later"));
    let e = adc::read(sources, &ReadOptions::default()).unwrap_err();
    let codes: Vec<String> = e.messages().iter().map(|m| m.code().to_string()).collect();
    assert_eq!(codes, ["ADC0108", "ADC0501"]);
    assert!(e.to_string().ends_with("(and 1 more error)"), "{e}");
}

#[test]
fn messages_have_three_layouts() {
    let program = read(&[("f.f90", &MODEL.replace("y = x*sin(x)", "y = x*"))]);
    let messages = program.messages();
    let mut options = RenderOptions::default();
    let human = messages.render(&options);
    assert!(human.contains("f.f90:4:") && human.contains("y = x*"), "{human}");
    options.colors = true;
    assert!(messages.render(&options).contains("\u{1b}["));
    options.colors = false;
    options.layout = Layout::Json;
    assert!(messages
        .render(&options)
        .starts_with("{\"severity\":\"error\",\"code\":\"ADC0101\""));
    options.layout = Layout::Short;
    assert!(messages.render(&options).starts_with("f.f90:4:"));
}

#[test]
fn line_markers_give_places() {
    let mut source = Source::new("f.F90", format!("# 7 \"orig.F90\"\n{MODEL}").replace("sin(x)", ""));
    source.preprocessed = true;
    let program = adc::read(Sources::from_iter([source]), &ReadOptions::default()).unwrap();
    let place = program.messages().iter().next().unwrap().place().unwrap();
    assert_eq!((place.file.as_str(), place.line), ("orig.F90", 10));
}

#[test]
fn analyses_and_plans_answer() {
    let program = read(&[("f.f90", MODEL)]);
    let heads = ["f(y)/(x)".parse().unwrap()];
    let options = adc::Options::default();
    let analysis = program.analyse(&heads, &options).unwrap();
    assert!(analysis.show(adc::Facts::Activity).unwrap().contains("active"));
    let chain = analysis.why(&"y@4".parse().unwrap()).unwrap();
    assert!(chain.contains('4'), "{chain}");
    let e = analysis.why(&"y@99".parse().unwrap()).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Request);
    let plan = program.plan(&heads, &options).unwrap();
    assert!(!plan.show(adc::Decisions::Tape).unwrap().is_empty());
}

/// Callers have small stacks.
#[test]
fn deep_nesting_needs_no_stack_of_the_caller() {
    let terms = ["x"; 8000];
    let lines: Vec<String> = terms.chunks(50).map(|c| c.join(" + ")).collect();
    let text = MODEL.replace("y = x*sin(x)", &format!("y = {}", lines.join(" + &\n")));
    let run = move || {
        let program = read(&[("f.f90", &text)]);
        program.check().unwrap();
        drop(program);
    };
    let small = std::thread::Builder::new().stack_size(256 << 10);
    small.spawn(run).unwrap().join().unwrap();
}

#[test]
fn types_can_be_sent_and_shared() {
    fn check<T: Send + Sync + 'static>() {}
    check::<adc::Program>();
    check::<adc::Derivative>();
    check::<adc::Error>();
    check::<Sources>();
}

/// The command carries the runtime and the pages about diagnostics as they are.
#[test]
fn texts_are_carried() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut count = 0;
    for folder in ["docs/diagnostics", "runtime-fortran/mpi", "runtime-fortran/template"] {
        for file in std::fs::read_dir(format!("{root}/{folder}")).unwrap() {
            let file = file.unwrap();
            let name = format!("{folder}/{}", file.file_name().into_string().unwrap());
            let made_before = name.ends_with(".awk") || name.ends_with("adc_mpi.f90.in") || name.ends_with("README.md");
            if !made_before {
                let text = std::fs::read_to_string(file.path()).unwrap();
                assert_eq!(adc::carried(&name), Some(text.as_str()), "{name}");
                count += 1;
            }
        }
    }
    assert!(count > 50);
    assert_eq!(adc::carried("runtime-fortran/none.f90"), None);
}
