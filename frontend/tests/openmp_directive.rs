//! Directives of OpenMP: constructs, clauses, lines.

use adc_frontend::directive::openmp::{clauses, construct, line, list, Construct};

#[test]
fn constructs_are_found_with_and_without_blanks() {
    let of = |text| construct(text).map(|(words, c, rest)| (words, c, rest.trim_ascii()));
    assert_eq!(of(" parallel do private(a)"), Some(("parallel do", Construct::ParallelDo, "private(a)")));
    assert_eq!(of(" PARALLELDO"), Some(("parallel do", Construct::ParallelDo, "")));
    assert_eq!(of(" end parallel do"), Some(("end parallel do", Construct::EndParallelDo, "")));
    assert_eq!(of(" parallel default(none)"), Some(("parallel", Construct::Parallel, "default(none)")));
    assert_eq!(of(" enddo nowait"), Some(("end do", Construct::EndDo, "nowait")));
    assert_eq!(of(" taskwait"), Some(("task", Construct::Other, "wait")));
    assert_eq!(of(" paralel do"), None);
    assert_eq!(of(" done"), None);
}

#[test]
fn clauses_have_names_and_texts() {
    let found = clauses("private(a, b) , reduction(+: s(1)) nowait").unwrap();
    let all: Vec<_> = found.iter().map(|c| (c.name.as_str(), c.text)).collect();
    assert_eq!(
        all,
        [("private", Some("a, b")), ("reduction", Some("+: s(1)")), ("nowait", None)]
    );
    assert!(clauses("private(a").is_err());
    assert!(clauses("private(a) )").is_err());
    assert_eq!(list("a, b(1, 2), c"), ["a", "b(1, 2)", "c"]);
}

#[test]
fn lines_continue_each_other() {
    let of = |text| line(text).map(|l| (l.text.to_owned(), l.continues, l.goes_on));
    assert_eq!(of("$omp parallel do &"), Some(("parallel do".into(), false, true)));
    assert_eq!(of("$omp& private(a) ! why"), Some(("private(a)".into(), true, false)));
    assert_eq!(of("$omp+private(a)"), Some(("private(a)".into(), true, false)));
    assert_eq!(of("$ call f"), None);
    assert_eq!(of("$ompx"), None);
}
