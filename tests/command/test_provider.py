# SPDX-License-Identifier: MIT
"""`oldguard provider`: the configuration, as the command openssl reads it, and the check of one."""

import os
import re
import shutil
from pathlib import Path

import pytest

from tools import Tool

CIPHERS = 18
ALL = ["SHA1", "WHIRLPOOL", "DES-EDE3-CBC", "DES-CBC", "DESX-CBC", "DES3-WRAP", "HMAC", "PBKDF2", "PKCS12KDF"]
LACKING = ["WHIRLPOOL", "DES-CBC", "DESX-CBC", "DES-CFB1"]  # in the default provider
MODULE = Path(os.environ.get("OLDGUARD", "")).resolve().parent / "openssl/oldguard.so"

pytestmark = pytest.mark.skipif(
    "sanitize" in os.environ.get("CFLAGS", ""), reason="libcrypto would load a module with sanitizers"
)


def table(output):
    """Returns the provider of each algorithm that --check printed."""
    rows = output.decode().partition("\noperation ")[2].splitlines()[1:]
    return {name: provider for name, provider in (row.split()[-2:] for row in rows)}


@pytest.fixture
def configuration(oldguard, workdir):
    """Returns a function that writes the configuration for some options and returns its file."""

    def written(*options):
        result = oldguard("provider", *options)
        assert (result.returncode, result.stderr) == (0, b"")
        Path("oldguard.cnf").write_bytes(result.stdout)
        return str(Path("oldguard.cnf").resolve())

    return written


def test_text(oldguard):
    text = oldguard("provider").stdout.decode()
    assert text == oldguard("provider", "--mode=replace").stdout.decode()
    assert text.startswith("openssl_conf = openssl_init\n")
    assert "\ndefault_properties = ?oldguard.preferred=yes\n" in text
    everything = oldguard("provider", "--mode=all").stdout.decode()
    assert everything == text.replace("?oldguard.preferred=yes", "?provider=oldguard")
    assert f"\nmodule = {MODULE}\n" in text and MODULE.exists()
    # The default provider comes first. A section [default] would be the one before all sections.
    assert re.search(
        r"\ndefault = default_provider\noldguard = .*\[default_provider\]\nactivate = 1\n", text, re.S
    )
    assert "[default]" not in text
    node = oldguard("provider", "--node").stdout.decode()
    assert node == text.replace("openssl_conf", "nodejs_conf", 1)
    adds = oldguard("provider", "--mode=add").stdout.decode()
    assert "propert" not in adds and set(adds.splitlines()) <= set(text.splitlines())


@pytest.mark.parametrize("options", [[], ["--mode=add"], ["--mode=replace"], ["--mode=all"]], ids=str)
def test_openssl_uses_it(configuration, openssl, options):
    """Whirlpool and DES are only in oldguard, and what is in neither place stays in default."""
    env = {"OPENSSL_CONF": configuration(*options)}
    listed = openssl("list", "-providers", env=env).stdout.decode()
    assert re.search(r"^  default$", listed, re.M) and re.search(r"^  oldguard$", listed, re.M)
    assert (
        b"whirlpool(stdin)= 4e2448a4" in openssl("dgst", "-whirlpool", env=env, input=b"abc").stdout.lower()
    )
    assert b"ba7816bf" in openssl("dgst", "-sha256", env=env, input=b"abc").stdout
    words = ["enc", "-K", "0123456789abcdef", "-iv", "0011223344556677"]
    encrypted = openssl(*words, "-des-cbc", env=env, input=b"text")
    assert (encrypted.returncode, len(encrypted.stdout)) == (0, 8)
    words += ["-provider", "legacy", "-provider", "default"]
    assert openssl(*words, "-d", "-des-cbc", input=encrypted.stdout).stdout == b"text"


@pytest.mark.parametrize("mode, hmac", [("replace", "default"), ("all", "oldguard")])
def test_check(oldguard, configuration, mode, hmac):
    """Only with `all` HMAC is oldguard's: a program with another digest would pay for it."""
    file = configuration(f"--mode={mode}")
    for options in [[], [f"--mode={mode}"]]:
        result = oldguard("provider", "--check", *options, file)
        assert (result.returncode, result.stderr) == (0, b"")
        assert re.match(
            rb"libcrypto +OpenSSL \d.*\nconfiguration +\S+\nproviders +default, oldguard\n", result.stdout
        )
        served = table(result.stdout)
        assert set(ALL) <= set(served) and served.pop("HMAC") == hmac
        assert set(served.values()) == {"oldguard"}
        assert len(re.findall(rb"^cipher ", result.stdout, re.M)) == CIPHERS
    # The same as OPENSSL_CONF.
    assert oldguard("provider", "--check", env={"OPENSSL_CONF": file}).stdout == result.stdout
    for other, wrong in ("add", b"SHA1, "), ("all" if mode == "replace" else "replace", b"HMAC\n"):
        result = oldguard("provider", "--check", f"--mode={other}", file)
        assert result.returncode == 1
        assert result.stderr.startswith(b"oldguard provider: another provider serves than expected: " + wrong)


def test_check_adds(oldguard, configuration):
    file = configuration("--mode=add")
    result = oldguard("provider", "--check", "--mode=add", file)
    assert (result.returncode, result.stderr) == (0, b"")
    served = table(result.stdout)
    assert {name: served[name] for name in LACKING} == dict.fromkeys(LACKING, "oldguard")
    assert {served[name] for name in ("SHA1", "DES-EDE3-CBC", "HMAC", "PBKDF2")} == {"default"}
    assert oldguard("provider", "--check", file).returncode == 0
    assert oldguard("provider", "--check", "--mode=replace", file).returncode == 1


