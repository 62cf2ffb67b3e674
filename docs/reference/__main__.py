# SPDX-License-Identifier: MIT
"""Makes the manual of the C API from the comments of the public headers:

python3 docs/reference check            report comments that lack something; exit status 1 if any does
python3 docs/reference man OUT          write a page of section 3 for every function
"""

import argparse
import os
import sys

from headers import HeaderError, read_headers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser(prog="manual", description="Makes the manual of the C API.")
    parser.add_argument("--root", default=ROOT, help="the source tree")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="report comments that lack something")
    commands.add_parser("man", help="write the pages of section 3").add_argument("out")
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
        from manpages import write

        write(options.root, headers, options.out)


if __name__ == "__main__":
    main()
