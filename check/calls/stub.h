/* SPDX-License-Identifier: MIT */
/*
 * The record that a call stub reads and fills, shared by C++ and assembly. A stub knows no calling
 * convention. It loads every register from the record, calls, and stores every register. abi.cpp
 * describes the conventions, so one stub serves all ABIs of its width.
 */
#ifndef OLDGUARD_CHECK_STUB_H
#define OLDGUARD_CHECK_STUB_H

#ifdef __aarch64__
#include "stub_a64.h"
#else
#include "stub_x86.h"
#endif

#ifndef __ASSEMBLER__
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __x86_64__
__attribute__((sysv_abi))
#endif
void og_stub_call(struct og_stub_frame *frame);
#ifdef __cplusplus
}
#endif
#endif
#endif
