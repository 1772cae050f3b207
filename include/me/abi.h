/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * abi.h - what the plugin writes into an object and the harness reads from it.
 *
 * Every instrumented unit leaves one `struct me_unit` in the section me_units; all else hangs from it.
 * The records are plain data: the plugin never knows what a representing function is, the harness
 * never knows GIMPLE.
 *
 * A unit of an executable refers to the symbol ME_ABI_NAME, which libme defines: objects of another
 * version of this file do not link, nor does a program without libme. All other references to libme
 * are weak. Change these three with every change of a record, of a hook or of a code's meaning.
 */
#ifndef ME_ABI_H
#define ME_ABI_H

#include <stdint.h>

#define ME_ABI 24
#define ME_ABI_NAME __me_abi_24
#define ME_ABI_ENTRY __me_abi_24_entry

/* Types of operands and of fields. The order is part of the ABI. */
enum me_type {
	ME_VOID,
	ME_BOOL, /* one byte; only the low bit is looked at */
	ME_I8,
	ME_I16,
	ME_I32,
	ME_I64,
	ME_U8,
	ME_U16,
	ME_U32,
	ME_U64,
	ME_F32,
	ME_F64,
	ME_F80, /* x87 extended, 10 significant bytes */
	ME_PTR, /* compared as an unsigned 64-bit integer; never a field */
	ME_I128,
	ME_U128,
	ME_F128, /* IEEE binary128 */
	ME_D32, /* IEEE decimal numbers in the binary encoding (BID); never fields */
	ME_D64,
	ME_D128,
	ME_TYPE_COUNT
};

/*
 * Operators: the 14 comparison codes of GIMPLE, then what is compared in other
 * ways. UNxx is "unordered or xx", LTGT is "less or greater": with integers only
 * the first six occur.
 */
enum me_op {
	ME_LT,
	ME_LE,
	ME_EQ,
	ME_NE,
	ME_GE,
	ME_GT,
	ME_UNORDERED,
	ME_ORDERED,
	ME_UNLT,
	ME_UNLE,
	ME_UNGT,
	ME_UNGE,
	ME_UNEQ,
	ME_LTGT,
	ME_OP_COMPARISONS, /* how many of the codes above there are */
	ME_SIGNBIT = ME_OP_COMPARISONS, /* the sign bit of the first operand is set */
	ME_WORDS, /* (a | b) == 0: the high and the low word of one number are both 0 */
	ME_SWITCH, /* the first operand selects one of site->cases */
	/* What a called function does with two texts: DATA, true when its result is not
	 * 0. COMPARE: the bytes, then the length; FIND: the second text inside the
	 * first. */
	ME_COMPARE_BYTES,
	ME_COMPARE_NOCASE, /* letters of ASCII are as their lower case */
	ME_COMPARE_PADDED, /* blanks follow the shorter text */
	ME_FIND_BYTES,
	ME_FIND_NOCASE,
	ME_FIND_CHAR, /* b_size is the character, b is null */
	ME_PARSE_NUMBER, /* a called function reads a number from a text */
	ME_PARSE_FORMAT, /* one reads what a format of scanf says */
	ME_OP_COUNT
};

enum me_site_kind {
	ME_SITE_COND, /* a conditional jump; sides: true, false */
	ME_SITE_SWITCH, /* sides: the distinct destinations */
	ME_SITE_DATA, /* a comparison kept in a variable; it has no sides */
	ME_SITE_PARSE, /* a call that reads numbers from a text; no sides, no truth */
	ME_SITE_PREDICATE, /* a predicate at a place; one side: it is true */
	ME_SITE_INNER, /* a comparison inside a predicate: it has no sides, and makes no
			  value of the program's */
};

enum me_site_flags {
	ME_SITE_COMPILER = 1, /* no source line wrote this condition */
	ME_SITE_FLAG = 2, /* what is tested is a flag: site->guide tells its distance */
	ME_SITE_KEPT =
	    4, /* it may be a flag: a value from memory or a parameter, with 0 */
	ME_SITE_LOOP = 8, /* each iteration of a loop, or each call of a function that
			     calls itself, passes it: it measures how long a run is */
	ME_SITE_FORCED = 16, /* its outcome is what __me_force returns */
	ME_SITE_CHAINED = 32, /* so is its outcome, but only where that leads to the
		   next condition of its chain, or out of it (me_conjunct) */
	ME_SITE_OPERATION = 64, /* a predicate of an exception: __me_operation computes
				   it from the operands, and there is no observer */
};

