# SPDX-License-Identifier: MIT
"""The generator of the site."""
