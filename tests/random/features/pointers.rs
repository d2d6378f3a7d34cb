//! Pointers: associated with whole targets and with sections, moved in branches and loops, as components and dummy
//! arguments, with allocated targets. All names of pointers and targets begin with `eq`: they count as one piece of
//! memory.

use super::Site;
use crate::random::scope::{Scope, Shape, Ty};
use crate::random::tree::{block, line, mentions, Node};
use crate::random::unit::Maker;

/// The procedures of a program that work on pointers.
#[derive(Clone, Debug)]
pub struct Movers {
    /// Points one of two dummy pointers at the target of the other.
    turn: String,
    /// Changes the target of a dummy pointer.
    touch: String,
}

impl Maker {
    /// Two vectors, a longer one and a matrix as targets; a pointer that is always associated, one that is not.
    pub fn pointers(&mut self, site: &mut Site) {
        let (t, n) = (self.type_name(Ty::Real), self.n);
        let movers = self.movers();
        let all = "eqa|eqb|eql|eqm|eqq|eqo|eqc";
        for text in [
            format!("{t}, target :: eqa({n}), eqb({n}), eql({}), eqm({n}, {n})", 2 * n),
            format!("{t}, pointer :: eqq(:), eqo(:), equ"),
            "type(holder) :: eqc".to_string(),
        ] {
            site.declare(all, text);
        }
        let (e, f) = (
            site.scope.value(Ty::Real, 1, None).text,
            site.scope.value(Ty::Real, 1, None).text,
        );
        let i = site.scope.indices[0].clone();
        let tenth = site.scope.real(0.1);
        let half = site.scope.real(0.5);
        let set = vec![
            line(format!("eqa = [({tenth}*{i}, {i} = 1, {n})]")),
            line(format!("eqb = {e}")),
            line(format!("eql = {f}")),
            line(format!("eqm = spread({half}*eqa, 1, {n})*({e})")),
            line("eqq => eqa"),
            line("equ => eqb(1)"),
            line("nullify(eqo)"),
            line("eqc%p => eqb"),
            line(format!("eqc%w = {half}")),
        ];
        site.begin(all, set);
        for name in ["eqa", "eqb", "eqq", "eqc%p"] {
            site.see(name, Ty::Real, 1);
        }
        site.see("equ", Ty::Real, 0);
        site.see("eqc%w", Ty::Real, 0);
        site.see("eqm", Ty::Real, 2);
        site.op(|s, depth| {
            let x = s.pointed();
            Some(s.perhaps(depth, x))
        });
        site.op(|s, _| s.pointed_either_way());
        site.op(|s, _| s.pointed_in_loop());
        site.op(|s, depth| s.pointer_of_its_own().map(|x| s.perhaps(depth, x)));
        site.op(move |s, depth| s.pointer_handed(&movers).map(|x| s.perhaps(depth, x)));
    }

    fn movers(&mut self) -> Movers {
        if let Some(known) = &self.movers {
            return known.clone();
        }
        let t = self.type_name(Ty::Real);
        let made = Movers {
            turn: self.own_name("turn"),
            touch: self.own_name("touch"),
        };
        self.declared.extend([
            "type holder".to_string(),
            format!("{t}, pointer :: p(:)"),
            format!("{t} :: w"),
            "end type holder".into(),
        ]);
        let mut s = self.apart(&["p(1)", "p(n)"]);
        let c = s.threshold();
        let decls = [format!("{t}, pointer :: p(:), q(:)")];
        let body = vec![Node::Block(
            vec![
                (format!("if (q(1) > {c}) then"), vec![line("p => q")]),
                ("else".into(), vec![line("p => q(n:1:-1)")]),
            ],
            "end if".into(),
        )];
        self.helper(&format!("subroutine {}(p, q)", made.turn), &decls, body);
        let (e, f) = (
            s.mix(&["p(1)".into(), "p(n)".into()]),
            s.mix(&["p(2)".into(), "p(1)".into()]),
        );
        let decls = [format!("{t}, pointer, intent(in) :: p(:)")];
        let mut body = vec![line(format!("p(1) = {e}")), line(format!("p(n) = {f}"))];
        body.extend([line("p = sin(p)")]);
        self.helper(&format!("subroutine {}(p)", made.touch), &decls, body);
        self.movers = Some(made.clone());
        made
    }
}

impl Scope {
    /// n elements of some target.
    fn target(&mut self) -> String {
        let n = self.n;
        let k = self.rng.range(1, n);
        match self.rng.below(9) {
            0 | 1 => "eqa".into(),
            2 => "eqb".into(),
            3 => format!("eqb({n}:1:-1)"),
            4 => format!("eql({}:{})", k, k + n - 1),
            5 => "eql(::2)".into(),
            6 => format!("eqm(:, {k})"),
            7 => format!("eqm({k}, :)"),
            _ => format!("eql({}:2:-2)", 2 * n),
        }
    }

