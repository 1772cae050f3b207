/* SPDX-License-Identifier: GPL-3.0-or-later */
/* all_inputs.h - for the oracles of tests: runs a subject of three ints, `run`, with all
 * inputs of these ranges, and writes each one into inputs/NUMBER. */
#define ALL_INPUTS(a_low, a_high, b_low, b_high, c_low, c_high)                        \
	int main(void)                                                                 \
	{                                                                              \
		for (int a = a_low; a <= a_high; a++)                                  \
			for (int b = b_low; b <= b_high; b++)                          \
				for (int c = c_low; c <= c_high; c++) {                \
					char name[32];                                 \
					const int input[] = {a, b, c};                 \
					sprintf(name, "inputs/%d", ++number);          \
					FILE *out = fopen(name, "wb");                 \
					fwrite(input, sizeof input, 1, out);           \
					fclose(out);                                   \
					run(a, b, c);                                  \
				}                                                      \
	}
