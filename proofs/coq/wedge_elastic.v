(** [Paoli 2004, (5)] is not necessary: in the plane wedge of angle θ = π/(2k), with e = 1, whatever wall is hit first, the particle leaves as it came, which is what the impact law
    makes of it in the corner; and for k > 1 the angle is not right.

    Velocities as angles: the floor turns dir φ to dir(−φ), the wall to dir(−2θ − φ). From φ ∈ (−θ, 0), towards the corner,
        floor first: −φ, −(2θ − φ), 2θ − φ, −(4θ − φ), …, −(2kθ − φ) = φ − π;     wall first: −(2θ + φ), 2θ + φ, …, 2kθ + φ = φ + π. *)

Require Import Reals Lra Lia List.
Require Import inner_product projection unilateral_reactions kinetic_metric impact_law wedge wedge_acute.
Import ListNotations.
Open Scope R_scope.

Section elastic_wedge.
Variable k : nat.
Hypothesis k_positive : (1 <= k)%nat.
Definition opening : R := PI / (2 * INR k).
Let sides := wedge_sides opening.
Let slant := wall opening.

Definition dir (phi : R) : plane := vec (cos phi) (sin phi).

Lemma whole_turns : 2 * INR k * opening = PI.
Proof. unfold opening. assert (0 < INR k) by (apply lt_0_INR; lia). field. lra. Qed.
Lemma opening_positive : 0 < opening.
Proof. unfold opening. pose proof PI_RGT_0. assert (0 < INR k) by (apply lt_0_INR; lia). apply Rdiv_lt_0_compat; lra. Qed.
Lemma opening_at_most_right : opening <= PI / 2.
Proof.
  pose proof whole_turns as W. pose proof opening_positive as T. assert (1 <= INR k) by (replace 1 with (INR 1) by reflexivity; apply le_INR; exact k_positive). nra.
Qed.

Lemma floor_rate phi : ⟨floor, dir phi⟩ = sin phi.
Proof. cbn. ring. Qed.
Lemma wall_rate phi : ⟨slant, dir phi⟩ = - sin (opening + phi).
Proof. rewrite sin_plus. unfold slant, wall, dir. cbn. ring. Qed.

Lemma floor_turns phi : sin phi <= 0 -> averaged_law [floor] 1 (dir phi) (dir (- phi)).
Proof.
  intro H. unfold averaged_law, is_projection. split.
  - intros u [<- | []]. unfold dir. rewrite cos_neg, sin_neg. cbn. lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [a [b []]]. unfold dir. rewrite cos_neg, sin_neg. cbn in *.
    replace (/ (1 + 1)) with (1 / 2) by field. assert (0 <= - sin phi * b) by (apply Rmult_le_pos; lra). nra.
Qed.

(** w = v − 2 ⟨n, v⟩ n, with the unit normal n. *)
Lemma wall_turns phi : 0 <= sin (opening + phi) -> averaged_law [slant] 1 (dir phi) (dir (- (2 * opening + phi))).
Proof.
  intro H. set (m := sin (opening + phi)) in *.
  assert (X : cos (- (2 * opening + phi)) = cos phi - 2 * m * sin opening).
  { rewrite cos_neg. replace (2 * opening + phi) with (opening + (opening + phi)) by ring. replace phi with (opening + phi - opening) at 2 by ring. rewrite cos_plus, cos_minus. unfold m. ring. }
  assert (Y : sin (- (2 * opening + phi)) = sin phi - 2 * m * cos opening).
  { rewrite sin_neg. replace (2 * opening + phi) with (opening + (opening + phi)) by ring. replace phi with (opening + phi - opening) at 2 by ring. rewrite sin_plus, sin_minus. unfold m. ring. }
  assert (N : sin opening * sin opening + cos opening * cos opening = 1) by (pose proof (sin2_cos2 opening) as I; unfold Rsqr in I; exact I).
  assert (M : m = sin opening * cos phi + cos opening * sin phi) by (unfold m; apply sin_plus).
  set (p := vec (cos phi - m * sin opening) (sin phi - m * cos opening)).
  assert (P : (/ (1 + 1) * (dir (- (2 * opening + phi)) + 1 * dir phi))%V = p).
  { unfold dir. rewrite X, Y. unfold p. apply dot_extensional. intros [a [b []]]. expand_products. cbn. field. }
  unfold averaged_law. rewrite P.
  assert (Z : ⟨slant, p⟩ = 0).
  { unfold slant, wall, p. cbn. transitivity (m * (sin opening * sin opening + cos opening * cos opening) - (sin opening * cos phi + cos opening * sin phi)); [ring | rewrite N, <- M; ring]. }
  split.
  - intros u [<- | []]. rewrite Z. lra.
  - intros w Hw. pose proof (Hw slant (or_introl eq_refl)) as F.
    assert (D : (dir phi - p)%V = (- m * slant)%V).
    { unfold dir, p, slant, wall. apply dot_extensional. intros [a [b []]]. expand_products. cbn. ring. }
    rewrite D. expand_products. rewrite Z. assert (0 <= m * ⟨slant, w⟩) by (apply Rmult_le_pos; assumption). lra.
