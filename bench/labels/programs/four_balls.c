/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * four_balls.c - three of four balls weigh the same. Finds the other one in few
 * weighings, and whether it is the lighter one.
 */
enum { LEFT_DOWN = 1, BALANCED = 0, RIGHT_DOWN = -1 };

static int weigh(int left, int right)
{
	if (left > right)
		return LEFT_DOWN;
	return left < right ? RIGHT_DOWN : BALANCED;
}

/* The number of the odd ball, 1 to 4, negative where it is lighter. 0: no such ball. */
int four_balls(int a, int b, int c, int d)
{
	if (a < 0 || b < 0 || c < 0 || d < 0 || a + b + c + d > 1000)
		return 0;
	const int pair = weigh(a + b, c + d);

	if (pair == BALANCED)
		return 0;
	const int first = weigh(a, b), second = weigh(c, d);
	if (first == BALANCED && second != BALANCED) {
		/* a and b are ordinary. */
		const int ball = a == c ? 4 : 3;
		if (ball == 3 && a != d)
			return 0;
		return pair == LEFT_DOWN ? -ball : ball;
	}
	if (second == BALANCED && first != BALANCED) {
		const int ball = a == c ? 2 : 1;
		if (ball == 1 && b != c)
			return 0;
		return pair == LEFT_DOWN ? ball : -ball;
	}
	return 0;
}
