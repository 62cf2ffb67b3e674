/* SPDX-License-Identifier: MIT */
/* The default order of other processors: the kernels that serve an operation under a given identity and given
 * CPU features. The kernels themselves do not run. */
#include <stdio.h>
#include <string.h>

#include "serving.h"

/* CPU features in the words of og_cpu_feature_at. */
#define AVX2 "mmx sse sse2 ssse3 sse41 movbe avx avx2 bmi1 bmi2 "
#define AVX512 AVX2 "avx512f avx512bw avx512vl "
#define AVX512_VBMI AVX512 "shani avx512vbmi gfni"

#define SAPPHIRE_RAPIDS {"GenuineIntel", 6, 143, 8}
#define GRANITE_RAPIDS {"GenuineIntel", 6, 173, 1}
#define VIRTUAL_GRANITE_RAPIDS {"GenuineIntel", 6, 167, 1}
#define ICE_LAKE {"GenuineIntel", 6, 106, 6}
#define SKYLAKE_SP {"GenuineIntel", 6, 85, 7}
#define TREMONT {"GenuineIntel", 6, 134, 1}
#define ALDER_LAKE {"GenuineIntel", 6, 154, 3}
#define ZEN_1 {"AuthenticAMD", 23, 1, 2}
#define ZEN_2 {"AuthenticAMD", 23, 49, 0}
#define ZEN_3 {"AuthenticAMD", 25, 33, 0}
#define ZEN_4 {"AuthenticAMD", 25, 17, 1}
#define ZEN_5 {"AuthenticAMD", 26, 2, 1}
#define LATER_AMD {"AuthenticAMD", 27, 0, 0}
#define UNKNOWN {"CentaurHauls", 7, 91, 0}

typedef struct expected {
    og_cpu_id cpu;
    const char *features, *op;
    size_t size;
    const char *stem;
} expected;

