//! Descriptions that ship with adc: BLAS, LAPACK and FFTPACK.

use crate::options::description::Description;
use crate::prepare::external::table;
use adc_frontend::span::Span;

/// A type of numbers: its letter, that of its real parts, those of FFTPACK for real and complex numbers, and the files with
/// descriptions of its routines.
struct Type {
    letter: &'static str,
    real: &'static str,
    fftpack: [&'static str; 2],
    files: &'static [File],
}

#[derive(Clone, Copy)]
struct File {
    library: &'static str,
    text: &'static str,
    /// It has derivatives for many directions.
    has_vectors: bool,
}

const fn file(library: &'static str, text: &'static str, has_vectors: bool) -> File {
    File {
        library,
        text,
        has_vectors,
    }
}

const OF_REAL: [File; 5] = [
    file("BLAS", include_str!("blas.toml"), true),
    file("BLAS", include_str!("blas_real.toml"), true),
    file("LAPACK", include_str!("lapack.toml"), true),
    file("LAPACK", include_str!("lapack_real.toml"), true),
    file("FFTPACK", include_str!("fftpack.toml"), true),
];

const OF_COMPLEX: [File; 4] = [
    file("BLAS", include_str!("blas.toml"), false),
    file("BLAS", include_str!("blas_complex.toml"), false),
    file("LAPACK", include_str!("lapack.toml"), true),
    file("LAPACK", include_str!("lapack_complex.toml"), true),
];

const TYPES: [Type; 4] = [
    Type {
        letter: "s",
        real: "s",
        fftpack: ["r", "c"],
        files: &OF_REAL,
    },
    Type {
        letter: "d",
        real: "d",
        fftpack: ["d", "z"],
        files: &OF_REAL,
    },
    Type {
        letter: "c",
        real: "s",
        fftpack: ["r", "c"],
        files: &OF_COMPLEX,
    },
    Type {
        letter: "z",
        real: "d",
        fftpack: ["d", "z"],
        files: &OF_COMPLEX,
    },
];

impl Type {
    /// `?` stands for the letter of the type, `%` for that of its real parts, `~` and `$` for those of FFTPACK.
    fn named(&self, text: &str) -> String {
        let [real, complex] = self.fftpack;
        let text = text.replace('?', self.letter).replace('%', self.real);
        text.replace('~', real).replace('$', complex)
    }

    /// The descriptions of a file.
    fn text(&self, file: File) -> String {
        let lines = file.text.split_inclusive('\n');
        let kept = lines.filter(|l| file.has_vectors || !l.starts_with("vector-"));
        self.named(&kept.collect::<String>())
    }

    /// True if a file has a description of a procedure.
    fn describes(&self, file: File, name: &str) -> bool {
        let rows = file.text.lines().filter_map(|l| l.strip_prefix("[\""));
        rows.filter_map(|l| l.split('"').next())
            .any(|row| self.named(row) == name)
    }
}

/// The type and the file with the description of a procedure.
fn place(name: &str) -> Option<(&'static Type, File)> {
    let mut all = TYPES.iter().flat_map(|t| t.files.iter().map(move |f| (t, *f)));
    all.find(|(t, f)| t.describes(*f, name))
}

/// The description of a procedure, by its folded name.
pub(crate) fn find(name: &str) -> Option<Description> {
    let (t, file) = place(name)?;
    let mut messages = vec![];
    let rows = table::read(&t.text(file), 0, &mut messages);
    let found = rows.into_iter().find(|d| d.name == name);
    found.map(|d| Description {
        span: Span::NONE,
        globals_read: Some(vec![]),
        ..d
    })
}

/// The library with a procedure that one of the descriptions is of.
pub(crate) fn library(name: &str) -> &'static str {
    place(name).map_or("BLAS", |(_, file)| file.library)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_understood() {
        for (t, file) in TYPES.iter().flat_map(|t| t.files.iter().map(move |f| (t, *f))) {
            let mut messages = vec![];
            let rows = table::read(&t.text(file), 0, &mut messages);
            assert!(messages.is_empty(), "{messages:?}");
            for d in rows {
                assert!(d.passive || d.has_optional_shadows() && d.is_frugal, "{}", d.name);
                assert_eq!(find(&d.name).map(|f| f.arguments), Some(d.arguments));
                assert_eq!(library(&d.name), file.library);
            }
        }
    }
}
