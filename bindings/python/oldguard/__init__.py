# SPDX-License-Identifier: MIT
"""SHA-1 with and without collision detection, Whirlpool, DES and Triple DES at the speed of the machine.

The hash objects have the methods of hashlib's. SHA-1 and DES are broken: use them for existing data alone,
and oldguard.sha1dc for data that an attacker may have chosen.
"""

from . import _oldguard
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

__version__ = _oldguard.version

# Loaded at their first use, so that `import oldguard` stays short.
_modules = ("des", "enc", "hashlib", "kdf", "sha1dc", "torrent")
_functions = {"file_digest": "_files", "files": "_files", "sha1_file": "_files", "whirlpool_file": "_files"}

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


def __getattr__(name):
    from importlib import import_module

    if name in _modules:
        return import_module("." + name, __name__)
    if name in _functions:
        value = getattr(import_module("." + _functions[name], __name__), name)
        globals()[name] = value
        return value
    raise AttributeError("module 'oldguard' has no attribute %r" % name)
