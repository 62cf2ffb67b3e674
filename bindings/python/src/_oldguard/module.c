/* SPDX-License-Identifier: MIT */
/* The module oldguard._oldguard: its state, its exceptions and the functions of the other files. */
#include "collision.h"
#include "des_cipher.h"
#include "des_key.h"
#include "hash.h"
#include "parts.h"

#include <string.h>

/* To add a file: its table of methods in parts.h, the table here, its name in CMakeLists.txt. */
static PyMethodDef *const parts[] = {new_methods,     one_shot_methods, many_methods,    des_key_methods,
                                     des_mac_methods, des_many_methods, des_one_methods, files_methods,
                                     kdf_methods,     torrent_methods};

static int add_exception(PyObject *module, const char *name, const char *doc, PyObject **place) {
    *place = PyErr_NewExceptionWithDoc(name, doc, PyExc_RuntimeError, NULL);
    return *place ? PyModule_AddObjectRef(module, strrchr(name, '.') + 1, *place) : -1;
}

/* Returns 1 if a kernel of SHA-1 is assembly for every processor of the architecture, or uses instructions
 * beyond the baseline that this processor has. The second question reads the OLDGUARD_* variables. */
static int has_fast_sha1(void) {
    const og_kernel *kernel;
    for (size_t i = 0; (kernel = og_kernel_at(i)); i++)
        if (strcmp(kernel->op, "sha1.blocks") == 0 && kernel->fn && kernel->bits && !*kernel->isa) return 1;
    for (size_t i = 0; (kernel = og_kernel_at(i)); i++)
        if (strcmp(kernel->op, "sha1.blocks") == 0 && *kernel->isa && og_kernel_usable(kernel, NULL, 0))
            return 1;
    return 0;
}

/* Fills a new module. Calls nothing of the library that needs a kernel, so a wrong OLDGUARD_* variable does
 * not break the import. */
static int execute(PyObject *module) {
    module_state *state = state_of(module);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (PyModule_AddFunctions(module, parts[i])) return -1;
    if (add_exception(
            module, "oldguard.ConfigError",
            "An OLDGUARD_* environment variable is wrong. The text names the variable and the word.",
            &state->config_error))
        return -1;
    if (add_exception(module, "oldguard.NoKernelError",
                      "The processor, OLDGUARD_POLICY and OLDGUARD_CPU leave no kernel for the operation.",
                      &state->no_kernel_error))
        return -1;
    if (add_hash_type(module, state) || add_collision_type(module, state)) return -1;
    if (PyModule_AddObjectRef(module, "has_fast_sha1", has_fast_sha1() ? Py_True : Py_False)) return -1;
    if (add_cipher_type(module, state) || add_key_errors(module, state)) return -1;
    return PyModule_AddStringConstant(module, "version", og_version());
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
    module_state *state = state_of(module);
    Py_VISIT(state->config_error);
    Py_VISIT(state->no_kernel_error);
    Py_VISIT(state->hash_type);
    Py_VISIT(state->collision_type);
    Py_VISIT(state->cipher_type);
    Py_VISIT(state->parity_error);
    Py_VISIT(state->weak_key_error);
    Py_VISIT(state->collapsed_key_error);
    return 0;
}

static int clear(PyObject *module) {
    module_state *state = state_of(module);
    Py_CLEAR(state->config_error);
    Py_CLEAR(state->no_kernel_error);
    Py_CLEAR(state->hash_type);
    Py_CLEAR(state->collision_type);
    Py_CLEAR(state->cipher_type);
    Py_CLEAR(state->parity_error);
    Py_CLEAR(state->weak_key_error);
    Py_CLEAR(state->collapsed_key_error);
    return 0;
}

static void dealloc(void *module) { clear(module); }

/* The slots of 3.12 and 3.13: the module may be loaded by sub-interpreters with their own GIL, and needs no
 * GIL. The limited API of 3.11 does not name them, but the numbers are part of the stable ABI. An older
 * Python refuses a slot that it does not know, so the version of the running Python decides. */
#define SLOT_EXEC {Py_mod_exec, (void *)(uintptr_t)execute}
#define SLOT_INTERPRETERS {3, (void *)2} /* Py_mod_multiple_interpreters, PER_INTERPRETER_GIL_SUPPORTED */
#define SLOT_GIL {4, (void *)1}          /* Py_mod_gil, NOT_USED */
static PyModuleDef_Slot slots_311[] = {SLOT_EXEC, {0, NULL}};
static PyModuleDef_Slot slots_312[] = {SLOT_EXEC, SLOT_INTERPRETERS, {0, NULL}};
static PyModuleDef_Slot slots_313[] = {SLOT_EXEC, SLOT_INTERPRETERS, SLOT_GIL, {0, NULL}};

#define DEFINITION(slots)             \
    {.m_base = PyModuleDef_HEAD_INIT, \
     .m_name = "_oldguard",           \
     .m_size = sizeof(module_state),  \
     .m_slots = slots,                \
     .m_traverse = traverse,          \
     .m_clear = clear,                \
     .m_free = dealloc}
static PyModuleDef definition_311 = DEFINITION(slots_311);
static PyModuleDef definition_312 = DEFINITION(slots_312);
static PyModuleDef definition_313 = DEFINITION(slots_313);

PyMODINIT_FUNC PyInit__oldguard(void);
PyMODINIT_FUNC PyInit__oldguard(void) {
    return PyModuleDef_Init(Py_Version >= 0x030D0000   ? &definition_313
                            : Py_Version >= 0x030C0000 ? &definition_312
                                                       : &definition_311);
}
