//! Loops that carry a state, such as that of a random number generator, and increment one scalar.

use super::Site;
use crate::random::scope::{Loop, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;

impl Maker {
    /// `sum0` and `sumc` are incremented, `sumd` is a recurrence, `suma` and `sumb` belong to an iteration, `sumk` is
    /// the state.
    pub fn sums(&mut self, site: &mut Site) {
        let t = self.type_name(Ty::Real);
        site.declare(
            "sum0|suma|sumb|sumc|sumd",
            format!("{t} :: sum0, suma, sumb, sumc, sumd"),
        );
        site.declare("sumk|sumi|sumj", "integer :: sumk, sumi, sumj");
        let first = site.scope.value(Ty::Real, 1, None).text;
        let mut set = vec![
            line(format!("sum0 = {first}")),
            line("sumk = 3"),
            line("sumc = 0"),
            line("sumd = 0.5"),
        ];
        // outside of other constructs
        set.extend(site.scope.without_calls(Scope::running_sum));
        set.extend(site.scope.without_calls(Scope::rerun_scalars));
        site.begin("sum0|sumk|sumc|sumd", set);
        site.see("sum0", Ty::Real, 0);
        site.op(|s, _| Some(s.running_sum()));
        site.op(|s, _| Some(s.rerun_scalars()));
    }
}

impl Scope {
    /// A value that mostly does not depend on the incremented scalar.
    fn addend(&mut self) -> String {
        let all = self.vars.clone();
        if self.rng.chance(90) {
            self.vars.retain(|v| v.base != "sum0");
        }
        let value = self.value(Ty::Real, 1, None).within(3);
        self.vars = all;
        value
    }

    /// Scalars that are cheap to recompute, and two sums that depend on them.
    fn rerun_scalars(&mut self) -> Vec<Node> {
        self.loops.push(Loop::over("sumi", 1, self.n));
        let (half, c) = (self.real(0.5), self.real(0.125));
        let (a, b) = (self.addend(), self.addend());
        let first = self.rng.pick(&[
            format!("sumd = {half}*sumd + {c}*{a}"),
            format!("sumd = {half}*sumd*{a} + {c}*sumi"),
            format!("sumd = {half}*sumd + {c}*sumk"),
        ]);
        let mut body = vec![line(first)];
        if self.rng.chance(30) {
            let test = self.rng.pick(&["sumd > 0", "sumi > 2"]);
            body.push(block(
                format!("if ({test}) then"),
                vec![line(format!("sumd = sumd*{half}"))],
                "end if",
            ));
        }
        body.push(line(format!("sumc = {half}*sumc + {c}*sin(sumd*{b})")));
        body.push(line(format!("sum0 = sum0 + {c}*sumd*sumd")));
        if self.rng.chance(40) {
            body.push(line("sumk = mod(sumk + sumi, 7)"));
        }
        self.loops.pop();
        let bounds = self
            .rng
            .pick(&["1, n", "2, n", "n, 1", "1, n - 1"])
            .replace('n', &self.n_text);
        let mut out = vec![block(format!("do sumi = {bounds}"), body, "end do")];
        match self.rng.below(3) {
            0 => out.push(line(format!("sum0 = {half}*sum0*sumd + {c}*sumi"))),
            1 => out.push(line(format!("sum0 = {half}*sum0*sumc"))),
            _ => {}
        }
        vec![Node::Group(out)]
    }

    fn running_sum(&mut self) -> Vec<Node> {
        self.loops.push(Loop::over("sumi", 1, self.n));
        let next = line("sumk = mod(5*sumk + 3, 16)");
        let (half, c) = (self.real(0.5), self.real(0.125));
        let (a, b) = (self.addend(), self.addend());
        let mut body = vec![next.clone(), line(format!("suma = sin({a} + {c}*sumk)"))];
        if self.rng.chance(60) {
            let again = vec![
                next.clone(),
                line(format!("suma = {half}*suma*cos({c}*sumk*{b}) + {half}*{a}*suma")),
            ];
            body.push(block("do sumj = 1, 3", again, "end do"));
        }
        body.push(line(format!("sumb = {half}*suma*{b}")));
        let more = self.rng.pick(&[
            "sum0 = sum0 + c*suma*sumb",
            "sum0 = sum0 - c*sin(sumb)",
            "sum0 = c*suma + sum0 - c*sumb**2",
        ]);
        body.push(line(more.replace("c*", &format!("{c}*"))));
        if self.rng.chance(40) {
            let test = self.rng.pick(&["suma > sumb", "sumk > 6", "sumi == 2"]);
            let inside = vec![line(format!("sum0 = sum0 + {c}*suma*suma"))];
            body.push(block(format!("if ({test}) then"), inside, "end if"));
        }
        if self.rng.chance(15) {
            body.push(line(format!("suma = {c}*sum0*suma")));
        }
        self.loops.pop();
        let bounds = if self.rng.chance(70) {
            format!("1, {}", self.n_text)
        } else {
            format!("{}, 1, -1", self.n_text)
        };
        let mut out = vec![block(format!("do sumi = {bounds}"), body, "end do")];
        match self.rng.below(4) {
            0 => out.push(line(format!("sum0 = {half}*sum0*sum0"))),
            // the values of the last iteration
            1 => out.push(line(format!("sum0 = {half}*sum0 + {c}*sumb*sumk"))),
            _ => {}
        }
        vec![Node::Group(out)]
    }
}
