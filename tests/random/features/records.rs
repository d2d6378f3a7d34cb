//! Derived types: nested types, arrays of them, allocatable components; copied, passed, returned, constructed.

use super::Site;
use crate::random::scope::{root, Scope, Shape, Ty};
use crate::random::tree::{block, line, Decl, Node, Unit};
use crate::random::unit::Maker;

/// The types and procedures of a program.
#[derive(Clone, Debug)]
pub struct Types {
    /// A subroutine that changes two variables of the outer type.
    work: String,
    /// A function with a result of the inner type.
    made: String,
    /// A function of the inner type, for each element.
    each: String,
    /// The outer type has an allocatable component.
    allocates: bool,
}

impl Maker {
    /// A variable of a type with inner types, another one, an array of the inner type.
    pub fn records(&mut self, site: &mut Site) {
        let types = self.types();
        let n = self.n;
        let outer = ["ro", "rp"];
        for name in outer {
            site.declare(name, format!("type(outer) :: {name}"));
        }
        site.declare("ri", format!("type(inner) :: ri({n})"));
        let mut set = vec![];
        let mut fill = |scope: &mut Scope, name: &str, suffix: &str, array: bool| {
            let whole = array && scope.rng.chance(30);
            let e = scope.value(Ty::Real, 1, whole.then_some(Shape::Full));
            set.push(line(format!("{name}{suffix} = {}", e.text)));
        };
        for (suffix, array) in [
            ("%in%w", false),
            ("%in%v", true),
            ("%part(1)%w", false),
            ("%part(1)%v", true),
        ] {
            fill(site.scope, "ro", suffix, array);
        }
        let half = site.scope.real(0.5);
        set.push(line("ro%part(2) = ro%part(1)"));
        set.push(line(format!("ro%q = {half}*ro%in%w")));
        set.push(line("ro%in%k = 2"));
        set.push(line("ro%part%k = 1"));
        if types.allocates {
            set.push(line(format!("allocate(ro%x({n}))")));
            set.push(line("ro%x = ro%in%v"));
        }
        site.begin("ro|rp", set);
        let mut copy = vec![line("rp%in = ro%in"), line("rp%part = ro%part"), line("rp%q = ro%q")];
        if types.allocates {
            copy.push(line("rp%x = ro%x"));
        } else {
            copy = vec![line("rp = ro")];
        }
        site.begin("rp", copy);
        let i = site.scope.indices[0].clone();
        let (a, e) = (site.scope.real(0.1), site.scope.value(Ty::Real, 1, None).text);
        let body = vec![
            line(format!("ri({i})%w = {a}*{i}")),
            line(format!("ri({i})%v = {e}")),
            line(format!("ri({i})%k = {i}")),
        ];
        site.begin("ri", vec![block(format!("do {i} = 1, {n}"), body, "end do")]);
        for name in outer {
            for (base, rank) in [("in%w", 0), ("in%v", 1), ("part(1)%w", 0), ("part(2)%v", 1), ("q", 2)] {
                site.see(&format!("{name}%{base}"), Ty::Real, rank);
            }
            if types.allocates {
                site.see(&format!("{name}%x"), Ty::Real, 1);
            }
        }
        site.see("ri", Ty::Real, 1);
        if let Some(v) = site.scope.vars.last_mut() {
            v.suffix = "%w".into();
        }
        let k = self.rng.range(1, n);
        site.see(&format!("ri({k})%v"), Ty::Real, 1);
        let (one, two) = (types.clone(), types);
        site.op(move |s, _| Some(s.copied(&one)));
        site.op(|s, depth| s.looped_over_records().map(|x| s.perhaps(depth, x)));
        site.op(move |s, depth| s.called_with_records(&two).map(|x| s.perhaps(depth, x)));
        site.op(|s, _| s.components_of_all());
    }

