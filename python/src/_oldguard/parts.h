/* SPDX-License-Identifier: MIT */
/* The tables of methods of the module's files, each ended by a NULL name. module.c adds them. */
#ifndef OLDGUARD_PYTHON_PARTS_H
#define OLDGUARD_PYTHON_PARTS_H

#include "module.h"

extern PyMethodDef new_methods[];
extern PyMethodDef one_shot_methods[];
extern PyMethodDef many_methods[];

#endif