/*
 * Exceptions of an operation of binary floating point of 32 or 64 bits, with operands a
 * and b and the result r: what plugin/exceptions/fpe_goals.cc says that their predicates
 * are.
 */
enum me_exception {
	ME_OVERFLOW,
	ME_INVALID,
	ME_DIVZERO,
	ME_UNDERFLOW,
};

/* Which operation. Functions of libm are told apart where the way to an exception can
 * be read from the argument. */
enum me_arithmetic {
	ME_ADD,
	ME_SUBTRACT,
	ME_MULTIPLY,
	ME_DIVIDE,
	ME_NARROW, /* a conversion from 64 to 32 bits */
	ME_FUNCTION_1, /* of one argument: one that is not below */
	ME_FUNCTION_2, /* of two */
	ME_EXP, /* and expm1 */
	ME_EXP2,
	ME_EXP10,
	ME_COSH, /* and sinh */
	ME_ERFC,
	ME_NOT_NEGATIVE, /* defined from 0 on: sqrt, log, y0, yn and the like */
	ME_LOG1P,
	ME_ACOSH,
	ME_ACOS, /* defined in -1..1: acos, asin, atanh */
	ME_COS, /* and sin, tan: of finite numbers */
	ME_POW,
	ME_FMOD, /* and remainder */
	ME_GAMMA, /* lgamma: with poles at 0, -1, -2 ... */
	ME_TGAMMA, /* with one at 0 */
};

/* One case label of a switch: values low..high lead to side `side`. The labels of a
 * site are in the order of their values and do not overlap. */
struct me_case {
	int64_t low, high; /* bits of the controlling type, sign- or zero-extended */
	uint32_t side;
	uint32_t unused;
};

/*
 * A guide is a boolean expression over earlier comparisons, in postfix order, which
 * has the truth value of the condition that it belongs to. A token is
 * ME_GUIDE_x << 24 | argument.
 */
enum me_guide {
	ME_GUIDE_END, /* the expression ends here */
	ME_GUIDE_SITE, /* the last outcome of the unit's site number `argument` */
	ME_GUIDE_PHI, /* the unit's flag number `argument` */
	ME_GUIDE_CALL, /* the flag that the unit's callee number `argument` returned */
	ME_GUIDE_CONST, /* false (0) or true (1) */
	ME_GUIDE_NOT,
	ME_GUIDE_AND,
	ME_GUIDE_OR,
	ME_GUIDE_XOR,
	ME_GUIDE_UNKNOWN, /* a truth value that nothing is known about */
	ME_GUIDE_BELOW, /* site `argument` compared texts and the first is less */
	ME_GUIDE_ABOVE, /* the first is greater */
};

/*
 * A flag is a variable whose value is decided by which way the control took
 * (`ok = a < b && c < d`, `return 1;`). Each influence says of one conditional jump
 * which outcomes of the flag remain possible after each of its sides.
 */
enum me_outcome {
	ME_MAY_BE_FALSE = 1,
	ME_MAY_BE_TRUE = 2,
	ME_MAY_BE_BOTH = 3,
};

struct me_influence {
	uint32_t site; /* the unit's site number */
	uint32_t flag; /* the unit's flag number */
	uint8_t after[2]; /* enum me_outcome, or-ed: after side 0, after side 1 */
	/* 0: the last pass of the site counts. Else all passes do, of a flag that a
	 * loop gathers (`all &= a[i] == b[i]`): to these outcomes their distances add,
	 * to the other one the least counts. */
	uint8_t gathers;
	uint8_t unused[5];
};

/*
 * A value that reaches a flag along one edge and is not a constant (`ok = c ? a < b :
 * 0`): the guide `value`, asked when the flag's influences leave both outcomes open.
 */
struct me_flag {
	const uint32_t *const *values; /* guides, then a null pointer; may be null */
	/* enum me_outcome, or-ed: those of its constants. The way to another outcome is
	 * that to an edge with a value and, with it, that of the value. */
	uint8_t constants;
	uint8_t unused[7];
};

/*
 * Two conditions after each other in one `&&` or `||` chain (ME_CONJUNCT of the first
 * one): one of its sides leads to the second one, with nothing in between that has an
 * effect or may fail; its other side and one side of the second one leave the chain for
 * the same place in the same state. Both are ME_SITE_CHAINED: where the first one
 * leaves the chain, the second one may be asked all the same.
 */
