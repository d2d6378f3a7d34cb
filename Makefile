#   make demo    differentiates, compiles, runs and checks an example
#   make test    all tests
#   make bench   measures the tape (and the compiler, once it has benchmarks)
#   make clean
#
# Each sets up what is missing first: see scripts/setup.sh.

CARGO ?= cargo
EXAMPLE ?= heat
ADC = $(CURDIR)/target/release/adc
# Wherever the user's settings put cargo's output, the examples find the command here.
BUILD = $(CARGO) build --release --locked --target-dir $(CURDIR)/target

demo: setup
	$(BUILD)
	$(MAKE) -C runtime-fortran
	$(MAKE) -C examples/$(EXAMPLE) clean
	$(MAKE) -C examples/$(EXAMPLE) run ADC=$(ADC)

# Snapshots are compared, never updated: `cargo insta review` is for that.
test: setup
	INSTA_UPDATE=no INSTA_FORCE_PASS=0 $(CARGO) test --workspace --locked
	$(MAKE) -C runtime-fortran test
	$(BUILD)
	$(MAKE) -C examples clean
	$(MAKE) -C examples run ADC=$(ADC)

bench: setup
	$(MAKE) -C runtime-fortran speed

setup:
	@scripts/setup.sh

clean:
	$(CARGO) clean
	$(MAKE) -C runtime-fortran clean
	$(MAKE) -C examples clean

.PHONY: demo test bench setup clean
