(** The ball on a floor, through its accumulation of impacts and the rest that follows, as an exact solution of
    the measure differential inclusion  f dt − du ∈ ∂ψ_{V(x)}((u⁺ + e u⁻)/(1 + e))  of the sweeping paper, in the class
    "absolutely continuous part + countably many atoms". For e → 0 this is (11) of [Moreau 1983].

    Unit mass, gravity g > 0, 0 < e < 1; at t = 0 the ball leaves the floor at speed w > 0. *)

Require Import Reals Lra Lia.
Open Scope R_scope.

Section ball.
Variables g e w : R.
Hypothesis g_positive : 0 < g.
Hypothesis e_range : 0 < e < 1.
Hypothesis w_positive : 0 < w.

(** Speed after impact k, its time, the length of the flight that follows, the accumulation time. *)
Definition speed (k : nat) : R := e ^ k * w.
Definition flight (k : nat) : R := 2 * speed k / g.
Definition instant (k : nat) : R := 2 * w / g * ((1 - e ^ k) / (1 - e)).
Definition T : R := 2 * w / (g * (1 - e)).
(** The impulse of impact k + 1. *)
Definition impulse (k : nat) : R := speed (S k) + speed k.

Lemma speed_positive k : 0 < speed k.
Proof. unfold speed. apply Rmult_lt_0_compat; [apply pow_lt |]; lra. Qed.
Lemma flight_positive k : 0 < flight k.
Proof. unfold flight. pose proof (speed_positive k). apply Rdiv_lt_0_compat; lra. Qed.

Lemma first_instant : instant 0 = 0.
Proof. unfold instant. simpl. field. lra. Qed.
Lemma next_instant k : instant (S k) = instant k + flight k.
Proof. unfold instant, flight, speed. simpl. field. split; lra. Qed.
Lemma instant_to_accumulation k : T - instant k = 2 * speed k / (g * (1 - e)).
Proof. unfold T, instant, speed. field. split; lra. Qed.
Lemma instant_before_accumulation k : instant k < T.
Proof.
  pose proof (instant_to_accumulation k) as H. pose proof (speed_positive k).
  assert (0 < 2 * speed k / (g * (1 - e))) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]). lra.
Qed.

