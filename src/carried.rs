//! Texts that the command carries: the runtime, its templates, and pages about diagnostics. `build.rs` packs them, since
//! they would be a twentieth of the command.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The texts, packed.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/carried"));

/// Names and texts. They are unpacked when the first is asked for, in a few milliseconds.
static TEXTS: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    // the build packed them, so that they can be unpacked; a test reads all
    let bytes = miniz_oxide::inflate::decompress_to_vec(PACKED).unwrap_or_default();
    let all: &'static str = String::from_utf8(bytes).unwrap_or_default().leak();
    let mut parts = all.split_terminator('\0');
    let mut texts = BTreeMap::new();
    while let (Some(name), Some(text)) = (parts.next(), parts.next()) {
        texts.insert(name, text);
    }
    texts
});

/// The text of a file that the command carries: `runtime-fortran/adc_check.f90`, say.
#[must_use]
pub fn carried(name: &str) -> Option<&'static str> {
    TEXTS.get(name).copied()
}
