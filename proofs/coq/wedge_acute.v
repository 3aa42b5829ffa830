(** [Paoli 2004]: where condition (5) holds the outcome depends continuously on the data.

    Near a point where several constraints are active a motion without force keeps hitting some of them, in an order that depends on
    the data; it is done when its velocity enters the tangent cone. Under (5) every such route from v ends in what the impact law makes of v
    with all constraints at once: in any metric, for any number of constraints. The outcome is 1-Lipschitz in v.
    Then fig. 3 itself: the wedge of angle θ ∈ (0, π/2], e = 0, from (−1, y0) at velocity (1, 0). *)

Require Import Reals Lra Lia List Permutation.
Require Import inner_product projection unilateral_reactions kinetic_metric impact_law wedge chain chain_corrections.
Import ListNotations.
Open Scope R_scope.

Section condition_5.
Variable E : space.
Variable e : R.
Hypothesis e_range : 0 <= e <= 1.
Implicit Types (u v w x y z p : E) (gradients : list E).

(** (5): right or acute angles between the sides if e = 0, right angles otherwise. In the kinetic metric the gradient of f is M⁻¹∇f, and
    the product of two of them is ⟨∇f_i, M⁻¹∇f_j⟩. *)
Definition condition_5 gradients : Prop :=
  ForallOrdPairs (fun u u' => (e = 0 -> ⟨u, u'⟩ <= 0) /\ (e <> 0 -> ⟨u, u'⟩ = 0)) gradients.

(** A motion's impacts with some of the constraints at a time. *)
Inductive route gradients : E -> E -> Prop :=
| arrived v : route gradients v v
| impact hit others v w z :
    Permutation (hit ++ others) gradients -> averaged_law hit e v w -> route gradients w z -> route gradients v z.

(** A side with its multipliers in the projections on the sides that were hit, and on all. *)
Definition side : Type := (E * (R * R))%type.
Implicit Types (t : side) (l : list side).
Definition nu t : R := fst (snd t).
Definition mu t : R := snd (snd t).
Fixpoint total (c : side -> R) l : E := match l with [] => zero | t :: l => (c t * fst t + total c l)%V end.

Definition multipliers x y t : Prop :=
  0 <= ⟨fst t, x⟩ /\ 0 <= mu t /\ mu t * ⟨fst t, x⟩ = 0 /\ 0 <= nu t /\ nu t * ⟨fst t, y⟩ = 0.

Lemma common_multipliers hit : forall others x y r s, reaction y (homogeneous E hit) r -> reaction x (homogeneous E (hit ++ others)) s ->
  exists l, map fst l = hit ++ others /\ r = total nu l /\ s = total mu l /\ Forall (multipliers x y) l.
Proof.
  induction hit as [| u hit IH]; intros others x y r s Hr Hs.
  - inversion Hr; subst. clear Hr. cbn [app] in *. revert s Hs. induction others as [| u others IH]; intros s Hs; inversion Hs; subst.
    + exists []. repeat split; constructor.
    + match goal with H : reaction _ _ ?s' |- _ => destruct (IH s' H) as [l [L1 [L2 [L3 L4]]]] end.
      exists ((u, (0, lambda)) :: l). cbn. rewrite L1, <- L2, <- L3. repeat split; [vector_identity |].
      constructor; [| exact L4]. unfold multipliers, nu, mu. cbn. repeat split; lra.
  - inversion Hr; subst. inversion Hs; subst.
    match goal with H : reaction y _ ?r', H' : reaction x _ ?s' |- _ => destruct (IH others x y r' s' H H') as [l [L1 [L2 [L3 L4]]]] end.
    exists ((u, (lambda, lambda0)) :: l). cbn. rewrite L1, <- L2, <- L3. repeat split; try reflexivity.
    constructor; [| exact L4]. unfold multipliers, nu, mu. cbn. repeat split; lra.
Qed.

Lemma projection_multipliers hit others v x y :
  is_projection (tangent hit) v y -> is_projection (tangent (hit ++ others)) v x ->
  exists l, map fst l = hit ++ others /\ y = (v + total nu l)%V /\ x = (v + total mu l)%V /\ Forall (multipliers x y) l.
Proof.
  assert (R : forall G p, is_projection (tangent G) v p -> exists r, reaction p (homogeneous E G) r /\ p = (v + r)%V).
  { intros G p Hp.
    assert (F : exists c, admissible (homogeneous E G) c) by (exists zero; apply admissible_homogeneous, tangent_is_cone).
    destruct (solution_exists _ _ F v) as [q Hq].
    assert (Q : is_projection (tangent G) v q).
    { destruct (solution_is_projection _ _ _ _ Hq) as [A W]. split; [apply admissible_homogeneous; exact A |].
      intros c Hc. apply W, admissible_homogeneous, Hc. }
    rewrite (projection_is_unique _ _ _ _ Hp Q). exact Hq. }
  intros Hy Hx. destruct (R _ _ Hy) as [r [Hr Ey]]. destruct (R _ _ Hx) as [s [Hs Ex]].
  destruct (common_multipliers hit others x y r s Hr Hs) as [l [L1 [L2 [L3 L4]]]].
  exists l. rewrite <- L2, <- L3. repeat split; assumption.
Qed.

Lemma total_nonpositive c l z : Forall (fun t => c t * ⟨fst t, z⟩ <= 0) l -> ⟨total c l, z⟩ <= 0.
Proof. induction 1 as [| t l H Hl IH]; cbn; [rewrite dot_zero; lra |]. expand_products. lra. Qed.

Lemma total_against u c l : Forall (fun t => 0 <= c t) l -> Forall (fun t => ⟨u, fst t⟩ <= 0) l -> ⟨u, total c l⟩ <= 0.
Proof. intro C. induction C as [| t l H Hl IH]; intro A; cbn; [rewrite dot_zero_r; lra |]. inversion A; subst. specialize (IH H3). expand_products. nra. Qed.

Lemma total_orthogonal u c l : Forall (fun t => ⟨u, fst t⟩ = 0) l -> ⟨u, total c l⟩ = 0.
Proof. induction 1 as [| t l H Hl IH]; cbn; [apply dot_zero_r |]. expand_products. rewrite H, IH. ring. Qed.

Definition excess t : R := Rmax 0 (nu t - mu t).
Definition lack t : R := Rmax 0 (mu t - nu t).

