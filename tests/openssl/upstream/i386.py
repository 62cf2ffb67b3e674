# SPDX-License-Identifier: MIT
"""The provider as 32-bit code, with Debian's libcrypto for i386, which is unpacked but not installed."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def unpack(work):
    """Downloads libcrypto and its headers and returns the folder that they are unpacked in."""
    root = work / "root"
    if root.exists():
        return root
    for folder in ("lists/partial", "cache/archives/partial", "packages"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    (work / "status").touch()
    (work / "apt.conf").write_text(
        'APT::Architecture "i386";\nAPT::Architectures { "i386"; };\n'
        f'Dir::State::Lists "{work}/lists";\nDir::State::status "{work}/status";\nDir::Cache "{work}/cache";\n'
    )
    env = {**os.environ, "APT_CONFIG": str(work / "apt.conf")}
    # A source without i386 is an error, which does not matter if another one has the packages.
    subprocess.run(["apt-get", "update", "-q"], env=env, check=False, capture_output=True)
    packages = work / "packages"
    subprocess.run(["apt-get", "download", "-q", "libssl3", "libssl-dev"], env=env, cwd=packages, check=True)
    for package in packages.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, root], check=True)
    return root


def check_i386(work):
    """Builds the provider and tests/openssl for 32 bits and returns whether the tests pass."""
    work.mkdir(parents=True, exist_ok=True)
    usr, tree = unpack(work) / "usr", work / "tree"
    lib = usr / "lib/i386-linux-gnu"
    # Debian's multilib packages have the kernel's headers of the main architecture alone.
    flags = f"-m32 -idirafter /usr/include/x86_64-linux-gnu -I{usr}/include/i386-linux-gnu"
    settings = {
        "CMAKE_C_FLAGS": flags,
        "CMAKE_CXX_FLAGS": flags,
        "CMAKE_ASM_FLAGS": "-m32",
        "CMAKE_DISABLE_FIND_PACKAGE_GTest": "ON",  # it is compiled from its source
        "CRYPT": "crypt",  # of other tests, which are not built
        "GCRYPT": "gcrypt",
        "OLDGUARD_32": "OFF",
        "OLDGUARD_OPENSSL_HEADERS": usr / "include",
        "OLDGUARD_PEERS": "OFF",
        "OLDGUARD_PYTHON": sys.executable,
        "OLDGUARD_TESTS": "ON",
        "OLDGUARD_TORRENT": "OFF",
        "OPENSSL_CRYPTO_LIBRARY": lib / "libcrypto.so",
        "OPENSSL_INCLUDE_DIR": usr / "include",
        "OPENSSL_SSL_LIBRARY": lib / "libssl.so",
    }
    options = [f"-D{name}={value}" for name, value in settings.items()]
    commands = [
        ["cmake", "-S", ROOT, "-B", tree, "-G", "Ninja", "--log-level=ERROR", *options],
        ["cmake", "--build", tree, "--target", "test_provider"],
    ]
    with (work / "log").open("w") as log:
        for command in commands:
            subprocess.run(command, check=True, stdout=log)
    env = {**os.environ, "LD_LIBRARY_PATH": str(lib), "OPENSSL_MODULES": str(lib / "ossl-modules")}
    print("i386: tests/openssl", flush=True)
    test = [tree / "tests/openssl/test_provider", "--gtest_brief=1"]
    return subprocess.run(test, env=env, check=False).returncode == 0
