/* SPDX-License-Identifier: MIT */
/*
 * kernel: whirlpool_c_byte
 * op: whirlpool.blocks
 * lanes: 1
 * constant-time: no
 * min-size: 0
 * summary: the specification literally, byte by byte; also Whirlpool-0 and Whirlpool-T
 * refs: ISO/IEC 10118-3:2004 clause 13; Barreto and Rijmen 2003, section 3
 *
 * H <- W[H](m) ^ H ^ m (Miyaguchi-Preneel), where W is a cipher of ten rounds on 8 x 8 matrices of bytes. The
 * functions have the specification's names. Nothing is tuned, because the other kernels are compared with
 * this one.
 */
#include <string.h>

#include "catalogue.h"
#include "core/wipe.h"
#include "whirlpool/whirlpool0_spec.h"
#include "whirlpool/whirlpool_byte.h"
#include "whirlpool/whirlpool_spec.h"

typedef struct matrix {
    uint8_t at[8][8]; /* row, column */
} matrix;

/* Section 6.2: the S-box as a network of mini-boxes. */
static uint8_t mini_box_S(uint8_t x) {
    uint8_t E_inverse[16];
    for (uint8_t i = 0; i < 16; i++) {
        E_inverse[whirlpool_spec_E[i]] = i;
    }
    const uint8_t u = whirlpool_spec_E[x >> 4];
    const uint8_t l = E_inverse[x & 15];
    const uint8_t r = whirlpool_spec_R[u ^ l];
    return (uint8_t)(whirlpool_spec_E[u ^ r] << 4 | E_inverse[l ^ r]);
}

static uint8_t S(og_whirlpool_version version, uint8_t x) {
    return version == OG_WHIRLPOOL_0 ? whirlpool0_spec_sbox[x] : mini_box_S(x);
}

/* Section 3.2: gamma, the nonlinear layer (SubBytes). */
static matrix gamma_layer(og_whirlpool_version version, matrix a) {
    matrix b;
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) {
            b.at[i][j] = S(version, a.at[i][j]);
        }
    }
    return b;
}

/* Section 3.4: pi, the cyclical permutation (ShiftColumns). Rotates column j down by j rows. */
static matrix pi(matrix a) {
    matrix b;
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) {
            b.at[i][j] = a.at[(i - j) & 7][j];
        }
    }
    return b;
}

/* Product in GF(2^8) (section 2.1). */
static uint8_t multiply(uint8_t x, uint8_t y) {
    unsigned product = 0;
    unsigned power = x;
    for (; y != 0; y >>= 1) {
        if (y & 1) {
            product ^= power;
        }
        power <<= 1;
        if (power & 0x100) {
            power ^= WHIRLPOOL_POLYNOMIAL;
        }
    }
    return (uint8_t)product;
}

/* Section 3.5: theta, the linear diffusion layer (MixRows): b = a C with C circulant. */
static matrix theta(og_whirlpool_version version, matrix a) {
    const uint8_t *circulant =
        version == OG_WHIRLPOOL_FINAL ? whirlpool_spec_circulant : whirlpool0_spec_circulant;
    matrix b;
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) {
            b.at[i][j] = 0;
            for (unsigned k = 0; k < 8; k++) {
                b.at[i][j] ^= multiply(a.at[i][k], circulant[(j - k) & 7]);
            }
        }
    }
    return b;
}

/* Section 3.6: sigma[k], the key addition. */
static matrix sigma(matrix k, matrix a) {
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) {
            a.at[i][j] ^= k.at[i][j];
        }
    }
    return a;
}

/* Section 3.8: rho[k], the round function. */
static matrix rho(og_whirlpool_version version, matrix k, matrix a) {
    return sigma(k, theta(version, pi(gamma_layer(version, a))));
}

/* Section 3.7: c^r, the round constants: S-box entries in the first row. */
static matrix round_constant(og_whirlpool_version version, unsigned r) {
    matrix c = {{{0}}};
    for (unsigned j = 0; j < 8; j++) {
        c.at[0][j] = S(version, (uint8_t)(8 * (r - 1) + j));
    }
    return c;
}

__attribute__((noinline)) static void compress(og_whirlpool_version version, uint8_t cv[64],
                                               const uint8_t *blocks, size_t nblocks) {
    matrix H;
    matrix m;
    matrix K;
    matrix state;
    memcpy(H.at, cv, 64);
    for (; nblocks > 0; nblocks--, blocks += 64) {
        memcpy(m.at, blocks, 64);
        /* Sections 3.9 and 3.10: the key schedule runs beside the rounds. */
        K = H;
        state = sigma(K, m);
        for (unsigned r = 1; r <= WHIRLPOOL_ROUNDS; r++) {
            K = rho(version, round_constant(version, r), K);
            state = rho(version, K, state);
        }
        H = sigma(state, sigma(H, m));
    }
    memcpy(cv, H.at, 64);
}

void og_whirlpool_byte_blocks(og_whirlpool_version version, uint8_t cv[64], const uint8_t *blocks,
                              size_t nblocks) {
    compress(version, cv, blocks, nblocks);
    og_burn_deep_stack(); /* each layer has its own matrices */
}

void og_whirlpool_c_byte(uint8_t cv[64], const uint8_t *blocks, size_t nblocks) {
    og_whirlpool_byte_blocks(OG_WHIRLPOOL_FINAL, cv, blocks, nblocks);
}
