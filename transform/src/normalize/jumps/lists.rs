//! Jumps forward and out of constructs: statements that they skip are guarded, list by list.

use super::scan::*;
use super::*;

impl Jumps<'_, '_> {
    /// Structures a list. `tail`: the targets that control reaches from the end of the list. Returns the list and the
    /// targets whose flags may be set at its end.
    pub(super) fn list(&mut self, stmts: Block, tail: &Targets) -> (Block, Targets) {
        self.depth += 1;
        let result = self.nested_list(stmts, tail);
        self.depth -= 1;
        result
    }

    fn nested_list(&mut self, stmts: Block, tail: &Targets) -> (Block, Targets) {
        let mut out = Block::new();
        let mut escapes = Targets::new();
        let mut rest: std::collections::VecDeque<Stmt> = self.backward(stmts).into();
        while let Some(s) = rest.pop_front() {
            if let Some(t) = self.target(&s) {
                // statements after it are dead up to a label that an earlier jump targets
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
                    // the arms now contain all that follows
                    next.extend(tail.iter().cloned());
                    s
                }
                Err(s) => s,
            };
            let (mut s, set) = self.construct(s, &next);
            let flags: Vec<SymbolId> = set.iter().filter_map(|t| self.flags.get(t).copied()).collect();
            drop_resets(&mut s, &flags);
            // flags are reset before a construct that may set them
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
    pub(super) fn jump(
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

    /// Guards the statements after a construct that may have set flags. A flag of a label in this list applies up to
    /// the label.
    pub(super) fn guard(
        &mut self,
        set: Targets,
        rest: &mut std::collections::VecDeque<Stmt>,
        tail: &Targets,
        out: &mut Block,
        escapes: &mut Targets,
    ) {
        let mut pending = set;
        loop {
            // the first label in the rest that belongs to one of the flags
            let stop = rest
                .iter()
                .position(|r| r.label.is_some_and(|l| pending.contains(&Target::Label(l))));
            let end = stop.unwrap_or(rest.len());
            let piece = (self.depth > DEEP).then(|| rest.iter().position(|s| has_jump(std::slice::from_ref(s))));
            let piece = piece.flatten().map(|k| k + 1).filter(|&k| k < end);
            let at_label = stop.is_some() && piece.is_none();
            let skipped: Block = rest.drain(..piece.unwrap_or(end)).collect();
            let none = Targets::new();
            let tail = if piece.is_some() { &none } else { tail };
            if !skipped.is_empty() {
                let label_tail = match (at_label, rest.front().and_then(|r| r.label)) {
                    (true, Some(l)) => Targets::from([Target::Label(l)]),
                    _ => Targets::new(),
                };
                let (body, more) = self.list(skipped, if at_label { &label_tail } else { tail });
                for t in &more {
                    if !pending.contains(t) {
                        let reset = self.set(t, false);
                        out.push(reset);
                    }
                }
                let cond = not(self.any(&pending));
                out.push(Stmt::guarded(cond, body));
                pending.extend(more);
            }
            if piece.is_some() {
                continue;
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

    /// Moves the statements after an `IF` into its only arm that falls through, if all other arms always jump.
    /// Otherwise returns the `IF` as an error.
    #[allow(clippy::result_large_err)] // not an error: returns the statement unchanged
    pub(super) fn absorb(&mut self, mut s: Stmt, rest: &mut std::collections::VecDeque<Stmt>) -> Result<Stmt, Stmt> {
        // a label in the rest that a jump targets must stay in this list
        let stays = |rest: &std::collections::VecDeque<Stmt>, wanted: &IndexSet<u32>| {
            rest.iter().any(|r| r.label.is_some_and(|l| wanted.contains(&l)))
        };
        let mut wanted = IndexSet::new();
        goto_targets(std::slice::from_ref(&s), &mut wanted);
        if rest.is_empty() || self.depth > DEEP || stays(rest, &wanted) {
            return Err(s);
        }
        goto_targets(rest.make_contiguous(), &mut wanted);
        if stays(rest, &wanted) {
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
            arms.push(Arm::new(None, following));
        }
        Ok(s)
    }

    /// Structures the blocks of a construct. `tail`: the targets that control reaches from its end.
    pub(super) fn construct(&mut self, mut s: Stmt, tail: &Targets) -> (Block, Targets) {
        let mut set = Targets::new();
        let name = s.kind.take_construct_name();
        let number = self.enter(&name, matches!(s.kind, StmtKind::Do { .. }));
        match &mut s.kind {
            StmtKind::Do { body, .. } => {
                let (inner, mut escapes) = self.list(std::mem::take(body), &Targets::from([Target::Cycle(number)]));
                *body = inner;
                escapes.swap_remove(&Target::Cycle(number));
                if !escapes.is_empty() {
                    let cond = self.any(&escapes);
                    body.push(Stmt::when(cond, Stmt::new(StmtKind::Exit(None))));
                }
                set = escapes;
            }
            other => {
                let mut tail = tail.clone();
                tail.insert(Target::Exit(number));
                other.for_each_block_mut(&mut |b| *b = self.nested(std::mem::take(b), &tail, &mut set));
                if let StmtKind::If { arms, short, .. } = other {
                    *arms = tidy(std::mem::take(arms));
                    *short = false;
                }
            }
        }
        let mut out = self.leave(number, &mut set);
        out.push(s);
        (out, set)
    }

    pub(super) fn nested(&mut self, body: Block, tail: &Targets, set: &mut Targets) -> Block {
        let (body, escapes) = self.list(body, tail);
        set.extend(escapes);
        body
    }

    pub(super) fn enter(&mut self, name: &Option<SmolStr>, is_loop: bool) -> usize {
        self.next += 1;
        let name = name.as_ref().map(|n| adc_frontend::ast::fold(n));
        self.frames.push(Frame {
            number: self.next,
            name,
            is_loop,
        });
        self.next
    }

    /// Closes a construct. Returns the reset of its exit flag, if the flag is used, which goes before the construct.
    pub(super) fn leave(&mut self, number: usize, set: &mut Targets) -> Block {
        self.frames.pop();
        let exit = Target::Exit(number);
        if set.swap_remove(&exit) {
            vec![self.set(&exit, false)]
        } else {
            vec![]
        }
    }
}
