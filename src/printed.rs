//! Sources, parsed and printed back.

use crate::deep;
use crate::error::Error;
use crate::flags::ReadOptions;
use crate::message::Messages;
use crate::reading::Reading;
use crate::sources::Sources;
use adc_frontend::diag::any_error;
use adc_frontend::encoding::bytes_of;

/// How statements are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum PrintLayout {
    /// As in the source.
    #[default]
    AsWritten,
    /// Every statement anew.
    Reformatted,
}

/// Sources, printed back.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Printed {
    /// The texts, in the order and in the encodings of the sources.
    pub texts: Vec<Vec<u8>>,
    /// The names of all texts that were read, also of included ones.
    pub read: Vec<String>,
    /// Warnings and notes.
    pub messages: Messages,
}

/// Parses sources, each on its own, and prints them back.
///
/// # Errors
/// If a source has errors, if the system provides no thread, or on a fault of `adc`.
pub fn print(sources: Sources, options: &ReadOptions, layout: PrintLayout) -> Result<Printed, Error> {
    deep::run(None, || {
        let mut reading = Reading::open(sources, options);
        let trees = match reading.failed() {
            true => vec![],
            false => reading.parse(),
        };
        let Reading { map, messages, .. } = &reading;
        if any_error(messages) {
            return Err(Error::of_source(messages, map));
        }
        let texts = trees.iter().zip(&reading.files).map(|(tree, &id)| {
            bytes_of(&match layout {
                PrintLayout::AsWritten => adc_unparse::print_as_written(tree, map, id, &reading.parsing.lines),
                PrintLayout::Reformatted => adc_unparse::print_file(tree, map.file(id).form),
            })
        });
        Ok(Printed {
            texts: texts.collect(),
            read: map.files().map(|(_, f)| f.name.clone()).collect(),
            messages: Messages::new(messages, map),
        })
    })
}
