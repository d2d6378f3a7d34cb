//! The files of the user that take the place of derivatives which adc makes: each kind of derivatives is a program of its
//! own, with the files that belong to it.

use super::head::Part;
use super::kinds::Kind;
use crate::files;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A file with the procedures that it defines.
struct File {
    path: PathBuf,
    defines: BTreeSet<String>,
}

/// For each part, the files that replace its derivatives; none where adc's are checked.
///
/// A kind has the user's files if one of them defines a derivative of this kind: then all of them but those whose
/// derivatives are of other kinds alone.
///
/// # Errors
/// If a file cannot be read, or if none defines a derivative.
pub fn files_of(parts: &[Part], given: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, String> {
    let asked = parts.iter().filter(|p| p.kind != Kind::Original).count();
    // files of the only kind may also have their derivatives in other forms
    if given.is_empty() || asked < 2 {
        let of = |p: &Part| {
            if p.kind == Kind::Original {
                vec![]
            } else {
                given.to_vec()
            }
        };
        return Ok(parts.iter().map(of).collect());
    }
    let all: Vec<File> = given.iter().map(read).collect::<Result<_, _>>()?;
    let names: Vec<BTreeSet<String>> = parts.iter().map(names_of).collect();
    let defines = |f: &File, names: &BTreeSet<String>| !f.defines.is_disjoint(names);
    let of = |own: &BTreeSet<String>| {
        let is_other = |f: &File| !defines(f, own) && names.iter().any(|other| defines(f, other));
        let used = all.iter().filter(|f| !is_other(f)).map(|f| f.path.clone());
        match all.iter().any(|f| defines(f, own)) {
            true => used.collect(),
            false => vec![],
        }
    };
    let chosen: Vec<Vec<PathBuf>> = names.iter().map(of).collect();
    if chosen.iter().all(Vec::is_empty) {
        let wanted: BTreeSet<String> = names.into_iter().flatten().collect();
        let wanted: Vec<String> = wanted.iter().map(|n| format!("`{n}`")).collect();
        return Err(format!("no file of `--derivative` defines {}", wanted.join(", ")));
    }
    Ok(chosen)
}

/// The names of the derivatives of a part.
fn names_of(part: &Part) -> BTreeSet<String> {
    match part.kind {
        Kind::Original => BTreeSet::new(),
        _ => part
            .forms
            .iter()
            .map(|f| f.procedure.name.to_ascii_lowercase())
            .collect(),
    }
}

fn read(path: &PathBuf) -> Result<File, String> {
    let bytes = files::read(path).map_err(|e| format!("cannot read `{}`: {}", path.display(), e.why))?;
    Ok(File {
        path: path.clone(),
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
