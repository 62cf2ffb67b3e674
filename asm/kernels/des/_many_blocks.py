# SPDX-License-Identifier: MIT
"""The four functions of a kernel of many blocks under one key: ECB and CBC decryption of DES and Triple DES."""

from ._spec import BLOCK, SCHEDULE


def define(kernel, batch_class):
    """Gives a kernel its four functions.

    batch_class(f, passes, cbc).build() emits one. cbc: CBC decryption, else ECB.
    """

    def batches(chance):
        """Yields inputs for the mutants: a full batch and a partial one, and a full batch alone."""
        for blocks in (kernel.blocks_per_iteration + 3, kernel.blocks_per_iteration):
            yield (
                {"nblocks": blocks, "encrypt": 1},
                {
                    "out": bytes(BLOCK * blocks),
                    "in": chance.randbytes(BLOCK * blocks),
                    "ks": chance.randbytes(3 * SCHEDULE),
                    "iv": chance.randbytes(BLOCK),
                },
            )

    kernel.inputs = batches
    for prefix, passes in (("", 1), ("des3_", 3)):
        for mode in ("ecb", "cbc_dec"):

            @kernel.function(("des3." if passes == 3 else "des.") + mode, prefix + mode)
            def builder(f, passes=passes, mode=mode):
                batch_class(f, passes, cbc=mode == "cbc_dec").build()