static const expected rows[] = {
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 8, "des_x64_sp"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 48, "des_x64_eform_x4"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 64, "des_x64_vbmi_x64"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 3584, "des_x64_vbmi_x64"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 3592, "des_x64_avx512_x512"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 4096, "des_x64_avx512_x512"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 4104, "des_x64_vbmi_x64"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 8192, "des_x64_avx512_x512"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 8200, "des_x64_vbmi_x64"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.ecb", 1 << 20, "des_x64_avx512_x512"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "pbkdf2.whirlpool_blocks", 128, "whirlpool_x64_avx2_gfni_x2"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "pbkdf2.whirlpool_blocks", 192, "whirlpool_x64_gfni_x3"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "pbkdf2.sha1_lanes", 128, "sha1_x64_shani_vl"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "pbkdf2.sha1_lanes", 192, "sha1_x64_avx512vl_x8"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "pbkdf2.sha1_lanes", 576, "sha1_x64_avx512vl_x8"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "pbkdf2.sha1_lanes", 640, "sha1_x64_avx512_x16"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.lanes", 16, "des_x64_eform_lanes_x2"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.lanes", 40, "des_x64_eform_lanes"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des.lanes", 48, "des_x64_vbmi_lanes"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des3.lanes", 32, "des_x64_eform_lanes"},
    {SAPPHIRE_RAPIDS, AVX512_VBMI, "des3.lanes", 40, "des_x64_vbmi_lanes"},
    {GRANITE_RAPIDS, AVX512_VBMI, "des3.cbc_dec", 3600, "des_x64_avx512_x512"},
    {GRANITE_RAPIDS, AVX512_VBMI, "des3.cbc_dec", 3072, "des_x64_vbmi_x64"},
    {VIRTUAL_GRANITE_RAPIDS, AVX512_VBMI, "des3.cbc_dec", 3600, "des_x64_avx512_x512"},
    {ICE_LAKE, AVX512_VBMI, "des.ecb", 4096, "des_x64_avx512_x512"},
    {ICE_LAKE, AVX512_VBMI, "sha1.lanes", 192, "sha1_x64_avx512vl_x8"},
    {SKYLAKE_SP, AVX512, "des.ecb", 3600, "des_x64_avx512_x512"},
    {SKYLAKE_SP, AVX512, "sha1.blocks", 1024, "sha1_x64_avx2"},
    {ALDER_LAKE, AVX2 "shani gfni", "sha1.blocks", 1024, "sha1_x64_shani_avx"},
    {ALDER_LAKE, AVX2 "shani gfni", "sha1.lanes", 128, "one-by-one"},
    {ALDER_LAKE, AVX2 "gfni", "sha1.lanes", 256, "sha1_x64_avx2_x8"},
    {ALDER_LAKE, "mmx sse sse2 ssse3 sse41", "sha1.lanes", 256, "sha1_x64_sse2_x4"},
    {ALDER_LAKE, AVX2 "shani gfni", "sha1.lanes", 320, "sha1_x64_avx2_x8"},
    {ALDER_LAKE, AVX2 "shani gfni", "pbkdf2.whirlpool_blocks", 192, "whirlpool_x64_avx2_gfni_x3"},
    {ALDER_LAKE, AVX2 "shani gfni", "pbkdf2.whirlpool_blocks", 256, "whirlpool_x64_avx2_gfni_x2"},
    {ALDER_LAKE, AVX2 "shani gfni", "des.crypt_lanes", 184, "des_x64_avx2_lanes"},
    {ALDER_LAKE, AVX2 "shani gfni", "des.crypt_lanes", 1024, "des_x64_sse2_lanes"},
    {ALDER_LAKE, AVX2 "shani gfni", "des.lanes", 264, "des_x64_eform_lanes"},
    {ALDER_LAKE, AVX2 "shani gfni", "des.lanes", 1024, "des_x64_sse2_lanes"},
    {ALDER_LAKE, AVX2 "shani gfni", "des3.lanes", 240, "des_x64_avx2_lanes"},
    {ALDER_LAKE, AVX2 "shani gfni", "des3.cbc_dec", 96, "des_x64_eform_x4"},
    {ALDER_LAKE, AVX2 "shani gfni", "des3.cbc_dec", 104, "des_x64_avx2_x32"},
    {ALDER_LAKE, AVX2 "shani gfni", "des3.cbc_dec", 520, "des_x64_avx2_x256"},
    {ALDER_LAKE, AVX2 "shani gfni", "pbkdf2.sha1_lanes", 192, "sha1_x64_shani_x2"},
    {ALDER_LAKE, AVX2 "shani gfni", "sha1dc.blocks", 1024, "sha1dc_x64_shani_avx"},
    {ALDER_LAKE, AVX2 "shani", "sha1dc.blocks", 1024, "sha1dc_x64_shani_ssse3"},
    {ALDER_LAKE, AVX2 "shani gfni", "sha1dc.lanes", 128, "sha1dc_x64_avx2_x8"},
    {ALDER_LAKE, AVX2 "shani gfni", "whirlpool.blocks", 1024, "whirlpool_x64_avx2_gfni"},
    {TREMONT, "mmx sse sse2 ssse3 sse41 movbe gfni shani", "sha1dc.blocks", 64, "sha1dc_x64_shani_ssse3"},
    {ZEN_1, AVX2 "shani", "sha1.lanes", 1024, "sha1_x64_shani_x2"},
    {ZEN_1, AVX2 "shani", "sha1dc.lanes", 1024, "sha1dc_x64_shani_x2"},
    {ZEN_1, AVX2 "shani", "whirlpool.lanes", 1024, "one-by-one"},
    {ZEN_1, AVX2 "shani", "des.ecb", 304, "des_x64_eform_x4"},
    {ZEN_1, AVX2 "shani", "des.ecb", 1024, "des_x64_sse2_x128"},
    {ZEN_1, AVX2 "shani", "des.ecb", 1032, "des_x64_avx2_x256"},
    {ZEN_1, AVX2 "shani", "des.ecb", 72, "des_x64_eform_x4"},
    {ZEN_1, AVX2 "shani", "des.ecb", 312, "des_x64_sse2_x128"},
    {ZEN_1, AVX2 "shani", "des3.cbc_dec", 296, "des_x64_eform_x4"},
    {ZEN_1, AVX2 "shani", "des3.cbc_dec", 304, "des_x64_sse2_x128"},
    {ZEN_2, AVX2 "shani", "des.ecb", 72, "des_x64_avx2_x32"},
    {ZEN_2, AVX2 "shani", "des.ecb", 776, "des_x64_avx2_x256"},
    {ZEN_2, AVX2 "shani", "sha1.lanes", 320, "sha1_x64_shani_x2"},
    {ZEN_2, AVX2 "shani", "sha1.lanes", 384, "sha1_x64_avx2_x8"},
    {ZEN_3, AVX2 "shani", "sha1.blocks", 1024, "sha1_x64_shani"},
    {ZEN_3, AVX2 "shani", "sha1.lanes", 128, "sha1_x64_shani_x2"},
    {ZEN_3, AVX2 "shani", "sha1.lanes", 192, "sha1_x64_shani_x4"},
    {ZEN_3, AVX2 "shani", "sha1.lanes", 1024, "sha1_x64_shani_x4"},
    {ZEN_3, AVX2 "shani", "sha1dc.blocks", 1024, "sha1dc_x64_shani"},
    {ZEN_2, AVX2 "shani", "sha1dc.lanes", 128, "sha1dc_x64_shani_x2"},
    {ZEN_3, AVX2 "shani", "sha1dc.lanes", 448, "sha1dc_x64_shani_x2"},
    {ZEN_3, AVX2 "shani", "sha1dc.lanes", 512, "sha1dc_x64_avx2_x8"},
    {ZEN_3, AVX2 "shani", "whirlpool.blocks", 1024, "whirlpool_x64_avx2"},
    {ZEN_3, AVX2 "shani", "des.ecb", 4096, "des_x64_avx2_x256"},
    {ZEN_3, AVX2 "shani", "des.ecb", 64, "des_x64_eform_x4"},
    {ZEN_3, AVX2 "shani", "des.ecb", 72, "des_x64_avx2_x32"},
    {ZEN_3, AVX2 "shani", "des.ecb", 768, "des_x64_avx2_x32"},
    {ZEN_3, AVX2 "shani", "des.ecb", 776, "des_x64_avx2_x256"},
    {ZEN_3, AVX2 "shani", "des3.cbc_dec", 72, "des_x64_avx2_x32"},
    {ZEN_3, AVX2 "shani", "des3.cbc_dec", 776, "des_x64_avx2_x256"},
    {ZEN_3, AVX2 "shani", "pbkdf2.sha1_lanes", 64, "sha1_x64_shani"},
    {ZEN_3, AVX2 "shani", "pbkdf2.sha1_lanes", 128, "sha1_x64_shani_x2"},
    {ZEN_3, AVX2 "shani", "pbkdf2.sha1_lanes", 1024, "sha1_x64_shani_x4"},
    {ZEN_3, AVX2 "shani", "pbkdf2.whirlpool_blocks", 128, "whirlpool_x64_avx2_x2"},
    {ZEN_3, AVX2 "shani", "pbkdf2.whirlpool_blocks", 192, "whirlpool_x64_avx2_x3"},
    {ZEN_3, AVX2 "shani", "pbkdf2.whirlpool_blocks", 256, "whirlpool_x64_avx2_x2"},
    {ZEN_3, AVX2 "shani", "des.lanes", 16, "des_x64_eform_lanes_x2"},
    {ZEN_3, AVX2 "shani", "des.lanes", 24, "des_x64_eform_lanes"},
    {ZEN_3, AVX2 "shani", "des.lanes", 192, "des_x64_eform_lanes"},
    {ZEN_3, AVX2 "shani", "des.lanes", 200, "des_x64_avx2_lanes"},
    {ZEN_4, AVX512_VBMI, "sha1.blocks", 1024, "sha1_x64_shani"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 384, "sha1_x64_shani_x4"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 448, "sha1_x64_avx512vl_x8"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 576, "sha1_x64_avx512vl_x8"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 640, "sha1_x64_shani_x4"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 768, "sha1_x64_shani_x4"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 832, "sha1_x64_avx512_x16"},
    {ZEN_4, AVX512_VBMI, "sha1dc.blocks", 1024, "sha1dc_x64_shani"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 256, "sha1dc_x64_shani_x2"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 320, "sha1dc_x64_shani_x2"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 384, "sha1dc_x64_avx512vl_x8"},
    {ZEN_4, AVX512_VBMI, "whirlpool.lanes", 128, "whirlpool_x64_avx2_gfni_x2"},
    {ZEN_4, AVX512_VBMI, "whirlpool.lanes", 192, "whirlpool_x64_gfni_x3"},
    {ZEN_4, AVX512_VBMI, "des.ecb", 4096, "des_x64_avx512_x512"},
    {ZEN_4, AVX512_VBMI, "des.ecb", 4104, "des_x64_vbmi_x64"},
    {ZEN_4, AVX512_VBMI, "des3.cbc_dec", 3072, "des_x64_avx512_x512"},
    {ZEN_4, AVX512_VBMI, "des.crypt_lanes", 512, "des_x64_avx2_lanes"},
    {ZEN_4, AVX512_VBMI, "pbkdf2.sha1_lanes", 64, "sha1_x64_shani"},
    {ZEN_4, AVX512_VBMI, "pbkdf2.sha1_lanes", 256, "sha1_x64_shani_x4"},
    {ZEN_4, AVX512_VBMI, "pbkdf2.sha1_lanes", 640, "sha1_x64_avx512vl_x8"},
    {ZEN_4, AVX512_VBMI, "pbkdf2.sha1_lanes", 704, "sha1_x64_avx512_x16"},
    {ZEN_4, AVX512_VBMI, "des.lanes", 40, "des_x64_eform_lanes"},
    {ZEN_4, AVX512_VBMI, "des.lanes", 48, "des_x64_vbmi_lanes"},
    {ZEN_4, AVX512_VBMI, "des3.lanes", 40, "des_x64_eform_lanes"},
    {ZEN_4, AVX512_VBMI, "des3.lanes", 48, "des_x64_vbmi_lanes"},
    {ZEN_4, AVX2 "shani gfni", "des.lanes", 48, "des_x64_eform_lanes_x2"},
    {ZEN_4, AVX2 "shani gfni", "des.lanes", 56, "des_x64_eform_lanes"},
    {ZEN_4, AVX2 "shani gfni", "des.ecb", 256, "des_x64_avx2_x32"},
    {ZEN_4, AVX2 "shani gfni", "des.ecb", 776, "des_x64_avx2_x256"},
    {ZEN_4, AVX2 "shani gfni", "des3.cbc_dec", 776, "des_x64_avx2_x256"},
    {ZEN_5, AVX512_VBMI, "sha1.blocks", 1024, "sha1_x64_shani"},
    {ZEN_5, AVX512_VBMI, "sha1.lanes", 512, "sha1_x64_avx512vl_x8"},
    {ZEN_5, AVX512_VBMI, "sha1.lanes", 1024, "sha1_x64_avx512_x16"},
    {ZEN_5, AVX512_VBMI, "sha1dc.blocks", 1024, "sha1dc_x64_shani"},
    {ZEN_5, AVX512_VBMI, "sha1dc.lanes", 128, "sha1dc_x64_shani_x2"},
    {ZEN_5, AVX512_VBMI, "sha1dc.lanes", 1024, "sha1dc_x64_avx512_x16"},
    {ZEN_5, AVX512_VBMI, "pbkdf2.sha1_lanes", 64, "sha1_x64_shani_vl"},
    {ZEN_5, AVX512_VBMI, "pbkdf2.sha1_lanes", 128, "sha1_x64_shani_x2"},
    {ZEN_5, AVX512_VBMI, "des.ecb", 4096, "des_x64_avx512_x512"},
    {ZEN_5, AVX2 "shani gfni", "des3.cbc_dec", 768, "des_x64_avx2_x32"},
    {LATER_AMD, AVX2 "shani", "des.ecb", 72, "des_x64_avx2_x32"},
    {LATER_AMD, AVX2 "shani", "sha1dc.lanes", 128, "sha1dc_x64_shani_x2"},
    {UNKNOWN, AVX2 "shani", "sha1dc.lanes", 320, "one-by-one"},
    {UNKNOWN, AVX2 "shani", "sha1dc.lanes", 384, "sha1dc_x64_avx2_x8"},
};

