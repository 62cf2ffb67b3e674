// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;

namespace OldGuard
{
    /// <summary>Hashes messages of any lengths in four lanes. A lane whose message ends gets the next
    /// message. An idle lane repeats the blocks of another lane. The last message is finished by the
    /// class for one message.</summary>
    sealed class LaneQueue
    {
        readonly IList<ArraySegment<byte>> messages;
        readonly byte[][] digests;
        int next;

        // Per lane: which message (none: -1), the blocks that it is at, and its padded end.
        readonly int[] message = new int[Lanes.Count];
        readonly byte[][] data = new byte[Lanes.Count][];
        readonly int[] offset = new int[Lanes.Count];
        readonly int[] blocks = new int[Lanes.Count];
        readonly byte[][] end = new byte[Lanes.Count][];
        readonly int[] endBlocks = new int[Lanes.Count];
        readonly uint[] state = new uint[5 * Lanes.Count];

        public LaneQueue(IList<ArraySegment<byte>> messages)
        {
            this.messages = messages;
            digests = new byte[messages.Count][];
        }

        public byte[][] Run()
        {
            for (int lane = 0; lane < Lanes.Count; lane++) {
                end[lane] = new byte[2 * Sha1Base.BlockSize];
                Take(lane);
            }
            for (int busy = Busy(); busy > 0; busy = Busy()) {
                if (busy == 1)
                    FinishAlone();
                else
                    Step();
            }
            return digests;
        }

        int Busy()
        {
            int busy = 0;
            foreach (int m in message)
                if (m >= 0)
                    busy++;
            return busy;
        }

        /// <summary>Puts the next message into a lane, at its first whole blocks.</summary>
        void Take(int lane)
        {
            if (next == messages.Count) {
                message[lane] = -1;
                return;
            }
            var segment = messages[next];
            message[lane] = next++;
            data[lane] = segment.Array;
            offset[lane] = segment.Offset;
            blocks[lane] = segment.Count / Sha1Base.BlockSize;
            int rest = segment.Count % Sha1Base.BlockSize;
            endBlocks[lane] = Sha1Base.Pad(end[lane], segment.Array,
                segment.Offset + segment.Count - rest, rest, (ulong) segment.Count);
            for (int i = 0; i < 5; i++)
                state[Lanes.Count * i + lane] = Sha1Base.Start[i];
            if (blocks[lane] == 0)
                GoToEnd(lane);
        }

        void GoToEnd(int lane)
        {
            data[lane] = end[lane];
            offset[lane] = 0;
            blocks[lane] = endBlocks[lane];
            endBlocks[lane] = 0;
        }

        /// <summary>Compresses all lanes until the first one has no block left.</summary>
        void Step()
        {
            int shortest = -1;
            for (int lane = 0; lane < Lanes.Count; lane++)
                if (message[lane] >= 0 && (shortest < 0 || blocks[lane] < blocks[shortest]))
                    shortest = lane;
            for (int lane = 0; lane < Lanes.Count; lane++)
                if (message[lane] < 0) {
                    data[lane] = data[shortest];
                    offset[lane] = offset[shortest];
                }
            int count = blocks[shortest];
            Lanes.Compress(state, data, offset, count);
            for (int lane = 0; lane < Lanes.Count; lane++)
                if (message[lane] >= 0) {
                    offset[lane] += count * Sha1Base.BlockSize;
                    blocks[lane] -= count;
                    if (blocks[lane] == 0)
                        FinishBlocks(lane);
                }
        }

        void FinishBlocks(int lane)
        {
            if (endBlocks[lane] > 0) {
                GoToEnd(lane);
                return;
            }
            var h = new uint[5];
            for (int i = 0; i < 5; i++)
                h[i] = state[Lanes.Count * i + lane];
            digests[message[lane]] = Sha1Base.Digest(h[0], h[1], h[2], h[3], h[4]);
            Take(lane);
        }

        /// <summary>Finishes the message of the last lane.</summary>
        void FinishAlone()
        {
            int lane = Array.FindIndex(message, m => m >= 0);
            using (var stream = new Sha1Simd()) {
                stream.h0 = state[lane];
                stream.h1 = state[Lanes.Count + lane];
                stream.h2 = state[2 * Lanes.Count + lane];
                stream.h3 = state[3 * Lanes.Count + lane];
                stream.h4 = state[4 * Lanes.Count + lane];
                stream.Compress(data[lane], offset[lane], blocks[lane]);
                stream.Compress(end[lane], 0, endBlocks[lane]);
                digests[message[lane]] =
                    Sha1Base.Digest(stream.h0, stream.h1, stream.h2, stream.h3, stream.h4);
            }
            message[lane] = -1;
        }
    }
}
