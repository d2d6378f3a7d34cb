//! A step of a request: one differentiation, the sources that it saw, and the files to which its units belong.
//!
//! A mode takes one step, second derivatives take two. A later step may see the texts of earlier ones as sources.

use crate::heading::Heading;
use crate::home::Home;
use crate::made::Made;
use crate::options::Mode;
use crate::program::Read;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::UnitId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One differentiation.
pub(crate) struct Step {
    /// The sources.
    pub(crate) read: Arc<Read>,
    /// The derivative program.
    pub(crate) made: Made,
    /// The mode of the request.
    pub(crate) mode: Mode,
    /// The title of the list of its procedures.
    pub(crate) title: &'static str,
    /// The lines about its heads.
    pub(crate) heading: Vec<Heading>,
    /// The units of the text, in order.
    pub(crate) roots: Vec<UnitId>,
}

impl Step {
    /// A step whose text has all its units.
    pub(crate) fn new(read: &Arc<Read>, made: Made, mode: Mode, title: &'static str, heading: Vec<Heading>) -> Step {
        Step {
            read: Arc::clone(read),
            heading,
            roots: made.program.roots.clone(),
            made,
            mode,
            title,
        }
    }

    /// The home of a root, unless it has no original in a source.
    ///
    /// A unit with the name of a unit in the sources replaces that one.
    pub(crate) fn home(&self, root: UnitId) -> Option<Home> {
        let read = &self.read;
        let unit = &self.made.program.program.units[root];
        match read.root_named(&unit.name) {
            Some(original) => read.home(original),
            None => Some(Home {
                mode: Some(self.mode),
                ..read.home(unit.span.lo)?
            }),
        }
    }

    /// The home of the first head, or of the first source.
    pub(crate) fn first_home(&self) -> Option<Home> {
        let program = &self.made.program.program;
        let mut of_heads = self.made.program.heads.iter().map(|&h| program.outermost(h));
        let source = of_heads.find_map(|h| self.home(h)).map(|h| h.source);
        let mode = Some(self.mode);
        source
            .or(self.read.files.first().copied())
            .map(|source| Home { source, mode })
    }

    /// The names of the modules that the step writes again.
    pub(crate) fn enlarged(&self) -> impl Iterator<Item = SmolStr> + '_ {
        let made = &self.made.program;
        made.enlarged.iter().map(|&m| made.program.units[m].name.clone())
    }

    /// The global names that the step gives to units and COMMON blocks, folded.
    pub(crate) fn global_names(&self) -> BTreeSet<String> {
        let program = &self.made.program.program;
        let units = self.roots.iter().map(|&r| &program.units[r].name);
        let commons = program.commons.iter().map(|(_, c)| &c.name);
        let commons = commons.filter(|c| !self.read.has_common(c));
        let units = units.map(|u| fold(u).to_string());
        units.chain(commons.map(|c| format!("/{}/", fold(c)))).collect()
    }
}

/// What a mode makes.
pub(crate) struct Group {
    /// Its steps.
    pub(crate) steps: Vec<Step>,
    /// Messages about them, and about the sources.
    pub(crate) messages: Vec<Diagnostic>,
}

impl Group {
    /// The step with the heads' derivatives.
    pub(crate) fn last(&self) -> Option<&Step> {
        self.steps.last()
    }
}