/* Where short messages are served otherwise than long ones, and where they are not. */
static const expected short_rows[] = {
    {ZEN_1, AVX2 "shani", "sha1dc.lanes", 1024, "sha1dc_x64_shani_x2"},
    {ZEN_1, AVX2 "shani", "whirlpool.lanes", 1024, "one-by-one"},
    {ZEN_3, AVX2 "shani", "sha1.lanes", 1024, "sha1_x64_shani_x4"},
    {ZEN_2, AVX2 "shani", "sha1dc.lanes", 192, "one-by-one"},
    {ZEN_3, AVX2 "shani", "sha1dc.lanes", 192, "one-by-one"},
    {ZEN_3, AVX2 "shani", "sha1dc.lanes", 1024, "sha1dc_x64_shani_x2"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 320, "sha1_x64_shani_x4"},
    {ZEN_4, AVX512_VBMI, "sha1.lanes", 640, "sha1_x64_avx512vl_x8"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 384, "sha1dc_x64_shani_x2"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 512, "sha1dc_x64_avx512vl_x8"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 640, "sha1dc_x64_shani_x2"},
    {ZEN_4, AVX512_VBMI, "sha1dc.lanes", 704, "sha1dc_x64_avx512_x16"},
    {ZEN_4, AVX2 "shani gfni", "sha1dc.lanes", 1024, "sha1dc_x64_shani_x2"},
};

