# SPDX-License-Identifier: MIT
"""The constants of the standards, and everything that is derived from them. See README.md."""
