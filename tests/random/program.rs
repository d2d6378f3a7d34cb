//! Whole programs: a head, its callees, and the header comment that describes the call.

use super::column::STEM;
use super::rng::Rng;
use super::scope::{Formal, Ty, Var, Want};
use super::tree::{Decl, Program, Unit};
use super::unit::{Flavor, Maker, Sort};
use super::weights::{Callee, CALLEES, CALLEE_COUNT, COLUMNS_FROM, FEATURES_FROM, FLAVORS};

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let flavor = rng.weighted(FLAVORS);
    let mut maker = Maker {
        seed,
        n: rng.range(3, 5),
        kind: if rng.chance(12) { 4 } else { 8 },
        flavor,
        complex: rng.chance(25),
        cells: flavor != Flavor::Fixed && rng.chance(35),
        rng,
        globals: vec![],
        procs: vec![],
        head_formals: vec![],
        head_function: false,
        given: vec![],
        declared: vec![],
        helpers: vec![],
        named: 0,
        allocating: None,
        types: None,
        movers: None,
        library: None,
        older: None,
        takers: None,
        handed: None,
        counters: None,
        later_standard: false,
        touching: vec![],
    };
    maker.make()
}

impl Maker {
    fn make(&mut self) -> Program {
        if self.rng.chance(60) {
            self.make_globals();
        }
        let mut units = vec![];
        for k in 0..self.rng.weighted(CALLEE_COUNT) {
            let callee = match self.rng.weighted(CALLEES) {
                Callee::Kernel if self.seed >= COLUMNS_FROM && self.rng.chance(30) => Callee::Column,
                other => other,
            };
            let sort = match callee {
                Callee::Random(Sort::Elemental) if self.flavor == Flavor::Module => Sort::Elemental,
                Callee::Random(Sort::Recursive) if self.modern() => Sort::Recursive,
                Callee::Random(sort @ (Sort::Function | Sort::Pure)) => sort,
                Callee::Random(_) | Callee::Kernel | Callee::Column => Sort::Subroutine,
            };
            let stem = match sort {
                _ if callee == Callee::Kernel => "ker",
                _ if callee == Callee::Column => STEM,
                Sort::Function | Sort::Pure => "fun",
                Sort::Elemental => "ele",
                Sort::Recursive => "rec",
                Sort::Subroutine | Sort::Head => "sub",
            };
            let name = format!("{stem}{}_{}", k + 1, self.seed);
            units.push(match callee {
                Callee::Kernel => self.kernel(&name),
                Callee::Column => self.column(&name),
                Callee::Random(_) => self.procedure(&name, sort, None),
            });
        }
        let mut header = vec![format!("Made from seed {}.", self.seed)];
        self.head_arguments(&mut header);
        let name = format!("p{}", self.seed);
        let head = self.procedure(&name, Sort::Head, None);
        if self.rng.chance(50) {
            units.insert(0, head);
        } else {
            units.push(head);
        }
        if self.later_standard {
            header.push("flags -std=f2018".into());
        }
        Program {
            header,
            units: self.house(units),
            fixed: self.flavor == Flavor::Fixed,
        }
    }

    fn make_globals(&mut self) {
        let mut list = vec![
            ("g1", Ty::Real, 0),
            ("g2", Ty::Real, 0),
            ("ga", Ty::Real, 1),
            ("kg", Ty::Int, 0),
        ];
        if self.complex {
            list.push(("zg", Ty::Complex, 0));
        }
        if self.flavor == Flavor::Fixed {
            // integers last, for the sake of alignment
            list.sort_by_key(|g| (g.1 == Ty::Int, g.1 == Ty::Real));
        }
        for (name, ty, rank) in list {
            self.globals.push(Var {
                base: name.into(),
                suffix: String::new(),
                ty,
                rank,
                lo: 1,
                writable: true,
                index: ty == Ty::Int,
            });
        }
    }

    /// Values of an independent. No two are equal: `max(x, y)` would have no derivative.
    fn values(&mut self, ty: Ty, rank: usize) -> String {
        let count = self.n.pow(rank as u32);
        let features = self.seed >= FEATURES_FROM;
        let mut number = || {
            let value = 0.3 + f64::from(self.rng.range(0, 1100)) / 1000.0;
            match features {
                false => format!("{value:.3}"),
                // nor equal to a constant
                true => format!("{:.4}", value + 0.0003),
            }
        };
        let mut out = String::new();
        for _ in 0..count {
            out.push(' ');
            out.push_str(&match ty {
                Ty::Complex => format!("({},{})", number(), number()),
                Ty::Real | Ty::Int => number(),
            });
        }
        out
    }

