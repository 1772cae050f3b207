/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/signal_name.h"

#include <signal.h>

#define NAME(name) [SIG##name] = #name

static const char *const names[] = {
    NAME(HUP),	  NAME(INT),  NAME(QUIT),  NAME(ILL),  NAME(TRAP), NAME(ABRT),
    NAME(BUS),	  NAME(FPE),  NAME(KILL),  NAME(USR1), NAME(SEGV), NAME(USR2),
    NAME(PIPE),	  NAME(ALRM), NAME(TERM),  NAME(CHLD), NAME(CONT), NAME(STOP),
    NAME(TSTP),	  NAME(TTIN), NAME(TTOU),  NAME(URG),  NAME(XCPU), NAME(XFSZ),
    NAME(VTALRM), NAME(PROF), NAME(WINCH), NAME(IO),   NAME(PWR),  NAME(SYS),
    NAME(STKFLT)};

const char *signal_name(int number)
{
	const int count = sizeof names / sizeof *names;

	return number > 0 && number < count && names[number] ? names[number] : "?";
}