Qed.

(** One impact with a wall that is approached. *)
Inductive impacts : plane -> plane -> Prop :=
| none v : impacts v v
| with_floor v w z : ⟨floor, v⟩ < 0 -> averaged_law [floor] 1 v w -> impacts w z -> impacts v z
| with_wall v w z : ⟨slant, v⟩ < 0 -> averaged_law [slant] 1 v w -> impacts w z -> impacts v z.

Section from_inside.
Variable phi : R.
Hypothesis inwards : - opening < phi < 0.

Definition stations (v : plane) : Prop := exists j : nat, (j <= k)%nat /\
  (((j < k)%nat /\ v = dir (2 * INR j * opening - phi)) \/ v = dir (- (2 * INR j * opening - phi)) \/
   ((1 <= j)%nat /\ (v = dir (2 * INR j * opening + phi) \/ v = dir (- (2 * INR j * opening + phi))))).

Lemma in_range j : (j <= k)%nat -> 0 <= 2 * INR j * opening /\ 2 * INR j * opening <= PI /\ ((j < k)%nat -> 2 * INR j * opening + 2 * opening <= PI) /\ ((1 <= j)%nat -> 2 * opening <= 2 * INR j * opening).
Proof.
  intro J. pose proof whole_turns as W. pose proof opening_positive as T. pose proof (pos_INR j). assert (INR j <= INR k) by (apply le_INR; exact J).
  repeat split; try nra.
  - intro L. assert (INR j + 1 <= INR k) by (rewrite <- S_INR; apply le_INR; lia). nra.
  - intro L. assert (1 <= INR j) by (replace 1 with (INR 1) by reflexivity; apply le_INR; exact L). nra.
Qed.

Lemma turned j : 2 * INR (S j) * opening = 2 * INR j * opening + 2 * opening.
Proof. rewrite S_INR. ring. Qed.

Lemma floor_determines a w : ⟨floor, dir a⟩ < 0 -> averaged_law [floor] 1 (dir a) w -> w = dir (- a).
Proof.
  intros H L. rewrite floor_rate in H. assert (R : 0 <= 1 <= 1) by lra. exact (law_is_unique _ _ _ R _ _ _ L (floor_turns a (Rlt_le _ _ H))).
Qed.
Lemma wall_determines a w : ⟨slant, dir a⟩ < 0 -> averaged_law [slant] 1 (dir a) w -> w = dir (- (2 * opening + a)).
Proof.
  intros H L. rewrite wall_rate in H. assert (R : 0 <= 1 <= 1) by lra. assert (M : 0 <= sin (opening + a)) by lra. exact (law_is_unique _ _ _ R _ _ _ L (wall_turns a M)).
Qed.

