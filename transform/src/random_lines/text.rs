//! Random straight-line programs whose names may share memory.
//!
//! | names | share memory |
//! |---|---|
//! | `z(1)` to `z(9)` by literals, `i`, `j`, `k`, `ix(i)` and sums with 1 | if the subscripts are equal |
//! | `e(1)` to `e(4)`, `f` | `f` is `e(2)`, by EQUIVALENCE |
//! | `w(1)` to `w(9)`, `p`, `q` | pointers to elements of `w` |
//! | `x`, `y`, `t`, `u`, `v`, `c`, `r`, `a`, `b` | no |
//!
//! Integers are assigned from reals and reals of 4 bytes from those of 8, so values change where they are assigned.

use crate::elimination::Random;

/// The statements of a program.
#[derive(Clone)]
pub(super) struct Text(pub Vec<String>);

/// The addresses of names in memory.
pub(super) const NAMES: [(&str, usize); 21] = [
    ("x", 0),
    ("y", 1),
    ("z", 2),
    ("c", 11),
    ("t", 14),
    ("u", 15),
    ("v", 16),
    ("e", 17),
    ("f", 18),
    ("w", 21),
    ("r", 30),
    ("i", 31),
    ("j", 32),
    ("k", 33),
    ("m", 34),
    ("ix", 35),
    ("a", 39),
    ("b", 40),
    ("p", 21),
    ("q", 22),
    ("g", 41),
];

/// The addresses of independents, which are dependents, too: `x`, `y`, `z`.
pub(super) const ACTIVE: std::ops::Range<usize> = 0..11;
/// The addresses of integers.
pub(super) const INTEGERS: std::ops::Range<usize> = 31..39;
/// The size of memory.
pub(super) const SIZE: usize = 42;

const DECLARATIONS: &str = "\
subroutine s(x, y, z, c, i, j, k, ix)
  real(8), intent(inout) :: x, y, z(9)
  real(8), intent(in) :: c(3)
  integer, intent(in) :: i, j, ix(4)
  integer, intent(inout) :: k
  integer :: m
  real(8) :: t, u, v, a, b, e(4), f
  real(4) :: r, g
  real(8), target :: w(9)
  real(8), pointer :: p, q
  equivalence (e(2), f)
  p => w(1)
  q => w(2)
";

impl Text {
    pub fn new(random: &mut Random) -> Text {
        let count = 2 + random.below(14);
        let shares = [1, 6, 16][random.below(3)];
        let mut writer = Writer { random, shares };
        Text((0..count).flat_map(|_| writer.lines()).collect())
    }

    pub fn source(&self) -> String {
        let body: String = self.0.iter().map(|s| format!("  {s}\n")).collect();
        format!("{DECLARATIONS}{body}end subroutine\n")
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    /// Of 16 variables, so many may share memory.
    shares: usize,
}

impl Writer<'_> {
    fn one_of(&mut self, all: &[&str]) -> String {
        all[self.random.below(all.len())].to_string()
    }

    /// An element; subscripts are from 1 to 5.
    fn element(&mut self, array: &str) -> String {
        let subscript = self.one_of(&["1", "2", "3", "i", "j", "k", "i + 1", "j + 1", "ix(i)", "ix(2)"]);
        format!("{array}({subscript})")
    }

    fn variable(&mut self) -> String {
        if self.random.below(16) >= self.shares {
            return self.one_of(&["x", "y", "t", "u", "v", "a", "b", "t", "u"]);
        }
        match self.random.below(8) {
            0..=3 => self.element("z"),
            4 => self.element("w"),
            5 => format!("e({})", self.one_of(&["1", "2", "i", "j"])),
            6 => "f".into(),
            _ => self.one_of(&["p", "q"]),
        }
    }

    fn lines(&mut self) -> Vec<String> {
        match self.random.below(12) {
            0 => self.converted(),
            _ => vec![self.statement()],
        }
    }

    /// A value that changes where it is assigned, and factors that read it before and after.
    fn converted(&mut self) -> Vec<String> {
        let (y, a, b) = (self.variable(), self.variable(), self.variable());
        let all = [
            ["m = t", "m", "t"],
            ["m = t", "real(m, 8)", "real(t, 8)"],
            ["r = c(1)", "r", "c(1)"],
            ["u = k", "real(u/2, 8)", "(k/2)"],
        ];
        let [conversion, before, after] = all[self.random.below(all.len())];
        let mut lines = vec![
            conversion.to_string(),
            format!("a = {a}*{before}"),
            format!("b = sin({b}*{after})"),
            format!("{y} = a*b"),
        ];
        if self.random.below(2) == 0 {
            lines.swap(1, 2);
        }
        lines
    }

    fn statement(&mut self) -> String {
        match self.random.below(24) {
            0 => self.one_of(&["k = x*3", "k = t", "k = i", "k = j", "k = 1 + mod(abs(k), 4)"]),
            1 => self.one_of(&["m = t", "m = k", "m = u", "r = c(1)", "r = c(2)", "g = r"]),
            2 => self.one_of(&["t = r", "u = k", "v = m", "a = g", "t = x", "u = t", "x = t"]),
            3 if self.shares > 4 => format!("{} => {}", self.one_of(&["p", "q"]), self.element("w")),
            _ => format!("{} = {}", self.variable(), self.expression(0)),
        }
    }

    fn operand(&mut self) -> String {
        match self.random.below(12) {
            0 => self.one_of(&[
                "1.5d0",
                "0.25d0",
                "2",
                "c(1)",
                "c(2)",
                "r",
                "g",
                "m",
                "k",
                "k/2",
                "m/2",
                "real(k, 8)",
            ]),
            _ => self.variable(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth > 2 || self.random.below(5) == 0 {
            return self.operand();
        }
        let (a, b) = (self.expression(depth + 1), self.expression(depth + 1));
        let v = self.variable();
        match self.random.below(23) {
            0..=3 => format!("({a} + {b})"),
            4..=6 => format!("({a} - {b})"),
            7..=10 => format!("{a}*{b}"),
            11 | 12 => format!("{a}/(1.5d0 + ({b})**2)"),
            13 => format!("(-{a})"),
            14 => format!("sin({a}*1.0d0)"),
            15 => format!("tanh({a}*1.0d0)"),
            16 => format!("({a})**2"),
            17 => format!("atan2(y={a}*1.0d0, x=2.0d0 + ({b})**2)"),
            18 => format!("atan2(y={v}, x=3.0d0 + {v}**2)"),
            19 => format!("atan2(x={v}, y=3.0d0 + {v}**2)"),
            20 => format!("max({a}*1.0d0, {b}*1.0d0)"),
            21 => format!("merge({a}*1.0d0, {b}*1.0d0, {v} > 0.5d0)"),
            _ => format!("cos({a}*1.0d0)*sin({a}*1.0d0)"),
        }
    }
}
