//! Allocatable variables: allocated and deallocated in branches and loops, given their shape by assignment, moved,
//! passed to procedures that do the same.

use super::Site;
use crate::random::scope::{Scope, Shape, Ty, Var};
use crate::random::tree::{block, line, mentions, Node};
use crate::random::unit::Maker;

/// The names of a program's procedures for them.
#[derive(Clone, Debug)]
pub struct Makers {
    /// Appends a value to an allocatable dummy argument.
    grow: String,
    /// A function with an allocatable result.
    fresh: String,
    /// Allocates a dummy argument with INTENT(OUT).
    make: String,
}

impl Maker {
    /// Arrays that have n elements between statements, one of any length, one that may be unallocated.
    pub fn allocatables(&mut self, site: &mut Site) {
        let t = self.type_name(Ty::Real);
        let n = self.n;
        let makers = self.allocating_procedures();
        for name in ["al1", "al2"] {
            site.declare(name, format!("{t}, allocatable :: {name}(:)"));
            let e = site.scope.value(Ty::Real, 1, None).text;
            let allocate = match self.rng.below(3) {
                0 => vec![line(format!("allocate({name}({n}))")), line(format!("{name} = {e}"))],
                1 => vec![line(format!("allocate({name}({n}), source={e})"))],
                _ => {
                    let i = site.scope.indices[0].clone();
                    vec![line(format!("{name} = [({e}, {i} = 1, {n})]"))]
                }
            };
            site.begin(name, allocate);
            site.see(name, Ty::Real, 1);
        }
        site.declare("alq", format!("{t}, allocatable :: alq(:, :)"));
        let e = site.scope.value(Ty::Real, 1, None).text;
        site.begin("alq", vec![line(format!("allocate(alq({n}, {n}), source={e})"))]);
        site.see("alq", Ty::Real, 2);
        site.declare("ag", format!("{t}, allocatable :: ag(:)"));
        let e = site.scope.value(Ty::Real, 1, None).text;
        site.begin("ag", vec![line(format!("ag = [{e}]"))]);
        for name in ["am", "at"] {
            site.declare(name, format!("{t}, allocatable :: {name}(:)"));
        }
        let (one, two) = (makers.clone(), makers);
        site.op(|s, depth| s.made_anew().map(|x| s.perhaps(depth, x)));
        site.op(|s, depth| s.made_anew().map(|x| s.perhaps(depth, x)));
        site.op(|s, depth| s.moved().map(|x| s.perhaps(depth, x)));
        site.op(move |s, depth| s.of_any_length(&one).map(|x| s.perhaps(depth, x)));
        site.op(|s, _| s.perhaps_there());
        site.op(move |s, depth| s.made_by_procedures(&two).map(|x| s.perhaps(depth, x)));
    }

    fn allocating_procedures(&mut self) -> Makers {
        if let Some(known) = &self.allocating {
            return known.clone();
        }
        let made = Makers {
            grow: self.own_name("grow"),
            fresh: self.own_name("fresh"),
            make: self.own_name("make"),
        };
        let t = self.type_name(Ty::Real);
        let mut s = self.apart(&["x"]);
        let (e, f) = (
            s.mix(&["x".into(), "v(1)".into()]),
            s.mix(&["x".into(), "v(size(v))".into()]),
        );
        let body = vec![
            Node::Block(
                vec![
                    ("if (size(v) < 6) then".into(), vec![line(format!("v = [v, {e}]"))]),
                    (
                        "else".into(),
                        vec![line("deallocate(v)"), line("allocate(v(2))"), line("v = x")],
                    ),
                ],
                "end if".into(),
            ),
            line(format!("x = {f}")),
        ];
        let decls = [format!("{t}, allocatable :: v(:)"), format!("{t} :: x")];
        self.helper(&format!("subroutine {}(v, x)", made.grow), &decls, body);
        let e = s.mix(&["x".into()]);
        let decls = [
            format!("{t}, intent(in) :: x"),
            "integer, intent(in) :: m".into(),
            format!("{t}, allocatable :: r(:)"),
            "integer :: i".into(),
        ];
        let c = s.real(0.5);
        let body = vec![
            line("allocate(r(m))"),
            block("do i = 1, m", vec![line(format!("r(i) = {c}*({e})/i"))], "end do"),
        ];
        self.helper(&format!("function {}(x, m) result(r)", made.fresh), &decls, body);
        let decls = [
            format!("{t}, allocatable, intent(out) :: v(:)"),
            format!("{t}, intent(in) :: w(:)"),
        ];
        let (c, d) = (s.real(0.9137), s.real(0.7));
        let body = vec![Node::Block(
            vec![
                (format!("if (w(1) > {c}) then"), vec![line(format!("v = {d}*w"))]),
                ("else".into(), vec![line("allocate(v(size(w)), source=sin(w))")]),
            ],
            "end if".into(),
        )];
        self.helper(&format!("subroutine {}(v, w)", made.make), &decls, body);
        self.allocating = Some(made.clone());
        made
    }
}

