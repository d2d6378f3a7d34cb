//! Jumps back: loops made of labels and GOTO, and dispatch loops for what is entered in the middle.

use super::scan::*;
use super::*;

impl Jumps<'_, '_> {
    /// Turns statements between a label and the last jump back to it into an endless loop.
    pub(super) fn backward(&mut self, stmts: Block) -> Block {
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
    pub(super) fn dispatch(&mut self, stmts: Block) -> Block {
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
pub(super) fn is_entered_inside(stmts: &[Stmt], from: usize, to: usize) -> bool {
    let mut outside = IndexSet::new();
    goto_targets(stmts.get(..from).unwrap_or(&[]), &mut outside);
    let inside = stmts.get(from + 1..=to).unwrap_or(&[]);
    inside.iter().any(|s| s.label.is_some_and(|l| outside.contains(&l)))
}

/// Splits a list before each statement whose label is jumped to.
pub(super) fn pieces(stmts: Block, targets: &IndexSet<u32>) -> Vec<(Option<u32>, Block)> {
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
pub(super) fn redirect(block: Block, next: &Expr, numbers: &IndexMap<u32, i64>, name: &SmolStr) -> Block {
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
pub(super) fn find_backward(stmts: &Block, start: usize) -> Option<(usize, usize)> {
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
pub(super) fn retarget(block: &mut Block, label: u32, name: &SmolStr) {
    for s in block {
        if matches!(s.kind, StmtKind::Goto(l) if l == label) {
            s.kind = StmtKind::Cycle(Some(name.clone()));
        }
        s.kind.for_each_block_mut(&mut |b| retarget(b, label, name));
    }
}
