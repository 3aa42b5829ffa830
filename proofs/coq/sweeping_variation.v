(** The a-priori estimate in BV of the sweeping scheme [Dzonou, Monteiro Marques, Paoli]; the same estimate is the first stage of [Paoli 2004, theorem 2.1]. The cones V(q_n) of admissible velocities
    differ from step to step; near a point where the gradients of the active constraints are independent they all contain one ball, of centre c and radius r. Then the variation of the velocities is
    bounded by the data, whatever the number of steps and impacts, and whatever e:

        |u_N| ≤ |u_0| + N h F,      Σ |u_{n+1} − u_n| ≤ N h F + (2|c|/r) (|u_0| + N h F).

    The metric is fixed: of M(q) it is the estimate at one q. With it Helly's theorem (every sequence of functions of bounded variation, bounded together, has a subsequence that converges everywhere) gives a
    limit; that theorem, and that of Ascoli for the positions, are not in the standard library, and are the frontier of the convergence theorems here. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions impact_law chain sweeping_step.
Import ListNotations.
Open Scope R_scope.

Section variation.
Variable E : space.
Implicit Types u v w f x c d : E.
Variable e : R.
Hypothesis e_range : 0 <= e <= 1.

(** N steps from u to v, with forces of at most F and cones that contain the ball; the last number is the variation of the velocities. *)
Inductive scheme (h F : R) c (r : R) : nat -> E -> E -> R -> Prop :=
| at_the_start u : scheme h F c r 0 u u 0
| and_a_step n u v u' f gradients total :
    scheme h F c r n u v total -> norm f <= F -> (forall d, norm d <= r -> tangent gradients (c + d)%V) ->
    sweeping_step gradients e h f v u' -> scheme h F c r (S n) u u' (total + norm (u' - v)%V).

Lemma product_is_bounded x y : Rabs ⟨x, y⟩ <= norm x * norm y.
Proof.
  pose proof (norm_nonnegative E x) as X. pose proof (norm_nonnegative E y) as Y. pose proof (cauchy_schwarz x y) as C.
  rewrite <- (norm_squared E x), <- (norm_squared E y) in C. apply Rsqr_incr_0_var; [| apply Rmult_le_pos; assumption].
  rewrite <- Rsqr_abs. unfold Rsqr. lra.
Qed.

(** What the cone takes away points against c. *)
Lemma reaction_along_the_ball gradients x w c r : 0 <= r -> (forall d, norm d <= r -> tangent gradients (c + d)%V) ->
  is_projection (tangent gradients) x w -> r * norm (w - x)%V <= ⟨w - x, c⟩.
Proof.
  intros R0 B P. destruct (rest_of_projection _ x w (tangent_is_cone E gradients) P) as [O Q].
  set (y := (x - w)%V) in *. assert (S : norm (w - x)%V = norm y) by (unfold norm; f_equal; unfold y; expand_products; ring).
  assert (T : ⟨w - x, c⟩ = - ⟨y, c⟩) by (unfold y; expand_products; ring). rewrite S, T. clear S T.
  pose proof (norm_nonnegative E y) as Y. pose proof (norm_squared E y) as Z. destruct Y as [Y | Y].
  - set (d := ((r / norm y) * y)%V).
    assert (D : norm d = r). { unfold d. rewrite norm_of_multiple by (apply Rmult_le_pos; [exact R0 | left; apply Rinv_0_lt_compat; exact Y]). field. lra. }
    assert (I : ⟨c + d, y⟩ <= 0) by (apply Q, B; rewrite D; lra). rewrite dot_symmetric in I.
    assert (G : ⟨y, d⟩ = r * norm y). { unfold d. expand_products. rewrite <- Z. field. lra. }
    expand_products_in I. rewrite G in I. lra.
  - rewrite <- Y in *. assert (N : y = zero) by (apply definite; lra). rewrite N. expand_products. lra.
Qed.

Theorem variation_is_bounded h F c r n u v total : 0 <= h -> 0 < r -> scheme h F c r n u v total ->
  norm v <= norm u + INR n * h * F /\ total <= INR n * h * F + 2 * norm c / r * (norm u + INR n * h * F).
Proof.
  intros Hh Hr S.
  assert (All : norm v <= norm u + INR n * h * F /\ 0 <= INR n * h * F /\ r * (total - INR n * h * F) <= ⟨v, c⟩ - ⟨u, c⟩ + INR n * h * F * norm c).
  { induction S as [u | n u v u' f gradients total S [IH1 [IH2 IH3]] Hf Ball Step].
    - cbn [INR]. rewrite !Rmult_0_l. repeat split; lra.
    - pose proof (step_is_bounded E gradients e e_range h f v u' Hh Step) as B. pose proof (norm_nonnegative E f) as F0. pose proof (norm_nonnegative E c) as C0.
      assert (HF : h * norm f <= h * F) by (apply Rmult_le_compat_l; assumption). assert (HF0 : 0 <= h * norm f) by (apply Rmult_le_pos; assumption).
      rewrite S_INR. split; [lra |]. split; [lra |].
      destruct Step as [w [Hw Eu]]. set (k := h / (1 + e)) in Hw. set (x := (v + k * f)%V) in Hw.
      assert (K : (1 + e) * k = h) by (unfold k; field; lra).
      assert (I : (u' - v)%V = ((1 + e) * (w - x) + h * f)%V) by (rewrite Eu, <- K; unfold x; apply dot_extensional; intro z; expand_products; ring).
      pose proof (reaction_along_the_ball gradients x w c r (Rlt_le _ _ Hr) Ball Hw) as P.
      assert (N : norm (u' - v)%V <= (1 + e) * norm (w - x)%V + h * norm f).
      { rewrite I. eapply Rle_trans; [apply triangle |]. rewrite !norm_of_multiple by lra. lra. }
      assert (J : ⟨u', c⟩ - ⟨v, c⟩ = (1 + e) * ⟨w - x, c⟩ + h * ⟨f, c⟩).
      { transitivity ⟨u' - v, c⟩; [expand_products; ring |]. rewrite I. rewrite dot_add, !dot_scale. ring. }
      assert (Q : - (h * F * norm c) <= h * ⟨f, c⟩).
      { pose proof (product_is_bounded f c) as A. assert (- (norm f * norm c) <= ⟨f, c⟩) by (revert A; unfold Rabs; destruct (Rcase_abs ⟨f, c⟩); lra).
        assert (h * (norm f * norm c) <= h * F * norm c) by (rewrite <- Rmult_assoc; apply Rmult_le_compat_r; assumption). nra. }
      assert (P' : (1 + e) * (r * norm (w - x)%V) <= (1 + e) * ⟨w - x, c⟩) by (apply Rmult_le_compat_l; lra).
      assert (N' : r * norm (u' - v)%V <= r * ((1 + e) * norm (w - x)%V + h * F)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct All as [A [A0 B]]. split; [exact A |].
  pose proof (product_is_bounded v c) as V. pose proof (product_is_bounded u c) as U. pose proof (norm_nonnegative E c) as C0.
  assert (V' : ⟨v, c⟩ <= norm v * norm c) by (eapply Rle_trans; [apply Rle_abs | exact V]).
  assert (U' : - ⟨u, c⟩ <= norm u * norm c) by (eapply Rle_trans; [apply Rle_abs | rewrite Rabs_Ropp; exact U]).
  assert (W : norm v * norm c <= (norm u + INR n * h * F) * norm c) by (apply Rmult_le_compat_r; assumption).
  apply (Rmult_le_reg_l r); [exact Hr |].
  replace (r * (INR n * h * F + 2 * norm c / r * (norm u + INR n * h * F))) with (r * (INR n * h * F) + 2 * norm c * (norm u + INR n * h * F)) by (field; lra). lra.
Qed.
End variation.

Arguments scheme {E}.
