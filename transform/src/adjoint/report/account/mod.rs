//! The account of the tape: the records of each part of a plan, as [`super::super::emit`] emits them.
//!
//! The tape is highest at the turn from the forward to the reverse sweep of a procedure, or when its reverse sweep
//! reaches a call whose adjoint records as much again. There the tape contains the records from before the call (of
//! surrounding loops, up to the last iteration), the values kept around the adjoint of the call, and the maximum within
//! that adjoint.

mod calls;
mod loops;

use super::super::plan::slot::number_of_branch;
use super::super::plan::*;
use super::super::Adjoint;
use super::amount::{pushed, Amount};
use super::formula::{Atom, Formula};
use super::sizes::Sizes;
use super::why::{reasons, Reasons, Why};
use crate::adjoint::plan::between::Between;
use crate::assemble::generator::Generator;
use adc_analysis::show::words;
use adc_analysis::ZoneId;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use indexmap::IndexMap;

/// A line of the account.
#[derive(Debug)]
pub enum Entry {
    /// Values that are pushed.
    Record(Record),
    /// A split call: the records that the forward sweep of the callee leaves.
    Split(Span, String, Amount),
    /// Bits for the arm that a branch took.
    Control(Span, u8),
    /// A loop with the records of each of its iterations.
    Loop(Span, Formula, Vec<Entry>),
    /// A call whose adjoint records again, or a region that runs a second time: its name if it is a call, the values
    /// kept around it, its maximum, and the records of a region.
    Again(Span, Option<String>, Vec<Entry>, Amount, Vec<Entry>),
}

/// A value that is pushed at a place, each time.
#[derive(Debug)]
pub struct Record {
    /// The statement.
    pub span: Span,
    /// The designator.
    pub what: String,
    /// Its type.
    pub ty: String,
    /// Its size.
    pub bytes: Formula,
    /// True if an array of the procedure holds it, not the tape.
    pub in_array: bool,
    /// The reason for the record.
    pub purpose: Purpose,
}

impl Entry {
    /// Marks a value that an array of the procedure holds.
    fn keep_in_array(&mut self) {
        if let Entry::Record(r) = self {
            r.in_array = true;
        }
    }
}

/// The reason for a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A statement needs the value.
    Needed(Why),
    /// The reverse sweep needs it to determine the iterations of a loop.
    Iterations,
    /// To allocate an array again.
    Bounds,
    /// The reverse sweep of a split procedure begins with it.
    Turn,
    /// No statement needs it: the analysis is switched off.
    Always,
}

/// The account of a procedure.
#[derive(Debug)]
pub struct Account {
    /// The entries, line by line.
    pub entries: Vec<Entry>,
    /// The records that the forward sweep leaves.
    pub total: Amount,
    /// The largest size of the tape within the adjoint.
    pub peak: Amount,
    /// The records that arrays of the procedure hold from one sweep to the other.
    pub arrays: Amount,
}

/// Maps a statement to its line.
pub type Line<'l> = &'l dyn Fn(Span) -> Option<usize>;

/// The accounts of all plans.
pub(super) fn accounts(
    g: &mut Generator,
    known: &Between,
    plans: &IndexMap<UnitId, Vec<Node>>,
    line: Line,
) -> IndexMap<UnitId, Account> {
    let mut books = Books {
        known,
        plans,
        line,
        done: IndexMap::new(),
        open: vec![],
    };
    for &u in plans.keys() {
        books.totals(g, u);
    }
    books.done
}

struct Books<'b> {
    known: &'b Between,
    plans: &'b IndexMap<UnitId, Vec<Node>>,
    line: Line<'b>,
    done: IndexMap<UnitId, Account>,
    /// Procedures whose accounts are in progress.
    open: Vec<UnitId>,
}

