/* SPDX-License-Identifier: MIT */
/* Counts the time that a program of git spends in libsha1detectcoll. LD_PRELOAD puts these functions before
 * those of the library. A timer of processor time interrupts the program; the handler counts whether it was
 * inside one of them. At its end a process appends "INSIDE ALL" to the file OLDGUARD_SHARE. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sha1dc/sha1.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static void (*init)(SHA1_CTX *);
static void (*update)(SHA1_CTX *, const char *, size_t);
static int (*final)(unsigned char[20], SHA1_CTX *);
static _Thread_local volatile sig_atomic_t inside;
static volatile unsigned long counts[2];

static void count(int signal) {
    (void)signal;
    counts[inside]++;
}

__attribute__((constructor)) static void start(void) {
    const struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
    const struct itimerval each = {{0, 1000}, {0, 1000}};
    init = (void (*)(SHA1_CTX *))dlsym(RTLD_NEXT, "SHA1DCInit");
    update = (void (*)(SHA1_CTX *, const char *, size_t))dlsym(RTLD_NEXT, "SHA1DCUpdate");
    final = (int (*)(unsigned char[20], SHA1_CTX *))dlsym(RTLD_NEXT, "SHA1DCFinal");
    if (!init) return; /* a shell between two programs of git */
    if (!update || !final || sigaction(SIGPROF, &action, NULL) || setitimer(ITIMER_PROF, &each, NULL))
        abort();
}

__attribute__((destructor)) static void end(void) {
    if (!init) return;
    FILE *file = fopen(getenv("OLDGUARD_SHARE"), "a");
    if (!file || fprintf(file, "%lu %lu\n", counts[1], counts[0] + counts[1]) < 0 || fclose(file)) abort();
}

void SHA1DCInit(SHA1_CTX *ctx) {
    inside = 1;
    init(ctx);
    inside = 0;
}

void SHA1DCUpdate(SHA1_CTX *ctx, const char *data, size_t len) {
    inside = 1;
    update(ctx, data, len);
    inside = 0;
}

int SHA1DCFinal(unsigned char digest[20], SHA1_CTX *ctx) {
    inside = 1;
    const int attack = final(digest, ctx);
    inside = 0;
    return attack;
}
