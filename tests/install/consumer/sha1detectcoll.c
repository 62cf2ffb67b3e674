/* SPDX-License-Identifier: MIT */
/* SHA-1 of the hex on standard input, without and with safe hash, and whether there is a collision. */
#include <sha1dc/sha1.h>
#include <stdio.h>

int main(void) {
    static char message[4096];
    size_t size = 0;
    unsigned byte;
    while (size < sizeof message && scanf("%2x", &byte) == 1) {
        message[size++] = (char)byte;
    }
    for (int safe = 0; safe < 2; safe++) {
        SHA1_CTX ctx;
        unsigned char digest[20];
        SHA1DCInit(&ctx);
        SHA1DCSetSafeHash(&ctx, safe);
        SHA1DCUpdate(&ctx, message, size);
        const int found = SHA1DCFinal(digest, &ctx);
        for (int i = 0; i < 20; i++) {
            printf("%02x", digest[i]);
        }
        printf(" %d\n", found);
    }
    return 0;
}
