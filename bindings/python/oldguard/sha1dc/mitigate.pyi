from .._oldguard import sha1dc_mitigate as sha1
from .._oldguard import sha1dc_mitigate_digest as digest
from .._oldguard import sha1dc_mitigate_hexdigest as hexdigest

__all__ = ["digest", "hexdigest", "sha1"]
