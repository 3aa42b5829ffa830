(** The a-priori estimates of the sweeping scheme under the hypotheses of [Dzonou, Monteiro Marques, Paoli], in R^d: M locally Lipschitz, symmetric and positive definite, f continuous,
  g and ∇g continuous. What the
    paper does not say, that ∇g(q_0) ≠ 0 where g(q_0) = 0, is needed: see reports/claims, DMP.local. That f is locally Lipschitz, and ∇g Hölder continuous, is not needed here.
    There are T > 0 and C such that for
    every step h the velocities of all steps up to T, and their variation, are at most C.
    From here to convergence it takes compactness: Ascoli's theorem for the positions, Helly's selection for the velocities
    (helly_selection in data_dependence.v says what that would be), and the passage to the limit in the inclusion. *)

Require Import Reals Lra.
Require Import inner_product projection cones kinetic_metric chain sweeping_step sweeping_variation sweeping_inertia finite_dimension.
Open Scope R_scope.

Section scheme.
Variable d : nat.
Variable M : euclidean d -> euclidean d -> euclidean d.
Variable force : R -> euclidean d -> euclidean d -> euclidean d.
Variable g : euclidean d -> R.
Variable grad : euclidean d -> euclidean d.
Variables e tau : R.
Variables q_0 u_0 : euclidean d.
Hypothesis M_linear : forall q, is_linear (euclidean d) (M q).
Hypothesis M_symmetric : forall q, is_symmetric (euclidean d) (M q).
Hypothesis M_definite : forall q x, x <> zero -> 0 < ⟨M q x, x⟩.
Hypothesis M_locally_lipschitz : forall q, exists eta L, 0 < eta /\ 0 <= L /\ forall q' q'' x, norm (q' - q)%V <= eta -> norm (q'' - q)%V <= eta ->
  norm (M q' x - M q'' x)%V <= L * norm (q' - q'')%V * norm x.
Hypothesis tau_range : 0 < tau.
Hypothesis force_is_continuous : forall t q p epsilon, 0 <= t <= tau -> 0 < epsilon -> exists eta, 0 < eta /\ forall t' q' p', 0 <= t' <= tau ->
  Rabs (t' - t) < eta -> norm (q' - q)%V < eta -> norm (p' - p)%V < eta -> norm (force t' q' p' - force t q p)%V <= epsilon.
