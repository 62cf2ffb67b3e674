# SPDX-License-Identifier: MIT
# Installation: headers, libraries, find_package(oldguard), pkg-config.
include(CMakePackageConfigHelpers)

# Folders get the mode that everybody can read and enter, whatever the umask is: 077 would close the prefix to
# others, and 000 let them write there. In another project that is the project's affair.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS)
  set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()

# The .pc files compute the prefix from their own path, so that `cmake --install --prefix` can change it. An
# absolute folder does not depend on the prefix.
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  file(RELATIVE_PATH from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" from_pkgconfig ${from_pkgconfig})
  set(pc_prefix "\${pcfiledir}/${from_pkgconfig}")
endif()
foreach(folder LIBDIR INCLUDEDIR)
  set(pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(pc_${folder} ${CMAKE_INSTALL_${folder}})
  endif()
endforeach()

# The component `command`: the files that the command needs to run.
if(OLDGUARD_BUILD_SHARED)
  install(TARGETS oldguard EXPORT oldguard-targets
    LIBRARY COMPONENT command NAMELINK_COMPONENT development
    RUNTIME COMPONENT command)
endif()
if(OLDGUARD_BUILD_STATIC)
  install(TARGETS oldguard_static EXPORT oldguard-targets)
endif()
install(DIRECTORY include/oldguard DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET oldguard_libdes AND OLDGUARD_BUILD_STATIC)
  install(TARGETS oldguard_libdes EXPORT oldguard-targets)
  install(FILES bindings/libdes/des.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/oldguard/compat/libdes)
endif()
# The component `sha1detectcoll` has the file names of another project. It is installed only on request:
# `cmake --install build --component sha1detectcoll`.
if(TARGET oldguard_sha1detectcoll)
  configure_file(dev/cmake/libsha1detectcoll.pc.in ${PROJECT_BINARY_DIR}/libsha1detectcoll.pc @ONLY)
  install(TARGETS oldguard_sha1detectcoll COMPONENT sha1detectcoll EXCLUDE_FROM_ALL)
  install(DIRECTORY bindings/sha1detectcoll/sha1dc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT sha1detectcoll EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/libsha1detectcoll.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT sha1detectcoll EXCLUDE_FROM_ALL)
endif()
install(EXPORT oldguard-targets NAMESPACE oldguard::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/oldguard)

configure_package_config_file(dev/cmake/oldguard-config.cmake.in
  ${PROJECT_BINARY_DIR}/oldguard-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/oldguard)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/oldguard-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/oldguard-config.cmake
              ${PROJECT_BINARY_DIR}/oldguard-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/oldguard)

set(OLDGUARD_PC_MACROS ${OLDGUARD_LEFT_OUT})
list(TRANSFORM OLDGUARD_PC_MACROS PREPEND " -D")
list(JOIN OLDGUARD_PC_MACROS "" OLDGUARD_PC_MACROS)
configure_file(dev/cmake/oldguard.pc.in ${PROJECT_BINARY_DIR}/oldguard.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/oldguard.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# `cmake --build build --target uninstall` removes the files of the last installation.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
            -P ${PROJECT_SOURCE_DIR}/dev/cmake/uninstall.cmake
    COMMENT "Removing installed files" VERBATIM)
endif()
