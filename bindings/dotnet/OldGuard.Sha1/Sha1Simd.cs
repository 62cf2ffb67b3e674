// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Mono.Simd;

namespace OldGuard
{
    /// <summary>Computes SHA-1 (FIPS 180-4) in safe code with the message schedule in vectors. Replaces
    /// the framework's SHA1 classes. The fastest class on a runtime that accelerates Mono.Simd,
    /// correct and slow elsewhere.</summary>
    /// <remarks>
    /// Computes four words of W at a time. Up to W[31] it uses the standard's recurrence and corrects
    /// the fourth word, which depends on the first. From W[32] on it uses the recurrence applied twice,
    /// W[t] = rol2(W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]), where no word depends on its own vector. The
    /// rounds read W + K as words from memory that overlaps the vectors: fields of a structure, which
    /// need no bounds check. A SHA-1 block is one basic block, because vectors that cross basic blocks
    /// are spilled to the stack.
    /// </remarks>
    public sealed class Sha1Simd : Sha1Base
    {
        /// <summary>Whether this runtime turns Mono.Simd into vector instructions.</summary>
        public static bool IsAccelerated { get { return Vectors.Accelerated; } }

        /// <summary>The fastest safe class for this runtime: Sha1Simd, or Sha1Safe where vectors
        /// are not accelerated.</summary>
        public static new SHA1 Create()
        {
            return IsAccelerated ? (SHA1) new Sha1Simd() : new Sha1Safe();
        }

        internal override void Compress(byte[] data, int offset, int count)
        {
            var sums = new Sums();
            for (; count > 0; count--, offset += BlockSize)
                Block(data, offset, ref sums);
        }

        /// <summary>W + K of 20 rounds, as vectors and as words.</summary>
        [StructLayout(LayoutKind.Explicit)]
        struct Sums
        {
            [FieldOffset(0)] public Vector4ui v0;
            [FieldOffset(16)] public Vector4ui v1;
            [FieldOffset(32)] public Vector4ui v2;
            [FieldOffset(48)] public Vector4ui v3;
            [FieldOffset(64)] public Vector4ui v4;
            [FieldOffset(0)] public uint s0;
            [FieldOffset(4)] public uint s1;
            [FieldOffset(8)] public uint s2;
            [FieldOffset(12)] public uint s3;
            [FieldOffset(16)] public uint s4;
            [FieldOffset(20)] public uint s5;
            [FieldOffset(24)] public uint s6;
            [FieldOffset(28)] public uint s7;
            [FieldOffset(32)] public uint s8;
            [FieldOffset(36)] public uint s9;
            [FieldOffset(40)] public uint s10;
            [FieldOffset(44)] public uint s11;
            [FieldOffset(48)] public uint s12;
            [FieldOffset(52)] public uint s13;
            [FieldOffset(56)] public uint s14;
            [FieldOffset(60)] public uint s15;
            [FieldOffset(64)] public uint s16;
            [FieldOffset(68)] public uint s17;
            [FieldOffset(72)] public uint s18;
            [FieldOffset(76)] public uint s19;
        }

