/* SPDX-License-Identifier: MIT */
/* The tables of methods of the module's files, each ended by a NULL name. module.c adds them. */
#ifndef OLDGUARD_PYTHON_PARTS_H
#define OLDGUARD_PYTHON_PARTS_H

#include "state.h"

extern PyMethodDef new_methods[];
extern PyMethodDef one_shot_methods[];
extern PyMethodDef many_methods[];
extern PyMethodDef des_key_methods[];
extern PyMethodDef des_mac_methods[];
extern PyMethodDef des_many_methods[];
extern PyMethodDef des_one_methods[];
extern PyMethodDef files_methods[];
extern PyMethodDef kdf_methods[];
extern PyMethodDef torrent_methods[];

#endif
