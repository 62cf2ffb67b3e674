# SPDX-License-Identifier: MIT
"""Builds the library of oldguard for Conan 2, shared or static."""

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir


class Oldguard(ConanFile):
    name = "oldguard"
    version = "@VERSION@"
    description = "SHA-1 with collision detection, Whirlpool and DES"
    license = "MIT"
    homepage = "@HOMEPAGE@"
    topics = ("sha1", "whirlpool", "des", "hash")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def configure(self):
        self.settings.rm_safe("compiler.cppstd")  # the library is C
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self, src_folder="source")

    def source(self):
        get(self, "@URL@", sha256="@SHA256@", strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)  # sets BUILD_SHARED_LIBS from the option `shared`
        toolchain.cache_variables["OLDGUARD_COMMAND"] = False
        toolchain.cache_variables["OLDGUARD_SHA1DETECTCOLL"] = False
        toolchain.cache_variables["OLDGUARD_OPENSSL"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, self.package_folder + "/licenses")
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):  # Conan writes its own
            rmdir(self, self.package_folder + "/" + folder)

    def package_info(self):
        self.cpp_info.libs = ["oldguard"]
        self.cpp_info.set_property("cmake_target_name", "oldguard::oldguard")
        self.cpp_info.set_property("pkg_config_name", "oldguard")
