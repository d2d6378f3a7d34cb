//! Makes jumps structured.
//!
//! After this pass the only jump left in a unit is `IF (c) EXIT` as the last statement of a loop body ([`trailing_exit`]). The pass
//! works on statement lists from the front:
//!
//! * A jump to the place that control reaches anyway ("falls off to") is dropped: `CYCLE` at the end of a loop body, `RETURN` at the end of the unit,
//!   `GOTO 10` right before statement 10.
//! * `IF (c) CYCLE; rest` becomes `IF (c) THEN; ELSE; rest; END IF` when all arms that jump do so always; no flag is needed.
//! * Any other jump sets a flag, and what would be skipped is guarded by `IF (.NOT. flag)`. A loop that is left ends its body with `IF (flag) EXIT`.
//! * Statements from a label up to the last jump back to it become an endless loop: the jump is its `CYCLE`, its end an `EXIT`.
//! * A forward `GOTO` skips to its label, in the list where the label stands.
//!
//! * A list with a jump into the middle of such a loop (irreducible control flow) becomes a dispatch loop: its pieces between labels are the cases of a `SELECT CASE`
//!   over the number of the piece that comes next.
//!
//! What this cannot express is a jump into a block from outside, which is not Fortran; it is reported.

use super::temps::Temps;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Where a jump goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Target {
    /// The end of the unit.
    Return,
    /// Behind the loop or construct with this number.
    Exit(usize),
    /// The next iteration of the loop with this number.
    Cycle(usize),
    /// The statement with this label.
    Label(u32),
}

type Targets = IndexSet<Target>;

/// A loop or named construct around the place that is looked at.
struct Frame {
    number: usize,
    name: Option<SmolStr>,
    is_loop: bool,
}

struct Jumps<'a, 'b> {
    temps: &'a mut Temps<'b>,
    flags: IndexMap<Target, SymbolId>,
    frames: Vec<Frame>,
    next: usize,
    messages: Vec<Diagnostic>,
}

/// Makes the body of a unit structured. The messages tell which jumps cannot be.
pub fn structure(program: &mut Program, unit: UnitId) -> Vec<Diagnostic> {
    let body = std::mem::take(&mut program.units[unit].body);
    if !has_jump(&body) {
        program.units[unit].body = body;
        return vec![];
    }
    let mut temps = Temps::new(program, unit);
    let mut jumps = Jumps {
        temps: &mut temps,
        flags: IndexMap::new(),
        frames: vec![],
        next: 0,
        messages: vec![],
    };
    let tail = Targets::from([Target::Return]);
    let (mut body, escapes) = jumps.list(body, &tail);
    for t in escapes {
        if let Target::Label(l) = t {
            jumps.messages.push(
                Diagnostic::error(
                    codes::UNSUPPORTED_CONTROL,
                    Span::NONE,
                    format!("the jump to label {l} cannot be made structured"),
                )
                .help("write the jump as a loop or an IF block"),
            );
        }
    }
    let messages = std::mem::take(&mut jumps.messages);
    drop_labels(&mut body);
    program.units[unit].body = body;
    messages
}

/// The test of `IF (test) EXIT` at the end of a loop body that this pass made.
pub fn trailing_exit(body: &Block) -> Option<&Expr> {
    let last = body.last()?;
    let StmtKind::If { arms, .. } = &last.kind else {
        return None;
    };
    let [Arm {
        cond: Some(cond), body, ..
    }] = arms.as_slice()
    else {
        return None;
    };
    let [Stmt {
        kind: StmtKind::Exit(None),
        ..
    }] = body.as_slice()
    else {
        return None;
    };
    Some(cond)
}

fn is_jump(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Goto(_) | StmtKind::Return(_)
    )
}

fn has_jump(block: &[Stmt]) -> bool {
    block.iter().any(|s| {
        let mut found = is_jump(s);
        s.kind.for_each_block(&mut |b| found |= has_jump(b));
        found
    })
}

/// True when control never falls off the end.
fn always_jumps(block: &[Stmt]) -> bool {
    match block.last() {
        None => false,
        Some(s) if is_jump(s) || matches!(s.kind, StmtKind::Stop { .. }) => true,
        Some(Stmt {
            kind: StmtKind::If { arms, .. },
            ..
        }) => arms.last().is_some_and(|a| a.cond.is_none()) && arms.iter().all(|a| always_jumps(&a.body)),
        _ => false,
    }
}

