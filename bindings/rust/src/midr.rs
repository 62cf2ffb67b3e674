// SPDX-License-Identifier: MIT
//! Identifies an AArch64 processor by the files of Linux, as src/core/midr.c does.

use std::path::Path;

/// The most cores that are looked at. No system with more of them combines cores of several kinds.
const MOST_CORES: usize = 32;

/// Returns the register MIDR_EL1 of the core that represents a system: the first of those with the greatest capacity,
/// because long computations run there. None if no core is known. folder: /sys/devices/system/cpu.
pub(crate) fn of_system(folder: &Path) -> Option<u32> {
    let number = |core: usize, name: &str, radix| {
        let text = std::fs::read_to_string(folder.join(format!("cpu{core}/{name}"))).ok()?;
        u32::from_str_radix(text.trim().trim_start_matches("0x").trim_start_matches('0'), radix).ok()
    };
    let mut found: Option<(u32, u32)> = None;
    for core in 0..MOST_CORES {
        let Some(midr) = number(core, "regs/identification/midr_el1", 16) else { continue };
        let capacity = number(core, "cpu_capacity", 10).unwrap_or(0);
        if found.is_none_or(|(_, most)| capacity > most) {
            found = Some((midr, capacity));
        }
    }
    found.map(|(midr, _)| midr)
}

/// Returns the implementer and the part number (Arm ARM, MIDR_EL1).
pub(crate) fn implementer_and_part(midr: u32) -> (u32, u32) {
    (midr >> 24, midr >> 4 & 0xfff)
}