    fn pointed(&mut self) -> Vec<Node> {
        let to = self.target();
        let k = self.rng.range(1, self.n);
        vec![line(match self.rng.below(8) {
            0..=3 => format!("eqq => {to}"),
            4 => "eqq => eqc%p".into(),
            5 if self.rng.chance(30) => format!("eqc%p => {to}"),
            6 => format!("equ => eqb({k})"),
            _ => format!("equ => eqm({k}, 2)"),
        })]
    }

    /// Associates a pointer in one of two ways, and uses it.
    fn pointed_either_way(&mut self) -> Option<Vec<Node>> {
        let test = self.test(1);
        let (a, b) = (self.target(), self.target());
        let half = self.real(0.5);
        let e = self
            .without_calls(|s| s.value(Ty::Real, 1, Some(Shape::Full)))
            .within(3);
        let e = if mentions_eq(&e) { self.real(0.7) } else { e };
        let mut out = vec![Node::Block(
            vec![
                (format!("if ({test}) then"), vec![line(format!("eqq => {a}"))]),
                ("else".into(), vec![line(format!("eqq => {b}"))]),
            ],
            "end if".into(),
        )];
        out.push(line(format!("eqq = {half}*eqq*{e} + {half}*eqq")));
        Some(out)
    }

    fn pointed_in_loop(&mut self) -> Option<Vec<Node>> {
        let i = self.free_index()?;
        let (n, half, t) = (self.n, self.real(0.5), self.scalar()?);
        let mut body = vec![line(match self.rng.below(4) {
            0 => format!("eqq => eqm(:, {i})"),
            1 => format!("eqq => eqm({i}, :)"),
            2 => format!("eqq => eql({i}:{i}+{})", n - 1),
            _ => format!("equ => eqb({i})"),
        })];
        body.push(line(match self.rng.below(4) {
            0 => format!("eqq(1) = {half}*eqq(2)*{t}"),
            1 => format!("equ = {half}*equ*{t}"),
            2 => format!("eqq = {half}*sin(eqq({n}:1:-1)) + {half}*equ"),
            _ => format!("{t} = {half}*{t} + {half}*sin(eqq({i})*equ)"),
        }));
        Some(vec![block(format!("do {i} = 1, {n}"), body, "end do")])
    }

    /// A pointer that is not always associated, also with allocated memory.
    fn pointer_of_its_own(&mut self) -> Option<Vec<Node>> {
        let (t, n, half) = (self.scalar()?, self.n, self.real(0.5));
        let to = self.target();
        let e = self.value(Ty::Real, 1, None).text;
        Some(match self.rng.below(5) {
            0 => vec![
                line(format!("eqo => {to}")),
                block(
                    "if (associated(eqo)) then",
                    vec![line(format!("eqo(2) = {half}*eqo(1)*{t}"))],
                    "end if",
                ),
            ],
            1 => vec![line("nullify(eqo)")],
            2 => vec![block(
                "if (associated(eqo)) then",
                vec![line(format!("{t} = {half}*{t} + {half}*sin(sum(eqo)*eqo(1))"))],
                "end if",
            )],
            3 => vec![Node::Group(vec![
                line(format!("allocate(eqo({n}))")),
                line(format!("eqo = {e}")),
                line(format!("eqo(1) = {half}*eqo(1)*eqo({n})")),
                line(format!("{t} = sin(sum(eqo))*{half}")),
                line("deallocate(eqo)"),
                line("nullify(eqo)"),
            ])],
            _ => vec![block(
                "if (associated(eqq, eqa)) then",
                vec![line(format!("{t} = {half}*{t}*eqa(1)"))],
                "end if",
            )],
        })
    }

    fn pointer_handed(&mut self, movers: &Movers) -> Option<Vec<Node>> {
        let from = self.rng.pick(&["eqc%p", "eqq"]);
        Some(vec![match self.rng.below(20) {
            0 => line(format!("call {}(eqq, eqc%p)", movers.turn)),
            1..=18 => line(format!("call {}({from})", movers.touch)),
            _ => Node::Group(vec![
                line("eqo => eqb"),
                line(format!("call {}(eqq, eqo)", movers.turn)),
                line(format!("call {}(eqq)", movers.touch)),
            ]),
        }])
    }
}

/// Checks whether the text contains a pointer or target; which of them are the same is known only at run time.
fn mentions_eq(text: &str) -> bool {
    ["eqa", "eqb", "eqq", "equ", "eqm", "eqc"]
        .iter()
        .any(|name| mentions(text, name))
}
