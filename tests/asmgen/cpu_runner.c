// SPDX-License-Identifier: MIT
// Runs machine code stubs on random register states: argv = input file, output file.
// Input: u32 count, u32 states per stub; then per stub one state after another. The stubs and the
// state they load from and store to are in the generated assembly file. A state has STATE_SIZE bytes, of
// which the last are the memory.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DATA_SIZE 4096
extern uint8_t og_state[STATE_SIZE];
extern void (*const og_stubs[])(void);

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
    uint32_t head[2];
    uint8_t *memory = og_state + STATE_SIZE - DATA_SIZE;
    uint8_t *data = mmap((void *)0x10000000, DATA_SIZE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (!in || !out || data == MAP_FAILED || fread(head, sizeof head, 1, in) != 1) return 2;
    for (uint32_t i = 0; i < head[0]; i++)
        for (uint32_t j = 0; j < head[1]; j++) {
            if (fread(og_state, STATE_SIZE, 1, in) != 1) return 2;
            memcpy(data, memory, DATA_SIZE);
            og_stubs[i]();
            memcpy(memory, data, DATA_SIZE);
            if (fwrite(og_state, STATE_SIZE, 1, out) != 1) return 2;
        }
    return fclose(out) ? 2 : 0;
}
