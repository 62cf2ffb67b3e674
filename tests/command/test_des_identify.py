# SPDX-License-Identifier: MIT
"""`oldguard des identify` names what other programs wrote, what it declares, and a command that opens it."""

import base64
import hashlib
import os
import re
import shlex
import struct
import subprocess
from pathlib import Path

import pytest

from tools import BASE_ENV, needed

TEXT = b"".join(b"%d\n" % i for i in range(1000))
RANDOM = hashlib.shake_128(b"random").digest(5001)
CNF = "OPENSSL_CONF=oldguard.cnf openssl"
SECRET = bytes(range(24)).hex()
HASH = b"abJnggxhB/yWI"
BSDI = b"_J9..rasmBYk8r9AiWNc"
TEXT_LINE = "text; no cipher of this family is declared: it does not look encrypted"


@pytest.fixture
def files(openssl, workdir):
    """Returns a function that runs openssl on the key and the certificate of the folder."""

    def run(*words, **options):
        result = openssl(*words, **options)
        assert result.returncode == 0, result.stderr
        return result.stdout

    run("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-out", "KEY")
    run("req", "-new", "-x509", "-key", "KEY", "-subj", "/CN=x", "-out", "c.pem")
    Path("text").write_bytes(TEXT)
    return run


def keytab_entry(kind, key):
    body = struct.pack(">H", 2)
    body += b"".join(struct.pack(">H", len(x)) + x for x in (b"EXAMPLE.ORG", b"host", b"a.example.org"))
    body += struct.pack(">IIBHH", 1, 0, 3, kind, len(key)) + key
    return struct.pack(">i", len(body)) + body


LUKS1 = b"LUKS\xba\xbe\0\1" + b"".join(
    word.ljust(32, b"\0") for word in (b"des3_ede", b"cbc-essiv:sha256", b"sha1")
)
# GnuPG 2.2, -c --cipher-algo 3DES, and the same in PGP 2's form without the checksum of a packet.
PGP = bytes.fromhex("8c0d0402030214a9a39bf5e5ca75ffd2") + b"\x40\1" + RANDOM[:63]

