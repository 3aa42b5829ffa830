(** [Paoli 2004, figs. 1 and 2] as motions: for every θ ∈ (π/2, π), the motions from (x0, 1) at velocity (0, −1) exist and do not tend to that from (0, 1) as x0 → 0+.
    Motions are put together from straight pieces. *)

Require Import Reals Lra Lia List.
Require Import inner_product projection unilateral_reactions kinetic_metric impact_law wedge chain wedge_acute wedge_obtuse.
Import ListNotations.
Open Scope R_scope.

Section pieces.
Variable E : space.
Implicit Types u v q z : E.
Variable gradients : list E.
Variable e : R.
Hypothesis e_range : 0 <= e <= 1.

(** Straight on from q at v, until `free` says: no side is crossed, and those that are touched are slid along. *)
Definition flies q v (free : R -> Prop) : Prop :=
  forall t, free t -> forall u, In u gradients -> 0 < ⟨u, q + t * v⟩ \/ (⟨u, q + t * v⟩ = 0 /\ ⟨u, v⟩ = 0).

Lemma active_sides q : exists active, forall u, In u active <-> In u gradients /\ ⟨u, q⟩ = 0.
Proof.
  clear e_range. induction gradients as [| w l [active A]].
  - exists []. intro u. split; [intros [] | intros [[] _]].
  - destruct (Req_dec ⟨w, q⟩ 0) as [Z | Z].
    + exists (w :: active). intro u. split.
      * intros [<- | I]; [split; [left; reflexivity | exact Z] |]. apply A in I. destruct I as [I J]. split; [right; exact I | exact J].
      * intros [[<- | I] J]; [left; reflexivity | right; apply A; split; assumption].
    + exists active. intro u. split.
      * intro I. apply A in I. destruct I as [I J]. split; [right; exact I | exact J].
      * intros [[<- | I] J]; [contradiction | apply A; split; assumption].
Qed.

Lemma law_in_flight q v free t : flies q v free -> free t -> obeys_law gradients e (q + t * v)%V v v.
Proof.
  intros F T. destruct (active_sides (q + t * v)%V) as [active A]. exists active. split; [exact A |]. apply no_impact; [exact e_range |].
  intros u I. apply A in I. destruct I as [I J]. destruct (F t T u I) as [K | [_ K]]; lra.
Qed.

Lemma flight_is_admissible q v free t : flies q v free -> free t -> tangent gradients (q + t * v)%V.
Proof. intros F T u I. destruct (F t T u I) as [K | [K _]]; lra. Qed.

(** The last piece. *)
Lemma straight_for_ever q v : tangent gradients q -> flies q v (fun t => 0 < t) -> motion_from gradients e q v (fun t => (q + t * v)%V).
Proof.
  intros Q F. split; [| split].
  - exists 1. split; [lra | intros; reflexivity].
  - intros t Ht. destruct Ht as [Ht | <-]; [apply (flight_is_admissible q v _ t F Ht) |].
    replace (q + 0 * v)%V with q by vector_identity. exact Q.
  - intros t Ht. exists t, v, v. split; [lra |]. split; [exact (law_in_flight q v _ t F Ht) |].
    split; intros s Hs; vector_identity.
Qed.

(** One piece before a motion. *)
Definition first_then q v T (later : R -> E) (t : R) : E := if Rle_dec t T then (q + t * v)%V else later (t - T).

Lemma piece_before q v T q1 v1 later : 0 < T -> tangent gradients q -> flies q v (fun t => 0 < t < T) -> q1 = (q + T * v)%V ->
  obeys_law gradients e q1 v v1 -> motion_from gradients e q1 v1 later -> motion_from gradients e q v (first_then q v T later).
