//! Programs with calls twelve levels deep, which are hard for the analyses.
//!
//! Procedures form layers; each calls some of the next layer, and every procedure is called. Layers grow by the same
//! factor, so a longer program has more procedures but no deeper calls. 200 global variables are in COMMON blocks and
//! modules; each procedure names a few of them. There are subroutines and functions, scalars and arrays, integers
//! beside reals, loops, branches, early exits, direct and mutual recursion. Some globals are passed as arguments, by
//! procedures in upper layers that alone name them, as Fortran's aliasing rules require.

use super::Random;
use std::fmt::Write;

/// Calls from the head to the last layer.
const DEPTH: usize = 12;
/// COMMON blocks, and modules.
const HOMES: usize = 10;
/// Global variables of each.
const MEMBERS: usize = 10;
/// Lines of one procedure, about.
const PROCEDURE: usize = 50;

/// The head of the program.
pub const HEAD: &str = "head(y)/(x)";

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Real,
    /// Of the extent `n`; eight elements if it is global.
    Array,
}

struct Global {
    name: String,
    kind: Kind,
    /// The layer that passes it as an argument; it is named only down to there.
    handed: Option<usize>,
}

struct Dummy {
    name: String,
    kind: Kind,
    written: bool,
}

struct Procedure {
    name: String,
    layer: usize,
    function: bool,
    dummies: Vec<Dummy>,
    /// Numbers of the procedures it calls.
    calls: Vec<usize>,
    /// One of them may lead back.
    recursive: bool,
}

/// A program of about this many lines.
pub fn program(lines: usize) -> String {
    let mut random = Random::new();
    let procedures = procedures((lines / PROCEDURE).max(DEPTH), &mut random);
    let blocks: Vec<Vec<Global>> = (0..HOMES).map(|h| globals(&format!("c{h}"), &mut random)).collect();
    let modules: Vec<Vec<Global>> = (0..HOMES).map(|h| globals(&format!("v{h}"), &mut random)).collect();
    let mut out = String::new();
    for (h, members) in modules.iter().enumerate() {
        let _ = writeln!(out, "module data{h}\n   implicit none");
        declare(&mut out, members.iter().map(|g| (&*g.name, g.kind)), "8");
        let _ = writeln!(out, "end module data{h}\n");
    }
    for p in &procedures {
        let mut w = Writer {
            procedures: &procedures,
            blocks: &blocks,
            modules: &modules,
            random: &mut random,
            unit: p,
            out: String::new(),
            indent: 3,
            scalars: vec![],
            integers: vec![],
            arrays: vec![],
            handed: vec![],
        };
        w.procedure();
        out += &w.out;
    }
    out
}

fn globals(prefix: &str, random: &mut Random) -> Vec<Global> {
    let global = |i: usize| Global {
        name: format!("{prefix}_{i}"),
        // a block begins with the members that need alignment
        kind: match i {
            0..=4 => Kind::Real,
            5..=7 => Kind::Array,
            _ => Kind::Int,
        },
        handed: random.chance(25).then(|| 2 + random.below(DEPTH - 3)),
    };
    (0..MEMBERS).map(global).collect()
}

/// Numbers of procedures in each layer, for a total of `all`.
fn layers(all: usize) -> Vec<usize> {
    let sizes = |factor: f64| -> Vec<usize> { (0..DEPTH).map(|k| factor.powi(k as i32) as usize).collect() };
    let mut factor = 1.0;
    while sizes(factor + 0.001).iter().sum::<usize>() <= all {
        factor += 0.001;
    }
    sizes(factor)
}

fn procedures(all: usize, random: &mut Random) -> Vec<Procedure> {
    let mut list: Vec<Procedure> = vec![];
    let mut first = vec![];
    for (layer, size) in layers(all).into_iter().enumerate() {
        first.push(list.len());
        for k in 0..size {
            let function = layer > 1 && random.chance(25);
            list.push(Procedure {
                name: match (layer, function) {
                    (0, _) => "head".to_string(),
                    (_, true) => format!("f{layer}_{k}"),
                    (_, false) => format!("s{layer}_{k}"),
                },
                layer,
                function,
                dummies: dummies(layer, function, random),
                calls: vec![],
                recursive: false,
            });
        }
    }
    first.push(list.len());
    for layer in 1..DEPTH {
        let (above, here) = (first[layer - 1]..first[layer], first[layer]..first[layer + 1]);
        for p in here.clone() {
            list[above.start + (p - here.start) % above.len()].calls.push(p);
        }
        for p in above {
            let more = 1 + random.below(2);
            list[p]
                .calls
                .extend((0..more).map(|_| here.start + random.below(here.len())));
        }
    }
    // one procedure in thirty calls itself, and another one calls its predecessor in the layer
    for p in first[2]..list.len() {
        if random.chance(3) {
            list[p].calls.push(p);
            list[p].recursive = true;
        } else if random.chance(3) && list[p - 1].layer == list[p].layer {
            list[p].calls.push(p - 1);
            list[p - 1].calls.push(p);
            list[p].recursive = true;
            list[p - 1].recursive = true;
        }
    }
    list
}

