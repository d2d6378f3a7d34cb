//! Arguments that select data or procedures: functions that return pointers, procedure pointers in variables and
//! arguments.
//!
//! Names of pointers and targets begin with `eq`, as in [`super::pointers`].

use super::Site;
use crate::random::scope::{root, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;

/// The procedures of a program.
#[derive(Clone, Debug)]
pub struct Handles {
    /// Returns a pointer to one of two vectors.
    pick: String,
    /// Returns a pointer to an element.
    spot: String,
    /// Changes a vector.
    lift: String,
    /// Two functions of one interface.
    functions: [String; 2],
    /// Calls the target of a procedure pointer, or a procedure.
    give: String,
    apply: String,
    /// Sets a procedure pointer.
    choose: String,
}

impl Maker {
    /// Two targets and a pointer, a procedure pointer.
    pub fn handles(&mut self, site: &mut Site) {
        let h = self.handed();
        let (t, n) = (self.type_name(Ty::Real), self.n);
        let all = "eqf|eqg|eqh";
        site.declare(all, format!("{t}, target :: eqf({n}), eqg({n})"));
        site.declare(all, format!("{t}, pointer :: eqh(:)"));
        let [e, f] = std::array::from_fn(|_| site.scope.value(Ty::Real, 1, None).text);
        let set = vec![
            line(format!("eqf = {e}")),
            line(format!("eqg = {f}")),
            line("eqh => eqf"),
        ];
        site.begin(all, set);
        for name in ["eqf", "eqg", "eqh"] {
            site.see(name, Ty::Real, 1);
        }
        let [one, _] = &h.functions;
        site.declare("pf", format!("procedure({one}), pointer :: pf"));
        site.begin("pf", vec![line(format!("pf => {one}"))]);
        let a = h.clone();
        site.op(move |s, depth| s.pointer_returned(&a).map(|x| s.perhaps(depth, x)));
        // one statement alone is a weak test
        for h in [h.clone(), h] {
            site.op(move |s, depth| s.procedure_pointed(&h).map(|x| s.perhaps(depth, x)));
        }
    }

    fn handed(&mut self) -> Handles {
        if let Some(known) = &self.handed {
            return known.clone();
        }
        let stems = ["pic", "spo", "lif", "fon", "fto", "giv", "apl", "cho"];
        let [pick, spot, lift, one, two, give, apply, choose] = stems.map(|s| self.own_name(s));
        let t = self.type_name(Ty::Real);
        let mut s = self.apart(&[]);
        let half = s.real(0.5);
        let mut mix = |of: &[&str]| s.mix(&of.iter().map(|x| (*x).to_string()).collect::<Vec<_>>());
        let k = "integer, intent(in) :: k".to_string();
        let decls = [
            format!("{t}, target :: a(:), b(:)"),
            k.clone(),
            format!("{t}, pointer :: p(:)"),
        ];
        let body = vec![Node::Block(
            vec![
                ("if (k > 1) then".into(), vec![line("p => a")]),
                ("else".into(), vec![line("p => b(size(b):1:-1)")]),
            ],
            "end if".into(),
        )];
        self.helper(&format!("function {pick}(a, b, k) result(p)"), &decls, body);
        let decls = [format!("{t}, target :: a(:)"), k.clone(), format!("{t}, pointer :: p")];
        let body = vec![line("p => a(1 + mod(abs(k), size(a)))")];
        self.helper(&format!("function {spot}(a, k) result(p)"), &decls, body);
        let decls = [format!("{t}, intent(inout) :: x(:)"), format!("{t}, intent(in) :: y")];
        let body = vec![
            line(format!("x(1) = {}", mix(&["x(1)", "x(n)", "y"]))),
            line(format!("x = {half}*x*y + {half}*sin(x)")),
        ];
        self.helper(&format!("subroutine {lift}(x, y)"), &decls, body);
        for name in [&one, &two] {
            let decls = [format!("{t}, intent(in) :: a"), format!("{t} :: r")];
            let body = vec![line(format!("r = {}", mix(&["a"])))];
            self.helper(&format!("function {name}(a) result(r)"), &decls, body);
        }
        let rest = [format!("{t}, intent(inout) :: x"), format!("{t}, intent(in) :: y")];
        let body = || {
            vec![
                line(format!("x = {half}*f(y)*x")),
                line(format!("x = {half}*x + {half}*f(x)")),
            ]
        };
        let pointer = format!("procedure({one}), pointer, intent(in) :: f");
        self.helper(
            &format!("subroutine {give}(f, x, y)"),
            &[&[pointer][..], &rest].concat(),
            body(),
        );
        let procedure = format!("procedure({one}) :: f");
        self.helper(
            &format!("subroutine {apply}(f, x, y)"),
            &[&[procedure][..], &rest].concat(),
            body(),
        );
        let decls = [format!("procedure({one}), pointer, intent(inout) :: f"), k];
        let body = vec![block("if (k > 2) then", vec![line(format!("f => {two}"))], "end if")];
        self.helper(&format!("subroutine {choose}(f, k)"), &decls, body);
        let made = Handles {
            pick,
            spot,
            lift,
            functions: [one, two],
            give,
            apply,
            choose,
        };
        self.handed = Some(made.clone());
        made
    }
}

impl Scope {
    fn pointer_returned(&mut self, h: &Handles) -> Option<Vec<Node>> {
        let (k, half) = (self.small_int(1), self.real(0.5));
        let x = self.scalar()?;
        let e = self.without_calls(|s| s.value(Ty::Real, 1, None)).text;
        let pick = format!("{}(eqf, eqg, {k})", h.pick);
        Some(vec![line(match self.rng.below(5) {
            0 => format!("eqh => {pick}"),
            1 => format!("{x} = sin(sum({pick}) + {x})"),
            2 => format!("{x} = {half}*{x}*{}(eqf, {k}) + {half}*sin({x})", h.spot),
            3 => format!("eqh = {half}*{pick}*{half} + {half}*eqg"),
            _ => format!("call {}({pick}, ({e}))", h.lift),
        })])
    }

    fn procedure_pointed(&mut self, h: &Handles) -> Option<Vec<Node>> {
        let (k, half) = (self.small_int(1), self.real(0.5));
        let x = self.scalar()?;
        let e = self.value(Ty::Real, 1, None).text;
        let [one, two] = &h.functions;
        let test = self.test(1);
        Some(vec![line(match self.rng.below(7) {
            0 => format!("if ({test}) pf => {two}"),
            1 => format!("pf => {one}"),
            2 => format!("{x} = {half}*pf({e}) + {half}*{x}"),
            3 => format!("call {}(pf, {x}, ({e}))", h.give),
            4 => format!("call {}(pf, {x}, ({e}))", h.apply),
            5 => format!("call {}(pf, {k})", h.choose),
            _ if root(&x) == "eq" => format!("call {}({two}, {x}, ({e}))", h.apply),
            _ => format!("{x} = {half}*pf({x})*pf({e})"),
        })])
    }
}
