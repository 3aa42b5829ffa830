(** A checker of projections in rational arithmetic, to be run by Coq, and what it proves: impacts and accelerations.

    Vectors of a certificate are lists of rationals, read as tuples of reals (missing entries are 0, but the checker insists on
    lengths); a symmetric matrix is read from its rows, each from the diagonal on. *)

Require Import QArith Qreals Reals Lra List Bool.
Require Import inner_product projection unilateral_reactions kinetic_metric.
Import ListNotations.
Open Scope R_scope.

(** *** Rational arithmetic, always in lowest terms *)

Definition plus_Q (x y : Q) : Q := Qred (x + y).
Definition times_Q (x y : Q) : Q := Qred (x * y).
Definition minus_Q (x y : Q) : Q := Qred (x - y).
Definition positive_Q (x : Q) : bool := negb (Qle_bool x 0).

Lemma Q2R_red x : Q2R (Qred x) = Q2R x.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma Q2R_plus_Q x y : Q2R (plus_Q x y) = Q2R x + Q2R y.
Proof. unfold plus_Q. rewrite Q2R_red. apply Q2R_plus. Qed.
Lemma Q2R_times_Q x y : Q2R (times_Q x y) = Q2R x * Q2R y.
Proof. unfold times_Q. rewrite Q2R_red. apply Q2R_mult. Qed.
Lemma Q2R_minus_Q x y : Q2R (minus_Q x y) = Q2R x - Q2R y.
Proof. unfold minus_Q. rewrite Q2R_red. apply Q2R_minus. Qed.
Lemma Q2R_0 : Q2R 0 = 0.
Proof. unfold Q2R; simpl; lra. Qed.
Lemma Q2R_1 : Q2R 1 = 1.
Proof. unfold Q2R; simpl; lra. Qed.
Lemma Qle_bool_R x y : Qle_bool x y = true -> Q2R x <= Q2R y.
Proof. intro H. apply Qle_Rle, Qle_bool_iff, H. Qed.
Lemma Qeq_bool_R x y : Qeq_bool x y = true -> Q2R x = Q2R y.
Proof. intro H. apply Qeq_eqR, Qeq_bool_iff, H. Qed.
Lemma positive_Q_R x : positive_Q x = true -> 0 < Q2R x.
Proof.
  unfold positive_Q. rewrite negb_true_iff. intro H.
  destruct (Rlt_or_le 0 (Q2R x)) as [G | G]; [exact G | exfalso].
  rewrite <- Q2R_0 in G. apply Rle_Qle, Qle_bool_iff in G. congruence.
Qed.

Ltac to_reals := repeat first [rewrite Q2R_plus_Q | rewrite Q2R_times_Q | rewrite Q2R_minus_Q | rewrite Q2R_0 | rewrite Q2R_1].
Ltac split_checks := repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H end.

(** *** Lists as tuples *)

Fixpoint real (n : nat) (x : list Q) : tuple n :=
  match n with O => tt | S m => (Q2R (hd 0%Q x), real m (tl x)) end.

Fixpoint dot_Q (n : nat) (x y : list Q) : Q :=
  match n with O => 0%Q | S m => plus_Q (times_Q (hd 0%Q x) (hd 0%Q y)) (dot_Q m (tl x) (tl y)) end.

Lemma dot_real n : forall x y, Q2R (dot_Q n x y) = tuple_dot (real n x) (real n y).
Proof. induction n as [| n IH]; intros x y; simpl; to_reals; [reflexivity | rewrite IH; reflexivity]. Qed.

(** x + a y. *)
Fixpoint plus_multiple_Q (n : nat) (x : list Q) (a : Q) (y : list Q) : list Q :=
  match n with O => [] | S m => plus_Q (hd 0%Q x) (times_Q a (hd 0%Q y)) :: plus_multiple_Q m (tl x) a (tl y) end.

Lemma plus_multiple_real n : forall x a y, real n (plus_multiple_Q n x a y) = tuple_add (real n x) (tuple_scale (Q2R a) (real n y)).
Proof. induction n as [| n IH]; intros x a y; simpl; [reflexivity | to_reals; rewrite IH; reflexivity]. Qed.