Proof.
  intros HT Q F E1 Law [[d1 [D1 Start]] [Adm Later]].
  assert (L0 : later 0 = q1) by (rewrite Start by lra; vector_identity).
  assert (Before : forall t, t <= T -> first_then q v T later t = (q + t * v)%V) by (intros t Ht; unfold first_then; destruct (Rle_dec t T); [reflexivity | lra]).
  assert (After : forall t, T <= t -> first_then q v T later t = later (t - T)).
  { intros t Ht. unfold first_then. destruct (Rle_dec t T) as [G | G]; [| reflexivity]. assert (t = T) by lra. subst t. replace (T - T) with 0 by ring. rewrite L0, E1. reflexivity. }
  split; [| split].
  - exists T. split; [exact HT |]. intros s Hs. apply Before. lra.
  - intros t Ht. destruct (Rle_or_lt T t) as [G | G]; [rewrite After by exact G; apply Adm; lra |].
    rewrite Before by lra. destruct Ht as [Ht | <-]; [apply (flight_is_admissible q v _ t F); lra |]. replace (q + 0 * v)%V with q by vector_identity. exact Q.
  - intros t Ht. destruct (Rtotal_order t T) as [G | [G | G]].
    + set (d := Rmin t (T - t)). assert (Hd : 0 < d <= t /\ d <= T - t) by (unfold d, Rmin; destruct (Rle_dec t (T - t)); lra).
      exists d, v, v. rewrite (Before t) by lra. split; [lra |]. split; [apply (law_in_flight q v _ t F); lra |].
      split; intros s Hs; rewrite Before by lra; vector_identity.
    + subst t. set (d := Rmin T d1). assert (Hd : 0 < d /\ d <= T /\ d <= d1) by (unfold d, Rmin; destruct (Rle_dec T d1); lra).
      exists d, v, v1. rewrite (Before T) by lra. rewrite <- E1. split; [lra |]. split; [exact Law |]. split; intros s Hs.
      * rewrite Before, E1 by lra. vector_identity.
      * rewrite After by lra. rewrite Start by lra. reflexivity.
    + destruct (Later (t - T)) as [d [vm [vp [Hd [Lw [S1 S2]]]]]]; [lra |].
      exists d, vm, vp. rewrite (After t) by lra. split; [lra |]. split; [exact Lw |]. split; intros s Hs; rewrite After by lra.
      * rewrite S1 by lra. f_equal. f_equal. ring.
      * rewrite S2 by lra. f_equal. f_equal. ring.
Qed.

(** What is put together so, the last piece being one that never ends. *)
Inductive pieces : E -> E -> (R -> E) -> Prop :=
| last_piece q v : tangent gradients q -> flies q v (fun t => 0 < t) -> pieces q v (fun t => (q + t * v)%V)
| one_more_piece q v T q1 v1 later : 0 < T -> tangent gradients q -> flies q v (fun t => 0 < t < T) -> q1 = (q + T * v)%V ->
    obeys_law gradients e q1 v v1 -> pieces q1 v1 later -> pieces q v (first_then q v T later).

Lemma pieces_are_a_motion q v motion : pieces q v motion -> motion_from gradients e q v motion.
Proof.
  induction 1 as [q v Q F | q v T q1 v1 later HT Q F E1 Law _ IH]; [apply straight_for_ever; assumption | apply (piece_before q v T q1 v1); assumption].
Qed.

Lemma later_than q v T later t : T <= t -> later 0 = (q + T * v)%V -> first_then q v T later t = later (t - T).
Proof.
  intros H L. unfold first_then. destruct (Rle_dec t T) as [G | G]; [| reflexivity]. assert (t = T) by lra. subst t. replace (T - T) with 0 by ring. rewrite L. reflexivity.
Qed.
End pieces.

Arguments first_then {E}.
Arguments flies {E}.
Arguments pieces {E}.

Section obtuse_wedge.
Variable theta : R.
Hypothesis theta_range : PI / 2 < theta < PI.
Let c := cos theta.
Let s := sin theta.
Let sides := wedge_sides theta.
Let slant := wall theta.

Lemma both_sides (P : plane -> Prop) : P floor -> P slant -> forall u, In u sides -> P u.
Proof. intros F W u [<- | [<- | []]]; assumption. Qed.

