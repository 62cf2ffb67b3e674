/* SPDX-License-Identifier: MIT */
/* Runs work in threads, reports its progress and handles signals. */
#include "work.h"

#include <stdlib.h>

#include "threads.h"

/* The cost between two reports, in bytes. Taking the GIL takes up to 5 ms while another thread runs. */
#define BETWEEN_REPORTS (16ULL << 20)
#define COST_OF_FILE 4096

/* Microseconds between two looks at signals while the calling thread waits for the others. */
#define PATIENCE 50000

static unsigned long long cost(const work *w) {
    return atomic_load_explicit(&w->bytes, memory_order_relaxed) +
           atomic_load_explicit(&w->files, memory_order_relaxed) * COST_OF_FILE;
}

/* Handles signals and calls progress, with the GIL. Sets the exception of either. */
static int report_with_gil(work *w, int call) {
    if (PyErr_CheckSignals()) return -1;
    if (!call || !w->progress) return 0;
    unsigned long long bytes = atomic_load(&w->bytes), files = atomic_load(&w->files);
    PyObject *result = PyObject_CallFunction(w->progress, "KK", bytes, files);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

static void report(work *w, int call) {
    if (atomic_load(&w->failed)) return;
    PyEval_RestoreThread(w->self);
    if (report_with_gil(w, call)) {
        atomic_store(&w->failed, 1);
        atomic_store(&w->cancelled, 1);
    }
    w->self = PyEval_SaveThread();
}

PyObject *get_progress(PyObject *argument, int *wrong) {
    *wrong = argument != Py_None && !PyCallable_Check(argument);
    if (*wrong) PyErr_SetString(PyExc_TypeError, "progress must be callable or None");
    return argument == Py_None ? NULL : argument;
}

void work_done(work *w, size_t part, size_t bytes, size_t files) {
    atomic_fetch_add_explicit(&w->bytes, bytes, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->files, files, memory_order_relaxed);
    if (part + 1 != w->threads || cost(w) < w->report) return;
    w->report = cost(w) + BETWEEN_REPORTS;
    report(w, 1);
}

void work_interrupted(work *w, size_t part) {
    if (part + 1 == w->threads) report(w, 0);
}

void *work_memory(work *w, size_t size) {
    void *memory = malloc(size);
    if (!memory) {
        atomic_store(&w->no_memory, 1);
        atomic_store(&w->cancelled, 1);
    }
    return memory;
}

int work_failed(work *w, int status) {
    int none = OG_OK;
    if (status == OG_OK) return status;
    atomic_compare_exchange_strong(&w->status, &none, status);
    atomic_store(&w->cancelled, 1);
    return status;
}

typedef struct parts {
    void *job;
    work *w;
    work_function *part;
} parts;

/* Waits until the other threads have ended, and handles signals and reports meanwhile. */
static void wait_for_others(work *w) {
    PyThread_type_lock never = PyThread_allocate_lock();
    if (!never) return;
    PyThread_acquire_lock(never, WAIT_LOCK);
    while (atomic_load(&w->running) > 1) {
        PyThread_acquire_lock_timed(never, PATIENCE, 0);
        report(w, cost(w) >= w->report);
        if (cost(w) >= w->report) w->report = cost(w) + BETWEEN_REPORTS;
    }
    PyThread_release_lock(never);
    PyThread_free_lock(never);
}

static void run_part(void *argument, size_t i) {
    parts *p = argument;
    atomic_fetch_add(&p->w->running, 1);
    p->part(p->job, p->w, i);
    if (i + 1 == p->w->threads && p->w->threads > 1) wait_for_others(p->w);
    atomic_fetch_sub(&p->w->running, 1);
}

int run_work(module_state *state, void *job, work *w, work_function *part) {
    parts p = {job, w, part};
    w->report = BETWEEN_REPORTS;
    w->self = PyEval_SaveThread();
    run_parts(w->threads, run_part, &p);
    PyEval_RestoreThread(w->self);
    if (atomic_load(&w->failed)) return -1;
    if (atomic_load(&w->no_memory))
        PyErr_NoMemory();
    else if (atomic_load(&w->status))
        raise_status(state, atomic_load(&w->status));
    else
        return atomic_load(&w->cancelled) ? 0 : report_with_gil(w, 1);
    return -1;
}
