/* SPDX-License-Identifier: MIT */
/* The measurement at the first use, with a kernel of sha1.lanes that is planted to be slow and that the
 * default order takes:  measure_probe never|planted|forbidden|order|forced|threads|fork|signals
 *
 * The linker gives the calls of og_SLOW to __wrap_og_SLOW (-Wl,--wrap). An alarm ends a process that hangs.
 */
#include <oldguard/oldguard.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__) && defined(__x86_64__)
#include <sys/prctl.h>
#endif

#define HANG_GUARD 600 /* seconds */
#define MESSAGES 16
#define THREADS 8
#define ROWS 32
#define OP "sha1.lanes"

#define JOIN(a, b) a##b
#define NAME(prefix, stem) JOIN(prefix, stem)
#define TEXT(stem) #stem
#define STEM(stem) TEXT(stem)
#define LANES_MOST 8
#define MEASURED_CALLS 7 /* of a kernel of a hash, see src/core/measure.c */
#define SLOWER 50        /* times, which exceeds the disturbances of any machine */

void NAME(__real_og_, SLOW)(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t n);
void NAME(__wrap_og_, SLOW)(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t n);

/* The number of calls of the planted kernel until it is interrupted, and whether it was. */
static volatile sig_atomic_t calls_left, hit;

void NAME(__wrap_og_, SLOW)(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t n) {
    if (calls_left > 0 && --calls_left == 0) {
        hit = 1;
        raise(SIGUSR1);
    }
    uint32_t scratch[LANES_MOST][5] = {{0}};
    for (int i = 0; i < SLOWER; i++) {
        NAME(__real_og_, SLOW)(scratch, blocks, n);
    }
    NAME(__real_og_, SLOW)(cv, blocks, n);
}

typedef struct found {
    int slow_taken; /* the planted kernel serves some number of messages */
    int measured;   /* some figure was measured here */
    og_kernel_choice rows[ROWS];
    size_t count;
} found;

static found explain(void) {
    found f;
    memset(&f, 0, sizeof f);
    f.count = og_explain(OP, f.rows, ROWS);
    for (size_t i = 0; i < f.count && i < ROWS; i++) {
        f.slow_taken |= f.rows[i].taken && strcmp(f.rows[i].kernel->stem, STEM(SLOW)) == 0;
        f.measured |= strstr(f.rows[i].reason, "measured here: ") != NULL;
    }
    return f;
}

/* Returns 1 if many messages have the digests of each. */
static int is_right(void) {
    static const uint8_t text[4096] = {1, 2, 3};
    og_message messages[MESSAGES];
    uint8_t digests[MESSAGES][OG_SHA1_DIGEST_SIZE], one[OG_SHA1_DIGEST_SIZE];
    for (size_t i = 0; i < MESSAGES; i++) {
        messages[i] = (og_message){text, 200 * i};
    }
    int right = og_sha1_many(messages, MESSAGES, digests, NULL) == OG_OK;
    for (size_t i = 0; i < MESSAGES; i++) {
        right &= og_sha1(messages[i].data, messages[i].size, one) == OG_OK &&
                 memcmp(one, digests[i], sizeof one) == 0;
    }
    return right;
}

/* Returns 1 if both saw the same choice and the same figures. */
static int same(const found *a, const found *b) {
    for (size_t i = 0; a->count == b->count && i < a->count; i++) {
        if (a->rows[i].kernel != b->rows[i].kernel || a->rows[i].from != b->rows[i].from ||
            strcmp(a->rows[i].reason, b->rows[i].reason) != 0) {
            return 0;
        }
    }
    return a->count == b->count;
}

static void *use(void *result) {
    found *f = result;
    const int right = is_right();
    *f = explain();
    f->count = right ? f->count : 0;
    return NULL;
}

/* Threads that measure at the same time make the same choice. */
static int threads(void) {
    static found f[THREADS];
    pthread_t thread[THREADS];
    int right = 1;
    for (int i = 0; i < THREADS; i++) {
        right &= pthread_create(&thread[i], NULL, use, &f[i]) == 0;
    }
    for (int i = 0; i < THREADS; i++) {
        right &= pthread_join(thread[i], NULL) == 0 && f[i].count > 0 && f[i].measured && same(&f[0], &f[i]);
    }
    return right;
}

/* Returns 1 if a child of fork returns 1. */
static int in_child(int (*body)(const void *), const void *given) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(HANG_GUARD);
        _exit(body(given) ? 0 : 1);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static int sees_the_same(const void *before) {
    const found now = explain();
    return is_right() && now.measured && same(before, &now);
}

static volatile sig_atomic_t wrong;

static void on_signal(int number) {
    (void)number;
    if (!is_right()) {
        wrong = 1;
    }
}

/* Returns 1 if the library is right when the handler of a signal uses it in call number *call of the planted
 * kernel, which the measurement makes. */
static int is_right_when_interrupted(const void *call) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGUSR1, &action, NULL);
    calls_left = *(const int *)call;
    const int right = is_right();
    const found first = explain(), second = explain();
    return right && hit && !wrong && same(&first, &second);
}

static int run(const char *mode) {
    static const char order[] = "sha1.blocks sha1_c_ref 0 1\n";
    const int never = strcmp(mode, "never") == 0;
    setenv("OLDGUARD_MEASURE", never ? "0" : "1", 1);
    if (strcmp(mode, "threads") == 0) {
        return threads();
    }
    if (strcmp(mode, "signals") == 0) {
        int right = 1;
        for (int call = 1; call <= MEASURED_CALLS; call++) {
            right &= in_child(is_right_when_interrupted, &call);
        }
        return right;
    }
#if defined(__linux__) && defined(__x86_64__)
    if (strcmp(mode, "forbidden") == 0 && prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) != 0) {
        return 0;
    }
#endif
    if (strcmp(mode, "order") == 0 && og_set_order(order, sizeof order - 1, NULL, 0) != OG_OK) {
        return 0;
    }
    if (strcmp(mode, "forced") == 0 && og_force_kernel(OP, STEM(SLOW)) != OG_OK) {
        return 0;
    }
    const int right = is_right();
    const found f = explain();
    if (strcmp(mode, "fork") == 0) {
        return right && in_child(sees_the_same, &f);
    }
    const int planted = strcmp(mode, "planted") == 0;
    return right && f.measured == planted && f.slow_taken == !planted;
}

int main(int argc, char **argv) {
    alarm(HANG_GUARD);
    if (argc == 2 && run(argv[1])) {
        return 0;
    }
    const found f = explain();
    for (size_t i = 0; i < f.count && i < ROWS; i++) {
        printf("%s %s from %zu: %s\n", f.rows[i].kernel->stem, f.rows[i].taken ? "taken" : "not taken",
               f.rows[i].from, f.rows[i].reason);
    }
    return 1;
}
