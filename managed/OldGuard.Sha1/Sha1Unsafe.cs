// SPDX-License-Identifier: MIT
using System;
using System.Runtime.CompilerServices;

namespace OldGuard
{
    /// <summary>SHA-1 with blocks loaded through pointers, a drop-in for the framework's SHA1
    /// classes (FIPS 180-4). Of unsafe code this is the part that pays: the rounds touch no memory
    /// that the runtime would have to check.</summary>
    public sealed unsafe class Sha1Unsafe : Sha1Scalar
    {
        internal override void Compress(byte[] data, int offset, int count)
        {
            // No run-time test tells of a block outside the array below.
            if (count > (data.Length - offset) / BlockSize || offset < 0)
                throw new ArgumentOutOfRangeException("count");
            fixed (byte* start = data) {
                uint* p = (uint*) (start + offset);
                for (; count > 0; count--, p += 16)
                    Rounds(Swap(p[0]), Swap(p[1]), Swap(p[2]), Swap(p[3]), Swap(p[4]), Swap(p[5]),
                        Swap(p[6]), Swap(p[7]), Swap(p[8]), Swap(p[9]), Swap(p[10]), Swap(p[11]),
                        Swap(p[12]), Swap(p[13]), Swap(p[14]), Swap(p[15]));
            }
        }

        /// <summary>From the message's big-endian order to the machine's.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Swap(uint x)
        {
            if (!BitConverter.IsLittleEndian)
                return x;
            return x >> 24 | x << 24 | (x & 0xFF00) << 8 | x >> 8 & 0xFF00;
        }
    }
}
