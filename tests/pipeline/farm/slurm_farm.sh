# SPDX-License-Identifier: GPL-3.0-or-later
# me farm on a cluster of one node, this machine: a slurmctld, a slurmd and a munged of the
# test's own. Tasks are killed, requeued and warned, and nothing that was announced is lost.
# All that is started lives in a process namespace that ends with the test where there may be
# one; else the daemons are killed at its end, or with it.
. "$ME_ROOT/tests/check.sh"
PATH=$PATH:/usr/sbin:/sbin

for program in slurmctld slurmd munged sbatch squeue scontrol scancel sinfo; do
	command -v $program > /dev/null && continue
	skip slurm_farm "there is no $program (Debian: slurm-wlm)"
	exit
done
if [ "${1-}" != inside ] && unshare --pid --fork --kill-child --mount-proc true 2> /dev/null; then
	exec unshare --pid --fork --kill-child --mount-proc bash -O xpg_echo "$0" inside
fi

# ---- the cluster

cluster=$(mktemp -d) || exit # a socket's name is short
daemons=
tied=$(setpriv --pdeathsig KILL true 2> /dev/null && echo setpriv --pdeathsig KILL)
take_down() {
	[ ! -f "$cluster/slurm.conf" ] || timeout 10 scancel --user="$(id -un)" 2> /dev/null
	for pid in $daemons; do kill $pid 2> /dev/null; done
	for pid in $daemons; do
		for _ in $(seq 100); do kill -0 $pid 2> /dev/null || break; sleep 0.1; done
		kill -KILL $pid 2> /dev/null
	done
	rm -rf "$cluster"
}
trap take_down EXIT
trap 'exit 1' TERM INT HUP

begin() { # name command...
	begun=$1
	shift
	$tied "$@" > "$cluster/$begun.out" 2>&1 < /dev/null &
	daemons="$! $daemons"
}
free_port() { # from
	port=$1
	while (exec 3<> /dev/tcp/127.0.0.1/$port) 2> /dev/null; do port=$((port + 1)); done
	echo $port
}
is_up() { # seconds command...: until the command succeeds
	tries=$(($1 * 5))
	shift
	for _ in $(seq $tries); do
		"$@" > /dev/null 2>&1 && return
		sleep 0.2
	done
	return 1
}

mkdir "$cluster/state" "$cluster/spool" "$cluster/munge"
chmod 755 "$cluster" "$cluster/munge"
node=$(hostname -s 2> /dev/null || cat /proc/sys/kernel/hostname)
first_port=$(free_port $((20000 + $$ % 10000)))
head -c 128 /dev/urandom > "$cluster/munge/key"
chmod 600 "$cluster/munge/key"
echo 'CgroupPlugin=cgroup/v1' > "$cluster/cgroup.conf"
cat > "$cluster/slurm.conf" <<E2
ClusterName=me
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$first_port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket,cred_expire=5
CredType=cred/munge
CommunicationParameters=NoInAddrAny
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
KillWait=5
MaxArraySize=8
NodeName=$node NodeAddr=127.0.0.1 Port=$(free_port $((first_port + 1))) CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
E2
export SLURM_CONF="$cluster/slurm.conf"
cannot() { # daemon
	skip slurm_farm "no $1 of its own: $(tail -n 1 "$cluster/$1.out")"
	exit
}
begin munged munged --foreground --force --key-file="$cluster/munge/key" \
	--socket="$cluster/munge/socket" --pid-file="$cluster/munge/pid" \
	--log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed"
is_up 20 test -S "$cluster/munge/socket" || cannot munged
begin slurmctld slurmctld -D
is_up 20 scontrol ping || cannot slurmctld
begin slurmd slurmd -D
idle() { sinfo --noheader --format=%t | grep -q '^idle'; }
is_up 60 idle || cannot slurmd
ok farm_cluster

# ---- a farm on it

{
	echo '#include <math.h>'
	echo 'int f(double x, double y, int n)'
	echo '{'
	echo '	int met = 0;'
	echo '	double square = x * x;'
	for i in $(seq 12); do
		echo "	if (n == $((i * 7919)) && x > $i.5 * y && x < $i.5 * y + 1)"
		echo '		met++;'
	done
	echo '	if (square < -1)'
	echo '		return -1;'
	echo '	return met;'
	echo '}'
} > source
target one f < source || exit
target two g <<'E2'
int g(double a, int b)
{
	double square = a * a;

	if (square < -1)
		return 1;
	return b == 4321 ? 2 : 3;
}
E2

