//! Functions in expressions that count their calls: in a module variable whose value is used later, and in a local one.

use super::Site;
use crate::random::scope::{root, Scope, Ty};
use crate::random::tree::{block, line, mentions, Node};
use crate::random::unit::Maker;

/// The names of the counting functions.
#[derive(Clone, Debug)]
pub struct Counters {
    /// The module's counter.
    count: String,
    /// A real function.
    tick: String,
    /// A function with a value from 1 to n.
    turn: String,
    /// A function with an allocatable result of n elements.
    row: String,
}

impl Counters {
    /// All programs count anew.
    pub fn begin(&self) -> Node {
        line(format!("{} = 0", self.count))
    }
}

impl Maker {
    /// Statements with one of the functions each.
    pub fn counters(&mut self, site: &mut Site) {
        let known = self.counting();
        for _ in 0..2 {
            let c = known.clone();
            site.op(move |s, depth| s.counted(&c).map(|x| s.perhaps(depth, x)));
        }
        site.op(move |s, depth| s.steered(&known, depth));
    }

    fn counting(&mut self) -> Counters {
        if let Some(known) = &self.counters {
            return known.clone();
        }
        let [count, tick, turn, row] = ["cnt", "tick", "turn", "row"].map(|stem| self.own_name(stem));
        let t = self.type_name(Ty::Real);
        let (half, c) = if self.kind == 8 {
            ("0.5d0", "0.1d0")
        } else {
            ("0.5", "0.1")
        };
        self.declared.push(format!("integer :: {count} = 0"));
        let step = line(format!("{count} = mod({count} + 1, 7)"));
        let saved = "integer, save :: calls = 0".to_string();
        let calls = line("calls = calls + 1");
        let decls = [format!("{t}, intent(in) :: x"), format!("{t} :: r"), saved.clone()];
        let body = vec![
            calls.clone(),
            step.clone(),
            line(format!("r = {half}*sin(x + {c}*{count})")),
        ];
        self.helper(&format!("function {tick}(x) result(r)"), &decls, body);
        let body = vec![step.clone(), line(format!("r = 1 + mod({count}, n)"))];
        self.helper(&format!("function {turn}() result(r)"), &["integer :: r".into()], body);
        let decls = [
            format!("{t}, intent(in) :: x"),
            format!("{t}, allocatable :: r(:)"),
            saved,
        ];
        let body = vec![
            calls,
            step,
            line("allocate(r(n))"),
            line(format!("r = {half}*x")),
            line(format!("r(1) = cos({c}*{count}*x)")),
        ];
        self.helper(&format!("function {row}(x) result(r)"), &decls, body);
        self.touching.extend([tick.clone(), turn.clone(), row.clone()]);
        let made = Counters { count, tick, turn, row };
        self.counters = Some(made.clone());
        made
    }
}

impl Scope {
    /// Assignments with a call, and uses of the count.
    fn counted(&mut self, c: &Counters) -> Option<Vec<Node>> {
        let (e, f) = self.without_calls(|s| (s.value(Ty::Real, 1, None), s.value(Ty::Real, 1, None)));
        let x = self.scalar()?;
        let (half, tenth) = (self.real(0.5), self.real(0.1));
        let Counters { count, tick, turn, row } = c;
        let array = self.writable(Ty::Real, 1);
        let (e, f) = (e.text, f.within(3));
        // the assigned variable is not in its own subscripts
        Some(match self.rng.below(8) {
            0 => vec![line(format!("{x} = {half}*{tick}({e}) + {half}*{f}"))],
            1 => vec![line(format!("{x} = {half}*{f}*{tick}({e})"))],
            2 => vec![
                line(format!("{x} = {tick}({e})")),
                line(format!("{x} = {x}*({half} + {tenth}*{count})")),
            ],
            3 => vec![line(format!("{x} = {half}*{f}/(2 + {tick}({e})**2)"))],
            4 if !array.is_empty() => {
                let a = self.rng.pick(&array);
                if a.lo != 1 || !a.suffix.is_empty() || mentions(&e, root(&a.base)) || mentions(&f, root(&a.base)) {
                    return None;
                }
                vec![line(format!("{}({turn}()) = {half}*{f}", a.base))]
            }
            5 => {
                let v = self.vector()?;
                if mentions(&e, root(&x)) {
                    return None;
                }
                vec![line(format!("{x} = {tenth}*dot_product({row}({e}), {v})"))]
            }
            6 => vec![
                line(format!("{x} = {tenth}*sum({row}({e}))")),
                line(format!("{x} = {x}*{count}*{half}")),
            ],
            _ => {
                let v = self.section_of(Ty::Real, crate::random::scope::Shape::Full, true)?;
                if mentions(&e, root(&v)) {
                    return None;
                }
                vec![line(format!("{v} = {row}({e})"))]
            }
        })
    }

    /// Tests, bounds and selections by a call.
    fn steered(&mut self, c: &Counters, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        let e = self.without_calls(|s| s.value(Ty::Real, 1, None)).text;
        let Counters { count, tick, turn, .. } = c;
        let limit = self.real(0.2371);
        match self.rng.below(4) {
            0 => {
                let inside = self.statements(2, depth - 1);
                Some(vec![block(
                    format!("if ({tick}({e}) > {limit}) then"),
                    inside,
                    "end if",
                )])
            }
            1 => {
                let i = self.free_index()?;
                let x = self.scalar()?;
                let (half, f) = (
                    self.real(0.5),
                    self.without_calls(|s| s.value(Ty::Real, 1, None)).within(3),
                );
                let body = vec![line(format!("{x} = {half}*{x} + {half}*{f}"))];
                let text = format!("do {i} = 1, {turn}()");
                (!mentions(&f, &i) && !mentions(&x, &i)).then(|| vec![block(text, body, "end do")])
            }
            2 => {
                let (a, b) = (self.statements(1, depth - 1), self.statements(1, depth - 1));
                let parts = vec![
                    (format!("select case ({turn}())"), vec![]),
                    ("case (1)".to_string(), a),
                    ("case (2:)".to_string(), b),
                ];
                Some(vec![Node::Block(parts, "end select".into())])
            }
            _ => {
                let inside = self.statements(1, depth - 1);
                Some(vec![block(format!("if (mod({count}, 2) == 0) then"), inside, "end if")])
            }
        }
    }
}
