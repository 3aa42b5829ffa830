(** What R^n has that an inner-product space need not have: linear and bilinear maps are bounded, a positive definite operator is elliptic,
  and what holds near every point of a bounded closed set, with some constant, holds on
    all of it with one. Coq's reals have no excluded middle for propositions; what is asked for holds where its failure is absurd ("stable"), as inequalities do. *)

Require Import Reals Lra Lia ZArith.
Require Import inner_product kinetic_metric chain sweeping_step sweeping_variation sweeping_inertia.
Open Scope R_scope.

Lemma stable_le x y : ~ ~ x <= y -> x <= y.
Proof. intro H. destruct (Rle_or_lt x y) as [G | G]; [exact G | exfalso]. apply H. intro K. lra. Qed.

(** Some natural number has a stable property if it is absurd that none has it. *)
Lemma stable_some (Q : nat -> Prop) : (forall k, ~ ~ Q k -> Q k) -> ~ ~ (exists k, Q k) -> exists k, Q k.
Proof.
  intros Stable H.
  destruct (ClassicalDedekindReals.sig_forall_dec (fun k => ~ Q k)) as [[k Hk] | None].
  - intro k. destruct (ClassicalDedekindReals.sig_not_dec (Q k)) as [N | N]; [right; exact N | left; exact N].
  - exists k. apply Stable. exact Hk.
  - exfalso. apply H. intros [k Hk]. exact (None k Hk).
Qed.

(** Induction along an interval: what holds at s, goes on for a while wherever it holds, and holds at t where it holds before, holds on [s, T[. *)
Lemma induction_along (P : R -> Prop) s T : (forall t, ~ ~ P t -> P t) -> P s ->
  (forall t, s <= t < T -> P t -> exists eta, 0 < eta /\ forall b, t < b < t + eta -> b < T -> P b) ->
  (forall t, s < t < T -> (forall a, s <= a < t -> P a) -> P t) -> forall t, s <= t < T -> P t.
Proof.
  intros Stable Ps Right Left t Ht.
  set (S := fun x => s <= x <= t /\ forall a, s <= a <= x -> P a).
  assert (Ss : S s) by (split; [lra |]; intros a Ha; replace a with s by lra; exact Ps).
  destruct (completeness S) as [x [Ub Least]]; [exists t; intros y [Hy _]; lra | exists s; exact Ss |].
  assert (sx : s <= x) by (apply Ub; exact Ss).
  assert (xt : x <= t) by (apply Least; intros y [Hy _]; lra).
  assert (Before : forall a, s <= a < x -> P a).
  { intros a Ha. destruct (Rle_or_lt x a) as [G | G]; [lra |].
    (* some member of S lies above a *)
    assert (N : ~ is_upper_bound S a) by (intro U; specialize (Least a U); lra).
    apply Stable. intro NP. apply N. intros y [Hy Py]. destruct (Rle_or_lt y a) as [L | L]; [exact L | exfalso; apply NP, Py; lra]. }
  assert (Px : P x) by (destruct sx as [sx | sx]; [apply Left; [lra | exact Before] | rewrite <- sx; exact Ps]).
  destruct xt as [xt | xt]; [| rewrite <- xt; exact Px]. exfalso.
  destruct (Right x ltac:(lra) Px) as [eta [Eta Go]].
  set (y := Rmin (x + eta / 2) t). assert (Y : x < y <= t /\ y < x + eta) by (unfold y; pose proof (Rmin_l (x + eta / 2) t); pose proof (Rmin_r (x + eta / 2) t);
    pose proof (Rmin_glb_lt (x + eta / 2) t x); lra).
  assert (Sy : S y).
  { split; [lra |]. intros a Ha. destruct (Rtotal_order a x) as [G | [G | G]]; [apply Before; lra | rewrite G; exact Px | apply Go; lra]. }
  specialize (Ub y Sy). lra.
Qed.

(** *** Bounded closed sets *)

Definition nth_part (k : nat) : R := / (INR k + 1).
Lemma nth_part_positive k : 0 < nth_part k.
Proof. apply Rinv_0_lt_compat. pose proof (pos_INR k). lra. Qed.
Lemma nth_part_falls k m : (k <= m)%nat -> nth_part m <= nth_part k.
Proof. intro H. apply Rinv_le_contravar; [pose proof (pos_INR k); lra |]. apply le_INR in H. lra. Qed.
Lemma natural_above x : exists k, x < INR k.
Proof.
  exists (Z.to_nat (up (Rmax 0 x))). destruct (archimed (Rmax 0 x)) as [A _]. pose proof (Rmax_l 0 x). pose proof (Rmax_r 0 x).
  rewrite INR_IZR_INZ, Z2Nat.id; [lra |]. apply le_IZR. lra.
Qed.
Lemma nth_part_below x : 0 < x -> exists k, nth_part k < x.
Proof.
  intro H. destruct (natural_above (/ x)) as [k Hk]. exists k. unfold nth_part. apply (Rmult_lt_reg_r (INR k + 1)); [pose proof (pos_INR k); lra |].
  rewrite Rinv_l by (pose proof (pos_INR k); lra). assert (x * / x = 1) by (field; lra). assert (x * / x < x * INR k) by (apply Rmult_lt_compat_l; assumption). lra.
Qed.

Lemma uniform_on_segment (good : nat -> R -> Prop) a b : a <= b -> (forall k t, ~ ~ good k t -> good k t) -> (forall k m t, (k <= m)%nat -> good k t -> good m t) ->
  (forall t, a <= t <= b -> exists k, forall s, a <= s <= b -> Rabs (s - t) < nth_part k -> good k s) -> exists k, forall t, a <= t <= b -> good k t.
Proof.
  intros Hab Stable Grows Near.
  assert (All : exists k, forall t, a <= t <= Rmin b b -> good k t).
  { apply (induction_along (fun x => exists k, forall t, a <= t <= Rmin x b -> good k t) a (b + 1)); [| | | | lra].
    - intros x Hx. apply stable_some; [| exact Hx]. intros k Hk t Ht. apply Stable. intro N. apply Hk. intro G. apply N, G. exact Ht.
    - destruct (Near a ltac:(lra)) as [k Hk]. exists k. intros t Ht. pose proof (Rmin_l a b). replace t with a by lra. apply Hk; [lra |]. replace (a - a) with 0 by ring. rewrite Rabs_R0.
      apply nth_part_positive.
    - intros x Hx [k Hk]. destruct (Rlt_or_le x b) as [G | G].
      + destruct (Near x ltac:(lra)) as [m Hm]. exists (nth_part m). split; [apply nth_part_positive |]. intros y Hy _. exists (Nat.max k m). intros t Ht. pose proof (Rmin_l y b).
        pose proof (Rmin_r y b).
        destruct (Rle_or_lt t x) as [L | L].
        * apply (Grows k); [lia |]. apply Hk. split; [lra |]. apply Rmin_glb; lra.
        * apply (Grows m); [lia |]. apply Hm; [lra |]. rewrite Rabs_pos_eq; lra.
      + exists 1. split; [lra |]. intros y Hy _. exists k. intros t Ht. apply Hk. split; [lra |]. pose proof (Rmin_r y b). apply Rmin_glb; lra.
    - intros x Hx Before. destruct (Rle_or_lt x b) as [G | G].
      + destruct (Near x ltac:(lra)) as [m Hm]. pose proof (nth_part_positive m) as Pm. set (y := Rmax a (x - nth_part m / 2)).
        assert (Y : a <= y < x /\ x - nth_part m < y) by (unfold y; pose proof (Rmax_l a (x - nth_part m / 2)); pose proof (Rmax_r a (x - nth_part m / 2));
          pose proof (Rmax_lub_lt a (x - nth_part m / 2) x); lra).
        destruct (Before y ltac:(lra)) as [k Hk]. exists (Nat.max k m). intros t Ht. pose proof (Rmin_l x b). pose proof (Rmin_r x b).
        destruct (Rle_or_lt t y) as [L | L].
        * apply (Grows k); [lia |]. apply Hk. split; [lra |]. apply Rmin_glb; lra.
        * apply (Grows m); [lia |]. apply Hm; [lra |]. apply Rabs_def1; lra.
      + destruct (Before b ltac:(lra)) as [k Hk]. exists k. intros t Ht. apply Hk. split; [lra |]. pose proof (Rmin_r x b). apply Rmin_glb; lra. }
  destruct All as [k Hk]. exists k. intros t Ht. apply Hk. split; [lra | apply Rmin_glb; lra].
Qed.

Fixpoint cube {n} (r : R) : tuple n -> Prop := match n with O => fun _ => True | S m => fun x => - r <= fst x <= r /\ cube r (snd x) end.
Fixpoint close {n} (r : R) : tuple n -> tuple n -> Prop := match n with O => fun _ _ => True | S m => fun x y => Rabs (fst y - fst x) < r /\ close r (snd x) (snd y) end.
Lemma close_to_itself n r : 0 < r -> forall x : tuple n, close r x x.
Proof. intro H. induction n as [| n IH]; intro x; cbn [close]; [exact I |]. split; [replace (fst x - fst x) with 0 by ring; rewrite Rabs_R0; exact H | apply IH]. Qed.
Lemma closer n r s : r <= s -> forall x y : tuple n, close r x y -> close s x y.
Proof. intro H. induction n as [| n IH]; intros x y; cbn [close]; [trivial |]. intros [A B]. split; [lra | apply IH; exact B]. Qed.

Lemma uniform_on_cube n r : 0 <= r -> forall good : nat -> tuple n -> Prop, (forall k x, ~ ~ good k x -> good k x) -> (forall k m x, (k <= m)%nat -> good k x -> good m x) ->
  (forall x, cube r x -> exists k, forall y, cube r y -> close (nth_part k) x y -> good k y) -> exists k, forall x, cube r x -> good k x.
Proof.
  intro Hr. induction n as [| n IH]; intros good Stable Grows Near.
  - destruct (Near tt I) as [k Hk]. exists k. intros [] _. exact (Hk tt I I).
  - destruct (uniform_on_segment (fun k a => forall x : tuple n, cube r x -> good k (a, x)) (- r) r) as [k Hk]; [lra | | | |].
    + intros k a H x Hx. apply Stable. intro N. apply H. intro G. apply N, G. exact Hx.
    + intros k m a L H x Hx. apply (Grows k); [exact L | apply H; exact Hx].
    + intros a Ha.
      destruct (IH (fun k x => forall b, - r <= b <= r -> Rabs (b - a) < nth_part k -> good k (b, x))) as [k Hk].
      * intros k x H b Hb Hc. apply Stable. intro N. apply H. intro G. apply N, G; assumption.
      * intros k m x L H b Hb Hc. apply (Grows k); [exact L |]. apply H; [exact Hb |]. pose proof (nth_part_falls k m L). lra.
      * intros x Hx. destruct (Near (a, x) (conj Ha Hx)) as [k Hk]. exists k. intros y Hy Hc b Hb Hd. apply Hk; split; assumption.
      * exists k. intros b Hb Hc x Hx. apply Hk; assumption.
    + exists k. intros [a x] [Ha Hx]. apply Hk; assumption.
Qed.

Lemma norm_of_pair n a (y : tuple n) : norm ((a, y) : euclidean (S n)) * norm ((a, y) : euclidean (S n)) = a * a + norm (y : euclidean n) * norm (y : euclidean n).
Proof. rewrite !norm_squared. reflexivity. Qed.
Lemma coordinate_le n a (y : tuple n) : Rabs a <= norm ((a, y) : euclidean (S n)).
Proof.
  apply square_le; [apply norm_nonnegative |]. rewrite norm_of_pair. pose proof (norm_nonnegative _ (y : euclidean n)) as Y.
  assert (0 <= norm (y : euclidean n) * norm (y : euclidean n)) by (apply Rmult_le_pos; exact Y).
  replace (Rabs a * Rabs a) with (a * a) by (unfold Rabs; destruct (Rcase_abs a); ring). lra.
Qed.
Lemma rest_le n a (y : tuple n) : norm (y : euclidean n) <= norm ((a, y) : euclidean (S n)).
Proof. apply square_le; [apply norm_nonnegative |]. rewrite norm_of_pair. pose proof (Rle_0_sqr a) as A. unfold Rsqr in A. lra. Qed.
Lemma norm_le_sum n a (y : tuple n) : norm ((a, y) : euclidean (S n)) <= Rabs a + norm (y : euclidean n).
Proof.
  pose proof (norm_nonnegative _ (y : euclidean n)) as Y. pose proof (Rabs_pos a) as A. apply square_le; [lra |]. rewrite norm_of_pair.
  replace (a * a) with (Rabs a * Rabs a) by (unfold Rabs; destruct (Rcase_abs a); ring). assert (0 <= Rabs a * norm (y : euclidean n)) by (apply Rmult_le_pos; assumption). lra.
Qed.

Lemma ball_in_cube n r : forall x : euclidean n, norm x <= r -> cube r (x : tuple n).
Proof.
  induction n as [| n IH]; [intros x _; exact I |]. intros [a y] H. cbn [cube fst snd]. pose proof (coordinate_le n a y) as C. pose proof (rest_le n a y) as D. split.
  - assert (B : Rabs a <= r) by lra. unfold Rabs in B. destruct (Rcase_abs a); lra.
  - apply IH. lra.
Qed.
Lemma close_is_near n r : forall x y : euclidean n, close r (x : tuple n) (y : tuple n) -> norm (y - x)%V <= INR n * r.
Proof.
  induction n as [| n IH].
  - intros x y _. rewrite Rmult_0_l. unfold norm. right. replace (@dot (euclidean 0) (y - x)%V (y - x)%V) with 0 by reflexivity. apply sqrt_0.
  - intros [a x] [b y] [A B]. cbn [fst snd] in A, B. rewrite S_INR. pose proof (IH x y B) as C. pose proof (norm_le_sum n (b + -1 * a) ((y : euclidean n) - x)%V) as D.
    replace (b + -1 * a) with (b - a) in D by ring.
    assert (Same : (((b, y) : euclidean (S n)) - ((a, x) : euclidean (S n)))%V = ((b - a, ((y : euclidean n) - x)%V) : euclidean (S n))).
    { unfold subtract, opposite. cbn. f_equal. ring. }
    rewrite Same. eapply Rle_trans; [exact D | lra].
Qed.

(** A continuous function of t, q and x is bounded on bounded sets. *)
Lemma continuous_is_bounded n (E : space) (f : R -> euclidean n -> euclidean n -> E) T r : 0 <= T -> 0 <= r ->
  (forall t q x epsilon, 0 <= t <= T -> 0 < epsilon -> exists eta, 0 < eta /\ forall t' q' x', 0 <= t' <= T -> Rabs (t' - t) < eta -> norm (q' - q)%V < eta -> norm (x' - x)%V < eta ->
    norm (f t' q' x' - f t q x)%V <= epsilon) ->
  exists F, 0 <= F /\ forall t q x, 0 <= t <= T -> norm q <= r -> norm x <= r -> norm (f t q x) <= F.
Proof.
  intros HT Hr Cont.
  assert (Stable : forall (A B C D : Prop) x y, ~ ~ (A -> B -> C -> D -> x <= y) -> A -> B -> C -> D -> x <= y).
  { intros A B C D x y H a b c d. apply stable_le. intro N. apply H. intro G. apply N, G; assumption. }
  destruct (uniform_on_segment (fun k t => forall q x : tuple n, cube r q -> cube r x -> norm (f t q x) <= INR k) 0 T) as [k Hk]; [exact HT | | | |].
  - intros k t H q x Hq Hx. apply stable_le. intro N. apply H. intro G. apply N, G; assumption.
  - intros k m t L H q x Hq Hx. specialize (H q x Hq Hx). apply le_INR in L. lra.
  - intros t Ht.
    destruct (uniform_on_cube n r Hr (fun k q => forall s (x : tuple n), 0 <= s <= T -> Rabs (s - t) < nth_part k -> cube r x -> norm (f s q x) <= INR k)) as [k Hk].
    + intros k q H s x A B C. apply stable_le. intro N. apply H. intro G. apply N, G; assumption.
    + intros k m q L H s x A B C. pose proof (nth_part_falls k m L). specialize (H s x A ltac:(lra) C). apply le_INR in L. lra.
    + intros q Hq.
      destruct (uniform_on_cube n r Hr (fun k x => forall s (p : tuple n), 0 <= s <= T -> Rabs (s - t) < nth_part k -> cube r p -> close (nth_part k) q p ->
        norm (f s p x) <= INR k)) as [k Hk].
      * intros k x H s p A B C D. apply stable_le. intro N. apply H. intro G. apply N, G; assumption.
      * intros k m x L H s p A B C D. pose proof (nth_part_falls k m L) as P. specialize (H s p A ltac:(lra) C (closer n _ _ P q p D)). apply le_INR in L. lra.
      * intros x Hx. destruct (Cont t q x 1 Ht ltac:(lra)) as [eta [P H]].
        destruct (nth_part_below (eta / (INR n + 1)) ltac:(apply Rdiv_lt_0_compat; [exact P | pose proof (pos_INR n); lra])) as [k1 Hk1].
        destruct (natural_above (norm (f t q x) + 1)) as [k2 Hk2]. exists (Nat.max k1 k2). intros y Hy Cy s p Hs Ds Hp Cp.
        set (k := Nat.max k1 k2) in *. pose proof (nth_part_falls k1 k ltac:(unfold k; lia)) as Pk. pose proof (nth_part_positive k) as P0. pose proof (pos_INR n) as N0.
        assert (Small : INR n * nth_part k < eta).
        { apply Rle_lt_trans with ((INR n + 1) * nth_part k); [apply Rmult_le_compat_r; lra |]. replace eta with ((INR n + 1) * (eta / (INR n + 1))) by (field; lra).
          apply Rmult_lt_compat_l; lra. }
        assert (Small1 : nth_part k < eta). { assert (eta / (INR n + 1) <= eta); [| lra]. apply (Rmult_le_reg_l (INR n + 1)); [lra |]. field_simplify; [| lra].
        assert (0 <= INR n * eta) by (apply Rmult_le_pos; lra). lra. }
        specialize (H s p y Hs ltac:(lra)). pose proof (close_is_near n _ q p Cp). pose proof (close_is_near n _ x y Cy). specialize (H ltac:(lra) ltac:(lra)).
        assert (L : (k2 <= k)%nat) by (unfold k; lia). apply le_INR in L.
        replace (f s p y) with ((f s p y - f t q x) + f t q x)%V by vector_identity. eapply Rle_trans; [apply triangle |]. lra.
      * exists k. intros p Hp Cp s x Hs Ds Hx. apply Hk; assumption.
    + exists k. intros s Hs Ds q x Hq Hx. apply Hk; assumption.
  - exists (INR k). split; [apply pos_INR |]. intros t q x Ht Hq Hx. apply Hk; [exact Ht | apply ball_in_cube; exact Hq | apply ball_in_cube; exact Hx].
Qed.

(** *** Linear maps *)

Lemma pair_splits n a (y : tuple n) : ((a, y) : euclidean (S n)) = ((a * ((1, tuple_zero n) : euclidean (S n)) : euclidean (S n)) + ((0, y) : euclidean (S n)))%V.
Proof. apply dot_extensional. intros [b z]. expand_products. cbn. rewrite tuple_dot_zero. ring. Qed.

Lemma linear_is_bounded n (E : space) : forall A : euclidean n -> E, (forall x y, A (x + y)%V = (A x + A y)%V) -> (forall a x, A (a * x)%V = (a * A x)%V) ->
  exists K, 0 <= K /\ forall x, norm (A x) <= K * norm x.
Proof.
  induction n as [| n IH]; intros A Add Scale.
  - exists 0. split; [lra |]. intros []. assert (Z : A tt = zero).
    { replace (tt : euclidean 0) with (0 * (tt : euclidean 0) : euclidean 0)%V by reflexivity. rewrite Scale. apply dot_extensional. intro z. expand_products. ring. }
    change (norm (A tt) <= 0 * norm (tt : euclidean 0)). rewrite Z. unfold norm at 1. rewrite dot_zero, sqrt_0. lra.
  - destruct (IH (fun y => A ((0, y) : euclidean (S n)))) as [K [K0 HK]].
    + intros x y. rewrite <- Add. f_equal. cbn. f_equal. ring.
    + intros a x. rewrite <- Scale. f_equal. cbn. f_equal. ring.
    + set (first := A ((1, tuple_zero n) : euclidean (S n))). pose proof (norm_nonnegative E first) as F0. exists (norm first + K). split; [lra |]. intros [a y].
      rewrite (pair_splits n a y) at 1. rewrite Add, Scale. eapply Rle_trans; [apply triangle |].
      assert (N1 : norm (a * first)%V = Rabs a * norm first).
      { unfold Rabs. destruct (Rcase_abs a) as [G | G]; [| apply norm_of_multiple; lra].
        rewrite <- norm_of_multiple by lra. rewrite <- (norm_of_opposite E (- a * first)%V). f_equal. vector_identity. }
      fold first. rewrite N1. specialize (HK y). pose (N := @norm (euclidean (S n)) (a, y)). pose (Y := @norm (euclidean n) y).
      assert (C : Rabs a <= N) by apply coordinate_le. assert (D : Y <= N) by apply rest_le.
      assert (Rabs a * norm first <= N * norm first) by (apply Rmult_le_compat_r; assumption).
      assert (K * Y <= K * N) by (apply Rmult_le_compat_l; assumption). change (norm (A ((0, y) : euclidean (S n))) <= K * Y) in HK.
      change (Rabs a * norm first + norm (A ((0, y) : euclidean (S n))) <= (norm first + K) * N). lra.
Qed.

Lemma bilinear_is_bounded m (E : space) n : forall B : euclidean n -> euclidean m -> E,
  (forall x y z, B (x + y)%V z = (B x z + B y z)%V) -> (forall a x z, B (a * x)%V z = (a * B x z)%V) ->
  (forall x y z, B x (y + z)%V = (B x y + B x z)%V) -> (forall a x z, B x (a * z)%V = (a * B x z)%V) ->
  exists K, 0 <= K /\ forall x y, norm (B x y) <= K * norm x * norm y.
Proof.
  induction n as [| n IH]; intros B Add Scale Add' Scale'.
  - exists 0. split; [lra |]. intros [] y. assert (Z : B tt y = zero).
    { replace (tt : euclidean 0) with (0 * (tt : euclidean 0) : euclidean 0)%V by reflexivity. rewrite Scale. apply dot_extensional. intro z. expand_products. ring. }
    change (norm (B tt y) <= 0 * norm (tt : euclidean 0) * norm y). rewrite Z. unfold norm at 1. rewrite dot_zero, sqrt_0. lra.
  - destruct (IH (fun y z => B ((0, y) : euclidean (S n)) z)) as [K [K0 HK]].
    + intros x y z. rewrite <- Add. f_equal. cbn. f_equal. ring.
    + intros a x z. rewrite <- Scale. f_equal. cbn. f_equal. ring.
    + intros. apply Add'.
    + intros. apply Scale'.
    + destruct (linear_is_bounded m E (B ((1, tuple_zero n) : euclidean (S n)))) as [K' [K0' HK']]; [intros; apply Add' | intros; apply Scale' |].
      exists (K' + K). split; [lra |]. intros [a y] z. rewrite (pair_splits n a y) at 1. rewrite Add, Scale. eapply Rle_trans; [apply triangle |].
      set (first := B ((1, tuple_zero n) : euclidean (S n)) z). specialize (HK' z). fold first in HK'.
      assert (N1 : norm (a * first)%V = Rabs a * norm first).
      { unfold Rabs. destruct (Rcase_abs a) as [G | G]; [| apply norm_of_multiple; lra].
        rewrite <- norm_of_multiple by lra. rewrite <- (norm_of_opposite E (- a * first)%V). f_equal. vector_identity. }
      rewrite N1. specialize (HK y z). pose proof (norm_nonnegative _ z) as Z0. pose proof (norm_nonnegative E first).
      pose (N := @norm (euclidean (S n)) (a, y)). pose (Y := @norm (euclidean n) y).
      assert (C : Rabs a <= N) by apply coordinate_le. assert (D : Y <= N) by apply rest_le.
      assert (Rabs a * norm first <= N * (K' * norm z)) by (apply Rmult_le_compat; [apply Rabs_pos | assumption | exact C | exact HK']).
      assert (K * Y * norm z <= K * N * norm z) by (apply Rmult_le_compat_r; [exact Z0 | apply Rmult_le_compat_l; assumption]).
      change (norm (B ((0, y) : euclidean (S n)) z) <= K * Y * norm z) in HK.
      change (Rabs a * norm first + norm (B ((0, y) : euclidean (S n)) z) <= (K' + K) * N * norm z). lra.
Qed.

(** A positive definite form is at least α |x|²: by completing the square in the first coordinate. *)
Lemma definite_is_elliptic n : forall B : euclidean n -> euclidean n -> R,
  (forall x y z, B (x + y)%V z = B x z + B y z) -> (forall a x z, B (a * x)%V z = a * B x z) -> (forall x y, B x y = B y x) -> (forall x, x <> zero -> 0 < B x x) ->
  exists alpha, 0 < alpha /\ forall x, alpha * ||x||² <= B x x.
Proof.
  induction n as [| n IH]; intros B Add Scale Sym Pos.
  - exists 1. split; [lra |]. intros []. assert (Z : B tt tt = 0 * B tt tt) by (rewrite <- Scale; reflexivity). change (1 * @dot (euclidean 0) tt tt <= B tt tt).
    cbn [dot euclidean tuple_dot]. lra.
  - set (one := (1, tuple_zero n) : euclidean (S n)). set (up := fun y : euclidean n => (0, y) : euclidean (S n)).
    assert (p0 : 0 < B one one). { apply Pos. intro H. assert (fst (one : tuple (S n)) = 0) by (rewrite H; reflexivity). cbn in *. lra. }
    set (p := B one one) in *.
    assert (UpAdd : forall x y, up (x + y)%V = (up x + up y)%V) by (intros; unfold up; cbn; f_equal; ring).
    assert (UpScale : forall a x, up (a * x)%V = (a * up x)%V) by (intros; unfold up; cbn; f_equal; ring).
    assert (Add' : forall x y z, B z (x + y)%V = B z x + B z y) by (intros; rewrite !(Sym z); apply Add).
    assert (Scale' : forall a x z, B z (a * x)%V = a * B z x) by (intros; rewrite !(Sym z); apply Scale).
    destruct (IH (fun x y => B (up x) (up y) - B one (up x) * B one (up y) / p)) as [s [s0 Hs]].
    + intros x y z. rewrite !UpAdd, Add, Add'. field. lra.
    + intros a x z. rewrite !UpScale, Scale, Scale'. field. lra.
    + intros x y. rewrite (Sym (up x)). field. lra.
    + intros y Hy. set (t := - (B one (up y) / p)).
      assert (N : (t * one + up y)%V <> zero).
      { intro H. apply Hy. assert (S : snd ((t * one + up y)%V : tuple (S n)) = tuple_zero n) by (rewrite H; reflexivity). apply dot_extensional. intro z.
        change (tuple_dot y z = tuple_dot (tuple_zero n) z). rewrite <- S. cbn. rewrite tuple_dot_add, tuple_dot_scale, tuple_dot_zero. ring. }
      pose proof (Pos _ N) as G. rewrite Add, !Add', !Scale, !Scale' in G. fold p in G. rewrite (Sym (up y) one) in G.
      replace (B (up y) (up y) - B one (up y) * B one (up y) / p) with (t * (t * p) + t * B one (up y) + (t * B one (up y) + B (up y) (up y))); [exact G |]. unfold t. field. lra.
    + destruct (linear_is_bounded n (euclidean 1) (fun y => ((B one (up y), tt) : euclidean 1))) as [K [K0 HK]].
      * intros x y. rewrite UpAdd, Add'. reflexivity.
      * intros a x. rewrite UpScale, Scale'. reflexivity.
      * assert (HK2 : forall y, B one (up y) * B one (up y) <= K * K * ||y||²).
        { intro y. specialize (HK y). assert (C : Rabs (B one (up y)) <= K * norm y) by (eapply Rle_trans; [exact (coordinate_le 0 (B one (up y)) tt) | exact HK]).
          pose proof (Rabs_pos (B one (up y))) as A.
          replace (B one (up y) * B one (up y)) with (Rabs (B one (up y)) * Rabs (B one (up y))) by (unfold Rabs; destruct (Rcase_abs _); ring).
          rewrite <- norm_squared. replace (K * K * (norm y * norm y)) with (K * norm y * (K * norm y)) by ring. apply Rmult_le_compat; lra. }
        (* with t = a + B(one, y)/p: B(x, x) = p t² + S(y), a² ≤ 2 t² + 2 (K/p)² |y|² *)
        set (k := 2 * (K * K) / (p * p)). assert (k0 : 0 <= k) by (unfold k; apply Rmult_le_pos; [assert (0 <= K * K) by (apply Rmult_le_pos; exact K0); lra | left; apply Rinv_0_lt_compat;
          apply Rmult_lt_0_compat; exact p0]).
        set (alpha := Rmin (p / 2) (s / (k + 1))). assert (A0 : 0 < alpha) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
        exists alpha. split; [exact A0 |]. intros [a y]. specialize (Hs y). specialize (HK2 y). set (b := B one (up y)) in *.
        assert (Split : B ((a, y) : euclidean (S n)) ((a, y) : euclidean (S n)) = p * ((a + b / p) * (a + b / p)) + (B (up y) (up y) - b * b / p)).
        { rewrite (pair_splits n a y). fold one. change ((0, y) : euclidean (S n)) with (up y). rewrite Add, !Add', !Scale, !Scale'. fold p. rewrite (Sym (up y) one). fold b. field. lra. }
        pose (N := @dot (euclidean n) y y). assert (Y0 : 0 <= N) by exact (@dot_positive (euclidean n) y). change (s * N <= B (up y) (up y) - b * b / p) in Hs.
        change (b * b <= K * K * N) in HK2.
          change (alpha * (a * a + N) <= B ((a, y) : euclidean (S n)) ((a, y) : euclidean (S n))). rewrite Split. set (t := a + b / p).
        assert (Aa : a * a <= 2 * (t * t) + k * N).
        { assert (Q : b / p * (b / p) <= K * K * N / (p * p)). { replace (b / p * (b / p)) with (b * b / (p * p)) by (field; lra).
          apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; exact p0 | exact HK2]. }
          replace (k * N) with (2 * (K * K * N / (p * p))) by (unfold k; field; lra). pose proof (Rle_0_sqr (a + 2 * (b / p))) as Sq. unfold Rsqr in Sq. unfold t. lra. }
        assert (A1 : alpha * 2 <= p) by (unfold alpha; pose proof (Rmin_l (p / 2) (s / (k + 1))); lra).
        assert (A2 : alpha * (k + 1) <= s). { apply Rle_trans with (s / (k + 1) * (k + 1)); [apply Rmult_le_compat_r; [lra | apply Rmin_r] | right; field; lra]. }
        assert (T0 : 0 <= t * t) by (apply Rle_0_sqr).
        assert (alpha * (a * a) <= alpha * (2 * (t * t) + k * N)) by (apply Rmult_le_compat_l; lra).
        assert (alpha * 2 * (t * t) <= p * (t * t)) by (apply Rmult_le_compat_r; assumption).
        assert (alpha * (k + 1) * N <= s * N) by (apply Rmult_le_compat_r; assumption). lra.
Qed.
