# SPDX-License-Identifier: MIT
"""The generator of the site."""

import os
import sys

# The reference is made by the modules of docs/reference.
sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "reference"))
