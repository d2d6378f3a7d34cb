//! Bytes of a file, its text and its columns.

use adc_frontend::encoding::{bytes_of, columns, shown, split_at_column, text_of};

#[test]
fn bytes_come_back() {
    let all: Vec<u8> = (0..=255).collect();
    for bytes in [
        &all[..],
        "\u{feff}a = 'é → 漢'".as_bytes(),
        b"caf\xe9",
        b"\xef\xbb\xbf\xe9",
    ] {
        assert_eq!(bytes_of(&text_of(bytes.to_vec())), bytes);
    }
}

#[test]
fn a_character_is_a_column() {
    assert_eq!(columns(&text_of("é".into())), 2);
    assert_eq!(columns(&text_of(b"\xe9".to_vec())), 1);
    assert_eq!(split_at_column("abc", 5), ("abc", ""));
    assert_eq!(split_at_column("aéc", 2), ("aé", "c"));
}

#[test]
fn people_see_characters() {
    let both = [text_of("é →\n".into()), text_of(b"caf\xe9\n".to_vec())].concat();
    assert_eq!(shown(&both), "é →\ncafé\n");
}
