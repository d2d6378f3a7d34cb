//! Differentiates a program, from the request to the text.

use crate::deep;
use crate::error::Error;
use crate::fuel::FuelReport;
use crate::header;
use crate::hessian;
use crate::made::{form_of, Made, Written};
use crate::message::Messages;
use crate::options::Mode;
use crate::program::{Program, Read};
use crate::request::Request;
use adc_frontend::encoding::bytes_of;
use adc_transform::Jacobian;
use std::borrow::Cow;
use std::fmt;

/// A derivative program, as text.
#[derive(Clone)]
pub struct Derivative {
    bytes: Vec<u8>,
    procedures: Vec<String>,
    messages: Messages,
    fuel: Option<FuelReport>,
}

impl Derivative {
    /// The text. Bytes that are not UTF-8, in comments and literals of the sources, are replaced:
    /// [`as_bytes`](Derivative::as_bytes) has them all.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// The text, in the encodings of the sources.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The name of the derivative of the first head.
    #[must_use]
    pub fn procedure(&self) -> &str {
        self.procedures.first().map_or("", String::as_str)
    }

    /// The names of the derivatives of the heads, in the order of [`Request::heads`].
    pub fn procedures(&self) -> impl Iterator<Item = &str> + '_ {
        self.procedures.iter().map(String::as_str)
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

impl fmt::Debug for Derivative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Derivative");
        all.field("procedures", &self.procedures);
        all.field("messages", &self.messages).finish_non_exhaustive()
    }
}

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

fn differentiate(read: &Read, request: &Request) -> Result<Derivative, Error> {
    let options = adc_transform::Options {
        jacobian: (request.mode == Mode::Jacobian).then_some(match request.options.sparse {
            true => Jacobian::Sparse,
            false => Jacobian::Dense,
        }),
        ..request.options.with(&read.described)
    };
    let written = match request.mode {
        Mode::Hessian => hessian::differentiate(read, request, &options)?,
        Mode::Tangent | Mode::Reverse | Mode::Jacobian => {
            let made = Made::new(read, &request.heads, request.mode.first(), &options)?;
            let header = header::lines(&made.program, request);
            let (text, procedures) = made.text(read, form_of(read, request), &header)?;
            Written {
                text,
                procedures,
                messages: Messages::new(&made.messages, &read.map),
                fuel: made.fuel.clone(),
            }
        }
    };
    Ok(Derivative {
        bytes: bytes_of(&written.text),
        procedures: written.procedures,
        messages: written.messages,
        fuel: written.fuel,
    })
}
