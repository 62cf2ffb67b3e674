// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;

namespace OldGuard
{
    /// <summary>A timed action and its samples.</summary>
    public sealed class Row
    {
        public readonly string Name;
        public readonly bool Peer;
        public readonly long Bytes;
        readonly Action action;
        readonly List<double> seconds = new List<double>();

        /// <param name="name">The name in the table.</param>
        /// <param name="peer">Whether it is the runtime's class.</param>
        /// <param name="bytes">The bytes that one call hashes.</param>
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

        /// <summary>The median in MB/s (10^6 bytes).</summary>
        public double Rate { get { return Bytes / Median / 1e6; } }
    }

    /// <summary>Times rows against each other. Every pass samples each row once in a new random order,
    /// so that other work on the machine affects all rows alike.</summary>
    public static class Stopper
    {
        /// <param name="rows">Each is called twice before it is timed.</param>
        /// <param name="passes">The number of samples of each row.</param>
        /// <param name="sample">The minimum number of bytes per sample.</param>
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
