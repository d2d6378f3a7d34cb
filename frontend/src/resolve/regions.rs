//! Directives about statements: gathers the statements of a block under their directives.
//!
//! ```text
//! !$AD II-LOOP                 directed ii-loop
//! do i = 1, n                     do i = 1, n
//!    ...                             ...
//! !$AD CHECKPOINT-START        directed checkpoint
//! a = 1                           a = 1
//! b = 2                           b = 2
//! !$AD CHECKPOINT-END
//! ```
//!
//! The directives stand among the comments before statements. A region must begin and end in the same block, and no
//! jump may enter its middle: then control flow is the same as without the region. Directives that do not fit stay
//! comments and are reported: as a warning if only the method of computing the derivative changes, as an error
//! otherwise.

use super::directives::{directive_word, without_effect};
use super::named::{is_parallel, keep_index, parallel_of, writes};
use super::openmp::{is_end, is_of_openmp, OpenMp};
use super::private_names::Around;
use super::scope::End;
use super::state::Resolver;
use super::teams::Team;
use super::updates::updates;
use crate::ast::{SmolStr, Trivia};
use crate::codes;
use crate::diag::Diagnostic;
use crate::directive::local::{self, Local, Region};
use crate::ir::visit::{has_call, stmt_exprs};
use crate::ir::*;
use std::collections::HashSet;

/// A directive that waits for its statement.
struct Waiting {
    /// Comments before it.
    lead: Vec<Trivia>,
    directive: RegionDirective,
}

/// A region that has begun.
struct Open {
    region: Region,
    /// Directives about all of it.
    waiting: Vec<Waiting>,
    lead: Vec<Trivia>,
    text: SmolStr,
    span: Span,
    /// Statements before it.
    before: Block,
}

/// State while the statements of a block are gathered.
#[derive(Default)]
struct Gathering {
    open: Vec<Open>,
    /// Statements of the innermost open region, or of the block.
    stmts: Block,
    waiting: Vec<Waiting>,
    /// Comments since the last directive or statement.
    lead: Vec<Trivia>,
    /// The region `parallel` that has begun.
    team: Team,
}

