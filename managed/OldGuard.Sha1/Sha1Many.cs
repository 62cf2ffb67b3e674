// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;

namespace OldGuard
{
    /// <summary>SHA-1 of many messages (FIPS 180-4), in safe code: four at a time in the lanes of
    /// vectors where the runtime accelerates them, one after the other elsewhere.</summary>
    /// <remarks>Every method may be called by any number of threads at once.</remarks>
    public static class Sha1Many
    {
        /// <summary>Whether four messages are hashed at a time on this runtime.</summary>
        public static bool IsAccelerated
        {
            get
            {
#if MONO_SIMD
                return Vectors.Accelerated;
#else
                return false;
#endif
            }
        }

        /// <summary>Hashes every message.</summary>
        /// <returns>The digests, 20 bytes each, in the messages' order.</returns>
        /// <exception cref="ArgumentNullException">No list.</exception>
        /// <exception cref="ArgumentException">A message is null; nothing has been
        /// hashed.</exception>
        public static byte[][] ComputeHash(params byte[][] messages)
        {
            if (messages == null)
                throw new ArgumentNullException("messages");
            var segments = new ArraySegment<byte>[messages.Length];
            for (int i = 0; i < segments.Length; i++) {
                if (messages[i] == null)
                    throw new ArgumentException("Message " + i + " is null.", "messages");
                segments[i] = new ArraySegment<byte>(messages[i]);
            }
            return ComputeHash(segments);
        }

        /// <summary>Hashes every message. Messages may share their bytes and have any
        /// lengths.</summary>
        /// <returns>The digests, 20 bytes each, in the messages' order.</returns>
        /// <exception cref="ArgumentNullException">No list.</exception>
        /// <exception cref="ArgumentException">A segment without an array; nothing has been hashed.
        /// </exception>
        public static byte[][] ComputeHash(IList<ArraySegment<byte>> messages)
        {
            if (messages == null)
                throw new ArgumentNullException("messages");
            for (int i = 0; i < messages.Count; i++)
                if (messages[i].Array == null)
                    throw new ArgumentException("Message " + i + " is null.", "messages");
#if MONO_SIMD
            if (Vectors.Accelerated && messages.Count > 1)
                return new LaneQueue(messages).Run();
#endif
            var digests = new byte[messages.Count][];
#if MONO_SIMD
            using (var sha1 = Sha1Simd.Create())
#else
            using (var sha1 = new Sha1Safe())
#endif
                for (int i = 0; i < digests.Length; i++)
                    digests[i] = sha1.ComputeHash(messages[i].Array, messages[i].Offset,
                        messages[i].Count);
            return digests;
        }
    }
}
