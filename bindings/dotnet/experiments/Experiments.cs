// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Security.Cryptography;

namespace OldGuard
{
    /// <summary>experiments.exe [--check] [--markdown]: compares every variant of the compression with
    /// the framework's class, then times them together.</summary>
    static class Experiments
    {
        static int Main(string[] args)
        {
            bool check = Array.IndexOf(args, "--check") >= 0;
            bool markdown = Array.IndexOf(args, "--markdown") >= 0;
            var hashes = new List<SHA1>();
            foreach (var make in Variants.All)
                hashes.Add(make());
            int wrong = 0;
            foreach (var hash in hashes)
                if (!Right(hash)) {
                    Console.WriteLine("wrong: " + hash);
                    wrong++;
                }
            if (Right(new Planted())) {
                Console.WriteLine("the planted fault was not found");
                wrong++;
            }
            Console.WriteLine("{0} passed, {1} failed", hashes.Count + 1 - wrong, wrong);
            if (wrong > 0 || check)
                return wrong > 0 ? 1 : 0;
            Time(hashes, markdown);
            return 0;
        }

        static bool Right(SHA1 hash)
        {
            var random = new Random(7);
            var framework = new SHA1CryptoServiceProvider();
            for (int size = 0; size < 300; size++) {
                var data = new byte[size];
                random.NextBytes(data);
                if (BitConverter.ToString(framework.ComputeHash(data))
                        != BitConverter.ToString(hash.ComputeHash(data)))
                    return false;
            }
            return true;
        }

        /// <summary>A planted fault: a variant with one wrong bit in a zero word.</summary>
        sealed class Planted : Sha1Base
        {
            readonly Sha1Base right = Variants.All[0]();

            internal override void Compress(byte[] data, int offset, int count)
            {
                right.h0 = h0;
                right.h1 = h1;
                right.h2 = h2;
                right.h3 = h3;
                right.h4 = h4;
                right.Compress(data, offset, count);
                h0 = right.h0;
                h1 = right.h1;
                h2 = right.h2;
                h3 = right.h3;
                h4 = right.h4 ^ (count == 3 ? 1u : 0);
            }
        }

        static void Time(List<SHA1> hashes, bool markdown)
        {
            var data = new byte[16384];
            var rows = new List<Row>();
            var types = new List<Type>();
            foreach (var hash in new SHA1[] {new SHA1Managed(), new SHA1CryptoServiceProvider(),
                    new Sha1Safe(), new Sha1Unsafe(), new Sha1Simd()}) {
                rows.Add(new Row(hash.GetType().Name, true, data.Length,
                    () => hash.ComputeHash(data)));
                types.Add(hash.GetType());
            }
            foreach (var hash in hashes) {
                rows.Add(new Row(hash.ToString(), false, data.Length,
                    () => hash.ComputeHash(data)));
                types.Add(hash.GetType());
            }
            Stopper.Run(rows, 101, 8 * data.Length);
            double fastest = Math.Min(rows[0].Minimum, rows[1].Minimum);
            double fastestMedian = Math.Min(rows[0].Median, rows[1].Median);
            Console.WriteLine("{0,-64}{1,8}{2,8}{3,8}",
                "state     rotate    unroll    method    words     sum       cut", "median", "best",
                "IL");
            if (markdown)
                Console.WriteLine("|---|---|---|---|---|---|---|---:|---:|---:|");
            for (int i = 0; i < rows.Count; i++) {
                string median = (fastestMedian / rows[i].Median).ToString("F2");
                string best = (fastest / rows[i].Minimum).ToString("F2");
                int il = ClassSize.Of(types[i]).Bytes;
                if (markdown)
                    Console.WriteLine("| {0} | {1} | {2} | {3} |", string.Join(" | ",
                        rows[i].Name.Split(new[] {' '}, StringSplitOptions.RemoveEmptyEntries)),
                        median, best, il);
                else
                    Console.WriteLine("{0,-64}{1,8}{2,8}{3,8}", rows[i].Name, median, best, il);
            }
        }
    }
}