Hypothesis g_is_continuous : forall q epsilon, 0 < epsilon -> exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta -> Rabs (g q' - g q) <= epsilon.
Hypothesis grad_is_continuous : forall q epsilon, 0 < epsilon -> exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta -> norm (grad q' - grad q)%V <= epsilon.
Hypothesis starts_in_L : g q_0 <= 0.
Hypothesis grad_does_not_vanish : g q_0 = 0 -> grad q_0 <> zero.
Hypothesis e_range : 0 <= e <= 1.

(** Near q_0 the sets V(q) contain one ball. *)
Lemma ball_near : exists rho c r, 0 < rho /\ 0 < r /\ forall q x, norm (q - q_0)%V <= rho -> norm x <= r -> one_sided (euclidean d) g grad q (c + x)%V.
Proof.
  destruct (Rlt_or_le (g q_0) 0) as [G | G].
  - destruct (g_is_continuous q_0 (- g q_0 / 2) ltac:(lra)) as [eta [P H]]. exists (eta / 2), zero, 1. split; [lra |]. split; [lra |].
    intros q x Hq _ Gq. exfalso. specialize (H q ltac:(lra)). revert H. unfold Rabs. destruct (Rcase_abs _); lra.
  - assert (N : 0 < norm (grad q_0)).
    { destruct (norm_nonnegative (euclidean d) (grad q_0)) as [N | N]; [exact N | exfalso]. apply (grad_does_not_vanish ltac:(lra)). apply norm_zero. symmetry. exact N. }
    destruct (grad_is_continuous q_0 (norm (grad q_0) / 2) ltac:(lra)) as [eta [P H]].
    exists (eta / 2), (- grad q_0)%V, (norm (grad q_0) / 3). split; [lra |]. split; [lra |].
    intros q x Hq Hx. apply (one_sided_contains_ball (euclidean d) g grad (grad q_0) (eta / 2) q_0); [| exact Hq | exact Hx].
    intros p Hp _. apply H. lra.
Qed.

(** Velocities and their variations have one bound on an interval [0, T], for every step h: from these estimates the paper's convergence starts. *)
Theorem scheme_is_bounded_uniformly : exists T C, 0 < T <= tau /\ forall h n q u total, 0 <= h ->
  inertial_scheme (euclidean d) M force (one_sided (euclidean d) g grad) e h q_0 u_0 n q u total -> INR n * h <= T -> norm u <= C /\ total <= C.
Proof.
  destruct ball_near as [r1 [c [r [R1 [r0 Ball]]]]].
  destruct (definite_is_elliptic d (fun x y => ⟨M q_0 x, y⟩)) as [a [a0 Elliptic]].
  { intros. rewrite (proj1 (M_linear q_0)), dot_add. reflexivity. }
  { intros. rewrite (proj2 (M_linear q_0)), dot_scale. reflexivity. }
  { apply M_symmetric. }
  { apply M_definite. }
  destruct (linear_is_bounded d (euclidean d) (M q_0)) as [B [B0 Bounded]]; [apply M_linear | apply M_linear |].
  destruct (M_locally_lipschitz q_0) as [eta [L [Eta [L0 Lip]]]].
  set (rho := Rmin (Rmin r1 eta) (a / (2 * (L + 1)))). assert (Rho : 0 < rho) by (repeat apply Rmin_glb_lt; try assumption; apply Rdiv_lt_0_compat; lra).
  assert (Rho1 : rho <= r1) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_l]). assert (Rho2 : rho <= eta) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_r]).
  assert (Rho3 : L * rho <= a / 2). { apply Rle_trans with ((L + 1) * (a / (2 * (L + 1)))); [apply Rmult_le_compat; [exact L0 | lra | lra | apply Rmin_r] | right; field; lra]. }
  assert (Centre : norm (q_0 - q_0)%V <= rho) by (replace (q_0 - q_0)%V with (zero : euclidean d) by vector_identity; unfold norm; rewrite dot_zero, sqrt_0; lra).
  assert (Mass : forall q x, norm (q - q_0)%V <= rho -> norm (M q x - M q_0 x)%V <= a / 2 * norm x).
  { intros q x Hq. eapply Rle_trans; [apply Lip; (eapply Rle_trans; [| exact Rho2]; assumption) |]. apply Rmult_le_compat_r; [apply norm_nonnegative |].
    eapply Rle_trans; [apply Rmult_le_compat_l; [exact L0 | exact Hq] | exact Rho3]. }
  set (alpha := a / 2). set (beta := B + a). set (sigma := sqrt alpha). assert (A0 : 0 < alpha) by (unfold alpha; lra). assert (S0 : 0 < sigma) by (apply sqrt_lt_R0; exact A0).
  assert (Inertia : inertia (euclidean d) M q_0 rho alpha beta L).
  { split.
    - unfold alpha, beta. lra.
    - exact M_linear.
    - exact M_symmetric.
    - intros q x Hq. specialize (Mass q x Hq). specialize (Elliptic x). pose proof (product_is_bounded (euclidean d) (M q x - M q_0 x)%V x) as Cs.
      pose proof (norm_nonnegative (euclidean d) x) as x0.
      assert (norm (M q x - M q_0 x)%V * norm x <= a / 2 * norm x * norm x) by (apply Rmult_le_compat_r; assumption).
      assert (S : - ⟨M q x - M q_0 x, x⟩ <= a / 2 * norm x * norm x) by (revert Cs; unfold Rabs; destruct (Rcase_abs _); lra).
      rewrite dot_subtract in S. rewrite <- norm_squared in Elliptic |- *. unfold alpha. lra.
    - intros q x Hq. specialize (Mass q x Hq). specialize (Bounded x). pose proof (norm_nonnegative (euclidean d) x) as x0.
      replace (M q x) with ((M q x - M q_0 x) + M q_0 x)%V by vector_identity. eapply Rle_trans; [apply triangle |]. unfold beta. assert (0 <= a / 2 * norm x) by (apply Rmult_le_pos; lra).
      lra.
    - intros q q' x Hq Hq'. apply Lip; (eapply Rle_trans; [| exact Rho2]; assumption). }
  set (N_0 := kinetic_norm (euclidean d) (M q_0) u_0). assert (N0 : 0 <= N_0) by apply sqrt_pos. set (radius := (N_0 + 1) * exp 1).
  assert (R0 : 0 < radius) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]).
  set (U := radius / sigma). assert (U0 : 0 < U) by (apply Rdiv_lt_0_compat; [exact R0 | exact S0]).
  pose proof (norm_nonnegative (euclidean d) q_0) as q00. set (size := norm q_0 + rho + beta * U).
  assert (BU : 0 <= beta * U) by (apply Rmult_le_pos; [unfold beta; lra | lra]).
  destruct (continuous_is_bounded d (euclidean d) force tau size) as [F [F0 Force]]; [lra | unfold size; lra | exact force_is_continuous |].
  assert (Forces : forall t q u, 0 <= t <= tau -> norm (q - q_0)%V <= rho -> norm u <= U -> norm (force t q (M q u)) <= F).
  { intros t q u Ht Hq Hu. apply Force; [exact Ht | |].
    - replace q with ((q - q_0) + q_0)%V by vector_identity. eapply Rle_trans; [apply triangle |]. unfold size. lra.
    - eapply Rle_trans; [apply (M_bounded _ _ _ _ _ _ _ Inertia); exact Hq |]. assert (beta * norm u <= beta * U) by (apply Rmult_le_compat_l; [unfold beta; lra | exact Hu]). unfold size.
      lra. }
  set (kappa := L / (2 * (alpha * sigma))). assert (K0 : 0 <= kappa) by (apply Rmult_le_pos; [exact L0 | left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat;
    [lra | apply Rmult_lt_0_compat; assumption]]).
  set (phi := F / sigma). assert (P0 : 0 <= phi) by (apply Rmult_le_pos; [exact F0 | left; apply Rinv_0_lt_compat; exact S0]).
  assert (KR : 0 <= kappa * radius) by (apply Rmult_le_pos; [exact K0 | lra]).
  set (T := Rmin (Rmin tau (rho / U)) (Rmin (/ (phi + 1)) (/ (kappa * radius + 1)))).
  assert (T0 : 0 < T) by (repeat apply Rmin_glb_lt; [exact tau_range | apply Rdiv_lt_0_compat; assumption | apply Rinv_0_lt_compat; lra | apply Rinv_0_lt_compat; lra]).
  assert (T1 : T <= tau) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (T2 : T * U <= rho). { apply Rle_trans with (rho / U * U); [apply Rmult_le_compat_r; [lra | eapply Rle_trans; [apply Rmin_l | apply Rmin_r]] | right; field; lra]. }
  assert (T3 : T * phi <= 1). { apply Rle_trans with (/ (phi + 1) * (phi + 1)); [apply Rmult_le_compat; try lra; eapply Rle_trans; [apply Rmin_r | apply Rmin_l] | right; field; lra]. }
  assert (T4 : kappa * radius * T <= 1). { rewrite Rmult_comm. apply Rle_trans with (/ (kappa * radius + 1) * (kappa * radius + 1)); [apply Rmult_le_compat; try lra; eapply Rle_trans;
    [apply Rmin_r | apply Rmin_r] | right; field; lra]. }
  assert (Grows : exp (kappa * radius * T) <= exp 1).
  { apply exp_grows. exact T4. }
  assert (Radius : (N_0 + T * phi) * exp (kappa * radius * T) <= radius).
  { unfold radius at 2. apply Rmult_le_compat; [assert (0 <= T * phi) by (apply Rmult_le_pos; lra); lra | left; apply exp_pos | lra | exact Grows]. }
  assert (Cones : forall q, norm (q - q_0)%V <= rho -> is_cone (one_sided (euclidean d) g grad q)) by (intros; apply one_sided_is_cone).
  assert (Forces' : forall t q u, 0 <= t <= T -> norm (q - q_0)%V <= rho -> norm u <= radius / sqrt alpha -> norm (force t q (M q u)) <= F) by (intros t q u Ht; apply Forces; lra).
  assert (Balls : forall q x, norm (q - q_0)%V <= rho -> norm x <= r -> one_sided (euclidean d) g grad q (c + x)%V) by (intros q x Hq; apply Ball; lra).
  set (C := / alpha * (T * F + norm c / r * (2 * beta * U + T * (L * U * U + F)))).
  exists T, (Rmax U C). split; [lra |]. intros h n q u total Hh Sch Hn.
  destruct (inertial_velocities_are_bounded (euclidean d) M force (one_sided (euclidean d) g grad) q_0 u_0 rho alpha beta L e h T F radius Inertia Cones e_range Hh (Rlt_le _ _ T0) F0
    Forces' Radius T2 n q u total Sch Hn) as [Hq Hu].
  pose proof (inertial_variation_is_bounded (euclidean d) M force (one_sided (euclidean d) g grad) q_0 u_0 rho alpha beta L e h T F radius Inertia Cones e_range Hh (Rlt_le _ _ T0) F0
    Forces' Radius T2 c r r0 Balls n q u total Sch Hn) as V.
  fold sigma in Hq, Hu, V. fold U in Hq, V. fold kappa phi N_0 in Hu. pose proof (pos_INR n) as n0. assert (NH : 0 <= INR n * h) by (apply Rmult_le_pos; assumption).
  split.
  - eapply Rle_trans; [| apply Rmax_l]. unfold U.
    assert (Near : norm (q - q_0)%V <= rho) by (eapply Rle_trans; [exact Hq |]; eapply Rle_trans; [apply Rmult_le_compat_r; [lra | exact Hn] | exact T2]).
    pose proof (norm_by_kinetic_norm (euclidean d) (M q) alpha A0 (fun x => M_elliptic _ _ _ _ _ _ _ Inertia q x Near) u) as Sp. fold sigma in Sp.
    assert (Fast : kinetic_norm (euclidean d) (M q) u <= radius).
    { eapply Rle_trans; [exact Hu |]. eapply Rle_trans; [| exact Radius]. apply Rmult_le_compat; [| left; apply exp_pos | |].
      - assert (0 <= INR n * h * phi) by (apply Rmult_le_pos; assumption). lra.
      - assert (INR n * h * phi <= T * phi) by (apply Rmult_le_compat_r; assumption). lra.
      - assert (X : kappa * radius * (INR n * h) <= kappa * radius * T) by (apply Rmult_le_compat_l; assumption).
        apply exp_grows. exact X. }
    apply (Rmult_le_reg_l sigma); [exact S0 |]. replace (sigma * (radius / sigma)) with radius by (field; lra). lra.
  - eapply Rle_trans; [exact V |]. eapply Rle_trans; [| apply Rmax_r]. unfold C. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; exact A0 |].
    assert (W0 : 0 <= L * U * U + F) by (assert (0 <= L * U * U) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra); lra).
    assert (INR n * h * F <= T * F) by (apply Rmult_le_compat_r; assumption).
    assert (INR n * h * (L * U * U + F) <= T * (L * U * U + F)) by (apply Rmult_le_compat_r; assumption).
    assert (0 <= norm c / r) by (apply Rmult_le_pos; [apply norm_nonnegative | left; apply Rinv_0_lt_compat; exact r0]).
    assert (norm c / r * (2 * beta * U + INR n * h * (L * U * U + F)) <= norm c / r * (2 * beta * U + T * (L * U * U + F))) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End scheme.