impl Books<'_> {
    /// The records that the forward sweep of a procedure leaves, and the largest size of the tape within its adjoint,
    /// in terms of that procedure.
    fn totals(&mut self, g: &mut Generator, unit: UnitId) -> (Amount, Amount) {
        if let Some(a) = self.done.get(&unit) {
            return seen_by_callers(a, &g.name_of(unit));
        }
        let Some(nodes) = self.plans.get(&unit) else {
            return (Amount::none(), Amount::none());
        };
        if self.open.contains(&unit) {
            let name = g.name_of(unit);
            let unknown = Amount::of(Atom::Unknown(format!("recorded by the recursive calls of {name}")).into());
            return (unknown.clone(), unknown);
        }
        self.open.push(unit);
        let (sizes, reasons) = (Sizes::of(g, unit), reasons(g, self.known, unit, nodes));
        let mut clerk = Clerk {
            g,
            books: self,
            unit,
            sizes,
            reasons,
            around: vec![],
        };
        let mut page = clerk.nodes(nodes);
        clerk.turn(&mut page);
        self.open.pop();
        let account = Account {
            peak: page.most(),
            total: page.recorded,
            arrays: page.arrays,
            entries: page.entries,
        };
        let totals = seen_by_callers(&account, &g.name_of(unit));
        self.done.insert(unit, account);
        totals
    }
}

/// The longest formula that callers take, in quantities: along a chain of calls, formulas grow exponentially.
const LONGEST: usize = 60;

/// The totals of a procedure for its callers. They name the procedure instead of a longer formula, which nobody reads.
fn seen_by_callers(account: &Account, name: &str) -> (Amount, Amount) {
    let named = |a: &Amount, what: &str| match a.length() > LONGEST {
        true => Amount::of(Atom::Unknown(format!("the {what} of {name}")).into()),
        false => a.clone(),
    };
    (named(&account.total, "total"), named(&account.peak, "peak"))
}

/// The use of the tape by nodes.
struct Page {
    entries: Vec<Entry>,
    /// The records that their forward part leaves.
    recorded: Amount,
    /// The largest size of the tape within their reverse part, above the size before the nodes; `None` if nothing is
    /// recorded there.
    peak: Option<Amount>,
    /// The records that arrays hold from one sweep to the other.
    arrays: Amount,
    /// True if they have a reverse part.
    reverse: bool,
}

impl Page {
    fn empty() -> Page {
        Page {
            entries: vec![],
            recorded: Amount::none(),
            peak: None,
            arrays: Amount::none(),
            reverse: false,
        }
    }

    fn most(&self) -> Amount {
        match &self.peak {
            Some(p) => self.recorded.or_larger(p),
            None => self.recorded.clone(),
        }
    }

    fn record(&mut self, found: (Amount, Vec<Entry>)) {
        self.recorded = self.recorded.plus(&found.0);
        self.entries.extend(found.1);
    }

    /// Adds records that arrays hold.
    fn keep_in_arrays(&mut self, (amount, mut entries): (Amount, Vec<Entry>)) {
        entries.iter_mut().for_each(Entry::keep_in_array);
        self.arrays = self.arrays.plus(&amount);
        self.entries.extend(entries);
    }

    /// Adds the nodes that follow.
    fn followed_by(&mut self, next: Page) {
        self.arrays = self.arrays.plus(&next.arrays);
        if let Some(p) = next.peak {
            let here = self.recorded.plus(&p);
            self.peak = Some(self.peak.take().map_or_else(|| here.clone(), |p| p.or_larger(&here)));
        }
        self.recorded = self.recorded.plus(&next.recorded);
        self.entries.extend(next.entries);
        self.reverse |= next.reverse;
    }
}

/// Makes the account of one procedure.
struct Clerk<'c, 'b, 'g, 'a> {
    g: &'c mut Generator<'a>,
    books: &'g mut Books<'b>,
    unit: UnitId,
    sizes: Sizes,
    reasons: Reasons,
    /// Indices of the surrounding loops.
    around: Vec<SymbolId>,
}

