# SPDX-License-Identifier: MIT
"""Drawings of where the data of a kernel are, one function for each layout.

A kernel has the layout of its stem or else of its folder. A kernel of a folder without a layout ends the build.
"""

from . import bits, rows, words

# Folder of asm/kernels/ or stem of a kernel -> function(kernel) -> Drawing.
LAYOUTS = {
    "sha1/scalar": words.ring,
    "sha1/vector": words.woven,
    "sha1/shani": words.sha_chain,
    "sha1/ce": words.sha_chain,
    "sha1_x64_shani_vl": words.sha_chain_vl,
    "sha1/multi_buffer": words.lanes,
    "sha1_x64_shani_x2": words.sha_pairs,
    "sha1_x64_shani_x4": words.sha_pairs,
    "sha1/ubc": bits.conditions,
    "sha1dc_x64_avx2_x8": words.lanes,
    "sha1dc_x64_avx512_x16": words.lanes,
    "sha1dc_x64_avx512vl_x8": words.lanes,
    "whirlpool/table": rows.look_ups,
    "whirlpool/vector": rows.permutation,
    "whirlpool/neon": rows.permutation,
    "des/table": bits.classic,
    "des/eform": bits.expanded,
    "des/bitslice": bits.slices,
    "des/bitslice/neon": bits.slices,
    "des/permute": bits.permuted,
    "des_x64_key_avx2": bits.key_schedule,
}


def layout(stem, folder):
    """Returns the function that draws a kernel, or None. folder: asm/kernels/ALGORITHM/TECHNIQUE."""
    return LAYOUTS.get(stem) or LAYOUTS.get(folder.removeprefix("asm/kernels/"))