# The file, and the line without its name. {} is the name.
MADE = {
    "enc": (
        lambda run: run("enc", "-des-ede3-cbc", "-pbkdf2", "-pass", "pass:x", "-in", "text"),
        "a file of openssl enc with a password; neither cipher nor derivation is in the file: "
        "oldguard des decrypt --cipher des-ede3 --mode cbc --format openssl {} OUT",
    ),
    "enc.b64": (
        lambda run: run("enc", "-des-ede3-cbc", "-pbkdf2", "-a", "-pass", "pass:x", "-in", "text"),
        "base64 of a file of openssl enc with a password; neither cipher nor derivation is in the file: "
        "oldguard des decrypt --cipher des-ede3 --mode cbc --format openssl {} OUT",
    ),
    **{
        f"cms.{form.lower()}{'.ber' if stream else ''}": (
            lambda run, form=form, stream=stream: run(
                "cms", "-encrypt", "-des3", *stream, "-in", "text", "-outform", form, "c.pem"
            ),
            f"CMS EnvelopedData ({form}); RSA, des-ede3-cbc: "
            "oldguard des decrypt --format cms --key-file KEY {} OUT",
        )
        for form in ("DER", "PEM", "SMIME")
        for stream in ([], ["-stream"])
    },
    "cms.pwri": (
        lambda run: run(
            "cms", "-encrypt", "-des3", "-pwri_password", "PASSWORD", "-in", "text", "-outform", "DER"
        ),
        "CMS EnvelopedData (DER); PBKDF2 (2048 iterations), password recipient, des-ede3-cbc: "
        f"{CNF} cms -decrypt -inform DER -in {{}} -pwri_password PASSWORD",
    ),
    **{
        f"cms.encrypted.{form.lower()}": (
            lambda run, form=form: run(
                *f"cms -EncryptedData_encrypt -des3 -secretkey {SECRET} -in text -outform {form}".split()
            ),
            f"CMS EncryptedData ({form}); des-ede3-cbc, under the session key: "
            "oldguard des decrypt --format cms --key-hex HEX {} OUT",
        )
        for form in ("DER", "PEM")
    },
    "cms.encrypted.aes": (
        lambda run: run(
            *f"cms -EncryptedData_encrypt -aes192 -secretkey {SECRET} -in text -outform DER".split()
        ),
        "CMS EncryptedData (DER); aes-192-cbc, under the session key: "
        f"{CNF} cms -EncryptedData_decrypt -inform DER -in {{}} -secretkey HEX",
    ),
    **{
        f"cms.kek{stream}": (
            lambda run, stream=stream: run(
                *f"cms -encrypt -des3 -secretkey {SECRET} -secretkeyid 01 -in text -outform DER {stream}".split()
            ),
            f"CMS EnvelopedData (DER); des-ede3-cbc: {CNF} cms -decrypt -inform DER -in {{}} -secretkey HEX",
        )
        for stream in ("", "-stream")
    },
    "cms.cut": (
        lambda run: run(*"cms -encrypt -des3 -in text -outform DER c.pem".split())[:-100],
        "CMS EnvelopedData (DER), truncated; RSA, des-ede3-cbc: nothing to open: 100 bytes are missing",
    ),
    "old.p12": (
        lambda run: run(
            *"pkcs12 -export -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES".split(),
            *"-macalg sha1 -inkey KEY -in c.pem -passout pass:x".split(),
        ),
        f"PKCS #12 key store (DER); PBE-SHA1-3DES (2048 iterations): {CNF} pkcs12 -in {{}}",
    ),
    "rc2.p12": (
        lambda run: run(*"pkcs12 -export -legacy -inkey KEY -in c.pem -passout pass:x".split()),
        "PKCS #12 key store (DER); PBE-SHA1-RC2-40 (2048 iterations), PBE-SHA1-3DES (2048 iterations): "
        f"{CNF} pkcs12 -legacy -in {{}}",
    ),
    "new.p12": (
        lambda run: run(*"pkcs12 -export -inkey KEY -in c.pem -passout pass:x".split()),
        f"PKCS #12 key store (DER); PBKDF2 (2048 iterations), aes-256-cbc: {CNF} pkcs12 -in {{}}",
    ),
    "p8.pem": (
        lambda run: run(*"pkcs8 -topk8 -v1 PBE-SHA1-3DES -iter 999 -in KEY -passout pass:x".split()),
        f"PKCS #8 private key (PEM); PBE-SHA1-3DES (999 iterations): {CNF} pkey -inform PEM -in {{}}",
    ),
    "p8.der": (
        lambda run: run(*"pkcs8 -topk8 -v2 des3 -in KEY -passout pass:x -outform DER".split()),
        f"PKCS #8 private key (DER); PBKDF2 (2048 iterations), des-ede3-cbc: {CNF} pkey -inform DER -in {{}}",
    ),
    "dek.pem": (
        lambda run: run(*"rsa -in KEY -traditional -des3 -passout pass:x".split()),
        "PEM RSA PRIVATE KEY with DEK-Info; DES-EDE3-CBC, MD5 with the IV as salt: " f"{CNF} pkey -in {{}}",
    ),
    "plain.pem": (
        lambda run: Path("KEY").read_bytes(),
        "private key or certificate (PEM); no encryption: openssl asn1parse -inform PEM -in {}",
    ),
    "pgp": (lambda run: PGP, "OpenPGP (binary); 3DES (cipher 2), iterated SHA-1 of a password: gpg -d {}"),
    "keytab": (
        lambda run: b"\5\2"
        + keytab_entry(16, bytes(24))
        + keytab_entry(3, bytes(8))
        + keytab_entry(18, bytes(32)),
        "keytab of Kerberos; des3-cbc-sha1, des-cbc-md5, aes256-cts: klist -k -t -e -K {}",
    ),
    "jceks": (
        lambda run: bytes.fromhex("cececece0000000200000001") + bytes(40),
        "a Java key store (JCEKS); PBE-MD5-3DES of Java: keytool -list -v -storetype JCEKS -keystore {}",
    ),
    "luks": (
        lambda run: LUKS1.ljust(600, b"\1"),
        "LUKS volume, version 1; des3_ede-cbc-essiv:sha256, PBKDF2 with sha1: cryptsetup open {} NAME",
    ),
    "luks2": (
        lambda run: b"LUKS\xba\xbe\0\2".ljust(4096, b"\0")
        + b'{"segments":{"0":{"encryption":"aes-xts-plain64"}}}',
        "LUKS volume, version 2; aes-xts-plain64: cryptsetup open {} NAME",
    ),
    "vnc": (
        lambda run: bytes.fromhex("dbd83cfd727a1458"),
        "a password of VNC; DES with VNC's fixed key: oldguard des key --vnc {} --show",
    ),
    "bag.pem": (
        lambda run: b"# a key\nBag Attributes\n    friendlyName: Bob's\nKey Attributes: <No Attributes>\n"
        + Path("KEY").read_bytes(),
        "private key or certificate (PEM); no encryption: openssl asn1parse -inform PEM -in {}",
    ),
    "ssh": (
        lambda run: b"-----BEGIN OPENSSH PRIVATE KEY-----\n"
        + base64.encodebytes(b"openssh-key-v1\0\0\0\0\x083des-cbc\0\0\0\6bcrypt" + bytes(100))
        + b"-----END OPENSSH PRIVATE KEY-----\n",
        "private key of OpenSSH; 3des-cbc, bcrypt: ssh-keygen -y -f {}",
    ),
    "shadow": (
        lambda run: b"root:%s:0:0\nx:%s:\ny:$6$abc$def:\nz:raOu2Z/nTyqDEwu0A6U46puQ:\n" % (HASH, BSDI),
        "3 hashes of crypt(3); 2 traditional, 1 of BSDi, 1 other lines: oldguard crypt --shadow {}",
    ),
    "passwd": (
        lambda run: b"daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n" * 30 + b"root:%s:0:0:::\n" % HASH,
        "1 hash of crypt(3); 1 traditional, 0 of BSDi, 30 other lines: oldguard crypt --shadow {}",
    ),
    **{
        f"hash.{count}": (
            lambda run, count=count: (HASH + b"\n") * count,
            f"{count} hash{'es' * (count > 1)} of crypt(3); {count} traditional, 0 of BSDi, 0 other lines: "
            "oldguard crypt --verify HASH",
        )
        for count in (1, 6, 200)
    },
    **{
        f"bsdi.{len(before)}": (
            lambda run, before=before: before + BSDI + b"\n",
            "1 hash of crypt(3); 0 traditional, 1 of BSDi, 0 other lines: "
            "oldguard crypt verifies traditional hashes only",
        )
        for before in (b"", b"x:")
    },
    "hash.gz": (
        lambda run: b"\x1f\x8b\x08\0\0\0\0\0\2\xff\n" + HASH + b"\n",
        "a file of gzip; no cipher of this family is declared: open it with gzip -d",
    ),
    "random": (
        lambda run: RANDOM[:5000],
        "nothing to see: raw ciphertext or random; 7.96 bits a byte, 5000 bytes, 0 modulo 8: "
        "oldguard des decrypt --cipher des-ede3 --mode cbc --key-file KEY --iv HEX {} OUT",
    ),
    "stream": (
        lambda run: RANDOM,
        "nothing to see: raw ciphertext or random; 7.96 bits a byte, 5001 bytes, 1 modulo 8: "
        "oldguard des decrypt --cipher des-ede3 --mode cfb64 --key-file KEY --iv HEX {} OUT",
    ),
    "ecb": (
        lambda run: RANDOM[:800] * 3,
        "raw ciphertext in blocks of 8 bytes that repeat, as ecb leaves them; 7.75 bits a byte, 2400 bytes, "
        "0 modulo 8, 200 blocks repeat: oldguard des decrypt --cipher des-ede3 --mode ecb --key-file KEY {} OUT",
    ),
    "ecb.part": (
        lambda run: RANDOM[:800] * 3 + b"x",
        "nothing to see: raw ciphertext or random; 7.75 bits a byte, 2401 bytes, 1 modulo 8: ",
    ),
    "ecb.most": (  # a picture of one colour
        lambda run: RANDOM[:800] + RANDOM[:8] * 9900,
        "raw ciphertext in blocks of 8 bytes that repeat, as ecb leaves them; 3.11 bits a byte, 80000 bytes, "
        "0 modulo 8, 9900 blocks repeat: oldguard des decrypt --cipher des-ede3 --mode ecb --key-file KEY {} OUT",
    ),
    "program": (
        lambda run: b"".join(struct.pack("<IHH", i % 300, i % 7, i % 11) for i in range(6000)) * 2,
        "no ciphertext: its bytes are too uneven; ",
    ),
    "zeros": (
        lambda run: bytes(4096),
        "no ciphertext: its bytes are too uneven; 0.00 bits a byte, 4096 bytes",
    ),
    "empty": (lambda run: b"", "empty; 0 bytes: nothing to open"),
    "plain": (lambda run: TEXT, TEXT_LINE),
    **{
        f"text.{i}": (lambda run, text=text: text, TEXT_LINE)
        for i, text in enumerate(
            (
                b"hello\n",
                "\ufeffgr\u00fc\u00dfe\n".encode(),
                b"international\n",
                b".dockerignore\n",
                b"homepage:https://www.example.com/\nserver:www.example.c\n",
                b"JavaScriptDoc\n",
                b"A sentence before.\n%s\nA sentence after.\n" % HASH,
                b'KEY = """\\\n-----BEGIN PRIVATE KEY-----\nMIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJc\n'
                b'-----END PRIVATE KEY-----\n"""\n',
            )
        )
    },
}


