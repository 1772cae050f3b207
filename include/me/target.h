/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * target.h - macros for the code under test. They are empty where the plugin is not, so
 * that the code goes on compiling without it. The plugin defines __ME__ (and, in the
 * twin that gcov measures, __ME_TWIN__ alone).
 *
 * ME_REACH()		a goal that is met by an input that comes here
 * ME_ASSERT(expr)	a goal that is met by an input that comes here with expr false:
 *			the assertion fails for it, or is proven to hold
 * ME_LABEL(id, expr)	a goal that is met by an input that comes here with expr true;
 *			id is a number or a word, and occurs once in a function
 *
 * ME_ASSUME(expr)	an input that comes here with expr false is rejected: its run ends
 *			here, counts for nothing and is no failure; searches come to
 *			expr by its distance, proofs assume it and say so, and its
 *			conditions are no goals. It may call any function
 *
 * None of the first three changes what the program does: a failed ME_ASSERT is reported and does
 * not stop the run. Their expression is evaluated only while its goal is open. It may
 * read variables and call functions that the compiler knows (fabs, isnan, sqrt, ...),
 * and has the value of a condition. One with a side effect, or that calls another
 * function, is an error of compilation.
 *
 * Fortran calls subroutines: `call me_reach()`, `call me_assert(condition)`,
 * `call me_label(id, condition)` with a constant id; their arguments are evaluated in
 * every build, and me/target.f90 has empty bodies for builds without ME. An assumption is
 * `if (.not. condition) call me_reject()`.
 */
#ifndef ME_TARGET_H
#define ME_TARGET_H

#if defined __ME__ || defined __ME_TWIN__
#ifdef __cplusplus
extern "C"
#endif
    /* Of libme: does not return. */
    void
    __me_reject(void) __attribute__((__nothrow__, __weak__));
#define ME_ASSUME(expr) ((expr) ? (void)0 : __me_reject())

/* What entry= says of the parameters behind the function's name: ME_NOTES("x:8,n:len(x)"). An
 * item of entry= itself goes first. */
#define ME_NOTES(text) __attribute__((me_notes(text)))

/* A function that makes the arguments of another one: its branches are no goals. */
#define ME_DRIVER __attribute__((me_driver))
/* The same, of the function with that name: goals are its branches and those of what it
 * calls, but not of what makes its arguments. */
#define ME_DRIVER_OF(name) __attribute__((me_driver(name)))
/* And the branches of what it calls before, as the other functions of an object, are sought, since they
 * lead to others, and do not count. */
#define ME_DRIVER_CALLS(name) __attribute__((me_driver(name, 1)))

#else
#define ME_ASSUME(expr) ((void)sizeof(!(expr)))
#define ME_NOTES(text)
#define ME_DRIVER
#define ME_DRIVER_OF(name)
#define ME_DRIVER_CALLS(name)
#endif

#ifdef __ME__

/* What is only here for the plugin is nothing to be warned of: ME_REACH() in front of
 * the first label of a switch. */
#pragma GCC system_header

/* Leaves a function without hooks and counters: ME_IGNORE static int f(void) ... */
#define ME_IGNORE __attribute__((me_ignore))

#ifdef __cplusplus
extern "C" {
#endif
/* The plugin replaces the calls of these; nobody defines them. */
void __me_goal_begin(void) __attribute__((__nothrow__, __leaf__));
void __me_goal_end(const char *kind, const char *name, const char *never, int truth)
    __attribute__((__nothrow__, __leaf__));
#ifdef __cplusplus
}
#endif

#define ME_REACH()                                                                     \
	(__me_goal_begin(), __me_goal_end("reach", "", "is never reached", 1))
#define ME_ASSERT(expr)                                                                \
	(__me_goal_begin(), __me_goal_end("assert", "", "never fails", !(expr)))
#define ME_LABEL(id, expr)                                                             \
	(__me_goal_begin(),                                                            \
	 __me_goal_end("label", #id, "never meets label " #id, !!(expr)))

#elif defined __ME_TWIN__

/* The gcov twin keeps the places: `if (x > 1) ME_REACH();` stays a condition. */
#define ME_IGNORE
#define ME_REACH() ((void)*(const volatile char *)"")
#define ME_ASSERT(expr) ME_REACH()
#define ME_LABEL(id, expr) ME_REACH()

#else

#define ME_IGNORE
#define ME_REACH() ((void)0)
#define ME_ASSERT(expr) ((void)sizeof(!(expr)))
#define ME_LABEL(id, expr) ((void)sizeof(!(expr)))

#endif
#endif