/// Labels that statements of the block, nested ones included, jump to.
fn goto_targets(block: &[Stmt], out: &mut IndexSet<u32>) {
    for s in block {
        if let StmtKind::Goto(l) = s.kind {
            out.insert(l);
        }
        s.kind.for_each_block(&mut |b| goto_targets(b, out));
    }
}

fn jumps_to(s: &Stmt, label: u32) -> bool {
    let mut targets = IndexSet::new();
    goto_targets(std::slice::from_ref(s), &mut targets);
    targets.contains(&label)
}

/// Takes out resets of flags that are reset before the whole block; those in loops stay, as an earlier iteration may have set the flag.
fn drop_resets(block: &mut Block, flags: &[SymbolId]) {
    block.retain(|s| match &s.kind {
        StmtKind::Assign { lhs, rhs } => {
            let is_flag = matches!(lhs.kind, ExprKind::Var(v) if flags.contains(&v));
            !(is_flag && matches!(&rhs.kind, ExprKind::Logical(t) if t == ".false."))
        }
        _ => true,
    });
    for s in block {
        if !matches!(s.kind, StmtKind::Do { .. }) {
            s.kind.for_each_block_mut(&mut |b| drop_resets(b, flags));
        }
    }
}

fn drop_labels(block: &mut Block) {
    for s in block {
        // FORMATs keep theirs: output statements refer to them
        if !matches!(s.kind, StmtKind::Format(_)) {
            s.label = None;
        }
        s.kind.for_each_block_mut(&mut drop_labels);
    }
}

impl Jumps<'_, '_> {
    fn flag(&mut self, t: &Target) -> Expr {
        let symbol = match self.flags.get(t) {
            Some(&s) => s,
            None => {
                let stem = match t {
                    Target::Return => "returned".to_string(),
                    Target::Exit(_) => "left_loop".to_string(),
                    Target::Cycle(_) => "cycled".to_string(),
                    Target::Label(l) => format!("jumped_{l}"),
                };
                let s = self.temps.local(&stem, DeclType::plain(Ty::Logical(4)), 0);
                self.flags.insert(t.clone(), s);
                s
            }
        };
        var(self.temps.program, symbol)
    }

    fn set(&mut self, t: &Target, value: bool) -> Stmt {
        let text = if value { ".true." } else { ".false." };
        let lhs = self.flag(t);
        assign(lhs, expr(ExprKind::Logical(text.into()), Ty::Logical(4), 0))
    }

    fn any(&mut self, targets: &Targets) -> Expr {
        let flags: Vec<Expr> = targets.iter().map(|t| self.flag(t)).collect();
        flags
            .into_iter()
            .reduce(|a, b| binary(BinaryOp::Or, a, b))
            .unwrap_or_else(|| int(0))
    }

    /// The frame a jump refers to.
    fn frame(&self, name: &Option<SmolStr>, need_loop: bool) -> Option<usize> {
        let fits = |f: &&Frame| match name {
            Some(n) => f.name.as_ref() == Some(n),
            None => f.is_loop,
        };
        let frame = self.frames.iter().rev().find(fits)?;
        (!need_loop || frame.is_loop).then_some(frame.number)
    }

    fn target(&self, s: &Stmt) -> Option<Target> {
        match &s.kind {
            StmtKind::Return(_) => Some(Target::Return),
            StmtKind::Exit(name) => self.frame(name, false).map(Target::Exit),
            StmtKind::Cycle(name) => self.frame(name, true).map(Target::Cycle),
            StmtKind::Goto(l) => Some(Target::Label(*l)),
            _ => None,
        }
    }

