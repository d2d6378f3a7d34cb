#!/usr/bin/env bash
# Installs the requirements of tests and examples besides Rust: gfortran, and make and gcc if they are missing.
# If it cannot, it fails and says what is missing and how to get it.
#
# `setup.sh mpi` also tries to install an MPI, and does without if it cannot: then tests do not run programs with MPI.
set -euo pipefail

missing() {
    for tool in gfortran gcc make; do
        command -v "$tool" > /dev/null 2>&1 || printf '%s ' "$tool"
    done
}

# Runs a command as root: directly, or through sudo if CI or the person at the terminal agrees.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo > /dev/null 2>&1 && may_use_sudo "$*"; then
        sudo "$@"
    else
        return 1
    fi
}

# Asks once.
agreed=${CI:+yes}
may_use_sudo() {
    if [ -z "$agreed" ]; then
        agreed=no
        [ -t 0 ] && read -r -p "setup: run 'sudo $1'? [y/N] " answer && [[ $answer = [yY]* ]] && agreed=yes
    fi
    [ "$agreed" = yes ]
}

# Package managers with the packages of the tools, and of an MPI with its compiler for Fortran.
tools_with_apt_get() { apt_get gfortran gcc make; }
tools_with_dnf() { as_root dnf install -y gcc-gfortran gcc make; }
tools_with_yum() { as_root yum install -y gcc-gfortran gcc make; }
tools_with_zypper() { as_root zypper --non-interactive install gcc-fortran gcc make; }
tools_with_pacman() { as_root pacman -S --needed --noconfirm gcc-fortran gcc make; }
tools_with_apk() { as_root apk add gfortran gcc musl-dev make; }
tools_with_brew() { brew install gcc make; } # its gcc contains gfortran
tools_with_conda() { conda install -y -c conda-forge gfortran make; }

mpi_with_apt_get() { apt_get --no-install-recommends openmpi-bin libopenmpi-dev; }
mpi_with_dnf() { as_root dnf install -y openmpi-devel; } # then: module load mpi
mpi_with_yum() { as_root yum install -y openmpi-devel; }
mpi_with_zypper() { as_root zypper --non-interactive install openmpi4-devel; }
mpi_with_pacman() { as_root pacman -S --needed --noconfirm openmpi; }
mpi_with_apk() { as_root apk add openmpi openmpi-dev; }
mpi_with_brew() { brew install open-mpi; }
mpi_with_conda() { conda install -y -c conda-forge openmpi openmpi-mpifort; }

apt_get() {
    # An index that cannot be fetched is not fatal: the package may be in an older one.
    as_root apt-get update || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y "$@"
}

# Where only the administrator installs packages, as on clusters, a module may have the compiler. A module counts in
# the shell that loads it, so it is for the user to do.
propose_module() {
    command -v modulecmd > /dev/null 2>&1 || [ -n "${MODULESHOME:-}${LMOD_CMD:-}" ] || return 1
    echo "setup: this system has environment modules: try 'module load gcc'" >&2
}

has_tools() { [ -z "$(missing)" ]; }
has_mpi() { command -v mpif90 > /dev/null 2>&1; }

# Tries the package managers in turn until `has_$1` holds.
install_packages() {
    for manager in apt-get dnf yum zypper pacman apk brew conda; do
        command -v "$manager" > /dev/null 2>&1 || continue
        "${1}_with_${manager/-/_}" || true
        hash -r
        if "has_$1"; then return; fi
    done
    return 1
}

if ! command -v cargo > /dev/null 2>&1; then
    echo "setup: Rust is missing (no 'cargo' on the PATH). Install it from https://rustup.rs, then try again." >&2
    exit 1
fi

tools=$(missing)
if [ -n "$tools" ]; then
    echo "setup: missing: $tools- installing" >&2
    # The installer has reported its errors. Only the result matters now.
    install_packages tools >&2 || propose_module || true
    hash -r
    tools=$(missing)
    if [ -n "$tools" ]; then
        cat >&2 << MESSAGE
setup: still missing: $tools
setup: install it with your system's packages, then try again:
  Debian, Ubuntu   sudo apt-get install gfortran gcc make
  Fedora, RHEL     sudo dnf install gcc-gfortran gcc make
  openSUSE         sudo zypper install gcc-fortran gcc make
  Arch             sudo pacman -S gcc-fortran gcc make
  macOS            brew install gcc make
MESSAGE
        exit 1
    fi
fi

# A gfortran that cannot link counts as missing.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'program p\n   print *, sqrt(2.0d0)\nend program p\n' > "$work/p.f90"
if ! gfortran "$work/p.f90" -o "$work/p" || ! "$work/p" > /dev/null; then
    echo "setup: gfortran is there but cannot build and run a small program (see above)" >&2
    exit 1
fi

if [ "${1:-}" = mpi ] && ! has_mpi; then
    echo "setup: no MPI (mpif90) - installing" >&2
    install_packages mpi >&2 || echo "setup: no MPI: programs with MPI will not run in tests" >&2
fi
