// SPDX-License-Identifier: MIT
using System;
using System.Security.Cryptography;
using NUnit.Framework;

namespace OldGuard.Tests
{
    [TestFixture]
    public class ClassTests
    {
        [TestCaseSource(typeof(Classes), "Names")]
        public void AgreesWithFramework(string name)
        {
            Properties.AgreesWithFramework(Classes.Named(name));
        }

        [TestCaseSource(typeof(Classes), "Names")]
        public void AnySplit(string name)
        {
            Properties.AnySplit(Classes.Named(name));
        }

        [TestCaseSource(typeof(Classes), "Names")]
        public void TransformCopies(string name)
        {
            Properties.TransformCopies(Classes.Named(name));
        }

        [TestCaseSource(typeof(Classes), "Names")]
        public void StartsAgain(string name)
        {
            Properties.StartsAgain(Classes.Named(name));
        }

        [TestCaseSource(typeof(Classes), "Names")]
        public void Streams(string name)
        {
            Properties.Streams(Classes.Named(name));
        }

        [TestCaseSource(typeof(Classes), "Names")]
        public void Threads(string name)
        {
            Properties.Threads(Classes.Named(name));
        }

        /// <summary>The same exceptions and properties as the framework's class.</summary>
        [TestCaseSource(typeof(Classes), "Names")]
        public void LooksLikeTheFramework(string name)
        {
            var data = new byte[10];
            var uses = new Action<SHA1>[] {
                h => h.ComputeHash((byte[]) null),
                h => h.ComputeHash((System.IO.Stream) null),
                h => h.ComputeHash(null, 0, 0),
                h => h.ComputeHash(data, -1, 5),
                h => h.ComputeHash(data, 0, -1),
                h => h.ComputeHash(data, 5, 6),
                h => h.ComputeHash(data, 11, 0),
                h => h.TransformBlock(null, 0, 0, null, 0),
                h => h.TransformBlock(data, -1, 1, null, 0),
                h => h.TransformBlock(data, 0, 11, null, 0),
                h => h.TransformBlock(data, 0, 10, new byte[5], 0),
                h => h.TransformFinalBlock(null, 0, 0),
                h => h.TransformFinalBlock(data, 5, 6),
                h => { var x = h.Hash; },
                h => { h.TransformBlock(data, 0, 1, null, 0); var x = h.Hash; },
                h => { h.Dispose(); h.ComputeHash(data); },
                h => { h.Clear(); h.TransformBlock(data, 0, 1, null, 0); },
                h => { h.Dispose(); h.Dispose(); },
            };
            for (int i = 0; i < uses.Length; i++)
                using (SHA1 ours = Classes.Named(name)(), framework = Classes.Framework())
                    Assert.AreEqual(Thrown(uses[i], framework), Thrown(uses[i], ours), "use " + i);
            using (SHA1 ours = Classes.Named(name)(), framework = Classes.Framework()) {
                Assert.AreEqual(framework.HashSize, ours.HashSize);
                Assert.AreEqual(framework.InputBlockSize, ours.InputBlockSize);
                Assert.AreEqual(framework.OutputBlockSize, ours.OutputBlockSize);
                Assert.AreEqual(framework.CanReuseTransform, ours.CanReuseTransform);
                Assert.AreEqual(framework.CanTransformMultipleBlocks, ours.CanTransformMultipleBlocks);
            }
        }

        static string Thrown(Action<SHA1> use, SHA1 hash)
        {
            try {
                use(hash);
                return "nothing";
            } catch (Exception e) {
                return e.GetType().Name;
            }
        }

        /// <summary>Compress reads no block that exceeds its array.</summary>
        [Test]
        public void StaysInsideTheArray()
        {
            foreach (var hash in new Sha1Base[] {new Sha1Safe(), new Sha1Unsafe(), new Sha1Simd()})
                using (hash)
                    for (int missing = 1; missing <= 64; missing++) {
                        var data = new byte[256 - missing];
                        hash.Compress(data, 0, 3);
                        Assert.Catch(() => hash.Compress(data, 0, 4), hash + " " + missing);
                        Assert.Catch(() => hash.Compress(data, -missing, 1), hash + " -" + missing);
                    }
        }

        /// <summary>The length field of messages that are too long for a test.</summary>
        [TestCase(0UL), TestCase(55UL), TestCase(56UL), TestCase(0x1FFFFFFFUL),
            TestCase(0x20000000UL), TestCase(0x80000001UL), TestCase(0x123456789AUL),
            TestCase(0x1FFFFFFFFFFFFFFFUL)]
        public void PadsAnyLength(ulong bytes)
        {
            int rest = (int) (bytes % 64);
            var data = Classes.Random(new Random(1), 63);
            var end = Classes.Random(new Random(2), 128);
            int size = 64 * Sha1Base.Pad(end, data, 0, rest, bytes);
            Assert.AreEqual(rest <= 55 ? 64 : 128, size);
            ulong bits = 0;
            for (int i = 0; i < 128; i++) {
                if (i < rest)
                    Assert.AreEqual(data[i], end[i]);
                else if (i == rest)
                    Assert.AreEqual(0x80, end[i]);
                else if (i < size - 8 || i >= size)
                    Assert.AreEqual(0, end[i]);
                else
                    bits = bits << 8 | end[i];
            }
            Assert.AreEqual(8 * bytes, bits);
        }

        /// <summary>2.5 GiB in updates of 1 MiB and of odd sizes.</summary>
        [TestCaseSource(typeof(Classes), "Names"), Category("Slow")]
        public void MoreThanTwoGibibytes(string name)
        {
            var data = Classes.Random(new Random(5), 1 << 20);
            using (SHA1 ours = Classes.Named(name)(), framework = Classes.Framework()) {
                for (int i = 0; i < 2560; i++) {
                    int size = i % 2 == 0 ? data.Length : data.Length - i;
                    ours.TransformBlock(data, 0, size, null, 0);
                    framework.TransformBlock(data, 0, size, null, 0);
                }
                ours.TransformFinalBlock(data, 0, 77);
                framework.TransformFinalBlock(data, 0, 77);
                Classes.AssertDigest(framework.Hash, ours.Hash, "2.5 GiB");
            }
        }
    }
}
