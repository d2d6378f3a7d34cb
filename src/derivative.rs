//! Derivative programs, as text.

use crate::cost::Cost;
use crate::fuel::FuelReport;
use crate::loops::ParallelLoop;
use crate::message::Messages;
use crate::origins::{Origin, Origins};
use crate::signature::Signature;
use crate::text::Text;
use adc_frontend::encoding::bytes_of;
use std::borrow::Cow;
use std::fmt;

/// A text of a derivative program.
#[derive(Clone, Debug)]
pub struct Output {
    bytes: Vec<u8>,
    source: Option<String>,
    name: Option<String>,
    replaces: bool,
    origins: Origins,
}

impl Output {
    /// The text with everything.
    pub(crate) fn whole(text: Text) -> Output {
        Output {
            bytes: bytes_of(&text.text),
            origins: text.origins,
            source: None,
            name: None,
            replaces: false,
        }
    }

    /// The text for a source.
    pub(crate) fn of_source(text: Text, source: String, name: String, replaces: bool) -> Output {
        Output {
            bytes: bytes_of(&text.text),
            origins: text.origins,
            source: Some(source),
            name: Some(name),
            replaces,
        }
    }

    /// The text, in the encoding of the source.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lines of the sources from which lines come, in the order of the text's lines.
    pub fn origins(&self) -> impl Iterator<Item = Origin<'_>> + '_ {
        self.origins.iter()
    }

    /// With [`Request::per_source`](crate::Request::per_source), the name of the source with the originals of its
    /// contents.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// With [`Request::per_source`](crate::Request::per_source), the name for its file, without a folder:
    /// `flux_b.f90` for `src/flux.f90`, and `flux.f90` if it [replaces](Output::replaces_source) the source.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// True if it has modules of the source with additions, and is compiled in place of the source.
    #[must_use]
    pub fn replaces_source(&self) -> bool {
        self.replaces
    }
}

/// A derivative program, as text.
#[derive(Clone)]
pub struct Derivative {
    outputs: Vec<Output>,
    bytes: Vec<u8>,
    procedures: Vec<String>,
    signatures: Vec<Signature>,
    costs: Vec<Cost>,
    loops: Vec<ParallelLoop>,
    messages: Messages,
    fuel: Option<FuelReport>,
}

impl Derivative {
    pub(crate) fn new(
        outputs: Vec<Output>,
        procedures: Vec<String>,
        signatures: Vec<Signature>,
        costs: Vec<Cost>,
        loops: Vec<ParallelLoop>,
        messages: Messages,
        fuel: Option<FuelReport>,
    ) -> Derivative {
        Derivative {
            bytes: outputs.iter().flat_map(|o| o.bytes.iter().copied()).collect(),
            outputs,
            procedures,
            signatures,
            costs,
            loops,
            messages,
            fuel,
        }
    }

    /// The texts: one, or with [`Request::per_source`](crate::Request::per_source) one for each mode and source that has
    /// derivatives. A text comes before those that use its modules.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The whole text. Bytes that are not UTF-8, in comments and literals of the sources, are replaced:
    /// [`as_bytes`](Derivative::as_bytes) has them all.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// The whole text, in the encodings of the sources.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The name of the derivative of the first head.
    #[must_use]
    pub fn procedure(&self) -> &str {
        self.procedures.first().map_or("", String::as_str)
    }

    /// The names of the derivatives of the heads, in the order of [`Request::heads`](crate::Request::heads).
    pub fn procedures(&self) -> impl Iterator<Item = &str> + '_ {
        self.procedures.iter().map(String::as_str)
    }

    /// How to call the heads and their derivatives, for each mode in the order of
    /// [`Request::modes`](crate::Request::modes).
    #[must_use]
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// What procedures and their derivatives cost, if [`Request::costs`](crate::Request::costs) asks for it. Derivatives
    /// that are made in two steps, [`Mode::Hessian`], have no costs.
    ///
    /// [`Mode::Hessian`]: crate::Mode::Hessian
    #[must_use]
    pub fn costs(&self) -> &[Cost] {
        &self.costs
    }

    /// Warnings and notes, also those about the sources.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// The use of [`Options::fuel`](crate::Options::fuel).
    #[must_use]
    pub fn fuel(&self) -> Option<&FuelReport> {
        self.fuel.as_ref()
    }
}

/// What became of the parallel loops of a derivative, if the sources are compiled with OpenMP.
#[must_use]
pub fn parallel_loops(of: &Derivative) -> &[ParallelLoop] {
    &of.loops
}

impl fmt::Debug for Derivative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Derivative");
        all.field("procedures", &self.procedures);
        all.field("messages", &self.messages).finish_non_exhaustive()
    }
}
