// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;

namespace OldGuard
{
    /// <summary>One thing that is timed, and its times.</summary>
    public sealed class Row
    {
        public readonly string Name;
        public readonly bool Peer;
        public readonly long Bytes;
        readonly Action action;
        readonly List<double> seconds = new List<double>();

        /// <param name="name">Of the row.</param>
        /// <param name="peer">Not our own.</param>
        /// <param name="bytes">That one call takes.</param>
        /// <param name="action">The call.</param>
        public Row(string name, bool peer, long bytes, Action action)
        {
            Name = name;
            Peer = peer;
            Bytes = bytes;
            this.action = action;
        }

        internal void Sample(int calls)
        {
            double start = Clock.Seconds();
            for (int i = 0; i < calls; i++)
                action();
            seconds.Add((Clock.Seconds() - start) / calls);
        }

        internal void Done()
        {
            seconds.Sort();
        }

        public double Minimum { get { return seconds[0]; } }

        public double Median { get { return seconds[seconds.Count / 2]; } }

        /// <summary>MB/s (10^6 bytes) at the median.</summary>
        public double Rate { get { return Bytes / Median / 1e6; } }
    }

    /// <summary>Times rows against each other: in every pass each is sampled once, in an order
    /// drawn anew, so that what else the machine does meets all alike.</summary>
    public static class Stopper
    {
        /// <param name="rows">Each is called twice before it is timed.</param>
        /// <param name="passes">Samples of each row.</param>
        /// <param name="sample">Bytes that a sample takes at least.</param>
        public static void Run(IList<Row> rows, int passes, long sample)
        {
            var random = new Random(1);
            foreach (var row in rows)
                row.Sample(2);
            for (int pass = 0; pass < passes; pass++) {
                var order = new List<Row>(rows);
                while (order.Count > 0) {
                    int i = random.Next(order.Count);
                    order[i].Sample((int) Math.Max(1, sample / Math.Max(1, order[i].Bytes)));
                    order.RemoveAt(i);
                }
            }
            foreach (var row in rows)
                row.Done();
        }
    }
}
