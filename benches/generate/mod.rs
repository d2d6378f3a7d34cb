//! Generated programs of any length, for measurements. The text depends on the length alone.

pub mod layers;
pub mod shapes;
pub mod steps;

/// Deterministic pseudo-random numbers.
pub struct Random(u64);

impl Random {
    pub fn new() -> Random {
        Random(2_024)
    }

    pub fn below(&mut self, n: usize) -> usize {
        // Knuth's MMIX
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