(** The impacts accumulate at T. *)
Theorem impacts_accumulate : Un_cv instant T.
Proof.
  intros eps Heps.
  assert (A : Rabs e < 1) by (rewrite Rabs_pos_eq; lra).
  set (c := 2 * w / (g * (1 - e))).
  assert (Hc : 0 < c) by (unfold c; apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  destruct (pow_lt_1_zero e A (eps / c)) as [N HN]; [apply Rdiv_lt_0_compat; lra |].
  exists N. intros k Hk. specialize (HN k Hk). rewrite Rabs_pos_eq in HN by (apply pow_le; lra).
  unfold R_dist. rewrite Rabs_minus_sym, Rabs_pos_eq by (pose proof (instant_before_accumulation k); lra).
  rewrite instant_to_accumulation. replace (2 * speed k / (g * (1 - e))) with (e ^ k * c) by (unfold speed, c; field; split; lra).
  apply (Rmult_lt_reg_r (/ c)); [apply Rinv_0_lt_compat; lra |]. rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in HN. lra.
Qed.

(** *** Motion on flight k *)

Definition position (k : nat) (t : R) : R := speed k * (t - instant k) - g / 2 * (t - instant k) * (t - instant k).
Definition velocity (k : nat) (t : R) : R := speed k - g * (t - instant k).

Theorem velocity_is_derivative k t : derivable_pt_lim (position k) t (velocity k t).
Proof.
  unfold position, velocity.
  replace (speed k - g * (t - instant k)) with
    (speed k * (1 - 0) - ((g / 2 * (1 - 0)) * (t - instant k) + (g / 2 * (t - instant k)) * (1 - 0))) by field.
  apply derivable_pt_lim_minus.
  - apply derivable_pt_lim_scal. apply derivable_pt_lim_minus; [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
  - apply (derivable_pt_lim_mult (fun x => g / 2 * (x - instant k)) (fun x => x - instant k)).
    + apply derivable_pt_lim_scal. apply derivable_pt_lim_minus; [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
    + apply derivable_pt_lim_minus; [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
Qed.

(** Newton's law in flight. *)
Theorem acceleration_is_gravity k t : derivable_pt_lim (velocity k) t (- g).
Proof.
  unfold velocity. replace (- g) with (0 - g * (1 - 0)) by ring.
  apply derivable_pt_lim_minus; [apply derivable_pt_lim_const |].
  apply derivable_pt_lim_scal. apply derivable_pt_lim_minus; [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
Qed.

Lemma position_factors k t : position k t = g / 2 * (t - instant k) * (instant (S k) - t).
Proof. rewrite next_instant. unfold position, flight. field. lra. Qed.

Theorem above_the_floor k t : instant k <= t <= instant (S k) -> 0 <= position k t.
Proof.
  intro H. rewrite position_factors.
  apply Rmult_le_pos; [apply Rmult_le_pos |]; lra.
Qed.

Theorem strictly_above_inside k t : instant k < t < instant (S k) -> 0 < position k t.
Proof.
  intro H. rewrite position_factors.
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; lra.
Qed.

Theorem on_the_floor_at_impacts k : position k (instant k) = 0 /\ position k (instant (S k)) = 0.
Proof. rewrite !position_factors. split; ring. Qed.

(** Newton's law of impact: u⁺ = −e u⁻. *)
Theorem impact_law k : velocity k (instant (S k)) = - speed k /\ velocity (S k) (instant (S k)) = - e * velocity k (instant (S k)).
Proof.
  assert (A : velocity k (instant (S k)) = - speed k).
  { rewrite next_instant. unfold velocity, flight. field. lra. }
  split; [exact A |]. rewrite A. unfold velocity, speed. simpl. ring.
Qed.

(** The apex of flight k: heights tend to 0, so that the motion is continuous at T. *)
Theorem height_bound k t : position k t <= speed k * speed k / (2 * g).
Proof.
  assert (I : speed k * speed k / (2 * g) - position k t = g / 2 * (t - instant k - speed k / g) * (t - instant k - speed k / g)).
  { unfold position. field. lra. }
  pose proof (Rle_0_sqr (t - instant k - speed k / g)) as S. unfold Rsqr in S.
  assert (0 <= g / 2 * (t - instant k - speed k / g) * (t - instant k - speed k / g)) by (rewrite Rmult_assoc; apply Rmult_le_pos; lra). lra.
Qed.

(** *** The whole motion, rest included *)

(** u(t), right-continuous: on flight k, or at rest from T on. *)
Definition whole_velocity (t u : R) : Prop :=
  (exists k, instant k <= t < instant (S k) /\ u = velocity k t) \/ (T <= t /\ u = 0).

(** The atoms of du up to t. *)
Definition atoms_up_to (t : R) (k : nat) : R := if Rle_dec (instant (S k)) t then impulse k else 0.

Lemma instants_increase k j : (k <= j)%nat -> instant k <= instant j.
Proof.
  induction 1 as [| j Hj IH]; [lra |]. rewrite next_instant. pose proof (flight_positive j). lra.
Qed.

Lemma sum_of_impulses n : sum_f_R0 impulse n = (1 + e) * w * (1 - e ^ (S n)) / (1 - e).
Proof.
  induction n as [| n IH].
  - unfold impulse, speed. simpl. field. lra.
  - rewrite tech5, IH. unfold impulse, speed. simpl. field. lra.
Qed.

(** All the impulses together carry the momentum g T − w that gravity brings in: what goes in comes out. *)
Theorem total_impulse : infinite_sum impulse (g * T - w).
Proof.
  assert (L : g * T - w = (1 + e) * w / (1 - e)) by (unfold T; field; split; lra).
  rewrite L. intros eps Heps.
  assert (A : Rabs e < 1) by (rewrite Rabs_pos_eq; lra).
  set (c := (1 + e) * w / (1 - e)).
  assert (Hc : 0 < c) by (unfold c; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat |]; lra).
  destruct (pow_lt_1_zero e A (eps / c)) as [N HN]; [apply Rdiv_lt_0_compat; lra |].
  exists N. intros n Hn. specialize (HN (S n) ltac:(lia)). rewrite Rabs_pos_eq in HN by (apply pow_le; lra).
  rewrite sum_of_impulses. unfold R_dist.
  replace ((1 + e) * w * (1 - e ^ S n) / (1 - e) - c) with (- (e ^ S n * c)) by (unfold c; field; lra).
  rewrite Rabs_Ropp, Rabs_pos_eq by (apply Rmult_le_pos; [apply pow_le |]; lra).
  apply (Rmult_lt_reg_r (/ c)); [apply Rinv_0_lt_compat; lra |]. rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in HN. lra.
Qed.

Lemma atoms_eventually_stop t k n : instant k <= t < instant (S k) -> (k <= n)%nat ->
  sum_f_R0 (atoms_up_to t) n = match k with O => 0 | S j => sum_f_R0 impulse j end.
Proof.
  intros Ht. induction n as [| n IH]; intro Hn.
  - assert (k = 0)%nat by lia. subst k. simpl. unfold atoms_up_to. destruct (Rle_dec (instant 1) t); [lra | reflexivity].
  - destruct (Nat.eq_dec k (S n)) as [-> | Hk].
    + rewrite tech5. unfold atoms_up_to at 2. destruct (Rle_dec (instant (S (S n))) t); [lra |].
      rewrite Rplus_0_r. apply sum_eq. intros i Hi. unfold atoms_up_to.
      destruct (Rle_dec (instant (S i)) t) as [_ | no]; [reflexivity | exfalso; apply no].
      pose proof (instants_increase (S i) (S n) ltac:(lia)). lra.
    + rewrite tech5, IH by lia. unfold atoms_up_to. destruct (Rle_dec (instant (S (S n))) t) as [yes | _]; [exfalso | lra].
      pose proof (instants_increase (S k) (S (S n)) ltac:(lia)). lra.
Qed.

(** du = (−g on [0, T), 0 beyond) dt + Σ impulses at the impacts: u is the sum of its parts at every t ≥ 0. *)
Theorem velocity_is_density_plus_atoms t u : 0 <= t -> whole_velocity t u ->
  infinite_sum (atoms_up_to t) (u - w + g * Rmin t T).
Proof.
  intros H0 [[k [Hk ->]] | [HT ->]].
  - assert (Hmin : Rmin t T = t).
    { apply Rmin_left. pose proof (instant_before_accumulation (S k)). lra. }
    assert (L : velocity k t - w + g * t = match k with O => 0 | S j => sum_f_R0 impulse j end).
    { destruct k as [| j].
      - unfold velocity, speed. rewrite first_instant. simpl. ring.
      - rewrite sum_of_impulses. unfold velocity, speed, instant. field. split; lra. }
    rewrite Hmin, L. intros eps Heps. exists k. intros n Hn.
    rewrite (atoms_eventually_stop t k n Hk ltac:(lia)). unfold R_dist. rewrite Rminus_diag_eq by reflexivity. rewrite Rabs_R0. exact Heps.
  - rewrite Rmin_right by lra. replace (0 - w + g * T) with (g * T - w) by ring.
    intros eps Heps. destruct (total_impulse eps Heps) as [N HN]. exists N. intros n Hn.
    replace (sum_f_R0 (atoms_up_to t) n) with (sum_f_R0 impulse n); [apply HN; exact Hn |].
    apply sum_eq. intros i _. unfold atoms_up_to. destruct (Rle_dec (instant (S i)) t) as [_ | no]; [reflexivity | exfalso; apply no].
    pose proof (instant_before_accumulation (S i)). lra.
Qed.

(** *** The inclusion *)

(** y ∈ ∂ψ_{V(x)}(v) on the line: V = ℝ above the floor, [0, ∞) on it. *)
Definition in_normal_cone (x v y : R) : Prop :=
  (0 < x /\ y = 0) \/ (x = 0 /\ 0 <= v /\ forall z, 0 <= z -> y * (z - v) <= 0).

(** The smooth part: f − (density of du) lies in ∂ψ_{V(x)}(u). In flight the density is −g … *)
Theorem inclusion_in_flight k t : instant k < t < instant (S k) ->
  in_normal_cone (position k t) (velocity k t) (- g - (- g)).
Proof. intro H. left. split; [apply strictly_above_inside; exact H | ring]. Qed.

(** … at rest it is 0: the floor carries the weight. *)
Theorem inclusion_at_rest : in_normal_cone 0 0 (- g - 0).
Proof. right. split; [reflexivity |]. split; [lra |]. intros z Hz. nra. Qed.

(** The atoms: −(u⁺ − u⁻) ∈ ∂ψ_{V(x)}((u⁺ + e u⁻)/(1 + e)). *)
Theorem inclusion_at_impacts k :
  let u_minus := velocity k (instant (S k)) in
  let u_plus := velocity (S k) (instant (S k)) in
  u_plus - u_minus = impulse k /\
  in_normal_cone (position k (instant (S k))) ((u_plus + e * u_minus) / (1 + e)) (- (u_plus - u_minus)).
Proof.
  cbn zeta. destruct (impact_law k) as [A B]. destruct (on_the_floor_at_impacts k) as [_ X].
  assert (J : velocity (S k) (instant (S k)) - velocity k (instant (S k)) = impulse k).
  { rewrite B, A. unfold impulse, speed. simpl. ring. }
  split; [exact J |]. right. rewrite X, J, B. split; [reflexivity |].
  replace ((- e * velocity k (instant (S k)) + e * velocity k (instant (S k))) / (1 + e)) with 0 by (field; lra).
  split; [lra |]. intros z Hz. pose proof (speed_positive k). pose proof (speed_positive (S k)). unfold impulse. nra.
Qed.
End ball.

(** The rational ball: g = 2, dropped from height 1 with e = 1/2, reaches the floor at t = 1 with speed 2 and leaves it at
    speed 1; from there the accumulation takes 2, so that it is at t = 3. *)
Example rational_ball : 1 + T 2 (1/2) 1 = 3.
Proof. unfold T. field. Qed.