@pytest.mark.parametrize("name", MADE)
def test_named(oldguard, files, name):
    make, wanted = MADE[name]
    Path(name).write_bytes(make(files))
    result = oldguard("des", "identify", name)
    assert (result.returncode, result.stderr) == (0, b"")
    piped = oldguard("des", "identify", "-", input=Path(name).read_bytes()).stdout.decode()
    line = result.stdout.decode()
    if name.partition(".")[0] in ("random", "stream", "ecb"):  # the shown entropy is a property of the bytes
        line, wanted, piped = (re.sub(r"[\d.]+ bits", "N bits", text) for text in (line, wanted, piped))
    assert line.startswith(f"{name}: {wanted.format(name)}") and line.count("\n") == 1
    assert piped.startswith("standard input: " + wanted.partition("{}")[0])


@pytest.mark.parametrize(
    "name",
    "cms.der cms.pem cms.smime cms.der.ber cms.pwri cms.encrypted.der cms.encrypted.aes cms.kek old.p12".split(),
)
def test_the_command_opens_the_file(oldguard, files, name):
    """As it is printed, with OpenSSL's own ciphers and without questions, and OUT standard output."""
    Path(name).write_bytes(MADE[name][0](files))
    command = oldguard("des", "identify", name).stdout.decode().rpartition(": ")[2].strip()
    if name == "old.p12":
        command += " -passin pass:x -noenc"
    command = (
        command.replace("HEX", SECRET)
        .replace("oldguard des", shlex.join([*oldguard.command, "des"]))
        .removesuffix(" OUT")
    )
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, env=BASE_ENV, check=True)
    expected = b"BEGIN PRIVATE KEY" if name == "old.p12" else TEXT
    assert expected in done.stdout.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("said", ["nothing to see", "base64 of nothing to see"])
