(** Theorem 2.1 of [Paoli 2004], first stage of its proof: under hypotheses (i) to (v), with data that satisfy (H1) to (H4), there are δ_∞ > 0 and C such that for every p

        |u̇_p(t + 0)| ≤ C for 0 ≤ t < δ_∞,      and the variation of u̇_p on [0, δ_∞[ is at most C.

    The constants of impacting_motion.v are those of the limit data near u_0∞, a little enlarged: α is half of the least eigenvalue of M_∞(u_0∞), L is |dM_∞(u_0∞)| + 2,
      U such that α U² exceeds the energy that any u_p
    starts with, F the largest |f_∞| for |v| ≤ U, and 1; the centre c of the ball in all cones comes of the linear independence of the active gradients (Farkas).
    For the finitely many p whose data are not near
    those of the limit, the variation that each has serves. *)

Require Import Reals Lra Lia List.
Require Import inner_product projection cones unilateral_reactions gauss kinetic_metric chain sweeping_step sweeping_variation sweeping_inertia finite_dimension impacting_motion.
Import ListNotations.
Open Scope R_scope.

(** *** What R^d is not needed for *)

Section tools.
Variable E : space.
Implicit Types q : E.

(** The mean value inequality: a derivative of at most L on a ball gives the Lipschitz constant L there. *)
Lemma lipschitz_by_derivative (M : E -> E -> E) (dM : E -> E -> E -> E) q_0 rho L x : 0 <= L ->
  (forall q epsilon, 0 < epsilon -> exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta -> norm (M q' x - M q x - dM q (q' - q)%V x)%V <= epsilon * norm (q' - q)%V * norm x) ->
  (forall q y, norm (q - q_0)%V <= rho -> norm (dM q y x) <= L * norm y * norm x) ->
  forall q q', norm (q - q_0)%V <= rho -> norm (q' - q_0)%V <= rho -> norm (M q x - M q' x)%V <= L * norm (q - q')%V * norm x.
Proof.
  intros L0 Der Bound q' q Hq' Hq. set (y := (q' - q)%V). pose proof (norm_nonnegative E y) as Y0. pose proof (norm_nonnegative E x) as X0.
  set (cut := fun s => Rmin s 1). set (path := fun s => (q + cut s * y)%V).
  assert (Cut : forall s, 0 <= s -> 0 <= cut s <= 1) by (intros s Hs; unfold cut; split; [apply Rmin_glb; lra | apply Rmin_r]).
  assert (Moves : forall s t, s <= t -> 0 <= cut t - cut s <= t - s) by (intros s t Hs; unfold cut, Rmin; destruct (Rle_dec s 1), (Rle_dec t 1); lra).
  assert (Inside : forall s, 0 <= s -> norm (path s - q_0)%V <= rho).
  { intros s Hs. specialize (Cut s Hs). replace (path s - q_0)%V with ((1 - cut s) * (q - q_0) + cut s * (q' - q_0))%V by (unfold path, y; vector_identity).
    eapply Rle_trans; [apply triangle |]. rewrite !norm_of_multiple by lra. assert ((1 - cut s) * norm (q - q_0)%V <= (1 - cut s) * rho) by (apply Rmult_le_compat_l; lra).
    assert (cut s * norm (q' - q_0)%V <= cut s * rho) by (apply Rmult_le_compat_l; lra). lra. }
  apply (le_within _ _ (norm y * norm x)); [apply Rmult_le_pos; assumption |]. intros epsilon He.
  (* a step along the path, whichever way *)
  assert (Step : forall s, 0 <= s -> exists eta, 0 < eta /\ forall t, 0 <= t -> Rabs (t - s) < eta ->
    norm (M (path t) x - M (path s) x)%V <= (L + epsilon) * (Rabs (t - s) * norm y) * norm x).
  { intros s Hs. destruct (Der (path s) epsilon He) as [eta [P H]]. exists (eta / (norm y + 1)). split; [apply Rdiv_lt_0_compat; lra |]. intros t Ht Hts.
    assert (Ep : (path t - path s)%V = ((cut t - cut s) * y)%V) by (unfold path; vector_identity).
    assert (Dist : norm (path t - path s)%V <= Rabs (t - s) * norm y).
    { rewrite Ep. destruct (Rle_or_lt s t) as [G | G].
      - pose proof (Moves s t G). rewrite norm_of_multiple by lra. apply Rmult_le_compat_r; [exact Y0 |]. rewrite Rabs_pos_eq; lra.
      - pose proof (Moves t s ltac:(lra)). rewrite <- norm_of_opposite. replace (- ((cut t - cut s) * y))%V with ((cut s - cut t) * y)%V by vector_identity.
        rewrite norm_of_multiple by lra. apply Rmult_le_compat_r; [exact Y0 |]. rewrite Rabs_left; lra. }
    assert (Small : norm (path t - path s)%V < eta).
    { eapply Rle_lt_trans; [exact Dist |]. apply Rle_lt_trans with (Rabs (t - s) * (norm y + 1)); [apply Rmult_le_compat_l; [apply Rabs_pos | lra] |].
      replace eta with (eta / (norm y + 1) * (norm y + 1)) by (field; lra). apply Rmult_lt_compat_r; lra. }
    specialize (H (path t) Small). specialize (Bound (path s) (path t - path s)%V (Inside s Hs)).
    set (z := (M (path t) x - M (path s) x - dM (path s) (path t - path s)%V x)%V) in *.
    replace (M (path t) x - M (path s) x)%V with (z + dM (path s) (path t - path s)%V x)%V by (unfold z; vector_identity).
    eapply Rle_trans; [apply triangle |].
    assert ((L + epsilon) * norm (path t - path s)%V * norm x <= (L + epsilon) * (Rabs (t - s) * norm y) * norm x) by (apply Rmult_le_compat_r; [exact X0 | apply Rmult_le_compat_l; lra]).
    lra. }
  assert (All : norm (M (path 1) x - M (path 0) x)%V <= (L + epsilon) * (1 * norm y) * norm x).
  { apply (induction_along (fun s => norm (M (path s) x - M (path 0) x)%V <= (L + epsilon) * (s * norm y) * norm x) 0 2); [intros; apply stable_le; assumption | | | | lra].
    - replace (M (path 0) x - M (path 0) x)%V with (zero : E) by vector_identity. unfold norm at 1. rewrite dot_zero, sqrt_0. lra.
    - intros s Hs Ps. destruct (Step s ltac:(lra)) as [eta [P H]]. exists eta. split; [exact P |]. intros t Ht _. specialize (H t ltac:(lra) ltac:(rewrite Rabs_pos_eq; lra)).
      rewrite Rabs_pos_eq in H by lra.
      replace (M (path t) x - M (path 0) x)%V with ((M (path t) x - M (path s) x) + (M (path s) x - M (path 0) x))%V by vector_identity. eapply Rle_trans; [apply triangle |]. lra.
    - intros s Hs Before. destruct (Step s ltac:(lra)) as [eta [P H]]. set (t := Rmax 0 (s - eta / 2)).
      assert (T : 0 <= t < s /\ s - eta < t) by (unfold t; pose proof (Rmax_l 0 (s - eta / 2)); pose proof (Rmax_r 0 (s - eta / 2)); pose proof (Rmax_lub_lt 0 (s - eta / 2) s); lra).
      specialize (H t ltac:(lra) ltac:(rewrite Rabs_left; lra)). rewrite Rabs_left in H by lra. specialize (Before t ltac:(lra)).
      replace (M (path s) x - M (path 0) x)%V with (- (M (path t) x - M (path s) x) + (M (path t) x - M (path 0) x))%V by vector_identity. eapply Rle_trans; [apply triangle |].
      rewrite norm_of_opposite. lra. }
  assert (E1 : path 1 = q') by (unfold path, cut; rewrite Rmin_left by lra; unfold y; vector_identity).
  assert (E0 : path 0 = q) by (unfold path, cut; rewrite Rmin_left by lra; unfold y; vector_identity).
  rewrite E1, E0 in All. fold y. lra.
Qed.

(** *** A direction into the cone of independent constraints *)
Variable nu : nat.
Variable gap : nat -> E -> R.
Variable gradient : nat -> E -> E.

(** The gradients of the active constraints are linearly independent. *)
Definition independent_gradients q : Prop := forall k : nat -> R, (forall i, (i < nu)%nat -> 0 < gap i q -> k i = 0) ->
  sum_of_vectors E nu (fun i => (k i * gradient i q)%V) = zero -> forall i, (i < nu)%nat -> k i = 0.

Lemma sum_of_vectors_same n x y : (forall i, (i < n)%nat -> x i = y i) -> sum_of_vectors E n x = sum_of_vectors E n y.
Proof. induction n as [| n IH]; intro H; cbn [sum_of_vectors]; [reflexivity |]. rewrite (IH (fun i Hi => H i ltac:(lia))), (H n ltac:(lia)). reflexivity. Qed.

Fixpoint active_rows q (n : nat) : list (row E) :=
  match n with O => [] | S m => if Rle_dec (gap m q) 0 then (gradient m q, 1) :: active_rows q m else active_rows q m end.

Lemma coefficients q n r g : combination zero (active_rows q n) r g ->
  exists k : nat -> R, (forall i, (i < n)%nat -> 0 < gap i q -> k i = 0) /\ r = sum_of_vectors E n (fun i => (k i * gradient i q)%V) /\ g = sum_below n k.
Proof.
  revert r g. induction n as [| n IH]; intros r g H; cbn [active_rows] in H.
  - inversion H; subst. exists (fun _ => 0). split; [intros; lia | split; reflexivity].
  - assert (Extend : forall l r' g', (0 < gap n q -> l = 0) -> combination zero (active_rows q n) r' g' -> r = (l * gradient n q + r')%V -> g = l + g' ->
      exists k : nat -> R, (forall i, (i < S n)%nat -> 0 < gap i q -> k i = 0) /\ r = sum_of_vectors E (S n) (fun i => (k i * gradient i q)%V) /\ g = sum_below (S n) k).
    { intros l r' g' Hl C Er Eg. destruct (IH r' g' C) as [k [K1 [K2 K3]]]. exists (fun i => if Nat.eq_dec i n then l else k i). split; [| split].
      - intros i Hi G. destruct (Nat.eq_dec i n) as [-> | N]; [apply Hl; exact G | apply K1; [lia | exact G]].
      - cbn [sum_of_vectors]. destruct (Nat.eq_dec n n) as [_ | N]; [| lia]. rewrite Er, K2.
        rewrite (sum_of_vectors_same n (fun i => ((if Nat.eq_dec i n then l else k i) * gradient i q)%V) (fun i => (k i * gradient i q)%V)) by (intros i Hi; destruct (Nat.eq_dec i n);
          [lia | reflexivity]). vector_identity.
      - cbn [sum_below]. destruct (Nat.eq_dec n n) as [_ | N]; [| lia]. rewrite Eg, K3.
        rewrite (sum_below_same n (fun i => if Nat.eq_dec i n then l else k i) k) by (intros i Hi; destruct (Nat.eq_dec i n); [lia | reflexivity]). ring. }
    destruct (Rle_dec (gap n q) 0) as [G | G].
    + inversion H as [| ? ? l ? r' g' Hl C]; subst. apply (Extend l r' g'); [intro; lra | exact C | reflexivity | rewrite dot_zero_r; ring].
    + apply (Extend 0 r g); [intro; reflexivity | exact H | vector_identity | ring].
Qed.

Lemma direction_inwards q : independent_gradients q -> exists c, forall i, (i < nu)%nat -> gap i q <= 0 -> 1 <= ⟨gradient i q, c⟩.
Proof.
  intro Ind. destruct (proj2 (admissible_iff_no_contradiction E (active_rows q nu))) as [c Hc].
  - intros g C. destruct (coefficients q nu zero g C) as [k [K1 [K2 ->]]]. rewrite (sum_below_same nu k (fun i => 0 * 0)).
    + rewrite (sum_below_times nu 0 (fun _ => 0)). lra.
    + intros i Hi. rewrite (Ind k K1 (eq_sym K2) i Hi). ring.
  - exists c. intros i Hi G. apply Hc. clear -Hi G. revert Hi. induction nu as [| n IH]; intro Hi; [lia |]. cbn [active_rows].
    destruct (Nat.eq_dec i n) as [-> | N].
    + destruct (Rle_dec (gap n q) 0) as [_ | H]; [left; reflexivity | contradiction].
    + destruct (Rle_dec (gap n q) 0); [right |]; apply IH; lia.
Qed.
End tools.

(** *** Theorem 2.1, first stage: bounds in L^∞ and BV, uniform in p *)

(** Data: M and its derivative, dM q y x = (d/ds) M(q + s y) x at s = 0; f; ν constraints and their gradients. *)
Record problem_data (d : nat) : Type := Data {
  mass : euclidean d -> euclidean d -> euclidean d;
  mass_derivative : euclidean d -> euclidean d -> euclidean d -> euclidean d;
  force : R -> euclidean d -> euclidean d -> euclidean d;
  gap : nat -> euclidean d -> R;
  gradient : nat -> euclidean d -> euclidean d
}.
Arguments mass {d}.
Arguments mass_derivative {d}.
Arguments force {d}.
Arguments gap {d}.
Arguments gradient {d}.

(** (H1) to (H4) of the paper, of (H3) no more than f_i ∈ C^1; K is the set of admissible positions. *)
Record regular (d nu : nat) (tau : R) (D : problem_data d) : Prop := Regular {
  H1_linear : forall q, is_linear (euclidean d) (mass D q);
  H1_symmetric : forall q, is_symmetric (euclidean d) (mass D q);
  H1_definite : forall q x, x <> zero -> 0 < ⟨mass D q x, x⟩;
  H1_derivative : forall q epsilon, 0 < epsilon -> exists eta, 0 < eta /\ forall q' x, norm (q' - q)%V < eta ->
    norm (mass D q' x - mass D q x - mass_derivative D q (q' - q)%V x)%V <= epsilon * norm (q' - q)%V * norm x;
  H1_bilinear : forall q, (forall x, is_linear (euclidean d) (fun y => mass_derivative D q y x)) /\ (forall y, is_linear (euclidean d) (mass_derivative D q y));
  H1_continuous : forall q epsilon, 0 < epsilon -> exists eta, 0 < eta /\ forall q' y x, norm (q' - q)%V < eta ->
    norm (mass_derivative D q' y x - mass_derivative D q y x)%V <= epsilon * norm y * norm x;
  H2 : forall t q x epsilon, 0 <= t <= tau -> 0 < epsilon -> exists eta, 0 < eta /\ forall t' q' x', 0 <= t' <= tau ->
    Rabs (t' - t) < eta -> norm (q' - q)%V < eta -> norm (x' - x)%V < eta -> norm (force D t' q' x' - force D t q x)%V <= epsilon;
  H3_gradient : forall i q epsilon, (i < nu)%nat -> 0 < epsilon -> exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta ->
    Rabs (gap D i q' - gap D i q - ⟨gradient D i q, q' - q⟩) <= epsilon * norm (q' - q)%V;
  H3_continuous : forall i q epsilon, (i < nu)%nat -> 0 < epsilon -> exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta ->
    norm (gradient D i q' - gradient D i q)%V <= epsilon;
  H4 : forall q, (forall i, (i < nu)%nat -> 0 <= gap D i q) -> independent_gradients (euclidean d) nu (gap D) (gradient D) q
}.

(** (ii) and (iii): M_p, dM_p, f_ip, ∇f_ip and f_p converge uniformly on bounded sets. *)
Record tends_to (d nu : nat) (tau : R) (D : nat -> problem_data d) (D_limit : problem_data d) : Prop := Tends {
  masses_tend : forall r epsilon, 0 < epsilon -> exists P, forall p q x, (P <= p)%nat -> norm q <= r -> norm (mass (D p) q x - mass D_limit q x)%V <= epsilon * norm x;
  derivatives_tend : forall r epsilon, 0 < epsilon -> exists P, forall p q y x, (P <= p)%nat -> norm q <= r ->
    norm (mass_derivative (D p) q y x - mass_derivative D_limit q y x)%V <= epsilon * norm y * norm x;
  gaps_tend : forall r epsilon, 0 < epsilon -> exists P, forall p i q, (P <= p)%nat -> (i < nu)%nat -> norm q <= r -> Rabs (gap (D p) i q - gap D_limit i q) <= epsilon;
  gradients_tend : forall r epsilon, 0 < epsilon -> exists P, forall p i q, (P <= p)%nat -> (i < nu)%nat -> norm q <= r -> norm (gradient (D p) i q - gradient D_limit i q)%V <= epsilon;
  forces_tend : forall r epsilon, 0 < epsilon -> exists P, forall p t q x, (P <= p)%nat -> 0 <= t <= tau -> norm q <= r -> norm x <= r ->
    norm (force (D p) t q x - force D_limit t q x)%V <= epsilon
}.

(** u is a solution of problem (P) with the data D on [0, δ[, with right velocity v. *)
Definition solves_on {d} (nu : nat) (e delta : R) (D : problem_data d) (u v : R -> euclidean d) : Prop :=
  exists w reaction variation, solution_of_P (euclidean d) (mass D) (force D) nu (gap D) (gradient D) e delta u v w reaction variation.

(** Σ |v(t_{k+1}) − v(t_k)| ≤ C for every partition t_0 ≤ … ≤ t_m of [0, δ[: the variation of v there. *)
Definition variation_at_most {E : space} (delta C : R) (v : R -> E) : Prop :=
  forall (instants : nat -> R) m, 0 <= instants 0%nat -> (forall k, (k < m)%nat -> instants k <= instants (S k)) -> instants m < delta ->
    sum_below m (fun k => norm (v (instants (S k)) - v (instants k))%V) <= C.

(** W majorises the variation of v on [0, T[, and is bounded by C. *)
Definition majorises {E : space} (T C : R) (v : R -> E) (W : R -> R) : Prop :=
  (forall s t, 0 <= s <= t -> t < T -> norm (v t - v s)%V <= W t - W s) /\ forall t, 0 <= t < T -> Rabs (W t) <= C.

Lemma finitely_many n (Q : nat -> R -> Prop) : (forall i s t, s <= t -> Q i t -> Q i s) -> (forall i, (i < n)%nat -> exists eta, 0 < eta /\ Q i eta) ->
  exists eta, 0 < eta /\ forall i, (i < n)%nat -> Q i eta.
Proof.
  intro Falls. induction n as [| n IH]; intro H; [exists 1; split; [lra | intros; lia] |].
  destruct (IH (fun i Hi => H i ltac:(lia))) as [e1 [P1 H1]]. destruct (H n ltac:(lia)) as [e2 [P2 H2]].
  exists (Rmin e1 e2). split; [apply Rmin_glb_lt; assumption |]. intros i Hi.
  destruct (Nat.eq_dec i n) as [-> | N]; [apply (Falls n _ e2); [apply Rmin_r | exact H2] | apply (Falls i _ e1); [apply Rmin_l | apply H1; lia]].
Qed.

Lemma largest n (x : nat -> R) : exists m, 0 <= m /\ forall i, (i < n)%nat -> x i <= m.
Proof.
  induction n as [| n [m [M0 H]]]; [exists 0; split; [lra | intros; lia] |]. exists (Rmax m (x n)). pose proof (Rmax_l m (x n)). pose proof (Rmax_r m (x n)). split; [lra |].
  intros i Hi. destruct (Nat.eq_dec i n) as [-> | N]; [lra |]. specialize (H i ltac:(lia)). lra.
Qed.

Lemma linear_in_sum d (A : euclidean d -> euclidean d) x y : is_linear (euclidean d) A -> A (x - y)%V = (A x - A y)%V.
Proof. intros [Add Scale]. unfold subtract, opposite. rewrite Add, Scale. reflexivity. Qed.

Section theorem.
Variables d nu : nat.
Variables e tau delta : R.
Variable D : nat -> problem_data d.
Variable D_limit : problem_data d.
Variables u v : nat -> R -> euclidean d.
Variables u_0 v_0 : euclidean d.
Hypothesis e_range : 0 <= e <= 1.
Hypothesis delta_range : 0 < delta <= tau.
Hypothesis D_regular : forall p, regular d nu tau (D p).
Hypothesis limit_regular : regular d nu tau D_limit.
Hypothesis converges : tends_to d nu tau D D_limit.
Hypothesis start_admissible : forall i, (i < nu)%nat -> 0 <= gap D_limit i u_0.
Hypothesis starts_tend : forall epsilon, 0 < epsilon -> exists P, forall p, (P <= p)%nat -> norm (u p 0 - u_0)%V <= epsilon /\ norm (v p 0 - v_0)%V <= epsilon.
Hypothesis solutions : forall p, solves_on nu e delta (D p) (u p) (v p).

(** From some p on, with constants that the limit alone gives. *)
Lemma eventually : exists T C P, 0 < T <= delta / 2 /\ forall p, (P <= p)%nat -> (forall t, 0 <= t < T -> norm (v p t) <= C) /\ exists W, majorises T C (v p) W.
Proof.
  (* constants at u_0 *)
  destruct (definite_is_elliptic d (fun x y => ⟨mass D_limit u_0 x, y⟩)) as [a [a0 Elliptic]].
  { intros. rewrite (proj1 (H1_linear _ _ _ _ limit_regular u_0)), dot_add. reflexivity. }
  { intros. rewrite (proj2 (H1_linear _ _ _ _ limit_regular u_0)), dot_scale. reflexivity. }
  { apply (H1_symmetric _ _ _ _ limit_regular). }
  { apply (H1_definite _ _ _ _ limit_regular). }
  destruct (linear_is_bounded d (euclidean d) (mass D_limit u_0)) as [B [B0 Bounded]]; [apply (H1_linear _ _ _ _ limit_regular) | apply (H1_linear _ _ _ _ limit_regular) |].
  destruct (bilinear_is_bounded d (euclidean d) d (mass_derivative D_limit u_0)) as [K [K0 Derivative]].
  { intros x y z. apply (proj1 (H1_bilinear _ _ _ _ limit_regular u_0) z). }
  { intros b x z. apply (proj1 (H1_bilinear _ _ _ _ limit_regular u_0) z). }
  { intros x y z. apply (proj2 (H1_bilinear _ _ _ _ limit_regular u_0) x). }
  { intros b x z. apply (proj2 (H1_bilinear _ _ _ _ limit_regular u_0) x). }
  destruct (direction_inwards (euclidean d) nu (gap D_limit) (gradient D_limit) u_0 (H4 _ _ _ _ limit_regular u_0 start_admissible)) as [c Inwards].
  pose proof (norm_nonnegative _ c) as C0. set (eta := / (2 * (norm c + 1))).
  assert (Eta0 : 0 < eta) by (apply Rinv_0_lt_compat; lra).
  assert (Eta1 : eta <= 1) by (unfold eta; rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (Eta2 : eta * norm c <= 1 / 2). { unfold eta. apply (Rmult_le_reg_l (2 * (norm c + 1))); [lra |]. field_simplify; [| lra]. lra. }
  destruct (largest nu (fun i => norm (gradient D_limit i u_0))) as [G [G0 Steep]].
  (* a ball about u_0 *)
  destruct (H1_derivative _ _ _ _ limit_regular u_0 1 ltac:(lra)) as [r1 [R1 Near1]].
  destruct (H1_continuous _ _ _ _ limit_regular u_0 1 ltac:(lra)) as [r2 [R2 Near2]].
  destruct (finitely_many nu (fun i r => forall q, norm (q - u_0)%V < r -> norm (gradient D_limit i q - gradient D_limit i u_0)%V <= eta / 2)) as [r3 [R3 Near3]].
  { intros i s t L H q Hq. apply H. lra. }
  { intros i Hi. apply (H3_continuous _ _ _ _ limit_regular); [exact Hi | lra]. }
  destruct (finitely_many nu (fun i r => 0 < gap D_limit i u_0 -> forall q, norm (q - u_0)%V < r -> r <= gap D_limit i q)) as [r4 [R4 Near4]].
  { intros i s t L H Open q Hq. specialize (H Open q ltac:(lra)). lra. }
  { intros i Hi. destruct (Rlt_or_le 0 (gap D_limit i u_0)) as [Open | Shut]; [| exists 1; split; [lra | intro; lra]].
    destruct (H3_gradient _ _ _ _ limit_regular i u_0 1 Hi ltac:(lra)) as [r [Hr H]]. set (g := gradient D_limit i u_0) in *. pose proof (norm_nonnegative _ g) as g0.
    set (open := gap D_limit i u_0) in *.
    set (s := Rmin r (open / (2 * (norm g + 1)))). assert (S0 : 0 < s) by (apply Rmin_glb_lt; [exact Hr | apply Rdiv_lt_0_compat; lra]).
    assert (S1 : s * (norm g + 1) <= open / 2). { apply Rle_trans with (open / (2 * (norm g + 1)) * (norm g + 1)); [apply Rmult_le_compat_r; [lra | apply Rmin_r] | right; field; lra]. }
    exists (Rmin s (open / 2)). split; [apply Rmin_glb_lt; lra |]. intros _ q Hq. pose proof (Rmin_l s (open / 2)). pose proof (Rmin_r s (open / 2)). assert (Sr : s <= r) by apply Rmin_l.
    assert (Hqs : norm (q - u_0)%V < s) by lra. specialize (H q ltac:(lra)). pose proof (product_is_bounded _ g (q - u_0)%V) as Cs.
    assert ((norm g + 1) * norm (q - u_0)%V <= (norm g + 1) * s) by (apply Rmult_le_compat_l; lra).
    assert (- ⟨g, q - u_0⟩ <= norm g * norm (q - u_0)%V) by (revert Cs; unfold Rabs; destruct (Rcase_abs _); lra).
    assert (- (1 * norm (q - u_0)%V) <= gap D_limit i q - open - ⟨g, q - u_0⟩) by (revert H; unfold Rabs; destruct (Rcase_abs _); lra). lra. }
  set (wide := Rmin (Rmin (Rmin r1 r2) (Rmin r3 r4)) (a / (4 * (K + 1)))).
  assert (W0 : 0 < wide) by (repeat apply Rmin_glb_lt; try assumption; apply Rdiv_lt_0_compat; lra).
  assert (W1 : wide <= r1 /\ wide <= r2 /\ wide <= r3 /\ wide <= r4 /\ wide <= a / (4 * (K + 1))).
  { unfold wide. pose proof (Rmin_l (Rmin (Rmin r1 r2) (Rmin r3 r4)) (a / (4 * (K + 1)))). pose proof (Rmin_r (Rmin (Rmin r1 r2) (Rmin r3 r4)) (a / (4 * (K + 1)))).
    pose proof (Rmin_l (Rmin r1 r2) (Rmin r3 r4)).
    pose proof (Rmin_r (Rmin r1 r2) (Rmin r3 r4)). pose proof (Rmin_l r1 r2). pose proof (Rmin_r r1 r2). pose proof (Rmin_l r3 r4). pose proof (Rmin_r r3 r4). lra. }
  destruct W1 as [W1 [W2 [W3 [W4 W5]]]].
  set (rho := wide / 3). assert (Rho0 : 0 < rho) by (unfold rho; lra).
  set (size := norm u_0 + wide). pose proof (norm_nonnegative _ u_0) as u00.
  assert (In : forall q, norm (q - u_0)%V <= 2 * rho -> norm (q - u_0)%V < wide /\ norm q <= size).
  { intros q Hq. unfold rho in Hq. split; [lra |]. unfold size. replace q with ((q - u_0) + u_0)%V by vector_identity. eapply Rle_trans; [apply triangle |]. lra. }
  (* M, dM at q near u_0, in the limit *)
  assert (LimitMass : forall q x, norm (q - u_0)%V <= 2 * rho -> norm (mass D_limit q x - mass D_limit u_0 x)%V <= a / 4 * norm x).
  { intros q x Hq. destruct (In q Hq) as [Hw _]. specialize (Near1 q x ltac:(lra)). pose proof (norm_nonnegative _ x) as x0. pose proof (norm_nonnegative _ (q - u_0)%V) as q0.
    set (z := (mass D_limit q x - mass D_limit u_0 x - mass_derivative D_limit u_0 (q - u_0)%V x)%V) in *.
    replace (mass D_limit q x - mass D_limit u_0 x)%V with (z + mass_derivative D_limit u_0 (q - u_0)%V x)%V by (unfold z; vector_identity).
    eapply Rle_trans; [apply triangle |]. specialize (Derivative (q - u_0)%V x).
    assert ((K + 1) * norm (q - u_0)%V <= a / 4). { apply Rle_trans with ((K + 1) * (a / (4 * (K + 1)))); [apply Rmult_le_compat_l; lra | right; field; lra]. }
    assert ((K + 1) * norm (q - u_0)%V * norm x <= a / 4 * norm x) by (apply Rmult_le_compat_r; assumption). lra. }
  (* constants for every p from some on *)
  set (alpha := a / 2). set (beta := B + a). set (L := K + 2). pose proof (norm_nonnegative _ v_0) as v00.
  set (kinetic_energy := beta * (norm v_0 + 1) * (norm v_0 + 1)).
  assert (E0 : 0 <= kinetic_energy) by (unfold kinetic_energy, beta; repeat apply Rmult_le_pos; lra).
  set (U := (kinetic_energy + 1) / alpha + 1).
  assert (U0 : 1 < U) by (unfold U, alpha; assert (0 < (kinetic_energy + 1) / (a / 2)) by (apply Rdiv_lt_0_compat; lra); lra).
  assert (U1 : kinetic_energy + 1 < alpha * (U * U)).
  { apply Rlt_le_trans with (alpha * (U * 1)); [replace (alpha * (U * 1)) with (kinetic_energy + 1 + alpha) by (unfold U, alpha; field; lra); unfold alpha; lra |].
    apply Rmult_le_compat_l; [unfold alpha; lra | apply Rmult_le_compat_l; lra]. }
  destruct (continuous_is_bounded d (euclidean d) (force D_limit) tau (size + U)) as [F' [F0 Force]]; [lra | unfold size; lra | apply (H2 _ _ _ _ limit_regular) |].
  set (F := F' + 1). set (rate := 2 * F * U + L * (U * U * U)).
  assert (Rate0 : 0 <= rate).
  { unfold rate, F, L. assert (0 <= 2 * (F' + 1) * U) by (apply Rmult_le_pos; lra). assert (0 <= (K + 2) * (U * U * U)) by (repeat apply Rmult_le_pos; lra). lra. }
  set (T := Rmin (delta / 2) (Rmin (rho / (2 * U)) (/ (2 * (rate + 1))))).
  assert (T0 : 0 < T) by (repeat apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra | apply Rinv_0_lt_compat; lra]).
  assert (T1 : T <= delta / 2) by apply Rmin_l.
  assert (T2 : T * U < rho).
  { assert (T <= rho / (2 * U)) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]). apply Rle_lt_trans with (rho / (2 * U) * U); [apply Rmult_le_compat_r; lra |].
    replace (rho / (2 * U) * U) with (rho / 2) by (field; lra). lra. }
  assert (T3 : T * rate < 1).
  { assert (T <= / (2 * (rate + 1))) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_r]). apply Rle_lt_trans with (/ (2 * (rate + 1)) * rate); [apply Rmult_le_compat_r; lra |].
    apply (Rmult_lt_reg_l (2 * (rate + 1))); [lra |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
  set (r := / (2 * (G + 1))). assert (r0 : 0 < r) by (apply Rinv_0_lt_compat; lra). assert (r_small : (G + 1) * r = 1 / 2) by (unfold r; field; lra).
  set (C := / alpha * ((beta * U * norm c + (F + L * (U * U)) * (norm c + r) * T) / r + L * (U * U) * T)).
  destruct (masses_tend _ _ _ _ _ converges size (a / 4) ltac:(lra)) as [P1 Q1].
  destruct (derivatives_tend _ _ _ _ _ converges size 1 ltac:(lra)) as [P2 Q2].
  destruct (gaps_tend _ _ _ _ _ converges size (r4 / 2) ltac:(lra)) as [P3 Q3].
  destruct (gradients_tend _ _ _ _ _ converges size (eta / 2) ltac:(lra)) as [P4 Q4].
  destruct (forces_tend _ _ _ _ _ converges (size + U) 1 ltac:(lra)) as [P5 Q5].
  destruct (starts_tend (Rmin rho 1) ltac:(apply Rmin_glb_lt; lra)) as [P6 Q6].
  exists T, (Rmax U C), (P1 + P2 + P3 + P4 + P5 + P6)%nat. split; [lra |]. intros p Hp.
  specialize (Q1 p). specialize (Q2 p). specialize (Q3 p). specialize (Q4 p). specialize (Q5 p). destruct (Q6 p ltac:(lia)) as [Start StartV]. pose proof (Rmin_l rho 1).
  pose proof (Rmin_r rho 1).
  assert (Close : forall q, norm (q - u p 0)%V <= rho -> norm (q - u_0)%V <= 2 * rho).
  { intros q Hq. replace (q - u_0)%V with ((q - u p 0) + (u p 0 - u_0))%V by vector_identity. eapply Rle_trans; [apply triangle |]. lra. }
  assert (Mass : forall q x, norm (q - u p 0)%V <= rho -> norm (mass (D p) q x - mass D_limit u_0 x)%V <= a / 2 * norm x).
  { intros q x Hq. pose proof (Close q Hq) as Hq'. replace (mass (D p) q x - mass D_limit u_0 x)%V with ((mass (D p) q x - mass D_limit q x) + (mass D_limit q x - mass D_limit u_0 x))%V by
      vector_identity.
    eapply Rle_trans; [apply triangle |]. specialize (Q1 q x ltac:(lia) ltac:(apply In; exact Hq')). specialize (LimitMass q x Hq'). lra. }
  assert (Inertia : inertia (euclidean d) (mass (D p)) (u p 0) rho alpha beta L).
  { split.
    - unfold alpha, beta, L. lra.
    - apply (H1_linear _ _ _ _ (D_regular p)).
    - apply (H1_symmetric _ _ _ _ (D_regular p)).
    - intros q x Hq. specialize (Mass q x Hq). specialize (Elliptic x). pose proof (product_is_bounded _ (mass (D p) q x - mass D_limit u_0 x)%V x) as Cs.
      pose proof (norm_nonnegative _ x) as x0.
      assert (norm (mass (D p) q x - mass D_limit u_0 x)%V * norm x <= a / 2 * norm x * norm x) by (apply Rmult_le_compat_r; assumption).
      assert (S : - ⟨mass (D p) q x - mass D_limit u_0 x, x⟩ <= a / 2 * norm x * norm x) by (revert Cs; unfold Rabs; destruct (Rcase_abs _); lra).
      rewrite dot_subtract in S. rewrite <- norm_squared in Elliptic |- *. unfold alpha. lra.
    - intros q x Hq. specialize (Mass q x Hq). specialize (Bounded x). pose proof (norm_nonnegative _ x) as x0.
      replace (mass (D p) q x) with ((mass (D p) q x - mass D_limit u_0 x) + mass D_limit u_0 x)%V by vector_identity. eapply Rle_trans; [apply triangle |]. unfold beta.
      assert (0 <= a / 2 * norm x) by (apply Rmult_le_pos; lra). lra.
    - intros q q' x Hq Hq'. apply (lipschitz_by_derivative (euclidean d) (mass (D p)) (mass_derivative (D p)) (u p 0) rho L x); [unfold L; lra | | | exact Hq | exact Hq'].
      + intros q'' k Hk. destruct (H1_derivative _ _ _ _ (D_regular p) q'' k Hk) as [s [S H']]. exists s. split; [exact S |]. intros. apply H'. assumption.
      + intros q'' y Hq''. pose proof (Close q'' Hq'') as Hc. destruct (In q'' Hc) as [Hw Hs]. specialize (Q2 q'' y x ltac:(lia) Hs). specialize (Near2 q'' y x ltac:(lra)).
        specialize (Derivative y x).
        replace (mass_derivative (D p) q'' y x) with ((mass_derivative (D p) q'' y x - mass_derivative D_limit q'' y x) + ((mass_derivative D_limit q'' y x - mass_derivative D_limit u_0 y
          x) + mass_derivative D_limit u_0 y x))%V by vector_identity.
        eapply Rle_trans; [apply triangle |]. eapply Rle_trans; [apply Rplus_le_compat_l, triangle |]. unfold L. lra. }
  assert (Forces : forall t q x, 0 <= t < T -> norm (q - u p 0)%V <= rho -> norm x <= U -> norm (force (D p) t q x) <= F).
  { intros t q x Ht Hq Hx. destruct (In q (Close q Hq)) as [_ Hs]. assert (Ht' : 0 <= t <= tau) by lra.
    specialize (Q5 t q x ltac:(lia) Ht' ltac:(lra) ltac:(unfold size; lra)). specialize (Force t q x Ht' ltac:(lra) ltac:(unfold size; lra)).
    replace (force (D p) t q x) with ((force (D p) t q x - force D_limit t q x) + force D_limit t q x)%V by vector_identity. eapply Rle_trans; [apply triangle |]. unfold F. lra. }
  destruct (solutions p) as [w [reaction [variation Motion]]].
  assert (Energy : ⟨mass (D p) (u p 0) (v p 0), v p 0⟩ + T * (2 * F * U + L * (U * U * U)) < alpha * (U * U)).
  { fold rate. assert (V : norm (v p 0) <= norm v_0 + 1) by (replace (v p 0) with ((v p 0 - v_0) + v_0)%V by vector_identity; eapply Rle_trans; [apply triangle |]; lra).
    assert (Z : norm (u p 0 - u p 0)%V <= rho) by (replace (u p 0 - u p 0)%V with (zero : euclidean d) by vector_identity; unfold norm; rewrite dot_zero, sqrt_0; lra).
    pose proof (M_bounded _ _ _ _ _ _ _ Inertia (u p 0) (v p 0) Z) as Mb. pose proof (dot_le _ (mass (D p) (u p 0) (v p 0)) (v p 0)) as Cs. pose proof (norm_nonnegative _ (v p 0)) as vp0.
    assert (norm (mass (D p) (u p 0) (v p 0)) * norm (v p 0) <= kinetic_energy).
    { unfold kinetic_energy. apply Rmult_le_compat; [apply norm_nonnegative | exact vp0 | | exact V]. eapply Rle_trans; [exact Mb |]. apply Rmult_le_compat_l; [unfold beta; lra | exact V]. }
    lra. }
  assert (TD : 0 <= T <= delta) by lra.
  assert (F1 : 0 <= F) by (unfold F; lra).
  assert (U2 : 0 < U) by lra.
  assert (Slow : forall t, 0 <= t < T -> norm (u p t - u p 0)%V <= rho /\ norm (v p t) <= U).
  { intros t Ht. destruct (motion_is_slow (euclidean d) (mass (D p)) (force (D p)) nu (gap (D p)) (gradient (D p)) e delta T (u p)
      (v p) w reaction variation Motion rho alpha beta L F U Inertia
      (H3_gradient _ _ _ _ (D_regular p)) Forces e_range TD F1 U2 T2 Energy t Ht) as [A1 [A2 _]]. split; assumption. }
  split; [intros t Ht; eapply Rle_trans; [apply Slow; exact Ht | apply Rmax_l] |].
  assert (Balls : forall t y, 0 <= t < T -> norm y <= r -> tangent_cone (euclidean d) nu (gap (D p)) (gradient (D p)) (u p t) (c + y)%V); [|
    exists (variation_majorant (euclidean d) (mass (D p)) (u p) (v p) alpha L F U c r); split;
    [intros s t Hs Ht; exact (variation_is_majorised (euclidean d) (mass (D p)) (force (D p)) nu (gap (D p)) (gradient (D p)) e delta T (u p)
      (v p) w reaction variation Motion rho alpha beta L F U Inertia
      (H3_gradient _ _ _ _ (D_regular p)) Forces e_range TD F1 U2 T2 Energy c r s t r0 Balls Hs Ht)
    | intros t Ht; eapply Rle_trans; [| apply Rmax_r];
      exact (majorant_is_bounded (euclidean d) (mass (D p)) (force (D p)) nu (gap (D p)) (gradient (D p)) e delta T (u p) (v p) w reaction variation Motion rho alpha beta L F U Inertia
        (H3_gradient _ _ _ _ (D_regular p)) Forces e_range TD F1 U2 T2 Energy c r t r0 Ht)]].
  intros t y Ht Hy i Hi Shut. destruct (Slow t Ht) as [Hu _]. pose proof (Close (u p t) Hu) as Hc. destruct (In (u p t) Hc) as [Hw Hs].
  specialize (Q3 i (u p t) ltac:(lia) Hi Hs). specialize (Q4 i (u p t) ltac:(lia) Hi Hs). specialize (Near3 i Hi (u p t) ltac:(lra)). specialize (Steep i Hi).
  assert (Active : gap D_limit i u_0 <= 0).
  { destruct (Rlt_or_le 0 (gap D_limit i u_0)) as [Open | S]; [| exact S]. exfalso. specialize (Near4 i Hi Open (u p t) ltac:(lra)). revert Q3. unfold Rabs. destruct (Rcase_abs _); lra. }
  specialize (Inwards i Hi Active). set (g := gradient D_limit i u_0) in *.
  set (z := (gradient (D p) i (u p t) - g)%V). assert (Ez : gradient (D p) i (u p t) = (g + z)%V) by (unfold z; vector_identity). rewrite Ez.
  assert (Nz : norm z <= eta).
  { unfold z. replace (gradient (D p) i (u p t) - g)%V with ((gradient (D p) i (u p t) - gradient D_limit i (u p t)) + (gradient D_limit i (u p t) - g))%V by vector_identity.
    eapply Rle_trans; [apply triangle |]. lra. }
  assert (Low : forall x y0 : euclidean d, - (norm x * norm y0) <= ⟨x, y0⟩) by (intros x y0; pose proof (product_is_bounded _ x y0) as Cs; revert Cs; unfold Rabs; destruct (Rcase_abs _);
    lra).
  pose proof (Low z c) as A1. pose proof (Low (g + z)%V y) as A2. pose proof (norm_nonnegative _ z) as z0. pose proof (norm_nonnegative _ y) as y0. pose proof (triangle _ g z) as Tr.
  pose proof (norm_nonnegative _ (g + z)%V) as gz0.
  assert (norm z * norm c <= eta * norm c) by (apply Rmult_le_compat_r; assumption).
  assert (norm (g + z)%V * norm y <= (G + 1) * r) by (apply Rmult_le_compat; lra).
  rewrite dot_add_r, (dot_add g z c). lra.
Qed.

(** The finitely many p before, each by itself, with the variation that it has on a shorter interval. *)
Lemma uniformly : exists T C, 0 < T <= delta / 2 /\ forall p, (forall t, 0 <= t < T -> norm (v p t) <= C) /\ exists W, majorises T C (v p) W.
Proof.
  destruct eventually as [T [C [P [HT Late]]]].
  assert (Larger : forall p C1 C2, C1 <= C2 -> ((forall t, 0 <= t < T -> norm (v p t) <= C1) /\ exists W, majorises T C1 (v p) W) -> (forall t, 0 <= t < T ->
    norm (v p t) <= C2) /\ exists W, majorises T C2 (v p) W).
  { intros p C1 C2 L [A [W [B1 B2]]]. split; [intros t Ht; specialize (A t Ht); lra |]. exists W. split; [exact B1 | intros t Ht; specialize (B2 t Ht); lra]. }
  assert (Alone : forall p, exists C', (forall t, 0 <= t < T -> norm (v p t) <= C') /\ exists W, majorises T C' (v p) W).
  { intro p. destruct (solutions p) as [w [reaction [variation Motion]]]. set (S := variation T - variation 0). pose proof (norm_nonnegative _ (v p 0)) as V0.
    assert (Mono : forall s t, 0 <= s <= t -> t <= T -> norm (v p t - v p s)%V <= variation t - variation s) by (intros s t Hs Ht;
      apply (bounded_variation _ _ _ _ _ _ _ _ _ _ _ _ _ Motion); lra).
    assert (Rise : forall s t, 0 <= s <= t -> t <= T -> variation s <= variation t) by (intros s t Hs Ht; pose proof (Mono s t Hs Ht); pose proof (norm_nonnegative _ (v p t - v p s)%V);
      lra).
    exists (norm (v p 0) + S). split.
    - intros t Ht. replace (v p t) with ((v p t - v p 0) + v p 0)%V by vector_identity. eapply Rle_trans; [apply triangle |]. pose proof (Mono 0 t ltac:(lra) ltac:(lra)).
      pose proof (Rise t T ltac:(lra) ltac:(lra)). unfold S. lra.
    - exists (fun t => variation t - variation 0). split; [intros s t Hs Ht; pose proof (Mono s t Hs ltac:(lra)); lra |].
      intros t Ht. pose proof (Rise 0 t ltac:(lra) ltac:(lra)). pose proof (Rise t T ltac:(lra) ltac:(lra)). rewrite Rabs_pos_eq by lra. unfold S. lra. }
  assert (Early : forall n, exists C', forall p, (p < n)%nat -> (forall t, 0 <= t < T -> norm (v p t) <= C') /\ exists W, majorises T C' (v p) W).
  { induction n as [| n [C1 H1]]; [exists 0; intros; lia |]. destruct (Alone n) as [C2 H2]. exists (Rmax C1 C2). intros p Hp.
    destruct (Nat.eq_dec p n) as [-> | N]; [apply (Larger n C2); [apply Rmax_r | exact H2] | apply (Larger p C1); [apply Rmax_l | apply H1; lia]]. }
  destruct (Early P) as [C' H']. exists T, (Rmax C C'). split; [exact HT |]. intro p.
  destruct (le_lt_dec P p) as [L | L]; [apply (Larger p C); [apply Rmax_l | apply Late; exact L] | apply (Larger p C'); [apply Rmax_r | apply H'; exact L]].
Qed.

(** [Paoli 2004, theorem 2.1], the a-priori estimates of its proof: under its hypotheses (i) to (v), the right velocities of all u_p, and their variations, have one bound on an interval [0,
  δ_∞[. *)
Theorem velocities_are_bounded_uniformly :
  exists delta_limit C, 0 < delta_limit <= delta /\ forall p, (forall t, 0 <= t < delta_limit -> norm (v p t) <= C) /\ variation_at_most delta_limit C (v p).
Proof.
  destruct uniformly as [T [C [HT All]]]. exists T, (2 * C). split; [lra |]. intro p. destruct (All p) as [Slow [W [B1 B2]]].
  assert (C0 : 0 <= C) by (pose proof (Slow 0 ltac:(lra)); pose proof (norm_nonnegative _ (v p 0)); lra). split; [intros t Ht; specialize (Slow t Ht); lra |].
  intros instants m I0 Order Last. eapply Rle_trans; [apply (sum_of_jumps (euclidean d) (v p) W T instants m B1 I0 Order Last) |].
  destruct (instants_in_order instants m T I0 Order Last) as [In _]. pose proof (B2 _ (In m (le_n m))) as M1. pose proof (B2 _ (In 0%nat ltac:(lia))) as M2.
  revert M1 M2. unfold Rabs. destruct (Rcase_abs _), (Rcase_abs _); lra.
Qed.

(** *** The frontier

    What the second stage of the proof needs next is compactness in BV, Helly's selection theorem: of functions that are bounded together and whose variations are bounded together a
      subsequence converges at every
    instant, to a function of no larger variation. It is not in the standard library; said as a proposition, it gives the limits of the right velocities at once.
    What is beyond it is the passage to the limit in (1)
    and in (2), the latter under condition (5). *)
Definition helly_selection (E : space) : Prop := forall (T C : R) (x : nat -> R -> E), 0 < T ->
  (forall n t, 0 <= t < T -> norm (x n t) <= C) -> (forall n, variation_at_most T C (x n)) ->
  exists (phi : nat -> nat) (x_limit : R -> E), (forall n, (phi n < phi (S n))%nat) /\
    (forall t epsilon, 0 <= t < T -> 0 < epsilon -> exists N, forall n, (N <= n)%nat -> norm (x (phi n) t - x_limit t)%V <= epsilon) /\ variation_at_most T C x_limit.

Theorem right_velocities_converge_by_helly : helly_selection (euclidean d) ->
  exists delta_limit C (phi : nat -> nat) (v_limit : R -> euclidean d), 0 < delta_limit <= delta /\ (forall n, (phi n < phi (S n))%nat) /\
    (forall t epsilon, 0 <= t < delta_limit -> 0 < epsilon -> exists N, forall n, (N <= n)%nat -> norm (v (phi n) t - v_limit t)%V <= epsilon) /\ variation_at_most delta_limit C v_limit.
Proof.
  intro Helly. destruct velocities_are_bounded_uniformly as [T [C [HT All]]].
  destruct (Helly T C v ltac:(lra) (fun p => proj1 (All p)) (fun p => proj2 (All p))) as [phi [v_limit [Inc [Lim Var]]]].
  exists T, C, phi, v_limit. split; [exact HT |]. split; [exact Inc |]. split; [exact Lim | exact Var].
Qed.
End theorem.
