/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coverme.h - the paper's search: what --method=coverme runs. */
#ifndef HARNESS_COVERME_H
#define HARNESS_COVERME_H

#include "harness/search/slice.h"

/* One slice of the paper's Algorithm 1. */
enum slice_outcome coverme_slice(struct search *s);

#endif
