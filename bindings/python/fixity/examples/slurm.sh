#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks a planned job with a Slurm array:  sbatch --array=0-63 slurm.sh /shared/JOB
#
# Each task takes every 64th shard. The job's folder is on a file system that all nodes share. Submit it again
# after a failure: what is done is not read again.
#SBATCH --job-name=fixity
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
set -eu
exec fixity work "$1" --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
