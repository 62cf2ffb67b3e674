# SPDX-License-Identifier: MIT
"""Tests the symbols of the provider: `module.py MODULE`."""

import re
import sys

from elftools.elf.elffile import ELFFile


def names(symbols, defined):
    return {s.name for s in symbols if s.name and (s["st_shndx"] != "SHN_UNDEF") == defined}


def main():
    with open(sys.argv[1], "rb") as file:
        elf = ELFFile(file)
        symbols = list(elf.get_section_by_name(".dynsym").iter_symbols())
        dynamic = list(elf.get_section_by_name(".dynamic").iter_tags())
        table = elf.get_section_by_name(".symtab")
        everything = names(table.iter_symbols(), True) if table else set()
    exported = names(symbols, True)
    assert exported == {"OSSL_provider_init"}, exported
    needed = {tag.needed for tag in dynamic if tag.entry.d_tag == "DT_NEEDED"}
    assert not [name for name in needed if "crypto" in name or "ssl" in name], needed
    foreign = [
        name
        for name in names(symbols, False)
        if name.startswith(("EVP_", "OSSL_", "CRYPTO_", "OPENSSL_", "ERR_", "RAND_"))
    ]
    assert not foreign, foreign
    # The kernels of operations that the module does not offer are left out.
    unused = [name for name in everything if re.match(r"og_sha1dc_x64_|og_des_x64_.*_(lanes|crypt)$", name)]
    assert not unused, unused


if __name__ == "__main__":
    main()
