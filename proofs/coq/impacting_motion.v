(** The a-priori estimates of [Paoli 2004, theorem 2.1] for a solution (u, v) of problem (P): v is the right velocity.
On the ball |q − u(0)| ≤ ρ let M be symmetric, α ≤ M ≤ β, with Lipschitz constant L;
    let |f| ≤ F there, for t < T and |v| ≤ U. If T is so short that T U < ρ and ⟨M v, v⟩(0) + T (2 F U + L U³) < α U², then up to T

        |u(t) − u(0)| ≤ ρ,      |v(t)| ≤ U,      ⟨M v, v⟩(t) ≤ ⟨M v, v⟩(0) + t (2 F U + L U³),

    whatever the number of constraints and of impacts, and for every e: reactions and impacts take no energy in. And if the cones T_K(u(t)) all contain the ball (c, r), for every partition

        Σ |v(t_{k+1}) − v(t_k)| ≤ ((2 β U |c| + (F + L U²) (|c| + r) T)/r + L U² T)/α,

    for the momentum M(u) v grows towards every direction of that ball, but for what f and the inertia that changes take.
    No measure is integrated: the inclusion of measures is said as what it does beside every instant
    (solution_of_P), and what holds beside every instant holds along the interval (induction_along). With M constant L = 0. *)

Require Import Reals Lra Lia List.
Require Import inner_product projection cones unilateral_reactions impact_law chain sweeping_step sweeping_variation kinetic_metric sweeping_inertia finite_dimension.
Import ListNotations.
Open Scope R_scope.

Fixpoint sum_below (n : nat) (x : nat -> R) : R := match n with O => 0 | S m => sum_below m x + x m end.

Section motion.
Variable E : space.
Implicit Types q : E.

Fixpoint sum_of_vectors (n : nat) (x : nat -> E) : E := match n with O => zero | S m => (sum_of_vectors m x + x m)%V end.

(** The data of [Paoli 2004]: M, f(t, u, u̇), and ν constraints f_i ≥ 0 with their gradients. *)
Variable M : E -> E -> E.
Variable force : R -> E -> E -> E.
Variable nu : nat.
Variable gap : nat -> E -> R.
Variable gradient : nat -> E -> E.
Variable e : R.

(** T_K(q), and N*_K(q) in the kinetic metric. *)
Definition tangent_cone q w : Prop := forall i, (i < nu)%nat -> gap i q <= 0 -> 0 <= ⟨gradient i q, w⟩.
Definition kinetic_normal_cone q w : Prop := forall v, tangent_cone q v -> ⟨w, M q v⟩ <= 0.
(** x = Proj(C, z) in the metric A. *)
Definition projects_in (A : E -> E) (C : E -> Prop) z x : Prop := C x /\ forall c, C c -> ⟨A (z - x)%V, c - x⟩ <= 0.

(** What near t happens "at the rate of the measures": an error of at most ε times the sum of time, reactions and variation that pass. *)
Definition measured (reaction : nat -> R -> R) (variation : R -> R) (s t : R) : R :=
  t - s + sum_below nu (fun i => reaction i t - reaction i s) + (variation t - variation s).

(** Problem (P) on [0, δ[: u with values in K, right velocity v of bounded variation (the variation between s and t is at most variation t − variation s), left velocity w,
  reactions −λ_i as the measures of
    right-continuous functions that do not fall and that are constant where f_i(u) > 0. The differential inclusion

        M(u) dv − f(t, u, v) dt = Σ d(reaction_i) ∇f_i(u)

    is an equation of measures, and its integrands are continuous but for f(t, u, v), which has limits on both sides: it says that on ]t, b] and ]a, t] the difference of both sides,
      the integrands frozen at t, is at
    most ε times the measures of the interval as soon as b and a are near t. *)
Record solution_of_P (delta : R) (u v w : R -> E) (reaction : nat -> R -> R) (variation : R -> R) : Prop := Motion {
  stays_admissible : forall t i, 0 <= t < delta -> (i < nu)%nat -> 0 <= gap i (u t);
  position_is_continuous : forall t epsilon, 0 <= t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall s, 0 <= s < delta -> Rabs (s - t) < eta -> norm (u s - u t)%V <= epsilon;
  right_derivative : forall t epsilon, 0 <= t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> norm (u b - u t - (b - t) * v t)%V <= epsilon * (b - t);
  velocity_from_the_right : forall t epsilon, 0 <= t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> norm (v b - v t)%V <= epsilon;
  velocity_from_the_left : forall t epsilon, 0 < t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall a, t - eta < a < t -> 0 <= a -> norm (v a - w t)%V <= epsilon;
  bounded_variation : forall s t, 0 <= s <= t -> t < delta -> norm (v t - v s)%V <= variation t - variation s;
  reactions_push : forall i s t, (i < nu)%nat -> 0 <= s <= t -> t < delta -> reaction i s <= reaction i t;
  reactions_from_the_right : forall i t epsilon, (i < nu)%nat -> 0 <= t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> reaction i b - reaction i t <= epsilon;
  reactions_in_contact : forall i t, (i < nu)%nat -> 0 <= t < delta -> 0 < gap i (u t) ->
    exists eta, 0 < eta /\ forall s, 0 <= s < delta -> Rabs (s - t) < eta -> reaction i s = reaction i t;
  inclusion_from_the_right : forall t epsilon, 0 <= t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta ->
      norm (M (u t) (v b - v t)%V - (b - t) * force t (u t) (v t) - sum_of_vectors nu (fun i => ((reaction i b - reaction i t) * gradient i (u t))%V))%V
        <= epsilon * measured reaction variation t b;
  inclusion_from_the_left : forall t epsilon, 0 < t < delta -> 0 < epsilon ->
    exists eta, 0 < eta /\ forall a, t - eta < a < t -> 0 <= a ->
      norm (M (u t) (v t - v a)%V - (t - a) * force t (u t) (w t) - sum_of_vectors nu (fun i => ((reaction i t - reaction i a) * gradient i (u t))%V))%V
        <= epsilon * measured reaction variation a t;
  impact_law_holds : forall t, 0 < t < delta -> exists p n,
    projects_in (M (u t)) (tangent_cone (u t)) (w t) p /\ projects_in (M (u t)) (kinetic_normal_cone (u t)) (w t) n /\ v t = (p - e * n)%V
}.

Lemma sum_below_nonnegative n x : (forall i, (i < n)%nat -> 0 <= x i) -> 0 <= sum_below n x.
Proof. induction n as [| n IH]; intro H; cbn [sum_below]; [lra |]. specialize (IH (fun i Hi => H i ltac:(lia))). specialize (H n ltac:(lia)). lra. Qed.
Lemma sum_below_le n x y : (forall i, (i < n)%nat -> x i <= y i) -> sum_below n x <= sum_below n y.
Proof. induction n as [| n IH]; intro H; cbn [sum_below]; [lra |]. specialize (IH (fun i Hi => H i ltac:(lia))). specialize (H n ltac:(lia)). lra. Qed.
Lemma sum_below_plus n x y : sum_below n (fun i => x i + y i) = sum_below n x + sum_below n y.
Proof. induction n as [| n IH]; cbn [sum_below]; [lra | rewrite IH; ring]. Qed.
Lemma sum_below_times n k x : sum_below n (fun i => k * x i) = k * sum_below n x.
Proof. induction n as [| n IH]; cbn [sum_below]; [ring | rewrite IH; ring]. Qed.
Lemma sum_below_same n x y : (forall i, (i < n)%nat -> x i = y i) -> sum_below n x = sum_below n y.
Proof. induction n as [| n IH]; intro H; cbn [sum_below]; [reflexivity |]. rewrite (IH (fun i Hi => H i ltac:(lia))), (H n ltac:(lia)). reflexivity. Qed.
Lemma product_of_vectors n x z : ⟨sum_of_vectors n x, z⟩ = sum_below n (fun i => ⟨x i, z⟩).
Proof. induction n as [| n IH]; cbn [sum_below sum_of_vectors]; [apply dot_zero | rewrite dot_add, IH; reflexivity]. Qed.

(** Finitely many conditions that each hold for a while hold together for a while. *)
Lemma for_a_while n (t delta : R) (Q : nat -> R -> Prop) : (forall i, (i < n)%nat -> exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> Q i b) ->
  exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> forall i, (i < n)%nat -> Q i b.
Proof.
  induction n as [| n IH]; intro H; [exists 1; split; [lra | intros; lia] |].
  destruct (IH (fun i Hi => H i ltac:(lia))) as [e1 [P1 H1]]. destruct (H n ltac:(lia)) as [e2 [P2 H2]].
  exists (Rmin e1 e2). split; [apply Rmin_glb_lt; assumption |]. intros b Hb Hd i Hi. pose proof (Rmin_l e1 e2). pose proof (Rmin_r e1 e2).
  destruct (Nat.eq_dec i n) as [-> | N]; [apply H2; lra | apply H1; [lra | exact Hd | lia]].
Qed.

