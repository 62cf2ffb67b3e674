# SPDX-License-Identifier: MIT
# The library: `oldguard` (shared) and `oldguard_static`, from the kernels, the derived tables and the API.
# Selects the assembly kernels by the processor and the word size of this build. On macOS
# CMAKE_OSX_ARCHITECTURES names the processors. A universal build has several.
set(processors ${CMAKE_SYSTEM_PROCESSOR})
if(APPLE AND CMAKE_OSX_ARCHITECTURES)
  set(processors ${CMAKE_OSX_ARCHITECTURES})
endif()
list(LENGTH processors OLDGUARD_PROCESSORS)
set(OLDGUARD_ARCH other)
if(APPLE AND processors MATCHES "(^|;)x86_64h?(;|$)")
  set(OLDGUARD_ARCH x64)
elseif(NOT APPLE AND processors MATCHES "^(x86_64|AMD64|amd64|i[3-6]86)$")
  if(CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(OLDGUARD_ARCH x64)
  else()
    set(OLDGUARD_ARCH x86)
  endif()
elseif(NOT APPLE AND NOT WIN32 AND processors MATCHES "^(aarch64|arm64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8
    AND CMAKE_C_BYTE_ORDER STREQUAL LITTLE_ENDIAN)
  set(OLDGUARD_ARCH a64)
endif()

# A packager or a parent project can choose one kind of library, also with BUILD_SHARED_LIBS. Both targets
# are defined all the same: the other one is built if a target links it.
set(build_shared ON)
set(build_static ON)
if(DEFINED BUILD_SHARED_LIBS AND BUILD_SHARED_LIBS)
  set(build_static OFF)
elseif(DEFINED BUILD_SHARED_LIBS)
  set(build_shared OFF)
endif()
option(OLDGUARD_BUILD_SHARED "Build and install the shared library" ${build_shared})
option(OLDGUARD_BUILD_STATIC "Build and install the static libraries" ${build_static})
if(NOT OLDGUARD_BUILD_SHARED AND NOT OLDGUARD_BUILD_STATIC)
  message(FATAL_ERROR "OLDGUARD_BUILD_SHARED and OLDGUARD_BUILD_STATIC are both off")
endif()
if(OLDGUARD_TESTS AND NOT (OLDGUARD_BUILD_SHARED AND OLDGUARD_BUILD_STATIC))
  message(FATAL_ERROR "OLDGUARD_TESTS needs the shared and the static library")
endif()

include(OldguardDerived)

list(TRANSFORM OG_C_KERNELS PREPEND ${PROJECT_SOURCE_DIR}/)
if(OLDGUARD_FUZZ)
  # Kernels are not instrumented: their control flow hardly depends on the input, and recording it takes
  # most of the time.
  set_source_files_properties(${OG_C_KERNELS} PROPERTIES
    COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link)
endif()

set(api
  src/core/config.c src/core/cpu.c src/core/cpuid.c src/core/dispatch.c src/core/order.c
  src/core/measure.c src/core/order_text.c src/core/midr.c src/core/registry.c src/core/many_check.c src/core/settings.c
  src/core/status.c)
set(api_of_sha1
  src/sha1/sha1.c src/sha1/sha1_many.c src/sha1/sha1_state.c src/kdf/iterate_sha1.c
  src/kdf/pbkdf2_sha1_lanes.c)
set(api_of_sha1dc
  src/sha1/sha1dc.c src/sha1/sha1dc_compress.c src/sha1/sha1dc_many.c src/sha1/sha1dc_test.c)
set(api_of_whirlpool
  src/whirlpool/whirlpool.c src/whirlpool/whirlpool_many.c src/kdf/iterate_whirlpool.c)
set(api_of_des
  src/des/crypt.c src/des/des.c src/des/des_key.c src/des/des_lanes.c src/des/des_mac.c
  src/des/des_many.c src/des/des_position.c src/des/desx.c)
set(tables_of_sha1dc ${tables}/sha1_tables.c)
set(tables_of_whirlpool ${tables}/whirlpool_tables.c)
set(tables_of_des ${tables}/des_tables.c)
set(api_tables)
foreach(algorithm IN LISTS OLDGUARD_CHOSEN)
  list(APPEND api ${api_of_${algorithm}})
  list(APPEND api_tables ${tables_of_${algorithm}})
endforeach()
if(sha1 IN_LIST OLDGUARD_CHOSEN OR whirlpool IN_LIST OLDGUARD_CHOSEN)
  list(APPEND api src/kdf/hmac.c src/kdf/pbkdf2.c src/kdf/pkcs12.c)
endif()
# A saved state and a wrapped key end with a SHA-1 digest.
if(sha1 IN_LIST OLDGUARD_CHOSEN AND whirlpool IN_LIST OLDGUARD_CHOSEN)
  list(APPEND api src/whirlpool/whirlpool_state.c)
endif()
if(sha1 IN_LIST OLDGUARD_CHOSEN AND des IN_LIST OLDGUARD_CHOSEN)
  list(APPEND api src/des/des_wrap.c)
endif()
set_source_files_properties(${api} PROPERTIES COMPILE_OPTIONS "${OLDGUARD_STACK_PROTECTOR}")
set_source_files_properties(${generated}/catalogue.c PROPERTIES
  COMPILE_DEFINITIONS "${OLDGUARD_CATALOGUE}")

# Both libraries share the objects of the code that has no part in the API: kernels, catalogue, tables. The
# API is compiled for each of them, because only the shared library exports it.
add_library(oldguard_objects OBJECT
  ${OG_C_KERNELS} ${assembly} ${generated}/catalogue.c ${api_tables})
add_dependencies(oldguard_objects oldguard_tables)
add_library(oldguard SHARED ${api} $<TARGET_OBJECTS:oldguard_objects>)
add_library(oldguard_static STATIC ${api} $<TARGET_OBJECTS:oldguard_objects>)
foreach(target oldguard_objects oldguard oldguard_static)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/asm/spec ${generated} ${tables})
  target_compile_definitions(${target}
    PUBLIC ${OLDGUARD_LEFT_OUT} PRIVATE OLDGUARD_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:oldguard_flags>)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:${OLDGUARD_CET}>)
  # A parent project without a build type gets an optimized library all the same.
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${target} PRIVATE -O2)
  endif()
