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
