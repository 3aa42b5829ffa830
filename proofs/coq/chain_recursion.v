(** The chain of [Sayah 2004] solved by one pass inwards and one outwards, for every polygon of unit bars.

    The tensions that bar i can carry form an interval [−a_i, a_i]. With c = T_i·T_{i+1} and s = T_i × T_{i+1}:
        a_n = 1;   node i is saturated when |s| a_{i+1} > |c|: then m_i = |c/s|, a_i = 1/|s|;
                   otherwise m_i = a_{i+1}, a_i = m_i |c| + √(1 − m_i² s²).
    Outwards  θ_1 = −sgn(T_1·U) a_1,  θ_{i+1} = (θ_i/a_i) sgn(c) m_i,  α_i = θ_{i+1} T_{i+1} − θ_i T_i,  u_i = α_i (T_i·u_{i−1})/(T_i·α_i).
    As long as no node was saturated |θ_i| = a_i, and the factor θ_i/a_i is a sign; beyond, the nodes rest.
    Only products of vectors enter, s² = 1 − c²: the space may have any dimension. *)

Require Import Reals Lra Lia List.
Require Import inner_product kinetic_metric wedge chain chain_corrections.
Import ListNotations.
Open Scope R_scope.

(** *** One node: 0 ≤ c = |cos|, 0 ≤ s = |sin|, a ≥ 1 is what the bar beyond can carry *)

Definition greatest (c s a : R) : R := if Rlt_dec c (s * a) then / s else a * c + sqrt (1 - (a * s) * (a * s)).
Definition passed (c s a : R) : R := if Rlt_dec c (s * a) then c / s else a.

Section node.
Variables c s a : R.
Hypothesis c_positive : 0 <= c.
Hypothesis s_positive : 0 <= s.
Hypothesis unit_circle : c * c + s * s = 1.
Hypothesis a_at_least_1 : 1 <= a.
Let A := greatest c s a.
Let m := passed c s a.

Lemma node_relations :
  1 <= A /\ 0 <= m <= a /\ 0 < A - m * c /\ (A - m * c) * (A - m * c) + (m * s) * (m * s) = 1 /\ m <= c * A /\ (m = c * A \/ m = a).
Proof.
  unfold A, m, greatest, passed. destruct (Rlt_dec c (s * a)) as [H | H].
  - assert (S0 : 0 < s) by nra.
    assert (M : c / s * s = c) by (field; lra).
    assert (I : / s - c / s * c = s) by (replace s with ((1 - c * c) / s) at 3 by (replace (1 - c * c) with (s * s) by lra; field; lra); field; lra).
    assert (S1 : s <= 1) by nra.
    assert (S2 : / 1 <= / s) by (apply Rinv_le_contravar; assumption). rewrite Rinv_1 in S2.
    assert (M0 : 0 <= c / s) by (apply Rmult_le_pos; lra).
    assert (M1 : c / s <= a) by (apply (Rmult_le_reg_r s); [assumption | rewrite M; lra]).
    rewrite I, M. repeat split; try assumption; try lra.
  - set (r := sqrt (1 - a * s * (a * s))).
    assert (W : a * s <= c) by lra. assert (W0 : 0 <= a * s) by nra.
    assert (Q : s * s <= 1 - a * s * (a * s)) by nra.
    assert (R2 : r * r = 1 - a * s * (a * s)) by (apply sqrt_sqrt; nra).
    assert (R0 : 0 <= r) by apply sqrt_pos.
    assert (Rs : s <= r) by (apply Rsqr_incr_0; unfold Rsqr; lra).
    assert (Rp : 0 < r).
    { destruct R0 as [R0 | R0]; [exact R0 | exfalso]. rewrite <- R0 in *. assert (s = 0) by lra. subst s. nra. }
    replace (a * c + r - a * c) with r by ring. repeat split; try lra.
    + assert (1 <= c + s) by (apply Rsqr_incr_0; unfold Rsqr; nra). nra.
    + assert (a * s * s <= c * r).
      { apply Rsqr_incr_0; unfold Rsqr; [| nra | nra].
        apply Rle_trans with (c * c * (s * s)); [| nra].
        replace (a * s * s * (a * s * s)) with (a * s * (a * s) * (s * s)) by ring. apply Rmult_le_compat_r; nra. }
      nra.
Qed.

Lemma saturated_node : c < s * a -> A = / s /\ m = c * A.
Proof. intro H. unfold A, m, greatest, passed. destruct (Rlt_dec c (s * a)); [split; reflexivity | lra]. Qed.

(** Strictly before saturation the node passes on all that the bar beyond can carry, and moves it. *)
Lemma unsaturated_node : s * a < c -> m = a /\ m < c * A.
Proof.
  intro H. unfold A, m, greatest, passed. destruct (Rlt_dec c (s * a)) as [G | G]; [lra |]. split; [reflexivity |].
  set (r := sqrt (1 - a * s * (a * s))).
  assert (W0 : 0 <= a * s) by nra.
  assert (R2 : r * r = 1 - a * s * (a * s)) by (apply sqrt_sqrt; nra).
  assert (R0 : 0 <= r) by apply sqrt_pos.
  assert (a * s * s < c * r).
  { apply Rsqr_incrst_0; unfold Rsqr; [| nra | nra].
    assert (Q : (a * s) * (a * s) < c * c) by nra.
    assert (a * s * s * (a * s * s) = a * s * (a * s) * (s * s)) by ring.
    assert (c * r * (c * r) = c * c * (1 - a * s * (a * s))) by (rewrite <- R2; ring). nra. }
  nra.
Qed.

