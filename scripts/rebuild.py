#!/usr/bin/env python3
"""What a build makes anew after a change of one line.

    scripts/rebuild.py ADC [FOLDER [OPTIONS]]

Puts the sources of `benches/kernels` and `benches/programs` into one project with 20 heads, and builds derivatives in
both modes into a folder (`-o made/`) with make, Ninja and CMake (the last two if they are installed). Then it changes
one line at a time, builds again, and prints which files adc wrote, and how many files were compiled. OPTIONS are
further options of adc, such as `--interface-dir .adc`.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = "-O1 -ffixed-line-length-none"
OPTIONS = " ".join(sys.argv[3:]).split()
# file, line (a regular expression), what takes its place, what the change is
CHANGES = [
    ("nothing", None, None, "nothing"),
    ("gas.f90", r"^(\s*implicit none)$", r"\1  ! as everywhere", "a comment"),
    ("burgers.f90", r"0\.5d0", "0.50d0", "a constant in a procedure"),
    ("rates.f90", r"\bexp\(", "1.0d0*exp(", "an expression of a procedure that others call"),
    ("constants.f90", r"8\.314_wp", "8.3145_wp", "a constant of a module that others use"),
]


def header(driver: Path, word: str) -> str:
    return re.search(rf"^! {word}: (.*)$", driver.read_text(), re.M).group(1)


def sources(folder: Path):
    """Copies the sources of the benches; returns their names in an order in which they compile, and the heads."""
    names, heads = [], []
    for driver in sorted(ROOT.glob("benches/*/*/drive.f90")):
        heads.append(header(driver, "head"))
        program = driver.parent.name
        for included in driver.parent.glob("*.inc"):
            shutil.copy(included, folder / f"{program}_{included.name}")
        for name in header(driver, "sources").split():
            source = driver.parent / name
            target = name if source.stem != "primal" else program + source.suffix
            if target in names:
                target = f"{program}_{target}"
            text = re.sub(r"(?i)(include ')(\w+\.inc')", rf"\g<1>{program}_\2", source.read_text())
            (folder / target).write_text(text)
            names.append(target)
    return names, heads


def adc_line(adc: str, heads, more: str = "") -> list[str]:
    words = [adc, "--reverse", "--tangent", "-q", "-o", "made/"]
    return words + [w for h in heads for w in ("--head", h)] + more.split() + OPTIONS


def uses(folder: Path, compiled):
    """For each file, the objects of the modules that it uses."""
    found = {c: (folder / c).read_text(errors="replace") for c in compiled}
    home = {}
    for c, text in found.items():
        for module in re.findall(r"(?im)^\s*module\s+(?!procedure\b)(\w+)\s*(?:!.*)?$", text):
            home[module.lower()] = c
    of = {}
    for c, text in found.items():
        used = {home.get(m.lower()) for m in re.findall(r"(?im)^\s*use\b(?:[^:\n]*::)?\s*(\w+)", text)}
        of[c] = sorted(object_of(u) for u in used if u not in (None, c))
    return of


def object_of(source: str) -> str:
    return f"o/{Path(source).name}.o"


def quoted(words) -> str:
    return " ".join(f"'{w}'" if re.search(r"[^\w./=-]", w) else w for w in words)


def makefile(command, names, made, needed) -> str:
    rules = ["all: prog.a", "", f"made/.done: {' '.join(names)}", f"\t{quoted(command)} {' '.join(names)}", "\ttouch $@", ""]
    rules += [f"{' '.join('made/' + m for m in made)}: made/.done ;", ""]
    for source, modules in needed.items():
        rules += [f"{object_of(source)}: {source} {' '.join(modules)}"]
        rules += [f"\tgfortran {FLAGS} -Jo -c {source} -o $@", ""]
    rules += [f"prog.a: {' '.join(map(object_of, needed))}", "\tar rcs $@ $^", ""]
    return "\n".join(rules)


def ninja(command, names, made, needed) -> str:
    rules = [
        "rule adc",
        f"  command = {quoted(command)} {' '.join(names)}",
        "  restat = 1",
        "rule fc",
        f"  command = gfortran {FLAGS} -Jo -c $in -o $out",
        "rule ar",
        "  command = ar rcs $out $in",
        f"build {' '.join('made/' + m for m in made)}: adc | {' '.join(names)}",
    ]
    for source, modules in needed.items():
        rules.append(f"build {object_of(source)}: fc {source} | {' '.join(modules)}")
    rules += [f"build prog.a: ar {' '.join(map(object_of, needed))}", "default prog.a", ""]
    return "\n".join(rules)


def cmake(command, names, made, needed) -> str:
    dashed = [w if w != "made/" else "${CMAKE_SOURCE_DIR}/made/" for w in command]
    in_folder = lambda all_names: " ".join("${CMAKE_SOURCE_DIR}/" + n for n in all_names)
    return f"""cmake_minimum_required(VERSION 3.18)