Fixpoint equal_Q (n : nat) (x y : list Q) : bool :=
  match n with O => true | S m => Qeq_bool (hd 0%Q x) (hd 0%Q y) && equal_Q m (tl x) (tl y) end.

Lemma equal_real n : forall x y, equal_Q n x y = true -> real n x = real n y.
Proof.
  induction n as [| n IH]; intros x y H; simpl in *; [reflexivity |]. split_checks.
  f_equal; [apply Qeq_bool_R; assumption | apply IH; assumption].
Qed.

(** Sums and multiples of tuples are compared through their products with any third. *)
Lemma dot_add_left n (x y z : tuple n) : tuple_dot (tuple_add x y) z = tuple_dot x z + tuple_dot y z.
Proof. apply tuple_dot_add. Qed.
Lemma dot_add_right n (x y z : tuple n) : tuple_dot z (tuple_add x y) = tuple_dot z x + tuple_dot z y.
Proof. rewrite tuple_dot_symmetric, tuple_dot_add, (tuple_dot_symmetric n x), (tuple_dot_symmetric n y). reflexivity. Qed.
Lemma dot_scale_left n a (x z : tuple n) : tuple_dot (tuple_scale a x) z = a * tuple_dot x z.
Proof. apply tuple_dot_scale. Qed.
Lemma dot_scale_right n a (x z : tuple n) : tuple_dot z (tuple_scale a x) = a * tuple_dot z x.
Proof. rewrite tuple_dot_symmetric, tuple_dot_scale, tuple_dot_symmetric. reflexivity. Qed.
Ltac expand_tuples := rewrite ?dot_add_left, ?dot_add_right, ?dot_scale_left, ?dot_scale_right.

(** *** Symmetric matrices: M x, and whether M is positive definite *)

Definition corner (M : list (list Q)) : Q := hd 0%Q (hd [] M).
Definition border (M : list (list Q)) : list Q := tl (hd [] M).
Definition inner (M : list (list Q)) : list (list Q) := map (@tl Q) (tl M).

(** M = [[a, bᵀ], [b, C]]: M (x₀, x) = (a x₀ + b·x, x₀ b + C x). *)
Fixpoint momentum {n : nat} (M : list (list Q)) {struct n} : tuple n -> tuple n :=
  match n with
  | O => fun _ => tt
  | S m => fun x => (Q2R (corner M) * fst x + tuple_dot (real m (border M)) (snd x),
                     tuple_add (tuple_scale (fst x) (real m (border M))) (momentum (inner M) (snd x)))
  end.

Fixpoint momentum_Q (n : nat) (M : list (list Q)) (x : list Q) : list Q :=
  match n with
  | O => []
  | S m => plus_Q (times_Q (corner M) (hd 0%Q x)) (dot_Q m (border M) (tl x)) ::
           plus_multiple_Q m (momentum_Q m (inner M) (tl x)) (hd 0%Q x) (border M)
  end.

Lemma tuple_add_commutes n (x y : tuple n) : tuple_add x y = tuple_add y x.
Proof. apply tuple_dot_extensional; intro z. expand_tuples. ring. Qed.

Lemma momentum_real n : forall M x, real n (momentum_Q n M x) = momentum M (real n x).
Proof.
  induction n as [| n IH]; intros M x; simpl; [reflexivity |].
  to_reals. rewrite dot_real, plus_multiple_real, IH, tuple_add_commutes. reflexivity.
Qed.

Lemma momentum_product n : forall M (x y : tuple (S n)),
  tuple_dot (momentum M x) y = Q2R (corner M) * fst x * fst y + tuple_dot (real n (border M)) (snd x) * fst y
    + fst x * tuple_dot (real n (border M)) (snd y) + tuple_dot (momentum (inner M) (snd x)) (snd y).
Proof. intros M x y. simpl. expand_tuples. ring. Qed.

Lemma momentum_symmetric n : forall M (x y : tuple n), tuple_dot (momentum M x) y = tuple_dot (momentum M y) x.
Proof. induction n as [| n IH]; intros M x y; [reflexivity |]. rewrite !momentum_product, (IH _ (snd x)). ring. Qed.

Lemma momentum_linear n M (x y z : tuple n) a :
  tuple_dot (momentum M (tuple_add x (tuple_scale a y))) z = tuple_dot (momentum M x) z + a * tuple_dot (momentum M y) z.
