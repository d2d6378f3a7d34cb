//! Independent work on tables.

use adc_frontend::ir::Table;

#[test]
fn ids_mean_the_same_when_parts_are_put_together() {
    let mut table: Table<String, 2> = Table::default();
    let first = table.alloc("first".into());
    let second = table.alloc("second".into());
    for round in 0..2 {
        let mut parts: Vec<Table<String, 2>> = (0..3).map(|k| table.apart(k)).collect();
        let made: Vec<_> = parts
            .iter_mut()
            .enumerate()
            .map(|(k, part)| (part.alloc(format!("a{round}{k}")), part.alloc(format!("b{round}{k}"))))
            .collect();
        parts[1][second].push('!');
        parts[2][made[2].0].push('?');
        assert_eq!(parts[1][second], format!("second{}", "!".repeat(round + 1)));
        assert_eq!(parts[0][second], table[second]);
        assert_eq!(parts[0].iter().count(), parts[0].len());
        let own = parts[1].own().unwrap();
        assert_eq!((own.made().len(), own.changed().count()), (2, 1));
        assert!(!parts[0].contains(made[1].0) && parts[1].contains(made[1].0));
        table.put_together(parts);
        for (k, (a, b)) in made.iter().enumerate() {
            let mark = if k == 2 { "?" } else { "" };
            assert_eq!(table[*a], format!("a{round}{k}{mark}"));
            assert_eq!(table[*b], format!("b{round}{k}"));
        }
    }
    assert_eq!(table[second], "second!!");
    let all: Vec<&str> = table.iter().map(|(_, x)| x.as_str()).collect();
    assert_eq!(all[..4], ["first", "second!!", "a00", "b00"]);
    assert_eq!((all.len(), table.len()), (14, 14));
    table.iter_mut().for_each(|(_, x)| x.push('.'));
    assert!(table.iter().all(|(id, x)| x.ends_with('.') && &table[id] == x));
    assert_eq!(table[first], "first.");
}

#[test]
fn copies_are_worth_what_they_were() {
    let mut table: Table<u8, 4> = Table::default();
    let id = table.alloc(1);
    let copy = table.clone();
    table[id] = 2;
    table.alloc(3);
    assert_eq!((copy[id], copy.len(), table[id], table.len()), (1, 1, 2, 2));
    // new entries beside the shared ones copy nothing
    let mut more = table.beside();
    let ids: Vec<_> = (4..7).map(|x| more.alloc(x)).collect();
    let again = more.clone();
    let last = more.alloc(7);
    more[ids[0]] = 40;
    let all = |t: &Table<u8, 4>| t.iter().map(|(_, &x)| x).collect::<Vec<u8>>();
    assert_eq!(all(&table), [2, 3]);
    assert_eq!(all(&again), [2, 3, 4, 5, 6]);
    assert_eq!(all(&more), [2, 3, 40, 5, 6, 7]);
    assert_eq!((more.len(), more[last], again.contains(last)), (6, 7, false));
}
