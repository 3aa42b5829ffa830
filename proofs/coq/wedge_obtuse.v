(** [Paoli 2004, figs. 1 and 2], for every θ ∈ (π/2, π): the point mass in the wedge f1 = y, f2 = −x sin θ − y cos θ, no force, that comes from (x0, 1) at velocity (0, −1).
    With c = cos θ < 0 and s = sin θ > 0:
        x0 = 0   it meets the corner, and the law with both sides gives 0 for e = 0, (0, 1) for e = 1;
        x0 > 0   it meets the slanted wall first, at y = x0 s/(−c). For e = 0 it slides to the corner at (c s, −s²), and leaves along the floor at (c s, 0);
                 for e = 1 it is reflected to (2 c s, 2 c² − 1) = (sin 2θ, cos 2θ), and the floor, if that points down, makes of that (sin 2θ, |cos 2θ|).
    However small x0 is: the outcomes differ by |sin 2θ|/2 and by more. *)

Require Import Reals Lra List.
Require Import inner_product projection unilateral_reactions kinetic_metric impact_law wedge wedge_acute.
Require Import Permutation.
Import ListNotations.
Open Scope R_scope.

Section obtuse_wedge.
Variable theta : R.
Hypothesis theta_range : PI / 2 < theta < PI.
Let c := cos theta.
Let s := sin theta.

Lemma obtuse_sine : 0 < s.
Proof. pose proof PI_RGT_0. apply sin_gt_0; lra. Qed.
Lemma obtuse_cosine : c < 0.
Proof. pose proof PI_RGT_0. apply cos_lt_0; lra. Qed.
Lemma obtuse_circle : s * s + c * c = 1.
Proof. pose proof (sin2_cos2 theta) as I. unfold Rsqr in I. exact I. Qed.
Lemma sine_of_double : sin (2 * theta) = 2 * c * s.
Proof. rewrite sin_2a. unfold c, s. ring. Qed.
Lemma cosine_of_double : cos (2 * theta) = 2 * c * c - 1.
Proof. rewrite cos_2a_cos. unfold c. ring. Qed.

Let sides := wedge_sides theta.
Let slant := wall theta.

(** Where the mass meets the wall, from (x0, 1) downwards: above the floor, as near the corner as x0 is small. *)
Theorem meets_the_wall_first x0 : 0 < x0 -> x0 * s < - c ->
  let y := x0 * s / - c in 0 < y < 1 /\ ⟨slant, vec x0 y⟩ = 0 /\ 0 < ⟨floor, vec x0 y⟩ /\ (forall y', y < y' -> 0 < ⟨slant, vec x0 y'⟩).
Proof.
  intros H0 H1. pose proof obtuse_sine as S. pose proof obtuse_cosine as C. cbn zeta.
  assert (Y : x0 * s / - c * - c = x0 * s) by (field; lra).
  assert (Y0 : 0 < x0 * s / - c) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; assumption | lra]).
  assert (Y1 : x0 * s / - c < 1) by (apply (Rmult_lt_reg_r (- c)); [lra | rewrite Y; lra]).
  split; [split; assumption |]. set (y := x0 * s / - c) in *. clearbody y. fold c s in Y |- *.
  split; [cbn; fold c s; lra |]. split; [cbn; lra |]. intros y' Hy. cbn. fold c s. nra.
Qed.

(** *** e = 0 *)

Theorem corner_stops_obtuse : averaged_law sides 0 (vec 0 (-1)) (vec 0 0).
Proof.
  pose proof obtuse_cosine. unfold averaged_law, is_projection. split.
  - intros u [<- | [<- | []]]; cbn; lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [a [b []]]. cbn in *. lra.
Qed.

Theorem wall_deflects_obtuse : averaged_law [slant] 0 (vec 0 (-1)) (vec (c * s) (- (s * s))).
Proof.
  pose proof obtuse_cosine as C. pose proof obtuse_sine as S. pose proof obtuse_circle as O. unfold averaged_law, is_projection. split.
  - intros u [<- | []]. cbn. fold c s. nra.
  - intros w Hw. pose proof (Hw slant (or_introl eq_refl)) as H. destruct w as [a [b []]]. cbn in H |- *. fold c s in H |- *.
    assert (K : 0 <= - c * (- s * a + - c * b)) by (apply Rmult_le_pos; lra).
    assert (Z : (s * s + c * c - 1) * (b + s * s) = 0) by (replace (s * s + c * c - 1) with 0 by lra; ring).
    clearbody c s. replace (/ (1 + 0)) with 1 by field. lra.
Qed.

