/* Which of four regions the point lies in. */
int region(double x, double y)
{
	int below = 0, left = 0;

	if (x * y < 3)
		below = 1;
	if (x + y < 4)
		left = 2;
	return below + left;
}
