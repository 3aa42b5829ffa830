"""Siconos's Moreau-Jean time-stepping with theta = 1/2 on one body and one contact, and its rows as `unilateral judge` reads them."""
import datetime
import subprocess

import siconos.kernel as sk


def version():
    """Of the Debian package; the bindings don't know theirs."""
    asked = subprocess.run(["dpkg-query", "--show", "--showformat", "${Version}", "python3-siconos"], capture_output=True, text=True)
    return asked.stdout + " (Debian)" if asked.returncode == 0 else "of unknown version"


def run(problem, command, body, relation, restitution, horizon, steps, coordinates):
    """Writes a header and one row a step: t, q, v, and the impulse of the contact over the step that ends there."""
    model = sk.NonSmoothDynamicalSystem(0, horizon)
    model.insertDynamicalSystem(body)
    contact = sk.Interaction(sk.NewtonImpactNSL(restitution), relation)
    model.link(contact, body)
    h = horizon / steps
    stepper = sk.TimeStepping(model, sk.TimeDiscretisation(0, h), sk.MoreauJeanOSI(0.5), sk.LCP())
    stepper.setNewtonTolerance(1e-12)
    stepper.setNewtonMaxIteration(50)

    print(f"# {problem} by Siconos {version()}: MoreauJeanOSI(0.5), TimeStepping, LCP; {steps} steps")
    print(f"# {command} {steps}, {datetime.date.today()}")
    print(",".join(["t"] + coordinates + [c + "'" for c in coordinates] + ["P"]))

    def row(t, impulse):
        print(",".join(f"{float(x):.12g}" for x in [t, *body.q(), *body.velocity(), impulse]))

    row(0, 0)
    for k in range(1, steps + 1):
        stepper.computeOneStep()
        row(k * horizon / steps, contact.lambda_(1)[0])
        stepper.nextStep()
