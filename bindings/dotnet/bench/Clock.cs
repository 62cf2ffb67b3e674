// SPDX-License-Identifier: MIT
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace OldGuard
{
    /// <summary>Reads the processor time of the thread, which stops while other threads run, or the
    /// time of day on systems without it.</summary>
    public static class Clock
    {
        const int ThreadCpuTime = 3;

        [StructLayout(LayoutKind.Sequential)]
        struct Timespec
        {
            public IntPtr Seconds, Nanoseconds;
        }

        static readonly bool threads = HasThreadTime();

        public static string Name { get { return threads ? "thread time" : "stopwatch"; } }

        public static double Seconds()
        {
            Timespec t;
            if (threads && clock_gettime(ThreadCpuTime, out t) == 0)
                return (long) t.Seconds + (long) t.Nanoseconds / 1e9;
            return Stopwatch.GetTimestamp() / (double) Stopwatch.Frequency;
        }

        static bool HasThreadTime()
        {
            try {
                Timespec t;
                return Environment.OSVersion.Platform == PlatformID.Unix
                    && clock_gettime(ThreadCpuTime, out t) == 0;
            } catch (Exception) {
                return false;
            }
        }

        [DllImport("libc")]
        static extern int clock_gettime(int clock, out Timespec time);
    }
}
