# SPDX-License-Identifier: MIT
"""One call of each kernel in the generator's interpreter, as scripts for the browser.

    watch/STEM.js        OG_TRACE={...}
    watch/NAME.std.js    OG_STD={...}, the rounds of a standard, which traces share

asm/asmgen/tracing describes both objects.
"""

import json
from dataclasses import dataclass

from asmgen.tracing import calls

from .errors import SiteError


@dataclass
class Trace:
    trace: dict
    standard: dict

    @property
    def script(self):
        return f"OG_TRACE={_json(self.trace)};\n"

    @property
    def standard_script(self):
        return f"OG_STD={_json(self.standard)};\n"


def _json(value):
    return json.dumps(value, separators=(",", ":"))


def gather(kernels):
    """Returns {stem: Trace} of the kernels of which a trace reads well. Refuses kernels whose rounds of one
    standard differ, because they share a file."""
    found, standards = {}, {}
    for kernel in kernels:
        if calls.operation(kernel.source) is None:
            continue
        trace, standard = calls.trace(kernel.source)
        public = standard.public()
        if standards.setdefault(public["name"], public) != public:
            raise SiteError(
                kernel.file, 1, f"the rounds of {public['name']} differ from those of other kernels"
            )
        found[kernel.stem] = Trace(trace, public)
    return found
