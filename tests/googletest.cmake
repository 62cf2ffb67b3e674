# SPDX-License-Identifier: MIT
# oldguard_gtest, to link a folder of C++ tests with.
if(NOT TARGET GTest::gtest_main)
  # A cross build must not take the library of this system.
  if(NOT CMAKE_CROSSCOMPILING)
    find_package(GTest QUIET)
  endif()
  if(NOT GTest_FOUND AND EXISTS /usr/src/googletest/CMakeLists.txt)
    # For another word size or system: Debian's libgtest-dev brings the sources as well.
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

# oldguard_discover(TARGET PREFIX FILTER LABEL...): makes each test of a program that passes GoogleTest's
# filter a test of CTest, whose name begins with the prefix. GoogleTest.cmake would take a list of labels
# apart, so a file that ctest reads sets them. An emulator takes long to start: in a build for another system
# one test of CTest runs them all.
function(oldguard_discover target prefix filter)
  if(CMAKE_CROSSCOMPILING)
    add_test(NAME ${target} COMMAND ${target} --gtest_brief=1 --gtest_filter=${filter})
    oldguard_labels(${target} LABELS ${ARGN})
    return()
  endif()
  gtest_discover_tests(${target} TEST_PREFIX ${prefix} NO_PRETTY_VALUES DISCOVERY_TIMEOUT 600
    TEST_LIST ${target}_names TEST_FILTER ${filter})
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_labels.cmake)
  file(WRITE ${file} "if(${target}_names)
  set_tests_properties(\${${target}_names} PROPERTIES LABELS \"${ARGN}\")
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()
