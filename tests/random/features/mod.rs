//! Constructs of the language, one family per file: its declarations, and the statements that it adds to those for
//! bodies.

mod allocatables;
mod arrays;
mod control;
mod counters;
mod entries;
mod handles;
mod intrinsics;
mod objects;
mod parts;
mod pointers;
mod procedures;
mod records;
mod shapeless;
mod sums;

pub use allocatables::Makers;
pub use counters::Counters;
pub use entries::Older;
pub use handles::Handles;
pub use pointers::Movers;
pub use procedures::Library;
pub use records::Types;
pub use shapeless::Shapeless;

use std::rc::Rc;

use super::scope::{Scope, Ty, Var};
use super::tree::{block, line, mentions, Decl, Node, Unit};
use super::unit::{Flavor, Maker, Sort};
use super::weights::{
    Feature, DIVISORS_FROM, FEATURES, FEATURES_BEFORE_DIVISORS, FEATURES_BEFORE_PARTS, FEATURES_BEFORE_SUMS,
    FEATURES_IN_HEAD, FEATURES_IN_OTHERS, FIRST_FEATURES, MORE_FEATURES_FROM, PARTS_FROM, SUMS_FROM,
};

/// Builds a statement if its variables are visible; nested constructs have at most this many levels.
pub type Op = Rc<dyn Fn(&mut Scope, u32) -> Option<Vec<Node>>>;

/// A unit under construction.
pub struct Site<'a> {
    /// The scope of its statements.
    pub scope: &'a mut Scope,
    /// Its declarations.
    pub decls: &'a mut Vec<Decl>,
    /// First values.
    pub first: &'a mut Vec<(String, Node)>,
}

impl Site<'_> {
    /// Adds a declaration, printed if one of these names is used.
    fn declare(&mut self, names: &str, text: impl Into<String>) {
        self.decls.push(Decl {
            name: names.into(),
            text: text.into(),
        });
    }

    /// Adds first values, for these names.
    fn begin(&mut self, names: &str, nodes: Vec<Node>) {
        self.first.push((names.into(), Node::Group(nodes)));
    }

    /// Adds a kind of statement.
    fn op(&mut self, make: impl Fn(&mut Scope, u32) -> Option<Vec<Node>> + 'static) {
        self.scope.ops.push(Rc::new(make));
    }

    /// Lets statements see a variable.
    fn see(&mut self, base: &str, ty: Ty, rank: usize) {
        self.scope.vars.push(plain(base, ty, rank));
    }
}

/// A writable variable, whose subscripts begin at 1.
fn plain(base: &str, ty: Ty, rank: usize) -> Var {
    Var {
        base: base.into(),
        suffix: String::new(),
        ty,
        rank,
        lo: 1,
        writable: true,
        index: false,
    }
}

impl Maker {
    /// Adds some families to a unit.
    pub fn features(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, first: &mut Vec<(String, Node)>, sort: Sort) {
        let count = match sort {
            Sort::Head => self.rng.weighted(FEATURES_IN_HEAD),
            Sort::Subroutine | Sort::Function | Sort::Recursive => self.rng.weighted(FEATURES_IN_OTHERS),
            Sort::Pure | Sort::Elemental => 0,
        };
        let known = match self.seed {
            ..MORE_FEATURES_FROM => &FEATURES[..FIRST_FEATURES],
            MORE_FEATURES_FROM..SUMS_FROM => &FEATURES[..FEATURES_BEFORE_SUMS],
            SUMS_FROM..DIVISORS_FROM => &FEATURES[..FEATURES_BEFORE_DIVISORS],
            DIVISORS_FROM..PARTS_FROM => &FEATURES[..FEATURES_BEFORE_PARTS],
            _ => FEATURES,
        };
        let mut chosen: Vec<Feature> = vec![];
        for _ in 0..count {
            let feature = self.rng.weighted(known);
            if !chosen.contains(&feature) && self.has(feature) {
                chosen.push(feature);
            }
        }
        let mut site = Site { scope, decls, first };
        for feature in chosen {
            match feature {
                Feature::Arrays => self.arrays(&mut site),
                Feature::Intrinsics => self.intrinsics(&mut site),
                Feature::Allocatables => self.allocatables(&mut site),
                Feature::Records => self.records(&mut site),
                Feature::Pointers => self.pointers(&mut site),
                Feature::Procedures => self.procedures(&mut site),
                Feature::Entries => self.entries(&mut site),
                Feature::Control => self.control(&mut site),
                Feature::Shapeless => self.shapeless(&mut site),
                Feature::Handles => self.handles(&mut site),
                Feature::Objects => self.objects(&mut site),
                Feature::Sums => self.sums(&mut site),
                Feature::Counters => self.counters(&mut site),
                Feature::Parts => self.parts(&mut site),
            }
        }
        if sort == Sort::Head {
            let forget = self.forget(site.scope);
            site.first.extend(forget.map(|f| (String::new(), f)));
            let begin = self.counters.iter().map(|c| (String::new(), c.begin()));
            site.first.splice(0..0, begin);
        }
    }

