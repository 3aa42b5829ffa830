(** [Sayah 2004, sect. 3.2]: neighbouring bars all make the same angle β ∈ (0, π/2), as on an arc of a circle; p = −T_1·U > 0.

    nβ < π/2: all moves, θ_i = sin((n+1−i)β)/sin β, |u_i| = p cos(nβ)/(cos((n+1−i)β) cos((n−i)β)), Σ|u_i| = p sin(nβ)/sin β;
    nβ ≥ π/2: node 1 alone moves, |u_1| = p/sin β, θ_1 = 1/sin β, θ_2 = cot β.
    So application (i) holds with n β in place of (n − 1) β. Nothing but the angles is asked: the bars need not even lie in a plane. *)

Require Import Reals Lra Lia List.
Require Import inner_product kinetic_metric wedge chain chain_recursion.
Import ListNotations.
Open Scope R_scope.

Section arc.
Variable E : space.
Implicit Types (u v U T : E) (bars : list E).
Variable beta : R.
Hypothesis beta_range : 0 < beta < PI / 2.

(** Neighbours of T, bars make the angle β. *)
Fixpoint turns_by_beta T bars : Prop :=
  match bars with [] => True | T' :: beyond => ⟨T, T'⟩ = cos beta /\ turns_by_beta T' beyond end.

(** n, the number of bars of the chain T, bars. *)
Definition count bars : nat := S (length bars).
Definition subtended bars : R := INR (count bars) * beta.

Lemma sin_beta : 0 < sin beta.
Proof. pose proof PI_RGT_0. apply sin_gt_0; lra. Qed.
Lemma cos_beta : 0 < cos beta.
Proof. apply cos_gt_0; lra. Qed.

Lemma cosine_arc T T' : ⟨T, T'⟩ = cos beta -> cosine T T' = cos beta.
Proof. intro H. unfold cosine. rewrite H. apply Rabs_pos_eq. pose proof cos_beta. lra. Qed.
Lemma sine_arc T T' : ⟨T, T'⟩ = cos beta -> sine T T' = sin beta.
Proof.
  intro H. unfold sine. rewrite H. pose proof (sin2_cos2 beta) as I. unfold Rsqr in I.
  replace (1 - cos beta * cos beta) with (sin beta * sin beta) by lra. apply sqrt_square. pose proof sin_beta. lra.
Qed.
Lemma sgn_arc T T' : ⟨T, T'⟩ = cos beta -> sgn ⟨T, T'⟩ = 1.
Proof. intro H. rewrite H. pose proof cos_beta. unfold sgn. destruct (Rlt_dec 0 (cos beta)); lra. Qed.

Lemma subtended_cons T bars : subtended (T :: bars) = subtended bars + beta.
Proof. unfold subtended, count. cbn [length]. rewrite (S_INR (S (length bars))). ring. Qed.
Lemma subtended_positive bars : 0 < subtended bars.
Proof. unfold subtended, count. pose proof (pos_INR (length bars)). rewrite S_INR. nra. Qed.

(** sin x > cos β exactly when x + β > π/2, for x in (0, π/2]. *)
Lemma not_saturated x : 0 < x -> x + beta <= PI / 2 -> sin x <= cos beta.
Proof. intros H0 H. rewrite <- sin_shift. pose proof PI_RGT_0. apply sin_incr_1; lra. Qed.
Lemma saturated x : 0 < x <= PI / 2 -> PI / 2 < x + beta -> cos beta < sin x.
Proof. intros H0 H. rewrite <- sin_shift. pose proof PI_RGT_0. apply sin_increasing_1; lra. Qed.

Lemma step_of_arc x : 0 < x -> x + beta <= PI / 2 ->
  greatest (cos beta) (sin beta) (sin x / sin beta) = sin (x + beta) / sin beta /\
  passed (cos beta) (sin beta) (sin x / sin beta) = sin x / sin beta.
