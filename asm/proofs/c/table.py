# SPDX-License-Identifier: MIT
"""The proofs of the C, and the faults that they must see."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A place of a source file and the text that takes its place."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Proof:
    name: str
    file: str
    of: str  # the functions
    states: str  # for which it is proved
    seconds: int  # of a processor, about: the longest begin
    faults: tuple
    # The most iterations of loops whose number is unknown, and one: "function.loop:number". cbmc shows that
    # there are no more.
    unwind: str = ""
    options: tuple = ()  # more options of cbmc
    compiler: tuple = ()  # and of goto-cc

    @property
    def function(self):
        return "prove_" + self.name


PROOFS = (
    Proof(
        "tail_pad_in_place",
        "tail.c",
        "og_tail_pad_in_place",
        "any unfinished block, any count",
        5,
        (
            Fault("src/core/tail64.h", "end |= og_tail_mark(held % 8);", "end |= og_tail_mark(held % 16);"),
            Fault("src/core/tail64.h", "    if (held < 56) {\n", "    if (held <= 56) {\n"),
        ),
    ),
    *(
        Proof(
            f"tail_append_{least}",
            "tail.c",
            "og_tail_append",
            f"every length of the input, {least} to {least + 3} bytes since the last multiple of 16",
            30,
            (fault,),
            options=("--object-bits", "16"),
        )
        for least, fault in (
            (0, Fault("src/core/tail64.h", "done += 16) {\n", "done += 15) {\n")),
            (4, Fault("src/core/tail64.h", "p[n / 2] << (8 * (n / 2))", "p[n / 2] << (8 * (n - 1))")),
            (8, Fault("src/core/tail64.h", "if (held % 16 + size > 16) {", "if (held % 16 + size > 17) {")),
            (12, Fault("src/core/tail64.h", "(8 * (16 - (size - done)))", "(8 * (15 - (size - done)))")),
        )
    ),
    Proof(
        "tail_pad",
        "tail.c",
        "og_tail_pad",
        "every length, any count",
        11,
        (
            Fault("src/core/tail64.h", ">> 8 >> (56 - 8 * n)", ">> (56 - 8 * n)"),
            Fault("src/core/tail64.h", "i < size - size % 16; i += 16", "i + 16 < size - size % 16; i += 16"),
        ),
        options=("--object-bits", "16"),
    ),
    Proof(
        "sha1_final",
        "sha1.c",
        "og_sha1_final: a kernel gets the padded message, the context is wiped",
        "any context, with a kernel and without",
        5,
        (
            Fault("src/sha1/sha1.c", "    og_wipe_in_place(ctx, sizeof *ctx);\n", ""),
            Fault("src/sha1/sha1_message.h", "block, bytes % 64, bytes * 8", "block, bytes % 64, bytes"),
        ),
        unwind="og_sha1_pad.0:1",
    ),
    Proof(
        "pbkdf2_check",
        "pbkdf2.c",
        "check of pbkdf2.c: key block, salt and index are a possible message, and its index fits",
        "all sizes and addresses, both hashes",
        2,
        (
            Fault("src/kdf/pbkdf2.c", "most - OG_HASH_BLOCK - 4", "most"),
            Fault("src/kdf/pbkdf2.c", "blocks > UINT32_MAX", "blocks > UINT64_MAX / 2"),
            Fault("src/core/ranges.h", "from_a < from_b + b_size", "from_a <= from_b + b_size"),
        ),
    ),
    Proof(
        "pkcs12_check",
        "pkcs12.c",
        "check of pkcs12.c: no range wraps, the output overlaps neither password nor salt",
        "all sizes and addresses",
        1,
        (
            Fault("src/kdf/pkcs12.c", " || !og_fits(d->salt, d->salt_size, 1)", ""),
            Fault("src/core/ranges.h", "from_b < from_a + a_size", "from_b + 1 < from_a + a_size"),
        ),
    ),
    Proof(
        "read_number",
        "number.c",
        "read_number of order_text.c: no number that does not fit is read",
        "any 21 characters",
        2,
        (Fault("src/core/order_text.c", "*value > (most - digit) / 10", "*value > most / 10"),),
        unwind="read_number.0:22",
        options=("--unsigned-overflow-check",),
    ),
    Proof(
        "many_check_streams",
        "many.c",
        "og_many_check_streams: room for each piece, each context once, no mark is left",
        "0 to 2 streams, all sizes and addresses of the pieces",
        1,
        (
            Fault("src/core/many_check.c", "    *counter |= job->layout->mark;\n", ""),
            Fault(
                "src/core/many_check.c",
                "for (size_t i = 0; i < good; i++)",
                "for (size_t i = 1; i < good; i++)",
            ),
        ),
        unwind="og_many_check_streams.0:3,og_many_check_streams.1:3",
    ),
    Proof(
        "block_update",
        "block.c",
        "ogp_block_update: every byte is processed or waits, no output past its room",
        "any context, up to 24 bytes of input and of room",
        18,
        (
            Fault("bindings/openssl/cipher_block.c", "room < whole", "room + 1 < whole"),
            Fault("bindings/openssl/cipher_block.c", "&& total > 0", "&& total > BLOCK"),
        ),
        unwind="proof_copy.0:9",
    ),
    Proof(
        "block_negative",
        "block.c",
        "ogp_block_update: refuses a size that was negative",
        "any context, all sizes above half of the address space",
        12,
        (Fault("bindings/openssl/cipher_block.c", "size > OGP_SIZE_MOST || ", ""),),
        unwind="proof_copy.0:9",
    ),
    Proof(
        "block_final",
        "block.c",
        "ogp_block_final: no plaintext after an error, no last block without padding, nothing waits",
        "any context, any decrypted block",
        7,
        (
            Fault("bindings/openssl/cipher_block.c", "(padding - 1) / BLOCK", "padding / (BLOCK + 1)"),
            Fault("bindings/openssl/cipher_block.c", "done && room < size", "done && room + 1 < size"),
        ),
        unwind="proof_copy.0:9,proof_set.0:9",
    ),
    Proof(
        "des_limits",
        "des.c",
        "og_des_update: no product or sum of sizes wraps",
        "any context, all sizes and addresses, no kernel",
        1,
        (Fault("src/des/des.c", " || (ctx->mode == OG_CFB1 && size > SIZE_MAX / 8)", ""),),
        options=("--unsigned-overflow-check",),
    ),
    Proof(
        "whirlpool_count",
        "whirlpool.c",
        "og_whirlpool_count: the sum, or an overflow of 256 bits that changes nothing",
        "any counter, all sizes",
        1,
        (
            Fault("src/whirlpool/whirlpool_message.h", "size >> 61", "size >> 60"),
            Fault("src/whirlpool/whirlpool_message.h", " | (sum[i] < carry)", ""),
        ),
    ),
    Proof(
        "sha1_update",
        "sha1.c",
        "og_sha1_update: a kernel gets all whole blocks, the rest is kept",
        "any context, any size up to 2^47, with a kernel and without",
        45,
        (
            Fault(
                "src/sha1/sha1_message.h", "size <= OG_SHA1_MAX_BYTES - bytes;", "size <= OG_SHA1_MAX_BYTES;"
            ),
            Fault("src/core/blocks64.h", "        memset(tail, 0, 64);\n", ""),
            Fault("src/sha1/sha1.c", "if (size >= 64 - held)", "if (size > 64 - held)"),
        ),
    ),
    Proof(
        "sha1_state",
        "sha1_state.c",
        "og_sha1_import, og_sha1_export: a state is refused, or is that of a valid context",
        "any bytes and any digest, with a kernel and without",
        21,
        (
            Fault("src/sha1/sha1_state.c", "bytes <= OG_SHA1_MAX_BYTES", "bytes <= OG_SHA1_MAX_BYTES + 1"),
            Fault(
                "src/core/state.h",
                "for (size_t i = held; i < 64; i++)",
                "for (size_t i = held + 1; i < 64; i++)",
            ),
        ),
        unwind="proof_copy.0:65,og_state_is_tail.0:65",
    ),
    Proof(
        "many_check",
        "many.c",
        "og_many_check: every message is possible and outlives the results, which are apart",
        "0 to 2 messages in one part or two, one or two arrays of results, all sizes and addresses",
        26,
        (
            Fault("src/core/many_check.c", "m.size > most - m.head_size", "m.size > most"),
            Fault("src/core/many_check.c", "(i > 0 && og_overlap(", "(i > 1 && og_overlap("),
            Fault("src/core/many_check.c", "    if (size == 0) {\n", "    if (size <= 1) {\n"),
        ),
        unwind="check_arrays.0:3,check_arrays.1:3,check_arrays.2:3,check_part.0:3,check_messages.0:3",
    ),
    Proof(
        "whirlpool_final",
        "whirlpool.c",
        "og_whirlpool_final: a kernel gets the padded message, the context is wiped",
        "any context, with a kernel and without",
        2,
        (
            Fault("src/core/blocks64.h", "    last[size] = 0x80;\n", "    last[size] = 0x40;\n"),
            Fault("src/whirlpool/whirlpool.c", "    og_wipe(ctx, sizeof *ctx);\n", ""),
            Fault(
                "src/whirlpool/whirlpool_message.h",
                "og_pad(last, tail, size, 32)",
                "og_pad(last, tail, size, 24)",
            ),
        ),
        unwind="proof_copy.0:64,proof_set.0:162",
    ),
    Proof(
        "des_many",
        "des_many.c",
        "og_des_many: each message has its bytes and is in place or apart, whole blocks in CBC",
        "0 to 2 messages, all ciphers, modes, sizes and addresses",
        6,
        (
            Fault("src/des/des_many.c", "m->in != m->out && ", "m->in < m->out && "),
            Fault(
                "src/des/des_many.c",
                "mode == OG_CBC && m->size % 8 != 0",
                "mode == OG_OFB && m->size % 8 != 0",
            ),
        ),
        unwind="og_des_many_body.0:3",
    ),
    Proof(
        "sha1dc_state",
        "sha1_state.c",
        "og_sha1dc_import, og_sha1dc_export: a state is refused, or is that of a valid context",
        "any bytes and any digest, with a kernel and without",
        27,
        (
            Fault("src/sha1/sha1_state.c", "at < bytes - bytes % 64", "at <= bytes"),
            Fault("src/sha1/sha1_state.c", "vector_and_one <= 32", "vector_and_one <= 33"),
        ),
        unwind="proof_copy.0:65,og_state_is_tail.0:65",
    ),
    Proof(
        "read_key",
        "crypt.c",
        "read_key of crypt.c: seven bits of each of eight characters, none after the NUL",
        "any password",
        1,
        (
            Fault("src/des/crypt.c", "bytes[read / 2]", "bytes[1]"),
            Fault("src/des/crypt.c", "(word & OF_BYTES(0x7f)) << 1", "word << 1"),
        ),
        unwind="proof_find.0:9",
        compiler=("-U__SSE2__",),
    ),
    Proof(
        "is_setting",
        "crypt.c",
        "is_setting of crypt.c: a salt, then nothing or characters of which none is refused",
        "any setting",
        1,
        (
            Fault("src/des/crypt.c", " | refused(og_load64le(bytes + size - 8))", ""),
            Fault(
                "src/des/crypt.c", "memchr(hash, '\\0', DIGITS_SIZE)", "memchr(hash, '\\0', DIGITS_SIZE + 1)"
            ),
        ),
        unwind="proof_find.0:13,is_hash.0:8",
        compiler=("-U__SSE2__",),
    ),
    Proof(
        "overlaps",
        "crypt.c",
        "overlaps of crypt.c: what is read of a text, up to its NUL, is not overwritten",
        "any text, hashes at any place near it",
        1,
        (
            Fault("src/des/crypt.c", "length + (length < most)", "length"),
            Fault("src/des/crypt.c", " && og_overlap(text, bytes_read(text, most), hashes, size)", ""),
        ),
        unwind="proof_find.0:15",
        compiler=("-U__SSE2__",),
    ),
    Proof(
        "des_mac_many",
        "des_many.c",
        "og_des_mac_many: each message has its bytes and outlives the MACs",
        "0 to 2 messages, all algorithms, paddings, ciphers, sizes and addresses",
        3,
        (
            Fault(
                "src/des/des_many.c",
                "og_overlap(messages[i].in, messages[i].size, macs",
                "og_overlap(messages[i].in, messages[i].size / 2, macs",
            ),
            Fault("src/des/des_many.c", "size > UINT64_MAX / 8", "size > UINT64_MAX / 4"),
        ),
        unwind="og_des_mac_many_body.0:3",
    ),
    Proof(
        "sha1_one_call",
        "sha1.c",
        "og_sha1: a kernel gets the padded message",
        "any size up to 2^47, with a kernel and without",
        2,
        (Fault("src/sha1/sha1.c", "tail += size - size % 64", "tail += size - size % 32"),),
        unwind="og_sha1_pad.0:1",
    ),
    Proof(
        "sha1dc_final",
        "sha1dc.c",
        "og_sha1dc_final: a kernel gets the padded message, the verdict is the last one, the context is wiped",
        "any context, any hits, with a kernel and without",
        4,
        (
            Fault("src/sha1/sha1dc.c", "    *verdict = ctx->verdict;\n    if", "    if"),
            Fault("src/sha1/sha1dc.c", "    if (ctx->bytes % 64 < 56) {", "    if (ctx->bytes % 64 <= 56) {"),
        ),
        unwind="og_sha1_pad.0:1",
    ),
    Proof(
        "sha1dc_update",
        "sha1dc.c",
        "og_sha1dc_update: all whole blocks are compressed and tested, the rest is kept",
        "any context, any size up to 2^47, with a kernel and without",
        47,
        (Fault("src/sha1/sha1dc.c", ".at = ctx->bytes - ctx->bytes % 64", ".at = ctx->bytes"),),
    ),
    Proof(
        "whirlpool_update",
        "whirlpool.c",
        "og_whirlpool_update: a kernel gets all whole blocks, the rest is kept",
        "any context, any size up to 2^47, with a kernel and without",
        30,
        (Fault("src/whirlpool/whirlpool.c", "held = ctx->bits[0] / 8 % 64", "held = ctx->bits[0] / 8 % 32"),),
    ),
    Proof(
        "whirlpool_one_call",
        "whirlpool.c",
        "og_whirlpool: a kernel gets the padded message",
        "any size up to 2^47, with a kernel and without",
        7,
        (Fault("src/whirlpool/whirlpool.c", "        tail += size - size % 64;\n", ""),),
        unwind="proof_copy.0:64,stream_copy.0:64,proof_set.0:162",
    ),
    Proof(
        "whirlpool_state",
        "whirlpool_state.c",
        "og_whirlpool_import, og_whirlpool_export: a state is refused, or is that of a valid context",
        "any bytes and any digest, with a kernel and without",
        16,
        (Fault("src/whirlpool/whirlpool_state.c", "return low % 8 == 0 && ", "return "),),
        unwind="proof_copy.0:65,og_state_is_tail.0:65",
    ),
    Proof(
        "des_ecb",
        "des.c",
        "og_des_update in ECB: a kernel gets all bytes in whole blocks, or nothing has begun",
        "any context, any size up to 2^47, all ciphers, with a kernel and without",
        2,
        (Fault("src/des/des.c", "out, in, size / 8, ctx->encrypt)", "out, in, size / 8 + 1, ctx->encrypt)"),),
    ),
    Proof(
        "des_cbc",
        "des.c",
        "og_des_update in CBC: a kernel gets all bytes in whole blocks, or nothing has begun",
        "any context, any size up to 2^47, all ciphers, with a kernel and without",
        7,
        (
            Fault(
                "src/des/des.c",
                "ctx->mode == OG_ECB || ctx->mode == OG_CBC) && size",
                "ctx->mode == OG_ECB) && size",
            ),
        ),
    ),
    Proof(
        "des_cfb8",
        "des.c",
        "og_des_update in CFB8: a kernel gets the last eight bytes of ciphertext for each byte",
        "any context, up to 3 bytes, all ciphers, with a kernel and without",
        14,
        (
            Fault(
                "src/des/des.c",
                "<< 8 | (ctx->encrypt ? out[i] : taken)",
                "<< 8 | (ctx->encrypt ? taken : out[i])",
            ),
        ),
        unwind="update_cfb8.0:4",
    ),
)