endforeach()
# While the version is 0.x, a minor version may change the ABI.
set_target_properties(oldguard PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(oldguard PRIVATE $<BUILD_INTERFACE:oldguard_hardened>)
target_compile_definitions(oldguard_static PRIVATE OLDGUARD_STATIC)
set_target_properties(oldguard_static PROPERTIES OUTPUT_NAME oldguard EXPORT_NAME static)
if(WIN32)
  # The name of a DLL has the version of its ABI, and its import library has none.
  target_compile_definitions(oldguard INTERFACE OLDGUARD_DLL)
  set_target_properties(oldguard PROPERTIES
    RUNTIME_OUTPUT_NAME oldguard-${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  # MinGW calls them liboldguard.dll.a and liboldguard.a. Elsewhere both would be oldguard.lib.
  if(NOT MINGW)
    set_target_properties(oldguard_static PROPERTIES OUTPUT_NAME oldguard_static)
  endif()
endif()
add_library(oldguard::static ALIAS oldguard_static)
if(OLDGUARD_BUILD_SHARED)
  add_library(oldguard::oldguard ALIAS oldguard)
else()
  add_library(oldguard::oldguard ALIAS oldguard_static)
  set_target_properties(oldguard PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
if(NOT OLDGUARD_BUILD_STATIC)
  set_target_properties(oldguard_static PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

# The functions of libdes under their original names, as a replacement for its des_enc.c.
if(des IN_LIST OLDGUARD_CHOSEN)
  add_library(oldguard_libdes STATIC bindings/libdes/des_enc.c ${tables}/des_tables.c)
  add_dependencies(oldguard_libdes oldguard_tables)
  target_include_directories(oldguard_libdes
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/bindings/libdes>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/oldguard/compat/libdes>
    PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/asm/spec
            ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(oldguard_libdes PRIVATE $<BUILD_INTERFACE:oldguard_flags>)
  set_target_properties(oldguard_libdes PROPERTIES EXPORT_NAME libdes)
  if(NOT OLDGUARD_BUILD_STATIC)
    set_target_properties(oldguard_libdes PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endif()

# The library of sha1collisiondetection under its original name, without dependencies.
if(OLDGUARD_SHA1DETECTCOLL AND sha1dc IN_LIST OLDGUARD_CHOSEN AND NOT APPLE AND NOT WIN32)
  add_library(oldguard_sha1detectcoll SHARED
    bindings/sha1detectcoll/sha1detectcoll.c bindings/sha1detectcoll/ubc_check.c)
  target_include_directories(oldguard_sha1detectcoll
    PUBLIC ${PROJECT_SOURCE_DIR}/bindings/sha1detectcoll
    PRIVATE ${PROJECT_SOURCE_DIR}/src ${generated})
  set_target_properties(oldguard_sha1detectcoll PROPERTIES
    OUTPUT_NAME sha1detectcoll VERSION 1.0.3 SOVERSION 1
    C_VISIBILITY_PRESET default)
  set(exports ${PROJECT_SOURCE_DIR}/bindings/sha1detectcoll/exports.map)
  set_target_properties(oldguard_sha1detectcoll PROPERTIES LINK_DEPENDS ${exports})
  target_link_libraries(oldguard_sha1detectcoll PRIVATE
    $<BUILD_INTERFACE:oldguard_flags> $<BUILD_INTERFACE:oldguard_hardened>
    $<BUILD_INTERFACE:oldguard_static>)
  target_link_options(oldguard_sha1detectcoll PRIVATE
    LINKER:-Bsymbolic-functions LINKER:--version-script=${exports})
endif()
