(** A checker of chains in rational arithmetic, without square roots, to be run by Coq, and what it proves.

    Bars d_i of any length, tensions θ_i = t_i |d_i|, velocities v_i = v_{i−1} + ω_i d_i^⊥ with v_0 = U, bounds s_i ≥ |v_i|. *)

Require Import QArith Qreals Reals Lra List Bool.
Require Import inner_product kinetic_metric wedge chain certificates_projection.
Import ListNotations.
Open Scope R_scope.

(** *** Bars need not be unit vectors: tensions and bars may be scaled against each other *)

Section scaling.
Variable E : space.

Definition unit_vector (d : E) : E := (/ norm d * d)%V.
Fixpoint whole_tensions (bars : list E) (t : list R) : list R :=
  match bars, t with d :: bars', a :: t' => a * norm d :: whole_tensions bars' t' | _, _ => [] end.

Lemma norm_positive (d : E) : 0 < ||d||² -> 0 < norm d.
Proof. intro H. apply sqrt_lt_R0. exact H. Qed.

Lemma unit_vector_is_unit (d : E) : 0 < ||d||² -> ||unit_vector d||² = 1.
Proof.
  intro H. pose proof (norm_positive d H). unfold unit_vector. expand_products. rewrite <- (norm_squared E d). field. lra.
Qed.

Lemma pull_of_units bars t : Forall (fun d : E => 0 < ||d||²) bars ->
  pull (map unit_vector bars) (whole_tensions bars t) = pull bars t.
Proof.
  intro L. destruct bars as [| d bars]; [reflexivity |]. destruct t as [| a t]; [reflexivity |].
  simpl. inversion L; subst. pose proof (norm_positive d H1). unfold unit_vector.
  apply dot_extensional; intro z. expand_products. field. lra.
Qed.

Lemma compatible_units u bars v : Forall (fun d : E => 0 < ||d||²) bars -> compatible u bars v <-> compatible u (map unit_vector bars) v.
Proof.
  intro L. revert u v. induction L as [| d bars Hd L IH]; intros u v; simpl.
  - split; intro C; inversion C; constructor.
  - pose proof (norm_positive d Hd) as N. split; intro C; inversion C as [| ? ? ? w rest Hw Hr]; subst; constructor; try (apply IH; assumption).
    + unfold unit_vector. expand_products. rewrite Hw. reflexivity.
    + unfold unit_vector in Hw. expand_products_in Hw. apply (Rmult_eq_reg_l (/ norm d)); [exact Hw | apply Rinv_neq_0_compat; lra].
Qed.

Lemma feasible_units bars t : Forall (fun d : E => 0 < ||d||²) bars ->
  feasible bars t -> feasible (map unit_vector bars) (whole_tensions bars t).
Proof.
  intros L F. induction F as [| d bars a t Hf F IH]; simpl; [constructor |]. inversion L; subst.
  constructor; [| apply IH; assumption].
  rewrite pull_of_units by assumption. pose proof (norm_positive d H1).
  replace (a * norm d * unit_vector d)%V with (a * d)%V; [exact Hf |].
  unfold unit_vector. apply dot_extensional; intro z. expand_products. field. lra.
Qed.
End scaling.

Arguments unit_vector {E}.
Arguments whole_tensions {E}.

(** *** The checker *)

Definition planar : Type := (Q * Q)%type.
Definition plane_of (d : planar) : plane := vec (Q2R (fst d)) (Q2R (snd d)).
Definition planar_dot (u v : planar) : Q := plus_Q (times_Q (fst u) (fst v)) (times_Q (snd u) (snd v)).

Lemma planar_dot_R u v : Q2R (planar_dot u v) = ⟨plane_of u, plane_of v⟩.
Proof. unfold planar_dot. to_reals. simpl. ring. Qed.

(** u + ω d^⊥. *)
Definition turned (u : planar) (omega : Q) (d : planar) : planar :=
  (minus_Q (fst u) (times_Q omega (snd d)), plus_Q (snd u) (times_Q omega (fst d))).

