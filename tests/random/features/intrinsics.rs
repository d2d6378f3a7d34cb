//! Intrinsics with array arguments and results, with DIM, MASK and other arguments.

use super::Site;
use crate::random::scope::{Scope, Ty};
use crate::random::tree::{line, Node};
use crate::random::unit::Maker;

impl Maker {
    /// Two matrices for them.
    pub fn intrinsics(&mut self, site: &mut Site) {
        let (n, t) = (self.n, self.type_name(Ty::Real));
        for (name, step) in [("qi", 3), ("qj", 5)] {
            site.declare(name, format!("{t} :: {name}({n}, {n})"));
            let size = (n * n).to_string();
            let (i, e) = (
                site.scope.indices[0].clone(),
                site.scope.value(Ty::Real, 1, None).within(3),
            );
            let (a, b) = (site.scope.real(0.07), site.scope.real(0.6));
            let item = format!("{a}*mod({step}*{i}, {}) + {b}*{e}", n + 2);
            let shape = format!("[{n}, {n}]");
            site.begin(
                name,
                vec![line(format!("{name} = reshape([({item}, {i} = 1, {size})], {shape})"))],
            );
            site.see(name, Ty::Real, 2);
        }
        site.op(|s, _| s.give_scalar());
        site.op(|s, _| s.give_scalar());
        site.op(|s, _| s.give_vector());
        site.op(|s, _| s.give_vector());
        site.op(|s, _| s.give_matrix());
        site.op(|s, _| s.give_matrix());
        site.op(|s, _| s.of_complex_arrays());
    }
}

impl Scope {
    fn give_scalar(&mut self) -> Option<Vec<Node>> {
        let t = self.scalar()?;
        let (v, w, q) = (self.vector()?, self.vector()?, self.matrix()?);
        let (c, small) = (self.threshold(), self.real(0.3));
        let (dim, n, kind) = (self.rng.range(1, 2), self.n, self.kind);
        let e = match self.rng.below(24) {
            0 => format!("sum({v}*{w})"),
            1 => format!("sum({q}, mask={q} > {c})"),
            2 => format!("product({c} + {small}*{v})"),
            3 => format!("dot_product({v}, matmul({q}, {w}))"),
            4 => format!("sum(maxval({q}, dim={dim})*{v})"),
            5 => format!("norm2({v}) + norm2({small} + {q})"),
            6 => format!("sum(norm2({q} + {small}, dim={dim}))"),
            7 => format!("sum(pack({v}, {w} > {c}))"),
            8 => format!("sum(merge({v}, {w}**2, {w} > {c}))"),
            9 => format!("sum(spread({v}, {dim}, {n})*{q})"),
            10 => format!("sum(cshift({v}, 1)*{w})"),
            11 => format!("sum(eoshift({v}, -1, {small})*{w})"),
            12 => format!("maxval({v}) - minval({w}*{small})"),
            13 => format!("maxval({v}, mask=abs({w}) < 50)"),
            14 => format!("sum(product({small} + {small}*{q}, dim={dim}))"),
            15 => format!("real(count({v} > {c}), {kind})*{t}"),
            16 => format!("merge({t}, {small}*{t}**2, any({v} > {c}))"),
            17 => format!("merge({t}, {small}*{t}**2, all({q} > {c}))"),
            18 => format!("sum(matmul({v}, {q}))*{t}"),
            19 => format!("sum(sum({q}, dim={dim})**2)"),
            20 => format!("sum(reshape({q}, [{}])**2)", n * n),
            21 => format!("sum(unpack({v}, {w} > {c}, {small}))"),
            22 => format!("sum([{v}, {w}], mask=[{w}, {v}] > {c})"),
            _ => format!("sum({q}, mask=spread({v} > {c}, {dim}, {n}))"),
        };
        let mut out = vec![];
        if self.rng.chance(15) {
            // the place of the largest element
            let (x, i) = (self.strip(false)?, self.free_index()?);
            let place = self.rng.pick(&["maxloc", "minloc"]);
            out.push(line(format!("{i} = {place}({v}, dim=1)")));
            out.push(line(format!("{t} = {small}*{t} + {small}*{}", x.at(&i))));
            return Some(vec![Node::Group(out)]);
        }
        let f = self.bounded(&e);
        out.push(line(format!("{t} = {f}")));
        Some(out)
    }

