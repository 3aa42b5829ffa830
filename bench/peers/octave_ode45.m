% Octave's ode45 with events, for any system with gaps, restarted at each impact.
%
%     unilateral benchmark ... --external 'octave=octave-cli --norc bench/peers/octave_ode45.m {octave} {tolerance} {until}'
%
% Between impacts q'' = M^-1 f; an event a gap, falling; at it v+ = v + (1 + e) M^-1 G' P, 0 <= P, 0 <= rate + W P,
% P (...) = 0, over all gaps that are closed. It has no state for a contact that lasts, nor for impacts that accumulate:
% exit status 3.
1;

function refuse(why)
  fprintf(stderr, '%s\n', why);
  exit(3);
end

function dy = motion(t, y, ask)
  global evaluations
  evaluations += 1;
  q = y(1:ask.n);
  v = y(ask.n+1:end);
  dy = [v; ask.mass(t, q) \ ask.force(t, q, v)(:)];
end

function [value, terminal, direction] = gaps(t, y, ask)
  value = ask.gap(t, y(1:ask.n))(:);
  terminal = ones(ask.m, 1);
  direction = -ones(ask.m, 1);
end

warning('off', 'all');  % each event is one: it ends an integration
global evaluations
evaluations = 0;
args = argv();
[folder, stem] = fileparts(args{1});
tolerance = str2double(args{2});
final = str2double(args{3});
addpath(folder);
ask = feval(stem);
n = ask.n;
m = ask.m;
most_impacts = 20000;

t = 0;
y = [ask.q0(:); ask.v0(:)];
size_of_it = max(1, max(abs(y)));
near = max(tolerance, 1e-12)*size_of_it;
rows = [t, y', zeros(1, m)];
how = odeset('RelTol', tolerance, 'AbsTol', tolerance, 'MaxStep', final/10, 'Events', @(t, y) gaps(t, y, ask), 'Refine', 1);
impacts = 0;
while t < final
  [ts, ys, te] = ode45(@(t, y) motion(t, y, ask), [t, final], y, how);
  rows = [rows; ts(2:end), ys(2:end, :), zeros(numel(ts) - 1, m)];
  for k = 1:numel(ts)
    if any(ask.gap(ts(k), ys(k, 1:n)')(:) < -0.01*size_of_it)
      refuse('a contact that lasts: an integrator with events has no state for it, and falls through');
    end
  end
  begun = t;
  t = ts(end);
  y = ys(end, :)';
  if isempty(te) || t >= final
    break
  end
  impacts += 1;
  if t - begun <= 1e-10*final || impacts > most_impacts
    refuse('a contact that lasts, or impacts that accumulate: an integrator with events has no state for them');
  end
  q = y(1:n);
  v = y(n+1:end);
  M = ask.mass(t, q);
  G = ask.gap_gradient(t, q);
  gap = ask.gap(t, q)(:);
  [~, least] = min(gap);
  closed = find(abs(gap) <= near*max(1, max(abs(G), [], 2)));
  closed = union(closed(:), least);
  G = G(closed, :);
  rate = ask.gap_rate(t, q, v)(:)(closed);
  impulse = (1 + ask.e)*qp(zeros(numel(closed), 1), G*(M\G'), rate, [], [], zeros(numel(closed), 1), []);
  y(n+1:end) = v + M\(G'*impulse);
  P = zeros(1, m);
  P(closed) = impulse;
  rows(end+1, :) = [t, y', P];
end
if t < final*(1 - 1e-12)
  refuse(sprintf('ode45 came to t = %g, and no further', t));
end

printf('# velocity: smooth\n# force_evaluations: %d\n', evaluations);
names = {'t'};
for k = 0:n-1
  names{end+1} = sprintf('q%d', k);
end
for k = 0:n-1
  names{end+1} = sprintf('v%d', k);
end
for k = 0:m-1
  names{end+1} = sprintf('P%d', k);
end
printf('%s\n', strjoin(names, ','));
printf([repmat('%.17g,', 1, columns(rows) - 1), '%.17g\n'], rows');
