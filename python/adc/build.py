"""From sources to a library: differentiated, compiled, and cached by content."""

import ctypes
import hashlib
import json
import os
import shlex
import sys
import tempfile

from . import tools
from .errors import Error
from .model import Model

# changes with the contents of a cached build
LAYOUT = "1"


def compile(files, head=None, *, hessian=False, flags="-O2", fc=None, include=(), define=(), options=(), link=(),
            cache=None):
    """Differentiates a procedure and returns a `Model` that calls it and its derivatives.

    files: a Fortran source, or a list of all sources that the head needs.
    head: the procedure, its dependents and its independents, such as ``"cost(y)/(x)"``. Without it, directives in the
        source decide.
    hessian: also makes second derivatives, for `Model.hvp`.
    flags: flags of the Fortran compiler.
    fc: the Fortran compiler; by default the environment variable FC, or gfortran.
    include, define: folders of included files, and macros, as for ``-I`` and ``-D``.
    options: further options of ``adc``.
    link: further words for the linker, such as objects and ``-lblas``.
    cache: the folder of built libraries; by default the environment variable ADC_CACHE, or ``adc`` in the user's cache.

    Models of the same sources and options share one library, and with it all variables of modules and COMMON blocks.
    Raises `CompileError` with the messages of ``adc`` or of the compiler.
    """
    files = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    files = [os.path.abspath(f) for f in files]
    command, fortran = tools.command(), tools.compiler(fc)
    search = [word for folder in include for word in ("-I", os.path.abspath(folder))]
    search += [word for macro in define for word in ("-D", macro)]
    words = files + search + list(options)
    if head is not None:
        words += ["--head", head]
    if hessian:
        words += ["--reverse", "--tangent", "--hessian"]
    link = [os.path.abspath(word) if os.path.exists(word) else word for word in link]
    flags = shlex.split(flags)
    versions = [tools.run([command, "--version"]), tools.run(fortran + ["--version"])]
    # options may name files
    place = os.getcwd() if options else ""
    tool = [LAYOUT, os.stat(command).st_mtime_ns, versions]
    identity = [tool, place, words, fortran, flags, link, _digests(files + link)]
    folder = os.path.join(_cache(cache), _digest(json.dumps(identity).encode()))
    entry = _known(folder)
    if entry is None:
        entry = _built(folder, command, words, fortran, flags + search, link)
    with open(os.path.join(entry, "description.json"), encoding="utf-8") as f:
        description = json.load(f)
    return Model(description, ctypes.CDLL(os.path.join(entry, _library_name())))


def _cache(given):
    chosen = given or os.environ.get("ADC_CACHE")
    if chosen:
        return os.path.abspath(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "adc")


def _library_name():
    return {"win32": "model.dll", "darwin": "model.dylib"}.get(sys.platform, "model.so")


def _digest(data):
    return hashlib.sha256(data).hexdigest()[:32]


def _digests(paths):
    """Of each file its digest; of other words of a linker, and of files that are gone, none."""
    found = {}
    for path in paths:
        if os.path.isfile(path):
            with open(path, "rb") as f:
                found[path] = _digest(f.read())
        else:
            found[path] = None
    return found


def _known(folder):
    """A build whose sources, with all that they include, are as they were."""
    entries = os.listdir(folder) if os.path.isdir(folder) else []
    for name in sorted(n for n in entries if not n.startswith(".")):
        manifest = os.path.join(folder, name, "sources.json")
        if os.path.isfile(manifest):
            with open(manifest, encoding="utf-8") as f:
                known = json.load(f)
            if _digests(known) == known:
                return os.path.join(folder, name)
    return None


def _built(folder, command, words, fortran, flags, link):
    """Builds in a temporary folder, which takes its place in the cache when it is complete."""
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".building-") as place:
        tools.run([command, "wrap", *words, "--quiet", "-o", place])
        [name] = [n for n in os.listdir(place) if n.endswith(".json")]
        os.rename(os.path.join(place, name), os.path.join(place, "description.json"))
        with open(os.path.join(place, "description.json"), encoding="utf-8") as f:
            description = json.load(f)
        if len(description["heads"]) != 1:
            raise Error("a model has one head; compile the others on their own")
        sources = _digests(description["read"])
        _compiled(place, description, fortran, flags, link)
        with open(os.path.join(place, "sources.json"), "w", encoding="utf-8") as f:
            json.dump(sources, f)
        target = os.path.join(folder, _digest(json.dumps(sources).encode()))
        # another process may have built the same
        if not os.path.isdir(target):
            os.mkdir(os.path.join(place, "done"))
            for name in sorted(os.listdir(place)):
                if name != "done":
                    os.rename(os.path.join(place, name), os.path.join(place, "done", name))
            try:
                os.rename(os.path.join(place, "done"), target)
            except OSError:
                if not os.path.isdir(target):
                    raise
    return target


def _compiled(place, description, fortran, flags, link):
    """Compiles in a folder, and links. Flags are for the sources; those for threads decide where the tape is, too."""
    threads = [f for f in flags if "openmp" in f]
    groups = [
        (["-O2", *threads], description["runtime"]),
        (flags, description["sources"]),
        (["-O1"], [description["wrapper"]]),
    ]
    objects = []
    for own, files in groups:
        for file in files:
            objects.append(f"{len(objects)}.o")
            tools.run([*fortran, *own, "-fPIC", "-c", file, "-o", objects[-1]], place)
    # a missing procedure is an error here, not in the first call
    defined = ["-Wl,--no-undefined"] if sys.platform.startswith("linux") else []
    tools.run([*fortran, *threads, "-shared", "-fPIC", *defined, "-o", _library_name(), *objects, *link], place)
    for name in objects:
        os.remove(os.path.join(place, name))
