// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;
using Mono.Simd;

namespace OldGuard
{
    /// <summary>Vector operations that Sha1Simd and the lanes share.</summary>
    static class Vectors
    {
        const ShuffleSel SwapPairs = ShuffleSel.XFromY | ShuffleSel.YFromX | ShuffleSel.ZFromW
            | ShuffleSel.WFromZ;

        public static readonly bool Accelerated =
            SimdRuntime.IsMethodAccelerated(typeof(Vector4ui), "op_Addition")
            && SimdRuntime.IsMethodAccelerated(typeof(VectorOperations), "UnpackLow",
                typeof(Vector4ui), typeof(Vector4ui));

        /// <summary>Returns four words of a message. Swaps the bytes within halves of words, then the
        /// halves. Throws IndexOutOfRangeException past the array.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector4ui Words(byte[] data, int offset)
        {
            var x = (Vector8us) data.GetVector(offset);
            x = x << 8 | x >> 8;
            return (Vector4ui) x.ShuffleLow(SwapPairs).ShuffleHigh(SwapPairs);
        }
    }
}
