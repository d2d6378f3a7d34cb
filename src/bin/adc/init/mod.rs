//! `adc init`: the files that put adc into a build.
//!
//! They go into a folder of the project: the runtime, which needs no installation then and belongs to the version of adc
//! that wrote it, and a file that the build system reads.

use crate::args::BuildSystem;
use crate::files;
use crate::output::{say, usage_for, Writer, DONE};
use crate::runtime;
use std::path::{Path, PathBuf};

/// Writes the files to a folder, and prints how to use them.
pub fn run(system: BuildSystem, folder: &Path, force: bool) -> u8 {
    let (name, text) = rules(system);
    let parts = runtime::alone().map(|p| (folder.join(p.name), p.text.as_bytes()));
    let files: Vec<(PathBuf, &[u8])> = parts.chain([(folder.join(name), text.as_bytes())]).collect();
    let other = files.iter().find(|(path, text)| !force && is_other(path, text));
    if let Some((path, _)) = other {
        let message = format!("`{}` exists with another text", path.display());
        return usage_for(&message, "`--force` replaces it, `-o` names another folder");
    }
    let written = Writer::protecting(std::iter::empty()).write(Some(folder), &files);
    if let Err(problem) = written {
        return usage_for(&problem.to_string(), "`-o` names another folder");
    }
    say(use_of(system, &folder.display().to_string()));
    DONE
}

/// True for a file that has another text, or that cannot be read.
fn is_other(path: &Path, text: &[u8]) -> bool {
    match files::read(path) {
        Ok(found) => found != text,
        Err(e) => !e.is_missing,
    }
}

/// The file that the build system reads, and its text.
fn rules(system: BuildSystem) -> (&'static str, String) {
    match system {
        BuildSystem::Cmake => ("adc-config.cmake", include_str!("adc-config.cmake").to_owned()),
        BuildSystem::Make => ("adc.mk", include_str!("adc.mk").to_owned()),
        BuildSystem::Fpm => ("fpm.toml", include_str!("fpm.toml").to_owned()),
        BuildSystem::Meson => {
            let files: Vec<String> = runtime::alone().map(|p| format!("  '{}',", p.name)).collect();
            (
                "meson.build",
                include_str!("meson.build").replace("@FILES@", &files.join("\n")),
            )
        }
    }
}

/// Lines for the user's build file.
fn use_of(system: BuildSystem, folder: &str) -> String {
    match system {
        BuildSystem::Cmake => format!(
            "find_package(adc REQUIRED PATHS {folder} NO_DEFAULT_PATH)
adc_add_derivative(model_adjoint SOURCES model.f90 HEAD \"cost(y)/(x)\" MODES reverse)
target_link_libraries(main PRIVATE model_adjoint)
"
        ),
        BuildSystem::Make => format!(
            "include {folder}/adc.mk
main: model.o model_b.o main.o $(ADC_TAPE); $(FC) $^ -o $@
model_b.f90: model.f90
model_b.f90: ADCFLAGS = --head 'cost(y)/(x)' --reverse
# unless your makefile has such a rule, and knows which files use the modules of others
%.o: %.f90; $(FC) $(FFLAGS) -c $<
model_b.o: model.o
main.o: model_b.o
"
        ),
        BuildSystem::Fpm => format!(
            "# fpm.toml
[dependencies]
adc-tape = {{ path = \"{folder}\" }}
# before a build
adc src/model.f90 --head 'cost(y)/(x)' --reverse --interfaces -o src/model_b.f90
"
        ),
        BuildSystem::Meson => format!(
            "subdir('{folder}')
model_b = custom_target(input: 'model.f90', output: 'model_b.f90', depfile: 'model_b.d', command: [adc, '@INPUT@', \
  '--head', 'cost(y)/(x)', '--reverse', '-o', '@OUTPUT@', '--depfile', '@DEPFILE@'])
executable('main', 'model.f90', model_b, 'main.f90', dependencies: adc_tape)
"
        ),
    }
}