Theorem then_leaves_along_the_floor_obtuse : averaged_law sides 0 (vec (c * s) (- (s * s))) (vec (c * s) 0).
Proof.
  pose proof obtuse_cosine as C. pose proof obtuse_sine as S. unfold averaged_law, is_projection. split.
  - intros u [<- | [<- | []]]; cbn; fold c s; nra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [a [b []]]. cbn in *. nra.
Qed.

(** Figure 1, whatever θ: a route of impacts beside the corner ends at (sin 2θ/2, 0), the corner itself at 0, and these differ. *)
Theorem figure_1_every_angle :
  route 0 sides (vec 0 (-1)) (vec (sin (2 * theta) / 2) 0) /\ tangent sides (vec (sin (2 * theta) / 2) 0) /\
  averaged_law sides 0 (vec 0 (-1)) (vec 0 0) /\ sin (2 * theta) / 2 < 0.
Proof.
  pose proof obtuse_cosine as C. pose proof obtuse_sine as S. rewrite sine_of_double. replace (2 * c * s / 2) with (c * s) by field.
  split; [| split; [| split; [exact corner_stops_obtuse | nra]]].
  - apply (impact _ _ _ [slant] [floor] _ (vec (c * s) (- (s * s)))); [apply perm_swap | exact wall_deflects_obtuse |].
    apply (impact _ _ _ sides [] _ (vec (c * s) 0)); [rewrite app_nil_r; apply Permutation_refl | exact then_leaves_along_the_floor_obtuse |]. apply arrived.
  - intros u [<- | [<- | []]]; cbn; fold c s; nra.
Qed.

(** *** e = 1 *)

Theorem corner_reflects_obtuse : averaged_law sides 1 (vec 0 (-1)) (vec 0 1).
Proof.
  unfold averaged_law, is_projection. split.
  - intros u [<- | [<- | []]]; cbn; lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [a [b []]]. cbn in *. lra.
Qed.

Theorem wall_reflects_obtuse : averaged_law [slant] 1 (vec 0 (-1)) (vec (sin (2 * theta)) (cos (2 * theta))).
Proof.
  rewrite sine_of_double, cosine_of_double.
  pose proof obtuse_cosine as C. pose proof obtuse_sine as S. pose proof obtuse_circle as O. unfold averaged_law, is_projection. split.
  - intros u [<- | []]. cbn. fold c s. replace (/ (1 + 1)) with (1 / 2) by field.
    assert (Z : (s * s + c * c - 1) * c = 0) by (replace (s * s + c * c - 1) with 0 by lra; ring). lra.
  - intros w Hw. pose proof (Hw slant (or_introl eq_refl)) as H. destruct w as [a [b []]]. cbn in H |- *. fold c s in H |- *.
    assert (K : 0 <= - c * (- s * a + - c * b)) by (apply Rmult_le_pos; lra).
    assert (Z : (s * s + c * c - 1) * (c * c) = 0) by (replace (s * s + c * c - 1) with 0 by lra; ring).
    clearbody c s. replace (/ (1 + 1)) with (1 / 2) by field. lra.
Qed.

(** What the floor makes of it where it points downwards. *)
Theorem floor_reflects a b : b <= 0 -> averaged_law [floor] 1 (vec a b) (vec a (- b)).
Proof.
  intro B. unfold averaged_law, is_projection. split.
  - intros u [<- | []]. cbn. lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [x [y []]]. cbn in *. replace (/ (1 + 1)) with (1 / 2) by field. nra.
Qed.

(** Figure 2, whatever θ: a route ends at (sin 2θ, |cos 2θ|), the corner itself at (0, 1), and these differ. *)
Theorem figure_2_every_angle :
  route 1 sides (vec 0 (-1)) (vec (sin (2 * theta)) (Rabs (cos (2 * theta)))) /\ tangent sides (vec (sin (2 * theta)) (Rabs (cos (2 * theta)))) /\
  averaged_law sides 1 (vec 0 (-1)) (vec 0 1) /\ sin (2 * theta) < 0.
Proof.
  pose proof obtuse_cosine as C. pose proof obtuse_sine as S. pose proof obtuse_circle as O.
  assert (N : sin (2 * theta) < 0) by (rewrite sine_of_double; nra).
  split; [| split; [| split; [exact corner_reflects_obtuse | exact N]]].
  - apply (impact _ _ _ [slant] [floor] _ (vec (sin (2 * theta)) (cos (2 * theta)))); [apply perm_swap | exact wall_reflects_obtuse |].
    unfold Rabs. destruct (Rcase_abs (cos (2 * theta))) as [K | K]; [| apply arrived].
    apply (impact _ _ _ [floor] [slant] _ (vec (sin (2 * theta)) (- cos (2 * theta)))); [apply Permutation_refl | | apply arrived].
    apply floor_reflects. lra.
  - pose proof (Rabs_pos (cos (2 * theta))). intros u [<- | [<- | []]]; cbn; fold c s; nra.
