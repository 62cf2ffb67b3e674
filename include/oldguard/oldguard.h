/* SPDX-License-Identifier: MIT */
/* Includes every public header of oldguard.
 *
 * The order of arguments is the same in all: the context; the algorithm, mode and direction; keys and IVs
 * with their sizes; then the data. Output of the size of the input stands before the input, as in
 * og_des_update. A digest, a MAC, a derived key or a verdict stands last. */
#ifndef OLDGUARD_OLDGUARD_H
#define OLDGUARD_OLDGUARD_H

#include "crypt.h"
#include "des.h"
#include "des_mac.h"
#include "des_many.h"
#include "des_wrap.h"
#include "kdf.h"
#include "kernels.h"
#include "message.h"
#include "sha1.h"
#include "sha1dc.h"
#include "state.h"
#include "status.h"
#include "whirlpool.h"

#endif