impl Scope {
    fn allocatable(&mut self) -> Option<Var> {
        let mut all = self.writable(Ty::Real, 1);
        all.retain(|v| v.base == "al1" || v.base == "al2");
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    /// An array value of n elements that does not use a variable.
    fn value_without(&mut self, name: &str) -> String {
        let e = self.without_calls(|s| s.value(Ty::Real, 1, Some(Shape::Full))).text;
        if mentions(&e, name) {
            self.real(0.7)
        } else {
            e
        }
    }

    /// Deallocated and allocated again, or reshaped and restored by assignments.
    fn made_anew(&mut self) -> Option<Vec<Node>> {
        let (v, n) = (self.allocatable()?, self.n);
        let b = v.base.clone();
        let e = self.value_without(&b);
        let mut t = self.value(Ty::Real, 1, None).text;
        if mentions(&t, &b) {
            t = self.real(0.6);
        }
        let half = self.real(0.5);
        let nodes = match self.rng.below(7) {
            0 => vec![
                line(format!("deallocate({b})")),
                line(format!("allocate({b}({n}))")),
                line(format!("{b} = {e}")),
            ],
            1 => vec![
                line(format!("{b} = [{b}, {t}]")),
                line(format!("{b} = {b}(2:)*{b}(:{n})")),
            ],
            2 => vec![line(format!("{b} = [{t}, {b}({n}:2:-1)]"))],
            3 => vec![
                line(format!("{b} = {b}(:{})", n - 1)),
                line(format!("{b} = {half}*{b}")),
                line(format!("{b} = [{b}, {t}]")),
            ],
            4 => vec![line(format!("alq = {half}*matmul(alq, transpose(alq))/{n}"))],
            5 => {
                let i = self.free_index()?;
                vec![
                    line("deallocate(alq)"),
                    line(format!("allocate(alq({n}, {n}))")),
                    block(
                        format!("do {i} = 1, {n}"),
                        vec![line(format!("alq(:, {i}) = {b}*{half}"))],
                        "end do",
                    ),
                ]
            }
            _ => vec![
                line(format!("at = {b}")),
                line(format!("deallocate({b})")),
                line(format!("allocate({b}, source=at)")),
                line(format!("{b}(1) = {half}*{b}(1)*at({n})")),
                line("deallocate(at)"),
            ],
        };
        Some(vec![Node::Group(nodes)])
    }

    fn moved(&mut self) -> Option<Vec<Node>> {
        let v = self.allocatable()?;
        let (b, n, half) = (v.base, self.n, self.real(0.5));
        let e = self.value_without(&b);
        let nodes = match self.rng.below(3) {
            0 => vec![
                line(format!("allocate(at({n}))")),
                line(format!("at = {half}*{b} + {half}*({e})")),
                line(format!("call move_alloc(at, {b})")),
            ],
            1 => vec![
                line(format!("call move_alloc(from={b}, to=at)")),
                line(format!("allocate({b}({n}))")),
                line(format!("{b} = at({n}:1:-1)*{half}")),
                line("deallocate(at)"),
            ],
            _ => vec![
                line("call move_alloc(al1, at)"),
                line("call move_alloc(al2, al1)"),
                line("call move_alloc(at, al2)"),
            ],
        };
        Some(vec![Node::Group(nodes)])
    }

    /// An array that grows and shrinks.
    fn of_any_length(&mut self, makers: &Makers) -> Option<Vec<Node>> {
        let t = self.scalar()?;
        let half = self.real(0.5);
        let e = self.value(Ty::Real, 1, None).text;
        Some(match self.rng.below(7) {
            0 | 1 => vec![line(format!("if (size(ag) < 7) ag = [ag, {e}]"))],
            2 => vec![line("if (size(ag) > 1) ag = ag(2:)")],
            3 => vec![line(format!("ag = [{e}, {half}*{t}]"))],
            4 => vec![line(format!("{t} = {half}*{t} + {half}*sin(sum(ag))"))],
            5 => vec![
                line(format!("ag(size(ag)) = {half}*ag(1)*{t}")),
                line(format!("{t} = ag(size(ag))*{half}")),
            ],
            _ => {
                let scalars: Vec<Var> = self.writable(Ty::Real, 0);
                let x = scalars.iter().find(|v| v.base.starts_with('t') && v.base.len() < 4)?;
                let x = x.base.clone();
                vec![Node::Group(vec![
                    line(format!("call {}(ag, {x})", makers.grow)),
                    line(format!("{x} = {half}*sin({x})")),
                    line("ag = sin(ag)"),
                ])]
            }
        })
    }

    /// An array that is allocated or not.
    fn perhaps_there(&mut self) -> Option<Vec<Node>> {
        let (t, n) = (self.scalar()?, self.n);
        let e = self.value(Ty::Real, 1, Some(Shape::Full)).text;
        let half = self.real(0.5);
        Some(vec![match self.rng.below(4) {
            0 => block(
                "if (.not. allocated(am)) then",
                vec![line(format!("allocate(am({n}))")), line(format!("am = {e}"))],
                "end if",
            ),
            1 => block(
                "if (allocated(am)) then",
                vec![line(format!("{t} = {half}*sin(sum(am))")), line("deallocate(am)")],
                "end if",
            ),
            2 => block(
                "if (allocated(am)) then",
                vec![line(format!("am = {half}*am*{t}"))],
                "end if",
            ),
            _ => Node::Block(
                vec![
                    (
                        "if (allocated(am)) then".into(),
                        vec![line(format!("{t} = {half}*{t}*am({n})"))],
                    ),
                    ("else".into(), vec![line(format!("allocate(am({n}), source={t})"))]),
                ],
                "end if".into(),
            ),
        }])
    }

    fn made_by_procedures(&mut self, makers: &Makers) -> Option<Vec<Node>> {
        let (v, n) = (self.allocatable()?, self.n);
        let b = v.base;
        Some(match self.rng.below(3) {
            0 => {
                let t = self.scalar()?;
                vec![line(format!("{b} = {}({t}, {n})", makers.fresh))]
            }
            1 => {
                let (x, t) = (self.strip(true)?, self.scalar()?);
                let half = self.real(0.5);
                vec![line(format!(
                    "{0} = {half}*{0} + {half}*{1}({t}, {n})",
                    x.whole, makers.fresh
                ))]
            }
            _ => {
                let other = if b == "al1" { "al2" } else { "al1" };
                vec![line(format!("call {}({b}, {other})", makers.make))]
            }
        })
    }
}