impl Resolver<'_> {
    /// Gathers the statements of a block. `after` contains the comments after the last one; those that are not
    /// directives are returned.
    pub(super) fn gather(&mut self, block: Block, after: &[Trivia]) -> (Block, Vec<Trivia>) {
        let openmp = self.openmp;
        let concerns = |lead: &[Trivia]| has_local(lead) || openmp && lead.iter().any(is_of_openmp);
        if !block.iter().any(|s| concerns(&s.lead)) && !concerns(after) {
            return (block, after.to_vec());
        }
        let mut g = Gathering::default();
        let (block, after) = (OpenMp { r: self }).joined(block, after);
        for mut s in block {
            let lead = std::mem::take(&mut s.lead);
            self.gather_lead(&mut g, lead);
            self.gather_stmt(&mut g, s);
        }
        self.gather_lead(&mut g, after);
        self.refuse_waiting(&mut g);
        while !g.open.is_empty() {
            self.refuse_open(&mut g);
        }
        (OpenMp { r: self }).give_up(&mut g.team, &mut g.stmts);
        (g.stmts, g.lead)
    }

    fn gather_lead(&mut self, g: &mut Gathering, lead: Vec<Trivia>) {
        for t in lead {
            let Trivia::Comment(text, span) = &t else {
                g.lead.push(t);
                continue;
            };
            if (OpenMp { r: self }).in_team(&mut g.team, &mut g.stmts, text, *span) {
                continue;
            }
            if let Some(found) = (OpenMp { r: self }).parallel_do(text, g.team.around(), *span) {
                let directive = RegionDirective {
                    asks: Asks::Parallel(Box::new(found.parallel)),
                    open: found.text,
                    close: None,
                    span: *span,
                };
                let lead = std::mem::take(&mut g.lead);
                g.waiting.push(Waiting { lead, directive });
                continue;
            }
            if self.openmp && is_end(text) && g.waiting.is_empty() && g.stmts.last().is_some_and(is_parallel) {
                continue;
            }
            match local::parse(text) {
                None => g.lead.push(t),
                Some(Local::Before(word, arguments)) => match self.asked(word, arguments, *span) {
                    Some(asks) => {
                        let directive = RegionDirective {
                            asks,
                            open: text.clone(),
                            close: None,
                            span: *span,
                        };
                        let lead = std::mem::take(&mut g.lead);
                        g.waiting.push(Waiting { lead, directive });
                    }
                    None => g.lead.push(t),
                },
                Some(Local::Start(region)) => g.open.push(Open {
                    region,
                    waiting: std::mem::take(&mut g.waiting),
                    lead: std::mem::take(&mut g.lead),
                    text: text.clone(),
                    span: *span,
                    before: std::mem::take(&mut g.stmts),
                }),
                Some(Local::End(region)) => {
                    self.refuse_waiting(g);
                    if g.open.iter().any(|o| o.region == region) {
                        while g.open.last().is_some_and(|o| o.region != region) {
                            self.refuse_open(g);
                        }
                        self.close(g, text.clone());
                    } else {
                        self.unmatched.push((region, End::End, text.clone(), *span));
                        g.lead.push(t);
                    }
                }
            }
        }
    }

    /// Adds a statement under the directives that wait for it.
    fn gather_stmt(&mut self, g: &mut Gathering, mut s: Stmt) {
        s.lead = std::mem::take(&mut g.lead);
        let mut around = Around::default();
        for Waiting {
            mut lead,
            mut directive,
        } in std::mem::take(&mut g.waiting).into_iter().rev()
        {
            if fits(&mut directive.asks, &s) {
                let parallel = parallel_of(&directive).filter(|_| g.team.around().is_none());
                let mut of = (directive.span, parallel);
                if let Some(p) = &mut of.1 {
                    keep_index(&directive.open, &s, p);
                }
                s = self.directed(directive, lead, vec![s]);
                if let (span, Some(p)) = of {
                    around = (OpenMp { r: self }).name_privates(std::slice::from_mut(&mut s), &p, span);
                }
            } else {
                let is_loop = matches!(concerned(&s).kind, StmtKind::Do { .. });
                self.misplaced(&directive, s.span, is_loop);
                lead.push(Trivia::Comment(directive.open, directive.span));
                lead.append(&mut s.lead);
                s.lead = lead;
            }
        }
        let at = g.stmts.len();
        g.stmts.push(s);
        around.insert(&mut g.stmts, at, at + 1);
    }

    pub(super) fn directed(&mut self, directive: RegionDirective, lead: Vec<Trivia>, mut body: Block) -> Stmt {
        // a jump to the first statement is a jump to the whole region
        let first = body.iter_mut().find(|s| !matches!(s.kind, StmtKind::Format(_)));
        let label = first.and_then(|s| s.label.take());
        let span = body.first().map_or(directive.span, |s| s.span);
        let kind = StmtKind::Directed {
            directive: Box::new(directive),
            body,
        };
        let mut s = Stmt::at(kind, span);
        s.id = self.p.fresh_stmt();
        s.label = label;
        s.lead = lead;
        s
    }

    /// The end of the innermost region.
    fn close(&mut self, g: &mut Gathering, end: SmolStr) {
        let Some(open) = g.open.pop() else { return };
        let mut body = std::mem::replace(&mut g.stmts, open.before);
        let last = std::mem::take(&mut g.lead);
        self.comments(&last, &mut body);
        let directive = RegionDirective {
            asks: match open.region {
                Region::Checkpoint => Asks::Checkpoint,
                Region::Split => Asks::Split,
                Region::Constant => Asks::Constant,
            },
            open: open.text,
            close: Some(end),
            span: open.span,
        };
        let s = self.directed(directive, vec![], body);
        g.lead = open.lead;
        g.waiting = open.waiting;
        self.gather_stmt(g, s);
    }

    /// Dissolves regions that are not closed.
    fn refuse_open(&mut self, g: &mut Gathering) {
        let Some(open) = g.open.pop() else { return };
        self.unmatched
            .push((open.region, End::Start, open.text.clone(), open.span));
        let inside = std::mem::replace(&mut g.stmts, open.before);
        // comments after the last statement
        let last = std::mem::take(&mut g.lead);
        g.lead = open.lead;
        g.waiting = open.waiting;
        self.refuse_waiting(g);
        g.lead.push(Trivia::Comment(open.text, open.span));
        let mut rest = inside.into_iter();
        if let Some(mut first) = rest.next() {
            g.lead.append(&mut first.lead);
            first.lead = std::mem::take(&mut g.lead);
            g.stmts.push(first);
        }
        g.stmts.extend(rest);
        g.lead.extend(last);
    }

    /// Reports the directives that wait for a statement if none follows.
    fn refuse_waiting(&mut self, g: &mut Gathering) {
        let mut lead = vec![];
        for w in std::mem::take(&mut g.waiting) {
            self.misplaced(&w.directive, Span::NONE, false);
            lead.extend(w.lead);
            lead.push(Trivia::Comment(w.directive.open, w.directive.span));
        }
        lead.append(&mut g.lead);
        g.lead = lead;
    }

    /// Reports ends of regions whose other end is not in their block: one message for a pair that belongs together.
    pub(super) fn report_unmatched(&mut self) {
        let mut all = std::mem::take(&mut self.unmatched);
        all.sort_by_key(|(_, _, _, span)| span.lo);
        let mut open: Vec<(Region, SmolStr, Span)> = vec![];
        for (region, end, text, span) in all {
            if end == End::Start {
                open.push((region, text, span));
                continue;
            }
            let start = open.iter().rposition(|(r, _, _)| *r == region);
            let d = match start.map(|k| open.remove(k)) {
                Some((_, text, start)) => {
                    let (first, last) = region.words(directive_word(&text));
                    let message = format!("`{first}` and `{last}` are in different blocks");
                    unbalanced(region, &text, start, message).also(span, "the region ends here")
                }
                None => {
                    let (first, last) = region.words(directive_word(&text));
                    unbalanced(region, &text, span, format!("`{last}` has no `{first}` in its block"))
                }
            };
            self.report(d);
        }
        for (region, text, span) in open {
            let (first, last) = region.words(directive_word(&text));
            let message = format!("`{first}` has no `{last}` in its block");
            self.report(unbalanced(region, &text, span, message));
        }
    }

    /// Dissolves regions whose middle a jump enters. Runs before unused labels are dropped.
    pub(super) fn refuse_entered(&mut self, body: &mut Block) {
        let mut jumps = vec![];
        jump_labels(body, &mut jumps);
        self.refuse_entered_in(body, &jumps);
    }

    fn refuse_entered_in(&mut self, body: &mut Block, jumps: &[Jump]) {
        let mut k = 0;
        while k < body.len() {
            body[k]
                .kind
                .for_each_block_mut(&mut |b| self.refuse_entered_in(b, jumps));
            k = self.refuse_entered_at(body, k, jumps);
        }
    }

    /// Returns the index after the statement, or after the statements that were in it.
    fn refuse_entered_at(&mut self, block: &mut Block, k: usize, jumps: &[Jump]) -> usize {
        let StmtKind::Directed { directive, body } = &mut block[k].kind else {
            return k + 1;
        };
        let labels = body.iter().filter(|s| !matches!(s.kind, StmtKind::Format(_)));
        let labels: HashSet<u32> = labels.filter_map(|s| s.label).collect();
        if labels.is_empty() {
            return k + 1;
        }
        let mut inside = vec![];
        jump_labels(body, &mut inside);
        let enters = |j: &&Jump| labels.contains(&j.0) && !inside.contains(j);
        let Some(&(_, from)) = jumps.iter().find(enters) else {
            return k + 1;
        };
        let (inner, directive) = (std::mem::take(body), directive.clone());
        let word = directive_word(&directive.open);
        let needed = matches!(directive.asks, Asks::Constant);
        let d = without_effect(
            codes::UNBALANCED_REGION,
            directive.span,
            format!("a jump leads into the middle of the region of `{word}`"),
            needed,
        );
        self.report(d.also_at(from, "the jump"));
        let whole = block.remove(k);
        let next = k + inner.len();
        block.splice(k..k, inner);
        if let Some(first) = block.get_mut(k).filter(|_| next > k) {
            let mut lead = whole.lead;
            lead.push(Trivia::Comment(directive.open, directive.span));
            lead.append(&mut first.lead);
            first.lead = lead;
            first.label = whole.label.or(first.label);
        }
        next
    }

    /// Turns comments before the END of a construct into statements at the end of its block.
    pub(super) fn end_comments(&mut self, lead: &[Trivia], block: &mut Block) {
        self.directives(lead);
        self.comments(lead, block);
    }

    /// Adds comments as statements of their own.
    pub(super) fn comments(&mut self, lead: &[Trivia], block: &mut Block) {
        for t in lead {
            if let Trivia::Comment(text, span) = t {
                let mut s = Stmt::at(StmtKind::Comment(text.clone()), *span);
                s.id = self.p.fresh_stmt();
                block.push(s);
            }
        }
    }
}

