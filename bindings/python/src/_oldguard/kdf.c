/* SPDX-License-Identifier: MIT */
/* HMAC, PBKDF2 and the key derivation of PKCS #12. oldguard/kdf.py has the functions for the user. */
#include "state.h"
#include "parts.h"

/* The cost of one iteration of one output block, in bytes of a hash. */
#define ITERATION_COST 128

/* Returns the cost of a derivation in bytes of a hash, or SIZE_MAX if it is larger. */
static size_t cost(size_t n, uint64_t iterations, size_t size) {
    double bytes = (double)n * (double)iterations * (double)(size / 20 + 1) * ITERATION_COST;
    return bytes < 1e9 ? (size_t)bytes : SIZE_MAX;
}

/* Raises ValueError and returns -1 unless iterations and the output size are positive. */
static int check_numbers(long long iterations, Py_ssize_t size) {
    if (iterations >= 1 && size >= 1) return 0;
    PyErr_Format(PyExc_ValueError, "%s must be at least 1", iterations < 1 ? "iterations" : "the size");
    return -1;
}

/* hmac(hash, key, data): returns the MAC. */
static PyObject *hmac(PyObject *module, PyObject *args) {
    Py_buffer key, data;
    int hash;
    if (!PyArg_ParseTuple(args, "iy*y*:hmac", &hash, &key, &data)) return NULL;
    uint8_t mac[OG_WHIRLPOOL_DIGEST_SIZE];
    int status;
    WITHOUT_GIL(key.len + data.len,
                status = og_hmac((og_hash)hash, key.buf, (size_t)key.len, data.buf, (size_t)data.len, mac));
    PyBuffer_Release(&key);
    PyBuffer_Release(&data);
    if (status) return raise_status(state_of(module), status);
    return PyBytes_FromStringAndSize((char *)mac, (Py_ssize_t)og_hash_size((og_hash)hash));
}

/* What to derive from one password. */
typedef struct derivation {
    Py_buffer password, salt;
    int hash, purpose; /* purpose: of PKCS #12 */
    long long iterations;
    Py_ssize_t size;
} derivation;

/* Derives d->size bytes. Returns an og_status. */
typedef int derive_function(const derivation *d, uint8_t *out);

static int by_pbkdf2(const derivation *d, uint8_t *out) {
    return og_pbkdf2((og_hash)d->hash, d->password.buf, (size_t)d->password.len, d->salt.buf,
                     (size_t)d->salt.len, (uint64_t)d->iterations, out, (size_t)d->size);
}

static int by_pkcs12(const derivation *d, uint8_t *out) {
    return og_pkcs12_kdf((og_hash)d->hash, d->purpose, d->password.buf, (size_t)d->password.len, d->salt.buf,
                         (size_t)d->salt.len, (uint64_t)d->iterations, out, (size_t)d->size);
}

/* Returns the derived bytes, and releases the password and the salt. */
static PyObject *derive(PyObject *module, derivation *d, derive_function *by) {
    PyObject *out = check_numbers(d->iterations, d->size) ? NULL : PyBytes_FromStringAndSize(NULL, d->size);
    if (out) {
        uint8_t *to = (uint8_t *)PyBytes_AsString(out);
        int status;
        WITHOUT_GIL(cost(1, (uint64_t)d->iterations, (size_t)d->size), status = by(d, to));
        if (status) {
            Py_CLEAR(out);
            raise_status(state_of(module), status);
        }
    }
    PyBuffer_Release(&d->password);
    PyBuffer_Release(&d->salt);
    return out;
}

/* pbkdf2(hash, password, salt, iterations, size): returns the derived bytes. */
static PyObject *pbkdf2(PyObject *module, PyObject *args) {
    derivation d;
    if (!PyArg_ParseTuple(args, "iy*y*Ln:pbkdf2", &d.hash, &d.password, &d.salt, &d.iterations, &d.size))
        return NULL;
    return derive(module, &d, by_pbkdf2);
}

