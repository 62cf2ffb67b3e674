# SPDX-License-Identifier: MIT
# The language standards, warnings and sanitizers of every target: target_link_libraries(x PRIVATE
# oldguard_flags).
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Builds of one checkout in several folders (sanitizers, 32 bits, other systems) compile the same code. Where
# ccache is installed, they share its results.
find_program(OLDGUARD_CCACHE ccache DOC "ccache, or empty to compile without it")
mark_as_advanced(OLDGUARD_CCACHE)
if(PROJECT_IS_TOP_LEVEL AND OLDGUARD_CCACHE)
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${OLDGUARD_CCACHE})
    endif()
  endforeach()
endif()

add_library(oldguard_flags INTERFACE)
# -Wall of clang-cl turns on every warning that clang has. /W4 is its -Wall -Wextra.
target_compile_options(oldguard_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:$<IF:$<BOOL:${MSVC}>,/W4,-Wall;-Wextra>>
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes;-Wmissing-prototypes>)
if(OLDGUARD_WERROR)
  target_compile_options(oldguard_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
endif()
if(OLDGUARD_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(OLDGUARD_SANITIZE STREQUAL "thread")
    set(sanitizers -fsanitize=thread -fno-omit-frame-pointer)
  endif()
  if(OLDGUARD_FUZZ)
    list(APPEND sanitizers -fsanitize=fuzzer-no-link)
    # clang warns about functions that libstdc++ declares deprecated and uses in its own headers.
    target_compile_options(oldguard_flags INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
  endif()
  target_compile_options(oldguard_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:${sanitizers}>)
  target_link_options(oldguard_flags INTERFACE ${sanitizers})
endif()

# Sets `variable` to whether a program in the language links. A failure is not cached, because a package can
# be installed later.
include(CheckSourceCompiles)
macro(oldguard_links language program variable)
  if(NOT ${variable})
    unset(${variable} CACHE)
  endif()
  check_source_compiles(${language} "${program}" ${variable})
endmacro()

# Compiles the C++ files of a target in a few groups, each as one file, so that shared headers are read
# once. Names in unnamed namespaces must therefore differ among these files. Files after EXCEPT, and files
# with their own options or definitions, are compiled separately.
function(oldguard_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXCEPT")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 9)
  set_source_files_properties(${arg_EXCEPT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
