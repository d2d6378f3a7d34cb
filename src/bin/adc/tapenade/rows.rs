//! The options of Tapenade 3.16, one row each: spellings, value, effect, meaning here.

use super::key::{Key, Kind, Side};
use super::table::Effect::{Always, Error, Obeyed};
use super::table::{Effect, Row};

const NONE: Effect = Effect::None;
const C: &str = "adc reads and writes Fortran alone";
const CHECK: &str = "check the derivative by finite differences instead: docs/how-to/verify-gradient.md";

/// `"spelling" "spelling" <"value"> => effect, "meaning";`
macro_rules! rows {
    ($($($spelling:literal)+ $(<$value:literal>)? => $effect:expr, $text:literal;)*) => {
        /// All options, in the order of the book.
        pub const ROWS: &[Row] = &[$(Row {
            spellings: &[$($spelling),+],
            value: rows!(@ $($value)?),
            effect: $effect,
            text: $text,
        }),*];
    };
    (@) => { None };
    (@ $value:literal) => { Some($value) };
}

rows! {
    // what to differentiate
    "-head" "-root" <"heads"> => Obeyed(Key::Head), "the procedures to differentiate, with their variables";
    "-vars" "-variables" <"names"> => Obeyed(Key::Variables), "the independents of heads that name none";
    "-outvars" <"names"> => Obeyed(Key::Outputs), "the dependents of heads that name none";
    "-tangent" "-d" "-forward" "-tl" => Obeyed(Key::Tangent), "write the tangent; this is the default";
    "-reverse" "-b" "-backward" "-cl" => Obeyed(Key::Reverse), "write the adjoint; with `-d`, both in one file";
    "-vector" "-multi" => Obeyed(Key::Vector),
        "many directions at once; the first extent of shadows is the last argument, not `NBDirsMax`";
    "-nbdirsmax" <"n"> => NONE, "the number of directions is an argument at run time";
    "-preprocess" "-p" => Obeyed(Key::Preprocess), "print the program without differentiating it";
    "-specializeactivity" "-specializeActivity" <"names"> => Obeyed(Key::Specialize),
        "one derivative for each pattern of active arguments, of all procedures";
    "-fixinterface" => Always, "the interface depends on the heads alone";
    "-context" "-oldcontext" "-oldContext" => NONE,
        "only what the heads call is differentiated; the main program stays as it is";
    // files
    "-output" "-o" <"name"> => Obeyed(Key::Output),
        "all generated code in one file, `name_b.f90`; a folder before the name is ignored";
    "-outputdirectory" "-O" <"folder"> => Obeyed(Key::Folder), "the folder of the generated files, which must exist";
    "-splitoutputfiles" => Error("leave it out: there is one output file for each input file"),
        "one file for each program unit";
    "-I" "-include" <"folder"> => Obeyed(Key::Include), "a folder in which INCLUDE looks for files; also `-Ifolder`";
    "-ext" <"file"> => Obeyed(Key::Library), "descriptions of procedures without source";
    "-extad" "-extAD" <"file"> => Error("merge the file into that of `-ext`, as Tapenade asks for"),
        "obsolete in Tapenade, too";
    "-nolib" => NONE, "intrinsic procedures are always known";
    "-noinclude" => Always, "generated code has no INCLUDE lines";
    "-nocomment" => NONE, "comments stay with their statements";
    // names
    "-tgtfuncname" <"pattern"> => Obeyed(Key::Name(Side::Tangent, Kind::Procedure)),
        "names of tangent procedures, `%_d`, and of files";
    "-tgtvarname" <"pattern"> => Obeyed(Key::Name(Side::Tangent, Kind::Variable)), "names of tangent variables, `%d`";
    "-tgtmodulename" <"pattern"> => Obeyed(Key::Name(Side::Tangent, Kind::Module)),
        "names of modules with tangents, `%_diff`";
    "-adjfuncname" <"pattern"> => Obeyed(Key::Name(Side::Adjoint, Kind::Procedure)),
        "names of adjoint procedures, `%_b`, and of files";
    "-adjvarname" <"pattern"> => Obeyed(Key::Name(Side::Adjoint, Kind::Variable)), "names of adjoint variables, `%b`";
    "-adjmodulename" <"pattern"> => Obeyed(Key::Name(Side::Adjoint, Kind::Module)),
        "names of modules with adjoints, `%_diff`";
    "-difffuncname" <"pattern"> => Obeyed(Key::Name(Side::Both, Kind::Procedure)),
        "names of derivative procedures of both modes";
    "-diffvarname" <"pattern"> => Obeyed(Key::Name(Side::Both, Kind::Variable)),
        "names of derivative variables of both modes";
    "-modulename" <"pattern"> => Obeyed(Key::Name(Side::Both, Kind::Module)), "names of modules of both modes";
    "-copyname" <"pattern"> => NONE, "the original procedures are called, not copies of them";
    "-assocbyaddresssuffix" <"pattern"> => NONE, "shadows are variables of their own";
    "-distinctnewvars" "-distinctNewVars" => NONE, "new variables have names of their own";
    // the source
    "-inputlanguage" <"language"> => Obeyed(Key::InputLanguage),
        "`fortran`, `fortran90`, `fortran95` or `fortran2003`; extensions decide about the form of sources";
    "-outputlanguage" <"language"> => Obeyed(Key::OutputLanguage),
        "`fortran` for fixed form and `.f`, the others for free form and `.f90`";
    "-f95" => Obeyed(Key::FreeOutput), "as `-inputlanguage fortran95`";
    "-freeformat" => Obeyed(Key::FreeForm), "all sources have free form";
    "-linelength" <"n"> => Obeyed(Key::LineLength), "the last column of lines in fixed form";
    "-openmp" => Obeyed(Key::OpenMp), "directives of OpenMP count, and lines that begin with `!$` are statements";
    "-cpp" <"command"> => NONE, "`gfortran` preprocesses sources whose extension is in capitals";
    "-cppoptions" <"text"> => NONE, "it concerns C";
    "-mixedlanguage" <"text"> => Error(C), "programs in Fortran and C";
    "-parserfileseparator" <"text"> => NONE, "files need no other parser";
    // kinds
    "-r4" => Always, "default reals have 4 bytes";
    "-r8" => Obeyed(Key::Real8), "default reals have 8 bytes, as with `-fdefault-real-8 -fdefault-double-8`";
    "-dr4" => Error("declare the variables `real(4)`"), "double precision has 4 bytes";
    "-dr8" => Always, "double precision has 8 bytes";
    "-dr16" => Obeyed(Key::Double16), "double precision has 16 bytes, with `-r8` only, as with `-fdefault-real-8`";
    "-i4" => Always, "default integers have 4 bytes";
    "-i2" => Error("declare the integers that loops and subscripts use `integer(2)`"),
        "default integers have 2 bytes";
    "-i8" => Error("declare the integers that loops and subscripts use `integer(8)`"),
        "default integers have 8 bytes";
    "-p4" "-p8" => NONE, "compilers decide about the size of pointers";
    "-noisize" "-noisize77" => Always, "generated code needs no `ISIZE` constants";
    // recording and optimisation
    "-nocheckpoint" "-split" <"names"> => Obeyed(Key::Split),
        "calls of these procedures are split, with `%all%` all calls";
    "-defaultnocheckpoint" => Obeyed(Key::SplitAll), "all calls are split; an option of later versions";
    "-nooptim" <"names"> => Obeyed(Key::NoOptim), "switch off optimisations; see below";
    "-optim" <"names"> => NONE, "adc has all its optimisations on";
    "-stripprimalevenifimportsactive" => NONE, "generated modules use the original ones";
    "-differentiateintegers" => Error("declare the variables real: only these have derivatives"),
        "derivatives of integers";
    // other kinds of result
    "-adolc" => Error("use `-d` or `-b`"), "code for ADOL-C";
    "-directvalid" "-directValid" => Error("leave it out: adc computes no intervals"),
        "the interval in which a tangent is valid";
    "-association" "-assoc" <"kind"> => Error("leave it out: shadows are variables of their own, `xb` for `x`"),
        "derivatives inside of the original variables";
    "-createstub" => Error("run `adc --reverse`, whose messages show the interfaces of missing derivatives"),
        "stubs of missing derivatives";
    "-outputfiletype" <"type"> => Error("leave it out: adc writes Fortran"), "output for graphs or browsers";
    "-debugTGT" "-debugtgt" => Error(CHECK), "code that debugs tangents";
    "-debugADJ" "-debugadj" "-debugAD" => Error(CHECK), "code that debugs adjoints";
    "-debugpassives" "-debugPassives" => Error(CHECK), "code that debugs passive variables";
    "-profile" => Error("run `adc --reverse --profile-checkpoints`, and see what is recorded with `adc analyze --show tape`"),
        "adjoints that measure their checkpoints";
    // messages and reports
    "-help" "-h" "-H" "-HELP" "-?" => Obeyed(Key::Help), "print this list";
    "-version" "--version" "-versiontapenade" => Obeyed(Key::Version), "print the version of adc";
    "-msglevel" <"n"> => NONE, "adc has one level of messages";
    "-msginfile" => NONE, "messages go to standard error";
    "-tracelevel" "-debug" <"n"> => NONE, "a report about the run";
    "-html" => NONE, "a display in a browser";
    "-viewcallgraph" "-viewCallGraph" => NONE, "see `adc dump --stage calls`";
    "-numberpushpops" => NONE, "see `adc analyze --show tape`";
    "-debugactivity" "-debugActivity" => NONE, "see `adc analyze --show activity`";
    "-dump" "-dumpfile" "-dumpunit" <"text"> => NONE, "see `adc dump`";
    "-dumpcallgraph" "-dumpsymboltables" "-dumpflowgraphs" "-dumpzones" "-dumpdataflow" "-dumpinout" "-dumppointers"
        "-dumpdeps" "-dumpdiffsymboltables" "-dumpdiffflowgraphs" => NONE, "see `adc dump`";
    "-traceparser" "-traceinputil" => NONE, "a trace of Tapenade's parser";
    "-traceflowgraphbuild" "-tracetypecheck" "-tracepointer" "-traceinout" "-tracedeps" "-traceaddeps"
        "-traceactivity" "-tracereqexplicit" "-tracereqx" "-tracediffliveness" "-tracetbr" "-tracedifferentiation"
        "-tracetreegen" "-traceblock" <"text"> => NONE, "traces of Tapenade's analyses";
    "-java" <"text"> => NONE, "adc needs no Java";
}