    fn give_vector(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let (v, w, q, r) = (self.vector()?, self.vector()?, self.matrix()?, self.matrix()?);
        let (c, small, n) = (self.threshold(), self.real(0.3), self.n);
        let (dim, d) = (self.rng.range(1, 2), self.rng.range(-2, 3));
        let size = f64::from(n);
        let y = self.strip(false)?;
        let (last, t) = (n.to_string(), self.scalar()?);
        let (e, bound) = match self.rng.below(20) {
            0 => (format!("matmul({q}, {v})"), 4.0 * size),
            1 => (format!("matmul({v}, {q})"), 4.0 * size),
            2 => (format!("matmul(transpose({q}), {v})"), 4.0 * size),
            3 => (format!("sum({q}*{r}, dim={dim})"), 4.0 * size),
            4 => (format!("sum({q}, dim={dim}, mask={r} > {c})"), 2.0 * size),
            5 => (format!("product({small} + {small}*{q}, dim={dim})"), 1.0),
            6 => (format!("maxval({q}, dim={dim})"), 2.0),
            7 => (format!("minval({q}, dim={dim}, mask=abs({r}) < 50)"), 2.0),
            8 => (format!("norm2({small} + {q}**2, dim={dim})"), 5.0 * size),
            9 => (format!("pack({v}, {v} > {c}, {w})"), 2.0),
            10 => (format!("unpack({v}, {w} > {c}, {small}*{w})"), 2.0),
            11 => (format!("cshift({v}, {d})"), 2.0),
            12 => (format!("eoshift({v}, {d}, {t})"), 2.0),
            13 => (format!("merge({v}, {w}, {v} > {c})"), 2.0),
            14 => (format!("reshape({q}, [{n}])"), 2.0),
            15 => (format!("sum(cshift({q}, {d}, {dim}), dim={dim})"), 2.0 * size),
            16 => (format!("reshape({v}, [{n}], pad={w})"), 2.0),
            17 => (format!("[{}, {t}]", y.range("2", &last, "")), 2.0),
            18 => (format!("sum(spread({v}, {dim}, {n})*{q}, dim={dim})"), 4.0 * size),
            _ => (format!("sum(reshape([{v}, {w}], [{n}, 2]), dim=2)"), 4.0),
        };
        Some(vec![self.scaled(&x.whole, &e, bound)])
    }

    fn give_matrix(&mut self) -> Option<Vec<Node>> {
        let mut all = self.writable(Ty::Real, 2);
        all.retain(|v| v.suffix.is_empty());
        if all.is_empty() {
            return None;
        }
        let x = self.rng.pick(&all).base;
        let (v, w, q, r) = (self.vector()?, self.vector()?, self.matrix()?, self.matrix()?);
        let (c, n, t) = (self.threshold(), self.n, self.scalar()?);
        let (dim, d) = (self.rng.range(1, 2), self.rng.range(-2, 3));
        let size = f64::from(n);
        let turns: Vec<String> = (0..n).map(|_| self.rng.range(-1, 2).to_string()).collect();
        let (e, bound) = match self.rng.below(14) {
            0 => (format!("matmul({q}, {r})"), 4.0 * size),
            1 => (format!("matmul(transpose({q}), {r})"), 4.0 * size),
            2 => (format!("transpose({q})"), 2.0),
            3 => (format!("spread({v}, 1, {n})*spread({w}, 2, {n})"), 4.0),
            4 => (format!("reshape({q}, [{n}, {n}], order=[2, 1])"), 2.0),
            5 => (format!("reshape({v}, [{n}, {n}], pad={w})"), 2.0),
            6 => (format!("cshift({q}, {d}, dim={dim})"), 2.0),
            7 => (format!("cshift({q}, [{}], {dim})", turns.join(", ")), 2.0),
            8 => (format!("eoshift({q}, {d}, {t}, {dim})"), 2.0),
            9 => (format!("eoshift({q}, {d}, {v}, {dim})"), 2.0),
            10 => (format!("merge({q}, transpose({r}), {q} > {c})"), 2.0),
            11 => (format!("unpack(pack({q}, .true.), {r} > {c}, {r})"), 2.0),
            12 => (format!("reshape(pack({q}, .true.), [{n}, {n}])"), 2.0),
            _ => (format!("spread(sum({q}, dim={dim}), {dim}, {n})"), 2.0 * size),
        };
        Some(vec![self.scaled(&x, &e, bound)])
    }

    fn of_complex_arrays(&mut self) -> Option<Vec<Node>> {
        let (x, t) = (self.writable(Ty::Complex, 1), self.scalar()?);
        if x.is_empty() {
            return None;
        }
        let x = self.rng.pick(&x);
        let z = format!("{}{}", x.base, x.suffix);
        let (v, q, half, kind) = (self.vector()?, self.matrix()?, self.real(0.4), self.kind);
        let small = self.real(0.1);
        Some(vec![match self.rng.below(9) {
            0 => line(format!("{t} = sin(real(sum({z})))")),
            1 => line(format!("{t} = sin(real(dot_product({z}, {z}), {kind}))")),
            2 => line(format!("{z} = conjg({z}({}:{}:-1))", x.lo + self.n - 1, x.lo)),
            3 => line(format!("{z} = {small}*matmul({q}, {z})")),
            4 => line(format!("{z} = cmplx({half}*{v}, {half}*aimag({z}), {kind})")),
            5 => line(format!("{t} = tanh(aimag(product({half}*{z})))")),
            6 => line(format!("{z} = merge({half}*{z}, conjg({z}), {v} > {half})")),
            7 => line(format!("{z} = cshift({z}, 1)*{half} + {half}*sin({v})")),
            _ => line(format!("where ({v} > {half}) {z} = {half}*exp({half}*{z})")),
        }])
    }
}
