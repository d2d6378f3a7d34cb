//! Directives in comments.

use adc_frontend::codes;
use adc_frontend::directive::foreign::{self, Foreign};
use adc_frontend::directive::{exclusion, parse, unknown, Exclusion};
use adc_frontend::ir::DirectiveKind;
use adc_frontend::span::Span;

fn read(comment: &str) -> Option<Result<(DirectiveKind, Vec<String>), u16>> {
    Some(match parse(comment, Span::NONE)? {
        Ok(d) => Ok((d.kind, d.names.iter().map(ToString::to_string).collect())),
        Err(d) => Err(d.code),
    })
}

#[test]
fn styles() {
    let x = |names: &[&str]| {
        Some(Ok((
            DirectiveKind::Independent,
            names.iter().map(ToString::to_string).collect(),
        )))
    };
    assert_eq!(read("$openad INDEPENDENT(x)"), x(&["x"]));
    assert_eq!(read("$OpenAD independent ( x , y )"), x(&["x", "y"]));
    assert_eq!(read("$AD INDEPENDENT(m%x,s%t)"), x(&["m%x", "s%t"]));
    assert_eq!(read("$adc Independent(x)  "), x(&["x"]));
}

#[test]
fn others_are_comments() {
    for text in [
        "$openad XXX Template ad_template.f",
        "$openad xxx simple loop",
        "$adx independent(x)",
        " plain",
        "$omp do",
        "$openad",
        "",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn malformed() {
    for text in [
        "$openad INDEPENDENT",
        "$openad DEPENDENT(x",
        "$openad dependent()",
        "$adc dependent(x+1)",
        "$adc dependent(x) y",
    ] {
        assert_eq!(read(text), Some(Err(codes::BAD_DIRECTIVE)), "{text}");
    }
}

#[test]
fn exclusions() {
    for text in ["$adc exclude-begin", "$AD START-EXCLUDE", " $ad start-exclude "] {
        assert_eq!(exclusion(text), Some(Ok(Exclusion::Begin)), "{text}");
    }
    for text in ["$openad exclude-end", "$AD end-exclude", "$adc End-Exclude"] {
        assert_eq!(exclusion(text), Some(Ok(Exclusion::End)), "{text}");
    }
    for text in ["$adc exclude", "$AD start-exclude here"] {
        assert!(matches!(exclusion(text), Some(Err(_))), "{text}");
    }
    assert_eq!(exclusion("$AD START"), None);
}

/// Tapenade's words are known, and a word that is not suggests one that is.
#[test]
fn unknown_words() {
    assert_eq!(unknown("$AD iiloop"), Some(("iiloop", Some("ii-loop"))));
    assert_eq!(
        unknown("$ad DO-NOT-DIF: here"),
        Some(("DO-NOT-DIF:", Some("do-not-diff")))
    );
    assert_eq!(unknown("$adc nothing"), Some(("nothing", None)));
    for text in [
        "$openad nothing",
        " $ad hoc",
        "$AD",
        "$add",
        "$AD PASSIVE x",
        "$AD IN(x)",
        "$AD DO-NOT-DIFF first",
        "$AD input-repeatable",
        "$AD end-exclude",
    ] {
        assert_eq!(unknown(text), None, "{text}");
    }
}

#[test]
fn words_of_tapenade_alone() {
    assert_eq!(foreign::parse("$AD DEBUG-HERE a b"), Some(Foreign::Harmless));
    assert_eq!(foreign::parse("$ad omp_tgt private(x)"), Some(Foreign::Harmless));
    assert!(matches!(foreign::parse("$AD PASSIVE x"), Some(Foreign::Ignored(_))));
    for text in ["$adc passive", " $ad in summer", "$AD II-LOOP", "$AD INPUT"] {
        assert_eq!(foreign::parse(text), None, "{text}");
    }
}
