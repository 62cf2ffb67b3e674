// SPDX-License-Identifier: MIT
// A library that is preloaded into a program. It counts the calls that main() and its threads make, and makes
// one of them fail.
//
//   SABOTAGE_COUNTS=FILE      a file as large as the struct below, which receives the counts
//   SABOTAGE=FUNCTION:N:HOW   the fault of the N-th call of that function, counted from 1
//   SABOTAGE_LOG=FILE         a file that receives a line for each call but those that allocate memory: the
//                             function, the inode of its descriptor or 0, and the file
//
// HOW is one of these:
//
//   a number   the call fails with this errno
//   a number+  this call and all later ones of the function on that file fail with it
//   short      read and write do half of the work
//   swallow    the call reports success and does nothing
//   kill       SIGKILL ends the program before the call
//   torn       SIGKILL ends the program after half of a write
//
// The function "any" is every function below except those that allocate memory. The C library's own streams
// call no function that another library could replace. Therefore standard output and standard error
// become streams that call write() here, and fopen() and fdopen() return streams that call read().
// Calls of one part of the C library to another are not seen. Of syscall(), getdents64 is counted.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#define MEMORY(X) X(malloc) X(calloc) X(realloc) X(aligned_alloc)
/* clang-format off */
#define OTHERS(X)                                                                                       \
    X(access) X(close) X(dlopen) X(eventfd) X(faccessat) X(fchmod) X(fchown) X(fdopen) X(fgetxattr)     \
    X(flock) X(fopen) X(fopen64) X(fremovexattr) X(fstat) X(fstatat) X(fsync) X(ftruncate)              \
    X(getrandom) X(getrlimit) X(link) X(linkat) X(lseek) X(lstat) X(mkdir) X(mkostemp) X(mmap)          \
    X(mprotect) X(open) X(openat) X(opendir) X(pipe2) X(poll) X(posix_fadvise) X(pread)                 \
    X(pthread_create) X(pwrite) X(read) X(readdir) X(readlink) X(realpath) X(rename) X(renameat2)       \
    X(setrlimit) X(sigaction) X(stat) X(syscall) X(unlink) X(unlinkat) X(write)
/* clang-format on */

#define ENUMERATED(name) N_##name,
#define NAMED(name) #name,
enum { MEMORY(ENUMERATED) N_any, OTHERS(ENUMERATED) FUNCTIONS };
static const char *const names[] = {MEMORY(NAMED) "any", OTHERS(NAMED)};

static struct counts {
    char failed[512];  // the call that was chosen: function and file
    struct {
        char name[28];
        _Atomic uint32_t calls;
    } function[FUNCTIONS];
} *counts;  // NULL before main()

static int log_fd = -1;

static int chosen = -1;  // the function of which a call fails
static uint32_t chosen_call;
static int all_later, chosen_fd;

enum { NONE = 0, SHORT = -1, SWALLOW = -2, KILL = -3, TORN = -4 };
static int chosen_fault;  // one of these, or an errno

// Returns the C library's own function.
static void *real(int function) {
    static void *found[FUNCTIONS];
    if (found[function] == NULL) found[function] = dlsym(RTLD_NEXT, names[function]);
    return found[function];
}
#define REAL(name) ((__typeof__(&name))real(N_##name))

#define FILE_NAME 400
// Returns the file of a call. `room` is for the name of a descriptor's file.
static const char *file_of(const char *file, int fd, char room[FILE_NAME]) {
    char link[32];
    room[0] = '\0';
    if (file == NULL && fd >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        const ssize_t size = REAL(readlink)(link, room, FILE_NAME - 1);
        room[size > 0 ? size : 0] = '\0';
    }
    return file != NULL ? file : room;
}

static void describe(int function, const char *file, int fd) {
    char room[FILE_NAME];
    snprintf(counts->failed, sizeof counts->failed, "%s %s", names[function], file_of(file, fd, room));
}

/* A child that has closed its descriptors logs nothing more. */
static void log_call(int function, const char *file, int fd) {
    char room[FILE_NAME], line[FILE_NAME + 64];
    struct stat info = {0};
    if (fd >= 0) REAL(fstat)(fd, &info);
    const int size = snprintf(line, sizeof line, "%s %ju %s\n", names[function], (uintmax_t)info.st_ino,
                              file_of(file, fd, room));
    const int before = errno;
    if (REAL(write)(log_fd, line, (size_t)size) != size && errno != EBADF) abort();
    errno = before;
}

