/* SPDX-License-Identifier: MIT */
/* The identities and classes of AArch64 processors by recorded values of MIDR_EL1, on every processor, and
 * the kernels that then serve, where the build has them. The values are from processors' manuals and from
 * /proc/cpuinfo. */
#include <stdio.h>
#include <string.h>

#include "core/midr.h"
#include "serving.h"

static int wrong;

static void expect(const char *what, const char *found, const char *expected) {
    if (strcmp(found, expected) != 0) {
        printf("%s: %s, not %s\n", what, found, expected);
        wrong++;
    }
}

/* Returns the classes of a processor, separated by blanks. */
static const char *classes_of(const og_cpu_id *cpu) {
    static char text[256];
    text[0] = '\0';
    for (size_t i = 0; i < og_cpu_classes_count; i++) {
        if (og_cpu_classes[i].models[0].vendor != NULL && og_cpu_is(cpu, &og_cpu_classes[i])) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? " " : "", og_cpu_classes[i].name);
        }
    }
    return text;
}

static const struct {
    const char *name;
    uint32_t midr;
    const char *identity, *classes;
} processors[] = {
    {"Cortex-A53 r0p4", 0x410fd034, "midr-0x41-0xd03-0x4", "arm-in-order"},
    {"Cortex-A35", 0x411fd041, "midr-0x41-0xd04-0x11", "arm-in-order"},
    {"Cortex-A55", 0x412fd050, "midr-0x41-0xd05-0x20", "arm-in-order"},
    {"Cortex-A510", 0x411fd461, "midr-0x41-0xd46-0x11", "arm-in-order"},
    {"Cortex-A520", 0x410fd801, "midr-0x41-0xd80-0x1", "arm-in-order"},
    {"Kryo 2xx Silver", 0x51af8014, "midr-0x51-0x801-0xa4", "arm-in-order"},
    {"Kryo 4xx Silver", 0x51df805e, "midr-0x51-0x805-0xde", "arm-in-order"},
    {"Cortex-A57", 0x411fd072, "midr-0x41-0xd07-0x12", ""},
    {"Cortex-A72 r0p3", 0x410fd083, "midr-0x41-0xd08-0x3", ""},
    {"Cortex-A73", 0x410fd092, "midr-0x41-0xd09-0x2", ""},
    {"Cortex-A76 r4p1", 0x414fd0b1, "midr-0x41-0xd0b-0x41", "neoverse-n"},
    {"Neoverse N1 r3p1", 0x413fd0c1, "midr-0x41-0xd0c-0x31", "neoverse-n"},
    {"Cortex-A77", 0x411fd0d0, "midr-0x41-0xd0d-0x10", "neoverse-n"},
    {"Cortex-A78", 0x411fd410, "midr-0x41-0xd41-0x10", "neoverse-n"},
    {"Cortex-A710", 0x412fd471, "midr-0x41-0xd47-0x21", "neoverse-n"},
    {"Neoverse N2", 0x410fd490, "midr-0x41-0xd49-0x0", "neoverse-n"},
    {"Azure Cobalt 100", 0x6d0fd490, "midr-0x6d-0xd49-0x0", "neoverse-n"},
    {"Kryo 4xx Gold", 0x51cf804d, "midr-0x51-0x804-0xcd", "neoverse-n"},
    {"Neoverse V1 r1p1", 0x411fd401, "midr-0x41-0xd40-0x11", "neoverse-v"},
    {"Cortex-X1", 0x411fd440, "midr-0x41-0xd44-0x10", "neoverse-v"},
    {"Cortex-X2", 0x412fd480, "midr-0x41-0xd48-0x20", "neoverse-v"},
    {"Neoverse V2", 0x410fd4f0, "midr-0x41-0xd4f-0x0", "neoverse-v"},
    {"Cortex-X4", 0x410fd821, "midr-0x41-0xd82-0x1", "neoverse-v"},
    {"Cortex-X925", 0x410fd851, "midr-0x41-0xd85-0x1", "neoverse-v"},
    {"Apple M1 Icestorm", 0x611f0221, "midr-0x61-0x22-0x11", "apple"},
    {"Apple M1 Firestorm", 0x611f0231, "midr-0x61-0x23-0x11", "apple"},
    {"Ampere-1", 0xc00fac30, "midr-0xc0-0xac3-0x0", ""},
    {"A64FX", 0x461f0010, "midr-0x46-0x1-0x10", ""},
    {"qemu's max", 0x000f0510, "midr-0x0-0x51-0x0", ""},
    {"unknown", 0, "unknown", ""},
};

static void check_processors(void) {
    for (size_t i = 0; i < sizeof processors / sizeof processors[0]; i++) {
        char identity[OG_CPU_IDENTITY_SIZE];
        const og_cpu_id cpu = og_midr_identity(processors[i].midr);
        og_cpu_write_identity(&cpu, identity);
        expect(processors[i].name, identity, processors[i].identity);
        expect(processors[i].name, classes_of(&cpu), processors[i].classes);
    }
    char identity[OG_CPU_IDENTITY_SIZE];
    const og_cpu_id m1 = {"cpufamily", 0x1b588bb3, 2, 0};
    og_cpu_write_identity(&m1, identity);
    expect("Apple M1, macOS", identity, "cpufamily-0x1b588bb3-0x2-0x0");
    expect("Apple M1, macOS", classes_of(&m1), "apple");
    const og_cpu_id intel = {"GenuineIntel", 6, 143, 8};
    og_cpu_write_identity(&intel, identity);
    expect("Sapphire Rapids", identity, "GenuineIntel-6-143-8");
}

