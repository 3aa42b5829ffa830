(** The a-priori estimates of the sweeping scheme [Dzonou, Monteiro Marques, Paoli] with an inertia M(q) that varies. On the ball |q − q_0| ≤ ρ let M be symmetric, α ≤ M ≤ β, with Lipschitz
    constant L; let |f| ≤ F there, for t ≤ T and |u| ≤ R/√α; and let the sets V(q) of admissible velocities be cones. If T is so short that

        T R/√α ≤ ρ,      (|u_0| + T F/√α) e^(κ R T) ≤ R,      κ = L/(2 α √α),      |u_0| in the metric M(q_0),

    then for every h ≥ 0, every e and as long as n h ≤ T

        |q_n − q_0| ≤ n h R/√α,      |u_n| ≤ (|u_0| + n h F/√α) e^(κ R n h)      in the metric M(q_n), by a discrete Grönwall argument,

    and if all V(q) contain the ball (c, r),      Σ |u_{k+1} − u_k| ≤ (n h F + (|c|/r) (2 β R/√α + n h (L R²/α + F)))/α.

    For one constraint whose gradient turns by at most half its length, |c|/r = 3. The bounds are local, as the paper's result is: where f is only locally Lipschitz,
      velocities can leave every bound. *)

Require Import Reals Lra List.
Require Import inner_product projection cones unilateral_reactions impact_law chain sweeping_step sweeping_variation kinetic_metric.
Import ListNotations.
Open Scope R_scope.

Lemma square_le x y : 0 <= y -> x * x <= y * y -> x <= y.
Proof. intros Y H. destruct (Rle_or_lt x y) as [G | G]; [exact G | exfalso]. assert (y * y < x * x) by (apply Rmult_le_0_lt_compat; lra). lra. Qed.

(** The library's proofs of these go by the mean value theorem, and with it by the excluded middle; the series does without. *)
Lemma exp_above x : 0 <= x -> 1 + x <= exp x.
Proof.
  intro Hx. unfold exp. destruct (exist_exp x) as [l Hl]. cbn [proj1_sig]. unfold exp_in, infinite_sum in Hl.
  assert (S : sum_f_R0 (fun i => / INR (fact i) * x ^ i) 1 <= l).
  { apply sum_incr; [exact Hl |]. intro n. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; apply INR_fact_lt_0 | apply pow_le; exact Hx]. }
  cbn in S. lra.
Qed.
Lemma exp_grows x y : x <= y -> exp x <= exp y.
Proof.
  intro H. replace y with (x + (y - x)) by ring. rewrite exp_plus. pose proof (exp_above (y - x) ltac:(lra)) as A. rewrite <- (Rmult_1_r (exp x)) at 1.
  apply Rmult_le_compat_l; [left; apply exp_pos | lra].
Qed.

Section metric.
Variable E : space.
Implicit Types q u v w f x y c d : E.

(** |u| in the metric A: the kinetic energy of u is half its square. *)
Definition kinetic_norm (A : E -> E) u : R := sqrt ⟨A u, u⟩.

