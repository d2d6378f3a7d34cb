//! What the targets share: how bytes become a source with options, and what must hold of its tree.

use adc_frontend::ast::File;
use adc_frontend::diag::Diagnostic;
use adc_frontend::encoding::text_of;
use adc_frontend::lines::Includes;
use adc_frontend::parse::{parse_file, ParseOptions};
use adc_frontend::span::{FileId, Form, SourceMap};

/// Longer inputs find nothing that shorter ones do not.
const LONGEST: usize = 64 << 10;

/// A source as the command would have it after reading a file and its options.
pub struct Source {
    /// The text, and what it includes.
    pub map: SourceMap,
    /// The source itself.
    pub file: FileId,
    /// How it is read.
    pub options: ParseOptions,
    /// Files that it includes.
    pub includes: Includes,
}

/// The bits of the first byte are the options, the rest is the text.
pub fn source(data: &[u8]) -> Option<Source> {
    let (&choice, text) = data.split_first()?;
    if text.len() > LONGEST {
        return None;
    }
    let on = |bit: u8| choice & bit != 0;
    let form = if on(1) { Form::Fixed } else { Form::Free };
    let mut options = ParseOptions::default();
    options.lines.pad = !on(2);
    options.lines.backslash = on(4);
    options.lines.d_lines = on(8);
    if on(64) {
        options.lines.fixed_width = None;
    }
    Some(read(&text_of(text.to_vec()), form, options))
}

/// A source; INCLUDE finds a file with a declaration, and one that includes itself.
pub fn read(text: &str, form: Form, options: ParseOptions) -> Source {
    let mut map = SourceMap::default();
    let file = map.add("source", text, form);
    let includes = Includes::gather(&mut map, &[file], &mut |map, name, from| {
        let form = map.file(from).form;
        match name {
            "size.inc" => Some(map.add(name, "      integer n ! size\n      parameter (n = 10)\n", form)),
            "self.inc" => Some(map.add(name, "      include 'self.inc'\n", form)),
            _ => None,
        }
    });
    Source {
        map,
        file,
        options,
        includes,
    }
}

impl Source {
    /// The tree, and what there is to say; each message has a place in the source.
    pub fn parse(&self) -> (File, Vec<Diagnostic>) {
        let (tree, messages) = parse_file(&self.map, self.file, &self.options, &self.includes);
        self.check_places(&messages);
        (tree, messages)
    }

    /// Messages have places that can be shown.
    pub fn check_places(&self, messages: &[Diagnostic]) {
        let end = self.map.files().map(|(_, f)| f.base + f.text.len() as u32).max();
        for m in messages {
            for span in std::iter::once(m.span).chain(m.secondary.iter().map(|s| s.span)) {
                assert!(span.lo <= span.hi && Some(span.hi) <= end, "{m:?}");
            }
        }
    }
}

/// Panics where two texts differ, and says what the first difference is.
#[track_caller]
pub fn assert_same(what: &str, before: &str, after: &str, source: &str) {
    let pairs = before.lines().zip(after.lines());
    let difference = pairs.enumerate().find(|(_, (a, b))| a != b);
    assert!(before == after, "{what}: {difference:?}\n{source}");
}