Lemma excess_lack t : 0 <= excess t /\ 0 <= lack t /\ excess t * lack t = 0 /\ excess t - lack t = nu t - mu t /\ (0 < excess t -> mu t < nu t) /\ (0 < lack t -> nu t < mu t).
Proof. unfold excess, lack, Rmax. destruct (Rle_dec 0 (nu t - mu t)), (Rle_dec 0 (mu t - nu t)); repeat split; try lra; try nra. Qed.

Lemma excess_against_lack l : ForallOrdPairs (fun u u' => ⟨u, u'⟩ <= 0) (map fst l) -> ⟨total excess l, total lack l⟩ <= 0.
Proof.
  induction l as [| t l IH]; intro H; cbn in *; [rewrite dot_zero; lra |]. inversion H as [| ? ? H1 H2]; subst. specialize (IH H2).
  rewrite Forall_map in H1. destruct (excess_lack t) as [A [B [C _]]].
  assert (P : ⟨fst t, total excess l⟩ <= 0) by (apply total_against; [apply Forall_forall; intros s _; apply excess_lack | exact H1]).
  assert (Q : ⟨fst t, total lack l⟩ <= 0) by (apply total_against; [apply Forall_forall; intros s _; apply excess_lack | exact H1]).
  expand_products. rewrite (dot_symmetric (total excess l) (fst t)).
  assert (C' : excess t * lack t * ||fst t||² = 0) by (rewrite C; ring).
  assert (P' : lack t * ⟨fst t, total excess l⟩ <= 0) by nra. assert (Q' : excess t * ⟨fst t, total lack l⟩ <= 0) by nra. lra.
Qed.

Lemma total_difference l : (total excess l - total lack l)%V = (total nu l - total mu l)%V.
Proof.
  induction l as [| t l IH]; cbn; [reflexivity |]. destruct (excess_lack t) as [_ [_ [_ [D _]]]].
  apply dot_extensional; intro z. assert (I : ⟨total excess l - total lack l, z⟩ = ⟨total nu l - total mu l, z⟩) by (rewrite IH; reflexivity).
  expand_products_in I. expand_products. nra.
Qed.

(** No side pushes harder when fewer are hit: what is missing for the projection on all sides is a reaction. *)
Lemma rest_of_reaction l v x y : ForallOrdPairs (fun u u' => ⟨u, u'⟩ <= 0) (map fst l) -> y = (v + total nu l)%V -> x = (v + total mu l)%V ->
  Forall (multipliers x y) l -> x = (y + total lack l)%V.
Proof.
  intros H Ey Ex M. pose proof (excess_against_lack l H) as N. pose proof (total_difference l) as D.
  assert (I : forall z, ⟨total excess l, z⟩ = ⟨y, z⟩ - ⟨x, z⟩ + ⟨total lack l, z⟩).
  { intro z. assert (J : ⟨total excess l - total lack l, z⟩ = ⟨total nu l - total mu l, z⟩) by (rewrite D; reflexivity).
    expand_products_in J. rewrite Ey, Ex. expand_products. lra. }
  assert (Z : total excess l = zero).
  { apply definite. apply Rle_antisym; [| apply dot_positive].
    assert (S : ⟨total excess l, y - x⟩ <= 0).
    { apply total_nonpositive. revert M. apply Forall_impl. intros t [M1 [M2 [M3 [M4 M5]]]]. expand_products.
      destruct (excess_lack t) as [A [_ [_ [_ [B _]]]]]. destruct A as [A | A]; [specialize (B A) | rewrite <- A; lra].
      apply Rmult_integral in M5. destruct M5 as [M5 | M5]; [lra |]. rewrite M5. nra. }
    expand_products_in S. rewrite I, (dot_symmetric y), (dot_symmetric x), (dot_symmetric (total lack l)). lra. }
  apply dot_extensional; intro z. specialize (I z). rewrite Z, dot_zero in I. expand_products. lra.
Qed.

Lemma total_right_angles c l : ForallOrdPairs (fun u u' => ⟨u, u'⟩ = 0) (map fst l) -> Forall (fun t => ⟨fst t, total c l⟩ = c t * ||fst t||²) l.
Proof.
  induction l as [| t l IH]; intro H; constructor; cbn in *; inversion H as [| ? ? H1 H2]; subst; rewrite Forall_map in H1.
  - expand_products. rewrite (total_orthogonal _ _ _ H1). ring.
  - specialize (IH H2). rewrite Forall_forall in IH, H1. apply Forall_forall. intros s I. specialize (IH s I). specialize (H1 s I). cbn in H1.
    expand_products. rewrite IH, (dot_symmetric (fst s)), H1. ring.
Qed.

(** Under (5) some impacts first, then all sides at once, gives what all sides at once would have given. *)
Theorem some_sides_first hit others v w p : condition_5 (hit ++ others) ->
  averaged_law hit e v w -> averaged_law (hit ++ others) e v p -> averaged_law (hit ++ others) e w p.
Proof.
  unfold averaged_law. intros H Hy Hx.
  set (y := (/ (1 + e) * (w + e * v))%V) in *. set (x := (/ (1 + e) * (p + e * v))%V) in *.
  assert (Ew : w = ((1 + e) * y - e * v)%V) by (unfold y; apply dot_extensional; intro z; expand_products; field; lra).
  assert (Ep : p = ((1 + e) * x - e * v)%V) by (unfold x; apply dot_extensional; intro z; expand_products; field; lra).
  clearbody x y. destruct (projection_multipliers hit others v x y Hy Hx) as [l [L1 [L2 [L3 L4]]]]. rewrite <- L1 in *.
  assert (Acute : ForallOrdPairs (fun u u' => ⟨u, u'⟩ <= 0) (map fst l)).
  { clear - H. unfold condition_5 in H. induction H as [| u us A B IH]; constructor; [| exact IH].
    revert A. apply Forall_impl. intros u' [A1 A2]. destruct (Req_dec e 0) as [Z | Z]; [exact (A1 Z) | rewrite (A2 Z); lra]. }
  pose proof (rest_of_reaction l v x y Acute L2 L3 L4) as Exy.
  set (x' := (/ (1 + e) * (p + e * w))%V).
  assert (Ex' : x' = (x + e * total nu l)%V).
  { unfold x'. rewrite Ep, Ew, L2. apply dot_extensional; intro z. expand_products. field. lra. }
  assert (Rest : (w - x')%V = (- total lack l)%V).
  { rewrite Ex', Exy, Ew, L2. vector_identity. }
  (* at every side: x' is admissible, and what is missing pushes only where x' slides *)
  assert (G : Forall (fun t => 0 <= ⟨fst t, x'⟩ /\ lack t * ⟨fst t, x'⟩ = 0) l).
  { destruct (Req_dec e 0) as [Z | Z].
    - revert L4. apply Forall_impl. intros t [M1 [M2 [M3 [M4 M5]]]]. rewrite Ex', Z. expand_products.
      destruct (excess_lack t) as [_ [A [_ [_ [_ B]]]]]. split; [lra |]. destruct A as [A | A]; [| rewrite <- A; ring].
      specialize (B A). apply Rmult_integral in M3. destruct M3 as [M3 | M3]; [lra |]. rewrite M3. ring.
    - assert (Right : ForallOrdPairs (fun u u' => ⟨u, u'⟩ = 0) (map fst l)).
      { clear - H Z. unfold condition_5 in H. induction H as [| u us A B IH]; constructor; [| exact IH]. revert A. apply Forall_impl. intros u' [_ A2]. exact (A2 Z). }
      pose proof (total_right_angles nu l Right) as Q1. pose proof (total_right_angles lack l Right) as Q2.
      rewrite Forall_forall in *. intros t I. destruct (L4 t I) as [M1 [M2 [M3 [M4 M5]]]]. specialize (Q1 t I). specialize (Q2 t I). cbn beta in Q1, Q2.
      destruct (excess_lack t) as [_ [A [_ [_ [_ B]]]]]. pose proof (dot_positive (fst t)) as P.
      rewrite Ex'. expand_products. rewrite Q1. split; [assert (0 <= e * (nu t * ||fst t||²)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; assumption]); lra |].
      destruct A as [A | A]; [| rewrite <- A; ring]. specialize (B A).
      apply Rmult_integral in M3. destruct M3 as [M3 | M3]; [lra |]. rewrite M3.
      apply Rmult_integral in M5. destruct M5 as [M5 | M5]; [rewrite M5; ring |].
      assert (J : ⟨fst t, x⟩ = ⟨fst t, y⟩ + ⟨fst t, total lack l⟩) by (rewrite Exy at 1; expand_products; ring).
      rewrite M3, M5, Q2 in J. transitivity (e * nu t * (0 + lack t * ||fst t||²)); [ring | rewrite <- J; ring]. }
  split.
  - intros u I. apply in_map_iff in I. destruct I as [t [<- I]]. rewrite Forall_forall in G. apply (G t I).
  - intros c Hc. rewrite Rest. expand_products.
    assert (P : ⟨total lack l, x' - c⟩ <= 0).
    { apply total_nonpositive. rewrite Forall_forall in *. intros t I. destruct (G t I) as [_ G2].
      assert (0 <= ⟨fst t, c⟩) by (apply Hc, in_map, I). destruct (excess_lack t) as [_ [A _]]. expand_products. nra. }
    expand_products_in P. lra.
Qed.

Lemma condition_5_permutes gradients others : Permutation gradients others -> condition_5 gradients -> condition_5 others.
Proof.
  unfold condition_5. intro P. induction P as [| u l l' P IH | u u' l | l l' l'' P1 IH1 P2 IH2]; intro H.
  - exact H.
  - inversion H as [| ? ? H1 H2]; subst. constructor; [exact (Permutation_Forall P H1) | exact (IH H2)].
  - inversion H as [| ? ? H1 H2]; subst. inversion H2 as [| ? ? H3 H4]; subst. inversion H1 as [| ? ? H5 H6]; subst.
    constructor; [constructor; [| exact H3] | constructor; assumption]. rewrite (dot_symmetric u u'). exact H5.
  - auto.
Qed.

Lemma law_of_members gradients others v w : (forall u, In u gradients <-> In u others) -> averaged_law gradients e v w -> averaged_law others e v w.
Proof.
  intros H [A B]. split.
  - intros u I. apply A, H, I.
  - intros c Hc. apply B. intros u I. apply Hc, H, I.
Qed.

Lemma no_impact gradients v : tangent gradients v -> averaged_law gradients e v v.
Proof.
  intro H. unfold averaged_law. replace (/ (1 + e) * (v + e * v))%V with v by (apply dot_extensional; intro z; expand_products; field; lra).
  split; [exact H |]. intros c _. expand_products. lra.
Qed.

(** Whatever is hit first, the outcome is that of the impact law with all constraints at once. *)
Theorem routes_end_alike gradients v w : condition_5 gradients -> route gradients v w -> tangent gradients w -> averaged_law gradients e v w.
Proof.
  intros H R. induction R as [v | hit others v w z P L R IH]; intro T; [apply no_impact; exact T |].
  destruct (law_exists _ gradients e e_range v) as [p Hp].
  assert (M : forall u, In u gradients <-> In u (hit ++ others)) by (intro u; split; apply Permutation_in; [apply Permutation_sym |]; exact P).
  pose proof (some_sides_first hit others v w p (condition_5_permutes _ _ (Permutation_sym P) H) L (law_of_members _ _ _ _ M Hp)) as Q.
  assert (Q' : averaged_law gradients e w p) by (apply (law_of_members (hit ++ others)); [intro u; symmetry; apply M | exact Q]).
  rewrite (law_is_unique _ _ _ e_range _ _ _ (IH T) Q'). exact Hp.
Qed.

Lemma law_is_nonexpansive gradients v v' w w' : averaged_law gradients e v w -> averaged_law gradients e v' w' -> ||w - w'||² <= ||v - v'||².
Proof.
  unfold averaged_law. intros H H'. pose proof (projection_is_firmly_nonexpansive _ _ _ _ _ H H') as N.
  set (x := (/ (1 + e) * (w + e * v))%V) in *. set (x' := (/ (1 + e) * (w' + e * v'))%V) in *.
  assert (Ew : (w - w')%V = ((1 + e) * (x - x') - e * (v - v'))%V) by (unfold x, x'; apply dot_extensional; intro z; expand_products; field; lra).
  rewrite Ew. set (d := (x - x')%V) in *. set (c := (v - v')%V) in *. clearbody d c.
  pose proof (cauchy_schwarz d c) as S. pose proof (dot_positive d). pose proof (dot_positive c).
  assert (D : ||d||² <= ||c||²) by (destruct (Rle_or_lt ||d||² ||c||²) as [G | G]; [exact G | exfalso; nra]).
  expand_products. rewrite (dot_symmetric c d).
  assert (0 <= e * (1 + e) * (⟨d, c⟩ - ||d||²)) by (apply Rmult_le_pos; nra).
  assert (0 <= (1 - e * e) * (||c||² - ||d||²)) by (apply Rmult_le_pos; nra). nra.
Qed.

(** Continuity: motions that come in at v and v', whatever they hit, leave at velocities no further apart than v and v'. *)
Theorem outcome_is_continuous gradients v v' w w' : condition_5 gradients ->
  route gradients v w -> tangent gradients w -> route gradients v' w' -> tangent gradients w' -> ||w - w'||² <= ||v - v'||².
Proof. intros H R T R' T'. apply (law_is_nonexpansive gradients); apply routes_end_alike; assumption. Qed.
End condition_5.

Arguments condition_5 {E}.
Arguments route {E}.

(** *** Motions without force in a cone of admissible positions, ⟨u, q⟩ ≥ 0: straight pieces, and the impact law wherever sides are active. *)

Section motions.
Variable E : space.
Implicit Types (u v q z : E) (gradients : list E).

Definition obeys_law gradients e q v_minus v_plus : Prop :=
  exists active, (forall u, In u active <-> In u gradients /\ ⟨u, q⟩ = 0) /\ averaged_law active e v_minus v_plus.

Definition motion_from gradients e q_0 v_0 (q : R -> E) : Prop :=
  (exists d, 0 < d /\ forall s, 0 <= s <= d -> q s = (q_0 + s * v_0)%V) /\
  (forall t, 0 <= t -> tangent gradients (q t)) /\
  (forall t, 0 < t -> exists d v_minus v_plus, 0 < d <= t /\ obeys_law gradients e (q t) v_minus v_plus /\
    (forall s, t - d <= s <= t -> q s = (q t + (s - t) * v_minus)%V) /\ (forall s, t <= s <= t + d -> q s = (q t + (s - t) * v_plus)%V)).

(** There is at most one such motion. *)
Theorem motion_is_unique gradients e q_0 v_0 (q r : R -> E) : 0 <= e <= 1 ->
  motion_from gradients e q_0 v_0 q -> motion_from gradients e q_0 v_0 r -> forall t, 0 <= t -> q t = r t.
Proof.
  intros He [Qi [_ Q]] [Ri [_ R]].
  assert (Eq : forall s, ||q s - r s||² = 0 -> q s = r s) by (intro s; apply subtract_null).
  intros T HT. apply Eq. destruct (Req_dec ||q T - r T||² 0) as [D | D]; [exact D | exfalso].
  set (S := fun t => 0 <= t <= T /\ forall s, 0 <= s <= t -> q s = r s).
  destruct Qi as [d1 [D1 Q0]]. destruct Ri as [d2 [D2 R0]].
  assert (Z : q 0 = r 0) by (rewrite Q0, R0 by lra; reflexivity).
  assert (B : bound S) by (exists T; intros t [H _]; lra).
  assert (N : exists t, S t) by (exists 0; split; [lra |]; intros s Hs; replace s with 0 by lra; exact Z).
  destruct (completeness S B N) as [m [U L]].
  assert (M0 : 0 <= m) by (apply U; split; [lra |]; intros s Hs; replace s with 0 by lra; exact Z).
  assert (MT : m <= T) by (apply L; intros t [H _]; lra).
  assert (Before : forall s, 0 <= s < m -> q s = r s).
  { intros s Hs. apply Eq. destruct (Req_dec ||q s - r s||² 0) as [G | G]; [exact G | exfalso].
    assert (m <= s); [| lra]. apply L. intros t [Ht A]. destruct (Rle_or_lt t s) as [K | K]; [exact K | exfalso].
    apply G. rewrite (A s) by lra. expand_products. ring. }
  (* they agree a little beyond m *)
  assert (After : exists d, 0 < d /\ forall s, m <= s <= m + d -> q s = r s).
  { destruct M0 as [M0 | M0].
    - destruct (Q m M0) as [a [v [w [Ha [Law [Ql Qr]]]]]]. destruct (R m M0) as [b [v' [w' [Hb [Law' [Rl Rr]]]]]].
      set (d := Rmin a b). assert (Hd : 0 < d <= a /\ d <= b) by (unfold d, Rmin; destruct (Rle_dec a b); lra).
      assert (I : forall z, ⟨v, z⟩ = ⟨v', z⟩ /\ ⟨q m, z⟩ = ⟨r m, z⟩).
      { intro z.
        assert (I1 : ⟨q m + (m - d - m) * v, z⟩ = ⟨r m + (m - d - m) * v', z⟩) by (rewrite <- Ql, <- Rl, (Before (m - d)) by lra; reflexivity).
        assert (I2 : ⟨q m + (m - d/2 - m) * v, z⟩ = ⟨r m + (m - d/2 - m) * v', z⟩) by (rewrite <- Ql, <- Rl, (Before (m - d/2)) by lra; reflexivity).
        expand_products_in I1. expand_products_in I2.
        assert (J : d * (⟨v, z⟩ - ⟨v', z⟩) = 0) by lra. apply Rmult_integral in J. destruct J as [J | J]; [lra |].
        split; [lra |]. replace ⟨v, z⟩ with ⟨v', z⟩ in I1 by lra. lra. }
      assert (Ev : v = v') by (apply dot_extensional; intro z; apply I).
      assert (Em : q m = r m) by (apply dot_extensional; intro z; apply I).
      destruct Law as [J [HJ LJ]]. destruct Law' as [J' [HJ' LJ']]. rewrite <- Ev, <- Em in *.
      assert (Ew : w = w').
      { apply (law_is_unique _ J e He v); [exact LJ |]. apply (law_of_members _ _ J'); [| exact LJ'].
        intro u. rewrite HJ, HJ'. reflexivity. }
      exists d. split; [lra |]. intros s Hs. rewrite Qr, Rr, Ew by lra. rewrite Em. reflexivity.
    - exists (Rmin d1 d2). split; [apply Rmin_glb_lt; assumption |]. intros s Hs. rewrite <- M0 in Hs.
      pose proof (Rmin_l d1 d2). pose proof (Rmin_r d1 d2). rewrite Q0, R0 by lra. reflexivity. }
  destruct After as [d [Hd A]].
  assert (P : forall s, 0 <= s <= m + d -> q s = r s).
  { intros s Hs. destruct (Rlt_or_le s m) as [K | K]; [apply Before; lra | apply A; lra]. }
  destruct (Rle_or_lt T (m + d)) as [K | K].
  - apply D. rewrite (P T) by lra. expand_products. ring.
  - assert (m + d <= m); [| lra]. apply U. split; [lra | exact P].
Qed.
End motions.

Arguments motion_from {E}.
Arguments obeys_law {E}.

(** *** The acute wedge, fig. 3 *)

Section acute_wedge.
Variable theta : R.
Hypothesis theta_range : 0 < theta <= PI / 2.
Let c := cos theta.
Let s := sin theta.

(** Gradient of f2 = −x sin θ − y cos θ; f1 = y is the floor. *)
Definition wall : plane := vec (- s) (- c).
Definition wedge_sides : list plane := [floor; wall].

Lemma s_positive : 0 < s.
Proof. pose proof PI_RGT_0. apply sin_gt_0; lra. Qed.
Lemma c_nonnegative : 0 <= c.
Proof. pose proof PI_RGT_0. apply cos_ge_0; lra. Qed.
Lemma on_circle : s * s + c * c = 1.
Proof. pose proof (sin2_cos2 theta) as I. unfold Rsqr in I. exact I. Qed.

(** Condition (5) holds: ⟨∇f1, ∇f2⟩ = −cos θ ≤ 0, and 0 for θ = π/2, where e is free. *)
Theorem acute_satisfies_5 : condition_5 0 wedge_sides /\ (theta = PI / 2 -> forall e, condition_5 e wedge_sides).
Proof.
  pose proof c_nonnegative as C. unfold condition_5, wedge_sides.
  assert (I : ⟨floor, wall⟩ = - c) by (cbn; ring).
  assert (Two : forall e, (e = 0 -> - c <= 0) /\ (e <> 0 -> - c = 0) -> condition_5 e wedge_sides).
  { intros e H. constructor; [constructor; [rewrite I; exact H | constructor] | constructor; constructor]. }
  split.
  - apply Two. split; intro; lra.
  - intros H e. apply Two. assert (c = 0) by (unfold c; rewrite H; apply cos_PI2). split; intro; lra.
Qed.

(** Along the wall: what is left of (1, 0), towards the corner. *)
Definition slide : plane := vec (c * c) (- (c * s)).

Lemma wall_deflects_acute : averaged_law [wall] 0 (vec 1 0) slide.
Proof.
  unfold averaged_law, is_projection. pose proof on_circle as O. split.
  - intros u [<- | []]. cbn. nra.
  - intros w Hw. pose proof (Hw wall (or_introl eq_refl)) as H. destruct w as [a [b []]]. cbn in *. pose proof s_positive.
    assert (K : s * (s * a + c * b) <= 0) by nra.
    assert (Z : (1 - c * c - s * s) * (a - c * c) = 0) by (replace (1 - c * c - s * s) with 0 by lra; ring). lra.
Qed.

Lemma corner_stops_flight : averaged_law wedge_sides 0 (vec 1 0) (vec 0 0).
Proof.
  unfold averaged_law, is_projection. pose proof s_positive as S. pose proof c_nonnegative as C. split.
  - intros u [<- | [<- | []]]; cbn; lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. pose proof (Hw wall (or_intror (or_introl eq_refl))) as H.
    destruct w as [a [b []]]. cbn in *. assert (0 <= b) by lra. assert (0 <= c * b) by (apply Rmult_le_pos; assumption). assert (s * a <= 0) by lra. nra.
Qed.

Lemma corner_stops_slide : averaged_law wedge_sides 0 slide (vec 0 0).
Proof.
  unfold averaged_law, is_projection. pose proof s_positive as S. pose proof c_nonnegative as C. split.
  - intros u [<- | [<- | []]]; cbn; lra.
  - intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as F. pose proof (Hw wall (or_intror (or_introl eq_refl))) as H.
    destruct w as [a [b []]]. cbn in *. assert (0 <= b) by lra. assert (0 <= c * b) by (apply Rmult_le_pos; assumption). assert (s * a <= 0) by lra.
    assert (a <= 0) by nra. assert (c * c * a <= 0) by nra. assert (0 <= c * (s * b)) by (apply Rmult_le_pos; [| apply Rmult_le_pos]; lra). lra.
Qed.

(** Flight to the wall, which is reached at the instant arrival; then at the distance left from the corner, on the wall. *)
Definition arrival (y0 : R) : R := 1 - y0 * c / s.
Definition remaining (y0 t : R) : R := y0 / s - c * (t - arrival y0).
Definition on_wall (r : R) : plane := vec (- (r * c)) (r * s).
Definition motion (y0 t : R) : plane := if Rle_dec t (arrival y0) then vec (-1 + t) y0 else on_wall (Rmax 0 (remaining y0 t)).

Lemma motion_in_flight y0 t : t <= arrival y0 -> motion y0 t = vec (-1 + t) y0.
Proof. intro H. unfold motion. destruct (Rle_dec t (arrival y0)); [reflexivity | lra]. Qed.

Lemma at_arrival y0 : vec (-1 + arrival y0) y0 = on_wall (remaining y0 (arrival y0)).
Proof.
  pose proof s_positive. unfold on_wall, remaining, arrival. unfold vec. f_equal; [field; lra |]. f_equal. field. lra.
Qed.

Lemma remaining_at_arrival y0 : remaining y0 (arrival y0) = y0 / s.
Proof. unfold remaining. ring. Qed.

Lemma motion_after_arrival y0 t : 0 <= y0 -> arrival y0 <= t -> motion y0 t = on_wall (Rmax 0 (remaining y0 t)).
Proof.
  intros Hy H. unfold motion. destruct (Rle_dec t (arrival y0)) as [G | G]; [| reflexivity]. assert (I : t = arrival y0) by lra. rewrite I.
  rewrite at_arrival, remaining_at_arrival. rewrite Rmax_right; [reflexivity |]. pose proof s_positive. apply Rmult_le_pos; [exact Hy | left; apply Rinv_0_lt_compat; assumption].
Qed.

Lemma slide_on_wall y0 t t' : on_wall (remaining y0 t') = (on_wall (remaining y0 t) + (t' - t) * slide)%V.
Proof. unfold on_wall, remaining, slide. unfold vec. cbn. f_equal; [ring |]. f_equal. ring. Qed.

Lemma corner : on_wall 0 = vec 0 0.
Proof. unfold on_wall, vec. f_equal; [ring |]. f_equal. ring. Qed.

Lemma stays (q : plane) a : q = (q + a * vec 0 0)%V.
Proof. destruct q as [x [y []]]. cbn. f_equal; [ring |]. f_equal. ring. Qed.

Lemma in_wedge (q : plane) : 0 <= ⟨floor, q⟩ -> 0 <= ⟨wall, q⟩ -> tangent wedge_sides q.
Proof. intros F W u [<- | [<- | []]]; assumption. Qed.

(** Active sides of a position. *)
Lemma active_both (q : plane) : ⟨floor, q⟩ = 0 -> ⟨wall, q⟩ = 0 -> forall u, In u wedge_sides <-> In u wedge_sides /\ ⟨u, q⟩ = 0.
Proof. intros F W u. split; [| tauto]. intro I. split; [exact I |]. destruct I as [<- | [<- | []]]; assumption. Qed.
Lemma active_wall (q : plane) : ⟨floor, q⟩ <> 0 -> ⟨wall, q⟩ = 0 -> forall u, In u [wall] <-> In u wedge_sides /\ ⟨u, q⟩ = 0.
Proof.
  intros F W u. split.
  - intros [<- | []]. split; [right; left; reflexivity | exact W].
  - intros [[<- | [<- | []]] H]; [contradiction | left; reflexivity].
Qed.
Lemma active_floor (q : plane) : ⟨floor, q⟩ = 0 -> ⟨wall, q⟩ <> 0 -> forall u, In u [floor] <-> In u wedge_sides /\ ⟨u, q⟩ = 0.
Proof.
  intros F W u. split.
  - intros [<- | []]. split; [left; reflexivity | exact F].
  - intros [[<- | [<- | []]] H]; [left; reflexivity | contradiction].
Qed.
Lemma active_none (q : plane) : ⟨floor, q⟩ <> 0 -> ⟨wall, q⟩ <> 0 -> forall u, In u [] <-> In u wedge_sides /\ ⟨u, q⟩ = 0.
Proof. intros F W u. split; [intros [] |]. intros [[<- | [<- | []]] H]; contradiction. Qed.

Lemma products_on_wall r : ⟨floor, on_wall r⟩ = r * s /\ ⟨wall, on_wall r⟩ = 0.
Proof. split; cbn; ring. Qed.

Theorem motion_exists y0 : 0 <= y0 -> y0 * c < s -> motion_from wedge_sides 0 (vec (-1) y0) (vec 1 0) (motion y0).
Proof.
  intros Hy Hin. pose proof s_positive as S. pose proof c_nonnegative as C. pose proof on_circle as O.
  assert (A : 0 < arrival y0).
  { unfold arrival. apply (Rmult_lt_reg_r s); [exact S |]. replace ((1 - y0 * c / s) * s) with (s - y0 * c) by (field; lra). lra. }
  assert (As : arrival y0 * s = s - y0 * c) by (unfold arrival; field; lra).
  assert (Y : 0 <= y0 / s) by (apply Rmult_le_pos; [exact Hy | left; apply Rinv_0_lt_compat; exact S]).
  assert (W : forall t, ⟨wall, vec (-1 + t) y0⟩ = (arrival y0 - t) * s) by (intro t; cbn; rewrite Rmult_minus_distr_r, As; ring).
  assert (F : forall t, ⟨floor, vec (-1 + t) y0⟩ = y0) by (intro t; cbn; ring).
  split; [| split].
  - exists (arrival y0). split; [exact A |]. intros t Ht. rewrite motion_in_flight by lra. unfold vec. cbn. f_equal; [ring |]. f_equal. ring.
  - intros t Ht. destruct (Rle_or_lt t (arrival y0)) as [G | G].
    + rewrite motion_in_flight by exact G. apply in_wedge; [rewrite F; exact Hy | rewrite W; apply Rmult_le_pos; lra].
    + rewrite motion_after_arrival by lra. destruct (products_on_wall (Rmax 0 (remaining y0 t))) as [P1 P2].
      apply in_wedge; [rewrite P1; apply Rmult_le_pos; [apply Rmax_l | lra] | rewrite P2; lra].
  - intros t Ht. destruct (Rtotal_order t (arrival y0)) as [G | [G | G]].
    + (* in flight *)
      set (d := Rmin t (arrival y0 - t)). assert (Hd : 0 < d <= t /\ d <= arrival y0 - t) by (unfold d, Rmin; destruct (Rle_dec t (arrival y0 - t)); lra).
      exists d, (vec 1 0), (vec 1 0). rewrite motion_in_flight by lra. split; [lra |]. split; [| split].
      * assert (Wn : ⟨wall, vec (-1 + t) y0⟩ <> 0) by (rewrite W; apply Rmult_integral_contrapositive_currified; lra).
        destruct (Req_dec y0 0) as [Z | Z].
        -- exists [floor]. split; [apply active_floor; [rewrite F; exact Z | exact Wn] |]. apply no_impact; [lra |]. intros u [<- | []]. cbn. lra.
        -- exists []. split; [apply active_none; [rewrite F; exact Z | exact Wn] |]. apply no_impact; [lra |]. intros u [].
      * intros t' Ht'. rewrite motion_in_flight by lra. unfold vec. cbn. f_equal; [ring |]. f_equal. ring.
      * intros t' Ht'. rewrite motion_in_flight by lra. unfold vec. cbn. f_equal; [ring |]. f_equal. ring.
    + (* the wall is reached *)
      subst t. destruct Y as [Y | Y].
      * assert (Hd : exists d, 0 < d <= arrival y0 /\ d * c <= y0 / s).
        { exists (Rmin (arrival y0) (y0 / s)). assert (c <= 1) by nra. assert (0 < Rmin (arrival y0) (y0 / s)) by (apply Rmin_glb_lt; assumption).
          pose proof (Rmin_l (arrival y0) (y0 / s)). pose proof (Rmin_r (arrival y0) (y0 / s)). split; [lra |]. nra. }
        destruct Hd as [d [Hd Hc]]. exists d, (vec 1 0), slide. rewrite (motion_in_flight y0 (arrival y0)) by lra. split; [lra |]. split; [| split].
        -- exists [wall]. split; [| exact wall_deflects_acute]. apply active_wall; [rewrite F | rewrite W; ring].
           intro Z. rewrite Z in Y. unfold Rdiv in Y. lra.
        -- intros t' Ht'. rewrite motion_in_flight by lra. unfold vec. cbn. f_equal; [ring |]. f_equal. ring.
        -- intros t' Ht'. rewrite motion_after_arrival, at_arrival by lra. rewrite Rmax_right; [apply slide_on_wall |]. unfold remaining. nra.
      * exists (arrival y0), (vec 1 0), (vec 0 0). rewrite (motion_in_flight y0 (arrival y0)) by lra.
        assert (Y0 : y0 = 0) by (apply (Rmult_eq_reg_r (/ s)); [unfold Rdiv in Y; lra | apply Rinv_neq_0_compat; lra]).
        split; [lra |]. split; [| split].
        -- exists wedge_sides. split; [| exact corner_stops_flight]. apply active_both; [rewrite F; exact Y0 | rewrite W; ring].
        -- intros t' Ht'. rewrite motion_in_flight by lra. unfold vec. cbn. f_equal; [ring |]. f_equal. ring.
        -- intros t' Ht'. rewrite motion_after_arrival, at_arrival, remaining_at_arrival by lra.
           rewrite <- Y, Rmax_left by (unfold remaining; rewrite <- Y; nra). apply stays.
    + (* on the wall, or in the corner *)
      rewrite (motion_after_arrival y0 t) by lra. destruct (Rtotal_order (remaining y0 t) 0) as [K | [K | K]].
      * (* long in the corner *)
        assert (Hd : exists d, 0 < d <= t - arrival y0 /\ remaining y0 t + d * c <= 0).
        { exists (Rmin (t - arrival y0) (- remaining y0 t)). assert (c <= 1) by nra. assert (0 < Rmin (t - arrival y0) (- remaining y0 t)) by (apply Rmin_glb_lt; lra).
          pose proof (Rmin_l (t - arrival y0) (- remaining y0 t)). pose proof (Rmin_r (t - arrival y0) (- remaining y0 t)). split; [lra |]. nra. }
        destruct Hd as [d [Hd Hc]]. rewrite Rmax_left by lra. exists d, (vec 0 0), (vec 0 0). split; [lra |]. split; [| split].
        -- exists wedge_sides. destruct (products_on_wall 0) as [P1 P2]. split; [apply active_both; [rewrite P1; ring | exact P2] |].
           apply no_impact; [lra |]. intros u [<- | [<- | []]]; cbn; lra.
        -- intros t' Ht'. rewrite motion_after_arrival by lra. rewrite Rmax_left; [apply stays |]. unfold remaining in *. nra.
        -- intros t' Ht'. rewrite motion_after_arrival by lra. rewrite Rmax_left; [apply stays |]. unfold remaining in *. nra.
      * (* the corner is reached *)
        exists (t - arrival y0), slide, (vec 0 0). rewrite Rmax_left by lra. split; [lra |]. split; [| split].
        -- exists wedge_sides. destruct (products_on_wall 0) as [P1 P2]. split; [apply active_both; [rewrite P1; ring | exact P2] | exact corner_stops_slide].
        -- intros t' Ht'. rewrite motion_after_arrival by lra. rewrite Rmax_right; [rewrite <- K at 1; apply slide_on_wall |]. unfold remaining in *. nra.
        -- intros t' Ht'. rewrite motion_after_arrival by lra. rewrite Rmax_left; [apply stays |]. unfold remaining in *. nra.
      * (* sliding *)
        assert (Hd : exists d, 0 < d <= t - arrival y0 /\ d * c <= remaining y0 t).
        { exists (Rmin (t - arrival y0) (remaining y0 t)). assert (c <= 1) by nra. assert (0 < Rmin (t - arrival y0) (remaining y0 t)) by (apply Rmin_glb_lt; lra).
          pose proof (Rmin_l (t - arrival y0) (remaining y0 t)). pose proof (Rmin_r (t - arrival y0) (remaining y0 t)). split; [lra |]. nra. }
        destruct Hd as [d [Hd Hc]]. rewrite Rmax_right by lra. exists d, slide, slide. split; [lra |]. split; [| split].
        -- exists [wall]. destruct (products_on_wall (remaining y0 t)) as [P1 P2]. split.
           ++ apply active_wall; [rewrite P1; apply Rmult_integral_contrapositive_currified; lra | exact P2].
           ++ apply no_impact; [lra |]. intros u [<- | []]. cbn. lra.
        -- intros t' Ht'. rewrite motion_after_arrival by lra. rewrite Rmax_right; [apply slide_on_wall |]. unfold remaining in *. nra.
        -- intros t' Ht'. rewrite motion_after_arrival by lra. rewrite Rmax_right; [apply slide_on_wall |]. unfold remaining in *. nra.
Qed.

Lemma motion_along_floor t : motion 0 t = vec (Rmin 0 (-1 + t)) 0.
Proof.
  assert (A : arrival 0 = 1) by (unfold arrival; pose proof s_positive; field; lra).
  destruct (Rle_or_lt t 1) as [H | H].
  - rewrite motion_in_flight by lra. rewrite Rmin_right by lra. reflexivity.
  - rewrite motion_after_arrival by lra. rewrite Rmax_left, corner, Rmin_left by (unfold remaining; rewrite ?A; pose proof c_nonnegative; nra). reflexivity.
Qed.

Lemma motions_are_near y0 t : 0 <= y0 -> norm (motion y0 t - motion 0 t)%V <= y0 / s.
Proof.
  intro Hy. pose proof s_positive as S. pose proof c_nonnegative as C. pose proof on_circle as O.
  assert (Y : 0 <= y0 / s) by (apply Rmult_le_pos; [exact Hy | left; apply Rinv_0_lt_compat; exact S]).
  set (h := y0 / s) in *. assert (Ey : y0 = h * s) by (unfold h; field; lra).
  assert (N : forall x y, 0 <= y <= h * s -> - (h * c) <= x <= h * c -> norm (vec x y) <= h).
  { intros x y H1 H2. unfold norm. rewrite <- (sqrt_square h Y). apply sqrt_le_1_alt. cbn.
    assert (x * x <= (h * c) * (h * c)) by nra. assert (y * y <= (h * s) * (h * s)) by nra.
    replace (h * h) with (h * c * (h * c) + h * s * (h * s)) by (transitivity (h * h * (s * s + c * c)); [ring | rewrite O; ring]). lra. }
  assert (D : forall x y x', (vec x y - vec x' 0)%V = vec (x - x') y) by (intros; unfold vec; cbn; f_equal; [ring |]; f_equal; ring).
  assert (A : arrival y0 = 1 - h * c) by (unfold arrival; rewrite Ey; field; lra).
  assert (0 <= h * c) by (apply Rmult_le_pos; assumption).
  rewrite motion_along_floor. destruct (Rle_or_lt t (arrival y0)) as [G | G].
  - rewrite motion_in_flight by exact G. rewrite Rmin_right by lra. rewrite D. apply N; lra.
  - rewrite motion_after_arrival by lra. unfold on_wall. rewrite D.
    assert (R : 0 <= Rmax 0 (remaining y0 t) <= h).
    { split; [apply Rmax_l |]. apply Rmax_lub; [exact Y |]. unfold remaining. fold h. nra. }
    assert (M : - (h * c) <= Rmin 0 (-1 + t) <= 0) by (split; [apply Rmin_glb; lra | apply Rmin_l]).
    apply N; [split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra] |].
    assert (Rmax 0 (remaining y0 t) * c <= h * c) by (apply Rmult_le_compat_r; lra). assert (0 <= Rmax 0 (remaining y0 t) * c) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Fig. 3: the motion from (−1, y0) is, at all times, within y0/sin θ of the motion from (−1, 0); the outcome depends continuously on y0. *)
Theorem figure_3_is_continuous y0 q q_0 : 0 <= y0 -> y0 * c < s ->
  motion_from wedge_sides 0 (vec (-1) y0) (vec 1 0) q -> motion_from wedge_sides 0 (vec (-1) 0) (vec 1 0) q_0 ->
  forall t, 0 <= t -> norm (q t - q_0 t)%V <= y0 / s.
Proof.
  intros Hy Hin Q Q0 t Ht. pose proof s_positive as S. assert (Z : 0 <= 0 <= 1) by lra. assert (Z1 : 0 <= 0) by lra. assert (Z2 : 0 * c < s) by lra.
  rewrite (motion_is_unique _ _ _ _ _ _ _ Z Q (motion_exists y0 Hy Hin) t Ht), (motion_is_unique _ _ _ _ _ _ _ Z Q0 (motion_exists 0 Z1 Z2) t Ht).
  apply motions_are_near. exact Hy.
Qed.

(** Its velocities are a route: the wall first, then the corner, ends as the corner at once. *)
Theorem acute_route : route 0 wedge_sides (vec 1 0) (vec 0 0) /\ averaged_law wedge_sides 0 (vec 1 0) (vec 0 0).
Proof.
  split; [| exact corner_stops_flight].
  apply (impact _ _ _ [wall] [floor] _ slide); [apply perm_swap | exact wall_deflects_acute |].
  apply (impact _ _ _ wedge_sides [] _ (vec 0 0)); [rewrite app_nil_r; apply Permutation_refl | exact corner_stops_slide |]. apply arrived.
Qed.
End acute_wedge.

(** (5) cannot be left out: in the obtuse wedge of wedge.v a route ends elsewhere. *)
Theorem obtuse_route : route 0 [floor; slanted] (vec 0 (-1)) (vec (-1/2) 0) /\ tangent [floor; slanted] (vec (-1/2) 0) /\
  ~ averaged_law [floor; slanted] 0 (vec 0 (-1)) (vec (-1/2) 0).
Proof.
  split; [| split].
  - apply (impact _ _ _ [slanted] [floor] _ (vec (-1/2) (-1/2))); [apply perm_swap | exact wall_deflects |].
    apply (impact _ _ _ [floor; slanted] [] _ (vec (-1/2) 0)); [apply Permutation_refl | exact then_leaves_along_the_floor |]. apply arrived.
  - intros u [<- | [<- | []]]; cbn; lra.
  - intro H. apply no_continuity. assert (Z : 0 <= 0 <= 1) by lra. exact (law_is_unique _ _ _ Z _ _ _ corner_stops H).
Qed.

(** Nor do acute angles suffice for e ≠ 0: in the wedge with cos θ = 3/5, at e = 1, (5, 0) hits the wall, the floor and the wall again. *)
Definition wall_3_4_5 : plane := vec (-4) (-3).

Ltac one_side := split; [intros u [<- | []]; cbn; lra | intros w Hw; pose proof (Hw _ (or_introl eq_refl)); destruct w as [a [b []]]; cbn in *; lra].

Theorem elastic_route : ⟨floor, wall_3_4_5⟩ < 0 /\ route 1 [floor; wall_3_4_5] (vec 5 0) (vec (-527/125) (336/125)) /\
  tangent [floor; wall_3_4_5] (vec (-527/125) (336/125)) /\ averaged_law [floor; wall_3_4_5] 1 (vec 5 0) (vec (-5) 0).
Proof.
  split; [cbn; lra |]. split; [| split].
  - apply (impact _ _ _ [wall_3_4_5] [floor] _ (vec (-7/5) (-24/5))); [apply perm_swap | one_side |].
    apply (impact _ _ _ [floor] [wall_3_4_5] _ (vec (-7/5) (24/5))); [apply Permutation_refl | one_side |].
    apply (impact _ _ _ [wall_3_4_5] [floor] _ (vec (-527/125) (336/125))); [apply perm_swap | one_side |]. apply arrived.
  - intros u [<- | [<- | []]]; cbn; lra.
  - split; [intros u [<- | [<- | []]]; cbn; lra |].
    intros w Hw. pose proof (Hw _ (or_introl eq_refl)). pose proof (Hw _ (or_intror (or_introl eq_refl))). destruct w as [a [b []]]. cbn in *. lra.
Qed.