#define A53 0x410fd034
#define A55 0x412fd050
#define A72 0x410fd083
#define A76 0x414fd0b1
#define A78 0x411fd410
#define X1 0x411fd440

static const struct {
    const char *name;
    og_midr_core cores[8];
    uint32_t midr;
} systems[] = {
    {"one kind", {{A76, 1024}, {A76, 1024}}, A76},
    {"slow cores first", {{A55, 381}, {A55, 381}, {A76, 1024}, {A76, 1024}}, A76},
    {"fast cores first", {{A72, 1024}, {A53, 446}, {A53, 446}, {A72, 1024}}, A72},
    {"three kinds", {{A55, 250}, {A78, 800}, {X1, 1024}, {X1, 1024}}, X1},
    {"the first core is offline", {{0, 0}, {A55, 381}, {A76, 1024}}, A76},
    {"no capacities", {{A53, 0}, {A72, 0}}, A53},
    {"no registers", {{0, 0}, {0, 0}}, 0},
};

static void check_systems(void) {
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        char found[16];
        char expected[16];
        snprintf(found, sizeof found, "%08x", og_midr_of_system(systems[i].cores, 8));
        snprintf(expected, sizeof expected, "%08x", systems[i].midr);
        expect(systems[i].name, found, expected);
    }
    expect("A53", og_midr_may_be_combined(A53) ? "combined" : "alone", "combined");
    expect("Neoverse N1", og_midr_may_be_combined(0x413fd0c1) ? "combined" : "alone", "alone");
    expect("Ampere-1", og_midr_may_be_combined(0xc00fac30) ? "combined" : "alone", "alone");
    expect("Apple M1", og_midr_may_be_combined(0x611f0231) ? "combined" : "alone", "combined");
}

#define SHA1 (OG_CPU_NEON | OG_CPU_ARMSHA1)

static const struct {
    uint32_t midr, features;
    const char *op;
    size_t size;
    const char *stem;
} rows[] = {
    {A53, SHA1, "sha1.blocks", 1024, "sha1_a64_ce_inorder"},
    {A53, SHA1, "sha1.lanes", 1024, "one-by-one"},
    {A53, OG_CPU_NEON, "sha1.lanes", 1024, "one-by-one"},
    {A53, OG_CPU_NEON, "sha1.blocks", 1024, "sha1_a64_scalar"},
    {A72, OG_CPU_NEON, "sha1.blocks", 1024, "sha1_a64_scalar"},
    {A72, OG_CPU_NEON, "sha1.lanes", 192, "sha1_a64_neon_x4"},
    {A72, SHA1, "sha1.blocks", 1024, "sha1_a64_ce"},
    {A72, SHA1, "sha1.lanes", 192, "sha1_a64_ce_x2"},
    {A72, SHA1, "sha1.lanes", 128, "sha1_a64_ce_x2"},
    {A76, SHA1, "sha1.blocks", 1024, "sha1_a64_ce"},
    {A76, SHA1, "sha1.lanes", 128, "sha1_a64_ce_x2"},
    {A53, SHA1, "pbkdf2.sha1_lanes", 128, "sha1_a64_ce"},
    {A76, SHA1, "pbkdf2.sha1_lanes", 128, "sha1_a64_ce_x2"},
    {X1, SHA1, "pbkdf2.sha1_lanes", 128, "sha1_a64_ce_eor_x2"},
    {X1, SHA1, "sha1.blocks", 1024, "sha1_a64_ce"},
    {X1, SHA1, "sha1.lanes", 128, "sha1_a64_ce_eor_x2"},
    {0x611f0231, SHA1, "sha1.blocks", 1024, "sha1_a64_ce"},
    {0x611f0231, SHA1, "sha1.lanes", 1024, "one-by-one"},
    {0, SHA1, "sha1.blocks", 1024, "sha1_a64_ce"},
    {0, SHA1, "sha1.lanes", 128, "sha1_a64_ce_x2"},
};

/* The kernels that serve, in a build for AArch64. The kernels themselves do not run. */
static void check_orders(void) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char what[64];
        const og_cpu_id cpu = og_midr_identity(rows[i].midr);
        snprintf(what, sizeof what, "%08x: %s of %zu bytes", rows[i].midr, rows[i].op, rows[i].size);
        expect(what, serving_length(&cpu, rows[i].features, rows[i].op, OG_LONG, rows[i].size), rows[i].stem);
    }
}

int main(void) {
    check_processors();
    check_systems();
    if (og_kernel_find("sha1.blocks", "sha1_a64_ce")->fn != NULL) {
        check_orders();
    }
    return wrong != 0;
}
