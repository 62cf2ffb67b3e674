# SPDX-License-Identifier: MIT
"""Builds a program on the package and runs it."""

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class OldguardTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            self.run(self.cpp.build.bindir + "/consumer > digest", env="conanrun")
            with open("digest", encoding="utf-8") as stream:
                digest = stream.read().strip()
            if digest != "a9993e364706816aba3e25717850c26c9cd0d89d":
                raise ConanException("the program printed " + digest)
