(** [Sayah 2004]: the quasi-static chain with dry friction, in any inner-product space.
    Bars have unit vectors T_1 … T_n, node 0 moves at U, node i at u_i; θ_i is the tension of bar i, θ_{n+1} = 0.
    Bars keep their length: T_i·u_i = T_i·u_{i−1}. Friction: f_i = θ_{i+1} T_{i+1} − θ_i T_i has |f_i| ≤ 1 and
    f_i·u_i = |u_i|, which is f_i ∈ ∂|·|(u_i). *)

Require Import Reals Lra List.
Require Import inner_product.
Import ListNotations.
Open Scope R_scope.

Section chain.
Variable E : space.
Implicit Types (u v f T U : E) (bars : list E) (tensions : list R).

Definition norm v : R := sqrt ||v||².

Lemma norm_nonnegative v : 0 <= norm v.
Proof. apply sqrt_pos. Qed.
Lemma norm_squared v : norm v * norm v = ||v||².
Proof. apply sqrt_sqrt, dot_positive. Qed.
Lemma norm_zero v : norm v = 0 -> v = zero.
Proof. intro H. apply definite. rewrite <- norm_squared, H. ring. Qed.

Lemma power_bound f v : ||f||² <= 1 -> ⟨f, v⟩ <= norm v.
Proof.
  intro Hf. pose proof (cauchy_schwarz f v) as C. pose proof (norm_nonnegative v) as N. pose proof (norm_squared v) as S.
  pose proof (dot_positive v). destruct (Rle_or_lt ⟨f, v⟩ (norm v)) as [G | G]; [exact G | exfalso]. nra.
Qed.

Lemma power_attained f v : ||f||² <= 1 -> ⟨f, v⟩ = norm v -> v = (norm v * f)%V.
Proof.
  intros Hf Hv. apply subtract_null. pose proof (dot_positive (v - norm v * f)%V) as P.
  pose proof (norm_squared v) as S. pose proof (norm_nonnegative v) as N.
  assert (I : dot (v - norm v * f)%V (v - norm v * f)%V = ||v||² - 2 * norm v * ⟨f, v⟩ + norm v * norm v * ||f||²).
  { expand_products. rewrite (dot_symmetric v f). ring. }
  rewrite I in *. rewrite Hv in *. nra.
Qed.

(** θ_1 T_1, the pull of the first bar; 0 where there is none. *)
Definition pull bars tensions : E :=
  match bars, tensions with T :: _, theta :: _ => (theta * T)%V | _, _ => zero end.

(** Velocities compatible with the bars, from node 0 at u on. *)
Inductive compatible : E -> list E -> list E -> Prop :=
| compatible_nil u : compatible u [] []
| compatible_cons u T bars v velocities :
    ⟨T, v⟩ = ⟨T, u⟩ -> compatible v bars velocities -> compatible u (T :: bars) (v :: velocities).

(** Tensions that the friction of the nodes can balance. *)
Inductive feasible : list E -> list R -> Prop :=
| feasible_nil : feasible [] []
| feasible_cons T bars theta tensions :
    ||pull bars tensions - theta * T||² <= 1 -> feasible bars tensions -> feasible (T :: bars) (theta :: tensions).

(** Velocities and tensions that solve the problem [Sayah 2004, (5)–(8)]. *)
Inductive equilibrium : E -> list E -> list E -> list R -> Prop :=
| equilibrium_nil u : equilibrium u [] [] []
| equilibrium_cons u T bars v velocities theta tensions :
    ⟨T, v⟩ = ⟨T, u⟩ ->
    ||pull bars tensions - theta * T||² <= 1 -> ⟨pull bars tensions - theta * T, v⟩ = norm v ->
    equilibrium v bars velocities tensions -> equilibrium u (T :: bars) (v :: velocities) (theta :: tensions).

Definition dissipation velocities : R := fold_right (fun v sum => norm v + sum) 0 velocities.

Lemma dissipation_nonnegative velocities : 0 <= dissipation velocities.
Proof. induction velocities as [| v l IH]; simpl; [lra |]. pose proof (norm_nonnegative v). lra. Qed.

Lemma equilibrium_parts u bars velocities tensions :
  equilibrium u bars velocities tensions -> compatible u bars velocities /\ feasible bars tensions.
Proof. induction 1 as [| ? ? ? ? ? ? ? ? ? ? ? [IH1 IH2]]; split; constructor; assumption. Qed.

(** Weak duality: −θ_1 T_1·U ≤ Σ |v_i|, whatever the compatible velocities and feasible tensions. *)
Theorem weak_duality u bars velocities tensions :
  compatible u bars velocities -> feasible bars tensions -> - ⟨pull bars tensions, u⟩ <= dissipation velocities.
Proof.
  intro C. revert tensions. induction C as [u | u T bars v velocities Hc C IH]; intros tensions F; inversion F; subst.
  - simpl. rewrite dot_zero. lra.
  - match goal with H : feasible bars ?t |- _ => specialize (IH t H) end.
    match goal with H : ||_||² <= 1 |- _ => pose proof (power_bound _ v H) as P end.
    simpl. expand_products. expand_products_in P. rewrite <- Hc. lra.
Qed.

(** Strong duality: at an equilibrium the two values agree … *)
Theorem strong_duality u bars velocities tensions :
  equilibrium u bars velocities tensions -> - ⟨pull bars tensions, u⟩ = dissipation velocities.
