//! Backward jumps: loops made of labels and GOTO, and dispatch loops for code that is entered in the middle.

use super::scan::*;
use super::*;
use std::collections::HashMap;

impl Jumps<'_, '_> {
    /// Turns the statements from a label to the last jump back to it into an endless loop.
    pub(super) fn backward(&mut self, stmts: Block) -> Block {
        let jumps = Backward::of(&stmts);
        if jumps.is_empty() {
            return stmts;
        }
        let mut out = Block::with_capacity(stmts.len());
        let mut rest = stmts.into_iter();
        // labels that earlier statements jump to
        let mut before = IndexSet::new();
        let mut place = 0;
        while let Some(s) = rest.next() {
            let Some(end) = jumps.region(place) else {
                goto_targets(std::slice::from_ref(&s), &mut before);
                out.push(s);
                place += 1;
                continue;
            };
            let label = s.label;
            let mut region: Block = std::iter::once(s).chain(rest.by_ref().take(end - place)).collect();
            let entered = region
                .iter()
                .skip(1)
                .any(|s| s.label.is_some_and(|l| before.contains(&l)));
            let Some(label) = label.filter(|_| !entered) else {
                out.extend(region);
                out.extend(rest);
                return self.dispatch(out);
            };
            place = end + 1;
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
            goto_targets(std::slice::from_ref(&whole), &mut before);
            out.push(whole);
        }
        out
    }

    /// A list as a loop over its pieces, in the order in which control reaches them.
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

/// Splits a list before each statement with a label that a jump targets.
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

/// Replaces a jump to a label by an assignment of the next piece's number, and a `CYCLE` of the dispatch loop.
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

/// The backward jumps in a list.
struct Backward {
    /// The position of the last jump back to each labelled statement, from itself, a later statement of the list, or a
    /// nested one.
    ends: HashMap<usize, usize>,
}

impl Backward {
    fn of(stmts: &Block) -> Backward {
        let mut last: HashMap<u32, usize> = HashMap::new();
        for (place, s) in stmts.iter().enumerate() {
            let mut targets = IndexSet::new();
            goto_targets(std::slice::from_ref(s), &mut targets);
            last.extend(targets.into_iter().map(|l| (l, place)));
        }
        let end = |(place, s): (usize, &Stmt)| {
            let end = *last.get(&s.label?)?;
            (end >= place).then_some((place, end))
        };
        Backward {
            ends: stmts.iter().enumerate().filter_map(end).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The last position of the region that begins at a position, extended so that overlapping regions become one.
    fn region(&self, begin: usize) -> Option<usize> {
        let mut end = *self.ends.get(&begin)?;
        let mut place = begin + 1;
        while place <= end {
            if let Some(&e) = self.ends.get(&place) {
                end = end.max(e);
            }
            place += 1;
        }
        Some(end)
    }
}

/// Replaces jumps to the label by `CYCLE name`.
pub(super) fn retarget(block: &mut Block, label: u32, name: &SmolStr) {
    for s in block {
        if matches!(s.kind, StmtKind::Goto(l) if l == label) {
            s.kind = StmtKind::Cycle(Some(name.clone()));
        }
        s.kind.for_each_block_mut(&mut |b| retarget(b, label, name));
    }
}
