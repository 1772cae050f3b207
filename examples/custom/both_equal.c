/* A goal: in one run, two comparisons of region() have equal operands. */
#include <me/custom.h>
#include <string.h>

static const struct me_custom_library *library;
static unsigned equal;

static void begin(void)
{
	equal = 0;
}

static double pen(const struct me_custom_decision *d, double r)
{
	if (strcmp(d->function, "region") != 0 || d->op == ME_SWITCH)
		return r;
	const double distance = library->distance(ME_EQ, &d->a, &d->b);
	equal += distance == 0;
	return r + distance;
}

static int met(double r)
{
	return r == 0 && equal >= 2;
}

const struct me_custom *me_custom(const struct me_custom_library *offered)
{
	static const struct me_custom goal = {ME_CUSTOM_VERSION, "two equal comparisons",
					      0, begin, pen, met};

	library = offered;
	return &goal;
}