    /// Structures a list. `tail`: the targets that falling off its end amounts to. Returns the list and the targets whose flag may be set at its end.
    fn list(&mut self, stmts: Block, tail: &Targets) -> (Block, Targets) {
        let mut out = Block::new();
        let mut escapes = Targets::new();
        let mut rest: std::collections::VecDeque<Stmt> = self.backward(stmts).into();
        while let Some(s) = rest.pop_front() {
            if let Some(t) = self.target(&s) {
                // what follows is dead up to a label that is jumped to from before
                self.jump(t, s, &mut rest, tail, &mut out, &mut escapes);
                continue;
            }
            if !has_jump(std::slice::from_ref(&s)) {
                out.push(s);
                continue;
            }
            let mut next = Targets::new();
            if rest.is_empty() {
                next.extend(tail.iter().cloned());
            } else if let Some(l) = rest.front().and_then(|r| r.label) {
                next.insert(Target::Label(l));
            }
            let s = match self.absorb(s, &mut rest) {
                Ok(s) => {
                    // the arms now hold all that follows
                    next.extend(tail.iter().cloned());
                    s
                }
                Err(s) => s,
            };
            let (mut s, set) = self.construct(s, &next);
            let flags: Vec<SymbolId> = set.iter().filter_map(|t| self.flags.get(t).copied()).collect();
            drop_resets(&mut s, &flags);
            // flags are reset before the construct that may set them
            for t in &set {
                let reset = self.set(t, false);
                out.push(reset);
            }
            out.extend(s);
            if !set.is_empty() {
                self.guard(set, &mut rest, tail, &mut out, &mut escapes);
            }
        }
        (out, escapes)
    }

    /// An unconditional jump in a list.
    fn jump(
        &mut self,
        t: Target,
        s: Stmt,
        rest: &mut std::collections::VecDeque<Stmt>,
        tail: &Targets,
        out: &mut Block,
        escapes: &mut Targets,
    ) {
        if let Target::Label(l) = t {
            if let Some(k) = rest.iter().position(|r| r.label == Some(l)) {
                rest.drain(..k);
                return;
            }
        }
        if !tail.contains(&t) {
            let mut set = self.set(&t, true);
            set.lead = s.lead;
            set.span = s.span;
            out.push(set);
            escapes.insert(t);
        }
        rest.clear();
    }

    /// Guards what follows a construct that may have set flags. Labels that stand in this list end their flag's reach.
    fn guard(
        &mut self,
        set: Targets,
        rest: &mut std::collections::VecDeque<Stmt>,
        tail: &Targets,
        out: &mut Block,
        escapes: &mut Targets,
    ) {
        let mut pending = set;
        loop {
            // the first label ahead that one of the flags jumps to
            let stop = rest
                .iter()
                .position(|r| r.label.is_some_and(|l| pending.contains(&Target::Label(l))));
            let (skipped, at_label) = match stop {
                Some(k) => (rest.drain(..k).collect::<Block>(), true),
                None => (rest.drain(..).collect::<Block>(), false),
            };
            if !skipped.is_empty() {
                let none = Targets::new();
                let label_tail = match (at_label, rest.front().and_then(|r| r.label)) {
                    (true, Some(l)) => Targets::from([Target::Label(l)]),
                    _ => none,
                };
                let (body, more) = self.list(skipped, if at_label { &label_tail } else { tail });
                for t in &more {
                    if !pending.contains(t) {
                        let reset = self.set(t, false);
                        out.push(reset);
                    }
                }
                let cond = not(self.any(&pending));
                out.push(Stmt::new(StmtKind::If {
                    name: None,
                    arms: vec![Arm {
                        cond: Some(cond),
                        body,
                        lead: vec![],
                    }],
                    short: false,
                }));
                pending.extend(more);
            }
            if !at_label {
                escapes.extend(pending.into_iter().filter(|t| !tail.contains(t)));
                return;
            }
            if let Some(l) = rest.front().and_then(|r| r.label) {
                pending.swap_remove(&Target::Label(l));
            }
            if pending.is_empty() {
                return;
            }
        }
    }

