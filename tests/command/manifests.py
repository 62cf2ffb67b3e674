# SPDX-License-Identifier: MIT
"""Writes manifests in each format, for the tests of `oldguard audit`."""

import base64
import hashlib
import json
import os
from datetime import datetime, timezone
from pathlib import Path


def sha1(data):
    return hashlib.sha1(data).hexdigest()


def utc(nanoseconds):
    """Returns a time as JSON lines have it."""
    seconds, rest = divmod(nanoseconds, 10**9)
    text = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{text}.{rest:09}Z" if rest else f"{text}Z"


def files_below(folder):
    """Returns the names of the regular files, as bytes relative to the folder, sorted."""
    folder = os.fsencode(folder)
    found = []
    for path, _, names in os.walk(folder):
        for name in names:
            whole = os.path.join(path, name)
            if not os.path.islink(whole):
                found.append(os.path.relpath(whole, folder))
    return sorted(found)


def read(folder, name):
    return Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).read_bytes()


def jsonl(folder, names=None, **members):
    """Returns JSON lines with size, time and inode."""
    lines = []
    for name in files_below(folder) if names is None else names:
        status = os.stat(os.path.join(os.fsencode(folder), name))
        data = read(folder, name)
        entry = {"v": 1}
        try:
            entry["name"] = name.decode()
        except UnicodeDecodeError:
            entry["name_b64"] = base64.b64encode(name).decode()
        entry |= {
            "size": len(data),
            "sha1": sha1(data),
            "mtime": utc(status.st_mtime_ns),
            "inode": status.st_ino,
            **members,
        }
        lines.append(json.dumps(entry).encode())
    return b"".join(line + b"\n" for line in lines)


def gnu(folder):
    lines = b""
    for name in files_below(folder):
        escaped = name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
        lines += (b"\\" if escaped != name else b"") + sha1(read(folder, name)).encode()
        lines += b"  " + escaped + b"\n"
    return lines


def hashdeep(folder):
    lines = b"%%%% HASHDEEP-1.0\n%%%% size,md5,sha1,filename\n## comment\n"
    for name in files_below(folder):
        data = read(folder, name)
        lines += f"{len(data)},{hashlib.md5(data).hexdigest()},{sha1(data)},".encode() + name + b"\n"
    return lines


def vis(name):
    return b"".join(bytes([c]) if 33 <= c < 127 and c not in b"\\#=*?[" else b"\\%03o" % c for c in name)


def mtree(folder):
    lines = b"#mtree\n/set type=file\n. type=dir\n"
    for name in files_below(folder):
        data = read(folder, name)
        lines += b"./" + vis(name) + f" size={len(data)} sha1digest={sha1(data)} uid=0\n".encode()
    return lines


def bag(folder, payload, version="1.0", algorithms=("sha1",), encode=True):
    """Makes a bag of a dictionary of names and data, with one manifest for each algorithm."""
    folder = Path(folder)
    folder.mkdir()
    (folder / "bagit.txt").write_text(f"BagIt-Version: {version}\nTag-File-Character-Encoding: UTF-8\n")
    for name, data in payload.items():
        path = folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for algorithm in algorithms:
        lines = ""
        for name, data in sorted(payload.items()):
            if encode:
                name = name.replace("%", "%25").replace("\n", "%0A").replace("\r", "%0D")
            lines += f"{hashlib.new(algorithm, data).hexdigest()}  data/{name}\n"
        (folder / f"manifest-{algorithm}.txt").write_text(lines)
    return folder
