/* SPDX-License-Identifier: GPL-3.0-or-later */
/* passes.h - the passes, in the order in which they run on a unit. */
#ifndef PLUGIN_PASSES_H
#define PLUGIN_PASSES_H

opt_pass *make_pass_entry(void); /* once, when visibility is settled */
opt_pass *make_pass_sites(void); /* each function, right after `ssa`: analyses it */
opt_pass *make_pass_hooks(void); /* each function, after `ubsan`: instruments it */
opt_pass *make_pass_tables(void); /* once, when all functions have been hooked */
opt_pass *make_pass_before_profile(void); /* once, before GCC's profile */
opt_pass *make_pass_late_hooks(void); /* each function that waited for the profile */
opt_pass *make_pass_after_profile(void); /* once, after GCC's profile */
opt_pass *make_pass_counts(void); /* each function, before it becomes code */
opt_pass *make_pass_copy(void); /* each function, the same, in the copy that warns */

#endif
