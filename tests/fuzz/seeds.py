# SPDX-License-Identifier: MIT
"""The committed inputs of the fuzz targets: corpus.tar.xz, which holds the files corpus/TARGET/NAME."""

import io
import pathlib
import shutil
import tarfile

ARCHIVE = pathlib.Path(__file__).parent / "corpus.tar.xz"


def load():
    """Returns the inputs of each target: its name, then the name of each input with its bytes."""
    inputs = {}
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            _, target, name = member.name.split("/")
            inputs.setdefault(target, {})[name] = archive.extractfile(member).read()
    return inputs


def store(inputs):
    """Writes the archive anew. It depends on names and bytes alone."""
    with tarfile.open(ARCHIVE, "w:xz", format=tarfile.USTAR_FORMAT) as archive:
        for target in sorted(inputs):
            for name in sorted(inputs[target]):
                member = tarfile.TarInfo(f"corpus/{target}/{name}")
                member.size = len(inputs[target][name])
                archive.addfile(member, io.BytesIO(inputs[target][name]))


def unpack(folder):
    """Replaces `folder` by one with a folder of inputs for each target."""
    shutil.rmtree(folder, ignore_errors=True)
    for target, files in load().items():
        (folder / target).mkdir(parents=True)
        for name, data in files.items():
            (folder / target / name).write_bytes(data)
