//! Array expressions: overlapping sections, vector subscripts, constructors, masks, FORALL and DO CONCURRENT over two
//! indices.

use super::Site;
use crate::random::scope::{root, Loop, Scope, Shape, Ty, Var};
use crate::random::stmt::names_element;
use crate::random::tree::{block, line, mentions, Node};
use crate::random::unit::Maker;

impl Maker {
    /// A permutation of the subscripts, a logical array, a matrix.
    pub fn arrays(&mut self, site: &mut Site) {
        let n = self.n;
        let t = self.type_name(Ty::Real);
        site.declare("perm", format!("integer :: perm({n})"));
        let shift = self.rng.range(0, 3);
        site.begin(
            "perm",
            vec![line(format!("perm = cshift([{}], {shift})", numbers(n).join(", ")))],
        );
        site.declare("lm", format!("logical :: lm({n})"));
        site.begin("lm", vec![line("lm = .true.")]);
        site.declare("qa", format!("{t} :: qa({n}, {n})"));
        let e = site.scope.value(Ty::Real, 1, None).text;
        let share = site.scope.real(0.1);
        let row = format!("{share}*real([{}], {})", numbers(n).join(", "), self.kind);
        let e = site.scope.mix(&[e]);
        let scale = site.scope.real(0.5);
        site.begin("qa", vec![line(format!("qa = spread({row}, 1, {n}) + {scale}*({e})"))]);
        site.see("qa", Ty::Real, 2);
        site.op(|s, _| s.overlap());
        site.op(|s, _| s.overlap_of_matrix());
        site.op(|s, _| s.permuted());
        site.op(|s, _| s.constructed());
        site.op(|s, _| s.masked());
        site.op(|s, _| s.forall_of_matrix());
        site.op(|s, _| s.concurrent_of_matrix());
    }
}

/// From 1 to n, as text.
fn numbers(n: i32) -> Vec<String> {
    (1..=n).map(|k| k.to_string()).collect()
}

impl Scope {
    /// `a(2:n) = a(1:n-1)*b`
    fn overlap(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let n = self.n;
        let (last, less) = (n.to_string(), (n - 1).to_string());
        let odd = (n - (n - 1) % 2).to_string();
        let (shape, to, from) = match self.rng.below(6) {
            0 => (Shape::Short, x.range("2", &last, ""), x.range("1", &less, "")),
            1 => (Shape::Short, x.range("1", &less, ""), x.range("2", &last, "")),
            2 => (Shape::Short, x.range("2", &last, ""), x.range(&less, "1", "-1")),
            3 => (Shape::Odd, x.range("1", &last, "2"), x.range(&odd, "1", "-2")),
            4 => (Shape::Full, x.whole.clone(), x.range(&last, "1", "-1")),
            _ => (Shape::Full, x.range(&last, "1", "-1"), x.whole.clone()),
        };
        let e = self.without_calls(|s| s.value(Ty::Real, 1, Some(shape)));
        let (a, b) = (self.real(0.6), self.real(0.4));
        let text = match self.rng.below(4) {
            0 => from,
            1 => format!("{b}*{from}*{}", e.within(3)),
            2 => format!("{b}*{from} + {a}*{}", e.within(3)),
            _ => format!("{a}*{to} - {b}*{from}"),
        };
        Some(vec![line(format!("{to} = {text}"))])
    }