(** At the limit nothing is passed on beyond what the next bar's own friction takes. *)
Lemma node_at_limit : s * a = c -> m = c * A.
Proof.
  intro H. unfold A, m, greatest, passed. destruct (Rlt_dec c (s * a)) as [G | G]; [lra |].
  replace (1 - a * s * (a * s)) with (s * s) by nra. rewrite sqrt_square by assumption. nra.
Qed.
End node.

Definition sgn (x : R) : R := if Rlt_dec 0 x then 1 else if Rlt_dec x 0 then -1 else 0.

Lemma sgn_times x : sgn x * x = Rabs x.
Proof. unfold sgn. destruct (Rlt_dec 0 x); [rewrite Rabs_pos_eq; lra |]. destruct (Rlt_dec x 0); [rewrite Rabs_left; lra |]. replace x with 0 by lra. rewrite Rabs_R0. lra. Qed.
Lemma sgn_squared x : x <> 0 -> sgn x * sgn x = 1.
Proof. intro H. unfold sgn. destruct (Rlt_dec 0 x); [lra |]. destruct (Rlt_dec x 0); lra. Qed.
Lemma sgn_zero : sgn 0 = 0.
Proof. unfold sgn. destruct (Rlt_dec 0 0); lra. Qed.

(** *** The chain *)

Section recursion.
Variable E : space.
Implicit Types (u v f T U : E) (bars : list E) (tensions : list R).

Definition cosine T T' : R := Rabs ⟨T, T'⟩.
Definition sine T T' : R := sqrt (1 - ⟨T, T'⟩ * ⟨T, T'⟩).

(** a_1 of the chain T, bars. *)
Fixpoint reach T bars : R :=
  match bars with [] => 1 | T' :: beyond => greatest (cosine T T') (sine T T') (reach T' beyond) end.