enum me_conjunct {
	ME_CONJUNCT = 1,
	ME_CONJUNCT_ON_FALSE = 2, /* the first one's false side leads on; else true */
	ME_CONJUNCT_EXIT_FALSE = 4, /* the second one's false side leaves; else true */
};

/* One comparison. Records are writable: the harness gives each its id at start. */
struct me_site {
	uint32_t id; /* index among all sites of the program; set by the harness */
	uint32_t line, column;
	uint32_t function; /* index into unit->functions */
	uint8_t kind; /* enum me_site_kind */
	uint8_t op; /* enum me_op */
	uint8_t type; /* enum me_type of the operands */
	uint8_t flags; /* enum me_site_flags */
	uint32_t goal; /* index in unit->goals of side 0; DATA: unused */
	uint32_t sides; /* number of sides; DATA: 0 */
	uint32_t case_count; /* SWITCH only */
	const char *file; /* as the compiler names it */
	const struct me_case
	    *cases; /* SWITCH only; what no case takes is default_side */
	const uint32_t *guide; /* ME_SITE_FLAG only */
	uint32_t default_side; /* SWITCH only */
	/* OPERATION only. The predicates of one operation are sites next to each other;
	 * the first one has their number, and its state byte is not 0 where that of any
	 * of them would be. */
	uint8_t arithmetic; /* enum me_arithmetic */
	uint8_t exception; /* enum me_exception */
	uint8_t group; /* of the first site: how many there are; of the others 0 */
	uint8_t conjunct; /* enum me_conjunct, or-ed; COND only */
};

enum me_goal_flags {
	ME_GOAL_COMPILER = 1, /* made by the compiler: counted by gcov, not sought */
	ME_GOAL_NULL = 2, /* taken when a pointer is null that is never driven so */
	ME_GOAL_WAY = 4, /* of an assumption, COMPILER too: sought for others */
	ME_GOAL_TURNED = 8, /* true is where what the source has written is false */
};

/*
 * Successors of a side: what may be met next on the way down from it, without another
 * site in between. Tokens, ended by ME_NEXT_END: a site number of the unit, or
 * ME_NEXT_CALL | callee number.
 */
#define ME_NEXT_END 0xffffffffu
#define ME_NEXT_CALL 0x80000000u

/* The kind of goals that are checks of sanitizers. They are sought, and count where asked for. */
#define ME_KIND_CHECK "ubsan"

/* The kind of goals that are faults, in every build with an entry: of a division, a shift, an index. They
 * are sought when the others are closed, and count only where they are asked for. */
#define ME_KIND_FAULT "fault"
#define ME_FRONT "front." /* N.ME_FRONTx: an access in front of the parameter x */
#define ME_NO_VALUE "no_value" /* an end without what is to be returned */

/*
 * What a goal that is no branch asks for. A predicate is computed by statements that
 * the plugin adds, or by the user's expression: observers, which change neither the
 * program's memory nor its control flow nor its floating-point environment.
 */
struct me_predicate {
	const char *kind; /* of the goal: "label", "assert", "reach" */
	const char *name; /* tells goals of one kind in one function apart */
	const char *never; /* for reports, of a goal that no input meets: "never fails"
			    */
};

/*
 * One test goal: it is met when a run comes to a place with a predicate true. The id
 * that all programs name it by is made by me/goal.h.
 *
 * A branch is the case whose predicate is the edge's own. It is named (function,
 * ordinal, rank): the ordinal-th condition or switch of the function, counted from 0
 * right after GCC's pass `ssa`, and the rank of the destination among its successors.
 * .gcno files count in the same way.
 */
struct me_goal {
	uint8_t flags, unused; /* enum me_goal_flags */
	uint16_t parameter; /* NULL: the entry's parameter, counted from 0 */
	uint32_t
	    side; /* 0 is true, 1 is false; of a switch the index of the destination */
	uint32_t function; /* index into unit->functions */
	uint32_t ordinal; /* a branch's, and its rank */
	uint32_t rank;
	uint32_t site; /* the unit's site number */
	uint32_t line; /* of the place; its site has the file */
	uint32_t unused_too;
	const struct me_predicate *predicate; /* null: a branch */
	uint8_t *counter; /* not 0 once the goal was met since it was cleared */
	const uint32_t *next; /* successors of this side; of a predicate none */
};

