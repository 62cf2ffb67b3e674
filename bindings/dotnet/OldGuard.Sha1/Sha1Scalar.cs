// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;

namespace OldGuard
{
    /// <summary>Compresses blocks in general registers. <see cref="Sha1Safe"/> and
    /// <see cref="Sha1Unsafe"/> share it and differ in the loads of a block.</summary>
    /// <remarks>
    /// T = rol5(a) + f(b, c, d) + e + K + W[t] (FIPS 180-4, section 6.1.2). Variables are renamed
    /// instead of moved. The schedule is a ring of 20 words. One cycle of the ring uses one f, so
    /// three bodies of 20 rounds serve all 80 and the IL is small.
    ///
    /// Written for Mono's JIT (6.8, amd64), which has no rotate, no scheduling and two register
    /// allocators. The local one serves values within a basic block, and spills and copies many of
    /// them under pressure. Variables that cross basic blocks are ranked by use and get a
    /// callee-saved register (a..e) or a stack slot (W), which xor and add take as an operand.
    /// So the 16 words are arguments, and <c>if (this == null) return</c>, a branch that is never
    /// taken, ends a basic block. Sums end in rol5(a): the path from one a to the next is shift,
    /// OR, add. docs/managed.md has the figures and what did not help.
    /// </remarks>
    public abstract class Sha1Scalar : Sha1Base
    {
        internal Sha1Scalar()
        {
        }

