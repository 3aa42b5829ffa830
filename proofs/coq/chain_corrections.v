(** What [Sayah 2004] prints and what holds: exact counter-examples in the plane, with rational coordinates.

    The chain is an arc of four bars; each makes the angle β with its predecessor, cos β = 15/17, sin β = 8/17;
    node 0 is pulled at U = (−1, 0), against the first bar. *)

Require Import Reals Lra List.
Require Import inner_product kinetic_metric wedge chain.
Import ListNotations.
Open Scope R_scope.

Definition T1 : plane := vec 1 0.
Definition T2 : plane := vec (15/17) (8/17).
Definition T3 : plane := vec (161/289) (240/289).
Definition T4 : plane := vec (495/4913) (4888/4913).
Definition arc : list plane := [T1; T2; T3; T4].
Definition U : plane := vec (-1) 0.

(** Only node 1 moves, at speed 17/8. *)
Definition arc_velocities : list plane := [vec (-1) (15/8); vec 0 0; vec 0 0; vec 0 0].
Definition arc_tensions : list R := [17/8; 15/8; 5/4; 1/2].

Lemma norm_plane (x y s : R) : 0 <= s -> x * x + (y * y + 0) = s * s -> norm (vec x y) = s.
Proof. intros Hs H. unfold norm. cbn. rewrite H. apply sqrt_square. exact Hs. Qed.

Lemma bars_are_unit : Forall (fun T : plane => ||T||² = 1) arc.
Proof. repeat constructor; cbn; lra. Qed.

Lemma bars_turn_by_beta : ⟨T1, T2⟩ = 15/17 /\ ⟨T2, T3⟩ = 15/17 /\ ⟨T3, T4⟩ = 15/17.
Proof. repeat split; cbn; lra. Qed.

Ltac at_rest := rewrite (norm_plane 0 0 0) by (try lra); cbn; lra.

Lemma arc_equilibrium : equilibrium U arc arc_velocities arc_tensions.
Proof.
  unfold arc, arc_velocities, arc_tensions.
  constructor; [cbn; lra | cbn; lra | rewrite (norm_plane (-1) (15/8) (17/8)) by lra; cbn; lra |].
  constructor; [cbn; lra | cbn; lra | at_rest |].
  constructor; [cbn; lra | cbn; lra | at_rest |].
  constructor; [cbn; lra | cbn; lra | at_rest |].
  constructor.
Qed.

(** Application (i) of the paper says that the whole chain moves as long as the angle between the first bar and the last,
    γ_n = (n − 1)β, is less than π/2. Here γ_4 < π/2, since ⟨T_1, T_4⟩ > 0 and the turning is monotone, and nodes 2, 3, 4 are at rest
    in the only solution. *)
Theorem criterion_i_is_false :
  0 < ⟨T1, T2⟩ /\ 0 < ⟨T1, T3⟩ /\ 0 < ⟨T1, T4⟩ /\
  forall velocities, compatible U arc velocities -> dissipation velocities <= dissipation arc_velocities ->
    velocities = arc_velocities.
Proof.
  repeat split; try (cbn; lra).
  intros velocities C D. exact (proposition_2_2 _ _ _ _ _ _ arc_equilibrium C D).
Qed.

(** The least dissipation is 17/8. *)
Theorem optimum_is_17_over_8 : dissipation arc_velocities = 17/8.
Proof.
  rewrite <- (strong_duality _ _ _ _ _ arc_equilibrium). cbn. lra.
Qed.

(** "Min P1 = Min P2" with the norm of the paper, which counts node 0 as well, is false already for one bar along U: the sum of all |u_i|,
    node 0 included, is 2 while the least of τ_1 T_1·U is −1. With node 0 left out the values are opposite numbers. *)
Theorem min_P1_is_not_min_P2 :
  let bar := [T1] in
  equilibrium U bar [U] [1] /\ norm U + dissipation [U] = 2 /\ ⟨pull bar [1], U⟩ = -1 /\
  dissipation [U] = - ⟨pull bar [1], U⟩.
Proof.
  assert (H : equilibrium U [T1] [U] [1]).
  { constructor; [reflexivity | cbn; lra | unfold U; rewrite (norm_plane (-1) 0 1) by lra; cbn; lra | constructor]. }
  assert (N : norm U = 1) by (unfold U; apply norm_plane; lra).
  cbn zeta. split; [exact H |]. unfold dissipation. simpl fold_right. rewrite N.
  repeat split; cbn; lra.
Qed.

(** Proposition 2.2, second part: the tensions of a sub-chain at rest are not unique. *)
Theorem tensions_are_not_unique :
  equilibrium U arc arc_velocities [17/8; 15/8; 5/4; 1/2] /\
  equilibrium U arc arc_velocities [17/8; 15/8; 4/3; 1/2].
Proof.
  split; [exact arc_equilibrium |].
  unfold arc, arc_velocities.
  constructor; [cbn; lra | cbn; lra | rewrite (norm_plane (-1) (15/8) (17/8)) by lra; cbn; lra |].
  constructor; [cbn; lra | cbn; lra | at_rest |].
  constructor; [cbn; lra | cbn; lra | at_rest |].
  constructor; [cbn; lra | cbn; lra | at_rest |].
  constructor.
Qed.
