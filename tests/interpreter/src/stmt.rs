//! Statements.

use crate::designator::is_record;
use crate::flow::Flow;
use crate::format::formatted;
use crate::machine::{Binding, Machine};
use crate::memory::{Handle, Object};
use crate::native;
use crate::scope::Ranges;
use crate::stop::{fault, unsupported, Step, Stop};
use crate::value::{fit, Scalar, Value};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::{
    Arm, Block, Case, CaseValue, DoControl, Expr, ExprKind, Guard, GuardTest, IoControl, IoKind, Stmt, StmtKind,
    Subscript, Ty,
};
use std::rc::Rc;

impl<'p> Machine<'p> {
    /// Runs the statements of a block.
    pub fn block(&mut self, body: &'p Block) -> Step<Flow> {
        let mut i = 0;
        while let Some(stmt) = body.get(i) {
            i += 1;
            match self.statement(stmt)? {
                Flow::Next => {}
                Flow::Goto(label) => match body.iter().position(|s| s.label == Some(label)) {
                    Some(at) => i = at,
                    None => return Ok(Flow::Goto(label)),
                },
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, stmt: &'p Stmt) -> Step<Flow> {
        self.burn()?;
        let before = self.frame().segments.len();
        let flow = self.act(&stmt.kind);
        // temporaries of the statement
        let temporaries = self.frame().segments.split_off(before);
        for segment in temporaries {
            self.memory.release(segment);
        }
        flow
    }

    /// Counts a statement or an iteration.
    fn burn(&mut self) -> Step<()> {
        match self.fuel.checked_sub(1) {
            Some(left) => self.fuel = left,
            None => return unsupported("runs as long as this"),
        }
        Ok(())
    }

    fn act(&mut self, kind: &'p StmtKind) -> Step<Flow> {
        match kind {
            StmtKind::Assign { lhs, rhs } => self.assign(lhs, rhs)?,
            StmtKind::PointerAssign { lhs, rhs } => self.point(lhs, rhs)?,
            StmtKind::Call { callee, args } => return self.subroutine(callee, args),
            StmtKind::CallIntrinsic { id, args, .. } => native::intrinsic_subroutine(self, id.name(), args)?,
            StmtKind::If { name, arms, .. } => return Ok(ended(self.branches(arms)?, name.as_ref())),
            StmtKind::Do { name, control, body } => return self.repeat(control, body, name.as_ref()),
            StmtKind::Select { name, expr, cases } => return Ok(ended(self.select(expr, cases)?, name.as_ref())),
            StmtKind::SelectType { name, expr, guards } => {
                return Ok(ended(self.select_type(expr, guards)?, name.as_ref()))
            }
            StmtKind::Where { arms } => self.masked(arms, None)?,
            StmtKind::Forall { ranges, mask, body } => {
                self.forall(ranges, mask.as_deref(), body)?;
            }
            StmtKind::Exit(name) => return Ok(Flow::Exit(name.clone())),
            StmtKind::Cycle(name) => return Ok(Flow::Cycle(name.clone())),
            StmtKind::Goto(label) => return Ok(Flow::Goto(*label)),
            StmtKind::ComputedGoto(labels, e) => {
                let i = self.integer(e)?;
                if let Some(&label) = usize::try_from(i - 1).ok().and_then(|i| labels.get(i)) {
                    return Ok(Flow::Goto(label));
                }
            }
            StmtKind::ArithmeticIf(e, labels) => {
                let r = self.value(e)?.one()?.real()?;
                return Ok(Flow::Goto(
                    labels[if r < 0.0 {
                        0
                    } else if r == 0.0 {
                        1
                    } else {
                        2
                    }],
                ));
            }
            StmtKind::AssignLabel(label, s) => {
                let object = self.variable(*s)?;
                self.set_value(&object, &Value::int(i64::from(*label)))?;
            }
            StmtKind::AssignedGoto(s, _) => {
                let object = self.variable(*s)?;
                return Ok(Flow::Goto(self.load(&object)?.one()?.int()? as u32));
            }
            StmtKind::Return(e) => {
                let n = e.as_ref().map_or(Ok(0), |e| self.integer(e))?;
                return Ok(Flow::Return(n));
            }
            StmtKind::Stop { error, .. } => return Err(Stop::Ended(*error)),
            StmtKind::Continue | StmtKind::Format(_) | StmtKind::Comment(_) => {}
            StmtKind::Allocate { ty, objects, options } => self.allocation(ty.as_ref(), objects, options)?,
            StmtKind::Deallocate { objects, options } => {
                for e in objects {
                    let at = self.dynamic(e)?;
                    if *self.memory.handle(at)? == Handle::Nothing {
                        self.fail(options, "DEALLOCATE of what is not allocated")?;
                        return Ok(Flow::Next);
                    }
                    self.deallocate(at)?;
                }
                self.succeed(options)?;
            }
            StmtKind::Nullify(all) => {
                for e in all {
                    let at = self.dynamic(e)?;
                    self.associate(at, Handle::Nothing)?;
                }
            }
            StmtKind::Io {
                kind, controls, items, ..
            } => self.output(*kind, controls, items)?,
            StmtKind::Associate { name, pairs, body } => {
                let mut before = vec![];
                for (s, e) in pairs {
                    let object = self.object(e)?;
                    let whole = matches!(e.kind, ExprKind::Var(_) | ExprKind::Component(..));
                    let object = if whole { object } else { Rc::new(object.rebased()) };
                    before.push(self.rebind(*s, Some(Binding::Data(object))));
                }
                return Ok(ended(self.block_with(before, body)?, name.as_ref()));
            }
            StmtKind::Scope { name, locals, body } => {
                let before = locals.iter().map(|&s| self.rebind(s, None)).collect();
                for &s in locals {
                    self.create_local(s)?;
                }
                return Ok(ended(self.block_with(before, body)?, name.as_ref()));
            }
            StmtKind::Directed { body, .. } => return self.block(body),
            StmtKind::Pause(_) => return unsupported("PAUSE"),
            StmtKind::Model(_) => return unsupported("procedures without source"),
            StmtKind::Push(_) | StmtKind::Pop(_) | StmtKind::PushControl { .. } | StmtKind::PopControl { .. } => {
                return unsupported("statements of the tape that were not printed")
            }
        }
        Ok(Flow::Next)
    }

    fn branches(&mut self, arms: &'p [Arm]) -> Step<Flow> {
        for arm in arms {
            let holds = match &arm.cond {
                Some(cond) => self.truth(cond)?,
                None => true,
            };
            if holds {
                return self.block(&arm.body);
            }
        }
        Ok(Flow::Next)
    }

    fn repeat(&mut self, control: &'p DoControl, body: &'p Block, name: Option<&SmolStr>) -> Step<Flow> {
        match control {
            DoControl::Count { var, lo, hi, step } => {
                let index = self.variable(*var)?;
                if !matches!(index.ty, Ty::Integer(_)) {
                    return unsupported("loops with a real index");
                }
                let (lo, hi) = (self.integer(lo)?, self.integer(hi)?);
                let step = step.as_deref().map_or(Ok(1), |e| self.integer(e))?;
                if step == 0 {
                    return fault("a stride of zero");
                }
                let n = ((hi - lo + step) / step).max(0);
                for k in 0..n {
                    self.memory
                        .store(index.at, index.ty, index.size, &Scalar::Int(lo + k * step))?;
                    if let Some(flow) = left(self.block(body)?, name) {
                        return Ok(flow);
                    }
                    if self.memory.load(index.at, index.ty, index.size)? != Scalar::Int(lo + k * step) {
                        return fault("a loop's body changes its index");
                    }
                }
                let last = fit(&Scalar::Int(lo + n * step), index.ty)?;
                self.memory.store(index.at, index.ty, index.size, &last)?;
            }
            DoControl::While(cond) => {
                while self.truth(cond)? {
                    self.burn()?;
                    if let Some(flow) = left(self.block(body)?, name) {
                        return Ok(flow);
                    }
                }
            }
            DoControl::Forever => loop {
                self.burn()?;
                if let Some(flow) = left(self.block(body)?, name) {
                    return Ok(flow);
                }
            },
            DoControl::Concurrent { ranges, mask, .. } => {
                for indices in self.combinations(ranges)? {
                    let before = self.set_indices(ranges, &indices)?;
                    let active = mask.as_deref().map_or(Ok(true), |m| self.truth(m))?;
                    let flow = if active { self.block(body)? } else { Flow::Next };
                    self.restore(before);
                    if let Some(flow) = left(flow, name) {
                        return Ok(flow);
                    }
                }
            }
        }
        Ok(Flow::Next)
    }

    fn select(&mut self, e: &'p Expr, cases: &'p [Case]) -> Step<Flow> {
        let selector = self.value(e)?;
        let selector = selector.one()?;
        let mut default = None;
        for case in cases {
            let Some(values) = &case.values else {
                default = Some(&case.body);
                continue;
            };
            for v in values {
                let holds = match v {
                    CaseValue::Value(e) => self.ordered(selector, e)?.is_eq(),
                    CaseValue::Range(lo, hi) => {
                        let above = lo
                            .as_ref()
                            .map_or(Ok(true), |e| Ok(self.ordered(selector, e)?.is_ge()))?;
                        above
                            && hi
                                .as_ref()
                                .map_or(Ok(true), |e| Ok(self.ordered(selector, e)?.is_le()))?
                    }
                };
                if holds {
                    return self.block(&case.body);
                }
            }
        }
        default.map_or(Ok(Flow::Next), |body| self.block(body))
    }

    fn ordered(&mut self, selector: &Scalar, e: &'p Expr) -> Step<std::cmp::Ordering> {
        let v = self.value(e)?;
        Ok(match (selector, v.one()?) {
            (Scalar::Text(a), Scalar::Text(b)) => crate::ops::order_texts(a, b),
            (Scalar::Logical(a), Scalar::Logical(b)) => a.cmp(b),
            (a, b) => a.int()?.cmp(&b.int()?),
        })
    }

    fn select_type(&mut self, e: &'p Expr, guards: &'p [Guard]) -> Step<Flow> {
        if guards.iter().any(|g| g.test.is_about_rank()) {
            return self.select_rank(e, guards);
        }
        let object = self.object(e)?;
        let fits = |m: &Machine, test: &GuardTest| match (test, object.ty) {
            (GuardTest::TypeIs(d), ty) => d.ty == ty,
            (GuardTest::ClassIs(d), Ty::Derived(t) | Ty::Class(t)) => match d.ty {
                Ty::Derived(p) | Ty::Class(p) => m.extends(t, p),
                _ => false,
            },
            _ => false,
        };
        let mut chosen: Option<&'p Guard> = None;
        for guard in guards {
            if !fits(self, &guard.test) {
                continue;
            }
            if matches!(guard.test, GuardTest::TypeIs(_)) {
                chosen = Some(guard);
                break;
            }
            // of several classes, the one nearest to the object's type
            let nearer = match (chosen.map(|g| &g.test), &guard.test) {
                (Some(GuardTest::ClassIs(a)), GuardTest::ClassIs(b)) => match (a.ty, b.ty) {
                    (Ty::Derived(a) | Ty::Class(a), Ty::Derived(b) | Ty::Class(b)) => self.extends(b, a),
                    _ => false,
                },
                _ => true,
            };
            if nearer {
                chosen = Some(guard);
            }
        }
        let default = || guards.iter().find(|g| g.test.is_default());
        let Some(guard) = chosen.or_else(default) else {
            return Ok(Flow::Next);
        };
        let mut shown = (*object).clone();
        if let GuardTest::TypeIs(d) = &guard.test {
            if is_record(d.ty) {
                shown.ty = d.ty;
            }
        }
        let before = self.rebind(guard.local, Some(Binding::Data(Rc::new(shown))));
        self.block_with(vec![before], &guard.body)
    }

    fn select_rank(&mut self, e: &'p Expr, guards: &'p [Guard]) -> Step<Flow> {
        if self.gives_nothing(e)? {
            return unsupported("the rank of a pointer without a target");
        }
        let object = self.object(e)?;
        if guards.iter().any(|g| matches!(g.test, GuardTest::AssumedSize)) {
            return unsupported("RANK (*)");
        }
        let mut chosen = None;
        for guard in guards {
            if let GuardTest::Rank(rank) = &guard.test {
                if self.integer(rank)? == object.dims.len() as i64 {
                    chosen = Some(guard);
                }
            }
        }
        let default = || guards.iter().find(|g| matches!(g.test, GuardTest::RankDefault));
        let Some(guard) = chosen.or_else(default) else {
            return Ok(Flow::Next);
        };
        let binding = match self.is_dynamic(e) {
            true => Binding::Dynamic(self.dynamic(e)?),
            false => Binding::Data(object),
        };
        let before = self.rebind(guard.local, Some(binding));
        self.block_with(vec![before], &guard.body)
    }

    /// WHERE under the mask of an outer one.
    fn masked(&mut self, arms: &'p [Arm], outer: Option<&[bool]>) -> Step<()> {
        let mut pending: Option<Vec<bool>> = outer.map(<[bool]>::to_vec);
        for arm in arms {
            let active = match &arm.cond {
                Some(cond) => {
                    let mask = self.value(cond)?;
                    let own: Vec<bool> = mask.items().iter().map(Scalar::logical).collect::<Step<_>>()?;
                    let open = pending.unwrap_or_else(|| vec![true; own.len()]);
                    if open.len() != own.len() {
                        return fault("masks that do not conform");
                    }
                    let active: Vec<bool> = open.iter().zip(&own).map(|(p, m)| *p && *m).collect();
                    pending = Some(open.iter().zip(&own).map(|(p, m)| *p && !*m).collect());
                    active
                }
                None => pending.clone().unwrap_or_default(),
            };
            for stmt in &arm.body {
                match &stmt.kind {
                    StmtKind::Where { arms } => self.masked(arms, Some(&active))?,
                    StmtKind::Assign { lhs, rhs } => {
                        let value = self.value(rhs)?;
                        let to = self.places(lhs)?;
                        if to.all.len() != active.len() {
                            return fault("a mask that does not conform with its assignment");
                        }
                        self.set_places(&to, &value, Some(&active))?;
                    }
                    StmtKind::Comment(_) | StmtKind::Continue => {}
                    _ => return unsupported("this statement in WHERE"),
                }
            }
        }
        Ok(())
    }

    /// Each statement for all indices, its right sides first.
    fn forall(&mut self, ranges: &'p Ranges, mask: Option<&'p Expr>, body: &'p Block) -> Step<()> {
        let mut active = vec![];
        for indices in self.combinations(ranges)? {
            let before = self.set_indices(ranges, &indices)?;
            if mask.map_or(Ok(true), |m| self.truth(m))? {
                active.push(indices);
            }
            self.restore(before);
        }
        for stmt in body {
            let StmtKind::Assign { lhs, rhs } = &stmt.kind else {
                return unsupported("this statement in FORALL");
            };
            if is_record(lhs.ty) {
                return unsupported("records in FORALL");
            }
            let mut values = vec![];
            for indices in &active {
                let before = self.set_indices(ranges, indices)?;
                values.push(self.value(rhs)?);
                self.restore(before);
            }
            for (indices, value) in active.iter().zip(&values) {
                let before = self.set_indices(ranges, indices)?;
                let to = self.place(lhs)?;
                self.set_value(&to, value)?;
                self.restore(before);
            }
        }
        Ok(())
    }

    fn point(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> Step<()> {
        let (pointer, bounds) = match &lhs.kind {
            ExprKind::Index(base, subscripts) => (&**base, Some(subscripts)),
            _ => (lhs, None),
        };
        let at = self.dynamic(pointer)?;
        let mut target = self.handle_of(rhs)?;
        if let Handle::Data(object) = &target {
            let whole = matches!(
                rhs.kind,
                ExprKind::Var(_) | ExprKind::Component(..) | ExprKind::Call(..)
            );
            let mut own = (**object).clone();
            if let Ty::Derived(t) = pointer.ty {
                own.ty = Ty::Derived(t);
            }
            if !whole {
                own = own.rebased();
            }
            if let Some(subscripts) = bounds {
                self.rebound(&mut own, subscripts)?;
            }
            target = Handle::Data(Rc::new(own));
        }
        self.associate(at, target)
    }

    /// Bounds in a pointer assignment.
    fn rebound(&mut self, own: &mut Object, subscripts: &'p [Subscript]) -> Step<()> {
        let mut bounds = vec![];
        for s in subscripts {
            let Subscript::Range(lo, hi, _) = s else {
                return fault("a pointer's bounds are no ranges");
            };
            let lo = lo.as_deref().map_or(Ok(1), |e| self.integer(e))?;
            let hi = match hi.as_deref() {
                Some(e) => Some(self.integer(e)?),
                None => None,
            };
            bounds.push((lo, hi));
        }
        if bounds.iter().all(|b| b.1.is_none()) {
            own.dims.iter_mut().zip(bounds).for_each(|(d, (lo, _))| d.lo = lo);
            return Ok(());
        }
        // of a target of rank one, or a contiguous one
        let stride = match own.dims.as_slice() {
            [d] => d.stride,
            _ if own.is_contiguous() => own.size as isize,
            _ => return unsupported("new bounds of a target with gaps"),
        };
        let extents = bounds
            .iter()
            .map(|&(lo, hi)| (lo, hi.map(|hi| (hi - lo + 1).max(0) as usize)));
        own.dims = crate::memory::contiguous(extents, stride.unsigned_abs());
        if stride < 0 {
            own.dims.iter_mut().for_each(|d| d.stride = -d.stride);
        }
        Ok(())
    }

    fn allocation(
        &mut self,
        ty: Option<&'p adc_frontend::ir::DeclType>,
        objects: &'p [(Expr, adc_frontend::ir::AllocShape)],
        options: &'p [(SmolStr, Expr)],
    ) -> Step<()> {
        let option = |name: &str| options.iter().find(|(n, _)| n == name).map(|(_, e)| e);
        let source = match option("source").or_else(|| option("mold")) {
            Some(e) => Some(self.object(e)?),
            None => None,
        };
        for (e, shape) in objects {
            let at = self.dynamic(e)?;
            if !self.is_pointer(e) && self.memory.target(at)?.is_some() {
                return self.fail(options, "ALLOCATE of what is allocated");
            }
            let (own, size) = match (&source, ty) {
                (Some(s), _) if is_record(e.ty) || e.ty == Ty::Character => (s.ty, s.size),
                (_, Some(declared)) => (declared.ty, self.element_size(declared)?),
                (_, None) if e.ty == Ty::Character => (e.ty, self.declared_length(e)?),
                _ => (e.ty, self.size_of(e.ty)?),
            };
            let own = match own {
                Ty::Class(t) => Ty::Derived(t),
                other => other,
            };
            let mut bounds = vec![];
            for (lo, hi) in shape {
                let lo = lo.as_ref().map_or(Ok(1), |e| self.integer(e))?;
                bounds.push((lo, Some((self.integer(hi)? - lo + 1).max(0) as usize)));
            }
            if let (Some(s), true) = (&source, bounds.is_empty() && e.rank > 0) {
                bounds = s.dims.iter().map(|d| (d.lo, d.n)).collect();
                let whole = option("source").or_else(|| option("mold"));
                if !whole.is_some_and(|e| matches!(e.kind, ExprKind::Var(_) | ExprKind::Component(..))) {
                    bounds.iter_mut().for_each(|b| b.0 = 1);
                }
            }
            let object = self.allocate(at, own, size, bounds)?;
            if let (Some(s), Some(_)) = (&source, option("source")) {
                if is_record(object.ty) {
                    let copy = self.copy_of(s)?;
                    self.copy_records(&copy, &object)?;
                } else {
                    let value = self.load(s)?;
                    self.set_value(&object, &value)?;
                }
            }
        }
        self.succeed(options)
    }

    /// Sets the status variable of a statement.
    fn succeed(&mut self, options: &'p [(SmolStr, Expr)]) -> Step<()> {
        if let Some((_, e)) = options.iter().find(|(n, _)| n == "stat") {
            let status = self.place(e)?;
            self.set_value(&status, &Value::int(0))?;
        }
        Ok(())
    }

    /// WRITE to a character variable.
    fn write_into(&mut self, to: &'p Expr, format: &'p Expr, items: &'p [Expr]) -> Step<()> {
        let mut values = vec![];
        for e in items {
            values.extend(self.value(e)?.items().iter().cloned());
        }
        let format = self.value(format)?;
        let format = String::from_utf8_lossy(format.one()?.text()?).into_owned();
        let text = formatted(&format, &values)?;
        let to = self.place(to)?;
        if text.len() > to.size {
            return fault("more characters than their variable has");
        }
        self.set_value(&to, &Value::One(Scalar::Text(text.into())))
    }

    /// Says in the status variable of a statement that it failed; a fault if it has none.
    fn fail(&mut self, options: &'p [(SmolStr, Expr)], why: &str) -> Step<()> {
        match options.iter().find(|(n, _)| n == "stat") {
            Some((_, e)) => {
                let status = self.place(e)?;
                self.set_value(&status, &Value::int(1))?;
                if let Some((_, e)) = options.iter().find(|(n, _)| n == "errmsg") {
                    let message = self.place(e)?;
                    self.set_value(&message, &Value::One(Scalar::Text(why.as_bytes().into())))?;
                }
                Ok(())
            }
            None => fault(why),
        }
    }

    /// Output to the terminal is dropped, but its items are evaluated.
    fn output(&mut self, kind: IoKind, controls: &'p [(Option<SmolStr>, IoControl)], items: &'p [Expr]) -> Step<()> {
        let to_terminal = match (kind, controls.first()) {
            (IoKind::Print, _) => true,
            (IoKind::Write, Some((k, c))) if k.as_ref().is_none_or(|k| k.eq_ignore_ascii_case("unit")) => match c {
                IoControl::Star => true,
                IoControl::Expr(unit) if matches!(unit.ty, Ty::Integer(_)) => matches!(self.integer(unit)?, 0 | 6),
                _ => false,
            },
            _ => false,
        };
        let plain = |(i, (k, c)): (usize, &(Option<SmolStr>, IoControl))| {
            let is_format = k.as_ref().is_none_or(|k| k.eq_ignore_ascii_case("fmt")) && i <= 1;
            is_format || matches!(c, IoControl::Star)
        };
        if let (IoKind::Write, [(None, IoControl::Expr(to)), (None, IoControl::Expr(format))]) = (kind, controls) {
            if to.ty == Ty::Character && to.rank == 0 {
                return self.write_into(to, format, items);
            }
        }
        if !to_terminal || !controls.iter().enumerate().all(plain) {
            return unsupported("input and output");
        }
        for e in items {
            if is_record(e.ty) || matches!(e.kind, ExprKind::ImpliedDo { .. }) {
                return unsupported("output of records and by implied DO");
            }
            self.value(e)?;
        }
        Ok(())
    }
}

/// The way on after a construct with a name.
fn ended(flow: Flow, name: Option<&SmolStr>) -> Flow {
    match flow {
        Flow::Exit(Some(of)) if name.is_some_and(|n| n.eq_ignore_ascii_case(&of)) => Flow::Next,
        other => other,
    }
}

/// The way on after an iteration, if the loop ends with it.
fn left(flow: Flow, name: Option<&SmolStr>) -> Option<Flow> {
    let own = |of: &Option<SmolStr>| match of {
        None => true,
        Some(of) => name.is_some_and(|n| n.eq_ignore_ascii_case(of)),
    };
    match flow {
        Flow::Next => None,
        Flow::Cycle(of) if own(&of) => None,
        Flow::Exit(of) if own(&of) => Some(Flow::Next),
        other => Some(other),
    }
}