(** One step with inertia A, force f and admissible velocities V is the inclusion h f − A (u' − u) ∈ ∂I_V((u' + e u)/(1 + e)), whatever the coordinates. *)
Definition inertial_step (A : E -> E) (e h : R) (V : E -> Prop) f u u' : Prop :=
  let w := (/ (1 + e) * (u' + e * u))%V in V w /\ forall c, V c -> ⟨h * f - A (u' - u)%V, c - w⟩ <= 0.

Definition is_linear (A : E -> E) : Prop := (forall x y, A (x + y)%V = (A x + A y)%V) /\ (forall a x, A (a * x)%V = (a * A x)%V).
Definition is_symmetric (A : E -> E) : Prop := forall x y, ⟨A x, y⟩ = ⟨A y, x⟩.

Section one_metric.
Variable A : E -> E.
Hypothesis A_linear : is_linear A.
Hypothesis A_symmetric : is_symmetric A.
Variable alpha : R.
Hypothesis alpha_positive : 0 < alpha.
Hypothesis A_elliptic : forall x, alpha * ||x||² <= ⟨A x, x⟩.

Lemma A_positive x : 0 <= ⟨A x, x⟩.
Proof. pose proof (A_elliptic x). pose proof (dot_positive x). assert (0 <= alpha * ||x||²) by (apply Rmult_le_pos; lra). lra. Qed.
Lemma A_definite x : ⟨A x, x⟩ = 0 -> x = zero.
Proof.
  intro H. apply definite. pose proof (A_elliptic x) as P. pose proof (dot_positive x) as Q. rewrite H in P.
  destruct Q as [Q | Q]; [| lra]. assert (0 < alpha * ||x||²) by (apply Rmult_lt_0_compat; assumption). lra.
Qed.
Let K := kinetic E A (proj1 A_linear) (proj2 A_linear) A_symmetric A_positive A_definite.

Lemma A_subtract x y : A (x - y)%V = (A x - A y)%V.
Proof. unfold subtract, opposite. rewrite (proj1 A_linear), (proj2 A_linear). reflexivity. Qed.
Lemma kinetic_norm_nonnegative x : 0 <= kinetic_norm A x.
Proof. apply sqrt_pos. Qed.
Lemma kinetic_norm_squared x : kinetic_norm A x * kinetic_norm A x = ⟨A x, x⟩.
Proof. apply sqrt_sqrt, A_positive. Qed.
Lemma kinetic_norm_product x y : ⟨A x, y⟩ <= kinetic_norm A x * kinetic_norm A y.
Proof.
  apply square_le; [apply Rmult_le_pos; apply kinetic_norm_nonnegative |].
  replace (kinetic_norm A x * kinetic_norm A y * (kinetic_norm A x * kinetic_norm A y)) with ((kinetic_norm A x * kinetic_norm A x) * (kinetic_norm A y * kinetic_norm A y)) by ring.
  rewrite !kinetic_norm_squared.
  exact (@cauchy_schwarz K x y).
Qed.
Lemma norm_by_kinetic_norm x : sqrt alpha * norm x <= kinetic_norm A x.
Proof.
  apply square_le; [apply kinetic_norm_nonnegative |]. rewrite kinetic_norm_squared.
  replace (sqrt alpha * norm x * (sqrt alpha * norm x)) with ((sqrt alpha * sqrt alpha) * (norm x * norm x)) by ring.
  rewrite sqrt_sqrt by lra. rewrite norm_squared. apply A_elliptic.
Qed.

Variable e : R.
Hypothesis e_range : 0 <= e <= 1.
Variable V : E -> Prop.
Hypothesis V_cone : is_cone V.

Lemma step_is_orthogonal h f u u' : inertial_step A e h V f u u' -> ⟨h * f - A (u' - u)%V, u' + e * u⟩ = 0.
Proof.
  unfold inertial_step. set (w := (/ (1 + e) * (u' + e * u))%V). cbn zeta. intros [Hw Hc]. destruct V_cone as [V0 [_ Vs]].
  pose proof (Hc zero V0) as C0. pose proof (Hc (2 * w)%V (Vs 2 w ltac:(lra) Hw)) as C2.
  set (g := (h * f - A (u' - u)%V)%V) in *.
  assert (Z : ⟨g, w⟩ = 0) by (clearbody g w; expand_products_in C0; expand_products_in C2; lra).
  unfold w in Z. rewrite dot_scale_r in Z. apply Rmult_integral in Z. destruct Z as [Z | Z]; [| exact Z].
  exfalso. assert (0 < / (1 + e)) by (apply Rinv_0_lt_compat; lra). lra.
Qed.

(** The balance of energy in the metric of the step. *)
Theorem balance_of_step h f u u' : inertial_step A e h V f u u' ->
  ⟨A u', u'⟩ / 2 - ⟨A u, u⟩ / 2 = - ((1 - e) / (2 * (1 + e))) * ⟨A (u' - u)%V, u' - u⟩ + h * ⟨f, u' + e * u⟩ / (1 + e).
Proof.
  intro S. pose proof (step_is_orthogonal h f u u' S) as O. rewrite A_subtract in *. expand_products_in O. expand_products.
  rewrite (A_symmetric u' u) in *.
  field_simplify_eq; [lra | lra].
Qed.

(** |u'| ≤ |u| + h |f| in the metric of the step, |f| being that of forces: ⟨f, x⟩ ≤ |f| |x| for every x. *)
Lemma kinetic_norm_of_step h f phi u u' : 0 <= h -> 0 <= phi -> (forall x, ⟨f, x⟩ <= phi * kinetic_norm A x) -> inertial_step A e h V f u u' ->
  kinetic_norm A u' <= kinetic_norm A u + h * phi.
Proof.
  intros Hh Hphi Hf S. pose proof (step_is_orthogonal h f u u' S) as O.
  set (w := (/ (1 + e) * (u' + e * u))%V).
  assert (Ew : (u' + e * u)%V = ((1 + e) * w)%V) by (unfold w; apply dot_extensional; intro z; expand_products; field; lra).
  assert (Eu : u' = ((1 + e) * w - e * u)%V) by (unfold w; apply dot_extensional; intro z; expand_products; field; lra).
  rewrite Ew in O. assert (Dw : (u' - u)%V = ((1 + e) * (w - u))%V) by (rewrite Eu; vector_identity).
  rewrite Dw, (proj2 A_linear), A_subtract in O. expand_products_in O.
  assert (O' : (1 + e) * (⟨A w, w⟩ - ⟨A u, w⟩) = h * ⟨f, w⟩).
  { assert (N : 1 + e <> 0) by lra. apply (Rmult_eq_reg_l (1 + e)); [| exact N]. lra. }
  pose proof (kinetic_norm_nonnegative w) as W0. pose proof (kinetic_norm_nonnegative u) as U0. pose proof (kinetic_norm_squared w) as W2. pose proof (kinetic_norm_squared u) as U2.
  pose proof (kinetic_norm_product u w) as UW. pose proof (Hf w) as FW.
  set (W := kinetic_norm A w) in *. set (U := kinetic_norm A u) in *.
  assert (HF : h * ⟨f, w⟩ <= h * (phi * W)) by (apply Rmult_le_compat_l; assumption).
  assert (HP : 0 <= h * phi) by (apply Rmult_le_pos; assumption).
  assert (B : (1 + e) * W <= (1 + e) * U + h * phi).
  { destruct W0 as [W0 | W0].
    - apply (Rmult_le_reg_r W); [exact W0 |]. assert ((1 + e) * ⟨A u, w⟩ <= (1 + e) * (U * W)) by (apply Rmult_le_compat_l; lra). rewrite <- W2 in O'. lra.
    - rewrite <- W0. rewrite Rmult_0_r. assert (0 <= (1 + e) * U) by (apply Rmult_le_pos; lra). lra. }
  apply square_le; [lra |]. rewrite kinetic_norm_squared, Eu. rewrite A_subtract, !(proj2 A_linear). expand_products.
  rewrite (A_symmetric w u).
  assert (I : (1 + e) * ((1 + e) * ⟨A w, w⟩ - e * ⟨A u, w⟩) - e * ((1 + e) * ⟨A u, w⟩ - e * ⟨A u, u⟩)
    = (1 - e * e) * (W * W) + 2 * e * (h * ⟨f, w⟩) + e * e * (U * U)) by (rewrite <- O', W2, U2; ring).
  match goal with |- ?l <= _ => replace l with ((1 - e * e) * (W * W) + 2 * e * (h * ⟨f, w⟩) + e * e * (U * U)) by (rewrite <- I; ring) end.
  set (p := h * phi) in *.
  assert (WW : (1 + e) * W * ((1 + e) * W) <= ((1 + e) * U + p) * ((1 + e) * U + p)) by (apply Rmult_le_compat; try lra; apply Rmult_le_pos; lra).
  assert (EF : 2 * e * (h * ⟨f, w⟩) <= 2 * e * (p * W)) by (apply Rmult_le_compat_l; [lra | unfold p; lra]).
  assert (PW : p * ((1 + e) * W) <= p * ((1 + e) * U + p)) by (apply Rmult_le_compat_l; lra).
  apply (Rmult_le_reg_l (1 + e)); [lra |].
  assert (T1 : (1 + e) * ((1 - e * e) * (W * W)) <= (1 - e) * (((1 + e) * U + p) * ((1 + e) * U + p))).
  { replace ((1 + e) * ((1 - e * e) * (W * W))) with ((1 - e) * ((1 + e) * W * ((1 + e) * W))) by ring. apply Rmult_le_compat_l; lra. }
  assert (T2 : (1 + e) * (2 * e * (h * ⟨f, w⟩)) <= 2 * e * (p * ((1 + e) * U + p))).
  { apply Rle_trans with ((1 + e) * (2 * e * (p * W))); [apply Rmult_le_compat_l; lra |].
    replace ((1 + e) * (2 * e * (p * W))) with (2 * e * (p * ((1 + e) * W))) by ring. apply Rmult_le_compat_l; lra. }
  replace ((1 + e) * ((U + p) * (U + p))) with ((1 - e) * (((1 + e) * U + p) * ((1 + e) * U + p)) + 2 * e * (p * ((1 + e) * U + p)) + (1 + e) * (e * e * (U * U))) by ring. lra.
Qed.

(** The step is that of the sweeping scheme in the kinetic metric, where the sides of V have the gradients A⁻¹∇g and the force is the acceleration A⁻¹f: so it exists, and there is one. *)
Theorem inertial_step_is_sweeping_step (gradients : list E) h (a : E) u u' :
  sweeping_step (E := K) gradients e h a u u' <-> inertial_step A e h (tangent (map A gradients)) (A a) u u'.
Proof.
  pose proof (step_is_inclusion K gradients e e_range h a u u') as I. eapply iff_trans; [exact I |].
  assert (Same : forall v, tangent (E := K) gradients v <-> tangent (map A gradients) v).
  { intro v. unfold tangent. split; intros H g Hg.
    - apply in_map_iff in Hg. destruct Hg as [n [<- Hn]]. exact (H n Hn).
    - exact (H (A g) (in_map A gradients g Hg)). }
  assert (Force : forall x c, @dot K (@subtract K (@scale K h a) x) c = ⟨h * A a - A x, c⟩).
  { intros x c. change (⟨A (h * a - x)%V, c⟩ = ⟨h * A a - A x, c⟩). rewrite A_subtract, (proj2 A_linear). reflexivity. }
  unfold inclusion, inertial_step. cbn zeta. split; intros [Hw Hc].
  - split; [apply Same; exact Hw |]. intros v Hv. specialize (Hc v (proj2 (Same v) Hv)). rewrite Force in Hc. exact Hc.
  - split; [apply Same; exact Hw |]. intros v Hv. specialize (Hc v (proj1 (Same v) Hv)). rewrite Force. exact Hc.
Qed.

Theorem inertial_step_exists (gradients : list E) h (a : E) u :
  exists u', inertial_step A e h (tangent (map A gradients)) (A a) u u' /\ forall v, inertial_step A e h (tangent (map A gradients)) (A a) u v -> v = u'.
Proof.
  destruct (law_exists K gradients 0 ltac:(lra) (@add K u (@scale K (h / (1 + e)) a))) as [w0 Hw].
  unfold averaged_law in Hw. set (w := @scale K (/ (1 + 0)) (@add K w0 (@scale K 0 (@add K u (@scale K (h / (1 + e)) a))))) in Hw.
  exists ((1 + e) * (w : E) - e * u)%V. split.
  - apply inertial_step_is_sweeping_step. exists w. split; [exact Hw | reflexivity].
  - intros v Hv. apply inertial_step_is_sweeping_step in Hv. destruct Hv as [w' [Hw' ->]]. rewrite (projection_is_unique _ _ _ _ Hw' Hw). reflexivity.
Qed.
End one_metric.

(** What is asked of the inertia on the ball of radius rho about q_0: symmetric, α ≤ M(q) ≤ β, Lipschitz with constant L. That a locally Lipschitz M gives, near every q_0. *)
Record inertia (M : E -> E -> E) q_0 (rho alpha beta L : R) : Prop := Inertia {
  constants_are_signed : 0 <= rho /\ 0 < alpha /\ 0 <= beta /\ 0 <= L;
  M_linear : forall q, is_linear (M q);
  M_symmetric : forall q, is_symmetric (M q);
  M_elliptic : forall q x, norm (q - q_0)%V <= rho -> alpha * ||x||² <= ⟨M q x, x⟩;
  M_bounded : forall q x, norm (q - q_0)%V <= rho -> norm (M q x) <= beta * norm x;
  M_lipschitz : forall q q' x, norm (q - q_0)%V <= rho -> norm (q' - q_0)%V <= rho -> norm (M q x - M q' x)%V <= L * norm (q - q')%V * norm x
}.

(** N steps of length h from (q_0, u_0): q_{n+1} = q_n + h u_n; then the inclusion with M, V, f at q_{n+1}, where p = M(q_{n+1}) u_n. The last number is the variation Σ |u_{n+1} − u_n|. *)
Inductive inertial_scheme (M : E -> E -> E) (force : R -> E -> E -> E) (V : E -> E -> Prop) (e h : R) q_0 u_0 : nat -> E -> E -> R -> Prop :=
| inertial_start : inertial_scheme M force V e h q_0 u_0 0 q_0 u_0 0
| inertial_advance n q u u' total : inertial_scheme M force V e h q_0 u_0 n q u total ->
    inertial_step (M (q + h * u)%V) e h (V (q + h * u)%V) (force (INR (S n) * h) (q + h * u)%V (M (q + h * u)%V u)) u u' ->
    inertial_scheme M force V e h q_0 u_0 (S n) (q + h * u)%V u' (total + norm (u' - u)%V).

Lemma norm_of_opposite x : norm (- x)%V = norm x.
Proof. unfold norm. f_equal. expand_products. ring. Qed.
Lemma distance_symmetric x y : norm (x - y)%V = norm (y - x)%V.
Proof. unfold norm. f_equal. expand_products. ring. Qed.
Lemma dot_le x y : ⟨x, y⟩ <= norm x * norm y.
Proof. eapply Rle_trans; [apply Rle_abs | apply product_is_bounded]. Qed.

(** α |x| ≤ |A x|. *)
Lemma length_of_momentum A alpha : 0 < alpha -> (forall x, alpha * ||x||² <= ⟨A x, x⟩) -> forall x, alpha * norm x <= norm (A x : E).
Proof.
  intros Ha El x. specialize (El x). pose proof (dot_le (A x) x) as C. rewrite <- norm_squared in El. destruct (norm_nonnegative E x) as [X | X].
  - apply (Rmult_le_reg_r (norm x)); [exact X | lra].
  - rewrite <- X, Rmult_0_r. apply norm_nonnegative.
Qed.

(** A vector whose component along every member of a ball (c, r) is at least −k is at most as long as its component along c and k, over r. *)
Lemma length_along_the_ball y c r k : 0 <= r -> (forall d, norm d <= r -> - k <= ⟨y, c + d⟩) -> r * norm y <= ⟨y, c⟩ + k.
Proof.
  intros Hr H. pose proof (norm_nonnegative E y) as Y. pose proof (norm_squared E y) as Z. destruct Y as [Y | Y].
  - specialize (H (- ((r / norm y) * y))%V). rewrite norm_of_opposite, norm_of_multiple in H by (apply Rmult_le_pos; [exact Hr | left; apply Rinv_0_lt_compat; exact Y]).
    assert (D : r / norm y * norm y <= r) by (right; field; lra). specialize (H D). expand_products_in H. rewrite <- Z in H.
    replace (r / norm y * (norm y * norm y)) with (r * norm y) in H by (field; lra). lra.
  - rewrite <- Y. specialize (H zero). assert (N : norm (zero : E) <= r) by (unfold norm; rewrite dot_zero, sqrt_0; exact Hr). specialize (H N). expand_products_in H. lra.
Qed.

Section estimates.
Variable M : E -> E -> E.
Variable force : R -> E -> E -> E.
Variable V : E -> E -> Prop.
Variables q_0 u_0 : E.
Variables rho alpha beta L e h T F radius : R.
Hypothesis M_inertia : inertia M q_0 rho alpha beta L.
Hypothesis V_cone : forall q, norm (q - q_0)%V <= rho -> is_cone (V q).
Hypothesis e_range : 0 <= e <= 1.
Hypothesis h_range : 0 <= h.
Hypothesis T_range : 0 <= T.
Hypothesis F_range : 0 <= F.
Hypothesis force_bounded : forall t q u, 0 <= t <= T -> norm (q - q_0)%V <= rho -> norm u <= radius / sqrt alpha -> norm (force t q (M q u)) <= F.
Let kappa := L / (2 * (alpha * sqrt alpha)).
Let phi := F / sqrt alpha.
Let N_0 := kinetic_norm (M q_0) u_0.
Hypothesis radius_suffices : (N_0 + T * phi) * exp (kappa * radius * T) <= radius.
Hypothesis T_is_short : T * (radius / sqrt alpha) <= rho.

Let sigma := sqrt alpha.
Lemma sigma_positive : 0 < sigma.
Proof. apply sqrt_lt_R0. apply (constants_are_signed _ _ _ _ _ _ M_inertia). Qed.
Lemma sigma_squared : sigma * sigma = alpha.
Proof. apply sqrt_sqrt. left. apply (constants_are_signed _ _ _ _ _ _ M_inertia). Qed.
Lemma phi_nonnegative : 0 <= phi.
Proof. pose proof sigma_positive. apply Rmult_le_pos; [exact F_range | left; apply Rinv_0_lt_compat; exact H]. Qed.
Lemma kappa_nonnegative : 0 <= kappa.
Proof.
  pose proof sigma_positive as S. destruct (constants_are_signed _ _ _ _ _ _ M_inertia) as [_ [A [_ L0]]].
  apply Rmult_le_pos; [exact L0 | left; apply Rinv_0_lt_compat]. apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; assumption].
Qed.
Lemma radius_nonnegative : 0 <= radius.
Proof.
  eapply Rle_trans; [| exact radius_suffices]. apply Rmult_le_pos; [| left; apply exp_pos].
  pose proof (sqrt_pos ⟨M q_0 u_0, u_0⟩). pose proof phi_nonnegative as P. assert (0 <= T * phi) by (apply Rmult_le_pos; assumption). unfold N_0, kinetic_norm. lra.
Qed.

Let bound t := (N_0 + t * phi) * exp (kappa * radius * t).
Lemma bound_grows s t : 0 <= s <= t -> bound s <= bound t.
Proof.
  intro H. unfold bound. pose proof phi_nonnegative as P. pose proof kappa_nonnegative as K. pose proof radius_nonnegative as R0.
  pose proof (sqrt_pos ⟨M q_0 u_0, u_0⟩) as N. fold (kinetic_norm (M q_0) u_0) in N. fold N_0 in N.
  assert (0 <= s * phi) by (apply Rmult_le_pos; lra). assert (s * phi <= t * phi) by (apply Rmult_le_compat_r; lra).
  apply Rmult_le_compat; [lra | left; apply exp_pos | lra |].
  assert (KR : kappa * radius * s <= kappa * radius * t) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption | lra]).
  apply exp_grows. exact KR.
Qed.

Lemma norm_by_kinetic q u : norm (q - q_0)%V <= rho -> kinetic_norm (M q) u <= radius -> norm u <= radius / sigma.
Proof.
  intros Hq Hu. pose proof sigma_positive as S. destruct (constants_are_signed _ _ _ _ _ _ M_inertia) as [_ [A _]].
  assert (P : sigma * norm u <= kinetic_norm (M q) u).
  { exact (norm_by_kinetic_norm (M q) alpha A (fun x => M_elliptic _ _ _ _ _ _ M_inertia q x Hq) u). }
  apply (Rmult_le_reg_l sigma); [exact S |]. replace (sigma * (radius / sigma)) with radius by (field; lra). lra.
Qed.

(** From one metric to the next a velocity of at most R gains the factor 1 + κ R h: this is the discrete Grönwall inequality's. *)
Lemma kinetic_norm_in_next_metric q u : norm (q - q_0)%V <= rho -> norm (q + h * u - q_0)%V <= rho -> kinetic_norm (M q) u <= radius ->
  kinetic_norm (M (q + h * u)%V) u <= kinetic_norm (M q) u * (1 + kappa * radius * h).
Proof.
  intros Hq Hq' Hu. pose proof (norm_by_kinetic q u Hq Hu) as Nu. pose proof sigma_positive as S. pose proof sigma_squared as SS.
  destruct (constants_are_signed _ _ _ _ _ _ M_inertia) as [_ [A [_ L0]]].
  pose proof (M_linear _ _ _ _ _ _ M_inertia) as lin. pose proof (M_symmetric _ _ _ _ _ _ M_inertia) as sym.
  assert (ell : forall q, norm (q - q_0)%V <= rho -> forall x, alpha * ||x||² <= ⟨M q x, x⟩) by (intros; apply (M_elliptic _ _ _ _ _ _ M_inertia); assumption).
  assert (KR : 0 <= kappa * radius * h) by (apply Rmult_le_pos; [apply Rmult_le_pos; [apply kappa_nonnegative | apply radius_nonnegative] | exact h_range]).
  pose proof (sqrt_pos ⟨M q u, u⟩) as S0. fold (kinetic_norm (M q) u) in S0.
  apply square_le; [apply Rmult_le_pos; lra |].
  set (q' := (q + h * u)%V) in *. rewrite (kinetic_norm_squared (M q') alpha A (ell q' Hq')).
  assert (Lip : norm (M q' u - M q u)%V <= L * (h * norm u) * norm u).
  { replace (h * norm u) with (norm (q' - q)%V); [apply (M_lipschitz _ _ _ _ _ _ M_inertia); assumption |].
    rewrite <- norm_of_multiple by exact h_range. f_equal. unfold q'. vector_identity. }
  assert (D : ⟨M q' u, u⟩ <= ⟨M q u, u⟩ + L * (h * norm u) * norm u * norm u).
  { pose proof (dot_le (M q' u - M q u)%V u) as C. rewrite dot_subtract in C. pose proof (norm_nonnegative E u) as N0.
    assert (norm (M q' u - M q u)%V * norm u <= L * (h * norm u) * norm u * norm u) by (apply Rmult_le_compat_r; assumption). lra. }
  pose proof (norm_by_kinetic_norm (M q) alpha A (ell q Hq) u) as NS. fold sigma in NS. pose proof (norm_nonnegative E u) as N0.
  pose proof (kinetic_norm_squared (M q) alpha A (ell q Hq) u) as Sq. set (s := kinetic_norm (M q) u) in *.
  assert (N2 : alpha * (norm u * norm u) <= s * s).
  { rewrite <- SS. replace (sigma * sigma * (norm u * norm u)) with (sigma * norm u * (sigma * norm u)) by ring. apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra. }
  (* L h |u|³ ≤ 2 κ R h s² *)
  assert (G : L * (h * norm u) * norm u * norm u <= 2 * (kappa * radius * h) * (s * s)).
  { assert (LH : 0 <= L * h) by (apply Rmult_le_pos; assumption).
    apply Rle_trans with (L * h * (radius / sigma) * (norm u * norm u)).
    - replace (L * (h * norm u) * norm u * norm u) with (L * h * norm u * (norm u * norm u)) by ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; assumption | apply Rmult_le_compat_l; assumption].
    - replace (2 * (kappa * radius * h) * (s * s)) with (L * h * (radius / sigma) * (s * s / alpha)) by (unfold kappa; fold sigma; field; lra).
      apply Rmult_le_compat_l.
      + apply Rmult_le_pos; [exact LH | apply Rmult_le_pos; [apply radius_nonnegative | left; apply Rinv_0_lt_compat; exact S]].
      + apply (Rmult_le_reg_l alpha); [exact A |]. replace (alpha * (s * s / alpha)) with (s * s) by (field; lra). exact N2. }
  rewrite <- Sq in D. set (k := kappa * radius * h) in *.
  assert (0 <= s * s * (k * k)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
  replace (s * (1 + k) * (s * (1 + k))) with (s * s + 2 * k * (s * s) + s * s * (k * k)) by ring. lra.
Qed.

Lemma within n q u total : inertial_scheme M force V e h q_0 u_0 n q u total -> INR n * h <= T ->
  norm (q - q_0)%V <= INR n * h * (radius / sigma) /\ kinetic_norm (M q) u <= bound (INR n * h).
Proof.
  intros Sch. induction Sch as [| n q u u' total Sch IH Step]; intro HT.
  - cbn [INR]. rewrite !Rmult_0_l. split.
    + replace (q_0 - q_0)%V with (zero : E) by vector_identity. unfold norm. rewrite dot_zero, sqrt_0. lra.
    + unfold bound. rewrite Rmult_0_l, Rmult_0_r, exp_0. fold N_0. lra.
  - rewrite S_INR in HT. pose proof (pos_INR n) as N.
    assert (NH : 0 <= INR n * h) by (apply Rmult_le_pos; assumption).
    assert (HT' : INR n * h <= T) by lra. destruct (IH HT') as [IHq IHu]. clear IH.
    pose proof sigma_positive as Sg. pose proof radius_nonnegative as R0.
    assert (Rs : 0 <= radius / sigma) by (apply Rmult_le_pos; [exact R0 | left; apply Rinv_0_lt_compat; exact Sg]).
    assert (Short : forall t, t <= T -> t * (radius / sigma) <= rho) by (intros t Ht; eapply Rle_trans; [apply Rmult_le_compat_r; [exact Rs | exact Ht] | exact T_is_short]).
    assert (Hq : norm (q - q_0)%V <= rho) by (eapply Rle_trans; [exact IHq | apply Short; exact HT']).
    assert (Bu : kinetic_norm (M q) u <= radius).
    { eapply Rle_trans; [exact IHu |]. eapply Rle_trans; [apply (bound_grows _ T); lra | exact radius_suffices]. }
    pose proof (norm_by_kinetic q u Hq Bu) as Nu.
    set (q' := (q + h * u)%V) in *.
    assert (IHq' : norm (q' - q_0)%V <= INR (S n) * h * (radius / sigma)).
    { replace (q' - q_0)%V with ((q - q_0) + h * u)%V by (unfold q'; vector_identity).
      eapply Rle_trans; [apply triangle |]. rewrite norm_of_multiple by exact h_range. rewrite S_INR.
      assert (h * norm u <= h * (radius / sigma)) by (apply Rmult_le_compat_l; assumption). lra. }
    split; [exact IHq' |].
    assert (Hq' : norm (q' - q_0)%V <= rho) by (eapply Rle_trans; [exact IHq' | apply Short; rewrite S_INR; lra]).
    destruct (constants_are_signed _ _ _ _ _ _ M_inertia) as [_ [A [_ L0]]].
    pose proof (M_linear _ _ _ _ _ _ M_inertia q') as lin. pose proof (M_symmetric _ _ _ _ _ _ M_inertia q') as sym.
    assert (ell : forall x, alpha * ||x||² <= ⟨M q' x, x⟩) by (intros; apply (M_elliptic _ _ _ _ _ _ M_inertia); assumption).
    set (f := force (INR (S n) * h) q' (M q' u)) in *.
    assert (Ff : norm f <= F) by (unfold f; apply force_bounded; [rewrite S_INR; lra | exact Hq' | exact Nu]).
    assert (Fx : forall x, ⟨f, x⟩ <= phi * kinetic_norm (M q') x).
    { intro x. pose proof (norm_by_kinetic_norm (M q') alpha A ell x) as B. fold sigma in B. pose proof (dot_le f x) as C.
      pose proof (norm_nonnegative E x) as X. pose proof (norm_nonnegative E f) as F0.
      apply Rle_trans with (F * norm x); [eapply Rle_trans; [exact C | apply Rmult_le_compat_r; assumption] |].
      unfold phi. fold sigma. replace (F / sigma * kinetic_norm (M q') x) with (F * (kinetic_norm (M q') x / sigma)) by (field; lra).
      apply Rmult_le_compat_l; [exact F_range |]. apply (Rmult_le_reg_l sigma); [exact Sg |]. replace (sigma * (kinetic_norm (M q') x / sigma)) with (kinetic_norm (M q') x) by (field; lra).
      exact B. }
    pose proof (kinetic_norm_of_step (M q') lin sym alpha A ell e e_range (V q') (V_cone q' Hq') h f phi u u' h_range phi_nonnegative Fx Step) as One.
    pose proof (kinetic_norm_in_next_metric q u Hq Hq' Bu) as Two.
    set (x := kappa * radius * h). fold x in Two.
    assert (X0 : 0 <= x) by (apply Rmult_le_pos; [apply Rmult_le_pos; [apply kappa_nonnegative | exact R0] | exact h_range]).
    assert (P0 : 0 <= phi) by apply phi_nonnegative.
    assert (B0 : 0 <= bound (INR n * h)) by (eapply Rle_trans; [apply sqrt_pos | exact IHu]).
    assert (Ex : 1 + x <= exp x) by (apply exp_above; exact X0).
    assert (Three : kinetic_norm (M q) u * (1 + x) <= bound (INR n * h) * exp x).
    { apply Rmult_le_compat; [apply sqrt_pos | lra | exact IHu | exact Ex]. }
    assert (Four : bound (INR n * h) * exp x + h * phi <= bound (INR (S n) * h)).
    { unfold bound. rewrite S_INR. replace (kappa * radius * ((INR n + 1) * h)) with (kappa * radius * (INR n * h) + x) by (unfold x; ring). rewrite exp_plus.
      assert (1 <= exp (kappa * radius * (INR n * h)) * exp x).
      { rewrite <- exp_plus. rewrite <- exp_0 at 1. assert (Z : 0 <= kappa * radius * (INR n * h) + x) by (apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [apply Rmult_le_pos;
          [apply kappa_nonnegative | exact R0] | exact NH] | exact X0]).
        apply exp_grows. exact Z. }
      assert (h * phi * 1 <= h * phi * (exp (kappa * radius * (INR n * h)) * exp x)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption | assumption]).
      lra. }
    eapply Rle_trans; [exact One |]. eapply Rle_trans; [| exact Four]. apply Rplus_le_compat_r. eapply Rle_trans; [exact Two | exact Three].
Qed.

Theorem inertial_velocities_are_bounded n q u total : inertial_scheme M force V e h q_0 u_0 n q u total -> INR n * h <= T ->
  norm (q - q_0)%V <= INR n * h * (radius / sqrt alpha) /\
  kinetic_norm (M q) u <= (kinetic_norm (M q_0) u_0 + INR n * h * (F / sqrt alpha)) * exp (L / (2 * (alpha * sqrt alpha)) * radius * (INR n * h)).
Proof. exact (within n q u total). Qed.

(** Let the sets of admissible velocities near q_0 all contain one ball. *)
Variable c : E.
Variable r : R.
Hypothesis r_positive : 0 < r.
Hypothesis ball : forall q d, norm (q - q_0)%V <= rho -> norm d <= r -> V q (c + d)%V.

Lemma along_the_ball n q u total : inertial_scheme M force V e h q_0 u_0 n q u total -> INR n * h <= T ->
  r * (alpha * total - INR n * h * F) <= ⟨M q u, c⟩ - ⟨M q_0 u_0, c⟩ + norm c * (INR n * h * (L * (radius / sigma) * (radius / sigma) + F)).
Proof.
  intros Sch. induction Sch as [| n q u u' total Sch IH Step]; intro HT.
  - cbn [INR]. rewrite !Rmult_0_l, !Rmult_0_r. lra.
  - rewrite S_INR in *. pose proof (pos_INR n) as N. assert (NH : 0 <= INR n * h) by (apply Rmult_le_pos; assumption). assert (HT' : INR n * h <= T) by lra.
    specialize (IH HT'). destruct (within n q u total Sch HT') as [Wq Wu].
    pose proof sigma_positive as Sg. pose proof radius_nonnegative as R0.
    assert (Rs : 0 <= radius / sigma) by (apply Rmult_le_pos; [exact R0 | left; apply Rinv_0_lt_compat; exact Sg]). set (U := radius / sigma) in *.
    assert (Short : forall t, t <= T -> t * U <= rho) by (intros t Ht; eapply Rle_trans; [apply Rmult_le_compat_r; [exact Rs | exact Ht] | exact T_is_short]).
    assert (Hq : norm (q - q_0)%V <= rho) by (eapply Rle_trans; [exact Wq | apply Short; exact HT']).
    assert (Bu : kinetic_norm (M q) u <= radius) by (eapply Rle_trans; [exact Wu |]; eapply Rle_trans; [apply (bound_grows _ T); lra | exact radius_suffices]).
    pose proof (norm_by_kinetic q u Hq Bu) as Nu. fold U in Nu. pose proof (norm_nonnegative E u) as N0.
    set (q' := (q + h * u)%V) in *.
    assert (Hq' : norm (q' - q_0)%V <= rho).
    { replace (q' - q_0)%V with ((q - q_0) + h * u)%V by (unfold q'; vector_identity).
      eapply Rle_trans; [apply triangle |]. rewrite norm_of_multiple by exact h_range.
      assert (h * norm u <= h * U) by (apply Rmult_le_compat_l; assumption). specialize (Short ((INR n + 1) * h) HT). lra. }
    destruct (constants_are_signed _ _ _ _ _ _ M_inertia) as [_ [A [_ L0]]].
    pose proof (M_linear _ _ _ _ _ _ M_inertia q') as lin.
    assert (ell : forall x, alpha * ||x||² <= ⟨M q' x, x⟩) by (intros; apply (M_elliptic _ _ _ _ _ _ M_inertia); assumption).
    set (f := force ((INR n + 1) * h) q' (M q' u)) in *.
    assert (Ff : norm f <= F) by (unfold f; apply force_bounded; [lra | exact Hq' | exact Nu]).
    destruct Step as [Hw Hc]. destruct (V_cone q' Hq') as [_ [Vadd _]].
    set (w := (/ (1 + e) * (u' + e * u))%V) in *. set (y := (M q' (u' - u)%V - h * f)%V).
    assert (Y : forall d, V q' d -> 0 <= ⟨y, d⟩).
    { intros d Hd. specialize (Hc (w + d)%V (Vadd w d Hw Hd)). unfold y. clearbody w. expand_products_in Hc. expand_products. lra. }
    assert (Y' : forall d, norm d <= r -> - 0 <= ⟨y, c + d⟩) by (intros d Hd; rewrite Ropp_0; apply Y, ball; assumption).
    pose proof (length_along_the_ball y c r 0 (Rlt_le _ _ r_positive) Y') as Len.
    assert (Along : ⟨y, c⟩ = ⟨M q' u', c⟩ - ⟨M q' u, c⟩ - h * ⟨f, c⟩) by (unfold y; rewrite (A_subtract (M q') lin); expand_products; ring).
    (* α |u' − u| ≤ |M (u' − u)| ≤ |y| + h F *)
    assert (Jump : alpha * norm (u' - u)%V <= norm y + h * F).
    { set (x := (u' - u)%V) in *. assert (Ey : M q' x = (y + h * f)%V) by (unfold y; vector_identity).
      assert (B1 : norm (M q' x) <= norm y + h * F).
      { rewrite Ey. eapply Rle_trans; [apply triangle |]. rewrite norm_of_multiple by exact h_range. assert (h * norm f <= h * F) by (apply Rmult_le_compat_l; assumption). lra. }
      eapply Rle_trans; [apply (length_of_momentum (M q') alpha A ell) | exact B1]. }
    assert (Lip : norm (M q' u - M q u)%V <= L * U * U * h).
    { eapply Rle_trans; [apply (M_lipschitz _ _ _ _ _ _ M_inertia); assumption |].
      replace (norm (q' - q)%V) with (h * norm u) by (rewrite <- norm_of_multiple by exact h_range; f_equal; unfold q'; vector_identity).
      replace (L * (h * norm u) * norm u) with (L * h * (norm u * norm u)) by ring. replace (L * U * U * h) with (L * h * (U * U)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption | apply Rmult_le_compat; assumption]. }
    assert (Change : ⟨M q u, c⟩ - ⟨M q' u, c⟩ <= L * U * U * h * norm c).
    { pose proof (product_is_bounded E (M q' u - M q u)%V c) as C. pose proof (norm_nonnegative E c) as C0.
      assert (- ⟨M q' u - M q u, c⟩ <= norm (M q' u - M q u)%V * norm c) by (revert C; unfold Rabs; destruct (Rcase_abs _); lra).
      assert (norm (M q' u - M q u)%V * norm c <= L * U * U * h * norm c) by (apply Rmult_le_compat_r; assumption).
      match goal with H : - ⟨_, c⟩ <= _ |- _ => rewrite dot_subtract in H end. lra. }
    assert (Work : - (h * ⟨f, c⟩) <= h * F * norm c).
    { pose proof (product_is_bounded E f c) as C. pose proof (norm_nonnegative E c) as C0.
      assert (- ⟨f, c⟩ <= norm f * norm c) by (revert C; unfold Rabs; destruct (Rcase_abs _); lra).
      assert (norm f * norm c <= F * norm c) by (apply Rmult_le_compat_r; assumption).
      assert (h * - ⟨f, c⟩ <= h * (F * norm c)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Jr : r * (alpha * norm (u' - u)%V) <= r * (norm y + h * F)) by (apply Rmult_le_compat_l; [lra | exact Jump]).
    lra.
Qed.

(** The variation of the velocities is bounded by the data alone: neither the number of steps nor h nor the number of impacts is in it. *)
Theorem inertial_variation_is_bounded n q u total : inertial_scheme M force V e h q_0 u_0 n q u total -> INR n * h <= T ->
  total <= / alpha * (INR n * h * F + norm c / r * (2 * beta * (radius / sqrt alpha) + INR n * h * (L * (radius / sqrt alpha) * (radius / sqrt alpha) + F))).
Proof.
  intros Sch HT. pose proof (along_the_ball n q u total Sch HT) as B. destruct (within n q u total Sch HT) as [Wq Wu]. fold sigma.
  pose proof sigma_positive as Sg. pose proof radius_nonnegative as R0. destruct (constants_are_signed _ _ _ _ _ _ M_inertia) as [Rho [A [B0 L0]]].
  assert (Rs : 0 <= radius / sigma) by (apply Rmult_le_pos; [exact R0 | left; apply Rinv_0_lt_compat; exact Sg]). set (U := radius / sigma) in *.
  pose proof (pos_INR n) as N. assert (NH : 0 <= INR n * h) by (apply Rmult_le_pos; assumption).
  assert (Hq : norm (q - q_0)%V <= rho) by (eapply Rle_trans; [exact Wq |]; eapply Rle_trans; [apply Rmult_le_compat_r; [exact Rs | exact HT] | exact T_is_short]).
  assert (Bu : kinetic_norm (M q) u <= radius) by (eapply Rle_trans; [exact Wu |]; eapply Rle_trans; [apply (bound_grows _ T); lra | exact radius_suffices]).
  assert (Hq0 : norm (q_0 - q_0)%V <= rho) by (replace (q_0 - q_0)%V with (zero : E) by vector_identity; unfold norm; rewrite dot_zero, sqrt_0; exact Rho).
  assert (Bu0 : kinetic_norm (M q_0) u_0 <= radius).
  { eapply Rle_trans; [| exact radius_suffices]. eapply Rle_trans; [| apply (bound_grows 0 T); lra]. unfold bound. rewrite Rmult_0_l, Rmult_0_r, exp_0. fold N_0. lra. }
  assert (Momentum : forall q u, norm (q - q_0)%V <= rho -> kinetic_norm (M q) u <= radius -> Rabs ⟨M q u, c⟩ <= beta * U * norm c).
  { intros p v Hp Hv. eapply Rle_trans; [apply product_is_bounded |]. apply Rmult_le_compat_r; [apply norm_nonnegative |].
    eapply Rle_trans; [apply (M_bounded _ _ _ _ _ _ M_inertia); exact Hp |]. apply Rmult_le_compat_l; [exact B0 | exact (norm_by_kinetic p v Hp Hv)]. }
  pose proof (Momentum q u Hq Bu) as M1. pose proof (Momentum q_0 u_0 Hq0 Bu0) as M0.
  assert (P : ⟨M q u, c⟩ - ⟨M q_0 u_0, c⟩ <= 2 * (beta * U * norm c)) by (revert M1 M0; unfold Rabs; destruct (Rcase_abs _), (Rcase_abs _); lra).
  apply (Rmult_le_reg_l (r * alpha)); [apply Rmult_lt_0_compat; assumption |].
  replace (r * alpha * (/ alpha * (INR n * h * F + norm c / r * (2 * beta * U + INR n * h * (L * U * U + F)))))
    with (r * (INR n * h * F) + norm c * (2 * beta * U + INR n * h * (L * U * U + F))) by (field; lra).
  lra.
Qed.
End estimates.

(** *** The paper's sets V(q), of one constraint g ≤ 0 *)

Definition one_sided (g : E -> R) (grad : E -> E) q v : Prop := 0 <= g q -> ⟨grad q, v⟩ <= 0.

Lemma one_sided_is_cone g grad q : is_cone (one_sided g grad q).
Proof.
  unfold one_sided. split; [| split].
  - intros _. rewrite dot_zero_r. lra.
  - intros x y X Y G. specialize (X G). specialize (Y G). rewrite dot_add_r. lra.
  - intros a x Ha X G. specialize (X G). rewrite dot_scale_r. assert (0 <= a * - ⟨grad q, x⟩) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Where the gradient has turned, and changed its length, by at most half of its length at q_0, they all contain the ball of radius |∇g(q_0)|/3 about −∇g(q_0). *)
Lemma one_sided_contains_ball g grad n_0 rho q_0 : (forall q, norm (q - q_0)%V <= rho -> 0 <= g q -> norm (grad q - n_0)%V <= norm n_0 / 2) ->
  forall q d, norm (q - q_0)%V <= rho -> norm d <= norm n_0 / 3 -> one_sided g grad q (- n_0 + d)%V.
Proof.
  intros H q d Hq Hd G. specialize (H q Hq G). set (x := (grad q - n_0)%V) in *. assert (Eg : grad q = (n_0 + x)%V) by (unfold x; vector_identity). rewrite Eg. clear Eg. clearbody x.
  pose proof (norm_nonnegative E n_0) as N0. pose proof (norm_nonnegative E x) as X0. pose proof (norm_nonnegative E d) as D0.
  expand_products. rewrite <- norm_squared.
  assert (A1 : - ⟨x, n_0⟩ <= norm n_0 / 2 * norm n_0).
  { pose proof (product_is_bounded E x n_0) as C. assert (- ⟨x, n_0⟩ <= norm x * norm n_0) by (revert C; unfold Rabs; destruct (Rcase_abs _); lra).
    assert (norm x * norm n_0 <= norm n_0 / 2 * norm n_0) by (apply Rmult_le_compat_r; assumption). lra. }
  assert (A2 : ⟨n_0, d⟩ <= norm n_0 * (norm n_0 / 3)) by (eapply Rle_trans; [apply dot_le | apply Rmult_le_compat_l; assumption]).
  assert (A3 : ⟨x, d⟩ <= norm n_0 / 2 * (norm n_0 / 3)) by (eapply Rle_trans; [apply dot_le | apply Rmult_le_compat; assumption]).
  lra.
Qed.

(** The a-priori estimates of the scheme under the hypotheses of the paper, as they hold near q_0 with constants: M locally Lipschitz;
  f bounded where t ≤ T, q is near and |u| is at most R/√α (as it is if it is
    continuous); ∇g Hölder continuous with exponent 1/2 (g ∈ C^{1,1/2}) and not 0 at q_0. *)
Theorem scheme_is_bounded M force (g : E -> R) grad q_0 u_0 rho alpha beta L e h T F radius H :
  inertia M q_0 rho alpha beta L -> 0 <= e <= 1 -> 0 <= h -> 0 <= T -> 0 <= F ->
  (forall t q u, 0 <= t <= T -> norm (q - q_0)%V <= rho -> norm u <= radius / sqrt alpha -> norm (force t q (M q u)) <= F) ->
  (forall q, norm (q - q_0)%V <= rho -> norm (grad q - grad q_0)%V <= H * sqrt (norm (q - q_0)%V)) -> 0 <= H ->
  grad q_0 <> zero -> 2 * (H * sqrt rho) <= norm (grad q_0) ->
  (kinetic_norm (M q_0) u_0 + T * (F / sqrt alpha)) * exp (L / (2 * (alpha * sqrt alpha)) * radius * T) <= radius ->
  T * (radius / sqrt alpha) <= rho ->
  forall n q u total, inertial_scheme M force (one_sided g grad) e h q_0 u_0 n q u total -> INR n * h <= T ->
    norm (q - q_0)%V <= INR n * h * (radius / sqrt alpha) /\
    kinetic_norm (M q) u <= (kinetic_norm (M q_0) u_0 + INR n * h * (F / sqrt alpha)) * exp (L / (2 * (alpha * sqrt alpha)) * radius * (INR n * h)) /\
    total <= / alpha * (INR n * h * F + 3 * (2 * beta * (radius / sqrt alpha) + INR n * h * (L * (radius / sqrt alpha) * (radius / sqrt alpha) + F))).
Proof.
  intros MI He Hh HT HF Force Grad HH G0 Small Rad Short n q u total Sch Hn.
  assert (cone : forall q, norm (q - q_0)%V <= rho -> is_cone (one_sided g grad q)) by (intros; apply one_sided_is_cone).
  destruct (inertial_velocities_are_bounded M force (one_sided g grad) q_0 u_0 rho alpha beta L e h T F radius MI cone He Hh HT HF Force Rad Short n q u total Sch Hn) as [Wq Wu].
  split; [exact Wq |]. split; [exact Wu |].
  assert (N0 : 0 < norm (grad q_0)).
  { destruct (norm_nonnegative E (grad q_0)) as [N | N]; [exact N |]. exfalso. apply G0, norm_zero. symmetry. exact N. }
  assert (Turn : forall q, norm (q - q_0)%V <= rho -> 0 <= g q -> norm (grad q - grad q_0)%V <= norm (grad q_0) / 2).
  { intros p Hp _. eapply Rle_trans; [apply Grad; exact Hp |]. assert (H * sqrt (norm (p - q_0)%V) <= H * sqrt rho) by (apply Rmult_le_compat_l; [exact HH | apply sqrt_le_1_alt; exact Hp]).
    lra. }
  pose proof (inertial_variation_is_bounded M force (one_sided g grad) q_0 u_0 rho alpha beta L e h T F radius MI cone He Hh HT HF Force Rad Short
    (- grad q_0)%V (norm (grad q_0) / 3) ltac:(lra) (one_sided_contains_ball g grad (grad q_0) rho q_0 Turn) n q u total Sch Hn) as B.
  rewrite norm_of_opposite in B. replace (norm (grad q_0) / (norm (grad q_0) / 3)) with 3 in B by (field; lra). exact B.
Qed.
End metric.
