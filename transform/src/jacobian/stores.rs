//! Statements that store entries of a row.
//!
//! ```text
//! row = i                                                      y(i) = u(i - 1) - 2*u(i) + u(i + 1)
//! start = first(row)
//! count = first(row + 1) - start
//! col = i - 1
//! hit = quick .and. at(4) < count
//! if (hit) hit = column(start + at(1)) == col .and. column(start + at(2)) == col + 1 .and. ...
//! if (hit) then
//!   if (count > 3) value(start:start + count - 1) = 0.0d0
//!   value(start + at(1)) = 1.0d0
//!   value(start + at(2)) = -2.0d0
//!   value(start + at(3)) = 1.0d0
//!   is_set(row) = .true.
//! else
//!   call adc_set_row(jac, row, [col, col + 1, col + 2], [1.0d0, -2.0d0, 1.0d0], at, first, ...)
//! end if
//! ```
//!
//! The columns of the pattern are compared with those of the statement, so a store goes where its entry is, whatever
//! has changed since the pattern was found. `at` has the places of the last row that the runtime stored for this
//! statement: neighbouring rows mostly agree. Its elements differ, so that two entries of one column never seem to be
//! where they are expected.

use super::sparse::call;
use crate::assemble::generator::Generator;
use crate::normalize::temps::new_variable;
use adc_frontend::ir::*;

/// Entries up to which a row is stored without a call.
const INLINED: usize = 16;

/// Variables of all such statements.
pub(super) struct Stores {
    unit: UnitId,
    jac: Expr,
    /// The arrays of the matrix.
    first: Expr,
    column: Expr,
    value: Expr,
    is_set: Expr,
    quick: Expr,
    row: Expr,
    start: Expr,
    count: Expr,
    hit: Expr,
    /// Statements before the first row.
    pub before: Block,
}

/// Entries of a row.
pub(super) struct Entries {
    pub row: Expr,
    pub columns: Vec<Expr>,
    pub values: Vec<Expr>,
    /// They are added to the row.
    pub adds: bool,
}

impl Stores {
    pub fn new(g: &mut Generator, unit: UnitId, jac: Expr, rows: Expr, columns: Expr) -> Stores {
        let (integer, logical) = (Ty::Integer(4), Ty::Logical(4));
        let mut local = |stem: &str, ty: Ty, rank: u8| g.local(unit, stem, DeclType::plain(ty), rank);
        let mut out = Stores {
            unit,
            jac,
            first: local("first", integer, 1),
            column: local("column", integer, 1),
            value: local("value", Ty::Real(8), 1),
            is_set: local("is_set", Ty::Logical(1), 1),
            quick: local("quick", logical, 0),
            row: local("row", integer, 0),
            start: local("start", integer, 0),
            count: local("count", integer, 0),
            hit: local("hit", logical, 0),
            before: vec![],
        };
        let args = [&out.jac, &rows, &columns].map(Expr::clone).into_iter();
        let args = args.chain(out.arrays()).chain([out.quick.clone()]).collect();
        out.before.push(call("adc_start_rows", args));
        out
    }

    fn arrays(&self) -> [Expr; 4] {
        [&self.first, &self.column, &self.value, &self.is_set].map(Expr::clone)
    }

    /// The statement after the last row.
    pub fn end(&self) -> Stmt {
        call(
            "adc_end_rows",
            [self.jac.clone()].into_iter().chain(self.arrays()).collect(),
        )
    }

    /// The statement that makes a row empty.
    pub fn empty(&self, row: Expr) -> Stmt {
        assign(at(&self.is_set, row), truth(false))
    }

    /// The statements that store entries.
    pub fn store(&mut self, g: &mut Generator, e: Entries) -> Block {
        let n = e.columns.len();
        let expected = self.array(g, "at", Ty::Integer(4), n + 1);
        let places = (0..n as i64).chain([n as i64 - 1]).map(int).collect();
        let list = expr(ExprKind::Array(None, places), Ty::Integer(4), 1);
        self.before.push(assign(expected.clone(), list));
        let mut out = vec![assign(self.row.clone(), e.row.clone())];
        match n <= INLINED {
            true => out.extend(self.inlined(&e, &expected)),
            false => out.extend(self.gathered(g, &e, expected)),
        }
        out
    }