/* One instrumented function. */
struct me_function {
	const char *name; /* assembler name */
	const char *source_name; /* as the programmer wrote it */
	const char *file;
	uint32_t line;
	uint32_t flags; /* enum me_function_flags */
	uint32_t returns; /* flag number of its return value, or ME_NO_FLAG */
	uint32_t ordinals; /* how many blocks the ordinals of its goals count */
	const uint32_t *next; /* what is met first from its entry */
};

enum me_function_flags {
	ME_FUNCTION_LOCAL = 1, /* static: not seen by other units */
	ME_FUNCTION_SYSTEM = 2, /* its text is in a system header */
	ME_FUNCTION_ALIGNED = 4, /* asks how addresses are aligned, or has vectors in memory */
};

#define ME_NO_FLAG 0xffffffffu

/* A writable variable of the unit, put back before each run. */
struct me_variable {
	void *address; /* null: of a thread; unit->locate finds it */
	uint64_t size; /* bytes */
};

struct me_unit {
	uint32_t abi; /* ME_ABI */
	uint32_t site_count, goal_count, function_count;
	uint32_t callee_count, flag_count, influence_count, variable_count;
	uint32_t counter_count, skipped; /* skipped: comparisons left without a hook */
	/* Whether stack may be read unset; bytes of all frames, UINT32_MAX: unknown. */
	uint32_t reads_unset, stack;
	const char *source; /* main input file as given to the compiler */
	const char *directory; /* where the compiler ran */
	const char *compiler; /* the driver: COLLECT_GCC, or "" */
	const char *options; /* COLLECT_GCC_OPTIONS: words in single quotes, or "" */
	const char *command; /* the driver's own command line, same quoting, or "" */
	struct me_site *sites;
	uint8_t *state; /* one byte a site: the hook is called where it is not 0 */
	struct me_goal *goals;
	struct me_function *functions;
	const char *const *callees; /* assembler names */
	struct me_flag *flags;
	struct me_influence *influences;
	struct me_variable *variables;
	uint8_t *counters; /* in the section __sancov_cntrs */
	void (*locate)(struct me_variable *); /* those of this thread; may be null */
	uint64_t exported; /* hash of its functions' names and texts (me/ir.h) */
	const uint32_t *outside; /* callees without a body here, and ME_NEXT_END */
};

struct me_entry;

/* What one executable or shared library has: the bounds of its sections, each null where it has no
 * such section. Each unit for a shared library (-fPIC) has one, and a constructor that calls
 * __me_module with it, where there is a libme. */
struct me_module {
	uint32_t abi; /* ME_ABI; stays the first member */
	uint32_t unused;
	struct me_module *next; /* the harness's */
	struct me_unit *units, *units_end;
	const struct me_entry *entries, *entries_end;
	uint8_t *counters, *counters_end; /* libFuzzer's 8-bit counters */
	const uintptr_t (*pcs)[2]; /* and its table of PCs: pc, flags */
	const uintptr_t (*pcs_end)[2];
};

/* Scalars of one type side by side in each element of a parameter. */
struct me_field {
	uint32_t offset; /* bytes from the start of the element */
	uint32_t count;
	uint8_t type; /* enum me_type */
	uint8_t flags; /* enum me_field_flags, or-ed */
	uint8_t unused[6];
	uint64_t low[2], high[2]; /* RANGE: bits of the type */
	/* The member of the element that its scalars are: "in.n", "re"; "": the element
	 * itself. Fields of an array of structures share it, in their order. */
	const char *path;
};

enum me_field_flags {
	ME_FIELD_RANGE = 1, /* its scalars lie in low..high; none of two coordinates */
	ME_FIELD_DEFAULT =
	    2, /* nobody has given the range: the values of an enumeration */
};

/* How a parameter is handed to the entry function. */
enum me_passing {
	ME_BY_VALUE,
	ME_BY_POINTER, /* to `count` elements inside a buffer of the harness */
};

