/* SPDX-License-Identifier: MIT */
/* The type oldguard.des.Cipher: a message that is encrypted or decrypted in pieces. */
#include "des_cipher.h"

static const char *const cipher_names[] = {"des", "des-ede", "des-ede3", "desx"};

static module_state *state_of_cipher(cipher_object *self) {
    return PyType_GetModuleState(Py_TYPE((PyObject *)self));
}

/* Returns None, or NULL after raising the exception of a status. */
static PyObject *none_or_error(cipher_object *self, int status) {
    return status ? raise_status(state_of_cipher(self), status) : Py_NewRef(Py_None);
}

/* Encrypts or decrypts a piece under the lock of the object. Returns 0, or -1 with an exception. */
static int update_locked(cipher_object *self, uint8_t *out, const view *in) {
    if (take_lock(&self->lock)) return -1;
    int status = OG_OK;
    int refused = check_blocks(self->ctx.mode, in->len);
    if (!refused) WITHOUT_GIL(in->len * DES_COST, status = og_des_update(&self->ctx, out, in->data, in->len));
    give_lock(&self->lock);
    if (status) raise_status(state_of_cipher(self), status);
    return refused || status ? -1 : 0;
}

static PyObject *update(PyObject *self, PyObject *data) {
    view in;
    if (get_view(data, &in)) return NULL;
    PyObject *out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)in.len);
    if (out && update_locked((cipher_object *)self, (uint8_t *)PyBytes_AsString(out), &in)) Py_CLEAR(out);
    release_view(&in);
    return out;
}

/* Raises ValueError and returns -1 unless out has room for the input, and is equal to it or apart from it. */
static int check_output(const Py_buffer *out, const view *in) {
    uintptr_t from = (uintptr_t)in->data, to = (uintptr_t)out->buf;
    if ((size_t)out->len < in->len)
        PyErr_Format(PyExc_ValueError, "the output has %zd bytes, the input %zu", out->len, in->len);
    else if (from != to && from < to + in->len && to < from + in->len)
        PyErr_SetString(PyExc_ValueError, "the output overlaps the input in part");
    else
        return 0;
    return -1;
}

static PyObject *update_into(PyObject *self, PyObject *args) {
    PyObject *data, *target;
    view in;
    Py_buffer out;
    if (!PyArg_ParseTuple(args, "OO:update_into", &data, &target) || get_view(data, &in)) return NULL;
    PyObject *written = NULL;
    if (!PyObject_GetBuffer(target, &out, PyBUF_WRITABLE)) {
        if (!check_output(&out, &in) && !update_locked((cipher_object *)self, out.buf, &in))
            written = PyLong_FromSize_t(in.len);
        PyBuffer_Release(&out);
    }
    release_view(&in);
    return written;
}

static PyObject *update_bits(PyObject *object, PyObject *args) {
    cipher_object *self = (cipher_object *)object;
    PyObject *data;
    Py_ssize_t bits;
    view in;
    if (!PyArg_ParseTuple(args, "On:update_bits", &data, &bits) || get_view(data, &in)) return NULL;
    PyObject *out = NULL;
    size_t size = (size_t)bits / 8 + (bits % 8 != 0);
    if (self->ctx.mode != OG_CFB1)
        PyErr_SetString(PyExc_ValueError, "only cfb1 takes a number of bits");
    else if (bits < 0 || in.len != size)
        PyErr_Format(PyExc_ValueError, "%zd bits do not fill %zu bytes", bits, in.len);
    else
        out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    int status = OG_OK;
    if (out) {
        uint8_t *to = (uint8_t *)PyBytes_AsString(out);
        if (size) to[size - 1] = 0;
        int missed = take_lock(&self->lock);
        if (!missed) {
            WITHOUT_GIL((size_t)bits * DES_COST,
                        status = og_des_update_bits(&self->ctx, to, in.data, (size_t)bits));
            give_lock(&self->lock);
        }
        if (status) raise_status(state_of_cipher(self), status);
        if (status || missed) Py_CLEAR(out);
    }
    release_view(&in);
    return out;
}

static PyObject *restart(PyObject *object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"iv", "decrypt", NULL};
    cipher_object *self = (cipher_object *)object;
    Py_buffer iv = {0};
    PyObject *decrypt = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|z*$O:restart", names, &iv, &decrypt)) return NULL;
    int decrypts = decrypt == Py_None ? 0 : PyObject_IsTrue(decrypt);
    PyObject *result = NULL;
    if (decrypts >= 0 && !check_iv(self->ctx.mode, iv.buf, (size_t)iv.len) && !take_lock(&self->lock)) {
        int encrypt = decrypt == Py_None ? self->ctx.encrypt : !decrypts;
        result =
            none_or_error(self, og_des_restart(&self->ctx, encrypt, iv.buf, iv.buf ? (size_t)iv.len : 0));
        give_lock(&self->lock);
    }
    PyBuffer_Release(&iv);
    return result;
}

