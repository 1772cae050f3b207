/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headers of GCC 10 include one of this name, and Debian's package has none.
 * Nothing of it is used here; found last, where there is no other. */
enum feature_priority { P_NONE };
