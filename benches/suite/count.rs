//! Counts the results of an activity analysis in a program, and the code generated because of them.

use super::Case;
use adc_analysis::activity::Method;
use adc_analysis::Heads;
use adc_frontend::classify::classify;
use adc_frontend::diag::any_error;
use adc_frontend::ir::Program;
use adc_frontend::lines::{self, Includes, LineOptions};
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{FileId, Form, SourceMap};
use adc_frontend::token::{Class, EndKind};
use adc_transform::head::{resolve, HeadText};
use adc_transform::{differentiate, facts_of, Mode, Options};
use std::path::Path;

/// A program with its head, ready to be analysed.
pub struct Loaded {
    program: Program,
    heads: Heads,
    form: Form,
}

/// Code generated in one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generated {
    /// Subroutines and functions.
    pub procedures: usize,
    /// Executed statements: declarations, opening lines of procedures and ends of blocks do not count.
    pub statements: usize,
}

impl Loaded {
    /// Reads a case.
    pub fn case(case: &Case) -> Result<Loaded, String> {
        let sources: Vec<&Path> = case.sources.iter().map(|s| &**s).collect();
        Loaded::read(&sources, Some(&case.head))
    }

    /// Reads files. Without a head, directives in them define it.
    pub fn read(sources: &[&Path], head: Option<&str>) -> Result<Loaded, String> {
        let mut map = SourceMap::default();
        let mut files = vec![];
        for path in sources {
            let text = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let text = String::from_utf8_lossy(&text).into_owned();
            files.push(map.add(path.display().to_string(), text, form_of(path)));
        }
        let form = map.file(*files.first().ok_or("no files")?).form;
        let mut include = |map: &mut SourceMap, name: &str, from: FileId| {
            let path = Path::new(&map.file(from).name).parent()?.join(name);
            let text = std::fs::read_to_string(&path).ok()?;
            let form = map.file(from).form;
            Some(map.add(path.display().to_string(), text, form))
        };
        let (_, program, mut messages) = adc_frontend::load(&mut map, &files, &ParseOptions::default(), &mut include);
        let texts: Vec<HeadText> = head.map(HeadText::parse).transpose()?.into_iter().collect();
        let heads = match any_error(&messages) {
            true => None,
            false => resolve(&program, &texts, &mut messages),
        };
        match heads {
            Some(heads) => Ok(Loaded { program, heads, form }),
            None => Err(format!("{messages:#?}")),
        }
    }

    /// Number of active variables: scalars, arrays, structures. Variables shared by COMMON or a module count once; each
    /// dummy argument counts separately.
    pub fn active(&self, activity: Method) -> usize {
        let facts = facts_of(&self.program, &self.heads, &options(activity));
        let zones = facts.zones.iter();
        zones.filter(|(z, _)| facts.activity.has_active_value(*z)).count()
    }

    /// The generated code; an error if the program cannot be differentiated with this analysis.
    pub fn generated(&self, activity: Method, mode: Mode) -> Result<Generated, String> {
        let (derivative, messages) = differentiate(&self.program, &self.heads, mode, &options(activity));
        let derivative = derivative.ok_or_else(|| format!("{messages:#?}"))?;
        let text = adc_unparse::unparse(&derivative.program, &derivative.roots, self.form, &[]);
        Ok(count(&text.map_err(|e| format!("{e:?}"))?, self.form))
    }
}

fn options(activity: Method) -> Options {
    Options {
        activity,
        ..Options::default()
    }
}

fn form_of(path: &Path) -> Form {
    match path.extension().and_then(|e| e.to_str()) {
        Some("f") => Form::Fixed,
        _ => Form::Free,
    }
}

/// Procedures and statements of a text.
pub fn count(text: &str, form: Form) -> Generated {
    let mut map = SourceMap::default();
    let file = map.add("generated", text, form);
    let (lines, _) = lines::assemble(&map, file, &LineOptions::default(), &Includes::default());
    let mut generated = Generated::default();
    let (mut interfaces, mut cuts) = (0_usize, vec![]);
    for line in &lines.list {
        let Some(found) = classify(lines.text_of(line), line.form, &mut cuts) else {
            continue;
        };
        match found.class {
            Class::Interface | Class::AbstractInterface => interfaces += 1,
            Class::End(EndKind::Interface) => interfaces = interfaces.saturating_sub(1),
            _ if interfaces > 0 => {}
            Class::Subroutine | Class::Function => generated.procedures += 1,
            class if acts(class) => generated.statements += 1,
            _ => {}
        }
    }
    generated
}

/// Checks whether a statement counts as executed. `IF (c) a = b` counts once; in a block, the opening and each dividing
/// statement count.
fn acts(class: Class) -> bool {
    !matches!(
        class,
        Class::Attr(_)
            | Class::Bind
            | Class::BlockData
            | Class::Common
            | Class::Contains
            | Class::Continue
            | Class::CrayPointer
            | Class::Data
            | Class::DerivedType
            | Class::End(_)
            | Class::Entry
            | Class::Enum
            | Class::Enumerator
            | Class::Equivalence
            | Class::Final
            | Class::Format
            | Class::Generic
            | Class::Implicit
            | Class::ImplicitNone
            | Class::Import
            | Class::Module
            | Class::ModuleProcedure
            | Class::Namelist
            | Class::Parameter
            | Class::Procedure
            | Class::Program
            | Class::Sequence
            | Class::Submodule
            | Class::TypeDecl
            | Class::Unsupported
            | Class::Use
    )
}