Lemma le_within x y k : 0 <= k -> (forall epsilon, 0 < epsilon -> x <= y + epsilon * k) -> x <= y.
Proof.
  intros K H. destruct (Rle_or_lt x y) as [G | G]; [exact G | exfalso]. specialize (H ((x - y) / (2 * (k + 1))) ltac:(apply Rdiv_lt_0_compat; lra)).
  assert ((x - y) / (2 * (k + 1)) * k <= (x - y) / 2). { apply (Rmult_le_reg_l (2 * (k + 1))); [lra |]. field_simplify; [| lra]. assert (0 <= x - y) by lra.
  assert (0 <= k * (x - y)) by (apply Rmult_le_pos; assumption). lra. }
  lra.
Qed.

(** Instants in order lie between the first and the last, and jumps over them add up to at most what bounds each. *)
Lemma instants_in_order (instants : nat -> R) n T : 0 <= instants 0%nat -> (forall k, (k < n)%nat -> instants k <= instants (S k)) -> instants n < T ->
  (forall k, (k <= n)%nat -> 0 <= instants k < T) /\ forall k, (k <= n)%nat -> instants 0%nat <= instants k.
Proof.
  intros Start Order Last.
  assert (From : forall k, (k <= n)%nat -> instants 0%nat <= instants k) by (induction k as [| k IH]; intro Hk; [lra |]; specialize (IH ltac:(lia)); specialize (Order k ltac:(lia)); lra).
  assert (To : forall m k, (k + m = n)%nat -> instants k < T) by (induction m as [| m IH]; intros k Hk; [replace k with n by lia; exact Last |]; specialize (IH (S k) ltac:(lia));
    specialize (Order k ltac:(lia)); lra).
  split; [| exact From]. intros k Hk. split; [specialize (From k Hk); lra | apply (To (n - k)%nat); lia].
Qed.

Lemma sum_of_jumps (v : R -> E) (bound : R -> R) T (instants : nat -> R) n : (forall s t, 0 <= s <= t -> t < T -> norm (v t - v s)%V <= bound t - bound s) ->
  0 <= instants 0%nat -> (forall k, (k < n)%nat -> instants k <= instants (S k)) -> instants n < T ->
  sum_below n (fun k => norm (v (instants (S k)) - v (instants k))%V) <= bound (instants n) - bound (instants 0%nat).
Proof.
  intros B Start Order Last. destruct (instants_in_order instants n T Start Order Last) as [In _].
  assert (All : forall m, (m <= n)%nat -> sum_below m (fun k => norm (v (instants (S k)) - v (instants k))%V) <= bound (instants m) - bound (instants 0%nat)).
  { induction m as [| m IH]; intro Hm; cbn [sum_below]; [lra |]. specialize (IH ltac:(lia)). pose proof (In m ltac:(lia)). pose proof (In (S m) Hm). pose proof (Order m ltac:(lia)).
    pose proof (B (instants m) (instants (S m)) ltac:(lra) ltac:(lra)). lra. }
  exact (All n (le_n n)).
Qed.

(** The mean value inequality along a motion: where v stays within K of x, u stays within K (t − s) of u(s) + (t − s) x. *)
Lemma displacement delta (u v w : R -> E) reaction variation : solution_of_P delta u v w reaction variation ->
  forall s T (x : E) K, 0 <= s -> T <= delta -> (forall t, s <= t < T -> norm (v t - x)%V <= K) -> forall t, s <= t < T -> norm (u t - u s - (t - s) * x)%V <= K * (t - s).
