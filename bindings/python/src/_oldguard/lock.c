/* SPDX-License-Identifier: MIT */
/* The slow paths of lock.h. A semaphore is a lock of Python's, which another thread may release. At most one
 * release is pending, because only the holder of our lock releases. */
#include "lock.h"

int wait_for_lock(lock *l) {
    PyThread_type_lock semaphore = atomic_load(&l->semaphore);
    if (!semaphore) {
        /* It exists before this thread is counted, so that the holder finds it. */
        PyThread_type_lock fresh = PyThread_allocate_lock();
        if (!fresh) {
            PyErr_NoMemory();
            return -1;
        }
        PyThread_acquire_lock(fresh, WAIT_LOCK);
        if (atomic_compare_exchange_strong(&l->semaphore, &semaphore, fresh))
            semaphore = fresh;
        else {
            PyThread_release_lock(fresh);
            PyThread_free_lock(fresh);
        }
    }
    if (atomic_fetch_add(&l->users, 1) == 0) return 0;
    PyThreadState *saved = PyEval_SaveThread();
    PyThread_acquire_lock(semaphore, WAIT_LOCK);
    PyEval_RestoreThread(saved);
    return 0;
}

void pass_lock(lock *l) { PyThread_release_lock(atomic_load(&l->semaphore)); }

void free_lock(lock *l) {
    PyThread_type_lock semaphore = atomic_load(&l->semaphore);
    if (!semaphore) return;
    PyThread_release_lock(semaphore);
    PyThread_free_lock(semaphore);
}
