# SPDX-License-Identifier: MIT
"""Other languages through their own functions, with the configuration that `oldguard provider` prints.

Each program prints the same lines: Whirlpool and SHA-1 of "abc", HMAC and PBKDF2 with both, and a message that
DES-EDE3-CBC encrypted. Whirlpool is unknown to OpenSSL's default provider. Under the policy constant-time
only oldguard refuses to encrypt with CBC, which shows who serves Triple DES.
"""

import hashlib
import hmac
import os
from sys import executable

import pytest
from conftest import program, run

WHIRLPOOL = (
    "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
    "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"
)
SHA1 = hashlib.sha1(b"abc").hexdigest()
HMAC_SHA1 = hmac.new(b"key", b"abc", "sha1").hexdigest()
PBKDF2_SHA1 = hashlib.pbkdf2_hmac("sha1", b"password", b"salt", 100, 40).hex()
PBKDF2_SHA256 = hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 100, 40).hex()
KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"  # Triple DES
IV = "0011223344556677"

POLICY = {"OLDGUARD_POLICY": "constant-time"}

PYTHON = """
import hashlib, hmac
h = hashlib.new("whirlpool", b"a")
g = h.copy()
h.update(b"bc")
print(h.hexdigest())
g.update(b"bc")
assert g.digest() == h.digest()
print(hashlib.new("sha1", b"abc").hexdigest())
print(hmac.new(b"key", b"abc", "sha1").hexdigest())
print(hmac.new(b"key", b"abc", "whirlpool").hexdigest())
print(hashlib.pbkdf2_hmac("sha1", b"password", b"salt", 100, 40).hex())
print(hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 100, 40).hex())
print(hashlib.pbkdf2_hmac("whirlpool", b"password", b"salt", 100, 40).hex())
"""

CRYPTOGRAPHY = f"""
from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
h = hashes.Hash(hashes.SHA1())
h.update(b"abc")
print(h.finalize().hex())
print(PBKDF2HMAC(hashes.SHA1(), 40, b"salt", 100).derive(b"password").hex())
print(PBKDF2HMAC(hashes.SHA256(), 40, b"salt", 100).derive(b"password").hex())
cipher = Cipher(TripleDES(bytes.fromhex("{KEY}")), modes.CBC(bytes.fromhex("{IV}")))
e = cipher.encryptor()
sealed = e.update(bytes(8000)) + e.finalize()
d = cipher.decryptor()
assert d.update(sealed) + d.finalize() == bytes(8000)
print(sealed.hex())
"""

PHP = f"""
echo openssl_digest("abc", "whirlpool"), "\\n";
echo openssl_digest("abc", "sha1"), "\\n";
echo bin2hex(openssl_pbkdf2("password", "salt", 40, 100, "sha1")), "\\n";
echo bin2hex(openssl_pbkdf2("password", "salt", 40, 100, "sha256")), "\\n";
$key = hex2bin("{KEY}"); $iv = hex2bin("{IV}"); $raw = OPENSSL_RAW_DATA | OPENSSL_ZERO_PADDING;
$sealed = openssl_encrypt(str_repeat("\\0", 8000), "des-ede3-cbc", $key, $raw, $iv);
if ($sealed === false || openssl_decrypt($sealed, "des-ede3-cbc", $key, $raw, $iv) !== str_repeat("\\0", 8000))
    exit(1);
echo bin2hex($sealed), "\\n";
"""

RUBY = f"""
require "openssl"
def hex(s) = s.unpack1("H*")
def kdf(hash) = OpenSSL::KDF.pbkdf2_hmac("password", salt: "salt", iterations: 100, length: 40, hash: hash)
def crypt(encrypt, data)
  c = OpenSSL::Cipher.new("des-ede3-cbc")
  encrypt ? c.encrypt : c.decrypt
  c.key = ["{KEY}"].pack("H*")
  c.iv = ["{IV}"].pack("H*")
  c.padding = 0
  c.update(data) + c.final
end
puts OpenSSL::Digest.new("WHIRLPOOL").hexdigest("abc")
puts OpenSSL::Digest.new("SHA1").hexdigest("abc")
puts OpenSSL::HMAC.hexdigest("SHA1", "key", "abc")
puts hex(kdf("SHA1")), hex(kdf("SHA256"))
sealed = crypt(true, "\\0" * 8000)
exit 1 if crypt(false, sealed) != "\\0" * 8000
puts hex(sealed)
"""

