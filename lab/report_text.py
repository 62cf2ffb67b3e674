# SPDX-License-Identifier: MIT
"""The results as a table for a terminal, or for a page in Markdown."""

from . import figures, heritage, results

TOP = 25    # compiled variants of one operation that the terminal shows


def header(doc):
    bench, here = doc["provenance"]["bench"], doc["provenance"]
    lines = [f"{bench.get('cpu', '?')} ({bench.get('cpu_id', '')}), {here.get('system', '')}, "
             f"Linux {here.get('kernel', '')}; {bench.get('date', '')}",
             f"clock: {bench.get('clock_description', '?')}; oldguard {bench.get('oldguard', '?')} "
             f"{here.get('commit', '')}"]
    if not doc["complete"]:
        lines.append("INCOMPLETE: not measured: " + ", ".join(doc["missing"]))
    return lines


def text(doc):
    out = header(doc)
    for op, bits, sizes, lines in results.tables(doc):
        shown = _shown(lines)
        unit = figures.unit(lines)
        out += ["", f"{op}, {bits}-bit, {unit}" + (
            f": the best {len(shown)} of {len(lines)}" if len(shown) < len(lines) else "")]
        width = max(len(figures.label(line)) for line in shown)
        out.append(" " * width + "".join(f"{figures.size(s):>10}" for s in sizes) + "  spread")
        for line in shown:
            cells = "".join(f"{_cell(line, s):>10}" for s in sizes)
            out.append(f"{figures.label(line):<{width}}{cells}  {_spread(line):>6}")
    for table in heritage.tables(doc):
        out += ["", f"{table['title']} ({table['machine']}), {table['unit']}"]
        for row in table["rows"]:
            out.append(f"  {row['what']}, {row['bits']}-bit: published "
                       f"{figures.span(row['published'])}, here {figures.span(row['measured'])}")
        for ratio in table["ratios"]:
            out.append(f"  {ratio['what']}, {ratio['bits']}-bit: published "
                       f"{_ratio(ratio['published'])}, here {_ratio(ratio['measured'])}")
    out += ["", *_problems(doc)]
    return "\n".join(out).rstrip() + "\n"


def markdown(doc):
    out = ["# Results of the lab", "", *(line + "  " for line in header(doc))]
    for table in heritage.tables(doc):
        out += ["", f"## {table['title']}", "", f"Published: {table['machine']}. {table['unit']}.", "",
                "| code | bits | published | here |", "|---|---|---|---|"]
        out += [f"| {row['what']} | {row['bits']} | {figures.span(row['published'])} | "
                f"{figures.span(row['measured'])} |" for row in table["rows"]]
        out += [f"| {ratio['what']}, ratio | {ratio['bits']} | {_ratio(ratio['published'])} | "
                f"{_ratio(ratio['measured'])} |" for ratio in table["ratios"]]
    for op, bits, sizes, lines in results.tables(doc):
        out += ["", f"## {op}, {bits}-bit, {figures.unit(lines)}", "",
                "| | " + " | ".join(figures.size(s) for s in sizes) + " | spread |",
                "|---|" + "---|" * (len(sizes) + 1)]
        out += [f"| {figures.label(line)} | " + " | ".join(_cell(line, s) for s in sizes) +
                f" | {_spread(line)} |" for line in lines]
    out += ["", *_problems(doc)]
    return "\n".join(out).rstrip() + "\n"


def _shown(lines):
    """All that are not compiled here, and the best of those that are."""
    compiled = [line for line in lines if line["kind"] == "compiled"][:TOP]
    return [line for line in lines if line["kind"] != "compiled" or line in compiled]


def _cell(line, size):
    row = line["cells"].get(size)
    return "-" if row is None else figures.number(figures.figure(row)[0]) + "~" * row["noisy"]


def _spread(line):
    return f"{figures.spread(line['main']):.2f}"


def _ratio(value):
    return "-" if value is None else f"{value:.2f}x"


def _problems(doc):
    return ([f"note: {note}" for note in doc["notes"]] + [f"problem: {v['name']}, {v['bits']}-bit: {v['problem']}" for v in doc["variants"]
             if v["problem"]] + [f"problem: {p}" for p in doc["problems"]] +
            [f"not found: {p['library']}, {p['bits']}-bit: {p.get('why', '')}" for p in doc["peers"]
             if not p["found"]])
