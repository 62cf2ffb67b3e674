/* SPDX-License-Identifier: MIT */
/* The type oldguard.sha1dc.Collision and the exception Sha1CollisionError. */
#ifndef OLDGUARD_PYTHON_COLLISION_H
#define OLDGUARD_PYTHON_COLLISION_H

#include "state.h"

/* Makes the type oldguard.sha1dc.Collision and adds it to the module. Returns 0, or -1 with an exception. */
int add_collision_type(PyObject *module, module_state *state);

/* Returns a Collision of a digest and a verdict with an attack. */
PyObject *new_collision(module_state *state, const uint8_t *digest, const og_sha1dc_verdict *verdict);

/* Raises Sha1CollisionError for a digest and a verdict with an attack. index is that of the message, or -1.
 */
PyObject *raise_collision(const uint8_t *digest, const og_sha1dc_verdict *verdict, Py_ssize_t index);

#endif
