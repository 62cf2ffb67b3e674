# SPDX-License-Identifier: MIT
# oldguard_gtest, to link a folder of C++ tests with.
if(NOT TARGET GTest::gtest_main)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND AND EXISTS /usr/src/googletest/CMakeLists.txt)
    # A 32-bit build on a 64-bit system: Debian's libgtest-dev brings the sources as well.
    set(INSTALL_GTEST OFF)
    set(BUILD_GMOCK OFF)
    add_subdirectory(/usr/src/googletest ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
    if(NOT TARGET GTest::gtest_main)
      add_library(GTest::gtest_main ALIAS gtest_main)
    endif()
  elseif(NOT GTest_FOUND)
    message(FATAL_ERROR "The tests need GoogleTest: apt-get install libgtest-dev")
  endif()
endif()
if(NOT TARGET oldguard_gtest)
  add_library(oldguard_gtest INTERFACE)
  target_link_libraries(oldguard_gtest INTERFACE GTest::gtest_main)
  # GoogleTest's assertions are whole if-else statements.
  target_compile_options(oldguard_gtest INTERFACE -Wno-dangling-else)
endif()
include(GoogleTest)
