# SPDX-License-Identifier: MIT
"""`oldguard des decrypt` and `recrypt` refuse what is no bare ciphertext, and name it."""

import base64
import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
IV = "0011223344556677"
TEXT = b"".join(b"%d\n" % i for i in range(200))
OPTIONS = ["--cipher", "des-ede3", "--key-hex", KEY]
MODES = ["ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr"]

# Made by GnuPG 2.2: -e to a key of Curve25519, -c, -c --rfc2440, and the beginnings of public keys of EdDSA.
PGP = {
    "public key": "hF4DorhhoACJkz8SAQdAgkcW65G/sgh7Gl5RnapqZyMlA1r+erouZ7z3OQcZsXww6mRKjVomDjaRY42EWGbhudrm"
    "/dfl4KJGUCl3lgHmXzwrWbw9IKdBOnCLAdsYSWmi0qMBXpfBx3KcZ/uJL2n41eT5rcEBDIL5yaNB41sAJKjygXin9r0HgZ5hM4KO",
    "password": "jA0ECQMCCek8hoOa6Pf/0p4B7yZkQHApCekub+j3PApLWD7u/d+wYq6RBL8DHC1amkRbMVBGGrn8C/Zagum30e2c",
    "password, PGP 2": "jA0EAgMCDOIVvTYH3p3/yX+OIXByuZtArTlUmNCKdgATVgkva+vsQE/nPqlRq3hUWRvUdvKGS1BunL6zYjAP",
    "key": "mDMEawnwqxYJKwYBBAHaRw8BAQdAmuijlxGSkE72BKjl5skl8xoQAIO9ZD/oVlkpj/T0iJy0BWVjY0B4",
}


def tar(form):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=form) as archive:
        member = tarfile.TarInfo("plain")
        member.size = len(TEXT)
        archive.addfile(member, io.BytesIO(TEXT))
    data = file.getvalue()
    return data.replace(b"ustar", bytes(5)) if form is None else data


def old_tar():
    """Returns an archive without the mark of POSIX, whose checksum is right."""
    data = bytearray(tar(tarfile.USTAR_FORMAT))
    data[257:265] = bytes(8)
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    return bytes(data)


def zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("plain", TEXT)
    return file.getvalue()


def compressed():
    """Returns what compress(1) writes for bytes that do not repeat: a code of 9 bits for each."""
    codes = sum(i << 9 * i for i in range(120))
    return b"\x1f\x9d\x90" + codes.to_bytes(135, "little")


def openssl_makes(openssl, *arguments, text=TEXT):
    result = openssl(*arguments, input=text)
    assert result.returncode == 0, result.stderr
    return result.stdout


ENC = ["enc", "-des-ede3-cbc", "-md", "md5", "-pass", "pass:secret"]
BARE = ["enc", "-des-ede3-cbc", "-K", KEY, "-iv", IV]
CMS = ["cms", "-encrypt", "-des3", "-pwri_password", "secret"]
PKEY = ["pkcs8", "-topk8", "-inform", "DER", "-outform", "DER"]
RSA = ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-outform", "DER"]

# How files begin that were never encrypted.
BEGINNINGS = {
    "a GIF image": [b"GIF89a\1\0\1\0", b"GIF87a\1\0\1\0"],
    "a TIFF image": [b"II*\0\b\0\0\0\x0f\0", b"MM\0*\0\0\0\b\0\x0f"],
    "a JPEG image": [b"\xff\xd8\xff\xdb\0\x43\0\x08\x06"],
    "a WebP image": [b"RIFF\x24\1\0\0WEBPVP8L", b"RIFF\x24\1\0\0WEBPVP8 "],
    "a sound (WAV)": [b"RIFF\x24\1\0\0WAVEfmt \x10\0\0\0"],
    "a sound (FLAC)": [b"fLaC\0\0\0\x22\x10\0"],
    "a sound or a film (Ogg)": [b"OggS\0\2" + bytes(8)],
    "a film (AVI)": [b"RIFF\x24\1\0\0AVI LIST"],
    "a film or an image (MP4, QuickTime, HEIF)": [b"\0\0\0\x20ftypisom\0\0\2\0", b"\0\0\0\x14ftypqt  "],
    "a PostScript document": [b"%!PS-Adobe-3.0\n\x80"],
    "an RTF document": [b"{\\rtf1\\ansi\x80"],
    "an archive of cpio": [b"070701000A\x80", b"070702000A\x80", b"070707000A\x80"],
    "a program (PE)": [b"MZ\x90\0" + bytes(74) + b"This program cannot be run in DOS mode.\r\r\n$"],
    "a program (Mach-O)": [b"\xcf\xfa\xed\xfe\7\0\0\1\3\0\0", b"\xcf\xfa\xed\xfe\x0c\0\0\1\0"],
    "a class of Java": [b"\xca\xfe\xba\xbe\0\0\0\x34"],
    "a disk image (qcow)": [b"QFI\xfb\0\0\0\3"],
}

