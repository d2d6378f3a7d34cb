//! Derivatives of BLAS and LAPACK, for programs that call these libraries: the files of `runtime-fortran/blas` and
//! `runtime-fortran/lapack`, from one template for all types. Lines between `!@real` or `!@complex` and `!@end` are for
//! these types only.

use crate::carried::carried;
use std::sync::LazyLock;

/// The names of what a template gives without the letter of the type, the template, and whether complex types have it.
const TEMPLATES: [(&str, &str, &str, bool); 8] = [
    ("adc_banded_", "", "adc_banded", false),
    ("adc_blas_", "", "adc_blas", true),
    ("adc_blas_", "v", "adc_blasv", false),
    ("adc_eigen_", "", "adc_eigen", true),
    ("adc_fourier_", "", "adc_fourier", false),
    ("adc_lapack_", "", "adc_lapack", true),
    ("adc_orthogonal_", "", "adc_orthogonal", false),
    ("adc_spectral_", "", "adc_spectral", false),
];

/// The words in place of those of a template: `@P@`, `@R@`, `@C@`, `@F@`, `@ONE@`, `@WORDS@`; `@TYPE@`, `@U@` and `@B@`.
struct Type {
    letter: &'static str,
    real: &'static str,
    complex: &'static str,
    fftpack: &'static str,
    one: &'static str,
    words: &'static str,
    is_complex: bool,
}

const TYPES: [Type; 4] = [
    Type {
        letter: "s",
        real: "s",
        complex: "c",
        fftpack: "r",
        one: "1.0",
        words: "single",
        is_complex: false,
    },
    Type {
        letter: "d",
        real: "d",
        complex: "z",
        fftpack: "d",
        one: "1.0d0",
        words: "double",
        is_complex: false,
    },
    Type {
        letter: "c",
        real: "s",
        complex: "c",
        fftpack: "r",
        one: "1.0",
        words: "complex single",
        is_complex: true,
    },
    Type {
        letter: "z",
        real: "d",
        complex: "z",
        fftpack: "d",
        one: "1.0d0",
        words: "complex double",
        is_complex: true,
    },
];

static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut all = vec![];
    for t in &TYPES {
        for (name, end, template, for_complex) in TEMPLATES {
            if t.is_complex && !for_complex {
                continue;
            }
            let text = carried(&format!("runtime-fortran/template/{template}.f90.in"));
            all.extend(text.map(|text| (format!("{name}{}{end}", t.letter), expanded(text, t))));
        }
    }
    all
});

/// A template for one type.
fn expanded(template: &str, t: &Type) -> String {
    let (type_word, unconjugated, adjoint) = if t.is_complex {
        ("complex", "u", "t")
    } else {
        ("real", "", "b")
    };
    let mut text = String::new();
    let mut is_other = false;
    for line in template.split_inclusive('\n') {
        match line.trim_end() {
            "!@real" => is_other = t.is_complex,
            "!@complex" => is_other = !t.is_complex,
            "!@end" => is_other = false,
            _ if is_other => {}
            _ => text.push_str(line),
        }
    }
    text.replace("@TYPE@", type_word)
        .replace("@U@", unconjugated)
        .replace("@B@", adjoint)
        .replace("@P@", t.letter)
        .replace("@R@", t.real)
        .replace("@C@", t.complex)
        .replace("@F@", t.fftpack)
        .replace("@ONE@", t.one)
        .replace("@WORDS@", t.words)
}

/// The text of a module with derivatives of BLAS or LAPACK: `adc_blas_d`, say.
#[must_use]
pub fn library(module: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(name, _)| name == module);
    found.map(|(_, text)| text.as_str())
}
