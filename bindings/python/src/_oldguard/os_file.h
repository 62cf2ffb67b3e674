/* SPDX-License-Identifier: MIT */
/* Opens and reads files without Python, so that a thread can do so without the GIL.
 *
 * All functions set errno on failure. An interrupted call fails with EINTR: the caller handles signals and
 * repeats it. */
#ifndef OLDGUARD_PYTHON_OS_FILE_H
#define OLDGUARD_PYTHON_OS_FILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#include <wchar.h>
typedef wchar_t os_path_char;
#else
typedef char os_path_char;
#endif

/* The position of a read that continues where the last one ended. */
#define OS_FILE_HERE (-1)

/* Opens a file for reading. The descriptor is not inherited by other programs. Returns the descriptor, or -1.
 */
int os_file_open(const os_path_char *path);

/* Opens a file for reading as os_file_open does, but waits for nothing. Returns -1 with EINVAL for a FIFO.
 * Reads of a terminal return -1 with EAGAIN instead of waiting. */
int os_file_open_now(const os_path_char *path);

/* Closes a descriptor and keeps errno. Does nothing for -1. */
void os_file_close(int fd);

/* Reads at most size bytes from a position, or at the descriptor's own position for OS_FILE_HERE. Only the
 * latter moves it. Returns the number of bytes, 0 at the end of the file, or -1. */
ptrdiff_t os_file_read(int fd, void *to, size_t size, int64_t position);

/* Returns 1 if a descriptor can be read at any position, 0 for a stream. */
int os_file_has_positions(int fd);

/* Writes the size of a regular file in bytes. Returns 0, or -1 with EISDIR for a directory and EINVAL for any
 * other kind of file. */
int os_file_size(const os_path_char *path, int64_t *size);

/* Returns the number of descriptors that this process may have open at a time. */
size_t os_file_limit(void);

/* Waits for about a millisecond. */
void os_wait_a_moment(void);

#endif