project(benches LANGUAGES Fortran)
set(CMAKE_Fortran_FLAGS "{FLAGS}")
add_custom_command(OUTPUT {in_folder('made/' + m for m in made)}
  COMMAND {' '.join(f'"{w}"' for w in dashed)} {' '.join(names)}
  DEPENDS {in_folder(names)}
  WORKING_DIRECTORY ${{CMAKE_SOURCE_DIR}}
  VERBATIM)
add_library(prog STATIC {in_folder(needed)})
"""


class Build:
    """A project under one build tool."""

    def __init__(self, name: str, folder: Path, setup, command, counts: str):
        self.name, self.folder, self.setup, self.command, self.counts = name, folder, setup, command, counts

    def run(self):
        done = subprocess.run(self.command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{self.name}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
        return len(re.findall(self.counts, done.stdout))


def builds(adc: str, at: Path):
    files = at / "sources"
    files.mkdir(parents=True)
    names, heads = sources(files)
    listed = subprocess.run(adc_line(adc, heads, "--list-outputs") + names, cwd=files, capture_output=True, text=True)
    if listed.returncode:
        sys.exit(listed.stderr)
    made = [Path(line).name for line in listed.stdout.splitlines()]
    replaced = {m for m in made if m in names}
    compiled = ["adc_tape.f90"] + [n for n in names if n not in replaced] + ["made/" + m for m in made]
    shutil.copy(ROOT / "runtime-fortran/adc_tape.f90", files)
    print(f"{len(names)} sources, {len(heads)} heads, {len(made)} outputs, {len(compiled)} files to compile")
    command = adc_line(adc, heads)
    # once, to see which modules the derivatives use
    (files / "made").mkdir()
    subprocess.run(command + names, cwd=files, check=True, capture_output=True)
    needed = uses(files, compiled)
    shutil.rmtree(files / "made")
    every = [
        ("make", makefile, "Makefile", [], ["make", "-s", "--trace"], r"-c \S+ -o"),
        ("Ninja", ninja, "build.ninja", [], ["ninja", "-v"], r"-c \S+ -o"),
        ("CMake", cmake, "CMakeLists.txt", ["cmake", "-S", ".", "-B", "b"], ["cmake", "--build", "b"], "Building Fortran"),
    ]
    for name, text, file, setup, command_of, counts in every:
        if not shutil.which(command_of[0]):
            print(f"{name} is not installed")
            continue
        folder = at / name
        shutil.copytree(files, folder)
        (folder / "o").mkdir()
        (folder / "made").mkdir()
        (folder / file).write_text(text(command, names, made, needed))
        if setup:
            subprocess.run(setup, cwd=folder, check=True, capture_output=True)
        yield Build(name, folder, setup, command_of, counts)


def change(folder: Path, name: str, pattern, new):
    if pattern is None:
        return
    file = folder / name
    text, count = re.subn(pattern, new, file.read_text(), count=1, flags=re.M)
    if not count:
        sys.exit(f"{name}: no line to change")
    file.write_text(text)


def dates(folder: Path):
    return {f.name: f.stat().st_mtime_ns for f in (folder / "made").iterdir() if f.suffix.startswith(".f")}


def main():
    adc = str(Path(sys.argv[1]).resolve())
    at = Path(sys.argv[2] if len(sys.argv) > 2 else "rebuild").resolve()
    shutil.rmtree(at, ignore_errors=True)
    for build in builds(adc, at):
        print(f"{build.name}: from nothing, {build.run()} files compiled")
        for name, pattern, new, what in CHANGES:
            change(build.folder, name, pattern, new)
            before = dates(build.folder)
            compiled = build.run()
            after = dates(build.folder)
            written = sorted(f for f in after if after[f] != before.get(f))
            shown = ", ".join(written) or "none"
            print(f"{build.name}: {what} ({name}): written {shown}; {compiled} files compiled")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
