// SPDX-License-Identifier: MIT
using System;
using System.Runtime.CompilerServices;

namespace OldGuard
{
    /// <summary>Computes SHA-1 (FIPS 180-4) with blocks loaded through pointers. Replaces the framework's
    /// SHA1 classes. Only the loads gain from unsafe code, because the rounds access no memory that
    /// the runtime would check.</summary>
    public sealed unsafe class Sha1Unsafe : Sha1Scalar
    {
        internal override void Compress(byte[] data, int offset, int count)
        {
            // Pointers have no bounds checks.
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

        /// <summary>Converts a word from big-endian to the machine's byte order.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Swap(uint x)
        {
            if (!BitConverter.IsLittleEndian)
                return x;
            return x >> 24 | x << 24 | (x & 0xFF00) << 8 | x >> 8 & 0xFF00;
        }
    }
}
