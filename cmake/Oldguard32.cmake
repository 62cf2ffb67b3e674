# SPDX-License-Identifier: MIT
# The target `oldguard32`: the same project configured for 32-bit code in build/32, and a link
# build/oldguard32 to its command, which `oldguard check` and `oldguard bench` run for 32-bit kernels.
if(NOT OLDGUARD_ARCH STREQUAL x64)
  return()
endif()

# Debian's multilib packages contain the kernel headers of the main architecture only. They suit both.
set(m32 "-m32 -idirafter /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}")
set(CMAKE_REQUIRED_FLAGS ${m32})
set(CMAKE_REQUIRED_QUIET ON)
oldguard_links(CXX "#include <linux/perf_event.h>
  #include <string>
  int main() { return std::string(\"32\").size() == sizeof(perf_event_attr); }" OLDGUARD_CAN_LINK_32)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_QUIET)
option(OLDGUARD_32 "Let the target oldguard32 build the 32-bit command" ON)
# A build with sanitizers has no 32-bit command: they test the harness, which is the same code.
if(NOT OLDGUARD_32 OR NOT OLDGUARD_CAN_LINK_32 OR OLDGUARD_SANITIZE)
  set(OLDGUARD_32 OFF)
  string(REGEX MATCH "^[0-9]+" gcc "${CMAKE_C_COMPILER_VERSION}")
  add_custom_target(oldguard32 COMMAND ${CMAKE_COMMAND} -E echo
    "oldguard32: not built (apt-get install gcc-${gcc}-multilib g++-${gcc}-multilib)" VERBATIM)
  return()
endif()

set(tree ${PROJECT_BINARY_DIR}/32)
set(options -DOLDGUARD_COMMAND_NAME=oldguard32 -DCMAKE_INSTALL_LIBDIR=${CMAKE_INSTALL_LIBDIR}/oldguard/32
  "-DCMAKE_C_FLAGS=${CMAKE_C_FLAGS} ${m32}" "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} ${m32}"
  -DCMAKE_ASM_FLAGS=-m32)
foreach(name CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS_RELWITHDEBINFO
    CMAKE_INSTALL_PREFIX Python3_EXECUTABLE OLDGUARD_PEERS OLDGUARD_CRATES OLDGUARD_WERROR)
  list(APPEND options "-D${name}=${${name}}")
endforeach()
add_custom_target(oldguard32
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${tree} -G Ninja ${options}
    --log-level=WARNING > ${PROJECT_BINARY_DIR}/oldguard32.log
  COMMAND ${CMAKE_COMMAND} --build ${tree} --target all oldguard_peers -- --quiet
  COMMAND ${CMAKE_COMMAND} -E create_symlink 32/oldguard32 ${PROJECT_BINARY_DIR}/oldguard32
  BYPRODUCTS ${tree}/oldguard32 ${tree}/liboldguard.a ${tree}/check/liboldguard_check.a
  COMMENT "Building the 32-bit command in ${tree}" VERBATIM)

# Installs the program, its library and its peers if they were built. Development files are those of the
# 64-bit build.
install(CODE "
  if(EXISTS \"${tree}/oldguard32\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${tree}\" --component command
      --prefix \"\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)
    file(STRINGS \"${tree}/install_manifest_command.txt\" files)
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES \${files})
  endif()"
  COMPONENT command)
