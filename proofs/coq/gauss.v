(** [Moreau 1963]: what stands around problem (P): Appell's function formed from the masses themselves, bilateral constraints as a case,
    multipliers that are not unique, and when the set C is not empty. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions.
Import ListNotations.
Open Scope R_scope.

(** *** Appell's function

    The accelerations of the points of the system, with their masses, form a space F: ⟨Γ, Γ'⟩ = ∫ Γ·Γ' dm. They are Γ = J x + c, with J
    linear in the accelerations x of the parameters and c what the state of velocities brings; E has the kinetic metric, ⟨x, y⟩ = ⟨J x, J y⟩. The active
    forces are a vector of F, the accelerations dF/dm that they would give to free points. z represents them in E. *)
Section appell.
Variables E F : space.
Variable J : E -> F.
Hypothesis J_add : forall x y, J (x + y)%V = (J x + J y)%V.
Hypothesis J_scale : forall a x, J (a * x)%V = (a * J x)%V.
Hypothesis kinetic : forall x y : E, ⟨J x, J y⟩ = ⟨x, y⟩.
Variables c force : F.
Variable z : E.
Hypothesis represents : forall y, ⟨z, y⟩ = ⟨force - c, J y⟩.

(** G = ½ ∫ Γ² dm − ∫ Γ·dF. *)
Definition appell (x : E) : R := ||J x + c||² / 2 - ⟨J x + c, force⟩.

Lemma appell_is_distance x : appell x = ||z - x||² / 2 + (||c||² / 2 - ⟨c, force⟩ - ||z||² / 2).
Proof.
  unfold appell. expand_products. rewrite kinetic. pose proof (represents x) as H. expand_products_in H.
  rewrite (dot_symmetric c (J x)), (dot_symmetric x z), H, (dot_symmetric force (J x)), (dot_symmetric c (J x)). field.
Qed.

(** Gauss's principle: x and some multipliers solve (P) if and only if x makes Appell's function least over the admissible accelerations. *)
Theorem gauss_principle_of_masses rows x : (exists y, admissible rows y) ->
  (solves_P rows z x <-> admissible rows x /\ forall y, admissible rows y -> appell x <= appell y).
Proof.
  intro H. rewrite (gauss_principle E rows z x H). unfold is_nearest. split; intros [A M]; split; try exact A; intros y Hy; specialize (M y Hy).
  - rewrite !appell_is_distance. lra.
  - rewrite !appell_is_distance in M. lra.
Qed.
End appell.

Section reactions.
Variable E : space.
Implicit Types (x z u r c : E) (rows : list (row E)).

(** *** Bilateral constraints: each equation is two inequalities *)

Definition both_ways rows : list (row E) := flat_map (fun us => [us; ((- fst us)%V, - snd us)]) rows.
Definition equations rows x : Prop := forall u s, In (u, s) rows -> ⟨u, x⟩ = s.
(** Reactions of either sign. *)
Inductive span : list (row E) -> E -> Prop :=
| span_nil : span [] zero
| span_cons u s lambda rows r : span rows r -> span ((u, s) :: rows) (lambda * u + r)%V.

Lemma both_ways_admissible rows x : admissible (both_ways rows) x <-> equations rows x.
Proof.
  split.
  - intros A u s I.
    assert (In1 : In (u, s) (both_ways rows)) by (apply in_flat_map; exists (u, s); split; [exact I | left; reflexivity]).
    assert (In2 : In ((- u)%V, - s) (both_ways rows)) by (apply in_flat_map; exists (u, s); split; [exact I | right; left; reflexivity]).
    pose proof (A _ _ In1) as H1. pose proof (A _ _ In2) as H2. expand_products_in H2. lra.
  - intros Q u s I. apply in_flat_map in I. destruct I as [[w t] [I [J | [J | []]]]]; cbn in J; injection J as <- <-; pose proof (Q _ _ I) as H.
    + lra.
    + expand_products. lra.
Qed.

Lemma reaction_both_ways rows : forall x r, reaction x (both_ways rows) r -> span rows r.
Proof.
  induction rows as [| [u s] rows IH]; intros x r H; cbn in H; inversion H as [| ? ? l1 ? r1 A1 A2 A3 H1]; subst; [constructor |].
  inversion H1 as [| ? ? l2 ? r2 B1 B2 B3 H2]; subst.
  replace (l1 * u + (l2 * - u + r2))%V with ((l1 - l2) * u + r2)%V by vector_identity. constructor. exact (IH x r2 H2).
Qed.

Lemma span_works_not rows r x y : span rows r -> equations rows x -> equations rows y -> ⟨r, x - y⟩ = 0.
Proof.
  induction 1 as [| u s lambda rows r H IH]; intros A B; [apply dot_zero |].
  pose proof (A u s (or_introl eq_refl)). pose proof (B u s (or_introl eq_refl)).
  assert (I : ⟨r, x - y⟩ = 0) by (apply IH; intros v t K; [apply (A v t) | apply (B v t)]; right; exact K).
  expand_products. expand_products_in I. rewrite ?(dot_symmetric x), ?(dot_symmetric y) in *. nra.
Qed.

(** The classical principle [Moreau 1963]: where all constraints are equations, compatible ones, the acceleration nearest to the free one is the one
    that satisfies them with reactions of either sign, and there is one. *)
Theorem gauss_principle_bilateral rows z : (exists c, equations rows c) ->
  (exists x, is_nearest (equations rows) z x) /\
  forall x, is_nearest (equations rows) z x <-> (equations rows x /\ exists r, span rows r /\ x = (z + r)%V).
Proof.
  intros [c0 Hc].
  assert (F : exists c, admissible (both_ways rows) c) by (exists c0; apply both_ways_admissible, Hc).
  assert (Same : forall x, is_nearest (equations rows) z x <-> is_nearest (admissible (both_ways rows)) z x).
  { intro x. unfold is_nearest. split; intros [A M]; split; try (apply both_ways_admissible; exact A); intros y Hy; apply M, both_ways_admissible, Hy. }
  split.
  - destruct (solution_exists E _ F z) as [x Hx]. exists x. apply Same, (gauss_principle E (both_ways rows) z x F), Hx.
  - intro x. split.
    + intro N. apply Same in N. apply (gauss_principle E (both_ways rows) z x F) in N. destruct N as [r [Hr Ex]].
      split; [apply both_ways_admissible, (reaction_is_admissible E x (both_ways rows) r Hr) |]. exists r. split; [exact (reaction_both_ways rows x r Hr) | exact Ex].
    + intros [A [r [Hr Ex]]]. split; [exact A |]. intros y Hy.
      pose proof (span_works_not rows r x y Hr A Hy) as W. pose proof (dot_positive (x - y)%V) as P.
      assert (I : ||z - y||² = ||z - x||² + 2 * (- ⟨r, x - y⟩) + ||x - y||²).
      { replace (z - y)%V with ((z - x) + (x - y))%V by vector_identity. replace (z - x)%V with (- r)%V at 1 2 by (rewrite Ex; vector_identity).
        replace (z - x)%V with (- r)%V by (rewrite Ex; vector_identity). expand_products. rewrite ?(dot_symmetric x r), ?(dot_symmetric y r). ring. }
      rewrite I, W. lra.
Qed.

(** *** Multipliers *)

Inductive multiplied x : list (row E) -> list R -> E -> Prop :=
| multiplied_nil : multiplied x [] [] zero
| multiplied_cons u s lambda rows lambdas r :
    s <= ⟨u, x⟩ -> 0 <= lambda -> lambda * (⟨u, x⟩ - s) = 0 -> multiplied x rows lambdas r ->
    multiplied x ((u, s) :: rows) (lambda :: lambdas) (lambda * u + r)%V.

Lemma multiplied_is_reaction x rows lambdas r : multiplied x rows lambdas r -> reaction x rows r.
Proof. induction 1; constructor; assumption. Qed.

(** The reaction is unique whatever the multipliers; and a contact said twice has many multipliers. *)
Theorem reaction_unique_multipliers_not :
  (forall rows z x lambdas lambdas' r r', multiplied x rows lambdas r -> x = (z + r)%V -> multiplied x rows lambdas' r' -> x = (z + r')%V -> r = r') /\
  (forall u, exists rows lambdas lambdas' z x r r', lambdas <> lambdas' /\ multiplied x rows lambdas r /\ x = (z + r)%V /\
     multiplied x rows lambdas' r' /\ x = (z + r')%V /\ exists s, In (u, s) rows).
Proof.
  split.
  - intros rows z x l l' r r' H E1 H' E2. apply (reaction_is_unique E rows z x r r'); try assumption; eapply multiplied_is_reaction; eassumption.
  - intro u. exists [(u, 0); (u, 0)], [1; 0], [0; 1], (- u)%V, zero, (1 * u + (0 * u + zero))%V, (0 * u + (1 * u + zero))%V.
    assert (Z : ⟨u, zero⟩ = 0) by apply dot_zero_r.
    split; [intro H; injection H; lra |]. split; [repeat constructor; rewrite ?Z; lra |]. split; [vector_identity |].
    split; [repeat constructor; rewrite ?Z; lra |]. split; [vector_identity |]. exists 0. left. reflexivity.
