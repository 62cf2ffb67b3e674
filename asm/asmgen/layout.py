# SPDX-License-Identifier: MIT
"""Places the items of a function: branch lengths, padding and the distances to constants."""

from .operands import Mem
from .stream import Align, Instr, LabelHere

# Bytes, of functions and constants. A constant of 64 bytes that crosses a cache line is loaded twice.
ALIGNMENT = 64


def layout(stream, encoder, constants=None):
    """Returns [(item, offset, bytes)] for a stream, with every branch in its shortest form.

    encoder: of the architecture. constants: {label: offset from the stream's start}. Without it the
    distances to constants are zero, which changes no length.
    """
    far = set()  # ids of the branches in their long form
    while True:
        placed, labels = _drafts(stream, encoder, far)
        grown = False
        for i, (item, at, code) in enumerate(placed):
            if not isinstance(item, Instr):
                continue
            if item.is_branch:
                code = encoder.branch(item, code, labels[item.operands[-1]] - at)
                if code is None:
                    far.add(id(item))
                    grown = True
            elif constants is not None:
                code = _with_distance(item, at, code, encoder, labels, constants)
            placed[i] = (item, at, code)
        if not grown:
            return placed


def _drafts(stream, encoder, far):
    """Returns ([(item, offset, bytes without distances)], {label: offset})."""
    placed, offset, labels = [], 0, {}
    for item in stream:
        if isinstance(item, LabelHere):
            labels[item.label] = offset
            continue
        if isinstance(item, Align):
            item.length = -offset % item.boundary
            code = encoder.padding(item.length)
        elif isinstance(item, Instr):
            code = encoder.draft(item, id(item) in far)
        else:
            continue
        placed.append((item, offset, code))
        offset += len(code)
    return placed, labels


def _with_distance(item, at, code, encoder, labels, constants):
    """Returns the instruction's bytes with the distance to the constant that it addresses."""
    mem = next((v for v in item.operands if isinstance(v, Mem) and v.label), None)
    if mem is None:
        return code
    origin = labels[mem.origin] - at if mem.origin else None
    return encoder.reference(item, code, constants[mem.label] + mem.disp - at, origin)
