# SPDX-License-Identifier: MIT
"""Modules with the functions of other packages."""
