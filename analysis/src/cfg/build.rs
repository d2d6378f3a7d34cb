//! From statements to basic blocks: the construction of [`crate::cfg`].

use super::{BasicBlock, BlockId, Item, Role};
use adc_frontend::ir::*;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The value of a test, if it is known.
pub type Test<'a> = &'a (dyn Fn(&Expr) -> Option<bool> + Sync);

/// A construct that EXIT or CYCLE may refer to.
struct Frame {
    name: Option<String>,
    /// Target of CYCLE; `None` for constructs other than loops.
    next: Option<BlockId>,
    /// Target of EXIT.
    after: BlockId,
}

struct Builder<'a> {
    /// Values of tests.
    test: Test<'a>,
    graph: DiGraph<BasicBlock, ()>,
    /// The edges of the graph as a set, because a block has as many successors as a SELECT CASE has arms.
    edges: HashSet<(BlockId, BlockId)>,
    exit: BlockId,
    /// Block under construction; `None` after a jump.
    at: Option<BlockId>,
    frames: Vec<Frame>,
    /// Labels that a jump refers to, and the blocks that begin there.
    targets: BTreeSet<u32>,
    labels: BTreeMap<u32, BlockId>,
    placed: BTreeSet<u32>,
    /// Labels in ASSIGN statements.
    assigned: Vec<u32>,
}

/// Graph, entry and exit of a body.
pub(super) fn build(body: &Block, test: Test) -> (DiGraph<BasicBlock, ()>, BlockId, BlockId) {
    let mut graph = DiGraph::new();
    let entry = graph.add_node(BasicBlock::default());
    let exit = graph.add_node(BasicBlock::default());
    let mut b = Builder {
        test,
        graph,
        edges: HashSet::new(),
        exit,
        at: Some(entry),
        frames: vec![],
        targets: BTreeSet::new(),
        labels: BTreeMap::new(),
        placed: BTreeSet::new(),
        assigned: vec![],
    };
    visit::walk_block(body, &mut |s| {
        if let StmtKind::AssignLabel(label, _) = s.kind {
            b.assigned.push(label);
        }
    });
    visit::walk_block(body, &mut |s| {
        let jumps = jump_labels(&s.kind, &b.assigned);
        b.targets.extend(jumps);
    });
    b.block(body);
    if let Some(last) = b.at {
        b.edge(last, exit);
    }
    // a jump to a missing label may go anywhere
    let lost: Vec<_> = b
        .labels
        .iter()
        .filter(|(l, _)| !b.placed.contains(l))
        .map(|(_, &n)| n)
        .collect();
    for n in lost {
        b.edge(n, exit);
    }
    (b.graph, entry, exit)
}

/// Labels that a statement may jump to.
fn jump_labels(s: &StmtKind, assigned: &[u32]) -> Vec<u32> {
    match s {
        StmtKind::AssignLabel(..) => vec![],
        StmtKind::AssignedGoto(_, labels) if labels.is_empty() => assigned.to_vec(),
        other => visit::labels_asked(other),
    }
}

