/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cold_call_code.cc - __me_site_enter and __me_site_leave, between which a hook is
 * called that changes no register. They are part of each unit that needs them, since
 * there may be no libme, and one of them is linked.
 *
 * The stack, by distance from the program's stack pointer; the red zone comes first:
 *
 *	-168 a, -160 b, -152 rax, -144 rcx, -136 rbp	cold_call.cc writes all but rbp
 *	-176	where __me_site_enter, then __me_site_leave returns to; rbp points here
 *	-184	where the function goes on: it is the hook's caller for a debugger
 *	-192	rdx, rsi, rdi, r8 to r11, then the vectors, aligned
 */
#include "plugin/gcc.h"
#include "plugin/export/export.h"
#include "plugin/hooks/instrument.h"

/* Registers of one kind, and the instruction that moves them. */
struct bank {
	const char *move, *registers;
	int size, count;
};

enum { SSE, AVX, AVX_512, MASKS };

static const struct bank banks[] = {
    {"movaps", "xmm", 16, 16},
    {"vmovups", "ymm", 32, 16},
    {"vmovups", "zmm", 64, 32},
    {"kmovq", "k", 8, 8},
};

enum { MOST_BYTES = 64 * 32 + 8 * 8 }; /* for all that there may be */

static const char *const kept[] = {"rcx", "rdx", "rsi", "rdi",
				   "r8",  "r9",	 "r10", "r11"};

/* To the stack, or back. */
static void put_moves(struct ir_text *t, int bank, int offset, bool back)
{
	const struct bank *b = &banks[bank];

	for (int i = 0; i < b->count; i++, offset += b->size)
		if (back)
			ir_put(t, "\t%s\t%d(%%rsp), %%%s%d\n", b->move, offset,
			       b->registers, i);
		else
			ir_put(t, "\t%s\t%%%s%d, %d(%%rsp)\n", b->move, b->registers, i,
			       offset);
}

/* What the machine has, as 1 + SSE, AVX or AVX_512, to r9d: asked for once. */
static const char width[] = "\tmovl\t__me_live_width(%rip), %r9d\n"
			    "\ttestl\t%r9d, %r9d\n"
			    "\tjne\t2f\n"
			    "\tmovq\t%rbx, %r8\n"
			    "\tmovl\t$1, %r9d\n"
			    "\tmovl\t$1, %eax\n"
			    "\tcpuid\n"
			    "\tandl\t$0x18000000, %ecx\n" /* OSXSAVE, AVX */
			    "\tcmpl\t$0x18000000, %ecx\n"
			    "\tjne\t1f\n"
			    "\txorl\t%ecx, %ecx\n"
			    "\txgetbv\n"
			    "\tmovl\t%eax, %r10d\n"
			    "\tandl\t$6, %eax\n" /* SSE, AVX */
			    "\tcmpl\t$6, %eax\n"
			    "\tjne\t1f\n"
			    "\tmovl\t$2, %r9d\n"
			    "\tmovl\t$7, %eax\n"
			    "\txorl\t%ecx, %ecx\n"
			    "\tcpuid\n"
			    "\tandl\t$0x40010000, %ebx\n" /* AVX512BW, AVX512F */
			    "\tcmpl\t$0x40010000, %ebx\n"
			    "\tjne\t1f\n"
			    "\tandl\t$0xe0, %r10d\n"
			    "\tcmpl\t$0xe0, %r10d\n"
			    "\tjne\t1f\n"
			    "\tmovl\t$3, %r9d\n"
			    "1:\tmovq\t%r8, %rbx\n"
			    "\tmovl\t%r9d, __me_live_width(%rip)\n"
			    "2:\n";

/* All vectors that the machine has. r9d, which is kept: their width. */
static void put_live_moves(struct ir_text *t, bool back)
{
	ir_put(t, "\tcmpl\t$2, %%r9d\n\tja\t4f\n\tje\t3f\n");
	put_moves(t, SSE, 0, back);
	ir_put(t, "\tjmp\t5f\n3:\n");
	put_moves(t, AVX, 0, back);
	ir_put(t, "\tjmp\t5f\n4:\n");
	put_moves(t, AVX_512, 0, back);
	put_moves(t, MASKS, 64 * 32, back);
	ir_put(t, "5:\n");
}

/* For functions without AVX, with it and with AVX-512; and of LTO, of which that is not
 * known. */
