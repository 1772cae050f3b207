/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcc.h - the compiler's headers in the order that they require, and the differences
 * between its versions (gcc_version.h).
 */
#ifndef PLUGIN_GCC_H
#define PLUGIN_GCC_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "context.h"
#include "ssa.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-ssa.h"
#include "tree-phinodes.h"
#include "ssa-iterators.h"
#include "gimple-ssa.h"
#include "cfghooks.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "dominance.h"
#include "stringpool.h"
#include "attribs.h"
#include "output.h"
#include "varasm.h"
#include "stor-layout.h"
#include "toplev.h"
#include "opts.h"
#include "options.h"
#include "diagnostic-core.h"
#include "diagnostic.h"
#include "langhooks.h"
#include "cpplib.h"
#include "function.h"
#include "print-tree.h"
#include "tree-iterator.h"
#include "asan.h"
#include "ubsan.h"
#include "target.h"
#include "memmodel.h"

#include "plugin/gcc_version.h"

/* Whether the machine adds a carry to a byte in memory. */
#ifdef TARGET_64BIT_P
enum { HAS_CARRY_TO_MEMORY = 1 };
#else
enum { HAS_CARRY_TO_MEMORY = 0 };
#endif

#endif
