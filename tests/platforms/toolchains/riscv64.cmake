# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(triple riscv64-linux-gnu)
set(qemu riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
