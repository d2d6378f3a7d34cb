//! Computational graphs, and the elimination of vertices.
//!
//! An edge (i, j) carries ∂v_j/∂v_i. Eliminating the vertex j connects each predecessor i with each successor k:
//!
//! ```text
//! c_ki ← c_ki + c_kj·c_ji      for all i ≺ j ≺ k; then j and its edges are removed
//! ```
//!
//! When no intermediate vertex is left, the labels are the entries of the Jacobian.

use super::values::{Label, Values};
use std::collections::BTreeSet;

/// Index of a vertex. Predecessors have smaller ones.
pub type Vertex = usize;

/// The role of a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An input.
    Independent,
    /// Neither an input nor a result.
    Intermediate,
    /// A result; it has no successors.
    Dependent,
}

/// A graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    roles: Vec<Role>,
    /// The predecessors of each vertex, with the labels of the edges.
    before: Vec<Vec<(Vertex, Label)>>,
    after: Vec<Vec<Vertex>>,
}

/// Numbers of multiplications.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Cost {
    /// One for each pair of edges that are combined.
    pub pairs: usize,
    /// Those without a factor of one or minus one, each product counted once.
    pub products: usize,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.pairs += other.pairs;
        self.products += other.products;
    }
}

impl Graph {
    /// Adds a vertex.
    pub fn add(&mut self, role: Role) -> Vertex {
        self.roles.push(role);
        self.before.push(vec![]);
        self.after.push(vec![]);
        self.roles.len() - 1
    }

    /// Adds a label to the edge between two vertices.
    pub fn connect(&mut self, from: Vertex, to: Vertex, label: Label, values: &mut Values) {
        let edges = &mut self.before[to];
        match edges.binary_search_by_key(&from, |e| e.0) {
            Err(place) => {
                edges.insert(place, (from, label));
                self.after[from].push(to);
            }
            Ok(place) => match values.sum(edges[place].1, label) {
                Some(sum) => edges[place].1 = sum,
                None => {
                    edges.remove(place);
                    self.after[from].retain(|&w| w != to);
                }
            },
        }
    }

    /// Changes the role of a vertex.
    pub fn set_role(&mut self, v: Vertex, role: Role) {
        self.roles[v] = role;
    }

    /// The role of a vertex.
    pub fn role(&self, v: Vertex) -> Role {
        self.roles[v]
    }

    /// The vertices of a role, in order, without those that have no edges.
    pub fn of_role(&self, role: Role) -> Vec<Vertex> {
        let with_edges = |&v: &Vertex| !self.before[v].is_empty() || !self.after[v].is_empty();
        let all = (0..self.roles.len()).filter(|&v| self.roles[v] == role);
        all.filter(with_edges).collect()
    }

    /// The predecessors of a vertex, with the labels of the edges.
    pub fn before(&self, v: Vertex) -> &[(Vertex, Label)] {
        &self.before[v]
    }

    /// The successors of a vertex.
    pub fn after(&self, v: Vertex) -> &[Vertex] {
        &self.after[v]
    }

    /// Number of successors.
    pub fn fan_out(&self, v: Vertex) -> usize {
        self.after[v].len()
    }

    /// Number of predecessors.
    pub fn fan_in(&self, v: Vertex) -> usize {
        self.before[v].len()
    }

    /// Number of vertices, those without edges included.
    pub fn len(&self) -> usize {
        self.roles.len()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.before.iter().map(Vec::len).sum()
    }

    /// The Markowitz degree: the pairs that the elimination of a vertex combines.
    pub fn degree(&self, v: Vertex) -> usize {
        self.fan_in(v) * self.fan_out(v)
    }

    /// The independents on which a vertex depends, and the dependents that depend on it: the entries of the Jacobian
    /// that pass through it.
    pub fn reach(&self, v: Vertex) -> (BTreeSet<Vertex>, BTreeSet<Vertex>) {
        let ends = |next: &dyn Fn(Vertex) -> Vec<Vertex>, role: Role| {
            let (mut seen, mut ends, mut work) = (BTreeSet::from([v]), BTreeSet::new(), vec![v]);
            while let Some(u) = work.pop() {
                if self.roles[u] == role {
                    ends.insert(u);
                }
                work.extend(next(u).into_iter().filter(|&n| seen.insert(n)));
            }
            ends
        };
        let before = ends(&|u| self.before[u].iter().map(|e| e.0).collect(), Role::Independent);
        let after = ends(&|u| self.after[u].clone(), Role::Dependent);
        (before, after)
    }

    /// Removes vertices on which no dependent depends.
    pub fn prune(&mut self) {
        for v in (0..self.roles.len()).rev() {
            if self.roles[v] != Role::Dependent && self.after[v].is_empty() {
                for (u, _) in std::mem::take(&mut self.before[v]) {
                    self.after[u].retain(|&w| w != v);
                }
            }
        }
    }

    /// Eliminates a vertex.
    pub fn eliminate(&mut self, v: Vertex, values: &mut Values) -> Cost {
        let before = std::mem::take(&mut self.before[v]);
        let after = std::mem::take(&mut self.after[v]);
        for &(u, _) in &before {
            self.after[u].retain(|&w| w != v);
        }
        let mut cost = Cost::default();
        for w in after {
            let Ok(place) = self.before[w].binary_search_by_key(&v, |e| e.0) else {
                continue;
            };
            let outer = self.before[w].remove(place).1;
            for &(u, inner) in &before {
                let (label, is_new) = values.product(outer, inner);
                cost.pairs += 1;
                cost.products += usize::from(is_new);
                self.connect(u, w, label, values);
            }
        }
        cost
    }
}
