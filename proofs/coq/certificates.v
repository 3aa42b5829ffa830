(** Certificates of impacts, accelerations and chains: what each says over the reals, and a checker that Coq runs.

    proofs/certificates/to_coq writes a certificate's text as a value of the type `certificate`; `check_sound` then makes a theorem of it. *)

Require Import QArith Qreals Reals Lra List Bool Arith.
Require Import inner_product projection cones unilateral_reactions inelastic_shocks kinetic_metric impact_law certificates_projection certificates_chain.
Import ListNotations.
Open Scope R_scope.

(** M, G and the offsets of G x + offset ≥ 0. *)
Record constrained : Type := Constrained { dimension : nat; mass : list (list Q); gradients : list (list Q); offsets : list Q }.

Record impact_certificate : Type := Impact {
  impact_space : constrained; restitution : Q; before : list Q; smooth : list Q; after : list Q; impulses : list Q
}.

Record acceleration_certificate : Type := Acceleration {
  acceleration_space : constrained; force : list Q; acceleration : list Q; reactions : list Q
}.

Inductive certificate : Type :=
| of_impact (c : impact_certificate)
| of_acceleration (c : acceleration_certificate)
| of_chain (c : chain_certificate).

(** *** Shapes: lengths, and the part of M below its diagonal, which repeats what is above *)

Definition has_length (n : nat) (x : list Q) : bool := Nat.eqb (length x) n.
Fixpoint lower_repeats (n : nat) (M : list (list Q)) : bool :=
  match n with O => true | S m => equal_Q m (map (hd 0%Q) (tl M)) (border M) && lower_repeats m (inner M) end.
Definition well_shaped (s : constrained) : bool :=
  let n := dimension s in
  Nat.eqb (length (mass s)) n && forallb (has_length n) (mass s) && lower_repeats n (mass s) && forallb (has_length n) (gradients s).

(** *** What is certified *)

Section meaning.
Variable s : constrained.
Let n := dimension s.
Variable definite : positive_definite n (mass s) = true.
Let E := kinetic_space n (mass s) definite.

(** x solves (P) of [Moreau 1963] for the z whose momentum is p, and so is the projection of z, the point nearest to it, and the only solution. *)
Definition solution_certified (us : list E) (z : E) (p : tuple n) (x : E) : Prop :=
  let rows := rows_of us (offsets s) in
  represent (mass s) us (gradients s) /\ momentum (mass s) z = p /\
  solves_P rows z x /\ is_projection (admissible rows) z x /\ is_nearest (admissible rows) z x /\ (forall y, solves_P rows z y -> y = x).
End meaning.

Definition acceleration_certified (c : acceleration_certificate) : Prop :=
  let s := acceleration_space c in
  exists definite us z, solution_certified s definite us z (real (dimension s) (force c)) (real (dimension s) (acceleration c)).

(** With w = (v⁺ + e v⁻)/(1 + e) and M z = M v⁻ + p/(1 + e). At an instant (p = 0) with fixed constraints this is the impact law, in the two forms
    of impact_law.v; with e = 0 it is the standard inelastic shock of [Moreau 1983]. *)
Definition impact_certified (c : impact_certificate) : Prop :=
  let s := impact_space c in
  let n := dimension s in
  let e := Q2R (restitution c) in
  exists definite : positive_definite n (mass s) = true, let E := kinetic_space n (mass s) definite in
  exists (us : list E) (z : E), let v_minus : E := real n (before c) in let v_plus : E := real n (after c) in
    0 <= e <= 1 /\
    solution_certified s definite us z (tuple_add (momentum (mass s) v_minus) (tuple_scale (/ (1 + e)) (real n (smooth c)))) (/ (1 + e) * (v_plus + e * v_minus))%V /\
    (real n (smooth c) = tuple_zero n -> Forall (fun r => Q2R r = 0) (offsets s) ->
       averaged_law us e v_minus v_plus /\ paoli_law us e v_minus v_plus /\ ||v_plus||² <= ||v_minus||² /\
       (e = 0 -> exists P, shock us v_minus v_plus P /\ eq_7 us v_minus v_plus /\ eq_8 us v_minus P /\ eq_9 v_plus P /\ eq_10 v_minus v_plus)).

Definition certifies (c : certificate) : Prop :=
  match c with of_impact i => impact_certified i | of_acceleration a => acceleration_certified a | of_chain h => chain_certified h end.

(** *** The checker *)

Definition check_acceleration (c : acceleration_certificate) : bool :=
  let s := acceleration_space c in
  let n := dimension s in
  well_shaped s && has_length n (force c) && has_length n (acceleration c) &&
  projects n (mass s) (gradients s) (offsets s) (force c) (acceleration c) (reactions c).

(** / (1 + e). *)
Definition share (e : Q) : Q := Qred (/ (1 + e)).
Definition average (n : nat) (e : Q) (after before : list Q) : list Q :=
  plus_multiple_Q n [] (share e) (plus_multiple_Q n after e before).

Definition check_impact (c : impact_certificate) : bool :=
  let s := impact_space c in
  let n := dimension s in
  let e := restitution c in
  well_shaped s && has_length n (before c) && has_length n (smooth c) && has_length n (after c) && Qle_bool 0 e && Qle_bool e 1 &&
  projects n (mass s) (gradients s) (offsets s)
    (plus_multiple_Q n (momentum_Q n (mass s) (before c)) (share e) (smooth c))
    (average n e (after c) (before c)) (map (times_Q (share e)) (impulses c)).

Definition check (c : certificate) : bool :=
  match c with of_impact i => check_impact i | of_acceleration a => check_acceleration a | of_chain h => check_chain h end.

(** *** It is sound *)

Lemma solution_of_projects s p x lambda :
  projects (dimension s) (mass s) (gradients s) (offsets s) p x lambda = true ->
  exists definite us z, solution_certified s definite us z (real (dimension s) p) (real (dimension s) x).
Proof.
  intro H. destruct (projects_sound _ _ _ _ _ _ _ H) as [definite [us [z [R [Hz S]]]]].
  exists definite, us, z. unfold solution_certified. cbv zeta.
  pose proof (solution_is_projection _ _ _ _ S) as P.
  repeat (split; [first [exact R | exact Hz | exact S | exact P | exact (projection_is_nearest _ _ _ P)] |]).
  intros y Hy. exact (solution_is_unique _ _ _ _ _ Hy S).
Qed.

Lemma real_nil n : real n [] = tuple_zero n.
Proof. induction n as [| n IH]; simpl; [reflexivity | rewrite Q2R_0, IH; reflexivity]. Qed.

Lemma share_R e : 0 <= Q2R e -> Q2R (share e) = / (1 + Q2R e).
Proof.
  intro H. unfold share. rewrite Q2R_red, Q2R_inv, Q2R_plus, Q2R_1; [reflexivity |].
  intro K. apply Qeq_eqR in K. rewrite Q2R_plus, Q2R_1, Q2R_0 in K. lra.
Qed.

(** Constraints at rest: admissible is tangent. *)
Lemma admissible_at_rest (E : space) (us : list E) r v : length us = length r -> Forall (fun a => Q2R a = 0) r ->
  admissible (rows_of us r) v <-> tangent us v.
Proof.
  intros L Z. unfold rows_of. revert r L Z.
  induction us as [| u us IH]; intros [| a r] L Z; try discriminate.
  - split; intros _; [intros u [] | intros u s []].
  - injection L as L. inversion Z; subst. simpl combine. rewrite admissible_cons, (IH r L H2). split.
    + intros [H T] w [<- | I]; [lra | apply T; exact I].
    + intro T. split; [rewrite H1; pose proof (T u (or_introl eq_refl)); lra | intros w I; apply T; right; exact I].
Qed.

Lemma complementary_lengths n : forall G r lambda x, complementary n G r lambda x = true -> length G = length r.
Proof.
  induction G as [| g G IH]; intros [| s r] [| l lambda] x H; simpl in H; try discriminate; [reflexivity |].
  split_checks. simpl. f_equal. eapply IH; eassumption.
Qed.

Lemma projects_lengths n M G r p x lambda : projects n M G r p x lambda = true -> length G = length r.
Proof. unfold projects. intro H. split_checks. eapply complementary_lengths; eassumption. Qed.

(** At e = 0 the law is the standard inelastic shock. *)
Lemma inelastic (E : space) (us : list E) v_minus v_plus : eq_7 us v_minus v_plus ->
  exists P, shock us v_minus v_plus P /\ eq_7 us v_minus v_plus /\ eq_8 us v_minus P /\ eq_9 v_plus P /\ eq_10 v_minus v_plus.
Proof.
  intro H. destruct (standard_shock_exists E us v_minus) as [w [P [S H']]].
  rewrite (standard_shock_is_unique E us v_minus v_plus w H H') in *. exists P.
  pose proof (proj1 (eq_7_iff_9 E us _ _ _ S) H') as H9.
  split; [exact S |]. split; [exact H' |]. split; [apply (eq_8_iff_9 E us _ _ _ S); exact H9 |].
  split; [exact H9 | apply (eq_9_iff_10 E us _ _ _ S); exact H9].
Qed.

Lemma check_impact_sound c : check_impact c = true -> impact_certified c.
Proof.
  unfold check_impact. intro H. split_checks.
  match goal with K : projects _ _ _ _ _ _ _ = true |- _ => pose proof (projects_lengths _ _ _ _ _ _ _ K) as L; rename K into H' end.
  repeat match goal with K : Qle_bool _ _ = true |- _ => apply Qle_bool_R in K end.
  rewrite Q2R_0 in *. rewrite Q2R_1 in *.
  set (s := impact_space c) in *. set (n := dimension s) in *.
  assert (Er : 0 <= Q2R (restitution c) <= 1) by lra.
  pose proof (share_R (restitution c) (proj1 Er)) as Sh.
  destruct (solution_of_projects s _ _ _ H') as [definite [us [z S]]]. fold n in definite, us, z, S.
  assert (Ez : real n (plus_multiple_Q n (momentum_Q n (mass s) (before c)) (share (restitution c)) (smooth c))
             = tuple_add (momentum (mass s) (real n (before c))) (tuple_scale (/ (1 + Q2R (restitution c))) (real n (smooth c))))
    by (rewrite plus_multiple_real, momentum_real, Sh; reflexivity).
  assert (Ew : real n (average n (restitution c) (after c) (before c))
             = tuple_scale (/ (1 + Q2R (restitution c))) (tuple_add (real n (after c)) (tuple_scale (Q2R (restitution c)) (real n (before c))))).
  { unfold average. rewrite plus_multiple_real, plus_multiple_real, real_nil, Sh. apply tuple_dot_extensional; intro w.
    rewrite tuple_dot_add, tuple_dot_zero. ring. }
  rewrite Ez, Ew in S. clear Ez Ew.
  unfold impact_certified. cbv zeta. fold s n. exists definite, us, z. split; [exact Er |]. split; [exact S |].
  intros Z R. destruct S as [Hu [Hz [_ [P _]]]].
  set (E := kinetic_space n (mass s) definite) in *.
  assert (Vz : z = real n (before c)).
  { apply (same_momentum n (mass s) definite). etransitivity; [exact Hz |]. rewrite Z. apply tuple_dot_extensional; intro w.
    rewrite tuple_dot_add, tuple_dot_scale, tuple_dot_zero. ring. }
  assert (Lu : length us = length (offsets s)) by (rewrite <- L; clear - Hu; induction Hu; [reflexivity | simpl; f_equal; assumption]).
  assert (A : averaged_law (E := E) us (Q2R (restitution c)) (real n (before c)) (real n (after c))).
  { unfold averaged_law. rewrite Vz in P. destruct P as [P1 P2]. split.
    - exact (proj1 (admissible_at_rest E us (offsets s) _ Lu R) P1).
    - intros y Hy. apply P2. exact (proj2 (admissible_at_rest E us (offsets s) y Lu R) Hy). }
  split; [exact A |]. split; [apply (paoli_law_iff_averaged E us _ Er); exact A |].
  split; [exact (energy_never_increases E us _ Er _ _ A) |].
  intro e0. apply (inelastic E). unfold eq_7. unfold averaged_law in A. rewrite e0 in A.
  replace (/ (1 + 0) * ((real n (after c) : E) + 0 * (real n (before c) : E)))%V with (real n (after c) : E) in A; [exact A |].
  apply dot_extensional; intro w. expand_products. field.
Qed.

Theorem check_sound c : check c = true -> certifies c.
Proof.
  destruct c as [c | c | c]; simpl; intro H.
  - apply check_impact_sound; exact H.
  - unfold check_acceleration in H. split_checks. apply (solution_of_projects _ _ _ _ H0).
  - apply check_chain_sound; exact H.
Qed.

(** As many as there are. *)
Theorem check_all_sound l : forallb check l = true -> Forall certifies l.
Proof. intro H. apply Forall_forall. intros c I. apply check_sound. rewrite forallb_forall in H. apply H; exact I. Qed.
