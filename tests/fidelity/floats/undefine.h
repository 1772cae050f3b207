/* SPDX-License-Identifier: GPL-3.0-or-later */
/* undefine.h - what groups.h was told. */
#undef T
#undef T_BYTES
#undef NAME
#undef R
#undef L
