// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;
using Mono.Simd;

namespace OldGuard
{
    /// <summary>Compresses blocks of four messages, one in each lane of the vectors, in safe
    /// code.</summary>
    /// <remarks>
    /// The standard's rounds (FIPS 180-4, section 6.1.3, the schedule in a ring of 16) on vectors.
    /// The ring is in a structure that is passed by reference. As local variables, too many for 16
    /// registers, the JIT copies it between stack slots, which costs a third of the speed.
    /// </remarks>
    static class Lanes
    {
        public const int Count = 4;

        struct Ring
        {
            public Vector4ui w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15;
        }

        /// <summary>Compresses <paramref name="blocks"/> blocks of every lane.</summary>
        /// <param name="state">The chaining values, 20 words: the first word of every lane, the
        /// second of every lane, and so on.</param>
        /// <param name="m">Four arrays.</param>
        /// <param name="at">The offset of the first block in each array.</param>
        /// <param name="blocks">The number of blocks.</param>
        public static void Compress(uint[] state, byte[][] m, int[] at, int blocks)
        {
            var ring = new Ring();
            int o0 = at[0], o1 = at[1], o2 = at[2], o3 = at[3];
            for (; blocks > 0; blocks--) {
                Block(state, m[0], o0, m[1], o1, m[2], o2, m[3], o3, ref ring);
                o0 += Sha1Base.BlockSize;
                o1 += Sha1Base.BlockSize;
                o2 += Sha1Base.BlockSize;
                o3 += Sha1Base.BlockSize;
            }
        }