Qed.
End reactions.

Arguments equations {E}.
Arguments span {E}.
Arguments multiplied {E}.

(** *** When C is not empty *)

(** E × R, with the product of the sums. *)
Definition with_number (E : space) : space.
Proof.
  refine {| vector := (E * R)%type; zero := (zero, 0); add x y := ((fst x + fst y)%V, snd x + snd y);
            scale a x := ((a * fst x)%V, a * snd x); dot x y := ⟨fst x, fst y⟩ + snd x * snd y |}.
  - intros x y. rewrite (dot_symmetric (fst x)). ring.
  - intro z. cbn. rewrite dot_zero. ring.
  - intros x y z. cbn. rewrite dot_add. ring.
  - intros a x z. cbn. rewrite dot_scale. ring.
  - intro x. pose proof (dot_positive (fst x)). nra.
  - intros [x a] [y b] H. cbn in H. f_equal.
    + apply dot_extensional. intro z. pose proof (H (z, 0)) as K. cbn in K. lra.
    + pose proof (H (zero, 1)) as K. cbn in K. rewrite !dot_zero_r in K. lra.
Defined.

Section compatibility.
Variable E : space.
Implicit Types (rows : list (row E)) (gradients : list E).

Definition lifted rows : list (with_number E) := map (fun us => (fst us, - snd us) : with_number E) rows.

