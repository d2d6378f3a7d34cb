//! Figures of "Flattening basic blocks" (Utke): `adc dump --stage graph` of the programs in `figures`, each compared with
//! a snapshot, and the numbers of its vertices and edges with those in the figure.
//!
//! | figure | graphs | differences |
//! |---|---|---|
//! | 1 | z, x → * → - → /, x → / | none |
//! | 2, 5 | the two shaded graphs of figure 5 on the right | its virtual edge is the line `ends`, or dashed |
//! | 3 | see [`sets_of_addresses`] | targets of one pointer share an entry of the alias vector |
//! | 4 (a) | q → +, + → + | parallel edges are one edge, with the sum of their partial derivatives |
//! | 4 (b) | three operands, two sums | none |
//! | 4 (c) | as 5, with an element for x | as 2 |
//! | 6 (a) | v with a vertex v' and a unit edge to it | v is `v = *`, v' is `v` |
//! | 6 (b) | | line graphs are not built: no faces are eliminated |
//! | 6 (c) | x and y apart, and a unit edge between them | none |
//!
//! A definition outside of a graph is not the placeholder 0 of section 6: values are identified by the variable, its
//! subscripts and the number of writes to its zones, so two uses of one outer definition are one vertex.

use crate::support::cli::Sandbox;
use std::path::Path;

/// The graphs of a figure. `counts`: the vertices and edges of each.
#[track_caller]
fn figure(name: &str, head: &str, counts: &[(usize, usize)]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/elimination/figures");
    let file = format!("{name}.f90");
    let source = std::fs::read_to_string(folder.join(&file)).unwrap();
    let s = Sandbox::with(&[(&file, &source)]);
    let dump = format!("adc dump {file} --stage graph --head '{name}{head}'");
    let text = s.works(&dump).out;
    let heads = text.lines().filter(|l| l.starts_with("  graph "));
    let count = |l: &str| {
        let (_, counts) = l.split_once("; ").unwrap();
        let mut numbers = counts.split(' ').filter_map(|w| w.parse().ok());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    assert_eq!(heads.map(count).collect::<Vec<_>>(), counts, "{text}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_string(), text));
    s.works(&format!("{dump} --format dot")).out
}

/// z, x, *, -, /; the edges z *, x *, * -, - /, x /.
#[test]
fn scalars() {
    let dot = figure("figure1", "(y)/(x, z)", &[(5, 5)]);
    assert_eq!(dot.matches(" -> ").count(), 5, "{dot}");
    assert!(!dot.contains("dashed"), "{dot}");
}

/// z, x, *, - and z, x, /: x is in both graphs, and one virtual edge leads from - to the second z.
#[test]
fn elements_split() {
    let dot = figure("figure2", "(y, z)/(x, z)", &[(4, 3), (3, 2)]);
    assert!(dot.contains("v1_4 -> v2_1 [style=dashed];"), "{dot}");
    figure("figure4c", "(y, z)/(z)", &[(4, 3), (3, 2)]);
}

/// The paper shows no graph. a and b are targets of p, so they are one class of aliases: the use of a may be the
/// definition of b. The uses of q and p are vertices of their own, though q certainly is b: one memory under two names
/// is not identified.
#[test]
fn sets_of_addresses() {
    figure("figure3", "(y)/(x)", &[(3, 2), (7, 6)]);
}

/// (a): q and two sums; the two edges from q to the first sum are one, with the partial derivative 1 + 1. (b): three
/// operands and two sums.
#[test]
fn operands_of_one_expression() {
    figure("figure4a", "(y)/(q)", &[(3, 3)]);
    figure("figure4b", "(y)/(z)", &[(5, 4)]);
}

/// (a): x(1), x(2), v, sin and v'; (c): x, y' and sin.
#[test]
fn dependents_that_are_not_maximal() {
    figure("figure6a", "(v, y)/(x)", &[(5, 4)]);
    figure("figure6c", "(y, z)/(x)", &[(3, 2)]);
}