fn dummies(layer: usize, function: bool, random: &mut Random) -> Vec<Dummy> {
    let dummy = |name: &str, kind, written| Dummy {
        name: name.to_string(),
        kind,
        written,
    };
    if layer == 0 {
        return vec![
            dummy("n", Kind::Int, false),
            dummy("x", Kind::Array, false),
            dummy("y", Kind::Real, true),
        ];
    }
    let mut list = vec![dummy("n", Kind::Int, false), dummy("a", Kind::Array, !function)];
    if random.chance(50) {
        list.push(dummy("b", Kind::Array, false));
    }
    list.push(dummy("p", Kind::Real, false));
    if random.chance(60) {
        list.push(dummy("q", Kind::Real, false));
    }
    if !function {
        list.push(dummy("r", Kind::Real, true));
    }
    if random.chance(40) {
        list.push(dummy("m", Kind::Int, !function));
    }
    list
}

fn declare<'a>(out: &mut String, variables: impl Iterator<Item = (&'a str, Kind)>, extent: &str) {
    let (mut reals, mut integers) = (vec![], vec![]);
    for (name, kind) in variables {
        match kind {
            Kind::Int => integers.push(name.to_string()),
            Kind::Real => reals.push(name.to_string()),
            Kind::Array => reals.push(format!("{name}({extent})")),
        }
    }
    for (ty, names) in [("real(8)", reals), ("integer", integers)] {
        if !names.is_empty() {
            let _ = writeln!(out, "   {ty} :: {}", names.join(", "));
        }
    }
}