enum me_parameter_flags {
	ME_PARAMETER_NULLABLE = 1, /* it may be null: one bool more in a file */
	ME_PARAMETER_STRING = 2, /* a zero byte follows the elements; it is no input */
	ME_PARAMETER_DESCRIBED = 4, /* Fortran: a descriptor of them is passed */
	ME_PARAMETER_DEFAULT = 8, /* source and entry= say nothing of its count */
	ME_PARAMETER_DEFAULT_RANGE = 16, /* nor of the range of an integer */
	ME_PARAMETER_RESTRICT = 32, /* no other leads to what is changed through it */
	/* No argument: an extent of the array of assumed shape `length_of`, in the order of
	 * its dimensions. Their product is the number of the array's elements. */
	ME_PARAMETER_EXTENT = 64,
	ME_PARAMETER_CONST = 128, /* what it points to is declared const */
	/* The count is a guess: up to ME_GUESSED_ELEMENTS can be accessed, 0 behind the count. */
	ME_PARAMETER_GUESSED = 256,
	ME_PARAMETER_ASSUMED = 512, /* source and entry= say nothing of the number */
	ME_PARAMETER_BOUNDED = 1024, /* but all indices are below its length */
	ME_PARAMETER_INDEXED = 2048, /* an index may come from memory, unchecked */
	ME_PARAMETER_ALIAS = 4096, /* no argument: where `placed` is in `inside` */
	ME_PARAMETER_GLOBAL = 8192, /* none: the variable, stored before the call */
	ME_PARAMETER_BUFFER = 16384, /* characters to write to, as many as its length says */
	ME_PARAMETER_ENDED = 32768, /* a text, no byte behind whose NUL is accessible */
	ME_PARAMETER_NO_ARGUMENT =
	    ME_PARAMETER_EXTENT | ME_PARAMETER_ALIAS | ME_PARAMETER_GLOBAL,
};

/* In its own array; where the other one begins; one element behind; before. */
enum me_alias { ME_APART, ME_ALIAS_EQUAL, ME_ALIAS_BEHIND, ME_ALIAS_BEFORE };

#define ME_NO_PARAMETER 0xffffffffu
#define ME_GUESSED_ELEMENTS 64

/*
 * One parameter of the entry function, in the order of the signature: an element, or
 * what a pointer points to. As C it is
 *
 *	by value, and where `literal` begins with & or is ""    literal element
 *	else                                                    literal {element, ...}
 *
 * where each @ in `element` stands for the scalars of its next field, and behind it :LENGTH for
 * texts of that length, of C's char :1 for one character. In Fortran :KIND stands behind logical
 * scalars; `element` is "[@]", "point(@, [@])", "cmplx(@, @, 8)", and `literal`
 *
 *	""			for a scalar, or what `element` holds alone
 *	"'"			for one text, of which each element is a character
 *	"real(kind=8)"		for an array of elements of that type
 *	"real(kind=8):2, 3"	for one of this shape
 *
 * The names of parameters that the compiler adds begin with _ or a dot.
 */
struct me_parameter {
	const char *name; /* "" where the source gives none */
	const char *literal; /* what stands before it: "", "(struct p)", "(double[])" */
	const char *element; /* "@", "{@, {@, @}}" */
	const struct me_field *fields;
	uint32_t field_count;
	uint32_t count; /* elements; 1 by value */
	uint32_t size; /* bytes of an element in memory */
	/* The parameter whose elements this one counts: at most that many are passed,
	 * just before what may not be accessed. Or ME_NO_PARAMETER. */
	uint32_t length_of;
	uint8_t passing; /* enum me_passing */
	uint16_t flags; /* enum me_parameter_flags, or-ed; behind a byte of padding */
	/* Where another array has the length: 1 + the number of that parameter; else 0. */
	uint32_t counted_by;
	uint32_t placed, inside; /* ALIAS: numbers of two parameters */
};

/*
 * How a typed target's entry is driven. call(slots, result): slots[i] points to the
 * i-th argument's value (by value) or is the pointer to pass; result has room for
 * ME_RESULT_MOST bytes and gets the return value.
 */
enum { ME_RESULT_MOST = 256 };
enum me_driver_scope { ME_DRIVER_NARROW = 1, ME_DRIVER_WIDE };

struct me_entry {
	uint32_t abi; /* ME_ABI */
	uint32_t parameter_count;
	const char *name; /* assembler name */
	const char *source_name;
	const char *file;
	uint32_t line;
	uint32_t result; /* enum me_type; ME_VOID also for what cannot be shown */
	const struct me_parameter *parameters;
	const char *ranges; /* lengths and ranges as they were given: "x:16,t:0..1" */
	const char *reasons; /* lines: what was guessed of the parameters, and why */
	const char *driven; /* the function that ME_DRIVER_OF names; or null */
	void (*call)(void **slots, void *result);
	/* Ends an exception that leaves it, where __me_personality says so; or null. */
	void (*call_catching)(void **slots, void *result);
	uint8_t spelling; /* enum me_spelling */
	/* Of a result that is floats of one type: enum me_type, and how many; else 0. */
	uint8_t floats;
	uint16_t float_count;
	uint8_t is_driver; /* enum me_driver_scope; WIDE: with goals in all it calls */
	uint8_t keeps; /* no driver, and its result leads to no memory: leaks can be told */
	uint8_t unused[2];
};