// Counts a call and returns its fault.
static int fault_of(int function, const char *file, int fd) {
    if (counts == NULL) return NONE;
    uint32_t call = atomic_fetch_add(&counts->function[function].calls, 1) + 1;
    if (function > N_any) {
        const uint32_t any = atomic_fetch_add(&counts->function[N_any].calls, 1) + 1;
        call = chosen == N_any ? any : call;
        if (log_fd >= 0) log_call(function, file, fd);
    }
    if ((chosen != function && (chosen != N_any || function < N_any)) ||
        (call != chosen_call && (!all_later || call < chosen_call || fd != chosen_fd)))
        return NONE;
    if (call == chosen_call) {
        chosen_fd = fd;
        describe(function, file, fd);
    }
    if (chosen_fault == KILL || (chosen_fault == TORN && function != N_write)) kill(getpid(), SIGKILL);
    return chosen_fault;
}

#define UNLESS_FAULT(name, file, fd, failure, ...)  \
    const int fault = fault_of(N_##name, file, fd); \
    if (fault > 0) {                                \
        errno = fault;                              \
        return failure;                             \
    }                                               \
    if (fault == SWALLOW) return 0;                 \
    return REAL(name)(__VA_ARGS__)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

// The C library's own allocation, without dlsym(), which allocates.
#define ALLOCATE(name, ...)                         \
    const int fault = fault_of(N_##name, NULL, -1); \
    if (fault > 0) errno = fault;                   \
    return fault > 0 ? NULL : __VA_ARGS__
void *malloc(size_t size) { ALLOCATE(malloc, __libc_malloc(size)); }
void *calloc(size_t count, size_t size) { ALLOCATE(calloc, __libc_calloc(count, size)); }
void *realloc(void *old, size_t size) { ALLOCATE(realloc, __libc_realloc(old, size)); }
void *aligned_alloc(size_t to, size_t size) { ALLOCATE(aligned_alloc, __libc_memalign(to, size)); }

// Functions with a file name or descriptor that return -1 after an error.
#define BY_NAME(name, file, parameters, ...) \
    int name parameters { UNLESS_FAULT(name, file, -1, -1, __VA_ARGS__); }
#define BY_FD(name, parameters, ...) \
    int name parameters { UNLESS_FAULT(name, NULL, fd, -1, __VA_ARGS__); }
BY_NAME(access, path, (const char *path, int mode), path, mode)
BY_NAME(faccessat, path, (int dir, const char *path, int mode, int flags), dir, path, mode, flags)
BY_NAME(fstatat, path, (int dir, const char *restrict path, struct stat *restrict info, int flags), dir, path,
        info, flags)
BY_NAME(getrlimit, NULL, (__rlimit_resource_t resource, struct rlimit *limit), resource, limit)
BY_NAME(link, to, (const char *from, const char *to), from, to)
BY_NAME(linkat, to, (int from_dir, const char *from, int to_dir, const char *to, int flags), from_dir, from,
        to_dir, to, flags)
BY_NAME(lstat, path, (const char *restrict path, struct stat *restrict info), path, info)
BY_NAME(mkdir, path, (const char *path, mode_t mode), path, mode)
BY_NAME(mkostemp, path, (char *path, int flags), path, flags)
BY_NAME(rename, to, (const char *from, const char *to), from, to)
BY_NAME(renameat2, to, (int from_dir, const char *from, int to_dir, const char *to, unsigned flags), from_dir,
        from, to_dir, to, flags)
BY_NAME(stat, path, (const char *restrict path, struct stat *restrict info), path, info)
BY_NAME(unlink, path, (const char *path), path)
BY_NAME(unlinkat, path, (int dir, const char *path, int flags), dir, path, flags)
BY_FD(fchmod, (int fd, mode_t mode), fd, mode)
BY_FD(fchown, (int fd, uid_t user, gid_t group), fd, user, group)
BY_FD(fremovexattr, (int fd, const char *name), fd, name)
BY_FD(flock, (int fd, int operation), fd, operation)
BY_FD(fstat, (int fd, struct stat *info), fd, info)
BY_FD(fsync, (int fd), fd)
BY_FD(ftruncate, (int fd, off_t size), fd, size)
BY_NAME(eventfd, NULL, (unsigned value, int flags), value, flags)
BY_NAME(pipe2, NULL, (int ends[2], int flags), ends, flags)
BY_NAME(poll, NULL, (struct pollfd * set, nfds_t count, int timeout), set, count, timeout)
BY_NAME(mprotect, NULL, (void *at, size_t size, int protection), at, size, protection)
BY_NAME(setrlimit, NULL, (__rlimit_resource_t resource, const struct rlimit *limit), resource, limit)
BY_NAME(sigaction, NULL,
        (int signal, const struct sigaction *restrict now, struct sigaction *restrict before), signal, now,
        before)

ssize_t getrandom(void *to, size_t size, unsigned flags) {
    UNLESS_FAULT(getrandom, NULL, -1, -1, to, size, flags);
}
ssize_t fgetxattr(int fd, const char *name, void *to, size_t size) {
    UNLESS_FAULT(fgetxattr, NULL, fd, -1, fd, name, to, size);
}
ssize_t readlink(const char *restrict path, char *restrict to, size_t size) {
    UNLESS_FAULT(readlink, path, -1, -1, path, to, size);
}
DIR *opendir(const char *path) { UNLESS_FAULT(opendir, path, -1, NULL, path); }
struct dirent *readdir(DIR *folder) { UNLESS_FAULT(readdir, NULL, dirfd(folder), NULL, folder); }
off_t lseek(int fd, off_t offset, int whence) { UNLESS_FAULT(lseek, NULL, fd, -1, fd, offset, whence); }
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    UNLESS_FAULT(mmap, NULL, fd, MAP_FAILED, at, size, protection, flags, fd, offset);
}
char *realpath(const char *restrict path, char *restrict resolved) {
    UNLESS_FAULT(realpath, path, -1, NULL, path, resolved);
}
void *dlopen(const char *file, int mode) { UNLESS_FAULT(dlopen, file, -1, NULL, file, mode); }

// These functions return the error number.
int posix_fadvise(int fd, off_t offset, off_t size, int advice) {
    UNLESS_FAULT(posix_fadvise, NULL, fd, fault, fd, offset, size, advice);
}
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*run)(void *), void *restrict data) {
    UNLESS_FAULT(pthread_create, NULL, -1, fault, thread, attributes, run, data);
}

