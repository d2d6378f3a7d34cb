//! An object with a dynamic type: allocated as one type or another, assigned, tested for its type, called by its
//! bindings.

use super::{Library, Site};
use crate::random::scope::{root, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;

impl Maker {
    /// `oc`, which may be a `figure` or a `disc`, and `od`, a disc.
    pub fn objects(&mut self, site: &mut Site) {
        let library = self.library();
        let all = "oc|od";
        site.declare(all, "class(figure), allocatable :: oc");
        site.declare(all, "type(disc) :: od");
        let [e, f] = std::array::from_fn(|_| site.scope.value(Ty::Real, 1, None).text);
        let half = site.scope.real(0.5);
        let set = vec![
            line(format!("od%w = {e}")),
            line(format!("od%r = {half}")),
            line("allocate (oc, source=od)"),
            line(format!("oc%w = {f}")),
        ];
        site.begin(all, set);
        site.see("od%w", Ty::Real, 0);
        site.see("od%r", Ty::Real, 1);
        site.see("oc%w", Ty::Real, 0);
        let [a, b] = std::array::from_fn(|_| library.clone());
        site.op(|s, depth| s.object_made_anew().map(|x| s.perhaps(depth, x)));
        site.op(|s, depth| s.object_asked().map(|x| s.perhaps(depth, x)));
        for l in [a, b] {
            site.op(move |s, depth| s.object_used(&l).map(|x| s.perhaps(depth, x)));
        }
    }
}

impl Scope {
    fn object_made_anew(&mut self) -> Option<Vec<Node>> {
        let e = self.without_calls(|s| s.value(Ty::Real, 1, None)).text;
        let (x, test) = (self.scalar()?, self.test(1));
        if matches!(root(&x), "oc" | "od") {
            return None;
        }
        let mut out = vec![line(format!("{x} = {e}"))];
        out.extend(match self.rng.below(4) {
            0 => vec![line("oc = od")],
            1 => vec![line("oc = od%figure")],
            2 => vec![line("deallocate (oc)"), line("allocate (oc, source=od)")],
            _ => vec![
                line("deallocate (oc)"),
                Node::Block(
                    vec![
                        (format!("if ({test}) then"), vec![line("allocate (figure :: oc)")]),
                        ("else".into(), vec![line("allocate (oc, source=od)")]),
                    ],
                    "end if".into(),
                ),
            ],
        });
        out.push(line(format!("oc%w = {x}")));
        Some(vec![Node::Group(out)])
    }

    /// SELECT TYPE, perhaps left by its name.
    fn object_asked(&mut self) -> Option<Vec<Node>> {
        let (x, half) = (self.scalar()?, self.real(0.5));
        if root(&x) == "oc" {
            return None;
        }
        let e = self.without_calls(|s| s.value(Ty::Real, 1, None)).text;
        self.names += 1;
        let name = format!("kind{}", self.names);
        let test = self.test(1);
        let mut of_disc = vec![line(format!("oc%r = {half}*oc%r*oc%w + {half}*{e}"))];
        if self.rng.chance(50) {
            of_disc.push(line(format!("if ({test}) exit {name}")));
        }
        of_disc.push(line(format!("{x} = {half}*oc%r(n)*{x} + {half}*sin(oc%w)")));
        let last = match self.rng.below(3) {
            0 => vec![(
                "class default".to_string(),
                vec![line(format!("{x} = {half}*{x}*oc%w"))],
            )],
            1 => vec![(
                "type is (figure)".to_string(),
                vec![line(format!("oc%w = {half}*{x}*oc%w"))],
            )],
            _ => vec![],
        };
        let mut parts = vec![
            (format!("{name}: select type (oc)"), vec![]),
            ("type is (disc)".into(), of_disc),
        ];
        parts.extend(last);
        Some(vec![Node::Group(vec![Node::Block(
            parts,
            format!("end select {name}"),
        )])])
    }

    fn object_used(&mut self, l: &Library) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        if matches!(root(&x), "oc" | "od") {
            return Some(vec![line(format!("call oc%scale({e})"))]);
        }
        let half = self.real(0.5);
        let i = self.free_index()?;
        Some(vec![match self.rng.below(4) {
            0 => line(format!("call oc%scale({e})")),
            1 => line(format!("{x} = {half}*oc%area()*{x} + {half}*{e}")),
            2 => line(format!("call {}(oc, {x})", l.visit)),
            _ => block(
                format!("do {i} = 1, 2"),
                vec![
                    line(format!("call oc%scale({x})")),
                    line(format!("{x} = {half}*sin(oc%area())")),
                ],
                "end do",
            ),
        }])
    }
}
