#!/bin/sh
# cvode.sh QUESTION.c TOLERANCE UNTIL: compiles cvode.c with the question in the folder where it stands, and runs it.
# The compiler's time is in what `benchmark` measures as start-up.
set -eu
cc -O2 -DQUESTION="\"$1\"" "$(dirname "$0")/cvode.c" -o cvode_run -lsundials_cvode -lsundials_nvecserial \
  -lsundials_sunnonlinsolfixedpoint -lsundials_generic -lm ||
  { echo "cvode.c does not compile here: is libsundials-dev (6) installed?" >&2; exit 4; }
exec ./cvode_run "$2" "$3"
