// SPDX-License-Identifier: MIT
using System;
using System.Security.Cryptography;
using NUnit.Framework;

namespace OldGuard.Tests
{
    /// <summary>The classes under test, by name, and the class that they are compared
    /// with.</summary>
    static class Classes
    {
        public static readonly string[] Names = {
            "Sha1Safe", "Sha1Unsafe", "Sha1Simd", "Sha1Native",
        };

        public static Func<SHA1> Named(string name)
        {
            switch (name) {
            case "Sha1Safe": return () => new Sha1Safe();
            case "Sha1Unsafe": return () => new Sha1Unsafe();
            case "Sha1Simd": return () => new Sha1Simd();
            case "Sha1Native": return () => new Sha1Native();
            }
            throw new ArgumentException(name);
        }

        public static SHA1 Framework()
        {
            return new SHA1CryptoServiceProvider();
        }

        public static byte[] Random(Random random, int size)
        {
            var data = new byte[size];
            random.NextBytes(data);
            return data;
        }

        public static void AssertDigest(byte[] expected, byte[] digest, string what)
        {
            Assert.AreEqual(BitConverter.ToString(expected), BitConverter.ToString(digest), what);
        }
    }
}
