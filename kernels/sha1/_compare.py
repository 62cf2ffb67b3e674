# SPDX-License-Identifier: MIT
"""Times the kernels of one message beside each other and beside OpenSSL and libgcrypt.

    python3 kernels/sha1/_compare.py [STEM...] [--bits 32] [--peers shani|avx2|ssse3|scalar]

--peers: the best path that the libraries may take (they choose by CPU bits, which are masked), in
the same process. Needs gcc; for --peers the headers of libcrypto and libgcrypt (64-bit only).
"""

import argparse
import os

from _timing import HERE, time_kernels

from asmgen import kernel

# OPENSSL_ia32cap: the second word's leaf 7 EBX bits 29 (SHA), 5 (AVX2), 3 and 8 (BMI); leaf 1 ECX
# bits 28 (AVX), 27 (OSXSAVE), 9 (SSSE3), 11 (XOP, AMD) lie in the upper half of the first word.
MASKS = {
    "shani": ("", ""),
    "avx2": (":~0x20000000", "intel-shaext"),
    "ssse3": ("~0x1000080000000000:~0x20000128", "intel-shaext,intel-avx2,intel-avx,intel-bmi2"),
    "scalar": ("~0x1000020000000000:~0x20000128", "intel-shaext,intel-avx2,intel-avx,intel-ssse3,intel-bmi2"),
}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("stems", nargs="*", help="default: all that take one message")
    options.add_argument("--bits", type=int, default=64, choices=(32, 64))
    options.add_argument("--peers", choices=MASKS)
    options.add_argument("--passes", type=int, default=1500)
    options.add_argument("--size", type=int, default=16384, metavar="BYTES")
    args = options.parse_args()
    if args.peers and args.bits == 32:
        options.error("--peers needs 64-bit libraries")
    kernels = [
        k
        for k in kernel.catalogue(os.path.dirname(HERE))
        if k.bits == args.bits
        and {op.name for op, _, _ in k.entries} == {"sha1.blocks"}
        and (not args.stems or k.stem in args.stems)
    ]
    caps, disabled = MASKS[args.peers or "shani"]
    time_kernels(
        kernels,
        args.bits,
        args.passes,
        args.size,
        bool(args.peers),
        disabled,
        {"OPENSSL_ia32cap": caps} if caps else {},
    )


if __name__ == "__main__":
    main()
