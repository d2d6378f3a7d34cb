//! Sources in any encoding: compilers count bytes, so printed lines must break where compilers break them.

use crate::support::cli::Sandbox;
use std::process::Command;

/// Characters of one to four bytes, and one that exists only in Latin-1.
const CHARACTERS: [&[u8]; 5] = [b"\xe9", "é".as_bytes(), "漢".as_bytes(), "😀".as_bytes(), b"\xbb"];

/// A literal of a character, longer than a line, that begins in any column of it.
fn literal(character: &[u8], before: usize) -> Vec<u8> {
    let text = character.repeat(100 / character.len());
    [b"'", b"x".repeat(before).as_slice(), &text, b"y'"].concat()
}

/// A program in fixed form, its lines cut where they are full.
fn fixed(character: &[u8]) -> Vec<u8> {
    let mut out = b"      CHARACTER*200 S\n".to_vec();
    for before in 0..4 {
        let statement = [b"S=", literal(character, before).as_slice()].concat();
        for (k, line) in statement.chunks(66).enumerate() {
            out.extend(if k == 0 { b"      " } else { b"     &" });
            out.extend(line);
            out.push(b'\n');
        }
        out.extend(b"      PRINT '(A)', S\n");
    }
    // a short line: pad with blanks up to the last column
    out.extend(
        [
            b"      S='",
            character,
            character,
            b"\n     &x'\n      PRINT *, LEN_TRIM(S)\n",
        ]
        .concat(),
    );
    out.extend(
        [
            b"      PRINT 10\n   10 FORMAT(",
            hollerith(character).as_slice(),
            b")\n      END\n",
        ]
        .concat(),
    );
    out
}

fn free(character: &[u8]) -> Vec<u8> {
    let mut out = b"character(200) :: s\n".to_vec();
    for before in 0..4 {
        let text = literal(character, before);
        out.extend([b"s = ", text.as_slice(), b"\nprint '(a)', s, ", &text, b"//'z'\n"].concat());
    }
    out.extend([b"print 10\n10 format(", hollerith(character).as_slice(), b")\nend\n"].concat());
    out
}

fn hollerith(character: &[u8]) -> Vec<u8> {
    [format!("{}H", character.len()).as_bytes(), character].concat()
}

/// The output of a program.
fn run(s: &Sandbox, name: &str) -> Vec<u8> {
    let program = s.path("program");
    let compiler = Command::new("gfortran")
        .args(["-w", "-std=legacy", "-o"])
        .args([&program, &s.path(name)])
        .output()
        .unwrap();
    assert!(
        compiler.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&compiler.stderr)
    );
    Command::new(program).output().unwrap().stdout
}

#[test]
fn what_is_printed_breaks_where_compilers_do() {
    for character in CHARACTERS {
        for (name, text) in [("p.f", fixed(character)), ("p.f90", free(character))] {
            let s = Sandbox::with(&[("new/keep", ""), ("again/keep", "")]);
            s.file(name, &text);
            s.works(&format!("adc print --reformat {name} -o new"));
            s.works(&format!("adc print --reformat new/{name} -o again"));
            assert_eq!(
                s.contents()[&format!("new/{name}")],
                s.contents()[&format!("again/{name}")]
            );
            assert_eq!(run(&s, name), run(&s, &format!("new/{name}")), "{character:?}, {name}");
        }
    }
}

#[test]
fn files_in_two_encodings_go_into_one() {
    let unit = |name: &str, text: &[u8]| {
        [
            format!("subroutine {name}(x, y)\nreal(8) :: x, y\ny = x**2\nif (y < 0) print *, '").as_bytes(),
            text,
            b"'\nend\n",
        ]
        .concat()
    };
    let s = Sandbox::new();
    s.file("a.f90", &unit("a", "é".as_bytes()));
    s.file("b.f90", &unit("b", b"\xe9"));
    s.file(
        "f.f90",
        b"subroutine f(x, y)\nreal(8) :: x, y, z\ncall a(x, z)\ncall b(z, y)\nend\n",
    );
    s.works("adc --tangent f.f90 a.f90 b.f90 --head 'f(y)/(x)' -o out.f90");
    let out = &s.contents()["out.f90"];
    let has = |text: &[u8]| out.windows(text.len()).any(|w| w == text);
    assert!(has("'é'".as_bytes()) && has(b"'\xe9'"));
}

#[test]
fn messages_show_characters() {
    let s = Sandbox::new();
    s.file("utf8.f90", "x = 'é→' + ü\nend\n".as_bytes());
    s.file("latin1.f90", b"x = '\xe9' + \xfc\nend\n");
    s.file("marked.f", "\u{feff}      x = '漢' + (\n      end\n".as_bytes());
    let outcome = s.fails("adc print utf8.f90 latin1.f90 marked.f", 1, &["ADC0101"]);
    for text in [
        "unexpected character `ü`",
        "x = 'é→' + ü\n  │            ^",
        "x = 'é' + ü\n  │           ^",
        "utf8.f90:1:12",
        "marked.f:1:16",
        "x = '漢' + (\n",
    ] {
        assert!(outcome.err.contains(text), "no `{text}` in:\n{}", outcome.err);
    }
    let outcome = s.fails("adc print utf8.f90 --message-format json", 1, &[]);
    assert!(
        outcome.err.contains("character `ü`") && outcome.err.contains("\"column\":15"),
        "{}",
        outcome.err
    );
}

/// The last byte of `à` is a blank in Latin-1.
#[test]
fn letters_are_not_trimmed() {
    let s = Sandbox::new();
    s.file("a.f90", "! déjà\nx = 1 ! là\n!$omp parallel à\nend\n".as_bytes());
    s.file("b.f", "C déjà\n      X = 1 ! là\n      END\n".as_bytes());
    let out = s.works("adc print --reformat a.f90 b.f").out;
    assert_eq!(out.matches("déjà\n").count(), 2, "{out}");
    assert_eq!(out.matches("! là\n").count(), 2, "{out}");
    assert!(out.contains("!$omp parallel à\n"), "{out}");
}

#[test]
fn ends_of_lines_and_files() {
    let s = Sandbox::new();
    s.file("old.f90", b"x = 'a\x1ab'\r\nend\r\n\x1a\r\n");
    let printed = s.works("adc print old.f90").out;
    assert_eq!(printed.as_bytes(), s.contents()["old.f90"]);
    s.file("mac.f90", b"! comment\r with one\nx = 1\rend\r");
    let outcome = s.fails("adc print mac.f90 --message-format short", 1, &["ADC0102"]);
    assert!(outcome.err.contains("mac.f90:2:6: "), "{}", outcome.err);
}
