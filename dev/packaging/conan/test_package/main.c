/* SPDX-License-Identifier: MIT */
/* Prints the SHA-1 of "abc". */
#include <oldguard/oldguard.h>
#include <stdio.h>

int main(void) {
    uint8_t digest[OG_SHA1_DIGEST_SIZE];
    if (og_sha1("abc", 3, digest) != OG_OK) {
        return 1;
    }
    for (unsigned i = 0; i < sizeof digest; i++) {
        printf("%02x", digest[i]);
    }
    printf("\n");
    return 0;
}
