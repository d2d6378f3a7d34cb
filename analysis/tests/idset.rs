//! Sets of ids.

use adc_analysis::idset::IdSet;
use adc_frontend::ir::StmtId;

fn set(ids: &[u32]) -> IdSet<StmtId> {
    ids.iter().map(|&i| StmtId(i)).collect()
}

fn ids(s: &IdSet<StmtId>) -> Vec<u32> {
    s.iter().map(|i| i.0).collect()
}

#[test]
fn grows_on_both_sides() {
    let mut s = set(&[700]);
    assert!(s.insert(StmtId(3)));
    assert!(s.insert(StmtId(9000)));
    assert!(!s.insert(StmtId(700)));
    assert_eq!(ids(&s), [3, 700, 9000]);
    assert_eq!(s.len(), 3);
    assert!(s.contains(StmtId(3)) && !s.contains(StmtId(4)) && !s.contains(StmtId(90000)));
}

#[test]
fn union_says_whether_it_changed() {
    let mut s = set(&[1000, 1001]);
    assert!(s.union_with(&set(&[5, 1001])));
    assert!(!s.union_with(&set(&[5, 1000])));
    assert!(!s.union_with(&set(&[])));
    assert!(s.union_with(&set(&[640, 64000])));
    assert_eq!(ids(&s), [5, 640, 1000, 1001, 64000]);
}

#[test]
fn truncate_at_any_place() {
    let all = set(&[0, 63, 64, 127, 128, 500]);
    for (end, kept) in [
        (0, 0),
        (1, 1),
        (63, 1),
        (64, 2),
        (127, 3),
        (128, 4),
        (129, 5),
        (500, 5),
        (501, 6),
    ] {
        let mut s = all.clone();
        s.truncate(end);
        assert_eq!(ids(&s), ids(&all)[..kept]);
    }
}

#[test]
fn subtract_intersect_compare() {
    let mut s = set(&[1, 64, 128, 500]);
    s.subtract(&set(&[64, 500, 9999]));
    assert_eq!(s, set(&[128, 1]));
    assert!(s.intersects(&set(&[128])) && !s.intersects(&set(&[127, 129, 4000])));
    assert!(s.intersect_with(&set(&[128, 4000])));
    assert!(!s.intersect_with(&set(&[128])));
    assert_eq!(ids(&s), [128]);
    assert!(s.remove(StmtId(128)) && !s.remove(StmtId(128)));
    assert!(s.is_empty() && s == set(&[]));
    assert!(set(&[70]).is_subset(&set(&[1, 70])) && !set(&[1, 70]).is_subset(&set(&[70])));
}
