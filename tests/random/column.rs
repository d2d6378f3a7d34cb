//! Procedures that receive the subscripts of the columns on which they work, like programs organised by columns or by
//! tiles.

use super::scope::{Formal, Proc, Scope, Ty, Want};
use super::tree::{block, line, Node, Unit};
use super::unit::{Flavor, Maker};

/// Begins the names of all of them.
pub const STEM: &str = "col";

impl Maker {
    /// Creates one and adds it to the callable procedures.
    pub fn column(&mut self, name: &str) -> Unit {
        let assumed = self.flavor == Flavor::Module && self.rng.chance(40);
        let bare = self.flavor == Flavor::Fixed || self.rng.chance(30);
        let moves = self.rng.chance(20);
        let formal = |name: &str, want, output| Formal {
            name: name.into(),
            want,
            input: true,
            output,
            assumed: assumed && matches!(want, Want::Value(..)),
            optional: false,
            bare,
        };
        let formals = vec![
            formal("mx", Want::Value(Ty::Real, 2), true),
            formal("jx", Want::Index, moves),
            formal("kx", Want::Index, false),
        ];
        let mut scope = self.scope(9, "");
        let mut decls = self.opening(false, &formals);
        for f in &formals {
            self.declare_formal(f, &mut decls, &mut scope);
        }
        scope.vars.extend(self.globals.iter().cloned());
        self.declare_globals(&mut decls);
        self.declare_functions(&mut decls, false);
        let mut first = vec![];
        self.loop_indices(&mut scope, &mut decls, &mut first);
        scope.complex = false;
        scope.inside = name.into();
        let mut body = vec![];
        for _ in 0..2 + self.rng.below(3) {
            body.push(scope.column_piece(moves));
        }
        let unit = Unit {
            head: format!("subroutine {name}(mx, jx, kx)"),
            decls,
            first,
            body,
            inner: vec![],
            end: format!("end subroutine {name}"),
        };
        let touches = self.touched(&unit);
        self.procs.push(Proc {
            name: name.into(),
            formals,
            result: None,
            result_rank: 0,
            touches,
            pure_function: false,
            elemental: false,
        });
        unit
    }
}

impl Scope {
    fn column_piece(&mut self, moves: bool) -> Node {
        let lo = self.vars.iter().find(|v| v.base == "mx").map_or(1, |v| v.lo);
        let shifted = |k: &str| match lo {
            1 => k.to_string(),
            _ => format!("{k}{:+}", lo - 1),
        };
        let at = |i: &str, j: &str| format!("mx({}, {})", shifted(i), shifted(j));
        let (i, j) = (self.indices[0].clone(), self.indices[1].clone());
        let set = |s: &mut Scope, to: String, from: &[String]| line(format!("{to} = {}", s.mix(from)));
        match self.rng.below(10) {
            0 => {
                let range = self.rng.pick(&["1, n", "n, 1, -1", "2, n"]);
                let body = vec![set(self, at(&i, "jx"), &[at(&i, "jx"), at(&i, "kx")])];
                block(format!("do {i} = {range}"), body, "end do")
            }
            1 if self.modern => {
                let column = format!("mx(:, {})", shifted("jx"));
                line(format!("{column} = {}*sin({column})", self.real(1.2)))
            }
            // perhaps no columns
            2 => {
                let body = vec![set(self, at(&i, &j), &[at(&i, &j), at(&i, "jx")])];
                let inner = block(format!("do {i} = 1, n"), body, "end do");
                block(format!("do {j} = jx, kx"), vec![inner], "end do")
            }
            3 => {
                let (c, gt) = (self.threshold(), self.relation(">"));
                let test = format!("if ({} {gt} {c}) then", at("1", "kx"));
                let body = vec![set(self, at("n", "jx"), &[at("1", "jx"), at("n", "kx")])];
                block(test, body, "end if")
            }
            // a column that may not exist
            4 => {
                let gt = self.relation(">");
                let body = vec![set(self, at("1", "jx-1"), &[at("1", "jx"), at("n", "jx-1")])];
                block(format!("if (jx {gt} 1) then"), body, "end if")
            }
            5 if self.vars.iter().any(|v| v.base == "ga") => {
                set(self, "ga(kx)".into(), &["ga(jx)".into(), at("1", "jx")])
            }
            6 if moves => line("jx = mod(jx, n) + 1"),
            7 | 8 => {
                let mut known = self.procs.clone();
                known.retain(|p| {
                    p.name.starts_with(STEM) && p.formals.iter().all(|f| f.want != Want::Index || !f.output)
                });
                if known.is_empty() {
                    return set(self, at("n", "kx"), &[at("1", "kx"), at("n", "jx")]);
                }
                let p = self.rng.pick(&known);
                let pair = self.rng.pick(&["jx, kx", "kx, kx", "1, (jx)", "kx, n"]);
                line(format!("call {}(mx, {pair})", p.name))
            }
            _ => set(self, at("1", "kx"), &[at("1", "kx"), at("n", "kx")]),
        }
    }
}