/* How a call of the entry is written. */
enum me_spelling {
	ME_SPELLING_C,
	ME_SPELLING_FUNCTION, /* of Fortran */
	ME_SPELLING_SUBROUTINE,
};

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The hooks. Operands are raw bits: integers sign- or zero-extended to 64 bits, floats
 * and decimal numbers as their bit patterns, zero-extended; of 128 bits, to 128. A hook
 * touches neither the floating-point environment nor errno, and never allocates.
 */
void __me_compare(struct me_site *site, uint64_t a, uint64_t b);
void __me_compare_f80(struct me_site *site, long double a, long double b);
__extension__ void __me_compare_128(struct me_site *site, unsigned __int128 a,
				    unsigned __int128 b);
void __me_switch(struct me_site *site, uint64_t value);

/*
 * A size of a text is a number of bytes, at most ME_SIZE_MOST. With ME_SIZE_TEXT or-ed
 * to it a NUL ends the text, if it comes before. ME_SIZE_OBJECT alone: the pointer
 * leads to a std::string, which begins with {pointer, size}.
 */
#define ME_SIZE_TEXT ((uint64_t)1 << 63)
#define ME_SIZE_OBJECT ((uint64_t)1 << 62)
#define ME_SIZE_MOST (ME_SIZE_OBJECT - 1)

/* After a call that compares or finds: `result` is 0 for equal and for not found. Bytes
 * are read as far as such a function itself has to read them. */
void __me_texts(struct me_site *site, const void *a, uint64_t a_size, const void *b,
		uint64_t b_size, int64_t result);

/* Before _gfortran_select_string looks the text `a` up for a switch: __me_texts with
 * b_size of libgfortran's entries at `b`. Texts from low to high, padded by blanks, have the
 * number `target`; null is no bound, two of them are the default. */
struct me_select_entry {
	const void *low;
	uint64_t low_size;
	const void *high;
	uint64_t high_size;
	int32_t target;
};
/* Before a call that reads a number of the type site->type at the start of a text; base
 * as strtol takes it, 0 also for floats. */
void __me_number(struct me_site *site, const char *text, uint64_t size, uint32_t base);
/* Before a call of sscanf. */
void __me_format(struct me_site *site, const char *text, const char *format);

/*
 * Around a predicate, when its site's state byte is not 0: the first hook keeps the
 * floating-point environment and errno in *environment, the second one puts them back,
 * and notes whether the predicate was true. Without floating point and calls in it the
 * environment is null, and the first hook is not called. x87's part, which is the slow
 * one, is kept where uses_x87 is not 0: the predicate may use x87.
 */
struct me_environment {
	uint32_t mxcsr;
	int32_t error; /* errno */
	uint32_t uses_x87;
	uint8_t x87[28]; /* as fnstenv writes it */
};
void __me_observe(struct me_environment *environment, uint32_t uses_x87);
void __me_predicate(struct me_site *site, uint64_t truth,
		    struct me_environment *environment);

/*
 * Behind an operation of floating point, when the state byte of `first`, the first of
 * its predicates' sites, is not 0: computes all of them, in integers. b is 0 where
 * there is one operand.
 */
void __me_operation(struct me_site *first, uint64_t result, uint64_t a, uint64_t b);

/*
 * In a build with -fplugin-arg-me-force, behind the site's own hook when its state byte
 * is not 0: what the program takes in the place of the truth of a condition (0 or 1),
 * or of a switch's value. It returns `value`, but where a run is made to go another
 * way.
 */
uint64_t __me_force(struct me_site *site, uint64_t value);

/*
 * Before a `throw` of the program's own code, none of a system header: of the exception
 * object and its destructor, or null, what __cxa_throw is to be given as its destructor.
 */
void *__me_throw(void *object, void *destructor);

/* A shared library tells of itself, once for each of its units. */
void __me_module(struct me_module *module);

/* ENTRY is defined beside libme's main(). The unit of an entry refers to it instead: another main()
 * in the program is a second definition at the link. */
extern const uint32_t ME_ABI_NAME, ME_ABI_ENTRY;

#ifdef __cplusplus
}
#endif
#endif