    /// Moves what follows an `IF` into its one arm that falls through, when all other arms always jump. The `IF` is given back when that is not so.
    #[allow(clippy::result_large_err)] // no error: the statement is handed back as it was
    fn absorb(&mut self, mut s: Stmt, rest: &mut std::collections::VecDeque<Stmt>) -> Result<Stmt, Stmt> {
        // a label ahead that someone jumps to must stay in this list
        let mut wanted = IndexSet::new();
        goto_targets(std::slice::from_ref(&s), &mut wanted);
        goto_targets(rest.make_contiguous(), &mut wanted);
        if rest.is_empty() || rest.iter().any(|r| r.label.is_some_and(|l| wanted.contains(&l))) {
            return Err(s);
        }
        let StmtKind::If { arms, short, .. } = &mut s.kind else {
            return Err(s);
        };
        let fits = arms.iter().all(|a| always_jumps(&a.body) || !has_jump(&a.body));
        let through = arms.iter().filter(|a| !always_jumps(&a.body)).count();
        let has_else = arms.last().is_some_and(|a| a.cond.is_none());
        let falls = through + usize::from(!has_else);
        if !fits || falls > 1 {
            return Err(s);
        }
        *short = false;
        let following: Block = rest.drain(..).collect();
        if falls == 0 {
            return Ok(s);
        }
        if has_else {
            for a in arms.iter_mut() {
                if !always_jumps(&a.body) {
                    a.body.extend(following);
                    break;
                }
            }
        } else if through == 0 {
            arms.push(Arm {
                cond: None,
                body: following,
                lead: vec![],
            });
        }
        Ok(s)
    }

    /// Structures what is inside a construct. `tail`: what falling out of it amounts to.
    fn construct(&mut self, s: Stmt, tail: &Targets) -> (Block, Targets) {
        let Stmt {
            id,
            kind,
            label,
            lead,
            trail,
            span,
        } = s;
        let rebuild = |kind| Stmt {
            id,
            kind,
            label,
            lead,
            trail,
            span,
        };
        let mut set = Targets::new();
        match kind {
            StmtKind::If { name, arms, .. } => {
                let number = self.enter(&name, false);
                let mut tail = tail.clone();
                tail.insert(Target::Exit(number));
                let arms = arms
                    .into_iter()
                    .map(|a| Arm {
                        body: self.nested(a.body, &tail, &mut set),
                        ..a
                    })
                    .collect();
                let mut out = self.leave(number, &mut set);
                out.push(rebuild(StmtKind::If {
                    name: None,
                    arms: tidy(arms),
                    short: false,
                }));
                (out, set)
            }
            StmtKind::Select { name, expr, cases } => {
                let number = self.enter(&name, false);
                let mut tail = tail.clone();
                tail.insert(Target::Exit(number));
                let cases = cases
                    .into_iter()
                    .map(|c| Case {
                        body: self.nested(c.body, &tail, &mut set),
                        ..c
                    })
                    .collect();
                let mut out = self.leave(number, &mut set);
                out.push(rebuild(StmtKind::Select {
                    name: None,
                    expr,
                    cases,
                }));
                (out, set)
            }
            StmtKind::SelectType { name, expr, guards } => {
                let number = self.enter(&name, false);
                let mut tail = tail.clone();
                tail.insert(Target::Exit(number));
                let guards = guards
                    .into_iter()
                    .map(|g| Guard {
                        body: self.nested(g.body, &tail, &mut set),
                        ..g
                    })
                    .collect();
                let mut out = self.leave(number, &mut set);
                out.push(rebuild(StmtKind::SelectType {
                    name: None,
                    expr,
                    guards,
                }));
                (out, set)
            }
            StmtKind::Do { name, control, body } => {
                let number = self.enter(&name, true);
                let (mut body, mut escapes) = self.list(body, &Targets::from([Target::Cycle(number)]));
                escapes.swap_remove(&Target::Cycle(number));
                if !escapes.is_empty() {
                    let cond = self.any(&escapes);
                    body.push(Stmt::new(StmtKind::If {
                        name: None,
                        arms: vec![Arm {
                            cond: Some(cond),
                            body: vec![Stmt::new(StmtKind::Exit(None))],
                            lead: vec![],
                        }],
                        short: true,
                    }));
                }
                set = escapes;
                let mut out = self.leave(number, &mut set);
                out.push(rebuild(StmtKind::Do {
                    name: None,
                    control,
                    body,
                }));
                (out, set)
            }
            StmtKind::Associate { name, pairs, body } => {
                let number = self.enter(&name, false);
                let body = self.nested(body, &Targets::from([Target::Exit(number)]), &mut set);
                let mut out = self.leave(number, &mut set);
                out.push(rebuild(StmtKind::Associate {
                    name: None,
                    pairs,
                    body,
                }));
                (out, set)
            }
            StmtKind::Scope { name, locals, body } => {
                let number = self.enter(&name, false);
                let body = self.nested(body, &Targets::from([Target::Exit(number)]), &mut set);
                let mut out = self.leave(number, &mut set);
                out.push(rebuild(StmtKind::Scope {
                    name: None,
                    locals,
                    body,
                }));
                (out, set)
            }
            other => (vec![rebuild(other)], set),
        }
    }

