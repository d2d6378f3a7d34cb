"""The commands that models are built with: ``adc`` and the Fortran compiler."""

import os
import shutil
import subprocess
import sys
import sysconfig

from .errors import CompileError, Error


def command():
    """The path of ``adc``: that of the environment variable ADC, the one beside this package, or one in PATH."""
    given = os.environ.get("ADC")
    if given:
        if not shutil.which(given):
            raise Error(f"the environment variable ADC names `{given}`, which is no command")
        return shutil.which(given)
    name = "adc.exe" if os.name == "nt" else "adc"
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    if sysconfig.get_preferred_scheme("user") in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    found = shutil.which("adc")
    if not found:
        raise Error("the command `adc` is not installed; set the environment variable ADC to its path")
    return found


def compiler(given):
    """The words of the Fortran compiler's command: the one given, the environment variable FC, or gfortran."""
    words = (given or os.environ.get("FC") or "gfortran").split()
    if not shutil.which(words[0]):
        raise Error(f"the Fortran compiler `{words[0]}` is not installed; name another one: `fc=...`")
    return words


def run(words, folder=None):
    """Runs a command; its standard output. Its messages are the error if it fails."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip() or f"`{words[0]}` failed with status {done.returncode}"
        raise CompileError(said)
    return done.stdout
