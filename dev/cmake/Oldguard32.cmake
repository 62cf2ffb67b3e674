# SPDX-License-Identifier: MIT
# The target `oldguard32`: a second build of the library, the harness and the benchmark, for 32-bit code, in
# build/32. The program build/32/oldguard32 (cli/thirtytwo) and the peers beside it are not installed.
if(NOT OLDGUARD_ARCH STREQUAL x64)
  return()
endif()

# Debian's multilib packages contain the kernel headers of the main architecture only. They suit both.
set(m32 "-m32 -idirafter /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}")
set(tree ${PROJECT_BINARY_DIR}/32)
set(CMAKE_REQUIRED_FLAGS ${m32})
set(CMAKE_REQUIRED_QUIET ON)
oldguard_links(CXX "#include <linux/perf_event.h>
  #include <string>
  int main() { return std::string(\"32\").size() == sizeof(perf_event_attr); }" OLDGUARD_CAN_LINK_32)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_QUIET)
option(OLDGUARD_32 "Let the target oldguard32 build the 32-bit program" ON)
# A build with sanitizers has no 32-bit program: they test the harness, which is the same code.
if(NOT OLDGUARD_32 OR NOT OLDGUARD_CAN_LINK_32 OR OLDGUARD_SANITIZE)
  set(OLDGUARD_32 OFF)
  string(REGEX MATCH "^[0-9]+" gcc "${CMAKE_C_COMPILER_VERSION}")
  add_custom_target(oldguard32
    COMMAND ${CMAKE_COMMAND} -E rm -f ${tree}/oldguard32
    COMMAND ${CMAKE_COMMAND} -E echo
      "oldguard32: not built (apt-get install gcc-${gcc}-multilib g++-${gcc}-multilib)" VERBATIM)
  return()
endif()

set(options -DOLDGUARD_ONLY_32=ON -DOLDGUARD_BUILD_SHARED=OFF -DOLDGUARD_INSTALL=OFF -DOLDGUARD_OPENSSL=OFF
  -DOLDGUARD_SHA1DETECTCOLL=OFF
  "-DCMAKE_C_FLAGS=${CMAKE_C_FLAGS} ${m32}" "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} ${m32}"
  -DCMAKE_ASM_FLAGS=-m32)
foreach(name CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS_RELWITHDEBINFO
    Python3_EXECUTABLE OLDGUARD_PEERS OLDGUARD_CRATES OLDGUARD_WERROR)
  list(APPEND options "-D${name}=${${name}}")
endforeach()
add_custom_target(oldguard32
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${tree} -G Ninja ${options}
    --log-level=WARNING > ${PROJECT_BINARY_DIR}/oldguard32.log
  COMMAND ${CMAKE_COMMAND} --build ${tree} --target oldguard32 oldguard_peers -- --quiet
  BYPRODUCTS ${tree}/oldguard32 ${tree}/liboldguard.a ${tree}/check/liboldguard_check.a
  COMMENT "Building the 32-bit program in ${tree}" VERBATIM)
