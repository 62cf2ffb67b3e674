// SPDX-License-Identifier: MIT
//go:build gc && !purego

package cpu

import "testing"

// Of cores of several kinds that with the highest capacity decides, whatever its number. A core that is off has none.
func TestStrongest(t *testing.T) {
	const a55, x1, n1 = 0x411fd050, 0x411fd440, 0x413fd0c1
	for _, each := range []struct {
		midr, capacity []uint64
		part           uint32
	}{
		{[]uint64{a55, a55, 0, x1}, []uint64{200, 200, 0, 1024}, 0xd44},
		{[]uint64{x1, a55}, []uint64{1024, 200}, 0xd44},
		{[]uint64{n1, n1}, []uint64{0, 0}, 0xd0c},
		{nil, nil, 0},
	} {
		_, family, part := named(strongest(func(core int, name string, base int) uint64 {
			values := each.capacity
			if base == 16 {
				values = each.midr
			}
			if core < len(values) {
				return values[core]
			}
			return 0
		}))
		if part != each.part || family != 0x41 && each.part != 0 {
			t.Errorf("%x: implementer %x, part %x", each.midr, family, part)
		}
	}
}
