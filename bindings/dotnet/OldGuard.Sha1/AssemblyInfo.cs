// SPDX-License-Identifier: MIT
using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("OldGuard.Sha1.Tests")]