/* Returns the bits of the features in a list. */
static uint32_t features_of(const char *list) {
    uint32_t bits = 0;
    while (*list != '\0') {
        const size_t len = strcspn(list, " ");
        bits |= og_cpu_bit(list, len);
        list += len + (list[len] == ' ');
    }
    return bits;
}

/* Returns 1 if a processor belongs to the class with a name, 0 if not, -1 if there is no class. */
static int is_in(const og_cpu_id *cpu, const char *name) {
    for (size_t i = 0; i < og_cpu_classes_count; i++) {
        if (strcmp(og_cpu_classes[i].name, name) == 0) {
            return og_cpu_is(cpu, &og_cpu_classes[i]);
        }
    }
    return -1;
}

typedef struct membership {
    og_cpu_id cpu;
    const char *class;
    int is;
} membership;

static const membership members[] = {
    {{"AuthenticAMD", 23, 1, 0}, "zen-1", 1},
    {{"AuthenticAMD", 23, 47, 0}, "zen-1", 1},
    {{"AuthenticAMD", 23, 49, 0}, "zen-1", 0},
    {{"AuthenticAMD", 23, 80, 0}, "zen-1", 1},
    {{"AuthenticAMD", 23, 95, 0}, "zen-1", 1},
    {{"AuthenticAMD", 23, 96, 0}, "zen-1", 0},
    {{"AuthenticAMD", 23, 49, 0}, "zen-2", 1},
    {{"AuthenticAMD", 23, 113, 0}, "zen-2", 1},
    {{"AuthenticAMD", 23, 80, 0}, "zen-2", 0},
    {{"AuthenticAMD", 25, 1, 0}, "zen-2", 0},
    {{"HygonGenuine", 24, 0, 0}, "zen-1", 1},
    {{"HygonGenuine", 23, 1, 0}, "zen-1", 0},
    {{"AuthenticAMD", 25, 0, 0}, "zen-3", 1},
    {{"AuthenticAMD", 25, 15, 0}, "zen-3", 1},
    {{"AuthenticAMD", 25, 16, 0}, "zen-3", 0},
    {{"AuthenticAMD", 25, 31, 0}, "zen-3", 0},
    {{"AuthenticAMD", 25, 32, 0}, "zen-3", 1},
    {{"AuthenticAMD", 25, 47, 0}, "zen-3", 1},
    {{"AuthenticAMD", 25, 48, 0}, "zen-3", 0},
    {{"AuthenticAMD", 25, 63, 0}, "zen-3", 0},
    {{"AuthenticAMD", 25, 64, 0}, "zen-3", 1},
    {{"AuthenticAMD", 25, 95, 0}, "zen-3", 1},
    {{"AuthenticAMD", 25, 96, 0}, "zen-3", 0},
    {{"GenuineIntel", 25, 0, 0}, "zen-3", 0},
    {{"AuthenticAMD", 26, 0, 0}, "zen-3", 0},
    {{"AuthenticAMD", 26, 127, 0}, "zen-5", 1},
    {{"AuthenticAMD", 25, 2, 0}, "zen-5", 0},
    {{"GenuineIntel", 6, 143, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 142, 0}, "golden-cove", 0},
    {{"GenuineIntel", 6, 151, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 154, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 172, 0}, "golden-cove", 0},
    {{"GenuineIntel", 6, 173, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 174, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 175, 0}, "golden-cove", 0},
    {{"GenuineIntel", 6, 183, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 186, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 191, 0}, "golden-cove", 1},
    {{"GenuineIntel", 6, 207, 0}, "golden-cove", 1},
    {{"AuthenticAMD", 6, 143, 0}, "golden-cove", 0},
    {{"AuthenticAMD", 27, 0, 0}, "amd", 1},
    {{"GenuineIntel", 6, 207, 0}, "amd", 0},
    {{"GenuineIntel", 15, 4, 0}, "intel", 1},
    {{"AuthenticAMD", 26, 2, 0}, "intel", 0},
    {{"unknown", 0, 0, 0}, "intel", 0},
    {{"AuthenticAMD", 26, 2, 0}, "no-such-class", -1},
};

/* Returns the number of rows whose kernel is another for messages of a length. */
static int check_rows(const expected *row, size_t n, og_length length) {
    int wrong = 0;
    for (; n > 0; n--, row++) {
        const char *stem = serving_length(&row->cpu, features_of(row->features), row->op, length, row->size);
        if (strcmp(stem, row->stem) != 0) {
            printf("%s-%u-%u %s %zu: %s, not %s\n", row->cpu.vendor, row->cpu.family, row->cpu.model, row->op,
                   row->size, stem, row->stem);
            wrong++;
        }
    }
    return wrong;
}

int main(void) {
    int wrong = check_rows(rows, sizeof rows / sizeof rows[0], OG_LONG) +
                check_rows(short_rows, sizeof short_rows / sizeof short_rows[0], OG_SHORT);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const membership *m = &members[i];
        const int is = is_in(&m->cpu, m->class);
        if (is != m->is) {
            printf("%s-%u-%u in %s: %d, not %d\n", m->cpu.vendor, m->cpu.family, m->cpu.model, m->class, is,
                   m->is);
            wrong++;
        }
    }
    return wrong != 0;
}