def test_a_stream_has_no_known_size(oldguard, said):
    """If it has more than the MiB that is read. Only a known size has a remainder."""
    many = hashlib.shake_128(b"many").digest(2 << 20)
    if said.startswith("base64"):
        many = base64.encodebytes(many)
    line = oldguard("des", "identify", "-", input=many).stdout.decode()
    assert re.fullmatch(
        rf"standard input: {said}: raw .*; [\d.]+ bits a byte, at least \d+ bytes: .*\n", line
    )
    assert 700_000 < int(re.search(r"at least (\d+)", line)[1]) <= 1 << 20


def test_a_name_with_a_hyphen(oldguard, workdir):
    """It is no option in the command, and the command opens the file."""
    Path("-r").write_bytes(RANDOM[:800])
    Path("k").write_bytes(RANDOM[:24])
    line = oldguard("des", "identify", "--", "-r").stdout.decode()
    assert line.startswith("-r: nothing to see")
    words = line.rpartition(": ")[2].replace("KEY", "k").replace("HEX", "00" * 8).split()
    assert words[-2:] == ["./-r", "OUT"]
    assert b"option" not in oldguard(*words[1:]).stderr


def test_many_files(oldguard, workdir):
    """A line for each that can be read, and odd names in a form that a shell reads."""
    odd = "two words\n"
    Path(odd).write_bytes(RANDOM)
    Path("b").write_bytes(b"Salted__12345678")
    os.mkfifo("pipe")
    result = oldguard("des", "identify", odd, "missing", "b")
    assert result.returncode == 1
    assert [line.partition(": ")[0] for line in result.stdout.decode().splitlines()] == [
        r"'two words'$'\n'",
        "b",
    ]
    assert result.stderr == b"oldguard des: missing: No such file or directory\n"


@pytest.mark.outside
def test_gpg(oldguard, files):
    """What GnuPG writes today, in both forms."""
    home = Path("home").absolute()
    home.mkdir(mode=0o700)
    for form, words in (("binary", []), ("armour", ["-a"])):
        gpg = needed("gpg")(
            "--batch",
            "--homedir",
            home,
            *"--passphrase x --pinentry-mode loopback --cipher-algo 3DES".split(),
            *words,
            "-c",
            "-o",
            form,
            "text",
        )
        assert gpg.returncode == 0, gpg.stderr
        line = oldguard("des", "identify", form).stdout.decode()
        assert line.startswith(
            f"{form}: OpenPGP ({form}); 3DES (cipher 2), iterated SHA-1 of a password: gpg -d"
        )


@pytest.mark.outside
def test_keytool(oldguard, workdir):
    made = needed("keytool")(
        *"-genkeypair -keyalg RSA -storetype JCEKS -keystore s -dname CN=x".split(),
        *"-storepass changeit -keypass changeit".split(),
    )
    assert made.returncode == 0, made.stderr
    assert oldguard("des", "identify", "s").stdout.startswith(
        b"s: a Java key store (JCEKS); PBE-MD5-3DES of Java: "
    )
