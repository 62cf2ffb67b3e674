// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;

namespace OldGuard
{
    /// <summary>Computes SHA-1 (FIPS 180-4) without pointers, unsafe blocks or native code. Replaces
    /// the framework's SHA1 classes.</summary>
    public sealed class Sha1Safe : Sha1Scalar
    {
        internal override void Compress(byte[] data, int offset, int count)
        {
            for (; count > 0; count--, offset += BlockSize)
                Rounds(Word(data, offset), Word(data, offset + 4), Word(data, offset + 8),
                    Word(data, offset + 12), Word(data, offset + 16), Word(data, offset + 20),
                    Word(data, offset + 24), Word(data, offset + 28), Word(data, offset + 32),
                    Word(data, offset + 36), Word(data, offset + 40), Word(data, offset + 44),
                    Word(data, offset + 48), Word(data, offset + 52), Word(data, offset + 56),
                    Word(data, offset + 60));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Word(byte[] data, int i)
        {
            return (uint) data[i] << 24 | (uint) data[i + 1] << 16 | (uint) data[i + 2] << 8
                | data[i + 3];
        }
    }
}
