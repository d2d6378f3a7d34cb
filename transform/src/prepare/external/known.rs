//! Procedures of systems and libraries that are known by name: they access no variables of the program except their
//! arguments, and have no derivative here.

use toml::de::{DeTable, DeValue};

/// The table.
const KNOWN: &str = include_str!("known.toml");

/// A section of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Library {
    /// Its usual name.
    pub name: &'static str,
    /// True if a second call has the same effect.
    pub repeatable: bool,
    /// True if the procedure changes variables that are not among its arguments: an earlier call has named them.
    pub hides: bool,
}

impl Library {
    /// True for the tape.
    pub fn is_tape(self) -> bool {
        self.name == "tape"
    }
}

/// True for a procedure of the tape, except those that inquire about it or set its limits.
pub(crate) fn changes_tape(name: &str) -> bool {
    library(name).is_some_and(Library::is_tape) && !name.starts_with("adc_tape_")
}

/// The section with a procedure, by its folded name.
pub(crate) fn library(name: &str) -> Option<Library> {
    let table = DeTable::parse(KNOWN).ok()?.into_inner();
    let (word, row) = table.iter().find(|(_, row)| has(row.get_ref(), name))?;
    let sections = [
        "tape", "system", "clock", "MPI", "NetCDF", "HDF5", "FFTW", "LAPACK", "BLAS",
    ];
    Some(Library {
        name: sections.into_iter().find(|w| *w == word.get_ref().as_ref())?,
        repeatable: row.get_ref().as_table().is_some_and(|t| t.contains_key("repeatable")),
        hides: words(row.get_ref(), "hidden").iter().any(|w| w == name),
    })
}

/// A list of words.
fn words(row: &DeValue, key: &str) -> Vec<String> {
    let list = row
        .as_table()
        .and_then(|t| t.get(key))
        .and_then(|v| v.get_ref().as_array());
    let items = list.into_iter().flat_map(|l| l.iter());
    items.filter_map(|w| w.get_ref().as_str().map(str::to_string)).collect()
}

fn has(row: &DeValue, name: &str) -> bool {
    let is_it = |w: &String| match w.strip_prefix('?') {
        Some(rest) => name.strip_prefix(['s', 'd', 'c', 'z']) == Some(rest),
        None => w == name,
    };
    words(row, "names").iter().any(is_it) || words(row, "prefixes").iter().any(|p| name.starts_with(p.as_str()))
}

#[cfg(test)]
mod tests {
    use super::library;

    #[test]
    fn libraries_are_told_by_names() {
        for (name, known) in [
            ("flush", Some("system")),
            ("mpi_allreduce", Some("MPI")),
            ("nf90_get_var", Some("NetCDF")),
            ("h5dwrite_f", Some("HDF5")),
            ("zgesv", Some("LAPACK")),
            ("dfftw_execute", Some("FFTW")),
            ("dpotrf", Some("LAPACK")),
            ("zgemm", Some("BLAS")),
            ("pushinteger4array", Some("tape")),
            ("popcontrol1b", Some("tape")),
            ("adc_snapshot_load", Some("tape")),
            ("adstack_startrepeat", Some("tape")),
            ("solve", None),
            ("gesv", None),
        ] {
            assert_eq!(library(name).map(|l| l.name), known, "{name}");
            assert_eq!(
                library(name).is_some_and(|l| l.hides),
                name == "dfftw_execute",
                "{name}"
            );
        }
    }
}