    /// A matrix that can be written.
    pub(super) fn some_matrix(&mut self) -> Option<Var> {
        let mut all = self.writable(Ty::Real, 2);
        all.retain(|v| v.suffix.is_empty());
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    fn overlap_of_matrix(&mut self) -> Option<Vec<Node>> {
        let q = self.some_matrix()?;
        let (b, lo, hi) = (&q.base, q.lo, q.lo + self.n - 1);
        let k = self.rng.range(lo, hi);
        let c = self.real(0.4);
        let (to, from) = match self.rng.below(6) {
            0 => (format!("{b}({}:{hi}, :)", lo + 1), format!("{b}({lo}:{}, :)", hi - 1)),
            1 => (format!("{b}(:, {lo}:{})", hi - 1), format!("{b}(:, {}:{hi})", lo + 1)),
            2 => (b.clone(), format!("{b}({hi}:{lo}:-1, {hi}:{lo}:-1)")),
            3 => (format!("{b}({k}, :)"), format!("{b}(:, {k})")),
            4 => (
                format!("{b}({lo}:{}, {lo}:{})", hi - 1, hi - 1),
                format!("{b}({}:{hi}, {}:{hi})", lo + 1, lo + 1),
            ),
            // as many columns, from the last odd one
            _ => (
                format!("{b}(:, {lo}:{hi}:2)"),
                format!("{b}(:, {}:{lo}:-2)", hi - (self.n - 1) % 2),
            ),
        };
        let text = match self.rng.below(3) {
            0 => from,
            1 => format!("{c}*{from} + {}*{to}", self.real(0.6)),
            _ => format!("sin({from})*{to}"),
        };
        Some(vec![line(format!("{to} = {text}"))])
    }

    /// Elements in another order, to the left or to the right.
    fn permuted(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let n = self.n;
        let mut list = numbers(n);
        let at = self.rng.below(list.len());
        list.rotate_left(at);
        if self.rng.chance(50) {
            list.reverse();
        }
        let mut out = vec![];
        if self.rng.chance(40) {
            let next = match self.rng.below(3) {
                0 => format!("{} - perm", n + 1),
                1 => format!("perm({n}:1:-1)"),
                _ => "cshift(perm, 1)".into(),
            };
            out.push(line(format!("perm = {next}")));
        }
        let order = match self.rng.below(3) {
            0 if x.lo == 1 => format!("[{}]", list.join(", ")),
            _ => "perm".to_string(),
        };
        let (a, b) = (self.real(0.5), self.real(0.4));
        let (to, from) = match self.rng.below(3) {
            0 => (x.at(&order), y.whole),
            1 => (x.whole.clone(), y.at("perm")),
            _ => (x.at(&order), y.at("perm")),
        };
        let text = match self.rng.below(3) {
            0 => from,
            1 => format!("{a}*{from} + {b}*{}", x.whole),
            _ => format!("{a}*{from}*{to}"),
        };
        out.push(line(format!("{to} = {text}")));
        Some(out)
    }

    /// Builds inside two loops.
    fn over_two<T>(&mut self, make: impl FnOnce(&mut Scope, &str, &str) -> Option<T>) -> Option<T> {
        let i = self.free_index()?;
        self.loops.push(Loop::over(&i, 1, self.n));
        let found = self.free_index().and_then(|j| {
            self.loops.push(Loop::over(&j, 1, self.n));
            let made = self.without_calls(|s| make(s, &i, &j));
            self.loops.pop();
            made
        });
        self.loops.pop();
        found
    }

    /// Implied loops, one in another.
    fn constructed(&mut self) -> Option<Vec<Node>> {
        let n = self.n;
        if self.rng.chance(50) {
            let q = self.some_matrix()?;
            let text = self.over_two(|s, i, j| {
                let e = s.value(Ty::Real, 2, None).text;
                Some(format!("reshape([(({e}, {i} = 1, {n}), {j} = 1, {n})], [{n}, {n}])"))
            })?;
            return Some(vec![line(format!("{} = {text}", q.base))]);
        }
        let x = self.strip(true)?;
        let i = self.free_index()?;
        self.loops.push(Loop::over(&i, 2, n));
        let e = self.without_calls(|s| s.value(Ty::Real, 1, None)).text;
        self.loops.pop();
        let (t, y) = (self.value(Ty::Real, 1, None).text, self.strip(false)?);
        let text = match self.rng.below(3) {
            0 => format!("[{t}, ({e}, {i} = 2, {n})]"),
            1 => format!("[({e}, {i} = {n}, 2, -1), {t}]"),
            _ => format!("[{}, {t}]", y.range("2", &n.to_string(), "")),
        };
        Some(vec![line(format!("{} = {text}", x.whole))])
    }

    /// A logical array as mask, of WHERE and of intrinsics.
    fn masked(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.vector()?);
        let c = self.threshold();
        let e = self.without_calls(|s| s.value(Ty::Real, 1, Some(Shape::Full)));
        let whole = x.whole.clone();
        if names_element(&e.text, x.root()) || names_element(&y, root(&whole)) {
            return None;
        }
        let set = line(format!("lm = {y} > {c}"));
        let (a, b) = (self.real(0.5), self.real(0.3));
        Some(match self.rng.below(6) {
            0 => vec![
                set,
                block("where (lm)", vec![line(format!("{whole} = {}", e.text))], "end where"),
            ],
            1 => vec![
                set,
                Node::Block(
                    vec![
                        (
                            "where (.not. lm)".into(),
                            vec![line(format!("{whole} = {a}*{whole}*{}", e.within(3)))],
                        ),
                        (
                            "elsewhere".into(),
                            vec![line(format!("{whole} = {b}*{whole} - {}*{a}", e.within(3)))],
                        ),
                    ],
                    "end where".into(),
                ),
            ],
            2 => vec![set, line(format!("{whole} = merge({a}*{whole}, {y}, lm)"))],
            3 => vec![
                set,
                line(format!(
                    "if (count(lm) > 1) {whole} = {a}*{whole} + {b}*{}",
                    e.within(3)
                )),
            ],
            4 => {
                let t = self.scalar()?;
                vec![set, line(format!("{t} = sin(sum({whole}, mask=lm) + {b}*{t})"))]
            }
            _ => {
                let q = self.some_matrix()?;
                let b0 = &q.base;
                let low = self.real(-0.4137);
                let set = format!("{b0} = {a}*{b0}**2 + {b}*transpose({b0})");
                vec![block(format!("where ({b0} > {low})"), vec![line(set)], "end where")]
            }
        })
    }