        static void Block(uint[] state, byte[] m0, int o0, byte[] m1, int o1, byte[] m2, int o2,
            byte[] m3, int o3, ref Ring r)
        {
            Load(Vectors.Words(m0, o0), Vectors.Words(m1, o1),
                Vectors.Words(m2, o2), Vectors.Words(m3, o3),
                ref r.w0, ref r.w1, ref r.w2, ref r.w3);
            Load(Vectors.Words(m0, o0 + 16), Vectors.Words(m1, o1 + 16),
                Vectors.Words(m2, o2 + 16), Vectors.Words(m3, o3 + 16),
                ref r.w4, ref r.w5, ref r.w6, ref r.w7);
            Load(Vectors.Words(m0, o0 + 32), Vectors.Words(m1, o1 + 32),
                Vectors.Words(m2, o2 + 32), Vectors.Words(m3, o3 + 32),
                ref r.w8, ref r.w9, ref r.w10, ref r.w11);
            Load(Vectors.Words(m0, o0 + 48), Vectors.Words(m1, o1 + 48),
                Vectors.Words(m2, o2 + 48), Vectors.Words(m3, o3 + 48),
                ref r.w12, ref r.w13, ref r.w14, ref r.w15);
            Vector4ui h0 = state.GetVector(0), h1 = state.GetVector(4), h2 = state.GetVector(8),
                h3 = state.GetVector(12), h4 = state.GetVector(16);
            Vector4ui a = h0, b = h1, c = h2, d = h3, e = h4;

            var k = new Vector4ui(0x5A827999);
            e = Ch(a, b, c, d, e + r.w0 + k); b = Rol30(b);
            d = Ch(e, a, b, c, d + r.w1 + k); a = Rol30(a);
            c = Ch(d, e, a, b, c + r.w2 + k); e = Rol30(e);
            b = Ch(c, d, e, a, b + r.w3 + k); d = Rol30(d);
            a = Ch(b, c, d, e, a + r.w4 + k); c = Rol30(c);
            e = Ch(a, b, c, d, e + r.w5 + k); b = Rol30(b);
            d = Ch(e, a, b, c, d + r.w6 + k); a = Rol30(a);
            c = Ch(d, e, a, b, c + r.w7 + k); e = Rol30(e);
            b = Ch(c, d, e, a, b + r.w8 + k); d = Rol30(d);
            a = Ch(b, c, d, e, a + r.w9 + k); c = Rol30(c);
            e = Ch(a, b, c, d, e + r.w10 + k); b = Rol30(b);
            d = Ch(e, a, b, c, d + r.w11 + k); a = Rol30(a);
            c = Ch(d, e, a, b, c + r.w12 + k); e = Rol30(e);
            b = Ch(c, d, e, a, b + r.w13 + k); d = Rol30(d);
            a = Ch(b, c, d, e, a + r.w14 + k); c = Rol30(c);
            e = Ch(a, b, c, d, e + r.w15 + k); b = Rol30(b);
            r.w0 = Rol1(r.w13 ^ r.w8 ^ r.w2 ^ r.w0);
            d = Ch(e, a, b, c, d + r.w0 + k); a = Rol30(a);
            r.w1 = Rol1(r.w14 ^ r.w9 ^ r.w3 ^ r.w1);
            c = Ch(d, e, a, b, c + r.w1 + k); e = Rol30(e);
            r.w2 = Rol1(r.w15 ^ r.w10 ^ r.w4 ^ r.w2);
            b = Ch(c, d, e, a, b + r.w2 + k); d = Rol30(d);
            r.w3 = Rol1(r.w0 ^ r.w11 ^ r.w5 ^ r.w3);
            a = Ch(b, c, d, e, a + r.w3 + k); c = Rol30(c);

            k = new Vector4ui(0x6ED9EBA1);
            r.w4 = Rol1(r.w1 ^ r.w12 ^ r.w6 ^ r.w4);
            e = Par(a, b, c, d, e + r.w4 + k); b = Rol30(b);
            r.w5 = Rol1(r.w2 ^ r.w13 ^ r.w7 ^ r.w5);
            d = Par(e, a, b, c, d + r.w5 + k); a = Rol30(a);
            r.w6 = Rol1(r.w3 ^ r.w14 ^ r.w8 ^ r.w6);
            c = Par(d, e, a, b, c + r.w6 + k); e = Rol30(e);
            r.w7 = Rol1(r.w4 ^ r.w15 ^ r.w9 ^ r.w7);
            b = Par(c, d, e, a, b + r.w7 + k); d = Rol30(d);
            r.w8 = Rol1(r.w5 ^ r.w0 ^ r.w10 ^ r.w8);
            a = Par(b, c, d, e, a + r.w8 + k); c = Rol30(c);
            r.w9 = Rol1(r.w6 ^ r.w1 ^ r.w11 ^ r.w9);
            e = Par(a, b, c, d, e + r.w9 + k); b = Rol30(b);
            r.w10 = Rol1(r.w7 ^ r.w2 ^ r.w12 ^ r.w10);
            d = Par(e, a, b, c, d + r.w10 + k); a = Rol30(a);
            r.w11 = Rol1(r.w8 ^ r.w3 ^ r.w13 ^ r.w11);
            c = Par(d, e, a, b, c + r.w11 + k); e = Rol30(e);
            r.w12 = Rol1(r.w9 ^ r.w4 ^ r.w14 ^ r.w12);
            b = Par(c, d, e, a, b + r.w12 + k); d = Rol30(d);
            r.w13 = Rol1(r.w10 ^ r.w5 ^ r.w15 ^ r.w13);
            a = Par(b, c, d, e, a + r.w13 + k); c = Rol30(c);
            r.w14 = Rol1(r.w11 ^ r.w6 ^ r.w0 ^ r.w14);
            e = Par(a, b, c, d, e + r.w14 + k); b = Rol30(b);
            r.w15 = Rol1(r.w12 ^ r.w7 ^ r.w1 ^ r.w15);
            d = Par(e, a, b, c, d + r.w15 + k); a = Rol30(a);
            r.w0 = Rol1(r.w13 ^ r.w8 ^ r.w2 ^ r.w0);
            c = Par(d, e, a, b, c + r.w0 + k); e = Rol30(e);
            r.w1 = Rol1(r.w14 ^ r.w9 ^ r.w3 ^ r.w1);
            b = Par(c, d, e, a, b + r.w1 + k); d = Rol30(d);
            r.w2 = Rol1(r.w15 ^ r.w10 ^ r.w4 ^ r.w2);
            a = Par(b, c, d, e, a + r.w2 + k); c = Rol30(c);
            r.w3 = Rol1(r.w0 ^ r.w11 ^ r.w5 ^ r.w3);
            e = Par(a, b, c, d, e + r.w3 + k); b = Rol30(b);
            r.w4 = Rol1(r.w1 ^ r.w12 ^ r.w6 ^ r.w4);
            d = Par(e, a, b, c, d + r.w4 + k); a = Rol30(a);
            r.w5 = Rol1(r.w2 ^ r.w13 ^ r.w7 ^ r.w5);
            c = Par(d, e, a, b, c + r.w5 + k); e = Rol30(e);
            r.w6 = Rol1(r.w3 ^ r.w14 ^ r.w8 ^ r.w6);
            b = Par(c, d, e, a, b + r.w6 + k); d = Rol30(d);
            r.w7 = Rol1(r.w4 ^ r.w15 ^ r.w9 ^ r.w7);
            a = Par(b, c, d, e, a + r.w7 + k); c = Rol30(c);

            k = new Vector4ui(0x8F1BBCDC);
            r.w8 = Rol1(r.w5 ^ r.w0 ^ r.w10 ^ r.w8);
            e = Maj(a, b, c, d, e + r.w8 + k); b = Rol30(b);
            r.w9 = Rol1(r.w6 ^ r.w1 ^ r.w11 ^ r.w9);
            d = Maj(e, a, b, c, d + r.w9 + k); a = Rol30(a);
            r.w10 = Rol1(r.w7 ^ r.w2 ^ r.w12 ^ r.w10);
            c = Maj(d, e, a, b, c + r.w10 + k); e = Rol30(e);
            r.w11 = Rol1(r.w8 ^ r.w3 ^ r.w13 ^ r.w11);
            b = Maj(c, d, e, a, b + r.w11 + k); d = Rol30(d);
            r.w12 = Rol1(r.w9 ^ r.w4 ^ r.w14 ^ r.w12);
            a = Maj(b, c, d, e, a + r.w12 + k); c = Rol30(c);
            r.w13 = Rol1(r.w10 ^ r.w5 ^ r.w15 ^ r.w13);
            e = Maj(a, b, c, d, e + r.w13 + k); b = Rol30(b);
            r.w14 = Rol1(r.w11 ^ r.w6 ^ r.w0 ^ r.w14);
            d = Maj(e, a, b, c, d + r.w14 + k); a = Rol30(a);
            r.w15 = Rol1(r.w12 ^ r.w7 ^ r.w1 ^ r.w15);
            c = Maj(d, e, a, b, c + r.w15 + k); e = Rol30(e);
            r.w0 = Rol1(r.w13 ^ r.w8 ^ r.w2 ^ r.w0);
            b = Maj(c, d, e, a, b + r.w0 + k); d = Rol30(d);
            r.w1 = Rol1(r.w14 ^ r.w9 ^ r.w3 ^ r.w1);
            a = Maj(b, c, d, e, a + r.w1 + k); c = Rol30(c);
            r.w2 = Rol1(r.w15 ^ r.w10 ^ r.w4 ^ r.w2);
            e = Maj(a, b, c, d, e + r.w2 + k); b = Rol30(b);
            r.w3 = Rol1(r.w0 ^ r.w11 ^ r.w5 ^ r.w3);
            d = Maj(e, a, b, c, d + r.w3 + k); a = Rol30(a);
            r.w4 = Rol1(r.w1 ^ r.w12 ^ r.w6 ^ r.w4);
            c = Maj(d, e, a, b, c + r.w4 + k); e = Rol30(e);
            r.w5 = Rol1(r.w2 ^ r.w13 ^ r.w7 ^ r.w5);
            b = Maj(c, d, e, a, b + r.w5 + k); d = Rol30(d);
            r.w6 = Rol1(r.w3 ^ r.w14 ^ r.w8 ^ r.w6);
            a = Maj(b, c, d, e, a + r.w6 + k); c = Rol30(c);
            r.w7 = Rol1(r.w4 ^ r.w15 ^ r.w9 ^ r.w7);
            e = Maj(a, b, c, d, e + r.w7 + k); b = Rol30(b);
            r.w8 = Rol1(r.w5 ^ r.w0 ^ r.w10 ^ r.w8);
            d = Maj(e, a, b, c, d + r.w8 + k); a = Rol30(a);
            r.w9 = Rol1(r.w6 ^ r.w1 ^ r.w11 ^ r.w9);
            c = Maj(d, e, a, b, c + r.w9 + k); e = Rol30(e);
            r.w10 = Rol1(r.w7 ^ r.w2 ^ r.w12 ^ r.w10);
            b = Maj(c, d, e, a, b + r.w10 + k); d = Rol30(d);
            r.w11 = Rol1(r.w8 ^ r.w3 ^ r.w13 ^ r.w11);
            a = Maj(b, c, d, e, a + r.w11 + k); c = Rol30(c);

            k = new Vector4ui(0xCA62C1D6);
            r.w12 = Rol1(r.w9 ^ r.w4 ^ r.w14 ^ r.w12);
            e = Par(a, b, c, d, e + r.w12 + k); b = Rol30(b);
            r.w13 = Rol1(r.w10 ^ r.w5 ^ r.w15 ^ r.w13);
            d = Par(e, a, b, c, d + r.w13 + k); a = Rol30(a);
            r.w14 = Rol1(r.w11 ^ r.w6 ^ r.w0 ^ r.w14);
            c = Par(d, e, a, b, c + r.w14 + k); e = Rol30(e);
            r.w15 = Rol1(r.w12 ^ r.w7 ^ r.w1 ^ r.w15);
            b = Par(c, d, e, a, b + r.w15 + k); d = Rol30(d);
            r.w0 = Rol1(r.w13 ^ r.w8 ^ r.w2 ^ r.w0);
            a = Par(b, c, d, e, a + r.w0 + k); c = Rol30(c);
            r.w1 = Rol1(r.w14 ^ r.w9 ^ r.w3 ^ r.w1);
            e = Par(a, b, c, d, e + r.w1 + k); b = Rol30(b);
            r.w2 = Rol1(r.w15 ^ r.w10 ^ r.w4 ^ r.w2);
            d = Par(e, a, b, c, d + r.w2 + k); a = Rol30(a);
            r.w3 = Rol1(r.w0 ^ r.w11 ^ r.w5 ^ r.w3);
            c = Par(d, e, a, b, c + r.w3 + k); e = Rol30(e);
            r.w4 = Rol1(r.w1 ^ r.w12 ^ r.w6 ^ r.w4);
            b = Par(c, d, e, a, b + r.w4 + k); d = Rol30(d);
            r.w5 = Rol1(r.w2 ^ r.w13 ^ r.w7 ^ r.w5);
            a = Par(b, c, d, e, a + r.w5 + k); c = Rol30(c);
            r.w6 = Rol1(r.w3 ^ r.w14 ^ r.w8 ^ r.w6);
            e = Par(a, b, c, d, e + r.w6 + k); b = Rol30(b);
            r.w7 = Rol1(r.w4 ^ r.w15 ^ r.w9 ^ r.w7);
            d = Par(e, a, b, c, d + r.w7 + k); a = Rol30(a);
            r.w8 = Rol1(r.w5 ^ r.w0 ^ r.w10 ^ r.w8);
            c = Par(d, e, a, b, c + r.w8 + k); e = Rol30(e);
            r.w9 = Rol1(r.w6 ^ r.w1 ^ r.w11 ^ r.w9);
            b = Par(c, d, e, a, b + r.w9 + k); d = Rol30(d);
            r.w10 = Rol1(r.w7 ^ r.w2 ^ r.w12 ^ r.w10);
            a = Par(b, c, d, e, a + r.w10 + k); c = Rol30(c);
            r.w11 = Rol1(r.w8 ^ r.w3 ^ r.w13 ^ r.w11);
            e = Par(a, b, c, d, e + r.w11 + k); b = Rol30(b);
            r.w12 = Rol1(r.w9 ^ r.w4 ^ r.w14 ^ r.w12);
            d = Par(e, a, b, c, d + r.w12 + k); a = Rol30(a);
            r.w13 = Rol1(r.w10 ^ r.w5 ^ r.w15 ^ r.w13);
            c = Par(d, e, a, b, c + r.w13 + k); e = Rol30(e);
            r.w14 = Rol1(r.w11 ^ r.w6 ^ r.w0 ^ r.w14);
            b = Par(c, d, e, a, b + r.w14 + k); d = Rol30(d);
            r.w15 = Rol1(r.w12 ^ r.w7 ^ r.w1 ^ r.w15);
            a = Par(b, c, d, e, a + r.w15 + k); c = Rol30(c);

            state.SetVector(h0 + a, 0);
            state.SetVector(h1 + b, 4);
            state.SetVector(h2 + c, 8);
            state.SetVector(h3 + d, 12);
            state.SetVector(h4 + e, 16);
        }

