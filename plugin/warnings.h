/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warnings.h - above -O0 GCC warns of what its optimisers see: that has to be the
 * program as it is written, not what we made of it. */
#ifndef PLUGIN_WARNINGS_H
#define PLUGIN_WARNINGS_H

/* Doubles the compiler where its warnings could be about our code. True in the copy,
 * which has to leave the program as it is. Call it before anything is changed. */
bool warnings_double(void);

/* In the copy: whether the function goes on to the passes that make code of it, for
 * what they may warn of. */
void warnings_shorten(const function *fun);

/* Whether what the plugin itself has to say is heard: it is not in between. */
void warnings_hear(bool heard);

/* Waits for the copy and takes its errors over; the copy ends here. */
void warnings_finish(void);

#endif