#define WITH_MODE                                                                   \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);
int open(const char *path, int flags, ...) {
    WITH_MODE
    UNLESS_FAULT(open, path, -1, -1, path, flags, mode);
}
int openat(int dir, const char *path, int flags, ...) {
    WITH_MODE
    UNLESS_FAULT(openat, path, -1, -1, dir, path, flags, mode);
}

// The form that FORTIFY_SOURCE gives to a call of openat() without a mode.
int __openat_2(int dir, const char *path, int flags);
int __openat_2(int dir, const char *path, int flags) { return openat(dir, path, flags); }

static long forward(long number, const long *to) {
    return REAL(syscall)(number, to[0], to[1], to[2], to[3], to[4], to[5]);
}
long syscall(long number, ...) {
    long arguments[6];
    va_list rest;
    va_start(rest, number);
    for (int i = 0; i < 6; i++) arguments[i] = va_arg(rest, long);
    va_end(rest);
    if (number != SYS_getdents64) return forward(number, arguments);
    const int fault = fault_of(N_syscall, NULL, (int)arguments[0]);
    if (fault > 0) errno = fault;
    return fault > 0 ? -1 : forward(number, arguments);
}

// close() closes the descriptor even if it reports an error.
int close(int fd) {
    const int fault = fault_of(N_close, NULL, fd), status = REAL(close)(fd);
    if (fault > 0) errno = fault;
    return fault > 0 ? -1 : status;
}

