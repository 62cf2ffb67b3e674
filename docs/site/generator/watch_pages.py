# SPDX-License-Identifier: MIT
"""The pages that step through a trace, with its script, and their list."""


def add(site, book):
    for kernel in book.kernels:
        if kernel.stem in book.traces:
            _add(site, kernel, book.traces[kernel.stem])
    groups = [
        (family["title"], [_entry(k) for k in book.kernels if k.family == key and k.stem in book.traces])
        for key, family in book.names["families"].items()
    ]
    site.page(
        "watch.html",
        "list.html",
        "Watch it run",
        "Kernels one instruction at a time, with the standard beside them",
        heading="Watch it run",
        lead="One block through a kernel, one instruction at a time: what it changes, what the values are in the "
        "standard, and what depends on a secret.",
        groups=[group for group in groups if group[1]],
    )


def _entry(kernel):
    return f"watch/{kernel.stem}.html", kernel.stem, f"{kernel.summary[0].upper()}{kernel.summary[1:]}."


def _add(site, kernel, found):
    stem, trace = kernel.stem, found.trace
    standard = f"{found.standard['name']}.std.js"
    if f"watch/{standard}" not in site.files:
        site.add(f"watch/{standard}", found.standard_script)
    site.add(f"watch/{stem}.js", found.script)
    steps = sum(count for _, count in trace["pc"])
    site.page(
        f"watch/{stem}.html",
        "watch.html",
        f"Watch {stem} run",
        f"{trace['title']}, one instruction at a time",
        words="stepper trace steps",
        stem=stem,
        trace_title=trace["title"],
        standard=standard,
        standard_title=found.standard["title"],
        window=steps < trace["window"][1],
        steps=steps,
        total=trace["window"][1],
    )
