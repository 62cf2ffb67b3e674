/* SPDX-License-Identifier: MIT */
/* The part of <stdio.h> that the library uses. */
#ifndef STANDIN_STDIO_H
#define STANDIN_STDIO_H
#include <stddef.h>
int snprintf(char *to, size_t size, const char *format, ...);
#endif