        /// <summary>Compresses a block with the words w0 to w15.</summary>
        internal void Rounds(uint w0, uint w1, uint w2, uint w3, uint w4, uint w5, uint w6, uint w7,
            uint w8, uint w9, uint w10, uint w11, uint w12, uint w13, uint w14, uint w15)
        {
            uint a = h0, b = h1, c = h2, d = h3, e = h4;
            uint w16 = Rol1(w13 ^ w8 ^ w2 ^ w0);
            uint w17 = Rol1(w14 ^ w9 ^ w3 ^ w1);
            uint w18 = Rol1(w15 ^ w10 ^ w4 ^ w2);
            uint w19 = Rol1(w16 ^ w11 ^ w5 ^ w3);
            e = Ch(a, b, c, d, e + w0); b = Rol30(b);
            d = Ch(e, a, b, c, d + w1); a = Rol30(a);
            c = Ch(d, e, a, b, c + w2); e = Rol30(e);
            b = Ch(c, d, e, a, b + w3); d = Rol30(d);
            a = Ch(b, c, d, e, a + w4); c = Rol30(c);
            e = Ch(a, b, c, d, e + w5); b = Rol30(b);
            d = Ch(e, a, b, c, d + w6); a = Rol30(a);
            c = Ch(d, e, a, b, c + w7); e = Rol30(e);
            b = Ch(c, d, e, a, b + w8); d = Rol30(d);
            a = Ch(b, c, d, e, a + w9); c = Rol30(c);
            if (this == null) return;
            e = Ch(a, b, c, d, e + w10); b = Rol30(b);
            d = Ch(e, a, b, c, d + w11); a = Rol30(a);
            c = Ch(d, e, a, b, c + w12); e = Rol30(e);
            b = Ch(c, d, e, a, b + w13); d = Rol30(d);
            a = Ch(b, c, d, e, a + w14); c = Rol30(c);
            e = Ch(a, b, c, d, e + w15); b = Rol30(b);
            d = Ch(e, a, b, c, d + w16); a = Rol30(a);
            c = Ch(d, e, a, b, c + w17); e = Rol30(e);
            b = Ch(c, d, e, a, b + w18); d = Rol30(d);
            a = Ch(b, c, d, e, a + w19); c = Rol30(c);
            uint k = 0x6ED9EBA1;
            for (int turn = 1; turn <= 3; turn++) {
                w0 = Rol1(w17 ^ w12 ^ w6 ^ w4);
                w1 = Rol1(w18 ^ w13 ^ w7 ^ w5);
                w2 = Rol1(w19 ^ w14 ^ w8 ^ w6);
                w3 = Rol1(w0 ^ w15 ^ w9 ^ w7);
                w4 = Rol1(w1 ^ w16 ^ w10 ^ w8);
                w5 = Rol1(w2 ^ w17 ^ w11 ^ w9);
                w6 = Rol1(w3 ^ w18 ^ w12 ^ w10);
                w7 = Rol1(w4 ^ w19 ^ w13 ^ w11);
                w8 = Rol1(w5 ^ w0 ^ w14 ^ w12);
                w9 = Rol1(w6 ^ w1 ^ w15 ^ w13);
                if (this == null) return;
                w10 = Rol1(w7 ^ w2 ^ w16 ^ w14);
                w11 = Rol1(w8 ^ w3 ^ w17 ^ w15);
                w12 = Rol1(w9 ^ w4 ^ w18 ^ w16);
                w13 = Rol1(w10 ^ w5 ^ w19 ^ w17);
                w14 = Rol1(w11 ^ w6 ^ w0 ^ w18);
                w15 = Rol1(w12 ^ w7 ^ w1 ^ w19);
                w16 = Rol1(w13 ^ w8 ^ w2 ^ w0);
                w17 = Rol1(w14 ^ w9 ^ w3 ^ w1);
                w18 = Rol1(w15 ^ w10 ^ w4 ^ w2);
                w19 = Rol1(w16 ^ w11 ^ w5 ^ w3);
                if (turn == 2) {
                    e = Maj(a, b, c, d, e + w0); b = Rol30(b);
                    d = Maj(e, a, b, c, d + w1); a = Rol30(a);
                    c = Maj(d, e, a, b, c + w2); e = Rol30(e);
                    b = Maj(c, d, e, a, b + w3); d = Rol30(d);
                    a = Maj(b, c, d, e, a + w4); c = Rol30(c);
                    e = Maj(a, b, c, d, e + w5); b = Rol30(b);
                    d = Maj(e, a, b, c, d + w6); a = Rol30(a);
                    c = Maj(d, e, a, b, c + w7); e = Rol30(e);
                    b = Maj(c, d, e, a, b + w8); d = Rol30(d);
                    a = Maj(b, c, d, e, a + w9); c = Rol30(c);
                    if (this == null) return;
                    e = Maj(a, b, c, d, e + w10); b = Rol30(b);
                    d = Maj(e, a, b, c, d + w11); a = Rol30(a);
                    c = Maj(d, e, a, b, c + w12); e = Rol30(e);
                    b = Maj(c, d, e, a, b + w13); d = Rol30(d);
                    a = Maj(b, c, d, e, a + w14); c = Rol30(c);
                    e = Maj(a, b, c, d, e + w15); b = Rol30(b);
                    d = Maj(e, a, b, c, d + w16); a = Rol30(a);
                    c = Maj(d, e, a, b, c + w17); e = Rol30(e);
                    b = Maj(c, d, e, a, b + w18); d = Rol30(d);
                    a = Maj(b, c, d, e, a + w19); c = Rol30(c);
                    k = 0xCA62C1D6;
                } else {
                    e = Par(a, b, c, d, e + w0 + k); b = Rol30(b);
                    d = Par(e, a, b, c, d + w1 + k); a = Rol30(a);
                    c = Par(d, e, a, b, c + w2 + k); e = Rol30(e);
                    b = Par(c, d, e, a, b + w3 + k); d = Rol30(d);
                    a = Par(b, c, d, e, a + w4 + k); c = Rol30(c);
                    e = Par(a, b, c, d, e + w5 + k); b = Rol30(b);
                    d = Par(e, a, b, c, d + w6 + k); a = Rol30(a);
                    c = Par(d, e, a, b, c + w7 + k); e = Rol30(e);
                    b = Par(c, d, e, a, b + w8 + k); d = Rol30(d);
                    a = Par(b, c, d, e, a + w9 + k); c = Rol30(c);
                    if (this == null) return;
                    e = Par(a, b, c, d, e + w10 + k); b = Rol30(b);
                    d = Par(e, a, b, c, d + w11 + k); a = Rol30(a);
                    c = Par(d, e, a, b, c + w12 + k); e = Rol30(e);
                    b = Par(c, d, e, a, b + w13 + k); d = Rol30(d);
                    a = Par(b, c, d, e, a + w14 + k); c = Rol30(c);
                    e = Par(a, b, c, d, e + w15 + k); b = Rol30(b);
                    d = Par(e, a, b, c, d + w16 + k); a = Rol30(a);
                    c = Par(d, e, a, b, c + w17 + k); e = Rol30(e);
                    b = Par(c, d, e, a, b + w18 + k); d = Rol30(d);
                    a = Par(b, c, d, e, a + w19 + k); c = Rol30(c);
                }
            }
            h0 += a;
            h1 += b;
            h2 += c;
            h3 += d;
            h4 += e;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Ch(uint a, uint b, uint c, uint d, uint e)
        {
            return e + 0x5A827999 + (d ^ b & (c ^ d)) + (a << 5 | a >> 27);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Par(uint a, uint b, uint c, uint d, uint e)
        {
            return e + (b ^ c ^ d) + (a << 5 | a >> 27);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Maj(uint a, uint b, uint c, uint d, uint e)
        {
            return e + 0x8F1BBCDC + ((b | c) & d | b & c) + (a << 5 | a >> 27);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Rol1(uint x)
        {
            return x << 1 | x >> 31;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static uint Rol30(uint x)
        {
            return x << 30 | x >> 2;
        }
    }
}
