(** Convex cones and their polars; the theorem of the two cones [Moreau 1962], quoted in [Moreau 1983]. *)

Require Import Reals Lra.
Require Import inner_product projection.
Open Scope R_scope.

Section cones.
Variable E : space.
Implicit Types (A B C : E -> Prop) (x y z : E).

Definition is_cone C : Prop :=
  C zero /\ (forall x y, C x -> C y -> C (x + y)%V) /\ (forall a x, 0 <= a -> C x -> C (a * x)%V).

Definition polar C : E -> Prop := fun y => forall x, C x -> ⟨x, y⟩ <= 0.

Definition mutually_polar A B : Prop :=
  is_cone A /\ is_cone B /\ (forall y, B y <-> polar A y) /\ (forall x, A x <-> polar B x).

(** Two orthogonal members of polar cones project their sum. *)
Lemma orthogonal_members_project A B z x y :
  (forall a b, A a -> B b -> ⟨a, b⟩ <= 0) ->
  z = (x + y)%V -> A x -> B y -> ⟨x, y⟩ = 0 -> is_projection A z x.
Proof.
  intros Hp -> Hx Hy Ho; split; [exact Hx | intros a Ha].
  specialize (Hp a y Ha Hy). expand_products.
  rewrite (dot_symmetric y a), (dot_symmetric y x). lra.
Qed.

(** The rest z − proj z is orthogonal to the projection on a cone and lies in its polar. *)
Lemma rest_of_projection C z x : is_cone C -> is_projection C z x -> ⟨x, z - x⟩ = 0 /\ polar C (z - x)%V.
Proof.
  intros [H0 [Hadd Hscale]] [Hx Hv].
  assert (O : ⟨x, z - x⟩ = 0).
  { pose proof (Hv zero H0) as V0. pose proof (Hv (2 * x)%V (Hscale 2 x ltac:(lra) Hx)) as V2.
    expand_products_in V0; expand_products_in V2; expand_products. rewrite (dot_symmetric x z). lra. }
  split; [exact O | intros c Hc].
  pose proof (Hv (x + c)%V (Hadd x c Hx Hc)) as V.
  expand_products_in V; expand_products_in O; expand_products.
  rewrite ?(dot_symmetric c x), ?(dot_symmetric c z), ?(dot_symmetric x z) in *. lra.
Qed.

Theorem two_cones A B z x y : mutually_polar A B ->
  (is_projection A z x /\ is_projection B z y) <->
  (z = (x + y)%V /\ A x /\ B y /\ ⟨x, y⟩ = 0).
Proof.
  intros [HA [HB [HBA HAB]]].
  assert (Hneg : forall a b, A a -> B b -> ⟨a, b⟩ <= 0) by (intros a b Ha Hb; apply HBA; assumption).
  assert (Hneg' : forall b a, B b -> A a -> ⟨b, a⟩ <= 0) by (intros b a Hb Ha; apply HAB; assumption).
  split.
  - intros [Px Py].
    destruct (rest_of_projection A z x HA Px) as [O P].
    assert (Hrest : B (z - x)%V) by (apply HBA; exact P).
    assert (Hz : z = (x + (z - x))%V) by vector_identity.
    assert (Hz' : z = ((z - x) + x)%V) by vector_identity.
    assert (O' : ⟨z - x, x⟩ = 0) by (rewrite dot_symmetric; exact O).
    assert (y = (z - x)%V) as ->.
    { apply (projection_is_unique B z); [exact Py |].
      apply (orthogonal_members_project B A z (z - x)%V x Hneg' Hz'); try assumption. apply Px. }
    repeat split; try assumption. apply Px.
  - intros [Hz [Hx [Hy O]]]. split.
    + apply (orthogonal_members_project A B z x y); assumption.
    + apply (orthogonal_members_project B A z y x Hneg'); try assumption.
      * rewrite Hz. vector_identity.
      * rewrite dot_symmetric; exact O.
Qed.
End cones.

Arguments is_cone {E}.
Arguments polar {E}.
Arguments mutually_polar {E}.
Arguments orthogonal_members_project {E}.
Arguments rest_of_projection {E}.
Arguments two_cones {E}.
