//! Fingerprints of texts: 128 bits by which equal texts are recognised. They protect against accidents, not against
//! people who construct collisions.

use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

/// Collects texts.
#[derive(Clone, Default)]
pub struct Fingerprint(SipHasher13);

impl Fingerprint {
    /// The fingerprint of one text.
    pub fn of(bytes: &[u8]) -> String {
        Fingerprint::default().with(bytes).finish()
    }

    /// Adds a text; where it ends is part of the fingerprint.
    #[must_use]
    pub fn with(mut self, bytes: &[u8]) -> Fingerprint {
        self.0.write(&(bytes.len() as u64).to_le_bytes());
        self.0.write(bytes);
        self
    }

    /// The fingerprint in hexadecimal digits.
    pub fn finish(self) -> String {
        format!("{:032x}", self.0.finish128().as_u128())
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn texts_are_told_apart_by_their_ends() {
        let of = |texts: [&str; 2]| {
            let all = texts.into_iter();
            all.fold(Fingerprint::default(), |f, t| f.with(t.as_bytes())).finish()
        };
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
        assert_eq!(of(["ab", "c"]), of(["ab", "c"]));
        // records outlive the process
        assert_eq!(Fingerprint::of(b"y=x"), "d5976c4599e78d40422957b4e8bf364a");
    }
}
