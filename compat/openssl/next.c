/* SPDX-License-Identifier: MIT */
/* Finds functions of the libcrypto that has loaded the module. */
#define _GNU_SOURCE /* dladdr */
#include "next.h"

#include <dlfcn.h>
#include <string.h>

#include <openssl/core_names.h>

#include <oldguard/kdf.h>

#include "params.h"

/* Returns the address of a function. ISO C has no cast from a function's address to an object's. */
static void *address(void (*function)(void)) {
    void *at;
    memcpy(&at, &function, sizeof at);
    return at;
}

/* Finds a symbol of the object file at `base`. Another file may have one of the same name: a process can have
 * two libcryptos. */
static void *find(void *file, const void *base, const char *name) {
    Dl_info info;
    void *symbol = dlsym(file, name);
    return symbol != NULL && dladdr(symbol, &info) != 0 && info.dli_fbase == base ? symbol : NULL;
}

int ogp_find_next(ogp_next *next, void (*function)(void)) {
    Dl_info info;
    int found = 1;
    memset(next, 0, sizeof *next);
    if (dladdr(address(function), &info) == 0) {
        return 0;
    }
    void *file = dlopen(info.dli_fname, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (file == NULL) { /* the program itself has no name that dlopen knows */
        file = dlopen(NULL, RTLD_LAZY);
    }
    if (file == NULL) {
        return 0;
    }
#define FIND(name)                                        \
    {                                                     \
        void *symbol = find(file, info.dli_fbase, #name); \
        memcpy(&next->name, &symbol, sizeof symbol);      \
        found &= symbol != NULL;                          \
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
