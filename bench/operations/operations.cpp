// SPDX-License-Identifier: MIT
#include "operation.hpp"

#include <check/operation.hpp>

#include <stdexcept>

namespace og::bench {

const std::vector<Operation> &operations() {
    static const std::vector<Operation> all = [] {
        std::vector<Operation> ops;
        for (auto part : {sha1_operations, sha1_many_operations, sha1dc_operations, whirlpool_operations,
                          whirlpool_many_operations, des_mode_operations, des_many_operations,
                          des_block_operations, crypt_operations, pbkdf2_operations})
            for (Operation &op : part()) ops.push_back(std::move(op));
        return ops;
    }();
    return all;
}

const Operation *operation_named(const std::string &name) {
    for (const Operation &op : operations())
        if (op.name == name) return &op;
    return nullptr;
}

const og_kernel &reference_kernel(const std::string &op, const char *stem) {
    const og_kernel *kernel = og_kernel_find(op.c_str(), stem);
    if (!kernel || !kernel->fn)
        throw std::runtime_error("this build has no " + std::string(stem) + " to compare " + op + " with");
    return *kernel;
}

void require_type(const og_kernel &kernel, const std::type_info &type) {
    const check::Operation *op = check::find_operation(kernel.op, kernel.lanes);
    if (!op || *op->type != type)
        throw std::logic_error("bench/operations calls " + std::string(kernel.op) +
                               " through a type that asm/asmgen/operations.py does not give it");
}

}  // namespace og::bench
