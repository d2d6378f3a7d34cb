//! The files of the user that take the place of derivatives which adc makes: each kind of derivatives is a program of its
//! own, with the files that belong to it.

use crate::files;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file with the procedures that it defines.
struct File {
    path: PathBuf,
    defines: BTreeSet<String>,
}

/// For each kind, by the folded names of its derivatives, the files that replace them; none where adc's are checked. A
/// program of the head alone has no kind, and no files.
///
/// A kind has the user's files if one of them defines a derivative of this kind: then all of them but those whose
/// derivatives are of other kinds alone.
///
/// # Errors
/// If a file cannot be read, or if none defines a derivative.
pub fn files_of(kinds: &[Option<BTreeSet<String>>], given: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, String> {
    // files of the only kind may also have their derivatives in other forms
    if given.is_empty() || kinds.iter().flatten().count() < 2 {
        let of = |kind: &Option<_>| kind.as_ref().map_or_else(Vec::new, |_| given.to_vec());
        return Ok(kinds.iter().map(of).collect());
    }
    let all: Vec<File> = given.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let defines = |f: &File, names: &BTreeSet<String>| !f.defines.is_disjoint(names);
    let of = |own: &BTreeSet<String>| {
        let is_other = |f: &File| !defines(f, own) && kinds.iter().flatten().any(|other| defines(f, other));
        let used = all.iter().filter(|f| !is_other(f)).map(|f| f.path.clone());
        match all.iter().any(|f| defines(f, own)) {
            true => used.collect(),
            false => vec![],
        }
    };
    let chosen: Vec<Vec<PathBuf>> = kinds.iter().map(|own| own.as_ref().map_or_else(Vec::new, of)).collect();
    if chosen.iter().all(Vec::is_empty) {
        let wanted: BTreeSet<&String> = kinds.iter().flatten().flatten().collect();
        let wanted: Vec<String> = wanted.iter().map(|n| format!("`{n}`")).collect();
        return Err(format!("no file of `--derivative` defines {}", wanted.join(", ")));
    }
    Ok(chosen)
}

fn read(path: &Path) -> Result<File, String> {
    let bytes = files::read(path).map_err(|e| format!("cannot read `{}`: {}", path.display(), e.why))?;
    Ok(File {
        path: path.to_path_buf(),
        defines: defined(&String::from_utf8_lossy(&bytes)),
    })
}

/// The folded names of the procedures that a text defines.
fn defined(text: &str) -> BTreeSet<String> {
    let opened = |line: &str| {
        let line = line.split(['!', '\'', '"']).next().unwrap_or_default();
        let words = line
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|w| !w.is_empty());
        let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
        let at = words.iter().position(|w| w == "subroutine" || w == "function")?;
        let ends = words.iter().take(at).any(|w| w == "end");
        words.get(at + 1).filter(|_| !ends).cloned()
    };
    text.lines().filter_map(opened).collect()
}

#[cfg(test)]
mod tests {
    use super::defined;

    #[test]
    fn procedures_are_found() {
        let text = "module m_b\ncontains\n  SUBROUTINE F_B(x)\n  end subroutine f_b\n  pure real(8) function g(x)\n\
                    ! subroutine h\n  print *, 'function k'\n";
        let all: Vec<String> = defined(text).into_iter().collect();
        assert_eq!(all, ["f_b", "g"]);
    }
}