Proof.
  rewrite (momentum_symmetric n M _ z), (momentum_symmetric n M x z), (momentum_symmetric n M y z). expand_tuples. reflexivity.
Qed.
Lemma momentum_add n M (x y : tuple n) : momentum M (tuple_add x y) = tuple_add (momentum M x) (momentum M y).
Proof.
  apply tuple_dot_extensional; intro z. rewrite (momentum_symmetric n M _ z). expand_tuples.
  rewrite (momentum_symmetric n M x z), (momentum_symmetric n M y z). reflexivity.
Qed.
Lemma momentum_scale n M a (x : tuple n) : momentum M (tuple_scale a x) = tuple_scale a (momentum M x).
Proof.
  apply tuple_dot_extensional; intro z. rewrite (momentum_symmetric n M _ z). expand_tuples.
  rewrite (momentum_symmetric n M x z). reflexivity.
Qed.

(** C − k b bᵀ. *)
Fixpoint downdate (n : nat) (k : Q) (b : list Q) (C : list (list Q)) : list (list Q) :=
  match n with
  | O => []
  | S m => plus_multiple_Q (S m) (hd [] C) (Qopp (times_Q k (hd 0%Q b))) b :: map (cons 0%Q) (downdate m k (tl b) (inner C))
  end.

Lemma inner_of_rows r (rows : list (list Q)) : inner (r :: map (cons 0%Q) rows) = rows.
Proof. unfold inner. simpl. rewrite map_map. simpl. apply map_id. Qed.

Lemma downdate_product n : forall k b C (x y : tuple n),
  tuple_dot (momentum (downdate n k b C) x) y
    = tuple_dot (momentum C x) y - Q2R k * tuple_dot (real n b) x * tuple_dot (real n b) y.
Proof.
  induction n as [| n IH]; intros k b C x y; [simpl; ring |].
  rewrite !momentum_product. unfold downdate; fold downdate. rewrite inner_of_rows, IH.
  unfold corner, border. simpl hd. simpl tl. rewrite plus_multiple_real. expand_tuples. to_reals.
  rewrite Q2R_opp. to_reals. simpl. unfold border, corner. ring.
Qed.

(** Gauss: the corner and what is left when it is eliminated. *)
Fixpoint positive_definite (n : nat) (M : list (list Q)) : bool :=
  match n with
  | O => true
  | S m => positive_Q (corner M) && positive_definite m (downdate m (Qred (/ corner M)) (border M) (inner M))
  end.

Lemma inverse_R x : positive_Q x = true -> Q2R (Qred (/ x)) = / Q2R x.
Proof.
  intro H. rewrite Q2R_red. apply Q2R_inv. intro E. apply positive_Q_R in H. apply Qeq_eqR in E. rewrite Q2R_0 in E. lra.
Qed.

Lemma momentum_square n M (x : tuple (S n)) : positive_Q (corner M) = true ->
  tuple_dot (momentum M x) x
    = Q2R (corner M) * ((fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M)) * (fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M)))
      + tuple_dot (momentum (downdate n (Qred (/ corner M)) (border M) (inner M)) (snd x)) (snd x).
Proof.
  intro H. rewrite momentum_product, downdate_product, (inverse_R _ H). apply positive_Q_R in H. field. lra.
Qed.

Lemma momentum_positive n : forall M, positive_definite n M = true -> forall x : tuple n, 0 <= tuple_dot (momentum M x) x.
Proof.
  induction n as [| n IH]; intros M H x; [simpl; lra |]. simpl in H. split_checks.
  rewrite momentum_square by assumption. pose proof (IH _ H0 (snd x)). pose proof (positive_Q_R _ H).
  pose proof (Rle_0_sqr (fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M))) as P. unfold Rsqr in P.
  assert (0 <= Q2R (corner M) * ((fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M)) * (fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M))))
    by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma momentum_definite n : forall M, positive_definite n M = true -> forall x : tuple n, tuple_dot (momentum M x) x = 0 -> x = tuple_zero n.
