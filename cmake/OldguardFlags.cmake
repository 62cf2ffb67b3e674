# SPDX-License-Identifier: MIT
# Language levels and the warnings and sanitizers of every target: target_link_libraries(x PRIVATE
# oldguard_flags).
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(oldguard_flags INTERFACE)
target_compile_options(oldguard_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra>
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>)
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
    # libstdc++ uses in its own headers what it calls deprecated, and clang says so.
    target_compile_options(oldguard_flags INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
  endif()
  target_compile_options(oldguard_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:${sanitizers}>)
  target_link_options(oldguard_flags INTERFACE ${sanitizers})
endif()

# Sets `variable` to whether a program links. A no is not remembered: a package may come later.
include(CheckCXXSourceCompiles)
macro(oldguard_links program variable)
  if(NOT ${variable})
    unset(${variable} CACHE)
  endif()
  check_cxx_source_compiles("${program}" ${variable})
endmacro()

# Compiles the C++ files of a target in a few groups, each as if it were one file: the headers that
# they share, most of the compiler's work, are read once for all. So names in unnamed namespaces must
# differ among these files. Those after EXCEPT, and those with options or definitions of their own,
# stay alone.
function(oldguard_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXCEPT")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 9)
  set_source_files_properties(${arg_EXCEPT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# The installed command finds the library beside it, wherever the prefix is.
file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH $ORIGIN/${to_library})