NODE = f"""
const c = require("crypto");
console.log(c.createHash("whirlpool").update("abc").digest("hex"));
console.log(c.createHash("sha1").update("abc").digest("hex"));
console.log(c.createHmac("sha1", "key").update("abc").digest("hex"));
console.log(c.pbkdf2Sync("password", "salt", 100, 40, "sha1").toString("hex"));
console.log(c.pbkdf2Sync("password", "salt", 100, 40, "sha256").toString("hex"));
const key = Buffer.from("{KEY}", "hex"), iv = Buffer.from("{IV}", "hex"), zeros = Buffer.alloc(8000);
const run = (cipher, data) => Buffer.concat([cipher.setAutoPadding(false).update(data), cipher.final()]);
const sealed = run(c.createCipheriv("des-ede3-cbc", key, iv), zeros);
if (!run(c.createDecipheriv("des-ede3-cbc", key, iv), sealed).equals(zeros)) process.exit(1);
console.log(sealed.toString("hex"));
"""


@pytest.fixture(scope="module")
def sealed():
    """Returns 8,000 zero bytes that the command encrypted, in hexadecimal."""
    words = ["des", "encrypt", "--cipher", "des-ede3", "--mode", "cbc", "--padding", "none"]
    return run(os.environ["OLDGUARD"], *words, "--key-hex", KEY, "--iv", IV, data=bytes(8000)).hex()


def compare(words, env, lines):
    """Compares the lines that a program prints. None stands for any line."""
    printed = run(*words, env=env).decode().split()
    assert len(printed) == len(lines)
    assert [line for line, right in zip(printed, lines) if right] == [right for right in lines if right]
    return printed


def refuses_cbc(words, env):
    with pytest.raises(AssertionError):
        run(*words, env={**env, **POLICY})


def test_python(system_python, configuration, openssl_configuration):
    words = [system_python, "-c", PYTHON]
    lines = [WHIRLPOOL, SHA1, HMAC_SHA1, None, PBKDF2_SHA1, PBKDF2_SHA256, None]
    ours = compare(words, configuration, lines)
    assert ours == compare(words, openssl_configuration, lines)  # with its legacy provider
    with pytest.raises(AssertionError, match="unsupported hash type whirlpool"):
        run(*words)


def test_cryptography(configuration, sealed):
    """The wheel contains a libcrypto of its own, which reads the same configuration."""
    words = [executable, "-c", CRYPTOGRAPHY]
    compare(words, configuration, [SHA1, PBKDF2_SHA1, PBKDF2_SHA256, sealed])
    refuses_cbc(words, configuration)


def test_php(configuration, sealed):
    words = [program("php"), "-n", "-r", PHP]
    compare(words, configuration, [WHIRLPOOL, SHA1, PBKDF2_SHA1, PBKDF2_SHA256, sealed])
    refuses_cbc(words, configuration)


def test_ruby(configuration, sealed):
    words = [program("ruby"), "-e", RUBY]
    compare(words, configuration, [WHIRLPOOL, SHA1, HMAC_SHA1, PBKDF2_SHA1, PBKDF2_SHA256, sealed])
    refuses_cbc(words, configuration)


def test_node(node_configuration, configuration, sealed):
    words = [program("node"), "-e", NODE]
    compare(words, node_configuration, [WHIRLPOOL, SHA1, HMAC_SHA1, PBKDF2_SHA1, PBKDF2_SHA256, sealed])
    refuses_cbc(words, node_configuration)
    with pytest.raises(AssertionError, match="Digest method not supported|unsupported"):
        run(*words, env=configuration)  # Node ignores openssl_conf
