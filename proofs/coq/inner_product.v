(** Real inner-product spaces, of any dimension: all that the statics of one-sided constraints needs.

    A space is a record: vectors, their linear operations, and an inner product that is bilinear, symmetric, positive and
    extensional (vectors with the same products are equal). Nothing is assumed complete or finite-dimensional. *)

Require Import Reals Lra.
Open Scope R_scope.

Record space : Type := Space {
  vector :> Type;
  zero : vector;
  add : vector -> vector -> vector;
  scale : R -> vector -> vector;
  dot : vector -> vector -> R;
  dot_symmetric : forall x y, dot x y = dot y x;
  dot_zero : forall z, dot zero z = 0;
  dot_add : forall x y z, dot (add x y) z = dot x z + dot y z;
  dot_scale : forall a x z, dot (scale a x) z = a * dot x z;
  dot_positive : forall x, 0 <= dot x x;
  dot_extensional : forall x y, (forall z, dot x z = dot y z) -> x = y
}.

Arguments zero {s}.
Arguments add {s}.
Arguments scale {s}.
Arguments dot {s}.
Arguments dot_symmetric {s}.
Arguments dot_zero {s}.
Arguments dot_add {s}.
Arguments dot_scale {s}.
Arguments dot_positive {s}.
Arguments dot_extensional {s}.

Definition opposite {E : space} (x : E) : E := scale (-1) x.
Definition subtract {E : space} (x y : E) : E := add x (opposite y).

Declare Scope vector_scope.
Delimit Scope vector_scope with V.
Notation "x + y" := (add x y) : vector_scope.
Notation "x - y" := (subtract x y) : vector_scope.
Notation "- x" := (opposite x) : vector_scope.
Notation "a * x" := (scale a x) : vector_scope.
Notation "⟨ x , y ⟩" := (dot x%V y%V) (at level 0, x at level 99, y at level 99) : R_scope.
Notation "|| x ||²" := (dot x%V x%V) (at level 0, x at level 99) : R_scope.

Section laws.
Variable E : space.
Implicit Types x y z : E.

Lemma dot_zero_r z : ⟨z, zero⟩ = 0.
Proof. rewrite dot_symmetric; apply dot_zero. Qed.
Lemma dot_add_r x y z : ⟨z, x + y⟩ = ⟨z, x⟩ + ⟨z, y⟩.
Proof. rewrite dot_symmetric, dot_add, (dot_symmetric x), (dot_symmetric y); reflexivity. Qed.
Lemma dot_scale_r a x z : ⟨z, a * x⟩ = a * ⟨z, x⟩.
Proof. rewrite dot_symmetric, dot_scale, dot_symmetric; reflexivity. Qed.
Lemma dot_opposite x z : ⟨- x, z⟩ = - ⟨x, z⟩.
Proof. unfold opposite; rewrite dot_scale; ring. Qed.
Lemma dot_opposite_r x z : ⟨z, - x⟩ = - ⟨z, x⟩.
Proof. unfold opposite; rewrite dot_scale_r; ring. Qed.
Lemma dot_subtract x y z : ⟨x - y, z⟩ = ⟨x, z⟩ - ⟨y, z⟩.
Proof. unfold subtract; rewrite dot_add, dot_opposite; ring. Qed.
Lemma dot_subtract_r x y z : ⟨z, x - y⟩ = ⟨z, x⟩ - ⟨z, y⟩.
Proof. unfold subtract; rewrite dot_add_r, dot_opposite_r; ring. Qed.
End laws.

(** Expands inner products of sums, differences and multiples into products of the vectors they are made of. *)
Ltac expand_products :=
  repeat first
    [ rewrite dot_add | rewrite dot_add_r | rewrite dot_subtract | rewrite dot_subtract_r | rewrite dot_opposite
    | rewrite dot_opposite_r | rewrite dot_scale | rewrite dot_scale_r | rewrite dot_zero | rewrite dot_zero_r ].

Ltac expand_products_in H :=
  repeat first
    [ rewrite dot_add in H | rewrite dot_add_r in H | rewrite dot_subtract in H | rewrite dot_subtract_r in H
    | rewrite dot_opposite in H | rewrite dot_opposite_r in H | rewrite dot_scale in H | rewrite dot_scale_r in H
    | rewrite dot_zero in H | rewrite dot_zero_r in H ].

(** Proves an identity between vectors by comparing their products with any third. *)
Ltac vector_identity :=
  apply dot_extensional; let z := fresh "z" in intro z; expand_products; try ring; try lra.

Section more_laws.
Variable E : space.
Implicit Types x y z : E.

(** |⟨x, z⟩| is at most 0 when |x| = 0: a vector of length 0 is orthogonal to all others. *)
Lemma null_is_orthogonal x : ||x||² = 0 -> forall z, ⟨x, z⟩ = 0.
Proof.
  intros Hx z.
  destruct (Req_dec ⟨x, z⟩ 0) as [H | H]; [exact H | exfalso].
  set (t := - (||z||² + 1) / (2 * ⟨x, z⟩)).
  pose proof (dot_positive (t * x + z)%V) as P.
  expand_products_in P. rewrite Hx, (dot_symmetric z x) in P.
  assert (2 * t * ⟨x, z⟩ = - (||z||² + 1)) by (unfold t; field; exact H).
  lra.
Qed.

Lemma definite x : ||x||² = 0 -> x = zero.
Proof. intro H. apply dot_extensional; intro z. rewrite (null_is_orthogonal x H), dot_zero; reflexivity. Qed.

Lemma subtract_null x y : ||x - y||² = 0 -> x = y.
Proof.
  intro H. apply dot_extensional; intro z.
  pose proof (null_is_orthogonal _ H z) as O. expand_products_in O. lra.
Qed.

Lemma cauchy_schwarz x y : ⟨x, y⟩ * ⟨x, y⟩ <= ||x||² * ||y||².
Proof.
  destruct (Req_dec ||y||² 0) as [H | H].
  - rewrite (dot_symmetric x y), (null_is_orthogonal y H x), H. lra.
  - pose proof (dot_positive y). pose proof (dot_positive (||y||² * x - ⟨x, y⟩ * y)%V) as P.
    assert (I : dot (||y||² * x - ⟨x, y⟩ * y)%V (||y||² * x - ⟨x, y⟩ * y)%V = ||y||² * (||x||² * ||y||² - ⟨x, y⟩ * ⟨x, y⟩))
      by (expand_products; rewrite (dot_symmetric y x); ring).
    rewrite I in P.
    destruct (Rle_or_lt (⟨x, y⟩ * ⟨x, y⟩) (||x||² * ||y||²)) as [G | G]; [exact G | exfalso]; nra.
Qed.
End more_laws.

Arguments null_is_orthogonal {E}.
Arguments definite {E}.
Arguments subtract_null {E}.
Arguments cauchy_schwarz {E}.
