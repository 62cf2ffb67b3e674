/* SPDX-License-Identifier: MIT */
/* Includes every public header of oldguard. */
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
