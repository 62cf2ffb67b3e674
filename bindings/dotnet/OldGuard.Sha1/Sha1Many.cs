// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;

namespace OldGuard
{
    /// <summary>Computes SHA-1 (FIPS 180-4) of many messages in safe code: four at a time in lanes of
    /// vectors if the runtime accelerates them, otherwise one after the other.</summary>
    /// <remarks>Any number of threads may call any method at the same time.</remarks>
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

        /// <summary>Hashes every message. Messages may share memory and have any
        /// lengths.</summary>
        /// <returns>The digests, 20 bytes each, in the messages' order.</returns>
        /// <exception cref="ArgumentNullException">No list.</exception>
        /// <exception cref="ArgumentException">A segment has no array; nothing has been hashed.
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
