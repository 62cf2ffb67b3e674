# SPDX-License-Identifier: MIT
"""TLS connections with Triple DES between two processes of the program openssl."""

import itertools
import os
import re
import subprocess

# TLS 1.0 has IVs that continue from record to record, 1.2 has one in each record. With encrypt-then-MAC (etm) the
# cipher checks the padding after the MAC, otherwise before it and in constant time.
VERSIONS = ["-tls1", "-tls1_2"]
LINES = [b"a" * size + b" %d" % size for size in (1, 7, 8, 100, 1000, 9000)]


def connect(openssl, files, version, etm, configurations):
    """Returns whether a client gets each line back in reverse. `configurations`: of the server and the client."""
    options = [version, "-cipher", "DES-CBC3-SHA:@SECLEVEL=0", *([] if etm else ["-no_etm"])]

    def start(side, words):
        env = {**os.environ, **openssl.env, "OPENSSL_CONF": str(configurations[side])}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([openssl.program, *words, *options], env=env, **pipes)

    server = start(0, ["s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-rev", *files])
    try:
        for line in server.stdout:
            if found := re.match(rb"ACCEPT .*:(\d+)", line):
                break
        else:
            return False, server.stderr.read().decode(errors="replace")
        client = start(1, ["s_client", "-connect", f"127.0.0.1:{int(found[1])}", "-quiet", "-no_ign_eof"])
        for (
            line
        ) in LINES:  # each answer before the next line, because the server reverses what it reads at once
            client.stdin.write(line + b"\n")
            client.stdin.flush()
            if client.stdout.readline() != line[::-1] + b"\n":
                client.kill()
                return False, client.stderr.read().decode(errors="replace")
        client.stdin.close()
        client.wait()
        return True, ""
    finally:
        server.kill()
        server.communicate()


def check_tls(openssl):
    """Connects with every pair of providers. Prints and returns whether all connections worked."""
    key, certificate = openssl.work / "key.pem", openssl.work / "certificate.pem"
    plain = openssl.work / "openssl.cnf"
    words = [*"req -new -x509 -newkey rsa:2048 -nodes -subj /CN=test -config".split(), os.devnull]
    env = {**os.environ, **openssl.env}
    subprocess.run(
        [openssl.program, *words, "-keyout", key, "-out", certificate],
        env=env,
        check=True,
        capture_output=True,
    )
    both = {"oldguard": openssl.work / "replaces.cnf", "openssl": plain}
    failed = 0
    cases = list(itertools.product(VERSIONS, (True, False), both, both))
    for version, etm, server, client in cases:
        files = ["-cert", certificate, "-key", key]
        worked, why = connect(openssl, files, version, etm, (both[server], both[client]))
        if not worked:
            failed += 1
            print(f"FAIL  TLS: {version}, etm {etm}, {server} serves {client}: {why.strip()[-300:]}")
    print(
        f"{openssl.version}: TLS with DES-CBC3-SHA: {len(cases) - failed} of {len(cases)} connections",
        flush=True,
    )
    return failed == 0
