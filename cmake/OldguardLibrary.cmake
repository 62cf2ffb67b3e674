# SPDX-License-Identifier: MIT
# The library: `oldguard` (shared) and `oldguard_static`, from the kernels' descriptions, the derived
# tables and the API.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

set(generated ${PROJECT_BINARY_DIR}/generated)

# Whose assembly can be part of this build.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86)$")
  if(CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(OLDGUARD_ARCH x64)
  else()
    set(OLDGUARD_ARCH x86)
  endif()
else()
  set(OLDGUARD_ARCH other)
endif()

# The catalogue is made when the build is configured, because it says what to build; a change of any
# kernel, description or list configures again.
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/catalogue.py
          --root ${PROJECT_SOURCE_DIR} --arch ${OLDGUARD_ARCH} --out ${generated}
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "The catalogue of kernels could not be made.")
endif()
include(${generated}/kernels.cmake)
file(GLOB descriptions CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/*_c_*.c)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/tools/catalogue.py ${PROJECT_SOURCE_DIR}/src/core/ops.h
  ${PROJECT_SOURCE_DIR}/src/core/cpu.h ${PROJECT_SOURCE_DIR}/src/core/defaults.tune
  ${descriptions})

# Tables, derived from the standards' constants.
function(oldguard_derive algorithm spec)
  set(script ${PROJECT_SOURCE_DIR}/src/${algorithm}/derive_tables.py)
  set(input ${PROJECT_SOURCE_DIR}/src/${algorithm}/${spec})
  set(output ${generated}/${algorithm}_tables.c)
  add_custom_command(OUTPUT ${output} DEPENDS ${script} ${input}
    COMMAND ${Python3_EXECUTABLE} ${script} ${input} ${output}
    COMMENT "Deriving the tables of ${algorithm}" VERBATIM)
endfunction()
oldguard_derive(whirlpool whirlpool_spec.h)
oldguard_derive(des fips46.h)

# Assembly, printed by the generator in the dialect of the platform's assembler.
file(GLOB_RECURSE asmgen_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/asmgen/*.py ${PROJECT_SOURCE_DIR}/kernels/*.py)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${asmgen_sources})
if(APPLE)
  set(OLDGUARD_DIALECT gas-macho)
elseif(WIN32)
  set(OLDGUARD_DIALECT gas-coff)
else()
  set(OLDGUARD_DIALECT gas-elf)
endif()
set(assembly)
foreach(stem IN LISTS OG_ASM_KERNELS)
  set(output ${generated}/${stem}.S)
  add_custom_command(OUTPUT ${output} DEPENDS ${asmgen_sources}
    COMMAND ${Python3_EXECUTABLE} -m asmgen emit ${stem} --dialect ${OLDGUARD_DIALECT} -o ${output}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMENT "Printing ${stem}" VERBATIM)
  list(APPEND assembly ${output})
endforeach()

list(TRANSFORM OG_C_KERNELS PREPEND ${PROJECT_SOURCE_DIR}/)
add_library(oldguard_objects OBJECT
  src/core/config.c src/core/cpu.c src/core/dispatch.c src/core/registry.c src/core/status.c
  src/sha1/sha1.c src/sha1/sha1_many.c
  src/whirlpool/whirlpool.c
  src/kdf/hmac.c src/kdf/pbkdf2.c src/kdf/pbkdf2_sha1.c src/kdf/pbkdf2_whirlpool.c
  src/des/des.c src/des/des_key.c
  ${OG_C_KERNELS} ${assembly}
  ${generated}/catalogue.c ${generated}/whirlpool_tables.c ${generated}/des_tables.c)
target_include_directories(oldguard_objects
  PUBLIC ${PROJECT_SOURCE_DIR}/include
  PRIVATE ${PROJECT_SOURCE_DIR}/src ${generated})
target_compile_definitions(oldguard_objects PRIVATE OLDGUARD_VERSION="${PROJECT_VERSION}")
target_link_libraries(oldguard_objects PRIVATE oldguard_flags)

add_library(oldguard SHARED)
add_library(oldguard_static STATIC)
set_target_properties(oldguard PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
set_target_properties(oldguard_static PROPERTIES OUTPUT_NAME oldguard EXPORT_NAME static)
foreach(library oldguard oldguard_static)
  target_sources(${library} PRIVATE $<TARGET_OBJECTS:oldguard_objects>)
  target_include_directories(${library} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:oldguard_flags>)
endforeach()
add_library(oldguard::oldguard ALIAS oldguard)
add_library(oldguard::static ALIAS oldguard_static)

# libdes's four functions under libdes's names, for those who replace its des_enc.c.
add_library(oldguard_libdes STATIC compat/libdes/des_enc.c ${generated}/des_tables.c
  src/des/des_key.c)
target_include_directories(oldguard_libdes
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/compat/libdes>
         $<INSTALL_INTERFACE:include/oldguard/compat/libdes>
  PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(oldguard_libdes PRIVATE $<BUILD_INTERFACE:oldguard_flags>)
set_target_properties(oldguard_libdes PROPERTIES EXPORT_NAME libdes)
