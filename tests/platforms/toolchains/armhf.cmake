# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_PROCESSOR arm)
set(triple arm-linux-gnueabihf)
set(qemu arm)
# GCC's notes on the calling convention of GCC 6 are a thousand lines.
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
