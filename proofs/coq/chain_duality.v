(** [Sayah 2004, sect. 2]: the spaces of the two problems, and their saddle points, for every chain of unit bars.

    Velocities of the nodes 1 … n beside that of node 0 are lists; forces f_1 … f_n too. 𝓔 = {v : v_0 = U, T_i·v_i = T_i·v_{i−1}}, 𝓦 its direction. *)

Require Import Reals Lra Lia List.
Require Import inner_product kinetic_metric wedge chain chain_recursion.
Import ListNotations.
Open Scope R_scope.

Section duality.
Variable E : space.
Implicit Types (u v w f r T U x : E) (bars velocities forces : list E) (tensions : list R).

(** ⟨v, f⟩ over the nodes 1 … n. *)
Fixpoint power velocities forces : R :=
  match velocities, forces with v :: vs, f :: fs => ⟨v, f⟩ + power vs fs | _, _ => 0 end.

(** r_i = τ_{i+1} T_{i+1} − τ_i T_i. *)
Fixpoint of_tensions bars tensions : list E :=
  match bars, tensions with
  | T :: bars', theta :: tensions' => (pull bars' tensions' - theta * T)%V :: of_tensions bars' tensions'
  | _, _ => []
  end.

(** *** 𝓔 and 𝓦 *)

(** 𝓔 = 𝓦 + (U, U, …, U). *)
Theorem affine_space U bars velocities :
  compatible U bars velocities <-> compatible zero bars (map (fun v => (v - U)%V) velocities).