    fn forall_of_matrix(&mut self) -> Option<Vec<Node>> {
        let q = self.some_matrix()?;
        let (n, d) = (self.n, q.lo - 1);
        let at = |i: &str, j: &str| match d {
            0 => format!("{}({i}, {j})", q.base),
            _ => format!("{}({i}{d:+}, {j}{d:+})", q.base),
        };
        let c = self.real(-0.3137);
        self.over_two(|s, i, j| {
            let e = s.value(Ty::Real, 1, None);
            let factor = s.real(0.4);
            let set = format!(
                "{} = {factor}*{}*{} + {factor}*{}",
                at(i, j),
                at(j, i),
                e.within(3),
                at(i, j)
            );
            Some(match s.rng.below(4) {
                0 => vec![line(format!("forall ({i} = 1:{n}, {j} = 1:{n}) {set}"))],
                1 => vec![line(format!("forall ({i} = 1:{n}, {j} = 1:{n}, {i} /= {j}) {set}"))],
                2 => vec![block(
                    format!("forall ({i} = 1:{n}, {j} = 1:{n}, {} > {c})", at(i, j)),
                    vec![line(set)],
                    "end forall",
                )],
                _ => {
                    let other = format!("{} = {factor}*{}", at(j, i), at(i, j));
                    let inner = block(format!("forall ({j} = 1:{i})"), vec![line(set)], "end forall");
                    vec![block(
                        format!("forall ({i} = 1:{n})"),
                        vec![
                            inner,
                            block(format!("forall ({j} = {i}:{n})"), vec![line(other)], "end forall"),
                        ],
                        "end forall",
                    )]
                }
            })
        })
    }

    fn concurrent_of_matrix(&mut self) -> Option<Vec<Node>> {
        let q = self.some_matrix()?;
        let (n, d) = (self.n, q.lo - 1);
        self.over_two(|s, i, j| {
            let at = match d {
                0 => format!("{}({i}, {j})", q.base),
                _ => format!("{}({i}{d:+}, {j}{d:+})", q.base),
            };
            let mut e = s.value(Ty::Real, 1, None).within(3);
            // each iteration must be one by itself
            if mentions(&e, q.root()) || q.root() == "eq" {
                e = s.real(0.8);
            }
            let factor = s.real(0.5);
            let mask = s
                .rng
                .pick(&[String::new(), format!(", {i} /= {j}"), format!(", {i} + {j} > 3")]);
            let set = line(format!("{at} = {factor}*{at}*{e} + {factor}*{at}"));
            let open = format!("do concurrent ({i} = 1:{n}, {j} = 1:{n}{mask})");
            Some(vec![block(open, vec![set], "end do")])
        })
    }
}
