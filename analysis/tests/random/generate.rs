//! Random small programs, as trees that can be printed as Fortran and executed.
//!
//! Each program has subroutines and functions of one signature `(p0, p1, p2(3), n)`, a COMMON block that every unit
//! divides differently, module variables, saved, equivalenced and pointer variables, a matrix and a variable of derived
//! type. Actual arguments are elements, elements that start a sequence, sections with and without strides, rows and
//! columns, components. The programs obey the standard's rules on aliasing.

/// A small generator of numbers.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    Formal(usize),
    /// Fresh in every call; the offset in the frame. Equivalenced variables overlap.
    Local(usize),
    Saved(usize),
    Common(usize),
    Module(usize),
    Result,
    Pointer,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub len: usize,
    pub scalar: bool,
    pub place: Place,
}

impl Var {
    /// Three by three, column by column.
    pub fn is_matrix(&self) -> bool {
        self.name == "m0"
    }
}

/// Part of a variable; elements are counted from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum At {
    Whole,
    Element(usize),
    /// The element with index `n`, among the first three.
    Unknown,
    /// Three elements: index of the first, and stride.
    Section(usize, usize),
}

/// A variable or a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Ref {
    pub var: usize,
    pub at: At,
}

pub type Terms = Vec<(u64, Ref)>;

#[derive(Clone, Debug)]
pub enum Actual {
    Place(Ref),
    Value(Terms),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    /// Under a mask or not.
    Assign(Ref, Terms, bool),
    /// `do j = ...` over the elements of vectors, from the first or a later one, all or every second one.
    Sweep(usize, Terms, usize, usize),
    /// True if the condition stops recursion; branches.
    If(bool, Vec<Stmt>, Vec<Stmt>),
    Loop(Vec<Stmt>),
    Exit,
    Cycle,
    Return,
    /// Jumps over the next statements.
    Skip(usize),
    Point(usize),
    Call(usize, Vec<Actual>),
    /// `ref = coefficient*f(...)`
    Function(Ref, u64, usize, Vec<Actual>),
}

pub struct Unit {
    pub name: String,
    pub function: bool,
    pub vars: Vec<Var>,
    /// Those that it uses.
    pub palette: Vec<usize>,
    pub body: Vec<Stmt>,
}

pub const FRAME: usize = 40;

fn vars(unit: usize, function: bool, rng: &mut Rng) -> Vec<Var> {
    let mut list = vec![];
    let mut add = |name: String, len: usize, scalar: bool, place: Place| {
        list.push(Var {
            name,
            len,
            scalar,
            place,
        })
    };
    add("p0".into(), 1, true, Place::Formal(0));
    add("p1".into(), 1, true, Place::Formal(1));
    add("p2".into(), 3, false, Place::Formal(2));
    add("l0".into(), 1, true, Place::Local(0));
    add("l1".into(), 1, true, Place::Local(1));
    add("v0".into(), 3, false, Place::Local(2));
    add("w0".into(), 5, false, Place::Local(5));
    add("ev".into(), 3, false, Place::Local(10));
    add("e0".into(), 1, true, Place::Local(11));
    add("m0".into(), 9, false, Place::Local(20));
    add("q0%a".into(), 1, true, Place::Local(29));
    add("q0%b".into(), 3, false, Place::Local(30));
    add("t0".into(), 1, true, Place::Local(13));
    add("t1".into(), 1, true, Place::Local(14));
    add("pt".into(), 1, true, Place::Pointer);
    add("k0".into(), 1, true, Place::Saved(unit));
    add("g0".into(), 1, true, Place::Module(0));
    add("g1".into(), 3, false, Place::Module(1));
    let layouts: [&[usize]; 5] = [&[1, 1, 1, 1], &[3, 1], &[1, 3], &[2, 2], &[1, 2, 1]];
    let mut at = 0;
    for (i, &len) in rng.pick(&layouts).iter().enumerate() {
        add(format!("c{i}"), len, len == 1, Place::Common(at));
        at += len;
    }
    if function {
        add("res".into(), 1, true, Place::Result);
    }
    list
}

struct Gen<'a> {
    rng: &'a mut Rng,
    units: &'a [(bool, Vec<Var>)],
    unit: usize,
    /// The variables that this unit uses: few, so that values meet.
    palette: Vec<usize>,
}