Proof.
  assert (G : forall u, compatible u bars velocities <-> compatible (u - U)%V bars (map (fun v => (v - U)%V) velocities)).
  { revert velocities. induction bars as [| T bars IH]; intros velocities u; split; intro C.
    - inversion C; subst. constructor.
    - destruct velocities; [constructor | inversion C].
    - inversion C as [| ? ? ? v vs Hv C']; subst. cbn. constructor; [expand_products; lra | apply (proj1 (IH vs v)); exact C'].
    - destruct velocities as [| v vs]; cbn in C; inversion C as [| ? ? ? ? ? Hv C']; subst.
      expand_products_in Hv. constructor; [lra | apply (proj2 (IH vs v)); exact C']. }
  specialize (G U). replace (U - U : E)%V with (zero : E) in G by vector_identity. exact G.
Qed.

(** As printed, 𝓔 = 𝓦 + (U, 0, …, 0): true only if T_1·U = 0. *)
Theorem affine_space_as_printed U T bars : compatible U (T :: bars) (repeat zero (length (T :: bars))) <-> ⟨T, U⟩ = 0.
Proof.
  assert (R : forall l, compatible (zero : E) l (repeat zero (length l))).
  { induction l as [| S l IH]; cbn; constructor; [reflexivity | exact IH]. }
  split.
  - intro C. cbn in C. inversion C as [| ? ? ? ? ? Hv C']; subst. rewrite dot_zero_r in Hv. lra.
  - intro H. cbn. constructor; [rewrite dot_zero_r; lra | apply R].
Qed.

(** *** 𝓦^⊥ *)

Lemma works u bars velocities tensions : compatible u bars velocities -> length tensions = length bars ->
  power velocities (of_tensions bars tensions) = - ⟨pull bars tensions, u⟩.
Proof.
  intro C. revert tensions. induction C as [u | u T bars v velocities Hv C IH]; intros tensions L.
  - destruct tensions; cbn; rewrite ?dot_zero; lra.
  - destruct tensions as [| theta tensions]; [discriminate |]. cbn in L. injection L as L. cbn. rewrite (IH tensions L).
    expand_products. rewrite (dot_symmetric v (pull bars tensions)), (dot_symmetric v T), Hv. ring.
Qed.

Lemma constant_is_compatible x bars : compatible x bars (repeat x (length bars)).
Proof. induction bars; cbn; constructor; [reflexivity | assumption]. Qed.

Lemma power_of_constant x n : forall forces, length forces = n -> power (repeat x n) forces = ⟨fold_right (fun f sum => (f + sum)%V) zero forces, x⟩.
Proof.
  induction n as [| n IH]; intros [| f forces] L; try discriminate; cbn; [rewrite dot_zero; reflexivity |].
  injection L as L. rewrite (IH forces L). expand_products. rewrite (dot_symmetric x f). reflexivity.
Qed.

(** r ∈ 𝓦^⊥ exactly where r_i = τ_{i+1} T_{i+1} − τ_i T_i, i = 1 … n, for some τ (Lagrange's multipliers). r_0 does not enter: it is free. *)
Theorem annihilator bars forces : unit_bars bars -> length forces = length bars ->
  ((forall velocities, compatible zero bars velocities -> power velocities forces = 0) <->
   exists tensions, length tensions = length bars /\ forces = of_tensions bars tensions).
Proof.
  intros N L. split.
  - revert forces L. induction bars as [| T bars IH]; intros forces L H.
    + destruct forces; [| discriminate]. exists []. split; reflexivity.
    + destruct forces as [| f forces]; [discriminate |]. cbn in L. injection L as L. inversion N as [| ? ? N1 N2]; subst.
      destruct (IH N2 forces L) as [tensions [Lt Et]].
      { intros velocities C. specialize (H (zero :: velocities)). cbn in H. rewrite dot_zero in H.
        assert (K : compatible zero (T :: bars) (zero :: velocities)) by (constructor; [reflexivity | exact C]). specialize (H K). lra. }
      (* what moves as a whole, across the first bar *)
      set (total := (f + fold_right (fun g sum => (g + sum)%V) zero forces)%V).
      assert (Across : forall x, ⟨T, x⟩ = 0 -> ⟨total, x⟩ = 0).
      { intros x O. specialize (H (x :: repeat x (length bars))). cbn in H.
        assert (K : compatible zero (T :: bars) (x :: repeat x (length bars))) by (constructor; [rewrite dot_zero_r; exact O | apply constant_is_compatible]).
        specialize (H K). rewrite (power_of_constant x (length bars) forces L) in H. unfold total. expand_products. rewrite (dot_symmetric x f) in H. exact H. }
      assert (Along : total = (⟨total, T⟩ * T)%V).
      { apply dot_extensional; intro z. assert (O : ⟨T, z - ⟨T, z⟩ * T⟩ = 0) by (expand_products; rewrite N1; ring).
        specialize (Across _ O). expand_products_in Across. expand_products. rewrite (dot_symmetric T z) in *. lra. }
      assert (Sum : fold_right (fun g sum => (g + sum)%V) zero forces = (- pull bars tensions)%V).
      { apply dot_extensional; intro x. rewrite <- (power_of_constant x (length bars) forces L). rewrite Et, (works x bars (repeat x (length bars)) tensions (constant_is_compatible x bars) Lt).
        expand_products. reflexivity. }
      exists (- ⟨total, T⟩ :: tensions). split; [cbn; congruence |]. cbn. f_equal; [| exact Et].
      apply dot_extensional; intro z. assert (I : ⟨total, z⟩ = ⟨⟨total, T⟩ * T, z⟩) by (rewrite <- Along; reflexivity).
      set (k := ⟨total, T⟩) in *. clearbody k. unfold total in I. rewrite Sum in I. expand_products_in I. expand_products. lra.
  - intros [tensions [Lt ->]] velocities C. rewrite (works zero bars velocities tensions C Lt). rewrite dot_zero_r. ring.
Qed.

(** 𝓔 + k 𝓦 = 𝓔, and ⟨·, f⟩ is linear. *)
Lemma compatible_sum (k : R) bars : forall u x velocities d, compatible u bars velocities -> compatible x bars d ->
  compatible (u + k * x)%V bars (map (fun p => (fst p + k * snd p)%V) (combine velocities d)).
Proof.
  induction bars as [| T l IH]; intros u x v d C D; inversion C as [| ? ? ? v1 vs Hv C']; inversion D as [| ? ? ? d1 ds Hd D']; subst; cbn; constructor.
  - expand_products. rewrite Hv, Hd. reflexivity.
  - apply IH; assumption.
Qed.

Lemma power_of_sum (k : R) velocities : forall d forces, length velocities = length d -> length forces = length velocities ->
  power (map (fun p => (fst p + k * snd p)%V) (combine velocities d)) forces = power velocities forces + k * power d forces.
Proof.
  induction velocities as [| a v IH]; intros [| b d] [| f fs] Lv Lf; try discriminate; cbn; [ring |].
  injection Lv as Lv. injection Lf as Lf. rewrite (IH d fs Lv Lf). expand_products. ring.
Qed.

Lemma compatible_length U bars velocities : compatible U bars velocities -> length velocities = length bars.
Proof. induction 1; cbn; congruence. Qed.

(** ψ*_𝓔(f) = sup over 𝓔 of ⟨v, f⟩ = (f_0 − τ_1 T_1)·U + ψ_{𝓦^⊥}(f): 𝓔 is not empty; the values have a bound only if f ∈ 𝓦^⊥, whatever f_0; and then
    all are (f_0 − τ_1 T_1)·U. *)
Theorem support_function U f0 bars forces : unit_bars bars -> length forces = length bars ->
  (exists velocities, compatible U bars velocities) /\
  ((exists bound, forall velocities, compatible U bars velocities -> ⟨U, f0⟩ + power velocities forces <= bound) ->
    exists tensions, length tensions = length bars /\ forces = of_tensions bars tensions) /\
  (forall tensions, length tensions = length bars -> forces = of_tensions bars tensions ->
    forall velocities, compatible U bars velocities -> ⟨U, f0⟩ + power velocities forces = ⟨f0 - pull bars tensions, U⟩).
Proof.
  intros N L. split; [exists (repeat U (length bars)); apply constant_is_compatible |]. split.
  - intros [bound B]. apply (proj1 (annihilator bars forces N L)). intros d Cd.
    pose proof (constant_is_compatible U bars) as C. set (v := repeat U (length bars)) in *. clearbody v.
    assert (Lv : length v = length d) by (rewrite (compatible_length _ _ _ C), (compatible_length _ _ _ Cd); reflexivity).
    assert (Lf : length forces = length v) by (rewrite (compatible_length _ _ _ C); exact L).
    destruct (Req_dec (power d forces) 0) as [Z | Z]; [exact Z | exfalso].
    set (k := (bound - ⟨U, f0⟩ - power v forces + 1) / power d forces).
    pose proof (compatible_sum k bars U zero v d C Cd) as A. replace (U + k * zero)%V with U in A by vector_identity. specialize (B _ A).
    rewrite (power_of_sum k v d forces Lv Lf) in B. replace (k * power d forces) with (bound - ⟨U, f0⟩ - power v forces + 1) in B by (unfold k; field; exact Z). lra.
  - intros tensions Lt -> velocities C. rewrite (works U bars velocities tensions C Lt). expand_products. rewrite (dot_symmetric U f0). ring.
Qed.

(** *** Saddle points *)

Definition within_discs forces : Prop := Forall (fun f => ||f||² <= 1) forces.

(** L(v, r) = ⟨v, r⟩ + ψ_C(r) − ψ_𝓔(v) has a saddle point at (u, f), of finite value: f is least against u over C, u greatest against f over 𝓔. *)
Definition saddle U bars velocities forces : Prop :=
  compatible U bars velocities /\ within_discs forces /\ length forces = length bars /\
  (forall others, compatible U bars others -> power others forces <= power velocities forces) /\
  (forall others, within_discs others -> length others = length bars -> power velocities forces <= power velocities others).

Definition opposite_forces forces : list E := map (fun f => (- f)%V) forces.

Lemma power_opposite velocities : forall forces, power velocities (opposite_forces forces) = - power velocities forces.
Proof. induction velocities as [| v vs IH]; intros [| f fs]; cbn; try lra. rewrite IH. expand_products. ring. Qed.

Lemma opposite_twice forces : opposite_forces (opposite_forces forces) = forces.
Proof. unfold opposite_forces. rewrite map_map. rewrite <- (map_id forces) at 2. apply map_ext. intro f. vector_identity. Qed.

Lemma opposite_within forces : within_discs forces -> within_discs (opposite_forces forces).
Proof. induction 1 as [| f fs H Hl IH]; constructor; [expand_products; lra | exact IH]. Qed.

(** Against u, the least over the discs is −Σ|u_i|. *)
Lemma least_power velocities : exists forces, within_discs forces /\ length forces = length velocities /\ power velocities forces = - dissipation velocities.
Proof.
  induction velocities as [| v vs [forces [W [L P]]]]; [exists []; repeat split; [constructor | cbn; lra] |].
  assert (D : dissipation (v :: vs) = norm v + dissipation vs) by reflexivity. rewrite D. clear D.
  destruct (Req_dec (norm v) 0) as [Z | Z].
  - exists (zero :: forces). repeat split; [constructor; [rewrite dot_zero; lra | exact W] | cbn; congruence |]. cbn [power]. rewrite dot_zero_r, Z, P. lra.
  - exists ((- (/ norm v) * v)%V :: forces). pose proof (norm_squared E v) as S. repeat split.
    + constructor; [| exact W]. expand_products. rewrite <- S. right. field. exact Z.
    + cbn; congruence.
    + cbn [power]. expand_products. rewrite P, <- S. field. exact Z.
Qed.

Lemma power_at_least velocities : forall forces, within_discs forces -> - dissipation velocities <= power velocities forces.
Proof.
  induction velocities as [| v vs IH]; intros [| f fs] W; cbn; try lra.
  - pose proof (dissipation_nonnegative E (v :: vs)) as D. cbn in D. lra.
  - change (- (norm v + dissipation vs) <= ⟨v, f⟩ + power vs fs). inversion W as [| ? ? W1 W2]; subst. specialize (IH fs W2).
    assert (W1' : ||- f||² <= 1) by (expand_products; lra). pose proof (power_bound E _ v W1') as P. expand_products_in P. rewrite (dot_symmetric v f). lra.
Qed.

Lemma feasible_parts bars : forall tensions, feasible bars tensions -> length tensions = length bars /\ within_discs (of_tensions bars tensions).
Proof. induction 1 as [| T bars theta tensions H F [IH1 IH2]]; cbn; [split; [reflexivity | constructor] |]. split; [congruence | constructor; assumption]. Qed.

Lemma parts_feasible bars : forall tensions, length tensions = length bars -> within_discs (of_tensions bars tensions) -> feasible bars tensions.
Proof.
  induction bars as [| T bars IH]; intros [| theta tensions] L W; try discriminate; [constructor |].
  cbn in *. inversion W; subst. constructor; [assumption | apply IH; [congruence | assumption]].
Qed.

(** The problem's solutions are the saddle points of L: with friction f_i = −(θ_{i+1} T_{i+1} − θ_i T_i). *)
Theorem equilibrium_iff_saddle U bars velocities forces : unit_bars bars ->
  (saddle U bars velocities forces <-> exists tensions, equilibrium U bars velocities tensions /\ forces = opposite_forces (of_tensions bars tensions)).
Proof.
  intro N. split.
  - intros [C [W [L [Greatest Least]]]].
    (* f is constant on 𝓔, so it lies in 𝓦^⊥ *)
    assert (O : forall d : list E, compatible zero bars d -> power d (opposite_forces forces) = 0).
    { intros d Cd.
      assert (Lv : length velocities = length d) by (rewrite (compatible_length _ _ _ C), (compatible_length _ _ _ Cd); reflexivity).
      assert (Lf : length forces = length velocities) by (rewrite (compatible_length _ _ _ C); exact L).
      assert (Both : forall k, k * power d forces <= 0).
      { intro k. pose proof (compatible_sum k bars U zero velocities d C Cd) as A. replace (U + k * zero)%V with U in A by vector_identity. specialize (Greatest _ A).
        rewrite (power_of_sum k velocities d forces Lv Lf) in Greatest. lra. }
      pose proof (Both 1). pose proof (Both (-1)). rewrite power_opposite. lra. }
    assert (Lo : length (opposite_forces forces) = length bars) by (unfold opposite_forces; rewrite map_length; exact L).
    destruct (proj1 (annihilator bars (opposite_forces forces) N Lo) O) as [tensions [Lt Et]].
    exists tensions. split; [| rewrite <- Et, opposite_twice; reflexivity].
    apply gap_certificate; [exact C | apply parts_feasible; [exact Lt | rewrite <- Et; apply opposite_within, W] |].
    rewrite <- (works U bars velocities tensions C Lt), <- Et, power_opposite.
    destruct (least_power velocities) as [best [Wb [Lb Pb]]]. rewrite (compatible_length _ _ _ C) in Lb. specialize (Least best Wb Lb). lra.
  - intros [tensions [Q ->]]. destruct (equilibrium_parts _ _ _ _ _ Q) as [C F]. destruct (feasible_parts _ _ F) as [Lt W].
    assert (P : forall v : list E, compatible U bars v -> power v (opposite_forces (of_tensions bars tensions)) = ⟨pull bars tensions, U⟩).
    { intros v Cv. rewrite power_opposite, (works U bars v tensions Cv Lt). ring. }
    split; [exact C |]. split; [apply opposite_within, W |]. split.
    { unfold opposite_forces. rewrite map_length. clear - Lt. revert tensions Lt. induction bars as [| T bars IH]; intros [| t l] Lt; try discriminate; [reflexivity |]. cbn. f_equal. apply IH. cbn in Lt. congruence. }
    split.
    + intros others Co. rewrite (P _ Co), (P _ C). lra.
    + intros others Wo Lo. rewrite (P _ C). pose proof (strong_duality _ _ _ _ _ Q) as D. pose proof (power_at_least velocities others Wo). lra.
Qed.

(** The saddle points are a product: any u with any f. *)
Theorem saddle_points_are_a_product U bars (u f u' f' : list E) : saddle U bars u f -> saddle U bars u' f' -> saddle U bars u f'.
Proof.
  intros [C [W [L [G Le]]]] [C' [W' [L' [G' Le']]]]. split; [exact C |]. split; [exact W' |]. split; [exact L' |].
  pose proof (G _ C') as A1. pose proof (Le _ W' L') as A2. pose proof (G' _ C) as B1. pose proof (Le' _ W L) as B2.
  split.
  - intros others Co. specialize (G' _ Co). lra.
  - intros others Wo Lo. specialize (Le _ Wo Lo). lra.
Qed.

(** Both factors are convex; that of the velocities is a point (Proposition 2.2). *)
Lemma power_of_mean t velocities : forall f g : list E, length f = length g -> length f = length velocities ->
  power velocities (map (fun p => (t * fst p + (1 - t) * snd p)%V) (combine f g)) = t * power velocities f + (1 - t) * power velocities g.
Proof.
  induction velocities as [| v vs IH]; intros [| a f] [| b g] L1 L2; try discriminate; cbn; [ring |].
  injection L1 as L1. injection L2 as L2. rewrite (IH f g L1 L2). expand_products. ring.
Qed.

Theorem saddle_forces_are_convex U bars (u f g : list E) t : 0 <= t <= 1 -> saddle U bars u f -> saddle U bars u g ->
  saddle U bars u (map (fun p => (t * fst p + (1 - t) * snd p)%V) (combine f g)).
Proof.
  intros Ht [C [Wf [Lf [Gf Mf]]]] [_ [Wg [Lg [Gg Mg]]]].
  assert (Lfg : length f = length g) by congruence.
  assert (Lc : forall v : list E, compatible U bars v -> length f = length v) by (intros v Cv; rewrite (compatible_length _ _ _ Cv); exact Lf).
  split; [exact C |]. split; [| split; [| split]].
  - clear - Ht Wf Wg Lfg. revert g Wg Lfg. induction Wf as [| a f A Wf IH]; intros [| b g] Wg L; try discriminate; cbn; constructor.
    + inversion Wg as [| ? ? B _]; subst. pose proof (dot_positive (a - b)%V) as P. expand_products. expand_products_in P.
      rewrite ?(dot_symmetric b a) in *. assert (0 <= t * (1 - t)) by nra. nra.
    + inversion Wg; subst. apply IH; [assumption | cbn in L; congruence].
  - rewrite map_length, combine_length, <- Lfg, Nat.min_id. exact Lf.
  - intros others Co. rewrite (power_of_mean t others f g Lfg (Lc _ Co)), (power_of_mean t u f g Lfg (Lc _ C)).
    specialize (Gf _ Co). specialize (Gg _ Co). assert (0 <= 1 - t) by lra. nra.
  - intros others Wo Lo. rewrite (power_of_mean t u f g Lfg (Lc _ C)). specialize (Mf _ Wo Lo). specialize (Mg _ Wo Lo). assert (0 <= 1 - t) by lra. nra.
Qed.

(** (9) and (10) are the extremality relations: u and θ compatible and feasible, with Σ|u_i| = −θ_1 T_1·U. *)
Theorem extremality_relations U bars velocities tensions :
  equilibrium U bars velocities tensions <->
  compatible U bars velocities /\ feasible bars tensions /\ dissipation velocities = - ⟨pull bars tensions, U⟩.
Proof.
  split.
  - intro Q. destruct (equilibrium_parts _ _ _ _ _ Q) as [C F]. split; [exact C |]. split; [exact F |]. symmetry. exact (strong_duality _ _ _ _ _ Q).
  - intros [C [F D]]. apply gap_certificate; [exact C | exact F | lra].
Qed.

Lemma norm_of_double v : norm (2 * v)%V = 2 * norm v.
Proof.
  pose proof (norm_nonnegative E v) as P. apply Rsqr_inj; [apply norm_nonnegative | lra |]. unfold Rsqr.
  rewrite norm_squared. pose proof (norm_squared E v) as S. expand_products. rewrite <- S. ring.
Qed.

(** φ(v) + ⟨v, f⟩, over the nodes 1 … n. *)
Definition total_power velocities forces : R := dissipation velocities + power velocities forces.

Lemma total_of_double velocities : forall forces, total_power (map (fun v => (2 * v)%V) velocities) forces = 2 * total_power velocities forces.
Proof.
  unfold total_power. induction velocities as [| v vs IH]; intros [| f fs].
  - cbn. ring.
  - cbn. ring.
  - specialize (IH []). cbn [map power] in *. change (dissipation ((2 * v)%V :: map (fun w => (2 * w)%V) vs)) with (norm (2 * v)%V + dissipation (map (fun w => (2 * w)%V) vs)).
    change (dissipation (v :: vs)) with (norm v + dissipation vs). rewrite (norm_of_double v).
    assert (N : forall l : list E, power l [] = 0) by (intros [| x l]; reflexivity). rewrite !N in IH. lra.
  - specialize (IH fs). cbn [map power] in *. change (dissipation ((2 * v)%V :: map (fun w => (2 * w)%V) vs)) with (norm (2 * v)%V + dissipation (map (fun w => (2 * w)%V) vs)).
    change (dissipation (v :: vs)) with (norm v + dissipation vs). rewrite (norm_of_double v). expand_products. lra.
Qed.

Lemma total_of_rest n : forall forces, total_power (repeat zero n) forces = 0.
Proof.
  unfold total_power. induction n as [| n IH]; intros forces; [cbn; ring |].
  change (dissipation (repeat zero (S n))) with (norm (zero : E) + dissipation (repeat (zero : E) n)).
  assert (Z : norm (zero : E) = 0) by (unfold norm; rewrite dot_zero; apply sqrt_0).
  destruct forces as [| f fs]; cbn [repeat power].
  - specialize (IH []). assert (N : forall l : list E, power l [] = 0) by (intros [| x l]; reflexivity). rewrite N in IH. lra.
  - specialize (IH fs). rewrite dot_zero. lra.
Qed.

(** φ(v) + ⟨v, f⟩ is nowhere negative exactly where f_i lies in the disc of every node. *)
Lemma discs_from_total forces : (forall others, length others = length forces -> 0 <= total_power others forces) -> within_discs forces.
Proof.
  induction forces as [| f fs IH]; intro H; constructor.
  - specialize (H ((- f)%V :: repeat zero (length fs)) ltac:(cbn; rewrite repeat_length; reflexivity)).
    pose proof (total_of_rest (length fs) fs) as Z. unfold total_power in *. cbn [power] in H.
    change (dissipation ((- f)%V :: repeat zero (length fs))) with (norm (- f)%V + dissipation (repeat (zero : E) (length fs))) in H.
    pose proof (norm_squared E (- f)%V) as S. pose proof (norm_nonnegative E (- f)%V) as P. expand_products_in H. expand_products_in S. nra.
  - apply IH. intros others L. specialize (H (zero :: others) ltac:(cbn; congruence)). unfold total_power in *. cbn [power] in H. rewrite dot_zero in H.
    change (dissipation (zero :: others)) with (norm (zero : E) + dissipation others) in H.
    assert (Z : norm (zero : E) = 0) by (unfold norm; rewrite dot_zero; apply sqrt_0). lra.
Qed.

(** −f ∈ ∂φ(u), f ∈ ∂ψ_𝓔(u), in which f_0 does not enter, are (9) and (10) with f_i = −(θ_{i+1} T_{i+1} − θ_i T_i). *)
Theorem subgradients_are_9_and_10 U bars velocities forces : unit_bars bars -> length forces = length bars ->
  ((compatible U bars velocities /\ forall others, compatible U bars others -> power others forces - power velocities forces <= 0) /\
   (forall others, length others = length bars -> dissipation velocities - (power others forces - power velocities forces) <= dissipation others) <->
   exists tensions, equilibrium U bars velocities tensions /\ forces = opposite_forces (of_tensions bars tensions)).
Proof.
  intros N L. rewrite <- (equilibrium_iff_saddle U bars velocities forces N). split.
  - intros [[C G] M]. pose proof (compatible_length _ _ _ C) as Lv.
    assert (M' : forall others, length others = length bars -> total_power velocities forces <= total_power others forces) by (intros others Lo; specialize (M others Lo); unfold total_power; lra).
    assert (Z : total_power velocities forces = 0).
    { pose proof (M' (repeat zero (length bars)) (repeat_length _ _)) as A. rewrite total_of_rest in A.
      pose proof (M' (map (fun v => (2 * v)%V) velocities) ltac:(rewrite map_length; exact Lv)) as B. rewrite total_of_double in B. lra. }
    assert (W : within_discs forces) by (apply discs_from_total; intros others Lo; rewrite <- Z; apply M'; congruence).
    split; [exact C |]. split; [exact W |]. split; [exact L |]. split; [intros others Co; specialize (G others Co); lra |].
    intros others Wo Lo. pose proof (power_at_least velocities others Wo) as P. unfold total_power in Z. lra.
  - intros [C [W [_ [G M]]]]. split; [split; [exact C | intros others Co; specialize (G others Co); lra] |].
    intros others Lo. destruct (least_power velocities) as [best [Wb [Lb Pb]]]. rewrite (compatible_length _ _ _ C) in Lb. specialize (M best Wb Lb).
    pose proof (power_at_least others forces W) as P. lra.
Qed.

(** Which of Min and Max: among feasible tensions τ_1 T_1·U is least at the θ of (5); and greatest at −θ, the multipliers of f. *)
Theorem least_at_theta_greatest_at_f U bars velocities tensions : equilibrium U bars velocities tensions ->
  forall others, feasible bars others ->
    ⟨pull bars tensions, U⟩ <= ⟨pull bars others, U⟩ /\ ⟨pull bars others, U⟩ <= ⟨pull bars (map Ropp tensions), U⟩.
Proof.
  intros Q others F.
  assert (Flip : forall (b : list E) l, feasible b l -> feasible b (map Ropp l)).
  { clear. intros b l F. induction F as [| T b theta l H Fl IH]; cbn; constructor; [| exact IH].
    assert (I : (pull b (map Ropp l) - - theta * T)%V = (- (pull b l - theta * T))%V).
    { inversion Fl; subst; cbn; vector_identity. }
    rewrite I. expand_products. expand_products_in H. lra. }
  destruct (equilibrium_is_optimal _ _ _ _ _ Q) as [_ O]. pose proof (O _ F) as O1. pose proof (O _ (Flip _ _ F)) as O2.
  assert (P : forall l, feasible bars l -> ⟨pull bars (map Ropp l), U⟩ = - ⟨pull bars l, U⟩).
  { intros l Fl. destruct bars as [| T b]; [inversion Fl; subst; cbn; rewrite dot_zero; lra |]. inversion Fl; subst. cbn. expand_products. ring. }
  rewrite (P _ F) in O2. rewrite (P tensions) by (apply (equilibrium_parts _ _ _ _ _ Q)). lra.
Qed.
End duality.

Arguments power {E}.
Arguments of_tensions {E}.
Arguments saddle {E}.
Arguments opposite_forces {E}.
