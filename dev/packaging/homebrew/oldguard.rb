# SPDX-License-Identifier: MIT
class Oldguard < Formula
  desc "Library for SHA-1 with collision detection, Whirlpool and DES"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", *std_cmake_args,
                    "-DOLDGUARD_COMMAND=OFF", "-DOLDGUARD_SHA1DETECTCOLL=OFF", "-DOLDGUARD_OPENSSL=OFF"
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"test.c").write <<~C
      #include <oldguard/oldguard.h>
      #include <stdio.h>
      int main(void) {
          uint8_t digest[OG_SHA1_DIGEST_SIZE];
          if (og_sha1("abc", 3, digest) != OG_OK) return 1;
          for (unsigned i = 0; i < sizeof digest; i++) printf("%02x", digest[i]);
          return 0;
      }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-loldguard", "-o", "test"
    assert_equal "a9993e364706816aba3e25717850c26c9cd0d89d", shell_output("./test")
  end
end
