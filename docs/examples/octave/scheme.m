% A scheme of one's own in Octave: semi-implicit Euler with the law of impact at the velocities of each step, for
% problems of one constraint,
%
%     M (v' - v) = h f + G' P,   0 <= P  _|_  G v' + e G v >= 0 where the gap is closed,   q' = q + h v'
%
%     unilateral export double_pendulum_wall --as octave --out double_pendulum_wall.m
%     unilateral converge double_pendulum_wall --external 'mine=octave-cli scheme.m {step} {until}' --declares 'sup q=1'
1;

function rows = run(p, step, last)
  t = 0; q = p.q0; v = p.v0;
  rows = [t, q', v', 0];
  while t < last
    h = step;
    if t + 1.5*step >= last, h = last - t; end
    M = p.mass(t, q); before = v; P = 0;
    v = v + h*(M \ p.force(t, q, v));
    if p.gap(t, q)(1) <= 0
      G = p.gap_gradient(t, q);
      push = M \ G';
      P = max(0, -(p.gap_rate(t, q, v) + p.e*p.gap_rate(t, q, before)) / (G*push));
      v = v + push*P;
    end
    q = q + h*v;
    t = t + h;
    rows(end + 1, :) = [t, q', v', P];
  end
end

addpath(fileparts(mfilename('fullpath')));
words = argv();
p = double_pendulum_wall();
rows = run(p, str2double(words{end - 1}), str2double(words{end}));
printf('t'); printf(',q%d', 0:p.n - 1); printf(',v%d', 0:p.n - 1); printf(',P0\n');
printf([repmat('%.17g,', 1, columns(rows) - 1), '%.17g\n'], rows');
