# SPDX-License-Identifier: GPL-3.0-or-later
# What is wrong with a farm, its targets or the cluster is said, and nothing is lost. Where the
# cluster is to say it, stand-ins for Slurm's commands do.
. "$ME_ROOT/tests/check.sh"

level() { # the number; the parameters
	printf 'int level(%s)\n{\n\tif (x > %s)\n\t\treturn 1;\n\treturn 0;\n}\n' "$2" "$1"
}
level 3 'double x' | target level level || exit
cp level/fuzz_target level.first
mkdir none
farm() { # arguments...
	"$me" farm --local=1 --session=20 --target-args=-runs=500 "$@"
}
refused() { # name pattern command...
	refused_name=$1 refused_pattern=$2
	shift 2
	check_equal "$refused_name" 1 "$(status_of refused.log "$@")"
	check_line "${refused_name}_says" "$refused_pattern" refused.log
}

# ---- no cluster; no target; no directory

refused farm_no_sbatch '^me: sbatch: there is no such command: .*--local=N' \
	env PATH="$PWD/none" "$me" farm new level/fuzz_target
check_equal farm_no_sbatch_leaves no "$([ -e new ] && echo yes || echo no)"
refused farm_not_ours '^me: /bin/sh: was not built with this version of ME; it was not run' farm new level/fuzz_target /bin/sh
echo text > text
refused farm_text '^me: text: .*it was not run' farm new text
refused farm_absent '^me: absent: No such file' farm new absent
check_equal farm_bad_targets_leave no "$([ -e new ] && echo yes || echo no)"
refused farm_no_targets '^me: .*new: is no farm yet' farm new
refused farm_unwritable '^me: .*text/farm: Not a directory' farm text/farm level/fuzz_target
refused farm_unwritable_proc '^me: /proc/farm: ' farm /proc/farm level/fuzz_target
refused farm_others_files '^me: .*level: has other files and is no farm' farm level level/fuzz_target
refused farm_report_none '^me: none: is no farm' "$me" farm --report none
for bad in 0 x 1:x 1:2:3:4 -5 1-; do
	check_equal "farm_time_$bad" 2 "$(status_of refused.log "$me" farm --time=$bad new level/fuzz_target)"
done
check_line farm_time_says '^me: --time=1-: wants TIME' refused.log

# ---- rebuilt

check_equal farm_first 0 "$(status_of log farm farm level/fuzz_target)"
before=$(ls farm/targets/fuzz_target/corpus)
rebuild() { # number parameters
	level "$1" "$2" > level/level.c
	(cd level && "$me_cc" -g -O0 -fplugin-arg-me-entry=level level.c -lm -o fuzz_target) > build.log 2>&1 ||
		not_ok farm_rebuild "$(cat build.log)"
}
rebuild 5 'double x'
refused farm_rebuilt_task '^me: .*/fuzz_target: was rebuilt since the farm was submitted' "$me" farm --merge=0 farm
check_equal farm_rebuilt 0 "$(status_of log farm farm)"
check_line farm_rebuilt_says '^me: note: .*/fuzz_target was rebuilt since the last round; its inputs are kept' log
check_line farm_rebuilt_runs '^fuzz_target 1: done' log
check_equal farm_rebuilt_keeps '' "$(echo "$before" | while read -r f; do
	[ -f farm/targets/fuzz_target/corpus/$f ] || echo $f; done)"
cp farm/farm.json record
rebuild 5 'float x'
refused farm_other_inputs '^me: .*was rebuilt, and its inputs are not those of before: .*me corpus import' farm farm
check farm_other_inputs_keep cmp record farm/farm.json
cp level.first level/fuzz_target

# A session of a target that cannot be run is told in the report, and not run again.
cp level.first gone
farm gone.farm gone > log 2>&1
cp level.first gone
"$me" farm --local=1 --session=20 --target-args=--starts=none gone.farm > log 2>&1
check_equal farm_failed 1 $?
check_line farm_failed_says 'gone/1/log: the session ended with status 1$' log
check_line farm_failed_round '^round 2 of 1 target: 0 of 1 sessions done, 1 could not be run$' log

# ---- damaged files

