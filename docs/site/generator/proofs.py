# SPDX-License-Identifier: MIT
"""The kept verdicts of the prover, docs/results/proofs.json, beside the machine code of today."""

import os
from dataclasses import dataclass

from proofs import kept

from .errors import SiteError
from .paths import ROOT

FILE = "docs/results/proofs.json"


@dataclass
class Row:
    symbol: str
    abi: str
    proved: bool
    verdict: str
    sha256: str


class Proofs:
    def __init__(self):
        try:
            self.verdicts = kept.read(os.path.join(ROOT, FILE))
        except ValueError as error:
            raise SiteError(FILE, 1, str(error)) from None

    def of(self, kernel):
        """Returns a row for each function and convention of a kernel, none if no verdict is kept."""
        rows = [self._row(symbol, abi, digest) for (symbol, abi), digest in kernel.hashes.items()]
        return rows if any(row.sha256 for row in rows) else []

    def others(self, kernels):
        """Returns the kept verdicts about functions that no kernel has."""
        known = {symbol for kernel in kernels for symbol, _ in kernel.hashes}
        return [verdict for (symbol, _), verdict in self.verdicts.items() if symbol not in known]

    def _row(self, symbol, abi, digest):
        verdict = self.verdicts.get((symbol, abi))
        if verdict is None or verdict["sha256"] != digest:
            return Row(symbol, abi, False, "no verdict about these bytes is kept", "")
        if not verdict.get("proved"):
            return Row(symbol, abi, False, "not proved: " + verdict.get("failure", ""), digest)
        return Row(symbol, abi, True, _proved(verdict), digest)


def _proved(verdict):
    counts = [str(count) for count in verdict["counts"] if count not in ("", "in place")]
    if verdict.get("any_number"):
        amount = "any number of blocks"
    elif verdict.get("sets_of"):
        amount = f"any number of sets of {verdict['sets_of']} blocks, and {' or '.join(counts)} more"
    elif counts:
        amount = f"{', '.join(counts)} blocks"
    else:
        amount = "one call"
    text = f"proved: all inputs, {amount}"
    if "in place" in verdict["counts"]:
        text += ", also in place"
    if verdict.get("tables"):
        text += f"; reads tables: {', '.join(verdict['tables'])}"
    return text
