// SPDX-License-Identifier: MIT
#include "call.hpp"

#include "callers.hpp"

namespace og::check {

bool can_call(std::string_view convention) {
    return convention == "portable" || convention.empty() || calls_stub(convention);
}

#ifdef OLDGUARD_CALL_STUB
bool calls_stub(std::string_view convention) { return find_abi(convention) != nullptr; }

std::unique_ptr<Caller> make_caller(std::string_view convention, Callee callee) {
    if (const Abi *abi = find_abi(convention)) return make_stub_caller(*abi);
    return make_portable_caller(std::move(callee));
}
#else
bool calls_stub(std::string_view) { return false; }

std::unique_ptr<Caller> make_caller(std::string_view, Callee callee) {
    return make_portable_caller(std::move(callee));
}
#endif

}  // namespace og::check