Proof.
  intros Motion s T x K Hs HT Near t Ht. apply (le_within _ _ (t - s)); [lra |]. intros k Hk. replace (K * (t - s) + k * (t - s)) with ((K + k) * (t - s)) by ring.
  apply (induction_along (fun t => norm (u t - u s - (t - s) * x)%V <= (K + k) * (t - s)) s T); [intros; apply stable_le; assumption | | | | lra].
  - replace (u s - u s - (s - s) * x)%V with (zero : E) by vector_identity. unfold norm. rewrite dot_zero, sqrt_0. lra.
  - intros a Ha Pa. specialize (Near a Ha).
    destruct (right_derivative _ _ _ _ _ _ Motion a k ltac:(lra) Hk) as [n2 [P2 Q2]]. exists n2. split; [exact P2 |]. intros b Hb Hbt. specialize (Q2 b Hb ltac:(lra)).
    set (z := (u b - u a - (b - a) * v a)%V) in *.
    replace (u b - u s - (b - s) * x)%V with ((u a - u s - (a - s) * x) + ((b - a) * (v a - x) + z))%V by (unfold z; vector_identity).
    eapply Rle_trans; [apply triangle |]. eapply Rle_trans; [apply Rplus_le_compat_l, triangle |]. rewrite norm_of_multiple by lra.
    assert ((b - a) * norm (v a - x)%V <= (b - a) * K) by (apply Rmult_le_compat_l; lra). lra.
  - intros a Ha Before. pose proof (norm_nonnegative E x) as x0. apply (le_within _ _ (1 + norm x)); [lra |]. intros m Hm.
    destruct (position_is_continuous _ _ _ _ _ _ Motion a m ltac:(lra) Hm) as [n1 [P1 Q1]].
    set (y := Rmax s (Rmax (a - n1 / 2) (a - m))).
    assert (A : s <= y < a /\ a - n1 < y /\ a - m <= y).
    { unfold y. pose proof (Rmax_l s (Rmax (a - n1 / 2) (a - m))). pose proof (Rmax_r s (Rmax (a - n1 / 2) (a - m))). pose proof (Rmax_l (a - n1 / 2) (a - m)).
      pose proof (Rmax_r (a - n1 / 2) (a - m)).
      pose proof (Rmax_lub_lt s (Rmax (a - n1 / 2) (a - m)) a). pose proof (Rmax_lub_lt (a - n1 / 2) (a - m) a). lra. }
    specialize (Q1 y ltac:(lra) ltac:(rewrite Rabs_left; lra)). specialize (Before y ltac:(lra)).
    replace (u a - u s - (a - s) * x)%V with ((u a - u y) + ((u y - u s - (y - s) * x) + - ((a - y) * x)))%V by vector_identity.
    eapply Rle_trans; [apply triangle |]. eapply Rle_trans; [apply Rplus_le_compat_l, triangle |]. rewrite norm_of_opposite, norm_of_multiple by lra. rewrite (distance_symmetric E (u a)).
    assert ((a - y) * norm x <= m * norm x) by (apply Rmult_le_compat_r; lra).
    pose proof (norm_nonnegative E (v s - x)%V). specialize (Near s ltac:(lra)).
    assert ((K + k) * (y - s) <= (K + k) * (a - s)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Section bounds.
Variables (delta T : R) (u v w : R -> E) (reaction : nat -> R -> R) (variation : R -> R).
Hypothesis Motion : solution_of_P delta u v w reaction variation.
Variables rho alpha beta L F U : R.
Hypothesis M_inertia : inertia E M (u 0) rho alpha beta L.
Hypothesis gradients : forall i q epsilon, (i < nu)%nat -> 0 < epsilon ->
  exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta -> Rabs (gap i q' - gap i q - ⟨gradient i q, q' - q⟩) <= epsilon * norm (q' - q)%V.
Hypothesis force_bounded : forall t q x, 0 <= t < T -> norm (q - u 0)%V <= rho -> norm x <= U -> norm (force t q x) <= F.
Hypothesis e_range : 0 <= e <= 1.
Hypothesis T_range : 0 <= T <= delta.
Hypothesis F_range : 0 <= F.
Hypothesis U_range : 0 < U.
Hypothesis T_is_short : T * U < rho.
Hypothesis U_suffices : ⟨M (u 0) (v 0), v 0⟩ + T * (2 * F * U + L * (U * U * U)) < alpha * (U * U).
Let near t := norm (u t - u 0)%V <= rho.
Let energy t := ⟨M (u t) (v t), v t⟩.

Let linear_at q : is_linear E (M q) := M_linear _ _ _ _ _ _ _ M_inertia q.
Let symmetric_at q : is_symmetric E (M q) := M_symmetric _ _ _ _ _ _ _ M_inertia q.
Lemma alpha_is_positive : 0 < alpha.
Proof. apply (constants_are_signed _ _ _ _ _ _ _ M_inertia). Qed.
Lemma beta_is_nonnegative : 0 <= beta.
Proof. apply (constants_are_signed _ _ _ _ _ _ _ M_inertia). Qed.
Lemma L_is_nonnegative : 0 <= L.
Proof. apply (constants_are_signed _ _ _ _ _ _ _ M_inertia). Qed.
Lemma elliptic_at q : norm (q - u 0)%V <= rho -> forall x, alpha * ||x||² <= ⟨M q x, x⟩.
Proof. intros H x. apply (M_elliptic _ _ _ _ _ _ _ M_inertia). exact H. Qed.

Lemma reactions_do_not_fall i s t : (i < nu)%nat -> 0 <= s <= t -> t < delta -> 0 <= reaction i t - reaction i s.
Proof. intros Hi Hs Ht. pose proof (reactions_push _ _ _ _ _ _ Motion i s t Hi Hs Ht). lra. Qed.
Lemma measured_nonnegative s t : 0 <= s <= t -> t < delta ->
  0 <= sum_below nu (fun i => reaction i t - reaction i s) /\ 0 <= variation t - variation s.
Proof.
  intros Hs Ht. split; [apply sum_below_nonnegative; intros i Hi; apply reactions_do_not_fall; assumption |].
  eapply Rle_trans; [apply (norm_nonnegative E (v t - v s)%V) | apply (bounded_variation _ _ _ _ _ _ Motion); assumption].
Qed.
Lemma measured_adds s t b : measured reaction variation s b = measured reaction variation s t + measured reaction variation t b.
Proof.
  unfold measured. replace (sum_below nu (fun i => reaction i b - reaction i s)) with (sum_below nu (fun i => reaction i t - reaction i s) + sum_below nu (fun i => reaction i b - reaction i
    t)); [ring |].
  rewrite <- sum_below_plus. apply sum_below_same. intros; ring.
Qed.

(** A reaction that acts just after t acts on a contact that does not open. *)
Lemma reaction_takes_no_energy i t epsilon : (i < nu)%nat -> 0 <= t < delta -> 0 < epsilon ->
  exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta ->
    (reaction i b - reaction i t) * ⟨gradient i (u t), v t + v b⟩ <= epsilon * (reaction i b - reaction i t).
Proof.
  intros Hi Ht He. destruct (Rlt_or_le 0 (gap i (u t))) as [G | G].
  - destruct (reactions_in_contact _ _ _ _ _ _ Motion i t Hi Ht G) as [eta [P H]]. exists eta. split; [exact P |]. intros b Hb Hd.
    rewrite (H b) by (try lra; rewrite Rabs_pos_eq; lra). lra.
  - set (g := gradient i (u t)). pose proof (norm_nonnegative E g) as G0. pose proof (norm_nonnegative E (v t)) as V0.
    destruct (Rlt_or_le 0 ⟨g, v t⟩) as [S | S].
    + set (s := ⟨g, v t⟩) in *. set (e1 := s / (4 * (norm g + 1))). assert (E1 : 0 < e1) by (unfold e1; apply Rdiv_lt_0_compat; lra).
      assert (E1' : norm g * e1 <= s / 4). { unfold e1. apply (Rmult_le_reg_l (4 * (norm g + 1))); [lra |]. field_simplify; [| lra]. assert (0 <= s) by lra. lra. }
      set (a := norm (v t) + e1 + 1). assert (A0 : 0 < a) by (unfold a; lra).
      set (e2 := s / (4 * a)). assert (E2 : 0 < e2) by (unfold e2; apply Rdiv_lt_0_compat; lra).
      assert (E2' : e2 * a = s / 4) by (unfold e2; field; lra).
      destruct (gradients i (u t) e2 Hi E2) as [n1 [P1 H1]]. destruct (right_derivative _ _ _ _ _ _ Motion t e1 Ht E1) as [n2 [P2 H2]].
      assert (P1a : 0 < n1 / a) by (apply Rdiv_lt_0_compat; assumption).
      assert (Opens : forall x, t < x < t + Rmin n2 (n1 / a) -> x < delta -> 0 < gap i (u x)).
      { intros x Hx Hd. pose proof (Rmin_l n2 (n1 / a)). pose proof (Rmin_r n2 (n1 / a)). specialize (H2 x ltac:(lra) Hd).
        set (y := (u x - u t - (x - t) * v t)%V) in *. assert (Ey : (u x - u t)%V = ((x - t) * v t + y)%V) by (unfold y; vector_identity).
        assert (Nx : norm (u x - u t)%V <= (x - t) * a).
        { rewrite Ey. eapply Rle_trans; [apply triangle |]. rewrite norm_of_multiple by lra. unfold a.
          assert (0 <= (x - t) * 1) by lra. lra. }
        assert (Sm : norm (u x - u t)%V < n1).
        { eapply Rle_lt_trans; [exact Nx |]. apply (Rmult_lt_reg_r (/ a)); [apply Rinv_0_lt_compat; exact A0 |]. rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. unfold Rdiv in *. lra. }
        specialize (H1 (u x) Sm). pose proof (stays_admissible _ _ _ _ _ _ Motion t i Ht Hi) as K.
        assert (I : ⟨gradient i (u t), u x - u t⟩ = (x - t) * s + ⟨g, y⟩) by (fold g; rewrite Ey; unfold s; expand_products; ring).
        rewrite I in H1. pose proof (product_is_bounded E g y) as C.
        assert (C' : - ⟨g, y⟩ <= norm g * norm y) by (revert C; unfold Rabs; destruct (Rcase_abs _); lra).
        assert (norm g * norm y <= norm g * (e1 * (x - t))) by (apply Rmult_le_compat_l; assumption).
        assert (norm g * e1 * (x - t) <= s / 4 * (x - t)) by (apply Rmult_le_compat_r; lra).
        assert (e2 * norm (u x - u t)%V <= e2 * ((x - t) * a)) by (apply Rmult_le_compat_l; lra).
        assert (B : - (e2 * norm (u x - u t)%V) <= gap i (u x) - gap i (u t) - ((x - t) * s + ⟨g, y⟩)) by (revert H1; unfold Rabs; destruct (Rcase_abs _); lra).
        assert (e2 * ((x - t) * a) = s / 4 * (x - t)) by (rewrite <- E2'; ring).
        assert (0 < s / 4 * (x - t)) by (apply Rmult_lt_0_compat; lra). lra. }
      exists (Rmin n2 (n1 / a)). split; [apply Rmin_glb_lt; assumption |]. intros b Hb Hd.
      assert (Z : reaction i b - reaction i t <= 0).
      { apply (le_within _ _ 1); [lra |]. intros k Hk. destruct (reactions_from_the_right _ _ _ _ _ _ Motion i t k Hi Ht Hk) as [n3 [P3 H3]].
        set (x := Rmin (t + n3 / 2) ((t + b) / 2)). assert (X : t < x < b /\ x < t + n3).
        { unfold x. pose proof (Rmin_l (t + n3 / 2) ((t + b) / 2)). pose proof (Rmin_r (t + n3 / 2) ((t + b) / 2)). pose proof (Rmin_glb_lt (t + n3 / 2) ((t + b) / 2) t). lra. }
        specialize (H3 x ltac:(lra) ltac:(lra)).
        assert (Constant : reaction i b <= reaction i x); [| lra].
        apply (induction_along (fun y => reaction i y <= reaction i x) x (Rmin delta (t + Rmin n2 (n1 / a)))); [intros; apply stable_le; assumption | lra | | | split;
          [lra | apply Rmin_glb_lt; lra]].
        - intros y Hy IH. pose proof (Rmin_l delta (t + Rmin n2 (n1 / a))). pose proof (Rmin_r delta (t + Rmin n2 (n1 / a))).
          destruct (reactions_in_contact _ _ _ _ _ _ Motion i y Hi ltac:(lra) (Opens y ltac:(lra) ltac:(lra))) as [n4 [P4 H4]]. exists n4. split; [exact P4 |].
          intros z Hz Hz'. rewrite (H4 z); [exact IH | lra | rewrite Rabs_pos_eq; lra].
        - intros y Hy IH. pose proof (Rmin_l delta (t + Rmin n2 (n1 / a))). pose proof (Rmin_r delta (t + Rmin n2 (n1 / a))).
          destruct (reactions_in_contact _ _ _ _ _ _ Motion i y Hi ltac:(lra) (Opens y ltac:(lra) ltac:(lra))) as [n4 [P4 H4]].
          set (z := Rmax x (y - n4 / 2)). assert (Z : x <= z < y /\ y - n4 < z) by (unfold z; pose proof (Rmax_l x (y - n4 / 2)); pose proof (Rmax_r x (y - n4 / 2));
            pose proof (Rmax_lub_lt x (y - n4 / 2) y); lra).
          rewrite <- (H4 z); [apply IH; lra | lra | rewrite Rabs_left; lra]. }
      pose proof (reactions_do_not_fall i t b Hi ltac:(lra) Hd). replace (reaction i b - reaction i t) with 0 by lra. lra.
    + destruct (velocity_from_the_right _ _ _ _ _ _ Motion t (epsilon / (norm g + 1)) Ht ltac:(apply Rdiv_lt_0_compat; lra)) as [eta [P H]].
      exists eta. split; [exact P |]. intros b Hb Hd. specialize (H b Hb Hd). rewrite (Rmult_comm epsilon).
      apply Rmult_le_compat_l; [apply reactions_do_not_fall; [exact Hi | lra | exact Hd] |].
      replace (v t + v b)%V with (2 * v t + (v b - v t))%V by vector_identity. rewrite dot_add_r, dot_scale_r.
      pose proof (dot_le E g (v b - v t)%V) as C. assert (norm g * norm (v b - v t)%V <= norm g * (epsilon / (norm g + 1))) by (apply Rmult_le_compat_l; assumption).
      assert (norm g * (epsilon / (norm g + 1)) <= epsilon). { apply (Rmult_le_reg_l (norm g + 1)); [lra |]. field_simplify; [| lra]. lra. }
      lra.
Qed.

Lemma metric_changes t b : near t -> near b -> forall z, norm (M (u b) z - M (u t) z)%V <= L * norm (u b - u t)%V * norm z.
Proof. intros Ht Hb z. apply (M_lipschitz _ _ _ _ _ _ _ M_inertia); assumption. Qed.

(** Just after t the energy gains at most the power of the force and of the inertia that changes. *)
Lemma energy_after t epsilon : 0 <= t < T -> near t -> norm (v t) <= U -> 0 < epsilon ->
  exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> near b ->
    energy b <= energy t + (b - t) * (2 * F * U + L * (U * U * U)) + epsilon * measured reaction variation t b.
Proof.
  intros Ht Nt Vt He. assert (Hd : 0 <= t < delta) by lra. pose proof L_is_nonnegative as L0.
  set (e3 := epsilon / (4 * (2 * U + 1))). assert (E3 : 0 < e3) by (apply Rdiv_lt_0_compat; lra).
  set (cube := 3 * (U * U) + 3 * U + 1). assert (C0 : 0 < cube) by (unfold cube; assert (0 < U * U) by (apply Rmult_lt_0_compat; exact U_range); lra).
  set (s := Rmin (Rmin 1 (epsilon / (4 * ((L + 1) * cube)))) (epsilon / (4 * (F + 1)))).
  assert (S0 : 0 < s).
  { unfold s. repeat apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]] | apply Rdiv_lt_0_compat; lra]. }
  assert (S1 : s <= 1) by (unfold s; eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (S2 : L * (s * cube) <= epsilon / 4).
  { apply Rle_trans with ((L + 1) * (epsilon / (4 * ((L + 1) * cube)) * cube)); [| right; field; lra].
    apply Rmult_le_compat; [exact L0 | apply Rmult_le_pos; lra | lra |]. apply Rmult_le_compat_r; [lra |]. unfold s. eapply Rle_trans; [apply Rmin_l | apply Rmin_r]. }
  assert (S3 : F * s <= epsilon / 4).
  { apply Rle_trans with ((F + 1) * (epsilon / (4 * (F + 1)))); [| right; field; lra]. apply Rmult_le_compat; [exact F_range | lra | lra | unfold s; apply Rmin_r]. }
  destruct (velocity_from_the_right _ _ _ _ _ _ Motion t s Hd S0) as [n1 [P1 H1]].
  destruct (right_derivative _ _ _ _ _ _ Motion t s Hd S0) as [n2 [P2 H2]].
  destruct (inclusion_from_the_right _ _ _ _ _ _ Motion t e3 Hd E3) as [n3 [P3 H3]].
  destruct (for_a_while nu t delta (fun i b => (reaction i b - reaction i t) * ⟨gradient i (u t), v t + v b⟩ <= epsilon / 4 * (reaction i b - reaction i t))) as [n4 [P4 H4]].
  { intros i Hi. apply reaction_takes_no_energy; [exact Hi | exact Hd | lra]. }
  exists (Rmin (Rmin n1 n2) (Rmin n3 n4)). split; [repeat apply Rmin_glb_lt; assumption |].
  intros b Hb Hbd Nb.
  pose proof (Rmin_l (Rmin n1 n2) (Rmin n3 n4)). pose proof (Rmin_r (Rmin n1 n2) (Rmin n3 n4)). pose proof (Rmin_l n1 n2). pose proof (Rmin_r n1 n2). pose proof (Rmin_l n3 n4).
  pose proof (Rmin_r n3 n4).
  specialize (H1 b ltac:(lra) Hbd). specialize (H2 b ltac:(lra) Hbd). specialize (H3 b ltac:(lra) Hbd). specialize (H4 b ltac:(lra) Hbd).
  destruct (measured_nonnegative t b ltac:(lra) Hbd) as [Reac Vari].
  set (total_reaction := sum_below nu (fun i => reaction i b - reaction i t)) in *.
  set (x := v t) in *. set (y := v b) in *. set (A := M (u t)) in *. set (B := M (u b)) in *. set (f := force t (u t) x) in *.
  assert (Ff : norm f <= F) by (apply force_bounded; assumption).
  set (D := (y - x)%V) in *. assert (Ey : y = (x + D)%V) by (unfold D; vector_identity).
  assert (Ny : norm y <= U + s) by (rewrite Ey; eapply Rle_trans; [apply triangle | lra]).
  pose proof (norm_nonnegative E y) as Ny0. pose proof (norm_nonnegative E x) as Nx0. pose proof (norm_nonnegative E D) as ND0.
  assert (Move : norm (u b - u t)%V <= (b - t) * (U + s)).
  { set (z := (u b - u t - (b - t) * x)%V) in *. replace (u b - u t)%V with ((b - t) * x + z)%V by (unfold z; vector_identity).
    eapply Rle_trans; [apply triangle |]. rewrite norm_of_multiple by lra. assert ((b - t) * norm x <= (b - t) * U) by (apply Rmult_le_compat_l; lra). lra. }
  (* the inertia that changes *)
  assert (Part1 : ⟨B y, y⟩ <= ⟨A y, y⟩ + (b - t) * (L * (U * U * U)) + epsilon / 4 * (b - t)).
  { pose proof (metric_changes t b Nt Nb y) as C. fold A B in C. pose proof (dot_le E (B y - A y)%V y) as C2. rewrite dot_subtract in C2.
    assert (C3 : norm (B y - A y)%V * norm y <= L * ((b - t) * (U + s)) * (U + s) * (U + s)).
    { apply Rmult_le_compat; [apply norm_nonnegative | exact Ny0 | | exact Ny]. eapply Rle_trans; [exact C |].
      apply Rmult_le_compat; [apply Rmult_le_pos; [exact L0 | apply norm_nonnegative] | exact Ny0 | apply Rmult_le_compat_l; assumption | exact Ny]. }
    assert (Cube : (U + s) * (U + s) * (U + s) <= U * U * U + s * cube).
    { replace ((U + s) * (U + s) * (U + s)) with (U * U * U + s * (3 * (U * U) + 3 * U * s + s * s)) by ring. apply Rplus_le_compat_l. apply Rmult_le_compat_l; [lra |]. unfold cube.
      assert (3 * U * s <= 3 * U * 1) by (apply Rmult_le_compat_l; lra). assert (s * s <= 1 * 1) by (apply Rmult_le_compat; lra). lra. }
    assert (C4 : (b - t) * L * ((U + s) * (U + s) * (U + s)) <= (b - t) * L * (U * U * U + s * cube)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Cube]).
    assert (C5 : (b - t) * (L * (s * cube)) <= (b - t) * (epsilon / 4)) by (apply Rmult_le_compat_l; [lra | exact S2]). lra. }
  (* the work of the force and of the reactions *)
  set (R := sum_of_vectors nu (fun i => ((reaction i b - reaction i t) * gradient i (u t))%V)) in *.
  set (z := (A D - (b - t) * f - R)%V) in *.
  assert (EA : A D = ((b - t) * f + R + z)%V) by (unfold z; vector_identity).
  assert (Work : ⟨A y, y⟩ - ⟨A x, x⟩ = ⟨A D, x + y⟩).
  { rewrite Ey. pose proof (proj1 (linear_at (u t)) x D) as Add. fold A in Add. rewrite Add. expand_products. pose proof (symmetric_at (u t) x D) as Sym. fold A in Sym. rewrite Sym. ring. }
  rewrite EA in Work. rewrite !dot_add in Work. rewrite dot_scale in Work.
  assert (Nxy : norm (x + y)%V <= 2 * U + 1) by (eapply Rle_trans; [apply triangle |]; lra).
  assert (WF : ⟨f, x + y⟩ <= 2 * F * U + epsilon / 4).
  { replace (x + y)%V with (2 * x + D)%V by (rewrite Ey; vector_identity). rewrite dot_add_r, dot_scale_r. pose proof (dot_le E f x). pose proof (dot_le E f D).
    pose proof (norm_nonnegative E f).
    assert (norm f * norm x <= F * U) by (apply Rmult_le_compat; assumption). assert (norm f * norm D <= F * s) by (apply Rmult_le_compat; assumption). lra. }
  assert (WF' : (b - t) * ⟨f, x + y⟩ <= (b - t) * (2 * F * U + epsilon / 4)) by (apply Rmult_le_compat_l; lra).
  assert (WR : ⟨R, x + y⟩ <= epsilon / 4 * total_reaction).
  { unfold R, total_reaction. rewrite product_of_vectors, <- sum_below_times. apply sum_below_le. intros i Hi. rewrite dot_scale. apply H4. exact Hi. }
  assert (WZ : ⟨z, x + y⟩ <= epsilon / 4 * measured reaction variation t b).
  { eapply Rle_trans; [apply dot_le |]. apply Rle_trans with (e3 * measured reaction variation t b * (2 * U + 1)).
    - apply Rmult_le_compat; [apply norm_nonnegative | apply norm_nonnegative | exact H3 | exact Nxy].
    - right. unfold e3. field. lra. }
  unfold energy. fold x y A B. unfold measured in *. fold total_reaction in WZ |- *.
  assert (0 <= epsilon / 4 * (variation b - variation t)) by (apply Rmult_le_pos; lra).
  assert (0 <= epsilon / 4 * total_reaction) by (apply Rmult_le_pos; lra).
  assert (0 <= epsilon / 4 * (b - t)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** *** The impact law *)

Lemma tangent_cone_is_cone q : is_cone (tangent_cone q).
Proof.
  unfold tangent_cone. split; [| split].
  - intros i Hi G. rewrite dot_zero_r. lra.
  - intros a b Ha Hb i Hi G. rewrite dot_add_r. specialize (Ha i Hi G). specialize (Hb i Hi G). lra.
  - intros k a Hk Ha i Hi G. rewrite dot_scale_r. specialize (Ha i Hi G). apply Rmult_le_pos; assumption.
Qed.

Lemma impact_takes_energy_and_pushes t : 0 < t < delta -> near t ->
  ⟨M (u t) (v t), v t⟩ <= ⟨M (u t) (w t), w t⟩ /\ forall d, tangent_cone (u t) d -> 0 <= ⟨M (u t) (v t - w t)%V, d⟩.
Proof.
  intros Ht Nt. destruct (impact_law_holds _ _ _ _ _ _ Motion t Ht) as [p [n [Hp [Hn Ev]]]].
  set (A := M (u t)) in *. pose proof (linear_at (u t)) as lin. pose proof (symmetric_at (u t)) as sym. pose proof (elliptic_at (u t) Nt) as ell. fold A in lin, sym, ell.
  pose (K := kinetic E A (proj1 lin) (proj2 lin) sym (A_positive E A alpha alpha_is_positive ell) (A_definite E A alpha alpha_is_positive ell)).
  pose proof (tangent_cone_is_cone (u t)) as Cone.
  assert (Pp : @is_projection K (tangent_cone (u t)) (w t) p) by exact Hp.
  assert (Pn : @is_projection K (kinetic_normal_cone (u t)) (w t) n) by exact Hn.
  destruct (@rest_of_projection K (tangent_cone (u t)) (w t) p Cone Pp) as [O P].
  set (m := (w t - p)%V). assert (Om : ⟨A p, m⟩ = 0) by exact O. assert (Pm : forall y, tangent_cone (u t) y -> ⟨A y, m⟩ <= 0) by exact P.
  assert (Same : n = m).
  { apply (@projection_is_unique K (kinetic_normal_cone (u t)) (w t)); [exact Pn |]. split.
    - intros y Hy. rewrite dot_symmetric. exact (Pm y Hy).
    - change (forall c : E, kinetic_normal_cone (u t) c -> ⟨A (w t - m)%V, c - m⟩ <= 0). intros c Hc. replace (w t - m)%V with p by (unfold m; vector_identity).
      rewrite dot_subtract_r, Om. specialize (Hc p (proj1 Hp)). fold A in Hc. rewrite dot_symmetric in Hc. lra. }
  assert (Ew : w t = (p + m)%V) by (unfold m; vector_identity).
  rewrite Ev, Same. clear Hp Hn Pp Pn. clearbody m. rewrite Ew. split.
  - rewrite (A_subtract E A lin), (proj1 lin), (proj2 lin). expand_products. rewrite (sym m p). rewrite Om. 
    assert (Q : 0 <= ⟨A m, m⟩) by (apply (A_positive E A alpha alpha_is_positive ell)).
    assert (e * (e * ⟨A m, m⟩) <= 1 * (1 * ⟨A m, m⟩)) by (repeat (apply Rmult_le_compat; try lra); apply Rmult_le_pos; lra). lra.
  - intros d Hd. replace (p - e * m - (p + m))%V with (- (1 + e) * m)%V by vector_identity. rewrite (proj2 lin). expand_products. rewrite (sym m d). specialize (Pm d Hd).
    assert (0 <= (1 + e) * - ⟨A d, m⟩) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The momentum before t tends to M(u(t)) w(t), and the energy to its energy. *)
Lemma limits_before t epsilon : 0 < t < delta -> near t -> (forall a, 0 <= a < t -> near a) -> 0 < epsilon ->
  exists eta, 0 < eta /\ forall a, t - eta < a < t -> 0 <= a ->
    norm (M (u a) (v a) - M (u t) (w t))%V <= epsilon /\ Rabs (energy a - ⟨M (u t) (w t), w t⟩) <= epsilon.
Proof.
  intros Ht Nt Na He. pose proof beta_is_nonnegative as B0. pose proof L_is_nonnegative as L0. pose proof (norm_nonnegative E (w t)) as W0. set (W := norm (w t) + 1).
  assert (W1 : 0 < W) by (unfold W; lra).
  set (k := (beta + L * W) * (2 * W + 1) + 1). assert (K1 : 0 < k) by (unfold k; assert (0 <= (beta + L * W) * (2 * W + 1)) by (apply Rmult_le_pos;
    [assert (0 <= L * W) by (apply Rmult_le_pos; lra); lra | lra]); lra).
  set (s := Rmin 1 (epsilon / k)). assert (S0 : 0 < s) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; assumption]).
  assert (S1 : s <= 1) by apply Rmin_l. assert (S2 : k * s <= epsilon).
  { apply Rle_trans with (k * (epsilon / k)); [apply Rmult_le_compat_l; [lra | apply Rmin_r] | right; field; lra]. }
  destruct (velocity_from_the_left _ _ _ _ _ _ Motion t s Ht S0) as [n1 [P1 H1]].
  destruct (position_is_continuous _ _ _ _ _ _ Motion t s ltac:(lra) S0) as [n2 [P2 H2]].
  exists (Rmin n1 n2). split; [apply Rmin_glb_lt; assumption |]. intros a Ha Ha0. pose proof (Rmin_l n1 n2). pose proof (Rmin_r n1 n2).
  specialize (H1 a ltac:(lra) Ha0). specialize (H2 a ltac:(lra) ltac:(rewrite Rabs_left; lra)). specialize (Na a ltac:(lra)).
  set (D := (v a - w t)%V) in *. assert (Ev : v a = (w t + D)%V) by (unfold D; vector_identity).
  assert (Nv : norm (v a) <= W) by (rewrite Ev; eapply Rle_trans; [apply triangle | unfold W; lra]).
  pose proof (norm_nonnegative E (v a)) as V0. pose proof (norm_nonnegative E (u a - u t)%V) as X0. pose proof (norm_nonnegative E D) as D0.
  assert (Mom : norm (M (u a) (v a) - M (u t) (w t))%V <= (beta + L * W) * s).
  { replace (M (u a) (v a) - M (u t) (w t))%V with ((M (u a) (v a) - M (u t) (v a)) + M (u t) D)%V.
    - eapply Rle_trans; [apply triangle |]. pose proof (metric_changes t a Nt Na (v a)) as C.
      pose proof (M_bounded _ _ _ _ _ _ _ M_inertia (u t) D Nt) as C2.
      assert (L * norm (u a - u t)%V * norm (v a) <= L * s * W) by (apply Rmult_le_compat; [apply Rmult_le_pos; assumption | exact V0 | apply Rmult_le_compat_l; assumption | exact Nv]).
      assert (beta * norm D <= beta * s) by (apply Rmult_le_compat_l; assumption). lra.
    - unfold D. rewrite (A_subtract E (M (u t)) (linear_at (u t))). vector_identity. }
  assert (Pos : 0 <= beta + L * W) by (assert (0 <= L * W) by (apply Rmult_le_pos; lra); lra).
  assert (Big : (beta + L * W) * s * (2 * W + 1) + s <= epsilon) by (eapply Rle_trans; [| exact S2]; right; unfold k; ring).
  assert (Pos2 : 0 <= (beta + L * W) * s) by (apply Rmult_le_pos; lra).
  assert (Pos3 : 0 <= (beta + L * W) * s * (2 * W)) by (apply Rmult_le_pos; lra).
  split; [lra |].
  assert (Split : energy a - ⟨M (u t) (w t), w t⟩ = ⟨M (u a) (v a) - M (u t) (w t), v a⟩ + ⟨M (u t) D, w t⟩).
  { unfold energy. rewrite (symmetric_at (u t) D (w t)). unfold D. expand_products. ring. }
  rewrite Split. eapply Rle_trans; [apply Rabs_triang |].
  pose proof (product_is_bounded E (M (u a) (v a) - M (u t) (w t))%V (v a)) as C1. pose proof (product_is_bounded E (M (u t) D) (w t)) as C2.
  pose proof (M_bounded _ _ _ _ _ _ _ M_inertia (u t) D Nt) as C3.
  assert (norm (M (u a) (v a) - M (u t) (w t))%V * norm (v a) <= (beta + L * W) * s * W) by (apply Rmult_le_compat; try assumption; apply norm_nonnegative).
  assert (norm (M (u t) D) * norm (w t) <= (beta + L * W) * s * W).
  { apply Rmult_le_compat; [apply norm_nonnegative | exact W0 | | unfold W; lra]. eapply Rle_trans; [exact C3 |]. apply Rmult_le_compat; try assumption.
    assert (0 <= L * W) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.

(** *** The bounds *)

Let rate := 2 * F * U + L * (U * U * U).
Lemma rate_nonnegative : 0 <= rate.
Proof.
  unfold rate. pose proof L_is_nonnegative. assert (0 <= 2 * F * U) by (apply Rmult_le_pos; lra).
  assert (0 <= L * (U * U * U)) by (apply Rmult_le_pos; [assumption |]; left; repeat apply Rmult_lt_0_compat; exact U_range). lra.
Qed.

Lemma measured_up_to s t : 0 <= s <= t -> t < delta -> measured reaction variation 0 s <= measured reaction variation 0 t.
Proof.
  intros Hs Ht. rewrite (measured_adds 0 s t). destruct (measured_nonnegative s t Hs Ht). unfold measured at 3. lra.
Qed.

Lemma slow t : near t -> energy t <= alpha * (U * U) -> norm (v t) <= U.
Proof.
  intros Nt H. pose proof (elliptic_at (u t) Nt (v t)) as El. rewrite <- norm_squared in El. apply square_le; [lra |].
  apply (Rmult_le_reg_l alpha); [exact alpha_is_positive |]. unfold energy in H. lra.
Qed.

Lemma up_to t_1 epsilon : 0 <= t_1 < T -> 0 < epsilon -> energy 0 + T * rate + epsilon * measured reaction variation 0 t_1 <= alpha * (U * U) ->
  forall t, 0 <= t < t_1 -> near t /\ norm (v t) <= U /\ energy t <= energy 0 + t * rate + epsilon * measured reaction variation 0 t.
Proof.
  intros H1 He Budget. pose proof rate_nonnegative as R0.
  set (k := (rho - T * U) / (T + 1)). assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra).
  assert (KT : (U + k) * T <= rho). { assert (k * T <= rho - T * U); [| lra]. unfold k. apply (Rmult_le_reg_l (T + 1)); [lra |]. field_simplify; [| lra]. assert (0 <= rho - T * U) by lra.
  assert (0 <= (rho - T * U) * 1) by lra. lra. }
  assert (Near : forall t, 0 <= t < t_1 -> norm (u t - u 0)%V <= (U + k) * t -> near t).
  { intros t Ht Hu. unfold near. eapply Rle_trans; [exact Hu |]. eapply Rle_trans; [| exact KT]. apply Rmult_le_compat_l; lra. }
  assert (Budget' : forall t, 0 <= t < t_1 -> energy 0 + t * rate + epsilon * measured reaction variation 0 t <= alpha * (U * U)).
  { intros t Ht. eapply Rle_trans; [| exact Budget]. assert (t * rate <= T * rate) by (apply Rmult_le_compat_r; lra).
    assert (epsilon * measured reaction variation 0 t <= epsilon * measured reaction variation 0 t_1) by (apply Rmult_le_compat_l; [lra | apply measured_up_to; lra]). lra. }
  assert (P : forall t, 0 <= t < t_1 -> norm (u t - u 0)%V <= (U + k) * t /\ energy t <= energy 0 + t * rate + epsilon * measured reaction variation 0 t).
  { intros t Ht. apply (induction_along (fun t => norm (u t - u 0)%V <= (U + k) * t /\ energy t <= energy 0 + t * rate + epsilon * measured reaction variation 0 t) 0 t_1);
      [| | | | exact Ht].
    - intros s Hs. split; apply stable_le; intro N; apply Hs; intros [A B]; apply N; assumption.
    - split.
      + replace (u 0 - u 0)%V with (zero : E) by vector_identity. unfold norm. rewrite dot_zero, sqrt_0. lra.
      + unfold measured. replace (sum_below nu (fun i => reaction i 0 - reaction i 0)) with 0; [lra |].
        rewrite (sum_below_same nu _ (fun i => 0 * 0)) by (intros; ring). rewrite (sum_below_times nu 0 (fun _ => 0)). ring.
    - intros s Hs [Hu Hn]. assert (Ns : near s) by (apply Near; assumption).
      assert (Vs : norm (v s) <= U) by (apply slow; [exact Ns |]; eapply Rle_trans; [exact Hn | apply Budget'; exact Hs]).
      destruct (energy_after s epsilon ltac:(lra) Ns Vs He) as [n1 [P1 Q1]].
      destruct (right_derivative _ _ _ _ _ _ Motion s k ltac:(lra) K) as [n2 [P2 Q2]].
      exists (Rmin n1 n2). split; [apply Rmin_glb_lt; assumption |]. intros b Hb Hbt. pose proof (Rmin_l n1 n2). pose proof (Rmin_r n1 n2).
      specialize (Q2 b ltac:(lra) ltac:(lra)).
      assert (Hub : norm (u b - u 0)%V <= (U + k) * b).
      { set (z := (u b - u s - (b - s) * v s)%V) in *. replace (u b - u 0)%V with ((u s - u 0) + ((b - s) * v s + z))%V by (unfold z; vector_identity).
        eapply Rle_trans; [apply triangle |]. eapply Rle_trans; [apply Rplus_le_compat_l, triangle |]. rewrite norm_of_multiple by lra.
        assert ((b - s) * norm (v s) <= (b - s) * U) by (apply Rmult_le_compat_l; lra). lra. }
      split; [exact Hub |]. assert (Nb : near b) by (apply Near; [lra | exact Hub]).
      specialize (Q1 b ltac:(lra) ltac:(lra) Nb). fold rate in Q1. rewrite (measured_adds 0 s b). lra.
    - intros s Hs Before. assert (Na : forall a, 0 <= a < s -> near a) by (intros a Ha; apply Near; [lra | apply Before; exact Ha]).
      assert (Hu : norm (u s - u 0)%V <= (U + k) * s).
      { apply (le_within _ _ 1); [lra |]. intros m Hm. destruct (position_is_continuous _ _ _ _ _ _ Motion s m ltac:(lra) Hm) as [n1 [P1 Q1]].
        set (a := Rmax 0 (s - n1 / 2)). assert (A : 0 <= a < s /\ s - n1 < a) by (unfold a; pose proof (Rmax_l 0 (s - n1 / 2)); pose proof (Rmax_r 0 (s - n1 / 2));
          pose proof (Rmax_lub_lt 0 (s - n1 / 2) s); lra).
        specialize (Q1 a ltac:(lra) ltac:(rewrite Rabs_left; lra)). destruct (Before a ltac:(lra)) as [Ba _].
        replace (u s - u 0)%V with ((u s - u a) + (u a - u 0))%V by vector_identity. eapply Rle_trans; [apply triangle |]. rewrite (distance_symmetric E (u s)).
        assert ((U + k) * a <= (U + k) * s) by (apply Rmult_le_compat_l; lra). lra. }
      split; [exact Hu |]. assert (Ns : near s) by (apply Near; [lra | exact Hu]).
      apply (le_within _ _ 1); [lra |]. intros m Hm. destruct (limits_before s m ltac:(lra) Ns Na Hm) as [n1 [P1 Q1]].
      set (a := Rmax 0 (s - n1 / 2)). assert (A : 0 <= a < s /\ s - n1 < a) by (unfold a; pose proof (Rmax_l 0 (s - n1 / 2)); pose proof (Rmax_r 0 (s - n1 / 2));
        pose proof (Rmax_lub_lt 0 (s - n1 / 2) s); lra).
      destruct (Q1 a ltac:(lra) ltac:(lra)) as [_ Q2]. destruct (Before a ltac:(lra)) as [_ Ba].
      destruct (impact_takes_energy_and_pushes s ltac:(lra) Ns) as [Law _]. unfold energy at 1.
      assert (energy a >= ⟨M (u s) (w s), w s⟩ - m) by (revert Q2; unfold Rabs; destruct (Rcase_abs _); lra).
      assert (a * rate <= s * rate) by (apply Rmult_le_compat_r; lra).
      assert (epsilon * measured reaction variation 0 a <= epsilon * measured reaction variation 0 s) by (apply Rmult_le_compat_l; [lra | apply measured_up_to; lra]). lra. }
  intros t Ht. destruct (P t Ht) as [Hu Hn]. assert (Nt : near t) by (apply Near; assumption). split; [exact Nt |]. split; [| exact Hn].
  apply slow; [exact Nt |]. eapply Rle_trans; [exact Hn | apply Budget'; exact Ht].
Qed.

Theorem motion_is_slow t : 0 <= t < T ->
  norm (u t - u 0)%V <= rho /\ norm (v t) <= U /\ ⟨M (u t) (v t), v t⟩ <= ⟨M (u 0) (v 0), v 0⟩ + t * (2 * F * U + L * (U * U * U)).
Proof.
  intro Ht. fold rate. set (t_1 := (t + T) / 2). assert (H1 : 0 <= t_1 < T /\ t < t_1) by (unfold t_1; lra).
  set (m := measured reaction variation 0 t_1). assert (M0 : 0 <= m) by (unfold m, measured; destruct (measured_nonnegative 0 t_1); lra).
  set (slack := alpha * (U * U) - (energy 0 + T * rate)). assert (S0 : 0 < slack) by (unfold slack, energy, rate; lra).
  assert (All : forall epsilon, 0 < epsilon -> epsilon * m <= slack -> near t /\ norm (v t) <= U /\ energy t <= energy 0 + t * rate + epsilon * m).
  { intros k Hk Hm. destruct (up_to t_1 k ltac:(lra) Hk ltac:(fold m; unfold slack in Hm; lra) t ltac:(lra)) as [A [B C]]. split; [exact A |]. split; [exact B |].
    eapply Rle_trans; [exact C |]. apply Rplus_le_compat_l. apply Rmult_le_compat_l; [lra |]. apply measured_up_to; lra. }
  set (k := slack / (m + 1)). assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra).
  assert (Km : k * m <= slack). { unfold k. apply (Rmult_le_reg_l (m + 1)); [lra |]. field_simplify; [| lra]. lra. }
  destruct (All k K Km) as [A [B _]]. split; [exact A |]. split; [exact B |].
  apply (le_within _ _ m M0). intros j Hj.
  destruct (All (Rmin j k) ltac:(apply Rmin_glb_lt; assumption)) as [_ [_ C]].
  - apply Rle_trans with (k * m); [apply Rmult_le_compat_r; [exact M0 | apply Rmin_r] | exact Km].
  - unfold energy in C. eapply Rle_trans; [exact C |]. apply Rplus_le_compat_l. apply Rmult_le_compat_r; [exact M0 | apply Rmin_l].
Qed.

Lemma position_is_lipschitz s t : 0 <= s <= t -> t < T -> norm (u t - u s)%V <= U * (t - s).
Proof.
  intros Hs Ht. pose proof (displacement delta u v w reaction variation Motion s T (zero : E) U ltac:(lra) ltac:(lra)) as D.
  replace (u t - u s)%V with (u t - u s - (t - s) * zero)%V by vector_identity. apply D; [| lra].
  intros a Ha. replace (v a - zero)%V with (v a) by vector_identity. apply motion_is_slow. lra.
Qed.

(** Towards a direction that all cones T_K(u(t)) contain, the momentum grows, but for what the force and the inertia take. *)
Lemma momentum_grows d s t : (forall t, 0 <= t < T -> tangent_cone (u t) d) -> 0 <= s <= t -> t < T ->
  ⟨M (u s) (v s), d⟩ <= ⟨M (u t) (v t), d⟩ + (F + L * (U * U)) * norm d * (t - s).
Proof.
  intros Cone Hs Ht. set (loss := (F + L * (U * U)) * norm d). pose proof (norm_nonnegative E d) as D0. pose proof L_is_nonnegative as L0.
  set (t_1 := (t + T) / 2). assert (H1 : 0 <= t_1 < T /\ t < t_1) by (unfold t_1; lra).
  assert (Nears : forall x, 0 <= x < T -> near x) by (intros x Hx; apply (motion_is_slow x Hx)).
  assert (Grow : forall x y, s <= x <= y -> y < t_1 -> measured reaction variation s x <= measured reaction variation s y).
  { intros x y Hx Hy. rewrite (measured_adds s x y). destruct (measured_nonnegative x y ltac:(lra) ltac:(lra)). unfold measured at 3. lra. }
  apply (le_within _ _ (measured reaction variation s t)); [unfold measured; destruct (measured_nonnegative s t Hs ltac:(lra)); lra |]. intros epsilon He.
  apply (induction_along (fun t => ⟨M (u s) (v s), d⟩ <= ⟨M (u t) (v t), d⟩ + loss * (t - s) + epsilon * measured reaction variation s t) s t_1); [intros; apply stable_le;
    assumption | | | | lra].
  - unfold measured. rewrite (sum_below_same nu _ (fun i => 0 * 0)) by (intros; ring). rewrite (sum_below_times nu 0 (fun _ => 0)). lra.
  - intros a Ha Pa. destruct (motion_is_slow a ltac:(lra)) as [Na [Va _]]. fold (near a) in Na.
    set (k := epsilon / (2 * (norm d + 1))). assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra).
    assert (Kd : k * norm d <= epsilon / 2). { unfold k. apply (Rmult_le_reg_l (2 * (norm d + 1))); [lra |]. field_simplify; [| lra]. lra. }
    destruct (inclusion_from_the_right _ _ _ _ _ _ Motion a k ltac:(lra) K) as [n1 [P1 Q1]].
    assert (Idle : forall i, (i < nu)%nat -> exists eta, 0 < eta /\ forall b, a < b < a + eta -> b < delta -> 0 <= (reaction i b - reaction i a) * ⟨gradient i (u a), d⟩).
    { intros i Hi. destruct (Rlt_or_le 0 (gap i (u a))) as [G | G].
      - destruct (reactions_in_contact _ _ _ _ _ _ Motion i a Hi ltac:(lra) G) as [n3 [P3 Q3]]. exists n3. split; [exact P3 |]. intros b Hb Hbd.
        rewrite (Q3 b) by (try lra; rewrite Rabs_pos_eq; lra). lra.
      - exists 1. split; [lra |]. intros b Hb Hbd. apply Rmult_le_pos; [apply reactions_do_not_fall; [exact Hi | lra | exact Hbd] |]. apply (Cone a ltac:(lra)); assumption. }
    destruct (for_a_while nu a delta _ Idle) as [n4 [P4 Q4]].
    exists (Rmin n1 n4). split; [apply Rmin_glb_lt; assumption |]. intros b Hb Hbt.
    pose proof (Rmin_l n1 n4). pose proof (Rmin_r n1 n4).
    specialize (Q1 b ltac:(lra) ltac:(lra)). specialize (Q4 b ltac:(lra) ltac:(lra)).
    assert (Nb : near b) by (apply Nears; lra). destruct (motion_is_slow b ltac:(lra)) as [_ [Vb _]].
    pose proof (position_is_lipschitz a b ltac:(lra) ltac:(lra)) as Lip.
    set (f := force a (u a) (v a)) in *. assert (Ff : norm f <= F) by (apply force_bounded; [lra | exact Na | exact Va]).
    set (R := sum_of_vectors nu (fun i => ((reaction i b - reaction i a) * gradient i (u a))%V)) in *.
    set (z := (M (u a) (v b - v a)%V - (b - a) * f - R)%V) in *.
    assert (Ez : M (u a) (v b - v a)%V = ((b - a) * f + R + z)%V) by (unfold z; vector_identity).
    assert (Step : ⟨M (u b) (v b), d⟩ - ⟨M (u a) (v a), d⟩ = ⟨M (u b) (v b) - M (u a) (v b), d⟩ + ⟨M (u a) (v b - v a)%V, d⟩) by (rewrite (A_subtract E (M (u a)) (linear_at (u a)));
      expand_products; ring).
    rewrite Ez, !dot_add, dot_scale in Step.
    assert (WR : 0 <= ⟨R, d⟩) by (unfold R; rewrite product_of_vectors; apply sum_below_nonnegative; intros i Hi; rewrite dot_scale; apply Q4; exact Hi).
    assert (Low : forall x, - (norm x * norm d) <= ⟨x, d⟩) by (intro x; pose proof (product_is_bounded E x d) as C; revert C; unfold Rabs; destruct (Rcase_abs _); lra).
    assert (WF : (b - a) * - (F * norm d) <= (b - a) * ⟨f, d⟩).
    { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [| apply Low]. assert (norm f * norm d <= F * norm d) by (apply Rmult_le_compat_r; assumption). lra. }
    assert (WZ : - (epsilon / 2 * measured reaction variation a b) <= ⟨z, d⟩).
    { eapply Rle_trans; [| apply Low]. destruct (measured_nonnegative a b ltac:(lra) ltac:(lra)) as [G1 G2].
      assert (Mp : 0 <= measured reaction variation a b) by (unfold measured; lra).
      assert (norm z * norm d <= k * measured reaction variation a b * norm d) by (apply Rmult_le_compat_r; assumption).
      assert (k * norm d * measured reaction variation a b <= epsilon / 2 * measured reaction variation a b) by (apply Rmult_le_compat_r; assumption). lra. }
    assert (WM : - ((b - a) * (L * (U * U) * norm d)) <= ⟨M (u b) (v b) - M (u a) (v b), d⟩).
    { eapply Rle_trans; [| apply Low]. apply Ropp_le_contravar. replace ((b - a) * (L * (U * U) * norm d)) with (L * (U * (b - a)) * U * norm d) by ring.
      apply Rmult_le_compat_r; [exact D0 |].
      eapply Rle_trans; [apply (metric_changes a b Na Nb) |]. apply Rmult_le_compat; [apply Rmult_le_pos;
        [exact L0 | apply norm_nonnegative] | apply norm_nonnegative | apply Rmult_le_compat_l; assumption | exact Vb]. }
    rewrite (measured_adds s a b). unfold loss in *.
    assert (0 <= epsilon / 2 * measured reaction variation a b) by (destruct (measured_nonnegative a b ltac:(lra) ltac:(lra)); apply Rmult_le_pos; [lra | unfold measured; lra]).
    lra.
  - intros a Ha Before. apply (le_within _ _ (norm d)); [exact D0 |]. intros m Hm.
    assert (Na : near a) by (apply Nears; lra).
    destruct (limits_before a m ltac:(lra) Na ltac:(intros; apply Nears; lra) Hm) as [n1 [P1 Q1]].
    set (x := Rmax s (a - n1 / 2)). assert (A : s <= x < a /\ a - n1 < x) by (unfold x; pose proof (Rmax_l s (a - n1 / 2)); pose proof (Rmax_r s (a - n1 / 2));
      pose proof (Rmax_lub_lt s (a - n1 / 2) a); lra).
    destruct (Q1 x ltac:(lra) ltac:(lra)) as [Q2 _]. specialize (Before x ltac:(lra)).
    destruct (impact_takes_energy_and_pushes a ltac:(lra) Na) as [_ Push]. specialize (Push d (Cone a ltac:(lra))).
    rewrite (A_subtract E (M (u a)) (linear_at (u a))) in Push. rewrite dot_subtract in Push.
    pose proof (dot_le E (M (u x) (v x) - M (u a) (w a))%V d) as C. rewrite dot_subtract in C.
    assert (norm (M (u x) (v x) - M (u a) (w a))%V * norm d <= m * norm d) by (apply Rmult_le_compat_r; assumption).
    assert (Loss : 0 <= loss) by (unfold loss; apply Rmult_le_pos; [assert (0 <= L * (U * U)) by (apply Rmult_le_pos; [exact L0 |]; left; apply Rmult_lt_0_compat; exact U_range);
      lra | exact D0]).
    assert (loss * (x - s) <= loss * (a - s)) by (apply Rmult_le_compat_l; lra).
    assert (epsilon * measured reaction variation s x <= epsilon * measured reaction variation s a) by (apply Rmult_le_compat_l; [lra | apply Grow; lra]). lra.
Qed.

(** What bounds the variation of the velocity, where the cones T_K(u(t)) all contain the ball (c, r). *)
Definition variation_majorant c (r t : R) : R := / alpha * ((⟨M (u t) (v t), c⟩ + (F + L * (U * U)) * (norm c + r) * t) / r + L * (U * U) * t).

Lemma variation_is_majorised c r s t : 0 < r -> (forall t d, 0 <= t < T -> norm d <= r -> tangent_cone (u t) (c + d)%V) -> 0 <= s <= t -> t < T ->
  norm (v t - v s)%V <= variation_majorant c r t - variation_majorant c r s.
Proof.
  intros Hr Ball Hs Ht. pose proof L_is_nonnegative as L0. pose proof alpha_is_positive as A0. set (P := (F + L * (U * U)) * (norm c + r)). pose proof (norm_nonnegative E c) as C0.
  assert (LU : 0 <= L * (U * U)) by (apply Rmult_le_pos; [exact L0 |]; left; apply Rmult_lt_0_compat; exact U_range).
  destruct (motion_is_slow s ltac:(lra)) as [Ns [Vs _]]. destruct (motion_is_slow t ltac:(lra)) as [Nt [Vt _]]. fold (near s) in Ns. fold (near t) in Nt.
  set (y := (M (u t) (v t) - M (u s) (v s))%V).
  assert (Len : r * norm y <= ⟨y, c⟩ + P * (t - s)).
  { apply (length_along_the_ball E y c r (P * (t - s))); [lra |]. intros d Hd.
    pose proof (momentum_grows (c + d)%V s t (fun x Hx => Ball x d Hx Hd) ltac:(lra) ltac:(lra)) as G.
    assert (Nd : norm (c + d)%V <= norm c + r) by (eapply Rle_trans; [apply triangle | lra]).
    assert ((F + L * (U * U)) * norm (c + d)%V * (t - s) <= P * (t - s)) by (apply Rmult_le_compat_r; [lra | unfold P; apply Rmult_le_compat_l; lra]).
    unfold y. rewrite dot_subtract. lra. }
  assert (Jump : alpha * norm (v t - v s)%V <= norm y + L * (U * U) * (t - s)).
  { eapply Rle_trans; [apply (length_of_momentum E (M (u t)) alpha A0 (elliptic_at (u t) Nt)) |].
    replace (M (u t) (v t - v s)%V) with (y + - (M (u t) (v s) - M (u s) (v s)))%V by (unfold y; rewrite (A_subtract E (M (u t)) (linear_at (u t))); vector_identity).
    eapply Rle_trans; [apply triangle |]. apply Rplus_le_compat_l. rewrite norm_of_opposite. eapply Rle_trans; [apply (metric_changes s t Ns Nt) |].
    pose proof (position_is_lipschitz s t ltac:(lra) ltac:(lra)) as Lip. replace (L * (U * U) * (t - s)) with (L * (U * (t - s)) * U) by ring.
    apply Rmult_le_compat; [apply Rmult_le_pos; [exact L0 | apply norm_nonnegative] | apply norm_nonnegative | apply Rmult_le_compat_l; assumption | exact Vs]. }
  assert (Jr : r * (alpha * norm (v t - v s)%V) <= r * (norm y + L * (U * U) * (t - s))) by (apply Rmult_le_compat_l; lra).
  unfold y in Len at 2. rewrite dot_subtract in Len. unfold variation_majorant. fold P.
  apply (Rmult_le_reg_l (r * alpha)); [apply Rmult_lt_0_compat; assumption |].
  match goal with |- _ <= ?x => replace x with (⟨M (u t) (v t), c⟩ - ⟨M (u s) (v s), c⟩ + P * (t - s) + r * (L * (U * U) * (t - s))) by (field; lra) end. lra.
Qed.

Lemma momentum_is_bounded c t : 0 <= t < T -> Rabs ⟨M (u t) (v t), c⟩ <= beta * U * norm c.
Proof.
  intro Ht. destruct (motion_is_slow t Ht) as [Nt [Vt _]]. eapply Rle_trans; [apply product_is_bounded |]. apply Rmult_le_compat_r; [apply norm_nonnegative |].
  eapply Rle_trans; [apply (M_bounded _ _ _ _ _ _ _ M_inertia); exact Nt |]. apply Rmult_le_compat_l; [exact beta_is_nonnegative | exact Vt].
Qed.

Lemma majorant_is_bounded c r t : 0 < r -> 0 <= t < T ->
  Rabs (variation_majorant c r t) <= / alpha * ((beta * U * norm c + (F + L * (U * U)) * (norm c + r) * T) / r + L * (U * U) * T).
Proof.
  intros Hr Ht. pose proof L_is_nonnegative as L0. pose proof alpha_is_positive as A0. pose proof (momentum_is_bounded c t Ht) as Mom. pose proof (norm_nonnegative E c) as C0.
  set (P := (F + L * (U * U)) * (norm c + r)). assert (LU : 0 <= L * (U * U)) by (apply Rmult_le_pos; [exact L0 |]; left; apply Rmult_lt_0_compat; exact U_range).
  assert (P0 : 0 <= P) by (unfold P; apply Rmult_le_pos; lra). unfold variation_majorant. fold P. set (m := ⟨M (u t) (v t), c⟩) in *.
  assert (0 <= P * t <= P * T) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_l; lra]).
  assert (0 <= L * (U * U) * t <= L * (U * U) * T) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_l; lra]).
  assert (I0 : 0 < / r) by (apply Rinv_0_lt_compat; exact Hr). assert (J0 : 0 < / alpha) by (apply Rinv_0_lt_compat; exact A0).
  assert (Inner : Rabs (m + P * t) <= beta * U * norm c + P * T) by (eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq (P * t)) by lra; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (/ alpha)) by lra. apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (L * (U * U) * t)) by lra.
  apply Rplus_le_compat; [| lra]. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ r)) by lra. apply Rmult_le_compat_r; lra.
