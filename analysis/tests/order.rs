//! Assignments that write first, in random loop nests: the nests are executed here, and the analysis must not claim it
//! of an assignment that overwrites an element read before.

use crate::common::{self, case};
use adc_analysis::dependence::{written_first, References, When};
use adc_frontend::ir::*;
use std::collections::BTreeSet;
use std::fmt::Write;

const NAMES: [&str; 4] = ["i", "j", "k", "n"];

/// A sum of multiples of `i`, `j`, `k`, `n`, and a number.
#[derive(Clone)]
struct Sum([i64; 5]);

impl Sum {
    fn value(&self, of: &[i64; 4]) -> i64 {
        self.0[..4].iter().zip(of).map(|(a, b)| a * b).sum::<i64>() + self.0[4]
    }

    fn text(&self) -> String {
        let mut out = self.0[4].to_string();
        for (factor, name) in self.0.iter().zip(NAMES) {
            if *factor != 0 {
                write!(out, " + ({factor})*{name}").expect("a string takes all");
            }
        }
        out
    }
}

/// An element of `w`.
type Element = [Sum; 2];

enum Part {
    Loop {
        index: usize,
        lo: Sum,
        hi: Sum,
        step: i64,
        body: Vec<Part>,
    },
    Assign {
        target: Element,
        reads: Vec<Element>,
    },
}

/// The values that are needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    /// What assignments read.
    Reads,
    /// The same, except their own elements.
    Others,
    /// These, and what assignments assign.
    Results,
}

/// State of a run: the elements needed so far, the assignments that overwrite one of them, and those that read their
/// own element by another name.
struct Run {
    needed: Needed,
    read: BTreeSet<[i64; 2]>,
    /// The number of the current assignment.
    number: usize,
    late: BTreeSet<usize>,
    same: BTreeSet<usize>,
}

impl Run {
    fn run(&mut self, parts: &[Part], values: &mut [i64; 4]) {
        let first = self.number;
        for p in parts {
            match p {
                Part::Assign { target, reads } => {
                    let element = |e: &Element| [e[0].value(values), e[1].value(values)];
                    let is_other = |r: &&Element| text(r) != text(target);
                    let counted = reads.iter().filter(|r| self.needed == Needed::Reads || is_other(r));
                    self.read.extend(counted.map(element));
                    if self.read.contains(&element(target)) {
                        self.late.insert(self.number);
                    }
                    if self.needed == Needed::Results {
                        self.read.insert(element(target));
                    }
                    if reads.iter().filter(is_other).any(|r| element(r) == element(target)) {
                        self.same.insert(self.number);
                    }
                    self.number += 1;
                }
                Part::Loop {
                    index,
                    lo,
                    hi,
                    step,
                    body,
                } => {
                    let (mut at, last) = (lo.value(values), hi.value(values));
                    let before = self.number;
                    while (last - at) * step.signum() >= 0 {
                        values[*index] = at;
                        self.number = before;
                        self.run(body, values);
                        at += step;
                    }
                    self.number = before + count(body);
                }
            }
        }
        assert_eq!(self.number, first + count(parts));
    }
}

fn count(parts: &[Part]) -> usize {
    let one = |p: &Part| match p {
        Part::Assign { .. } => 1,
        Part::Loop { body, .. } => count(body),
    };
    parts.iter().map(one).sum()
}

fn text(e: &Element) -> String {
    format!("w({}, {})", e[0].text(), e[1].text())
}

fn code(parts: &[Part]) -> String {
    let mut out = String::new();
    for p in parts {
        match p {
            Part::Assign { target, reads } => {
                let reads: Vec<String> = reads.iter().map(text).collect();
                writeln!(out, "{} = x(1) + {}", text(target), reads.join("*")).expect("a string takes all");
            }
            Part::Loop {
                index,
                lo,
                hi,
                step,
                body,
            } => {
                let name = NAMES[*index];
                let (lo, hi, body) = (lo.text(), hi.text(), code(body));
                writeln!(out, "do {name} = {lo}, {hi}, {step}\n{body}end do").expect("a string takes all");
            }
        }
    }
    out
}

struct Random(u64);

