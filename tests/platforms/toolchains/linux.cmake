# SPDX-License-Identifier: MIT
# Debian's cross compiler for `triple`, and qemu for `qemu`, which the files of the processors set. The
# libraries of the target are those of the cross compiler.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${triple}-gcc)
set(CMAKE_CXX_COMPILER ${triple}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${qemu}-static -L /usr/${triple})
