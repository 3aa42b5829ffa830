/* The wall of double_pendulum_wall as a Siconos plugin: the gap h and its gradient G. siconos_double_pendulum.py compiles it. */
#include <math.h>

void h(unsigned n, const double *q, unsigned m, double *y, unsigned k, double *z) { y[0] = 0.3 - sin(q[0]) - sin(q[1]); }
void G(unsigned n, const double *q, unsigned m, double *J, unsigned k, double *z) { J[0] = -cos(q[0]), J[1] = -cos(q[1]); }
