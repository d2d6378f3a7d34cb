//! The registry of diagnostic codes: one row each, and a page `docs/diagnostics/ADCnnnn.md`.
//!
//! Ranges: 01xx lexing and parsing, 02xx names and types, 03xx differentiation, 04xx analysis notes, 05xx files and
//! options, 06xx faults of adc, such as failed proofs; no program is known to trigger one.

/// One row: the number and the title shown by `adc explain`.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The four digits.
    pub number: u16,
    /// Its subject, in a few words.
    pub title: &'static str,
}

macro_rules! codes {
    ($($number:literal $name:ident $title:literal;)*) => {
        $(#[doc = $title] pub const $name: u16 = $number;)*
        /// Every code, in order.
        pub const ALL: &[Code] = &[$(Code { number: $number, title: $title }),*];
    };
}

codes! {
    101 UNREADABLE_STATEMENT "statement not understood";
    102 BAD_LINE "malformed source line";
    103 UNBALANCED_BLOCK "block without an end, or end without a block";
    104 BAD_LITERAL "malformed literal";
    105 BAD_CONTINUATION "continuation line without a line to continue";
    106 BAD_DIRECTIVE "directive not understood";
    107 UNSUPPORTED_STATEMENT "statement that adc does not support yet";
    108 NOT_FORTRAN "file is not Fortran source";
    109 MISPLACED_DIRECTIVE "directive in a place where it has no effect";
    110 UNBALANCED_REGION "region of a directive begins and ends in different blocks";
    111 CONDITIONAL_LINES "lines that are statements only with -fopenmp";
    112 BAD_OPENMP "directive of OpenMP not understood";
    201 UNDECLARED_NAME "name is not declared";
    202 DUPLICATE_NAME "name is declared twice";
    203 UNKNOWN_MODULE "module is not among the given files";
    204 RECURSIVE_USE "modules use each other in a cycle";
    205 NOT_IN_MODULE "name is not public in the module";
    206 TYPE_MISMATCH "wrong type, rank or use";
    207 NO_SPECIFIC "no specific procedure of a generic name matches the call";
    208 ARGUMENT_MISMATCH "arguments do not match the procedure";
    209 UNKNOWN_COMPONENT "derived type has no such component";
    210 BAD_CONSTANT "constant expression cannot be evaluated";
    211 MISPLACED_DECLARATION "PUBLIC or PRIVATE outside the specification part of a module";
    212 UNKNOWN_INTRINSIC_USE "wrong arguments of an intrinsic procedure";
    213 UNKNOWN_TYPE "derived type is not declared";
    214 UNKNOWN_LABEL "label is missing or not unique";
    215 NO_CONSTRUCT "EXIT or CYCLE without an enclosing construct";
    216 INTERFACE_CONTRADICTS "interface body contradicts the procedure's definition";
    301 NO_HEAD "no procedure to differentiate was named";
    302 UNKNOWN_HEAD "head is not found, or cannot be called from outside";
    303 BAD_INDEPENDENT "independent or dependent is not a real or complex variable";
    304 NO_DEPENDENCE "dependent does not depend on any independent";
    305 EXTERNAL_PROCEDURE "source of a called procedure is not given";
    306 UNSUPPORTED_CONTROL "control flow that cannot be reversed yet";
    307 UNSUPPORTED_STATEMENT_AD "statement that cannot be differentiated yet";
    308 UNSUPPORTED_EXPRESSION "expression that cannot be differentiated yet";
    309 UNSUPPORTED_DATA "data that cannot be differentiated yet";
    310 ACTIVE_IO "input into an active variable";
    311 UNKNOWN_SIZE "unknown size of an array that must be stored";
    312 STATE_BETWEEN_CALLS "local variable keeps its value between calls";
    313 PRIVATE_ENTITY "derivative code needs a private entity of a module";
    314 HEAD_GIVEN_TWICE "head given on the command line and by directives";
    315 ARGUMENTS_SHARE "procedure has two names for one variable";
    316 BITS_WITHOUT_DERIVATIVE "`transfer` converts bits without a derivative to a real value";
    317 BAD_DESCRIPTION "description of an external procedure does not match the program";
    318 UNFOLLOWED_POINTER "pointer that the adjoint cannot follow";
    319 HIDDEN_NAME "name conflict in generated code";
    320 SERIAL_DERIVATIVE "derivative of a parallel construct runs on one thread";
    321 UNSUPPORTED_MESSAGE "message that cannot be differentiated yet";
    322 LOST_CLAUSE "clause of OpenMP has no effect in the derivative";
    325 NO_DRIVER "derivative in blocks of directions without a driver";
    330 ORDER_OF_EFFECTS "several functions with side effects in one statement";
    331 UNSEEN_POINTER "pointer that is assumed to share no memory";
    401 NO_INFLUENCE "independent does not influence any dependent";
    402 UNKNOWN_ESTIMATE "size is not known to a memory budget";
    501 CANNOT_READ "file cannot be read";
    502 CANNOT_WRITE "file cannot be written";
    503 EMPTY_INPUT "no program unit in the input";
    504 BAD_OPTION "option is missing or not understood";
    505 PREPROCESSOR_FAILED "the C preprocessor failed";
    506 BAD_EXTERNAL_FILE "description of an external procedure not understood";
    507 CANNOT_CHECK "the derivatives cannot be checked";
    508 CANNOT_WRAP "the head cannot be called from C";
    509 BAD_PROJECT "project file not understood";
    510 UNUSED_RECORD "summary or record of an earlier run is not used";
    511 BAD_CHECKPOINTS "file of checkpoints not understood";
    512 UNUSED_CHECKPOINT "checkpoint that fits no call or loop";
    601 MISREAD_NAME "name in generated code has another meaning than intended";
    602 INTERNAL_FAULT "adc failed";
}

/// True for the code of a fault of adc, for which no example exists.
pub fn is_internal(number: u16) -> bool {
    number / 100 == 6
}

/// The row of a number.
pub fn find(number: u16) -> Option<&'static Code> {
    ALL.iter().find(|c| c.number == number)
}
