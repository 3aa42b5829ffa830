(** A motion with an impact, as an instance of problem (P) in impacting_motion.v: none of the theorems about its solutions is about nothing.
A point on the half-line x ≥ 0 comes from 1 with velocity −1, meets the end
    at t = 1, and leaves it with velocity e. *)

Require Import Reals Lra Lia.
Require Import inner_product kinetic_metric chain sweeping_step sweeping_inertia finite_dimension impacting_motion.
Open Scope R_scope.

Section bounce.
Variable e : R.
Hypothesis e_range : 0 <= e <= 1.

Definition on_line (a : R) : euclidean 1 := (a, tt).
Definition bounce_position (t : R) : euclidean 1 := on_line (if Rlt_dec t 1 then 1 - t else e * (t - 1)).
Definition bounce_right_velocity (t : R) : euclidean 1 := on_line (if Rlt_dec t 1 then -1 else e).
Definition bounce_left_velocity (t : R) : euclidean 1 := on_line (if Rle_dec t 1 then -1 else e).
Definition bounce_reaction (t : R) : R := if Rlt_dec t 1 then 0 else 1 + e.

Lemma line_length a b : b = a -> norm (on_line b) = Rabs a.
Proof. intros ->. unfold norm, on_line. rewrite <- sqrt_Rsqr_abs. f_equal. cbn. unfold Rsqr. ring. Qed.
Lemma line_product a b : @dot (euclidean 1) (on_line a) (on_line b) = a * b.
Proof. cbn. ring. Qed.
Lemma line_subtract a b : (on_line a - on_line b)%V = on_line (a - b).
Proof. unfold on_line, subtract, opposite. cbn. f_equal. ring. Qed.
Lemma line_scale k a : (k * on_line a)%V = on_line (k * a).
Proof. reflexivity. Qed.
Lemma line_add a b : (on_line a + on_line b)%V = on_line (a + b).
Proof. reflexivity. Qed.
Lemma line_zero : (zero : euclidean 1) = on_line 0.
Proof. reflexivity. Qed.

Theorem bounce_is_a_motion :
  solution_of_P (euclidean 1) (fun _ x => x) (fun _ _ _ => zero) 1 (fun _ q => fst (q : tuple 1)) (fun _ _ => on_line 1) e 2
    bounce_position bounce_right_velocity bounce_left_velocity (fun _ => bounce_reaction) bounce_reaction.
