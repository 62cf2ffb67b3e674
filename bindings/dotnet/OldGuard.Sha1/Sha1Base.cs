// SPDX-License-Identifier: MIT
using System;
using System.Security.Cryptography;

namespace OldGuard
{
    /// <summary>Cuts messages into blocks, pads them and keeps the chaining value of SHA-1 (FIPS
    /// 180-4, sections 5.1.1, 5.3.1 and 6.1). A subclass has the compression.</summary>
    /// <remarks>One thread at a time may use an object. Different objects are independent. SHA-1 is
    /// broken wherever an attacker chooses the data. Choose another hash for anything new.
    /// </remarks>
    public abstract class Sha1Base : SHA1
    {
        internal const int BlockSize = 64;

        internal static readonly uint[] Start = {
            0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0,
        };

        /// <summary>The chaining value.</summary>
        internal uint h0, h1, h2, h3, h4;

        readonly byte[] tail = new byte[BlockSize];
        ulong bytes;

        internal Sha1Base()
        {
            Initialize();
        }

        /// <summary>Starts a message and discards the one before.</summary>
        public sealed override void Initialize()
        {
            h0 = Start[0];
            h1 = Start[1];
            h2 = Start[2];
            h3 = Start[3];
            h4 = Start[4];
            bytes = 0;
            Array.Clear(tail, 0, BlockSize);
        }

        /// <summary>Compresses <paramref name="count"/> blocks into the chaining value.</summary>
        /// <param name="data">At least offset + 64 * count bytes.</param>
        /// <param name="offset">Where the first block starts.</param>
        /// <param name="count">The number of blocks; may be 0.</param>
        internal abstract void Compress(byte[] data, int offset, int count);

        /// <summary>Appends <paramref name="size"/> bytes to the message.</summary>
        protected sealed override void HashCore(byte[] array, int start, int size)
        {
            int have = (int) bytes & BlockSize - 1;
            bytes += (ulong) size;
            if (have > 0) {
                int part = Math.Min(size, BlockSize - have);
                Buffer.BlockCopy(array, start, tail, have, part);
                if (have + part < BlockSize)
                    return;
                Compress(tail, 0, 1);
                start += part;
                size -= part;
            }
            int rest = size & BlockSize - 1;
            Compress(array, start, size / BlockSize);
            Buffer.BlockCopy(array, start + size - rest, tail, 0, rest);
        }

        /// <summary>Pads the message.</summary>
        /// <returns>The digest, 20 bytes.</returns>
        protected sealed override byte[] HashFinal()
        {
            var end = new byte[2 * BlockSize];
            Compress(end, 0, Pad(end, tail, 0, (int) bytes & BlockSize - 1, bytes));
            Array.Clear(end, 0, end.Length);
            return Digest(h0, h1, h2, h3, h4);
        }

        /// <summary>Writes the message's last bytes and its padding.</summary>
        /// <param name="end">128 bytes.</param>
        /// <param name="data">Has the last bytes of the message.</param>
        /// <param name="offset">The offset of these bytes.</param>
        /// <param name="rest">The number of these bytes, at most 63.</param>
        /// <param name="bytes">The length of the whole message in bytes.</param>
        /// <returns>The number of blocks in end, 1 or 2.</returns>
        internal static int Pad(byte[] end, byte[] data, int offset, int rest, ulong bytes)
        {
            int blocks = rest < BlockSize - 8 ? 1 : 2;
            Array.Clear(end, 0, end.Length);
            Buffer.BlockCopy(data, offset, end, 0, rest);
            end[rest] = 0x80;
            Put(end, blocks * BlockSize - 8, (uint) (bytes >> 29));
            Put(end, blocks * BlockSize - 4, (uint) bytes << 3);
            return blocks;
        }

        internal static byte[] Digest(uint h0, uint h1, uint h2, uint h3, uint h4)
        {
            var digest = new byte[20];
            Put(digest, 0, h0);
            Put(digest, 4, h1);
            Put(digest, 8, h2);
            Put(digest, 12, h3);
            Put(digest, 16, h4);
            return digest;
        }

        /// <summary>Wipes the chaining value and the partial block.</summary>
        protected sealed override void Dispose(bool disposing)
        {
            Initialize();
            base.Dispose(disposing);
        }

        static void Put(byte[] target, int offset, uint word)
        {
            target[offset] = (byte) (word >> 24);
            target[offset + 1] = (byte) (word >> 16);
            target[offset + 2] = (byte) (word >> 8);
            target[offset + 3] = (byte) word;
        }
    }
}
