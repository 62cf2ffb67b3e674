/* SPDX-License-Identifier: MIT */
/* Prints the effect of the OLDGUARD_* variables on this process, for the tests that set them. Compiled as C,
 * to test that the headers are C. */
#include <oldguard/oldguard.h>
#include <stdio.h>
#include <string.h>

/* Keeps LeakSanitizer off: it traces its own process, which a set-user-ID program may not. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

/* Returns 1 if the process has timed kernels of an operation. Another process may then choose another. */
static int is_timed(const char *op) {
    og_kernel_choice rows[64];
    const size_t n = og_explain(op, rows, 64);
    for (size_t i = 0; i < n && i < 64; i++) {
        if (strstr(rows[i].reason, "measured here: ") != NULL) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    char error[320] = "";
    const int status = og_config_error(error, sizeof error);
    uint8_t digest[64] = {0};
    uint8_t block[8] = {0};
    char machine[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(machine);
    printf("status=%d\n", status);
    printf("error=%s\n", error);
    printf("machine=%s\n", machine);
    printf("sha1=%d\n", og_sha1("abc", 3, digest));
    printf("whirlpool=%d\n", og_whirlpool("abc", 3, digest));
    printf("des=%d\n", og_des_crypt(OG_DES, OG_ECB, OG_ENCRYPT, block, 8, NULL, 0, 0, block, block, 8));
    for (size_t i = 0; og_op_at(i) != NULL; i++) {
        int why = OG_OK;
        const og_kernel *kernel = og_kernel_for(og_op_at(i), 1024, &why);
        printf("%s=%s\n", og_op_at(i), kernel != NULL ? kernel->stem : og_strerror(why));
        printf("timed %s=%d\n", og_op_at(i), is_timed(og_op_at(i)));
    }
    for (size_t i = 0; og_cpu_feature_at(i) != NULL; i++) {
        printf("cpu %s=%d\n", og_cpu_feature_at(i), og_cpu_has(og_cpu_feature_at(i)));
    }
    return 0;
}
