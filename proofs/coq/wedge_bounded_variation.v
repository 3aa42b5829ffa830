(** [Paoli 2004, figs. 1 to 3] in the class of problem (P), velocities of bounded variation (solution_of_P of impacting_motion.v).
    Motions without force in a cone ⟨u, q⟩ ≥ 0, u among finitely many sides, in any dimension, for every e ∈ [0, 1].

    Uniqueness: from where a motion starts that is straight on both sides of every instant, (P) has no other solution.
    Up to t they agree; the left velocity at t is then that of the motion, the impact law gives its right velocity v⁺, and as the motion goes on along v⁺,
    v⁺ lies in the cone of the sides that are touched. While no other side is, ⟨v, c⟩ does not fall for any c in that cone, and |v| does not grow: |v − v⁺|² = |v|² − 2 ⟨v, v⁺⟩ + |v⁺|² ≤ 0.

    Existence: what is put together from straight pieces by the impact law is a solution, its reactions being the multipliers of the impacts. *)

Require Import Reals Lra Lia List.
Require Import inner_product projection cones unilateral_reactions impact_law chain sweeping_step sweeping_variation kinetic_metric sweeping_inertia finite_dimension.
Require Import impacting_motion wedge wedge_acute wedge_obtuse wedge_motions.
Import ListNotations.
Open Scope R_scope.

Section cone.
Variable E : space.
Variable sides : list E.
Variable e : R.
Implicit Types q c : E.

(** Problem (P) of impacting_motion.v with M = 1 and f = 0, where f_i(q) = ⟨u_i, q⟩. *)
Definition numbered_side (i : nat) : E := nth i sides zero.
Definition free_motion delta (u v w : R -> E) reaction variation : Prop :=
  solution_of_P E (fun _ x => x) (fun _ _ _ => zero) (length sides) (fun i q => ⟨numbered_side i, q⟩) (fun i _ => numbered_side i) e delta u v w reaction variation.