/* pkcs12(hash, purpose, password, salt, iterations, size): returns the derived bytes. */
static PyObject *pkcs12(PyObject *module, PyObject *args) {
    derivation d;
    if (!PyArg_ParseTuple(args, "iiy*y*Ln:pkcs12", &d.hash, &d.purpose, &d.password, &d.salt, &d.iterations,
                          &d.size))
        return NULL;
    return derive(module, &d, by_pkcs12);
}

/* n derivations, whose passwords and salts stay exported. */
typedef struct derivations {
    Py_ssize_t n;
    og_pbkdf2_derivation *list;
    view *views; /* a password and a salt for each */
} derivations;

static void free_derivations(derivations *d) {
    for (Py_ssize_t i = 0; i < 2 * d->n; i++) release_view(&d->views[i]);
    PyMem_Free(d->views);
    PyMem_Free(d->list);
}

/* Reads tuples of passwords and salts of one length. Returns 0, or -1 with an exception. */
static int read_derivations(PyObject *passwords, PyObject *salts, uint64_t iterations, size_t size,
                            derivations *d) {
    size_t n = (size_t)PyTuple_Size(passwords);
    *d = (derivations){.list = PyMem_Calloc(n, sizeof *d->list),
                       .views = PyMem_Calloc(n, 2 * sizeof *d->views)};
    if (!d->list || !d->views) {
        PyErr_NoMemory();
        free_derivations(d);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        view *password = &d->views[2 * i], *salt = password + 1;
        const char *wrong = NULL;
        if (get_view(PyTuple_GetItem(passwords, (Py_ssize_t)i), password))
            wrong = "passwords";
        else if (get_view(PyTuple_GetItem(salts, (Py_ssize_t)i), salt)) {
            release_view(password);
            wrong = "salts";
        }
        if (wrong) {
            raise_at_index(wrong, (Py_ssize_t)i);
            free_derivations(d);
            return -1;
        }
        d->list[i] = (og_pbkdf2_derivation){.password = password->data,
                                            .password_size = password->len,
                                            .salt = salt->data,
                                            .salt_size = salt->len,
                                            .iterations = iterations,
                                            .out_size = size};
        d->n++;
    }
    return 0;
}

/* pbkdf2_many(hash, passwords, salts, iterations, size): returns the derived bytes of each password. Both are
 * tuples. */
static PyObject *pbkdf2_many(PyObject *module, PyObject *args) {
    PyObject *passwords, *salts;
    int hash;
    long long iterations;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "iO!O!Ln:pbkdf2_many", &hash, &PyTuple_Type, &passwords, &PyTuple_Type,
                          &salts, &iterations, &size))
        return NULL;
    Py_ssize_t n = PyTuple_Size(passwords);
    if (PyTuple_Size(salts) != n)
        return PyErr_Format(PyExc_ValueError, "there are %zd passwords and %zd salts", n,
                            PyTuple_Size(salts));
    derivations d;
    if (check_numbers(iterations, size) ||
        read_derivations(passwords, salts, (uint64_t)iterations, (size_t)size, &d))
        return NULL;
    PyObject *outputs = PyList_New(n);
    for (Py_ssize_t i = 0; outputs && i < n; i++) {
        PyObject *out = PyBytes_FromStringAndSize(NULL, size);
        if (out) {
            d.list[i].out = (uint8_t *)PyBytes_AsString(out);
            PyList_SetItem(outputs, i, out);
        } else {
            Py_CLEAR(outputs);
        }
    }
    if (outputs) {
        int status;
        size_t bad;
        WITHOUT_GIL(cost((size_t)n, (uint64_t)iterations, (size_t)size),
                    status = og_pbkdf2_many((og_hash)hash, d.list, (size_t)n, &bad));
        if (status) {
            Py_CLEAR(outputs);
            raise_status(state_of(module), status);
            if (bad < (size_t)n) raise_at_index("passwords", (Py_ssize_t)bad);
        }
    }
    free_derivations(&d);
    return outputs;
}

PyMethodDef kdf_methods[] = {
    {"hmac", hmac, METH_VARARGS, NULL},
    {"pbkdf2", pbkdf2, METH_VARARGS, NULL},
    {"pkcs12", pkcs12, METH_VARARGS, NULL},
    {"pbkdf2_many", pbkdf2_many, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