Lemma on_both (q : plane) : ⟨floor, q⟩ = 0 -> ⟨slant, q⟩ = 0 -> forall v w e, averaged_law sides e v w -> obeys_law sides e q v w.
Proof. intros F W v w e L. exists sides. split; [| exact L]. intro u. split; [| tauto]. intro I. split; [exact I |]. revert u I. apply both_sides; assumption. Qed.
Lemma on_slant (q : plane) : ⟨floor, q⟩ <> 0 -> ⟨slant, q⟩ = 0 -> forall v w e, averaged_law [slant] e v w -> obeys_law sides e q v w.
Proof.
  intros F W v w e L. exists [slant]. split; [| exact L]. intro u. split.
  - intros [<- | []]. split; [right; left; reflexivity | exact W].
  - intros [[<- | [<- | []]] H]; [contradiction | left; reflexivity].
Qed.
Lemma on_floor (q : plane) : ⟨floor, q⟩ = 0 -> ⟨slant, q⟩ <> 0 -> forall v w e, averaged_law [floor] e v w -> obeys_law sides e q v w.
Proof.
  intros F W v w e L. exists [floor]. split; [| exact L]. intro u. split.
  - intros [<- | []]. split; [left; reflexivity | exact F].
  - intros [[<- | [<- | []]] H]; [left; reflexivity | contradiction].
Qed.

Lemma floor_of x y : ⟨floor, vec x y⟩ = y.
Proof. cbn. ring. Qed.
Lemma slant_of x y : ⟨slant, vec x y⟩ = - s * x - c * y.
Proof. unfold slant, wall, s, c. cbn. ring. Qed.
Lemma along x y a b t : (vec x y + t * vec a b)%V = vec (x + t * a) (y + t * b).
Proof. unfold vec. cbn. reflexivity. Qed.

Lemma zero_range : 0 <= 0 <= 1. Proof. lra. Qed.
Lemma one_range : 0 <= 1 <= 1. Proof. lra. Qed.

(** Into the corner: down for a time 1, then at rest, or up again. *)
Lemma into_the_corner e w : averaged_law sides e (vec 0 (-1)) (vec 0 w) -> 0 <= w ->
  exists q, pieces sides e (vec 0 1) (vec 0 (-1)) q /\ forall t, 1 <= t -> q t = vec 0 ((t - 1) * w).
Proof.
  intros L W. pose proof (obtuse_cosine theta theta_range) as C. pose proof (obtuse_sine theta theta_range) as S. fold c s in C, S.
  exists (first_then (vec 0 1) (vec 0 (-1)) 1 (fun t => (vec 0 0 + t * vec 0 w)%V)). split.
  - apply (one_more_piece plane sides e) with (q1 := vec 0 0) (v1 := vec 0 w).
    + lra.
    + unfold tangent. apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra].
    + intros t Ht. apply both_sides; left; rewrite along; [rewrite floor_of; lra | rewrite slant_of; nra].
    + rewrite along. f_equal; ring || (f_equal; ring).
    + apply on_both; [rewrite floor_of; ring | rewrite slant_of; ring | exact L].
    + apply last_piece; [unfold tangent; apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra] |].
      intros t Ht. destruct W as [W | W].
      * apply both_sides; left; rewrite along; [rewrite floor_of; nra | rewrite slant_of; assert (0 < t * w) by nra; nra].
      * apply both_sides; right; rewrite along, <- W; split; rewrite ?floor_of, ?slant_of; ring.
  - intros t Ht. rewrite later_than by (try exact Ht; rewrite !along; f_equal; ring || (f_equal; ring)). rewrite along. f_equal; ring || (f_equal; ring).
Qed.

(** Figure 1. *)
Lemma figure_1_pieces x0 : 0 < x0 -> x0 * s < - c ->
  exists q q_0, pieces sides 0 (vec x0 1) (vec 0 (-1)) q /\ pieces sides 0 (vec 0 1) (vec 0 (-1)) q_0 /\
  forall t, 1 + x0 / - (c * s) <= t -> q_0 t = vec 0 0 /\ fst (q t) <= sin (2 * theta) / 2 * (t - 1) + x0.
