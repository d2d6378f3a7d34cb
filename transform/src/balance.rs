//! Proves on the generated statements that the reverse sweep pops the values that the forward sweep pushed, in reverse
//! order, on every path.
//!
//! Each sweep is reduced to its tape events: pushes, pops, and loops and branches that contain events. Then the forward
//! sequence, read from its end, must match the reverse one, read from its beginning:
//!
//! | forward, from the end | reverse, from the beginning |
//! |---|---|
//! | push of a designator | pop of the same designator |
//! | loop | loop whose body matches |
//! | branch whose arms end with a pushed number | pop of a number, branch on it; the arm for each number matches |
//! | branch | branch on the same tests, arms match in order |
//!
//! Statements of a directed region run forward and in reverse at one place; the proof is made where they are generated.
//! The same holds for the body of a loop whose iterations are independent, and for the branch at which such an
//! iteration turns. In the reverse sweep, values may also be pushed and popped around a call.
//!
//! Ignored: that matching loops run equally often, and that tests have the same value when they are evaluated again;
//! recording their operands ensures both.

use adc_frontend::ir::*;

/// The id of a test that is kept only if its contents do not use the tape. No position inside it, or across its border,
/// is marked.
pub const SKIPPED: StmtId = StmtId(u32::MAX);

/// A tape event, or a construct that contains some.
enum Event<'a> {
    Push(&'a Expr),
    Pop(&'a Expr),
    PushControl(u32),
    PopControl(&'a Expr),
    Loop(Vec<Event<'a>>),
    Branch(Vec<(Option<&'a Expr>, Vec<Event<'a>>)>),
    Select(Vec<(Option<&'a [CaseValue]>, Vec<Event<'a>>)>),
}

type Events<'a> = Vec<Event<'a>>;

/// Checks the body of an adjoint procedure, given as its two sweeps.
///
/// # Errors
/// A message about the events that do not match.
pub fn verify(forward: &[Stmt], reverse: &[Stmt]) -> Result<(), String> {
    matches(&events(forward), &events(reverse))
}

fn events(block: &[Stmt]) -> Events<'_> {
    let mut out = vec![];
    for s in block {
        match &s.kind {
            StmtKind::Push(e) => out.push(Event::Push(e)),
            StmtKind::Pop(e) => out.push(Event::Pop(e)),
            StmtKind::PushControl { value, .. } => out.push(Event::PushControl(*value)),
            StmtKind::PopControl { var, .. } => out.push(Event::PopControl(var)),
            StmtKind::Do { body, .. } => {
                let inner = events(body);
                if !is_closed(&inner) {
                    out.push(Event::Loop(inner));
                }
            }
            // the test is removed if there are events inside
            StmtKind::If { arms, .. } if s.id == SKIPPED => out.extend(arms.iter().flat_map(|a| events(&a.body))),
            StmtKind::If { arms, .. } => {
                let arms: Vec<_> = arms.iter().map(|a| (a.cond.as_ref(), events(&a.body))).collect();
                if arms.iter().any(|(_, e)| !is_closed(e)) || is_dispatch(out.last(), arms.first()) {
                    out.push(Event::Branch(arms));
                }
            }
            StmtKind::Select { cases, .. } => {
                let cases: Vec<_> = cases.iter().map(|c| (c.values.as_deref(), events(&c.body))).collect();
                if cases.iter().any(|(_, e)| !is_closed(e)) {
                    out.push(Event::Select(cases));
                }
            }
            _ => {}
        }
        // a value popped right after its push does not concern the rest
        if let [.., pushed, popped @ (Event::Pop(_) | Event::Loop(_) | Event::Branch(_))] = out.as_slice() {
            if matches(std::slice::from_ref(pushed), std::slice::from_ref(popped)).is_ok() {
                out.truncate(out.len() - 2);
            }
        }
    }
    out
}

/// True for a forward and a reverse part at one place, and for no events: the part pops the values that it pushes, and
/// does not concern the rest.
fn is_closed(all: &[Event]) -> bool {
    (0..=all.len()).any(|turn| {
        let (forward, reverse) = all.split_at(turn);
        matches(forward, reverse).is_ok()
    })
}

/// Compares the forward events from the end with the reverse ones.
fn matches(forward: &[Event], reverse: &[Event]) -> Result<(), String> {
    let mut pushed = forward.iter().rev();
    let mut rest = reverse.iter();
    loop {
        match (pushed.next(), rest.next()) {
            (None, None) => return Ok(()),
            (Some(Event::Push(p)), Some(Event::Pop(q))) if p.same(q) => {}
            (Some(Event::Loop(f)), Some(Event::Loop(b))) => matches(f, b)?,
            (Some(Event::Branch(arms)), Some(control @ Event::PopControl(_))) => {
                numbered(arms.iter().map(|(_, e)| e), control, &mut rest)?;
            }
            (Some(Event::Select(cases)), Some(control @ Event::PopControl(_))) => {
                numbered(cases.iter().map(|(_, e)| e), control, &mut rest)?;
            }
            (Some(Event::Branch(f)), Some(Event::Branch(b))) => {
                for (k, (cond, arm)) in f.iter().enumerate() {
                    let other = b.get(k);
                    if let (Some(c), Some((Some(d), _))) = (cond, other) {
                        if !c.same(d) {
                            return Err(format!("branches on different tests: {c:?} and {d:?}"));
                        }
                    }
                    matches(arm, other.map_or(&[], |(_, e)| e.as_slice()))?;
                }
            }
            (Some(Event::Select(f)), Some(Event::Select(b))) => {
                for (k, (_, arm)) in f.iter().enumerate() {
                    matches(arm, b.get(k).map_or(&[], |(_, e)| e.as_slice()))?;
                }
            }
            (f, b) => return Err(format!("pushed {}, popped {}", name(f), name(b))),
        }
    }
}

/// True for the branch on a number that was just popped.
fn is_dispatch(control: Option<&Event>, first: Option<&(Option<&Expr>, Events)>) -> bool {
    match (control, first) {
        (Some(Event::PopControl(var)), Some((Some(cond), _))) => {
            matches!(&cond.kind, ExprKind::Binary(BinaryOp::Eq, v, _) if v.same(var))
        }
        _ => false,
    }
}

/// Compares a branch whose arms pushed numbers with the popped number and the dispatch on it. There is no dispatch if
/// no arm has a reverse part.
fn numbered<'e>(
    arms: impl Iterator<Item = &'e Events<'e>>,
    control: &Event,
    rest: &mut std::slice::Iter<'e, Event<'e>>,
) -> Result<(), String> {
    let none = vec![];
    let found = match rest.as_slice().first() {
        Some(Event::Branch(found)) if is_dispatch(Some(control), found.first()) => {
            rest.next();
            found
        }
        _ => &none,
    };
    for arm in arms {
        let (value, arm) = match arm.split_last() {
            Some((Event::PushControl(v), before)) => (*v, before),
            // nothing is pushed after a STOP
            None => continue,
            other => {
                return Err(format!(
                    "an arm ends with {}, not with its number",
                    name(other.map(|(last, _)| last))
                ))
            }
        };
        let is_value = |c: &Option<&Expr>| match c.map(|c| &c.kind) {
            Some(ExprKind::Binary(BinaryOp::Eq, _, k)) => int_value(k) == Some(i64::from(value)),
            _ => false,
        };
        let default = found.iter().find(|(c, _)| c.is_none());
        let body = found.iter().find(|(c, _)| is_value(c)).or(default);
        matches(arm, body.map_or(&[], |(_, e)| e.as_slice()))?;
    }
    Ok(())
}

fn name(e: Option<&Event>) -> String {
    match e {
        None => "nothing".into(),
        Some(Event::Push(e) | Event::Pop(e)) => format!("{:?}", e.kind),
        Some(Event::PushControl(v)) => format!("the number {v}"),
        Some(Event::PopControl(_)) => "a number".into(),
        Some(Event::Loop(_)) => "a loop".into(),
        Some(Event::Branch(_) | Event::Select(_)) => "a branch".into(),
    }
}
