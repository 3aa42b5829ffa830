(** Continuity in the plane wedge for every angle θ and every e: what [Paoli 2004, (5)] leaves open. Acute angles with e > 0, where (5) fails.

    The particle hits the floor and the slanted wall in turn, the floor first. Its rates at the wall that comes next and at the other one, x and y, obey one linear recurrence,
        (x, y) ↦ (y + (1 + e) c x, −e x),     c = cos θ > 0,      X_{n+2} = (1 + e) c X_{n+1} − e X_n,
    and it is done after m impacts if X_i < 0 for i < m and X_m ≥ 0. The corner makes of v the velocity −e v. If the impacts beside it ended in that for every v, for a v and its
    neighbours after the same number m of them: so that (x, y) ↦ (X_m, Y_m) were −e, or −e and an exchange. With the determinant e^m that says m = 2 for e < 1, which c > 0
    excludes; and for e = 1 that m is even and mθ = π. *)

Require Import Reals Lra Lia List.
Require Import inner_product projection unilateral_reactions kinetic_metric impact_law wedge wedge_acute wedge_elastic.
Import ListNotations.
Open Scope R_scope.

(** *** The recurrence *)

Section recurrence.
Variables c e : R.
Hypothesis c_positive : 0 < c.
Hypothesis e_range : 0 < e <= 1.

(** (X_n, X_{n+1}) *)
Fixpoint both (n : nat) (x y : R) : R * R :=
  match n with O => (x, y + (1 + e) * c * x) | S m => let p := both m x y in (snd p, (1 + e) * c * snd p - e * fst p) end.
Definition X (n : nat) (x y : R) : R := fst (both n x y).

Lemma X_0 x y : X 0 x y = x. Proof. reflexivity. Qed.
Lemma X_1 x y : X 1 x y = y + (1 + e) * c * x. Proof. reflexivity. Qed.
Lemma X_next n x y : X (S (S n)) x y = (1 + e) * c * X (S n) x y - e * X n x y.
Proof. unfold X. cbn. reflexivity. Qed.

Lemma pair_induction (P : nat -> Prop) : P 0%nat -> P 1%nat -> (forall n, P n -> P (S n) -> P (S (S n))) -> forall n, P n.
Proof. intros H0 H1 H n. assert (A : P n /\ P (S n)) by (induction n as [| n [I J]]; split; auto). apply A. Qed.

