//! Features of older programs, in all styles of building: ENTRY, alternate returns, values kept between calls, COMMON
//! under other names.

use super::Site;
use crate::random::scope::{root, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::{Flavor, Maker};
use crate::random::weights::MORE_FEATURES_FROM;

/// The procedures of a program.
#[derive(Clone, Debug)]
pub struct Older {
    /// With a second entry, which has other arguments.
    entries: [String; 2],
    /// With two ways to return.
    returns: String,
    /// Keeps a sum and an array between calls.
    keeps: String,
    /// Changes globals under other names.
    renames: Option<String>,
    /// Functions of one procedure, whose results share one variable.
    functions: Option<[String; 2]>,
}

impl Maker {
    /// Calls of them.
    pub fn entries(&mut self, site: &mut Site) {
        let older = self.older();
        let [a, b, c, d] = std::array::from_fn(|_| older.clone());
        site.op(move |s, depth| s.entered(&a).map(|x| s.perhaps(depth, x)));
        site.op(move |s, _| s.returned(&b));
        site.op(move |s, depth| s.kept(&c).map(|x| s.perhaps(depth, x)));
        if older.functions.is_some() {
            let e = older.clone();
            site.op(move |s, depth| s.function_entered(&e).map(|x| s.perhaps(depth, x)));
            if self.flavor != Flavor::Module {
                let t = self.type_name(Ty::Real);
                let names = older.functions.iter().flatten();
                names.for_each(|f| site.declare(f, format!("{t} :: {f}")));
            }
        }
        if older.renames.is_some() {
            site.op(move |s, depth| s.renamed(&d).map(|x| s.perhaps(depth, x)));
        }
    }

    /// The first statement of a head that keeps values between calls: resets them.
    pub fn forget(&self, scope: &Scope) -> Option<Node> {
        let older = self.older.as_ref()?;
        Some(line(format!("call {}({}, .true.)", older.keeps, scope.real(0.5))))
    }

    fn older(&mut self) -> Older {
        if let Some(known) = &self.older {
            return known.clone();
        }
        let [first, second, returns, keeps, renames] = ["ena", "enb", "alt", "sav", "com"].map(|s| self.own_name(s));
        let t = self.type_name(Ty::Real);
        let mut s = self.apart(&[]);
        let (half, c) = (s.real(0.5), s.threshold());
        let mut mix = |of: &[&str]| s.mix(&of.iter().map(|x| (*x).to_string()).collect::<Vec<_>>());
        let body = vec![
            line(format!("x = {}", mix(&["x", "y"]))),
            line("return"),
            line(format!("entry {second}(y, x, z)")),
            line(format!("z = {}", mix(&["z", "y"]))),
            line(format!("x = {}", mix(&["z", "x"]))),
        ];
        self.helper(
            &format!("subroutine {first}(x, y)"),
            &["implicit none".into(), format!("{t} :: x, y, z")],
            body,
        );
        let body = vec![
            line(format!("if (x .gt. {c}) return 1")),
            line(format!("x = {}", mix(&["x"]))),
            line(format!("if (x .gt. {half}) return 2")),
            line(format!("x = {half}*x")),
        ];
        self.helper(
            &format!("subroutine {returns}(x, *, *)"),
            &["implicit none".into(), format!("{t} :: x")],
            body,
        );
        let again = mix(&["total", "x", "kept(k)"]);
        let body = vec![
            block(
                "if (anew) then",
                vec![
                    line(format!("total = {half}")),
                    line("k = 1"),
                    line(format!("kept(1) = {half}")),
                    line(format!("kept(2) = {c}")),
                ],
                "end if",
            ),
            line(format!("total = {again}")),
            line(format!("kept(k) = {}", mix(&["kept(k)", "x"]))),
            line("k = 3 - k"),
            line(format!("if (.not. anew) x = {}", mix(&["total", "x"]))),
        ];
        let decls = [
            "implicit none".into(),
            format!("{t} :: x"),
            "logical :: anew".into(),
            format!("{t} :: total, kept(2)"),
            "integer :: k".into(),
            "save total, kept, k".into(),
        ];
        // the head first passes it a constant, which it must not change
        self.helper(&format!("subroutine {keeps}(x, anew)"), &decls, body);
        let common = self.flavor == Flavor::Fixed && !self.globals.is_empty();
        if common {
            let mut decls = vec!["implicit none".to_string(), format!("{t} :: x")];
            let mut names = vec![];
            // the reals one by one, or the first two or all as an array
            let together = match self.seed < MORE_FEATURES_FROM {
                true => 0,
                false => [0, 2, 2 + self.n][self.rng.below(3)],
            };
            let elements = ["hg1", "hg2", "hga(1)", "hga(2)"];
            let array = ["hgs(1)", "hgs(2)", "hgs(3)", "hgs(4)"];
            let [g1, g2, ga, gb] = std::array::from_fn(|k| if k < together as usize { array[k] } else { elements[k] });
            for g in &self.globals {
                match (g.base.as_str(), together) {
                    ("g1", 1..) => {
                        decls.push(format!("{t} :: hgs({together})"));
                        names.push("hgs".into());
                        continue;
                    }
                    ("g2", 1..) | ("ga", 3..) => continue,
                    _ => {}
                }
                let own = format!("h{}", g.base);
                decls.push(format!(
                    "{} :: {own}{}",
                    self.type_name(g.ty),
                    self.dims(g).replace('n', &self.n.to_string())
                ));
                names.push(own);
            }
            decls.push(format!("common /c{}/ {}", self.seed, names.join(", ")));
            let body = vec![
                line(format!("{g1} = {}", mix(&[g1, "x", gb]))),
                line(format!("{ga} = {}", mix(&[g2, ga]))),
                line(format!("x = {half}*x*{gb}")),
            ];
            self.helper(&format!("subroutine {renames}(x)"), &decls, body);
            self.touching.push(renames.clone());
        }
        let functions = (self.seed >= MORE_FEATURES_FROM).then(|| ["fna", "fnb"].map(|s| self.own_name(s)));
        if let Some([one, two]) = &functions {
            let body = vec![
                line(format!("{one} = {}", mix(&["x"]))),
                line(format!("if (x .gt. {c}) return")),
                line(format!("{one} = {half}*{one}*x")),
                line("return"),
                line(format!("entry {two}(y, x)")),
                line(format!("{two} = {}", mix(&["x", "y"]))),
                line(format!("if (y .gt. {c}) {two} = {half}*{two}*x")),
            ];
            let decls = ["implicit none".into(), format!("{t} :: x, y, {one}, {two}")];
            self.helper(&format!("function {one}(x)"), &decls, body);
        }
        let made = Older {
            entries: [first, second],
            returns,
            keeps,
            renames: common.then_some(renames),
            functions,
        };
        self.older = Some(made.clone());
        made
    }
}

impl Scope {
    /// Scalars that are not parts of the same variable.
    fn scalars(&mut self, count: usize) -> Option<Vec<String>> {
        let mut found: Vec<String> = vec![];
        for _ in 0..12 {
            let x = self.scalar()?;
            if found.iter().all(|y| root(y) != root(&x)) {
                found.push(x);
            }
            if found.len() == count {
                return Some(found);
            }
        }
        None
    }

    fn entered(&mut self, o: &Older) -> Option<Vec<Node>> {
        let [a, b] = &o.entries;
        if self.rng.chance(50) {
            let x = self.scalars(2)?.join(", ");
            return Some(vec![line(format!("call {a}({x})"))]);
        }
        let x = self.scalars(3)?.join(", ");
        Some(vec![line(format!("call {b}({x})"))])
    }

    fn function_entered(&mut self, o: &Older) -> Option<Vec<Node>> {
        let [one, two] = o.functions.as_ref()?;
        let (x, e, half) = (self.scalar()?, self.value(Ty::Real, 1, None).text, self.real(0.5));
        Some(vec![line(match self.rng.below(3) {
            0 => format!("{x} = {one}({x})"),
            1 => format!("{x} = {half}*{two}({x}, ({e})) + {half}*{one}({x})"),
            _ => format!("{x} = {two}(({e}), {x})"),
        })])
    }

    fn returned(&mut self, o: &Older) -> Option<Vec<Node>> {
        let (x, half) = (self.scalar()?, self.real(0.5));
        let (a, b) = (self.new_label(), self.new_label());
        let mut out = vec![line(format!("call {}({x}, *{a}, *{b})", o.returns))];
        out.push(line(format!("{x} = {half}*{x}")));
        if self.rng.chance(50) {
            out.push(line(format!("goto {b}")));
        }
        out.push(Node::Line(Some(a), "continue".into()));
        out.extend(self.assignment());
        out.push(Node::Line(Some(b), "continue".into()));
        Some(vec![Node::Group(out)])
    }

    fn kept(&mut self, o: &Older) -> Option<Vec<Node>> {
        let x = self.scalar()?;
        Some(vec![line(format!("call {}({x}, .false.)", o.keeps))])
    }

    fn renamed(&mut self, o: &Older) -> Option<Vec<Node>> {
        let x = self.scalar()?;
        let global = ["g1", "g2", "ga"].contains(&root(&x));
        let name = o.renames.as_ref().filter(|_| !global)?;
        Some(vec![line(format!("call {name}({x})"))])
    }
}
