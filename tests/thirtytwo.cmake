# SPDX-License-Identifier: MIT
# A test program of 32 bits, linked with the static libraries of the tree build/32.
function(oldguard_test_32 name)
  separate_arguments(flags UNIX_COMMAND "${m32}")
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
  add_dependencies(tests_32 ${name})
  add_dependencies(${name} oldguard32)
  target_compile_options(${name} PRIVATE ${flags})
  target_compile_definitions(${name} PRIVATE OLDGUARD_STATIC)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_options(${name} PRIVATE -m32)
  target_link_libraries(${name} PRIVATE oldguard_flags
    ${tree}/check/liboldguard_check.a ${tree}/liboldguard.a)
endfunction()