Proof.
  intros H0 H1. pose proof (obtuse_cosine theta theta_range) as C. pose proof (obtuse_sine theta theta_range) as S. pose proof (obtuse_circle theta) as O. fold c s in C, S, O.
  destruct (into_the_corner 0 0 (corner_stops_obtuse theta theta_range) (Rle_refl 0)) as [q_0 [M0 R0]].
  set (y := x0 * s / - c). assert (Y : y * - c = x0 * s) by (unfold y; field; lra).
  assert (Y0 : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; assumption | lra]).
  assert (Y1 : y < 1) by (apply (Rmult_lt_reg_r (- c)); lra). clearbody y.
  assert (Cs : 0 < - (c * s)) by nra.
  set (T := x0 / - (c * s)). assert (HT : T * - (c * s) = x0) by (unfold T; field; lra). assert (T0 : 0 < T) by (apply Rdiv_lt_0_compat; assumption).
  assert (Ys : y = T * (s * s)) by (apply (Rmult_eq_reg_r (- c)); [rewrite Y, <- HT; ring | lra]).
  set (q := first_then (vec x0 1) (vec 0 (-1)) (1 - y) (first_then (vec x0 y) (vec (c * s) (- (s * s))) T (fun t => (vec 0 0 + t * vec (c * s) 0)%V))).
  exists q, q_0. split; [| split; [exact M0 |]].
  - apply (one_more_piece plane sides 0) with (q1 := vec x0 y) (v1 := vec (c * s) (- (s * s))).
    + lra.
    + unfold tangent. apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra].
    + intros t Ht. apply both_sides; left; rewrite along; [rewrite floor_of; lra | rewrite slant_of; assert (0 < - c * (1 - t - y)) by (apply Rmult_lt_0_compat; lra); lra].
    + rewrite along. unfold vec. f_equal; [ring |]. f_equal. ring.
    + apply on_slant; [rewrite floor_of; lra | rewrite slant_of; lra | exact (wall_deflects_obtuse theta theta_range)].
    + apply (one_more_piece plane sides 0) with (q1 := vec 0 0) (v1 := vec (c * s) 0).
      * exact T0.
      * unfold tangent. apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra].
      * intros t Ht. apply both_sides; rewrite along.
        -- left. rewrite floor_of, Ys. assert (0 < (T - t) * (s * s)) by (apply Rmult_lt_0_compat; [lra | nra]). lra.
        -- right. rewrite !slant_of. split; [| ring]. transitivity (y * - c - x0 * s); [ring | lra].
      * rewrite along. unfold vec. f_equal; [lra |]. f_equal. rewrite Ys. ring.
      * apply on_both; [rewrite floor_of; ring | rewrite slant_of; ring | exact (then_leaves_along_the_floor_obtuse theta theta_range)].
      * apply last_piece; [unfold tangent; apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra] |].
        intros t Ht. apply both_sides; rewrite along; [right; rewrite !floor_of; split; ring | left; rewrite slant_of].
        assert (0 < t * s * - (c * s)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; assumption). lra.
  - intros t Ht. fold T in Ht. split.
    + rewrite R0 by lra. unfold vec. f_equal. f_equal. ring.
    + unfold q. rewrite later_than; [| lra |].
      * rewrite later_than; [| lra |].
        -- rewrite along. cbn [fst vec]. rewrite (sine_of_double theta). fold c s. replace (2 * c * s / 2) with (c * s) by field.
           assert (0 < y * - (c * s)) by (apply Rmult_lt_0_compat; lra).
           replace (0 + (t - (1 - y) - T) * (c * s)) with (c * s * (t - 1) + y * (c * s) + T * - (c * s)) by ring. lra.
        -- rewrite !along. unfold vec. f_equal; [lra |]. f_equal. rewrite Ys. ring.
      * unfold first_then. destruct (Rle_dec 0 T) as [G | G]; [| lra]. rewrite !along. unfold vec. f_equal; [ring |]. f_equal. ring.
