(** [Paoli 2004]: the point mass in a wedge, f1 = y, f2 = −x sin θ − y cos θ, with no force, e = 0.
    For θ = 3π/4 the velocity after the shock is not a continuous function of the position of the shock: arriving at the corner it
    is 0; arriving on the slanted wall, as near to the corner as one likes, the motion ends with velocity (−1/2, 0).
    All in exact numbers: only √2 enters, and it drops out because gradients may be scaled. *)

Require Import Reals Lra List.
Require Import inner_product projection unilateral_reactions kinetic_metric impact_law.
Import ListNotations.
Open Scope R_scope.

Definition plane := euclidean 2.
Definition vec (x y : R) : plane := (x, (y, tt)).

(** Gradients of the floor, (0, 1), and of the slanted wall at θ = 3π/4, (−1, 1) up to a positive factor. *)
Definition floor : plane := vec 0 1.
Definition slanted : plane := vec (-1) 1.

Lemma in_two (u : plane) (P : plane -> Prop) : P floor -> P slanted -> In u [floor; slanted] -> P u.
Proof. intros Hf Hs [<- | [<- | []]]; assumption. Qed.

(** At the corner: v⁻ = (0, −1) is stopped dead. *)
Theorem corner_stops : averaged_law [floor; slanted] 0 (vec 0 (-1)) (vec 0 0).
Proof.
  unfold averaged_law, is_projection. split.
  - intros u I. revert I. apply (in_two u (fun w => 0 <= ⟨w, _⟩)); cbn; lra.
  - intros c Hc. pose proof (Hc floor (or_introl eq_refl)) as F. destruct c as [a [b []]]. cbn in *. lra.
Qed.

(** On the slanted wall alone: v⁻ = (0, −1) slides off at (−1/2, −1/2) … *)
Theorem wall_deflects : averaged_law [slanted] 0 (vec 0 (-1)) (vec (-1/2) (-1/2)).
Proof.
  unfold averaged_law, is_projection. split.
  - intros u [<- | []]. cbn. lra.
  - intros c Hc. pose proof (Hc slanted (or_introl eq_refl)) as F. destruct c as [a [b []]]. cbn in *. lra.
Qed.

(** … reaches the corner, where both walls are active, and leaves along the floor at (−1/2, 0). *)
Theorem then_leaves_along_the_floor : averaged_law [floor; slanted] 0 (vec (-1/2) (-1/2)) (vec (-1/2) 0).
Proof.
  unfold averaged_law, is_projection. split.
  - intros u I. revert I. apply (in_two u (fun w => 0 <= ⟨w, _⟩)); cbn; lra.
  - intros c Hc. pose proof (Hc floor (or_introl eq_refl)) as F. destruct c as [a [b []]]. cbn in *. lra.
Qed.

(** The two outcomes differ by 1/2 however near the corner the wall is hit: no continuity in the data. *)
Theorem no_continuity : vec 0 0 <> vec (-1/2) 0.
Proof. intro H. assert (I : fst (vec 0 0) = fst (vec (-1/2) 0)) by (rewrite H; reflexivity). cbn in I. lra. Qed.

(** Condition (5) of the paper is what fails: ⟨∇f1, ∇f2⟩ > 0 with e = 0. *)
Theorem condition_5_fails : 0 < ⟨floor, slanted⟩.
Proof. cbn. lra. Qed.
