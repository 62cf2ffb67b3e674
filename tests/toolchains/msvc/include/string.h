/* SPDX-License-Identifier: MIT */
/* The part of <string.h> that the library uses. */
#ifndef STANDIN_STRING_H
#define STANDIN_STRING_H
#include <stddef.h>
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *s, int c, size_t n);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
size_t strcspn(const char *s, const char *reject);
size_t strlen(const char *s);
int strncmp(const char *a, const char *b, size_t n);
char *strrchr(const char *s, int c);
size_t strspn(const char *s, const char *accept);
#endif
