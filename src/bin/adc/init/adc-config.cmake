# adc for CMake: derivatives of Fortran code as targets. Written by `adc init cmake`.
#
#   find_package(adc REQUIRED PATHS adc NO_DEFAULT_PATH)
#   adc_add_derivative(model_adjoint SOURCES src/model.f90 HEAD "cost(y)/(x)" MODES reverse tangent)
#   target_link_libraries(main PRIVATE model_adjoint)
#
# adc_add_derivative(NAME
#   SOURCES FILE...            the model; its modules come before their users
#   HEAD "cost(y)/(x)"...      what to differentiate; without it, directives in the sources say it
#   MODES reverse tangent...   as the options of adc, without `--`
#   OPTIONS OPTION...          other options of adc
#   DEFINITIONS NAME...        for adc and for the compiler
#   [NO_SOURCES])              the sources are compiled elsewhere
#
# NAME is a static library of the sources, their derivatives and the tape. With NO_SOURCES it has the derivatives alone.
# The derivatives are generated again if a source or an included file changes; files whose text stays the same keep
# their dates.

cmake_minimum_required(VERSION 3.20)

find_program(ADC_COMMAND adc HINTS ENV ADC_HOME PATH_SUFFIXES bin DOC "The command adc")
if(NOT ADC_COMMAND)
  set(adc_FOUND FALSE)
  set(adc_NOT_FOUND_MESSAGE "the command adc is not on the PATH; set ADC_COMMAND to its place")
  return()
endif()

# The runtime: the tape, and what drivers use.
if(NOT TARGET adc::tape)
  file(GLOB adc_runtime CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/adc_*.f90")
  add_library(adc_tape STATIC ${adc_runtime})
  set_target_properties(adc_tape PROPERTIES Fortran_MODULE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/adc_tape.modules"
    POSITION_INDEPENDENT_CODE ON)
  target_include_directories(adc_tape PUBLIC "$<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/adc_tape.modules>")
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    # a debug build finds shadows and values that are used before they are set
    target_compile_options(adc_tape PUBLIC
      "$<$<AND:$<CONFIG:Debug>,$<COMPILE_LANGUAGE:Fortran>>:-fcheck=all;-finit-real=snan;-finit-derived>")
  endif()
  add_library(adc::tape ALIAS adc_tape)
endif()

function(adc_add_derivative name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_SOURCES" "" "SOURCES;HEAD;MODES;OPTIONS;DEFINITIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "adc_add_derivative: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "adc_add_derivative: SOURCES is missing")
  endif()
  if(NOT arg_MODES)
    set(arg_MODES reverse)
  endif()
  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    list(APPEND sources "${source}")
  endforeach()
  set(made_in "${CMAKE_CURRENT_BINARY_DIR}/${name}.adc")
  set(command "${ADC_COMMAND}" ${sources})
  foreach(head IN LISTS arg_HEAD)
    list(APPEND command --head "${head}")
  endforeach()
  foreach(mode IN LISTS arg_MODES)
    list(APPEND command "--${mode}")
  endforeach()
  foreach(definition IN LISTS arg_DEFINITIONS)
    list(APPEND command "-D${definition}")
  endforeach()
  list(APPEND command ${arg_OPTIONS} -o "${made_in}/")

  # which files there will be; CMake asks again when a source changes
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  execute_process(COMMAND ${command} --list-outputs OUTPUT_VARIABLE made ERROR_VARIABLE said RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "adc_add_derivative(${name}):\n${said}")
  endif()
  string(STRIP "${made}" made)
  string(REPLACE "\n" ";" made "${made}")

  # A stamp is the output, since adc leaves files alone whose text stays the same.
  set(stamp "${made_in}/stamp")
  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS ${made}
    COMMAND ${command} --depfile "${made_in}/depfile" --quiet
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${sources}
    COMMENT "Differentiating for ${name}"
    VERBATIM)
  add_custom_target(${name}_generate DEPENDS "${stamp}")

  # a module that adc writes again replaces that of the user
  set(kept)
  foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME file)
    if(NOT "${made_in}/${file}" IN_LIST made)
      list(APPEND kept "${source}")
    endif()
  endforeach()
  if(arg_NO_SOURCES)
    set(kept)
  endif()
  add_library(${name} STATIC ${kept} ${made})
  add_dependencies(${name} ${name}_generate)
  set_target_properties(${name} PROPERTIES Fortran_MODULE_DIRECTORY "${made_in}/modules" POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC "${made_in}/modules")
  target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
  target_link_libraries(${name} PUBLIC adc::tape)
endfunction()
