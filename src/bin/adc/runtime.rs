//! The runtime, as the command carries it, and the files of it that a program needs.

use crate::template::expanded;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A file of the runtime.
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The files with a text of their own in the order of compilation, those for MPI last.
const OWN: [&str; 20] = [
    "adc_check.f90",
    "adc_coloring.f90",
    "adc_coloringtrees.f90",
    "adc_disk.f90",
    "adc_drivers.f90",
    "adc_patternpool.f90",
    "adc_sparse.f90",
    "adc_sparsegains.f90",
    "adc_sparsejacobians.f90",
    "adc_special.f90",
    "adc_tapeprofile.f90",
    "adc_tapeschedules.f90",
    "adc_tapesnapshots.f90",
    "adc_tapesteps.f90",
    "adc_threads.f90",
    "mpi/adc_messages.f90",
    "mpi/adc_exchanges.f90",
    "mpi/adc_requests.f90",
    "mpi/adc_mpi.f90",
    "mpi/adc_mpi_f08.f90",
];

/// The files for BLAS and LAPACK.
const LIBRARIES: [&str; 22] = [
    "blas/adc_banded_d.f90",
    "blas/adc_banded_s.f90",
    "blas/adc_blas_c.f90",
    "blas/adc_blas_d.f90",
    "blas/adc_blas_dv.f90",
    "blas/adc_blas_s.f90",
    "blas/adc_blas_sv.f90",
    "blas/adc_blas_z.f90",
    "fourier/adc_fourier_d.f90",
    "fourier/adc_fourier_s.f90",
    "lapack/adc_eigen_c.f90",
    "lapack/adc_eigen_d.f90",
    "lapack/adc_eigen_s.f90",
    "lapack/adc_eigen_z.f90",
    "lapack/adc_lapack_c.f90",
    "lapack/adc_lapack_d.f90",
    "lapack/adc_lapack_s.f90",
    "lapack/adc_lapack_z.f90",
    "lapack/adc_orthogonal_d.f90",
    "lapack/adc_orthogonal_s.f90",
    "lapack/adc_spectral_d.f90",
    "lapack/adc_spectral_s.f90",
];

/// Files that a template gives.
const EXPANDED: [&str; 3] = ["adc_patterns.f90", "adc_tape.f90", "adc_tapeparts.f90"];

/// All files in the order of compilation: those that need nothing but a compiler first.
static PARTS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    let template = |name: &str| adc::carried(&format!("runtime-fortran/template/{name}"));
    let own = OWN.into_iter().filter_map(|name| {
        let text = adc::carried(&format!("runtime-fortran/{name}"))?;
        Some(Part { name, text })
    });
    // they live as long as the command
    let from_template = EXPANDED.into_iter().filter_map(|name| {
        let text = expanded(template("kinds")?, template(&format!("{name}.in"))?).leak();
        Some(Part { name, text })
    });
    let of_library = |name: &'static str| {
        let module = name.split(['/', '.']).nth(1)?;
        let text = adc::library(module)?;
        Some(Part { name, text })
    };
    let (mut alone, of_messages): (Vec<Part>, Vec<Part>) = own.partition(|p| !p.name.contains('/'));
    alone.extend(from_template);
    alone.sort_by_key(|p| p.name);
    alone.extend(LIBRARIES.into_iter().filter_map(of_library));
    alone.extend(of_messages);
    alone
});

/// The files that compile with nothing but a compiler, in this order.
pub fn alone() -> impl Iterator<Item = &'static Part> {
    PARTS.iter().filter(|p| !p.name.contains('/'))
}

/// The files that texts need, directly or through each other: those that define a name of theirs.
pub fn needed_by<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'static Part> {
    let mut wanted: BTreeSet<String> = texts.flat_map(words).collect();
    let mut chosen = vec![false; PARTS.len()];
    loop {
        let before = chosen.clone();
        for (part, chosen) in PARTS.iter().zip(&mut chosen) {
            if !*chosen && defined(part.text).any(|name| wanted.contains(&name)) {
                *chosen = true;
                wanted.extend(words(part.text));
            }
        }
        if before == chosen {
            break;
        }
    }
    let both = PARTS.iter().zip(chosen);
    both.filter(|(_, chosen)| *chosen).map(|(part, _)| part).collect()
}

/// The words of a text that name things of the runtime, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let code = text.lines().map(|l| l.split('!').next().unwrap_or(""));
    let all = code.flat_map(|l| l.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
    all.filter(|w| w.contains('_') || w.starts_with(['p', 'P']))
        .map(str::to_ascii_lowercase)
}

/// The modules and external procedures that a file defines.
fn defined(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut inside = false;
    text.lines().filter_map(move |line| {
        let code = line.split(['!', '(']).next()?.trim();
        let words: Vec<&str> = code.split_whitespace().collect();
        let is_end = words.first() == Some(&"end");
        let is_module = words.iter().take(2).any(|w| *w == "module");
        let at = words
            .iter()
            .position(|w| matches!(*w, "subroutine" | "function" | "module"))?;
        let is_outside = !inside;
        if is_module {
            inside = !is_end;
        }
        words
            .get(at + 1)
            .filter(|_| is_outside && !is_end)
            .map(|w| w.to_ascii_lowercase())
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        needed_by(std::iter::once(text)).iter().map(|p| p.name).collect()
    }

    #[test]
    fn all_files_are_here() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-fortran");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".f90"))
            .collect();
        there.sort();
        assert_eq!(alone().map(|p| p.name).collect::<Vec<_>>(), there);
        assert_eq!(PARTS.len(), OWN.len() + EXPANDED.len() + LIBRARIES.len());
        for p in PARTS.iter() {
            let text = std::fs::read_to_string(format!("{folder}/{}", p.name)).unwrap();
            assert!(p.text == text, "{}", p.name);
        }
    }

    #[test]
    fn what_a_text_names_is_needed() {
        assert_eq!(names("call pushreal8(x)"), ["adc_tape.f90"]);
        assert_eq!(names("use adc_check"), ["adc_check.f90"]);
        assert_eq!(names("use adc_special, only: adc_digamma"), ["adc_special.f90"]);
        assert_eq!(names("use adc_blas_d"), ["blas/adc_blas_d.f90"]);
        assert_eq!(names("use adc_lapack_s"), ["lapack/adc_lapack_s.f90"]);
        assert_eq!(names("use adc_blas_z"), ["blas/adc_blas_z.f90"]);
        assert_eq!(names("use adc_spectral_d"), ["lapack/adc_spectral_d.f90"]);
        let of_messages: Vec<&str> = names("use adc_mpi, only: adc_mpi_send")
            .into_iter()
            .filter(|n| n.starts_with("mpi/"))
            .collect();
        let files = ["messages", "exchanges", "requests", "mpi"].map(|f| format!("mpi/adc_{f}.f90"));
        assert_eq!(of_messages, files);
        assert_eq!(names("! call pushreal8(x)"), [""; 0]);
    }
}
