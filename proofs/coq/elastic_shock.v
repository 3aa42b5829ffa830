(** [Moreau 1983]: what is said beside the standard shock. With one constraint conservation of energy leaves the reflection; in a motion without shocks
    the velocity lies in V ∩ −V, and the inclusion (3) may be written with either cone. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions inelastic_shocks impact_law.
Import ListNotations.
Open Scope R_scope.

Section shocks.
Variable E : space.

(** With one constraint, met from inside, (4), (5), (6) and conserved energy: v⁺ = v⁻ − 2 ⟨u, v⁻⟩/|u|² u. *)
Theorem elastic_shock_reflects (u v_minus v_plus P : E) :
  shock [u] v_minus v_plus P -> ⟨u, v_minus⟩ < 0 -> ||v_plus||² = ||v_minus||² ->
  v_plus = (v_minus - (2 * ⟨u, v_minus⟩ / ||u||²) * u)%V.
Proof.
  intros [E4 [E5 E6]] Hout Energy.
  inversion E5 as [| u' g lambda p Hl Hp Eg EP]. inversion Hp as [Ezero |]. subst p. clear Hp.
  assert (Hu : 0 < ||u||²).
  { destruct (dot_positive u) as [P0 | P0]; [exact P0 | exfalso]. pose proof (null_is_orthogonal u (eq_sym P0) v_minus). lra. }
  assert (V : v_plus = (v_minus + lambda * u)%V).
  { apply dot_extensional; intro w. assert (J : ⟨lambda * u + zero, w⟩ = ⟨v_plus - v_minus, w⟩) by (rewrite EP, E4; reflexivity).
    expand_products_in J. expand_products. lra. }
  assert (Hin : 0 <= ⟨u, v_plus⟩) by (apply E6; left; reflexivity).
  rewrite V in Hin, Energy. expand_products_in Hin. expand_products_in Energy. rewrite (dot_symmetric v_minus u) in Energy.
  assert (L : lambda * (lambda * ||u||² + 2 * ⟨u, v_minus⟩) = 0) by lra.
  assert (L0 : lambda <> 0) by (intro Z; rewrite Z in Hin; lra).
  apply Rmult_integral in L. destruct L as [L | L]; [contradiction |].
  rewrite V. replace lambda with (- (2 * ⟨u, v_minus⟩ / ||u||²)) by (apply (Rmult_eq_reg_r ||u||²); [field_simplify; lra | lra]). vector_identity.
Qed.

(** It is Newton's law with e = 1. *)
Theorem elastic_shock_is_law (u v_minus v_plus P : E) :
  shock [u] v_minus v_plus P -> ⟨u, v_minus⟩ < 0 -> ||v_plus||² = ||v_minus||² -> averaged_law [u] 1 v_minus v_plus.
Proof.
  intros S Hout Energy. rewrite (elastic_shock_reflects u v_minus v_plus P S Hout Energy).
  assert (Hu : 0 < ||u||²).
  { destruct (dot_positive u) as [P0 | P0]; [exact P0 | exfalso]. pose proof (null_is_orthogonal u (eq_sym P0) v_minus). lra. }
  set (k := 2 * ⟨u, v_minus⟩ / ||u||²). assert (K : k * ||u||² = 2 * ⟨u, v_minus⟩) by (unfold k; field; lra).
  unfold averaged_law. split.
  - intros w [<- | []]. expand_products. lra.
  - intros c Hc. pose proof (Hc u (or_introl eq_refl)) as H. expand_products.
    rewrite ?(dot_symmetric v_minus u) in *. assert (k < 0) by nra. nra.
Qed.

(** ∂ψ(V, v): the outward normals of V at v. *)
Definition normals_at (C : E -> Prop) (v y : E) : Prop := C v /\ forall c, C c -> ⟨y, c - v⟩ <= 0.
Definition minus (C : E -> Prop) : E -> Prop := fun v => C (- v)%V.

(** (1) implies (3) where there is no shock, v ∈ V ∩ −V; and there (3) says y ∈ −N and nothing else. *)
Theorem eq_1_iff_3 gradients (v y : E) : tangent gradients v -> minus (tangent gradients) v ->
  (normal gradients y <-> normals_at (tangent gradients) v (- y)%V).
Proof.
  intros H1 H2. unfold minus in H2. split.
  - intro N. split; [exact H1 |]. intros c Hc.
    pose proof (normal_tangent_product E _ _ _ N Hc). pose proof (normal_tangent_product E _ _ _ N H1). pose proof (normal_tangent_product E _ _ _ N H2) as H3.
    expand_products_in H3. expand_products. lra.
  - intros [_ H]. assert (Q : polar (tangent gradients) (- y)%V).
    { intros c Hc. assert (S : tangent gradients (v + c)%V) by (apply tangent_is_cone; assumption).
      specialize (H _ S). expand_products_in H. expand_products. rewrite (dot_symmetric c y). lra. }
    apply farkas in Q. unfold outward in Q. replace y with (- - y)%V by vector_identity. exact Q.
Qed.

(** The right-hand side of (3) may be written −∂ψ(−V, v) as well. *)
Theorem eq_3_with_minus_V gradients (v y : E) : tangent gradients v -> minus (tangent gradients) v ->
  (normals_at (tangent gradients) v y <-> normals_at (minus (tangent gradients)) v (- y)%V).
Proof.
  intros H1 H2. unfold normals_at, minus in *.
  assert (Z : tangent gradients zero) by apply tangent_is_cone.
  assert (D : tangent gradients (v + v)%V) by (apply tangent_is_cone; assumption).
  assert (D' : tangent gradients (- v + - v)%V) by (apply tangent_is_cone; assumption).
  split; intros [A B].
  - split; [exact H2 |]. intros c Hc. pose proof (B _ Z) as B0. pose proof (B _ D) as B2. pose proof (B _ Hc) as B3.
    expand_products_in B0. expand_products_in B2. expand_products_in B3. expand_products. lra.
  - split; [exact H1 |]. intros c Hc. assert (Z' : tangent gradients (- zero)%V) by (replace (- zero : E)%V with (zero : E) by vector_identity; exact Z).
    assert (D2 : tangent gradients (- (v + v))%V) by (replace (- (v + v))%V with (- v + - v)%V by vector_identity; exact D').
    assert (C2 : tangent gradients (- - c)%V) by (replace (- - c)%V with c by vector_identity; exact Hc).
    pose proof (B _ Z') as B0. pose proof (B _ D2) as B2. pose proof (B _ C2) as B3.
    expand_products_in B0. expand_products_in B2. expand_products_in B3. expand_products. lra.
Qed.
End shocks.
