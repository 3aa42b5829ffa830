(** [Moreau 1983]: the standard inelastic shock. At a shock v⁺ − v⁻ = P (4), P ∈ N (5), v⁺ ∈ V (6), where V is the tangent
    cone and N the inward normal cone of finitely many one-sided constraints, in the kinetic metric. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions.
Open Scope R_scope.

Section shocks.
Variable E : space.
Variable gradients : list E.
Let V := tangent gradients.
Let N := normal gradients.

(** (4), (5), (6). *)
Definition shock (v_minus v_plus P : E) : Prop := (v_plus - v_minus)%V = P /\ N P /\ V v_plus.

(** (7) v⁺ = prox(V, v⁻);  (8) P = prox(N, −v⁻);  (9) P·v⁺ = 0;  (10) the loss of energy is ½|v⁻ − v⁺|². *)
Definition eq_7 (v_minus v_plus : E) := is_projection V v_minus v_plus.
Definition eq_8 (v_minus P : E) := is_projection N (- v_minus)%V P.
Definition eq_9 (v_plus P : E) := ⟨P, v_plus⟩ = 0.
Definition eq_10 (v_minus v_plus : E) :=
  ||v_plus||² / 2 - ||v_minus||² / 2 = - (||v_minus - v_plus||² / 2).

Lemma normal_times_tangent P v : N P -> V v -> 0 <= ⟨P, v⟩.
Proof. apply normal_tangent_product. Qed.

Theorem eq_7_iff_9 v_minus v_plus P : shock v_minus v_plus P -> (eq_7 v_minus v_plus <-> eq_9 v_plus P).
Proof.
  intros [E4 [E5 E6]]. unfold eq_7, eq_9. split.
  - intro H. destruct (rest_of_projection V v_minus v_plus (tangent_is_cone E gradients) H) as [O _].
    rewrite <- E4. expand_products_in O; expand_products. rewrite (dot_symmetric v_minus v_plus). lra.
  - intro O. split; [exact E6 | intros c Hc]. pose proof (normal_times_tangent P c E5 Hc) as W.
    rewrite <- E4 in O, W. expand_products_in O; expand_products_in W; expand_products.
    rewrite ?(dot_symmetric v_plus c), ?(dot_symmetric v_minus c), ?(dot_symmetric v_minus v_plus) in *. lra.
Qed.

Theorem eq_8_iff_9 v_minus v_plus P : shock v_minus v_plus P -> (eq_8 v_minus P <-> eq_9 v_plus P).
Proof.
  intros [E4 [E5 E6]]. unfold eq_8, eq_9.
  assert (cone_N : is_cone N).
  { repeat split; [apply normal_zero | apply normal_add | apply normal_scale]. }
  assert (Hv : (v_plus : E) = (v_minus + P)%V) by (rewrite <- E4; vector_identity). split.
  - intro H. destruct (rest_of_projection N (- v_minus)%V P cone_N H) as [O _].
    rewrite Hv. expand_products_in O; expand_products. lra.
  - intro O. split; [exact E5 | intros c Hc]. pose proof (normal_times_tangent c v_plus Hc E6) as W.
    rewrite Hv in O, W. expand_products_in O; expand_products_in W; expand_products.
    rewrite ?(dot_symmetric P c), ?(dot_symmetric v_minus c), ?(dot_symmetric v_minus P) in *. lra.
Qed.

Theorem eq_9_iff_10 v_minus v_plus P : shock v_minus v_plus P -> (eq_9 v_plus P <-> eq_10 v_minus v_plus).
Proof.
  intros [E4 _]. unfold eq_9, eq_10. rewrite <- E4.
  split; intro H; expand_products_in H; expand_products; rewrite ?(dot_symmetric v_minus v_plus) in *; lra.
Qed.

(** The standard inelastic shock exists and is unique. *)
Theorem standard_shock_exists v_minus : exists v_plus P, shock v_minus v_plus P /\ eq_7 v_minus v_plus.
Proof.
  assert (F : exists c, admissible (homogeneous E gradients) c).
  { exists zero. apply admissible_homogeneous. apply tangent_is_cone. }
  destruct (solution_exists E _ F v_minus) as [x [r [Hr Ex]]]. exists x, r.
  assert (A : V x) by (apply admissible_homogeneous; exact (reaction_is_admissible E _ _ _ Hr)).
  split; [split; [| split; [exact (reaction_is_normal E _ _ _ Hr) | exact A]] |].
  - rewrite Ex. vector_identity.
  - destruct (solution_is_projection E _ v_minus x (ex_intro _ r (conj Hr Ex))) as [_ W]. split; [exact A |].
    intros c Hc. apply W. apply admissible_homogeneous. exact Hc.
Qed.

Theorem standard_shock_is_unique v_minus v_plus w_plus : eq_7 v_minus v_plus -> eq_7 v_minus w_plus -> v_plus = w_plus.
Proof. apply projection_is_unique. Qed.

(** Carnot: when every contact persists (v⁺ ∈ V ∩ −V), (9) holds, hence (10). *)
Theorem carnot v_minus v_plus P : shock v_minus v_plus P -> V (- v_plus)%V -> eq_9 v_plus P.
Proof.
  intros [_ [E5 E6]] H. unfold eq_9.
  pose proof (normal_times_tangent P v_plus E5 E6). pose proof (normal_times_tangent P _ E5 H) as W. expand_products_in W. lra.
Qed.

(** v⁻ ↦ −P is the gradient of ½dist²(·, V): the difference quotient is off by at most ½|w|². *)
Definition half_squared_distance (v v_plus : E) := ||v - v_plus||² / 2.

Theorem impulse_is_gradient v w p q :
  is_projection V v p -> is_projection V (v + w)%V q ->
  Rabs (half_squared_distance (v + w)%V q - half_squared_distance v p - ⟨v - p, w⟩) <= ||w||² / 2.
Proof.
  intros Hp Hq. unfold half_squared_distance.
  destruct (projection_is_nearest _ _ _ Hp) as [Pin Pnear]. destruct (projection_is_nearest _ _ _ Hq) as [Qin Qnear].
  specialize (Qnear p Pin). destruct Hp as [_ Vp]. specialize (Vp q Qin).
  pose proof (dot_positive (w - (q - p))%V) as S.
  expand_products_in Qnear; expand_products_in Vp; expand_products_in S; expand_products.
  rewrite ?(dot_symmetric p v), ?(dot_symmetric q v), ?(dot_symmetric w v), ?(dot_symmetric q p), ?(dot_symmetric w p), ?(dot_symmetric w q) in *.
  pose proof (dot_positive w). apply Rabs_le. lra.
Qed.
End shocks.

Arguments shock {E}.
Arguments eq_7 {E}.
Arguments eq_8 {E}.
Arguments eq_9 {E}.
Arguments eq_10 {E}.

(** With one constraint the standard shock is the soft one: ⟨grad f, v⁺⟩ = 0 when v⁻ points outward. *)
Theorem soft_shock (E : space) (u v_minus v_plus P : E) :
  shock (u :: nil) v_minus v_plus P -> eq_9 v_plus P -> ⟨u, v_minus⟩ < 0 -> ⟨u, v_plus⟩ = 0.
Proof.
  intros [E4 [E5 E6]] E9 Hout. unfold eq_9 in E9.
  inversion E5 as [| u' g lambda p Hl Hp Eg EP]. inversion Hp as [Ezero |]. subst p. clear Hp.
  assert (Hu : 0 <= ⟨u, v_plus⟩) by (apply E6; left; reflexivity).
  assert (I : ⟨u, v_plus⟩ = ⟨u, v_minus⟩ + lambda * ||u||²).
  { assert (J : ⟨u, lambda * u + zero⟩ = ⟨u, v_plus - v_minus⟩) by (rewrite EP, E4; reflexivity).
    expand_products_in J. lra. }
  rewrite <- EP in E9. expand_products_in E9. pose proof (dot_positive u).
  destruct (Req_dec lambda 0) as [L | L]; [subst lambda; lra | nra].
Qed.
