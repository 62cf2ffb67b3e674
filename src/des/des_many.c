/* SPDX-License-Identifier: MIT */
/* Many messages in one call, in CBC, CFB64 and OFB and under CBC-MAC and the retail MAC. des_lanes.c
 * distributes them over lanes. */
#include <oldguard/des_many.h>

#include <string.h>

#include "core/bytes.h"
#include "core/many_job.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "des/des_key.h"
#include "des/des_lanes.h"

typedef struct many {
    const og_des_message *messages;
    og_mac_padding padding;
    int retail;
    uint8_t (*macs)[OG_DES_MAC_SIZE];
} many;

/* Checks the arguments that both functions require of a message. */
static int check_message(og_des_cipher cipher, const og_des_message *m, unsigned checks) {
    if (m->key == NULL || (m->in == NULL && m->size > 0)) {
        return OG_ERR_NULL;
    }
    if (!og_fits(m->in, m->size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    return og_des_check_keys(m->key, (size_t)cipher + 1, checks);
}

/* Checks what does not belong to a single message. */
static int check_call(const og_des_message *messages, size_t n, unsigned checks) {
    if (checks & ~(unsigned)(OG_DES_CHECK_PARITY | OG_DES_CHECK_WEAK)) {
        return OG_ERR_ARGUMENT;
    }
    if (messages == NULL && n > 0) {
        return OG_ERR_NULL;
    }
    return og_fits(messages, n, sizeof *messages) ? OG_OK : OG_ERR_TOO_LONG;
}

/* Describes a message in CBC, CFB64 or OFB; see og_des_job. */
static const uint8_t *begin(const void *of, og_des_stream *s, uint8_t chain[8]) {
    const many *all = of;
    const og_des_message *m = &all->messages[s->index];
    s->in = m->in;
    s->out = m->out;
    s->body = m->size / 8;
    s->rest = (uint8_t)(m->size % 8);
    memcpy(chain, m->iv, 8);
    return m->key;
}

OG_CLEARED(og_burn_whole_stack, og_des_many,
           (og_des_cipher cipher, og_des_mode mode, const og_des_message *messages, size_t n, unsigned checks,
            size_t *bad),
           (cipher, mode, messages, n, checks, bad)) {
    if ((unsigned)cipher > OG_DES_EDE3 || (mode != OG_CBC && mode != OG_CFB64 && mode != OG_OFB)) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    int status = check_call(messages, n, checks);
    if (status != OG_OK) {
        return og_many_status(status, n, bad);
    }
    for (size_t i = 0; i < n; i++) {
        const og_des_message *m = &messages[i];
        status = check_message(cipher, m, checks);
        if (status == OG_OK && (m->iv == NULL || (m->out == NULL && m->size > 0))) {
            status = OG_ERR_NULL;
        }
        if (status == OG_OK && !og_fits(m->out, m->size, 1)) {
            status = OG_ERR_TOO_LONG;
        }
        if (status == OG_OK && m->in != m->out && og_overlap(m->in, m->size, m->out, m->size)) {
            status = OG_ERR_ARGUMENT;
        }
        if (status == OG_OK && mode == OG_CBC && m->size % 8 != 0) {
            status = OG_ERR_LENGTH;
        }
        if (status != OG_OK) {
            return og_many_status(status, i, bad);
        }
    }
    og_many_status(OG_OK, n, bad);
    const many all = {.messages = messages};
    const og_des_job job = {.cipher = cipher,
                            .chain = mode == OG_CBC     ? OG_CHAIN_CBC
                                     : mode == OG_CFB64 ? OG_CHAIN_CFB64
                                                        : OG_CHAIN_OFB,
                            .n = n,
                            .of = &all,
                            .begin = begin};
    return og_des_lanes(&job);
}

/* Describes a padded message: a head block with the length for padding 3, the whole blocks, and a tail block
 * for the padded partial block. There is at least one block. */
static void lay_out(const many *all, og_des_stream *s) {
    const og_des_message *m = &all->messages[s->index];
    const size_t held = m->size % 8;
    s->in = m->size > 0 ? m->in : s->tail; /* adding 0 to NULL is undefined */
    s->body = m->size / 8;
    if (all->padding == OG_MAC_PAD_LENGTH) {
        og_store64be(s->head, 8 * (uint64_t)m->size);
        s->has_head = 1;
    }
    s->has_tail = held > 0 || m->size == 0 || all->padding == OG_MAC_PAD_BIT;
    if (held > 0) {
        memcpy(s->tail, m->in + 8 * s->body, held);
    }
    if (all->padding == OG_MAC_PAD_BIT) {
        s->tail[held] = 0x80;
    }
}

/* Describes a message under a MAC, without the last block for the retail MAC. */
static const uint8_t *begin_mac(const void *of, og_des_stream *s, uint8_t chain[8]) {
    const many *all = of;
    lay_out(all, s);
    if (all->retail) { /* begin_last has the last block */
        s->body -= !s->has_tail;
        s->has_tail = 0;
    }
    memset(chain, 0, 8);
    return all->messages[s->index].key;
}

/* Describes the last block of a message under the retail MAC, chained to the blocks before. */
static const uint8_t *begin_last(const void *of, og_des_stream *s, uint8_t chain[8]) {
    const many *all = of;
    lay_out(all, s);
    s->has_head = 0;
    if (!s->has_tail) {
        memcpy(s->tail, s->in + 8 * (s->body - 1), 8);
        s->has_tail = 1;
    }
    s->body = 0;
    memcpy(chain, all->macs[s->index], 8);
    return all->messages[s->index].key;
}

static void end_mac(const void *of, size_t index, const uint8_t chain[8]) {
    const many *all = of;
    memcpy(all->macs[index], chain, 8);
}

OG_CLEARED(og_burn_whole_stack, og_des_mac_many,
           (og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
            const og_des_message *messages, size_t n, unsigned checks, uint8_t (*macs)[OG_DES_MAC_SIZE],
            size_t *bad),
           (algorithm, padding, cipher, messages, n, checks, macs, bad)) {
    const int retail = algorithm == OG_MAC_RETAIL;
    if ((unsigned)cipher > OG_DES_EDE3 || (algorithm != OG_MAC_CBC && !retail) ||
        (retail && cipher != OG_DES_EDE) || padding < OG_MAC_PAD_ZEROS || padding > OG_MAC_PAD_LENGTH) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    int status = n > 0 && macs == NULL ? OG_ERR_NULL : check_call(messages, n, checks);
    if (status == OG_OK && !og_fits(macs, n, sizeof *macs)) {
        status = OG_ERR_TOO_LONG;
    }
    if (status == OG_OK && og_overlap(messages, n * sizeof *messages, macs, n * sizeof *macs)) {
        status = OG_ERR_ARGUMENT;
    }
    if (status != OG_OK) {
        return og_many_status(status, n, bad);
    }
    for (size_t i = 0; i < n; i++) {
        status = check_message(cipher, &messages[i], checks);
        const uint64_t size = messages[i].size; /* the length block holds it in bits */
        if (status == OG_OK && padding == OG_MAC_PAD_LENGTH && size > UINT64_MAX / 8) {
            status = OG_ERR_TOO_LONG;
        }
        if (status == OG_OK && og_overlap(messages[i].in, messages[i].size, macs, n * sizeof *macs)) {
            status = OG_ERR_ARGUMENT;
        }
        if (status != OG_OK) {
            return og_many_status(status, i, bad);
        }
    }
    og_many_status(OG_OK, n, bad);
    const many all = {.messages = messages, .padding = padding, .retail = retail, .macs = macs};
    og_des_job job = {.cipher = retail ? OG_DES : cipher,
                      .chain = OG_CHAIN_MAC,
                      .n = n,
                      .of = &all,
                      .begin = begin_mac,
                      .end = end_mac};
    status = og_des_lanes(&job);
    if (status == OG_OK && retail) {
        job.cipher = OG_DES_EDE;
        job.begin = begin_last;
        status = og_des_lanes(&job);
    }
    return status;
}
