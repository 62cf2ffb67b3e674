# SPDX-License-Identifier: MIT
"""What the decoders of all architectures share."""

MACHINE_CODE = "machine code"  # in place of the file in Instr.where


class Decoder:
    """Decodes the instructions of one section. A subclass defines decode(address)."""

    def __init__(self, base, content):
        self.base, self.content = base, bytes(content)
        self.known = {}

    def at(self, address):
        """Returns (the Instr at an address or None for a no-op, the address of the next one)."""
        if address not in self.known:
            self.known[address] = self.decode(address)
        return self.known[address]
