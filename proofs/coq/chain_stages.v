(** [Sayah 2004, sect. 3]: the algorithm by stages, corrected, is the recursion, for every polygon of unit bars; and applications (i) and (ii) for every n and β.

    Stage j = n, n − 1, …, 1 takes nodes 1 … j for moving: it starts from the free end (j = n), or from θ_{j+1} = cot β_j, and goes inwards. The rule that the note
    lacks: the stage is refused as soon as |sin β_i| θ_{i+1} ≥ |cos β_i| at some node i < j, and where sin β_j = 0 at its start. The first stage that is
    not refused is the solution. *)

Require Import Reals Lra Lia List.
Require Import inner_product kinetic_metric wedge chain chain_recursion chain_arc.
Import ListNotations.
Open Scope R_scope.

Section stages.
Variable E : space.
Implicit Types (u v T U : E) (bars : list E).

(** Stage j of the chain T, bars is not refused. *)
Fixpoint accepted (j : nat) T bars : Prop :=
  match bars, j with
  | _, O => False
  | [], S O => True
  | [], _ => False
  | T' :: _, 1%nat => sine T T' <> 0
  | T' :: beyond, S k => accepted k T' beyond /\ sine T T' * stage k T' beyond < cosine T T'
  end.

Lemma sine_at_limit c s r : 0 <= s -> c * c + s * s = 1 -> r * r = 1 - c * c -> 0 <= r -> s = r.
Proof. intros S I Q R. apply Rsqr_inj; unfold Rsqr; lra. Qed.

(** What a node passes inwards grows with what it gets, up to saturation. *)
Lemma inward_grows c s a b : 0 <= c -> 0 <= s -> c * c + s * s = 1 -> 1 <= a <= b -> s * b <= c ->
  a * c + sqrt (1 - (a * s) * (a * s)) <= b * c + sqrt (1 - (b * s) * (b * s)).