        /// <summary>Transposes four words of each of four messages into four vectors, one for each
        /// word.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static void Load(Vector4ui x0, Vector4ui x1, Vector4ui x2, Vector4ui x3,
            ref Vector4ui w0, ref Vector4ui w1, ref Vector4ui w2, ref Vector4ui w3)
        {
            var low01 = (Vector2ul) x0.UnpackLow(x1);
            var low23 = (Vector2ul) x2.UnpackLow(x3);
            var high01 = (Vector2ul) x0.UnpackHigh(x1);
            var high23 = (Vector2ul) x2.UnpackHigh(x3);
            w0 = (Vector4ui) low01.UnpackLow(low23);
            w1 = (Vector4ui) low01.UnpackHigh(low23);
            w2 = (Vector4ui) high01.UnpackLow(high23);
            w3 = (Vector4ui) high01.UnpackHigh(high23);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Ch(Vector4ui a, Vector4ui b, Vector4ui c, Vector4ui d, Vector4ui e)
        {
            return e + (d ^ b & (c ^ d)) + (a << 5 | a >> 27);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Par(Vector4ui a, Vector4ui b, Vector4ui c, Vector4ui d, Vector4ui e)
        {
            return e + (b ^ c ^ d) + (a << 5 | a >> 27);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Maj(Vector4ui a, Vector4ui b, Vector4ui c, Vector4ui d, Vector4ui e)
        {
            return e + ((b | c) & d | b & c) + (a << 5 | a >> 27);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Rol1(Vector4ui x)
        {
            return x + x | x >> 31;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Rol30(Vector4ui x)
        {
            return x << 30 | x >> 2;
        }
    }
}
