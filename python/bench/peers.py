# SPDX-License-Identifier: MIT
"""The packages that oldguard is timed beside. A missing one is None."""

import hashlib
import importlib
import importlib.metadata
import ssl

import oldguard


def _load(package, *modules):
    """Returns modules of a package, or Nones."""
    try:
        loaded = [importlib.import_module(name) for name in modules]
        VERSIONS[package] = importlib.metadata.version(package)
    except ImportError:
        loaded = [None] * len(modules)
        VERSIONS[package] = None
    return loaded


VERSIONS = {"oldguard": oldguard.__version__, "hashlib": "with " + ssl.OPENSSL_VERSION}
(sha1dc,) = _load("sha1dc", "sha1dc")
(whirlpool,) = _load("whirlpool", "whirlpool")
(blake3,) = _load("blake3", "blake3")
ciphers, modes, triple_des = _load(
    "cryptography",
    "cryptography.hazmat.primitives.ciphers",
    "cryptography.hazmat.primitives.ciphers.modes",
    "cryptography.hazmat.decrepit.ciphers.algorithms",
)
(crypto_des3,) = _load("pycryptodome", "Crypto.Cipher.DES3")
torf, torf_generate = _load("torf", "torf", "torf._generate")
(dulwich_pack,) = _load("dulwich", "dulwich.pack")
(bagit,) = _load("bagit", "bagit")

__all__ = ["VERSIONS", "bagit", "hashlib"]
