# SPDX-License-Identifier: MIT
# The manual pages: those of the C API, made from the headers, and those of the command, made from docs/man and
# the command's sources (docs/reference). Nothing that was built is run. A release contains them.
set(manual ${PROJECT_SOURCE_DIR}/generated)
if(NOT EXISTS ${manual}/man3)
  set(manual ${PROJECT_BINARY_DIR}/docs)
  file(GLOB_RECURSE manual_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/oldguard/*.h
    ${PROJECT_SOURCE_DIR}/docs/reference/*.py ${PROJECT_SOURCE_DIR}/docs/man/oldguard*.md
    ${PROJECT_SOURCE_DIR}/cli/*.cpp ${PROJECT_SOURCE_DIR}/cli/*.hpp)
  add_custom_command(OUTPUT ${manual}/man1/oldguard.1 ${manual}/man3/oldguard.3
    DEPENDS ${manual_sources} ${PROJECT_SOURCE_DIR}/CMakeLists.txt
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/docs/reference man ${manual}
    COMMENT "Writing the manual pages" VERBATIM)
  add_custom_target(oldguard_manual ALL DEPENDS ${manual}/man1/oldguard.1 ${manual}/man3/oldguard.3)
endif()
install(DIRECTORY ${manual}/man3/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
if(OLDGUARD_COMMAND)
  install(DIRECTORY ${manual}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
