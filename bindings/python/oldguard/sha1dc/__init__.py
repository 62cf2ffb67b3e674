# SPDX-License-Identifier: MIT
"""SHA-1 that detects collision attacks, with the names of the package sha1dc.

sha1(data) makes a hash whose digest() and hexdigest() raise Sha1CollisionError if the message contains one
half of a collision. `mitigate` has the same functions that never raise.
"""

import sys

from .._oldguard import Collision
from .._oldguard import sha1dc as sha1
from .._oldguard import sha1dc_digest as digest
from .._oldguard import sha1dc_file as sha1_file
from .._oldguard import sha1dc_hexdigest as hexdigest
from .._oldguard import sha1dc_many as many

__all__ = [
    "Collision",
    "Sha1CollisionError",
    "digest",
    "hexdigest",
    "install",
    "many",
    "mitigate",
    "sha1",
    "sha1_file",
]


class Sha1CollisionError(ValueError):
    """A message contains one half of a SHA-1 collision.

    digest (20 bytes) and hexdigest (str) are those of the message. at is the offset in bytes of the block of
    the attack, vector the name of its disturbance vector, index the number of the message in a call of many(),
    otherwise None.
    """

    def __init__(self, digest, hexdigest, at=None, vector=None, index=None):
        super().__init__(digest, hexdigest)
        self.digest = digest
        self.hexdigest = hexdigest
        self.at = at
        self.vector = vector
        self.index = index

    def __str__(self):
        text = "SHA-1 collision attack in the message with digest %s" % self.hexdigest
        if self.vector is not None:
            text += " (block at byte %d, vector %s)" % (self.at, self.vector)
        return text if self.index is None else "messages[%d]: %s" % (self.index, text)

    def __reduce__(self):
        return type(self), (self.digest, self.hexdigest, self.at, self.vector, self.index)


from . import mitigate  # noqa: E402  after the names that it shares


def install():
    """Makes `import sha1dc` give this module.

    Call it before a program such as dulwich imports sha1dc. Raises RuntimeError if another module of that
    name is loaded.
    """
    present = sys.modules.get("sha1dc")
    if present is not None and present is not sys.modules[__name__]:
        raise RuntimeError("sha1dc is already loaded: %s" % (getattr(present, "__file__", None) or present))
    sys.modules["sha1dc"] = sys.modules[__name__]
    sys.modules["sha1dc.mitigate"] = mitigate
