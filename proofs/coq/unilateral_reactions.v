(** Problem (P) of [Moreau 1963]: with one-sided constraints ⟨u_α, x⟩ ≥ s_α,

        x = z + Σ λ_α u_α,   ⟨u_α, x⟩ − s_α ≥ 0,   λ_α ≥ 0,   λ_α (⟨u_α, x⟩ − s_α) = 0

    has a solution whenever the constraints are compatible, x is unique, and it is the projection of z. The proof is by
    induction on the number of constraints: no closedness, no separation theorem, no finite dimension.
    As consequences: Gauss's principle, Farkas' lemma, and V, −N mutually polar. *)

Require Import Reals Lra List.
Require Import inner_product projection cones.
Import ListNotations.
Open Scope R_scope.

Section reactions.
Variable E : space.
Implicit Types x z r c : E.

(** A constraint is a row (u, s). *)
Definition row : Type := (E * R)%type.
Definition admissible (rows : list row) : E -> Prop :=
  fun c => forall u s, In (u, s) rows -> s <= ⟨u, c⟩.

(** r = Σ λ_α u_α is a reaction at x: each λ_α ≥ 0, zero where the constraint is slack, and x is admissible. *)
Inductive reaction (x : E) : list row -> E -> Prop :=
| no_constraint : reaction x [] zero
| constraint u s lambda rows r :
    s <= ⟨u, x⟩ -> 0 <= lambda -> lambda * (⟨u, x⟩ - s) = 0 ->
    reaction x rows r -> reaction x ((u, s) :: rows) (lambda * u + r)%V.

Definition solves_P (rows : list row) z x : Prop := exists r, reaction x rows r /\ x = (z + r)%V.

Lemma admissible_cons u s rows c : admissible ((u, s) :: rows) c <-> s <= ⟨u, c⟩ /\ admissible rows c.
Proof.
  split.
  - intro H; split; [apply H; left; reflexivity | intros v t I; apply H; right; exact I].
  - intros [H1 H2] v t [I | I]; [inversion I; subst; exact H1 | apply H2; exact I].
Qed.

Lemma reaction_is_admissible x rows r : reaction x rows r -> admissible rows x.
Proof.
  induction 1 as [| u s lambda rows r Hs Hl Hc Hr IH].
  - intros u s [].
  - apply admissible_cons; split; assumption.
Qed.

(** A reaction does no negative work towards any admissible point: the principle of virtual work with an inequality. *)
Lemma reaction_opposes x rows r c : reaction x rows r -> admissible rows c -> 0 <= ⟨r, c - x⟩.
Proof.
  induction 1 as [| u s lambda rows r Hs Hl Hc Hr IH]; intro A.
  - rewrite dot_zero; lra.
  - apply admissible_cons in A; destruct A as [A1 A2]. specialize (IH A2).
    expand_products; expand_products_in IH. nra.
Qed.

Theorem solution_is_projection rows z x : solves_P rows z x -> is_projection (admissible rows) z x.
Proof.
  intros [r [Hr ->]]; split; [exact (reaction_is_admissible _ _ _ Hr) | intros c Hc].
  pose proof (reaction_opposes _ _ _ c Hr Hc) as W.
  expand_products; expand_products_in W. lra.
Qed.

Theorem solution_is_unique rows z x y : solves_P rows z x -> solves_P rows z y -> x = y.
Proof. intros Hx Hy. eapply projection_is_unique; apply solution_is_projection; eassumption. Qed.

(** The reaction is unique; the multipliers need not be. *)
Theorem reaction_is_unique rows z x r r' :
  reaction x rows r -> x = (z + r)%V -> reaction x rows r' -> x = (z + r')%V -> r = r'.
Proof.
  intros _ H _ H'. apply dot_extensional; intro w.
  assert (I : ⟨z + r, w⟩ = ⟨z + r', w⟩) by (rewrite <- H, <- H'; reflexivity).
  expand_products_in I. lra.
Qed.

(** Rows seen from inside the hyperplane ⟨u, x⟩ = s: gradients made orthogonal to u. *)
Definition share u (v : E) : R := ⟨v, u⟩ / ||u||².
Definition inside u (s : R) (rows : list row) : list row :=
  map (fun vt => ((fst vt - share u (fst vt) * u)%V, snd vt - share u (fst vt) * s)) rows.