    fn types(&mut self) -> Types {
        if let Some(known) = &self.types {
            return known.clone();
        }
        let t = self.type_name(Ty::Real);
        let allocates = self.rng.chance(40);
        let mut lines = vec![
            "type inner".to_string(),
            format!("{t} :: w"),
            format!("{t} :: v(n)"),
            "integer :: k".into(),
            "end type inner".into(),
            "type outer".into(),
            "type(inner) :: in".into(),
            "type(inner) :: part(2)".into(),
            format!("{t} :: q(n, n)"),
        ];
        if allocates {
            lines.push(format!("{t}, allocatable :: x(:)"));
        }
        lines.push("end type outer".into());
        self.declared.extend(lines);
        let types = Types {
            work: self.own_name("work"),
            made: self.own_name("made"),
            each: self.own_name("each"),
            allocates,
        };
        self.worker(&types.work.clone());
        let mut s = self.apart(&["x"]);
        let e = s.mix(&["x".into()]);
        let (c, d) = (s.real(0.3), s.real(0.1));
        let decls = [
            format!("{t}, intent(in) :: x"),
            "integer, intent(in) :: k".into(),
            "type(inner) :: r".into(),
            "integer :: i".into(),
        ];
        let body = match s.rng.below(2) {
            0 => vec![
                line(format!("r%w = {e}")),
                line(format!("r%v = {c}*r%w*[({d}*i, i = 1, n)]")),
                line("r%k = k"),
            ],
            _ => vec![line(format!("r = inner({e}, [({d}*i*x, i = 1, n)], k)"))],
        };
        self.helper(&format!("function {}(x, k) result(r)", types.made), &decls, body);
        s.vars.clear();
        let e = s.mix(&["a%w".into(), "a%v(1)".into(), "a%v(n)".into()]);
        let decls = ["type(inner), intent(in) :: a".into(), format!("{t} :: r")];
        self.helper(
            &format!("elemental function {}(a) result(r)", types.each),
            &decls,
            vec![line(format!("r = {e}"))],
        );
        self.types = Some(types.clone());
        types
    }

    /// `subroutine work(a, b)`: reads and changes components at all levels.
    fn worker(&mut self, name: &str) {
        let mut s = self.apart(&["a%in%w", "b%in%w"]);
        for base in ["a%in%v", "b%part(1)%v", "b%in%v"] {
            s.vars.push(super::plain(base, Ty::Real, 1));
        }
        s.vars.push(super::plain("a%q", Ty::Real, 2));
        s.indices = vec!["i".into(), "j".into()];
        s.procs.clear();
        let mut body = vec![line("i = 1"), line("j = 1")];
        body.extend(s.statements(3, 1));
        body.extend(s.array_assignment());
        body.extend(s.assignment());
        body.push(line(format!("a%in%k = mod(a%in%k, {}) + 1", self.n)));
        body.push(line(format!("b%part(1)%w = a%in%v(a%in%k)*{}", s.real(0.5))));
        let always = |text: &str| Decl {
            name: String::new(),
            text: text.into(),
        };
        self.helpers.push(Unit {
            head: format!("subroutine {name}(a, b)"),
            decls: vec![
                always("type(outer), intent(inout) :: a"),
                always("type(outer), intent(inout) :: b"),
                always("integer :: i, j"),
            ],
            first: vec![],
            body,
            inner: vec![],
            end: "end subroutine".into(),
        });
    }
}