struct Writer<'a> {
    procedures: &'a [Procedure],
    blocks: &'a [Vec<Global>],
    modules: &'a [Vec<Global>],
    random: &'a mut Random,
    unit: &'a Procedure,
    out: String,
    indent: usize,
    /// The variables that statements may write and read.
    scalars: Vec<String>,
    integers: Vec<String>,
    arrays: Vec<String>,
    /// Globals for arguments.
    handed: Vec<(String, Kind)>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent);
    }

    fn procedure(&mut self) {
        let p = self.unit;
        let names: Vec<&str> = p.dummies.iter().map(|d| &*d.name).collect();
        let prefix = if p.recursive { "recursive " } else { "" };
        let (word, result) = if p.function {
            ("function", " result(res)")
        } else {
            ("subroutine", "")
        };
        let (name, list) = (&p.name, names.join(", "));
        let _ = writeln!(self.out, "{prefix}{word} {name}({list}){result}");
        self.declarations();
        self.line("s = 0.5d0");
        self.line("t = 0.25d0");
        self.line("u = t");
        self.line("k = 1");
        if p.function {
            self.line("res = 0.0d0");
        }
        if self.random.chance(30) {
            let least = 1 + self.random.below(3);
            self.line(&format!("if (n < {least}) return"));
        }
        if p.layer == 0 {
            self.do_loop();
        }
        let mut pieces: Vec<Option<usize>> = p.calls.iter().map(|&c| Some(c)).collect();
        pieces.extend([None; 3]);
        for k in (1..pieces.len()).rev() {
            pieces.swap(k, self.random.below(k + 1));
        }
        for piece in pieces {
            match piece {
                Some(callee) => self.call(&self.procedures[callee]),
                None => self.computation(),
            }
        }
        match p.function {
            true => self.line("res = 0.5d0*(s + t) + a(1)"),
            false if p.layer == 0 => self.line("y = s + t + sum(w)"),
            false => self.line("r = 0.5d0*r + 0.1d0*(s + t)"),
        }
        let _ = writeln!(self.out, "end {word} {name}\n");
    }

    fn declarations(&mut self) {
        let p = self.unit;
        let may_name = |g: &Global| g.handed.is_none_or(|h| p.layer <= h);
        let mut seen: Vec<(String, Kind)> = vec![];
        let of_modules = self.random.below(3);
        let from = self.random.below(HOMES);
        for h in 0..of_modules {
            let home = (from + 3 * h) % HOMES;
            let named = self.modules[home].iter().filter(|g| may_name(g));
            let named: Vec<_> = named.filter(|_| self.random.chance(40)).collect();
            let names: Vec<_> = named.iter().map(|g| &*g.name).collect();
            if !names.is_empty() {
                let _ = writeln!(self.out, "   use data{home}, only: {}", names.join(", "));
            }
            seen.extend(named.iter().map(|g| (g.name.clone(), g.kind)));
            let handed = named.iter().filter(|g| g.handed == Some(p.layer));
            self.handed.extend(handed.map(|g| (g.name.clone(), g.kind)));
        }
        self.line("implicit none");
        declare(&mut self.out, p.dummies.iter().map(|d| (&*d.name, d.kind)), "n");
        let written: Vec<&str> = p.dummies.iter().filter(|d| d.written).map(|d| &*d.name).collect();
        if !written.is_empty() && p.layer.is_multiple_of(2) {
            let list = written.join(", ");
            self.line(&format!("intent(inout) :: {list}"));
        }
        self.line("real(8) :: s, t, u, w(n)");
        self.line("integer :: i, k");
        if p.function {
            self.line("real(8) :: res");
        }
        let mut functions: Vec<&str> = vec![];
        for f in p.calls.iter().map(|&c| &self.procedures[c]).filter(|f| f.function) {
            if !functions.contains(&&*f.name) && f.name != p.name {
                functions.push(&f.name);
            }
        }
        if !functions.is_empty() {
            self.line(&format!("real(8), external :: {}", functions.join(", ")));
        }
        let of_blocks = 1 + self.random.below(2);
        let from = self.random.below(HOMES);
        for h in 0..of_blocks {
            let home = (from + 3 * h) % HOMES;
            let members = &self.blocks[home];
            declare(&mut self.out, members.iter().map(|g| (&*g.name, g.kind)), "8");
            let names: Vec<_> = members.iter().map(|g| &*g.name).collect();
            self.line(&format!("common /block{home}/ {}", names.join(", ")));
            let named = members.iter().filter(|g| may_name(g));
            let named: Vec<_> = named.filter(|_| self.random.chance(40)).collect();
            seen.extend(named.iter().map(|g| (g.name.clone(), g.kind)));
            let handed = named.iter().filter(|g| g.handed == Some(p.layer));
            self.handed.extend(handed.map(|g| (g.name.clone(), g.kind)));
        }
        let own = ["s", "t", "u"].map(|v| (v.to_string(), Kind::Real));
        let dummies = p.dummies.iter().filter(|d| d.written && d.kind != Kind::Array);
        let dummies = dummies.map(|d| (d.name.clone(), d.kind));
        let arrays = seen.iter().filter(|g| g.1 == Kind::Array).map(|g| g.0.clone());
        self.arrays = arrays.collect();
        for (name, kind) in own.into_iter().chain(dummies).chain(seen) {
            match kind {
                Kind::Real => self.scalars.push(name),
                Kind::Int => self.integers.push(name),
                Kind::Array => {}
            }
        }
    }

    /// A readable real, outside of loops.
    fn real(&mut self) -> String {
        let read = self.unit.dummies.iter().filter(|d| d.kind == Kind::Real);
        let read: Vec<_> = read.map(|d| d.name.clone()).chain(["s".to_string()]).collect();
        match self.random.below(4) {
            0 => self.random.pick(&read).clone(),
            1 if !self.arrays.is_empty() => {
                let array = self.random.pick(&self.arrays).clone();
                format!("{array}({})", 1 + self.random.below(8))
            }
            _ => self.random.pick(&self.scalars).clone(),
        }
    }

    fn expression(&mut self) -> String {
        let (a, b) = (self.real(), self.real());
        match self.random.below(5) {
            0 => format!("{a}*{b} + 0.25d0"),
            1 => format!("sin({a}) + 0.5d0*{b}"),
            2 => format!("{a} - {b}/(1.0d0 + {a}**2)"),
            3 => format!("max({a}, {b})"),
            _ => format!("0.5d0*({a} + {b})"),
        }
    }

    fn assignment(&mut self) {
        let value = self.expression();
        let to = match self.random.below(4) {
            0 if !self.arrays.is_empty() => {
                let array = self.random.pick(&self.arrays).clone();
                format!("{array}({})", 1 + self.random.below(8))
            }
            _ => self.random.pick(&self.scalars).clone(),
        };
        self.line(&format!("{to} = {value}"));
    }

    fn computation(&mut self) {
        match self.random.below(3) {
            0 => self.do_loop(),
            1 => self.branch(),
            _ => self.search(),
        }
        if let Some(i) = self.integers.first().cloned() {
            self.line(&format!("k = mod(k + {i}, 8) + 1"));
            let (i, more) = (self.random.pick(&self.integers).clone(), self.random.below(9));
            self.line(&format!("{i} = k + {more}"));
        }
        self.assignment();
    }

    /// The first array among the dummy arguments.
    fn array(&self) -> &'static str {
        if self.unit.layer == 0 {
            "x"
        } else {
            "a"
        }
    }

    fn do_loop(&mut self) {
        let (a, v) = (self.array(), self.real());
        self.line("do i = 1, n");
        self.line(&format!("   w(i) = {a}(i)*{v} + 0.5d0"));
        self.line(&format!("   s = s + {a}(i)**2*0.01d0"));
        if !self.unit.function && self.unit.layer > 0 {
            self.line("   a(i) = a(i) + 0.1d0*t*w(i)");
        }
        self.line("end do");
    }

    fn branch(&mut self) {
        let (v, i) = (self.real(), self.random.below(4));
        self.line(&format!("if ({v} > {i}.5d0) then"));
        self.indent += 3;
        self.assignment();
        self.indent -= 3;
        self.line("else if (k > 3) then");
        self.indent += 3;
        self.assignment();
        self.assignment();
        self.indent -= 3;
        if self.random.chance(50) {
            self.line("else");
            self.indent += 3;
            self.assignment();
            self.indent -= 3;
        }
        self.line("end if");
    }

    /// A loop that may be left early.
    fn search(&mut self) {
        let (a, v) = (self.array(), self.real());
        self.line("w = 1.0d0");
        self.line("do i = 2, n");
        self.line(&format!("   if ({a}(i) > {v}) exit"));
        self.line(&format!("   if ({a}(i) < 0.0d0) cycle"));
        self.line("   t = t + w(i - 1)");
        self.line(&format!("   w(i) = 0.5d0*(w(i) + t*{a}(i - 1))"));
        self.line("end do");
        self.line("k = k + i");
    }

    fn call(&mut self, callee: &Procedure) {
        let nested = self.random.chance(25);
        let inward = callee.layer <= self.unit.layer;
        match (inward, nested) {
            (true, _) => self.line("if (k < 5) then"),
            (false, true) => self.line("do i = 1, 3"),
            (false, false) => {}
        }
        let block = inward || nested;
        self.indent += 3 * usize::from(block);
        let arguments = self.arguments(callee);
        let name = &callee.name;
        if callee.function {
            let v = self.real();
            self.line(&format!("u = {v} + 0.1d0*{name}({arguments})"));
        } else {
            self.line(&format!("call {name}({arguments})"));
        }
        self.indent -= 3 * usize::from(block);
        match (inward, nested) {
            (true, _) => self.line("end if"),
            (false, true) => self.line("end do"),
            (false, false) => {}
        }
    }

    /// A written dummy receives a variable that occurs nowhere else in the call.
    fn arguments(&mut self, callee: &Procedure) -> String {
        let deeper = callee.layer > self.unit.layer;
        let mut handed: Vec<(String, Kind)> = match deeper {
            true => self.handed.clone(),
            false => vec![],
        };
        let mut take = |kind: Kind| {
            let place = handed.iter().position(|h| h.1 == kind)?;
            Some(handed.remove(place).0)
        };
        let mut list = vec![];
        for d in &callee.dummies {
            list.push(match (&*d.name, d.kind) {
                ("n", _) => "n".to_string(),
                ("a", _) => "w".to_string(),
                (_, Kind::Array) => self.array().to_string(),
                ("p", _) => self.expression(),
                ("q", _) => take(Kind::Real).unwrap_or_else(|| "t + 1.0d0".to_string()),
                (_, Kind::Real) => take(Kind::Real).unwrap_or_else(|| "t".to_string()),
                (_, Kind::Int) => take(Kind::Int).unwrap_or_else(|| "k".to_string()),
            });
        }
        list.join(", ")
    }
}