Lemma X_linear n : forall a b x y x' y', X n (a * x + b * x') (a * y + b * y') = a * X n x y + b * X n x' y'.
Proof.
  induction n as [| | n H H'] using pair_induction; intros.
  - rewrite !X_0. ring.
  - rewrite !X_1. ring.
  - rewrite !X_next, H, H'. ring.
Qed.

Lemma X_basis n x y : X n x y = x * X n 1 0 + y * X n 0 1.
Proof. rewrite <- X_linear. f_equal; ring. Qed.

Lemma determinant n : X n 1 0 * X (S n) 0 1 - X n 0 1 * X (S n) 1 0 = e ^ n.
Proof.
  induction n as [| n IH]; [rewrite !X_0, !X_1; cbn; ring |]. rewrite !X_next. change (e ^ S n) with (e * e ^ n). rewrite <- IH. ring.
Qed.

(** The impacts end after m of them. *)
Definition ends m x y : Prop := (forall i, (i < m)%nat -> X i x y < 0) /\ 0 <= X m x y.

Lemma ends_once m m' x y : ends m x y -> ends m' x y -> m = m'.
Proof.
  intros [A B] [A' B']. destruct (Nat.lt_trichotomy m m') as [L | [L | L]]; [| exact L |].
  - specialize (A' m L). lra.
  - specialize (A m' L). lra.
Qed.

(** A little beside (x, y) they are as many, if X_m > 0. *)
Lemma ends_beside m x y u v : (forall i, (i < m)%nat -> X i x y < 0) -> 0 < X m x y ->
  exists d, 0 < d /\ forall t, 0 <= t <= d -> ends m (x + t * u) (y + t * v).
Proof.
  intros A B.
  assert (L : forall i t, X i (x + t * u) (y + t * v) = X i x y + t * X i u v).
  { intros i t. replace (x + t * u) with (1 * x + t * u) by ring. replace (y + t * v) with (1 * y + t * v) by ring. rewrite X_linear. ring. }
  assert (Keep : forall z w, 0 < z -> exists d, 0 < d /\ forall t, 0 <= t <= d -> 0 < z + t * w).
  { intros z w Z. pose proof (Rabs_pos w) as W. exists (z / (2 * (Rabs w + 1))). assert (P : 0 < z / (2 * (Rabs w + 1))) by (apply Rdiv_lt_0_compat; lra).
    split; [exact P |]. intros t T. assert (T' : t * (2 * (Rabs w + 1)) <= z).
    { apply Rle_trans with (z / (2 * (Rabs w + 1)) * (2 * (Rabs w + 1))); [apply Rmult_le_compat_r; lra | right; field; lra]. }
    assert (V : - (t * Rabs w) <= t * w). { pose proof (Rle_abs (- w)) as N. rewrite Rabs_Ropp in N. nra. }
    nra. }
  assert (All : forall k, (k <= m)%nat -> exists d, 0 < d /\ forall t, 0 <= t <= d -> forall i, (i < k)%nat -> X i (x + t * u) (y + t * v) < 0).
  { induction k as [| k IH]; intro K; [exists 1; split; [lra | intros; lia] |].
    destruct IH as [d [D I]]; [lia |]. assert (N : 0 < - X k x y) by (specialize (A k ltac:(lia)); lra).
    destruct (Keep _ (- X k u v) N) as [d' [D' J]]. exists (Rmin d d'). split; [apply Rmin_glb_lt; assumption |].
    intros t T i Hi. pose proof (Rmin_l d d'). pose proof (Rmin_r d d'). destruct (Nat.eq_dec i k) as [-> | G]; [| apply I; [lra | lia]].
    rewrite L. assert (0 < - X k x y + t * - X k u v) by (apply J; lra). lra. }
  destruct (All m (le_n m)) as [d [D I]]. destruct (Keep _ (X m u v) B) as [d' [D' J]].
  exists (Rmin d d'). split; [apply Rmin_glb_lt; assumption |]. intros t T. pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
  split; [apply I; lra |]. rewrite L. left. apply J. lra.
Qed.

(** Rates at the other wall. *)
Definition Y (n : nat) (x y : R) : R := match n with O => y | S m => - e * X m x y end.

(** What the corner leaves, seen from the wall that comes after m impacts. *)
Definition as_the_corner m x y : Prop :=
  if Nat.even m then X m x y = - e * x /\ Y m x y = - e * y else X m x y = - e * y /\ Y m x y = - e * x.

Hypothesis every : forall x y, x < 0 -> y < 0 -> exists m, ends m x y /\ as_the_corner m x y.

(** One number of impacts, and (X_m, Y_m) as a linear map. *)
Lemma one_map : exists m, (2 <= m)%nat /\ (forall i, (i < m)%nat -> X i (-1) (-1) < 0) /\
  (if Nat.even m then X m 1 0 = - e /\ X m 0 1 = 0 /\ X (m - 1) 1 0 = 0 /\ X (m - 1) 0 1 = 1
   else X m 1 0 = 0 /\ X m 0 1 = - e /\ X (m - 1) 1 0 = 1 /\ X (m - 1) 0 1 = 0).
Proof.
  destruct (every (-1) (-1)) as [m [[A B] C]]; try lra.
  assert (P : 0 < X m (-1) (-1)) by (unfold as_the_corner in C; destruct (Nat.even m); destruct C as [C _]; rewrite C; lra).
  destruct (ends_beside m (-1) (-1) 0 (-1) A P) as [d [D N]].
  assert (Ed : ends m (-1 + d * 0) (-1 + d * -1)) by (apply N; lra).
  replace (-1 + d * 0) with (-1) in Ed by ring. replace (-1 + d * -1) with (-1 - d) in Ed by ring.
  destruct (every (-1) (-1 - d)) as [m' [E' C']]; try lra. rewrite (ends_once _ _ _ _ E' Ed) in C'. clear E' m'.
  assert (M : (2 <= m)%nat).
  { destruct m as [| [| m]]; [rewrite X_0 in P; lra | rewrite X_1 in P; nra | lia]. }
  destruct m as [| n]; [lia |]. exists (S n). split; [exact M |]. split; [exact A |]. replace (S n - 1)%nat with n by lia.
  unfold as_the_corner, Y in C, C'. destruct (Nat.even (S n)).
  - destruct C as [C1 C2], C' as [C3 C4]. rewrite X_basis in C1, C2, C3, C4.
    assert (U : e * (X n 1 0 + X n 0 1 - 1) = 0) by lra. apply Rmult_integral in U. destruct U as [U | U]; [lra |].
    assert (V : e * d * (X n 0 1 - 1) = 0) by nra. apply Rmult_integral in V. destruct V as [V | V]; [apply Rmult_integral in V; destruct V; lra |].
    assert (d * X (S n) 0 1 = 0) as Z by lra. apply Rmult_integral in Z. destruct Z as [Z | Z]; [lra |]. rewrite Z in *. repeat split; lra.
  - destruct C as [C1 C2], C' as [C3 C4]. rewrite X_basis in C1, C2, C3, C4.
    assert (Z : d * (X (S n) 0 1 + e) = 0) by lra. apply Rmult_integral in Z. destruct Z as [Z | Z]; [lra |].
    assert (Z' : d * (e * X n 0 1) = 0) by lra. apply Rmult_integral in Z'. destruct Z' as [Z' | Z']; [lra |]. apply Rmult_integral in Z'. destruct Z' as [Z' | Z']; [lra |].
    assert (U : e * (X n 1 0 + X n 0 1 - 1) = 0) by lra. apply Rmult_integral in U. destruct U as [U | U]; [lra |]. repeat split; lra.
Qed.

Lemma even_and_determinant : exists m, (2 <= m)%nat /\ Nat.even m = true /\ e ^ (m - 1) = e /\
  (forall i, (i < m)%nat -> X i (-1) (-1) < 0) /\ X m 1 0 = - e /\ X (m - 1) 1 0 = 0 /\ X (m - 1) 0 1 = 1.
Proof.
  destruct one_map as [m [M [A C]]]. exists m. pose proof (determinant (m - 1)) as D. replace (S (m - 1)) with m in D by lia.
  destruct (Nat.even m); destruct C as [C1 [C2 [C3 C4]]]; rewrite C1, C2, C3, C4 in D.
  - repeat split; try assumption. rewrite <- D. ring.
  - exfalso. assert (0 < e ^ (m - 1)) by (apply pow_lt; lra). lra.
Qed.

(** e < 1 does not do. *)
Lemma not_below_1 : e = 1.
Proof.
  destruct even_and_determinant as [m [M [_ [D [_ [C1 [C3 C4]]]]]]]. destruct (Req_dec e 1) as [E1 | E1]; [exact E1 | exfalso].
  destruct m as [| [| [| m]]]; try lia.
  - cbn [Nat.sub] in C3. rewrite X_1 in C3. nra.
  - cbn [Nat.sub] in D. cbn [pow] in D. assert (0 < e ^ m) by (apply pow_lt; lra).
    assert (e ^ m <= 1) by (rewrite <- (pow1 m); apply pow_incr; lra). nra.
Qed.
End recurrence.

(** *** e = 1: X_n = (sin((n + 1)θ) x + sin(nθ) y)/sin θ *)

Section elastic.
Variable theta : R.
Hypothesis theta_range : 0 < theta < PI / 2.

Lemma elastic_form n x y : sin theta * X (cos theta) 1 n x y = sin (INR (S n) * theta) * x + sin (INR n * theta) * y.
Proof.
  revert x y. induction n as [| | n H H'] using pair_induction; intros x y.
  - rewrite X_0. cbn [INR]. replace (1 * theta) with theta by ring. rewrite Rmult_0_l, sin_0. ring.
  - rewrite X_1. cbn [INR]. replace ((1 + 1) * theta) with (2 * theta) by ring. rewrite sin_2a. replace (1 * theta) with theta by ring. ring.
  - rewrite X_next. transitivity (2 * cos theta * (sin theta * X (cos theta) 1 (S n) x y) - sin theta * X (cos theta) 1 n x y); [ring |].
    rewrite H, H'. set (a := INR (S n) * theta).
    replace (INR (S (S n)) * theta) with (a + theta) by (unfold a; rewrite !S_INR; ring).
    replace (INR (S (S (S n))) * theta) with (a + 2 * theta) by (unfold a; rewrite !S_INR; ring).
    replace (INR n * theta) with (a - theta) by (unfold a; rewrite !S_INR; ring).
    rewrite !sin_plus, sin_minus, sin_2a, cos_2a_cos. ring.
Qed.

(** The first n with nθ ≥ π. *)
Lemma first_beyond m : PI <= INR m * theta -> exists n, (1 <= n <= m)%nat /\ PI <= INR n * theta /\ INR n * theta < PI + theta.
Proof.
  pose proof PI_RGT_0 as P0. induction m as [| m IH]; intro H; [cbn in H; lra |].
  destruct (Rle_or_lt PI (INR m * theta)) as [G | G].
  - destruct (IH G) as [n [N P]]. exists n. split; [lia | exact P].
  - exists (S m). split; [lia |]. split; [exact H |]. rewrite S_INR. lra.
Qed.

Lemma elastic_angle m : (2 <= m)%nat -> (forall i, (i < m)%nat -> X (cos theta) 1 i (-1) (-1) < 0) ->
  X (cos theta) 1 m 1 0 = -1 -> X (cos theta) 1 (m - 1) 1 0 = 0 -> INR m * theta = PI.
Proof.
  intros M A C1 C3. pose proof PI_RGT_0 as P0. assert (S0 : 0 < sin theta) by (apply sin_gt_0; lra).
  pose proof (elastic_form m 1 0) as F. pose proof (elastic_form (m - 1) 1 0) as G. rewrite C1 in F. rewrite C3 in G. replace (S (m - 1)) with m in G by lia.
  assert (Sm : sin (INR m * theta) = 0) by lra.
  assert (Cm : cos (INR m * theta) = -1).
  { replace (INR (S m) * theta) with (INR m * theta + theta) in F by (rewrite S_INR; ring). rewrite sin_plus, Sm in F. nra. }
  destruct (Rlt_or_le (INR m * theta) PI) as [L | L].
  - exfalso. assert (0 < INR m * theta) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia | lra]). assert (0 < sin (INR m * theta)) by (apply sin_gt_0; lra). lra.
  - destruct (first_beyond m L) as [n [N [N1 N2]]]. destruct (Nat.eq_dec n m) as [-> | K].
    + destruct N1 as [N1 | N1]; [exfalso | lra]. assert (N3 : 0 < INR m * theta - PI < PI) by lra.
      assert (T : 0 < sin (INR m * theta - PI)) by (apply sin_gt_0; lra). rewrite sin_minus, sin_PI, cos_PI, Sm in T. lra.
    + exfalso. assert (J : (n < m)%nat) by lia. specialize (A n J). pose proof (elastic_form n (-1) (-1)) as E.
      assert (E1 : sin (INR n * theta) <= 0) by (apply sin_le_0; lra).
      assert (E2 : sin (INR (S n) * theta) <= 0) by (rewrite S_INR; apply sin_le_0; lra). nra.
Qed.
End elastic.

(** *** The wedge *)

Section acute_corner.
Variable theta : R.
Hypothesis theta_range : 0 < theta < PI / 2.
Variable e : R.
Hypothesis e_range : 0 < e <= 1.
Let slant := wall theta.
Let sides := wedge_sides theta.
Let c := cos theta.
Let s := sin theta.

Lemma acute_sine : 0 < s. Proof. pose proof PI_RGT_0. apply sin_gt_0; lra. Qed.
Lemma acute_cosine : 0 < c. Proof. apply cos_gt_0; lra. Qed.
Lemma acute_circle : s * s + c * c = 1. Proof. pose proof (sin2_cos2 theta) as I. unfold Rsqr in I. exact I. Qed.

(** v after an impact on the wall with the unit normal u. *)
Definition struck (u v : plane) : plane := (v - ((1 + e) * ⟨u, v⟩)%R * u)%V.

(** The wall that comes after n impacts, the floor first; and the velocity then. *)
Definition next_side (n : nat) : plane := if Nat.even n then floor else slant.
Fixpoint after_impacts (n : nat) (v : plane) : plane :=
  match n with O => v | S m => struck (next_side m) (after_impacts m v) end.

Lemma units n : ||next_side n||² = 1 /\ ⟨next_side n, next_side (S n)⟩ = - c.
Proof.
  pose proof acute_circle as O. unfold next_side. rewrite Nat.even_succ, <- Nat.negb_even. destruct (Nat.even n); cbn [negb]; unfold slant, wall, floor; cbn; fold c s; split; lra.
Qed.
Lemma next_twice n : next_side (S (S n)) = next_side n.
Proof. reflexivity. Qed.

(** They are impacts. *)
Lemma impact_of_one u v : ||u||² = 1 -> ⟨u, v⟩ <= 0 -> averaged_law [u] e v (struck u v).
Proof.
  intros U N. unfold averaged_law, struck.
  replace (/ (1 + e) * (v - ((1 + e) * ⟨u, v⟩)%R * u + e * v))%V with (v - ⟨u, v⟩ * u)%V by (apply dot_extensional; intro z; expand_products; field; lra).
  split.
  - intros w [<- | []]. expand_products. rewrite U. lra.
  - intros w Hw. pose proof (Hw u (or_introl eq_refl)) as F. expand_products. rewrite U. assert (0 <= - ⟨u, v⟩ * ⟨u, w⟩) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma next_is_impact n v : ⟨next_side n, after_impacts n v⟩ <= 0 -> averaged_law [next_side n] e (after_impacts n v) (after_impacts (S n) v).
Proof. intro H. apply impact_of_one; [apply units | exact H]. Qed.

(** Rates are the recurrence. *)
Lemma rates n v : ⟨next_side n, after_impacts n v⟩ = X c e n ⟨floor, v⟩ ⟨slant, v⟩ /\ ⟨next_side (S n), after_impacts n v⟩ = Y c e n ⟨floor, v⟩ ⟨slant, v⟩.
Proof.
  induction n as [| n [IH1 IH2]]; [split; reflexivity |].
  destruct (units n) as [U W]. destruct (units (S n)) as [_ W'].
  assert (A : ⟨next_side (S (S n)), after_impacts (S n) v⟩ = - e * X c e n ⟨floor, v⟩ ⟨slant, v⟩).
  { rewrite next_twice. cbn [after_impacts]. unfold struck. expand_products. rewrite IH1, U. ring. }
  split; [| exact A]. cbn [after_impacts]. unfold struck. expand_products. rewrite IH1, IH2, (dot_symmetric (next_side (S n))), W.
  destruct n as [| n]; [rewrite X_0, X_1; unfold Y; ring | rewrite X_next; unfold Y; ring].
Qed.

Lemma corner_reverses v : ⟨floor, v⟩ <= 0 -> ⟨slant, v⟩ <= 0 -> averaged_law sides e v (- e * v)%V.
Proof.
  intros F W. pose proof acute_sine as S. pose proof acute_cosine as C. pose proof acute_circle as O. unfold averaged_law.
  replace (/ (1 + e) * (- e * v + e * v))%V with (zero : plane) by (apply dot_extensional; intro z; expand_products; field; lra).
  split; [apply tangent_is_cone |]. intros w Hw. pose proof (Hw floor (or_introl eq_refl)) as A. pose proof (Hw slant (or_intror (or_introl eq_refl))) as B.
  assert (P : s * s * ⟨v, w⟩ = (⟨floor, v⟩ + c * ⟨slant, v⟩) * ⟨floor, w⟩ + (c * ⟨floor, v⟩ + ⟨slant, v⟩) * ⟨slant, w⟩).
  { destruct v as [v1 [v2 []]], w as [w1 [w2 []]]. unfold slant, wall, floor. cbn. fold c s. replace (s * s) with (1 - c * c) at 1 by lra.
    transitivity (s * s * (v1 * w1) + (1 - c * c) * (v2 * w2) ); [| ring]. replace (1 - c * c) with (s * s) by lra. ring_simplify. replace (s ^ 2) with (1 - c ^ 2) by (cbn; lra). ring. }
  assert (Q1 : 0 <= - (⟨floor, v⟩ + c * ⟨slant, v⟩) * ⟨floor, w⟩) by (apply Rmult_le_pos; nra).
  assert (Q2 : 0 <= - (c * ⟨floor, v⟩ + ⟨slant, v⟩) * ⟨slant, w⟩) by (apply Rmult_le_pos; nra).
  assert (I : ⟨v, w⟩ <= 0) by (apply (Rmult_le_reg_l (s * s)); [nra | rewrite P; lra]). expand_products. lra.
Qed.

(** Continuity beside the corner: whatever comes in towards both walls, hits the floor first and then the walls in turn, leaves after some impacts, as from the corner. *)
Definition continuous_in_the_corner : Prop := forall v, ⟨floor, v⟩ < 0 -> ⟨slant, v⟩ < 0 ->
  exists m, (forall i, (i < m)%nat -> ⟨next_side i, after_impacts i v⟩ < 0) /\ 0 <= ⟨next_side m, after_impacts m v⟩ /\ averaged_law sides e v (after_impacts m v).

Lemma every_rate : continuous_in_the_corner -> forall x y, x < 0 -> y < 0 -> exists m, ends c e m x y /\ as_the_corner c e m x y.
Proof.
  intros H x y Hx Hy. pose proof acute_sine as S. set (v := vec (- (y + c * x) / s) x).
  assert (F : ⟨floor, v⟩ = x) by (unfold v, floor; cbn; ring).
  assert (W : ⟨slant, v⟩ = y) by (unfold v, slant, wall; cbn; fold c s; field; lra).
  destruct (H v) as [m [A [B L]]]; [lra | lra |]. exists m. rewrite <- F, <- W. split.
  - split; [intros i I; rewrite <- (proj1 (rates i v)); exact (A i I) | rewrite <- (proj1 (rates m v)); exact B].
  - assert (R : 0 <= e <= 1) by lra. assert (E' : after_impacts m v = (- e * v)%V).
    { apply (law_is_unique _ sides e R v); [exact L |]. apply corner_reverses; lra. }
    unfold as_the_corner. pose proof (rates m v) as [R1 R2]. rewrite E' in R1, R2. unfold next_side in R1, R2. rewrite Nat.even_succ, <- Nat.negb_even in R2.
    destruct (Nat.even m); cbn [negb] in R2; rewrite <- R1, <- R2; expand_products; split; ring.
Qed.

(** 0 < e < 1: at no acute angle. *)
Theorem acute_is_discontinuous : e < 1 -> ~ continuous_in_the_corner.
Proof. intros E1 H. pose proof (not_below_1 c e acute_cosine e_range (every_rate H)). lra. Qed.

(** e = 1: at π/(2k) alone. *)
Theorem elastic_acute_angles : e = 1 -> continuous_in_the_corner -> exists k : nat, (1 <= k)%nat /\ theta = PI / (2 * INR k).
Proof.
  intros E1 H. destruct (even_and_determinant c e acute_cosine e_range (every_rate H)) as [m [M [V [_ [A [C1 [C3 _]]]]]]]. rewrite E1 in A, C1, C3.
  pose proof (elastic_angle theta theta_range m M A C1 C3) as T. apply Nat.even_spec in V. destruct V as [k ->]. exists k. split; [lia |].
  assert (K : 0 < INR k) by (apply lt_0_INR; lia). rewrite mult_INR in T. cbn [INR] in T. rewrite <- T. field. lra.
Qed.
(** And there it is, after 2k impacts. *)
Lemma rates_determine v w : ⟨floor, v⟩ = ⟨floor, w⟩ -> ⟨slant, v⟩ = ⟨slant, w⟩ -> v = w.
Proof.
  pose proof acute_sine as S. destruct v as [v1 [v2 []]], w as [w1 [w2 []]]. unfold slant, wall, floor. cbn. fold c s. intros F W.
  assert (v2 = w2) as -> by lra. assert (Z : s * (v1 - w1) = 0) by lra. apply Rmult_integral in Z. destruct Z as [Z | Z]; [lra |]. replace v1 with w1 by lra. reflexivity.
Qed.

Lemma elastic_acute_is_continuous k : e = 1 -> (1 <= k)%nat -> theta = PI / (2 * INR k) -> continuous_in_the_corner.
Proof.
  intros E1 K T v F W. pose proof acute_sine as Sp. pose proof PI_RGT_0 as P0. assert (K0 : 0 < INR k) by (apply lt_0_INR; lia).
  assert (Turn : INR (2 * k) * theta = PI) by (rewrite mult_INR, T; cbn [INR]; field; lra).
  assert (Form : forall n, s * X c e n ⟨floor, v⟩ ⟨slant, v⟩ = sin (INR (S n) * theta) * ⟨floor, v⟩ + sin (INR n * theta) * ⟨slant, v⟩) by (intro n; rewrite E1; apply elastic_form; exact theta_range).
  assert (Inside : forall n, (n <= 2 * k)%nat -> 0 <= INR n * theta <= PI).
  { intros n N. split; [apply Rmult_le_pos; [apply pos_INR | lra] |]. rewrite <- Turn. apply Rmult_le_compat_r; [lra | apply le_INR; exact N]. }
  assert (End : X c e (2 * k) ⟨floor, v⟩ ⟨slant, v⟩ = - ⟨floor, v⟩).
  { apply (Rmult_eq_reg_l s); [| lra]. rewrite Form, S_INR, Rmult_plus_distr_r, Turn, Rmult_1_l, sin_plus, sin_PI, cos_PI. fold s. ring. }
  exists (2 * k)%nat. split; [| split].
  - intros n N. rewrite (proj1 (rates n v)). apply (Rmult_lt_reg_l s); [exact Sp |]. rewrite Form, Rmult_0_r.
    pose proof (Inside n ltac:(lia)) as I0. pose proof (Inside (S n) ltac:(lia)) as I1.
    assert (A0 : 0 <= sin (INR n * theta)) by (apply sin_ge_0; lra). assert (A1 : 0 <= sin (INR (S n) * theta)) by (apply sin_ge_0; lra).
    destruct (Nat.eq_dec n 0) as [-> | G].
    + cbn [INR]. rewrite Rmult_0_l, sin_0, Rmult_1_l. fold s. nra.
    + assert (L : INR (S n) <= INR (2 * k)) by (apply le_INR; lia). rewrite S_INR in L. assert (G0 : 0 < INR n) by (apply lt_0_INR; lia).
      assert (A2 : 0 < sin (INR n * theta)) by (apply sin_gt_0; nra). nra.
  - rewrite (proj1 (rates _ v)), End. lra.
  - replace (after_impacts (2 * k) v) with (- e * v)%V; [apply corner_reverses; lra |]. destruct (rates (2 * k) v) as [R1 R2]. unfold next_side in R1, R2.
    assert (V : Nat.even (2 * k) = true) by (apply Nat.even_spec; exists k; reflexivity). rewrite Nat.even_succ, <- Nat.negb_even in R2. rewrite V in R1, R2. cbn [negb] in R2.
    symmetry. apply rates_determine.
    + rewrite R1, End, E1. expand_products. ring.
    + rewrite R2, E1. expand_products. destruct k as [| j]; [lia |]. replace (2 * S j)%nat with (S (S (2 * j))) by lia. unfold Y. rewrite E1 in *.
      assert (Z : X c 1 (S (2 * j)) ⟨floor, v⟩ ⟨slant, v⟩ = ⟨slant, v⟩).
      { apply (Rmult_eq_reg_l s); [| lra]. rewrite Form. replace (S (S (2 * j))) with (2 * S j)%nat by lia. rewrite Turn, sin_PI.
        replace (INR (S (2 * j)) * theta) with (PI - theta) by (rewrite <- Turn; replace (2 * S j)%nat with (S (S (2 * j))) by lia; rewrite (S_INR (S (2 * j))); ring).
        rewrite sin_minus, sin_PI, cos_PI. fold s. ring. }
      rewrite Z. ring.
Qed.

(** Every acute angle and every e ∈ (0, 1]. *)
Theorem acute_wedge_continuity : continuous_in_the_corner <-> e = 1 /\ exists k : nat, (1 <= k)%nat /\ theta = PI / (2 * INR k).
Proof.
  split.
  - intro H. destruct (Req_dec e 1) as [E1 | E1]; [split; [exact E1 | exact (elastic_acute_angles E1 H)] |].
    exfalso. exact (acute_is_discontinuous ltac:(lra) H).
  - intros [E1 [k [K T]]]. exact (elastic_acute_is_continuous k E1 K T).
Qed.
End acute_corner.
