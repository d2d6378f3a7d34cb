//! Nodes of loops: how the reverse sweep determines the iterations.

use super::super::plan::*;
use super::super::Adjoint;
use crate::adjoint::build::reads::value_zones;
use crate::adjoint::plan::branches::hollow;
use crate::assemble::generator::Generator;
use crate::normalize::jumps::trailing_exit;
use crate::options::Opt;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::ZoneSet;
use adc_frontend::codes;
use adc_frontend::ir::visit::{ends_loop, has_call, stmt_exprs, walk_block};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// `written` as for [`Adjoint::node`]; `None` for a loop whose iterations are each followed by their reverse part.
    pub(super) fn loop_node(&mut self, s: &Stmt, control: &DoControl, body: &Block, written: Option<&ZoneSet>) -> Node {
        let exit = trailing_exit(body).cloned();
        let inner = if exit.is_some() {
            body.get(..body.len() - 1).unwrap_or(&[]).to_vec()
        } else {
            body.clone()
        };
        let inside = self.written_by(&inner);
        let zones = &self.g.facts.zones;
        let index = match control {
            DoControl::Count { var, .. } => zones.single(*var).map(|z| (z, *var)),
            _ => None,
        };
        let mut needs = ZoneSet::new();
        let bounds = match control {
            DoControl::Count {
                var: index_var,
                lo,
                hi,
                step,
            } => {
                if !matches!(self.g.primal.symbols[*index_var].ty(), Ty::Integer(_)) {
                    self.g.refuse(
                        codes::UNSUPPORTED_CONTROL,
                        s.span,
                        "a loop with a real index cannot be reversed yet",
                    );
                }
                // a loop with an EXIT finds its last index by counting
                let hi_needed = exit.is_none().then_some(&**hi);
                let parts: Vec<&Expr> = [Some(&**lo), hi_needed, step.as_deref()]
                    .into_iter()
                    .flatten()
                    .collect();
                let mut all = ZoneSet::new();
                for p in &parts {
                    value_zones(self.g, p, &mut all);
                }
                let mut changed = inside.clone();
                changed.extend(index.map(|(z, _)| z));
                let keep = all.intersects(&changed) || parts.iter().any(|p| has_call(p));
                let ty = DeclType::plain(self.g.primal.symbols[*index_var].ty());
                if exit.is_some() {
                    let c = self
                        .g
                        .local(self.derivative, "steps", DeclType::plain(Ty::Integer(4)), 0);
                    let kept = keep.then(|| {
                        let first = self.g.local(self.derivative, "first", ty.clone(), 0);
                        (first, self.stride_variable(step.as_deref(), &ty))
                    });
                    if kept.is_none() {
                        needs = all;
                    }
                    Iterations::Counted(c, kept)
                } else if keep {
                    let lo_v = self.g.local(self.derivative, "first", ty.clone(), 0);
                    let hi_v = self.g.local(self.derivative, "last", ty.clone(), 0);
                    Iterations::Kept(lo_v, hi_v, self.stride_variable(step.as_deref(), &ty))
                } else {
                    needs = all;
                    Iterations::Again
                }
            }
            DoControl::While(_) | DoControl::Forever => {
                let c = self
                    .g
                    .local(self.derivative, "steps", DeclType::plain(Ty::Integer(4)), 0);
                Iterations::Counted(c, None)
            }
            DoControl::Concurrent { .. } => {
                self.unsupported(s.span, "DO CONCURRENT");
                Iterations::Again
            }
        };
        let mut outside = ZoneSet::new();
        if let Some(after) = written {
            // the next iterations write all of it
            outside.union_with(after);
            outside.union_with(&inside);
        }
        // inside the loop, its index counts as constant: the reverse loop sets it
        if let Some((z, _)) = index {
            if !inside.contains(z) && zones.members(z).len() == 1 {
                outside.remove(z);
            }
        }
        let header = Item {
            stmt: s.id,
            role: Role::Next,
        };
        let swept = self.g.facts.sweeps.at_header(header).cloned().unwrap_or_default();
        let around = self.swept.clone();
        self.swept.union_with(&swept);
        let at_once = usize::from(written.is_none());
        self.loops += 1;
        self.held.at_once += at_once;
        let nodes = self.nodes(&inner, &outside);
        self.held.at_once -= at_once;
        self.loops -= 1;
        self.swept = around;
        let stmt = hollow(s);
        let mut control = self.read_by(&stmt);
        exit.iter().for_each(|e| value_zones(self.g, e, &mut control));
        let mut node = Loop {
            control,
            swept,
            begins: self.g.facts.sweeps.at_group(header).cloned().unwrap_or_default(),
            private: self.g.facts.sweeps.private_in(header).cloned().unwrap_or_default(),
            written_first: vec![],
            is_observable: self.is_observable(&stmt),
            live: true,
            stmt,
            body: nodes,
            exit,
            bounds,
            index,
            needs,
            index_recorded: false,
            bulk: None,
            fused: None,
            sum: None,
        };
        if self.g.options.optimisations.has(Opt::Sums) {
            node.sum = self.sum_of(s, &node).map(Box::new);
        }
        Node::Loop(Box::new(node))
    }

    /// The variable that keeps a stride; `None` for a constant stride.
    fn stride_variable(&mut self, step: Option<&Expr>, ty: &DeclType) -> Option<Expr> {
        step.map(|st| match int_value(st) {
            Some(_) => st.clone(),
            None => self.g.local(self.derivative, "stride", ty.clone(), 0),
        })
    }
}

/// True for a loop without derivatives that sets scalars alone, such as a search in a table. It counts as one
/// statement: what it overwrites is recorded once, and its iterations are not counted.
pub(super) fn is_search(g: &Generator, s: &Stmt) -> bool {
    let is_scalar = |e: &Expr| {
        let v = match e.kind {
            ExprKind::Var(v) => g.primal.symbols[v].variable(),
            _ => None,
        };
        v.is_some_and(|v| v.dims.is_empty() && !v.attrs.pointer && !v.attrs.allocatable)
    };
    let mut plain = true;
    walk_block(std::slice::from_ref(s), &mut |s| {
        plain &= if let StmtKind::Assign { lhs, .. } = &s.kind {
            is_scalar(lhs)
        } else if let StmtKind::Do { control, .. } = &s.kind {
            !matches!(control, DoControl::Concurrent { .. })
        } else {
            let is_inert = matches!(s.kind, StmtKind::Continue | StmtKind::Comment(_));
            is_inert || ends_loop(&s.kind) || matches!(s.kind, StmtKind::If { .. })
        };
        stmt_exprs(&s.kind, &mut |e| plain &= !has_call(e));
    });
    plain && !g.defines_wanted(s)
}

/// A search as one statement.
pub(super) fn search_node(all: &mut Adjoint, s: &Stmt) -> Node {
    let mut node = Simple::plain(s.clone());
    let mut indices = vec![];
    walk_block(std::slice::from_ref(s), &mut |s| {
        if let StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } = &s.kind
        {
            indices.push(*var);
        }
    });
    // the effects of statements do not contain those of headers
    for v in indices {
        let zones = all.g.facts.zones.of(v).iter().copied().collect();
        let is_new = !node.writes.iter().any(|w| all.g.facts.zones.is_among(w.zone, &zones));
        if is_new {
            all.add_possible_writes(&mut node, &var(all.g.primal, v), &zones);
        }
    }
    Node::Simple(node)
}
