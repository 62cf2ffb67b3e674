/* SPDX-License-Identifier: MIT */
/* The type oldguard.Hash, and the algorithms that an object of it can have. */
#ifndef OLDGUARD_PYTHON_HASH_H
#define OLDGUARD_PYTHON_HASH_H

#include "lock.h"
#include "state.h"

/* The most bytes of a digest and of a saved state. */
#define DIGEST_MAX OG_WHIRLPOOL_DIGEST_SIZE
#define STATE_MAX OG_WHIRLPOOL_STATE_SIZE

typedef union context {
    og_sha1_ctx sha1;
    og_sha1dc_ctx sha1dc;
    og_whirlpool_ctx whirlpool;
} context;

/* One algorithm: its sizes in bytes, and the functions of the library for a context. They return a status. */
typedef struct algorithm {
    const char *name;
    size_t digest_size;
    size_t state_size;
    size_t context_size;
    int detects; /* 1: `final` and `hash` write a verdict */
    int raises;  /* 1: digest() and hexdigest() raise Sha1CollisionError for an attack */
    int (*init)(context *ctx);
    int (*update)(context *ctx, const void *data, size_t size);
    int (*final)(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict);
    int (*hash)(const void *data, size_t size, uint8_t *digest, og_sha1dc_verdict *verdict);
    int (*save)(const context *ctx, uint8_t *state);
    int (*restore)(context *ctx, const uint8_t *state);
} algorithm;

/* SHA-1, SHA-1 with detection that raises, SHA-1 with detection and other digests for attacks, Whirlpool.
 * `final` and `hash` of an algorithm without detection leave the verdict unchanged. */
extern const algorithm sha1, sha1dc, sha1dc_mitigate, whirlpool;

/* Wraps an algorithm into a new object with the empty message. Returns NULL with an exception for an error.
 */
PyObject *new_hash(module_state *state, const algorithm *a);

/* An object of oldguard.Hash. */
typedef struct hash_object {
    PyObject_HEAD const algorithm *a;
    lock lock; /* protects ctx */
    context ctx;
} hash_object;

/* Appends bytes to the message of an object that no other thread knows, or whose lock is held. Returns 0, or
 * -1 with an exception, and the object unchanged. */
int update_hash(module_state *state, hash_object *hash, const view *v);

/* Makes the type oldguard.Hash and adds it to the module. Returns 0, or -1 with an exception. */
int add_hash_type(PyObject *module, module_state *state);

#endif