Lemma turned_keeps_length u omega d : ⟨plane_of d, plane_of (turned u omega d)⟩ = ⟨plane_of d, plane_of u⟩.
Proof. unfold turned, plane_of. simpl fst. simpl snd. to_reals. simpl. ring. Qed.

(** t_{i+1} d_{i+1} − t_i d_i, with 0 beyond the end. *)
Definition friction (bars : list planar) (tensions : list Q) (t : Q) (d : planar) : planar :=
  match bars, tensions with
  | d' :: _, t' :: _ => (minus_Q (times_Q t' (fst d')) (times_Q t (fst d)), minus_Q (times_Q t' (snd d')) (times_Q t (snd d)))
  | _, _ => (minus_Q 0 (times_Q t (fst d)), minus_Q 0 (times_Q t (snd d)))
  end.

Lemma friction_R bars tensions t d :
  plane_of (friction bars tensions t d) = (pull (map plane_of bars) (map Q2R tensions) - Q2R t * plane_of d)%V.
Proof.
  unfold friction, plane_of. destruct bars as [| d' bars]; [| destruct tensions as [| t' tensions]]; simpl fst; simpl snd; to_reals;
    apply dot_extensional; intros [a [b []]]; simpl; ring.
Qed.

Fixpoint velocities (u : planar) (bars : list planar) (turns : list Q) : list planar :=
  match bars, turns with d :: bars', w :: turns' => let v := turned u w d in v :: velocities v bars' turns' | _, _ => [] end.

Fixpoint holds (u : planar) (bars : list planar) (tensions turns speeds : list Q) : bool :=
  match bars, tensions, turns, speeds with
  | d :: bars', t :: tensions', w :: turns', s :: speeds' =>
      let v := turned u w d in
      let f := friction bars' tensions' t d in
      positive_Q (planar_dot d d) && Qle_bool (planar_dot f f) 1 && Qle_bool 0 s && Qle_bool (planar_dot v v) (times_Q s s)
        && holds v bars' tensions' turns' speeds'
  | [], [], [], [] => true
  | _, _, _, _ => false
  end.

Record chain_certificate : Type := Chain {
  drive : planar; bars : list planar; tensions : list Q; turns : list Q; speeds : list Q; lower : Q; upper : Q
}.

Definition sum_Q (x : list Q) : Q := fold_right plus_Q 0%Q x.

Definition check_chain (c : chain_certificate) : bool :=
  holds (drive c) (bars c) (tensions c) (turns c) (speeds c) && Qeq_bool (upper c) (sum_Q (speeds c))
    && match bars c, tensions c with
       | d :: _, t :: _ => Qeq_bool (plus_Q (lower c) (times_Q t (planar_dot d (drive c)))) 0
       | _, _ => false
       end.

(** *** What it proves: T_i are the unit vectors of the bars, v the velocities of the certificate, θ its tensions. *)
Definition chain_certified (c : chain_certificate) : Prop :=
  let U := plane_of (drive c) in
  let T := map unit_vector (map plane_of (bars c)) in
  let v := map plane_of (velocities (drive c) (bars c) (turns c)) in
  let theta := whole_tensions (map plane_of (bars c)) (map Q2R (tensions c)) in
  Forall (fun t => ||t||² = 1) T /\
  compatible U T v /\ feasible T theta /\
  dissipation v <= Q2R (upper c) /\ - ⟨pull T theta, U⟩ = Q2R (lower c) /\
  (forall other, compatible U T other -> Q2R (lower c) <= dissipation other) /\
  (forall other, feasible T other -> - ⟨pull T other, U⟩ <= Q2R (upper c)) /\
  (Q2R (lower c) = Q2R (upper c) ->
     equilibrium U T v theta /\ forall other, compatible U T other -> dissipation other <= Q2R (upper c) -> other = v).

