//! From a request to texts.
//!
//! ```text
//! sources ─mode 1→ steps ┐
//!         ─mode 2→ steps ┴ units in order, by files ─print, prove names→ texts
//! ```
//!
//! The modes do not see each other, and take their steps at once. Only if two of them give a name to different things, or
//! write the same module again, the later one differentiates once more, with the texts of the earlier ones among its
//! sources: then it avoids their names, and adds to their modules.

use crate::bidirectional;
use crate::contracted;
use crate::cost;
use crate::deep;
use crate::derivative::{Derivative, Output};
use crate::error::Error;
use crate::hessian;
use crate::home::Home;
use crate::layout::{self, Item};
use crate::made::Made;
use crate::message::Messages;
use crate::name;
use crate::options::{Measure, Mode};
use crate::program::{Program, Read};
use crate::request::Request;
use crate::signature;
use crate::step::{Group, Step};
use crate::text::{self, Contents};
use crate::{header, heading};
use adc_frontend::ast::SmolStr;
use adc_frontend::parallel;
use adc_transform::{checkpoints, Jacobian};
use indexmap::IndexSet;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Program {
    /// Differentiates the program.
    ///
    /// # Errors
    /// If a head does not exist, if code that it reaches has errors or cannot be differentiated, if the system
    /// provides no thread, or on a fault of `adc`. The error has all messages.
    pub fn differentiate(&self, request: &Request) -> Result<Derivative, Error> {
        deep::run(request.options.threads(), || differentiate(&self.0, request))
    }
}

/// Differentiates in all modes, and writes texts.
fn differentiate(read: &Arc<Read>, request: &Request) -> Result<Derivative, Error> {
    let modes: IndexSet<Mode> = request.modes.iter().copied().collect();
    if request.options.fuel.is_some() && modes.len() > 1 {
        return Err(Error::of_request("fuel is for one mode"));
    }
    request.mode()?;
    let mut all: Vec<Step> = vec![];
    let (mut procedures, mut signatures, mut costs, mut loops) = (vec![], vec![], vec![], vec![]);
    let (mut messages, mut fuel) = (vec![], None);
    let modes: Vec<Mode> = modes.into_iter().collect();
    let groups = parallel::map(&modes, |&mode| group(read, mode, request, vec![]));
    let mut map = read.map.clone();
    for (group, &mode) in groups.into_iter().zip(&modes) {
        let mut group = group?;
        let known = messages.len();
        for m in std::mem::take(&mut group.messages) {
            if !messages[..known].contains(&m) {
                messages.push(m);
            }
        }
        if let Some(last) = group.last().filter(|_| group.steps.len() > 1) {
            map = last.read.map.clone();
        }
        if !all.is_empty() && clash(&all, &group.steps) {
            let texts = text::as_sources(&all, read, request, "the other derivatives")?;
            let again = group.steps.iter().flat_map(Step::enlarged).collect();
            group = self::group(&Arc::new(read.joined(&texts)), mode, request, again)?;
        }
        procedures.extend(group.last().into_iter().flat_map(|s| s.made.procedures()));
        let last = group.last().into_iter();
        signatures.extend(last.clone().flat_map(|s| signature::signatures(&s.made.program, mode)));
        if request.costs {
            costs.extend(last.filter(|_| mode != Mode::Hessian).flat_map(cost::costs));
        }
        loops.extend(group.steps.iter().flat_map(crate::loops::loops));
        fuel = fuel.or_else(|| group.last()?.made.fuel.clone());
        all.extend(group.steps);
    }
    let outputs = outputs(&all, read, request)?;
    Ok(Derivative::new(
        outputs,
        procedures,
        signatures,
        costs,
        loops,
        Messages::new(&messages, &map),
        fuel,
    ))
}

/// Differentiates in one mode, and writes at least some modules again.
fn group(read: &Arc<Read>, mode: Mode, request: &Request, enlarge: Vec<SmolStr>) -> Result<Group, Error> {
    let measure = request.options.profile_checkpoints.filter(|_| mode == Mode::Reverse);
    let options = adc_transform::Options {
        jacobian: (mode == Mode::Jacobian).then_some(match request.options.sparse {
            true => Jacobian::Sparse,
            false => Jacobian::Dense,
        }),
        per_source: request.per_source,
        enlarge,
        measured: measure.map(|m| {
            let apart = m == Measure::Apart;
            Arc::new(checkpoints::measured(&read.program, &read.map, apart))
        }),
        ..request.options.with(&read.described, &read.checkpoints)
    };
    if mode == Mode::Hessian {
        return hessian::differentiate(read, request, &options);
    }
    if mode == Mode::Jacobian && request.options.sparse && request.options.bidirectional {
        return bidirectional::differentiate(read, request, &options);
    }
    if mode == Mode::Reverse {
        return contracted::differentiate(read, request, &options);
    }
    let made = Made::new(read, &request.heads, mode.first(), &options)?;
    let messages = made.messages.clone();
    let heading = heading::heads(read, &made.program);
    let step = Step::new(read, made, mode, header::title(mode, request), heading);
    Ok(Group {
        steps: vec![step],
        messages,
    })
}

/// True if steps give a global name to different things, or write the same module again.
fn clash(earlier: &[Step], later: &[Step]) -> bool {
    let names = |steps: &[Step]| -> BTreeSet<String> { steps.iter().flat_map(Step::global_names).collect() };
    !names(earlier).is_disjoint(&names(later))
}

/// The texts that the request asks for.
fn outputs(steps: &[Step], read: &Read, request: &Request) -> Result<Vec<Output>, Error> {
    let files: Vec<(Option<Home>, Vec<Item>)> = match request.per_source {
        true => {
            let files = layout::by_file(steps, read)?.into_iter();
            files.map(|(home, items)| (Some(home), items)).collect()
        }
        false => vec![(None, layout::items(steps))],
    };
    let contents = files.iter().map(|(home, items)| Contents {
        form: home.map_or_else(|| read.form_for(request), |h| read.form_at(h, request)),
        header: header::lines(steps, items, *home, read, request),
        items,
    });
    let contents: Vec<Contents> = contents.collect();
    let texts = text::proved(steps, &contents)?;
    let all = files.iter().zip(&contents).zip(texts);
    let outputs = all.map(|(((home, _), c), text)| {
        let Some(home) = home else {
            return Output::whole(text);
        };
        let source = read.map.file(home.source).name.clone();
        // a summary is named after its source
        let source = match read.supplied.contains(&home.source) {
            true => source.strip_suffix(".toml").unwrap_or(&source).to_string(),
            false => source,
        };
        let suffix = home.mode.map_or("", |m| request.options.suffix(m).as_str());
        let name = name::of_output(&source, suffix, c.form);
        Output::of_source(text, source, name, home.mode.is_none())
    });
    Ok(outputs.collect())
}
