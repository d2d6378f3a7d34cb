//! Program units: declarations, first values, bodies.

use super::features::{Counters, Handles, Library, Makers, Movers, Older, Shapeless, Types};
use super::rng::Rng;
use super::scope::{Formal, Proc, Scope, Ty, Var, Want};
use super::tree::{block, line, mentions, Decl, Node, Unit};
use super::weights::{DIVISORS_FROM, FEATURES_FROM, MORE_FEATURES_FROM};

/// Structure of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavor {
    /// All in one module, free form.
    Module,
    /// External procedures and a module of variables, free form.
    External,
    /// Fixed form with COMMON.
    Fixed,
}

/// Kind of procedure to create.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A subroutine.
    Subroutine,
    /// A function that may change visible variables.
    Function,
    /// A function without side effects.
    Pure,
    /// Elemental, function or subroutine.
    Elemental,
    /// A subroutine that calls itself.
    Recursive,
    /// The procedure to differentiate.
    Head,
}

/// The state while a program is made.
pub struct Maker {
    /// Randomness.
    pub rng: Rng,
    /// Part of all names that the linker sees.
    pub seed: u64,
    /// Extent.
    pub n: i32,
    /// Kind of reals.
    pub kind: u8,
    /// Its structure.
    pub flavor: Flavor,
    /// Complex numbers are used.
    pub complex: bool,
    /// The type `cell` is used.
    pub cells: bool,
    /// Module variables or members of COMMON.
    pub globals: Vec<Var>,
    /// Procedures made so far.
    pub procs: Vec<Proc>,
    /// Arguments of the head, while it is created.
    pub head_formals: Vec<Formal>,
    /// The head is a function.
    pub head_function: bool,
    /// Globals that the caller of the head sets.
    pub given: Vec<String>,
    /// Declarations of the families beside the units: types and variables of the module.
    pub declared: Vec<String>,
    /// Their procedures.
    pub helpers: Vec<Unit>,
    /// Number of names that they have used.
    pub named: u32,
    /// The procedures for allocatable variables, once created.
    pub allocating: Option<Makers>,
    /// The procedures for derived types.
    pub types: Option<Types>,
    /// The procedures for pointers.
    pub movers: Option<Movers>,
    /// Procedures in all their forms.
    pub library: Option<Library>,
    /// The procedures of older programs.
    pub older: Option<Older>,
    /// The procedures with arguments of any rank and type.
    pub takers: Option<Shapeless>,
    /// The procedures that return pointers or are pointed at.
    pub handed: Option<Handles>,
    /// Functions that count their calls.
    pub counters: Option<Counters>,
    /// Set if a feature is newer than Fortran 2008.
    pub later_standard: bool,
    /// The procedures that change globals.
    pub touching: Vec<String>,
}

impl Maker {
    /// Free form.
    pub fn modern(&self) -> bool {
        self.flavor != Flavor::Fixed
    }

