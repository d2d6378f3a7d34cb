//! Arguments of any rank and of any type, and values taken for those of another shape: SELECT RANK, `class(*)` with
//! SELECT TYPE, TRANSFER.

use super::Site;
use crate::random::scope::{root, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;

/// The procedures of a program.
#[derive(Clone, Debug)]
pub struct Shapeless {
    /// Changes a real of any rank.
    ranked: String,
    /// Changes a number or an object.
    typed: String,
    /// Reads a list of numbers or objects.
    listed: String,
}

impl Maker {
    /// Objects of a type, of one that extends it, and a list of them.
    pub fn shapeless(&mut self, site: &mut Site) {
        let made = self.takers();
        for (name, text) in [
            ("ia", "type(item) :: ia"),
            ("ib", "type(piece) :: ib"),
            ("ic", "type(item) :: ic(2)"),
        ] {
            site.declare(name, text);
        }
        let [e, f] = std::array::from_fn(|_| site.scope.value(Ty::Real, 1, None).text);
        let half = site.scope.real(0.5);
        let set = |name: &str, e: &str| vec![line(format!("{name}%w = {e}")), line(format!("{name}%v = {half}"))];
        site.begin("ia", set("ia", &e));
        site.begin("ib", [set("ib", &half), vec![line(format!("ib%u = {f}"))]].concat());
        site.begin("ic", [set("ic(1)", &e), set("ic(2)", &half)].concat());
        for name in ["ia%w", "ib%w", "ib%u", "ic(1)%w", "ic(2)%w"] {
            site.see(name, Ty::Real, 0);
        }
        for name in ["ia%v", "ib%v", "ic(2)%v"] {
            site.see(name, Ty::Real, 1);
        }
        let [a, b, c] = std::array::from_fn(|_| made.clone());
        site.op(move |s, depth| s.of_any_rank(&a).map(|x| s.perhaps(depth, x)));
        site.op(move |s, depth| s.of_any_type(&b).map(|x| s.perhaps(depth, x)));
        site.op(move |s, _| s.list_of_any_type(&c));
        site.op(|s, _| s.taken_for_another());
    }

    fn takers(&mut self) -> Shapeless {
        if let Some(known) = &self.takers {
            return known.clone();
        }
        let [ranked, typed, listed] = ["ran", "typ", "lis"].map(|s| self.own_name(s));
        let t = self.type_name(Ty::Real);
        let lines = [
            "type item",
            &format!("{t} :: w"),
            &format!("{t} :: v(n)"),
            "end type item",
            "type, extends(item) :: piece",
            &format!("{t} :: u"),
            "end type piece",
        ];
        self.declared.extend(lines.map(str::to_string));
        let mut s = self.apart(&[]);
        let half = s.real(0.5);
        let mut mix = |of: &[&str]| s.mix(&of.iter().map(|x| (*x).to_string()).collect::<Vec<_>>());
        let y = format!("{t}, intent(in) :: y");
        // columns, by a loop, one by one or at once
        let columns = match self.rng.below(3) {
            0 => vec![block(
                "do i = 1, size(x, 2)",
                vec![line(format!("call {ranked}(x(:, i), y)"))],
                "end do",
            )],
            1 => vec![block(
                "do i = 2, size(x, 2)",
                vec![line(format!("x(:, i) = {half}*x(:, i) + {half}*x(:, i-1)*sin(y)"))],
                "end do",
            )],
            _ => vec![line(format!("x = {half}*x*y + {half}*sin(x)"))],
        };
        let parts = vec![
            ("select rank (x)".to_string(), vec![]),
            ("rank (0)".into(), vec![line(format!("x = {}", mix(&["x", "y"])))]),
            (
                "rank (1)".into(),
                vec![
                    line(format!("x(1) = {}", mix(&["x(1)", "x(size(x))", "y"]))),
                    line(format!("x = {half}*x*y + {half}*x(size(x))")),
                ],
            ),
            ("rank (2)".into(), columns),
            ("rank default".into(), vec![line("stop 1")]),
        ];
        let decls = [format!("{t}, intent(inout) :: x(..)"), y.clone(), "integer :: i".into()];
        let body = vec![Node::Block(parts, "end select".into())];
        self.helper(&format!("recursive subroutine {ranked}(x, y)"), &decls, body);
        let mut parts = vec![
            ("select type (x)".to_string(), vec![]),
            (
                format!("type is ({t})"),
                vec![line(format!("x = {}", mix(&["x", "y"])))],
            ),
        ];
        if self.complex {
            let c = self.type_name(Ty::Complex);
            parts.push((
                format!("type is ({c})"),
                vec![line(format!("x = {half}*x*y + {half}*conjg(x)"))],
            ));
        }
        parts.extend([
            (
                "type is (piece)".into(),
                vec![line(format!("x%u = {}", mix(&["x%u", "x%w", "y"])))],
            ),
            (
                "class is (item)".into(),
                vec![
                    line(format!("x%w = {}", mix(&["x%w", "x%v(1)", "y"]))),
                    line(format!("x%v = {half}*x%v*x%w + {half}*y")),
                ],
            ),
        ]);
        let decls = ["class(*), intent(inout) :: x".to_string(), y.clone()];
        let body = vec![Node::Block(parts, "end select".into())];
        self.helper(&format!("subroutine {typed}(x, y)"), &decls, body);
        let parts = vec![
            ("select type (x)".to_string(), vec![]),
            (
                format!("type is ({t})"),
                vec![line(format!("y = {half}*y + {half}*sin(sum(x)*y)"))],
            ),
            (
                "class is (item)".into(),
                vec![block(
                    "do i = 1, size(x)",
                    vec![line(format!("y = {half}*x(i)%w*y + {half}*sin(x(i)%v(n))"))],
                    "end do",
                )],
            ),
        ];
        let decls = [
            "class(*), intent(in) :: x(:)".to_string(),
            format!("{t}, intent(inout) :: y"),
            "integer :: i".into(),
        ];
        let body = vec![Node::Block(parts, "end select".into())];
        self.helper(&format!("subroutine {listed}(x, y)"), &decls, body);
        self.later_standard = true;
        let made = Shapeless { ranked, typed, listed };
        self.takers = Some(made.clone());
        made
    }
}

impl Scope {
    fn of_any_rank(&mut self, p: &Shapeless) -> Option<Vec<Node>> {
        let e = self.value(Ty::Real, 1, None).text;
        let x = match self.rng.below(3) {
            0 => self.scalar()?,
            1 => self.strip(true)?.whole,
            _ => self.some_matrix()?.base,
        };
        Some(vec![line(format!("call {}({x}, ({e}))", p.ranked))])
    }

    fn of_any_type(&mut self, p: &Shapeless) -> Option<Vec<Node>> {
        let e = self.value(Ty::Real, 1, None).text;
        let x = match self.rng.below(6) {
            0 => self.scalar()?,
            1 if self.complex => {
                let all = self.writable(Ty::Complex, 0);
                self.rng.pick(&(!all.is_empty()).then_some(all)?).base
            }
            1 | 2 => "ia".into(),
            3 => "ib".into(),
            4 => "ib%item".into(),
            _ => format!("ic({})", self.rng.range(1, 2)),
        };
        Some(vec![line(format!("call {}({x}, ({e}))", p.typed))])
    }

    fn list_of_any_type(&mut self, p: &Shapeless) -> Option<Vec<Node>> {
        let y = self.scalar()?;
        let x = match self.rng.below(3) {
            0 => in_one_piece(&self.strip(false)?.whole),
            1 => "ic".into(),
            _ => "ic(2:1:-1)".into(),
        };
        (root(&x) != root(&y)).then(|| vec![line(format!("call {}({x}, {y})", p.listed))])
    }

    /// Results of TRANSFER from numbers.
    fn taken_for_another(&mut self) -> Option<Vec<Node>> {
        let (x, v) = (self.scalar()?, self.strip(true)?);
        let e = self.without_calls(|s| s.value(Ty::Real, 1, None)).text;
        let half = self.real(0.5);
        let (n, last) = (self.n, self.n.to_string());
        Some(vec![line(match self.rng.below(5) {
            0 => format!("{x} = transfer({e}, {half})"),
            1 => format!("{0} = transfer({1}, {0})", v.whole, v.range(&last, "1", "-1")),
            2 => format!(
                "{} = {half}*transfer({}, [{half}], {n}) + {half}",
                v.whole,
                in_one_piece(&self.strip(false)?.whole)
            ),
            3 if self.complex => {
                let all = self.of(Ty::Complex, 0);
                let z = self.rng.pick(&(!all.is_empty()).then_some(all)?).base;
                format!("{x} = sin(sum(transfer({z}, [{half}, {half}])*[{x}, {half}]))")
            }
            4 if self.complex => {
                let all = self.writable(Ty::Complex, 0);
                let z = self.rng.pick(&(!all.is_empty()).then_some(all)?).base;
                format!("{z} = {half}*transfer([{e}, {half}], {z})")
            }
            _ => format!(
                "{x} = {half}*transfer({}, {half}) + {half}*{e}",
                in_one_piece(&self.strip(false)?.whole)
            ),
        })])
    }
}

/// An array for TRANSFER, or a dummy argument of any type. gfortran 12 assumes that `cells%mass` is contiguous there,
/// in the original.
fn in_one_piece(array: &str) -> String {
    match array.contains('%') {
        true => format!("({array})"),
        false => array.into(),
    }
}