        void Block(byte[] data, int offset, ref Sums sums)
        {
            uint a = h0, b = h1, c = h2, d = h3, e = h4;
            var firstThree = new Vector4ui(~0u, ~0u, ~0u, 0);
            var fourth = new Vector4ui(0, 0, 0, ~0u);

            var k = new Vector4ui(0x5A827999);
            var w0 = Vectors.Words(data, offset);
            var w1 = Vectors.Words(data, offset + 16);
            var w2 = Vectors.Words(data, offset + 32);
            var w3 = Vectors.Words(data, offset + 48);
            var w4 = Near(w0, w1, w2, w3, firstThree, fourth);
            sums.v0 = w0 + k;
            sums.v1 = w1 + k;
            sums.v2 = w2 + k;
            sums.v3 = w3 + k;
            sums.v4 = w4 + k;
            e += sums.s0; e += Ch(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s1; d += Ch(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s2; c += Ch(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s3; b += Ch(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s4; a += Ch(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s5; e += Ch(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s6; d += Ch(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s7; c += Ch(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s8; b += Ch(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s9; a += Ch(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s10; e += Ch(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s11; d += Ch(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s12; c += Ch(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s13; b += Ch(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s14; a += Ch(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s15; e += Ch(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s16; d += Ch(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s17; c += Ch(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s18; b += Ch(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s19; a += Ch(c, d, e); c = Rol30(c); a += Rol5(b);

            k = new Vector4ui(0x6ED9EBA1);
            var w5 = Near(w1, w2, w3, w4, firstThree, fourth);
            var w6 = Near(w2, w3, w4, w5, firstThree, fourth);
            var w7 = Near(w3, w4, w5, w6, firstThree, fourth);
            var w8 = Far(w0, w1, w4, w6, w7);
            var w9 = Far(w1, w2, w5, w7, w8);
            sums.v0 = w5 + k;
            sums.v1 = w6 + k;
            sums.v2 = w7 + k;
            sums.v3 = w8 + k;
            sums.v4 = w9 + k;
            e += sums.s0; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s1; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s2; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s3; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s4; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s5; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s6; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s7; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s8; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s9; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s10; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s11; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s12; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s13; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s14; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s15; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s16; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s17; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s18; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s19; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);

            k = new Vector4ui(0x8F1BBCDC);
            var w10 = Far(w2, w3, w6, w8, w9);
            var w11 = Far(w3, w4, w7, w9, w10);
            var w12 = Far(w4, w5, w8, w10, w11);
            var w13 = Far(w5, w6, w9, w11, w12);
            var w14 = Far(w6, w7, w10, w12, w13);
            sums.v0 = w10 + k;
            sums.v1 = w11 + k;
            sums.v2 = w12 + k;
            sums.v3 = w13 + k;
            sums.v4 = w14 + k;
            e += sums.s0; e += Maj(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s1; d += Maj(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s2; c += Maj(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s3; b += Maj(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s4; a += Maj(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s5; e += Maj(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s6; d += Maj(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s7; c += Maj(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s8; b += Maj(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s9; a += Maj(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s10; e += Maj(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s11; d += Maj(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s12; c += Maj(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s13; b += Maj(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s14; a += Maj(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s15; e += Maj(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s16; d += Maj(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s17; c += Maj(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s18; b += Maj(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s19; a += Maj(c, d, e); c = Rol30(c); a += Rol5(b);

            k = new Vector4ui(0xCA62C1D6);
            var w15 = Far(w7, w8, w11, w13, w14);
            var w16 = Far(w8, w9, w12, w14, w15);
            var w17 = Far(w9, w10, w13, w15, w16);
            var w18 = Far(w10, w11, w14, w16, w17);
            var w19 = Far(w11, w12, w15, w17, w18);
            sums.v0 = w15 + k;
            sums.v1 = w16 + k;
            sums.v2 = w17 + k;
            sums.v3 = w18 + k;
            sums.v4 = w19 + k;
            e += sums.s0; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s1; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s2; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s3; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s4; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s5; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s6; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s7; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s8; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s9; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s10; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s11; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s12; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s13; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s14; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);
            e += sums.s15; e += Par(b, c, d); b = Rol30(b); e += Rol5(a);
            d += sums.s16; d += Par(a, b, c); a = Rol30(a); d += Rol5(e);
            c += sums.s17; c += Par(e, a, b); e = Rol30(e); c += Rol5(d);
            b += sums.s18; b += Par(d, e, a); d = Rol30(d); b += Rol5(c);
            a += sums.s19; a += Par(c, d, e); c = Rol30(c); a += Rol5(b);

            h0 += a;
            h1 += b;
            h2 += c;
            h3 += d;
            h4 += e;
        }

        /// <summary>W[t..t+3] of w16 = W[t-16..t-13], w12, w8 and w4.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Near(Vector4ui w16, Vector4ui w12, Vector4ui w8, Vector4ui w4,
            Vector4ui firstThree, Vector4ui fourth)
        {
            var x = w16 ^ w8 ^ Middle(w16, w12) ^ w4.Shuffle(ShuffleSel.XFromY | ShuffleSel.YFromZ
                | ShuffleSel.ZFromW | ShuffleSel.WFromX) & firstThree;
            var first = x.Shuffle(ShuffleSel.ExpandX) & fourth;
            return (x << 1 | x >> 31) ^ (first << 2 | first >> 30);
        }

        /// <summary>W[t..t+3] of w32 = W[t-32..t-29], w28, w16, w8 and w4.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Far(Vector4ui w32, Vector4ui w28, Vector4ui w16, Vector4ui w8,
            Vector4ui w4)
        {
            var x = w32 ^ w28 ^ w16 ^ Middle(w8, w4);
            return x << 2 | x >> 30;
        }

        /// <summary>The two last words of one vector and the two first of the next.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static Vector4ui Middle(Vector4ui one, Vector4ui next)
        {
            return one.Shuffle(next, ShuffleSel.XFromZ | ShuffleSel.YFromW | ShuffleSel.ZFromX
                | ShuffleSel.WFromY);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Ch(uint b, uint c, uint d)
        {
            return d ^ b & (c ^ d);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Par(uint b, uint c, uint d)
        {
            return b ^ c ^ d;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Maj(uint b, uint c, uint d)
        {
            return (b | c) & d | b & c;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Rol5(uint x)
        {
            return x << 5 | x >> 27;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Rol30(uint x)
        {
            return x << 30 | x >> 2;
        }
    }
}
