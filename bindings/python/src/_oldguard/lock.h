/* SPDX-License-Identifier: MIT */
/*
 * The lock of one object. PyMutex is not in the limited API.
 *
 * `users` counts the holder and the threads that wait. The first user has the lock at once. The others wait
 * at a semaphore, which is made when a thread has to wait for the first time. The holder passes the lock to
 * one of them when it leaves. A thread waits without the GIL, so the holder, which may need the GIL, can
 * proceed. No thread spins.
 */
#ifndef OLDGUARD_PYTHON_LOCK_H
#define OLDGUARD_PYTHON_LOCK_H

#include <stdatomic.h>

#include "state.h"

typedef struct lock {
    atomic_int users;
    _Atomic(PyThread_type_lock) semaphore; /* NULL until a thread has to wait */
} lock;

/* Waits for a lock that another thread has. Returns 0, or -1 and raises MemoryError. */
int wait_for_lock(lock *l);

/* Passes a lock to a thread that waits. */
void pass_lock(lock *l);

/* Frees the semaphore of a lock that nobody has. */
void free_lock(lock *l);

/* Takes a lock, with the GIL held. Returns 0, or -1 and raises MemoryError. */
static inline int take_lock(lock *l) {
    int none = 0;
    if (atomic_compare_exchange_strong(&l->users, &none, 1)) return 0;
    return wait_for_lock(l);
}

/* Gives a lock back, with or without the GIL. */
static inline void give_lock(lock *l) {
    if (atomic_fetch_sub(&l->users, 1) > 1) pass_lock(l);
}

#endif
