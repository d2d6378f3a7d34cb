//! Directives in comments.

use adc_frontend::codes;
use adc_frontend::directive::parse;
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