fn has_local(lead: &[Trivia]) -> bool {
    lead.iter()
        .any(|t| matches!(t, Trivia::Comment(text, _) if local::parse(text).is_some()))
}

fn unbalanced(region: Region, text: &str, span: Span, message: String) -> Diagnostic {
    let (first, last) = region.words(directive_word(text));
    without_effect(codes::UNBALANCED_REGION, span, message, region == Region::Constant)
        .help(format!("put `{first}` and `{last}` into the same block"))
}

/// True if a directive may apply to a statement. A parallel loop gets the roles of the sums that it forms.
pub(super) fn fits(asks: &mut Asks, s: &Stmt) -> bool {
    match asks {
        Asks::IndependentIterations => matches!(concerned(s).kind, StmtKind::Do { .. }),
        Asks::Binomial { .. } | Asks::FixedPoint { .. } => match &concerned(s).kind {
            StmtKind::Do { control, .. } => !matches!(control, DoControl::Concurrent { .. }),
            _ => false,
        },
        Asks::Split | Asks::Joint => calls(s),
        Asks::Parallel(p) if p.copied.iter().any(|&v| writes(std::slice::from_ref(s), v)) => false,
        Asks::Parallel(p) => match updates(s, p) {
            Some(sums) => {
                p.roles.retain(|(v, _)| sums.iter().all(|(sum, _)| sum != v));
                p.roles.extend(sums);
                true
            }
            None => false,
        },
        Asks::Checkpoint | Asks::Constant => true,
    }
}