#define TRANSFER(name, buffer, rest)                              \
    const int fault = fault_of(N_##name, NULL, fd);               \
    if (fault > 0) {                                              \
        errno = fault;                                            \
        return -1;                                                \
    }                                                             \
    if (fault == SWALLOW) return (ssize_t)size;                   \
    if ((fault == SHORT || fault == TORN) && size > 1) size /= 2; \
    const ssize_t done = REAL(name) rest;                         \
    if (fault == TORN) kill(getpid(), SIGKILL);                   \
    return done
ssize_t read(int fd, void *to, size_t size) { TRANSFER(read, to, (fd, to, size)); }
ssize_t write(int fd, const void *from, size_t size) { TRANSFER(write, from, (fd, from, size)); }
ssize_t pread(int fd, void *to, size_t size, off_t offset) { TRANSFER(pread, to, (fd, to, size, offset)); }
ssize_t pwrite(int fd, const void *from, size_t size, off_t offset) {
    TRANSFER(pwrite, from, (fd, from, size, offset));
}

// Streams that call the functions above. They continue after a short write, as the C library's own do.
static ssize_t stream_read(void *fd, char *to, size_t size) { return read((int)(intptr_t)fd, to, size); }
static ssize_t stream_write(void *fd, const char *from, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t put = write((int)(intptr_t)fd, from + done, size - done);
        if (put < 0) break;
        done += (size_t)put;
    }
    return (ssize_t)done;
}
static int stream_close(void *fd) { return close((int)(intptr_t)fd); }

static FILE *stream(int fd, const char *mode) {
    return fopencookie((void *)(intptr_t)fd, mode,
                       (cookie_io_functions_t){stream_read, stream_write, NULL, stream_close});
}
FILE *fdopen(int fd, const char *mode) {
    const int fault = fault_of(N_fdopen, NULL, fd);
    if (fault > 0) errno = fault;
    return fault > 0 ? NULL : stream(fd, mode);
}
FILE *fopen(const char *restrict path, const char *restrict mode) {
    const int fault = fault_of(N_fopen, path, -1);
    if (fault > 0) errno = fault;
    FILE *file = fault > 0 ? NULL : REAL(fopen)(path, mode);
    if (file == NULL || mode[0] != 'r') return file;
    const int fd = dup(fileno(file));
    fclose(file);
    return stream(fd, mode);
}
FILE *fopen64(const char *restrict path, const char *restrict mode) {
    UNLESS_FAULT(fopen64, path, -1, NULL, path, mode);
}

// Replaces the streams before other libraries store a pointer to them. It runs first because of the linker
// option initfirst.
__attribute__((constructor)) static void replace_streams(void) {
    stdout = stream(STDOUT_FILENO, "w");
    stderr = stream(STDERR_FILENO, "w");
    setvbuf(stderr, NULL, _IONBF, 0);
}

static void choose(const char *text) {
    char function[28] = "", fault[12] = "";
    unsigned call = 0;
    if (text == NULL || sscanf(text, "%27[a-z0-9_]:%u:%11s", function, &call, fault) != 3) return;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(function, names[i]) == 0) chosen = i;
    chosen_call = call;
    chosen_fault = strcmp(fault, "short") == 0     ? SHORT
                   : strcmp(fault, "swallow") == 0 ? SWALLOW
                   : strcmp(fault, "kill") == 0    ? KILL
                   : strcmp(fault, "torn") == 0    ? TORN
                                                   : atoi(fault);
    all_later = strchr(fault, '+') != NULL;
}

static int (*real_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment) {
    const char *file = getenv("SABOTAGE_COUNTS");
    const int fd = file == NULL ? -1 : open(file, O_RDWR | O_CLOEXEC);
    void *at = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd < 0 || ftruncate(fd, sizeof *counts) != 0 || at == MAP_FAILED) abort();
    close(fd);
    choose(getenv("SABOTAGE"));
    const char *log = getenv("SABOTAGE_LOG");
    if (log != NULL && (log_fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) abort();
    unsetenv("LD_PRELOAD");  // for the programs that this one starts
    struct counts *shared = at;
    for (int i = 0; i < FUNCTIONS; i++) {
        real(i);
        strcpy(shared->function[i].name, names[i]);
    }
    counts = shared;
    return real_main(argc, argv, environment);
}

// The C library's function that calls main().
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
    __typeof__(&__libc_start_main) start = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = main;
    return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
