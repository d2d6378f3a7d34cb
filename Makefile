#   make demo    differentiates, compiles, runs and checks an example
#   make demo-mpi  the same for an ocean model on four ranks
#   make quick   tests that need no Fortran compiler: crates, generated code of all fixtures, rules of the house
#   make test    all tests
#   make built   compiles what they need
#   make python  the tests of the Python package, with NumPy, SciPy and JAX from the registry
#   make builds  installs CMake, Ninja, Meson and fpm for the tests of their examples, into target/builds
#   make doc     the reference of the Rust library (target/doc/adc), without warnings
#   make dist    the command as it is shipped: link-time optimisation, stripped (target/dist/adc)
#   make corpus  LAPACK, printed back, passes its own tests in double precision, and gfortran's torture tests pass;
#                corpus-full: all precisions, and all of gfortran's run tests
#                corpus-numeric: routines of LAPACK, QUADPACK, MINPACK and ODEPACK, differentiated in both modes
#   make bench   measures the compiler and the tape
#   make kernels, make programs  measures derivatives: times and memory; FLAGS='-O3 -march=native' compiles so
#   make vectors  derivatives in many directions: times per direction
#   make jacobian  times of a Jacobian by elimination, by hand and by tangents
#   make gradbench GRADBENCH=folder  GradBench's harness runs its evals with adc: see gradbench/README.md
#   make peers GRADBENCH=folder  the same, beside other tools of GradBench
#   make sparse    times of a sparse Jacobian by rows and by colors
#   make colors  numbers of colors of Jacobians of a driven cavity; MATRICES='a.mtx b.mtx' adds Matrix Market files
#   make long    the adjoint of 100,000 time steps with 50 snapshots, in memory and on disk
#   make precision  counts active variables and generated statements, into docs/explanation/activity.md
#   make table    what adjoints cost step by step, into docs/explanation/adjoint-cost.md; takes about 15 minutes
#   make report   reports of the examples in Chromium, with pictures (target/report); needs npm's registry
#   make fuzz    looks for inputs that the compiler does not survive: see fuzz/README.md
#   make clean
#
# Each sets up what is missing first: see scripts/setup.sh.

CARGO ?= cargo
EXAMPLE ?= heat
# One place for cargo's output, wherever the user's settings put it: the examples must find the command.
CARGO_TARGET_DIR ?= $(CURDIR)/target
export CARGO_TARGET_DIR

demo: setup
	$(CARGO) build --profile demo --locked
	$(MAKE) -C runtime-fortran
	$(MAKE) -C examples/$(EXAMPLE) clean
	$(MAKE) -C examples/$(EXAMPLE) run ADC=$(CARGO_TARGET_DIR)/demo/adc

# As root, in containers, Open MPI has to be told twice that it may run.
demo-mpi: mpi
	$(CARGO) build --profile demo --locked
	$(MAKE) -C examples/ocean clean
	OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
	    $(MAKE) -C examples/ocean run ADC=$(CARGO_TARGET_DIR)/demo/adc

# In the profile of `make test`: what one of them compiled, the other need not compile again.
quick:
	$(CARGO) test --quiet --locked --profile checked -p adc-frontend -p adc-analysis -p adc-transform -p adc-unparse
	INSTA_UPDATE=no INSTA_FORCE_PASS=0 $(CARGO) test --quiet --locked --profile checked --test fixtures -- --quiet golden::
	$(CARGO) test --quiet --locked --profile checked --test main -- tidy structure page_of bad_input fuel

# The tests of the Python package, with NumPy, SciPy and JAX from the registry in an environment of their own.
PYTHON ?= python3
VENV = $(CARGO_TARGET_DIR)/python
python: setup
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet maturin numpy scipy jax
	cd python && VIRTUAL_ENV=$(VENV) $(VENV)/bin/maturin develop --quiet --profile checked --locked
	cd python && env -u ADC $(VENV)/bin/python -m unittest

# In the profile of `make test`, whose build scripts and macros need not be compiled again.
doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --workspace --locked --profile checked

dist: setup
	$(CARGO) build --profile dist --locked

# What `make test` runs, compiled.
built: setup
	$(CARGO) test --workspace --locked --profile checked --no-run

# Snapshots are compared, never updated: `cargo insta review` is for that. The tests leave the command behind, which the examples take.
test: mpi builds
	INSTA_UPDATE=no INSTA_FORCE_PASS=0 $(CARGO) test --workspace --locked --profile checked
	$(MAKE) -C runtime-fortran -j2 test
	$(MAKE) -C examples clean
	$(MAKE) -C examples run ADC=$(CARGO_TARGET_DIR)/checked/adc

