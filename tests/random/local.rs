//! Local variables, and the first values of all variables.

use super::scope::{Scope, Ty, Var};
use super::strip::Strip;
use super::tree::{block, line, Decl, Node};
use super::unit::{Maker, Sort};

impl Maker {
    /// Gives a variable a value and makes it visible.
    pub fn first_value(&mut self, scope: &mut Scope, v: Var, name: &str, first: &mut Vec<(String, Node)>) {
        let whole = format!("{}{}", v.base, v.suffix);
        let node = match (v.ty, v.rank) {
            (Ty::Int, 0) if v.index => line(format!("{whole} = {}", scope.rng.range(1, self.n))),
            (Ty::Int, 0) => line(format!("{whole} = {}", scope.rng.range(0, 6))),
            (ty, 0) => {
                let depth = scope.rng.below(2) as u32;
                let e = scope.value(ty, depth, None);
                line(format!("{whole} = {}", e.text))
            }
            (ty, rank) => {
                if self.modern() && scope.rng.chance(60) && ty != Ty::Int {
                    let e = scope.value(ty, 1, None);
                    line(format!("{whole} = {}", e.text))
                } else {
                    self.fill(scope, &v, ty, rank)
                }
            }
        };
        first.push((name.into(), node));
        scope.vars.push(v);
    }

    /// Loop indices have values from the beginning, so that any statement may read them.
    pub fn loop_indices(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, first: &mut Vec<(String, Node)>) {
        for i in scope.indices.clone() {
            decls.push(Decl {
                name: i.clone(),
                text: format!("integer :: {i}"),
            });
            first.push((i.clone(), line(format!("{i} = {}", scope.rng.range(0, 3)))));
        }
    }

    /// A loop over all elements.
    fn fill(&mut self, scope: &mut Scope, v: &Var, ty: Ty, rank: usize) -> Node {
        let (i, j) = (scope.indices[0].clone(), scope.indices[1].clone());
        let (lo, hi) = (v.lo, v.lo + self.n - 1);
        let value = match ty {
            Ty::Int => format!("mod({i}*{}, {}) + 1", self.rng.range(1, 7), self.n),
            Ty::Real => {
                let e = scope.value(ty, 1, None);
                let f = scope.real(0.1);
                format!("{}*({}) + {f}*real({i}, {})", scope.real(0.7), e.text, self.kind)
            }
            Ty::Complex => scope.value(ty, 1, None).text,
        };
        let (b, s) = (&v.base, &v.suffix);
        if rank == 1 {
            let body = vec![line(format!("{b}({i}){s} = {value}"))];
            return Node::Group(vec![block(format!("do {i} = {lo}, {hi}"), body, "end do")]);
        }
        let body = vec![line(format!("{b}({i}, {j}){s} = {value}"))];
        let inner = block(format!("do {j} = {lo}, {hi}"), body, "end do");
        Node::Group(vec![block(format!("do {i} = {lo}, {hi}"), vec![inner], "end do")])
    }

