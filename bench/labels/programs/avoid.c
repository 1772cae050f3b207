/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * avoid.c - advises a pilot to climb or to descend when another aircraft comes near. It
 * is in the manner of TCAS and is none: its rules are made up.
 */
enum advice { STAY, CLIMB, DESCEND };
enum intent { UNKNOWN, WILL_CLIMB, WILL_DESCEND };
enum { LAYERS = 4, HIGHEST_RATE = 800, CLIMB_BONUS = 150, LEAST_SEPARATION = 250 };

/* Feet that are to be between two aircraft, by the layer of air. */
static const int wanted_separation[LAYERS] = {350, 450, 600, 700};

struct situation {
	int own, other; /* altitudes in feet */
	int rate; /* the own one, feet a minute */
	int below, above; /* separation in feet after a descent, and after a climb */
	int layer, intent, is_trusted, is_equipped, may_climb_fast;
};

static int climb_is_better(const struct situation *s)
{
	const int above = s->may_climb_fast ? s->above + CLIMB_BONUS : s->above;

	return above > s->below;
}

static int may_climb(const struct situation *s)
{
	const int wanted = wanted_separation[s->layer];

	if (climb_is_better(s))
		return s->own >= s->other || (s->own < s->other && s->below < wanted);
	return s->own > s->other && s->own - s->other >= LEAST_SEPARATION &&
	       s->above >= wanted;
}

static int may_descend(const struct situation *s)
{
	const int wanted = wanted_separation[s->layer];

	if (climb_is_better(s))
		return s->own < s->other && s->other - s->own >= LEAST_SEPARATION &&
		       s->below >= wanted;
	return s->own <= s->other || (s->own > s->other && s->above < wanted);
}

int avoid(int own, int other, int rate, int below, int above, int layer, int intent,
	  int is_trusted, int is_equipped, int may_climb_fast)
{
	const struct situation s = {own,	 other,		rate,	below,
				    above,	 layer,		intent, is_trusted,
				    is_equipped, may_climb_fast};

	if (layer < 0 || layer >= LAYERS)
		return STAY;
	const int is_urgent =
	    is_trusted && rate <= HIGHEST_RATE &&
	    (own > other ? own - other : other - own) < wanted_separation[layer];
	if (!is_urgent || !((is_equipped && intent == UNKNOWN) || !is_equipped))
		return STAY;
	const int climb = may_climb(&s) && own < other + 1000;
	const int descend = may_descend(&s) && other < own + 1000;
	if (climb && descend)
		return STAY;
	return climb ? CLIMB : descend ? DESCEND : STAY;
}
