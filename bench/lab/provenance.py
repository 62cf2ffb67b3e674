# SPDX-License-Identifier: MIT
"""Describes the machine and the state of the sources."""

import os
import platform
import subprocess

from .build import ROOT

GOVERNOR = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"


def gathered():
    return {
        "kernel": platform.release(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "microcode": _cpuinfo("microcode"),
        "governor": _read(GOVERNOR),
        "hypervisor": "hypervisor" in _cpuinfo("flags").split(),
        "system": _release(),
        "commit": commit(),
        "python": platform.python_version(),
    }


def commit():
    """Returns the hash of the commit, followed by "+" if files differ from it, or "" outside a repository."""
    try:
        name = subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip()
        dirty = subprocess.run(
            ["git", "-C", ROOT, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
    return name + ("+" if dirty else "")


def _read(path):
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""


def _cpuinfo(name):
    for line in _read("/proc/cpuinfo").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""


def _release():
    for line in _read("/etc/os-release").splitlines():
        if line.startswith("PRETTY_NAME="):
            return line.partition("=")[2].strip('"')
    return ""