impl Clerk<'_, '_, '_, '_> {
    fn nodes(&mut self, nodes: &[Node]) -> Page {
        let mut all = Page::empty();
        for n in nodes {
            let page = match n {
                Node::Simple(s) => self.simple(s),
                Node::Branch(b) => self.branch(b),
                Node::Loop(l) => self.repeat(l),
                Node::Region(r) => self.region(r),
                Node::Again(_) => Page {
                    reverse: true,
                    ..Page::empty()
                },
            };
            all.followed_by(page);
        }
        all
    }

    fn simple(&mut self, s: &Simple) -> Page {
        let mut page = self.run(s);
        page.reverse |= !s.adjoint.is_empty();
        let Some(call) = &s.call else { return page };
        let (left, most) = self.books.totals(self.g, call.callee);
        let translated = |amount: &Amount| self.translated(amount, call.callee, s);
        let (left, most) = (translated(&left), translated(&most));
        let name = self.g.name_of(call.callee).to_string();
        let span = s.forward.span;
        let (around, entries) = self.writes(s, |w| w.kept == Keep::Around);
        let peak = self.after(s).plus(&around).plus(&most);
        if call.split && s.live && !left.is_none() {
            page.record((left.clone(), vec![Entry::Split(span, name.clone(), left.clone())]));
        }
        if !peak.is_none() {
            if !call.split || left != most || !around.is_none() {
                page.entries.push(Entry::Again(span, Some(name), entries, most, vec![]));
            }
            page.peak = Some(peak);
        }
        page
    }

    /// Values that were pushed before a call and stay while its adjoint runs; the others have been popped.
    fn after(&mut self, s: &Simple) -> Amount {
        self.writes(s, |w| s.live && w.recorded && w.kept == Keep::After).0
    }

    /// Records of a split procedure at its turn.
    fn turn(&mut self, page: &mut Page) {
        if !self.g.choices.split.contains(&self.unit) {
            return;
        }
        let at_turn = self.books.known.at_turn(self.unit);
        let span = self.g.primal.units[self.unit].span;
        for w in Adjoint::new(self.g, self.unit).locals(&at_turn) {
            let found = self.written(&w, span, Purpose::Turn);
            page.record((found.0, found.1.into_iter().collect()));
        }
    }

    /// A statement in the forward sweep.
    fn run(&mut self, s: &Simple) -> Page {
        let mut page = Page::empty();
        if !s.live {
            return page;
        }
        let found = self.writes(s, Write::is_on_tape);
        page.keep_in_arrays(self.writes(s, Write::is_in_array));
        page.reverse = s.writes.iter().any(Write::is_stored);
        page.record(found);
        if let Some(r) = s.needed_revive() {
            let amount = pushed(self.g, &self.sizes, &self.around, &r.before);
            let bytes = amount.bytes.clone();
            let entry = self.record(
                s.forward.span,
                "bounds of the array".into(),
                Ty::Integer(4),
                bytes,
                Purpose::Bounds,
            );
            page.record((amount, vec![entry]));
            page.reverse = true;
        }
        page
    }

    fn writes(&mut self, s: &Simple, wanted: impl Fn(&Write) -> bool) -> (Amount, Vec<Entry>) {
        let mut all = Amount::none();
        let mut entries = vec![];
        for w in s.writes.iter().filter(|w| wanted(w)) {
            let purpose = self.purpose(s.forward.id, w.zone);
            let (amount, entry) = self.written(w, s.forward.span, purpose);
            all = all.plus(&amount);
            entries.extend(entry);
        }
        (all, entries)
    }

    fn written(&mut self, w: &Write, span: Span, purpose: Purpose) -> (Amount, Option<Entry>) {
        let block = Adjoint::new(self.g, self.unit).transfer(w, true);
        let Some(target) = w.target.as_ref().filter(|_| !block.is_empty()) else {
            return (Amount::none(), None);
        };
        let amount = pushed(self.g, &self.sizes, &self.around, &block);
        let what = words::expression(&self.g.out, target);
        let ty = type_pushed(&block).unwrap_or(target.ty);
        let entry = self.record(span, what, ty, amount.bytes.clone(), purpose);
        (amount, Some(entry))
    }

