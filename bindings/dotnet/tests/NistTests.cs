// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using NUnit.Framework;

namespace OldGuard.Tests
{
    /// <summary>NIST's files for SHA-1 (SHAVS, byte oriented), from the PyPI package
    /// cryptography-vectors.</summary>
    [TestFixture]
    public class NistTests
    {
        struct Vector
        {
            public byte[] Message, Digest;
        }

        static string[] Lines(string file)
        {
            string folder = Environment.GetEnvironmentVariable("OLDGUARD_VECTORS");
            Assert.IsNotNull(folder, "OLDGUARD_VECTORS does not name the folder of the NIST files");
            return File.ReadAllLines(Path.Combine(folder, "hashes", "SHA1", file));
        }

        static byte[] Hex(string text)
        {
            var bytes = new byte[text.Length / 2];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = Convert.ToByte(text.Substring(2 * i, 2), 16);
            return bytes;
        }

        static List<Vector> Read(string file, int count)
        {
            var vectors = new List<Vector>();
            int bytes = 0;
            byte[] message = null;
            foreach (string line in Lines(file)) {
                string[] parts = line.Split(new[] {" = "}, StringSplitOptions.None);
                if (parts[0] == "Len")
                    bytes = int.Parse(parts[1]) / 8;
                if (parts[0] == "Msg")
                    message = Hex(parts[1].Substring(0, 2 * bytes));
                if (parts[0] == "MD")
                    vectors.Add(new Vector {Message = message, Digest = Hex(parts[1])});
            }
            Assert.AreEqual(count, vectors.Count, file);
            return vectors;
        }

        static List<Vector> Messages()
        {
            var vectors = Read("SHA1ShortMsg.rsp", 65);
            vectors.AddRange(Read("SHA1LongMsg.rsp", 64));
            return vectors;
        }

        [TestCaseSource(typeof(Classes), "Names")]
        public void ShortAndLong(string name)
        {
            using (var hash = Classes.Named(name)())
                foreach (var vector in Messages())
                    Classes.AssertDigest(vector.Digest, hash.ComputeHash(vector.Message),
                        vector.Message.Length + " bytes");
        }

        [Test]
        public void ShortAndLongAtOnce()
        {
            var vectors = Messages();
            var digests = Sha1Many.ComputeHash(vectors.ConvertAll(v => v.Message).ToArray());
            for (int i = 0; i < digests.Length; i++)
                Classes.AssertDigest(vectors[i].Digest, digests[i], "message " + i);
        }

        /// <summary>100 checkpoints of 1000 hashes each over the three digests before (SHAVS,
        /// section 6.4).</summary>
        [TestCaseSource(typeof(Classes), "Names")]
        public void MonteCarlo(string name)
        {
            byte[] seed = null;
            int checkpoints = 0;
            using (var hash = Classes.Named(name)())
                foreach (string line in Lines("SHA1Monte.rsp")) {
                    if (line.StartsWith("Seed = "))
                        seed = Hex(line.Substring(7));
                    if (!line.StartsWith("MD = "))
                        continue;
                    var message = new byte[60];
                    for (int i = 0; i < 3; i++)
                        Buffer.BlockCopy(seed, 0, message, 20 * i, 20);
                    for (int i = 0; i < 1000; i++) {
                        seed = hash.ComputeHash(message);
                        Buffer.BlockCopy(message, 20, message, 0, 40);
                        Buffer.BlockCopy(seed, 0, message, 40, 20);
                    }
                    Classes.AssertDigest(Hex(line.Substring(5)), seed, "count " + checkpoints);
                    checkpoints++;
                }
            Assert.AreEqual(100, checkpoints);
        }
    }
}
