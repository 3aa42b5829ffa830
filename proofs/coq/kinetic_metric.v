(** The kinetic metric: a symmetric positive definite operator M on a space makes another space, ⟨x, y⟩_M = ⟨Mx, y⟩.
    Every theorem about spaces therefore holds in it. R^n is a space, so none of them is vacuous. *)

Require Import Reals Lra.
Require Import inner_product.
Open Scope R_scope.

(** *** R^n *)

Fixpoint tuple (n : nat) : Type := match n with O => unit | S m => (R * tuple m)%type end.
Fixpoint tuple_zero n : tuple n := match n with O => tt | S m => (0, tuple_zero m) end.
Fixpoint tuple_add {n} : tuple n -> tuple n -> tuple n :=
  match n with O => fun _ _ => tt | S m => fun x y => (fst x + fst y, tuple_add (snd x) (snd y)) end.
Fixpoint tuple_scale {n} (a : R) {struct n} : tuple n -> tuple n :=
  match n with O => fun _ => tt | S m => fun x => (a * fst x, tuple_scale a (snd x)) end.
Fixpoint tuple_dot {n} : tuple n -> tuple n -> R :=
  match n with O => fun _ _ => 0 | S m => fun x y => fst x * fst y + tuple_dot (snd x) (snd y) end.

Lemma tuple_dot_symmetric n : forall x y : tuple n, tuple_dot x y = tuple_dot y x.
Proof. induction n as [| n IH]; intros x y; [reflexivity |]. destruct x as [a x], y as [b y]; simpl. rewrite (IH x y); ring. Qed.
Lemma tuple_dot_zero n : forall z : tuple n, tuple_dot (tuple_zero n) z = 0.
Proof. induction n as [| n IH]; intro z; [reflexivity |]. destruct z as [c z]; simpl. rewrite (IH z); ring. Qed.
Lemma tuple_dot_add n : forall x y z : tuple n, tuple_dot (tuple_add x y) z = tuple_dot x z + tuple_dot y z.
Proof. induction n as [| n IH]; intros x y z; [simpl; ring |]. destruct x as [a x], y as [b y], z as [c z]; simpl. rewrite (IH x y z); ring. Qed.
Lemma tuple_dot_scale n : forall a (x z : tuple n), tuple_dot (tuple_scale a x) z = a * tuple_dot x z.
Proof. induction n as [| n IH]; intros a x z; [simpl; ring |]. destruct x as [b x], z as [c z]; simpl. rewrite (IH a x z); ring. Qed.
Lemma tuple_dot_positive n : forall x : tuple n, 0 <= tuple_dot x x.
Proof. induction n as [| n IH]; intro x; [simpl; lra |]. destruct x as [a x]; simpl. specialize (IH x). nra. Qed.
Lemma tuple_dot_extensional n : forall x y : tuple n, (forall z, tuple_dot x z = tuple_dot y z) -> x = y.
Proof.
  induction n as [| n IH]; intros x y H; [destruct x, y; reflexivity |].
  destruct x as [a x], y as [b y]. f_equal.
  - specialize (H (1, tuple_zero n)). simpl in H.
    rewrite (tuple_dot_symmetric n x), (tuple_dot_symmetric n y), !tuple_dot_zero in H. lra.
  - apply IH. intro z. specialize (H (0, z)). simpl in H. lra.
Qed.

Definition euclidean (n : nat) : space :=
  Space (tuple n) (tuple_zero n) tuple_add tuple_scale tuple_dot (tuple_dot_symmetric n) (tuple_dot_zero n) (tuple_dot_add n) (tuple_dot_scale n)
    (tuple_dot_positive n) (tuple_dot_extensional n).

(** *** A metric from an operator *)

Section metric.
Variable E : space.
Variable M : E -> E.
Hypothesis M_add : forall x y, M (x + y)%V = (M x + M y)%V.
Hypothesis M_scale : forall a x, M (a * x)%V = (a * M x)%V.
Hypothesis M_symmetric : forall x y, ⟨M x, y⟩ = ⟨M y, x⟩.
Hypothesis M_positive : forall x, 0 <= ⟨M x, x⟩.
Hypothesis M_definite : forall x, ⟨M x, x⟩ = 0 -> x = zero.

Definition kinetic : space.
Proof.
  refine (Space E zero add scale (fun x y => ⟨M x, y⟩) M_symmetric _ _ _ M_positive _).
  - intro z. rewrite M_symmetric, dot_zero_r. reflexivity.
  - intros x y z. rewrite M_add, dot_add. reflexivity.
  - intros a x z. rewrite M_scale, dot_scale. reflexivity.
  - intros x y H.
    assert (Z : (x - y)%V = zero).
    { apply M_definite. unfold subtract, opposite. rewrite M_add, M_scale. expand_products.
      rewrite (H x), (H y). ring. }
    apply dot_extensional; intro z.
    assert (I : ⟨x - y, z⟩ = 0) by (rewrite Z; apply dot_zero). expand_products_in I. lra.
Defined.
End metric.

(** The double pendulum's metric [[2, c], [c, 1]] with |c| ≤ 1 is one. *)
Definition pendulum_operator (c : R) (x : tuple 2) : tuple 2 :=
  (2 * fst x + c * fst (snd x), (c * fst x + fst (snd x), tt)).

Lemma pendulum_metric_is_definite c : -1 <= c <= 1 ->
  forall x : euclidean 2, @dot (euclidean 2) (pendulum_operator c x) x = 0 -> x = zero.
Proof.
  intros Hc [a [b []]] H. unfold pendulum_operator in H; cbn in H; cbn.
  assert (S : a * a + (c * a + b) * (c * a + b) + (1 - c * c) * (a * a) = 0) by lra.
  assert (0 <= (1 - c * c) * (a * a)) by (apply Rmult_le_pos; nra).
  assert (A : a * a = 0) by (pose proof (Rle_0_sqr a) as P; pose proof (Rle_0_sqr (c * a + b)) as Q; unfold Rsqr in *; lra).
  assert (a = 0) by (destruct (Rmult_integral a a A); assumption). subst a.
  assert (B : b * b = 0) by lra.
  assert (b = 0) by (destruct (Rmult_integral b b B); assumption). subst b. reflexivity.
Qed.
