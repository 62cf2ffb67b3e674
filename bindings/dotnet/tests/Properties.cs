// SPDX-License-Identifier: MIT
using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using NUnit.Framework;

namespace OldGuard.Tests
{
    /// <summary>The properties that every class must have.</summary>
    static class Properties
    {
        const int Seed = 20080714;

        /// <summary>Every length up to 300 and some long ones, at any offset in an array, with the
        /// same object.</summary>
        public static void AgreesWithFramework(Func<SHA1> make)
        {
            var random = new Random(Seed);
            using (SHA1 ours = make(), framework = Classes.Framework())
                for (int i = 0; i < 500; i++) {
                    int size = i <= 300 ? i : random.Next(20000);
                    int offset = random.Next(70);
                    var data = Classes.Random(random, offset + size + random.Next(3));
                    Classes.AssertDigest(framework.ComputeHash(data, offset, size),
                        ours.ComputeHash(data, offset, size), size + " bytes at " + offset);
                }
        }

        /// <summary>Every split of 150 bytes into three parts, empty parts included.</summary>
        public static void AnySplit(Func<SHA1> make)
        {
            var data = Classes.Random(new Random(Seed), 150);
            byte[] expected;
            using (var framework = Classes.Framework())
                expected = framework.ComputeHash(data);
            using (var ours = make())
                for (int i = 0; i <= data.Length; i++)
                    for (int j = i; j <= data.Length; j++) {
                        ours.Initialize();
                        ours.TransformBlock(data, 0, i, null, 0);
                        ours.TransformBlock(data, i, j - i, null, 0);
                        ours.TransformFinalBlock(data, j, data.Length - j);
                        Classes.AssertDigest(expected, ours.Hash, "cut at " + i + " and " + j);
                    }
        }

        /// <summary>TransformBlock into itself and into another array.</summary>
        public static void TransformCopies(Func<SHA1> make)
        {
            var random = new Random(Seed);
            var data = Classes.Random(random, 200);
            using (SHA1 ours = make(), framework = Classes.Framework()) {
                var expected = framework.ComputeHash(data);
                var same = (byte[]) data.Clone();
                Assert.AreEqual(130, ours.TransformBlock(same, 0, 130, same, 0));
                Assert.AreEqual(data, same);
                var target = new byte[100];
                Assert.AreEqual(60, ours.TransformBlock(data, 130, 60, target, 7));
                for (int i = 0; i < target.Length; i++)
                    Assert.AreEqual(i < 7 || i >= 67 ? 0 : data[130 + i - 7], target[i]);
                var last = ours.TransformFinalBlock(data, 190, 10);
                Assert.AreEqual(10, last.Length);
                Assert.AreEqual(data[190], last[0]);
                Classes.AssertDigest(expected, ours.Hash, "three transforms");
            }
        }

        /// <summary>Initialize discards a started message, and an object can hash many messages.</summary>
        public static void StartsAgain(Func<SHA1> make)
        {
            var data = Classes.Random(new Random(Seed), 1000);
            using (SHA1 ours = make(), framework = Classes.Framework()) {
                var expected = framework.ComputeHash(data);
                for (int begun = 0; begun < 130; begun++) {
                    ours.TransformBlock(data, 3, begun, null, 0);
                    ours.Initialize();
                    Classes.AssertDigest(expected, ours.ComputeHash(data), "after " + begun);
                    Classes.AssertDigest(expected, ours.ComputeHash(data), "again");
                }
            }
        }

        /// <summary>Streams that return fewer bytes than requested.</summary>
        public static void Streams(Func<SHA1> make)
        {
            var random = new Random(Seed);
            foreach (int size in new[] {0, 1, 64, 4096, 100000}) {
                var data = Classes.Random(random, size);
                using (SHA1 ours = make(), framework = Classes.Framework())
                    Classes.AssertDigest(framework.ComputeHash(data),
                        ours.ComputeHash(new Dribble(data)), "stream of " + size);
            }
        }

        /// <summary>Eight threads at the same time, each with its own object.</summary>
        public static void Threads(Func<SHA1> make)
        {
            var random = new Random(Seed);
            var failures = new Exception[8];
            var threads = new Thread[failures.Length];
            for (int i = 0; i < threads.Length; i++) {
                int me = i;
                var data = Classes.Random(random, 5000 + i);
                threads[i] = new Thread(() => {
                    try {
                        using (SHA1 ours = make(), framework = Classes.Framework()) {
                            var expected = framework.ComputeHash(data);
                            for (int round = 0; round < 200; round++)
                                Classes.AssertDigest(expected, ours.ComputeHash(data),
                                    "thread " + me);
                        }
                    } catch (Exception e) {
                        failures[me] = e;
                    }
                });
            }
            foreach (var thread in threads)
                thread.Start();
            foreach (var thread in threads)
                thread.Join();
            foreach (var failure in failures)
                Assert.IsNull(failure);
        }

        sealed class Dribble : MemoryStream
        {
            public Dribble(byte[] data) : base(data)
            {
            }

            public override int Read(byte[] buffer, int offset, int count)
            {
                return base.Read(buffer, offset, Math.Min(count, 1 + (int) Position % 97));
            }
        }
    }
}
