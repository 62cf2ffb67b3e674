# SPDX-License-Identifier: MIT
"""Times oldguard beside other Python packages and prints what is demanded of it and what was measured.

    bench.py [ROW...]      rows by their numbers, all without one

Messages differ, at least 64 of them, because the time of detection depends on the message.
"""

import platform
import sys

import peers
import rows


def cpu_name():
    try:
        with open("/proc/cpuinfo") as file:
            found = dict(line.split(":", 1) for line in file.read().split("\n\n")[0].splitlines())
        found = {name.strip(): value.strip() for name, value in found.items()}
        return "{model name}, family {cpu family} model {model} stepping {stepping}".format(**found)
    except (KeyError, OSError):
        return platform.processor() or platform.machine()


def main():
    wanted = {int(word) for word in sys.argv[1:]} or {number for number, _, _ in rows.ROWS}
    print("%s, %s %s" % (cpu_name(), platform.python_implementation(), platform.python_version()))
    print("oldguard %s" % peers.VERSIONS.pop("oldguard"))
    for name, version in peers.VERSIONS.items():
        print("%s %s" % (name, version or "missing"))
    print()
    print("    %-46s %-25s %s" % ("measure", "demand", "measured"))
    failed = 0
    for number, name, row in rows.ROWS:
        if number not in wanted:
            continue
        for part, demand, measured, met in row():
            verdict = {True: "met", False: "NOT MET", None: "" if measured else "not measured"}[met]
            failed += met is False
            print("%2d  %-46s %-25s %-42s %s" % (number, name + part, demand, measured, verdict), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
