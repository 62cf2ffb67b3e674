/* SPDX-License-Identifier: MIT */
/* Finds functions of the libcrypto that has loaded the module. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "next.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#include <openssl/core_names.h>

#include <oldguard/kdf.h>

#include "params.h"

/* An object file in memory: the program, or a library. */
typedef struct object {
    uintptr_t wanted; /* an address in it */
    uintptr_t start, end;
    const char *name;
} object;

/* Stops with the object file of `wanted`. dladdr would do the same, but looks at every symbol of the file. */
static int is_object(struct dl_phdr_info *info, size_t size, void *data) {
    object *found = data;
    uintptr_t start = UINTPTR_MAX, end = 0;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            const uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            start = at < start ? at : start;
            end = at + info->dlpi_phdr[i].p_memsz > end ? at + info->dlpi_phdr[i].p_memsz : end;
        }
    }
    if (found->wanted < start || found->wanted >= end) {
        return 0;
    }
    found->start = start;
    found->end = end;
    found->name = info->dlpi_name;
    return 1;
}

/* Finds a symbol of an object file. Another file may have one of the same name: a process can have two
 * libcryptos. */
static void *find(void *file, const object *of, const char *name) {
    void *symbol = dlsym(file, name);
    return (uintptr_t)symbol >= of->start && (uintptr_t)symbol < of->end ? symbol : NULL;
}

int ogp_find_next(ogp_next *next, void (*function)(void)) {
    object of = {.wanted = (uintptr_t)function};
    int found = 1;
    memset(next, 0, sizeof *next);
    if (dl_iterate_phdr(is_object, &of) == 0) {
        return 0;
    }
    /* The program itself has no name. */
    void *file = dlopen(*of.name != '\0' ? of.name : NULL, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (file == NULL) {
        return 0;
    }
#define FIND(name)                                   \
    {                                                \
        void *symbol = find(file, &of, #name);       \
        memcpy(&next->name, &symbol, sizeof symbol); \
        found &= symbol != NULL;                     \
    }
    OGP_NEXT(FIND)
#undef FIND
    dlclose(file); /* the caller of this module keeps it */
    return found;
}

/* Returns 1 if a text of size bytes is a name of the list, in upper or lower case. */
static int is_one_of(const char *text, size_t size, const char *const *names) {
    for (; *names != NULL; names++) {
        size_t i = 0;
        while (i < size && (text[i] == (*names)[i] ||
                            (text[i] >= 'a' && text[i] <= 'z' && text[i] - 'a' + 'A' == (*names)[i]))) {
            i++;
        }
        if (i == size && (*names)[i] == '\0') {
            return 1;
        }
    }
    return 0;
}

int ogp_digest_of(const OSSL_PARAM params[]) {
    static const char *const sha1[] = {"SHA1", "SHA-1", "SSL3-SHA1", "1.3.14.3.2.26", NULL};
    static const char *const whirlpool[] = {"WHIRLPOOL", "1.0.10118.3.0.55", NULL};
    const OSSL_PARAM *name = ogp_param(params, OSSL_ALG_PARAM_DIGEST);
    const OSSL_PARAM *properties = ogp_param(params, OSSL_ALG_PARAM_PROPERTIES);
    if (name == NULL) {
        return OGP_NO_DIGEST;
    }
    if (name->data_type != OSSL_PARAM_UTF8_STRING || name->data == NULL ||
        (properties != NULL && properties->data_type == OSSL_PARAM_UTF8_STRING && properties->data != NULL &&
         *(const char *)properties->data != '\0')) {
        return OGP_OTHER_DIGEST;
    }
    /* A size of 0 leaves it to the NUL, on which the default provider always relies. */
    const size_t size = name->data_size > 0 ? strnlen(name->data, name->data_size) : strlen(name->data);
    return is_one_of(name->data, size, sha1)        ? OG_HASH_SHA1
           : is_one_of(name->data, size, whirlpool) ? OG_HASH_WHIRLPOOL
                                                    : OGP_OTHER_DIGEST;
}
