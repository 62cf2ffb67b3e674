// SPDX-License-Identifier: MIT
// Saves and restores states of hashes as test_states.py requests. Needs the library and a C compiler alone,
// so that it runs on emulated machines.
//
//     state_probe MESSAGE
//
// MESSAGE: a file of at most 64 KiB. Each line of standard input is a request, with an answer of one line:
//
//     kernels HASH                        the kernels of HASH.blocks that can run here
//     export HASH FLAGS KERNEL SIZE       the state after the first SIZE bytes of the message
//     import HASH KERNEL SIZE STATE       "refused STATUS", or "accepted", the state that an export then
//                                         writes, and the digest, vector and position at the message's end
//
// HASH: sha1, sha1dc or whirlpool. FLAGS: those of og_sha1dc_init. Ends with 1 if a call fails, or if a
// refused import changes its context.
#include <oldguard/oldguard.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGE = 1 << 16, MOST_STATE = 256, MOST_LINE = 1024 };

typedef union context {
    og_sha1_ctx sha1;
    og_sha1dc_ctx sha1dc;
    og_whirlpool_ctx whirlpool;
} context;

typedef struct hash {
    const char *name, *op;
    size_t state_size, digest_size;
    int (*init)(context *ctx, unsigned flags);
    int (*update)(context *ctx, const uint8_t *data, size_t size);
    int (*final)(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict);
    int (*save)(const context *ctx, uint8_t *state);
    int (*restore)(context *ctx, const uint8_t *state);
} hash;

static int sha1_init(context *ctx, unsigned flags) {
    return flags ? OG_ERR_ARGUMENT : og_sha1_init(&ctx->sha1);
}
static int sha1_update(context *ctx, const uint8_t *data, size_t size) {
    return og_sha1_update(&ctx->sha1, data, size);
}
static int sha1_final(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict) {
    (void)verdict;
    return og_sha1_final(&ctx->sha1, digest);
}
static int sha1_save(const context *ctx, uint8_t *state) { return og_sha1_export(&ctx->sha1, state); }
static int sha1_restore(context *ctx, const uint8_t *state) { return og_sha1_import(&ctx->sha1, state); }

static int sha1dc_init(context *ctx, unsigned flags) { return og_sha1dc_init(&ctx->sha1dc, flags); }
static int sha1dc_update(context *ctx, const uint8_t *data, size_t size) {
    return og_sha1dc_update(&ctx->sha1dc, data, size);
}
static int sha1dc_final(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict) {
    return og_sha1dc_final(&ctx->sha1dc, digest, verdict);
}
static int sha1dc_save(const context *ctx, uint8_t *state) { return og_sha1dc_export(&ctx->sha1dc, state); }
static int sha1dc_restore(context *ctx, const uint8_t *state) {
    return og_sha1dc_import(&ctx->sha1dc, state);
}

static int whirlpool_init(context *ctx, unsigned flags) {
    return flags ? OG_ERR_ARGUMENT : og_whirlpool_init(&ctx->whirlpool);
}
static int whirlpool_update(context *ctx, const uint8_t *data, size_t size) {
    return og_whirlpool_update(&ctx->whirlpool, data, size);
}
static int whirlpool_final(context *ctx, uint8_t *digest, og_sha1dc_verdict *verdict) {
    (void)verdict;
    return og_whirlpool_final(&ctx->whirlpool, digest);
}
static int whirlpool_save(const context *ctx, uint8_t *state) {
    return og_whirlpool_export(&ctx->whirlpool, state);
}
static int whirlpool_restore(context *ctx, const uint8_t *state) {
    return og_whirlpool_import(&ctx->whirlpool, state);
}

#define HASH(name, STATE, DIGEST)                                             \
    {#name,         #name ".blocks", STATE,       DIGEST,        name##_init, \
     name##_update, name##_final,    name##_save, name##_restore}
static const hash hashes[] = {
    HASH(sha1, OG_SHA1_STATE_SIZE, OG_SHA1_DIGEST_SIZE),
    HASH(sha1dc, OG_SHA1DC_STATE_SIZE, OG_SHA1_DIGEST_SIZE),
    HASH(whirlpool, OG_WHIRLPOOL_STATE_SIZE, OG_WHIRLPOOL_DIGEST_SIZE),
};

static uint8_t message[MOST_MESSAGE];
static size_t message_size;

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "state_probe: %s\n", what);
        exit(1);
    }
}

static const hash *find(const char *name) {
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        if (strcmp(hashes[i].name, name) == 0) {
            return &hashes[i];
        }
    }
    require(0, "an unknown hash");
    return NULL;
}

static void print_hex(const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        printf("%02x", bytes[i]);
    }
}

static void print_kernels(const hash *h) {
    for (size_t i = 0; i < og_kernel_count(); i++) {
        const og_kernel *kernel = og_kernel_at(i);
        if (strcmp(kernel->op, h->op) == 0 && og_kernel_usable(kernel, NULL, 0)) {
            printf("%s ", kernel->stem);
        }
    }
    printf("\n");
}

static void export_state(const hash *h, unsigned flags, size_t size) {
    context ctx;
    uint8_t state[MOST_STATE];
    require(h->init(&ctx, flags) == OG_OK && h->update(&ctx, message, size) == OG_OK, "the hash fails");
    require(h->save(&ctx, state) == OG_OK, "the export fails");
    print_hex(state, h->state_size);
    printf("\n");
}

static void import_state(const hash *h, size_t size, const char *hex) {
    context ctx;
    context before;
    uint8_t state[MOST_STATE] = {0};
    require(strlen(hex) == 2 * h->state_size, "a state of another size");
    for (size_t i = 0; i < h->state_size; i++) {
        const char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
        state[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    memset(&ctx, 0xa5, sizeof ctx);
    memset(&before, 0xa5, sizeof before);
    const int status = h->restore(&ctx, state);
    if (status != OG_OK) {
        require(memcmp(&ctx, &before, sizeof ctx) == 0, "a refused import changed the context");
        printf("refused %d\n", status);
        return;
    }
    uint8_t digest[64];
    og_sha1dc_verdict verdict = {-1, 0};
    printf("accepted ");
    require(h->save(&ctx, state) == OG_OK, "the export fails");
    print_hex(state, h->state_size);
    require(h->update(&ctx, message + size, message_size - size) == OG_OK, "the hash fails");
    require(h->final(&ctx, digest, &verdict) == OG_OK, "the hash fails");
    printf(" ");
    print_hex(digest, h->digest_size);
    printf(" %d %llu\n", verdict.vector, (unsigned long long)verdict.at);
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    require(file != NULL, "usage: state_probe MESSAGE < REQUESTS");
    message_size = fread(message, 1, sizeof message, file);
    fclose(file);
    char line[MOST_LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char name[16] = "";
        char kernel[64] = "";
        char state[2 * MOST_STATE + 1] = "";
        unsigned flags = 0;
        unsigned long size = 0;
        if (sscanf(line, "kernels %15s", name) == 1) {
            print_kernels(find(name));
            continue;
        }
        const int saves = sscanf(line, "export %15s %u %63s %lu", name, &flags, kernel, &size) == 4;
        require(saves || sscanf(line, "import %15s %63s %lu %512s", name, kernel, &size, state) == 4,
                "an unknown request");
        const hash *h = find(name);
        require(size <= message_size, "a size beyond the message");
        require(og_force_kernel(h->op, kernel) == OG_OK, "a kernel that cannot run here");
        if (saves) {
            export_state(h, flags, size);
        } else {
            import_state(h, size, state);
        }
    }
    return 0;
}