Qed.

(** *** Any e: no continuity at any obtuse angle *)

Theorem wall_impact_obtuse e : 0 <= e <= 1 -> averaged_law [slant] e (vec 0 (-1)) (vec ((1 + e) * (c * s)) (-1 + (1 + e) * (c * c))).
Proof.
  intro He. pose proof obtuse_cosine as C. pose proof obtuse_sine as S. pose proof obtuse_circle as O. unfold averaged_law, is_projection.
  replace (/ (1 + e) * (vec ((1 + e) * (c * s)) (-1 + (1 + e) * (c * c)) + e * vec 0 (-1)))%V with (vec (c * s) (c * c - 1)) by
    (apply dot_extensional; intros [a [b []]]; expand_products; cbn; field; lra). split.
  - intros u [<- | []]. cbn. fold c s.
    assert (Z : (s * s + c * c - 1) * c = 0) by (replace (s * s + c * c - 1) with 0 by lra; ring). lra.
  - intros w Hw. pose proof (Hw slant (or_introl eq_refl)) as H. destruct w as [a [b []]]. cbn in H |- *. fold c s in H |- *.
    assert (K : 0 <= - c * (- s * a + - c * b)) by (apply Rmult_le_pos; lra).
    assert (Z : (s * s + c * c - 1) * (c * c) = 0) by (replace (s * s + c * c - 1) with 0 by lra; ring).
    clearbody c s. lra.
Qed.

Theorem floor_impact e a b : 0 <= e <= 1 -> b <= 0 -> averaged_law [floor] e (vec a b) (vec a (- e * b)).
Proof.
  intros He B. unfold averaged_law, is_projection.
  replace (/ (1 + e) * (vec a (- e * b) + e * vec a b))%V with (vec a 0) by (apply dot_extensional; intros [x [y []]]; expand_products; cbn; field; lra). split.
  - intros u [<- | []]. cbn. lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [x [y []]]. cbn in *. nra.
Qed.

Theorem corner_law_obtuse e : 0 <= e <= 1 -> averaged_law sides e (vec 0 (-1)) (vec 0 e).
Proof.
  intro He. unfold averaged_law, is_projection.
  replace (/ (1 + e) * (vec 0 e + e * vec 0 (-1)))%V with (vec 0 0) by (apply dot_extensional; intros [x [y []]]; expand_products; cbn; field; lra). split.
  - intros u [<- | [<- | []]]; cbn; lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. destruct w as [x [y []]]. cbn in *. lra.
Qed.

(** For every e, beside the corner the particle leaves with the velocity (1 + e) cos θ sin θ ≠ 0 along the floor, in the corner with 0. *)
Theorem obtuse_is_discontinuous e : 0 <= e <= 1 -> exists w, route e sides (vec 0 (-1)) w /\ tangent sides w /\
  averaged_law sides e (vec 0 (-1)) (vec 0 e) /\ fst w = (1 + e) * (c * s) /\ fst w < 0.
Proof.
  intro He. pose proof obtuse_cosine as C. pose proof obtuse_sine as S. pose proof obtuse_circle as O.
  set (a := (1 + e) * (c * s)). assert (A : a < 0) by (unfold a; assert (c * s < 0) by nra; nra). set (b := -1 + (1 + e) * (c * c)).
  pose proof (wall_impact_obtuse e He) as Wall. fold a b in Wall.
  destruct (Rle_or_lt 0 b) as [B | B].
  - exists (vec a b). split; [| split; [| split; [exact (corner_law_obtuse e He) | split; [reflexivity | exact A]]]].
    + apply (impact _ _ _ [slant] [floor] _ (vec a b)); [apply perm_swap | exact Wall | apply arrived].
    + intros u [<- | [<- | []]]; cbn; fold c s; nra.
  - exists (vec a (- e * b)). assert (B' : 0 <= - e * b) by nra. split; [| split; [| split; [exact (corner_law_obtuse e He) | split; [reflexivity | exact A]]]].
    + apply (impact _ _ _ [slant] [floor] _ (vec a b)); [apply perm_swap | exact Wall |].
      apply (impact _ _ _ [floor] [slant] _ (vec a (- e * b))); [apply Permutation_refl | apply floor_impact; lra | apply arrived].
    + intros u [<- | [<- | []]]; cbn; fold c s; nra.
Qed.
End obtuse_wedge.
