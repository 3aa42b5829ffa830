(** [Moreau 1983, sect. 4] leaves existence and uniqueness open. For a force that is merely continuous uniqueness fails, without any contact: ẍ = 12 √|x| from rest at 0 has
    the motions x = 0 and x = t⁴. *)

Require Import Reals Lra.
Open Scope R_scope.

Definition root_force (x : R) : R := 12 * sqrt (Rabs x).

(** From rest at 0, with velocity v and acceleration root_force(x) at every instant. *)
Definition motion_from_rest (x : R -> R) : Prop :=
  exists v, x 0 = 0 /\ v 0 = 0 /\ forall t, derivable_pt_lim x t (v t) /\ derivable_pt_lim v t (root_force (x t)).

Lemma force_is_continuous : continuity root_force.
Proof.
  intro x. unfold root_force. apply (continuity_pt_scal (fun y => sqrt (Rabs y))).
  apply (continuity_pt_comp Rabs sqrt); [apply Rcontinuity_abs | apply continuity_pt_sqrt, Rabs_pos].
Qed.

Theorem continuous_force_has_two_motions : continuity root_force /\
  exists x y, motion_from_rest x /\ motion_from_rest y /\ forall t, 0 < t -> x t < y t.
Proof.
  split; [exact force_is_continuous |].
  exists (fun _ => 0), (fun t => t ^ 4). split; [| split].
  - exists (fun _ => 0). split; [reflexivity |]. split; [reflexivity |]. intro t. split; [apply derivable_pt_lim_const |].
    replace (root_force 0) with 0 by (unfold root_force; rewrite Rabs_R0, sqrt_0; ring). apply derivable_pt_lim_const.
  - exists (fun t => 4 * t ^ 3). split; [ring |]. split; [ring |]. intro t. split.
    + pose proof (derivable_pt_lim_pow t 4) as D. replace (4 * t ^ 3) with (INR 4 * t ^ pred 4) by (cbn; ring). exact D.
    + assert (F : root_force (t ^ 4) = 4 * (INR 3 * t ^ pred 3)).
      { unfold root_force. replace (t ^ 4) with ((t ^ 2) * (t ^ 2)) by ring. assert (P : 0 <= t ^ 2) by apply pow2_ge_0.
        rewrite Rabs_pos_eq by (apply Rmult_le_pos; exact P). rewrite sqrt_square by exact P. cbn. ring. }
      rewrite F. apply derivable_pt_lim_scal. apply derivable_pt_lim_pow.
  - intros t Ht. apply pow_lt. exact Ht.
Qed.