impl Builder<'_> {
    fn node(&mut self) -> BlockId {
        self.graph.add_node(BasicBlock::default())
    }

    fn edge(&mut self, from: BlockId, to: BlockId) {
        if self.edges.insert((from, to)) {
            self.graph.add_edge(from, to, ());
        }
    }

    /// The block under construction; after a jump a new, unreachable one.
    fn here(&mut self) -> BlockId {
        match self.at {
            Some(b) => b,
            None => {
                let b = self.node();
                self.at = Some(b);
                b
            }
        }
    }

    fn label(&mut self, label: u32) -> BlockId {
        if let Some(&b) = self.labels.get(&label) {
            return b;
        }
        let b = self.node();
        self.labels.insert(label, b);
        b
    }

    fn item(&mut self, stmt: &Stmt, role: Role) -> BlockId {
        let b = self.here();
        self.graph[b].items.push(Item { stmt: stmt.id, role });
        b
    }

    /// Continues in a block, with an edge from the block under construction.
    fn continue_in(&mut self, next: BlockId) {
        if let Some(b) = self.at {
            self.edge(b, next);
        }
        self.at = Some(next);
    }

    fn block(&mut self, block: &Block) {
        for s in block {
            self.stmt(s);
        }
    }

    fn framed(&mut self, name: &Option<impl AsRef<str>>, next: Option<BlockId>, after: BlockId, body: &Block) {
        self.frames.push(Frame {
            name: name.as_ref().map(|n| n.as_ref().to_ascii_lowercase()),
            next,
            after,
        });
        self.block(body);
        self.frames.pop();
    }

    /// Alternatives after the block `from`, each with a flag for whether it can be taken, and the edge past all of them
    /// if there is one.
    fn branch<'a>(
        &mut self,
        name: &Option<impl AsRef<str>>,
        from: BlockId,
        bodies: impl Iterator<Item = (&'a Block, bool)>,
        passes: bool,
    ) {
        let after = self.node();
        for (body, taken) in bodies {
            let first = self.node();
            if taken {
                self.edge(from, first);
            }
            self.at = Some(first);
            self.framed(name, None, after, body);
            if let Some(last) = self.at {
                self.edge(last, after);
            }
        }
        if passes {
            self.edge(from, after);
        }
        self.at = Some(after);
    }

    /// A loop whose header is the block `header`.
    fn repeat(&mut self, name: &Option<impl AsRef<str>>, header: BlockId, body: &Block, ends: bool) {
        let (first, after) = (self.node(), self.node());
        self.edge(header, first);
        if ends {
            self.edge(header, after);
        }
        self.at = Some(first);
        self.framed(name, Some(header), after, body);
        if let Some(last) = self.at {
            self.edge(last, header);
        }
        self.at = Some(after);
    }

    fn stmt(&mut self, s: &Stmt) {
        if let Some(l) = s.label.filter(|l| self.targets.contains(l)) {
            let b = self.label(l);
            self.placed.insert(l);
            self.continue_in(b);
        }
        const UNNAMED: Option<&str> = None;
        match &s.kind {
            StmtKind::Format(_) | StmtKind::Comment(_) => {}
            StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::CallIntrinsic { .. }
            | StmtKind::AssignLabel(..)
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Push(_)
            | StmtKind::Pop(_)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Model(_) => {
                self.item(s, Role::Whole);
            }
            StmtKind::Call { .. } | StmtKind::Io { .. } | StmtKind::ComputedGoto(..) => {
                let from = self.item(s, Role::Whole);
                let labels = jump_labels(&s.kind, &self.assigned);
                if !labels.is_empty() {
                    self.jump(from, &labels);
                    let next = self.node();
                    self.edge(from, next);
                    self.at = Some(next);
                }
            }
            StmtKind::Goto(_) | StmtKind::AssignedGoto(..) | StmtKind::ArithmeticIf(..) => {
                let from = self.item(s, Role::Whole);
                let labels = jump_labels(&s.kind, &self.assigned);
                self.jump(from, &labels);
            }
            StmtKind::Return(_) => {
                let from = self.item(s, Role::Whole);
                self.edge(from, self.exit);
                self.at = None;
            }
            StmtKind::Stop { .. } => {
                self.item(s, Role::Whole);
                self.at = None;
            }
            StmtKind::Exit(name) => {
                let from = self.item(s, Role::Whole);
                let frame = self.frame(name.as_deref());
                let to = frame.map_or(self.exit, |f| f.after);
                self.edge(from, to);
                self.at = None;
            }
            StmtKind::Cycle(name) => {
                let from = self.item(s, Role::Whole);
                let frame = self.frame(name.as_deref());
                let to = frame.and_then(|f| f.next).unwrap_or(self.exit);
                self.edge(from, to);
                self.at = None;
            }
            StmtKind::If { name, arms, .. } => {
                let from = self.item(s, Role::Whole);
                let values = arms.iter().map(|a| a.cond.as_ref().map_or(Some(true), self.test));
                let values: Vec<_> = values.collect();
                // the first arm whose test is true ends the choice
                let end = values.iter().position(|v| *v == Some(true));
                let live = |k: usize| values[k] != Some(false) && end.is_none_or(|e| k <= e);
                let taken: Vec<_> = (0..arms.len()).map(live).collect();
                self.branch(name, from, arms.iter().map(|a| &a.body).zip(taken), end.is_none());
            }
            StmtKind::Select { name, cases, .. } => {
                let from = self.item(s, Role::Whole);
                let passes = cases.iter().all(|c| c.values.is_some());
                self.branch(name, from, cases.iter().map(|c| (&c.body, true)), passes);
            }
            StmtKind::SelectType { name, guards, .. } => {
                let from = self.item(s, Role::Whole);
                let passes = guards.iter().all(|g| !g.test.is_default());
                self.branch(name, from, guards.iter().map(|g| (&g.body, true)), passes);
            }
            StmtKind::Where { arms } => {
                self.item(s, Role::Whole);
                arms.iter().for_each(|a| self.block(&a.body));
            }
            StmtKind::Forall { body, .. } => self.counted(s, &UNNAMED, body),
            StmtKind::Do { name, control, body } => match control {
                DoControl::Count { .. } | DoControl::Concurrent { .. } => self.counted(s, name, body),
                DoControl::Forever | DoControl::While(_) => {
                    let header = self.node();
                    self.continue_in(header);
                    self.item(s, Role::Whole);
                    self.repeat(name, header, body, matches!(control, DoControl::While(_)));
                }
            },
            StmtKind::Associate { name, body, .. } | StmtKind::Scope { name, body, .. } => {
                self.item(s, Role::Whole);
                let after = self.node();
                self.framed(name, None, after, body);
                self.continue_in(after);
            }
            StmtKind::Directed { body, .. } => {
                self.item(s, Role::Whole);
                self.block(body);
            }
        }
    }

    fn counted(&mut self, s: &Stmt, name: &Option<impl AsRef<str>>, body: &Block) {
        self.item(s, Role::Whole);
        let header = self.node();
        self.continue_in(header);
        self.item(s, Role::Next);
        self.repeat(name, header, body, true);
    }

    fn jump(&mut self, from: BlockId, labels: &[u32]) {
        for &l in labels {
            let to = self.label(l);
            self.edge(from, to);
        }
        self.at = None;
    }

    /// The construct that EXIT or CYCLE refers to: the named one, or the innermost loop.
    fn frame(&self, name: Option<&str>) -> Option<&Frame> {
        self.frames.iter().rev().find(|f| match name {
            Some(n) => f.name.as_ref().is_some_and(|m| m.eq_ignore_ascii_case(n)),
            None => f.next.is_some(),
        })
    }
}
