//! Derivatives of BLAS and LAPACK, for programs that call these libraries: the files of `runtime-fortran/blas` and
//! `runtime-fortran/lapack`, from one template for both precisions.

use crate::carried::carried;
use std::sync::LazyLock;

/// The names of what a template gives without the letter of the precision, and the template.
const TEMPLATES: [(&str, &str, &str); 6] = [
    ("adc_banded_", "", "adc_banded"),
    ("adc_blas_", "", "adc_blas"),
    ("adc_blas_", "v", "adc_blasv"),
    ("adc_lapack_", "", "adc_lapack"),
    ("adc_orthogonal_", "", "adc_orthogonal"),
    ("adc_spectral_", "", "adc_spectral"),
];

/// The words in place of those of a template: `@P@`, `@ONE@` and `@WORDS@`.
const PRECISIONS: [[&str; 3]; 2] = [["s", "1.0", "single"], ["d", "1.0d0", "double"]];

static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let file = |[letter, one, words]: [&str; 3], (name, end, template): (&str, &str, &str)| {
        let text = carried(&format!("runtime-fortran/template/{template}.f90.in"))?
            .replace("@P@", letter)
            .replace("@ONE@", one)
            .replace("@WORDS@", words);
        Some((format!("{name}{letter}{end}"), text))
    };
    let all = PRECISIONS.iter().flat_map(|&p| TEMPLATES.map(|t| file(p, t)));
    all.flatten().collect()
});

/// The text of a module with derivatives of BLAS or LAPACK: `adc_blas_d`, say.
#[must_use]
pub fn library(module: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(name, _)| name == module);
    found.map(|(_, text)| text.as_str())
}
