//! Computed integers that select elements later.

use crate::random::scope::{Scope, Ty};
use crate::random::tree::{block, line, Node};

impl Scope {
    /// The subscripts of the elements that pass a test are collected, then used.
    pub fn collected(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let list = self.list()?;
        let i = self.free_index()?;
        let k = self.in_sweep(&i, Scope::free_index)?;
        let (c, gt, m) = (self.threshold(), self.relation(">"), self.extent());
        let found = vec![line(format!("{k} = {k} + 1")), line(format!("{} = {i}", list.at(&k)))];
        let test = block(format!("if ({} {gt} {c}) then", y.at(&i)), found, "end if");
        let collect = block(format!("do {i} = 1, {m}"), vec![test], "end do");
        let at = x.at(&list.at(&i));
        let e = self.mix(&[at.clone(), y.at(&list.at(&i))]);
        let apply = block(format!("do {i} = 1, {k}"), vec![line(format!("{at} = {e}"))], "end do");
        Some(vec![Node::Group(vec![line(format!("{k} = 0")), collect, apply])])
    }

    /// The largest element, or the first one that passes a test.
    pub fn searched(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let i = self.free_index()?;
        let k = self.in_sweep(&i, Scope::free_index)?;
        let (c, gt, lt, m) = (self.threshold(), self.relation(">"), self.relation("<"), self.extent());
        let search = if self.rng.chance(50) {
            let better = vec![line(format!("if ({} {gt} {}) {k} = {i}", y.at(&i), y.at(&k)))];
            block(format!("do {i} = 2, {m}"), better, "end do")
        } else {
            let body = vec![
                line(format!("if ({} {gt} {c}) exit", y.at(&k))),
                line(format!("{k} = {k} + 1")),
            ];
            block(format!("do while ({k} {lt} {m})"), vec![Node::Group(body)], "end do")
        };
        let e = self.mix(&[x.at(&k), y.at(&k), x.at("1")]);
        let to = if self.rng.chance(60) { x.at(&k) } else { self.scalar()? };
        Some(vec![
            Node::Group(vec![line(format!("{k} = 1")), search]),
            line(format!("{to} = {e}")),
        ])
    }

    /// Elements through an array of subscripts.
    pub fn gathered_elements(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let (w, list) = (self.strip_besides(&x, true)?, self.list()?);
        let i = self.free_index()?;
        let m = self.extent();
        let mut out = vec![];
        if self.rng.chance(40) {
            // other subscripts than so far
            let factor = self.rng.range(1, 4);
            let set = vec![line(format!("{} = mod({factor}*{i} + 1, {m}) + 1", list.at(&i)))];
            out.push(block(format!("do {i} = 1, {m}"), set, "end do"));
        }
        let far = list.at(&i);
        let direct = self.rng.chance(40);
        let body = self.in_sweep(&i, |s| -> Option<Vec<Node>> {
            let mut body = vec![];
            let at = if direct {
                far.clone()
            } else {
                let k = s.free_index()?;
                body.push(line(format!("{k} = {far}")));
                k
            };
            let e = s.mix(&[x.at(&at), w.at(&i)]);
            let to = if s.rng.chance(50) { x.at(&at) } else { w.at(&i) };
            body.push(line(format!("{to} = {e}")));
            Some(body)
        })?;
        out.push(block(format!("do {i} = 1, {m}"), body, "end do"));
        Some(out)
    }

    /// A subscript that a loop updates.
    pub fn computed(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let i = self.free_index()?;
        let m = self.extent();
        let (k, e) = self.in_sweep(&i, |s| -> Option<(String, String)> {
            let k = s.free_index()?;
            let e = s.mix(&[x.at(&k), y.at(&i)]);
            Some((k, e))
        })?;
        let mut body = vec![line(format!("{} = {e}", x.at(&k)))];
        let step = line(format!("{k} = mod({k} + {}, {m}) + 1", self.rng.range(0, 2)));
        if self.rng.chance(30) {
            // under a condition
            let (c, gt) = (self.threshold(), self.relation(">"));
            body.push(block(format!("if ({} {gt} {c}) then", y.at(&i)), vec![step], "end if"));
        } else {
            body.push(step);
        }
        Some(vec![Node::Group(vec![
            line(format!("{k} = 1")),
            block(format!("do {i} = 1, {m}"), body, "end do"),
        ])])
    }

    /// Increments a subscript with wrap-around: `ip = ip + 1; if (ip > n) ip = 1`.
    pub fn wrap(&mut self) -> Vec<Node> {
        let mut holders = self.vars.clone();
        holders.retain(|v| v.index && v.rank == 0 && v.writable && v.ty == Ty::Int);
        if holders.is_empty() {
            return self.assignment();
        }
        let v = self.rng.pick(&holders).base;
        let (n, gt) = (self.n, self.relation(">"));
        vec![Node::Group(vec![
            line(format!("{v} = {v} + 1")),
            line(format!("if ({v} {gt} {n}) {v} = 1")),
        ])]
    }
}
