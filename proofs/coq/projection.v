(** Projections onto convex sets, by their variational inequality. *)

Require Import Reals Lra.
Require Import inner_product.
Open Scope R_scope.

Section projection.
Variable E : space.
Implicit Types x y z c : E.

Definition set := E -> Prop.

Definition convex (C : set) : Prop :=
  forall x y t, C x -> C y -> 0 <= t <= 1 -> C (t * x + (1 - t) * y)%V.

(** x = proj_C z: x lies in C and z − x makes an obtuse angle with every direction from x into C. *)
Definition is_projection (C : set) z x : Prop :=
  C x /\ forall c, C c -> ⟨z - x, c - x⟩ <= 0.

(** x is a point of C nearest to z ("point proximal" in [Moreau 1983]). *)
Definition is_nearest (C : set) z x : Prop :=
  C x /\ forall c, C c -> ||z - x||² <= ||z - c||².

Theorem projection_is_nearest C z x : is_projection C z x -> is_nearest C z x.
Proof.
  intros [Hx Hv]; split; [exact Hx | intros c Hc].
  specialize (Hv c Hc). pose proof (dot_positive (c - x)%V) as P.
  expand_products_in Hv; expand_products_in P; expand_products.
  rewrite ?(dot_symmetric c x), ?(dot_symmetric x z), ?(dot_symmetric c z) in *. lra.
Qed.

Theorem nearest_is_projection C z x : convex C -> is_nearest C z x -> is_projection C z x.
Proof.
  intros HC [Hx Hn]; split; [exact Hx | intros c Hc].
  destruct (Rle_or_lt ⟨z - x, c - x⟩ 0) as [H | H]; [exact H | exfalso].
  (* Going a small share t of the way to c would come nearer to z. *)
  set (a := ⟨z - x, c - x⟩) in *. set (b := ||c - x||²).
  assert (Hb : 0 <= b) by apply dot_positive.
  set (t := a / (a + b)).
  assert (Ht : 0 < t <= 1).
  { unfold t; split.
    - apply Rdiv_lt_0_compat; lra.
    - apply (Rmult_le_reg_r (a + b)); [lra |]. unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hin : C (t * c + (1 - t) * x)%V) by (apply HC; trivial; lra).
  specialize (Hn _ Hin).
  assert (I : ||z - (t * c + (1 - t) * x)||² = ||z - x||² - 2 * t * a + t * t * b).
  { unfold a, b; expand_products. rewrite ?(dot_symmetric c x), ?(dot_symmetric x z), ?(dot_symmetric c z). ring. }
  rewrite I in Hn.
  assert (t * (a + b) = a) by (unfold t; field; lra).
  nra.
Qed.

Theorem projection_is_unique C z x y : is_projection C z x -> is_projection C z y -> x = y.
Proof.
  intros [Hx Vx] [Hy Vy].
  specialize (Vx y Hy). specialize (Vy x Hx).
  apply subtract_null. pose proof (dot_positive (x - y)%V) as P.
  expand_products_in Vx; expand_products_in Vy; expand_products_in P; expand_products.
  rewrite ?(dot_symmetric y x), ?(dot_symmetric x z), ?(dot_symmetric y z) in *. lra.
Qed.

(** Projections do not increase distances. *)
Theorem projection_is_firmly_nonexpansive C z w x y :
  is_projection C z x -> is_projection C w y -> ||x - y||² <= ⟨x - y, z - w⟩.
Proof.
  intros [Hx Vx] [Hy Vy]. specialize (Vx y Hy). specialize (Vy x Hx).
  expand_products_in Vx; expand_products_in Vy; expand_products.
  rewrite ?(dot_symmetric y x), ?(dot_symmetric z x), ?(dot_symmetric z y), ?(dot_symmetric w x), ?(dot_symmetric w y) in *. lra.
Qed.
End projection.

Arguments convex {E}.
Arguments is_projection {E}.
Arguments is_nearest {E}.
Arguments projection_is_nearest {E}.
Arguments nearest_is_projection {E}.
Arguments projection_is_unique {E}.
Arguments projection_is_firmly_nonexpansive {E}.
