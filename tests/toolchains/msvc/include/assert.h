/* SPDX-License-Identifier: MIT */
/* <assert.h> of a build without assertions. */
#ifndef STANDIN_ASSERT_H
#define STANDIN_ASSERT_H
#define assert(condition) ((void)0)
#endif
