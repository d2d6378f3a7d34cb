//! Derivatives of BLAS and LAPACK, for programs that call these libraries: the files of `runtime-fortran/blas` and
//! `runtime-fortran/lapack`, from one template for both precisions.

use std::sync::LazyLock;

/// A template, and the names of what it gives without the letter of the precision.
const TEMPLATES: [(&str, &str, &str); 5] = [
    (
        "adc_blas_",
        "",
        include_str!("../runtime-fortran/template/adc_blas.f90.in"),
    ),
    (
        "adc_blas_",
        "v",
        include_str!("../runtime-fortran/template/adc_blasv.f90.in"),
    ),
    (
        "adc_lapack_",
        "",
        include_str!("../runtime-fortran/template/adc_lapack.f90.in"),
    ),
    (
        "adc_orthogonal_",
        "",
        include_str!("../runtime-fortran/template/adc_orthogonal.f90.in"),
    ),
    (
        "adc_spectral_",
        "",
        include_str!("../runtime-fortran/template/adc_spectral.f90.in"),
    ),
];

/// The words in place of those of a template: `@P@`, `@ONE@` and `@WORDS@`.
const PRECISIONS: [[&str; 3]; 2] = [["s", "1.0", "single"], ["d", "1.0d0", "double"]];

static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let file = |[letter, one, words]: [&str; 3], (name, end, template): (&str, &str, &str)| {
        let text = template
            .replace("@P@", letter)
            .replace("@ONE@", one)
            .replace("@WORDS@", words);
        (format!("{name}{letter}{end}"), text)
    };
    let all = PRECISIONS.iter().flat_map(|&p| TEMPLATES.map(|t| file(p, t)));
    all.collect()
});

/// The text of a module with derivatives of BLAS or LAPACK: `adc_blas_d`, say.
#[must_use]
pub fn library(module: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(name, _)| name == module);
    found.map(|(_, text)| text.as_str())
}