# What the message says, and how the file is made.
FORMATS = {
    "a file of openssl enc": lambda run: openssl_makes(run, *ENC),
    "base64 of a file of openssl enc": lambda run: openssl_makes(run, *ENC, "-a"),
    "base64 text": lambda run: openssl_makes(run, *BARE, "-a"),
    "base64 text: one block": lambda run: openssl_makes(run, *BARE, "-a", text=b"abc"),
    "base64 text: one line": lambda run: base64.b64encode(bytes(range(0, 256, 3))),
    "hexadecimal text": lambda run: openssl_makes(run, *BARE).hex().encode(),
    "hexadecimal text: lines": lambda run: bytes(range(256)).hex(" ", -30).replace(" ", "\n").encode(),
    "a CMS (PKCS #7) structure": lambda run: openssl_makes(run, *CMS, "-outform", "DER"),
    "a CMS (PKCS #7) structure: BER": lambda run: openssl_makes(run, *CMS, "-outform", "DER", "-stream"),
    "a text in armour": lambda run: openssl_makes(run, *CMS, "-outform", "PEM"),
    "a MIME message": lambda run: openssl_makes(run, *CMS, "-outform", "SMIME"),
    "a private key": lambda run: openssl_makes(run, *RSA),
    "a private key: encrypted": lambda run: openssl_makes(
        run, *PKEY, "-passout", "pass:x", text=openssl_makes(run, *RSA)
    ),
    "a private key: PKCS #1": lambda run: openssl_makes(
        run, "rsa", "-inform", "DER", "-outform", "DER", "-traditional", text=openssl_makes(run, *RSA)
    ),
    "a private key: Ed25519": lambda run: openssl_makes(
        run, "genpkey", "-algorithm", "ed25519", "-outform", "DER"
    ),
    "a PKCS #12 key store": lambda run: openssl_makes(
        run,
        *["pkcs12", "-export", "-nocerts", "-passout", "pass:x"],
        text=openssl_makes(run, "pkey", "-inform", "DER", text=openssl_makes(run, *RSA)),
    ),
    **{
        f"an OpenPGP message or key: {name}": lambda run, text=text: base64.b64decode(text)
        for name, text in PGP.items()
    },
    "a file of gzip": lambda run: gzip.compress(TEXT),
    "a file of gzip: fast": lambda run: gzip.compress(TEXT, 1),
    "a file of gzip: compress": lambda run: compressed(),
    "a file of bzip2": lambda run: bz2.compress(TEXT),
    "a file of bzip2: empty": lambda run: bz2.compress(b""),
    "a file of xz": lambda run: lzma.compress(TEXT),
    "a file of lzma": lambda run: lzma.compress(TEXT, lzma.FORMAT_ALONE),
    "a file of zstd": lambda run: bytes.fromhex("28b52ffd0458 290000 48656c6c6f 99e9d851".replace(" ", "")),
    "a zip archive": lambda run: zipped(),
    "an archive of 7-Zip": lambda run: b"7z\xbc\xaf\x27\x1c\0\4" + bytes(24),
    "an archive of tar": lambda run: tar(tarfile.GNU_FORMAT),
    "an archive of tar: old": lambda run: old_tar(),
    "a file of age": lambda run: b"age-encryption.org/v1\n-> X25519 abc\n" + bytes(100),
    "a Java key store (JCEKS)": lambda run: bytes.fromhex("cececece0000000200000001") + bytes(40),
    "a LUKS volume": lambda run: b"LUKS\xba\xbe\0\2" + bytes(100),
    "a PDF document": lambda run: b"%PDF-1.4\n%\x80\x81" + bytes(100),
    **{
        f"{what}: {begin.hex()}": lambda run, begin=begin: begin + bytes(range(128, 256))
        for what, begins in BEGINNINGS.items()
        for begin in begins
    },
    "a file of mcrypt": lambda run: b"\0m\3\x40tripledes\0\x18\0cbc\0" + bytes(60),
    "text in UTF-16": lambda run: TEXT.decode().encode("utf-16"),
    "text, not": lambda run: TEXT,
    "text, not: UTF-8": lambda run: "Привет всем людям доброй воли".encode(),
    "text, not: ISO 8859-1": lambda run: ("Käse und Brot zum Frühstück\n" * 30).encode("latin-1"),
    "text, not: cut in a character": lambda run: b"x" + "я".encode() * 5000,
}


