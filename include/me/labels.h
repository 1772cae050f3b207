/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * labels.h - what the plugin and `me` have in common about the labels of coverage
 * criteria (docs/labels.md). A label is a goal whose kind is its criterion, in small
 * letters, and whose name says which one it is; D is the number of a decision in its
 * function and K that of a condition in it, from 0 on, V is true or false:
 *
 *	dc	D.V		the decision has the value V
 *	cc	D.K.V		the condition has the value V
 *	mcc	D.TF-		its conditions have these values; -: not evaluated
 *	mcdc	D.K.V.W		the condition has the value V and alone decides that the
 *				decision has the value W. Behind W may stand .TF, values
 *				of what is joined to it by an exclusive or
 *	ncc	D.0T2F		these conditions (0 and 2) have these values
 *
 * and, of weak mutation, where N is the number of an operator in its function:
 *
 *	ror aor cor sor lor	N.OTHER	another operator has another result: N.le
 *	abs uoi		N.OPERAND.X	another operand is another value: N.a.minus; of
 *					what an assignment stores: N.rhs.minus
 *	svr	N.X		the variable X is assigned to instead; N.index.X: X is the
 *				index of the element that is
 *
 *	ic	LINE:COLUMN	the statement that begins there is executed; .2 behind it:
 *				the second one there, of a macro
 *	elo	L.zero		the loop number L is left without a pass; L.once: after one;
 *				L.many: it begins a second one; L.once.K: its K-th
 *				return, goto or throw leaves it after one
 *	iob	PARAMETER.min	the entry's parameter is its least value; .min+: the next
 *				one; .max-, .max: its greatest ones
 *	idc	PARAMETER.K	it is in the K-th range of its partition
 */
#ifndef ME_LABELS_H
#define ME_LABELS_H

/* Behind it stands, in what a report says of a label that no input covers (`never` of
 * struct me_predicate), the predicate as source text. */
#define ME_LABEL_NEVER "never has "

#endif