Qed.

Theorem figure_1_motions x0 : 0 < x0 -> x0 * s < - c ->
  exists q q_0, motion_from sides 0 (vec x0 1) (vec 0 (-1)) q /\ motion_from sides 0 (vec 0 1) (vec 0 (-1)) q_0 /\
  forall t, 1 + x0 / - (c * s) <= t -> q_0 t = vec 0 0 /\ fst (q t) <= sin (2 * theta) / 2 * (t - 1) + x0.
Proof.
  intros H0 H1. destruct (figure_1_pieces x0 H0 H1) as [q [q_0 [Q [Q0 H]]]]. exists q, q_0.
  split; [| split; [| exact H]]; apply pieces_are_a_motion; (exact zero_range || assumption).
Qed.

(** Figure 2: after the wall x goes on at sin 2θ, whether the floor is met or not. *)
Lemma figure_2_pieces x0 : 0 < x0 -> x0 * s < - c ->
  exists q q_0, pieces sides 1 (vec x0 1) (vec 0 (-1)) q /\ pieces sides 1 (vec 0 1) (vec 0 (-1)) q_0 /\
  forall t, 1 <= t -> fst (q_0 t) = 0 /\ fst (q t) <= sin (2 * theta) * (t - 1) + x0.
Proof.
  intros H0 H1. pose proof (obtuse_cosine theta theta_range) as C. pose proof (obtuse_sine theta theta_range) as S. pose proof (obtuse_circle theta) as O. fold c s in C, S, O.
  destruct (into_the_corner 1 1 (corner_reflects_obtuse theta) ltac:(lra)) as [q_0 [M0 R0]].
  set (y := x0 * s / - c). assert (Y : y * - c = x0 * s) by (unfold y; field; lra).
  assert (Y0 : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; assumption | lra]).
  assert (Y1 : y < 1) by (apply (Rmult_lt_reg_r (- c)); lra). clearbody y.
  pose proof (wall_reflects_obtuse theta theta_range) as Wall. pose proof (sine_of_double theta) as S2. pose proof (cosine_of_double theta) as C2. fold c s in S2, C2.
  set (a := sin (2 * theta)) in *. set (b := cos (2 * theta)) in *.
  assert (A : a < 0) by (rewrite S2; assert (c * s < 0) by nra; lra).
  (* the rate at the wall after it: −s a − c b = −c *)
  assert (Rate : - s * a - c * b = - c).
  { rewrite S2, C2. transitivity (- c * (2 * (s * s + c * c) - 1)); [ring | rewrite O; ring]. }
  assert (Down : tangent sides (vec x0 1)) by (unfold tangent; apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra]).
  assert (Fall : flies sides (vec x0 1) (vec 0 (-1)) (fun t => 0 < t < 1 - y)).
  { intros t Ht. apply both_sides; left; rewrite along; [rewrite floor_of; lra | rewrite slant_of; assert (0 < - c * (1 - t - y)) by (apply Rmult_lt_0_compat; lra); lra]. }
  assert (Hit : vec x0 y = (vec x0 1 + (1 - y) * vec 0 (-1))%V) by (rewrite along; unfold vec; f_equal; [ring |]; f_equal; ring).
  assert (Off : obeys_law sides 1 (vec x0 y) (vec 0 (-1)) (vec a b)) by (apply on_slant; [rewrite floor_of; lra | rewrite slant_of; lra | exact Wall]).
  assert (There : tangent sides (vec x0 y)) by (unfold tangent; apply both_sides; [rewrite floor_of; lra | rewrite slant_of; lra]).
  assert (Away : forall t, 0 < t -> 0 < ⟨slant, vec (x0 + t * a) (y + t * b)⟩).
  { intros t Ht. rewrite slant_of. replace (- s * (x0 + t * a) - c * (y + t * b)) with ((y * - c - x0 * s) + t * (- s * a - c * b)) by ring. rewrite Rate, Y. nra. }
  assert (X0 : forall t, 1 <= t -> fst (q_0 t) = 0) by (intros t Ht; rewrite R0 by exact Ht; reflexivity).
  destruct (Rle_or_lt 0 b) as [B | B].
  - exists (first_then (vec x0 1) (vec 0 (-1)) (1 - y) (fun t => (vec x0 y + t * vec a b)%V)), q_0. split; [| split; [exact M0 |]].
    + apply (one_more_piece plane sides 1) with (q1 := vec x0 y) (v1 := vec a b); try assumption; [lra |].
      apply last_piece; [exact There |]. intros t Ht. apply both_sides; left; rewrite along; [rewrite floor_of; nra | apply Away; exact Ht].
    + intros t Ht. split; [apply X0; exact Ht |]. rewrite later_than; [| lra | rewrite <- Hit, along; unfold vec; f_equal; [ring |]; f_equal; ring].
      rewrite along. cbn [fst vec]. assert (y * a < 0) by nra. lra.
  - (* the floor is met after a time T *)
    set (T := y / - b). assert (HT : T * - b = y) by (unfold T; field; lra). assert (T0 : 0 < T) by (apply Rdiv_lt_0_compat; lra).
    set (x1 := x0 + T * a).
    assert (Meets : vec x1 0 = (vec x0 y + T * vec a b)%V) by (rewrite along; unfold x1; f_equal; f_equal; lra).
    assert (Beyond : 0 < ⟨slant, vec x1 0⟩) by (pose proof (Away T T0) as P; replace (y + T * b) with 0 in P by lra; exact P).
    exists (first_then (vec x0 1) (vec 0 (-1)) (1 - y) (first_then (vec x0 y) (vec a b) T (fun t => (vec x1 0 + t * vec a (- b))%V))), q_0. split; [| split; [exact M0 |]].
    + apply (one_more_piece plane sides 1) with (q1 := vec x0 y) (v1 := vec a b); try assumption; [lra |].
      apply (one_more_piece plane sides 1) with (q1 := vec x1 0) (v1 := vec a (- b)); try assumption.
      * intros t Ht. apply both_sides; left; rewrite along; [| apply Away; lra]. rewrite floor_of.
        assert (0 < (T - t) * - b) by (apply Rmult_lt_0_compat; lra). lra.
      * apply on_floor; [rewrite floor_of; reflexivity | lra |]. apply floor_reflects. lra.
      * apply last_piece; [unfold tangent; apply both_sides; [rewrite floor_of; lra | lra] |].
        intros t Ht. apply both_sides; left; rewrite along; [rewrite floor_of; nra |]. rewrite slant_of in *.
        assert (0 < t * (- s * a)) by (apply Rmult_lt_0_compat; nra). assert (0 < t * (- c * - b)) by (apply Rmult_lt_0_compat; [exact Ht | nra]). lra.
    + intros t Ht. split; [apply X0; exact Ht |].
      rewrite later_than; [| lra | unfold first_then; destruct (Rle_dec 0 T) as [G | G]; [| lra]; rewrite <- Hit, along; unfold vec; f_equal; [ring |]; f_equal; ring].
      assert (W : y * a < 0) by nra.
      unfold first_then. destruct (Rle_dec (t - (1 - y)) T) as [G | G]; rewrite along; cbn [fst vec]; unfold x1; lra.
Qed.

Theorem figure_2_motions x0 : 0 < x0 -> x0 * s < - c ->
  exists q q_0, motion_from sides 1 (vec x0 1) (vec 0 (-1)) q /\ motion_from sides 1 (vec 0 1) (vec 0 (-1)) q_0 /\
  forall t, 1 <= t -> fst (q_0 t) = 0 /\ fst (q t) <= sin (2 * theta) * (t - 1) + x0.
Proof.
  intros H0 H1. destruct (figure_2_pieces x0 H0 H1) as [q [q_0 [Q [Q0 H]]]]. exists q, q_0.
  split; [| split; [| exact H]]; apply pieces_are_a_motion; (exact one_range || assumption).
Qed.
End obtuse_wedge.
