//! Directives that belong to a place in the code.

use adc_frontend::directive::local::{arguments, list, parse, Local, Region, Word};

#[test]
fn words_in_all_spellings() {
    for text in ["$AD II-LOOP", "$ad ii-loop", "$adc ii-loop  ", "$ADC II-Loop"] {
        assert_eq!(
            parse(text),
            Some(Local::Before(Word::IndependentIterations, "")),
            "{text}"
        );
    }
    assert_eq!(parse("$AD NOCHECKPOINT"), Some(Local::Before(Word::Split, "")));
    assert_eq!(parse("$adc checkpoint"), Some(Local::Before(Word::Joint, "")));
    assert_eq!(
        parse("$AD FP-LOOP \"z\""),
        Some(Local::Before(Word::FixedPoint, "\"z\""))
    );
    assert_eq!(
        parse("$adc fixed-point (a, b) tol=1e-9"),
        Some(Local::Before(Word::FixedPoint, "(a, b) tol=1e-9"))
    );
    assert_eq!(
        parse("$AD BINOMIAL-CKP nstp+2 50 1"),
        Some(Local::Before(Word::Binomial, "nstp+2 50 1"))
    );
    assert_eq!(parse("$AD CHECKPOINT-START"), Some(Local::Start(Region::Checkpoint)));
    assert_eq!(parse("$AD NOCHECKPOINT-END"), Some(Local::End(Region::Split)));
    assert_eq!(parse("$ad do-not-diff-start"), Some(Local::Start(Region::Constant)));
    assert_eq!(parse("$AD DO-NOT-DIFF"), Some(Local::Start(Region::Constant)));
    assert_eq!(parse("$AD DO-NOT-DIFF part 1"), Some(Local::Start(Region::Constant)));
    assert_eq!(parse("$AD End-Do-Not-Diff"), Some(Local::End(Region::Constant)));
    assert_eq!(
        parse("  $AD II-LOOP"),
        Some(Local::Before(Word::IndependentIterations, ""))
    );
}

#[test]
fn others_are_comments() {
    for text in [
        "$openad ii-loop",
        "$AD ii-loops",
        "$AD checkpoint-begin",
        "$AD do-not-diffs",
        "! $AD ii-loop",
        "$adc independent(x)",
        "$ADx ii-loop",
        "$omp do",
        " ii-loop",
        "$AD",
    ] {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn arguments_with_and_without_keywords() {
    let read = |text| {
        let all = arguments(text)?;
        Some(all.iter().map(|a| (a.keyword, a.text)).collect::<Vec<_>>())
    };
    let plain = |texts: &[&'static str]| Some(texts.iter().map(|t| (None, *t)).collect::<Vec<_>>());
    assert_eq!(read("nstp+2 50 1"), plain(&["nstp+2", "50", "1"]));
    assert_eq!(read("nstp + 2 50"), plain(&["nstp + 2", "50"]));
    assert_eq!(read("f(1, 2), 3"), plain(&["f(1, 2)", "3"]));
    assert_eq!(
        read("snapshots = 50 disk=100"),
        Some(vec![(Some("snapshots"), "50"), (Some("disk"), "100")])
    );
    assert_eq!(
        read("(a, b) tol=1e-12"),
        Some(vec![(None, "(a, b)"), (Some("tol"), "1e-12")])
    );
    assert_eq!(read(""), Some(vec![]));
    for bad in ["(a", "a)", "\"a", "tol="] {
        assert_eq!(read(bad), None, "{bad}");
    }
}

#[test]
fn lists_of_names() {
    assert_eq!(list("z"), Some(vec!["z"]));
    assert_eq!(list("\"a b\""), Some(vec!["a", "b"]));
    assert_eq!(list("(a, s%b)"), Some(vec!["a", "s%b"]));
    assert_eq!(list("()"), Some(vec![]));
}