head -c 60 record > farm/farm.json
refused farm_damaged '^me: .*/farm/farm.json: is damaged: ' farm farm
refused farm_damaged_status '^me: .*/farm/farm.json: is damaged: ' "$me" status farm
check_equal farm_damaged_left 60 "$(wc -c < farm/farm.json)"
sed 's/"version": 1/"version": 2/' record > farm/farm.json
refused farm_newer '^me: .*/farm/farm.json: was written by a newer version of ME' farm farm
for wrong in '{"kind":"farm","version":1}' '[]' '{"kind":"farm","version":1,"targets":[{"name":"../x","path":"/x"}]}'; do
	echo "$wrong" > farm/farm.json
	refused "farm_wrong_$wrong" '^me: .*/farm/farm.json: is damaged: it ' farm farm
done
rm farm/farm.json
check_equal farm_again 0 "$(status_of log farm farm level/fuzz_target)"
check_equal farm_again_keeps '' "$(echo "$before" | while read -r f; do
	[ -f farm/targets/fuzz_target/corpus/$f ] || echo $f; done)"
printf '{"kind":"un' > farm/targets/fuzz_target/1/unit.json
printf '\001' > farm/targets/fuzz_target/merged.json
"$me" farm --report farm > log
check_line farm_damaged_merged 'fuzz_target \(not merged\)$' log
check_line farm_damaged_unit '^round 1 of 1 target: 0 of 1 sessions done$' log
check_equal farm_damaged_runs 0 "$(status_of log farm farm)"
check_line farm_damaged_done '^round 1 of 1 target: 1 of 1 sessions done$' log

# ---- what the cluster says

mkdir slurm
printf '#!/bin/sh\necho "MaxArraySize            = 4"\n' > slurm/scontrol
printf '#!/bin/sh\nexit 1\n' > slurm/squeue
printf '#!/bin/sh\necho "$@" >> %s/cancelled\n' "$PWD" > slurm/scancel
# Numbers the jobs from 1; refuses the script that ends with $REFUSE.
cat > slurm/sbatch <<E2
#!/bin/sh
for script; do :; done
echo "\$@" >> $PWD/submitted
if [ "\$REFUSE" ] && [ "\${script%\$REFUSE}" != "\$script" ]; then
	echo 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2
	echo 'sbatch: error: Batch job submission failed: Job violates accounting/QOS policy' >&2
	exit 1
fi
wc -l < $PWD/submitted
E2
chmod +x slurm/*
PATH=$PWD/slurm:$PATH
refused farm_array_limit '^me: --tasks=: an array of this cluster has 4 tasks at most \(MaxArraySize\)' \
	"$me" farm --seeds=9 --tasks=5 cluster level/fuzz_target
"$me" farm --dry-run --seeds=9 cluster level/fuzz_target > log 2>&1
check_line farm_array_default '^#SBATCH --array=0-3$' log
check_line farm_script_time '^#SBATCH --signal=B:TERM@60$' log
check_line farm_script_run '^exec ".*/me" farm --run="\$SLURM_ARRAY_TASK_ID" ".*/cluster"$' log
check_equal farm_dry_run_leaves no "$([ -e cluster ] && echo yes || echo no)"
REFUSE=report.sh refused farm_refused '^me: .*/cluster/jobs/report.sh: sbatch refuses it: .*violates accounting/QOS policy$' \
	"$me" farm --seeds=9 cluster level/fuzz_target
check_equal farm_refused_cancels '1 2' "$(cat cancelled)"
: > submitted
check_equal farm_submits 0 "$(status_of log "$me" farm cluster)"
check_line farm_submits_says '^round 1 of 1 target: 0 of 9 sessions done; jobs 1, 2, 3$' log
check_line farm_submits_merge '^--parsable --dependency=afterany:1 .*/merge.sh$' submitted
check_line farm_submits_report '^--parsable --dependency=afterany:2 .*/report.sh$' submitted
for script in search merge report; do check "farm_script_$script" sh -n cluster/jobs/$script.sh; done
printf '#!/bin/sh\necho "1 2 3"\n' > slurm/squeue
refused farm_queued '^me: .*/cluster: jobs of its last round are still in the queue: .*scancel 1,2,3' "$me" farm cluster
refused farm_no_task '^me: .*/cluster: has tasks 0 to 3, and no 4' "$me" farm --run=4 cluster
refused farm_script_name '^me: .*a name in a script of Slurm has none of' "$me" farm --dry-run 'a$b' level/fuzz_target
