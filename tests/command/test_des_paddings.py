# SPDX-License-Identifier: MIT
"""Paddings, IVs and short keys of `oldguard des`, as other programs write them."""

import hashlib
from pathlib import Path

import pytest

from tools import needed

KEY = bytes.fromhex("0123456789abcdef23456789abcdef01456789abcdef0123")
IV = bytes.fromhex("0011223344556677")
CHUNK = 1 << 18
ENDS = {
    "zero": lambda count: bytes(count % 8),
    "x923": lambda count: bytes(count - 1) + bytes([count]),
    "pkcs7": lambda count: bytes([count]) * count,
}


def data(size):
    return hashlib.shake_128(b"padded").digest(size)[: max(size - 1, 0)] + b"x" * min(size, 1)


@pytest.fixture
def des(oldguard, workdir):
    def run(direction, *options, text=b"", mode="cbc", iv=IV.hex(), cipher="des-ede3", key=KEY.hex()):
        named = ["--cipher", cipher, "--mode", mode, "--key-hex", key]
        return oldguard("des", direction, *named, *(["--iv", iv] if iv else []), *options, input=text)

    return run


def opened(result):
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout


@pytest.mark.parametrize("padding", ENDS)
@pytest.mark.parametrize("size", [*range(10), CHUNK - 1, CHUNK, CHUNK + 1])
def test_paddings(des, padding, size):
    text = data(size)
    coded = opened(des("encrypt", "--padding", padding, text=text))
    by_hand = text + ENDS[padding](8 - size % 8)
    assert coded == opened(des("encrypt", "--padding", "none", text=by_hand))
    assert opened(des("decrypt", "--padding", padding, text=coded)) == text


def test_random_padding(des):
    coded = [opened(des("encrypt", "--padding", "iso10126", text=b"abc")) for _ in range(5)]
    plain = [opened(des("decrypt", "--padding", "none", text=one)) for one in coded]
    assert all(one[:3] + one[7:] == b"abc\5" for one in plain) and len(set(plain)) > 1
    for one in coded:
        assert opened(des("decrypt", "--padding", "iso10126", text=one)) == b"abc"


WRONG = {
    "x923": [b"\0" * 8, b"\0\0\0\0\0\0\1\2", b"\0\0\0\0\0\0\0\x09"],
    "iso10126": [b"\0" * 8, b"abcdefg\x09"],
    "pkcs7": [b"abcdefg\0", b"abcde\3\2\3"],
}


@pytest.mark.parametrize("padding", WRONG)
def test_wrong_paddings(des, padding):
    for block in WRONG[padding]:
        coded = opened(des("encrypt", "--padding", "none", text=b"01234567" + block))
        result = des("decrypt", "--padding", padding, "-", "out", text=coded)
        assert result.returncode == 1 and not Path("out").exists()
        assert result.stderr.startswith(b"oldguard des: standard input: bad %s padding" % padding.encode())
        assert opened(des("decrypt", "--padding", "ignore", text=coded)) == b"01234567" + block


@pytest.mark.parametrize("padding", ["zero", "ignore"])
def test_no_data_and_zeros(des, padding):
    assert opened(des("decrypt", "--padding", padding)) == b""
    for text in (bytes(8), b"a" + bytes(15)):
        coded = opened(des("encrypt", "--padding", "none", text=text))
        assert opened(des("decrypt", "--padding", padding, text=coded)) == (
            text if padding == "ignore" else text[:-8]
        ).rstrip(b"" if padding == "ignore" else b"\0").ljust(len(text) - 8 * (padding == "zero"), b"\0")


def test_ignore_removes_right_padding(des):
    coded = opened(des("encrypt", text=b"some text"))
    assert opened(des("decrypt", "--padding", "ignore", text=coded)) == b"some text"
    result = des("encrypt", "--padding", "ignore", text=b"x")
    assert result.returncode == 2 and b"--padding ignore is for decryption" in result.stderr


