// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace OldGuard
{
    /// <summary>Computes SHA-1 (FIPS 180-4) with the C library oldguard (liboldguard.so). Replaces
    /// the framework's SHA1 classes for programs that may call native code.</summary>
    /// <remarks>One thread at a time may use an object. Different objects are independent. An error
    /// of the library, such as an unknown kernel in OLDGUARD_KERNEL, is a CryptographicException
    /// with the library's text.</remarks>
    public sealed class Sha1Native : SHA1
    {
        const string Library = "oldguard";
        const int DigestSize = 20;
        const int WrongVariable = -9;

        // og_sha1_ctx is 96 bytes of plain data without pointers: the array may move between calls.
        readonly ulong[] context = new ulong[12];

        /// <summary>Starts a message.</summary>
        /// <exception cref="DllNotFoundException">The C library is not installed.</exception>
        /// <exception cref="CryptographicException">An OLDGUARD_ variable is wrong.</exception>
        public Sha1Native()
        {
            try {
                Initialize();
            } catch (DllNotFoundException e) {
                throw new DllNotFoundException("Sha1Native calls the C library oldguard, which was "
                    + "not found: install it, or name the folder of liboldguard.so in "
                    + "LD_LIBRARY_PATH. Sha1Safe needs no library.", e);
            }
        }

        /// <summary>Whether the C library can be loaded.</summary>
        public static bool IsAvailable
        {
            get
            {
                try {
                    og_sha1_init(new ulong[12]);
                    return true;
                } catch (DllNotFoundException) {
                    return false;
                } catch (EntryPointNotFoundException) {
                    return false;
                }
            }
        }

        /// <summary>Starts a message and discards the one before.</summary>
        public override void Initialize()
        {
            Check(og_sha1_init(context));
        }

        /// <summary>Appends <paramref name="size"/> bytes to the message.</summary>
        protected override void HashCore(byte[] array, int start, int size)
        {
            if (size > array.Length - start || start < 0)
                throw new ArgumentOutOfRangeException("size");
            if (size > 0)
                Check(og_sha1_update(context, ref array[start], (UIntPtr) (uint) size));
        }

        /// <summary>Pads the message.</summary>
        /// <returns>The digest, 20 bytes.</returns>
        protected override byte[] HashFinal()
        {
            var digest = new byte[DigestSize];
            Check(og_sha1_final(context, digest));
            return digest;
        }

        /// <summary>Wipes the chaining value and the partial block.</summary>
        protected override void Dispose(bool disposing)
        {
            Array.Clear(context, 0, context.Length);
            base.Dispose(disposing);
        }

        static void Check(int status)
        {
            if (status == 0)
                return;
            var wrong = new StringBuilder(320);
            if (status == WrongVariable)
                og_config_error(wrong, (UIntPtr) (uint) wrong.Capacity);
            throw new CryptographicException(
                wrong.Length > 0 ? wrong.ToString() : Marshal.PtrToStringAnsi(og_strerror(status)));
        }

        [DllImport(Library)]
        static extern int og_sha1_init([In, Out] ulong[] context);

        [DllImport(Library)]
        static extern int og_sha1_update([In, Out] ulong[] context, ref byte data, UIntPtr size);

        [DllImport(Library)]
        static extern int og_sha1_final([In, Out] ulong[] context, [Out] byte[] digest);

        [DllImport(Library)]
        static extern IntPtr og_strerror(int status);

        [DllImport(Library)]
        static extern int og_config_error([Out] StringBuilder text, UIntPtr size);
    }
}