    /// Declares local variables of all sorts.
    pub fn locals(
        &mut self,
        scope: &mut Scope,
        decls: &mut Vec<Decl>,
        first: &mut Vec<(String, Node)>,
        tag: &str,
        sort: Sort,
    ) {
        let decl = |name: &str, text: String| Decl {
            name: name.into(),
            text,
        };
        self.constants(scope, decls, tag, sort);
        self.logical_and_pointer(scope, decls, first, tag, sort);
        let mut list: Vec<(String, Ty, usize, bool)> = vec![
            (format!("k1{tag}"), Ty::Int, 0, false),
            (format!("ix{tag}"), Ty::Int, 0, true),
            (format!("t1{tag}"), Ty::Real, 0, false),
            (format!("t2{tag}"), Ty::Real, 0, false),
        ];
        if sort != Sort::Elemental {
            list.push((format!("w1{tag}"), Ty::Real, 1, false));
            if self.rng.chance(40) {
                list.push((format!("w2{tag}"), Ty::Real, 1, false));
            }
            if self.rng.chance(40) {
                list.push((format!("q1{tag}"), Ty::Real, 2, false));
            }
            if self.rng.chance(50) {
                list.push((format!("iv{tag}"), Ty::Int, 1, true));
            }
            if self.complex {
                list.push((format!("z1{tag}"), Ty::Complex, 0, false));
                list.push((format!("zv{tag}"), Ty::Complex, 1, false));
            }
        }
        for (name, ty, rank, index) in list {
            let lo = i32::from(!(rank > 0 && self.rng.chance(15)));
            let v = Var {
                base: name.clone(),
                suffix: String::new(),
                ty,
                rank,
                lo,
                writable: true,
                index,
            };
            let t = self.type_name(ty);
            let plain = !matches!(sort, Sort::Pure | Sort::Elemental | Sort::Recursive);
            if rank == 1 && ty == Ty::Real && self.modern() && sort != Sort::Elemental && self.rng.chance(25) {
                decls.push(decl(&name, format!("{t}, allocatable :: {name}(:)")));
                scope.allocatables.push(name.clone());
                let hi = v.lo + self.n - 1;
                let mut set = vec![line(format!("allocate({name}({}:{hi}))", v.lo))];
                let mut value = vec![];
                self.first_value(scope, v, "", &mut value);
                set.extend(value.into_iter().map(|(_, n)| n));
                first.push((name, Node::Group(set)));
                continue;
            }
            let dims = self.dims(&v).replace('n', &self.n.to_string());
            if plain && ty == Ty::Real && self.rng.chance(8) {
                decls.push(decl(&name, format!("{t}, save :: {name}{dims}")));
            } else {
                decls.push(decl(&name, format!("{t} :: {name}{dims}")));
            }
            self.first_value(scope, v, &name, first);
        }
        if sort != Sort::Elemental {
            self.coefficients(scope, decls, first, tag);
        }
        if self.cells && sort != Sort::Elemental && self.rng.chance(60) {
            self.cells_of_unit(scope, decls, first, tag);
        }
        if sort != Sort::Elemental && tag.is_empty() && self.rng.chance(12) {
            self.equivalent(scope, decls, first);
        }
    }

    fn coefficients(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, first: &mut Vec<(String, Node)>, tag: &str) {
        let (array, scalar, t) = (format!("cf{tag}"), format!("co{tag}"), self.type_name(Ty::Real));
        let (i, n, value) = (scope.indices[0].clone(), self.n, scope.real(0.2));
        for (name, dims) in [(&array, format!("({n})")), (&scalar, String::new())] {
            decls.push(Decl {
                name: name.clone(),
                text: format!("{t} :: {name}{dims}"),
            });
        }
        let set = vec![line(format!("{array}({i}) = {value}*{i}"))];
        let fill = block(format!("do {i} = 1, {n}"), set, "end do");
        first.push((array.clone(), Node::Group(vec![fill])));
        first.push((scalar.clone(), line(format!("{scalar} = {value}"))));
        scope.coefficients = Some((Strip::vector(&array, 1, true, true), scalar));
    }

    fn cells_of_unit(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, first: &mut Vec<(String, Node)>, tag: &str) {
        let many = self.rng.chance(40);
        let name = format!("{}{tag}", if many { "cs" } else { "c1" });
        let dims = if many { format!("({})", self.n) } else { String::new() };
        decls.push(Decl {
            name: name.clone(),
            text: format!("type(cell) :: {name}{dims}"),
        });
        let mass = scope.value(Ty::Real, 1, None).text;
        let speed = scope.value(Ty::Real, 1, None).text;
        let set = if many {
            let i = scope.indices[0].clone();
            let inner = vec![
                line(format!("{name}({i})%mass = {mass}")),
                line(format!("{name}({i})%speed = {speed}")),
                line(format!("{name}({i})%tag = {i}")),
            ];
            vec![block(format!("do {i} = 1, {}", self.n), inner, "end do")]
        } else {
            vec![
                line(format!("{name}%mass = {mass}")),
                line(format!("{name}%speed = {speed}")),
                line(format!("{name}%tag = 2")),
            ]
        };
        first.push((name.clone(), Node::Group(set)));
        self.add_record(&name, usize::from(many), true, scope);
    }