@pytest.mark.parametrize("mode", ["cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr"])
def test_ivs(des, mode):
    """An IV at the head of the data is new for each message, and a zero IV is 8 zero bytes."""
    text = data(3001)
    zero = opened(des("encrypt", mode=mode, iv="zero", text=text))
    assert zero == opened(des("encrypt", mode=mode, iv="00" * 8, text=text))
    assert opened(des("decrypt", mode=mode, iv="zero", text=zero)) == text
    coded = [opened(des("encrypt", mode=mode, iv="from-file", text=text)) for _ in range(2)]
    assert coded[0][:8] != coded[1][:8]
    for one in coded:
        assert opened(des("decrypt", mode=mode, iv="from-file", text=one)) == text
        assert one[8:] == opened(des("encrypt", mode=mode, iv=one[:8].hex(), text=text))
    short = des("decrypt", mode=mode, iv="from-file", text=b"1234567")
    assert short.stderr == b"oldguard des: standard input: 7 bytes, too short for an IV\n"


def test_short_keys(des, oldguard):
    """A password as a key, filled up with zeros, in a file with or without a line end, or in hexadecimal."""
    expected = opened(des("encrypt", text=b"text", key=b"secret".ljust(24, b"\0").hex()))
    options = ["--cipher", "des-ede3", "--mode", "cbc", "--iv", IV.hex(), "--key-fill", "zero"]
    for content in (b"secret", b"secret\n", b"secret\r\n", b"secret" + bytes(18)):
        Path("key").write_bytes(content)
        assert opened(oldguard("des", "encrypt", *options, "--key-file", "key", input=b"text")) == expected
    assert opened(des("encrypt", "--key-fill", "zero", text=b"text", key=b"secret".hex())) == expected
    for content, message in ((b"\n", "0 bytes"), (bytes(25), "25 bytes")):
        Path("key").write_bytes(content)
        result = oldguard("des", "encrypt", *options, "--key-file", "key", input=b"text")
        wanted = f"oldguard des: --key-file key: {message}; --cipher des-ede3 takes 1 to 24\n"
        assert (result.returncode, result.stdout, result.stderr.decode()) == (1, b"", wanted)
    assert des("encrypt", "--key-fill", "zero", key="abc").returncode != 0


JAVA = """
import javax.crypto.*; import javax.crypto.spec.*; import java.nio.file.*;
class C {
    public static void main(String[] a) throws Exception {
        Cipher c = Cipher.getInstance(a[0]);
        SecretKey k = new SecretKeySpec(Files.readAllBytes(Path.of("key")), "DESede");
        c.init(Cipher.ENCRYPT_MODE, k);
        try (var file = Files.newOutputStream(Path.of("coded"))) {
            file.write(c.getIV());
            try (var out = new CipherOutputStream(file, c)) { out.write(Files.readAllBytes(Path.of("text"))); }
        }
        byte[] all = Files.readAllBytes(Path.of("ours"));
        c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(all, 0, 8));
        Files.write(Path.of("back"), c.doFinal(all, 8, all.length - 8));
    }
}
"""


@pytest.mark.outside
@pytest.mark.parametrize("padding", ["PKCS5Padding/pkcs7", "ISO10126Padding/iso10126"])
def test_java(des, oldguard, padding):
    """Java's CipherOutputStream with its random IV at the head, both directions."""
    name, ours = padding.split("/")
    Path("C.java").write_text(JAVA)
    Path("key").write_bytes(KEY)
    Path("text").write_bytes(data(100001))
    Path("ours").write_bytes(opened(des("encrypt", "--padding", ours, iv="from-file", text=data(100001))))
    result = needed("java")("-Xmx256m", "C.java", f"DESede/CBC/{name}")
    assert result.returncode == 0, result.stderr
    coded = Path("coded").read_bytes()
    assert opened(des("decrypt", "--padding", ours, iv="from-file", text=coded)) == data(100001)
    assert Path("back").read_bytes() == data(100001)


@pytest.mark.outside
def test_php(des):
    """PHP's zero padding and short keys, which OpenSSL's function fills up with zeros."""
    script = """
        $text = 'text of a form'; $text .= str_repeat("\\0", -strlen($text) & 7);
        echo openssl_encrypt($text, 'des-ede3-cbc', 'secret', OPENSSL_RAW_DATA | OPENSSL_ZERO_PADDING, "\\0\\0\\0\\0\\0\\0\\0\\0");
    """
    coded = needed("php")("-r", script).stdout
    options = ["--padding", "zero", "--key-fill", "zero"]
    assert opened(des("decrypt", *options, iv="zero", key=b"secret".hex(), text=coded)) == b"text of a form"
