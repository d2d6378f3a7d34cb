//! Scalars beside arrays: sums, temporaries with several purposes, values computed anew in each iteration.

use crate::random::scope::{Loop, Scope};
use crate::random::tree::{block, line, Node};

impl Scope {
    /// A sum or a product over the elements.
    pub fn sum_up(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(false)?, self.strip(false)?);
        let (t, i, m) = (self.scalar()?, self.free_index()?, self.extent());
        let (first, step) = match self.rng.below(3) {
            0 => (self.real(0.0), format!("{t} + {}*{}", x.at(&i), y.at(&i))),
            1 => (
                self.real(1.0),
                format!("{t}*({} + {}*{})", self.real(1.0), self.real(0.1), x.at(&i)),
            ),
            _ => (t.clone(), format!("{t} + sin({})*{}", x.at(&i), self.real(0.5))),
        };
        let all = block(
            format!("do {i} = 1, {m}"),
            vec![line(format!("{t} = {step}"))],
            "end do",
        );
        let mut out = vec![all, line(format!("{t} = {}", self.bounded(&t)))];
        if first != t {
            out.insert(0, line(format!("{t} = {first}")));
        }
        if let Some(z) = self.strip(true).filter(|_| self.rng.chance(40)) {
            let e = self.mix(&[z.at("1"), t]);
            out.push(line(format!("{} = {e}", z.at("1"))));
        }
        Some(vec![Node::Group(out)])
    }

    /// One temporary for two purposes.
    pub fn reused(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let (t, m) = (self.scalar()?, self.extent());
        let (a, b) = (self.mix(&[x.at("1"), y.at(&m)]), self.mix(&[y.at("1"), x.at(&m)]));
        let (c, d) = (self.mix(&[t.clone(), x.at("1")]), self.mix(&[t.clone(), x.at(&m)]));
        Some(vec![
            line(format!("{t} = {a}")),
            line(format!("{} = {c}", x.at("1"))),
            line(format!("{t} = {b}")),
            line(format!("{} = {d}", x.at(&m))),
        ])
    }

    /// A scalar that each iteration computes, uses, and recomputes.
    pub fn recomputed(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let (t, i) = (self.scalar()?, self.free_index()?);
        let body = self.in_sweep(&i, |s| {
            let (xi, yi) = (x.at(&i), y.at(&i));
            let a = s.mix(&[xi.clone(), yi.clone()]);
            let b = s.mix(&[t.clone(), t.clone(), yi]);
            let mut body = vec![line(format!("{t} = {a}")), line(format!("{xi} = {b}"))];
            if s.rng.chance(50) {
                let c = s.mix(&[t.clone(), xi.clone()]);
                body.push(line(format!("{t} = {c}")));
                let d = s.mix(&[t.clone(), t.clone(), xi.clone()]);
                body.push(line(format!("{xi} = {d}")));
            }
            body
        });
        Some(vec![self.sweep(&i, body)])
    }

    /// Nested tests of active values.
    pub fn nested(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let (t, i) = (self.scalar()?, self.free_index()?);
        let (c, d, gt) = (self.threshold(), self.threshold(), self.relation(">"));
        let (xi, yi) = (x.at(&i), y.at(&i));
        let set = |s: &mut Scope, to: &str| {
            let e = s.in_sweep(&i, |s| s.mix(&[xi.clone(), yi.clone(), t.clone()]));
            vec![line(format!("{to} = {e}"))]
        };
        let inner = vec![
            (format!("if ({t} {gt} {d}) then"), set(self, &xi)),
            ("else".to_string(), set(self, &t)),
        ];
        let mut then = vec![Node::Block(inner, "end if".into())];
        then.extend(set(self, &xi));
        let mut parts = vec![(format!("if ({yi} {gt} {c}) then"), then)];
        if self.rng.chance(60) {
            parts.push(("else".into(), set(self, &t)));
        }
        let body = vec![Node::Block(parts, "end if".into())];
        Some(vec![self.sweep(&i, body)])
    }

    /// Iterates until a value is small enough, with a limit.
    pub fn iterated(&mut self) -> Option<Vec<Node>> {
        let t = self.scalar()?;
        let k = self.free_index()?;
        let (c, gt, lt) = (self.threshold(), self.relation(">"), self.relation("<"));
        let most = self.rng.range(2, 4);
        self.loops.push(Loop::over(&k, 0, most));
        let body = (|s: &mut Scope| -> Option<Vec<Node>> {
            let mut body = vec![line(format!("{k} = {k} + 1"))];
            if s.rng.chance(50) {
                body.extend(s.all_elements()?);
            }
            let x = s.strip(false)?;
            let e = s.mix(&[t.clone(), x.at("1")]);
            body.push(line(format!("{t} = {}*({e})", s.real(0.7))));
            Some(body)
        })(self);
        self.loops.pop();
        let body = body?;
        let open = format!("do while ({k} {lt} {most} .and. abs({t}) {gt} {c})");
        Some(vec![Node::Group(vec![
            line(format!("{k} = 0")),
            block(open, body, "end do"),
        ])])
    }
}
