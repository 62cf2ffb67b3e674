// SPDX-License-Identifier: MIT
using System;
using System.Security.Cryptography;
using NUnit.Framework;

namespace OldGuard.Tests
{
    /// <summary>For runs without the C library, or with a wrong OLDGUARD_ variable.</summary>
    [TestFixture]
    public class NativeTests
    {
        [Test, Explicit]
        public void SaysThatTheLibraryIsMissing()
        {
            Assert.IsFalse(Sha1Native.IsAvailable);
            var e = Assert.Throws<DllNotFoundException>(() => new Sha1Native());
            StringAssert.Contains("liboldguard.so", e.Message);
            StringAssert.Contains("Sha1Safe", e.Message);
        }

        [Test, Explicit]
        public void SaysWhatTheLibraryRefuses()
        {
            var e = Assert.Throws<CryptographicException>(() => new Sha1Native());
            StringAssert.Contains("nonsense", e.Message);
        }
    }
}