@pytest.mark.parametrize("what", FORMATS)
def test_refused(oldguard, openssl, workdir, what):
    """The message names the format, and --raw decrypts the file. Standard input is refused as well."""
    data = FORMATS[what](openssl)
    Path("in").write_bytes(data)
    options = [*OPTIONS, "--mode", "ctr", "--iv", IV]
    for name, words in (("in", {}), ("-", {"input": data})):
        result = oldguard("des", "decrypt", *options, name, "out", **words)
        assert (result.returncode, result.stdout) == (1, b"") and not Path("out").exists()
        shown = "standard input" if name == "-" else name
        wanted = f"oldguard des: {shown}: this is {what.split(': ')[0]}"
        assert result.stderr.decode().startswith(wanted), result.stderr
        assert result.stderr.endswith(b"(--raw decrypts it as it is)\n")
        raw = oldguard("des", "decrypt", "--raw", *options, name, **words)
        again = oldguard("des", "encrypt", *options, input=raw.stdout)
        assert (raw.returncode, raw.stderr, again.stdout) == (0, b"", data)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode(oldguard, openssl, workdir, mode):
    """A header before the ciphertext is refused in every mode, also where it takes the place of the IV."""
    Path("in").write_bytes(openssl_makes(openssl, *ENC))
    iv = [] if mode == "ecb" else ["--iv", IV]
    decrypted = oldguard("des", "decrypt", *OPTIONS, "--mode", mode, *iv, "in", "out")
    commands = ["--to-command", "cat", "--verify-command", "cat", "--remove", "in"]
    source = ["--from", f"des-ede3-{mode}", "--key-hex", KEY]
    moved = [oldguard("des", "recrypt", *source, *iv, *commands)]
    if mode != "ecb":
        moved.append(oldguard("des", "recrypt", *source, "--iv", "from-file", *commands))
    for result in (decrypted, *moved):
        assert (result.returncode, result.stdout) == (1, b"")
        assert b"in: this is a file of openssl enc with a password" in result.stderr
    assert [path.name for path in Path(".").iterdir()] == ["in"]


def test_the_ciphertext_behind_the_header(oldguard, openssl, workdir):
    """What the message advises is right: openssl prints the key, and the ciphertext follows 16 bytes."""
    salted = openssl_makes(openssl, *ENC)
    printed = openssl(*ENC, "-d", "-P", input=salted).stdout.decode()
    values = dict(line.replace(" ", "").split("=") for line in printed.splitlines())
    options = ["--cipher", "des-ede3", "--mode", "cbc", "--key-hex", values["key"], "--iv", values["iv"]]
    assert oldguard("des", "decrypt", *options, input=salted[16:]).stdout == TEXT
    assert oldguard("des", "decrypt", *options, input=salted).returncode == 1


@pytest.mark.parametrize("size", [8, 16, 24, 4096, 1 << 20])
def test_ciphertext_is_not_refused(oldguard, openssl, workdir, size):
    data = openssl_makes(openssl, *BARE, "-nopad", text=bytes(size))
    options = [*OPTIONS, "--mode", "cbc", "--iv", IV, "--padding", "none"]
    assert oldguard("des", "decrypt", *options, input=data).stdout == bytes(size)


def test_a_stream_is_not_held_back(oldguard, workdir):
    """A pipe is decrypted while it is written: the first bytes are looked at, not waited for beyond a chunk."""
    options = [*OPTIONS, "--mode", "ofb", "--iv", IV]
    process = oldguard.start("des", "decrypt", *options, stdin=-1, stdout=-1)
    process.stdin.write(bytes(range(256)) * 1200)  # more than a chunk, and less than two
    process.stdin.flush()
    assert len(process.stdout.read(1 << 18)) == 1 << 18
    process.stdin.close()
    process.stdout.close()
    process.wait()


def test_lz4_and_skippable_frames(oldguard, workdir):
    frame = struct.pack("<I", 0x184D2204) + b"\x64\x40\xa7" + bytes(20)
    zstd = struct.pack("<II", 0x184D2A50, 4) + bytes(4) + bytes.fromhex("28b52ffd2000010000")
    for data, name in ((frame, b"lz4"), (zstd, b"zstd")):
        result = oldguard("des", "decrypt", *OPTIONS, "--mode", "ctr", "--iv", IV, input=data)
        assert b"a file of " + name in result.stderr
