/* SPDX-License-Identifier: MIT */
/* The part of <malloc.h> that clang's <mm_malloc.h> uses. */
#ifndef STANDIN_MALLOC_H
#define STANDIN_MALLOC_H
#include <stddef.h>
void *_aligned_malloc(size_t size, size_t alignment);
void _aligned_free(void *p);
#endif
