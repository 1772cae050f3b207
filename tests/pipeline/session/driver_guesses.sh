# SPDX-License-Identifier: GPL-3.0-or-later
# What drivers guess of arguments that they pass on, and of what structures lead to.
. "$ME_ROOT/tests/check.sh"

# ---- a pointer that the driver passes on is null where the function asks for that

cat > null.c <<'END'
struct heap { int size; double *key; };
double pop(struct heap *h, const double *w, int n, double *out)
{
	double s = 0;

	if (h->size < 1)
		return 0;
	if (w)
		for (int i = 0; i < n; i++)
			s += w[i];
	if (out)
		*out = h->key[0];
	return s;
}
END
cat > vector.cc <<'END'
#include <vector>
double back(const std::vector<double> &v, double *out)
{
	if (v.empty())
		return 0;
	if (out)
		*out = v.back();
	return v.front();
}
END
check_equal driver_null 0 "$(status_of null.log "$me" test --time=20 null.c pop)"
check_line driver_null_all '^pop: 8 branches: 8 covered' null.log
check_equal driver_null_cxx 0 "$(status_of null_cxx.log "$me" test --time=20 vector.cc back)"
check_line driver_null_cxx_all '^back: 4 branches: 4 covered' null_cxx.log
