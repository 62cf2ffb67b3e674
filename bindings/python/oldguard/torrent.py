# SPDX-License-Identifier: MIT
"""The pieces of a torrent (BEP 3)."""

from ._oldguard import sha1_pieces
from ._oldguard import torrent_pieces as pieces

__all__ = ["pieces", "sha1_pieces"]
