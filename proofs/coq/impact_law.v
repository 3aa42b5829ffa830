(** Newton's law with a coefficient of restitution, for any number of constraints, in two forms:
    [Paoli 2004, (2)]   v⁺ = Proj(T, v⁻) − e Proj(N*, v⁻), and
    the averaged law of the sweeping paper [Dzonou, Monteiro Marques, Paoli]: (v⁺ + e v⁻)/(1 + e) = Proj(V, v⁻);
    and the exact energy balance of one step of the sweeping scheme. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions.
Open Scope R_scope.

Section law.
Variable E : space.
Variable gradients : list E.
Variable e : R.
Hypothesis e_range : 0 <= e <= 1.
Let T := tangent gradients.
Let N_star := outward gradients.  (* {w : ⟨w, v⟩ ≤ 0 for all v in T}, in the kinetic metric *)

Definition paoli_law (v_minus v_plus : E) : Prop :=
  exists p n, is_projection T v_minus p /\ is_projection N_star v_minus n /\ v_plus = (p - e * n)%V.

Definition averaged_law (v_minus v_plus : E) : Prop :=
  is_projection T v_minus (/ (1 + e) * (v_plus + e * v_minus))%V.

Theorem paoli_law_iff_averaged v_minus v_plus : paoli_law v_minus v_plus <-> averaged_law v_minus v_plus.
Proof.
  pose proof (tangent_and_normal_are_polar E gradients) as polar. unfold paoli_law, averaged_law. split.
  - intros [p [n [Hp [Hn ->]]]].
    destruct (proj1 (two_cones _ _ v_minus p n polar) (conj Hp Hn)) as [Hz _].
    replace (/ (1 + e) * ((p - e * n) + e * v_minus))%V with p; [exact Hp |].
    rewrite Hz. apply dot_extensional; intro w. expand_products. field. lra.
  - intro Hp. set (p := (/ (1 + e) * (v_plus + e * v_minus))%V) in *.
    destruct (rest_of_projection _ v_minus p (tangent_is_cone E gradients) Hp) as [O P].
    exists p, (v_minus - p)%V. split; [exact Hp |].
    assert (Hz : v_minus = (p + (v_minus - p))%V) by vector_identity.
    assert (Hin : N_star (v_minus - p)%V) by (apply farkas; exact P).
    destruct (proj2 (two_cones _ _ v_minus p (v_minus - p)%V polar) (conj Hz (conj (proj1 Hp) (conj Hin O)))) as [_ Hn].
    split; [exact Hn |]. unfold p. apply dot_extensional; intro w. expand_products. field. lra.
Qed.

(** The law determines v⁺, for every v⁻. *)
Theorem law_exists v_minus : exists v_plus, averaged_law v_minus v_plus.
Proof.
  assert (F : exists c, admissible (homogeneous E gradients) c).
  { exists zero. apply admissible_homogeneous. apply tangent_is_cone. }
  destruct (solution_exists E _ F v_minus) as [x Hx]. exists ((1 + e) * x - e * v_minus)%V. unfold averaged_law.
  replace (/ (1 + e) * (((1 + e) * x - e * v_minus) + e * v_minus))%V with x
    by (apply dot_extensional; intro w; expand_products; field; lra).
  destruct (solution_is_projection E _ v_minus x Hx) as [A W]. split; [apply admissible_homogeneous; exact A |].
  intros c Hc. apply W. apply admissible_homogeneous. exact Hc.
Qed.

Theorem law_is_unique v_minus v_plus w_plus : averaged_law v_minus v_plus -> averaged_law v_minus w_plus -> v_plus = w_plus.
Proof.
  intros H1 H2. pose proof (projection_is_unique _ _ _ _ H1 H2) as I. apply dot_extensional; intro w.
  assert (J : ⟨(1 + e) * (/ (1 + e) * (v_plus + e * v_minus)), w⟩ = ⟨(1 + e) * (/ (1 + e) * (w_plus + e * v_minus)), w⟩) by (rewrite I; reflexivity).
  expand_products_in J. field_simplify in J; lra.
Qed.

(** The impact dissipates: the change of kinetic energy is −(1 − e)/(2(1 + e)) |v⁺ − v⁻|². *)
Theorem energy_of_impact v_minus v_plus : averaged_law v_minus v_plus ->
  ||v_plus||² / 2 - ||v_minus||² / 2 = - ((1 - e) / (2 * (1 + e))) * ||v_plus - v_minus||².
Proof.
  intro H. destruct (rest_of_projection _ _ _ (tangent_is_cone E gradients) H) as [O _].
  set (p := (/ (1 + e) * (v_plus + e * v_minus))%V) in *.
  assert (Hv : v_plus = ((1 + e) * p - e * v_minus)%V)
    by (unfold p; apply dot_extensional; intro w; expand_products; field; lra).
  clearbody p. subst v_plus. expand_products_in O. expand_products.
  rewrite ?(dot_symmetric v_minus p) in *. assert (P : ⟨p, v_minus⟩ = ||p||²) by lra. rewrite P. field. lra.
Qed.

Corollary energy_never_increases v_minus v_plus : averaged_law v_minus v_plus -> ||v_plus||² <= ||v_minus||².
Proof.
  intro H. pose proof (energy_of_impact _ _ H) as B. pose proof (dot_positive (v_plus - v_minus)%V) as P.
  assert (0 <= (1 - e) / (2 * (1 + e))) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]). nra.
Qed.

(** One step of the sweeping scheme: with force f (as an acceleration) and step h, w = Proj(V, u + h/(1+e) f) and
    u' = (1+e) w − e u. Its exact balance: ½|u'|² − ½|u|² = −(1−e)/(2(1+e)) |u'−u|² + h ⟨f, u' + e u⟩/(1+e). *)
Definition sweeping_step (h : R) (f u u' : E) : Prop :=
  exists w, is_projection T (u + (h / (1 + e)) * f)%V w /\ u' = ((1 + e) * w - e * u)%V.

Theorem balance_of_sweeping_step h f u u' : sweeping_step h f u u' ->
  ||u'||² / 2 - ||u||² / 2 = - ((1 - e) / (2 * (1 + e))) * ||u' - u||² + h * ⟨f, u' + e * u⟩ / (1 + e).
Proof.
  intros [w [Hw ->]]. destruct (rest_of_projection _ _ _ (tangent_is_cone E gradients) Hw) as [O _].
  expand_products_in O. expand_products.
  rewrite ?(dot_symmetric u w), ?(dot_symmetric f w), ?(dot_symmetric f u) in *.
  assert (P : ||w||² = ⟨w, u⟩ + h / (1 + e) * ⟨w, f⟩) by lra. rewrite P. field. lra.
Qed.

(** Without force the energy of the scheme never increases. *)
Corollary sweeping_dissipates h u u' : sweeping_step h zero u u' -> ||u'||² <= ||u||².
Proof.
  intro H. pose proof (balance_of_sweeping_step _ _ _ _ H) as B. rewrite dot_zero in B.
  pose proof (dot_positive (u' - u)%V) as P.
  assert (0 <= (1 - e) / (2 * (1 + e))) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]). nra.
Qed.
End law.

Arguments paoli_law {E}.
Arguments averaged_law {E}.
Arguments sweeping_step {E}.