Lemma holds_parts bars : forall u tensions turns speeds, holds u bars tensions turns speeds = true ->
  Forall (fun d : plane => 0 < ||d||²) (map plane_of bars) /\
  compatible (plane_of u) (map plane_of bars) (map plane_of (velocities u bars turns)) /\
  feasible (map plane_of bars) (map Q2R tensions) /\
  dissipation (map plane_of (velocities u bars turns)) <= Q2R (sum_Q speeds).
Proof.
  induction bars as [| d bars IH]; intros u [| t tensions] [| w turns] [| s speeds] H; simpl in H; try discriminate.
  - split; [constructor | split; [constructor | split; [constructor |]]]. unfold sum_Q. simpl fold_right. rewrite Q2R_0. right. reflexivity.
  - split_checks. destruct (IH _ _ _ _ H0) as [L [C [F D]]]. simpl.
    apply positive_Q_R in H. apply Qle_bool_R in H1, H2, H3.
    rewrite planar_dot_R in *. rewrite Q2R_times_Q, ?Q2R_0, ?Q2R_1 in *. rewrite friction_R in H3.
    split; [constructor; assumption |]. split; [constructor; [| assumption] | split; [constructor; assumption |]].
    + apply turned_keeps_length.
    + change (norm (plane_of (turned u w d)) + dissipation (map plane_of (velocities (turned u w d) bars turns)) <= Q2R (plus_Q s (sum_Q speeds))).
      rewrite Q2R_plus_Q. apply Rplus_le_compat; [| exact D].
      unfold norm. rewrite <- (sqrt_square (Q2R s)) by assumption. apply sqrt_le_1_alt. exact H1.
Qed.

Theorem check_chain_sound c : check_chain c = true -> chain_certified c.
Proof.
  unfold check_chain. intro K. split_checks. rename H into H, H1 into Hu, H0 into Hl.
  destruct (holds_parts _ _ _ _ _ H) as [L [C [F D]]]. apply Qeq_bool_R in Hu. rewrite <- Hu in D.
  assert (V : - ⟨pull (map plane_of (bars c)) (map Q2R (tensions c)), plane_of (drive c)⟩ = Q2R (lower c)).
  { destruct (bars c) as [| d bs]; [discriminate |]. destruct (tensions c) as [| t ts]; [discriminate |].
    apply Qeq_bool_R in Hl. rewrite Q2R_plus_Q, Q2R_times_Q, planar_dot_R, Q2R_0 in Hl.
    simpl map. unfold pull. expand_products. lra. }
  set (U := plane_of (drive c)) in *. set (bs := map plane_of (bars c)) in *. set (ts := map Q2R (tensions c)) in *.
  set (v := map plane_of (velocities (drive c) (bars c) (turns c))) in *.
  unfold chain_certified. cbv zeta. fold U bs ts v.
  pose proof (proj1 (compatible_units _ _ _ _ L) C) as CT. pose proof (feasible_units _ _ _ L F) as FT.
  assert (VT : - ⟨pull (map unit_vector bs) (whole_tensions bs ts), U⟩ = Q2R (lower c)) by (rewrite pull_of_units; assumption).
  repeat match goal with |- _ /\ _ => split end; try assumption.
  - clear - L. induction L as [| d l Hd _ IH]; [constructor |]. apply Forall_cons; [exact (unit_vector_is_unit _ d Hd) | exact IH].
  - intros other Ho. rewrite <- VT. apply weak_duality; assumption.
  - intros other Ho. apply (Rle_trans _ (dissipation v)); [apply weak_duality; assumption | exact D].
  - intro G. assert (Q : equilibrium U (map unit_vector bs) v (whole_tensions bs ts)).
    { apply gap_certificate; try assumption. rewrite VT, G. exact D. }
    split; [exact Q |]. intros other Ho Hd. apply (proposition_2_2 _ _ _ _ _ _ Q Ho).
    rewrite <- (strong_duality _ _ _ _ _ Q), VT, G. exact Hd.
Qed.