    /// Many entries are gathered in arrays.
    fn gathered(&self, g: &mut Generator, e: &Entries, expected: Expr) -> Block {
        let n = e.columns.len();
        let columns = self.array(g, "columns", Ty::Integer(4), n);
        let values = self.array(g, "values", Ty::Real(8), n);
        let filled = |array: &Expr, with: &[Expr]| -> Block {
            let each = with.iter().zip(1..);
            each.map(|(x, k)| assign(at(array, int(k)), x.clone())).collect()
        };
        let mut out = filled(&columns, &e.columns);
        out.extend(filled(&values, &e.values));
        out.push(self.by_runtime(e.adds, columns, values, expected));
        out
    }

    /// Few are stored where the pattern has them, if they are where they are expected.
    fn inlined(&self, e: &Entries, expected: &Expr) -> Block {
        let n = e.columns.len() as i64;
        let place = |k: i64| add(self.start.clone(), at(expected, int(k)));
        let next = at(&self.first, add(self.row.clone(), int(1)));
        let is_long = binary(BinaryOp::Lt, at(expected, int(n + 1)), self.count.clone());
        let mut can_hit = and(self.quick.clone(), is_long);
        if e.adds {
            can_hit = and(can_hit, at(&self.is_set, self.row.clone()));
        }
        let columns = (1..).zip(&e.columns);
        let hits = columns.map(|(k, c)| binary(BinaryOp::Eq, at(&self.column, place(k)), c.clone()));
        let hits = hits.reduce(and).unwrap_or_else(|| truth(true));
        let list = |of: &[Expr], ty: Ty| expr(ExprKind::Array(None, of.to_vec()), ty, 1);
        let (columns, values) = (list(&e.columns, Ty::Integer(4)), list(&e.values, Ty::Real(8)));
        vec![
            assign(self.start.clone(), at(&self.first, self.row.clone())),
            assign(self.count.clone(), sub(next, self.start.clone())),
            assign(self.hit.clone(), can_hit),
            Stmt::when(self.hit.clone(), assign(self.hit.clone(), hits)),
            Stmt::choice(vec![
                Arm::new(Some(self.hit.clone()), self.at_once(e, &place)),
                Arm::new(None, vec![self.by_runtime(e.adds, columns, values, expected.clone())]),
            ]),
        ]
    }

    /// The stores into the matrix.
    fn at_once(&self, e: &Entries, place: &dyn Fn(i64) -> Expr) -> Block {
        let mut out = vec![];
        if !e.adds {
            let has_more = binary(BinaryOp::Gt, self.count.clone(), int(e.columns.len() as i64));
            let last = sub(add(self.start.clone(), self.count.clone()), int(1));
            let rest = Subscript::range(Some(self.start.clone()), Some(last), None);
            let clear = assign(index(self.value.clone(), vec![rest]), zero(Ty::Real(8)));
            out.push(Stmt::when(has_more, clear));
        }
        for (k, value) in (1..).zip(&e.values) {
            let entry = at(&self.value, place(k));
            let value = match e.adds {
                true => add(entry.clone(), value.clone()),
                false => value.clone(),
            };
            out.push(assign(entry, value));
        }
        if !e.adds {
            out.push(assign(at(&self.is_set, self.row.clone()), truth(true)));
        }
        out
    }

    fn by_runtime(&self, adds: bool, columns: Expr, values: Expr, expected: Expr) -> Stmt {
        let name = if adds { "adc_add_row" } else { "adc_set_row" };
        let args = [self.jac.clone(), self.row.clone(), columns, values, expected].into_iter();
        call(name, args.chain(self.arrays()).chain([self.quick.clone()]).collect())
    }

    /// A local array of constant size.
    fn array(&self, g: &mut Generator, stem: &str, ty: Ty, size: usize) -> Expr {
        let variable = Variable {
            ty: DeclType::plain(ty),
            dims: vec![Dim::Explicit(None, int(size as i64))],
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let name = g.namer(self.unit).fresh(stem);
        let s = new_variable(&mut g.out, self.unit, name, variable);
        var(&g.out, s)
    }
}

fn at(array: &Expr, place: Expr) -> Expr {
    index(array.clone(), vec![Subscript::At(place)])
}

fn and(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::And, a, b)
}