    fn nested(&mut self, body: Block, tail: &Targets, set: &mut Targets) -> Block {
        let (body, escapes) = self.list(body, tail);
        set.extend(escapes);
        body
    }

    fn enter(&mut self, name: &Option<SmolStr>, is_loop: bool) -> usize {
        self.next += 1;
        let name = name.as_ref().map(|n| adc_frontend::ast::fold(n));
        self.frames.push(Frame {
            number: self.next,
            name,
            is_loop,
        });
        self.next
    }

    /// Closes a construct. The reset of its exit flag, if the flag is used, goes before it.
    fn leave(&mut self, number: usize, set: &mut Targets) -> Block {
        self.frames.pop();
        let exit = Target::Exit(number);
        if set.swap_remove(&exit) {
            vec![self.set(&exit, false)]
        } else {
            vec![]
        }
    }

    /// Turns statements between a label and the last jump back to it into an endless loop.
    fn backward(&mut self, stmts: Block) -> Block {
        let mut stmts = stmts;
        let mut start = 0;
        while let Some((from, to)) = find_backward(&stmts, start) {
            if is_entered_inside(&stmts, from, to) {
                return self.dispatch(stmts);
            }
            let mut region: Block = stmts.drain(from..=to).collect();
            let Some(label) = region.first().and_then(|s| s.label) else {
                return stmts;
            };
            let span = region.first().map_or(Span::NONE, |s| s.span);
            let lead = region
                .first_mut()
                .map(|s| std::mem::take(&mut s.lead))
                .unwrap_or_default();
            if let Some(first) = region.first_mut() {
                first.label = None;
            }
            let name: SmolStr = format!("back to {label}").into();
            retarget(&mut region, label, &name);
            region.push(Stmt::new(StmtKind::Exit(Some(name.clone()))));
            let mut whole = Stmt::at(
                StmtKind::Do {
                    name: Some(name),
                    control: DoControl::Forever,
                    body: region,
                },
                span,
            );
            whole.label = Some(label);
            whole.lead = lead;
            stmts.insert(from, whole);
            // other labels behind this region are still to be looked at
            start = from + 1;
        }
        stmts
    }

    /// A list as a loop over its pieces, in the order in which control goes through them.
    fn dispatch(&mut self, stmts: Block) -> Block {
        let mut targets = IndexSet::new();
        goto_targets(&stmts, &mut targets);
        let list = pieces(stmts, &targets);
        let next = self.temps.local_ref("next_piece", DeclType::plain(Ty::Integer(4)), 0);
        let numbers: IndexMap<u32, i64> = list
            .iter()
            .enumerate()
            .filter_map(|(k, (l, _))| l.map(|l| (l, k as i64)))
            .collect();
        let name: SmolStr = format!("dispatch {}", self.next).into();
        self.next += 1;
        let count = list.len() as i64;
        let mut cases = vec![];
        for (k, (_, piece)) in list.into_iter().enumerate() {
            let mut body = redirect(piece, &next, &numbers, &name);
            body.push(assign(next.clone(), int(k as i64 + 1)));
            let values = Some(vec![CaseValue::Value(int(k as i64))]);
            cases.push(Case {
                values,
                body,
                lead: vec![],
            });
        }
        let select = Stmt::new(StmtKind::Select {
            name: None,
            expr: next.clone(),
            cases,
        });
        let more = binary(BinaryOp::Lt, next.clone(), int(count));
        let control = DoControl::While(more);
        vec![
            assign(next, int(0)),
            Stmt::new(StmtKind::Do {
                name: Some(name),
                control,
                body: vec![select],
            }),
        ]
    }
}

