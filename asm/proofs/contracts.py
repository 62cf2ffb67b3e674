# SPDX-License-Identifier: MIT
"""Contracts: the buffers that each operation of asm/asmgen/operations.py must produce, by the standards.

A contract gets the bytes of all buffers before the call, as {name: list of bytes, or a list of them for each
lane}. It returns those of the writable buffers after the call. Bytes are words of 8 bits of the algebra `w`.
"""

import functools

from asmgen.operations import OPERATIONS
from spec.des import cipher as des
from spec.sha1 import CONDITIONS
from spec.sha1 import compression as sha1
from spec.whirlpool import compression as whirlpool

from .errors import Refused


def chunks(cells, size):
    return [cells[at : at + size] for at in range(0, len(cells), size)]


def words_of(w, cells):
    """Returns 32-bit words of little-endian bytes."""
    return [w.concat(four, 8) for four in chunks(cells, 4)]


def bytes_of(w, words):
    return [w.extract(word, low, 8) for word in words for low in (0, 8, 16, 24)]


# -- SHA-1 -----------------------------------------------------------------------------------------
def _sha1_compress(w, cv, blocks):
    state = words_of(w, cv)
    for block in chunks(blocks, 64):
        state = sha1.compress(w, state, block)
    return bytes_of(w, state)


def sha1_blocks(w, counts, b):
    return {"cv": _sha1_compress(w, b["cv"], b["blocks"])}


def _lanes(fold, size):
    def contract(w, counts, b):
        return {
            "cv": [
                cell for cv, blocks in zip(chunks(b["cv"], size), b["blocks"]) for cell in fold(w, cv, blocks)
            ]
        }

    return contract


def _sha1dc_mask(w, W):
    """Returns a bit mask of the disturbance vectors whose conditions hold for the expanded words."""
    mask = [w.const(1, 1)] * 32
    for i, bi, j, bj, want, vectors in CONDITIONS:
        met = w.xor(w.xor(w.bit(W[i], bi), w.bit(W[j], bj), 1), w.const(1 - want, 1), 1)
        for v in vectors:
            mask[v] = w.and_(mask[v], met, 1)
    return w.concat(mask, 1)


def _sha1dc_compress(w, cv, blocks):
    """Returns the last chaining value, and (schedule, all states, chaining value before) of each block."""
    state, seen = words_of(w, cv), []
    for block in chunks(blocks, 64):
        W = sha1.schedule(w, block)
        states = sha1.rounds(w, state, W)
        seen.append((W, states, state))
        state = [w.add(x, y, 32) for x, y in zip(states[80], state)]
    return bytes_of(w, state), seen


def sha1dc_blocks(w, counts, b):
    """Adds the block info of each block: W60 to W79, the chaining value before, the state before round 60, and
    the mask of the vectors."""
    cv, seen = _sha1dc_compress(w, b["cv"], b["blocks"])
    info = [bytes_of(w, [*W[60:], *before, *states[60], _sha1dc_mask(w, W)]) for W, states, before in seen]
    return {"cv": cv, "info": sum(info, [])}


def sha1dc_lanes(w, counts, b):
    """Adds the block info of all lanes for each block: the chaining values before, word by word, and the masks."""
    cvs, rows = [], [[] for _ in range(counts["nblocks"])]
    for cv, blocks in zip(chunks(b["cv"], 20), b["blocks"]):
        after, seen = _sha1dc_compress(w, cv, blocks)
        cvs += after
        for row, (W, _, before) in zip(rows, seen):
            row.append([*before, _sha1dc_mask(w, W)])
    info = [bytes_of(w, [lane[k] for k in range(6) for lane in row]) for row in rows]
    return {"cv": cvs, "info": sum(info, [])}


