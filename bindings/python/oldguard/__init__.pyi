from . import des as des
from . import enc as enc
from . import hashlib as hashlib
from . import kdf as kdf
from . import sha1dc as sha1dc
from . import torrent as torrent
from ._files import file_digest as file_digest
from ._files import files as files
from ._files import sha1_file as sha1_file
from ._files import whirlpool_file as whirlpool_file
from ._oldguard import (
    ConfigError,
    Hash,
    NoKernelError,
    import_state,
    sha1,
    sha1_digest,
    sha1_hexdigest,
    sha1_many,
    sha1_pieces,
    whirlpool,
    whirlpool_digest,
    whirlpool_hexdigest,
    whirlpool_many,
)

__all__ = [
    "ConfigError",
    "Hash",
    "NoKernelError",
    "import_state",
    "sha1",
    "sha1_digest",
    "sha1_hexdigest",
    "sha1_many",
    "sha1_pieces",
    "whirlpool",
    "whirlpool_digest",
    "whirlpool_hexdigest",
    "whirlpool_many",
]
__version__: str
