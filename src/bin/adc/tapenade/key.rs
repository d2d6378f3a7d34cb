//! The meanings of the options that adc obeys.

/// A meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Procedures to differentiate.
    Head,
    /// Independents of heads without any.
    Variables,
    /// Dependents of heads without any.
    Outputs,
    /// The tangent.
    Tangent,
    /// The adjoint.
    Reverse,
    /// Many directions.
    Vector,
    /// No differentiation.
    Preprocess,
    /// A derivative for each pattern of activity.
    Specialize,
    /// The name of one output file.
    Output,
    /// The folder of the output.
    Folder,
    /// A folder of included files.
    Include,
    /// A file of descriptions.
    Library,
    /// A pattern of names.
    Name(Side, Kind),
    /// The language of the sources.
    InputLanguage,
    /// The language of the output.
    OutputLanguage,
    /// Output in free form.
    FreeOutput,
    /// Sources in free form.
    FreeForm,
    /// The length of lines.
    LineLength,
    /// Lines with the sentinel of OpenMP.
    OpenMp,
    /// Default reals of 8 bytes.
    Real8,
    /// Double precision of 16 bytes.
    Double16,
    /// Split calls of procedures.
    Split,
    /// All calls split.
    SplitAll,
    /// Optimisations to switch off.
    NoOptim,
    /// The list of options.
    Help,
    /// The version.
    Version,
}

/// The modes that a pattern of names concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Tangents.
    Tangent,
    /// Adjoints.
    Adjoint,
    /// Both.
    Both,
}

/// The things that a pattern of names concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Procedures.
    Procedure,
    /// Variables.
    Variable,
    /// Modules.
    Module,
}
