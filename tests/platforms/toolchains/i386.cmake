# SPDX-License-Identifier: MIT
# Debian's multilib packages contain the kernel headers of the main architecture only. They suit both.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_INIT "-m32 -idirafter /usr/include/x86_64-linux-gnu")
endforeach()
set(CMAKE_ASM_FLAGS_INIT -m32)
