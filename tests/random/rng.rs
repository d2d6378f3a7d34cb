//! A small generator of pseudo-random numbers (splitmix64): the same seed gives the same program on every machine.

/// The state.
pub struct Rng(u64);

impl Rng {
    /// Seeded; neighbouring seeds give unrelated sequences.
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// Seeded with a name.
    pub fn of(name: &str) -> Rng {
        let hash = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3);
        Rng::new(name.bytes().fold(0xCBF2_9CE4_8422_2325, hash))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % (n.max(1) as u64)).unwrap_or(0)
    }

    /// From `low` to `high`, both included.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        let span = usize::try_from(high - low + 1).unwrap_or(1);
        low + i32::try_from(self.below(span)).unwrap_or(0)
    }

    /// Returns true in this percentage of cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items of a table, by weight.
    pub fn weighted<T: Copy>(&mut self, table: &[(T, usize)]) -> T {
        let mut left = self.below(table.iter().map(|(_, w)| w).sum());
        let found = table.iter().find(|(_, weight)| {
            let here = left < *weight;
            left = left.saturating_sub(*weight);
            here
        });
        found.map_or(table[0].0, |(item, _)| *item)
    }

    /// One of the items.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}