/// The statement inside nested directives.
fn concerned(s: &Stmt) -> &Stmt {
    match &s.kind {
        StmtKind::Directed { directive, body } if directive.close.is_none() => match body.as_slice() {
            [only] => concerned(only),
            _ => s,
        },
        _ => s,
    }
}

fn calls(s: &Stmt) -> bool {
    let mut found = matches!(s.kind, StmtKind::Call { .. });
    stmt_exprs(&s.kind, &mut |e| found |= has_call(e));
    s.kind.for_each_block(&mut |b| found |= b.iter().any(calls));
    found
}

/// A label, and a statement that refers to it.
type Jump = (u32, Span);

/// Labels that statements of a block refer to, once per reference.
fn jump_labels(block: &Block, out: &mut Vec<Jump>) {
    visit::walk_block(block, &mut |s| {
        let at = |l: u32| (l, s.span);
        match &s.kind {
            StmtKind::Goto(l) | StmtKind::AssignLabel(l, _) => out.push(at(*l)),
            StmtKind::ComputedGoto(ls, _) | StmtKind::AssignedGoto(_, ls) => out.extend(ls.iter().map(|&l| at(l))),
            StmtKind::ArithmeticIf(_, ls) => out.extend(ls.iter().map(|&l| at(l))),
            StmtKind::Call { args, .. } => out.extend(args.iter().filter_map(|a| match a.value {
                ArgValue::AltReturn(l) => Some(at(l)),
                ArgValue::Expr(_) => None,
            })),
            StmtKind::Io { controls, .. } => out.extend(controls.iter().filter_map(|(_, c)| match c {
                IoControl::Label(l) => Some(at(*l)),
                IoControl::Expr(_) | IoControl::Namelist(_) | IoControl::Star => None,
            })),
            _ => {}
        }
    });
}
