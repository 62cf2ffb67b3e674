from .._oldguard import Collision as Collision
from .._oldguard import sha1dc as sha1
from .._oldguard import sha1dc_digest as digest
from .._oldguard import sha1dc_file as sha1_file
from .._oldguard import sha1dc_hexdigest as hexdigest
from .._oldguard import sha1dc_many as many
from . import mitigate as mitigate

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
    digest: bytes
    hexdigest: str
    at: int | None
    vector: str | None
    index: int | None
    def __init__(
        self,
        digest: bytes,
        hexdigest: str,
        at: int | None = None,
        vector: str | None = None,
        index: int | None = None,
    ) -> None: ...

def install() -> None: ...
