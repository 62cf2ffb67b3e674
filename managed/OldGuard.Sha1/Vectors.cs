// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;
using Mono.Simd;

namespace OldGuard
{
    /// <summary>What the vector kernels share.</summary>
    static class Vectors
    {
        const ShuffleSel SwapPairs = ShuffleSel.XFromY | ShuffleSel.YFromX | ShuffleSel.ZFromW
            | ShuffleSel.WFromZ;

        public static readonly bool Accelerated =
            SimdRuntime.IsMethodAccelerated(typeof(Vector4ui), "op_Addition")
            && SimdRuntime.IsMethodAccelerated(typeof(VectorOperations), "UnpackLow",
                typeof(Vector4ui), typeof(Vector4ui));

        /// <summary>Four words of a message, 16 bytes: bytes swapped within halves of words, then
        /// the halves. IndexOutOfRangeException past the array.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector4ui Words(byte[] data, int offset)
        {
            var x = (Vector8us) data.GetVector(offset);
            x = x << 8 | x >> 8;
            return (Vector4ui) x.ShuffleLow(SwapPairs).ShuffleHigh(SwapPairs);
        }
    }
}