Proof.
  assert (Tiny : forall x, norm (on_line 0) <= x <-> 0 <= x) by (intro x; rewrite (line_length 0 0 eq_refl), Rabs_R0; reflexivity).
  split.
  - intros t i Ht _. unfold bounce_position, on_line. cbn [fst]. destruct (Rlt_dec t 1); [lra | apply Rmult_le_pos; lra].
  - intros t epsilon Ht He. exists epsilon. split; [exact He |]. intros s Hs Hd. unfold bounce_position. rewrite line_subtract, (line_length _ _ eq_refl). apply Rabs_def2 in Hd.
    apply Rabs_le. destruct (Rlt_dec s 1), (Rlt_dec t 1).
    + lra.
    + assert (0 <= e * (t - 1) <= 1 * (t - 1)) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]). lra.
    + assert (0 <= e * (s - 1) <= 1 * (s - 1)) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]). lra.
    + replace (e * (s - 1) - e * (t - 1)) with (e * (s - t)) by ring. destruct (Rle_or_lt t s) as [G | G].
      * assert (0 <= e * (s - t) <= 1 * (s - t)) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]). lra.
      * assert (0 <= e * (t - s) <= 1 * (t - s)) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]). lra.
  - intros t epsilon Ht He. exists (if Rlt_dec t 1 then 1 - t else 1). split; [destruct (Rlt_dec t 1); lra |]. intros b Hb Hd.
    assert (0 <= epsilon * (b - t)) by (apply Rmult_le_pos; lra). unfold bounce_position, bounce_right_velocity.
    rewrite line_subtract, line_scale, line_subtract, (line_length 0); [rewrite Rabs_R0; assumption |].
    destruct (Rlt_dec t 1), (Rlt_dec b 1); try lra.
  - intros t epsilon Ht He. exists (if Rlt_dec t 1 then 1 - t else 1). split; [destruct (Rlt_dec t 1); lra |]. intros b Hb Hd.
    unfold bounce_right_velocity. rewrite line_subtract, (line_length 0); [rewrite Rabs_R0; lra |]. destruct (Rlt_dec t 1), (Rlt_dec b 1); lra.
  - intros t epsilon Ht He. exists (if Rle_dec t 1 then 1 else t - 1). split; [destruct (Rle_dec t 1); lra |]. intros a Ha H0.
    unfold bounce_right_velocity, bounce_left_velocity. rewrite line_subtract, (line_length 0); [rewrite Rabs_R0; lra |]. destruct (Rle_dec t 1), (Rlt_dec a 1); lra.
  - intros s t Hs Ht. unfold bounce_right_velocity, bounce_reaction. rewrite line_subtract, (line_length _ _ eq_refl). apply Rabs_le. destruct (Rlt_dec s 1), (Rlt_dec t 1); lra.
  - intros i s t _ Hs Ht. unfold bounce_reaction. destruct (Rlt_dec s 1), (Rlt_dec t 1); lra.
  - intros i t epsilon _ Ht He. exists (if Rlt_dec t 1 then 1 - t else 1). split; [destruct (Rlt_dec t 1); lra |]. intros b Hb Hd. unfold bounce_reaction.
    destruct (Rlt_dec t 1), (Rlt_dec b 1); lra.
  - intros i t _ Ht Gap. unfold bounce_position, on_line in Gap. cbn [fst] in Gap. exists (Rabs (t - 1)). destruct (Req_dec t 1) as [-> | N].
    + exfalso. destruct (Rlt_dec 1 1); [lra |]. replace (e * (1 - 1)) with 0 in Gap by ring. lra.
    + split; [apply Rabs_pos_lt; lra |]. intros s Hs Hd. unfold bounce_reaction. revert Hd. unfold Rabs. destruct (Rcase_abs (s - t)), (Rcase_abs (t - 1)), (Rlt_dec s 1), (Rlt_dec t 1); lra.
  - intros t epsilon Ht He. exists (if Rlt_dec t 1 then 1 - t else 1). split; [destruct (Rlt_dec t 1); lra |]. intros b Hb Hd.
    unfold measured. cbn [sum_of_vectors sum_below]. unfold bounce_right_velocity. rewrite !line_zero, !line_subtract, !line_scale, !line_add, !line_subtract.
    unfold bounce_reaction. rewrite (line_length 0); [rewrite Rabs_R0; apply Rmult_le_pos; [lra |] |]; destruct (Rlt_dec t 1), (Rlt_dec b 1); lra.
  - intros t epsilon Ht He. exists (if Rle_dec t 1 then 1 else t - 1). split; [destruct (Rle_dec t 1); lra |]. intros a Ha H0.
    unfold measured. cbn [sum_of_vectors sum_below]. unfold bounce_right_velocity. rewrite !line_zero, !line_subtract, !line_scale, !line_add, !line_subtract.
    unfold bounce_reaction. rewrite (line_length 0); [rewrite Rabs_R0; apply Rmult_le_pos; [lra |] |]; destruct (Rle_dec t 1), (Rlt_dec t 1), (Rlt_dec a 1); lra.
  - intros t Ht.
    assert (Line : forall q : euclidean 1, exists a, q = on_line a) by (intros [a []]; exists a; reflexivity).
    assert (Cone : forall a, tangent_cone (euclidean 1) 1 (fun _ q => fst (q : tuple 1)) (fun _ _ => on_line 1) (bounce_position t) (on_line a) <-> (fst (bounce_position t : tuple 1) <= 0 ->
      0 <= a)).
    { intro a. unfold tangent_cone. split.
      - intros H G. specialize (H 0%nat ltac:(lia) G). rewrite line_product in H. lra.
      - intros H i _ G. rewrite line_product. specialize (H G). lra. }
    set (shut := fst (bounce_position t : tuple 1)) in *.
    assert (Either : (shut > 0 /\ exists a, bounce_left_velocity t = on_line a /\ bounce_right_velocity t = on_line a) \/
      (shut <= 0 /\ exists a, a <= 0 /\ bounce_left_velocity t = on_line a /\ bounce_right_velocity t = on_line (- e * a))).
    { unfold shut, bounce_position, on_line, bounce_left_velocity, bounce_right_velocity. cbn [fst]. destruct (Rlt_dec t 1) as [G | G], (Rle_dec t 1) as [H | H]; try lra.
      - left. split; [lra |]. exists (-1). split; reflexivity.
      - right. assert (t = 1) by lra. subst t. split; [replace (1 - 1) with 0 by ring; lra |]. exists (-1). split; [lra |]. split; [reflexivity | unfold on_line; f_equal; ring].
      - destruct (Req_dec e 0) as [Z | Z].
        + right. rewrite Z. split; [lra |]. exists 0. split; [lra |]. split; [reflexivity | unfold on_line; f_equal; ring].
        + left. split; [apply Rmult_lt_0_compat; lra |]. exists e. split; reflexivity. }
    destruct Either as [[Open [a [-> ->]]] | [Shut [a [Ha [-> ->]]]]].
    + exists (on_line a), (on_line 0). split; [| split].
      * split; [apply Cone; intro; lra |]. intros c _. rewrite line_subtract. destruct (Line c) as [b ->]. rewrite line_subtract, line_product. right. ring.
      * split.
        -- intros c _. destruct (Line c) as [b ->]. rewrite line_product. right. ring.
        -- intros c Hc. destruct (Line c) as [b ->]. rewrite !line_subtract, line_product.
           assert (B : b = 0). { assert (H1 : @dot (euclidean 1) (on_line b) (on_line 1) <= 0) by (apply (Hc (on_line 1)); apply Cone; intro; lra).
           assert (H2 : @dot (euclidean 1) (on_line b) (on_line (-1)) <= 0) by (apply (Hc (on_line (-1))); apply Cone; intro; lra). rewrite line_product in H1, H2. lra. }
           rewrite B. right. ring.
      * rewrite line_scale, line_subtract. f_equal. ring.
    + exists (on_line 0), (on_line a). split; [| split].
      * split; [apply Cone; intro; lra |]. intros c Hc. destruct (Line c) as [b ->]. pose proof (proj1 (Cone b) Hc Shut) as Hb. rewrite !line_subtract, line_product.
        assert (0 <= b * - a) by (apply Rmult_le_pos; lra). lra.
      * split.
        -- intros c Hc. destruct (Line c) as [b ->]. pose proof (proj1 (Cone b) Hc Shut) as Hb. rewrite line_product. assert (0 <= b * - a) by (apply Rmult_le_pos; lra). lra.
        -- intros c Hc. destruct (Line c) as [b ->]. rewrite !line_subtract, line_product. right. ring.
      * rewrite line_scale, line_subtract. f_equal. ring.
Qed.
End bounce.
