# adc for make: pattern rules and the tape. Written by `adc init make`.
#
#   include adc/adc.mk
#
#   program: model.o model_b.o main.o $(ADC_TAPE)
#   	$(FC) $(FFLAGS) $^ -o $@
#
#   model_b.f90: model.f90
#   model_b.f90: ADCFLAGS = --head 'cost(y)/(x)' --reverse
#
# make knows no files *.f90, so that it needs a rule for them, and the order of files with modules:
#
#   %.o: %.f90
#   	$(FC) $(FFLAGS) -c $<
#
#   model_b.o: model.o
#   main.o: model_b.o

# The default goal is the user's.
ADC_GOAL := $(.DEFAULT_GOAL)

ADC ?= adc
ADC_FOLDER := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
ADC_TAPE := $(ADC_FOLDER)/build/libadc_tape.a
ifeq ($(origin FC),default)
FC = gfortran
endif

# Derivatives are generated again if a source, or a file that it includes, has changed.
%_b.f90 %_d.f90:
	$(ADC) $(filter %.f %.F %.f90 %.F90 %.f95 %.f03 %.f08,$^) $(ADCFLAGS) -o $@ --depfile $@.mk
	@touch $@

-include $(wildcard *_b.f90.mk *_d.f90.mk)

# Modules of the tape come before their users by their names.
$(ADC_TAPE): $(sort $(wildcard $(ADC_FOLDER)/adc_*.f90))
	@mkdir -p $(@D)
	cd $(@D) && $(FC) -O2 -c $(addprefix ../,$(notdir $^))
	rm -f $@
	ar rcs $@ $(patsubst %.f90,$(@D)/%.o,$(notdir $^))

.DEFAULT_GOAL := $(ADC_GOAL)