/// Variables that share storage, and the pointer with its targets, are chosen together.
const FAMILIES: [&[&str]; 12] = [
    &["l0"],
    &["l0", "l1"],
    &["v0"],
    &["w0"],
    &["m0"],
    &["m0", "v0"],
    &["q0%a", "q0%b"],
    &["ev", "e0"],
    &["t0", "t1", "pt"],
    &["k0"],
    &["g0", "g1"],
    &["c0", "c1", "c2", "c3"],
];

fn palette(vars: &[Var], families: &[usize]) -> Vec<usize> {
    let mut names = vec!["p0", "p1", "p2", "res"];
    names.extend(families.iter().flat_map(|&f| FAMILIES[f]));
    (0..vars.len())
        .filter(|&i| names.contains(&vars[i].name.as_str()))
        .collect()
}

impl Gen<'_> {
    fn vars(&self) -> &[Var] {
        &self.units[self.unit].1
    }

    /// A reference to one element.
    fn scalar(&mut self) -> Ref {
        let var = *self.rng.pick(&self.palette);
        let v = &self.vars()[var];
        let (len, scalar) = (v.len, v.scalar);
        let at = self.element(len, scalar);
        Ref { var, at }
    }

    fn element(&mut self, len: usize, scalar: bool) -> At {
        match scalar {
            true => At::Whole,
            false if len >= 3 && self.rng.chance(15) => At::Unknown,
            false => At::Element(self.rng.below(len)),
        }
    }

    /// Three elements, side by side or not.
    fn three(&mut self, v: &Var) -> At {
        if v.len == 3 {
            return At::Whole;
        }
        if v.is_matrix() {
            let k = self.rng.below(3);
            return *self.rng.pick(&[At::Section(k, 3), At::Section(3 * k, 1)]);
        }
        *self.rng.pick(&[
            At::Section(0, 2),
            At::Section(0, 1),
            At::Section(1, 1),
            At::Section(2, 1),
        ])
    }

    /// Three elements of some array of the palette.
    fn array(&mut self) -> Ref {
        let fitting: Vec<_> = self
            .palette
            .iter()
            .copied()
            .filter(|&i| self.vars()[i].len >= 3)
            .collect();
        let var = *self.rng.pick(&fitting);
        let v = self.vars()[var].clone();
        let at = self.three(&v);
        Ref { var, at }
    }

    /// A vector of three elements.
    fn vector(&mut self) -> usize {
        let vectors = self.palette.iter().copied().filter(|&i| self.vars()[i].len == 3);
        let vectors: Vec<usize> = vectors.collect();
        *self.rng.pick(&vectors)
    }

    fn sweep(&mut self) -> Stmt {
        let lhs = self.vector();
        let mut terms = vec![];
        for _ in 0..self.rng.below(3) {
            let r = if self.rng.chance(60) {
                Ref {
                    var: self.vector(),
                    at: At::Whole,
                }
            } else {
                self.scalar()
            };
            terms.push((1 + self.rng.below(9) as u64, r));
        }
        let (from, step) = *self.rng.pick(&[(0, 1), (0, 1), (0, 1), (1, 1), (0, 2)]);
        Stmt::Sweep(lhs, terms, from, step)
    }

    fn terms(&mut self, arrays: bool) -> Terms {
        let count = [0, 1, 1, 1, 1, 1, 2][self.rng.below(7)];
        let mut list = vec![];
        for _ in 0..count {
            let r = if arrays && self.rng.chance(70) {
                self.array()
            } else {
                self.scalar()
            };
            list.push((1 + self.rng.below(9) as u64, r));
        }
        list
    }

    fn block(&mut self, depth: usize, in_loop: bool) -> Vec<Stmt> {
        let count = if depth == 0 {
            3 + self.rng.below(6)
        } else {
            1 + self.rng.below(3)
        };
        let mut list = vec![];
        for _ in 0..count {
            let s = self.stmt(depth, in_loop);
            list.push(s);
        }
        if list.len() > 2 && self.rng.chance(15) {
            let at = self.rng.below(list.len() - 1);
            let over = 1 + self.rng.below(list.len() - at - 1);
            list.insert(at, Stmt::Skip(over));
        }
        list
    }

    fn stmt(&mut self, depth: usize, in_loop: bool) -> Stmt {
        match self.rng.below(if depth < 3 { 20 } else { 10 }) {
            0..=4 => Stmt::Assign(self.scalar(), self.terms(false), false),
            5..=7 => {
                if self.rng.chance(30) {
                    return self.sweep();
                }
                let lhs = self.array();
                Stmt::Assign(lhs, self.terms(true), self.rng.chance(25))
            }
            8 => Stmt::Point(self.rng.below(2)),
            9 if in_loop => {
                let s = if self.rng.chance(50) { Stmt::Exit } else { Stmt::Cycle };
                Stmt::If(false, vec![s], vec![])
            }
            9 => Stmt::If(false, vec![Stmt::Return], vec![]),
            10..=12 => {
                let then = self.block(depth + 1, in_loop);
                let or = if self.rng.chance(50) {
                    self.block(depth + 1, in_loop)
                } else {
                    vec![]
                };
                Stmt::If(false, then, or)
            }
            13 | 14 => Stmt::Loop(self.block(depth + 1, true)),
            _ => self.call(),
        }
    }

    fn call(&mut self) -> Stmt {
        let callee = self.rng.below(self.units.len());
        // actual arguments: no variable twice, none that the callee sees by another name
        let group = |v: &Var| match v.name.as_str() {
            "e0" => "ev".to_string(),
            "t0" | "t1" | "pt" => "t".to_string(),
            n => n.to_string(),
        };
        let own: Vec<usize> = (0..self.vars().len())
            .filter(|&i| matches!(self.vars()[i].place, Place::Formal(_) | Place::Local(_)))
            .collect();
        let mut used: Vec<String> = vec![];
        let mut actuals = vec![];
        for formal in 0..3 {
            let want = if formal == 2 { 3 } else { 1 };
            loop {
                if want == 1 && self.rng.chance(15) {
                    actuals.push(Actual::Value(self.terms(false)));
                    break;
                }
                let var = if self.rng.chance(80) {
                    *self.rng.pick(&self.palette)
                } else {
                    *self.rng.pick(&own)
                };
                if !own.contains(&var) {
                    continue;
                }
                let v = self.vars()[var].clone();
                if v.len < want || used.contains(&group(&v)) {
                    continue;
                }
                used.push(group(&v));
                let at = match (v.scalar, want) {
                    (true, _) => At::Whole,
                    (false, 1) => self.element(v.len, v.scalar),
                    (false, _) if v.len == 3 => At::Whole,
                    // the elements from one on; a whole array serves, too
                    (false, _) => match self.rng.below(4) {
                        0 => At::Whole,
                        1 => At::Element(self.rng.below(v.len - 2)),
                        _ => self.three(&v),
                    },
                };
                actuals.push(Actual::Place(Ref { var, at }));
                break;
            }
        }
        let s = if self.units[callee].0 {
            let left: Vec<usize> = own
                .into_iter()
                .filter(|&i| !used.contains(&group(&self.vars()[i])))
                .collect();
            let var = *self.rng.pick(&left);
            let (len, scalar) = (self.vars()[var].len, self.vars()[var].scalar);
            let at = self.element(len, scalar);
            Stmt::Function(Ref { var, at }, 1 + self.rng.below(9) as u64, callee, actuals)
        } else {
            Stmt::Call(callee, actuals)
        };
        // possibly recursive calls stand under a condition
        if callee <= self.unit {
            Stmt::If(true, vec![s], vec![])
        } else {
            s
        }
    }
}

/// A program; the first unit is the head.
pub fn program(rng: &mut Rng) -> Vec<Unit> {
    let count = [2, 2, 3, 3, 4][rng.below(5)];
    let heads: Vec<(bool, Vec<Var>)> = (0..count)
        .map(|i| {
            let function = i > 0 && rng.chance(30);
            (function, vars(i, function, rng))
        })
        .collect();
    let families: Vec<usize> = (0..1 + rng.below(2)).map(|_| rng.below(FAMILIES.len())).collect();
    let mut units = vec![];
    for (i, (function, vars)) in heads.iter().enumerate() {
        let palette = palette(vars, &families);
        let result = vars.iter().position(|v| v.place == Place::Result);
        let mut gen = Gen {
            rng: &mut *rng,
            units: &heads,
            unit: i,
            palette: palette.clone(),
        };
        let mut body = gen.block(0, false);
        if let Some(var) = result {
            let terms = gen.terms(false);
            body.push(Stmt::Assign(Ref { var, at: At::Whole }, terms, false));
        }
        units.push(Unit {
            name: format!("s{i}"),
            function: *function,
            vars: vars.clone(),
            palette,
            body,
        });
    }
    units
}