# Sources that the system's packages were built from, downloaded once into the folder of what is built.
corpus: setup
	$(CARGO) build --profile checked --locked
	$(MAKE) corpus-built

# The same with the command as it is: to build it while tests run would replace the one that they run.
corpus-built:
	ADC=$(CARGO_TARGET_DIR)/checked/adc scripts/corpus/lapack.sh double
	ADC=$(CARGO_TARGET_DIR)/checked/adc scripts/corpus/gfortran.sh torture

corpus-full: setup
	$(CARGO) build --release --locked
	scripts/corpus/lapack.sh all
	scripts/corpus/gfortran.sh torture
	scripts/corpus/gfortran.sh dg

# Numerical libraries, differentiated in both modes, with the address sanitizer.
corpus-numeric: setup
	$(CARGO) build --release --locked
	scripts/corpus/numeric.sh

bench: setup
	$(CARGO) bench --bench compile
	scripts/corpus/lapack.sh fetch || echo "bench: without LAPACK a program that is generated will be read" >&2
	$(CARGO) bench --bench read
	$(CARGO) bench --bench analyse
	$(MAKE) -C runtime-fortran speed

FLAGS ?= -O2
kernels programs: setup
	ADC_BENCH_FLAGS='$(FLAGS)' $(CARGO) bench --locked --bench derivatives -- $@

vectors: setup
	ADC_BENCH_FLAGS='$(FLAGS)' $(CARGO) bench --locked --bench vectors -- kernels

long: setup
	$(CARGO) build --release --locked
	$(MAKE) -C benches/long clean BUILD=$(CARGO_TARGET_DIR)/long
	$(MAKE) -C benches/long run ADC=$(CARGO_TARGET_DIR)/release/adc BUILD=$(CARGO_TARGET_DIR)/long

gradbench: setup
	$(CARGO) build --release --locked
	$(MAKE) -C gradbench run ADC=$(CARGO_TARGET_DIR)/release/adc GRADBENCH='$(abspath $(GRADBENCH))'

peers: setup
	$(CARGO) build --release --locked
	$(MAKE) -C gradbench peers ADC=$(CARGO_TARGET_DIR)/release/adc GRADBENCH='$(abspath $(GRADBENCH))'

jacobian: setup
	$(CARGO) build --release --locked
	$(MAKE) -C benches/jacobian clean BUILD=$(CARGO_TARGET_DIR)/jacobian
	$(MAKE) -C benches/jacobian run ADC=$(CARGO_TARGET_DIR)/release/adc BUILD=$(CARGO_TARGET_DIR)/jacobian FFLAGS='$(FLAGS)'

sparse: setup
	$(CARGO) build --release --locked
	$(MAKE) -C benches/sparse clean BUILD=$(CARGO_TARGET_DIR)/sparse
	$(MAKE) -C benches/sparse run ADC=$(CARGO_TARGET_DIR)/release/adc BUILD=$(CARGO_TARGET_DIR)/sparse FFLAGS='$(FLAGS)'

colors: setup
	$(MAKE) -C benches/colors clean BUILD=$(CARGO_TARGET_DIR)/colors
	$(MAKE) -C benches/colors run BUILD=$(CARGO_TARGET_DIR)/colors MATRICES='$(abspath $(MATRICES))'

precision:
	ADC_BLESS=1 $(CARGO) bench --locked --bench precision

table: setup
	ADC_BLESS=1 $(CARGO) bench --locked --bench table -- all

report: setup
	$(CARGO) build --release --locked
	ADC=$(CARGO_TARGET_DIR)/release/adc tests/browser/run.sh $(CARGO_TARGET_DIR)/report

fuzz:
	env -u CARGO_TARGET_DIR fuzz/run.sh

setup:
	@scripts/setup.sh

# Build systems, whose example projects are tests, from Python's registry. What cannot be installed is left out.
BUILDS = $(CARGO_TARGET_DIR)/builds
builds: setup
	@test -x $(BUILDS)/bin/fpm || { $(PYTHON) -m venv $(BUILDS) && \
	  $(BUILDS)/bin/pip install --quiet --retries 1 --timeout 15 cmake ninja meson fpm; } || \
	  echo "note: CMake, Ninja, Meson and fpm are not installed: examples that need them are not built"

# An MPI for tests, too, where there is one to install.
mpi:
	@scripts/setup.sh mpi

clean:
	$(CARGO) clean
	$(MAKE) -C runtime-fortran clean
	$(MAKE) -C examples clean
	$(MAKE) -C gradbench clean

.PHONY: demo demo-mpi test built doc corpus corpus-built corpus-full corpus-numeric bench kernels programs vectors jacobian sparse colors gradbench peers long precision table report fuzz setup mpi clean quick dist python builds
