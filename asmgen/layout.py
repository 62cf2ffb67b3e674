# SPDX-License-Identifier: MIT
"""Places the items of a function: branch lengths, padding and the distances to constants."""

from .encode import little_endian
from .errors import KernelError
from .registers import Mem
from .stream import Align, Instr, LabelHere

# Bytes, of functions and constants. A constant of 64 bytes that crosses a cache line is loaded twice.
ALIGNMENT = 64

# Padding before a loop head is executed, so it must be cheap. Before the 686 the long 0F 1F form is
# an illegal instruction: 32-bit code uses lea and mov of esi to itself.
_NOPS = {
    64: (
        "90",
        "6690",
        "0F1F00",
        "0F1F4000",
        "0F1F440000",
        "660F1F440000",
        "0F1F8000000000",
        "0F1F840000000000",
        "660F1F840000000000",
    ),
    32: ("90", "89F6", "8D7600", "8D742600", "908D742600", "8DB600000000", "8DB42600000000"),
}


def padding(length, bits):
    """Returns `length` bytes of the longest nops."""
    nops = [bytes.fromhex(n) for n in _NOPS[bits]]
    out = b""
    while length:
        step = min(length, len(nops))
        out += nops[step - 1]
        length -= step
    return out


def _with_distances(item, at, code, labels, constants):
    """Returns the instruction's code with the distance to its constant filled in. The distance counts
    from the instruction's end (rip), or from the label whose address the base register holds."""
    mem = next((v for v in item.operands if isinstance(v, Mem) and v.label), None)
    if mem is None:
        return code
    last = item.form.enc.split()[-1]
    hole = len(code) - 4 - (int(last[1:]) // 8 if last[0] == "i" else 0)
    distance = constants[mem.label] + mem.disp - (labels[mem.origin] if mem.origin else at + len(code))
    if mem.origin and distance < 128:
        raise KernelError(
            "so near, assemblers would choose a short displacement: "
            f"{distance} bytes to '{mem.label.name}'",
            item.where,
        )
    return code[:hole] + little_endian(distance, 32) + code[hole + 4 :]


def layout(stream, bits, constants=None):
    """Returns [(item, offset, bytes)] for a stream, with every branch in its shortest form.

    constants: {label: offset from the stream's start}. Without it the distances to constants are
    zero, which changes no length.
    """
    long_branches = set()
    while True:
        placed, offset, labels, grown = [], 0, {}, False
        for item in stream:
            if isinstance(item, LabelHere):
                labels[item.label] = offset
            elif isinstance(item, Align):
                item.length = -offset % item.boundary
                placed.append((item, offset, padding(item.length, bits)))
                offset += item.length
            elif isinstance(item, Instr):
                if item.is_branch:
                    short, *far = item.form.enc.split()[1:]
                    always = short == "-"  # there is no short form
                    code = (
                        bytes.fromhex("".join(far)) + bytes(4)
                        if always or id(item) in long_branches
                        else bytes.fromhex(short) + bytes(1)
                    )
                else:
                    code = item.code(bits)
                placed.append((item, offset, code))
                offset += len(code)
        for i, (item, at, code) in enumerate(placed):
            if not isinstance(item, Instr):
                continue
            if not item.is_branch:
                if constants is not None:
                    placed[i] = (item, at, _with_distances(item, at, code, labels, constants))
                continue
            distance = labels[item.operands[0]] - (at + len(code))
            if len(code) > 2:
                placed[i] = (item, at, code[:-4] + little_endian(distance, 32))
            elif -128 <= distance <= 127:
                placed[i] = (item, at, code[:-1] + little_endian(distance, 8))
            else:
                long_branches.add(id(item))
                grown = True
        if not grown:
            return placed