    /// Chooses the arguments of the head, its independents and dependents.
    fn head_arguments(&mut self, header: &mut Vec<String>) {
        let (mut independents, mut dependents, mut args) = (vec![], vec![], vec![]);
        let mut formals = vec![];
        let bare = self.flavor == Flavor::Fixed;
        let mut add = |name: &str, want: Want, input: bool, output: bool, assumed: bool| {
            formals.push(Formal {
                name: name.into(),
                want,
                input,
                output,
                assumed,
                optional: false,
                bare,
            });
        };
        let t = self.header_type(Ty::Real);
        let n = self.n;
        let dims = |rank: usize| ["".to_string(), format!("({n})"), format!("({n},{n})")][rank].clone();
        if self.flavor != Flavor::Module && self.rng.chance(50) {
            add("nx", Want::Extent, true, false, false);
            args.push(format!("arg nx integer {n}"));
        }
        let rank = self.rng.below(3);
        add("ax", Want::Value(Ty::Real, rank), true, false, false);
        args.push(format!("arg ax {t}{}{}", dims(rank), self.values(Ty::Real, rank)));
        independents.push("ax".to_string());
        if self.rng.chance(50) {
            let rank = self.rng.below(2);
            add(
                "ux",
                Want::Value(Ty::Real, rank),
                true,
                true,
                self.flavor == Flavor::Module && self.rng.chance(30),
            );
            args.push(format!("arg ux {t}{}{}", dims(rank), self.values(Ty::Real, rank)));
            independents.push("ux".into());
            if self.rng.chance(70) {
                dependents.push("ux".to_string());
            }
        }
        if self.complex && self.rng.chance(60) {
            let rank = self.rng.below(2);
            let output = self.rng.chance(50);
            add("zx", Want::Value(Ty::Complex, rank), true, output, false);
            let values = self.values(Ty::Complex, rank);
            args.push(format!(
                "arg zx {}{}{values}",
                self.header_type(Ty::Complex),
                dims(rank)
            ));
            independents.push("zx".into());
            if output {
                dependents.push("zx".into());
            }
        }
        if self.rng.chance(20) {
            add("rx", Want::Value(Ty::Real, 0), true, false, false);
            args.push(format!("arg rx {t} 0.7"));
        }
        if self.rng.chance(20) {
            let output = self.rng.chance(40);
            add("kx", Want::Index, true, output, false);
            args.push("arg kx integer 2".into());
        }
        self.head_function = self.rng.chance(10);
        if self.head_function {
            dependents.clear();
            dependents.push(format!("p{}", self.seed));
            args.push(format!("result p{} {t}", self.seed));
            formals.iter_mut().for_each(|f| f.output = false);
        } else {
            let rank = self.rng.below(3);
            add("yx", Want::Value(Ty::Real, rank), false, true, false);
            args.push(format!("arg yx {t}{}", dims(rank)));
            dependents.push("yx".into());
        }
        if !self.globals.is_empty() && self.rng.chance(35) {
            let place = if self.modern() {
                format!("global m{}", self.seed)
            } else {
                format!("common c{}", self.seed)
            };
            let owner = if self.modern() {
                format!("m{}", self.seed)
            } else {
                String::new()
            };
            let qualified = |name: &str| {
                if owner.is_empty() {
                    name.to_string()
                } else {
                    format!("{owner}%{name}")
                }
            };
            independents.push(qualified("g1"));
            if self.rng.chance(50) && !self.head_function {
                dependents.push(qualified("g1"));
            } else if !self.head_function {
                dependents.push(qualified("ga"));
            }
            self.given.push("g1".into());
            let value = self.values(Ty::Real, 0);
            for g in &self.globals {
                let dims = dims(g.rank);
                let value = if g.base == "g1" { value.as_str() } else { "" };
                args.push(format!("{place}%{} {}{dims}{value}", g.base, self.header_type(g.ty)));
            }
        }
        self.head_formals = formals;
        header.push(format!(
            "head: p{}({})/({})",
            self.seed,
            dependents.join(", "),
            independents.join(", ")
        ));
        if self.flavor == Flavor::Module {
            header.push(format!("module m{}", self.seed));
        }
        header.extend(args);
    }

    /// Puts units into a module, or a module of variables before them.
    fn house(&mut self, mut units: Vec<Unit>) -> Vec<Unit> {
        let always = |text: String| Decl {
            name: String::new(),
            text,
        };
        let mut decls = vec![always("implicit none".into())];
        decls.push(always(format!("integer, parameter :: n = {}", self.n)));
        let t = self.type_name(Ty::Real);
        if self.cells {
            for text in [
                "type cell".to_string(),
                format!("{t} :: mass"),
                format!("{t} :: speed(n)"),
                "integer :: tag".into(),
                "end type cell".into(),
            ] {
                decls.push(always(text));
            }
        }
        for g in &self.globals {
            decls.push(always(format!(
                "{} :: {}{}",
                self.type_name(g.ty),
                g.base,
                self.dims(g)
            )));
        }
        decls.extend(self.declared.drain(..).map(always));
        units.append(&mut self.helpers);
        let module = |inner| Unit {
            head: format!("module m{}", self.seed),
            decls,
            first: vec![],
            body: vec![],
            inner,
            end: format!("end module m{}", self.seed),
        };
        match self.flavor {
            Flavor::Module => vec![module(units)],
            Flavor::External if self.cells || !self.globals.is_empty() => {
                let mut out = vec![module(vec![])];
                out.extend(units);
                out
            }
            Flavor::External | Flavor::Fixed => units,
        }
    }
}
