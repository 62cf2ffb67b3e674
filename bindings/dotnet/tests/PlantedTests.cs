// SPDX-License-Identifier: MIT
using System;
using System.Security.Cryptography;
using NUnit.Framework;

namespace OldGuard.Tests
{
    /// <summary>Classes with one planted fault each, which the properties must find.</summary>
    [TestFixture]
    public class PlantedTests
    {
        /// <summary>The framework's SHA-1 with a planted fault.</summary>
        class Planted : SHA1
        {
            protected readonly HashAlgorithm inner = Classes.Framework();
            protected long bytes;

            public override void Initialize()
            {
                inner.Initialize();
                bytes = 0;
            }

            protected override void HashCore(byte[] array, int start, int size)
            {
                bytes += size;
                inner.TransformBlock(array, start, size, null, 0);
            }

            protected override byte[] HashFinal()
            {
                inner.TransformFinalBlock(new byte[0], 0, 0);
                return inner.Hash;
            }
        }

        sealed class WrongPadding : Planted
        {
            protected override byte[] HashFinal()
            {
                if (bytes % 64 == 56)
                    inner.TransformBlock(new byte[64], 0, 64, null, 0);
                return base.HashFinal();
            }
        }

        sealed class ForgetsOffset : Planted
        {
            protected override void HashCore(byte[] array, int start, int size)
            {
                base.HashCore(array, 0, size);
            }
        }

        sealed class LosesFullTail : Planted
        {
            protected override void HashCore(byte[] array, int start, int size)
            {
                if (bytes % 64 + size != 64 || bytes % 64 == 0)
                    base.HashCore(array, start, size);
            }
        }

        sealed class NeverForgets : Planted
        {
            public override void Initialize()
            {
                if (bytes != 77)
                    base.Initialize();
            }
        }

        sealed class Shared : Planted
        {
            static readonly SHA1 one = Classes.Framework();

            protected override void HashCore(byte[] array, int start, int size)
            {
                for (int i = start; i < start + size; i += 100)
                    one.TransformBlock(array, i, Math.Min(100, start + size - i), null, 0);
            }

            protected override byte[] HashFinal()
            {
                one.TransformFinalBlock(new byte[0], 0, 0);
                return one.Hash;
            }
        }

        static void Caught(Action<Func<SHA1>> property, Func<SHA1> make)
        {
            Properties.AgreesWithFramework(() => new Planted());
            property(() => new Planted());
            Assert.Catch(() => property(make));
        }

        [Test]
        public void Catches()
        {
            Caught(Properties.AgreesWithFramework, () => new WrongPadding());
            Caught(Properties.AgreesWithFramework, () => new ForgetsOffset());
            Caught(Properties.AnySplit, () => new LosesFullTail());
            Caught(Properties.TransformCopies, () => new ForgetsOffset());
            Caught(Properties.StartsAgain, () => new NeverForgets());
            Caught(Properties.Streams, () => new LosesFullTail());
            Caught(Properties.Threads, () => new Shared());
        }
    }
}
