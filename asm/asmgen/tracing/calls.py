# SPDX-License-Identifier: MIT
"""The call that a trace shows: for each operation the input, in words too, and the standard's values."""

from dataclasses import dataclass

from ..errors import UsageError
from . import des, sha1, slices, whirlpool
from .packing import Packing
from .recorder import Recorder

# In the order in which the trace of a kernel is chosen if none is named.
OPERATIONS = (
    *"sha1.blocks sha1dc.blocks sha1.lanes whirlpool.blocks des.encrypt1 des.cbc_enc des.key".split(),
    "des.ecb",
)
MANY = len(sha1.TEXTS)  # messages of the largest trace of lanes


@dataclass
class Call:
    buffers: dict
    counts: dict
    title: str
    said: str
    standard: object  # a function of the numbers that the call wrote; returns a Standard
    slices: bool = False  # a batch of blocks, one bit of each in a vector


def operation(kernel):
    """Returns the operation that the trace of a kernel shows, or None if no trace would read well."""
    names = [op.name for op, _, _ in kernel.entries]
    for name in OPERATIONS:
        if name not in names or name == "sha1.lanes" and kernel.lanes > MANY:
            continue
        if name == "des.ecb" and "bitslice" not in kernel.source:
            continue
        return name
    return None


def _sha1(f, op):
    result = sha1.result()
    buffers = {"cv": sha1.state_bytes(sha1.INITIAL), "blocks": sha1.padded(sha1.TEXTS[0])}
    if op == "sha1dc.blocks":
        buffers["info"] = bytes(124)
    digest = "".join(f"{word:08x}" for word in result)
    return Call(
        buffers,
        {"nblocks": 1},
        f'SHA-1 of "{sha1.TEXTS[0]}"',
        f"The digest is {digest}.",
        lambda seen: sha1.standard(),
    )


def _sha1_lanes(f, op):
    lanes = f.kernel.lanes
    texts = sha1.TEXTS[:lanes]
    first = "".join(f"{word:08x}" for word in sha1.result())
    return Call(
        {"cv": sha1.state_bytes(sha1.INITIAL) * lanes, "blocks": [sha1.padded(text) for text in texts]},
        {"nblocks": 1},
        f'SHA-1 of {lanes} texts, of which the first is "{texts[0]}"',
        f"The digest of the first text is {first}.",
        lambda seen: sha1.lanes(lanes),
    )


def _whirlpool(f, op):
    return Call(
        {"cv": bytes(whirlpool.chaining_value()), "blocks": bytes(whirlpool.blocks()[1])},
        {"nblocks": 1},
        f'Whirlpool of "{whirlpool.TEXT}", the second of two blocks',
        f"The digest is {bytes(whirlpool.result()).hex()}.",
        lambda seen: whirlpool.standard(),
    )


def _des(f, op):
    values = des.Values()
    said = f"The ciphertext is {values.result.hex()}."
    title = f'DES of "{des.BLOCK.decode()}" under the key "{des.KEY.decode()}"'
    if op == "des.key":
        title, said = f'The key schedule of the key "{des.KEY.decode()}"', "The result is 16 round keys."
        return Call({"ks": bytes(128), "key": des.KEY}, {}, title, said, lambda seen: des.key_fields())
    if op == "des.encrypt1":
        halves = (lambda seen: des.e_form()) if "eform" in f.kernel.source else des.halves
        return Call({"data": des.BLOCK, "ks": des.KS}, {"encrypt": 1}, title, said, halves)
    buffers = {"out": bytes(8), "in": des.BLOCK, "ks": des.KS, "iv": bytes(8)}
    title += ", CBC mode with an IV of zeros"
    return Call(buffers, {"nblocks": 1}, title, said, lambda seen: des.e_form())


def _slices(f, op):
    count = f.kernel.blocks_per_iteration
    title = f'Rounds 1 and 2 of DES of {count} blocks, of which the first is "{des.BLOCK.decode()}"'
    return Call(
        {"out": bytes(8 * count), "in": b"".join(slices.blocks(count)), "ks": des.KS},
        {"nblocks": count, "encrypt": 1},
        title,
        "After round 2 the slices hold L2 and R2.",
        lambda seen: des.slice_rounds(),
        slices=True,
    )


CALLS = {
    "sha1.blocks": _sha1,
    "sha1dc.blocks": _sha1,
    "sha1.lanes": _sha1_lanes,
    "whirlpool.blocks": _whirlpool,
    "des.encrypt1": _des,
    "des.cbc_enc": _des,
    "des.key": _des,
    "des.ecb": _slices,
}


def trace(kernel, op=None):
    """Returns (trace, Standard) of a call of a kernel's function for an operation."""
    chosen = operation(kernel)
    names = [o.name for o, _, _ in kernel.entries]
    if op is None and chosen is None:
        raise UsageError(f"{kernel.stem} has no operation of which a trace reads well: {' '.join(names)}")
    op = op or chosen
    if op not in names:
        raise UsageError(f"{kernel.stem} has no operation '{op}'; it has: {' '.join(names)}")
    if op not in CALLS or op == "sha1.lanes" and kernel.lanes > MANY:
        raise UsageError(f"no trace of {op} of {kernel.stem} reads well; known: {' '.join(OPERATIONS)}")
    unit = kernel.build(kernel.abis()[0], with_roles=True)
    unit.placed()
    f = next(f for f in unit.functions if f.op.name == op)
    made = CALLS[op](f, op)
    recorder = Recorder(f, made.buffers, made.counts)
    seen = {number for step in recorder.steps for number, _ in step.changed.values()}
    standard = made.standard(seen)
    said = {"title": made.title, "said": made.said}
    if not made.slices:
        return Packing(recorder, standard).object(said), standard
    first, last = slices.window(recorder.steps)
    order = slices.order(f, recorder.steps[first:last], f.kernel.blocks_per_iteration)
    packing = Packing(recorder, standard, first, last, slices.names(order), order.index(0))
    return packing.object(said), standard
