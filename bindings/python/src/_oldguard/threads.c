/* SPDX-License-Identifier: MIT */
/* Threads by Python's functions, which exist on every platform. */
#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#elif !defined(_WIN32)
#include <unistd.h>
#endif

#include "threads.h"

#ifdef _WIN32
#include <windows.h>
#endif

/* Returns the number of processors that this process may use, at least 1. */
static size_t processors(void) {
    long n = 1;
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) n = CPU_COUNT(&set);
#elif defined(_WIN32)
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    n = (long)info.dwNumberOfProcessors;
#else
    n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return n < 1 ? 1 : (size_t)n;
}

size_t get_threads(PyObject *argument, Py_ssize_t absent) {
    Py_ssize_t value = argument ? PyNumber_AsSsize_t(argument, PyExc_OverflowError) : absent;
    if (value == -1 && PyErr_Occurred()) return 0;
    if (value < 0) {
        PyErr_SetString(PyExc_ValueError, "threads must be 0 or more");
        return 0;
    }
    size_t n = value ? (size_t)value : processors();
    return n < THREADS_MAX ? n : THREADS_MAX;
}

typedef struct task {
    part_function *part;
    void *work;
    size_t i;
    PyThread_type_lock done; /* taken while the thread runs */
} task;

static void run_task(void *argument) {
    task *t = argument;
    t->part(t->work, t->i);
    PyThread_release_lock(t->done);
}

/* Starts a thread for a task. Returns 1, or 0 if there is none. */
static int start(task *t) {
    t->done = PyThread_allocate_lock();
    if (!t->done) return 0;
    PyThread_acquire_lock(t->done, WAIT_LOCK);
    if (PyThread_start_new_thread(run_task, t) != (unsigned long)-1) return 1;
    PyThread_release_lock(t->done);
    PyThread_free_lock(t->done);
    return 0;
}

void run_parts(size_t n, part_function *part, void *work) {
    task tasks[THREADS_MAX];
    size_t started = 0;
    while (started + 1 < n) {
        tasks[started] = (task){part, work, started, NULL};
        if (!start(&tasks[started])) break;
        started++;
    }
    for (size_t i = started; i < n; i++) part(work, i);
    for (size_t i = 0; i < started; i++) {
        PyThread_acquire_lock(tasks[i].done, WAIT_LOCK);
        PyThread_release_lock(tasks[i].done);
        PyThread_free_lock(tasks[i].done);
    }
}
