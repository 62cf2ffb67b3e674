# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_PROCESSOR ppc64le)
set(triple powerpc64le-linux-gnu)
set(qemu ppc64le)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