Lemma stays_on_stations v w : impacts v w -> stations v -> stations w.
Proof.
  pose proof opening_positive as T. pose proof PI_RGT_0 as Pi0.
  induction 1 as [v | v w z H L I IH | v w z H L I IH]; intro S; [exact S | |]; apply IH; clear IH I z.
  - (* the floor *)
    destruct S as [j [J [[Jk E] | [E | [J1 [E | E]]]]]]; rewrite E in *; pose proof H as Hit; rewrite floor_rate in H; destruct (in_range j J) as [R0 [R1 [R2 R3]]].
    + exfalso. specialize (R2 Jk). assert (0 < sin (2 * INR j * opening - phi)) by (apply sin_gt_0; lra). lra.
    + rewrite (floor_determines _ w Hit L). exists j. split; [exact J |]. rewrite Ropp_involutive.
      destruct (Nat.eq_dec j k) as [K | K]; [| left; split; [lia | reflexivity]].
      exfalso. rewrite K, whole_turns, sin_neg, sin_minus, sin_PI, cos_PI in H. assert (P : 0 < sin (- phi)) by (apply sin_gt_0; pose proof opening_at_most_right; lra). rewrite sin_neg in P. lra.
    + exfalso. specialize (R3 J1). assert (0 < sin (2 * INR j * opening + phi)) by (apply sin_gt_0; lra). lra.
    + rewrite (floor_determines _ w Hit L). exists j. split; [exact J |]. rewrite Ropp_involutive. right. right. split; [exact J1 | left; reflexivity].
  - (* the wall *)
    destruct S as [j [J [[Jk E] | [E | [J1 [E | E]]]]]]; rewrite E in *; pose proof H as Hit; rewrite wall_rate in H; destruct (in_range j J) as [R0 [R1 [R2 R3]]].
    + rewrite (wall_determines _ w Hit L). exists (S j). split; [lia |]. right. left. rewrite turned. f_equal. ring.
    + destruct (Nat.eq_dec j 0) as [K | K].
      * (* the first impact *)
        rewrite (wall_determines _ w Hit L). exists 1%nat. split; [lia |]. right. right. split; [lia |]. right. rewrite K. cbn [INR]. f_equal. ring.
      * exfalso. specialize (R3 ltac:(lia)). replace (opening + - (2 * INR j * opening - phi)) with (- (2 * INR j * opening - phi - opening)) in H by ring. rewrite sin_neg in H.
        assert (0 < sin (2 * INR j * opening - phi - opening)) by (apply sin_gt_0; lra). lra.
    + destruct (Nat.eq_dec j k) as [K | K].
      * exfalso. rewrite K, whole_turns in H. replace (opening + (PI + phi)) with (opening + phi + PI) in H by ring. rewrite neg_sin in H.
        assert (0 < sin (opening + phi)) by (apply sin_gt_0; pose proof opening_at_most_right; lra). lra.
      * rewrite (wall_determines _ w Hit L). exists (S j). split; [lia |]. right. right. split; [lia |]. right. rewrite turned. f_equal. ring.
    + exfalso. specialize (R3 J1). replace (opening + - (2 * INR j * opening + phi)) with (- (2 * INR j * opening + phi - opening)) in H by ring. rewrite sin_neg in H.
      assert (0 < sin (2 * INR j * opening + phi - opening)) by (apply sin_gt_0; lra). lra.
Qed.

