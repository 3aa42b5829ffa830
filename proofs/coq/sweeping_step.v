(** One step of the sweeping scheme [Dzonou, Monteiro Marques, Paoli], beside its energy balance (impact_law.v): it is the inclusion at its instant, and its velocities
    are bounded a priori by the data. Of the convergence theorem that is what does not need compactness in BV (Helly), the frontier. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions impact_law chain.
Import ListNotations.
Open Scope R_scope.

Section steps.
Variable E : space.
Implicit Types u v w f x y : E.

Lemma triangle x y : norm (x + y)%V <= norm x + norm y.
Proof.
  pose proof (norm_nonnegative E x). pose proof (norm_nonnegative E y). pose proof (norm_nonnegative E (x + y)%V).
  apply Rsqr_incr_0; unfold Rsqr; try lra. rewrite norm_squared.
  pose proof (norm_squared E x) as X. pose proof (norm_squared E y) as Y. pose proof (cauchy_schwarz x y) as C.
  expand_products. rewrite (dot_symmetric y x), <- X, <- Y. rewrite <- X, <- Y in C.
  assert (⟨x, y⟩ <= norm x * norm y); [| lra].
  destruct (Rle_or_lt ⟨x, y⟩ (norm x * norm y)) as [G | G]; [exact G | exfalso]. assert (0 <= norm x * norm y) by (apply Rmult_le_pos; assumption). nra.
Qed.

Lemma norm_of_multiple a x : 0 <= a -> norm (a * x)%V = a * norm x.
Proof. intro A. unfold norm. expand_products. replace (a * (a * ||x||²)) with ((a * a) * ||x||²) by ring. rewrite sqrt_mult by (try apply dot_positive; nra). rewrite sqrt_square by exact A. reflexivity. Qed.

Variable gradients : list E.
Variable e : R.
Hypothesis e_range : 0 <= e <= 1.
Let V := tangent gradients.

(** −(u' − u) + h f ∈ ∂ψ_V((u' + e u)/(1 + e)): the inclusion with du = u' − u and dt = h. *)
Definition inclusion (h : R) f u u' : Prop :=
  let w := (/ (1 + e) * (u' + e * u))%V in V w /\ forall c, V c -> ⟨h * f - (u' - u), c - w⟩ <= 0.

Theorem step_is_inclusion h f u u' : sweeping_step gradients e h f u u' <-> inclusion h f u u'.
Proof.
  unfold sweeping_step, inclusion. set (w := (/ (1 + e) * (u' + e * u))%V). cbn zeta.
  assert (Eu : u' = ((1 + e) * w - e * u)%V) by (unfold w; apply dot_extensional; intro z; expand_products; field; lra).
  assert (P : forall c, ⟨h * f - (u' - u), c - w⟩ = (1 + e) * ⟨(u + (h / (1 + e)) * f) - w, c - w⟩).
  { intro c. rewrite Eu at 1. expand_products. field. lra. }
  split.
  - intros [w' [[A W] Ew]]. assert (Same : w' = w).
    { unfold w. rewrite Ew. apply dot_extensional; intro z. expand_products. field. lra. }
    rewrite Same in *. split; [exact A |]. intros c Hc. rewrite P. specialize (W c Hc). nra.
  - intros [A W]. exists w. split; [| exact Eu]. split; [exact A |]. intros c Hc. specialize (W c Hc). rewrite P in W. nra.
Qed.

(** A priori: |u'| ≤ |u| + h |f|, whatever the constraints, and whatever e. *)
Theorem step_is_bounded h f u u' : 0 <= h -> sweeping_step gradients e h f u u' -> norm u' <= norm u + h * norm f.
Proof.
  intros Hh [w [Hw Eu]]. set (k := h / (1 + e)). assert (K : 0 <= k) by (unfold k; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  set (x := (u + k * f)%V). fold k in Hw. fold x in Hw.
  set (y := ((1 + e) * w - e * x)%V).
  assert (L : averaged_law gradients e x y).
  { unfold averaged_law. replace (/ (1 + e) * (y + e * x))%V with w; [exact Hw |]. unfold y. apply dot_extensional; intro z. expand_products. field. lra. }
  assert (Y : norm y <= norm x).
  { unfold norm. apply sqrt_le_1_alt. exact (energy_never_increases E gradients e e_range x y L). }
  assert (I : u' = (y + (e * k) * f)%V) by (rewrite Eu; unfold y, x; vector_identity).
  rewrite I. assert (Ek : 0 <= e * k) by (apply Rmult_le_pos; lra).
  pose proof (triangle y ((e * k) * f)%V) as T1. pose proof (triangle u (k * f)%V) as T2. fold x in T2.
  rewrite (norm_of_multiple _ f Ek) in T1. rewrite (norm_of_multiple _ f K) in T2.
  assert (S : e * k + k = h) by (unfold k; field; lra). nra.
Qed.

(** So over any number of steps with forces of at most F: |u_n| ≤ |u_0| + n h F. *)
Inductive steps (h F : R) : nat -> E -> E -> Prop :=
| no_step u : steps h F 0 u u
| one_more n u v u' f : steps h F n u v -> norm f <= F -> sweeping_step gradients e h f v u' -> steps h F (S n) u u'.

Theorem velocities_are_bounded h F n u v : 0 <= h -> steps h F n u v -> norm v <= norm u + INR n * h * F.
Proof.
  intros Hh S. induction S as [u | n u v u' f S IH Hf Step]; [simpl; lra |].
  pose proof (step_is_bounded h f v u' Hh Step) as B. rewrite S_INR. assert (h * norm f <= h * F) by (apply Rmult_le_compat_l; assumption). lra.
Qed.
End steps.

Arguments inclusion {E}.
Arguments steps {E}.