Proof.
  induction 1 as [| u T bars v velocities theta tensions Hc Hf Hp Heq IH]; simpl.
  - rewrite dot_zero. lra.
  - expand_products. expand_products_in Hp. rewrite <- Hc. lra.
Qed.

(** … so the velocities dissipate least, and the tensions are best. *)
Theorem equilibrium_is_optimal u bars velocities tensions : equilibrium u bars velocities tensions ->
  (forall other, compatible u bars other -> dissipation velocities <= dissipation other) /\
  (forall other, feasible bars other -> - ⟨pull bars other, u⟩ <= - ⟨pull bars tensions, u⟩).
Proof.
  intro H. destruct (equilibrium_parts _ _ _ _ H) as [C F]. rewrite (strong_duality _ _ _ _ H). split.
  - intros other Ho. rewrite <- (strong_duality _ _ _ _ H). apply weak_duality; assumption.
  - intros other Ho. apply weak_duality; assumption.
Qed.

(** A pair with equal values is an equilibrium: a vanishing gap certifies both. *)
Theorem gap_certificate u bars velocities tensions : compatible u bars velocities -> feasible bars tensions ->
  dissipation velocities <= - ⟨pull bars tensions, u⟩ -> equilibrium u bars velocities tensions.
Proof.
  intro C. revert tensions. induction C as [u | u T bars v velocities Hc C IH]; intros tensions F G; inversion F; subst.
  - constructor.
  - match goal with H : feasible bars ?t |- _ => pose proof (weak_duality _ _ _ _ C H) as W; specialize (IH t H) end.
    match goal with H : ||_||² <= 1 |- _ => pose proof (power_bound _ v H) as P end.
    simpl in G. expand_products_in G. rewrite <- Hc in G. pose proof P as P'. expand_products_in P'.
    constructor; try assumption.
    + apply Rle_antisym; [exact P |]. expand_products. lra.
    + apply IH. lra.
Qed.

Lemma all_at_rest velocities : dissipation velocities = 0 -> Forall (fun v => v = zero) velocities.
Proof.
  induction velocities as [| v l IH]; simpl; intro H; constructor.
  - apply norm_zero. pose proof (norm_nonnegative v). pose proof (dissipation_nonnegative l). lra.
  - apply IH. pose proof (norm_nonnegative v). pose proof (dissipation_nonnegative l). lra.
Qed.

(** Proposition 2.1: if u_j·T_{j+1} = 0, the sub-chain beyond node j is at rest. *)
Theorem proposition_2_1 u T bars velocities tensions :
  equilibrium u (T :: bars) velocities tensions -> ⟨T, u⟩ = 0 -> Forall (fun v => v = zero) velocities.
Proof.
  intros H O. apply all_at_rest. rewrite <- (strong_duality _ _ _ _ H).
  inversion H; subst. simpl. expand_products. rewrite O. ring.
Qed.

(** With the same tensions, the velocities are the same. *)
Lemma same_tensions_same_velocities u bars velocities tensions :
  equilibrium u bars velocities tensions -> forall other, equilibrium u bars other tensions -> other = velocities.
Proof.
  induction 1 as [| u T bars v velocities theta tensions Hc Hf Hp Heq IH]; intros other Ho.
  - inversion Ho; reflexivity.
  - inversion Ho as [| u' T' bars' w others theta' tensions' Hc' Hf' Hp' Heq']; subst.
    assert (W : w = v).
    { pose proof (power_attained _ _ Hf Hp) as V1. pose proof (power_attained _ _ Hf Hp') as W1.
      set (f := (pull bars tensions - theta * T)%V) in *.
      destruct (Req_dec ⟨T, f⟩ 0) as [Z | Z].
      - (* the bar is orthogonal to the force: by Proposition 2.1 both are at rest *)
        assert (O : ⟨T, u⟩ = 0) by (rewrite <- Hc, V1; expand_products; rewrite Z; ring).
        assert (H : equilibrium u (T :: bars) (v :: velocities) (theta :: tensions)) by (constructor; assumption).
        pose proof (proposition_2_1 _ _ _ _ _ H O) as R1. pose proof (proposition_2_1 _ _ _ _ _ Ho O) as R2.
        inversion R1; inversion R2; subst. reflexivity.
      - assert (N : norm w = norm v).
        { assert (I : norm w * ⟨T, f⟩ = norm v * ⟨T, f⟩).
          { rewrite <- !dot_scale_r, <- W1, <- V1, Hc, Hc'. reflexivity. }
          apply (Rmult_eq_reg_r ⟨T, f⟩); assumption. }
        rewrite W1, N, <- V1. reflexivity. }
    subst w. f_equal. apply IH. exact Heq'.
Qed.

(** Proposition 2.2: the velocity problem has one solution only: every compatible field that dissipates as little is the same. *)
Theorem proposition_2_2 u bars velocities tensions other :
  equilibrium u bars velocities tensions -> compatible u bars other ->
  dissipation other <= dissipation velocities -> other = velocities.
Proof.
  intros H C D. apply (same_tensions_same_velocities u bars velocities tensions H).
  apply gap_certificate; [exact C | apply (equilibrium_parts _ _ _ _ H) |].
  rewrite (strong_duality _ _ _ _ H). exact D.
Qed.
End chain.

Arguments norm {E}.
Arguments pull {E}.
Arguments compatible {E}.
Arguments feasible {E}.
Arguments equilibrium {E}.
Arguments dissipation {E}.
