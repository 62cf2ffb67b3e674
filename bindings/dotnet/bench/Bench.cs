// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace OldGuard
{
    /// <summary>bench.exe [--quick] [--json FILE]: times every class and the runtime's two classes in
    /// one process. Prints a table, and writes JSON with the times of one message.</summary>
    static class Bench
    {
        const string Op = "sha1.managed";

        static readonly List<string> json = new List<string>();
        static bool quick;

        static int Main(string[] args)
        {
            CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
            CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
            string file = null;
            for (int i = 0; i < args.Length; i++) {
                if (args[i] == "--quick") {
                    quick = true;
                } else if (args[i] == "--json" && i + 1 < args.Length) {
                    file = args[++i];
                } else {
                    Console.Error.WriteLine("usage: bench.exe [--quick] [--json FILE]");
                    return 2;
                }
            }
            Console.WriteLine(Runtime());
            if (!Sha1Native.IsAvailable)
                Console.WriteLine("liboldguard.so was not found: no rows of the C library");
            foreach (int size in quick ? new[] {16384} : new[] {16384, 1 << 20})
                if (!Measure(size))
                    return 1;
            PrintSizes();
            if (file != null)
                File.WriteAllText(file, "{\"runtime\": \""
                    + Runtime() + "\", \"clock\": \"" + Clock.Name + "\", \"rows\": [\n  "
                    + string.Join(",\n  ", json.ToArray()) + "\n]}\n");
            return 0;
        }

        static string Runtime()
        {
            var mono = Type.GetType("Mono.Runtime");
            var name = mono == null ? null : mono.GetMethod("GetDisplayName",
                BindingFlags.NonPublic | BindingFlags.Static);
            return name == null ? ".NET " + Environment.Version : "Mono " + name.Invoke(null, null);
        }

        static bool Measure(int size)
        {
            var data = new byte[size];
            new Random(size).NextBytes(data);
            byte[] expected = new SHA1CryptoServiceProvider().ComputeHash(data);
            var rows = new List<Row>();
            bool right = true;
            Action<string, bool, SHA1> add = (name, peer, hash) => {
                right &= Same(expected, hash.ComputeHash(data), name);
                rows.Add(new Row(name, peer, size, () => hash.ComputeHash(data)));
            };
            add("SHA1Managed", true, new SHA1Managed());
            add("SHA1CryptoServiceProvider", true, new SHA1CryptoServiceProvider());
            add("Sha1Safe", false, new Sha1Safe());
            add("Sha1Unsafe", false, new Sha1Unsafe());
            add("Sha1Simd", false, new Sha1Simd());
            if (Sha1Native.IsAvailable) {
                add("Sha1Native", false, new Sha1Native());
                var digest = new byte[20];
                og_sha1(data, (UIntPtr) size, digest);
                right &= Same(expected, digest, "og_sha1");
                rows.Add(new Row("og_sha1, from C", false, size,
                    () => og_sha1(data, (UIntPtr) size, digest)));
            }
            const int messages = 8;
            var many = new byte[messages][];
            for (int i = 0; i < messages; i++)
                many[i] = (byte[]) data.Clone();
            foreach (var digest in Sha1Many.ComputeHash(many))
                right &= Same(expected, digest, "Sha1Many");
            rows.Add(new Row("Sha1Many, 8 messages", false, messages * size,
                () => Sha1Many.ComputeHash(many)));
            if (!right)
                return false;
            Stopper.Run(rows, quick ? 5 : size > 100000 ? 101 : 401, quick ? 0 : 65536);
            Print(rows, size);
            return true;
        }

        static bool Same(byte[] expected, byte[] digest, string name)
        {
            if (BitConverter.ToString(expected) == BitConverter.ToString(digest))
                return true;
            Console.Error.WriteLine("bench: " + name + " is wrong: nothing is timed");
            return false;
        }

        static void Print(List<Row> rows, int size)
        {
            double managed = rows[0].Rate, provider = rows[1].Rate;
            double managedBest = rows[0].Bytes / rows[0].Minimum;
            double providerBest = rows[1].Bytes / rows[1].Minimum;
            Console.WriteLine();
            Console.WriteLine("{0} bytes: MB/s by {1}, and how many times the faster of Mono's two",
                size, Clock.Name);
            Console.WriteLine("{0,-28}{1,9}{2,8}{3,9}{4,8}", "", "median", "times", "best",
                "times");
            foreach (var row in rows) {
                double best = row.Bytes / row.Minimum / 1e6;
                Console.WriteLine("{0,-28}{1,9:F1}{2,8:F2}{3,9:F1}{4,8:F2}", row.Name, row.Rate,
                    row.Rate / Math.Max(managed, provider), best,
                    best * 1e6 / Math.Max(managedBest, providerBest));
                json.Add(string.Format("{{\"op\": \"{0}\", \"kernel\": \"{1}\", \"peer\": {2}, "
                    + "\"size\": {3}, \"ns_min\": {4:F0}, \"ns_median\": {5:F0}, "
                    + "\"mib_s\": {6:F1}, \"clock\": \"{7}\", \"checked\": true}}", Op,
                    row.Name, row.Peer ? "true" : "false", size,
                    row.Minimum * 1e9 * size / row.Bytes, row.Median * 1e9 * size / row.Bytes,
                    row.Bytes / row.Median / (1 << 20), Clock.Name));
            }
        }

        static void PrintSizes()
        {
            Console.WriteLine();
            Console.WriteLine("{0,-28}{1,9}{2,14}", "IL of the class, with bases", "bytes",
                "instructions");
            foreach (var type in new[] {typeof(SHA1Managed), typeof(SHA1CryptoServiceProvider),
                    typeof(Sha1Safe), typeof(Sha1Unsafe), typeof(Sha1Simd), typeof(Sha1Native)}) {
                var size = ClassSize.Of(type);
                Console.WriteLine("{0,-28}{1,9}{2,14}", type.Name, size.Bytes, size.Instructions);
                json.Add(string.Format("{{\"op\": \"il\", \"kernel\": \"{0}\", \"bytes\": {1}, "
                    + "\"instructions\": {2}}}", type.Name, size.Bytes, size.Instructions));
            }
        }

        [DllImport("oldguard")]
        static extern int og_sha1(byte[] data, UIntPtr size, [Out] byte[] digest);
    }
}