impl Scope {
    /// Assignments of values of derived type.
    fn copied(&mut self, types: &Types) -> Vec<Node> {
        let k = self.index();
        let (e, f) = (
            self.value(Ty::Real, 1, None).text,
            self.value(Ty::Real, 1, Some(Shape::Full)).text,
        );
        let n = self.n;
        let text = match self.rng.below(13) {
            0 if !types.allocates => "ro = rp".into(),
            1 if !types.allocates => "rp = ro".into(),
            0 | 2 => "ro%in = rp%part(1)".into(),
            1 | 3 => "rp%part(2) = rp%part(1)".into(),
            4 => format!("ro%part(1) = inner({e}, {f}, 2)"),
            5 => format!("ri({k}) = ro%in"),
            6 => format!("ri(2:{n}) = ri(1:{})", n - 1),
            7 if self.rng.chance(10) => format!("ri = ri({n}:1:-1)"),
            8 => "ri(1:2) = rp%part".into(),
            9 => format!("ri({k})%v = ri%w"),
            10 => "ro%part = ri(1:2)".into(),
            11 => format!("ri = inner({e}, {f}, 1)"),
            12 if self.rng.chance(10) => "ri(1:2) = [ri(2), ro%in]".into(),
            _ => "ri(1) = ri(2)".into(),
        };
        vec![line(text)]
    }

    fn looped_over_records(&mut self) -> Option<Vec<Node>> {
        let i = self.free_index()?;
        let n = self.n;
        let (t, half) = (self.scalar()?, self.real(0.5));
        let e = self.mix(&[format!("ri({i})%w"), format!("ri({i})%v({i})"), "ro%in%w".into()]);
        let body = match self.rng.below(4) {
            0 => vec![line(format!("ri({i})%w = {e}"))],
            1 => vec![
                line(format!("ri({i})%v(1) = {e}")),
                line(format!("{t} = {half}*{t} + {half}*sin(ri({i})%w)")),
            ],
            2 => vec![line(format!("ri({i})%v = {half}*ri({i})%v*ri({n} + 1 - {i})%w"))],
            _ => vec![block(
                format!("associate (c => ri({i}))"),
                vec![
                    line(format!("c%w = {half}*c%w + {half}*sin(c%v({n}))")),
                    line(format!("c%v(2) = c%w*{half}")),
                ],
                "end associate",
            )],
        };
        Some(vec![block(format!("do {i} = 1, {n}"), body, "end do")])
    }

    fn called_with_records(&mut self, types: &Types) -> Option<Vec<Node>> {
        let t = self.scalar()?;
        let n = self.n;
        let k = self.index();
        let bounded = |x: &str| {
            vec![
                line(format!("{x}%in%w = sin({x}%in%w)")),
                line(format!("{x}%in%v = sin({x}%in%v)")),
            ]
        };
        Some(match self.rng.below(6) {
            0 | 1 => {
                let (a, b) = self.rng.pick(&[("ro", "rp"), ("rp", "ro")]);
                let mut all = vec![line(format!("call {}({a}, {b})", types.work))];
                all.extend(bounded(a));
                vec![Node::Group(all)]
            }
            2 => vec![line(format!("ro%in = {}({t}, 2)", types.made))],
            3 => vec![line(format!("ri({k}) = {}({t}, {n})", types.made))],
            4 => {
                let x = self.strip(true)?;
                if root(&x.whole) == "ri" {
                    return None;
                }
                vec![line(format!("{} = sin({}(ri))", x.whole, types.each))]
            }
            _ => vec![line(format!("{t} = sin({}(ro%part(2)))", types.each))],
        })
    }

    /// A component of all elements, in an expression of arrays.
    fn components_of_all(&mut self) -> Option<Vec<Node>> {
        let (t, half, n) = (self.scalar()?, self.real(0.5), self.n);
        let k = self.index();
        let e = self.value(Ty::Real, 1, Some(Shape::Full)).within(3);
        let text = match self.rng.below(7) {
            0 => format!("ri%w = {half}*ri%w*{e}"),
            1 => format!("ri(:)%v({k}) = {half}*ri%w"),
            2 => format!("ri({n}:1:-1)%w = ri%v({k})"),
            3 => format!("{t} = sin(sum(ri%w) + sum(ro%part%w))"),
            4 => format!("ro%part%w = {half}*rp%part%w*{t}"),
            5 => format!("where (ri%w > {half}) ri%w = {half}*ri%w"),
            _ => format!("{t} = tanh(dot_product(ri%w, rp%in%v))"),
        };
        Some(vec![line(text)])
    }
}
