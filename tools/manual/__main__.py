# SPDX-License-Identifier: MIT
"""Makes the manual of the C API from the comments of the public headers:

python3 tools/manual check            report comments that lack something; exit status 1 if any does
python3 tools/manual man OUT          write a page of section 3 for every function
python3 tools/manual doxygen OUT      write the headers as Doxygen reads them
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
    for name, text in (("man", "write the pages of section 3"), ("doxygen", "write the input of Doxygen")):
        commands.add_parser(name, help=text).add_argument("out")
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
    elif options.command == "man":
        from manpages import write

        write(options.root, headers, options.out)
    else:
        from doxygen import write

        write(headers, options.out)


if __name__ == "__main__":
    main()
