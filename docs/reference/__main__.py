# SPDX-License-Identifier: MIT
"""Makes the manual pages of the C API from the public headers, and those of the command from docs/man and the
descriptions of its options:

python3 docs/reference check            report comments that lack something; exit status 1 if any does
python3 docs/reference man OUT          write OUT/man3, a page for every function, and OUT/man1
"""

import argparse
import os
import sys

from headers import HeaderError, read_headers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser(prog="manual", description="Makes the manual pages.")
    parser.add_argument("--root", default=ROOT, help="the source tree")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="report comments that lack something")
    commands.add_parser("man", help="write the pages").add_argument("out")
    options = parser.parse_args()
    try:
        headers = read_headers(options.root)
    except HeaderError as error:
        sys.exit(str(error))
    if options.command == "check":
        from rules import check

        found = check(headers)
        for path, line, message in found:
            print("%s:%d: %s" % (path, line, message), file=sys.stderr)
        sys.exit(1 if found else 0)
    else:
        import man1
        import manpages
        from options import CommandError

        manpages.write(options.root, headers, os.path.join(options.out, "man3"))
        try:
            man1.write(options.root, os.path.join(options.out, "man1"))
        except CommandError as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
