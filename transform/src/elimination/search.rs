//! A local search for a good order of elimination, with a fixed seed: the same graph has the same result.
//!
//! Simulated annealing: a vertex moves to another place in the order; a worse order is accepted the more rarely, the
//! worse it is and the further the search has come. The search ends when its budget of steps is spent. It seldom comes
//! far from where it starts, so pairs of edges, which are counted quickly, are searched from two orders.

use super::graph::{Cost, Graph, Vertex};
use super::orders::{cost, cost_with, Order};
use super::values::Values;

/// What is to be small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// [`Cost::pairs`].
    Pairs,
    /// [`Cost::products`].
    Products,
}

impl Wanted {
    /// The number that is to be small.
    pub fn of(self, cost: Cost) -> usize {
        match self {
            Wanted::Pairs => cost.pairs,
            Wanted::Products => cost.products,
        }
    }
}

/// Numbers without a pattern (Marsaglia 2003, "Xorshift RNGs").
pub(crate) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Between 0 and 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The edges of a graph as sets of bits, for counts of pairs.
struct Pattern {
    words: usize,
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Pattern {
    fn of(graph: &Graph) -> Pattern {
        let words = graph.len().div_ceil(64);
        let rows = |next: &dyn Fn(Vertex) -> Vec<Vertex>| {
            let mut rows = vec![0; graph.len() * words];
            for v in 0..graph.len() {
                next(v)
                    .into_iter()
                    .for_each(|u| rows[v * words + u / 64] |= 1 << (u % 64));
            }
            rows
        };
        Pattern {
            words,
            before: rows(&|v| graph.before(v).iter().map(|e| e.0).collect()),
            after: rows(&|v| graph.after(v).to_vec()),
        }
    }

    /// Connects the neighbours `at` of a vertex with those on its other side, which are `new`.
    fn connect(rows: &mut [u64], at: &[u64], v: Vertex, new: &[u64]) {
        let words = at.len();
        for (k, &word) in at.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let u = 64 * k + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let row = &mut rows[u * words..][..words];
                row.iter_mut().zip(new).for_each(|(a, b)| *a |= b);
                row[v / 64] &= !(1 << (v % 64));
            }
        }
    }

    /// The pairs that an order combines.
    fn pairs(&self, order: &[Vertex]) -> usize {
        let (mut before, mut after) = (self.before.clone(), self.after.clone());
        let count = |set: &[u64]| set.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        let mut pairs = 0;
        for &v in order {
            let row = v * self.words..(v + 1) * self.words;
            let (sources, targets) = (before[row.clone()].to_vec(), after[row].to_vec());
            pairs += count(&sources) * count(&targets);
            Pattern::connect(&mut after, &sources, v, &targets);
            Pattern::connect(&mut before, &targets, v, &sources);
        }
        pairs
    }
}

/// How much worse an accepted order is at the beginning, and at the end.
const WARM: f64 = 1.5;
const COLD: f64 = 0.05;

/// Moves for each vertex; more find little.
const MOVES: usize = 400;

/// The best order that was found, from the best of `known`. `budget`: number of vertices that are eliminated at most.
pub fn searched(graph: &Graph, values: &Values, known: &[Order], wanted: Wanted, budget: usize) -> Option<Order> {
    let mut starts: Vec<&Order> = known.iter().collect();
    starts.sort_by_key(|o| wanted.of(o.cost));
    starts.truncate(match wanted {
        Wanted::Pairs => 2,
        Wanted::Products => 1,
    });
    let budget = budget / starts.len().max(1);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let pattern = Pattern::of(graph);
    let mut scratch = values.clone();
    let mut of = |order: &[Vertex]| match wanted {
        Wanted::Pairs => pattern.pairs(order),
        Wanted::Products => cost_with(graph, &mut scratch, order).products,
    };
    let found = starts
        .into_iter()
        .map(|o| annealed(&o.vertices, &mut of, &mut random, budget));
    let (_, vertices) = found.min_by_key(|f| f.0)?;
    Some(Order {
        name: "searched",
        cost: cost(graph, values, &vertices),
        vertices,
    })
}

/// The best order that was found from one, with its cost.
fn annealed(
    start: &[Vertex],
    of: &mut dyn FnMut(&[Vertex]) -> usize,
    random: &mut Random,
    budget: usize,
) -> (usize, Vec<Vertex>) {
    let n = start.len();
    let mut current = start.to_vec();
    let mut now = of(&current);
    let (mut best, mut least) = (current.clone(), now);
    let rounds = if n < 2 { 0 } else { (budget / n).min(MOVES * n) };
    for round in 0..rounds {
        let left = 1.0 - round as f64 / rounds as f64;
        let warmth = WARM * left * left + COLD;
        let (from, to) = (random.below(n), random.below(n));
        let v = current.remove(from);
        current.insert(to, v);
        let new = of(&current);
        let worse = new as f64 - now as f64;
        if worse > 0.0 && random.fraction() >= (-worse / warmth).exp() {
            current.remove(to);
            current.insert(from, v);
            continue;
        }
        now = new;
        if new < least {
            least = new;
            best.clone_from(&current);
        }
    }
    (least, best)
}
