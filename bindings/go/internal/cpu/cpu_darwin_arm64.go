// SPDX-License-Identifier: MIT
//go:build gc && !purego

package cpu

import "syscall"

func detect() Features {
	if found, err := syscall.SysctlUint32("hw.optional.arm.FEAT_SHA1"); err == nil && found == 1 {
		return NEON | ARMSHA1
	}
	return 0
}

func identity() (vendor string, family, number uint32) {
	family, _ = syscall.SysctlUint32("hw.cpufamily")
	return "cpufamily", family, 0
}
