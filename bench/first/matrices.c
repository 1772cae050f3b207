/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrices.c - dense and banded matrices, by rows, as libraries take them. */
#include <math.h>

/* The lower factor of a symmetric matrix, in place; k + 1: the minor of that order is not
 * positive. */
int cholesky(double *a, int n, int lda)
{
	if (n < 0 || lda < n)
		return -1;
	for (int k = 0; k < n; k++) {
		double d = a[k * lda + k];

		for (int j = 0; j < k; j++)
			d -= a[k * lda + j] * a[k * lda + j];
		if (!(d > 0))
			return k + 1;
		d = sqrt(d);
		a[k * lda + k] = d;
		for (int i = k + 1; i < n; i++) {
			double s = a[i * lda + k];

			for (int j = 0; j < k; j++)
				s -= a[i * lda + j] * a[k * lda + j];
			a[i * lda + k] = s / d;
		}
	}
	return 0;
}

/* Solves a x = b with partial pivots; x comes into b. */
int solve_dense(int n, double *a, int lda, int *pivot, double *b)
{
	if (n < 1 || lda < n)
		return -1;
	for (int k = 0; k < n; k++) {
		int p = k;

		for (int i = k + 1; i < n; i++)
			if (fabs(a[i * lda + k]) > fabs(a[p * lda + k]))
				p = i;
		pivot[k] = p;
		if (a[p * lda + k] == 0)
			return k + 1;
		if (p != k) {
			for (int j = 0; j < n; j++) {
				double t = a[k * lda + j];
				a[k * lda + j] = a[p * lda + j];
				a[p * lda + j] = t;
			}
			double t = b[k];
			b[k] = b[p];
			b[p] = t;
		}
		for (int i = k + 1; i < n; i++) {
			double f = a[i * lda + k] / a[k * lda + k];
			for (int j = k; j < n; j++)
				a[i * lda + j] -= f * a[k * lda + j];
			b[i] -= f * b[k];
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		for (int j = k + 1; j < n; j++)
			b[k] -= a[k * lda + j] * b[j];
		b[k] /= a[k * lda + k];
	}
	return 0;
}

/* A tridiagonal system; lower and upper have n - 1 elements. */
int thomas(int n, const double *lower, double *diagonal, const double *upper,
	   double *rhs)
{
	if (n <= 0)
		return -1;
	for (int i = 0; i < n; i++) {
		if (i > 0) {
			double f = lower[i - 1] / diagonal[i - 1];
			diagonal[i] -= f * upper[i - 1];
			rhs[i] -= f * rhs[i - 1];
		}
		if (fabs(diagonal[i]) < 1e-12)
			return i + 1;
	}
	rhs[n - 1] /= diagonal[n - 1];
	for (int i = n - 2; i >= 0; i--)
		rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / diagonal[i];
	return 0;
}

/* Whether a square matrix is a rotation of the plane or of space, up to a tolerance. */
int is_rotation(const double *m, int n, double tolerance)
{
	double determinant;

	if (n != 2 && n != 3)
		return 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			double dot = 0;

			for (int k = 0; k < n; k++)
				dot += m[i * n + k] * m[j * n + k];
			if (fabs(dot - (i == j)) > tolerance)
				return 0;
		}
	if (n == 2)
		determinant = m[0] * m[3] - m[1] * m[2];
	else
		determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) -
			      m[1] * (m[3] * m[8] - m[5] * m[6]) +
			      m[2] * (m[3] * m[7] - m[4] * m[6]);
	return determinant > 0;
}