Proof.
  intros C S I [A B] W.
  destruct (Req_dec s 0) as [Z | Z].
  { rewrite Z, !Rmult_0_r. apply Rplus_le_compat_r. apply Rmult_le_compat_r; assumption. }
  assert (S0 : 0 < s) by lra.
  set (ra := sqrt (1 - a * s * (a * s))). set (rb := sqrt (1 - b * s * (b * s))).
  assert (As : a * s <= c) by nra. assert (As0 : 0 <= a * s) by nra. assert (Bs0 : 0 <= b * s) by nra. assert (Bs : b * s <= c) by lra.
  assert (Qa : ra * ra = 1 - a * s * (a * s)) by (apply sqrt_sqrt; nra).
  assert (Qb : rb * rb = 1 - b * s * (b * s)) by (apply sqrt_sqrt; nra).
  assert (Ra : s <= ra) by (apply Rsqr_incr_0; unfold Rsqr; [nra | lra | apply sqrt_pos]).
  assert (Rb : s <= rb) by (apply Rsqr_incr_0; unfold Rsqr; [nra | lra | apply sqrt_pos]).
  (* (ra − rb)(ra + rb) = s² (b − a)(b + a), ra + rb ≥ 2 s, s (a + b) ≤ 2 c *)
  assert (D : (ra - rb) * (ra + rb) = s * (b - a) * (a * s + b * s)) by (replace ((ra - rb) * (ra + rb)) with (ra * ra - rb * rb) by ring; rewrite Qa, Qb; ring).
  assert (U : (ra - rb) * (ra + rb) <= (b - a) * c * (2 * s)).
  { rewrite D. replace ((b - a) * c * (2 * s)) with (s * (b - a) * (2 * c)) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
  destruct (Rle_or_lt ra rb) as [G | G]; [nra |].
  assert ((ra - rb) * (2 * s) <= (b - a) * c * (2 * s)) by nra.
  assert (ra - rb <= (b - a) * c) by (apply (Rmult_le_reg_r (2 * s)); lra). lra.
Qed.

Lemma restart_value T T' : ||T||² = 1 -> ||T'||² = 1 -> sine T T' <> 0 ->
  stage 1 T (T' :: []) = / sine T T' /\ cosine T T' / sine T T' * sine T T' = cosine T T'.
Proof.
  intros H1 H3 Z. destruct (angles _ T T' H1 H3) as [C [Sg I]]. assert (S0 : 0 < sine T T') by lra.
  assert (W : cosine T T' / sine T T' * sine T T' = cosine T T') by (field; lra). split; [| exact W].
  cbn [stage]. rewrite W. replace (1 - cosine T T' * cosine T T') with (sine T T' * sine T T') by lra. rewrite sqrt_square by assumption.
  transitivity ((cosine T T' * cosine T T' + sine T T' * sine T T') / sine T T'); [field; lra | rewrite I; field; lra].
Qed.

Lemma stage_1_is_any T T' beyond : stage 1 T (T' :: beyond) = stage 1 T [T'].
Proof. reflexivity. Qed.

(** An accepted stage carries at least what the recursion does. *)
Lemma accepted_carries_enough bars : forall j T, unit_bars (T :: bars) -> accepted j T bars -> reach T bars <= stage j T bars.
Proof.
  induction bars as [| T' beyond IH]; intros j T H A.
  - destruct j as [| [| j]]; cbn in *; try contradiction; lra.
  - inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
    destruct (angles _ T T' H1 H3) as [C [Sg I]]. pose proof (reach_at_least_1 _ T' beyond H2) as R1.
    destruct j as [| [| k]]; [destruct A | |].
    + cbn [accepted] in A. rewrite stage_1_is_any, (proj1 (restart_value T T' H1 H3 A)). cbn [reach]. unfold greatest.
      destruct (Rlt_dec (cosine T T') (sine T T' * reach T' beyond)) as [G | G]; [lra |].
      assert (S0 : 0 < sine T T') by lra.
      pose proof (inward_grows (cosine T T') (sine T T') (reach T' beyond) (cosine T T' / sine T T') C Sg I) as M.
      assert (W : cosine T T' / sine T T' * sine T T' = cosine T T') by (field; lra).
      assert (B : reach T' beyond <= cosine T T' / sine T T') by (apply (Rmult_le_reg_r (sine T T')); [exact S0 | rewrite W; lra]).
      specialize (M (conj R1 B)). rewrite W in M. assert (L : sine T T' * (cosine T T' / sine T T') <= cosine T T') by lra. specialize (M L).
      replace (1 - cosine T T' * cosine T T') with (sine T T' * sine T T') in M by lra. rewrite (sqrt_square (sine T T')) in M by assumption.
      replace (cosine T T' / sine T T' * cosine T T' + sine T T') with (/ sine T T') in M; [exact M |].
      symmetry. transitivity ((cosine T T' * cosine T T' + sine T T' * sine T T') / sine T T'); [field; lra | rewrite I; field; lra].
    + change (accepted (S k) T' beyond /\ sine T T' * stage (S k) T' beyond < cosine T T') in A. destruct A as [A1 A2].
      pose proof (IH _ _ H2 A1) as B. change (stage (S (S k)) T (T' :: beyond)) with
        (stage (S k) T' beyond * cosine T T' + sqrt (1 - (stage (S k) T' beyond * sine T T') * (stage (S k) T' beyond * sine T T'))).
      cbn [reach]. unfold greatest. assert (sine T T' * reach T' beyond <= sine T T' * stage (S k) T' beyond) by (apply Rmult_le_compat_l; assumption).
      destruct (Rlt_dec (cosine T T') (sine T T' * reach T' beyond)) as [G | G]; [lra |].
      apply inward_grows; try assumption; [split; assumption | lra].
Qed.

(** Every stage above the last node that moves is refused; that one is not. *)
Theorem corrected_stages_are_the_recursion T bars : unit_bars (T :: bars) ->
  accepted (last_moving T bars) T bars /\ stage (last_moving T bars) T bars = reach T bars /\
  forall j, (last_moving T bars < j)%nat -> ~ accepted j T bars.
Proof.
  intro H. split; [| split; [exact (proj2 (stages_stop _ T bars H)) |]]; revert T H.
  - induction bars as [| T' beyond IH]; intros T H; [exact I |].
    inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
    destruct (angles _ T T' H1 H3) as [C [Sg I]]. pose proof (stages_stop _ T' beyond H2) as [L St]. pose proof (reach_at_least_1 _ T' beyond H2) as R1.
    cbn [last_moving]. destruct (Rlt_dec (sine T T' * reach T' beyond) (cosine T T')) as [W | W].
    + specialize (IH T' H2). destruct (last_moving T' beyond) as [| k]; [lia |].
      change (accepted (S k) T' beyond /\ sine T T' * stage (S k) T' beyond < cosine T T'). rewrite St. split; assumption.
    + cbn [accepted]. intro Z. rewrite Z in *. nra.
  - induction bars as [| T' beyond IH]; intros T H j J A.
    + cbn in J. destruct j as [| [| j]]; cbn in A; try contradiction; lia.
    + inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
      destruct (angles _ T T' H1 H3) as [C [Sg I]]. pose proof (stages_stop _ T' beyond H2) as [L St].
      cbn [last_moving] in J. destruct j as [| [| k]]; [destruct A | destruct (Rlt_dec (sine T T' * reach T' beyond) (cosine T T')); lia |].
      change (accepted (S k) T' beyond /\ sine T T' * stage (S k) T' beyond < cosine T T') in A. destruct A as [A1 A2].
      destruct (Rlt_dec (sine T T' * reach T' beyond) (cosine T T')) as [W | W]; [apply (IH T' H2 (S k)); [lia | exact A1] |].
      pose proof (accepted_carries_enough beyond (S k) T' H2 A1) as B.
      assert (sine T T' * reach T' beyond <= sine T T' * stage (S k) T' beyond) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(** The rule without the test of the sign is not enough: a stage with real roots only need not be it (chain_arc.v, five bars of 20 degrees). *)

(** *** Applications (i) and (ii), for every β ∈ (0, π) and every n ≥ 2. *)

Definition folded (beta : R) : R := Rmin beta (PI - beta).
Fixpoint turns_by beta T bars : Prop :=
  match bars with [] => True | T' :: beyond => ⟨T, T'⟩ = cos beta /\ turns_by beta T' beyond end.

Lemma folded_range beta : 0 < beta < PI -> beta <> PI / 2 -> 0 < folded beta < PI / 2.
Proof. intros [H0 H1] N. unfold folded, Rmin. destruct (Rle_dec beta (PI - beta)); lra. Qed.

Lemma folded_cosine beta T T' : 0 < beta < PI -> beta <> PI / 2 -> ⟨T, T'⟩ = cos beta ->
  cosine T T' = cos (folded beta) /\ sine T T' = sin (folded beta).
Proof.
  intros R N H. pose proof (folded_range beta R N) as F. pose proof PI_RGT_0 as Pi0.
  assert (Cf : 0 < cos (folded beta)) by (apply cos_gt_0; lra). assert (Sf : 0 < sin (folded beta)) by (apply sin_gt_0; lra).
  assert (K : cos beta * cos beta = cos (folded beta) * cos (folded beta) /\ Rabs (cos beta) = cos (folded beta)).
  { unfold folded, Rmin in *. destruct (Rle_dec beta (PI - beta)) as [G | G].
    - split; [reflexivity | apply Rabs_pos_eq; lra].
    - rewrite Rtrigo_facts.cos_pi_minus in *. split; [ring | apply Rabs_left; lra]. }
  unfold cosine, sine. rewrite H. split; [apply K |]. rewrite (proj1 K). pose proof (sin2_cos2 (folded beta)) as I. unfold Rsqr in I.
  replace (1 - cos (folded beta) * cos (folded beta)) with (sin (folded beta) * sin (folded beta)) by lra. apply sqrt_square. lra.
Qed.

Section arc.
Variable beta : R.
Hypothesis beta_range : 0 < beta < PI.
Hypothesis not_right : beta <> PI / 2.
Let b := folded beta.

Lemma reach_folded bars : forall T, turns_by beta T bars -> INR (S (length bars)) * b <= PI / 2 -> reach T bars = sin (INR (S (length bars)) * b) / sin b.
Proof.
  pose proof (folded_range beta beta_range not_right) as F. fold b in F. pose proof PI_RGT_0 as Pi0.
  assert (Sb : 0 < sin b) by (apply sin_gt_0; lra).
  induction bars as [| T' beyond IH]; intros T H L.
  - cbn. rewrite Rmult_1_l. field. lra.
  - destruct H as [H1 H2]. cbn [length reach] in *. rewrite (S_INR (S (length beyond))) in *. rewrite Rmult_plus_distr_r, Rmult_1_l in *.
    assert (P : 0 < INR (S (length beyond)) * b) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia | lra]).
    rewrite (IH T' H2) by lra. destruct (folded_cosine beta T T' beta_range not_right H1) as [-> ->]. fold b.
    apply (step_of_arc b F); assumption.
Qed.

Lemma saturated_folded bars : forall T T', turns_by beta T (T' :: bars) -> PI / 2 < INR (S (S (length bars))) * b -> cos b < sin b * reach T' bars.
Proof.
  pose proof (folded_range beta beta_range not_right) as F. fold b in F. pose proof PI_RGT_0 as Pi0.
  assert (Sb : 0 < sin b) by (apply sin_gt_0; lra). assert (Cb : 0 < cos b) by (apply cos_gt_0; lra).
  induction bars as [| T'' beyond IH]; intros T T' [H1 H2] L.
  - cbn [reach length INR] in *. rewrite Rmult_1_r. rewrite <- (sin_shift b). apply sin_increasing_1; lra.
  - rewrite (S_INR (S (length (T'' :: beyond)))) in L. rewrite Rmult_plus_distr_r, Rmult_1_l in L.
    destruct (Rle_or_lt (INR (S (length (T'' :: beyond))) * b) (PI / 2)) as [G | G].
    + rewrite (reach_folded (T'' :: beyond) T' H2 G). replace (sin b * (sin (INR (S (length (T'' :: beyond))) * b) / sin b)) with (sin (INR (S (length (T'' :: beyond))) * b)) by (field; lra).
      assert (P : 0 < INR (S (length (T'' :: beyond))) * b) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia | lra]).
      apply (saturated b F); [split; assumption | exact L].
    + pose proof (IH T' T'' H2 G) as Q. destruct H2 as [H2 _]. cbn [reach]. destruct (folded_cosine beta T' T'' beta_range not_right H2) as [-> ->]. fold b.
      unfold greatest. destruct (Rlt_dec (cos b) (sin b * reach T'' beyond)); [| lra].
      rewrite Rinv_r by lra. pose proof (sin2_cos2 b) as I. unfold Rsqr in I. nra.
Qed.

(** All nodes move if and only if n β̂ < π/2; else node 1 alone. *)
Theorem last_moving_on_arcs T T' bars : turns_by beta T (T' :: bars) ->
  last_moving T (T' :: bars) = (if Rlt_dec (INR (S (S (length bars))) * b) (PI / 2) then S (S (length bars)) else 1)%nat.
Proof.
  pose proof (folded_range beta beta_range not_right) as F. fold b in F. pose proof PI_RGT_0 as Pi0.
  assert (Sb : 0 < sin b) by (apply sin_gt_0; lra). assert (Cb : 0 < cos b) by (apply cos_gt_0; lra).
  revert T T'. induction bars as [| T'' beyond IH]; intros T T' H; pose proof H as [H1 H2];
    destruct (folded_cosine beta T T' beta_range not_right H1) as [C1 S1]; fold b in C1, S1.
  - cbn [last_moving reach length]. rewrite C1, S1, Rmult_1_r. replace (INR 2) with 2 by (cbn; ring). rewrite <- (sin_shift b).
    destruct (Rlt_dec (2 * b) (PI / 2)) as [G | G]; destruct (Rlt_dec (sin b) (sin (PI / 2 - b))) as [K | K]; try reflexivity; exfalso.
    + apply K. apply sin_increasing_1; lra.
    + assert (sin (PI / 2 - b) <= sin b) by (apply sin_incr_1; lra). lra.
  - change (last_moving T (T' :: T'' :: beyond)) with
      (if Rlt_dec (sine T T' * reach T' (T'' :: beyond)) (cosine T T') then S (last_moving T' (T'' :: beyond)) else 1%nat).
    rewrite (IH T' T'' H2), C1, S1. cbn [length] in *. set (n := length beyond) in *.
    rewrite (S_INR (S (S n))). rewrite Rmult_plus_distr_r, Rmult_1_l.
    destruct (Rlt_dec (INR (S (S n)) * b + b) (PI / 2)) as [G | G].
    + assert (P : 0 < INR (S (S n)) * b) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia | lra]).
      assert (Q : sin b * reach T' (T'' :: beyond) < cos b).
      { rewrite (reach_folded (T'' :: beyond) T' H2) by (cbn [length]; fold n; lra). cbn [length]. fold n.
        replace (sin b * (sin (INR (S (S n)) * b) / sin b)) with (sin (INR (S (S n)) * b)) by (field; lra).
        rewrite <- (sin_shift b). apply sin_increasing_1; lra. }
      destruct (Rlt_dec (sin b * reach T' (T'' :: beyond)) (cos b)); [| contradiction].
      destruct (Rlt_dec (INR (S (S n)) * b) (PI / 2)); [reflexivity | lra].
    + assert (Q : cos b <= sin b * reach T' (T'' :: beyond)).
      { destruct (Req_dec (INR (S (S n)) * b + b) (PI / 2)) as [Z | Z].
        - rewrite (reach_folded (T'' :: beyond) T' H2) by (cbn [length]; fold n; lra). cbn [length]. fold n.
          replace (sin b * (sin (INR (S (S n)) * b) / sin b)) with (sin (INR (S (S n)) * b)) by (field; lra).
          rewrite <- (sin_shift b). right. f_equal. lra.
        - left. apply (saturated_folded (T'' :: beyond) T T' H). cbn [length]. fold n. rewrite (S_INR (S (S n))). lra. }
      destruct (Rlt_dec (sin b * reach T' (T'' :: beyond)) (cos b)); [lra | reflexivity].
Qed.

Lemma criterion_beside_a_right_angle U T T' bars : unit_bars (T :: T' :: bars) -> turns_by beta T (T' :: bars) -> ⟨T, U⟩ <> 0 ->
  let velocities := recursion_velocities U T (T' :: bars) in
  (INR (S (S (length bars))) * folded beta < PI / 2 -> Forall (fun v => v <> zero) velocities) /\
  (PI / 2 <= INR (S (S (length bars))) * folded beta ->
    Forall (fun v => v <> zero) (firstn 1 velocities) /\ Forall (fun v => v = zero) (skipn 1 velocities)).
Proof.
  intros H A O. cbn zeta. pose proof (nodes_that_move _ U T (T' :: bars) H O) as [M1 M2]. rewrite (last_moving_on_arcs T T' bars A) in M1, M2. unfold b in M1, M2.
  split; intro G; destruct (Rlt_dec (INR (S (S (length bars))) * folded beta) (PI / 2)) as [K | K]; try lra; [| split; assumption].
  assert (L : length (recursion_velocities U T (T' :: bars)) = S (S (length bars))).
  { pose proof (recursion_is_equilibrium _ U T (T' :: bars) H) as Q. clear - Q. change (S (S (length bars))) with (length (T :: T' :: bars)).
    induction Q; cbn; [reflexivity |]. f_equal. assumption. }
  rewrite <- L, firstn_all in M1. exact M1.
Qed.
End arc.

(** At a right angle each node but the first is beyond the reach of the one before it. *)
Lemma last_moving_at_right_angles T T' bars : unit_bars (T :: T' :: bars) -> ⟨T, T'⟩ = 0 -> last_moving T (T' :: bars) = 1%nat.
Proof.
  intros H O. inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst.
  destruct (angles _ T T' H1 H3) as [_ [S _]]. pose proof (reach_at_least_1 _ T' bars H2) as R1.
  assert (C : cosine T T' = 0) by (unfold cosine; rewrite O; apply Rabs_R0). cbn [last_moving]. rewrite C.
  destruct (Rlt_dec (sine T T' * reach T' bars) 0) as [G | _]; [| reflexivity].
  exfalso. assert (0 <= sine T T' * reach T' bars) by (apply Rmult_le_pos; lra). lra.
Qed.

(** (i) and (ii) corrected: all nodes move if n β̂ < π/2, else node 1 alone; at β = π/2 too. *)
Theorem criterion_ii_corrected beta : 0 < beta < PI -> forall U T T' bars,
  unit_bars (T :: T' :: bars) -> turns_by beta T (T' :: bars) -> ⟨T, U⟩ <> 0 ->
  let velocities := recursion_velocities U T (T' :: bars) in
  (INR (S (S (length bars))) * folded beta < PI / 2 -> Forall (fun v => v <> zero) velocities) /\
  (PI / 2 <= INR (S (S (length bars))) * folded beta ->
    Forall (fun v => v <> zero) (firstn 1 velocities) /\ Forall (fun v => v = zero) (skipn 1 velocities)).
Proof.
  intros R U T T' bars H A O. destruct (Req_dec beta (PI / 2)) as [Z | Z]; [| apply criterion_beside_a_right_angle; assumption].
  cbn zeta. subst beta. pose proof PI_RGT_0 as Pi0. destruct A as [A _]. rewrite cos_PI2 in A.
  pose proof (nodes_that_move _ U T (T' :: bars) H O) as M. rewrite (last_moving_at_right_angles T T' bars H A) in M. split; [| intros _; exact M].
  intro G. exfalso. unfold folded in G. rewrite Rmin_left in G by lra. rewrite !S_INR in G. pose proof (pos_INR (length bars)) as P. nra.
Qed.
End stages.

(** (ii) as printed, refuted: n = 2, β = 150°, U = −T_1. *)
Theorem two_bars_of_150_degrees (E : space) (T T' : E) : unit_bars [T; T'] -> ⟨T, T'⟩ = cos (5 * (PI / 6)) ->
  PI / 2 < 5 * (PI / 6) /\ Forall (fun v => v <> zero) (recursion_velocities (- T)%V T [T']).
Proof.
  intros H A. pose proof PI_RGT_0 as Pi0. split; [lra |].
  assert (R : 0 < 5 * (PI / 6) < PI) by lra.
  apply (proj1 (criterion_ii_corrected E (5 * (PI / 6)) R (- T)%V T T' [] H (conj A I)
    ltac:(expand_products; inversion H; subst; lra))).
  cbn [length]. unfold folded. rewrite Rmin_right by lra. cbn. lra.
Qed.
