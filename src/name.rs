//! Names of output files.

use crate::sources::Form;
use std::path::Path;

/// `flux_b.f90`, for `src/flux.f90` and `_b`.
pub(crate) fn of_output(source: &str, suffix: &str, form: Form) -> String {
    let stem = Path::new(source).file_stem().map(|s| s.to_string_lossy());
    let extension = match form {
        Form::Fixed => "f",
        Form::Free => "f90",
    };
    format!("{}{suffix}.{extension}", stem.as_deref().unwrap_or("out"))
}

#[cfg(test)]
mod tests {
    use super::of_output;
    use crate::sources::Form;

    #[test]
    fn outputs_are_named_after_sources() {
        assert_eq!(of_output("src/flux.F90", "_b", Form::Free), "flux_b.f90");
        assert_eq!(of_output("a.b.for", "", Form::Fixed), "a.b.f");
        assert_eq!(of_output("", "_d", Form::Free), "out_d.f90");
    }
}
