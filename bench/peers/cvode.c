/*
 * SUNDIALS CVODE (Adams, functional iteration) with root finding, for any system with gaps, restarted at each impact.
 *
 *     unilateral benchmark ... --external 'cvode=sh bench/peers/cvode.sh {c} {tolerance} {until}'
 *
 * QUESTION is the path of the question as C, which is compiled in. Between impacts q'' = M^-1 f; a root a gap, falling; at it
 * v+ = v + (1 + e) M^-1 G' P, 0 <= P, 0 <= rate + W P, P (...) = 0, over all gaps that are closed. It has no state for a
 * contact that lasts, nor for impacts that accumulate: exit status 3.
 */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include QUESTION

enum { N = COORDINATES, C = CONSTRAINTS, MOST_IMPACTS = 20000, ROWS_A_STEP = 4, SWEEPS = 100000 };

static long evaluations = 0;

static void refuse(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(3);
}

/* b becomes M^-1 b, by elimination with pivots. */
static void solve(double M[N][N], double b[N]) {
  double A[N][N];
  memcpy(A, M, sizeof A);
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (fabs(A[i][k]) > fabs(A[pivot][k])) pivot = i;
    if (A[pivot][k] == 0) refuse("a mass matrix without inverse");
    for (int j = 0; j < N; ++j) {
      const double x = A[k][j];
      A[k][j] = A[pivot][j], A[pivot][j] = x;
    }
    const double x = b[k];
    b[k] = b[pivot], b[pivot] = x;
    for (int i = k + 1; i < N; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < N; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = N - 1; k >= 0; --k) {
    for (int j = k + 1; j < N; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
}

static int motion(realtype t, N_Vector y, N_Vector dy, void *unused) {
  (void)unused;
  const double *q = NV_DATA_S(y), *v = q + N;
  double M[N][N], f[N];
  mass(t, q, M);
  force(t, q, v, f);
  solve(M, f);
  for (int i = 0; i < N; ++i) {
    NV_Ith_S(dy, i) = v[i];
    NV_Ith_S(dy, N + i) = f[i];
    if (!isfinite(f[i])) return 1;
  }
  ++evaluations;
  return 0;
}

static int roots(realtype t, N_Vector y, realtype *value, void *unused) {
  (void)unused;
  gap(t, NV_DATA_S(y), value);
  return 0;
}

static char *text = NULL;
static size_t used = 0, room = 0;
static void row(double t, const double *y, const double *P) {
  const size_t most = 32 * (1 + 2 * N + C);
  if (used + most > room) text = realloc(text, room = 2 * room + most);
  used += (size_t)sprintf(text + used, "%.17g", t);
  for (int i = 0; i < 2 * N; ++i) used += (size_t)sprintf(text + used, ",%.17g", y[i]);
  for (int a = 0; a < C; ++a) used += (size_t)sprintf(text + used, ",%.17g", P ? P[a] : 0.0);
  text[used++] = '\n';
}

/* The impact, of all gaps that are closed: P by sweeps, to rounding. */
static void strike(double t, double *y, const int *struck, double near, double P[C]) {
  double M[N][N], G[C > 0 ? C : 1][N], rate[C > 0 ? C : 1], value[C > 0 ? C : 1], of_impulse[C > 0 ? C : 1][N];
  int closed[C > 0 ? C : 1];
  mass(t, y, M);
  gap_gradient(t, y, G);
  gap_rate(t, y, y + N, rate);
  gap(t, y, value);
  for (int a = 0; a < C; ++a) {
    double steepest = 1;
    for (int i = 0; i < N; ++i) steepest = fmax(steepest, fabs(G[a][i]));
    closed[a] = struck[a] != 0 || fabs(value[a]) <= near * steepest;
    P[a] = 0;
    for (int i = 0; i < N; ++i) of_impulse[a][i] = G[a][i];
    if (closed[a]) solve(M, of_impulse[a]);
  }
  double moved = 1, largest = 0;
  for (int k = 0; k < SWEEPS && moved > 1e-16 * largest; ++k) {
    moved = 0;
    for (int a = 0; a < C; ++a) {
      if (!closed[a]) continue;
      double own = 0, now = rate[a];
      for (int i = 0; i < N; ++i) own += G[a][i] * of_impulse[a][i];
      for (int b = 0; b < C; ++b)
        if (closed[b])
          for (int i = 0; i < N; ++i) now += G[a][i] * of_impulse[b][i] * P[b];
      const double next = fmax(0, P[a] - now / own);
      moved = fmax(moved, fabs(next - P[a]));
      largest = fmax(largest, next);
      P[a] = next;
    }
  }
  for (int a = 0; a < C; ++a) {
    P[a] *= 1 + e;
    if (closed[a])
      for (int i = 0; i < N; ++i) y[N + i] += of_impulse[a][i] * P[a];
  }
}

int main(int argc, char **argv) {
  if (argc != 3) refuse("expected a tolerance and a final time");
  const double tolerance = atof(argv[1]), until = atof(argv[2]);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(2 * N, context), between = N_VNew_Serial(2 * N, context);
  double size = 1;
  for (int i = 0; i < N; ++i) {
    NV_Ith_S(y, i) = q0[i], NV_Ith_S(y, N + i) = v0[i];
    size = fmax(size, fmax(fabs(q0[i]), fabs(v0[i])));
  }
  void *cvode = CVodeCreate(CV_ADAMS, context);
  SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(y, 0, context);
  CVodeInit(cvode, motion, 0, y);
  CVodeSStolerances(cvode, tolerance, tolerance);
  CVodeSetNonlinearSolver(cvode, iteration);
  CVodeSetErrFile(cvode, NULL);
  CVodeSetMaxStep(cvode, until / 10);
  CVodeSetStopTime(cvode, until);
  int falling[C > 0 ? C : 1], struck[C > 0 ? C : 1];
  for (int a = 0; a < C; ++a) falling[a] = -1;
  if (C > 0) {
    CVodeRootInit(cvode, C, roots);
    CVodeSetRootDirection(cvode, falling);
    CVodeSetNoInactiveRootWarn(cvode);
  }
  double t = 0, last_impact = -1;
  int impacts = 0;
  row(0, NV_DATA_S(y), NULL);
  while (t < until) {
    const double before = t;
    const int status = CVode(cvode, until, y, &t, CV_ONE_STEP);
    if (status < 0) {
      char why[80];
      snprintf(why, sizeof why, "CVODE stopped at t = %.6g with %s", t, CVodeGetReturnFlagName(status));
      refuse(why);
    }
    for (int k = 1; k < ROWS_A_STEP && t > before; ++k) {
      const double at = before + (t - before) * k / ROWS_A_STEP;
      if (CVodeGetDky(cvode, at, 0, between) == CV_SUCCESS) row(at, NV_DATA_S(between), NULL);
    }
    row(t, NV_DATA_S(y), NULL);
    double value[C > 0 ? C : 1];
    gap(t, NV_DATA_S(y), value);
    for (int a = 0; a < C; ++a)
      if (value[a] < -1e-6 * size && status != CV_ROOT_RETURN)
        refuse("a contact that lasts: an integrator with root finding has no state for it, and falls through");
    if (status != CV_ROOT_RETURN) continue;
    CVodeGetRootInfo(cvode, struck);
    if (t - last_impact <= 1e-10 * until || ++impacts > MOST_IMPACTS)
      refuse("a contact that lasts, or impacts that accumulate: an integrator with root finding has no state for them");
    last_impact = t;
    double P[C > 0 ? C : 1];
    strike(t, NV_DATA_S(y), struck, fmax(tolerance, 1e-12) * size, P);
    row(t, NV_DATA_S(y), P);
    CVodeReInit(cvode, t, y);
  }
  printf("# velocity: smooth\n# force_evaluations: %ld\nt", evaluations);
  for (int i = 0; i < N; ++i) printf(",q%d", i);
  for (int i = 0; i < N; ++i) printf(",v%d", i);
  for (int a = 0; a < C; ++a) printf(",P%d", a);
  printf("\n");
  fwrite(text, 1, used, stdout);
  return 0;
}
