# SPDX-License-Identifier: MIT
# This system as a target, so that its row has the tests of the others.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
