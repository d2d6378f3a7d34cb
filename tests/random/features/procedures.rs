//! Procedures of a module in all forms: generic names, operators, keywords, recursion, procedures as arguments,
//! functions that change their arguments, types with procedures and their extensions.

use super::Site;
use crate::random::scope::{root, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;

/// A program's procedures of this kind, by name.
#[derive(Clone, Debug)]
pub struct Library {
    /// For scalars and for vectors.
    generic: String,
    /// With two optional arguments, `a` and `b`.
    keywords: String,
    /// A recursive function.
    power: String,
    /// A subroutine and a function that call their argument.
    apply: String,
    total: String,
    /// Two functions to give them.
    one: String,
    two: String,
    /// A function that changes its argument.
    effect: String,
    /// A subroutine for all extensions of `figure`.
    pub(super) visit: String,
}

impl Maker {
    /// Objects, and the statements that call.
    pub fn procedures(&mut self, site: &mut Site) {
        let library = self.library();
        site.declare("oa", "type(figure) :: oa");
        site.declare("ob", "type(disc) :: ob");
        let (e, f) = (
            site.scope.value(Ty::Real, 1, None).text,
            site.scope.value(Ty::Real, 1, None).text,
        );
        site.begin("oa", vec![line(format!("oa%w = {e}"))]);
        let half = site.scope.real(0.5);
        site.begin("ob", vec![line(format!("ob%w = {half}")), line(format!("ob%r = {f}"))]);
        site.see("oa%w", Ty::Real, 0);
        site.see("ob%w", Ty::Real, 0);
        site.see("ob%r", Ty::Real, 1);
        let [a, b, c, d, e] = std::array::from_fn(|_| library.clone());
        site.op(move |s, depth| s.generic_call(&a).map(|x| s.perhaps(depth, x)));
        site.op(move |s, depth| s.keyword_call(&b).map(|x| s.perhaps(depth, x)));
        site.op(move |s, depth| s.procedure_handed(&c).map(|x| s.perhaps(depth, x)));
        site.op(move |s, _| s.function_reference(&d));
        site.op(move |s, depth| s.object_call(&e).map(|x| s.perhaps(depth, x)));
        site.op(|s, _| s.operators());
    }

    pub(super) fn library(&mut self) -> Library {
        if let Some(known) = &self.library {
            return known.clone();
        }
        let stems = [
            "gen", "key", "pow", "app", "tot", "one", "two", "eff", "vis", "gsc", "gve",
        ];
        let [generic, keywords, power, apply, total, one, two, effect, visit, scalar, vector] =
            stems.map(|s| self.own_name(s));
        let t = self.type_name(Ty::Real);
        let real = |attributes: &str, names: &str| format!("{t}{attributes} :: {names}");
        let mut s = self.apart(&[]);
        let half = s.real(0.5);
        let c = s.threshold();
        self.declared.extend([
            format!("interface {generic}"),
            format!("module procedure {scalar}, {vector}"),
            "end interface".into(),
        ]);
        let mut mix = |of: &[&str]| {
            // the divisors of the last procedure have other names here
            s.divisors.iter_mut().for_each(Vec::clear);
            s.mix(&of.iter().map(|x| (*x).to_string()).collect::<Vec<_>>())
        };
        let body = vec![line(format!("x = {}", mix(&["x", "y"])))];
        let decls = [real(", intent(inout)", "x"), real(", intent(in)", "y")];
        self.helper(&format!("subroutine {scalar}(x, y)"), &decls, body);
        let decls = [
            real(", intent(inout)", "x(:)"),
            real(", intent(in)", "y"),
            "integer :: i".into(),
        ];
        let body = vec![block(
            "do i = 2, size(x)",
            vec![line(format!("x(i) = {}", mix(&["x(i)", "x(i-1)", "y"])))],
            "end do",
        )];
        self.helper(&format!("subroutine {vector}(x, y)"), &decls, body);
        let decls = [real(", intent(inout)", "x"), real(", intent(in), optional", "a, b")];
        let body = vec![
            block(
                "if (present(a)) then",
                vec![line(format!("x = {}", mix(&["x", "a"])))],
                "end if",
            ),
            block(
                "if (present(b)) then",
                vec![line(format!("x = {}", mix(&["x", "b"])))],
                "end if",
            ),
            line(format!("x = sin(x)*{half}")),
        ];
        self.helper(&format!("subroutine {keywords}(x, a, b)"), &decls, body);
        let decls = [
            real(", intent(in)", "x"),
            "integer, intent(in) :: k".into(),
            real("", "r"),
        ];
        let body = vec![Node::Block(
            vec![
                ("if (k <= 0) then".into(), vec![line(format!("r = {}", mix(&["x"])))]),
                (
                    "else".into(),
                    vec![line(format!("r = {half}*x*{power}(sin(x), k - 1)"))],
                ),
            ],
            "end if".into(),
        )];
        self.helper(&format!("recursive function {power}(x, k) result(r)"), &decls, body);
        for name in [&one, &two] {
            let decls = [real(", intent(in)", "a"), real("", "r")];
            let body = vec![line(format!("r = {}", mix(&["a"])))];
            self.helper(&format!("function {name}(a) result(r)"), &decls, body);
        }
        let decls = [
            format!("procedure({one}) :: f"),
            real(", intent(inout)", "x"),
            real(", intent(in)", "y"),
        ];
        let body = vec![
            line(format!("x = {half}*f(y)*x")),
            line(format!("if (x > {c}) x = {half}*f(x)")),
        ];
        self.helper(&format!("subroutine {apply}(f, x, y)"), &decls, body);
        let decls = [
            format!("procedure({one}) :: f"),
            real(", intent(in)", "x(:)"),
            real("", "r"),
            "integer :: i".into(),
        ];
        let body = vec![
            line(format!("r = f({half})")),
            block(
                "do i = 1, size(x)",
                vec![line(format!("r = {half}*r + {half}*f(x(i))"))],
                "end do",
            ),
        ];
        self.helper(&format!("function {total}(f, x) result(r)"), &decls, body);
        let decls = [real(", intent(inout)", "x"), real("", "r")];
        let body = vec![
            line(format!("r = {}", mix(&["x"]))),
            line(format!("x = {}", mix(&["x", "r"]))),
        ];
        self.helper(&format!("function {effect}(x) result(r)"), &decls, body);
        let (e, f, g) = (mix(&["s%w"]), mix(&["s%w", "s%r(1)", "s%r(n)"]), mix(&["s%w", "y"]));
        self.figures(&t, &half, &[e, f, g]);
        let decls = [
            "class(figure), intent(inout) :: s".to_string(),
            real(", intent(inout)", "y"),
        ];
        let body = vec![line("call s%scale(y)"), line(format!("y = {half}*sin(y + s%area())"))];
        self.helper(&format!("subroutine {visit}(s, y)"), &decls, body);
        let made = Library {
            generic,
            keywords,
            power,
            apply,
            total,
            one,
            two,
            effect,
            visit,
        };
        self.library = Some(made.clone());
        made
    }

    /// A type with procedures, an extension of it, an operator and an assignment.
    fn figures(&mut self, t: &str, half: &str, values: &[String; 3]) {
        let [area, of_disc, scaled] = values;
        let lines = [
            "type figure",
            &format!("{t} :: w"),
            "contains",
            "procedure :: area => figure_area",
            "procedure :: scale => figure_scale",
            "end type figure",
            "type, extends(figure) :: disc",
            &format!("{t} :: r(n)"),
            "contains",
            "procedure :: area => disc_area",
            "end type disc",
            "interface operator(.with.)",
            "module procedure figure_with",
            "end interface",
            "interface assignment(=)",
            "module procedure figure_set",
            "end interface",
        ];
        self.declared.extend(lines.map(str::to_string));
        let out = format!("{t} :: r");
        let class = |name: &str, intent: &str| format!("class({name}), intent({intent}) :: s");
        self.helper(
            "function figure_area(s) result(r)",
            &[class("figure", "in"), out.clone()],
            vec![line(format!("r = {area}"))],
        );
        self.helper(
            "function disc_area(s) result(r)",
            &[class("disc", "in"), out.clone()],
            vec![line(format!("r = {of_disc}"))],
        );
        self.helper(
            "subroutine figure_scale(s, y)",
            &[class("figure", "inout"), format!("{t}, intent(in) :: y")],
            vec![line(format!("s%w = {scaled}"))],
        );
        self.helper(
            "function figure_with(a, b) result(r)",
            &["type(figure), intent(in) :: a, b".into(), out],
            vec![line(format!("r = {half}*a%w*b%w + {half}*sin(a%w)"))],
        );
        self.helper(
            "subroutine figure_set(a, y)",
            &["type(figure), intent(out) :: a".into(), format!("{t}, intent(in) :: y")],
            vec![line(format!("a%w = {half}*y"))],
        );
    }
}

impl Scope {
    /// A scalar to change, and a value.
    pub(super) fn scalar_and_value(&mut self) -> Option<(String, String)> {
        let x = self.scalar()?;
        let e = self.value(Ty::Real, 1, None).text;
        Some((x, format!("({e})")))
    }

    fn generic_call(&mut self, l: &Library) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        let name = &l.generic;
        let v = self.strip(true)?;
        Some(vec![line(match self.rng.below(4) {
            0 | 1 => format!("call {name}({x}, {e})"),
            2 => format!("call {name}({}, {e})", v.whole),
            _ => format!("call {name}({}, {e})", v.range("1", &self.n.to_string(), "2")),
        })])
    }

    fn keyword_call(&mut self, l: &Library) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        let (_, f) = self.scalar_and_value()?;
        let name = &l.keywords;
        Some(vec![line(match self.rng.below(5) {
            0 => format!("call {name}({x})"),
            1 => format!("call {name}({x}, {e})"),
            2 => format!("call {name}({x}, b={e})"),
            3 => format!("call {name}(b={e}, x={x}, a={f})"),
            _ => format!("call {name}({x}, {e}, {f})"),
        })])
    }

    fn procedure_handed(&mut self, l: &Library) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        let f = self.rng.pick(&[l.one.clone(), l.two.clone()]);
        let (v, half) = (self.vector()?, self.real(0.5));
        Some(vec![line(match self.rng.below(3) {
            0 | 1 => format!("call {}({f}, {x}, {e})", l.apply),
            _ => format!("{x} = {half}*{}({f}, {v})", l.total),
        })])
    }

    /// Functions in expressions, including some that change their arguments.
    fn function_reference(&mut self, l: &Library) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        let (y, half) = (self.scalar()?, self.real(0.5));
        let k = self.rng.range(0, 3);
        let z = self.strip(true)?;
        if root(&x) == root(&y) || z.root() == root(&y) {
            return Some(vec![line(format!("{x} = {}({e}, {k})", l.power))]);
        }
        Some(vec![line(match self.rng.below(5) {
            0 => format!("{x} = {}({e}, {k})", l.power),
            1 => format!("{x} = {}({y})", l.effect),
            2 => format!("{x} = {half}*{}({y}) + {half}*{x}", l.effect),
            3 => format!("{} = {half}*{0} + {half}*{}({x}, {k})", z.whole, l.power),
            _ => format!("if ({}({y}) > {half}) {x} = {half}*{x}", l.effect),
        })])
    }

    fn object_call(&mut self, l: &Library) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        let object = self.rng.pick(&["oa", "ob"]);
        let half = self.real(0.5);
        if root(&x) == "oa" || root(&x) == "ob" {
            return Some(vec![line(format!("call {object}%scale({e})"))]);
        }
        Some(vec![line(match self.rng.below(4) {
            0 => format!("call {object}%scale({e})"),
            1 => format!("{x} = {half}*{object}%area()"),
            2 => format!("call {}({object}, {x})", l.visit),
            _ => format!("{x} = {half}*sin({object}%area() + {x})"),
        })])
    }

    fn operators(&mut self) -> Option<Vec<Node>> {
        let (x, e) = self.scalar_and_value()?;
        Some(vec![line(match self.rng.below(3) {
            0 => format!("oa = {e}"),
            1 => format!("{x} = oa .with. ob%figure"),
            _ => "oa = oa .with. ob%figure".into(),
        })])
    }
}
