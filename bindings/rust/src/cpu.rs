// SPDX-License-Identifier: MIT
//! Chooses kernels by the features of the processor, its class, and the measured order of an operation.

use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

macro_rules! features {
    ($($name:ident $bit:literal)*) => {
        $(#[allow(dead_code)] pub(crate) const $name: u32 = 1 << $bit;)*
        #[cfg(any(test, oldguard_masks))]
        const NAMES: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}
// A kernel states all features that it needs. KERNELS is that of a processor with kernels.
features! {
    KERNELS 0 SSE2 1 SSSE3 2 SSE41 3 AVX 4 AVX2 5 BMI1 6 BMI2 7 SHANI 8 AVX512F 9 AVX512BW 10 AVX512VL 11
    AVX512VBMI 12 GFNI 13 ARMSHA1 14
}
const CLASSES: u32 = 16; // bit of the first class
const KNOWN: u32 = 1 << 31;

/// Bits of [`Line::lengths`].
pub(crate) const LONG: u8 = 1;
pub(crate) const SHORT: u8 = 2;

/// A line of the measured order: a kernel for a range of sizes in bytes.
pub(crate) struct Line<F> {
    pub(crate) run: Option<F>, // None: one message after the other
    pub(crate) lanes: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) lengths: u8,
    pub(crate) needs: u32,
    pub(crate) class: u32, // 0: all processors
}

/// A range of models of a family of a vendor. Family 0: all of the vendor.
#[allow(dead_code)] // AArch64 reads the class alone, others nothing
pub(crate) struct Model {
    pub(crate) class: u32,
    pub(crate) vendor: [u8; 12],
    pub(crate) family: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// The lines of an operation, best first.
pub(crate) struct Order<F: 'static> {
    lines: &'static [Line<F>],
    whole: AtomicUsize, // 1 + index of the line that serves every size, lines.len() + 1 if none does; 0: not known
}

impl<F: Copy> Order<F> {
    pub(crate) const fn new(lines: &'static [Line<F>]) -> Self {
        Order { lines, whole: AtomicUsize::new(0) }
    }

    fn index(&self, size: usize, lengths: u8) -> usize {
        let cpu = get();
        let serves = |line: &Line<F>| {
            line.from <= size
                && size <= line.to
                && line.lengths & lengths != 0
                && (line.needs | KERNELS) & !cpu == 0
                && (line.class == 0 || line.class & (cpu >> CLASSES) != 0)
        };
        self.lines.iter().position(serves).unwrap_or(self.lines.len())
    }

    /// Returns the kernel for a size and its number of lanes, or None where there is none.
    pub(crate) fn at(&self, size: usize, lengths: u8) -> Option<(F, usize)> {
        let line = self.lines.get(self.index(size, lengths))?;
        Some((line.run?, line.lanes))
    }

    /// Returns the kernel of an operation whose lines are for all sizes.
    #[inline]
    pub(crate) fn whole(&self) -> Option<F> {
        let mut known = self.whole.load(Relaxed);
        if known == 0 {
            known = 1 + self.index(1 << 20, LONG);
            self.whole.store(known, Relaxed);
        }
        self.lines.get(known - 1)?.run
    }
}

/// Returns the features and the classes of this processor.
fn get() -> u32 {
    static CPU: AtomicU32 = AtomicU32::new(0);
    let mut cpu = CPU.load(Relaxed);
    if cpu == 0 {
        cpu = crate::kernels::detect() & !hidden() | KNOWN;
        CPU.store(cpu, Relaxed);
    }
    cpu
}

#[cfg(not(any(test, oldguard_masks)))]
fn hidden() -> u32 {
    0
}

/// Returns the features that tests and benchmarks hide: those that begin with a name of a list with commas. `kernels`
/// hides all kernels.
#[cfg(any(test, oldguard_masks))]
fn hidden() -> u32 {
    let list = std::env::var("WITHOUT").unwrap_or_default().to_uppercase();
    let bits = |name: &str| {
        let of_name = NAMES.iter().filter(|known| known.0.starts_with(name));
        of_name.map(|known| known.1).reduce(|all, bit| all | bit).expect("no such feature")
    };
    list.split(',').filter(|name| !name.is_empty()).map(bits).fold(0, |all, some| all | some)
}

/// Follows src/core/cpuid.c: Intel SDM volume 2, CPUID, and the specification of AVX10 (355989).
#[cfg(target_arch = "x86_64")]
#[allow(dead_code)] // where there are no kernels
pub(crate) fn detect_x64() -> u32 {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    #[target_feature(enable = "xsave")]
    unsafe fn saved_state() -> u64 {
        // SAFETY: the caller has seen OSXSAVE.
        unsafe { _xgetbv(0) }
    }
    let bit = |word: u32, n: u32| word >> n & 1 != 0;
    #[allow(unused_unsafe)] // later compilers have CPUID as a safe function
    // SAFETY: every x86-64 processor has CPUID.
    let (head, one) = unsafe { (__cpuid(0), __cpuid(1)) };
    let leaf = |number, sub| {
        if head.eax < number {
            return (0, 0, 0, 0);
        }
        #[allow(unused_unsafe)]
        // SAFETY: as above.
        let r = unsafe { __cpuid_count(number, sub) };
        (r.eax, r.ebx, r.ecx, r.edx)
    };
    let (most_7, ebx7, ecx7, _) = leaf(7, 0);
    // SAFETY: the system has set OSXSAVE, so that XGETBV exists.
    let saved = if bit(one.ecx, 27) { unsafe { saved_state() } } else { 0 };
    let ymm = saved & 0x06 == 0x06; // SSE and AVX state
    let zmm = saved & 0xe6 == 0xe6; // and opmask, ZMM_Hi256, Hi16_ZMM
    let avx10 = leaf(0x24, 0).1;
    let wide = zmm && most_7 >= 1 && bit(leaf(7, 1).3, 19) && avx10 & 255 >= 1 && bit(avx10, 18);
    let mut found = KERNELS | SSE2;
    for (feature, has) in [
        (SSSE3, bit(one.ecx, 9)),
        (SSE41, bit(one.ecx, 19)),
        (AVX, ymm && bit(one.ecx, 28)),
        (AVX2, ymm && bit(ebx7, 5)),
        (BMI1, bit(ebx7, 3)),
        (BMI2, bit(ebx7, 8)),
        (SHANI, bit(ebx7, 29)),
        (AVX512F, zmm && (wide || bit(ebx7, 16))),
        (AVX512BW, zmm && (wide || bit(ebx7, 30))),
        (AVX512VL, zmm && (wide || bit(ebx7, 31))),
        (AVX512VBMI, zmm && (wide || bit(ecx7, 1))),
        (GFNI, bit(ecx7, 8)),
    ] {
        found |= if has { feature } else { 0 };
    }
    let mut vendor = [0; 12];
    for (to, word) in vendor.chunks_exact_mut(4).zip([head.ebx, head.edx, head.ecx]) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    let (mut family, mut number) = (one.eax >> 8 & 15, one.eax >> 4 & 15);
    if family == 6 || family == 15 {
        number += one.eax >> 12 & 0xf0; // the extended fields are used for these alone
    }
    if family == 15 {
        family += one.eax >> 20 & 255;
    }
    found | classes(&vendor, family, number)
}

/// Returns the bits of the classes of a processor.
#[allow(dead_code)]
fn classes(vendor: &[u8; 12], family: u32, number: u32) -> u32 {
    let is_one = |model: &&Model| {
        let numbers = model.first..=model.last;
        model.vendor == *vendor && (model.family == 0 || model.family == family && numbers.contains(&number))
    };
    crate::kernels::MODELS.iter().filter(is_one).fold(0, |all, model| all | model.class << CLASSES)
}

/// The classes on Linux need std, and Apple's is that of the system.
#[cfg(target_arch = "aarch64")]
#[allow(dead_code)]
pub(crate) fn detect_a64() -> u32 {
    #[cfg(feature = "std")]
    let has = std::arch::is_aarch64_feature_detected!("sha2");
    #[cfg(not(feature = "std"))]
    let has = cfg!(target_feature = "sha2");
    #[allow(unused_mut)]
    let mut mine = if cfg!(target_vendor = "apple") { classes(b"apple       ", 0, 0) } else { 0 };
    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    if let Some(midr) = crate::midr::of_system(std::path::Path::new("/sys/devices/system/cpu")) {
        let (implementer, part) = crate::midr::implementer_and_part(midr);
        mine = classes(b"midr        ", implementer, part);
    }
    KERNELS | if has { ARMSHA1 } else { 0 } | mine
}

#[allow(dead_code)]
pub(crate) fn detect_none() -> u32 {
    0
}
