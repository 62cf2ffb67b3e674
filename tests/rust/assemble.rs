// SPDX-License-Identifier: MIT
//! The head of a program to which `run` appends a line for each kernel: rustc's assembler takes them for a target whose
//! standard library is not installed. That needs features of a nightly compiler (RUSTC_BOOTSTRAP=1).
#![feature(no_core, lang_items, rustc_attrs)]
#![allow(internal_features)]
#![crate_type = "lib"]
#![no_core]

#[lang = "pointee_sized"]
trait PointeeSized {}
#[lang = "meta_sized"]
trait MetaSized: PointeeSized {}
#[lang = "sized"]
trait Sized: MetaSized {}

#[rustc_builtin_macro]
macro_rules! global_asm {
    () => {};
}
#[rustc_builtin_macro]
macro_rules! include_str {
    () => {};
}