impl Random {
    /// From zero to below.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn pick(&mut self, of: &[i64]) -> i64 {
        of[self.below(of.len() as u64) as usize]
    }

    /// A sum of indices of surrounding loops.
    fn sum(&mut self, around: &[usize]) -> Sum {
        let mut sum = Sum([0; 5]);
        if !around.is_empty() && self.below(8) > 0 {
            let index = around[self.below(around.len() as u64) as usize];
            sum.0[index] = self.pick(&[1, 1, 1, 1, -1, 2]);
        }
        sum.0[3] = self.pick(&[0, 0, 0, 0, 1]);
        sum.0[4] = self.pick(&[0, 0, 1, -1, 2]);
        sum
    }

    fn bound(&mut self, around: &[usize]) -> Sum {
        let mut sum = Sum([0, 0, 0, 0, self.pick(&[0, 1, 1, -1])]);
        match self.below(5) {
            0 | 1 if !around.is_empty() => sum.0[around[self.below(around.len() as u64) as usize]] = 1,
            2 | 3 => sum.0[3] = 1,
            _ => sum.0[4] += self.pick(&[0, 2]),
        }
        sum
    }

    fn nest(&mut self, around: &[usize]) -> Part {
        let index = around.len();
        let (a, b) = (self.bound(around), self.bound(around));
        let step = self.pick(&[1, 1, 1, -1, -1, 2, -2]);
        let inside: Vec<usize> = (0..=index).collect();
        let parts = 1 + self.below(2);
        let body = (0..parts).map(|_| match index < 2 && self.below(2) == 0 {
            true => self.nest(&inside),
            false => self.assign(&inside),
        });
        let body = body.collect();
        Part::Loop {
            index,
            lo: a,
            hi: b,
            step,
            body,
        }
    }

    fn assign(&mut self, around: &[usize]) -> Part {
        let mut element = || [self.sum(around), self.sum(around)];
        let (target, mut reads) = (element(), vec![element()]);
        if self.below(2) == 0 {
            reads.push(target.clone());
        }
        Part::Assign { target, reads }
    }
}

/// The numbers of the assignments of the first loop for which the analysis claims it, and of those that it claims to
/// read no element of another name that is their own.
fn said(code: &str, needed: Needed) -> [Vec<usize>; 2] {
    let text = format!(
        "subroutine head(x, y, n, w)
           integer :: n, i, j, k
           real(8) :: x(n), y(n), w(-99:99, -99:99)
           {code}
           y = x + w(1, 1)
         end subroutine"
    );
    let c = case(&text, "head", "x", "y");
    let body = &c.program.units[common::unit(&c.program, "head")].body;
    let mut assignments = vec![];
    visit::walk_block(body, &mut |s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            assignments.push((s.id, lhs, rhs));
        }
    });
    let is_own = |stmt, read: &Expr| assignments.iter().any(|(s, lhs, _)| *s == stmt && lhs.same(read));
    let is_needed = |_, stmt, read: &Expr, when| match when {
        When::Before => needed == Needed::Reads || !is_own(stmt, read),
        When::After => needed == Needed::Results,
    };
    let found = written_first(&c.program, &c.analyses, &body[0], &is_needed);
    let number = |stmt| assignments.iter().position(|(s, ..)| *s == stmt);
    let first = found.into_iter().filter_map(|(s, _)| number(s)).collect();
    let references = References::of(&c.program, &c.analyses, &body[0]);
    let differ = |&(stmt, lhs, rhs): &(StmtId, &Expr, &Expr)| {
        let zone = c.analyses.zones.of_designator(lhs)[0];
        let (mut reads, mut all) = (vec![], true);
        visit::walk_expr(rhs, &mut |e| {
            reads.extend((e.ty == lhs.ty && matches!(e.kind, ExprKind::Index(..))).then_some(e))
        });
        for read in reads
            .into_iter()
            .filter(|r| r.base_symbol() == lhs.base_symbol() && !r.same(lhs))
        {
            all &= references.as_ref().is_some_and(|r| r.differ(zone, stmt, [lhs, read]));
        }
        all
    };
    let apart = assignments.iter().filter(|a| differ(a));
    [first, apart.filter_map(|a| number(a.0)).collect()]
}

#[test]
fn nothing_is_overwritten_that_was_read() {
    let (mut all, mut known) = (0, 0);
    for seed in 0..1500 {
        let mut random = Random(seed);
        (0..4).for_each(|_| {
            random.below(1);
        });
        let nest = [random.nest(&[])];
        let code = code(&nest);
        for needed in [Needed::Reads, Needed::Others, Needed::Results] {
            let [said, apart] = said(&code, needed);
            let (mut overwritten, mut same) = (BTreeSet::new(), BTreeSet::new());
            for n in 0..6 {
                let mut run = Run {
                    needed,
                    read: BTreeSet::new(),
                    number: 0,
                    late: BTreeSet::new(),
                    same: BTreeSet::new(),
                };
                run.run(&nest, &mut [0, 0, 0, n]);
                overwritten.append(&mut run.late);
                same.append(&mut run.same);
            }
            if let Some(wrong) = apart.iter().find(|&a| same.contains(a)) {
                panic!("assignment {wrong} reads its own element by another name:\n{code}");
            }
            if let Some(wrong) = said.iter().find(|&a| overwritten.contains(a)) {
                panic!("assignment {wrong} overwrites what was read:\n{code}");
            }
            // those that overwrite nothing for these numbers
            all += count(&nest) - overwritten.len();
            known += said.len();
        }
    }
    assert!(6 * known > all, "only {known} of {all} are known");
}