def sha1dc_test(w, counts, b):
    """The state before round 60 that the block with the difference leads to, from the chaining value that its last
    rounds leave of the one after it, is compared with the given one."""
    state, after, words, dm = (words_of(w, b[name]) for name in ("state", "after", "words", "dm"))
    other = [w.xor(x, b["dm"][i ^ 3], 8) for i, x in enumerate(b["block"])]
    late = [w.xor(x, y, 32) for x, y in zip(words, dm[60:])]
    last = sha1.rounds(w, state, [None] * 60 + late, range(60, 80))[-1]
    before = [w.sub(x, y, 32) for x, y in zip(after, last)]
    reached = sha1.rounds(w, before, sha1.schedule(w, other), range(60))[-1]
    a, b, c, d, e = (w.xor(x, y, 32) for x, y in zip(reached, state))
    # small products are multiplied out: the order is that of the halves of a vector
    differences = w.or_(w.or_(d, b, 32), w.or_(c, w.or_(a, e, 32), 32), 32)
    return {"differences": bytes_of(w, [differences])}


# padding of a message of a key block and a SHA-1 digest: the bit 1, zeros, the length 672
SHA1_PADDING = [0x80] + [0] * 41 + [0x02, 0xA0]


def pbkdf2_sha1(w, counts, b):
    lanes = len(b["u"]) // 20

    def by_lane(cells):
        """Returns the five words of each lane, as chunks of 4 bytes."""
        words = chunks(cells, 4)
        return [[cell for word in words[lane::lanes] for cell in word] for lane in range(lanes)]

    def by_word(values):
        return [cell for i in range(0, 20, 4) for value in values for cell in value[i : i + 4]]

    u, sums = by_lane(b["u"]), by_lane(b["sums"])
    keys = [by_lane(half) for half in chunks(b["keys"], 20 * lanes)]
    padding = [w.const(c, 8) for c in SHA1_PADDING]
    for _ in range(counts["iterations"]):
        for half in keys:
            digests = [[cell for word in chunks(value, 4) for cell in word[::-1]] for value in u]
            u = [_sha1_compress(w, key, digest + padding) for key, digest in zip(half, digests)]
        sums = [[w.xor(x, y, 8) for x, y in zip(a, value)] for a, value in zip(sums, u)]
    return {"u": by_word(u), "sums": by_word(sums)}


# -- Whirlpool -------------------------------------------------------------------------------------
def _whirlpool_compress(w, cv, blocks):
    for block in chunks(blocks, 64):
        cv = whirlpool.compress(w, cv, block)
    return cv


def whirlpool_blocks(w, counts, b):
    return {"cv": _whirlpool_compress(w, b["cv"], b["blocks"])}


# padding of a message of a key block and a Whirlpool digest: the bit 1, zeros, the length 1024
PADDING = [0x80] + [0] * 61 + [0x04, 0x00]


def pbkdf2_whirlpool(w, counts, b):
    u, sums, keys = (chunks(b[name], 64) for name in ("u", "sums", "keys"))
    for _ in range(counts["iterations"]):
        for half in (keys[: len(u)], keys[len(u) :]):
            padding = [w.const(c, 8) for c in PADDING]
            u = [_whirlpool_compress(w, key, digest + padding) for key, digest in zip(half, u)]
        sums = [whirlpool.xor(w, x, y) for x, y in zip(sums, u)]
    return {"u": sum(u, []), "sums": sum(sums, [])}


