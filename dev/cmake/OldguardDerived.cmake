# SPDX-License-Identifier: MIT
# Derives sources from the kernels' descriptions, the standards' constants and the generator. Sets
#   generated   folder of the catalogue (operations.h, catalogue.h, catalogue.c, kernels.cmake, ...)
#   tables      folder of the *_tables.c and of headers beside them
#   assembly    the assembly sources
# and, from kernels.cmake, OG_C_KERNELS and OG_ASM_KERNELS.
#
# Each processor of a universal build compiles every file. oldguard_wrap_assembly() leaves the assembly to
# x86.
function(oldguard_wrap_assembly)
  if(OLDGUARD_PROCESSORS EQUAL 1)
    return()
  endif()
  set(wrapped)
  foreach(file IN LISTS assembly)
    get_filename_component(name ${file} NAME)
    set(wrapper ${PROJECT_BINARY_DIR}/universal/${name})
    file(CONFIGURE OUTPUT ${wrapper} CONTENT "#ifdef __x86_64__\n#include \"${file}\"\n#endif\n")
    set_source_files_properties(${wrapper} PROPERTIES OBJECT_DEPENDS ${file})
    list(APPEND wrapped ${wrapper})
  endforeach()
  set(assembly ${wrapped} PARENT_SCOPE)
endfunction()

if(OLDGUARD_ARCH STREQUAL a64)
  set(OLDGUARD_DIALECT elf-a64)
elseif(APPLE)
  set(OLDGUARD_DIALECT gas-macho)
elseif(WIN32)
  set(OLDGUARD_DIALECT gas-coff)
else()
  set(OLDGUARD_DIALECT gas-elf)
endif()

# A release contains these files. Without the folder generated/ Python makes them.
if(EXISTS ${PROJECT_SOURCE_DIR}/generated/${OLDGUARD_ARCH})
  set(tables ${PROJECT_SOURCE_DIR}/generated)
  set(generated ${tables}/${OLDGUARD_ARCH})
  include(${generated}/kernels.cmake)
  oldguard_choose_kernels()
  set(assembly ${OG_ASM_KERNELS})
  list(TRANSFORM assembly PREPEND ${PROJECT_SOURCE_DIR}/generated/${OLDGUARD_DIALECT}/)
  list(TRANSFORM assembly APPEND .S)
  oldguard_wrap_assembly()
  add_custom_target(oldguard_tables)
  return()
endif()

find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  message(FATAL_ERROR "A checkout is built with Python 3.9 or newer (apt-get install python3). A release "
    "(make dist) needs none.")
endif()
set(generated ${PROJECT_BINARY_DIR}/generated)
set(tables ${generated})

# The catalogue is made when the build is configured, because it lists what to build. A change of a
# kernel, a description or a function type configures again.
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/dev/tools/catalogue.py
          --root ${PROJECT_SOURCE_DIR} --arch ${OLDGUARD_ARCH} --out ${generated}
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "The catalogue of kernels could not be made.")
endif()
include(${generated}/kernels.cmake)
oldguard_choose_kernels()
file(GLOB descriptions CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/*_c_*.c)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/dev/tools/catalogue.py ${PROJECT_SOURCE_DIR}/dev/tools/descriptions.py
  ${PROJECT_SOURCE_DIR}/include/oldguard/kernels.h
  ${PROJECT_SOURCE_DIR}/src/core/defaults.tune
  ${descriptions})

# Writes ${algorithm}_tables.c and the headers named by the other arguments (asm/spec/README.md).
file(GLOB_RECURSE spec_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/asm/spec/*.py
  ${PROJECT_SOURCE_DIR}/asm/spec/*.h ${PROJECT_SOURCE_DIR}/asm/spec/*.json ${PROJECT_SOURCE_DIR}/asm/spec/*_*.txt)
function(oldguard_derive algorithm)
  set(output ${generated}/${algorithm}_tables.c)
  list(TRANSFORM ARGN PREPEND ${generated}/)
  add_custom_command(OUTPUT ${output} ${ARGN} DEPENDS ${spec_sources}
    COMMAND ${Python3_EXECUTABLE} -m spec ${algorithm} ${generated}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/asm COMMENT "Deriving the tables of ${algorithm}" VERBATIM)
endfunction()
oldguard_derive(whirlpool)
oldguard_derive(sha1 sha1dc_rows.h)
oldguard_derive(des des_sboxes.h)
add_custom_target(oldguard_tables
  DEPENDS ${generated}/whirlpool_tables.c ${generated}/sha1_tables.c ${generated}/des_tables.c)

# The generator prints the assembly in the dialect of the platform's assembler. The dependencies of each file
# are those that it writes.
file(GLOB_RECURSE asmgen_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/asm/asmgen/*.py ${PROJECT_SOURCE_DIR}/asm/kernels/*.py)
list(APPEND asmgen_sources ${spec_sources})
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${asmgen_sources})
set(assembly)
foreach(stem IN LISTS OG_ASM_KERNELS)
  set(output ${generated}/${stem}.S)
  add_custom_command(OUTPUT ${output} DEPFILE ${output}.d
    COMMAND ${Python3_EXECUTABLE} -m asmgen.for_build print ${stem} ${OLDGUARD_DIALECT} ${output}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/asm COMMENT "Printing ${stem}" VERBATIM)
  list(APPEND assembly ${output})
endforeach()
oldguard_wrap_assembly()
