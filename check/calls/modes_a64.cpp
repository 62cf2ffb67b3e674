// SPDX-License-Identifier: MIT
#include "modes.hpp"

#include <cstddef>

namespace og::check {

namespace {

#define OG_AT(field, offset) static_assert(offsetof(og_stub_frame, field) == (offset))
OG_AT(fn, OG_FRAME_FN);
OG_AT(sp, OG_FRAME_SP);
OG_AT(host_sp, OG_FRAME_HOST_SP);
OG_AT(nzcv_in, OG_FRAME_NZCV_IN);
OG_AT(fpcr_in, OG_FRAME_FPCR_IN);
OG_AT(fpcr_out, OG_FRAME_FPCR_OUT);
OG_AT(fpcr_host, OG_FRAME_FPCR_HOST);
OG_AT(gpr_in, OG_FRAME_GPR_IN);
OG_AT(gpr_out, OG_FRAME_GPR_OUT);
OG_AT(vec_in, OG_FRAME_VEC_IN);
OG_AT(vec_out, OG_FRAME_VEC_OUT);
#undef OG_AT

}  // namespace

void detect_modes(og_stub_frame &frame) { frame.fpcr_in = 0; }

void set_modes(og_stub_frame &frame, Rng &rng, Uppers) { frame.nzcv_in = rng.next() & 0xf0000000; }

void verify_modes(const og_stub_frame &frame, Uppers, CallReport &report) {
    if (frame.fpcr_in != frame.fpcr_out)
        report.problems.push_back(
            {"fpcr", format("was %#llx and is %#llx", static_cast<unsigned long long>(frame.fpcr_in),
                            static_cast<unsigned long long>(frame.fpcr_out))});
}

}  // namespace og::check
