# SPDX-License-Identifier: MIT
"""Writes the software bill of materials of a release, in SPDX 2.3.

    sbom.py oldguard-V.tar.xz --out oldguard-V.spdx.json

The document lists every file of the archive with its digests and the licence of its SPDX line, and the
libraries that the command is built with or loads. The archive determines every byte of it.
"""

import argparse
import hashlib
import json
import os
import re
import tarfile
import time

LICENCE = "MIT"  # the file LICENSE, for the files without a line of their own
IDENTIFIER = re.compile(rb"SPDX-License-Identifier: ([A-Za-z0-9.+-]+)")
# Name, licence, and the relationship to oldguard. No version: the machine that builds the command decides.
LIBRARIES = (
    ("fmt", "MIT", "BUILD_DEPENDENCY_OF"),
    ("nlohmann-json", "MIT", "BUILD_DEPENDENCY_OF"),
    ("utf8proc", "MIT", "OPTIONAL_DEPENDENCY_OF"),
    ("libtorrent-rasterbar", "BSD-3-Clause", "OPTIONAL_DEPENDENCY_OF"),
    ("libcrypto", "Apache-2.0", "OPTIONAL_DEPENDENCY_OF"),
)
DOCUMENT = "SPDXRef-DOCUMENT"
PACKAGE = "SPDXRef-oldguard"


def checksum(algorithm, data):
    return {
        "algorithm": algorithm.upper(),
        "checksumValue": hashlib.new(algorithm, data, usedforsecurity=False).hexdigest(),
    }


def file_of(number, path, data):
    """Returns the description of a file of the archive."""
    found = IDENTIFIER.search(data[:200])
    licence = found[1].decode() if found else None
    return {
        "SPDXID": "SPDXRef-file-%d" % number,
        "fileName": "./" + path,
        "checksums": [checksum("sha1", data), checksum("sha256", data)],
        "licenseConcluded": licence or LICENCE,
        "licenseInfoInFiles": [licence or "NOASSERTION"],
        "copyrightText": "NOASSERTION",
    }


def read_archive(archive):
    """Returns the files' descriptions, the text of LICENSE, and the time of the archive's entries."""
    files = []
    with tarfile.open(archive) as tar:
        for entry in tar:
            date = entry.mtime
            path = entry.name.partition("/")[2]
            if entry.isfile():
                data = tar.extractfile(entry).read()
                files.append(file_of(len(files) + 1, path, data))
                if path == "LICENSE":
                    licence_text = data.decode()
    return files, licence_text, date


def verification_code(files):
    """Returns the package verification code of SPDX 2.3, section 7.9."""
    digests = sorted(each["checksums"][0]["checksumValue"] for each in files)
    return hashlib.sha1("".join(digests).encode(), usedforsecurity=False).hexdigest()


def library(name, licence):
    return {
        "SPDXID": "SPDXRef-library-" + name,
        "name": name,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }


def related(element, relationship, other):
    return {"spdxElementId": element, "relationshipType": relationship, "relatedSpdxElement": other}


def describe(archive):
    name = os.path.basename(archive)
    stem = name[: -len(".tar.xz")]
    with open(archive, "rb") as stream:
        data = stream.read()
    digests = [checksum("sha1", data), checksum("sha256", data)]
    files, licence_text, date = read_archive(archive)
    package = {
        "SPDXID": PACKAGE,
        "name": "oldguard",
        "versionInfo": stem.partition("-")[2],
        "packageFileName": name,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": True,
        "packageVerificationCode": {"packageVerificationCodeValue": verification_code(files)},
        "checksums": digests,
        "licenseConcluded": LICENCE,
        "licenseDeclared": LICENCE,
        "licenseInfoFromFiles": sorted({each["licenseInfoInFiles"][0] for each in files}),
        "copyrightText": re.search("Copyright .*", licence_text)[0],
        "primaryPackagePurpose": "SOURCE",
    }
    relationships = [related(DOCUMENT, "DESCRIBES", PACKAGE)]
    relationships += [related(PACKAGE, "CONTAINS", each["SPDXID"]) for each in files]
    relationships += [related("SPDXRef-library-" + name, how, PACKAGE) for name, _, how in LIBRARIES]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": DOCUMENT,
        "name": stem,
        "documentNamespace": "https://spdx.org/spdxdocs/%s-%s" % (stem, digests[1]["checksumValue"]),
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date)),
            "creators": ["Tool: oldguard-sbom.py"],
        },
        "packages": [package] + [library(name, licence) for name, licence, _ in LIBRARIES],
        "files": files,
        "relationships": relationships,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", help="oldguard-V.tar.xz")
    parser.add_argument("--out", required=True, help="the file to write")
    options = parser.parse_args()
    text = json.dumps(describe(options.archive), indent=1) + "\n"
    with open(options.out, "w", encoding="utf-8") as stream:
        stream.write(text)


main()
