//! Adjoints in which calls return their partial derivatives, in one text (interface contraction: section 7.1 of Utke,
//! *Flattening Basic Blocks*).
//!
//! ```text
//! foo  ─adjoint→  foo_b, and procedures with few scalars that carry derivatives
//! density  ─Jacobian→  density_bj  ─print, read with the sources─  ─adjoint of foo→  foo_b, which calls density_bj
//! ```
//!
//! **Choice.** The plain adjoint runs procedures twice, or records their inside; the other records partial derivatives.
//! The cost model weighs both, with the memory of the tape. Adjoints are made in which one group of calls is contracted
//! (in small programs, one call), then all groups with which that is cheaper, and all calls. The cheapest one is taken if
//! it costs less than [`GAIN`] of the plain adjoint. With `--preaccumulate always`, all calls are contracted. In any
//! case, the calls of Jacobians carry no derivatives.
//!
//! **Modules.** The Jacobians of procedures of a module `m` stand in one module `m_bj`: a later one is added to what
//! earlier ones made, which is written again.

use crate::error::Error;
use crate::layout;
use crate::made::Made;
use crate::needed::needed;
use crate::options::Mode;
use crate::program::Read;
use crate::request::Request;
use crate::step::{Group, Step};
use crate::text;
use crate::value::Head;
use crate::{header, heading};
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::UnitId;
use adc_frontend::parallel;
use adc_transform::head::HeadText;
use adc_transform::{Contracted, Contractible, Derivative, Fuel, Jacobian, Preaccumulate, ProcedureName, UnitSuffix};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the adjoint with contracted calls may cost at most, as a part of the plain one.
const GAIN: f64 = 0.9;
/// Groups of calls in a small program; each costs one more derivative.
const GROUPS: usize = 8;
/// Limit for the statements in these additional derivatives.
const STATEMENTS: usize = 8_000;

/// Where calls begin in the sources.
type Sites = BTreeSet<u32>;