    /// A logical variable; a pointer and its targets, which count as one piece of memory.
    fn logical_and_pointer(
        &mut self,
        scope: &mut Scope,
        decls: &mut Vec<Decl>,
        first: &mut Vec<(String, Node)>,
        tag: &str,
        sort: Sort,
    ) {
        let logical = format!("lg{tag}");
        decls.push(Decl {
            name: logical.clone(),
            text: format!("logical :: {logical}"),
        });
        first.push((logical.clone(), line(format!("{logical} = .false."))));
        scope.logicals.push(logical);
        if !self.modern() || !matches!(sort, Sort::Subroutine | Sort::Head) || !self.rng.chance(10) {
            return;
        }
        let (t, n) = (self.type_name(Ty::Real), self.n);
        let names = ["eqt1", "eqt2", "eqp"].map(|x| format!("{x}{tag}"));
        let [t1, t2, p] = &names;
        let all = names.join("|");
        for text in [
            format!("{t}, target :: {t1}({n}), {t2}({n})"),
            format!("{t}, pointer :: {p}(:)"),
        ] {
            decls.push(Decl {
                name: all.clone(),
                text,
            });
        }
        for (k, base) in names.iter().enumerate() {
            let v = Var {
                base: base.clone(),
                suffix: String::new(),
                ty: Ty::Real,
                rank: 1,
                lo: 1,
                writable: true,
                index: false,
            };
            if k < 2 {
                self.first_value(scope, v, &all, first);
            } else {
                first.push((all.clone(), line(format!("{p} => {t1}"))));
                scope.vars.push(v);
            }
        }
    }

    /// Two names for one piece of memory, which is first set through the longer one.
    fn equivalent(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, first: &mut Vec<(String, Node)>) {
        let t = self.type_name(Ty::Real);
        let n = self.n;
        let at = self.rng.range(1, n);
        for text in [
            format!("{t} :: eqv({n})"),
            format!("{t} :: eqs"),
            format!("equivalence (eqs, eqv({at}))"),
        ] {
            decls.push(Decl {
                name: "eqv|eqs".into(),
                text,
            });
        }
        let make = |base: &str, rank| Var {
            base: base.into(),
            suffix: String::new(),
            ty: Ty::Real,
            rank,
            lo: 1,
            writable: true,
            index: false,
        };
        self.first_value(scope, make("eqv", 1), "eqv|eqs", first);
        scope.vars.push(make("eqs", 0));
    }

    /// PARAMETER, DATA, statement functions.
    fn constants(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, tag: &str, sort: Sort) {
        let decl = |name: &str, text: String| Decl {
            name: name.into(),
            text,
        };
        let t = self.type_name(Ty::Real);
        let mut read_only = |base: String, rank| {
            scope.vars.push(Var {
                base,
                suffix: String::new(),
                ty: Ty::Real,
                rank,
                lo: 1,
                writable: false,
                index: false,
            });
        };
        let (half, other) = if self.kind == 8 {
            ("0.5d0", "1.25d0")
        } else {
            ("0.5", "1.25")
        };
        if self.rng.chance(25) {
            let name = format!("pc{tag}");
            if self.modern() {
                decls.push(decl(&name, format!("{t}, parameter :: {name} = {other}")));
            } else {
                decls.push(decl(&name, format!("{t} {name}")));
                decls.push(decl(&name, format!("parameter ({name} = {other})")));
            }
            read_only(name, 0);
        }
        let plain = matches!(sort, Sort::Subroutine | Sort::Head | Sort::Function);
        if plain && self.rng.chance(25) {
            let name = format!("dv{tag}");
            decls.push(decl(&name, format!("{t} :: {name}({})", self.n)));
            decls.push(decl(&name, format!("data {name} /{}*{half}, {other}/", self.n - 1)));
            read_only(name, 1);
        }
        if plain && tag.is_empty() && self.rng.chance(if self.modern() { 6 } else { 25 }) {
            decls.push(decl("stf", format!("{t} stf")));
            decls.push(decl("stf", format!("{t} sa")));
            decls.push(decl("stf", format!("{t} sb")));
            let text = self.rng.pick(&["sa*sin(sb)", "cos(sa) - sa*sb*0.2", "sa/(2 + sb**2)"]);
            decls.push(decl("stf", format!("stf(sa, sb) = 0.8*({text})")));
            // must come after all other declarations: sorted when the unit is complete
            scope.statement_functions.push(("stf".into(), 2));
        }
    }
}
