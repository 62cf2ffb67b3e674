# SPDX-License-Identifier: MIT
# The command once more with 32-bit code, so that `oldguard check` and `oldguard bench` on a 64-bit
# system have the 32-bit kernels as well: build/oldguard32 is a link into the tree build/32.
if(NOT OLDGUARD_ARCH STREQUAL x64)
  return()
endif()

# Debian's versioned compiler packages bring 32-bit libraries, but the kernel's headers only for the
# system's own architecture; they serve both.
include(CheckCXXSourceCompiles)
set(program "#include <linux/perf_event.h>
  #include <string>
  int main() { return std::string(\"32\").size() == sizeof(perf_event_attr); }")
set(m32 -m32)
set(CMAKE_REQUIRED_FLAGS ${m32})
check_cxx_source_compiles("${program}" OLDGUARD_CAN_LINK_32_PLAINLY)
set(OLDGUARD_CAN_LINK_32 ${OLDGUARD_CAN_LINK_32_PLAINLY})
if(NOT OLDGUARD_CAN_LINK_32_PLAINLY)
  set(m32 "-m32 -idirafter /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}")
  set(CMAKE_REQUIRED_FLAGS ${m32})
  check_cxx_source_compiles("${program}" OLDGUARD_CAN_LINK_32_WITH_HEADERS)
  set(OLDGUARD_CAN_LINK_32 ${OLDGUARD_CAN_LINK_32_WITH_HEADERS})
endif()
unset(CMAKE_REQUIRED_FLAGS)
# Sanitizers are for finding faults in the harness; the kernels are the same code in both builds.
set(default ${OLDGUARD_CAN_LINK_32})
if(OLDGUARD_SANITIZE OR NOT OLDGUARD_CAN_LINK_32)
  set(default OFF)
endif()
option(OLDGUARD_32 "Build the 32-bit command as well" ${default})
if(NOT OLDGUARD_32)
  if(NOT OLDGUARD_CAN_LINK_32)
    message(STATUS "oldguard32: not built, the compiler cannot link -m32 "
      "(apt-get install gcc-12-multilib g++-12-multilib)")
  endif()
  return()
endif()

include(ExternalProject)
set(tree ${PROJECT_BINARY_DIR}/32)
set(flags "-DCMAKE_C_FLAGS:STRING=${CMAKE_C_FLAGS} ${m32}"
  "-DCMAKE_CXX_FLAGS:STRING=${CMAKE_CXX_FLAGS} ${m32}"
  "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO:STRING=${CMAKE_CXX_FLAGS_RELWITHDEBINFO}"
  "-DCMAKE_ASM_FLAGS:STRING=${CMAKE_ASM_FLAGS} -m32")
ExternalProject_Add(oldguard32
  SOURCE_DIR ${PROJECT_SOURCE_DIR}
  BINARY_DIR ${tree}
  PREFIX ${tree}/external
  CMAKE_CACHE_ARGS ${flags}
    -DCMAKE_BUILD_TYPE:STRING=${CMAKE_BUILD_TYPE}
    -DCMAKE_C_COMPILER:FILEPATH=${CMAKE_C_COMPILER}
    -DCMAKE_CXX_COMPILER:FILEPATH=${CMAKE_CXX_COMPILER}
    -DCMAKE_INSTALL_PREFIX:PATH=${CMAKE_INSTALL_PREFIX}
    -DCMAKE_INSTALL_LIBDIR:PATH=${CMAKE_INSTALL_LIBDIR}/oldguard/32
    -DPython3_EXECUTABLE:FILEPATH=${Python3_EXECUTABLE}
    -DOLDGUARD_PASSED:PATH=${OLDGUARD_PASSED}
    -DOLDGUARD_COMMAND:BOOL=ON
    -DOLDGUARD_COMMAND_NAME:STRING=oldguard32
    -DOLDGUARD_TESTS:BOOL=OFF
    -DOLDGUARD_PEERS:BOOL=${OLDGUARD_PEERS}
    -DOLDGUARD_FETCH:BOOL=OFF
    -DOLDGUARD_CRATES:PATH=${OLDGUARD_CRATES}
    -DOLDGUARD_WERROR:BOOL=${OLDGUARD_WERROR}
    -DOLDGUARD_SANITIZE:BOOL=${OLDGUARD_SANITIZE}
  BUILD_ALWAYS ON
  BUILD_BYPRODUCTS ${tree}/oldguard32 ${tree}/liboldguard.a ${tree}/check/liboldguard_check.a
  INSTALL_COMMAND ${CMAKE_COMMAND} -E create_symlink 32/oldguard32
    ${PROJECT_BINARY_DIR}/oldguard32)

# The program, its library and its peers; what is installed for developers is the 64-bit build's.
install(CODE "
  execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${tree}\" --component command
    --prefix \"\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS \"${tree}/install_manifest_command.txt\" files)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \${files})"
  COMPONENT command)
