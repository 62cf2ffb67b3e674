/* SPDX-License-Identifier: MIT */
/* The part of <stdlib.h> that the library and clang's own headers use. */
#ifndef STANDIN_STDLIB_H
#define STANDIN_STDLIB_H
#include <stddef.h>
void free(void *p);
char *getenv(const char *name);
void *malloc(size_t size);
double strtod(const char *s, char **end);
#endif