Qed.

(** The a-priori estimate in BV: of the variation of the velocity over any partition. *)
Theorem motion_has_bounded_variation c r (instants : nat -> R) n : 0 < r -> (forall t d, 0 <= t < T -> norm d <= r -> tangent_cone (u t) (c + d)%V) ->
  0 <= instants 0%nat -> (forall k, (k < n)%nat -> instants k <= instants (S k)) -> instants n < T ->
  sum_below n (fun k => norm (v (instants (S k)) - v (instants k))%V)
    <= / alpha * ((2 * beta * U * norm c + (F + L * (U * U)) * (norm c + r) * T) / r + L * (U * U) * T).
Proof.
  intros Hr Ball Start Order Last. pose proof L_is_nonnegative as L0. pose proof alpha_is_positive as A0.
  eapply Rle_trans; [apply (sum_of_jumps v (variation_majorant c r) T instants n (fun s t => variation_is_majorised c r s t Hr Ball) Start Order Last) |].
  destruct (instants_in_order instants n T Start Order Last) as [In Le]. pose proof (In 0%nat ltac:(lia)) as I0. pose proof (In n (le_n n)) as In'. specialize (Le n (le_n n)).
  pose proof (momentum_is_bounded c _ In') as M1. pose proof (momentum_is_bounded c _ I0) as M2. set (t := instants n) in *. set (s := instants 0%nat) in *.
  set (P := (F + L * (U * U)) * (norm c + r)). pose proof (norm_nonnegative E c) as C0.
  assert (LU : 0 <= L * (U * U)) by (apply Rmult_le_pos; [exact L0 |]; left; apply Rmult_lt_0_compat; exact U_range).
  assert (P0 : 0 <= P) by (unfold P; apply Rmult_le_pos; lra).
  assert (B : ⟨M (u t) (v t), c⟩ - ⟨M (u s) (v s), c⟩ <= 2 * beta * U * norm c) by (revert M1 M2; unfold Rabs; destruct (Rcase_abs _), (Rcase_abs _); lra).
  assert (P * (t - s) <= P * T) by (apply Rmult_le_compat_l; lra). assert (L * (U * U) * (t - s) <= L * (U * U) * T) by (apply Rmult_le_compat_l; lra).
  assert (r * (L * (U * U) * (t - s)) <= r * (L * (U * U) * T)) by (apply Rmult_le_compat_l; lra).
  unfold variation_majorant. fold P. apply (Rmult_le_reg_l (r * alpha)); [apply Rmult_lt_0_compat; assumption |].
  match goal with |- ?l <= ?x => replace l with (⟨M (u t) (v t), c⟩ - ⟨M (u s) (v s), c⟩ + P * (t - s) + r * (L * (U * U) * (t - s))) by (field; lra);
    replace x with (2 * beta * U * norm c + P * T + r * (L * (U * U) * T)) by (field; lra) end. lra.
Qed.
End bounds.
End motion.