(** u solves (P) on [0, δ[ from the position q_0 at the velocity v_0. *)
Definition solves_from q_0 (v_0 : E) delta (u : R -> E) : Prop :=
  exists v w reaction variation, free_motion delta u v w reaction variation /\ u 0 = q_0 /\ v 0 = v_0.

(** q is, as long as one likes, a solution, and the only one. *)
Definition only_solution q_0 v_0 (q : R -> E) : Prop :=
  (forall delta, 0 < delta -> solves_from q_0 v_0 delta q) /\
  forall delta u, solves_from q_0 v_0 delta u -> forall t, 0 <= t < delta -> u t = q t.

Hypothesis e_range : 0 <= e <= 1.

Lemma side_is_member i : (i < length sides)%nat -> In (numbered_side i) sides.
Proof. apply nth_In. Qed.
Lemma member_is_side x : In x sides -> exists i, (i < length sides)%nat /\ numbered_side i = x.
Proof. intro I. destruct (In_nth sides x zero I) as [i [Hi Ei]]. exists i. split; assumption. Qed.

(** *** The impact law of (P) is that of the active sides *)

Let cone_at q (x : E) := tangent_cone E (length sides) (fun i q => ⟨numbered_side i, q⟩) (fun i _ => numbered_side i) q x.

Lemma cone_of_active q active (x : E) : tangent sides q -> (forall u, In u active <-> In u sides /\ ⟨u, q⟩ = 0) -> (cone_at q x <-> tangent active x).
Proof.
  intros Q A. split.
  - intros H u I. apply A in I. destruct I as [I Z]. destruct (member_is_side u I) as [i [Hi <-]]. apply (H i Hi). lra.
  - intros H i Hi G. apply H, A. split; [apply side_is_member; exact Hi |]. pose proof (Q _ (side_is_member i Hi)). lra.
Qed.

Lemma projection_onto_same (C D : E -> Prop) z x : (forall y, C y <-> D y) -> is_projection C z x -> is_projection D z x.
Proof. intros S [A B]. split; [apply S; exact A |]. intros y Hy. apply B, S, Hy. Qed.

Lemma law_of_P q active v_minus v_plus : tangent sides q -> (forall u, In u active <-> In u sides /\ ⟨u, q⟩ = 0) ->
  ((exists p n, projects_in E (fun x => x) (cone_at q) v_minus p /\
    projects_in E (fun x => x) (kinetic_normal_cone E (fun _ x => x) (length sides) (fun i q => ⟨numbered_side i, q⟩) (fun i _ => numbered_side i) q) v_minus n
      /\ v_plus = (p - e * n)%V)
  <-> averaged_law active e v_minus v_plus).
Proof.
  intros Q A. pose proof (fun x => cone_of_active q active x Q A) as T. destruct (tangent_and_normal_are_polar E active) as [_ [_ [N _]]].
  assert (Normal : forall y, kinetic_normal_cone E (fun _ x => x) (length sides) (fun i q => ⟨numbered_side i, q⟩) (fun i _ => numbered_side i) q y <-> outward active y).
  { intro y. rewrite N. split.
    - intros H x Hx. rewrite dot_symmetric. apply H, T, Hx.
    - intros H x Hx. rewrite dot_symmetric. apply H, T, Hx. }
  rewrite <- (paoli_law_iff_averaged E active e e_range). split; intros [p [n [Hp [Hn Ev]]]]; exists p, n; (split; [| split; [| exact Ev]]).
  - exact (projection_onto_same _ _ _ _ T Hp).
  - exact (projection_onto_same _ _ _ _ Normal Hn).
  - exact (projection_onto_same _ _ _ _ (fun y => iff_sym (T y)) Hp).
  - exact (projection_onto_same _ _ _ _ (fun y => iff_sym (Normal y)) Hn).
Qed.

(** *** Uniqueness *)

Lemma seen_from s delta u v w reaction variation : free_motion delta u v w reaction variation -> 0 <= s ->
  free_motion (delta - s) (fun t => u (s + t)) (fun t => v (s + t)) (fun t => w (s + t)) (fun i t => reaction i (s + t)) (fun t => variation (s + t)).
Proof.
  intros Motion Hs.
  assert (Same : forall a b, measured (length sides) (fun i t => reaction i (s + t)) (fun t => variation (s + t)) a b = measured (length sides) reaction variation (s + a) (s + b)
    )
    by (intros a b; unfold measured; ring).
  split.
  - intros t i Ht Hi. apply (stays_admissible _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) i); [lra | exact Hi].
  - intros t epsilon Ht He. destruct (position_is_continuous _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) epsilon ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros x Hx Hd. apply H; [lra |]. replace (s + x - (s + t)) with (x - t) by ring. exact Hd.
  - intros t epsilon Ht He. destruct (right_derivative _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) epsilon ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros b Hb Hd. specialize (H (s + b) ltac:(lra) ltac:(lra)). replace (s + b - (s + t)) with (b - t) in H by ring. exact H.
  - intros t epsilon Ht He. destruct (velocity_from_the_right _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) epsilon ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros b Hb Hd. apply H; lra.
  - intros t epsilon Ht He. destruct (velocity_from_the_left _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) epsilon ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros a Ha Hd. apply H; lra.
  - intros a b Hab Hd. apply (bounded_variation _ _ _ _ _ _ _ _ _ _ _ _ _ Motion); lra.
  - intros i a b Hi Hab Hd. apply (reactions_push _ _ _ _ _ _ _ _ _ _ _ _ _ Motion); (exact Hi || lra).
  - intros i t epsilon Hi Ht He. destruct (reactions_from_the_right _ _ _ _ _ _ _ _ _ _ _ _ _ Motion i (s + t) epsilon Hi ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros b Hb Hd. apply H; lra.
  - intros i t Hi Ht G. destruct (reactions_in_contact _ _ _ _ _ _ _ _ _ _ _ _ _ Motion i (s + t) Hi ltac:(lra) G) as [eta [P H]].
    exists eta. split; [exact P |]. intros x Hx Hd. apply H; [lra |]. replace (s + x - (s + t)) with (x - t) by ring. exact Hd.
  - intros t epsilon Ht He. destruct (inclusion_from_the_right _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) epsilon ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros b Hb Hd. specialize (H (s + b) ltac:(lra) ltac:(lra)). replace (s + b - (s + t)) with (b - t) in H by ring. rewrite Same. exact H.
  - intros t epsilon Ht He. destruct (inclusion_from_the_left _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t) epsilon ltac:(lra) He) as [eta [P H]].
    exists eta. split; [exact P |]. intros a Ha Hd. specialize (H (s + a) ltac:(lra) ltac:(lra)). replace (s + t - (s + a)) with (t - a) in H by ring. rewrite Same. exact H.
  - intros t Ht. apply (impact_law_holds _ _ _ _ _ _ _ _ _ _ _ _ _ Motion (s + t)). lra.
Qed.

Lemma unit_inertia q_0 rho : 0 <= rho -> inertia E (fun _ x => x) q_0 rho 1 1 0.
Proof.
  intro Hr. split.
  - repeat split; lra.
  - intro q. split; reflexivity.
  - intros q x y. apply dot_symmetric.
  - intros q x _. lra.
  - intros q x _. lra.
  - intros q q' x _ _. replace (x - x)%V with (zero : E) by vector_identity. unfold norm at 1. rewrite dot_zero, sqrt_0. lra.
Qed.

Lemma sides_are_their_derivatives (i : nat) q epsilon : (i < length sides)%nat -> 0 < epsilon ->
  exists eta, 0 < eta /\ forall q', norm (q' - q)%V < eta -> Rabs (⟨numbered_side i, q'⟩ - ⟨numbered_side i, q⟩ - ⟨numbered_side i, q' - q⟩) <= epsilon * norm (q' - q)%V.
Proof.
  intros _ He. exists 1. split; [lra |]. intros q' _. replace (⟨numbered_side i, q'⟩ - ⟨numbered_side i, q⟩ - ⟨numbered_side i, q' - q⟩) with 0 by (expand_products; ring).
  rewrite Rabs_R0. apply Rmult_le_pos; [lra | apply norm_nonnegative].
Qed.

Lemma no_force (t : R) q (x : E) (T rho U : R) q_0 : 0 <= t < T -> norm (q - q_0)%V <= rho -> norm x <= U -> norm (zero : E) <= 0.
Proof. intros _ _ _. unfold norm. rewrite dot_zero, sqrt_0. lra. Qed.

Lemma energy_is_less (x : E) T : let U := norm x + 1 in ⟨x, x⟩ + T * (2 * 0 * U + 0 * (U * U * U)) < 1 * (U * U).
Proof. cbn zeta. pose proof (norm_nonnegative E x). pose proof (norm_squared E x). lra. Qed.

(** No energy comes in. *)
Lemma slows_down delta u v w reaction variation s t : free_motion delta u v w reaction variation -> 0 <= s <= t -> t < delta -> ||v t||² <= ||v s||².
Proof.
  intros Motion Hs Ht. pose proof (seen_from s _ _ _ _ _ _ Motion ltac:(lra)) as Seen. unfold free_motion in Seen. set (T := delta - s) in *.
  pose proof (norm_nonnegative E (v s)) as V0. set (U := norm (v s) + 1).
  assert (Energy : ||v (s + 0)%R||² + T * (2 * 0 * U + 0 * (U * U * U)) < 1 * (U * U)) by (rewrite Rplus_0_r; exact (energy_is_less (v s) T)).
  assert (Rho : 0 <= T * U + 1) by (assert (0 <= T * U) by (unfold T, U; apply Rmult_le_pos; lra); lra).
  destruct (motion_is_slow _ _ _ _ _ _ _ _ T _ _ _ _ _ Seen (T * U + 1) 1 1 0 0 U (unit_inertia _ _ Rho) sides_are_their_derivatives
    (fun t q x => no_force t q x T (T * U + 1) U _) e_range ltac:(unfold T; lra) ltac:(lra) ltac:(unfold U; lra) ltac:(lra)
    Energy (t - s) ltac:(unfold T; lra)) as [_ [_ H]].
  replace (s + (t - s)) with t in H by ring. rewrite Rplus_0_r in H. lra.
Qed.

(** The momentum grows towards every direction that all cones contain. *)
Lemma is_pushed delta T u v w reaction variation s t c : free_motion delta u v w reaction variation -> 0 <= s <= t -> t < T -> T <= delta ->
  (forall x, s <= x < T -> cone_at (u x) c) -> ⟨v s, c⟩ <= ⟨v t, c⟩.
Proof.
  intros Motion Hs Ht HT In. pose proof (seen_from s _ _ _ _ _ _ Motion ltac:(lra)) as Seen. unfold free_motion in Seen. set (T' := T - s) in *.
  pose proof (norm_nonnegative E (v s)) as V0. set (U := norm (v s) + 1).
  assert (Energy : ||v (s + 0)%R||² + T' * (2 * 0 * U + 0 * (U * U * U)) < 1 * (U * U)) by (rewrite Rplus_0_r; exact (energy_is_less (v s) T')).
  assert (Rho : 0 <= T' * U + 1) by (assert (0 <= T' * U) by (unfold T', U; apply Rmult_le_pos; lra); lra).
  pose proof (momentum_grows _ _ _ _ _ _ _ _ T' _ _ _ _ _ Seen (T' * U + 1) 1 1 0 0 U (unit_inertia _ _ Rho) sides_are_their_derivatives
    (fun t q x => no_force t q x T' (T' * U + 1) U _) e_range ltac:(unfold T'; lra) ltac:(lra) ltac:(unfold U; lra) ltac:(lra)
    Energy c 0 (t - s) (fun x Hx => In (s + x) ltac:(unfold T' in Hx; lra)) ltac:(lra) ltac:(unfold T'; lra)) as H.
  cbv beta in H. replace (s + (t - s)) with t in H by ring. rewrite Rplus_0_r in H. lra.
Qed.

Lemma null_norm (x y : E) : norm (x - y)%V <= 0 -> x = y.
Proof. intro H. pose proof (norm_nonnegative E (x - y)%V). apply subtract_null. rewrite <- norm_squared. replace (norm (x - y)%V) with 0 by lra. ring. Qed.
Lemma smaller_than_all (x y : E) : (forall epsilon, 0 < epsilon -> norm (x - y)%V <= epsilon) -> x = y.
Proof. intro H. apply null_norm, (le_within _ _ 1); [lra |]. intros epsilon He. specialize (H epsilon He). lra. Qed.

(** A motion whose velocity the cones contain goes on straight. *)
Lemma goes_straight delta T u v w reaction variation t : free_motion delta u v w reaction variation -> 0 <= t -> T <= delta ->
  (forall x, t <= x < T -> cone_at (u x) (v t)) -> forall s, t <= s < T -> u s = (u t + (s - t) * v t)%V.
Proof.
  intros Motion Ht HT In.
  assert (Const : forall s, t <= s < T -> v s = v t).
  { intros s Hs. apply subtract_null. pose proof (slows_down _ _ _ _ _ _ t s Motion ltac:(lra) ltac:(lra)) as A.
    pose proof (is_pushed _ T _ _ _ _ _ t s (v t) Motion ltac:(lra) ltac:(lra) HT In) as B. pose proof (dot_positive (v s - v t)%V) as P.
    expand_products_in P. expand_products. rewrite (dot_symmetric (v t) (v s)) in *. lra. }
  intros s Hs. pose proof (displacement _ _ _ _ _ _ _ _ _ _ _ _ _ Motion t T (v t) 0 Ht HT) as D.
  assert (Z : forall x, t <= x < T -> norm (v x - v t)%V <= 0).
  { intros x Hx. rewrite (Const x Hx). replace (v t - v t)%V with (zero : E) by vector_identity. unfold norm. rewrite dot_zero, sqrt_0. lra. }
  specialize (D Z s Hs). replace (u s - u t - (s - t) * v t)%V with (u s - (u t + (s - t) * v t))%V in D by vector_identity. apply null_norm. lra.
Qed.

(** What is not touched is not touched for a while. *)
Lemma far_sides_stay_far delta u v w reaction variation t : free_motion delta u v w reaction variation -> 0 <= t < delta ->
  exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < delta -> forall i, (i < length sides)%nat -> ⟨numbered_side i, u b⟩ <= 0 -> ⟨numbered_side i, u t⟩ <= 0.
Proof.
  intros Motion Ht. apply for_a_while. intros i Hi. set (g := ⟨numbered_side i, u t⟩). destruct (Rle_or_lt g 0) as [G | G]; [exists 1; split; [lra |]; intros; exact G |].
  pose proof (norm_nonnegative E (numbered_side i)) as N. set (epsilon := g / (2 * (norm (numbered_side i) + 1))). assert (He : 0 < epsilon) by (apply Rdiv_lt_0_compat; lra).
  assert (Small : norm (numbered_side i) * epsilon <= g / 2).
  { replace (g / 2) with ((norm (numbered_side i) + 1) * epsilon) by (unfold epsilon; field; lra). apply Rmult_le_compat_r; lra. }
  destruct (position_is_continuous _ _ _ _ _ _ _ _ _ _ _ _ _ Motion t epsilon Ht He) as [eta [P H]]. exists eta. split; [exact P |]. intros b Hb Hd L.
  specialize (H b ltac:(lra) ltac:(rewrite Rabs_pos_eq; lra)). pose proof (product_is_bounded E (numbered_side i) (u b - u t)%V) as C. rewrite dot_subtract_r in C.
  fold g in C.
  assert (norm (numbered_side i) * norm (u b - u t)%V <= norm (numbered_side i) * epsilon) by (apply Rmult_le_compat_l; assumption). revert C. unfold Rabs.
  destruct (Rcase_abs _); lra.
Qed.

Lemma velocity_of_piece delta u v w reaction variation a b c : free_motion delta u v w reaction variation -> 0 <= a < b -> b <= delta ->
  (forall x, a <= x < b -> u x = (u a + (x - a) * c)%V) -> v a = c.
Proof.
  intros Motion Ha Hb Straight. apply smaller_than_all. intros epsilon He.
  destruct (right_derivative _ _ _ _ _ _ _ _ _ _ _ _ _ Motion a epsilon ltac:(lra) He) as [eta [P H]].
  set (d := Rmin (eta / 2) ((b - a) / 2)). assert (D : 0 < d /\ d <= eta / 2 /\ d <= (b - a) / 2) by
    (unfold d; pose proof (Rmin_l (eta / 2) ((b - a) / 2)); pose proof (Rmin_r (eta / 2) ((b - a) / 2)); pose proof (Rmin_glb_lt (eta / 2) ((b - a) / 2) 0); lra).
  specialize (H (a + d) ltac:(lra) ltac:(lra)). rewrite (Straight (a + d)) in H by lra. replace (a + d - a) with d in H by ring.
  replace (u a + d * c - u a - d * v a)%V with (d * (c - v a))%V in H by vector_identity. rewrite norm_of_multiple, distance_symmetric in H by lra.
  apply (Rmult_le_reg_l d); lra.
Qed.

Lemma velocity_before delta u v w reaction variation d t c : free_motion delta u v w reaction variation -> 0 < d <= t -> t < delta ->
  (forall a, t - d < a < t -> v a = c) -> w t = c.
Proof.
  intros Motion Hd Ht Const. apply smaller_than_all. intros epsilon He.
  destruct (velocity_from_the_left _ _ _ _ _ _ _ _ _ _ _ _ _ Motion t epsilon ltac:(lra) He) as [eta [P H]].
  set (k := Rmin (eta / 2) (d / 2)). assert (K : 0 < k /\ k <= eta / 2 /\ k <= d / 2) by
    (unfold k; pose proof (Rmin_l (eta / 2) (d / 2)); pose proof (Rmin_r (eta / 2) (d / 2)); pose proof (Rmin_glb_lt (eta / 2) (d / 2) 0); lra).
  specialize (H (t - k) ltac:(lra) ltac:(lra)). rewrite Const, distance_symmetric in H by lra. exact H.
Qed.

(** A solution of (P) is the motion that is straight on both sides of every instant, where there is one. *)
Theorem solution_is_the_motion q_0 v_0 (q : R -> E) : motion_from sides e q_0 v_0 q -> forall delta u, solves_from q_0 v_0 delta u -> forall t, 0 <= t < delta -> u t = q t.
Proof.
  intros [[d0 [D0 Start]] [Adm Pieces]] delta u [v [w [reaction [variation [Motion [U0 V0]]]]]].
  assert (All : forall t, 0 <= t < delta -> forall s, 0 <= s <= t -> ||u s - q s||² <= 0).
  2: { intros t Ht. apply subtract_null. apply Rle_antisym; [apply (All t Ht); lra | apply dot_positive]. }
  assert (Equal : forall t, (forall s, 0 <= s <= t -> ||u s - q s||² <= 0) -> forall s, 0 <= s <= t -> u s = q s).
  { intros t H s Hs. apply subtract_null. apply Rle_antisym; [apply H; exact Hs | apply dot_positive]. }
  assert (Null : forall s, u s = q s -> ||u s - q s||² <= 0) by (intros s ->; right; expand_products; ring).
  intros t Ht. apply (induction_along (fun t => forall s, 0 <= s <= t -> ||u s - q s||² <= 0) 0 delta); [| | | | exact Ht].
  - intros t' H s Hs. apply stable_le. intro N. apply H. intro K. apply N, K, Hs.
  - intros s Hs. replace s with 0 by lra. apply Null. rewrite U0, Start by lra. vector_identity.
  - (* on, from t *)
    clear t Ht. intros t Ht Before. pose proof (Equal t Before) as Eq. clear Before.
    assert (Next : exists d v_plus, 0 < d /\ v t = v_plus /\ forall s, t <= s <= t + d -> q s = (q t + (s - t) * v_plus)%V).
    { destruct (Req_dec t 0) as [-> | N].
      - exists d0, v_0. split; [exact D0 |]. split; [exact V0 |]. intros s Hs. rewrite (Start s), (Start 0) by lra. vector_identity.
      - destruct (Pieces t ltac:(lra)) as [d [vm [vp [Hd [[active [A Law]] [Left Right]]]]]]. exists d, vp. split; [lra |]. split; [| exact Right].
        assert (W : w t = vm).
        { apply (velocity_before _ _ _ _ _ _ d t vm Motion Hd ltac:(lra)). intros a Ha. apply (velocity_of_piece _ _ _ _ _ _ a t vm Motion ltac:(lra) ltac:(lra)).
          intros x Hx. rewrite !Eq, (Left x), (Left a) by lra. vector_identity. }
        pose proof (impact_law_holds _ _ _ _ _ _ _ _ _ _ _ _ _ Motion t ltac:(lra)) as L. rewrite W, (Eq t) in L by lra.
        apply (law_of_P (q t) active) in L; [| apply Adm; lra | exact A]. exact (law_is_unique E active e e_range _ _ _ L Law). }
    destruct Next as [d [vp [Hd [Ev Right]]]]. destruct (far_sides_stay_far _ _ _ _ _ _ t Motion Ht) as [eta [P Far]].
    set (T := Rmin (t + Rmin eta d) delta). assert (HT : t < T /\ T <= t + eta /\ T <= t + d /\ T <= delta) by
      (unfold T; pose proof (Rmin_l (t + Rmin eta d) delta); pose proof (Rmin_r (t + Rmin eta d) delta); pose proof (Rmin_l eta d); pose proof (Rmin_r eta d);
       pose proof (Rmin_glb_lt eta d 0); pose proof (Rmin_glb_lt (t + Rmin eta d) delta t); lra).
    assert (Cones : forall x, t <= x < T -> cone_at (u x) (v t)).
    { intros x Hx i Hi G. assert (G0 : ⟨numbered_side i, u t⟩ <= 0) by (destruct (Req_dec x t) as [<- | N]; [exact G | apply (Far x); try exact G; try exact Hi; lra]).
      pose proof (Adm (t + d) ltac:(lra) _ (side_is_member i Hi)) as F. rewrite (Right (t + d)) in F by lra. rewrite (Eq t) in G0 by lra.
      expand_products_in F. rewrite Ev. replace (t + d - t) with d in F by ring. apply (Rmult_le_reg_l d); lra. }
    exists (T - t). split; [lra |]. intros b Hb Hbd s Hs. destruct (Rle_or_lt s t) as [G | G]; [apply Null, Eq; lra |].
    apply Null. rewrite (goes_straight _ T _ _ _ _ _ t Motion ltac:(lra) ltac:(lra) Cones s) by lra. rewrite Right, Ev, (Eq t) by lra. reflexivity.
  - (* up to t *)
    clear t Ht. intros t Ht Before s Hs. destruct (Req_dec s t) as [-> | N]; [| apply (Before s); lra]. apply Null, smaller_than_all. intros epsilon He.
    destruct (Pieces t ltac:(lra)) as [d [vm [_ [Hd [_ [Left _]]]]]]. pose proof (norm_nonnegative E vm) as V. 
    destruct (position_is_continuous _ _ _ _ _ _ _ _ _ _ _ _ _ Motion t (epsilon / 2) ltac:(lra) ltac:(lra)) as [eta [P H]].
    assert (K0 : 0 < epsilon / (2 * (norm vm + 1))) by (apply Rdiv_lt_0_compat; lra).
    set (m := Rmin (eta / 2) (Rmin (d / 2) (epsilon / (2 * (norm vm + 1))))).
    assert (M : 0 < m /\ m <= eta / 2 /\ m <= d / 2 /\ m <= epsilon / (2 * (norm vm + 1))).
    { unfold m. pose proof (Rmin_l (eta / 2) (Rmin (d / 2) (epsilon / (2 * (norm vm + 1))))). pose proof (Rmin_r (eta / 2) (Rmin (d / 2) (epsilon / (2 * (norm vm + 1))))).
      pose proof (Rmin_l (d / 2) (epsilon / (2 * (norm vm + 1)))). pose proof (Rmin_r (d / 2) (epsilon / (2 * (norm vm + 1)))). split; [| lra].
      apply Rmin_glb_lt; [lra |]. apply Rmin_glb_lt; lra. }
    specialize (H (t - m) ltac:(lra) ltac:(rewrite Rabs_left; lra)). rewrite (Equal (t - m) (Before (t - m) ltac:(lra)) (t - m)), (Left (t - m)) in H by lra.
    replace (t - m - t) with (- m) in H by ring. replace (u t - q t)%V with (- (q t + - m * vm - u t) + - (m * vm))%V by vector_identity.
    eapply Rle_trans; [apply triangle |]. rewrite !norm_of_opposite, norm_of_multiple by lra.
    assert (m * norm vm <= epsilon / (2 * (norm vm + 1)) * (norm vm + 1)) by (apply Rmult_le_compat; lra).
    replace (epsilon / (2 * (norm vm + 1)) * (norm vm + 1)) with (epsilon / 2) in * by (field; lra). lra.
Qed.

(** *** Existence *)

(** A motion by straight pieces, with what problem (P) asks for: v and w right and left velocities, the reactions' integrals, and the variation. *)
Record step_motion (u v w : R -> E) (reaction : nat -> R -> R) (variation : R -> R) : Prop := Steps {
  steps_are_admissible : forall t, 0 <= t -> tangent sides (u t);
  steps_after : forall t, 0 <= t -> exists eta, 0 < eta /\ forall b, t <= b < t + eta ->
    u b = (u t + (b - t) * v t)%V /\ v b = v t /\ forall i, reaction i b = reaction i t;
  steps_before : forall t, 0 < t -> exists eta, 0 < eta /\ forall a, t - eta < a < t -> 0 <= a ->
    u a = (u t + (a - t) * w t)%V /\ v a = w t /\ forall i, (i < length sides)%nat -> 0 < ⟨numbered_side i, u t⟩ -> reaction i a = reaction i t;
  steps_vary : forall a b, 0 <= a <= b -> norm (v b - v a)%V <= variation b - variation a;
  steps_push : forall i a b, (i < length sides)%nat -> 0 <= a <= b -> reaction i a <= reaction i b;
  steps_balance : forall a b, 0 <= a <= b -> (v b - v a)%V = sum_of_vectors E (length sides) (fun i => ((reaction i b - reaction i a) * numbered_side i)%V);
  steps_obey : forall t, 0 < t -> obeys_law sides e (u t) (w t) (v t)
}.

Lemma steps_measure u v w reaction variation a b : step_motion u v w reaction variation -> 0 <= a <= b -> 0 <= measured (length sides) reaction variation a b.
Proof.
  intros S H. unfold measured. pose proof (norm_nonnegative E (v b - v a)%V). pose proof (steps_vary _ _ _ _ _ S a b H).
  assert (0 <= sum_below (length sides) (fun i => reaction i b - reaction i a)); [| lra].
  apply sum_below_nonnegative. intros i Hi. pose proof (steps_push _ _ _ _ _ S i a b Hi H). lra.
Qed.

Lemma norm_of_zero : norm (zero : E) = 0.
Proof. unfold norm. rewrite dot_zero, sqrt_0. reflexivity. Qed.

Lemma steps_solve u v w reaction variation delta : step_motion u v w reaction variation -> free_motion delta u v w reaction variation.
Proof.
  intro S.
  assert (Before : forall t, 0 <= t -> exists eta, 0 < eta /\ forall a, t - eta < a < t -> 0 <= a ->
    u a = (u t + (a - t) * w t)%V /\ v a = w t /\ forall i, (i < length sides)%nat -> 0 < ⟨numbered_side i, u t⟩ -> reaction i a = reaction i t).
  { intros t [Ht | <-]; [exact (steps_before _ _ _ _ _ S t Ht) |]. exists 1. split; [lra |]. intros; lra. }
  assert (Balanced : forall a b, 0 <= a <= b -> (v b - v a - (b - a) * zero - sum_of_vectors E (length sides) (fun i => ((reaction i b - reaction i a) * numbered_side i)%V))%V = zero
    )
    by (intros a b H; rewrite (steps_balance _ _ _ _ _ S a b H); vector_identity).
  split.
  - intros t i Ht Hi. apply (steps_are_admissible _ _ _ _ _ S t ltac:(lra)), side_is_member, Hi.
  - intros t epsilon Ht He. destruct (steps_after _ _ _ _ _ S t ltac:(lra)) as [n1 [P1 H1]]. destruct (Before t ltac:(lra)) as [n2 [P2 H2]].
    pose proof (norm_nonnegative E (v t)) as V0. pose proof (norm_nonnegative E (w t)) as W0. set (k := norm (v t) + norm (w t) + 1).
    assert (K : 0 < epsilon / k) by (apply Rdiv_lt_0_compat; unfold k; lra).
    exists (Rmin (epsilon / k) (Rmin n1 n2)). split; [apply Rmin_glb_lt; [exact K | apply Rmin_glb_lt; assumption] |]. intros x Hx Hd.
    pose proof (Rmin_l (epsilon / k) (Rmin n1 n2)). pose proof (Rmin_r (epsilon / k) (Rmin n1 n2)). pose proof (Rmin_l n1 n2). pose proof (Rmin_r n1 n2).
    apply Rabs_def2 in Hd.
    assert (Far : forall m z, 0 <= m < epsilon / k -> norm z + 1 <= k -> norm (m * z : E)%V <= epsilon).
    { intros m z Hm Hz. pose proof (norm_nonnegative E z). rewrite norm_of_multiple by lra. replace epsilon with (epsilon / k * k) by (field; unfold k; lra).
      apply Rmult_le_compat; lra. }
    destruct (Rle_or_lt t x) as [G | G].
    + destruct (H1 x ltac:(lra)) as [-> _]. replace (u t + (x - t) * v t - u t)%V with ((x - t) * v t)%V by vector_identity. apply Far; [lra | unfold k; lra].
    + destruct (H2 x ltac:(lra) ltac:(lra)) as [-> _]. replace (u t + (x - t) * w t - u t)%V with (- ((t - x) * w t))%V by vector_identity.
      rewrite norm_of_opposite. apply Far; [lra | unfold k; lra].
  - intros t epsilon Ht He. destruct (steps_after _ _ _ _ _ S t ltac:(lra)) as [eta [P H]]. exists eta. split; [exact P |]. intros b Hb _. destruct (H b ltac:(lra)) as [-> _].
    replace (u t + (b - t) * v t - u t - (b - t) * v t)%V with (zero : E) by vector_identity. rewrite norm_of_zero. apply Rmult_le_pos; lra.
  - intros t epsilon Ht He. destruct (steps_after _ _ _ _ _ S t ltac:(lra)) as [eta [P H]]. exists eta. split; [exact P |]. intros b Hb _.
    destruct (H b ltac:(lra)) as [_ [-> _]].
    replace (v t - v t)%V with (zero : E) by vector_identity. rewrite norm_of_zero. lra.
  - intros t epsilon Ht He. destruct (steps_before _ _ _ _ _ S t ltac:(lra)) as [eta [P H]]. exists eta. split; [exact P |]. intros a Ha Ha0.
    destruct (H a Ha Ha0) as [_ [-> _]].
    replace (w t - w t)%V with (zero : E) by vector_identity. rewrite norm_of_zero. lra.
  - intros a b H _. exact (steps_vary _ _ _ _ _ S a b H).
  - intros i a b Hi H _. exact (steps_push _ _ _ _ _ S i a b Hi H).
  - intros i t epsilon Hi Ht He. destruct (steps_after _ _ _ _ _ S t ltac:(lra)) as [eta [P H]]. exists eta. split; [exact P |]. intros b Hb _.
    destruct (H b ltac:(lra)) as [_ [_ ->]]. lra.
  - intros i t Hi Ht G. destruct (steps_after _ _ _ _ _ S t ltac:(lra)) as [n1 [P1 H1]]. destruct (Before t ltac:(lra)) as [n2 [P2 H2]].
    exists (Rmin n1 n2). split; [apply Rmin_glb_lt; assumption |]. intros x Hx Hd. apply Rabs_def2 in Hd. pose proof (Rmin_l n1 n2). pose proof (Rmin_r n1 n2).
    destruct (Rle_or_lt t x) as [L | L]; [apply (H1 x); lra | apply (H2 x); try lra; assumption].
  - intros t epsilon Ht He. exists 1. split; [lra |]. intros b Hb _. rewrite Balanced, norm_of_zero by lra. apply Rmult_le_pos; [lra |].
    apply (steps_measure _ _ _ _ _ _ _ S). lra.
  - intros t epsilon Ht He. exists 1. split; [lra |]. intros a Ha Ha0. rewrite Balanced, norm_of_zero by lra. apply Rmult_le_pos; [lra |].
    apply (steps_measure _ _ _ _ _ _ _ S). lra.
  - intros t Ht. destruct (steps_obey _ _ _ _ _ S t ltac:(lra)) as [active [A Law]].
    apply (law_of_P (u t) active); [apply (steps_are_admissible _ _ _ _ _ S); lra | exact A | exact Law].
Qed.

(** Sums of multiples of the sides. *)
Lemma same_sums n (x y : nat -> E) : (forall i, (i < n)%nat -> x i = y i) -> sum_of_vectors E n x = sum_of_vectors E n y.
Proof. intro H. apply dot_extensional. intro z. rewrite !product_of_vectors. apply sum_below_same. intros i Hi. rewrite (H i Hi). reflexivity. Qed.
Lemma sum_of_sums n (x y : nat -> E) : sum_of_vectors E n (fun i => (x i + y i)%V) = (sum_of_vectors E n x + sum_of_vectors E n y)%V.
Proof. induction n as [| n IH]; cbn [sum_of_vectors]; [vector_identity | rewrite IH; vector_identity]. Qed.
Lemma sum_of_nothing n (x : nat -> E) : sum_of_vectors E n (fun i => (0 * x i)%V) = zero.
Proof. induction n as [| n IH]; cbn [sum_of_vectors]; [reflexivity | rewrite IH; vector_identity]. Qed.
Lemma sum_of_one n j a (x : nat -> E) : (j < n)%nat -> sum_of_vectors E n (fun i => ((if Nat.eq_dec i j then a else 0) * x i)%V) = (a * x j)%V.
Proof.
  induction n as [| n IH]; intro H; [lia |]. cbn [sum_of_vectors]. destruct (Nat.eq_dec n j) as [-> | N].
  - rewrite (same_sums j _ (fun i => (0 * x i)%V)); [rewrite sum_of_nothing; vector_identity |]. intros i Hi. destruct (Nat.eq_dec i j); [lia | reflexivity].
  - rewrite IH by lia. vector_identity.
Qed.

(** The multipliers of a reaction of the active sides, side by side. *)
Lemma multipliers_of_normal q active p : (forall u, In u active -> In u sides /\ ⟨u, q⟩ = 0) -> normal active p ->
  exists k : nat -> R, (forall i, (i < length sides)%nat -> 0 <= k i) /\ (forall i, (i < length sides)%nat -> 0 < ⟨numbered_side i, q⟩ -> k i = 0) /\
    p = sum_of_vectors E (length sides) (fun i => (k i * numbered_side i)%V).
Proof.
  intros A N. induction N as [| u active lambda p L N IH].
  - exists (fun _ => 0). split; [intros; lra |]. split; [reflexivity |]. rewrite sum_of_nothing. reflexivity.
  - destruct IH as [k [K0 [K1 K2]]]; [intros x Hx; apply A; right; exact Hx |]. destruct (A u (or_introl eq_refl)) as [I Z]. destruct (member_is_side u I) as [j [Hj Ej]].
    exists (fun i => (if Nat.eq_dec i j then lambda else 0) + k i). split; [| split].
    + intros i Hi. specialize (K0 i Hi). destruct (Nat.eq_dec i j); lra.
    + intros i Hi G. rewrite (K1 i Hi G). destruct (Nat.eq_dec i j) as [-> | _]; [rewrite Ej in G; lra | ring].
    + rewrite (same_sums _ _ (fun i => ((if Nat.eq_dec i j then lambda else 0) * numbered_side i + k i * numbered_side i)%V)) by (intros; vector_identity).
      rewrite sum_of_sums, sum_of_one, Ej, K2 by exact Hj. reflexivity.
Qed.

Lemma multipliers_of_impact q v_minus v_plus : obeys_law sides e q v_minus v_plus ->
  exists k : nat -> R, (forall i, (i < length sides)%nat -> 0 <= k i) /\ (forall i, (i < length sides)%nat -> 0 < ⟨numbered_side i, q⟩ -> k i = 0) /\
    (v_plus - v_minus)%V = sum_of_vectors E (length sides) (fun i => (k i * numbered_side i)%V).
Proof.
  intros [active [A Law]]. apply (multipliers_of_normal q active); [intros u I; apply A, I |].
  destruct (rest_of_projection _ _ _ (tangent_is_cone E active) Law) as [_ P]. apply farkas in P. unfold outward in P.
  apply (normal_scale E active (1 + e)) in P; [| lra]. match goal with H : normal active ?x |- normal active ?y => replace y with x; [exact H |] end.
  apply dot_extensional. intro z. expand_products. field. lra.
Qed.

Lemma one_more_step q v_0 T q1 v1 later v w reaction variation : 0 < T -> tangent sides q -> flies sides q v_0 (fun t => 0 < t < T) -> q1 = (q + T * v_0)%V ->
  obeys_law sides e q1 v_0 v1 -> step_motion later v w reaction variation -> later 0 = q1 -> v 0 = v1 ->
  exists v' w' reaction' variation', step_motion (first_then q v_0 T later) v' w' reaction' variation' /\ first_then q v_0 T later 0 = q /\ v' 0 = v_0.
Proof.
  intros HT Q F E1 Law S L0 V0. destruct (multipliers_of_impact _ _ _ Law) as [k [K0 [K1 K2]]].
  set (u' := first_then q v_0 T later). set (v' := fun t => if Rlt_dec t T then v_0 else v (t - T)). set (w' := fun t => if Rle_dec t T then v_0 else w (t - T)).
  set (r' := fun i t => if Rlt_dec t T then 0 else k i + (reaction i (t - T) - reaction i 0)).
  set (n' := fun t => if Rlt_dec t T then 0 else norm (v1 - v_0)%V + (variation (t - T) - variation 0)).
  assert (Ub : forall t, t <= T -> u' t = (q + t * v_0)%V) by (intros t Ht; unfold u', first_then; destruct (Rle_dec t T); [reflexivity | lra]).
  assert (Ua : forall t, T <= t -> u' t = later (t - T)) by (intros t Ht; apply later_than; [exact Ht | rewrite L0; exact E1]).
  assert (Vb : forall t, t < T -> v' t = v_0) by (intros t Ht; unfold v'; destruct (Rlt_dec t T); [reflexivity | lra]).
  assert (Va : forall t, T <= t -> v' t = v (t - T)) by (intros t Ht; unfold v'; destruct (Rlt_dec t T); [lra | reflexivity]).
  assert (Wb : forall t, t <= T -> w' t = v_0) by (intros t Ht; unfold w'; destruct (Rle_dec t T); [reflexivity | lra]).
  assert (Wa : forall t, T < t -> w' t = w (t - T)) by (intros t Ht; unfold w'; destruct (Rle_dec t T); [lra | reflexivity]).
  assert (Rb : forall i t, t < T -> r' i t = 0) by (intros i t Ht; unfold r'; destruct (Rlt_dec t T); [reflexivity | lra]).
  assert (Ra : forall i t, T <= t -> r' i t = k i + (reaction i (t - T) - reaction i 0)) by (intros i t Ht; unfold r'; destruct (Rlt_dec t T); [lra | reflexivity]).
  assert (Nb : forall t, t < T -> n' t = 0) by (intros t Ht; unfold n'; destruct (Rlt_dec t T); [reflexivity | lra]).
  assert (Na : forall t, T <= t -> n' t = norm (v1 - v_0)%V + (variation (t - T) - variation 0)) by (intros t Ht; unfold n'; destruct (Rlt_dec t T); [lra | reflexivity]).
  exists v', w', r', n'. split; [| split; [rewrite Ub by lra; vector_identity | apply Vb; exact HT]]. clearbody u' v' w' r' n'. split.
  - intros t Ht. destruct (Rle_or_lt T t) as [G | G]; [rewrite Ua by exact G; apply (steps_are_admissible _ _ _ _ _ S); lra |]. rewrite Ub by lra.
    destruct Ht as [Ht | <-]; [apply (flight_is_admissible E sides _ _ _ _ F); lra |]. replace (q + 0 * v_0)%V with q by vector_identity. exact Q.
  - intros t Ht. destruct (Rle_or_lt T t) as [G | G].
    + destruct (steps_after _ _ _ _ _ S (t - T) ltac:(lra)) as [eta [P H]]. exists eta. split; [exact P |]. intros b Hb. destruct (H (b - T) ltac:(lra)) as [H1 [H2 H3]].
      rewrite !Ua, !Va by lra. replace (b - T - (t - T)) with (b - t) in H1 by ring. split; [exact H1 |]. split; [exact H2 |]. intro i. rewrite !Ra, H3 by lra. reflexivity.
    + exists (T - t). split; [lra |]. intros b Hb. rewrite !Ub, !Vb by lra. split; [vector_identity |]. split; [reflexivity |]. intro i. rewrite !Rb by lra. reflexivity.
  - intros t Ht. destruct (Rle_or_lt t T) as [G | G].
    + exists 1. split; [lra |]. intros a Ha Ha0. rewrite !Ub, Vb, Wb by lra. split; [vector_identity |]. split; [reflexivity |]. intros i Hi Open. rewrite (Rb i a) by lra.
      destruct G as [G | ->]; [rewrite Rb by exact G; reflexivity |]. rewrite Ra by lra. rewrite <- E1 in Open. rewrite (K1 i Hi Open). replace (T - T) with 0 by ring. ring.
    + destruct (steps_before _ _ _ _ _ S (t - T) ltac:(lra)) as [eta [P H]]. exists (Rmin eta (t - T)). split; [apply Rmin_glb_lt; lra |]. intros a Ha Ha0.
      pose proof (Rmin_l eta (t - T)). pose proof (Rmin_r eta (t - T)). destruct (H (a - T) ltac:(lra) ltac:(lra)) as [B1 [B2 B3]].
      rewrite !Ua, Va, Wa by lra. replace (a - T - (t - T)) with (a - t) in B1 by ring. split; [exact B1 |]. split; [exact B2 |]. intros i Hi Open.
      rewrite !Ra, (B3 i Hi Open) by lra. reflexivity.
  - intros a b H. destruct (Rlt_or_le b T) as [G | G].
    + rewrite !Vb, !Nb by lra. replace (v_0 - v_0)%V with (zero : E) by vector_identity. rewrite norm_of_zero. lra.
    + rewrite (Va b), (Na b) by lra. destruct (Rlt_or_le a T) as [K | K].
      * rewrite (Vb a), (Nb a) by lra. pose proof (steps_vary _ _ _ _ _ S 0 (b - T) ltac:(lra)) as N. rewrite V0 in N.
        replace (v (b - T)%R - v_0)%V with ((v1 - v_0) + (v (b - T)%R - v1))%V by vector_identity. eapply Rle_trans; [apply triangle |]. lra.
      * rewrite (Va a), (Na a) by lra. pose proof (steps_vary _ _ _ _ _ S (a - T) (b - T) ltac:(lra)). lra.
  - intros i a b Hi H. specialize (K0 i Hi). destruct (Rlt_or_le b T) as [G | G]; [rewrite !Rb by lra; lra |]. rewrite (Ra i b) by lra. destruct (Rlt_or_le a T) as [K | K].
    + rewrite (Rb i a) by lra. pose proof (steps_push _ _ _ _ _ S i 0 (b - T) Hi ltac:(lra)). lra.
    + rewrite (Ra i a) by lra. pose proof (steps_push _ _ _ _ _ S i (a - T) (b - T) Hi ltac:(lra)). lra.
  - intros a b H. destruct (Rlt_or_le b T) as [G | G].
    + rewrite !Vb by lra. rewrite (same_sums _ _ (fun i => (0 * numbered_side i)%V)) by (intros i _; rewrite !Rb by lra; f_equal; ring). rewrite sum_of_nothing.
      vector_identity.
    + rewrite (Va b) by lra. destruct (Rlt_or_le a T) as [K | K].
      * rewrite (Vb a) by lra. rewrite (same_sums _ _ (fun i => (k i * numbered_side i + (reaction i (b - T)%R - reaction i 0)%R * numbered_side i)%V))
          by (intros i _; rewrite (Ra i b), (Rb i a) by lra; vector_identity).
        rewrite sum_of_sums, <- K2, <- (steps_balance _ _ _ _ _ S 0 (b - T)), V0 by lra. vector_identity.
      * rewrite (Va a) by lra. rewrite (steps_balance _ _ _ _ _ S (a - T) (b - T)) by lra. apply same_sums. intros i _. rewrite !Ra by lra. f_equal. ring.
  - intros t Ht. destruct (Rtotal_order t T) as [G | [-> | G]].
    + rewrite Ub, Vb, Wb by lra. apply (law_in_flight E sides e e_range q v_0 _ t F). lra.
    + rewrite Ub, Va, Wb by lra. replace (T - T) with 0 by ring. rewrite V0, <- E1. exact Law.
    + rewrite Ua, Va, Wa by lra. apply (steps_obey _ _ _ _ _ S). lra.
Qed.

Lemma pieces_are_steps q v_0 u : pieces sides e q v_0 u -> exists v w reaction variation, step_motion u v w reaction variation /\ u 0 = q /\ v 0 = v_0.
Proof.
  induction 1 as [q v Q F | q v T q1 v1 later HT Q F E1 Law _ [v' [w' [r' [n' [S [L0 V0]]]]]]].
  - exists (fun _ => v), (fun _ => v), (fun _ _ => 0), (fun _ => 0). split; [| split; [vector_identity | reflexivity]]. split.
    + intros t [Ht | <-]; [apply (flight_is_admissible E sides _ _ _ _ F); exact Ht |]. replace (q + 0 * v)%V with q by vector_identity. exact Q.
    + intros t Ht. exists 1. split; [lra |]. intros b Hb. split; [vector_identity |]. split; reflexivity.
    + intros t Ht. exists 1. split; [lra |]. intros a Ha Ha0. split; [vector_identity |]. split; reflexivity.
    + intros a b H. replace (v - v)%V with (zero : E) by vector_identity. rewrite norm_of_zero. lra.
    + intros i a b Hi H. lra.
    + intros a b H. rewrite (same_sums _ _ (fun i => (0 * numbered_side i)%V)) by (intros i _; f_equal; ring). rewrite sum_of_nothing. vector_identity.
    + intros t Ht. exact (law_in_flight E sides e e_range q v _ t F Ht).
  - exact (one_more_step q v T q1 v1 later v' w' r' n' HT Q F E1 Law S L0 V0).
Qed.

(** What is put together from straight pieces by the impact law is a solution of (P), whose velocity is of bounded variation, and (P) has no other. *)
Theorem pieces_are_the_solution q_0 v_0 (q : R -> E) : pieces sides e q_0 v_0 q -> only_solution q_0 v_0 q.
Proof.
  intro P. split.
  - intros delta _. destruct (pieces_are_steps _ _ _ P) as [v [w [r [n [S I]]]]]. exists v, w, r, n. split; [apply steps_solve; exact S | exact I].
  - apply solution_is_the_motion, pieces_are_a_motion; assumption.
Qed.
End cone.

Arguments solves_from {E}.
Arguments only_solution {E}.

(** *** The figures *)

Section obtuse_wedge.
Variable theta : R.
Hypothesis theta_range : PI / 2 < theta < PI.
Let c := cos theta.
Let s := sin theta.
Let sides := wedge_sides theta.

(** Figure 1: e = 0. From (x0, 1) at (0, −1) the particle leaves the corner at the velocity sin 2θ/2 < 0 along the floor, however small x0 > 0; from (0, 1) it stays there. *)
Theorem figure_1 x0 : 0 < x0 -> x0 * s < - c ->
  exists q q_0, only_solution sides 0 (vec x0 1) (vec 0 (-1)) q /\ only_solution sides 0 (vec 0 1) (vec 0 (-1)) q_0 /\
  forall t, 1 + x0 / - (c * s) <= t -> q_0 t = vec 0 0 /\ fst (q t) <= sin (2 * theta) / 2 * (t - 1) + x0.
Proof.
  intros H0 H1. destruct (figure_1_pieces theta theta_range x0 H0 H1) as [q [q_0 [Q [Q0 H]]]]. exists q, q_0.
  split; [| split; [| exact H]]; apply pieces_are_the_solution; (exact zero_range || assumption).
Qed.

(** Figure 2: e = 1. From (x0, 1) it goes off at sin 2θ < 0 in x; from (0, 1) it comes back along x = 0. *)
Theorem figure_2 x0 : 0 < x0 -> x0 * s < - c ->
  exists q q_0, only_solution sides 1 (vec x0 1) (vec 0 (-1)) q /\ only_solution sides 1 (vec 0 1) (vec 0 (-1)) q_0 /\
  forall t, 1 <= t -> fst (q_0 t) = 0 /\ fst (q t) <= sin (2 * theta) * (t - 1) + x0.
Proof.
  intros H0 H1. destruct (figure_2_pieces theta theta_range x0 H0 H1) as [q [q_0 [Q [Q0 H]]]]. exists q, q_0.
  split; [| split; [| exact H]]; apply pieces_are_the_solution; (exact one_range || assumption).
Qed.
End obtuse_wedge.

Section acute_wedge.
Variable theta : R.
Hypothesis theta_range : 0 < theta <= PI / 2.
Let c := cos theta.
Let s := sin theta.
Let sides := wedge_sides theta.

Lemma rests_in_the_corner : pieces sides 0 (vec 0 0) (vec 0 0) (fun t => (vec 0 0 + t * vec 0 0)%V).
Proof.
  apply last_piece.
  - unfold tangent. apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra].
  - intros t _. apply both_sides; right; rewrite along; split; rewrite ?floor_of, ?slant_of; ring.
Qed.

(** Flight, then along the wall, then at rest in the corner; or without some of it. *)
Lemma figure_3_pieces y0 : 0 <= y0 -> y0 * c < s -> exists q, pieces sides 0 (vec (-1) y0) (vec 1 0) q.
Proof.
  intros Hy Hin. pose proof (s_positive theta theta_range) as S. pose proof (c_nonnegative theta theta_range) as C. pose proof (on_circle theta) as O. fold s c in S, C, O.
  set (h := y0 / s). assert (Ey : y0 = h * s) by (unfold h; field; lra). clearbody h. subst y0.
  assert (H0 : 0 <= h) by (apply (Rmult_le_reg_r s); lra). assert (Hc : h * c < 1) by (apply (Rmult_lt_reg_r s); lra).
  set (T := 1 - h * c). assert (HT : 0 < T) by (unfold T; lra).
  assert (Start : tangent sides (vec (-1) (h * s))).
  { unfold tangent. apply both_sides; [rewrite floor_of; exact Hy | rewrite slant_of; fold s c]. assert (0 <= s * T) by (apply Rmult_le_pos; lra). unfold T in *. lra. }
  assert (Flight : flies sides (vec (-1) (h * s)) (vec 1 0) (fun t => 0 < t < T)).
  { intros t Ht. apply both_sides; rewrite along.
    - rewrite !floor_of. destruct H0 as [H0 | <-]; [left; assert (0 < h * s) by (apply Rmult_lt_0_compat; assumption); lra | right; split; ring].
    - left. rewrite slant_of. fold s c. assert (0 < s * (T - t)) by (apply Rmult_lt_0_compat; lra). unfold T in *. lra. }
  assert (Hit : vec (- (h * c)) (h * s) = (vec (-1) (h * s) + T * vec 1 0)%V) by (rewrite along; unfold vec, T; f_equal; [ring |]; f_equal; ring).
  destruct H0 as [H0 | <-].
  - assert (Hs : 0 < h * s) by (apply Rmult_lt_0_compat; assumption).
    assert (There : tangent sides (vec (- (h * c)) (h * s))) by (unfold tangent; apply both_sides; [rewrite floor_of; lra | rewrite slant_of; fold s c; lra]).
    assert (Law : obeys_law sides 0 (vec (- (h * c)) (h * s)) (vec 1 0) (slide theta)).
    { apply (on_slant theta); [rewrite floor_of; lra | rewrite slant_of; fold s c; ring | exact (wall_deflects_acute theta theta_range)]. }
    assert (Along : slide theta = vec (c * c) (- (c * s))) by reflexivity.
    destruct C as [C | C].
    + eexists. apply (one_more_piece _ _ _ _ _ T (vec (- (h * c)) (h * s)) (slide theta)); try assumption.
      apply (one_more_piece _ _ _ _ _ (h / c) (vec 0 0) (vec 0 0)); [apply Rdiv_lt_0_compat; assumption | exact There | | | | exact rests_in_the_corner].
      * intros t Ht. rewrite Along. assert (Hh : h = h / c * c) by (field; lra). apply both_sides; rewrite along.
        -- left. rewrite floor_of. assert (0 < (h / c - t) * (c * s)) by (apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; assumption]). rewrite Hh at 1. lra.
        -- right. split; rewrite slant_of; fold s c; ring.
      * rewrite Along, along. unfold vec. f_equal; [field; lra |]. f_equal. field. lra.
      * exists sides. split; [| exact (corner_stops_slide theta theta_range)]. apply (active_both theta theta_range); [rewrite floor_of; ring | rewrite slant_of; ring].
    + eexists. apply (one_more_piece _ _ _ _ _ T (vec (- (h * c)) (h * s)) (slide theta)); try assumption. apply last_piece; [exact There |].
      intros t Ht. rewrite Along, <- C. apply both_sides; rewrite along; [left; rewrite floor_of; lra | right]. split; rewrite slant_of; fold s c; rewrite <- ?C; ring.
  - eexists. apply (one_more_piece _ _ _ _ _ T (vec 0 0) (vec 0 0)); [exact HT | exact Start | exact Flight | | | exact rests_in_the_corner].
    + rewrite along. unfold vec, T. f_equal; [ring |]. f_equal. ring.
    + exists sides. split; [| exact (corner_stops_flight theta theta_range)]. apply (active_both theta theta_range); [rewrite floor_of; ring | rewrite slant_of; ring].
Qed.

(** Figure 3: e = 0, θ ≤ π/2. The motion from (−1, y0) at (1, 0) is at all times within y0/sin θ of that from (−1, 0). *)
Theorem figure_3 y0 : 0 <= y0 -> y0 * c < s ->
  exists q q_0, only_solution sides 0 (vec (-1) y0) (vec 1 0) q /\ only_solution sides 0 (vec (-1) 0) (vec 1 0) q_0 /\
  forall t, 0 <= t -> norm (q t - q_0 t)%V <= y0 / s.
Proof.
  intros Hy Hin. pose proof (s_positive theta theta_range) as S. fold s in S.
  destruct (figure_3_pieces y0 Hy Hin) as [q Q]. destruct (figure_3_pieces 0 (Rle_refl 0) ltac:(lra)) as [q_0 Q0]. exists q, q_0.
  split; [apply pieces_are_the_solution; [exact zero_range | exact Q] |]. split; [apply pieces_are_the_solution; [exact zero_range | exact Q0] |].
  apply figure_3_is_continuous; try assumption; apply pieces_are_a_motion; (exact zero_range || assumption).
Qed.
End acute_wedge.
