/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * warnings.cc - the warnings are those of the program without our code.
 *
 * -Wmaybe-uninitialized, -Warray-bounds and others come from the optimisers, which see
 * other values and other paths in instrumented code: warnings would appear and
 * disappear. So the compiler makes a copy of itself, with fork(), before it changes any
 * function:
 *
 *	the copy		compiles the program without changes and prints the
 *				warnings; it writes no file
 *	the compiler itself	instruments and writes the output; it prints only errors
 *
 * The copy generates no code: it stops each function at RTL (GCC's -dx), unless a
 * warning from a later pass is enabled, and makes no debug information. What both need
 * is computed before the fork.
 *
 * At -O0 no copy is needed. With LTO there is none: the compiler prints its warnings
 * before the hooks are inserted, and records in the object that it has done so; other
 * warnings appear at link time and are about instrumented code.
 */
#include "plugin/gcc.h"
#include "plugin/plugin_options.h"
#include "plugin/front_end.h"

#include "debug.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { MAX_ERRORS = 100 }; /* as an exit status */

static bool is_copy;
static pid_t copy; /* in the compiler itself, while the copy runs */

/* Whether -fdiagnostics-format= requests one document instead of text. */
static bool writes_document(void)
{
	for (unsigned i = 0; i < save_decoded_options_count; i++)
		if (wants_document(&save_decoded_options[i]))
			return true;
	return false;
}

static void close_file(int fd, int nowhere)
{
	int mode = fcntl(fd, F_GETFL);

	if (mode != -1 && (mode & O_ACCMODE) != O_RDONLY && fd != 2 && fd != nowhere)
		dup2(nowhere, fd);
}

/* From now on all files that are open for writing are /dev/null, except stderr. */
static void close_files(void)
{
	int nowhere = open("/dev/null", O_WRONLY);
	DIR *files = opendir("/proc/self/fd");

	if (!files)
		for (int fd = 0; fd < 1024; fd++)
			close_file(fd, nowhere);
	while (struct dirent *file = files ? readdir(files) : NULL)
		close_file(atoi(file->d_name), nowhere);
	if (files)
		closedir(files);
}

/* The compiler itself finds the same error and reports it. */
static starter_fn start_text;

static void start_diagnostic(starter_context context, starter_info *diagnostic)
{
	const auto kind = kind_of(diagnostic);

	if ((kind == DK_ERROR && !option_of(diagnostic)) || kind == DK_FATAL ||
	    kind == DK_ICE || kind == DK_SORRY)
		_exit(werrorcount < MAX_ERRORS ? werrorcount : MAX_ERRORS);
	start_text(context, diagnostic);
}

/* In the compiler itself a note belongs to an error or to a suppressed warning. */
static void start_error(starter_context context, starter_info *diagnostic)
{
	inhibits_notes(global_dc) = false;
	start_text(context, diagnostic);
}

static void become_copy(void)
{
	dump_file_info *dump;

	is_copy = true;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close_files();
	for (int i = 0; (dump = g->get_dumps()->get_dump_file_info(i)); i++)
		dump->pstate = dump->alt_state = 0;
	flag_dump_final_insns = NULL;
	flag_callgraph_info = 0;
	flag_branch_probabilities = 0; /* the profile is of instrumented functions */
	forget_notes();
	debug_hooks = &do_nothing_debug_hooks;
	start_text = starter_of(global_dc);
	starter_of(global_dc) = start_diagnostic;
}

/* The tables of registers and of costs, which both need for the first function. */
static void prepare_code(void)
{
	cgraph_node *node;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
		function *fun = DECL_STRUCT_FUNCTION(node->decl);
		if (!fun)
			continue;
		push_cfun(fun);
		initialize_rtl();
		pop_cfun();
		return;
	}
}

static void fall_silent(void)
{
	start_text = starter_of(global_dc);
	starter_of(global_dc) = start_error;
	warnings_enable(false);
}

bool warnings_double(void)
{
	bool without_code = flag_generate_lto && !flag_fat_lto_objects;

	if (!optimize || without_code || inhibit_warnings || options.twin ||
	    seen_error() || writes_document())
		return false;
	prepare_code();
	copy = fork();
	if (copy == 0)
		become_copy();
	else if (copy > 0)
		fall_silent();
	return is_copy;
}

/* Whether the passes after `expand` may warn of the function. */
static bool speaks_of_code(const function *fun)
{
	return (warn_clobbered && fun->calls_setjmp) || warn_disabled_optimization ||
	       DECL_SECTION_NAME(fun->decl) ||
	       warn_frame_larger_than_size != HOST_WIDE_INT_MAX ||
	       warn_stack_usage != HOST_WIDE_INT_MAX;
}

void warnings_shorten(function *fun)
{
	if (is_copy)
		rtl_dump_and_exit = !speaks_of_code(fun);
}

void warnings_enable(bool on)
{
	if (copy <= 0)
		return;
	global_dc->INHIBIT_WARNINGS = !on;
	inhibits_notes(global_dc) = !on && !options.verbose;
}

void warnings_finish(void)
{
	int status = 0;

	if (is_copy)
		_exit(werrorcount < MAX_ERRORS ? werrorcount : MAX_ERRORS);
	if (copy > 0 && waitpid(copy, &status, 0) == copy && WIFEXITED(status) &&
	    WEXITSTATUS(status) <= MAX_ERRORS)
		werrorcount += WEXITSTATUS(status);
	copy = 0;
}