struct keeper {
	const char *name;
	int bank; /* or -1: what there is */
};

static const struct keeper keepers[] = {
    {"__me_site_", SSE},
    {"__me_wide_", AVX},
    {"__me_most_", AVX_512},
    {"__me_live_", -1},
};

static void put_start(struct ir_text *t, const struct keeper *k, const char *what)
{
	ir_put(t, "\t.weak\t%s%s\n\t.hidden\t%s%s\n", k->name, what, k->name, what);
	ir_put(t, "\t.type\t%s%s, @function\n%s%s:\n", k->name, what, k->name, what);
}

static void put_end(struct ir_text *t, const struct keeper *k, const char *what)
{
	ir_put(t, "\tret\n\t.size\t%s%s, .-%s%s\n", k->name, what, k->name, what);
}

/* Leaves rdi, rsi, rdx as the hook's arguments: rax, a, b. */
static void put_enter(struct ir_text *t, const struct keeper *k)
{
	put_start(t, k, "enter");
	ir_put(t, "\tmovq\t%%rbp, 40(%%rsp)\n\tmovq\t%%rsp, %%rbp\n");
	for (const char *name : kept)
		ir_put(t, "\tpushq\t%%%s\n", name);
	ir_put(t, "\tmovq\t%%rax, %%rdi\n");
	ir_put(t, "\tsubq\t$%d, %%rsp\n\tandq\t$-16, %%rsp\n",
	       k->bank < 0 ? (int)MOST_BYTES
			   : banks[k->bank].size * banks[k->bank].count);
	if (k->bank < 0) {
		for (const char *c = width; *c; c++)
			t->bytes.safe_push(*c);
		put_live_moves(t, false);
	} else {
		put_moves(t, k->bank, 0, false);
	}
	ir_put(t, "\tmovq\t8(%%rbp), %%rsi\n\tmovq\t16(%%rbp), %%rdx\n");
	ir_put(t, "\tpushq\t(%%rbp)\n");
	put_end(t, k, "enter");
}

static void put_leave(struct ir_text *t, const struct keeper *k)
{
	put_start(t, k, "leave");
	ir_put(t, "\tpopq\t%%rcx\n");
	if (k->bank < 0) {
		ir_put(t, "\tmovl\t__me_live_width(%%rip), %%r9d\n");
		put_live_moves(t, true);
	} else {
		put_moves(t, k->bank, 0, true);
	}
	for (size_t i = 1; i < ARRAY_SIZE(kept); i++)
		ir_put(t, "\tmovq\t-%d(%%rbp), %%%s\n", 8 * (int)(i + 1), kept[i]);
	ir_put(t, "\tmovq\t%%rcx, (%%rbp)\n\tmovq\t%%rbp, %%rsp\n");
	ir_put(t, "\tmovq\t24(%%rsp), %%rax\n\tmovq\t32(%%rsp), %%rcx\n");
	ir_put(t, "\tmovq\t40(%%rsp), %%rbp\n");
	put_end(t, k, "leave");
}

static void put_width(struct ir_text *t)
{
	ir_put(t, "\t.weak\t__me_live_width\n\t.hidden\t__me_live_width\n");
	ir_put(t, "\t.pushsection\t.bss.__me_live_,\"awG\",@nobits,__me_live_,"
		  "comdat\n\t.balign\t4\n");
	ir_put(t, "__me_live_width:\n\t.zero\t4\n\t.popsection\n");
}

static bool written;

/* What LTO joins may have several units' in one text. */
void cold_call_write_code(void)
{
	struct ir_text text;

	if (written)
		return;
	written = true;
	ir_put(&text, "\t.ifndef\t%senter\n",
	       flag_generate_lto ? "__me_live_" : "__me_site_");
	for (const struct keeper &k : keepers) {
		if ((k.bank < 0) != !!flag_generate_lto)
			continue;
		ir_put(&text, "\t.pushsection\t.text.%s,\"axG\",@progbits,%s,comdat\n",
		       k.name, k.name);
		put_enter(&text, &k);
		put_leave(&text, &k);
		ir_put(&text, "\t.popsection\n");
	}
	if (flag_generate_lto)
		put_width(&text);
	ir_put(&text, "\t.endif");
	symtab->finalize_toplevel_asm(
	    build_string(text.bytes.length(), text.bytes.address()));
}
