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
//! | branch whose arms end with an assignment of a number | branch on that variable, or on one to which the statement before assigns its value; the arm for each number matches |
//! | branch | branch on the same tests, arms match in order |
//!
//! Statements of a directed region run forward and in reverse at one place; the proof is made where they are generated.
//! The same holds for the body of a loop whose iterations are independent, and for the branch at which such an
//! iteration turns. In the reverse sweep, values may also be pushed and popped around a call.
//!
//! Loops that threads share are proved as if one thread ran them ([`crate::threads`] keeps the order of each thread).
//!
//! Ignored: that matching loops run equally often, and that tests have the same value when they are evaluated again;
//! recording their operands ensures both. A variable that holds the number of a branch is set there only.

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
    Branch(Vec<Arm<'a>>),
    Select(Vec<Arm<'a>>),
}

type Events<'a> = Vec<Event<'a>>;

/// An arm of a branch.
struct Arm<'a> {
    /// The test of an IF.
    test: Option<&'a Expr>,
    /// What the statement before the IF assigns to the variable that is tested.
    tested: Option<&'a Expr>,
    events: Events<'a>,
    /// The variable and the number that it assigns last.
    number: Option<(&'a Expr, i64)>,
}

impl<'a> Arm<'a> {
    fn of(test: Option<&'a Expr>, body: &'a [Stmt]) -> Arm<'a> {
        let mut number = None;
        if let Some(StmtKind::Assign { lhs, rhs }) = body.last().map(|s| &s.kind) {
            number = int_value(rhs).map(|k| (lhs, k));
        }
        Arm {
            test,
            tested: None,
            events: events(body),
            number,
        }
    }

    /// What it compares with a number.
    fn compared(&self) -> Option<&'a Expr> {
        let (v, _) = self.test.and_then(tested)?;
        Some(self.tested.unwrap_or(v))
    }
}

/// Checks the body of an adjoint procedure, given as its two sweeps.
///
/// # Errors
/// A message about the events that do not match.
pub fn verify(forward: &[Stmt], reverse: &[Stmt]) -> Result<(), String> {
    matches(&events(forward), &events(reverse))
}

/// True for statements that pop the values that they push, and no others.
pub(crate) fn is_balanced(block: &[Stmt]) -> bool {
    is_closed(&events(block))
}

fn events(block: &[Stmt]) -> Events<'_> {
    let mut out = vec![];
    for (k, s) in block.iter().enumerate() {
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
            StmtKind::Directed { directive, body } if matches!(directive.asks, Asks::Parallel(_)) => {
                out.extend(events(body));
            }
            // the test is removed if there are events inside
            StmtKind::If { arms, .. } if s.id == SKIPPED => out.extend(arms.iter().flat_map(|a| events(&a.body))),
            StmtKind::If { arms, .. } => {
                let mut arms: Vec<Arm> = arms.iter().map(|a| Arm::of(a.cond.as_ref(), &a.body)).collect();
                if let Some(StmtKind::Assign { lhs, rhs }) = k.checked_sub(1).map(|k| &block[k].kind) {
                    let is_it = |a: &&mut Arm| a.test.and_then(tested).is_some_and(|(v, _)| v.same(lhs));
                    arms.iter_mut().filter(is_it).for_each(|a| a.tested = Some(rhs));
                }
                if arms.iter().any(|a| !is_closed(&a.events)) || is_dispatch(out.last(), arms.first()) {
                    out.push(Event::Branch(arms));
                }
            }
            StmtKind::Select { cases, .. } => {
                let cases: Vec<Arm> = cases.iter().map(|c| Arm::of(None, &c.body)).collect();
                if cases.iter().any(|c| !is_closed(&c.events)) {
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
            (Some(Event::Branch(arms) | Event::Select(arms)), Some(control @ Event::PopControl(_))) => {
                let found = match rest.as_slice().first() {
                    Some(Event::Branch(found)) if is_dispatch(Some(control), found.first()) => {
                        rest.next();
                        found.as_slice()
                    }
                    // no arm has a reverse part
                    _ => &[],
                };
                for arm in arms {
                    match arm.events.split_last() {
                        Some((Event::PushControl(v), before)) => numbered(i64::from(*v), before, found)?,
                        // nothing is pushed after a STOP
                        None => {}
                        Some((last, _)) => {
                            return Err(format!("an arm ends with {}, not with its number", name(Some(last))))
                        }
                    }
                }
            }
            (Some(Event::Branch(arms) | Event::Select(arms)), Some(Event::Branch(found)))
                if are_numbered(arms, found) =>
            {
                for arm in arms {
                    match arm.number {
                        Some((_, number)) => numbered(number, &arm.events, found)?,
                        None => matches(&arm.events, &[])?,
                    }
                }
            }
            (Some(Event::Branch(f)), Some(Event::Branch(b))) => {
                for (k, arm) in f.iter().enumerate() {
                    let other = b.get(k);
                    if let (Some(c), Some(d)) = (arm.test, other.and_then(|o| o.test)) {
                        if !c.same(d) {
                            return Err(format!("branches on different tests: {c:?} and {d:?}"));
                        }
                    }
                    matches(&arm.events, other.map_or(&[], |o| o.events.as_slice()))?;
                }
            }
            (Some(Event::Select(f)), Some(Event::Select(b))) => {
                for (k, arm) in f.iter().enumerate() {
                    matches(&arm.events, b.get(k).map_or(&[], |o| o.events.as_slice()))?;
                }
            }
            (f, b) => return Err(format!("pushed {}, popped {}", name(f), name(b))),
        }
    }
}

/// True for the branch on a number that was just popped.
fn is_dispatch(control: Option<&Event>, first: Option<&Arm>) -> bool {
    match (control, first.and_then(|a| a.test).and_then(tested)) {
        (Some(Event::PopControl(var)), Some((v, _))) => v.same(var),
        _ => false,
    }
}

/// True if each arm that assigns a number last assigns it to what the other branch tests.
fn are_numbered(arms: &[Arm], found: &[Arm]) -> bool {
    let compared = found.first().and_then(Arm::compared);
    let numbers = || arms.iter().filter_map(|a| a.number);
    compared.is_some_and(|v| numbers().count() > 0 && numbers().all(|(w, _)| w.same(v)))
}

/// The variable and the number in a test for equality.
fn tested(test: &Expr) -> Option<(&Expr, i64)> {
    match &test.kind {
        ExprKind::Binary(BinaryOp::Eq, v, k) => Some((v, int_value(k)?)),
        _ => None,
    }
}

/// Compares the events of an arm with those of the arm for its number.
fn numbered(number: i64, events: &[Event], found: &[Arm]) -> Result<(), String> {
    let is_for = |a: &&Arm| a.test.and_then(tested).is_some_and(|(_, k)| k == number);
    let default = || found.iter().find(|a| a.test.is_none());
    let body = found.iter().find(is_for).or_else(default);
    matches(events, body.map_or(&[], |a| a.events.as_slice()))
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
