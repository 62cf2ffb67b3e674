# SPDX-License-Identifier: MIT
# The manual pages of the C API, made from the headers and installed with them (docs/reference). A release
# contains them.
set(man3 ${PROJECT_SOURCE_DIR}/generated/man3)
if(NOT EXISTS ${man3})
  set(man3 ${PROJECT_BINARY_DIR}/docs/man3)
  file(GLOB manual_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/oldguard/*.h
    ${PROJECT_SOURCE_DIR}/docs/reference/*.py)
  add_custom_command(OUTPUT ${man3}/oldguard.3
    DEPENDS ${manual_sources} ${PROJECT_SOURCE_DIR}/docs/man/oldguard.1
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/docs/reference man ${man3}
    COMMENT "Writing the manual pages of the API" VERBATIM)
  add_custom_target(oldguard_man3 ALL DEPENDS ${man3}/oldguard.3)
endif()
install(DIRECTORY ${man3}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
