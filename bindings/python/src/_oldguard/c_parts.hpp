// SPDX-License-Identifier: MIT
// The headers of the module's files in C.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <oldguard/oldguard.h>

extern "C" {
#include "collision.h"
#include "parts.h"
#include "state.h"
#include "threads.h"
}
