# SPDX-License-Identifier: MIT
# Builds oldguard_torrent.so, the reader of .torrent files, if libtorrent-rasterbar is installed. It is a
# module, so that the command itself does not depend on that library.
set(OLDGUARD_TORRENT AUTO CACHE STRING
  "The reader of .torrent files, with libtorrent-rasterbar: AUTO (if it is installed), ON or OFF")
set_property(CACHE OLDGUARD_TORRENT PROPERTY STRINGS AUTO ON OFF)
set(torrent_install ${CMAKE_INSTALL_LIBDIR}/oldguard)
file(RELATIVE_PATH torrent_from_program /${CMAKE_INSTALL_BINDIR} /${torrent_install})
set_property(SOURCE torrent/torrent.cpp APPEND PROPERTY COMPILE_DEFINITIONS
  "OLDGUARD_TORRENT_FROM_PROGRAM=\"${torrent_from_program}\"")

set(OLDGUARD_HAS_TORRENT FALSE CACHE INTERNAL "whether libtorrent-rasterbar can be linked")
if(OLDGUARD_TORRENT)
  # Quiet, because its configuration warns if one of its own dependencies is missing.
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(LIBTORRENT QUIET IMPORTED_TARGET GLOBAL libtorrent-rasterbar>=2.0.0)
  endif()
  if(LIBTORRENT_FOUND)
    set(CMAKE_REQUIRED_LIBRARIES PkgConfig::LIBTORRENT)
    set(CMAKE_REQUIRED_QUIET ON)
    oldguard_links(CXX "#include <libtorrent/version.hpp>
      int main() { return *libtorrent::version() == 0; }" OLDGUARD_LIBTORRENT_LINKS)
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_QUIET)
    set(OLDGUARD_HAS_TORRENT ${OLDGUARD_LIBTORRENT_LINKS} CACHE INTERNAL "")
  endif()
  if(OLDGUARD_HAS_TORRENT)
    message(STATUS "Torrents: libtorrent-rasterbar ${LIBTORRENT_VERSION}")
  elseif(NOT OLDGUARD_TORRENT STREQUAL "AUTO")
    message(FATAL_ERROR "OLDGUARD_TORRENT needs libtorrent-rasterbar 2 and pkg-config: apt-get install "
      "libtorrent-rasterbar-dev pkg-config")
  else()
    message(STATUS "Torrents: libtorrent-rasterbar is not installed (apt-get install "
      "libtorrent-rasterbar-dev pkg-config)")
  endif()
endif()

if(OLDGUARD_HAS_TORRENT)
  add_library(oldguard_torrent MODULE torrent/module.cpp)
  target_include_directories(oldguard_torrent PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(oldguard_torrent PRIVATE oldguard_flags oldguard_hardened PkgConfig::LIBTORRENT)
  target_compile_features(oldguard_torrent PRIVATE cxx_std_20)
  set_target_properties(oldguard_torrent PROPERTIES
    PREFIX "" SUFFIX ".so" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  add_dependencies(oldguard_command oldguard_torrent)
  install(TARGETS oldguard_torrent LIBRARY DESTINATION ${torrent_install} COMPONENT command)
else()
  # A module of an earlier configuration would still be loaded.
  file(REMOVE ${CMAKE_BINARY_DIR}/oldguard_torrent.so)
endif()
