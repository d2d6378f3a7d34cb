//! Costs of Jacobians by elimination: `adc analyze --show elimination`.
//!
//! Each program of `tests/elimination` names, in its second line, the multiplications that the literature gives for
//! rules, and those that a searched order must not exceed: with products by one and minus one, and without.

mod figures;

use crate::support::cli::Sandbox;
use std::path::Path;

/// The table of a program: the name of each order with its two numbers.
fn table(text: &str) -> Vec<(String, usize, usize)> {
    let row = |line: &str| {
        let mut words = line.split_whitespace().rev();
        let (products, pairs) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let name: Vec<&str> = words.collect();
        Some((name.into_iter().rev().collect::<Vec<_>>().join(" "), pairs, products))
    };
    text.lines().filter_map(row).collect()
}

/// The numbers in the second line of a program.
fn expected(source: &str) -> Vec<usize> {
    let line = source.lines().nth(1).unwrap();
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|w| !w.is_empty());
    numbers.map(|w| w.parse().unwrap()).collect()
}

fn shown(file: &str, source: &str, options: &str) -> String {
    let s = Sandbox::with(&[(file, source)]);
    s.works(&format!("adc analyze {file} --show elimination {options}")).out
}

#[test]
fn elimination_of_known_functions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/elimination");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "f90") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_str().unwrap();
        let rows = table(&shown(file, &source, ""));
        let known = expected(&source);
        let pairs = |name: &str| rows.iter().find(|r| r.0 == name).map(|r| r.1).unwrap();
        assert_eq!(pairs("forward"), known[0], "{file}");
        assert_eq!(pairs("reverse"), known[1], "{file}");
        assert_eq!(pairs("Markowitz, first of equals"), known[2], "{file}");
        assert_eq!(pairs("single use, then reverse"), known[3], "{file}");
        let searched = rows.iter().find(|r| r.0 == "searched").unwrap();
        assert!(searched.1 <= known[4], "{file}: {}", searched.1);
        assert!(searched.2 <= known[5], "{file}: {}", searched.2);
        count += 1;
    }
    assert_eq!(count, 5);
}

/// Figure 1 of the paper, and figure 2: with a pointer, the second statement may read another `z`.
#[test]
fn ambiguous_operands_split_graphs() {
    let source = |declaration: &str, between: &str| {
        format!(
            "subroutine s(x, y, k, a)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  \
             integer, intent(in) :: k(2)\n  real(8), intent(inout) :: a(9)\n  {declaration}\n  \
             {between}y = 1\nend subroutine\n"
        )
    };
    let clear = source("real(8) :: z", "z = x*2\n  z = -(z*x)\n  a(1) = exp(z/x)\n  ");
    let text = shown("clear.f90", &clear, "");
    assert!(text.contains("4 statements, 1 independents"), "{text}");
    assert!(!text.contains("ambiguous"), "{text}");
    let unclear = source("", "a(k(1)) = -(a(k(1))*x)\n  a(5) = exp(a(k(2))/x)\n  ");
    let text = shown("unclear.f90", &unclear, "");
    assert!(text.contains("ends before an ambiguous operand"), "{text}");
    let same = source("", "a(k(1)) = -(a(k(1))*x)\n  a(5) = exp(a(k(1))/x)\n  ");
    let text = shown("same.f90", &same, "");
    assert!(!text.contains("ambiguous"), "{text}");
}

/// What preaccumulation does with a graph, and why.
#[test]
fn decisions_about_graphs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/elimination");
    let of = |file: &str| {
        let source = std::fs::read_to_string(folder.join(file)).unwrap();
        shown("f.f90", &source, "")
    };
    let text = of("roe_flux_1d.f90");
    let rows = "
    preaccumulation        kept  entries  multiplications  without it  done
    in 1 direction            3       18              187         150  tried in adjoints of loops that record
    in 8 directions           3       18              313        1200  always
    kept: flux[1] (line 46), flux[2] (line 47), flux[3] (line 48)
";
    assert!(text.contains(rows), "{text}");
    let text = of("figures/figure2.f90");
    assert!(
        text.contains("\n    left alone: no value of an assignment is eliminated\n"),
        "{text}"
    );
    let last = "\n  left alone, no vertex to eliminate: line 9\n  ambiguous splits: 1, before line 9\n";
    assert!(text.ends_with(last), "{text}");
}