static PyObject *copy(PyObject *object, PyObject *nothing) {
    (void)nothing;
    cipher_object *self = (cipher_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    cipher_object *twin = (cipher_object *)alloc(type, 0);
    if (twin && take_lock(&self->lock)) Py_CLEAR(twin);
    if (twin) {
        twin->ctx = self->ctx;
        give_lock(&self->lock);
    }
    return (PyObject *)twin;
}

static PyObject *get_position(PyObject *object, void *nothing) {
    (void)nothing;
    cipher_object *self = (cipher_object *)object;
    uint8_t iv[OG_DES_BLOCK_SIZE];
    unsigned used;
    if (take_lock(&self->lock)) return NULL;
    int status = og_des_get_position(&self->ctx, iv, &used);
    give_lock(&self->lock);
    if (status == OG_ERR_ARGUMENT) return PyErr_Format(PyExc_ValueError, "ecb has no position");
    if (status) return raise_status(state_of_cipher(self), status);
    return Py_BuildValue("y#I", (char *)iv, (Py_ssize_t)sizeof iv, used);
}

static int set_position(PyObject *object, PyObject *value, void *nothing) {
    (void)nothing;
    cipher_object *self = (cipher_object *)object;
    const char *iv;
    Py_ssize_t size;
    int used;
    if (!value || !PyTuple_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "the position is a tuple: 8 bytes, and an int from 0 to 7");
        return -1;
    }
    if (!PyArg_ParseTuple(value, "y#i:position", &iv, &size, &used)) return -1;
    if (size != OG_DES_BLOCK_SIZE) {
        PyErr_Format(PyExc_ValueError, "the IV of a position must have 8 bytes, not %zd", size);
        return -1;
    }
    if (take_lock(&self->lock)) return -1;
    int status = og_des_set_position(&self->ctx, (const uint8_t *)iv, (unsigned)used);
    give_lock(&self->lock);
    if (status == OG_ERR_ARGUMENT)
        PyErr_Format(PyExc_ValueError, "%s has no position (iv, %d)", des_mode_names[self->ctx.mode], used);
    else if (status)
        raise_status(state_of_cipher(self), status);
    return status ? -1 : 0;
}

static PyObject *get_name(PyObject *self, void *nothing) {
    (void)nothing;
    return PyUnicode_FromString(cipher_names[((cipher_object *)self)->ctx.cipher]);
}

static PyObject *get_mode(PyObject *self, void *nothing) {
    (void)nothing;
    return PyUnicode_FromString(des_mode_names[((cipher_object *)self)->ctx.mode]);
}

static PyObject *get_decrypts(PyObject *self, void *nothing) {
    (void)nothing;
    return PyBool_FromLong(!((cipher_object *)self)->ctx.encrypt);
}

static PyObject *get_block_size(PyObject *self, void *nothing) {
    (void)self, (void)nothing;
    return PyLong_FromLong(OG_DES_BLOCK_SIZE);
}

/* Wipes the keys. */
static void dealloc(PyObject *object) {
    cipher_object *self = (cipher_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    og_des_wipe(&self->ctx);
    free_lock(&self->lock);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"update", update, METH_O,
     "update($self, data, /)\n--\n\n"
     "Encrypts or decrypts the next piece of the message and returns it.\n\n"
     "The result does not depend on how a message is split. ValueError if ecb or cbc get a partial\n"
     "block. The message is then unchanged."},
    {"update_into", update_into, METH_VARARGS,
     "update_into($self, data, out, /)\n--\n\n"
     "Does the same as update, but writes len(data) bytes to out and returns their number.\n\n"
     "out is a writable buffer, and may be data itself. ValueError if it is shorter than data, or\n"
     "overlaps it in part."},
    {"update_bits", update_bits, METH_VARARGS,
     "update_bits($self, data, bits, /)\n--\n\n"
     "Encrypts or decrypts the next bits of a message in cfb1.\n\n"
     "data has (bits + 7) // 8 bytes. The most significant bit of a byte is the first. The unused\n"
     "bits of the result are 0."},
    {"restart", (PyCFunction)(void (*)(void))restart, METH_VARARGS | METH_KEYWORDS,
     "restart($self, iv=None, *, decrypt=None)\n--\n\n"
     "Starts another message under the same keys without a new key schedule.\n\n"
     "decrypt=None keeps the direction. ValueError for an IV that the mode does not take."},
    {"copy", copy, METH_NOARGS,
     "copy($self, /)\n--\n\n"
     "Returns a copy. Both continue the message independently."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"name", get_name, NULL, "The cipher: \"des\", \"des-ede\", \"des-ede3\" or \"desx\".", NULL},
    {"mode", get_mode, NULL, "The mode of operation.", NULL},
    {"decrypts", get_decrypts, NULL, "True if the object decrypts.", NULL},
    {"block_size", get_block_size, NULL, "The size of a block in bytes: 8.", NULL},
    {"position", get_position, set_position,
     "The position in the message: 8 bytes, and the number of bytes used of the current block, 0 to 7.\n\n"
     "The bytes are the chaining block, the shift register or the counter. They may contain unused key\n"
     "stream, which is secret. Setting (iv, 0) sets the IV. ValueError for ecb.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_doc, "A message that is encrypted or decrypted in pieces. oldguard.des.new returns it.\n\n"
                "The keys are wiped when the object is freed. Threads may share it: a call takes its lock."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "oldguard.des.Cipher",
    .basicsize = sizeof(cipher_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int add_cipher_type(PyObject *module, module_state *state) {
    state->cipher_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    if (!state->cipher_type) return -1;
    return PyModule_AddObjectRef(module, "Cipher", (PyObject *)state->cipher_type);
}