    fn purpose(&self, stmt: StmtId, zone: ZoneId) -> Purpose {
        self.reasons
            .get(&(stmt, zone))
            .map_or(Purpose::Always, |&why| Purpose::Needed(why))
    }

    fn record(&self, span: Span, what: String, ty: Ty, bytes: Formula, purpose: Purpose) -> Entry {
        Entry::Record(Record {
            span,
            what,
            ty: words::type_name(ty),
            bytes,
            in_array: false,
            purpose,
        })
    }

    fn scalar(&self, span: Span, what: &str, ty: Ty, purpose: Purpose) -> (Amount, Vec<Entry>) {
        let bytes = Formula::from(i64::from(ty.kind().unwrap_or(0)));
        let entry = self.record(span, what.into(), ty, bytes.clone(), purpose);
        (Amount::of(bytes), vec![entry])
    }

    fn branch(&mut self, b: &Branch) -> Page {
        let arms: Vec<Page> = b.arms.iter().map(|a| self.nodes(a)).collect();
        let mut page = Page {
            reverse: arms.iter().any(|a| a.reverse),
            ..Page::empty()
        };
        let mut recorded = (!b.total).then(Amount::none);
        let count = arms.len() + usize::from(!b.total);
        for a in arms {
            recorded = Some(recorded.map_or_else(|| a.recorded.clone(), |r| r.either(&a.recorded)));
            if let Some(p) = a.peak {
                page.peak = Some(page.peak.map_or_else(|| p.clone(), |q| p.either(&q)));
            }
            page.arrays = page.arrays.plus(&a.arrays);
            page.entries.extend(a.entries);
        }
        page.recorded = recorded.unwrap_or_else(Amount::none);
        if page.reverse && !b.again && !b.turns {
            let bits = (usize::BITS - (count - 1).leading_zeros()).max(1) as u8;
            let number = || {
                let ty = number_of_branch(bits, self.g.options);
                self.scalar(b.stmt.span, "the branch taken", ty, Purpose::Always)
            };
            match b.slot.map(|s| (s.life, s.loops)) {
                None => page.record((Amount::control(bits), vec![Entry::Control(b.stmt.span, bits)])),
                Some((Life::Iteration, _) | (Life::Run, 0)) => {}
                Some((Life::Run, _)) => page.keep_in_arrays(number()),
                Some((Life::Loops, _)) => page.record(number()),
            }
        }
        // the branch with the call may not be taken
        if let Some(p) = &mut page.peak {
            p.exact &= b.total && b.arms.len() == 1;
        }
        page
    }

    fn region(&mut self, r: &Region) -> Page {
        let mut page = self.run(&r.face);
        let parts = match &r.kind {
            Kind::Plain | Kind::Sum(_) => None,
            Kind::Binomial(_) => Some("the snapshots of a loop, and its last iteration"),
            Kind::Blocks(_) => return self.blocks(r, page),
            Kind::FixedPoint(_) => Some("the recording of a fixed-point loop"),
        };
        if let Some(what) = parts {
            page.reverse = true;
            page.peak = Some(Amount::of(Atom::Unknown(what.into()).into()));
            return page;
        }
        let body = self.nodes(&r.body);
        if body.reverse {
            let (around, entries) = self.writes(&r.face, |w| w.kept == Keep::Around);
            let kept = self.after(&r.face).plus(&around);
            let most = body.most();
            page.arrays = page.arrays.plus(&body.arrays);
            page.reverse = true;
            page.peak = Some(kept.plus(&most));
            if page.peak.as_ref().is_some_and(|p| !p.is_none()) {
                let span = r.face.forward.span;
                page.entries.push(Entry::Again(span, None, entries, most, body.entries));
            }
        }
        page
    }
}

/// The type of the first value that a block pushes.
fn type_pushed(block: &[Stmt]) -> Option<Ty> {
    let mut found = None;
    visit::walk_block(block, &mut |s| {
        if let (None, StmtKind::Push(e)) = (found, &s.kind) {
            found = Some(e.ty);
        }
    });
    found
}
