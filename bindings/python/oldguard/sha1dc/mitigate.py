# SPDX-License-Identifier: MIT
"""SHA-1 that gives each message of a collision another digest than SHA-1's, and never raises for an attack.

The two messages of a collision then have different digests. Other messages keep their SHA-1 digest. The
attribute `collision` of a hash tells whether there was an attack.
"""

from .._oldguard import sha1dc_mitigate as sha1
from .._oldguard import sha1dc_mitigate_digest as digest
from .._oldguard import sha1dc_mitigate_hexdigest as hexdigest

__all__ = ["digest", "hexdigest", "sha1"]