    /// `real(8)`
    pub fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Real if self.flavor == Flavor::Fixed && self.kind == 8 => "double precision".into(),
            Ty::Real => format!("real({})", self.kind),
            Ty::Complex => format!("complex({})", self.kind),
            Ty::Int => "integer".into(),
        }
    }

    /// The type and kind as the header of a fixture writes it.
    pub fn header_type(&self, ty: Ty) -> String {
        match ty {
            Ty::Real => format!("real{}", self.kind),
            Ty::Complex => format!("complex{}", 2 * self.kind),
            Ty::Int => "integer".into(),
        }
    }

    /// An empty scope for a unit.
    pub fn scope(&mut self, budget: i32, tag: &str) -> Scope {
        Scope {
            rng: Rng::new(u64::from(self.rng.below(1 << 30) as u32)),
            n: self.n,
            n_text: "n".into(),
            kind: self.kind,
            modern: self.modern(),
            vars: vec![],
            records: vec![],
            procs: self.procs.clone(),
            loops: vec![],
            indices: ["i", "j", "k", "l"].iter().map(|i| format!("{i}{tag}")).collect(),
            label: 0,
            names: 0,
            budget,
            no_return: false,
            statement_functions: vec![],
            complex: self.complex,
            allocatables: vec![],
            logicals: vec![],
            prints: false,
            inside: String::new(),
            strip_extent: None,
            strips: vec![],
            lists: vec![],
            described: vec![],
            favorite: None,
            coefficients: None,
            divisors: (self.seed >= DIVISORS_FROM).then(Vec::new),
            ops: vec![],
        }
    }

    /// A variable whose lower bounds are 1 or, for an array with its own bounds, sometimes 0.
    pub fn variable(&mut self, name: &str, ty: Ty, rank: usize) -> Var {
        let lo = i32::from(!(rank > 0 && self.rng.chance(15)));
        Var {
            base: name.into(),
            suffix: String::new(),
            ty,
            rank,
            lo,
            writable: true,
            index: false,
        }
    }

    /// `(n)`, `(0:n-1, 0:n-1)`
    pub fn dims(&self, v: &Var) -> String {
        let one = if v.lo == 1 {
            "n".to_string()
        } else {
            format!("{}:n-1", v.lo)
        };
        match v.rank {
            0 => String::new(),
            1 => format!("({one})"),
            _ => format!("({one}, {one})"),
        }
    }

    /// The dummy arguments of a new procedure.
    fn formals(&mut self, sort: Sort, tag: &str) -> Vec<Formal> {
        if sort == Sort::Head {
            return self.head_formals.clone();
        }
        let mut out: Vec<Formal> = vec![];
        let intents = !matches!(sort, Sort::Subroutine | Sort::Recursive | Sort::Function);
        let bare = self.flavor == Flavor::Fixed || !intents && self.rng.chance(20);
        let mut add = |want: Want, input: bool, output: bool, assumed: bool| {
            let name = format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][out.len().min(6)], tag) + "x";
            out.push(Formal {
                name,
                want,
                input,
                output,
                assumed,
                optional: false,
                bare,
            });
        };
        if sort == Sort::Recursive {
            add(Want::Depth, true, false, false);
        }
        if self.flavor != Flavor::Module && self.rng.chance(40) && sort != Sort::Elemental {
            add(Want::Extent, true, false, false);
        }
        let assumed = self.flavor == Flavor::Module;
        let ranks = if sort == Sort::Elemental { 1 } else { 3 };
        if matches!(sort, Sort::Subroutine | Sort::Recursive) || sort == Sort::Elemental && tag == "s" {
            let rank = self.rng.below(ranks).min(1);
            let reads = self.rng.chance(60);
            add(Want::Value(Ty::Real, rank), reads, true, assumed && self.rng.chance(40));
        }
        for _ in 0..1 + self.rng.below(3) {
            let changes = matches!(sort, Sort::Subroutine | Sort::Recursive | Sort::Function);
            let (input, output) = match self.rng.below(6) {
                0 if changes => (false, true),
                1 | 2 if changes => (true, true),
                _ => (true, false),
            };
            let want = match self.rng.below(12) {
                _ if sort == Sort::Elemental => Want::Value(Ty::Real, 0),
                0..=4 => Want::Value(Ty::Real, 0),
                5 | 6 => Want::Value(Ty::Real, 1),
                7 => Want::Value(Ty::Real, 2),
                8 if self.cells => Want::Cell,
                9 => Want::Index,
                10 if self.complex => Want::Value(Ty::Complex, self.rng.below(2)),
                11 if !output => Want::Value(Ty::Int, 0),
                _ => Want::Value(Ty::Real, 0),
            };
            let input = input || matches!(want, Want::Cell | Want::Index);
            let assumed = assumed && self.rng.chance(40) && matches!(want, Want::Value(_, 1));
            add(want, input, output, assumed);
        }
        let plain = matches!(sort, Sort::Subroutine | Sort::Recursive | Sort::Function);
        if self.flavor == Flavor::Module && plain && self.rng.chance(25) {
            out.push(Formal {
                name: format!("o{tag}x"),
                want: Want::Value(Ty::Real, self.rng.below(2)),
                input: true,
                output: self.rng.chance(40),
                assumed: false,
                optional: true,
                bare: false,
            });
        }
        out
    }

    /// Creates a procedure and adds it to the callable ones.
    pub fn procedure(&mut self, name: &str, sort: Sort, host: Option<&Scope>) -> Unit {
        let internal = host.is_some();
        let tag = if internal { "h" } else { "" };
        let elemental_subroutine = sort == Sort::Elemental && self.rng.chance(40);
        let formals = self.formals(sort, if elemental_subroutine { "s" } else { tag });
        let function = matches!(sort, Sort::Function | Sort::Pure)
            || sort == Sort::Elemental && !elemental_subroutine
            || sort == Sort::Head && self.head_function;
        let budget = match sort {
            Sort::Head => 18,
            _ if internal => 4,
            _ => 9,
        };
        let mut scope = self.scope(budget, tag);
        if let Some(h) = host {
            scope.procs.clone_from(&h.procs);
            scope.described.clone_from(&h.described);
        }
        if matches!(sort, Sort::Pure | Sort::Elemental) {
            scope
                .procs
                .retain(|p| p.pure_function && (sort != Sort::Elemental || p.elemental));
        }
        if function && sort != Sort::Head {
            scope.procs.retain(|p| p.pure_function || sort == Sort::Function);
        }
        let complex_result = self.complex && sort == Sort::Function && self.rng.chance(30);
        let ty = if complex_result { Ty::Complex } else { Ty::Real };
        let result = if self.modern() && self.rng.chance(50) {
            format!("{name}_value")
        } else {
            name.to_string()
        };
        let mut decls = self.opening(internal, &formals);
        for f in &formals {
            self.declare_formal(f, &mut decls, &mut scope);
        }
        // optional arguments may be absent, so they are not used
        let optional = formals.iter().find(|f| f.optional).map(|f| f.name.clone());
        let guarded: Vec<Var> = {
            let is_optional = |v: &Var| optional.as_deref() == Some(v.root());
            let (guarded, others) = scope.vars.drain(..).partition(is_optional);
            scope.vars = others;
            guarded
        };
        // write-only arguments have no value yet
        let unset: Vec<Var> = {
            let names: Vec<&str> = formals.iter().filter(|f| !f.input).map(|f| f.name.as_str()).collect();
            let (unset, set) = scope.vars.drain(..).partition(|v| names.contains(&v.root()));
            scope.vars = set;
            unset
        };
        let passive = matches!(sort, Sort::Pure | Sort::Elemental);
        let visible: Vec<Var> = match host {
            Some(h) => h.vars.clone(),
            None => self.globals.clone(),
        };
        let hidden = |v: &Var| sort == Sort::Elemental && v.suffix.is_empty() && v.rank > 0;
        scope
            .vars
            .extend(visible.into_iter().filter(|v| !hidden(v)).map(|mut v| {
                v.writable &= !passive;
                v
            }));
        if !internal {
            self.declare_globals(&mut decls);
        }
        self.declare_functions(&mut decls, internal);
        let mut first = vec![];
        self.loop_indices(&mut scope, &mut decls, &mut first);
        if sort == Sort::Head {
            self.set_globals(&mut scope, &mut first);
        }
        for v in unset {
            self.first_value(&mut scope, v, "", &mut first);
        }
        let array = self.flavor == Flavor::Module && matches!(sort, Sort::Pure | Sort::Function) && self.rng.chance(20);
        let result_rank = usize::from(function && array);
        if function {
            let v = self.variable(&result, ty, result_rank);
            decls.push(Decl {
                name: String::new(),
                text: format!("{} :: {result}{}", self.type_name(ty), self.dims(&v)),
            });
            self.first_value(&mut scope, v, "", &mut first);
        }
        self.locals(&mut scope, &mut decls, &mut first, tag, sort);
        if self.seed >= FEATURES_FROM && !internal {
            self.features(&mut scope, &mut decls, &mut first, sort);
        }
        let mut inner = vec![];
        let hosts = sort == Sort::Subroutine || sort == Sort::Function && self.seed >= MORE_FEATURES_FROM;
        if sort == Sort::Head || hosts && self.flavor == Flavor::Module && !internal {
            inner = self.internals(&mut scope, name);
        }
        scope.inside = name.into();
        scope.prints = !matches!(sort, Sort::Pure | Sort::Elemental);
        let mut statements = if sort == Sort::Head {
            scope.head_statements()
        } else {
            scope.statements(5, 3)
        };
        if let Some(name) = &optional {
            scope.vars.extend(guarded);
            let body = scope.statements(3, 1);
            statements.push(Node::Group(vec![block(
                format!("if (present({name})) then"),
                body,
                "end if",
            )]));
            scope.vars.retain(|v| v.root() != name);
        }
        statements.extend(scope.all_features());
        if sort == Sort::Recursive {
            statements.extend(self.recursive_call(&mut scope, name, &formals));
        }
        if sort == Sort::Head || self.rng.chance(60) {
            let mut outputs: Vec<String> = formals
                .iter()
                .filter(|f| f.output && !f.optional)
                .map(|f| f.name.clone())
                .collect();
            outputs.extend(function.then(|| result.clone()));
            statements.extend(scope.harvest(&outputs, if sort == Sort::Head { 8 } else { 3 }));
        }
        // statement functions come after all declarations
        decls.sort_by_key(|d| d.text.starts_with("stf("));
        let names: Vec<String> = formals.iter().map(|f| f.name.clone()).collect();
        let prefix = match sort {
            Sort::Recursive => "recursive ",
            Sort::Elemental => "elemental ",
            Sort::Pure if self.flavor == Flavor::Module && self.rng.chance(30) && scope.procs.is_empty() => "pure ",
            _ => "",
        };
        let word = if function { "function" } else { "subroutine" };
        let clause = if function && result != name {
            format!(" result({result})")
        } else {
            String::new()
        };
        let unit = Unit {
            head: format!("{prefix}{word} {name}({}){clause}", names.join(", ")),
            decls,
            first,
            body: statements,
            inner,
            end: format!("end {word} {name}"),
        };
        let mut touches = self.touched(&unit);
        if let Some(h) = host {
            let text = unit.text().to_ascii_lowercase();
            let roots = h.vars.iter().map(|v| v.root().to_string());
            let records = h.records.iter().map(|r| r.name.clone());
            touches.extend(roots.chain(records).filter(|r| mentions(&text, r) || r == "eq"));
        }
        self.procs.push(Proc {
            name: name.into(),
            formals,
            result: function.then_some(ty),
            result_rank,
            touches,
            pure_function: passive && function,
            elemental: sort == Sort::Elemental,
        });
        unit
    }

    /// Globals that a unit uses, itself or through its callees.
    pub fn touched(&self, unit: &Unit) -> Vec<String> {
        let text = unit.text().to_ascii_lowercase();
        let mut out: Vec<String> = self
            .globals
            .iter()
            .map(|g| g.base.clone())
            .filter(|g| mentions(&text, g) || self.touching.iter().any(|t| mentions(&text, t)))
            .collect();
        for p in self.procs.iter().filter(|p| mentions(&text, &p.name)) {
            out.extend(p.touches.iter().cloned());
        }
        out.sort();
        out.dedup();
        out
    }

    fn recursive_call(&mut self, scope: &mut Scope, name: &str, formals: &[Formal]) -> Vec<Node> {
        let shape = Proc {
            name: name.into(),
            formals: formals.to_vec(),
            result: None,
            result_rank: 0,
            touches: self.globals.iter().map(|g| g.base.clone()).collect(),
            pure_function: false,
            elemental: false,
        };
        let Some(mut args) = scope.actuals(&shape, 1, None) else {
            return vec![];
        };
        for (a, f) in args.iter_mut().zip(formals) {
            if f.want == Want::Depth {
                *a = format!("{} - 1", f.name);
            }
        }
        let depth = &formals[0].name;
        let gt = if self.modern() { ">" } else { ".gt." };
        let mut body = scope.statements(2, 1);
        body.push(line(format!("call {name}({})", args.join(", "))));
        body.extend(scope.statements(2, 1));
        vec![Node::Group(vec![block(
            format!("if ({depth} {gt} 0) then"),
            body,
            "end if",
        )])]
    }

    /// Internal procedures, which use the variables of their host.
    pub fn internals(&mut self, scope: &mut Scope, host: &str) -> Vec<Unit> {
        let mut out = vec![];
        let outside = self.procs.clone();
        while self.rng.chance(35) && out.len() < 2 {
            let name = format!("{host}_in{}", out.len() + 1);
            let sort = self
                .rng
                .pick(&[Sort::Subroutine, Sort::Subroutine, Sort::Function, Sort::Pure]);
            self.procs.clone_from(&scope.procs);
            let flavor = std::mem::replace(&mut self.flavor, Flavor::Module);
            let unit = self.procedure(&name, sort, Some(scope));
            self.flavor = flavor;
            scope.procs.clone_from(&self.procs);
            out.push(unit);
        }
        self.procs = outside;
        out
    }

    /// Gives globals the same values in every run of the head.
    fn set_globals(&mut self, scope: &mut Scope, first: &mut Vec<(String, Node)>) {
        for g in self.globals.clone() {
            if self.given.contains(&g.base) {
                continue;
            }
            let value = match g.ty {
                Ty::Int => scope.rng.range(1, self.n).to_string(),
                _ => {
                    let value = f64::from(scope.rng.range(1, 15)) / 10.0;
                    scope.real(value)
                }
            };
            if self.modern() || g.rank == 0 {
                first.push((String::new(), line(format!("{} = {value}", g.base))));
            } else {
                let i = &scope.indices[0];
                let set = vec![line(format!("{}({i}) = {value}", g.base))];
                let all = block(format!("do {i} = 1, {}", self.n), set, "end do");
                first.push((String::new(), Node::Group(vec![all])));
            }
        }
    }
}