Lemma inside_same_constraint u s v x : ⟨u, x⟩ = s -> ⟨v - share u v * u, x⟩ = ⟨v, x⟩ - share u v * s.
Proof. intro H. expand_products. rewrite H. ring. Qed.

Lemma admissible_inside u s rows c : ⟨u, c⟩ = s -> admissible rows c -> admissible (inside u s rows) c.
Proof.
  intros Hu Ha v t I. unfold inside in I. apply in_map_iff in I. destruct I as [[w q] [I J]].
  injection I as <- <-. simpl. rewrite (inside_same_constraint u s w c Hu). specialize (Ha w q J). lra.
Qed.

Lemma reaction_inside u x rows r : reaction x (inside u ⟨u, x⟩ rows) r ->
  exists r' k, reaction x rows r' /\ r = (r' - k * u)%V.
Proof.
  revert r. induction rows as [| [v t] rows IH]; intros r Hr; simpl in Hr; inversion Hr; subst.
  - exists zero, 0. split; [constructor | vector_identity].
  - match goal with H : reaction x _ ?r0 |- _ => destruct (IH r0 H) as [r' [k [Hr' ->]]] end.
    rewrite (inside_same_constraint u ⟨u, x⟩ v x eq_refl) in *.
    exists (lambda * v + r')%V, (lambda * share u v + k). split; [| vector_identity].
    constructor; try assumption; try lra.
Qed.

Lemma inside_orthogonal u s x rows r : 0 < ||u||² -> reaction x (inside u s rows) r -> ⟨u, r⟩ = 0.
Proof.
  intro Hu. revert r. induction rows as [| [v t] rows IH]; intros r Hr; simpl in Hr; inversion Hr; subst.
  - apply dot_zero_r.
  - match goal with H : reaction x _ ?r0 |- _ => specialize (IH r0 H) end.
    expand_products. rewrite IH, (dot_symmetric u v). unfold share. field. lra.
Qed.

(** [Moreau 1963]: problem (P) has a solution, whatever z, as soon as the constraints are compatible. *)
Theorem solution_exists rows : (exists c, admissible rows c) -> forall z, exists x, solves_P rows z x.
Proof.
  remember (length rows) as n eqn:Hn. revert rows Hn.
  induction n as [| n IH]; intros [| [u s] rows] Hn [c Hc] z; try discriminate.
  - exists z, zero. split; [constructor | vector_identity].
  - injection Hn as Hn. apply admissible_cons in Hc. destruct Hc as [Hcu Hc].
    destruct (IH rows Hn (ex_intro _ c Hc) z) as [x' Hx'].
    destruct (Rle_or_lt s ⟨u, x'⟩) as [Hs | Hs].
    + (* the last constraint holds already *)
      destruct Hx' as [r [Hr ->]]. exists (z + r)%V, (0 * u + r)%V. split; [| vector_identity].
      constructor; try assumption; lra.
    + (* it does not: the solution lies on the hyperplane ⟨u, x⟩ = s *)
      assert (Hu : 0 < ||u||²).
      { destruct (dot_positive u) as [P | P]; [exact P | exfalso].
        pose proof (null_is_orthogonal u (eq_sym P) c). pose proof (null_is_orthogonal u (eq_sym P) x'). lra. }
      pose proof (reaction_is_admissible x' rows) as Hadm. destruct Hx' as [r' [Hr' Ex']]. specialize (Hadm r' Hr').
      (* compatible inside the hyperplane: the point of the segment from x' to c that lies on it *)
      assert (Hin : exists d, admissible (inside u s rows) d).
      { set (t := (s - ⟨u, x'⟩) / (⟨u, c⟩ - ⟨u, x'⟩)).
        assert (D : 0 < ⟨u, c⟩ - ⟨u, x'⟩) by lra.
        assert (T0 : 0 <= t) by (unfold t; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
        assert (T1 : t <= 1).
        { unfold t. apply (Rmult_le_reg_r (⟨u, c⟩ - ⟨u, x'⟩)); [lra |]. unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
        exists (t * c + (1 - t) * x')%V. apply admissible_inside.
        - expand_products. unfold t. field. lra.
        - intros v q I. specialize (Hc v q I). specialize (Hadm v q I). expand_products. nra. }
      assert (Hlen : n = length (inside u s rows)) by (unfold inside; rewrite map_length; exact Hn).
      set (z0 := (z - (⟨u, z⟩ - s) / ||u||² * u)%V).
      destruct (IH (inside u s rows) Hlen Hin z0) as [x [r0 [Hr0 Ex]]].
      assert (Hux : ⟨u, x⟩ = s).
      { rewrite Ex. expand_products. rewrite (inside_orthogonal u s x rows r0 Hu Hr0).
        unfold z0. expand_products. field. lra. }
      assert (Hr0' := Hr0). rewrite <- Hux in Hr0'.
      destruct (reaction_inside u x rows r0 Hr0') as [r [k [Hr ->]]].
      set (mu := - (⟨u, z⟩ - s) / ||u||² - k).
      assert (Exz : x = ((z + mu * u) + r)%V).
      { rewrite Ex at 1. unfold z0, mu. apply dot_extensional; intro w. expand_products. field. lra. }
      (* monotonicity of the projection on the other constraints gives mu ≥ 0 *)
      assert (Hmu : 0 <= mu).
      { pose proof (projection_is_firmly_nonexpansive (admissible rows) (z + mu * u)%V z x x'
          (solution_is_projection rows _ x (ex_intro _ r (conj Hr Exz))) (solution_is_projection rows _ x' (ex_intro _ r' (conj Hr' Ex')))) as M.
        pose proof (dot_positive (x - x')%V) as P.
        assert (I : ⟨x - x', (z + mu * u) - z⟩ = mu * (s - ⟨u, x'⟩)).
        { rewrite <- Hux. expand_products. rewrite ?(dot_symmetric u x), ?(dot_symmetric u x'). ring. }
        rewrite I in M. destruct (Rle_or_lt 0 mu) as [G | G]; [exact G | exfalso]. nra. }
      exists x, (mu * u + r)%V. split.
      * constructor; try assumption; rewrite Hux; lra.
      * rewrite Exz at 1. vector_identity.
Qed.

(** (P) in one sentence. *)
Theorem moreau_1963_P rows z : (exists c, admissible rows c) ->
  exists x, solves_P rows z x /\ is_projection (admissible rows) z x /\ (forall y, solves_P rows z y -> y = x).
Proof.
  intro H. destruct (solution_exists rows H z) as [x Hx]. exists x. repeat split; try apply (solution_is_projection rows z x Hx); try exact Hx.
  intros y Hy. exact (solution_is_unique rows z y x Hy Hx).
Qed.

(** Conversely the projection solves (P): Gauss's principle of least constraint, |x − z|² least among admissible x, is (P). *)
Theorem gauss_principle rows z x : (exists c, admissible rows c) ->
  (solves_P rows z x <-> is_nearest (admissible rows) z x).
Proof.
  intro H. split.
  - intro S. apply projection_is_nearest, solution_is_projection, S.
  - intro N. destruct (solution_exists rows H z) as [y Hy].
    assert (C : convex (admissible rows)).
    { intros a b t Ha Hb [T0 T1] u s I. specialize (Ha u s I). specialize (Hb u s I). expand_products. nra. }
    rewrite (projection_is_unique _ z x y (nearest_is_projection _ z x C N) (solution_is_projection rows z y Hy)). exact Hy.
Qed.

(** The reaction has an extremal characterisation of its own: among all Σ λ_α u_α with λ ≥ 0 it maximises
    Σ λ_α (s_α − ⟨u_α, z⟩) − ½|Σ λ_α u_α|². *)
Inductive combination (z : E) : list row -> E -> R -> Prop :=
| no_term : combination z [] zero 0
| term u s lambda rows r g :
    0 <= lambda -> combination z rows r g -> combination z ((u, s) :: rows) (lambda * u + r)%V (lambda * (s - ⟨u, z⟩) + g).

Lemma combination_bound z rows r g x : combination z rows r g -> admissible rows x -> g <= ⟨r, x - z⟩.
Proof.
  induction 1 as [| u s lambda rows r g Hl Hr IH]; intro A.
  - rewrite dot_zero; lra.
  - apply admissible_cons in A; destruct A as [A1 A2]. specialize (IH A2).
    expand_products; expand_products_in IH. nra.
Qed.

Lemma reaction_attains z rows r x : reaction x rows r -> combination z rows r ⟨r, x - z⟩.
Proof.
  induction 1 as [| u s lambda rows r Hs Hl Hc Hr IH].
  - rewrite dot_zero. constructor.
  - replace ⟨lambda * u + r, x - z⟩ with (lambda * (s - ⟨u, z⟩) + ⟨r, x - z⟩).
    + constructor; assumption.
    + expand_products. nra.
Qed.

Theorem reaction_is_extremal rows z x r : reaction x rows r -> x = (z + r)%V ->
  combination z rows r ||r||² /\
  forall r' g', combination z rows r' g' -> g' - ||r'||² / 2 <= ||r||² - ||r||² / 2.
Proof.
  intros Hr Ex.
  assert (I : ⟨r, x - z⟩ = ||r||²) by (rewrite Ex; expand_products; ring).
  split.
  - rewrite <- I at 1. apply reaction_attains; exact Hr.
  - intros r' g' Hc. pose proof (combination_bound z rows r' g' x Hc (reaction_is_admissible x rows r Hr)) as B.
    assert (J : ⟨r', x - z⟩ = ⟨r', r⟩) by (rewrite Ex; expand_products; ring).
    rewrite J in B. pose proof (dot_positive (r' - r)%V) as P. expand_products_in P. rewrite (dot_symmetric r r') in P. lra.
Qed.

(** *** Generated cones *)

Definition homogeneous (gradients : list E) : list row := map (fun u => (u, 0)) gradients.

(** V = {v : ⟨u, v⟩ ≥ 0 for every u} and N = {Σ λ u : λ ≥ 0}: tangent and inward normal cone of [Moreau 1983]. *)
Definition tangent (gradients : list E) : E -> Prop := fun v => forall u, In u gradients -> 0 <= ⟨u, v⟩.
Inductive normal : list E -> E -> Prop :=
| normal_nil : normal [] zero
| normal_cons u gradients lambda p : 0 <= lambda -> normal gradients p -> normal (u :: gradients) (lambda * u + p)%V.

Lemma admissible_homogeneous gradients v : admissible (homogeneous gradients) v <-> tangent gradients v.
Proof.
  split.
  - intros H u I. apply (H u 0). unfold homogeneous. apply in_map_iff. exists u; split; [reflexivity | exact I].
  - intros H u s I. unfold homogeneous in I. apply in_map_iff in I. destruct I as [w [J I]]. inversion J; subst. apply H; exact I.
Qed.

Lemma reaction_is_normal gradients x r : reaction x (homogeneous gradients) r -> normal gradients r.
Proof.
  revert r. induction gradients as [| u gradients IH]; intros r H; simpl in H; inversion H; subst; constructor; try assumption. apply IH; assumption.
Qed.

Lemma normal_tangent_product gradients p v : normal gradients p -> tangent gradients v -> 0 <= ⟨p, v⟩.
Proof.
  induction 1 as [| u gradients lambda p Hl Hp IH]; intro T.
  - rewrite dot_zero; lra.
  - assert (0 <= ⟨u, v⟩) by (apply T; left; reflexivity).
    assert (0 <= ⟨p, v⟩) by (apply IH; intros w I; apply T; right; exact I).
    expand_products. nra.
Qed.

Lemma tangent_is_cone gradients : is_cone (tangent gradients).
Proof.
  repeat split.
  - intros u _; rewrite dot_zero_r; lra.
  - intros x y Hx Hy u I. specialize (Hx u I); specialize (Hy u I). rewrite dot_add_r; lra.
  - intros a x Ha Hx u I. specialize (Hx u I). rewrite dot_scale_r; nra.
Qed.

Lemma normal_zero gradients : normal gradients zero.
Proof.
  induction gradients as [| u gradients IH]; [constructor |].
  replace (zero : E) with (0 * u + zero)%V by vector_identity. constructor; [lra | exact IH].
Qed.
Lemma normal_add gradients p q : normal gradients p -> normal gradients q -> normal gradients (p + q)%V.
Proof.
  intro Hp. revert q. induction Hp as [| u gradients lambda p Hl Hp IH]; intros q Hq; inversion Hq; subst.
  - replace (zero + zero : E)%V with (zero : E) by vector_identity. constructor.
  - match goal with |- normal _ ((_ + ?p) + (?mu * _ + ?q))%V => replace ((lambda * u + p) + (mu * u + q))%V with ((lambda + mu) * u + (p + q))%V by vector_identity end.
    constructor; [lra | apply IH; assumption].
Qed.
Lemma normal_scale gradients a p : 0 <= a -> normal gradients p -> normal gradients (a * p)%V.
Proof.
  intro Ha. induction 1 as [| u gradients lambda p Hl Hp IH].
  - replace (a * zero : E)%V with (zero : E) by vector_identity. constructor.
  - replace (a * (lambda * u + p))%V with ((a * lambda) * u + a * p)%V by vector_identity. constructor; [nra | exact IH].
Qed.
Lemma normal_member gradients u : In u gradients -> normal gradients u.
Proof.
  induction gradients as [| w gradients IH]; intros [].
  - subst. replace u with (1 * u + zero)%V at 2 by vector_identity. constructor; [lra | apply normal_zero].
  - replace u with (0 * w + u)%V by vector_identity. constructor; [lra | apply IH; assumption].
Qed.

(** The inward reactions with their sign turned. *)
Definition outward gradients : E -> Prop := fun y => normal gradients (- y)%V.

(** Farkas' lemma: what makes no acute angle with any tangent direction is a combination of the −u. *)
Theorem farkas gradients y : polar (tangent gradients) y -> outward gradients y.
Proof.
  intro H.
  assert (F : exists c, admissible (homogeneous gradients) c).
  { exists zero. apply admissible_homogeneous. apply tangent_is_cone. }
  destruct (solution_exists _ F y) as [x [r [Hr Ex]]].
  pose proof (reaction_is_admissible _ _ _ Hr) as A. apply admissible_homogeneous in A.
  assert (P : is_projection (tangent gradients) y x).
  { destruct (solution_is_projection _ y x (ex_intro _ r (conj Hr Ex))) as [_ V]. split; [exact A |].
    intros c Hc. apply V. apply admissible_homogeneous. exact Hc. }
  destruct (rest_of_projection _ y x (tangent_is_cone gradients) P) as [O _].
  specialize (H x A). expand_products_in O.
  assert (x = zero) as X0 by (apply definite; pose proof (dot_positive x); lra).
  unfold outward. replace (- y)%V with r; [exact (reaction_is_normal _ _ _ Hr) |].
  apply dot_extensional; intro w.
  assert (I : ⟨x, w⟩ = ⟨y + r, w⟩) by (rewrite <- Ex; reflexivity). rewrite X0 in I. expand_products_in I. expand_products. lra.
Qed.

(** [Moreau 1983, sect. 2]: V is the polar of −N, and −N that of V (the bipolar theorem for generated cones). *)
Theorem tangent_and_normal_are_polar gradients : mutually_polar (tangent gradients) (outward gradients).
Proof.
  split; [apply tangent_is_cone |]. split; [| split].
  - unfold outward. repeat split.
    + replace (- zero : E)%V with (zero : E) by vector_identity. apply normal_zero.
    + intros x y Hx Hy. replace (- (x + y))%V with (- x + - y)%V by vector_identity. apply normal_add; assumption.
    + intros a x Ha Hx. replace (- (a * x))%V with (a * - x)%V by vector_identity. apply normal_scale; assumption.
  - intro y. split; [| apply farkas].
    intros Hy x Hx. pose proof (normal_tangent_product _ _ _ Hy Hx) as P. expand_products_in P. rewrite (dot_symmetric y x) in P. lra.
  - intro x. split.
    + intros Hx y Hy. pose proof (normal_tangent_product _ _ _ Hy Hx) as P. expand_products_in P. lra.
    + intros H u I. assert (N : outward gradients (- u)%V).
      { unfold outward. replace (- - u)%V with u by vector_identity. apply normal_member; exact I. }
      specialize (H _ N). expand_products_in H. lra.
Qed.
End reactions.

Arguments row E : clear implicits.
Arguments admissible {E}.
Arguments reaction {E}.
Arguments solves_P {E}.
Arguments tangent {E}.
Arguments normal {E}.
Arguments outward {E}.
Arguments combination {E}.