/// Differentiates in reverse mode, and contracts calls where that pays.
///
/// # Errors
/// If the program cannot be differentiated.
pub(crate) fn differentiate(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Group, Error> {
    // fuel is for the adjoint that is taken
    let unlimited = adc_transform::Options {
        fuel: None,
        ..options.clone()
    };
    let mut plain = reverse(read, request, &unlimited)?;
    let chosen = Contraction::chosen(read, request, &unlimited, &plain);
    if let Some(group) = chosen.and_then(|c| c.group(read, request, options.fuel.clone())) {
        return Ok(group);
    }
    if options.fuel.is_some() {
        plain = reverse(read, request, options)?;
    }
    let messages = plain.messages.clone();
    let steps = vec![adjoint(read, read, plain, request)];
    Ok(Group { steps, messages })
}

/// The sources and options with which an adjoint is planned, if calls are contracted in it.
///
/// # Errors
/// If the program cannot be differentiated.
pub(crate) fn sources(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Option<(Arc<Read>, adc_transform::Options)>, Error> {
    let plain = reverse(read, request, options)?;
    let Some(chosen) = Contraction::chosen(read, request, options, &plain) else {
        return Ok(None);
    };
    let seen = (Arc::clone(&chosen.jacobians.read), chosen.options.clone());
    Ok(chosen.group(read, request, None).map(|_| seen))
}

fn reverse(read: &Read, request: &Request, options: &adc_transform::Options) -> Result<Made, Error> {
    Made::new(read, &request.heads, adc_transform::Mode::Reverse, options)
}

/// The step of an adjoint. The user's sources are `of`.
fn adjoint(read: &Arc<Read>, of: &Read, made: Made, request: &Request) -> Step {
    let heading = heading::heads(of, &made.program);
    Step::new(
        read,
        made,
        Mode::Reverse,
        header::title(Mode::Reverse, request),
        heading,
    )
}

/// An adjoint with calls that return their partial derivatives.
struct Contraction {
    jacobians: Jacobians,
    options: adc_transform::Options,
    made: Made,
}

impl Contraction {
    /// The adjoint that takes the place of a plain one, if there are calls to contract.
    fn chosen(
        read: &Arc<Read>,
        request: &Request,
        options: &adc_transform::Options,
        plain: &Made,
    ) -> Option<Contraction> {
        let wanted = &plain.program.contractible;
        if wanted.is_empty() {
            return None;
        }
        let jacobians = Jacobians::of(read, request, options, wanted);
        if options.preaccumulate == Preaccumulate::Always {
            let all = jacobians.contracted.clone();
            return Contraction::new(jacobians, request, options, all);
        }
        let sites = cheapest(&jacobians, request, options, plain)?;
        let is_called = |of: &&Contractible| of.sites.iter().any(|s| sites.contains(s));
        let called: Vec<Contractible> = wanted.iter().filter(is_called).cloned().collect();
        // none whose calls stay as they are
        let jacobians = match called.len() == wanted.len() {
            true => jacobians,
            false => Jacobians::of(read, request, options, &called),
        };
        let contracted = at(&jacobians.contracted, &sites);
        Contraction::new(jacobians, request, options, contracted)
    }

    /// The adjoint, if the calls of Jacobians carry no derivatives in it.
    fn new(
        jacobians: Jacobians,
        request: &Request,
        options: &adc_transform::Options,
        contracted: Vec<Contracted>,
    ) -> Option<Contraction> {
        let options = with(options, contracted);
        let made = reverse(&jacobians.read, request, &options).ok()?;
        let is_whole = !options.contracted.is_empty() && are_passive(&made.program, &options.contracted);
        is_whole.then_some(Contraction {
            jacobians,
            options,
            made,
        })
    }

    /// What the mode makes; `None` if modules or files would use each other.
    fn group(self, of: &Read, request: &Request, fuel: Option<Arc<Fuel>>) -> Option<Group> {
        let Contraction {
            jacobians: Jacobians {
                steps: jacobians, read, ..
            },
            mut options,
            mut made,
        } = self;
        if fuel.is_some() {
            options.fuel = fuel;
            made = reverse(&read, request, &options).ok()?;
        }
        let mut messages = made.messages.clone();
        // what later ones need, from the last one back
        let mut steps = vec![adjoint(&read, of, made, request)];
        for mut step in jacobians.into_iter().rev() {
            let by_each = steps.iter().map(|later| needed(&step, later));
            let wanted: BTreeSet<UnitId> = by_each.flatten().collect();
            let is_again = is_written_again(&step, &steps);
            step.roots.retain(|r| wanted.contains(r));
            // the header lists what it made even if a later step writes all of it again
            if step.roots.is_empty() && !is_again {
                continue;
            }
            let new = step.made.messages.iter().filter(|m| !messages.contains(m));
            let new: Vec<Diagnostic> = new.cloned().collect();
            messages.extend(new);
            steps.insert(0, step);
        }
        // a module that is written again for the adjoint may call a Jacobian that uses it; nor may files need each other
        let is_ordered = layout::have_order(&steps) && (!request.per_source || layout::by_file(&steps, of).is_ok());
        is_ordered.then_some(Group { steps, messages })
    }
}

/// The sites of calls with which the adjoint is cheapest, if it is cheaper than the plain one.
fn cheapest(jacobians: &Jacobians, request: &Request, options: &adc_transform::Options, plain: &Made) -> Option<Sites> {
    let plain_cost = plain.program.cost();
    let cost = |sites: &Sites| -> f64 {
        let options = with(options, at(&jacobians.contracted, sites));
        let made = reverse(&jacobians.read, request, &options).ok();
        let fit = made.filter(|m| are_passive(&m.program, &options.contracted));
        fit.map_or(f64::INFINITY, |m| m.program.cost())
    };
    let all: Sites = jacobians.contracted.iter().flat_map(|c| c.of.sites.clone()).collect();
    let mut tried = vec![];
    let groups = groups(&jacobians.contracted, STATEMENTS / plain.program.statements().max(1));
    if groups.len() > 1 {
        tried.extend(groups.iter().cloned().zip(parallel::map(&groups, cost)));
        let saving = tried.iter().filter(|(_, c)| *c < plain_cost);
        let saving: Sites = saving.flat_map(|(g, _)| g.clone()).collect();
        if saving != all && tried.iter().all(|(g, _)| *g != saving) {
            tried.push((saving.clone(), cost(&saving)));
        }
    }
    tried.push((all.clone(), cost(&all)));
    let best = tried.into_iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 < GAIN * plain_cost).then_some(best.0)
}

/// Groups of calls that are weighed together: single calls, if there are not more.
fn groups(contracted: &[Contracted], most: usize) -> Vec<Sites> {
    let calls: Vec<u32> = contracted.iter().flat_map(|c| c.of.sites.clone()).collect();
    let size = calls.len().div_ceil(most.clamp(1, GROUPS)).max(1);
    calls.chunks(size).map(|c| c.iter().copied().collect()).collect()
}

/// What is contracted if calls at some sites are.
fn at(contracted: &[Contracted], sites: &Sites) -> Vec<Contracted> {
    let mut left = contracted.to_vec();
    left.iter_mut().for_each(|c| c.of.sites.retain(|s| sites.contains(s)));
    left.retain(|c| !c.of.sites.is_empty());
    left
}

fn with(options: &adc_transform::Options, contracted: Vec<Contracted>) -> adc_transform::Options {
    adc_transform::Options {
        contracted,
        ..options.clone()
    }
}

/// Jacobians of procedures whose calls may be contracted.
struct Jacobians {
    steps: Vec<Step>,
    /// The sources with them.
    read: Arc<Read>,
    contracted: Vec<Contracted>,
}

impl Jacobians {
    /// The Jacobians of procedures; others have none.
    fn of(read: &Arc<Read>, request: &Request, options: &adc_transform::Options, wanted: &[Contractible]) -> Jacobians {
        let mut all = Jacobians {
            steps: vec![],
            read: Arc::clone(read),
            contracted: vec![],
        };
        for of in wanted {
            all.add(read, request, options, of);
        }
        all
    }

    /// Adds the Jacobian of a procedure, which sees the earlier ones. The user's sources are `of_user`.
    fn add(
        &mut self,
        of_user: &Arc<Read>,
        request: &Request,
        options: &adc_transform::Options,
        of: &Contractible,
    ) -> Option<()> {
        let roots = |s: &Step| {
            let program = &s.made.program.program;
            s.roots
                .iter()
                .map(|&r| program.units[r].name.clone())
                .collect::<Vec<_>>()
        };
        let made = self.steps.iter().flat_map(roots);
        let made = made.filter(|name| of_user.root_named(name).is_none());
        let options = adc_transform::Options {
            enlarge: options.enlarge.iter().cloned().chain(made).collect(),
            ..options.clone()
        };
        let step = jacobian(&self.read, &options, of)?;
        let made = &step.made.program;
        let contracted = Contracted {
            of: of.clone(),
            jacobian: ProcedureName::of(&made.program, *made.heads.first()?),
        };
        self.steps.push(step);
        let texts = text::as_sources(&self.steps, of_user, request, "the Jacobians of contracted calls");
        let Ok(texts) = texts else {
            self.steps.pop();
            return None;
        };
        self.read = Arc::new(of_user.joined(&texts));
        self.contracted.push(contracted);
        Some(())
    }
}

/// The Jacobian of a procedure.
fn jacobian(read: &Arc<Read>, options: &adc_transform::Options, of: &Contractible) -> Option<Step> {
    let head = Head::of_text(HeadText {
        procedure: of.procedure.to_string(),
        dependents: of.dependents.clone(),
        independents: of.independents.clone(),
    });
    let suffix = match options.vector {
        true => &options.suffix_vector_reverse,
        false => &options.suffix_reverse,
    };
    let with = adc_transform::Options {
        unit_suffix: Some(UnitSuffix::plain(format!("{suffix}j"))),
        jacobian: Some(Jacobian::Dense),
        vector: false,
        // results, too
        derivative_only: false,
        ..options.clone()
    };
    let made = Made::new(read, &[head], adc_transform::Mode::Tangent, &with).ok()?;
    let title = "Partial derivatives that calls return:";
    Some(Step::new(read, made, Mode::Reverse, title, vec![]))
}

/// True if no Jacobian has a derivative: all that a caller needs of it are the partial derivatives.
fn are_passive(made: &Derivative, contracted: &[Contracted]) -> bool {
    let program = &made.program;
    let mut all = contracted.iter().filter_map(|c| c.jacobian.find(program));
    all.all(|u| made.units.iter().all(|&(of, _)| of != u))
}

/// True if later steps write a unit of a step again.
fn is_written_again(step: &Step, later: &[Step]) -> bool {
    let names = |s: &Step| -> BTreeSet<String> {
        let program = &s.made.program.program;
        s.roots.iter().map(|&r| program.units[r].name.to_lowercase()).collect()
    };
    let own = names(step);
    later.iter().any(|s| !names(s).is_disjoint(&own))
}