Lemma away v : stations v -> tangent sides v -> v = (- dir phi)%V.
Proof.
  pose proof opening_positive as T. pose proof PI_RGT_0 as Pi0.
  intros [j [J S]] A. pose proof (A floor (or_introl eq_refl)) as F. pose proof (A slant (or_intror (or_introl eq_refl))) as W. destruct (in_range j J) as [R0 [R1 [R2 R3]]].
  assert (Back : dir (- (PI - phi)) = (- dir phi)%V).
  { unfold dir. rewrite cos_neg, sin_neg, cos_minus, sin_minus, cos_PI, sin_PI. apply dot_extensional. intros [a [b []]]. expand_products. cbn. ring. }
  assert (Back' : dir (PI + phi) = (- dir phi)%V).
  { unfold dir. rewrite cos_plus, sin_plus, cos_PI, sin_PI. apply dot_extensional. intros [a [b []]]. expand_products. cbn. ring. }
  destruct S as [[Jk E] | [E | [J1 [E | E]]]]; rewrite E in *; rewrite floor_rate in F; rewrite wall_rate in W.
  - exfalso. specialize (R2 Jk). assert (0 < sin (opening + (2 * INR j * opening - phi))) by (apply sin_gt_0; lra). lra.
  - destruct (Nat.eq_dec j k) as [K | K]; [rewrite K, whole_turns; exact Back |].
    exfalso. rewrite sin_neg in F. specialize (R2 ltac:(lia)). assert (0 < sin (2 * INR j * opening - phi)) by (apply sin_gt_0; lra). lra.
  - destruct (Nat.eq_dec j k) as [K | K]; [rewrite K, whole_turns; exact Back' |].
    exfalso. specialize (R2 ltac:(lia)). specialize (R3 J1). assert (0 < sin (opening + (2 * INR j * opening + phi))) by (apply sin_gt_0; lra). lra.
  - exfalso. rewrite sin_neg in F. specialize (R3 J1). assert (0 < sin (2 * INR j * opening + phi)) by (apply sin_gt_0; lra). lra.
Qed.

(** In the corner. *)
Lemma corner_turns_back : averaged_law sides 1 (dir phi) (- dir phi)%V.
Proof.
  pose proof opening_positive as T. pose proof opening_at_most_right as T2. pose proof PI_RGT_0 as Pi0.
  assert (S : 0 < sin opening) by (apply sin_gt_0; lra).
  unfold averaged_law. replace (/ (1 + 1) * (- dir phi + 1 * dir phi))%V with (zero : plane) by (apply dot_extensional; intro z; expand_products; field).
  split; [apply tangent_is_cone |]. intros w Hw.
  pose proof (Hw floor (or_introl eq_refl)) as F. pose proof (Hw slant (or_intror (or_introl eq_refl))) as W.
  (* sin θ dir φ = −cos(θ + φ) floor − cos φ wall *)
  assert (D : (sin opening * dir phi)%V = (- cos (opening + phi) * floor + - cos phi * slant)%V).
  { rewrite cos_plus. unfold dir, slant, wall, floor. apply dot_extensional. intros [a [b []]]. expand_products. cbn. ring. }
  assert (C1 : 0 <= cos (opening + phi)) by (apply cos_ge_0; lra). assert (C2 : 0 <= cos phi) by (apply cos_ge_0; lra).
  assert (I : sin opening * ⟨dir phi, w⟩ <= 0).
  { rewrite <- dot_scale, D. expand_products. assert (0 <= cos (opening + phi) * ⟨floor, w⟩) by (apply Rmult_le_pos; assumption). assert (0 <= cos phi * ⟨slant, w⟩) by (apply Rmult_le_pos; assumption). lra. }
  expand_products. nra.
Qed.

(** Whatever is hit first, the outcome is that of the corner. *)
Theorem elastic_wedge_is_continuous w : impacts (dir phi) w -> tangent sides w -> averaged_law sides 1 (dir phi) w.
Proof.
  intros I A. assert (S : stations (dir phi)).
  { exists 0%nat. split; [lia |]. right. left. cbn [INR]. f_equal. ring. }
  rewrite (away w (stays_on_stations _ _ I S) A). exact corner_turns_back.
Qed.
End from_inside.

(** Condition (5) fails there, unless k = 1. *)
Theorem elastic_wedge_violates_5 : (1 < k)%nat -> ~ condition_5 1 sides.
Proof.
  intros K H. unfold condition_5, sides, wedge_sides in H. inversion H as [| ? ? H1 _]; subst. inversion H1 as [| ? ? [_ H2] _]; subst. specialize (H2 ltac:(lra)).
  assert (C : 0 < cos opening).
  { pose proof opening_positive as T. pose proof whole_turns as W. pose proof PI_RGT_0. assert (2 <= INR k) by (replace 2 with (INR 2) by (cbn; ring); apply le_INR; lia). apply cos_gt_0; nra. }
  unfold wall in H2. cbn in H2. lra.
Qed.
End elastic_wedge.
