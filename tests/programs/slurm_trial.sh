#!/usr/bin/env bash
# slurm_trial.sh COMMAND SCRIPT KILLS FOLDER: docs/examples/cluster/verify.slurm on a real slurmctld and a slurmd on
# this machine. Four parts, two at a time, put together by a job that depends on them; while they run, the node is lost
# KILLS times at a random moment: its slurmd and all that it runs are killed, and it comes back two seconds later. What
# `merge` wrote is then compared with the same run in one piece. Exit status 0: the same, byte for byte; 77: no Slurm,
# or not root, with a line that says so; 1: anything else. FOLDER is its own: configuration, logs, parts.
set -euo pipefail
command=$1 script=$2 kills=$3 folder=$4
skip() {
  echo "slurm_trial: skipped: $1"
  exit 77
}
[ "$(id -u)" = 0 ] || skip "expected root, which slurmd needs"
for program in slurmctld slurmd sbatch squeue scontrol munged munge; do
  PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
    skip "expected Slurm (slurmctld, slurmd, slurm-client, munge), found no $program"
done
PATH=$PATH:/usr/sbin
mkdir -p "$folder/bin" "$folder/state"
cd "$folder"
printf '#!/bin/sh\nexec %q "$@"\n' "$command" >bin/unilateral
chmod +x bin/unilateral
export PATH=$folder/bin:$PATH SLURM_CONF=$folder/slurm.conf
if ! munge -n >/dev/null 2>&1; then
  install -d -o munge /run/munge
  su munge -s /bin/sh -c /usr/sbin/munged || skip "expected munged to start"
fi
host=$(hostname -s)
cat >slurm.conf <<CONF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17800
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmUser=root
SlurmdUser=root
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-node.pid
SlurmdSpoolDir=$folder/spool-%n
StateSaveLocation=$folder/state
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobRequeue=1
SlurmdTimeout=5
SchedulerParameters=sched_interval=2,requeue_setup_env_fail
NodeName=node NodeHostname=$host NodeAddr=127.0.0.1 Port=17801 CPUs=2 State=UNKNOWN
PartitionName=trial Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
# The daemon first, then those who would tell the controller how the jobs ended, then the jobs.
lose() {
  local id
  kill -9 "$(cat slurmd-node.pid)" 2>/dev/null || true
  for id in $(pgrep -f '^slurmstepd') $(grep -l SLURM_JOB_ID /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3); do
    tr '\0' '\n' <"/proc/$id/environ" 2>/dev/null | grep -q "^SLURM_CONF=$SLURM_CONF$" || continue
    kill -9 "$id" 2>/dev/null || true
  done
}
ended() {
  lose
  [ ! -e slurmctld.pid ] || kill "$(cat slurmctld.pid)" 2>/dev/null || true
}
trap ended EXIT
slurmctld
slurmd -N node
for _ in $(seq 60); do
  [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 1 ] && break
  sleep 1
done
[ "$(sinfo -h -t idle -o %D)" = 1 ] || skip "expected an idle node, found: $(sinfo -h -o '%D %t')"

run=(--quick --filter 'ball_(rational|earth)/(moreau|event|sweep)')
array=$(sbatch --parsable --array=1-4 "$script" "${run[@]}")
sbatch --parsable --dependency=afterok:"$array" --wrap 'unilateral merge parts/* --format json > merged.json' >/dev/null
lost=0
for _ in $(seq "$kills"); do
  sleep "$((RANDOM % 3)).$((RANDOM % 10))"
  [ -n "$(squeue -h -t running,pending -j "$array" 2>/dev/null)" ] || break
  lose
  sleep 2
  slurmd -N node
  lost=$((lost + 1))
done
for _ in $(seq 600); do
  [ -n "$(squeue -h)" ] || break
  ! squeue -h -o %r | grep -q DependencyNeverSatisfied || break
  sleep 1
done
# Whether checks hold is not the question here: the records are.
"$command" verify "${run[@]}" --format json >one.json 2>one.log || [ $? = 1 ]
records=$(grep -c '"cell"' one.json || true)
[ "$records" -gt 0 ] || { echo "slurm_trial: expected records to compare, found none"; exit 1; }
[ "$kills" = 0 ] || [ $lost -gt 0 ] || { echo "slurm_trial: expected to lose the node, found the run over"; exit 1; }
cmp merged.json one.json || { squeue; tail -n 5 slurmctld.log part-*.log; exit 1; }
echo "slurm_trial: 4 parts, the node lost $lost times, $records records: the same, byte for byte"
