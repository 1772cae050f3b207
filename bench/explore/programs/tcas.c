/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A collision avoidance whose conditions are linear: values are compared with constants
 * and with each other. It shows what a method does to a problem that is not hard.
 */
enum { NONE, CLIMB, DESCEND };

struct state {
	int own, own_rate, own_tracked, other, other_rate, other_capability;
	int layer, up, down, intent, confident;
};

static int limit_of(int layer)
{
	static const int limits[] = {400, 500, 640, 740};

	if (layer < 0 || layer > 3)
		return -1;
	return limits[layer];
}

static int climb_bias(const struct state *s)
{
	return s->intent == 1 ? s->up + 100 : s->up;
}

static int may_climb(const struct state *s)
{
	if (climb_bias(s) > s->down)
		return !(s->own < s->other) || s->down < limit_of(s->layer);
	return s->other < s->own && s->up >= limit_of(s->layer);
}

static int may_descend(const struct state *s)
{
	if (climb_bias(s) > s->down)
		return s->own < s->other && s->down >= limit_of(s->layer);
	return !(s->other < s->own) || s->up >= limit_of(s->layer);
}

static int advise(const struct state *s)
{
	const int enabled = s->confident && s->own_rate <= 600 && s->own_tracked > 600;
	const int equipped = s->other_capability == 1;

	if (!enabled || !((equipped && s->intent == 0) || !equipped))
		return NONE;
	const int climb = may_climb(s) && s->own < s->other;
	const int descend = may_descend(s) && s->other < s->own;
	if (climb && descend)
		return NONE;
	if (climb)
		return CLIMB;
	return descend ? DESCEND : NONE;
}

int tcas(int own, int own_rate, int own_tracked, int other, int other_rate,
	 int other_capability, int layer, int up, int down, int intent, int confident)
{
	const struct state s = {own,	    own_rate,	      own_tracked, other,
				other_rate, other_capability, layer,	   up,
				down,	    intent,	      confident};

	return advise(&s);
}
