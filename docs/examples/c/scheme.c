/* A scheme of one's own in C: semi-implicit Euler with the law of impact at the velocities of each step, for problems
 * of one constraint,
 *
 *     M (v' - v) = h f + G P,   0 <= P  _|_  G v' + e G v >= 0 where the gap is closed,   q' = q + h v'
 *
 *     unilateral export double_pendulum_wall --as c --out problem.c
 *     cc -O2 -o scheme scheme.c -lm
 *     unilateral converge double_pendulum_wall --external 'mine=./scheme {step} {until}' --declares 'sup q=1'
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.c"

/* x = A^-1 b of a symmetric positive definite A, by elimination. */
static void solve(double A[][COORDINATES], const double *b, double *x) {
  double L[COORDINATES][COORDINATES];
  memcpy(L, A, sizeof L);
  memcpy(x, b, COORDINATES * sizeof *x);
  for (int k = 0; k < COORDINATES; ++k)
    for (int i = k + 1; i < COORDINATES; ++i) {
      const double factor = L[i][k] / L[k][k];
      for (int j = k; j < COORDINATES; ++j) L[i][j] -= factor * L[k][j];
      x[i] -= factor * x[k];
    }
  for (int i = COORDINATES - 1; i >= 0; --i) {
    for (int j = i + 1; j < COORDINATES; ++j) x[i] -= L[i][j] * x[j];
    x[i] /= L[i][i];
  }
}

static double dot(const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < COORDINATES; ++i) sum += x[i] * y[i];
  return sum;
}

static void row(double t, const double *q, const double *v, double P) {
  printf("%.17g", t);
  for (int i = 0; i < COORDINATES; ++i) printf(",%.17g", q[i]);
  for (int i = 0; i < COORDINATES; ++i) printf(",%.17g", v[i]);
  printf(",%.17g\n", P);
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "expected a step and a final time\n"), 2;
  const double step = strtod(argv[1], NULL), until = strtod(argv[2], NULL);
  double q[COORDINATES], v[COORDINATES], before[COORDINATES], f[COORDINATES], a[COORDINATES], push[COORDINATES];
  double M[COORDINATES][COORDINATES], G[CONSTRAINTS][COORDINATES], phi[CONSTRAINTS], rate[CONSTRAINTS];
  double rate_before[CONSTRAINTS];
  memcpy(q, q0, sizeof q);
  memcpy(v, v0, sizeof v);
  printf("t");
  for (int i = 0; i < COORDINATES; ++i) printf(",q%d", i);
  for (int i = 0; i < COORDINATES; ++i) printf(",v%d", i);
  printf(",P0\n");
  row(0, q, v, 0);
  for (double t = 0; t < until;) {
    const double h = t + 1.5 * step < until ? step : until - t;
    double P = 0;
    mass(t, q, M);
    force(t, q, v, f);
    solve(M, f, a);
    memcpy(before, v, sizeof v);
    for (int i = 0; i < COORDINATES; ++i) v[i] += h * a[i];
    gap(t, q, phi);
    if (phi[0] <= 0) {
      gap_gradient(t, q, G);
      solve(M, G[0], push);
      gap_rate(t, q, v, rate);
      gap_rate(t, q, before, rate_before);
      P = -(rate[0] + e * rate_before[0]) / dot(G[0], push);
      if (P < 0) P = 0;
      for (int i = 0; i < COORDINATES; ++i) v[i] += P * push[i];
    }
    for (int i = 0; i < COORDINATES; ++i) q[i] += h * v[i];
    t += h;
    row(t, q, v, P);
  }
  return 0;
}
