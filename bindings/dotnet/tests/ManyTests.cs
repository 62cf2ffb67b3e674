// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace OldGuard.Tests
{
    [TestFixture]
    public class ManyTests
    {
        static void Check(IList<ArraySegment<byte>> messages, string what)
        {
            var digests = Sha1Many.ComputeHash(messages);
            Assert.AreEqual(messages.Count, digests.Length, what);
            using (var framework = Classes.Framework())
                for (int i = 0; i < digests.Length; i++)
                    Classes.AssertDigest(framework.ComputeHash(messages[i].Array, messages[i].Offset,
                        messages[i].Count), digests[i], what + ", message " + i);
        }

        /// <summary>Any number of messages of any lengths, in separate arrays or in a shared
        /// one.</summary>
        [Test]
        public void AgreesWithFramework()
        {
            var random = new Random(11);
            var shared = Classes.Random(random, 9000);
            for (int count = 0; count < 40; count++)
                foreach (int longest in new[] {0, 1, 70, 300, 5000}) {
                    var messages = new List<ArraySegment<byte>>();
                    for (int i = 0; i < count; i++) {
                        int size = random.Next(longest + 1);
                        int offset = random.Next(100);
                        var data = random.Next(2) == 0 ? shared
                            : Classes.Random(random, offset + size);
                        messages.Add(new ArraySegment<byte>(data, offset, size));
                    }
                    Check(messages, count + " up to " + longest);
                }
        }

        /// <summary>Every length around block boundaries in every lane, beside short and long
        /// messages.</summary>
        [Test]
        public void EveryLengthInEveryLane()
        {
            var random = new Random(12);
            for (int size = 0; size <= 130; size++)
                for (int lane = 0; lane < 5; lane++) {
                    var messages = new ArraySegment<byte>[5];
                    for (int i = 0; i < 5; i++)
                        messages[i] = new ArraySegment<byte>(Classes.Random(random,
                            i == lane ? size : random.Next(200)));
                    Check(messages, size + " bytes in lane " + lane);
                }
        }

        [Test]
        public void RefusesWhatIsNotThere()
        {
            Assert.Throws<ArgumentNullException>(() => Sha1Many.ComputeHash((byte[][]) null));
            Assert.Throws<ArgumentNullException>(
                () => Sha1Many.ComputeHash((IList<ArraySegment<byte>>) null));
            Assert.Throws<ArgumentException>(() => Sha1Many.ComputeHash(new byte[3], null));
            Assert.Throws<ArgumentException>(
                () => Sha1Many.ComputeHash(new ArraySegment<byte>[2]));
        }
    }

    /// <summary>Whether the runtime accelerates vectors. Run where this is known.</summary>
    [TestFixture]
    public class AccelerationTests
    {
        [Test, Explicit]
        public void On()
        {
            Assert.IsTrue(Sha1Many.IsAccelerated);
            Assert.IsTrue(Sha1Simd.IsAccelerated);
            Assert.IsInstanceOf<Sha1Simd>(Sha1Simd.Create());
        }

        [Test, Explicit]
        public void Off()
        {
            Assert.IsFalse(Sha1Many.IsAccelerated);
            Assert.IsFalse(Sha1Simd.IsAccelerated);
            Assert.IsInstanceOf<Sha1Safe>(Sha1Simd.Create());
        }
    }
}