Proof.
  intros H0 H. pose proof sin_beta as Sb. pose proof PI_RGT_0.
  assert (I : sin beta * (sin x / sin beta) = sin x) by (field; lra). unfold greatest, passed. rewrite I.
  pose proof (not_saturated x H0 H) as N. destruct (Rlt_dec (cos beta) (sin x)); [lra |]. split; [| reflexivity].
  replace (sin x / sin beta * sin beta) with (sin x) by (field; lra).
  pose proof (sin2_cos2 x) as J. unfold Rsqr in J. replace (1 - sin x * sin x) with (cos x * cos x) by lra.
  assert (0 <= cos x) by (apply cos_ge_0; lra). rewrite sqrt_square by assumption. rewrite sin_plus. field. lra.
Qed.

(** a_i = sin((n+1−i)β)/sin β. *)
Lemma reach_arc bars : forall T, turns_by_beta T bars -> subtended bars <= PI / 2 -> reach T bars = sin (subtended bars) / sin beta.
Proof.
  pose proof sin_beta as Sb. induction bars as [| T' beyond IH]; intros T H L.
  - unfold subtended, count. simpl. rewrite Rmult_1_l. field. lra.
  - destruct H as [H1 H2]. rewrite subtended_cons in *. pose proof (subtended_positive beyond).
    cbn [reach]. rewrite (IH T' H2) by lra. rewrite (cosine_arc _ _ H1), (sine_arc _ _ H1). apply step_of_arc; assumption.
Qed.

(** Beyond a quarter of a circle the first node is saturated. *)
Lemma saturated_arc bars : forall T T', turns_by_beta T (T' :: bars) -> PI / 2 < subtended (T' :: bars) -> cos beta < sin beta * reach T' bars.
Proof.
  pose proof sin_beta as Sb. pose proof PI_RGT_0. induction bars as [| T'' beyond IH]; intros T T' [H1 H2] L; rewrite subtended_cons in L.
  - rewrite (reach_arc [] T' H2) by (unfold subtended, count in *; simpl in *; lra).
    replace (sin beta * (sin (subtended []) / sin beta)) with (sin (subtended [])) by (field; lra).
    pose proof (subtended_positive []). apply saturated; [| exact L]. unfold subtended, count in *; simpl in *; lra.
  - destruct (Rle_or_lt (subtended (T'' :: beyond)) (PI / 2)) as [G | G].
    + rewrite (reach_arc _ _ H2 G). replace (sin beta * (sin (subtended (T'' :: beyond)) / sin beta)) with (sin (subtended (T'' :: beyond))) by (field; lra).
      apply saturated; [split; [apply subtended_positive | exact G] | exact L].
    + pose proof (IH T' T'' H2 G) as Q. destruct H2 as [H2 _]. cbn [reach]. rewrite (cosine_arc _ _ H2), (sine_arc _ _ H2).
      unfold greatest. destruct (Rlt_dec (cos beta) (sin beta * reach T'' beyond)); [| lra].
      rewrite Rinv_r by lra. pose proof (sin2_cos2 beta) as I. unfold Rsqr in I. pose proof cos_beta. nra.
Qed.

(** The closed forms, with the paper's indices. *)
Definition arc_tension (n i : nat) : R := sin (INR (n + 1 - i) * beta) / sin beta.
Definition arc_speed (p : R) (n i : nat) : R := p * cos (INR n * beta) / (cos (INR (n + 1 - i) * beta) * cos (INR (n - i) * beta)).

Lemma list_of_indices (f g : nat -> R) (first : R) n : g 1%nat = first -> (forall i, g (S i) = f i) -> map g (seq 1 (S n)) = first :: map f (seq 1 n).
Proof. intros <- H. cbn [seq map]. f_equal. rewrite <- seq_shift, map_map. apply map_ext. exact H. Qed.

Lemma tensions_on_arc bars : forall T, turns_by_beta T bars -> subtended bars <= PI / 2 ->
  outward_tensions _ (reach T bars) T bars = map (arc_tension (count bars)) (seq 1 (count bars)).
Proof.
  pose proof sin_beta as Sb. induction bars as [| T' beyond IH]; intros T H L.
  - cbn. unfold arc_tension. simpl. rewrite Rmult_1_l. f_equal. field. lra.
  - pose proof H as [H1 H2]. assert (L' : subtended beyond + beta <= PI / 2) by (rewrite <- (subtended_cons T'); exact L).
    pose proof (subtended_positive beyond) as P.
    assert (A : reach T (T' :: beyond) <> 0).
    { rewrite (reach_arc _ _ H L). pose proof PI_RGT_0. pose proof (subtended_positive (T' :: beyond)).
      assert (0 < sin (subtended (T' :: beyond))) by (apply sin_gt_0; lra). apply Rmult_integral_contrapositive_currified; [lra | apply Rinv_neq_0_compat; lra]. }
    rewrite tensions_step, (sgn_arc _ _ H1), (cosine_arc _ _ H1), (sine_arc _ _ H1).
    replace (reach T (T' :: beyond) / reach T (T' :: beyond)) with 1 by (field; exact A).
    rewrite (reach_arc _ T' H2) by lra. rewrite (proj2 (step_of_arc _ P L')).
    rewrite <- (reach_arc _ T' H2) by lra. rewrite !Rmult_1_l, (IH T' H2) by lra.
    rewrite (reach_arc _ _ H L). symmetry. apply (list_of_indices (arc_tension (count beyond))).
    + unfold arc_tension, subtended. do 4 f_equal. lia.
    + intro i. reflexivity.
Qed.

Lemma speeds_on_arc bars : forall T u p, unit_bars (T :: bars) -> turns_by_beta T bars -> subtended bars < PI / 2 -> ⟨T, u⟩ = - p -> 0 <= p ->
  map norm (outward_velocities _ u (T :: bars) (outward_tensions _ (reach T bars) T bars)) = map (arc_speed p (count bars)) (seq 1 (count bars)).
Proof.
  pose proof sin_beta as Sb. pose proof cos_beta as Cb. induction bars as [| T' beyond IH]; intros T u p N H L Hu Hp.
  - assert (H1 : ||T||² = 1) by (inversion N; assumption).
    cbn [outward_tensions]. rewrite velocities_step. cbn. f_equal.
    set (alpha := (zero - 1 * T)%V).
    assert (Ta : ⟨T, alpha⟩ = -1) by (unfold alpha; expand_products; rewrite H1; ring).
    assert (Aa : ||alpha||² = 1) by (unfold alpha; expand_products; rewrite H1; ring).
    change (reach T []) with 1. fold alpha. rewrite Ta, Hu. replace (- p / -1) with p by field. rewrite (norm_scaled_unit _ _ _ Hp Aa).
    unfold arc_speed. simpl. rewrite Rmult_1_l, Rmult_0_l, cos_0. field. lra.
  - pose proof H as [H1 H2]. assert (N' : unit_bars (T' :: beyond)) by (inversion N; assumption).
    assert (L' : subtended beyond + beta < PI / 2) by (rewrite <- (subtended_cons T'); exact L).
    pose proof (subtended_positive beyond) as P. pose proof PI_RGT_0.
    destruct (force_of_first_node _ T T' beyond (reach T (T' :: beyond)) N) as [Aa [Ta Ta']].
    destruct (step_of_arc _ P (Rlt_le _ _ L')) as [_ M].
    pose proof (reach_arc _ _ H (Rlt_le _ _ L)) as A. pose proof (reach_at_least_1 _ _ _ N) as A1.
    set (theta := reach T (T' :: beyond)) in *.
    rewrite tensions_step, velocities_step, pull_outward. fold theta.
    assert (R : theta / theta = 1) by (field; lra).
    assert (a : reach T' beyond = sin (subtended beyond) / sin beta) by (apply reach_arc; [exact H2 | lra]).
    rewrite R, (sgn_arc _ _ H1), (cosine_arc _ _ H1), (sine_arc _ _ H1), a, M in *. rewrite !Rmult_1_l in *. rewrite <- a in *.
    set (x := subtended beyond) in *. set (alpha := (reach T' beyond * T' - theta * T)%V) in *.
    assert (cx : 0 < cos x) by (apply cos_gt_0; lra).
    assert (Ta1 : ⟨T, alpha⟩ = - cos x).
    { rewrite Ta, A, a, (subtended_cons T'). fold x. rewrite sin_plus. field. lra. }
    assert (Ta2 : ⟨T', alpha⟩ = - cos (x + beta)).
    { rewrite Ta', A, a, (subtended_cons T'). fold x. rewrite sin_plus, cos_plus. pose proof (sin2_cos2 beta) as I. unfold Rsqr in I.
      transitivity ((sin x * (1 - cos beta * cos beta) - cos x * sin beta * cos beta) / sin beta); [field; lra |].
      replace (1 - cos beta * cos beta) with (sin beta * sin beta) by lra. field. lra. }
    rewrite Ta1, Hu. replace (- p / - cos x) with (p / cos x) by (field; lra).
    assert (Q : 0 <= p / cos x) by (apply Rmult_le_pos; [exact Hp | left; apply Rinv_0_lt_compat; exact cx]).
    assert (cy : 0 < cos (x + beta)) by (apply cos_gt_0; lra).
    cbn [map]. rewrite (norm_scaled_unit _ _ _ Q Aa).
    rewrite (IH T' _ (p / cos x * cos (x + beta)) N' H2); [| lra | expand_products; rewrite Ta2; ring | apply Rmult_le_pos; lra].
    assert (X : INR (count beyond) * beta = x) by reflexivity.
    assert (Y : INR (count (T' :: beyond)) * beta = x + beta) by apply (subtended_cons T').
    symmetry. apply (list_of_indices (arc_speed (p / cos x * cos (x + beta)) (count beyond))).
    + unfold arc_speed. replace (count (T' :: beyond) + 1 - 1)%nat with (count (T' :: beyond)) by lia.
      replace (count (T' :: beyond) - 1)%nat with (count beyond) by (unfold count; simpl; lia). rewrite X, Y. field. lra.
    + intro i. unfold arc_speed. change (count (T' :: beyond) + 1 - S i)%nat with (count beyond + 1 - i)%nat.
      change (count (T' :: beyond) - S i)%nat with (count beyond - i)%nat. rewrite X, Y. unfold Rdiv at 1 2. f_equal. field. lra.
Qed.

Section solutions.
Variables (U T : E) (bars : list E) (velocities : list E) (tensions : list R).
Hypothesis all_unit : unit_bars (T :: bars).
Hypothesis all_turn : turns_by_beta T bars.
Hypothesis pulled : 0 < - ⟨T, U⟩.
Hypothesis solved : equilibrium U (T :: bars) velocities tensions.
Let n := count bars.
Let p := - ⟨T, U⟩.

Lemma sgn_pulled : - sgn ⟨T, U⟩ = 1.
Proof. unfold sgn. destruct (Rlt_dec 0 ⟨T, U⟩); [lra |]. destruct (Rlt_dec ⟨T, U⟩ 0); lra. Qed.

Lemma value_on_arc : dissipation velocities = reach T bars * p.
Proof.
  destruct (recursion_is_optimal _ U T bars all_unit) as [V [W _]]. destruct (equilibrium_parts _ _ _ _ _ solved) as [C F].
  assert (Hp : Rabs ⟨T, U⟩ = p) by (unfold p; apply Rabs_left; lra). rewrite <- Hp. apply Rle_antisym; [| exact (V _ C)].
  rewrite <- (proj1 (recursion_value _ U T bars all_unit)). apply (equilibrium_is_optimal _ _ _ _ _ solved).
  apply (equilibrium_parts _ _ _ _ _ (recursion_is_equilibrium _ U T bars all_unit)).
Qed.

Lemma velocities_on_arc : velocities = recursion_velocities U T bars.
Proof.
  apply (proposition_2_2 _ _ _ _ _ _ (recursion_is_equilibrium _ U T bars all_unit)); [apply (equilibrium_parts _ _ _ _ _ solved) |].
  rewrite value_on_arc, (proj1 (recursion_value _ U T bars all_unit)). unfold p. rewrite Rabs_left by lra. lra.
Qed.

(** nβ < π/2: the solution, velocities and tensions, is unique, all moves, and this is it. *)
Theorem arc_closed_form : INR n * beta < PI / 2 ->
  tensions = map (arc_tension n) (seq 1 n) /\ map norm velocities = map (arc_speed p n) (seq 1 n) /\
  dissipation velocities = p * sin (INR n * beta) / sin beta /\ Forall (fun v => v <> zero) velocities.
Proof.
  intro L. change (subtended bars < PI / 2) in L. pose proof sin_beta as Sb.
  assert (Sp : map norm velocities = map (arc_speed p n) (seq 1 n)).
  { rewrite velocities_on_arc. unfold recursion_velocities, recursion_tensions. rewrite sgn_pulled, Rmult_1_l.
    apply speeds_on_arc; try assumption; [unfold p; ring | unfold p; lra]. }
  assert (Mv : Forall (fun v => v <> zero) velocities).
  { apply Forall_forall. intros v I Z. apply (in_map norm) in I. rewrite Sp in I. apply in_map_iff in I. destruct I as [i [I J]]. apply in_seq in J.
    rewrite Z, norm_of_zero in I. unfold arc_speed in I. pose proof PI_RGT_0.
    assert (Pos : forall k, (k <= n)%nat -> 0 < cos (INR k * beta)).
    { intros k K. apply le_INR in K. pose proof (pos_INR k). assert (INR k * beta <= INR n * beta) by nra. assert (INR n * beta = subtended bars) by reflexivity. apply cos_gt_0; nra. }
    pose proof (Pos n (le_n n)) as c1. pose proof (Pos (n + 1 - i)%nat ltac:(lia)) as c2. pose proof (Pos (n - i)%nat ltac:(lia)) as c3.
    assert (0 < p * cos (INR n * beta) / (cos (INR (n + 1 - i) * beta) * cos (INR (n - i) * beta)))
      by (apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption). lra. }
  split; [| split; [exact Sp | split; [| exact Mv]]].
  - pose proof (recursion_is_equilibrium _ U T bars all_unit) as Q. rewrite <- velocities_on_arc in Q.
    rewrite (moving_tensions_are_unique _ _ _ _ _ all_unit Mv Q _ solved).
    unfold recursion_tensions. rewrite sgn_pulled, Rmult_1_l. apply tensions_on_arc; [exact all_turn | lra].
  - rewrite value_on_arc, (reach_arc _ _ all_turn) by lra. change (INR n * beta) with (subtended bars). field. lra.
Qed.

End solutions.

Lemma rest_dissipates_nothing (l : list E) : Forall (fun v => v = zero) l -> dissipation l = 0.
Proof. induction 1 as [| v l -> Hl IH]; simpl; [reflexivity |]. rewrite norm_of_zero, IH. ring. Qed.

(** From a quarter of a circle on the first node is saturated, or at the limit. *)
Lemma first_node_beyond T T' rest : turns_by_beta T (T' :: rest) -> PI / 2 <= subtended (T' :: rest) ->
  reach T (T' :: rest) = / sin beta /\ last_moving T (T' :: rest) = 1%nat /\ passed (cos beta) (sin beta) (reach T' rest) = cos beta / sin beta.
Proof.
  intros At L. pose proof sin_beta as Sb. pose proof At as [H1 H2].
  cbn [reach last_moving]. rewrite (cosine_arc _ _ H1), (sine_arc _ _ H1). destruct L as [L | L].
  - pose proof (saturated_arc _ _ _ At L) as Q. unfold greatest, passed.
    destruct (Rlt_dec (cos beta) (sin beta * reach T' rest)); [| lra].
    destruct (Rlt_dec (sin beta * reach T' rest) (cos beta)); [lra |]. repeat split.
  - pose proof (subtended_positive rest) as P. rewrite subtended_cons in L.
    assert (G : sin (subtended rest) = cos beta) by (rewrite <- sin_shift; f_equal; lra).
    rewrite (reach_arc _ T' H2) by lra. destruct (step_of_arc _ P (Req_le _ _ (eq_sym L))) as [A M].
    rewrite A, M, <- L, sin_PI2, G. replace (sin beta * (cos beta / sin beta)) with (cos beta) by (field; lra).
    destruct (Rlt_dec (cos beta) (cos beta)); [lra |]. repeat split. field. lra.
Qed.

(** nβ ≥ π/2: node 1 moves, no other; the tensions of its two bars are determined. *)
Theorem arc_beyond U T bars velocities tensions : unit_bars (T :: bars) -> turns_by_beta T bars -> 0 < - ⟨T, U⟩ ->
  equilibrium U (T :: bars) velocities tensions -> PI / 2 <= INR (count bars) * beta ->
  exists v others theta_1 theta_2 beyond, velocities = v :: others /\ tensions = theta_1 :: theta_2 :: beyond /\
    norm v = - ⟨T, U⟩ / sin beta /\ Forall (fun w => w = zero) others /\ theta_1 = 1 / sin beta /\ theta_2 = cos beta / sin beta /\
    dissipation velocities = - ⟨T, U⟩ / sin beta.
Proof.
  intros Un At Pu Eq L. pose proof sin_beta as Sb. pose proof cos_beta as Cb.
  destruct bars as [| T' rest]; [exfalso; unfold count in L; simpl in L; lra |]. pose proof At as [H1 H2].
  destruct (first_node_beyond T T' rest At L) as [K1 [K2 K3]].
  assert (O : ⟨T, U⟩ <> 0) by lra.
  pose proof (value_on_arc _ _ _ _ _ Un Pu Eq) as V. rewrite K1 in V.
  pose proof (velocities_on_arc _ _ _ _ _ Un Pu Eq) as R.
  destruct (nodes_that_move _ U T _ Un O) as [_ Rs]. rewrite K2, <- R in Rs.
  pose proof (strong_duality _ _ _ _ _ Eq) as D. rewrite V in D.
  pose proof (recursion_is_equilibrium _ U T _ Un) as Q. rewrite <- R in Q. clear R.
  unfold recursion_tensions in Q. rewrite (sgn_pulled _ _ Pu), Rmult_1_l, tensions_step in Q.
  rewrite (sgn_arc _ _ H1), (cosine_arc _ _ H1), (sine_arc _ _ H1), K3, K1 in Q.
  replace (/ sin beta / / sin beta * 1 * (cos beta / sin beta)) with (cos beta / sin beta) in Q by (field; lra).
  inversion Eq as [| u0 T0 b0 v others theta_1 t1 Hc Hf Hp Hq]; subst u0 T0 b0 velocities tensions.
  inversion Hq as [| u0 T0 b0 v2 o2 theta_2 t2 Hc2 Hf2 Hp2 Hq2]; subst u0 T0 b0 others t1.
  inversion Q as [| u0 T0 b0 w0 o0 th ts Hc' Hf' Hp' Hq']; subst u0 T0 b0 w0 o0 th ts.
  cbn [skipn] in Rs. clear Q Eq Hq Hq'.
  assert (Nv : norm v = - ⟨T, U⟩ / sin beta).
  { change (norm v + dissipation (v2 :: o2) = / sin beta * - ⟨T, U⟩) in V. rewrite (rest_dissipates_nothing _ Rs) in V. unfold Rdiv. lra. }
  assert (Zv : norm v <> 0) by (rewrite Nv; apply Rmult_integral_contrapositive_currified; [lra | apply Rinv_neq_0_compat; lra]).
  assert (J1 : theta_1 = / sin beta).
  { cbn [pull] in D. expand_products_in D. apply (Rmult_eq_reg_r (- ⟨T, U⟩)); [lra | lra]. }
  assert (J2 : theta_2 = cos beta / sin beta).
  { pose proof (power_attained _ _ _ Hf Hp) as W. pose proof (power_attained _ _ _ Hf' Hp') as W'.
    rewrite pull_outward in W'. cbn [pull] in W. rewrite J1 in W.
    assert (I : ⟨T', norm v * (theta_2 * T' - / sin beta * T)⟩ = ⟨T', norm v * (cos beta / sin beta * T' - / sin beta * T)⟩) by (rewrite <- W, <- W'; reflexivity).
    assert (N' : ||T'||² = 1) by (inversion Un as [| ? ? _ Un']; inversion Un'; assumption).
    expand_products_in I. rewrite N' in I. apply Rmult_eq_reg_l in I; [lra | exact Zv]. }
  exists v, (v2 :: o2), theta_1, theta_2, t2. rewrite V. repeat split; try assumption; unfold Rdiv; rewrite ?J1; lra.
Qed.

(** Application (i), corrected, for every n: the whole chain moves exactly when nβ < π/2. *)
Theorem criterion_i_corrected U T bars velocities tensions : unit_bars (T :: bars) -> turns_by_beta T bars -> 0 < - ⟨T, U⟩ ->
  equilibrium U (T :: bars) velocities tensions ->
  (Forall (fun v => v <> zero) velocities <-> INR (count bars) * beta < PI / 2).
Proof.
  intros Un At Pu Eq. split.
  - intro M. destruct (Rlt_or_le (INR (count bars) * beta) (PI / 2)) as [L | L]; [exact L | exfalso].
    destruct (arc_beyond _ _ _ _ _ Un At Pu Eq L) as [v [others [t1 [t2 [beyond [V [Te [_ [Z _]]]]]]]]]. subst velocities tensions.
    inversion M as [| ? ? _ M']; subst. inversion Eq as [| u0 T0 b0 v0 o0 th ts Hc Hf Hp Hq]; subst.
    inversion Hq; subst. inversion Z; subst. inversion M'; subst. congruence.
  - intro L. apply (arc_closed_form _ _ _ _ _ Un At Pu Eq L).
Qed.
End arc.

Arguments turns_by_beta {E}.
Arguments count {E}.

(** *** On a circle: bar i looks in the direction iβ, node 0 is driven at (−1, 0). *)

Definition direction (beta : R) (i : nat) : plane := vec (cos (INR i * beta)) (sin (INR i * beta)).
Definition circle (beta : R) (n : nat) : list plane := map (direction beta) (seq 1 n).

Lemma circle_is_unit beta n : unit_bars (direction beta 0 :: circle beta n).
Proof.
  change (direction beta 0 :: circle beta n) with (map (direction beta) (seq 0 (S n))).
  apply Forall_forall. intros T I. apply in_map_iff in I. destruct I as [i [<- _]].
  cbn. pose proof (sin2_cos2 (INR i * beta)) as Q. unfold Rsqr in Q. lra.
Qed.

Lemma circle_turns beta n : turns_by_beta beta (direction beta 0) (circle beta n).
Proof.
  unfold circle. generalize 0%nat as k. induction n as [| n IH]; intro k; [exact I |]. cbn [seq map turns_by_beta]. split; [| apply IH].
  transitivity (cos (INR k * beta - INR (S k) * beta)); [rewrite cos_minus; unfold direction, vec; cbn -[INR]; ring |].
  rewrite <- cos_neg. f_equal. rewrite S_INR. ring.
Qed.

Lemma circle_pulled beta : - ⟨direction beta 0, vec (-1) 0⟩ = 1.
Proof. cbn. rewrite Rmult_0_l, cos_0, sin_0. ring. Qed.

Lemma circle_count beta n : count (circle beta n) = S n.
Proof. unfold count, circle. rewrite map_length, seq_length. reflexivity. Qed.

(** Fig. 4, n = 4, β = 20°: all moves; fig. 5, n = 6: nodes 0 and 1 only; and n = 5, where (n − 1)β = 80°, is as fig. 5. *)
Theorem figure_4 : (exists velocities tensions, equilibrium (vec (-1) 0) (direction (PI/9) 0 :: circle (PI/9) 3) velocities tensions) /\
  forall velocities tensions, equilibrium (vec (-1) 0) (direction (PI/9) 0 :: circle (PI/9) 3) velocities tensions ->
  tensions = [sin (4 * (PI/9)) / sin (PI/9); sin (3 * (PI/9)) / sin (PI/9); sin (2 * (PI/9)) / sin (PI/9); 1] /\
  Forall (fun v => v <> zero) velocities.
Proof.
  pose proof PI_RGT_0 as P. assert (B : 0 < PI/9 < PI/2) by lra. split.
  - eexists. eexists. apply recursion_is_equilibrium. apply circle_is_unit.
  - intros velocities tensions Eq.
    destruct (arc_closed_form _ (PI/9) B _ _ _ _ _ (circle_is_unit (PI/9) 3) (circle_turns (PI/9) 3) ltac:(rewrite circle_pulled; lra) Eq) as [A1 [_ [_ A2]]].
    { rewrite circle_count. simpl INR. lra. }
    split; [| exact A2]. rewrite A1, circle_count. cbn [seq map]. unfold arc_tension.
    assert (0 < sin (PI/9)) by (apply sin_gt_0; lra).
    cbn [Nat.add Nat.sub]. replace (INR 4) with 4 by (simpl; ring). replace (INR 3) with 3 by (simpl; ring). replace (INR 2) with 2 by (simpl; ring).
    replace (INR 1 * (PI/9)) with (PI/9) by (simpl; ring). replace (sin (PI/9) / sin (PI/9)) with 1 by (field; lra). reflexivity.
Qed.

Lemma beyond_on_circle n : (4 <= n)%nat -> forall velocities tensions,
  equilibrium (vec (-1) 0) (direction (PI/9) 0 :: circle (PI/9) n) velocities tensions ->
  exists v others theta_1 theta_2 beyond, velocities = v :: others /\ tensions = theta_1 :: theta_2 :: beyond /\
    norm v = 1 / sin (PI/9) /\ Forall (fun w => w = zero) others /\ theta_1 = 1 / sin (PI/9) /\ theta_2 = cos (PI/9) / sin (PI/9).
Proof.
  intros N velocities tensions Eq. pose proof PI_RGT_0 as P. assert (B : 0 < PI/9 < PI/2) by lra. apply le_INR in N. simpl in N.
  destruct (arc_beyond _ (PI/9) B _ _ _ _ _ (circle_is_unit (PI/9) n) (circle_turns (PI/9) n) ltac:(rewrite circle_pulled; lra) Eq)
    as [v [others [t1 [t2 [beyond [A1 [A2 [A3 [A4 [A5 [A6 _]]]]]]]]]]].
  { rewrite circle_count, S_INR. nra. }
  rewrite circle_pulled in A3. exists v, others, t1, t2, beyond. repeat split; assumption.
Qed.

Theorem figure_5 velocities tensions : equilibrium (vec (-1) 0) (direction (PI/9) 0 :: circle (PI/9) 5) velocities tensions ->
  exists v others theta_1 theta_2 beyond, velocities = v :: others /\ tensions = theta_1 :: theta_2 :: beyond /\
    norm v = 1 / sin (PI/9) /\ Forall (fun w => w = zero) others /\ theta_1 = 1 / sin (PI/9) /\ theta_2 = cos (PI/9) / sin (PI/9).
Proof. apply beyond_on_circle. lia. Qed.

Theorem five_bars_of_20_degrees velocities tensions : equilibrium (vec (-1) 0) (direction (PI/9) 0 :: circle (PI/9) 4) velocities tensions ->
  exists v others theta_1 theta_2 beyond, velocities = v :: others /\ tensions = theta_1 :: theta_2 :: beyond /\
    norm v = 1 / sin (PI/9) /\ Forall (fun w => w = zero) others /\ theta_1 = 1 / sin (PI/9) /\ theta_2 = cos (PI/9) / sin (PI/9).
Proof. apply beyond_on_circle. lia. Qed.