Lemma normal_of_lifted rows p : normal (lifted rows) p -> combination zero rows (fst p) (- snd p).
Proof.
  revert p. induction rows as [| [u s] rows IH]; intros p H; cbn in H; inversion H as [| ? ? l q Hl Hq]; subst.
  - cbn. rewrite Ropp_0. constructor.
  - cbn. replace (- (l * - s + snd q)) with (l * (s - ⟨u, zero⟩) + - snd q) by (rewrite dot_zero_r; ring).
    constructor; [exact Hl | exact (IH q Hq)].
Qed.

(** [Moreau 1963] takes C for not empty since the inequalities f ≥ 0 are compatible. What is needed of the accelerations' constraints ⟨u, x⟩ ≥ s is this (Farkas): no combination
    Σ λ u = 0, λ ≥ 0, with Σ λ s > 0. *)
Theorem admissible_iff_no_contradiction rows :
  (exists x, admissible rows x) <-> (forall g, combination zero rows zero g -> g <= 0).
Proof.
  split.
  - intros [x A] g H. pose proof (combination_bound E zero rows zero g x H A) as B. rewrite dot_zero in B. exact B.
  - intro H. set (y := (zero, 1) : with_number E).
    assert (F : exists c, admissible (homogeneous _ (lifted rows)) c) by (exists zero; apply admissible_homogeneous, tangent_is_cone).
    destruct (solution_exists _ _ F y) as [p [r [Hr Ep]]].
    pose proof (reaction_is_admissible _ _ _ _ Hr) as A. apply admissible_homogeneous in A.
    assert (P : is_projection (tangent (lifted rows)) y p).
    { destruct (solution_is_projection _ _ y p (ex_intro _ r (conj Hr Ep))) as [_ V]. split; [exact A |].
      intros c Hc. apply V, admissible_homogeneous, Hc. }
    destruct (rest_of_projection _ y p (tangent_is_cone _ (lifted rows)) P) as [O _].
    expand_products_in O. destruct p as [x t]. cbn in O. rewrite dot_zero_r in O.
    assert (T : t = ||x||² + t * t) by lra. pose proof (dot_positive x) as X.
    destruct (Req_dec t 0) as [Z | Z].
    + exfalso. pose proof (reaction_is_normal _ _ _ _ Hr) as N. pose proof (normal_of_lifted rows r N) as C.
      assert (R1 : fst r = zero /\ snd r = -1).
      { destruct r as [r1 r2]. cbn in Ep. injection Ep as E1 E2. cbn. split; [| lra].
        assert (X0 : x = zero) by (apply definite; nra). apply dot_extensional; intro w.
        assert (I : ⟨x, w⟩ = ⟨zero + r1, w⟩) by (rewrite E1 at 1; reflexivity). rewrite X0 in I. expand_products_in I. rewrite dot_zero. lra. }
      destruct R1 as [R1 R2]. rewrite R1, R2 in C. specialize (H _ C). lra.
    + assert (0 < t) by nra. exists (/ t * x)%V. intros u s I.
      assert (L : In ((u, - s) : with_number E) (lifted rows)) by (apply in_map_iff; exists (u, s); split; [reflexivity | exact I]).
      specialize (A _ L). cbn in A. expand_products. apply (Rmult_le_reg_l t); [assumption |].
      replace (t * (/ t * ⟨u, x⟩)) with ⟨u, x⟩ by (field; exact Z). lra.