    /// Checks whether a unit of this program may have it.
    fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Arrays | Feature::Intrinsics | Feature::Control | Feature::Sums | Feature::Parts => self.modern(),
            Feature::Entries => true,
            Feature::Allocatables
            | Feature::Records
            | Feature::Pointers
            | Feature::Procedures
            | Feature::Shapeless
            | Feature::Handles
            | Feature::Objects
            | Feature::Counters => self.flavor == Flavor::Module,
        }
    }

    /// A unique name for an entity beside the units.
    fn own_name(&mut self, stem: &str) -> String {
        self.named += 1;
        format!("{stem}{}_{}", self.named, self.seed)
    }

    /// Adds a procedure: `subroutine name(x)`, its declarations and its body.
    fn helper(&mut self, head: &str, decls: &[String], body: Vec<Node>) {
        let word = if head.contains("function") {
            "function"
        } else {
            "subroutine"
        };
        let always = |text: &String| Decl {
            name: String::new(),
            text: text.clone(),
        };
        self.helpers.push(Unit {
            head: head.into(),
            decls: decls.iter().map(always).collect(),
            first: vec![],
            body,
            inner: vec![],
            end: format!("end {word}"),
        });
    }

    /// A scope that sees only some scalars, for the statements of a helper.
    fn apart(&mut self, scalars: &[&str]) -> Scope {
        let mut scope = self.scope(4, "");
        scope.procs.clear();
        scope.indices.clear();
        scope.vars.extend(scalars.iter().map(|s| plain(s, Ty::Real, 0)));
        scope
    }
}

impl Scope {
    /// One of the families' statements.
    pub fn feature(&mut self, depth: u32) -> Vec<Node> {
        let ops = self.ops.clone();
        let op = self.rng.pick(&ops);
        op(self, depth).unwrap_or_else(|| self.assignment())
    }

    /// Some of them, each kind perhaps once.
    pub fn all_features(&mut self) -> Vec<Node> {
        let mut out = vec![];
        for op in self.ops.clone() {
            if self.rng.chance(40) {
                out.extend(op(self, 1).unwrap_or_default());
            }
        }
        out
    }

    /// Statements under a condition, or in a loop.
    fn perhaps(&mut self, depth: u32, nodes: Vec<Node>) -> Vec<Node> {
        match self.rng.below(5) {
            0 if depth > 0 => {
                let test = self.test(1);
                vec![block(format!("if ({test}) then"), nodes, "end if")]
            }
            1 if depth > 0 => match self.free_index() {
                Some(i) if !mentions(&Unit::code(&nodes), &i) => {
                    let most = self.rng.range(1, 3);
                    vec![block(format!("do {i} = 1, {most}"), nodes, "end do")]
                }
                _ => nodes,
            },
            _ => nodes,
        }
    }

    /// Elements of a vector: a section of some variable.
    fn vector(&mut self) -> Option<String> {
        self.section(Ty::Real, super::scope::Shape::Full)
    }

    /// A section of rank two.
    fn matrix(&mut self) -> Option<String> {
        self.section(Ty::Real, super::scope::Shape::Matrix)
    }

    /// `x = e`, where `e` is an array of the shape of `x` with values up to `bound`.
    fn scaled(&mut self, x: &str, e: &str, bound: f64) -> Node {
        let factor = ((super::scope::BOUND * 0.5 / bound) * 1000.0).floor().max(1.0) / 1000.0;
        if bound <= super::scope::BOUND {
            return line(format!("{x} = {e}"));
        }
        line(format!("{x} = {}*{e}", self.real(factor)))
    }
}
