# SPDX-License-Identifier: GPL-3.0-or-later
# The summary of build/bench/sat.tsv (sat.sh); names: "me" and the other solvers.
BEGIN {solvers = split(names, name, " ")}
{
	rows++
	known += $2 == "sat"
	models += $3 == "sat"
	confirmed += $6 == "sat"
	missed += $2 == "sat" && $3 != "sat"
	unsat = $2 == "unsat"
	for (k = 2; k <= solvers; k++)
		unsat = unsat || $(3 * k + 1) == "unsat"
	wrong += unsat && $3 == "sat"
	if ($2 == "sat") {
		time["clock", ++n] = $4
		time["cpu", n] = $5
	}
	for (k = 2; k <= solvers; k++) {
		i = 3 * k + 1
		answered[k, $i]++
		if ($2 == "sat") other[k, n] = $i == "sat" ? $(i + 1) : 1e9
	}
}
END {
	middle = median(time, "cpu", n)
	for (k = 2; k <= solvers; k++) {
		at = median(other, k, n)
		printf "%s: %d sat, %d unsat; median of those known sat: %s\n", name[k], answered[k, "sat"],
			answered[k, "unsat"], at < 1e9 ? sprintf("%.2f s", at) : "none in time"
	}
	printf "bench-sat: %d formulas, %d known sat: %d missed; %d models, %d confirmed, %d wrong; " \
		"median of those known sat %.2f s by the clock, %.2f s of CPU\n",
		rows, known, missed, models, confirmed, wrong, median(time, "clock", n), middle
	exit !rows || missed || wrong || confirmed != models || middle >= 0.2
}