Qed.

(** With s whatever they are: exactly where 0 is no convex combination of the u (Gordan). *)
Definition zero_in_hull gradients : Prop := combination zero (map (fun u => (u, 1)) gradients) zero 1.

Lemma combination_scales z rows r g a : 0 <= a -> combination z rows r g -> combination z rows (a * r)%V (a * g).
Proof.
  intro Ha. induction 1 as [| u s l rows r g Hl H IH].
  - replace (a * zero : E)%V with (zero : E) by vector_identity. rewrite Rmult_0_r. constructor.
  - replace (a * (l * u + r))%V with ((a * l) * u + a * r)%V by vector_identity.
    replace (a * (l * (s - ⟨u, z⟩) + g)) with ((a * l) * (s - ⟨u, z⟩) + a * g) by ring. constructor; [nra | exact IH].
Qed.

Theorem admissible_for_all_levels gradients :
  (forall rows, map fst rows = gradients -> exists x, admissible rows x) <-> ~ zero_in_hull gradients.
Proof.
  split.
  - intros H Z. assert (M : map fst (map (fun u : E => (u, 1)) gradients) = gradients) by (rewrite map_map; apply map_id).
    destruct (H _ M) as [x A]. pose proof (combination_bound E zero _ zero 1 x Z A) as B. rewrite dot_zero in B. lra.
  - intros H rows M.
    assert (One : exists v, admissible (map (fun u => (u, 1)) gradients) v).
    { apply admissible_iff_no_contradiction. intros g C. destruct (Rle_or_lt g 0) as [G | G]; [exact G | exfalso]. apply H. unfold zero_in_hull.
      assert (G' : 0 <= / g) by (left; apply Rinv_0_lt_compat; exact G). pose proof (combination_scales _ _ _ _ (/ g) G' C) as S.
      replace (/ g * zero : E)%V with (zero : E) in S by vector_identity. replace (/ g * g) with 1 in S by (field; lra). exact S. }
    destruct One as [v V].
    (* the greatest level, and v so many times *)
    assert (B : exists b, 0 <= b /\ forall u s, In (u, s) rows -> s <= b).
    { clear. induction rows as [| [u s] rows [b [B0 B]]]; [exists 0; split; [lra | intros ? ? []] |].
      exists (Rmax b s). split; [apply Rle_trans with b; [exact B0 | apply Rmax_l] |].
      intros w t [I | I]; [injection I as _ <-; apply Rmax_r | apply Rle_trans with b; [exact (B w t I) | apply Rmax_l]]. }
    destruct B as [b [B0 B]]. exists (b * v)%V. intros u s I.
    assert (V1 : 1 <= ⟨u, v⟩).
    { apply (V u 1). apply in_map_iff. exists u. split; [reflexivity |]. rewrite <- M. apply in_map_iff. exists (u, s). split; [reflexivity | exact I]. }
    specialize (B u s I). expand_products. nra.
Qed.
End compatibility.

(** [Moreau 1963] as printed, refuted: y ≥ x² and y ≤ 0 are compatible, at the origin; with velocity (1, 0) there the accelerations must satisfy y'' ≥ 2 and −y'' ≥ 0. For any u. *)
Theorem compatible_and_empty (E : space) (u : E) : ~ exists x, admissible [(u, 2); ((- u)%V, 0)] x.
Proof.
  intros [x A]. pose proof (A u 2 (or_introl eq_refl)) as H1. pose proof (A (- u)%V 0 (or_intror (or_introl eq_refl))) as H2. expand_products_in H2. lra.
Qed.

(** A rod, both_ways, is not refused: its two rows contradict each other only if s does. *)
Theorem rod_said_twice (E : space) (u : E) (s : R) : 0 < ||u||² -> exists x, admissible [(u, s); ((- u)%V, - s)] x.
Proof.
  intro H. exists (s / ||u||² * u)%V. intros w t [I | [I | []]]; injection I as <- <-; expand_products; right; field; lra.
Qed.