Proof.
  induction n as [| n IH]; intros M H x Z; [destruct x; reflexivity |]. simpl in H. split_checks.
  rewrite momentum_square in Z by assumption. pose proof (positive_Q_R _ H) as A.
  pose proof (momentum_positive n _ H0 (snd x)) as P.
  pose proof (Rle_0_sqr (fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M))) as Q. unfold Rsqr in Q.
  set (s := fst x + tuple_dot (real n (border M)) (snd x) / Q2R (corner M)) in *.
  assert (0 <= Q2R (corner M) * (s * s)) by (apply Rmult_le_pos; lra).
  assert (X : snd x = tuple_zero n) by (apply (IH _ H0); lra).
  assert (S : s * s = 0) by (apply (Rmult_eq_reg_l (Q2R (corner M))); lra).
  assert (S0 : s = 0) by (destruct (Rmult_integral s s S); assumption).
  unfold s in S0. rewrite X, tuple_dot_symmetric, tuple_dot_zero in S0.
  destruct x as [x0 x']. simpl in *. rewrite X. f_equal. unfold Rdiv in S0. lra.
Qed.

(** Every covector is the momentum of a velocity. *)
Lemma momentum_onto n : forall M, positive_definite n M = true -> forall g : tuple n, exists u, momentum M u = g.
Proof.
  induction n as [| n IH]; intros M H g; [exists tt; destruct g; reflexivity |]. simpl in H. split_checks.
  pose proof (positive_Q_R _ H) as A. set (a := Q2R (corner M)) in *. set (b := real n (border M)).
  destruct (IH _ H0 (tuple_add (snd g) (tuple_scale (- (fst g / a)) b))) as [u Hu].
  exists ((fst g - tuple_dot b u) / a, u). destruct g as [g0 g]. simpl in *. f_equal.
  - fold a b. field. lra.
  - apply tuple_dot_extensional; intro z.
    assert (I : tuple_dot (momentum (downdate n (Qred (/ corner M)) (border M) (inner M)) u) z = tuple_dot (tuple_add g (tuple_scale (- (g0 / a)) b)) z)
      by (rewrite Hu; reflexivity).
    rewrite downdate_product, (inverse_R _ H) in I. fold a b in I. expand_tuples. fold b. rewrite !dot_add_left, !dot_scale_left in I.
    replace (tuple_dot (momentum (inner M) u) z) with (tuple_dot g z + - (g0 / a) * tuple_dot b z + / a * tuple_dot b u * tuple_dot b z) by lra.
    field. lra.
Qed.

(** R^n with the metric of M. *)
Definition kinetic_space (n : nat) (M : list (list Q)) (H : positive_definite n M = true) : space :=
  kinetic (euclidean n) (momentum M) (momentum_add n M) (fun a x => momentum_scale n M a x) (momentum_symmetric n M)
    (momentum_positive n M H) (momentum_definite n M H).

(** *** Projections *)

(** Σ λ_k g_k. *)
Fixpoint reaction_Q (n : nat) (G : list (list Q)) (lambda : list Q) : list Q :=
  match G, lambda with g :: G', l :: lambda' => plus_multiple_Q n (reaction_Q n G' lambda') l g | _, _ => [] end.

(** g_k·x + r_k ≥ 0, λ_k ≥ 0, λ_k (g_k·x + r_k) = 0, and there are as many of each. *)
Fixpoint complementary (n : nat) (G : list (list Q)) (r lambda x : list Q) : bool :=
  match G, r, lambda with
  | g :: G', s :: r', l :: lambda' =>
      let rate := plus_Q (dot_Q n g x) s in
      Qle_bool 0 rate && Qle_bool 0 l && Qeq_bool (times_Q l rate) 0 && complementary n G' r' lambda' x
  | [], [], [] => true
  | _, _, _ => false
  end.

(** x is the projection, on {x : G x + r ≥ 0}, of the z whose momentum is p. *)
Definition projects (n : nat) (M G : list (list Q)) (r p x lambda : list Q) : bool :=
  positive_definite n M && equal_Q n (momentum_Q n M x) (plus_multiple_Q n p 1 (reaction_Q n G lambda)) && complementary n G r lambda x.

(** Vectors u_k with ⟨u_k, x⟩ = g_k·x in the kinetic metric. *)
Definition represent {n : nat} (M : list (list Q)) (gradients : list (tuple n)) (G : list (list Q)) : Prop :=
  Forall2 (fun u g => momentum M u = real n g) gradients G.

Definition rows_of {E : space} (gradients : list E) (r : list Q) : list (row E) := combine gradients (map (fun s => - Q2R s) r).

Lemma represented n M : positive_definite n M = true -> forall G, exists gradients, represent (n := n) M gradients G.
Proof.
  intros H G. induction G as [| g G [us IH]]; [exists []; constructor |].
  destruct (momentum_onto n M H (real n g)) as [u Hu]. exists (u :: us). constructor; assumption.
Qed.

Lemma complementary_reaction n M H x : forall G gradients r lambda, represent M gradients G -> complementary n G r lambda x = true ->
  exists rho : kinetic_space n M H,
    reaction (E := kinetic_space n M H) (real n x) (rows_of (E := kinetic_space n M H) gradients r) rho /\ momentum M rho = real n (reaction_Q n G lambda).
Proof.
  intros G gradients r lambda R. revert r lambda.
  induction R as [| u g gradients G Hu R IH]; intros [| s r] [| l lambda] C; simpl in C; try discriminate.
  - exists (tuple_zero n). split; [constructor |].
    apply tuple_dot_extensional; intro z. rewrite momentum_symmetric, tuple_dot_symmetric, tuple_dot_zero. simpl.
    symmetry. clear. induction n as [| n IH]; [reflexivity |]. destruct z as [z0 z]. simpl. rewrite Q2R_0, (IH z). ring.
  - split_checks. destruct (IH r lambda) as [rho [Hr Hm]]; [assumption |].
    assert (rate : Q2R (plus_Q (dot_Q n g x) s) = @dot (kinetic_space n M H) u (real n x) + Q2R s).
    { to_reals. rewrite dot_real, <- Hu. reflexivity. }
    repeat match goal with K : Qle_bool _ _ = true |- _ => apply Qle_bool_R in K | K : Qeq_bool _ _ = true |- _ => apply Qeq_bool_R in K end.
    rewrite Q2R_times_Q in *. rewrite rate, Q2R_0 in *.
    exists (@add (kinetic_space n M H) (@scale (kinetic_space n M H) (Q2R l) u) rho). split.
    + unfold rows_of. simpl combine. constructor; try lra; try exact Hr.
    + change (momentum M (tuple_add (tuple_scale (Q2R l) u) rho) = real n (plus_multiple_Q n (reaction_Q n G lambda) l g)).
      rewrite momentum_add, momentum_scale, Hu, Hm, plus_multiple_real. apply tuple_add_commutes.
Qed.

Lemma same_momentum n M (H : positive_definite n M = true) (x y : tuple n) : momentum M x = momentum M y -> x = y.
Proof.
  intro I. apply (subtract_null (E := kinetic_space n M H)).
  change (tuple_dot (momentum M (tuple_add x (tuple_scale (-1) y))) (tuple_add x (tuple_scale (-1) y)) = 0).
  rewrite momentum_add, momentum_scale, I. expand_tuples. ring.
Qed.

(** The checker is sound: what it accepts solves (P) of [Moreau 1963], in the kinetic metric. *)
Theorem projects_sound n M G r p x lambda : projects n M G r p x lambda = true ->
  exists H : positive_definite n M = true, let E := kinetic_space n M H in
  exists (gradients : list E) (z : E),
    represent M gradients G /\ momentum M z = real n p /\ solves_P (E := E) (rows_of (E := E) gradients r) z (real n x).
Proof.
  unfold projects. intro C. split_checks. rename H into H, H1 into Hm, H0 into Hc.
  exists H. cbv zeta. destruct (represented n M H G) as [gradients R]. destruct (momentum_onto n M H (real n p)) as [z Hz].
  exists gradients, z. split; [exact R |]. split; [exact Hz |].
  destruct (complementary_reaction n M H x G gradients r lambda R Hc) as [rho [Hr Hrho]]. exists rho. split; [exact Hr |].
  apply (same_momentum n M H). apply equal_real in Hm. rewrite momentum_real, plus_multiple_real in Hm.
  change (momentum M (real n x) = momentum M (tuple_add z rho)). rewrite Hm, momentum_add, Hz, Hrho, Q2R_1.
  apply tuple_dot_extensional; intro w. expand_tuples. ring.
Qed.
