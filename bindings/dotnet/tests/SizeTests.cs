// SPDX-License-Identifier: MIT
using System;
using System.Security.Cryptography;
using NUnit.Framework;

namespace OldGuard.Tests
{
    /// <summary>The classes are small, because the JIT compiles every line.</summary>
    [TestFixture]
    public class SizeTests
    {
        [Test]
        public void SafeIsAtMostHalfAsLargeAgainAsTheFramework()
        {
            var ours = ClassSize.Of(typeof(Sha1Safe));
            var framework = ClassSize.Of(typeof(SHA1Managed));
            Assert.LessOrEqual(ours.Bytes, 1.5 * framework.Bytes);
            Assert.LessOrEqual(ours.Instructions, 1.5 * framework.Instructions);
        }

        /// <summary>Counted by hand: ldarg.0, call, ret.</summary>
        [Test]
        public void CountsInstructions()
        {
            var size = ClassSize.Of(typeof(Probe));
            Assert.AreEqual(7, size.Bytes);
            Assert.AreEqual(3, size.Instructions);
        }

        class Probe
        {
        }
    }
}