def test_a_third_provider(oldguard, configuration):
    """OpenSSL 3.0 sorts the providers by name when it loads a third one."""
    for options in ["--mode=replace"], ["--mode=add"]:
        file = Path(configuration(*options))
        text = file.read_text().replace(
            "\n[default_provider]", "legacy = default_provider\n\n[default_provider]"
        )
        file.write_text(text)
        result = oldguard("provider", "--check", "--mode=replace", file)
        assert b"legacy" in result.stdout.partition(b"\n\n")[0]
        served = table(result.stdout)
        expected = "oldguard" if "--mode=replace" in options else "default"
        assert (served["SHA1"], served["DES-EDE3-CBC"]) == (expected, expected)


def test_check_node(oldguard, configuration):
    file = configuration("--node")
    assert oldguard("provider", "--check", "--node", file).returncode == 0
    result = oldguard("provider", "--check", file)
    assert result.returncode == 1 and b"openssl_conf does not activate oldguard" in result.stderr
    assert set(table(result.stdout).values()) == {"default", "-"}


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("default = default_provider\n", "", b"the provider default is not active"),
        ("oldguard = oldguard_provider\n", "", b"does not activate oldguard"),
        ("oldguard.so", "nothing.so", b"nothing.so: cannot open shared object file"),
        ("module = /", "module = ", b"a relative path, which OpenSSL looks for in its own folder of modules"),
        ("[active_providers]", "[active", b"missing close square bracket"),
        ("providers = active_providers", "providers = none", b"provider section error"),
    ],
    ids=["no default", "no oldguard", "no module", "relative module", "syntax", "no section"],
)
def test_check_reports(oldguard, configuration, old, new, message):
    file = Path(configuration())
    file.write_text(file.read_text().replace(old, new, 1))
    result = oldguard("provider", "--check", file)
    assert result.returncode == 1 and message in result.stderr, result.stderr
    assert all(line.startswith("oldguard provider: ") for line in result.stderr.decode().splitlines())
    # Algorithms that another provider lacks are no errors.
    assert b"unsupported" not in result.stderr


def test_default_stays_without_the_module(openssl, configuration):
    """A configuration whose module was removed takes nothing away."""
    file = Path(configuration())
    file.write_text(file.read_text().replace("oldguard.so", "nothing.so"))
    result = openssl("dgst", "-sha1", env={"OPENSSL_CONF": str(file)}, input=b"abc")
    assert result.returncode == 0 and b"a9993e36" in result.stdout


def test_no_such_file(oldguard, workdir):
    result = oldguard("provider", "--check", "nothing.cnf")
    assert result.returncode == 1
    assert result.stderr.startswith(b"oldguard provider: nothing.cnf: ") and b"no such file" in result.stderr


def test_an_empty_name(oldguard):
    """An empty name, as from an unset variable of a script, is not the configuration that programs use."""
    result = oldguard("provider", "--check", "")
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == b"oldguard provider: '': No such file or directory\n"
    assert oldguard("provider", "").returncode == 2


def test_an_installation(oldguard, openssl, workdir):
    """The path leads from the program, with characters that a configuration would interpret."""
    prefix = workdir / "a #b $c \"d\" \\e 'f'"
    (prefix / "bin/openssl").mkdir(parents=True)
    copy = Tool(shutil.copy(oldguard.command[-1], prefix / "bin"))
    lib = {"LD_LIBRARY_PATH": str(MODULE.parents[1])}
    missing = copy("provider", env=lib)
    assert (missing.returncode, missing.stdout) == (1, b"")
    assert missing.stderr == b"oldguard provider: this installation has no provider for OpenSSL\n"
    shutil.copy(MODULE, prefix / "bin/openssl")
    Path("oldguard.cnf").write_bytes(copy("provider", env=lib).stdout)
    assert copy("provider", "--check", "--mode=replace", "oldguard.cnf", env=lib).returncode == 0
    result = openssl("dgst", "-whirlpool", env={"OPENSSL_CONF": "oldguard.cnf"}, input=b"")
    assert result.returncode == 0


def test_without_libcrypto(oldguard, workdir):
    """Invalid library files simulate a system without libcrypto."""
    Path("lib").mkdir()
    for version in "3", "4":
        Path(f"lib/libcrypto.so.{version}").write_bytes(b"")
    result = oldguard("provider", "--check", env={"LD_LIBRARY_PATH": "lib"})
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.startswith(b"oldguard provider: OpenSSL 3 is needed to check: lib/libcrypto.so.3: ")


def test_variables(oldguard):
    """A wrong variable, and a kernel that only the command has: the module refuses it and names the variable."""
    result = oldguard("provider", "--check", env={"OLDGUARD_CPU": "-nothing"})
    assert (result.returncode, result.stdout) == (2, b"") and b"OLDGUARD_CPU" in result.stderr
    # Only x86 has such kernels.
    rows = [line.split()[:2] for line in oldguard("kernels").stdout.decode().splitlines()]
    for kernel in [name for operation, name in rows if operation == "sha1dc.blocks" and "_x64_" in name][:1]:
        env = {"OLDGUARD_KERNEL": f"sha1dc.blocks={kernel}"}
        assert oldguard("provider", env=env).returncode == 0
        result = oldguard("provider", "--check", env=env)
        assert result.returncode == 1 and b"OLDGUARD_KERNEL" in result.stderr


@pytest.mark.parametrize(
    "words, message",
    [
        (["--mode=adds"], "--mode: adds not in {add,all,replace}"),
        (["file"], "an operand needs --check"),
        (["--check", "a", "b"], "extra operand 'b'"),
        (["--chek"], "unknown option '--chek'; did you mean '--check'?"),
    ],
    ids=str,
)
def test_usage(oldguard, words, message):
    result = oldguard("provider", *words)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().splitlines()[0] == f"oldguard provider: {message}"
