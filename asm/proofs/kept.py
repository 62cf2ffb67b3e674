# SPDX-License-Identifier: MIT
"""Keeps verdicts in a file, each with the SHA-256 of the function that was proved.

The hash is that of Unit.digests, which Go's dialect prints above each function. A verdict holds for a function with
the same hash, so a kept one is not proved again. The file has one line for each function.
"""

import json
import os

SCHEMA = "oldguard-proofs"
KEPT = tuple("symbol abi op proved failure any_number sets_of no_induction tables seconds".split())


def read(path):
    """Returns the kept verdicts {(symbol, convention): verdict}, none if there is no file."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if data.get("schema") != SCHEMA:
        raise ValueError(f"{path}: not kept verdicts of the prover")
    return {(v["symbol"], v["abi"]): v for v in data["functions"]}


def reduced(verdict, digest):
    """Returns the kept form of a verdict as JSON has it."""
    kept = {key: verdict[key] for key in KEPT if verdict[key] not in (None, [], False)}
    kept["counts"] = [
        "in place"
        if c["in_place"]
        else next(iter(v for k, v in c.items() if k not in ("in_place", "encrypt")), "")
        for c in verdict["cases"]
    ]
    kept["counts"] = sorted(set(kept["counts"]), key=str)
    return kept | {"sha256": digest}


def write(path, verdicts):
    """Replaces the file by these verdicts, in the order of their names."""
    lines = [json.dumps(verdicts[key]) for key in sorted(verdicts)]
    text = f'{{"schema": "{SCHEMA}", "functions": [\n' + ",\n".join(lines) + "\n]}\n"
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