(** The outward pass from a tension of the first bar. *)
Fixpoint outward_tensions theta T bars : list R :=
  match bars with
  | [] => [theta]
  | T' :: beyond => theta :: outward_tensions (theta / reach T bars * sgn ⟨T, T'⟩ * passed (cosine T T') (sine T T') (reach T' beyond)) T' beyond
  end.

(** u_i = α_i (T_i·u_{i−1})/(T_i·α_i): zero as soon as T_i·u_{i−1} is, whatever the denominator. *)
Fixpoint outward_velocities u bars tensions : list E :=
  match bars, tensions with
  | T :: bars', theta :: tensions' =>
      let alpha := (pull bars' tensions' - theta * T)%V in
      let v := (⟨T, u⟩ / ⟨T, alpha⟩ * alpha)%V in v :: outward_velocities v bars' tensions'
  | _, _ => []
  end.

Definition recursion_tensions U T bars : list R := outward_tensions (- sgn ⟨T, U⟩ * reach T bars) T bars.
Definition recursion_velocities U T bars : list E := outward_velocities U (T :: bars) (recursion_tensions U T bars).

(** Number of the last node that moves, if T_1·U ≠ 0: the first i with |s_i| a_{i+1} ≥ |c_i|. *)
Fixpoint last_moving T bars : nat :=
  match bars with
  | [] => 1
  | T' :: beyond => if Rlt_dec (sine T T' * reach T' beyond) (cosine T T') then S (last_moving T' beyond) else 1
  end.

Definition unit_bars bars : Prop := Forall (fun T => ||T||² = 1) bars.

Lemma norm_of_zero : norm (zero : E) = 0.
Proof. unfold norm. rewrite dot_zero. apply sqrt_0. Qed.

Lemma norm_scaled_unit k f : 0 <= k -> ||f||² = 1 -> norm (k * f)%V = k.
Proof. intros Hk Hf. unfold norm. expand_products. rewrite Hf. replace (k * (k * 1)) with (k * k) by ring. apply sqrt_square. exact Hk. Qed.

Lemma rest_scaled x f : (0 / x * f)%V = zero.
Proof. unfold Rdiv. rewrite Rmult_0_l. vector_identity. Qed.

Lemma angles T T' : ||T||² = 1 -> ||T'||² = 1 ->
  0 <= cosine T T' /\ 0 <= sine T T' /\ cosine T T' * cosine T T' + sine T T' * sine T T' = 1.
Proof.
  intros H H'. pose proof (cauchy_schwarz T T') as C. rewrite H, H' in C.
  split; [apply Rabs_pos |]. split; [apply sqrt_pos |]. unfold cosine, sine. rewrite sqrt_sqrt by lra.
  pose proof (Rsqr_abs ⟨T, T'⟩) as A. unfold Rsqr in A. lra.
Qed.

Lemma reach_at_least_1 T bars : unit_bars (T :: bars) -> 1 <= reach T bars.
Proof.
  revert T. induction bars as [| T' beyond IH]; intros T H; simpl; [lra |].
  inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
  destruct (angles T T' H1 H3) as [C [S I]]. apply node_relations; auto.
Qed.

Lemma tensions_step theta T T' beyond : outward_tensions theta T (T' :: beyond) =
  theta :: outward_tensions (theta / reach T (T' :: beyond) * sgn ⟨T, T'⟩ * passed (cosine T T') (sine T T') (reach T' beyond)) T' beyond.
Proof. reflexivity. Qed.

Lemma velocities_step u T bars theta tensions : outward_velocities u (T :: bars) (theta :: tensions) =
  (⟨T, u⟩ / ⟨T, pull bars tensions - theta * T⟩ * (pull bars tensions - theta * T))%V ::
  outward_velocities (⟨T, u⟩ / ⟨T, pull bars tensions - theta * T⟩ * (pull bars tensions - theta * T))%V bars tensions.
Proof. reflexivity. Qed.

Lemma pull_outward theta T bars : pull (T :: bars) (outward_tensions theta T bars) = (theta * T)%V.
Proof. destruct bars; reflexivity. Qed.

(** What the first node of the chain T, T', beyond does under a tension theta of its first bar. *)
Section first_node.
Variables (T T' : E) (beyond : list E) (theta : R).
Hypothesis all_unit : unit_bars (T :: T' :: beyond).
Let a := reach T' beyond.
Let A := reach T (T' :: beyond).
Let m := passed (cosine T T') (sine T T') a.
Let next := theta / A * sgn ⟨T, T'⟩ * m.
Let alpha := (next * T' - theta * T)%V.

Lemma first_node : 1 <= a /\ 1 <= A /\ 0 <= m <= a /\ 0 < A - m * cosine T T' /\ m <= cosine T T' * A /\ (m = cosine T T' * A \/ m = a) /\
  A * A - 2 * m * cosine T T' * A + m * m = 1 /\ (sgn ⟨T, T'⟩ * sgn ⟨T, T'⟩ * m = m).
Proof.
  inversion all_unit as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
  destruct (angles T T' H1 H3) as [C [S I]].
  assert (Ha : 1 <= a) by (apply reach_at_least_1; assumption).
  destruct (node_relations _ _ a C S I Ha) as [N1 [N2 [N3 [N4 [N5 N6]]]]].
  fold m in N2, N3, N4, N5, N6. change (greatest (cosine T T') (sine T T') a) with A in *.
  repeat split; try assumption; try lra.
  - replace (m * m) with (m * m * (cosine T T' * cosine T T' + sine T T' * sine T T')) by (rewrite I; ring). lra.
  - destruct (Req_dec ⟨T, T'⟩ 0) as [Z | Z]; [| rewrite (sgn_squared _ Z); ring].
    assert (cosine T T' = 0) by (unfold cosine; rewrite Z; apply Rabs_R0). assert (M : m = 0) by nra. rewrite M. ring.
Qed.

Lemma next_bounded : Rabs theta <= A -> Rabs next <= a.
Proof.
  intro H. destruct first_node as [N1 [N2 [N3 _]]]. unfold next. rewrite !Rabs_mult.
  assert (S : Rabs (sgn ⟨T, T'⟩) <= 1) by (unfold sgn; destruct (Rlt_dec 0 _); [rewrite Rabs_R1; lra |]; destruct (Rlt_dec _ 0); [rewrite Rabs_left; lra | rewrite Rabs_R0; lra]).
  assert (L : Rabs (theta / A) <= 1).
  { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ A)) by (left; apply Rinv_0_lt_compat; lra).
    apply (Rmult_le_reg_r A); [lra |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  rewrite (Rabs_pos_eq m) by lra. pose proof (Rabs_pos (theta / A)). pose proof (Rabs_pos (sgn ⟨T, T'⟩)).
  assert (Rabs (theta / A) * Rabs (sgn ⟨T, T'⟩) <= 1) by nra. assert (0 <= Rabs (theta / A) * Rabs (sgn ⟨T, T'⟩)) by nra. nra.
Qed.

Lemma force_of_first_node :
  ||alpha||² = theta / A * (theta / A) /\ ⟨T, alpha⟩ = - (theta / A) * (A - m * cosine T T') /\
  ⟨T', alpha⟩ = theta / A * sgn ⟨T, T'⟩ * (m - cosine T T' * A).
Proof.
  destruct first_node as [N1 [N2 [N3 [N4 [N5 [N6 [N7 N8]]]]]]].
  inversion all_unit as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
  set (l := theta / A) in *. assert (L : theta = l * A) by (unfold l; field; lra).
  pose proof (sgn_times ⟨T, T'⟩) as G. fold (cosine T T') in G. set (k := cosine T T') in *. set (g := sgn ⟨T, T'⟩) in *.
  assert (C : g * k = ⟨T, T'⟩).
  { destruct (Req_dec ⟨T, T'⟩ 0) as [Z | Z].
    - rewrite Z. unfold k, cosine. rewrite Z, Rabs_R0. ring.
    - rewrite <- G, <- Rmult_assoc. unfold g. rewrite (sgn_squared _ Z). ring. }
  assert (D : g * m * ⟨T, T'⟩ = m * k) by (rewrite <- G; ring).
  unfold alpha, next. fold l. rewrite L. expand_products. rewrite (dot_symmetric T' T), H1, H3.
  split; [| split].
  - transitivity (l * l * (g * g * m * m - 2 * (g * m * ⟨T, T'⟩) * A + A * A)); [ring |]. rewrite D, N8. replace (m * m - 2 * (m * k) * A + A * A) with 1 by lra. ring.
  - transitivity (l * (g * m * ⟨T, T'⟩) - l * A); [ring |]. rewrite D. ring.
  - rewrite <- C. ring.
Qed.
End first_node.

(** Every tension of [−a_1, a_1] extends to tensions that friction can balance … *)
Lemma outward_tensions_feasible bars : forall T theta, unit_bars (T :: bars) -> Rabs theta <= reach T bars -> feasible (T :: bars) (outward_tensions theta T bars).
Proof.
  induction bars as [| T' beyond IH]; intros T theta H B.
  - simpl in *. constructor; [| constructor]. simpl. inversion H; subst. expand_products.
    match goal with G : ||T||² = 1 |- _ => rewrite G end.
    pose proof (Rsqr_abs theta) as Q. unfold Rsqr in Q. pose proof (Rabs_pos theta). nra.
  - assert (H' : unit_bars (T' :: beyond)) by (inversion H; assumption).
    pose proof (next_bounded T T' beyond theta H B) as B'.
    destruct (force_of_first_node T T' beyond theta H) as [F _].
    destruct (first_node T T' beyond H) as [_ [N2 _]].
    rewrite tensions_step in *. constructor; [| apply IH; assumption].
    rewrite pull_outward, F.
    assert (L : Rabs (theta / reach T (T' :: beyond)) <= 1).
    { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
      apply (Rmult_le_reg_r (reach T (T' :: beyond))); [lra |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    set (l := theta / reach T (T' :: beyond)) in *. pose proof (Rsqr_abs l) as Q. unfold Rsqr in Q. pose proof (Rabs_pos l). nra.
Qed.

(** Velocities of a chain whose first bar is not pulled: rest. *)
Lemma outward_rest bars : forall u T theta, ⟨T, u⟩ = 0 ->
  Forall (fun v => v = zero) (outward_velocities u (T :: bars) (outward_tensions theta T bars)).
Proof.
  induction bars as [| T' beyond IH]; intros u T theta H; rewrite ?tensions_step; cbn [outward_tensions]; rewrite velocities_step, H, rest_scaled.
  - repeat constructor.
  - constructor; [reflexivity |]. apply IH. apply dot_zero_r.
Qed.

Lemma equilibrium_at_rest bars : forall u T theta, unit_bars (T :: bars) -> Rabs theta <= reach T bars -> ⟨T, u⟩ = 0 ->
  equilibrium u (T :: bars) (outward_velocities u (T :: bars) (outward_tensions theta T bars)) (outward_tensions theta T bars).
Proof.
  induction bars as [| T' beyond IH]; intros u T theta H B O; pose proof (outward_tensions_feasible _ _ _ H B) as F;
    rewrite ?tensions_step in *; cbn [outward_tensions] in *; inversion F; subst; rewrite velocities_step, O, rest_scaled.
  - constructor; try assumption; try constructor; rewrite ?norm_of_zero, ?dot_zero_r; lra.
  - constructor; try assumption; rewrite ?norm_of_zero, ?dot_zero_r; try lra.
    apply IH; [inversion H; assumption | apply (next_bounded T T' beyond theta H B) | apply dot_zero_r].
Qed.

(** … and from ±a_1, with the sign that resists, the outward pass solves the problem. *)
Lemma outward_equilibrium bars : forall u T theta, unit_bars (T :: bars) -> Rabs theta = reach T bars -> theta * ⟨T, u⟩ <= 0 ->
  equilibrium u (T :: bars) (outward_velocities u (T :: bars) (outward_tensions theta T bars)) (outward_tensions theta T bars).
Proof.
  induction bars as [| T' beyond IH]; intros u T theta H B O; pose proof (outward_tensions_feasible _ _ _ H (Req_le _ _ B)) as F.
  - assert (H1 : ||T||² = 1) by (inversion H; assumption).
    cbn [reach] in B. assert (Q : theta * theta = 1) by (pose proof (Rsqr_abs theta) as Q; unfold Rsqr in Q; rewrite B in Q; lra).
    cbn [outward_tensions] in *. rewrite velocities_step. inversion F; subst. change (pull [] []) with (zero : E) in *.
    set (alpha := (zero - theta * T)%V) in *.
    assert (Ta : ⟨T, alpha⟩ = - theta) by (unfold alpha; expand_products; rewrite H1; ring).
    assert (Aa : ||alpha||² = 1) by (unfold alpha; expand_products; rewrite H1; lra).
    assert (P : 0 <= ⟨T, u⟩ / ⟨T, alpha⟩).
    { rewrite Ta. replace (⟨T, u⟩ / - theta) with (- (theta * ⟨T, u⟩) / (theta * theta)) by (field; intro; subst; lra). rewrite Q. lra. }
    constructor; try assumption; try constructor.
    + expand_products. rewrite Ta. field. intro; subst; lra.
    + change (pull [] []) with (zero : E). fold alpha. rewrite (norm_scaled_unit _ _ P Aa). expand_products. rewrite Aa. ring.
  - assert (H' : unit_bars (T' :: beyond)) by (inversion H; assumption).
    pose proof (next_bounded T T' beyond theta H (Req_le _ _ B)) as B'.
    destruct (force_of_first_node T T' beyond theta H) as [Aa [Ta Ta']].
    destruct (first_node T T' beyond H) as [N1 [N2 [N3 [N4 [N5 [N6 [N7 N8]]]]]]].
    rewrite tensions_step in *. rewrite velocities_step. inversion F; subst.
    set (A := reach T (T' :: beyond)) in *. set (a := reach T' beyond) in *.
    set (m := passed (cosine T T') (sine T T') a) in *. set (g := sgn ⟨T, T'⟩) in *.
    set (next := theta / A * g * m) in *. rewrite !pull_outward in *. set (alpha := (next * T' - theta * T)%V) in *.
    set (l := theta / A) in *. assert (L : theta = l * A) by (unfold l; field; lra).
    assert (L2 : l * l = 1).
    { pose proof (Rsqr_abs theta) as Q. unfold Rsqr in Q. rewrite B, L in Q.
      assert ((l * l) * (A * A) = 1 * (A * A)) by lra. apply (Rmult_eq_reg_r (A * A)); nra. }
    rewrite L2 in Aa.
    set (k := cosine T T') in *.
    assert (Nz : ⟨T, alpha⟩ <> 0) by (rewrite Ta; intro Z; assert (l * l * (A - m * k) = 0) by (transitivity (- l * (- l * (A - m * k))); [ring | rewrite Z; ring]); nra).
    set (mu := ⟨T, u⟩ / ⟨T, alpha⟩).
    assert (Mu : mu * ⟨T, alpha⟩ = ⟨T, u⟩) by (unfold mu; field; exact Nz).
    assert (P : 0 <= mu).
    { assert (l * ⟨T, u⟩ <= 0) by (rewrite L in O; nra).
      assert (l * ⟨T, u⟩ = - (mu * (A - m * k))) by (rewrite <- Mu, Ta; transitivity (- (l * l) * (mu * (A - m * k))); [ring | rewrite L2; ring]). nra. }
    constructor; try assumption; rewrite ?pull_outward; fold alpha; try assumption.
    + expand_products. exact Mu.
    + rewrite (norm_scaled_unit _ _ P Aa). expand_products. rewrite Aa. ring.
    + destruct N6 as [N6 | N6].
      * apply equilibrium_at_rest; try assumption. expand_products. rewrite Ta', N6. ring.
      * destruct (Req_dec ⟨T, T'⟩ 0) as [Z | Z].
        { exfalso. assert (k = 0) by (unfold k, cosine; rewrite Z; apply Rabs_R0). nra. }
        apply IH; try assumption.
        -- fold a. rewrite <- N6. unfold next. rewrite <- Rabs_pos_eq by apply N3. apply Rsqr_eq_abs_0. unfold Rsqr.
           transitivity ((l * l) * (g * g * m) * m); [ring |]. rewrite L2, N8. ring.
        -- expand_products. rewrite Ta'. replace (next * (mu * (l * g * (m - k * A)))) with ((l * l) * (g * g * m) * mu * (m - k * A)) by (unfold next; ring). rewrite L2, N8.
           assert (0 <= m * mu) by (apply Rmult_le_pos; lra). nra.
Qed.

(** The recursion solves the problem, whatever the polygon and the drive: its velocities and tensions satisfy (5)–(8). *)
Theorem recursion_is_equilibrium U T bars : unit_bars (T :: bars) ->
  equilibrium U (T :: bars) (recursion_velocities U T bars) (recursion_tensions U T bars).
Proof.
  intro H. unfold recursion_velocities, recursion_tensions. pose proof (reach_at_least_1 _ _ H) as A.
  destruct (Req_dec ⟨T, U⟩ 0) as [Z | Z].
  - rewrite Z, sgn_zero. apply equilibrium_at_rest; try assumption. rewrite Ropp_0, Rmult_0_l, Rabs_R0. lra.
  - apply outward_equilibrium; [exact H | |].
    + rewrite <- (Rabs_pos_eq (reach T bars)) at 2 by lra. apply Rsqr_eq_abs_0. unfold Rsqr.
      transitivity (sgn ⟨T, U⟩ * sgn ⟨T, U⟩ * (reach T bars * reach T bars)); [ring |]. rewrite (sgn_squared _ Z). ring.
    + replace (- sgn ⟨T, U⟩ * reach T bars * ⟨T, U⟩) with (- (reach T bars * (sgn ⟨T, U⟩ * ⟨T, U⟩))) by ring.
      rewrite sgn_times. pose proof (Rabs_pos ⟨T, U⟩). nra.
Qed.

(** Primal and dual value are a_1 |T_1·U|. *)
Theorem recursion_value U T bars : unit_bars (T :: bars) ->
  dissipation (recursion_velocities U T bars) = reach T bars * Rabs ⟨T, U⟩ /\
  - ⟨pull (T :: bars) (recursion_tensions U T bars), U⟩ = reach T bars * Rabs ⟨T, U⟩.
Proof.
  intro H. pose proof (strong_duality _ _ _ _ _ (recursion_is_equilibrium U T bars H)) as D.
  assert (V : - ⟨pull (T :: bars) (recursion_tensions U T bars), U⟩ = reach T bars * Rabs ⟨T, U⟩).
  { unfold recursion_tensions. rewrite pull_outward. expand_products. rewrite <- sgn_times. ring. }
  split; [rewrite <- D |]; exact V.
Qed.

(** The recursion is optimal: no compatible velocities dissipate less and no others as little, no feasible tensions do better. *)
Theorem recursion_is_optimal U T bars : unit_bars (T :: bars) ->
  (forall velocities, compatible U (T :: bars) velocities -> reach T bars * Rabs ⟨T, U⟩ <= dissipation velocities) /\
  (forall velocities, compatible U (T :: bars) velocities -> dissipation velocities <= reach T bars * Rabs ⟨T, U⟩ ->
    velocities = recursion_velocities U T bars) /\
  (forall tensions, feasible (T :: bars) tensions -> - ⟨pull (T :: bars) tensions, U⟩ <= reach T bars * Rabs ⟨T, U⟩).
Proof.
  intro H. pose proof (recursion_is_equilibrium U T bars H) as Q. destruct (recursion_value U T bars H) as [P D].
  destruct (equilibrium_is_optimal _ _ _ _ _ Q) as [O1 O2]. repeat split.
  - intros velocities C. rewrite <- P. exact (O1 _ C).
  - intros velocities C L. rewrite <- P in L. exact (proposition_2_2 _ _ _ _ _ _ Q C L).
  - intros tensions F. rewrite <- D. exact (O2 _ F).
Qed.

(** The tensions that the first bar can carry are the interval [−a_1, a_1]. *)
Theorem tensions_are_an_interval T bars theta : unit_bars (T :: bars) ->
  ((exists beyond, feasible (T :: bars) (theta :: beyond)) <-> - reach T bars <= theta <= reach T bars).
Proof.
  intro H. assert (H1 : ||T||² = 1) by (inversion H; assumption). split.
  - intros [beyond F].
    destruct (recursion_is_optimal T T bars H) as [_ [_ D1]]. specialize (D1 _ F).
    destruct (recursion_is_optimal (- T)%V T bars H) as [_ [_ D2]]. specialize (D2 _ F).
    cbn [pull] in D1, D2. expand_products_in D1. expand_products_in D2. rewrite H1 in D1, D2. rewrite Rabs_Ropp, Rabs_R1 in D2. rewrite Rabs_R1 in D1. lra.
  - intro B. assert (B' : Rabs theta <= reach T bars) by (apply Rabs_le; exact B).
    pose proof (outward_tensions_feasible bars T theta H B') as F. destruct bars; simpl in F; eexists; exact F.
Qed.

(** Beyond a saturated node the tensions may be chosen otherwise: whatever is feasible and begins with θ_1 = −sgn(T_1·U) a_1 will do. *)
Theorem any_feasible_tensions_do U T bars beyond : unit_bars (T :: bars) ->
  feasible (T :: bars) ((- sgn ⟨T, U⟩ * reach T bars) :: beyond) ->
  equilibrium U (T :: bars) (recursion_velocities U T bars) ((- sgn ⟨T, U⟩ * reach T bars) :: beyond).
Proof.
  intros H F. apply gap_certificate; [apply (equilibrium_parts _ _ _ _ _ (recursion_is_equilibrium U T bars H)) | exact F |].
  rewrite (proj1 (recursion_value U T bars H)). cbn [pull]. expand_products. right. rewrite <- sgn_times. ring.
Qed.

(** The nodes that move are 1 … k, k the first node with |s_k| a_{k+1} ≥ |c_k|, n if there is none. *)
Lemma outward_moving bars : forall u T theta, unit_bars (T :: bars) -> Rabs theta = reach T bars -> ⟨T, u⟩ <> 0 ->
  let velocities := outward_velocities u (T :: bars) (outward_tensions theta T bars) in
  Forall (fun v => v <> zero) (firstn (last_moving T bars) velocities) /\ Forall (fun v => v = zero) (skipn (last_moving T bars) velocities).
Proof.
  induction bars as [| T' beyond IH]; intros u T theta H B O.
  - assert (H1 : ||T||² = 1) by (inversion H; assumption).
    cbn. repeat constructor. intro Z. apply O.
    assert (I : ⟨T, ⟨T, u⟩ / ⟨T, zero - theta * T⟩ * (zero - theta * T)⟩ = 0) by (rewrite Z; apply dot_zero_r).
    expand_products_in I. rewrite H1 in I. cbn in B. assert (theta <> 0) by (intro; subst; rewrite Rabs_R0 in B; lra).
    replace (⟨T, u⟩) with (⟨T, u⟩ / (0 - theta * 1) * (0 - theta * 1)) by (field; lra). exact I.
  - assert (H' : unit_bars (T' :: beyond)) by (inversion H; assumption).
    destruct (force_of_first_node T T' beyond theta H) as [Aa [Ta Ta']].
    destruct (first_node T T' beyond H) as [N1 [N2 [N3 [N4 [N5 [N6 [N7 N8]]]]]]].
    inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
    destruct (angles T T' H1 H3) as [C [S I]].
    cbn zeta. rewrite tensions_step, velocities_step, !pull_outward.
    set (A := reach T (T' :: beyond)) in *. set (a := reach T' beyond) in *.
    set (m := passed (cosine T T') (sine T T') a) in *. set (g := sgn ⟨T, T'⟩) in *.
    set (next := theta / A * g * m) in *. set (alpha := (next * T' - theta * T)%V) in *.
    set (l := theta / A) in *. assert (L : theta = l * A) by (unfold l; field; lra).
    assert (L2 : l * l = 1).
    { pose proof (Rsqr_abs theta) as Q. unfold Rsqr in Q. rewrite B, L in Q.
      assert ((l * l) * (A * A) = 1 * (A * A)) by lra. apply (Rmult_eq_reg_r (A * A)); nra. }
    set (k := cosine T T') in *.
    assert (Nz : ⟨T, alpha⟩ <> 0) by (rewrite Ta; intro Z; assert (l * l * (A - m * k) = 0) by (transitivity (- l * (- l * (A - m * k))); [ring | rewrite Z; ring]); nra).
    set (v := (⟨T, u⟩ / ⟨T, alpha⟩ * alpha)%V) in *.
    assert (Tv : ⟨T, v⟩ = ⟨T, u⟩) by (unfold v; expand_products; field; exact Nz).
    assert (V : v <> zero) by (intro Z; rewrite Z, dot_zero_r in Tv; congruence).
    cbn [last_moving]. fold a k. destruct (Rlt_dec (sine T T' * a) k) as [W | W].
    + cbn [firstn skipn]. assert (M : m = a /\ m < k * A) by (apply unsaturated_node; assumption). destruct M as [M1 M2].
      assert (G : g * g = 1) by (apply sgn_squared; intro Z; unfold k, cosine in M2; rewrite Z, Rabs_R0 in M2; lra).
      destruct (IH v T' next H2) as [J1 J2].
      * fold a. rewrite <- M1. unfold next. rewrite <- Rabs_pos_eq by apply N3. apply Rsqr_eq_abs_0. unfold Rsqr.
        transitivity ((l * l) * (g * g) * m * m); [ring |]. rewrite L2, G. ring.
      * unfold v. expand_products. rewrite Ta'.
        apply Rmult_integral_contrapositive_currified; [apply Rmult_integral_contrapositive_currified; [exact O | apply Rinv_neq_0_compat; exact Nz] |].
        apply Rmult_integral_contrapositive_currified; [apply Rmult_integral_contrapositive_currified |]; [intro Z; rewrite Z in L2; lra | intro Z; rewrite Z in G; lra | lra].
      * split; [constructor; assumption | exact J2].
    + cbn [firstn skipn]. split; [repeat constructor; exact V |]. apply outward_rest.
      unfold v. expand_products. rewrite Ta'.
      assert (M : m = k * A).
      { destruct (Req_dec (sine T T' * a) k) as [Q | Q]; [apply node_at_limit; assumption |].
        apply (saturated_node k (sine T T') a). lra. }
      rewrite M. ring.
Qed.

Theorem nodes_that_move U T bars : unit_bars (T :: bars) -> ⟨T, U⟩ <> 0 ->
  Forall (fun v => v <> zero) (firstn (last_moving T bars) (recursion_velocities U T bars)) /\
  Forall (fun v => v = zero) (skipn (last_moving T bars) (recursion_velocities U T bars)).
Proof.
  intros H O. apply outward_moving; [exact H | | exact O]. pose proof (reach_at_least_1 _ _ H).
  rewrite <- (Rabs_pos_eq (reach T bars)) at 2 by lra. apply Rsqr_eq_abs_0. unfold Rsqr.
  transitivity (sgn ⟨T, U⟩ * sgn ⟨T, U⟩ * (reach T bars * reach T bars)); [ring |]. rewrite (sgn_squared _ O). ring.
Qed.

(** Proposition 2.2, second part: where the whole chain moves the tensions are unique. *)
Theorem moving_tensions_are_unique u bars velocities tensions : unit_bars bars -> Forall (fun v => v <> zero) velocities ->
  equilibrium u bars velocities tensions -> forall other, equilibrium u bars velocities other -> other = tensions.
Proof.
  intros H M Q. induction Q as [| u T bars v velocities theta tensions Hc Hf Hp Q IH]; intros other O.
  - inversion O; reflexivity.
  - inversion O as [| u' T' bars' v' velocities' theta' tensions' Hc' Hf' Hp' Q']; subst.
    inversion H as [| ? ? H1 H2]; subst. inversion M as [| ? ? M1 M2]; subst.
    assert (Tails : tensions' = tensions) by (apply IH; assumption). subst tensions'. f_equal.
    pose proof (power_attained _ _ _ Hf Hp) as V1. pose proof (power_attained _ _ _ Hf' Hp') as V2.
    assert (N : norm v <> 0) by (intro Z; apply M1, norm_zero, Z).
    assert (I : ⟨T, norm v * (pull bars tensions - theta * T)⟩ = ⟨T, norm v * (pull bars tensions - theta' * T)⟩) by (rewrite <- V1, <- V2; reflexivity).
    expand_products_in I. rewrite H1 in I. apply Rmult_eq_reg_l in I; [lra | exact N].
Qed.

(** The restart of (R_j): at the last node that moves the force is orthogonal to the next bar, whose tension is cot β_j up to sign, with the angle
    β_j between bars j and j + 1. *)
Theorem restart_formula u T T' bars v velocities theta theta' tensions : ||T||² = 1 -> ||T'||² = 1 ->
  equilibrium u (T :: T' :: bars) (v :: velocities) (theta :: theta' :: tensions) -> v <> zero -> ⟨T', v⟩ = 0 ->
  theta' = theta * ⟨T, T'⟩ /\ Rabs theta' * sine T T' = cosine T T'.
Proof.
  intros H H' Q Nz O. inversion Q as [| u0 T0 b0 v0 vs0 t0 ts0 Hc Hf Hp Q']; subst. cbn [pull] in *.
  pose proof (power_attained _ _ _ Hf Hp) as V. assert (N : norm v <> 0) by (intro Z; apply Nz, norm_zero, Z).
  set (f := (theta' * T' - theta * T)%V) in *.
  assert (F1 : ||f||² = 1) by (rewrite V in Hp at 1; expand_products_in Hp; apply (Rmult_eq_reg_l (norm v)); [lra | exact N]).
  assert (F2 : ⟨T', f⟩ = 0) by (rewrite V in O; expand_products_in O; apply Rmult_integral in O; destruct O; [contradiction | assumption]).
  unfold f in F1, F2. expand_products_in F1. expand_products_in F2. rewrite (dot_symmetric T' T), ?H, ?H' in *.
  assert (E' : theta' = theta * ⟨T, T'⟩) by lra. split; [exact E' |].
  destruct (angles T T' H H') as [C [S I]]. pose proof (Rabs_pos theta'). pose proof (Rsqr_abs theta') as A. pose proof (Rsqr_abs ⟨T, T'⟩) as B.
  unfold Rsqr in A, B. fold (cosine T T') in B.
  assert (K : theta * theta * (sine T T' * sine T T') = 1) by (replace (sine T T' * sine T T') with (1 - ⟨T, T'⟩ * ⟨T, T'⟩) by lra; rewrite E' in F1; lra).
  apply Rsqr_inj; unfold Rsqr; [apply Rmult_le_pos; assumption | exact C |].
  transitivity (theta' * theta' * (sine T T' * sine T T')); [rewrite A; ring |]. rewrite <- B, E'.
  transitivity (theta * theta * (sine T T' * sine T T') * (⟨T, T'⟩ * ⟨T, T'⟩)); [ring | rewrite K; ring].
Qed.

(** Stage j of the paper, corrected: from the restart at node j, or from the free end, inwards without a test. *)
Fixpoint stage (j : nat) T bars : R :=
  match bars, j with
  | [], _ => 1
  | T' :: _, 1%nat => let m := cosine T T' / sine T T' in m * cosine T T' + sqrt (1 - (m * sine T T') * (m * sine T T'))
  | T' :: beyond, _ => let a := stage (pred j) T' beyond in a * cosine T T' + sqrt (1 - (a * sine T T') * (a * sine T T'))
  end.

(** Some stage finds the greatest tension, hence the solution: that of the last node that moves, node 1 at the latest. *)
Theorem stages_stop T bars : unit_bars (T :: bars) ->
  (1 <= last_moving T bars <= S (length bars))%nat /\ stage (last_moving T bars) T bars = reach T bars.
Proof.
  revert T. induction bars as [| T' beyond IH]; intros T H; [split; [simpl; lia | reflexivity] |].
  inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst. destruct (IH T' H2) as [L St].
  destruct (angles T T' H1 H3) as [C [S I]]. pose proof (reach_at_least_1 _ _ H2) as A.
  cbn [last_moving length reach]. destruct (Rlt_dec (sine T T' * reach T' beyond) (cosine T T')) as [W | W].
  - split; [lia |]. destruct (last_moving T' beyond) as [| j]; [lia |]. cbn [stage pred]. rewrite St. unfold greatest.
    destruct (Rlt_dec (cosine T T') (sine T T' * reach T' beyond)); [lra | reflexivity].
  - split; [lia |]. cbn [stage].
    assert (S0 : 0 < sine T T') by (destruct S as [S | S]; [exact S | rewrite <- S in *; exfalso; nra]).
    replace (cosine T T' / sine T T' * sine T T') with (cosine T T') by (field; lra).
    replace (1 - cosine T T' * cosine T T') with (sine T T' * sine T T') by lra. rewrite sqrt_square by assumption.
    unfold greatest. destruct (Rlt_dec (cosine T T') (sine T T' * reach T' beyond)) as [G | G].
    + transitivity ((cosine T T' * cosine T T' + sine T T' * sine T T') / sine T T'); [field; lra | rewrite I; field; lra].
    + assert (Q : cosine T T' = sine T T' * reach T' beyond) by lra.
      replace (1 - reach T' beyond * sine T T' * (reach T' beyond * sine T T')) with (sine T T' * sine T T') by (rewrite (Rmult_comm (reach T' beyond)), <- Q; lra).
      rewrite sqrt_square by assumption. rewrite Q at 1. f_equal. field. lra.
Qed.
End recursion.

Arguments reach {E}.
Arguments sine {E}.
Arguments cosine {E}.
Arguments unit_bars {E}.
Arguments last_moving {E}.
Arguments stage {E}.
Arguments recursion_tensions {E}.
Arguments recursion_velocities {E}.

(** In the plane s is the cross product. *)
Lemma sine_is_cross_product (x y x' y' : R) : x * x + y * y = 1 -> x' * x' + y' * y' = 1 ->
  sine (vec x y) (vec x' y') = Rabs (x * y' - y * x').
Proof.
  intros H H'. unfold sine. cbn. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr.
  replace 1 with ((x * x + y * y) * (x' * x' + y' * y')) by (rewrite H, H'; ring). ring.
Qed.

(** The arc of chain_corrections.v, cos β = 15/17: the recursion finds 17/8, saturated at node 1. *)
Theorem rational_arc : unit_bars arc /\ reach T1 [T2; T3; T4] = 17/8 /\ last_moving T1 [T2; T3; T4] = 1%nat /\
  nth_error (recursion_tensions U T1 [T2; T3; T4]) 0 = Some (17/8) /\ nth_error (recursion_tensions U T1 [T2; T3; T4]) 1 = Some (15/8).
Proof.
  assert (C : cosine T1 T2 = 15/17 /\ cosine T2 T3 = 15/17 /\ cosine T3 T4 = 15/17)
    by (unfold cosine; destruct bars_turn_by_beta as [-> [-> ->]]; rewrite Rabs_pos_eq by lra; lra).
  destruct C as [C1 [C2 C3]].
  assert (S : sine T1 T2 = 8/17 /\ sine T2 T3 = 8/17 /\ sine T3 T4 = 8/17).
  { unfold sine; destruct bars_turn_by_beta as [-> [-> ->]].
    replace (1 - 15/17 * (15/17)) with (8/17 * (8/17)) by lra. rewrite sqrt_square by lra. lra. }
  destruct S as [S1 [S2 S3]].
  assert (R3 : reach T3 [T4] = 30/17).
  { cbn [reach]. unfold greatest. rewrite C3, S3. destruct (Rlt_dec (15/17) (8/17 * 1)) as [H | H]; [lra |].
    replace (1 - 1 * (8/17) * (1 * (8/17))) with (15/17 * (15/17)) by lra. rewrite sqrt_square; lra. }
  assert (R2 : reach T2 [T3; T4] = 611/289).
  { change (reach T2 [T3; T4]) with (greatest (cosine T2 T3) (sine T2 T3) (reach T3 [T4])). rewrite R3. unfold greatest. rewrite C2, S2.
    destruct (Rlt_dec (15/17) (8/17 * (30/17))) as [H | H]; [lra |].
    replace (1 - 30/17 * (8/17) * (30/17 * (8/17))) with (161/289 * (161/289)) by lra. rewrite sqrt_square; lra. }
  assert (R1 : reach T1 [T2; T3; T4] = 17/8).
  { change (reach T1 [T2; T3; T4]) with (greatest (cosine T1 T2) (sine T1 T2) (reach T2 [T3; T4])). rewrite R2. unfold greatest. rewrite C1, S1.
    destruct (Rlt_dec (15/17) (8/17 * (611/289))) as [H | H]; [lra | exfalso; lra]. }
  split; [exact bars_are_unit |]. split; [exact R1 |]. split.
  { change (last_moving T1 [T2; T3; T4]) with (if Rlt_dec (sine T1 T2 * reach T2 [T3; T4]) (cosine T1 T2) then S (last_moving T2 [T3; T4]) else 1%nat).
    rewrite R2, C1, S1. destruct (Rlt_dec (8/17 * (611/289)) (15/17)) as [H | H]; [lra | reflexivity]. }
  unfold recursion_tensions. rewrite R1, tensions_step, R1.
  assert (G : sgn ⟨T1, U⟩ = -1) by (replace ⟨T1, U⟩ with (-1) by (cbn; lra); unfold sgn; destruct (Rlt_dec 0 (-1)); [lra |]; destruct (Rlt_dec (-1) 0); lra).
  assert (G' : sgn ⟨T1, T2⟩ = 1) by (rewrite (proj1 bars_turn_by_beta); unfold sgn; destruct (Rlt_dec 0 (15/17)); lra).
  rewrite G, G', R2. unfold passed. rewrite C1, S1. destruct (Rlt_dec (15/17) (8/17 * (611/289))) as [H | H]; [| exfalso; lra].
  cbn [nth_error outward_tensions]. split; f_equal; lra.
Qed.