submit() { # log arguments...
	submit_log=$1
	shift
	check_equal farm_submitted 0 "$(status_of "$submit_log" "$me" farm "$@")"
	set -- $(sed -n 's/.*; jobs \([0-9]*\), \([0-9]*\), \([0-9]*\)$/\1 \2 \3/p' "$submit_log")
	search=$1 merge=$2 report=$3
}
dir_of() { # task: its session's directory
	case $1 in
	0) echo farm/targets/fuzz_target/1 ;;
	1) echo farm/targets/two-fuzz_target/1 ;;
	2) echo farm/targets/fuzz_target/2 ;;
	3) echo farm/targets/two-fuzz_target/2 ;;
	esac
}
starts() { # task: how often its session has got through its first runs
	grep -c '^#[0-9]*.*INITED' "$(dir_of $1)/log" 2> /dev/null
}
inputs() { # task: how many its corpus has, its own and those that another session gave it
	ls "$(dir_of $1)/corpus" 2> /dev/null | wc -l
}
has_begun() { # task starts
	[ "$(starts $1)" -ge "$2" ] && [ "$(inputs $1)" -ge 1 ] && [ -s "$(dir_of $1)/status.json" ]
}
queue_is_empty() { [ ! "$(squeue --noheader)" ]; }

check_equal farm_limit 1 "$(status_of log "$me" farm --seeds=9 --tasks=9 farm one/fuzz_target)"
check_line farm_limit_says 'an array of this cluster has 8 tasks at most' log
check_equal farm_sbatch_refuses 1 "$(status_of log "$me" farm --sbatch=--partition=nowhere other one/fuzz_target)"
check_line farm_sbatch_refuses_says '^me: .*/search.sh: sbatch refuses it: .*[Ii]nvalid partition' log
submit log --seeds=2 --session=600 --time=20 --target-args=-verbosity=2 farm one/fuzz_target two/fuzz_target
check_line farm_jobs '^round 1 of 2 targets: 0 of 4 sessions done; jobs ' log
for task in 0 1 2 3; do
	is_up 120 has_begun $task 1 && ok farm_begun_$task || not_ok farm_begun_$task "$(cat farm/jobs/* | tail -n 5)"
done
check_equal farm_queued 1 "$(status_of again.log "$me" farm farm)"
check_line farm_queued_says 'jobs of its last round are still in the queue' again.log
"$me" status farm > log 2>&1
check_line farm_status '^round 1 of 2 targets: 0 of 4 sessions done, 4 begun; jobs ' log

# A task is killed, one is warned as it is before its time limit, one is requeued.
killed=$(sed -n 's/.*"process":\([0-9]*\).*/\1/p' $(dir_of 1)/status.json)
scancel --signal=KILL --full ${search}_1
is_up 60 sh -c "! kill -0 $killed" && ok farm_killed || not_ok farm_killed "$killed is there"
scancel --signal=TERM --batch ${search}_2
is_up 60 grep -q '^fuzz_target 2: interrupted' farm/jobs/search-${search}_2.log && ok farm_warned ||
	not_ok farm_warned "$(cat farm/jobs/search-${search}_2.log)"
scontrol requeue ${search}_0
is_up 180 has_begun 0 2 && ok farm_requeued || not_ok farm_requeued "$(squeue; tail -n 5 "$cluster/slurmctld.out")"
check_kept farm_requeued farm 6
for task in 0 3; do scancel --signal=TERM --batch ${search}_$task; done
is_up 120 queue_is_empty && ok farm_ended || not_ok farm_ended "$(squeue)"
check_line farm_ended_report '^round 1 of 2 targets: 0 of 4 sessions done, 4 begun' farm/report.txt
check_line farm_ended_merged '^ +[0-9]+ +[1-9][0-9]* .* all 2 merged targets$' farm/report.txt
check_kept farm_ended farm 6

# The same command goes on with what was not done.
submit log --target-args='-runs=3000 -verbosity=2' farm
is_up 180 queue_is_empty && ok farm_second_ended || not_ok farm_second_ended "$(squeue)"
check_line farm_done '^round 1 of 2 targets: 4 of 4 sessions done' farm/report.txt
check_line farm_second_report '^ +4 +3 +0 +1 .* two-fuzz_target$' farm/report.txt
check_line farm_report_log '^round 1 of 2 targets: 4 of 4 sessions done' farm/jobs/report-$report.log
check_kept farm_done farm 6
met() { # corpora...
	one/fuzz_target --trace $(find "$@" -type f) | met_goals
}
check_same farm_merged "$(met farm/targets/fuzz_target/[12]/corpus)" "$(met farm/targets/fuzz_target/corpus)"