/// True when a statement before the region jumps to a label inside it, behind its first statement.
fn is_entered_inside(stmts: &[Stmt], from: usize, to: usize) -> bool {
    let mut outside = IndexSet::new();
    goto_targets(stmts.get(..from).unwrap_or(&[]), &mut outside);
    let inside = stmts.get(from + 1..=to).unwrap_or(&[]);
    inside.iter().any(|s| s.label.is_some_and(|l| outside.contains(&l)))
}

/// Splits a list before each statement whose label is jumped to.
fn pieces(stmts: Block, targets: &IndexSet<u32>) -> Vec<(Option<u32>, Block)> {
    let mut out: Vec<(Option<u32>, Block)> = vec![(None, vec![])];
    for mut s in stmts {
        if s.label.is_some_and(|l| targets.contains(&l)) {
            out.push((s.label.take(), vec![]));
        }
        if let Some((_, piece)) = out.last_mut() {
            piece.push(s);
        }
    }
    out
}

/// Jumps to labels become: set the number of the next piece, and `CYCLE` to the dispatch.
fn redirect(block: Block, next: &Expr, numbers: &IndexMap<u32, i64>, name: &SmolStr) -> Block {
    let mut out = Block::with_capacity(block.len());
    for mut s in block {
        s.kind
            .for_each_block_mut(&mut |b| *b = redirect(std::mem::take(b), next, numbers, name));
        match s.kind {
            StmtKind::Goto(l) if numbers.contains_key(&l) => {
                let mut set = assign(next.clone(), int(numbers[&l]));
                set.lead = s.lead;
                set.span = s.span;
                out.push(set);
                out.push(Stmt::at(StmtKind::Cycle(Some(name.clone())), s.span));
            }
            kind => out.push(Stmt { kind, ..s }),
        }
    }
    out
}

/// First label at or behind `start` in the list to which a later statement of the list (or one inside it) jumps back: its place and the last such jump's,
/// enlarged so that overlapping regions become one.
fn find_backward(stmts: &Block, start: usize) -> Option<(usize, usize)> {
    let region = |k: usize| {
        let label = stmts.get(k)?.label?;
        (k..stmts.len())
            .rev()
            .find(|&j| stmts.get(j).is_some_and(|s| jumps_to(s, label)))
    };
    for k in start..stmts.len() {
        let Some(mut end) = region(k) else { continue };
        let mut j = k + 1;
        while j <= end {
            if let Some(e) = region(j) {
                end = end.max(e);
            }
            j += 1;
        }
        return Some((k, end));
    }
    None
}

/// Jumps to the label become `CYCLE name`.
fn retarget(block: &mut Block, label: u32, name: &SmolStr) {
    for s in block {
        if matches!(s.kind, StmtKind::Goto(l) if l == label) {
            s.kind = StmtKind::Cycle(Some(name.clone()));
        }
        s.kind.for_each_block_mut(&mut |b| retarget(b, label, name));
    }
}

/// `IF (c) THEN; ELSE; rest` reads better as `IF (.NOT. c) THEN; rest`.
fn tidy(mut arms: Vec<Arm>) -> Vec<Arm> {
    if let [first, second] = arms.as_mut_slice() {
        if first.body.is_empty() && second.cond.is_none() {
            let cond = first.cond.take().map(negate);
            let second = std::mem::take(&mut second.body);
            return vec![Arm {
                cond,
                body: second,
                lead: vec![],
            }];
        }
    }
    if arms.len() > 1 && arms.last().is_some_and(|a| a.cond.is_none() && a.body.is_empty()) {
        arms.pop();
    }
    arms
}

fn negate(cond: Expr) -> Expr {
    let flip = |op| match op {
        BinaryOp::Eq => Some(BinaryOp::Ne),
        BinaryOp::Ne => Some(BinaryOp::Eq),
        // not for < and its kin: with a NaN both a test and its complement are false
        _ => None,
    };
    match cond.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        ExprKind::Binary(op, a, b) if flip(op).is_some() => binary(flip(op).unwrap_or(op), *a, *b),
        kind => not(Expr { kind, ..cond }),
    }
}