# -- DES -------------------------------------------------------------------------------------------
def key_places():
    """Returns {(round, bit of the round key from 0): bit of the 128 bytes, 0 lowest} of an og_des_key.

    include/oldguard/des.h: the first word of a round has the fields of S-boxes 1, 3, 5 and 7 from bit 2 on,
    eight bits apart. The second word has those of S-boxes 2, 4, 6 and 8 from bit 6 on, modulo 32.
    """

    def place(box, i):
        return 32 * (box % 2) + (2 + 4 * (box % 2) + 8 * (box // 2) + i) % 32

    return {(r, 6 * box + i): 64 * r + place(box, i) for r in range(16) for box in range(8) for i in range(6)}


PLACES = key_places()


def _round_keys(w, cells):
    return [[w.bit(cells[PLACES[r, i] // 8], PLACES[r, i] % 8) for i in range(48)] for r in range(16)]


def _bits(w, cells):
    """Returns the bits of bytes in the standard's order, the highest of each byte first."""
    return [w.bit(cell, i) for cell in cells for i in range(7, -1, -1)]


def _cells(w, bits):
    return [w.concat(eight[::-1], 1) for eight in chunks(bits, 8)]


def des_key(w, counts, b):
    out = [w.const(0, 1)] * (8 * 128)
    for r, key in enumerate(des.round_keys(_bits(w, b["key"]))):
        for i, bit in enumerate(key):
            out[PLACES[r, i]] = bit
    return {"ks": [w.concat(eight, 1) for eight in chunks(out, 8)]}


def des_encrypt1(w, counts, b):
    keys = _round_keys(w, b["ks"])
    return {"data": _cells(w, des.cipher(w, _bits(w, b["data"]), keys if counts["encrypt"] else keys[::-1]))}


def des_encrypt2(w, counts, b):
    """Applies the rounds without IP and FP. The first word is the right half, bit 1 is the lowest."""
    keys = _round_keys(w, b["ks"])
    right, left = ([w.bit(word, i) for i in range(32)] for word in words_of(w, b["data"]))
    left, right = des.rounds(w, left, right, keys if counts["encrypt"] else keys[::-1])
    # the halves are exchanged after the last round, as in the standard
    return {"data": [w.concat(eight, 1) for eight in chunks(left + right, 8)]}


def _des_triple(encrypt):
    def contract(w, counts, b):
        three = [_round_keys(w, b[name]) for name in ("k1", "k2", "k3")]
        return {"data": _cells(w, des.triple(w, _bits(w, b["data"]), three, encrypt))}

    return contract


def _des_block(w, ks, encrypt):
    three = [_round_keys(w, cells) for cells in chunks(ks, 128)]

    def block(bits):
        if len(three) == 1:
            return des.cipher(w, bits, three[0] if encrypt else three[0][::-1])
        return des.triple(w, bits, three, encrypt)

    return functools.partial(w.each, block)


def des_ecb(w, counts, b):
    """Applies ECB (FIPS 81; SP 800-38A, section 6.1)."""
    block = _des_block(w, b["ks"], bool(counts["encrypt"]))
    return {"out": [cell for text in chunks(b["in"], 8) for cell in _cells(w, block(_bits(w, text)))]}


def des_cbc_enc(w, counts, b):
    """Applies CBC (SP 800-38A, section 6.2). The IV becomes the last ciphertext block."""
    block, chain, out = _des_block(w, b["ks"], True), _bits(w, b["iv"]), []
    for text in chunks(b["in"], 8):
        chain = block(des.xor(w, _bits(w, text), chain))
        out += _cells(w, chain)
    return {"out": out, "iv": _cells(w, chain)}


def des_cbc_dec(w, counts, b):
    block, chain, out = _des_block(w, b["ks"], False), _bits(w, b["iv"]), []
    for text in chunks(b["in"], 8):
        out += _cells(w, des.xor(w, block(_bits(w, text)), chain))
        chain = _bits(w, text)
    return {"out": out, "iv": _cells(w, chain)}


def des_crypt25(w, counts, b):
    """Applies the traditional crypt(3): the salted cipher 25 times on a block of zeros."""
    keys, bits = _round_keys(w, b["ks"]), [w.const(0, 1)] * 64
    salt = [w.bit(counts["salt"], i) for i in range(24)]
    for i in range(25):
        bits = des.cipher(w, bits, keys, salt, 16 * i)
    return {"out": _cells(w, bits)}


def _des_lanes(keys):
    def contract(w, counts, b):
        """Applies CBC encryption to each lane. The blocks of the lanes alternate."""
        lanes = len(b["iv"]) // 8
        chains = [_bits(w, cells) for cells in chunks(b["iv"], 8)]
        own = [sum((_bits(w, cells) for cells in chunks(b["keys"], 8)[i::lanes]), []) for i in range(lanes)]

        def block(bits):
            three = [des.round_keys(key) for key in chunks(bits[64:], 64)]
            return des.cipher(w, bits[:64], three[0]) if keys == 1 else des.triple(w, bits[:64], three, True)

        out = []
        for at, text in enumerate(chunks(b["in"], 8)):
            bits = des.xor(w, _bits(w, text), chains[at % lanes])
            chains[at % lanes] = w.each(block, bits + own[at % lanes])
            out += _cells(w, chains[at % lanes])
        return {"out": out, "iv": [cell for chain in chains for cell in _cells(w, chain)]}

    return contract


def _des_salted_lanes(salt_bits):
    def contract(w, counts, b):
        """Applies the salted cipher to the block of each lane, under its own salt or the one of all."""

        def block(bits):
            salt = [*bits[128:], *[w.const(0, 1)] * (24 - salt_bits)]
            return des.cipher(w, bits[:64], des.round_keys(bits[64:128]), salt)

        texts, keys = (chunks(b[name], 8) for name in ("blocks", "keys"))
        one = "salts" not in b and [w.extract(counts["salt"], low, 8) for low in range(0, 32, 8)]
        out = []
        for text, key, salt in zip(texts, keys, [one] * len(texts) if one else chunks(b["salts"], 8)):
            bits = _bits(w, text)
            own = _bits(w, key) + [w.bit(salt[i // 8], i % 8) for i in range(salt_bits)]
            for _ in range(counts["iterations"]):
                bits = w.each(block, bits + own)
            out += _cells(w, bits)
        return {"blocks": out}

    return contract


_MEANINGS = {
    "sha1.blocks": sha1_blocks,
    "sha1.lanes": _lanes(_sha1_compress, 20),
    "sha1dc.blocks": sha1dc_blocks,
    "sha1dc.lanes": sha1dc_lanes,
    "sha1dc.test": sha1dc_test,
    "whirlpool.blocks": whirlpool_blocks,
    "whirlpool.lanes": _lanes(_whirlpool_compress, 64),
    "pbkdf2.sha1_lanes": pbkdf2_sha1,
    "pbkdf2.whirlpool_blocks": pbkdf2_whirlpool,
    "des.key": des_key,
    "des.encrypt1": des_encrypt1,
    "des.encrypt2": des_encrypt2,
    "des.encrypt3": _des_triple(True),
    "des.decrypt3": _des_triple(False),
    "des.ecb": des_ecb,
    "des3.ecb": des_ecb,
    "des.cbc_enc": des_cbc_enc,
    "des3.cbc_enc": des_cbc_enc,
    "des.cbc_dec": des_cbc_dec,
    "des3.cbc_dec": des_cbc_dec,
    "des.crypt25": des_crypt25,
    "des.crypt_lanes": _des_salted_lanes(12),
    "des.one_salt_lanes": _des_salted_lanes(12),
    "des.bsdi_lanes": _des_salted_lanes(24),
    "des.lanes": _des_lanes(1),
    "des3.lanes": _des_lanes(3),
}


class Contracts(dict):
    """{operation: contract}; an operation of the table that has none is refused by name."""

    def __missing__(self, op):
        raise Refused(f"asm/proofs/contracts.py has no contract for {op}")


def _checked(op, meaning):
    """The contract `meaning`, which must return the writable buffers of the table, in their sizes."""
    writable = [a.name for a in op.arguments if a.writable]

    def contract(w, counts, before):
        after = meaning(w, counts, before)
        sizes = {name: len(cells) for name, cells in after.items()}
        wanted = {name: len(before[name]) for name in writable}
        if sizes != wanted:
            raise AssertionError(
                f"asm/proofs/contracts.py: {op.name}: returns {sizes} bytes; asm/asmgen/operations.py: {wanted}"
            )
        return after

    return contract


CONTRACTS = Contracts((name, _checked(OPERATIONS[name], meaning)) for name, meaning in _MEANINGS.items())
