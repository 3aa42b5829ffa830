#pragma once
/// The question's own acceleration at two neighbouring rows of a file, for a reading of its velocities that bends with
/// them. It shares nothing with any solver: contacts are not decided here, the file holds them or not.
///
///   (1)  M a = f(t, q, v) + Σ_{α ∈ C} λ_α ∇Φ_α,   d²Φ_α/dt² = G_α a + κ_α = 0 for α ∈ C,
///        κ_α = (∂/∂t + v·∂/∂q)² Φ_α
///   (2)  C, the contacts that the file holds closed over a row of h: with s_α = Σ_i |G_αi ā_i| + |κ_α|, ā = M⁻¹f, the
///        size of what would move the gap, at both rows
///             |Φ_α| ≤ ½ h² s_α,   |dΦ_α/dt| ≤ ½ h s_α,   |dΦ_α/dt (t_1) − dΦ_α/dt (t_0)| ≤ ½ h s_α
///        (it moved by less than it would have from rest), and P_α ≠ 0 where the file has impulses
///   (3)  v changes as by an impact, and there is no such acceleration, where
///             ‖v_1 − v_0 − h (a_0 + a_1)/2‖_M > ½ h max(‖a_0‖_M, ‖a_1‖_M):
///        in smooth motion the left side is O(h³), over an impact about the jump.

#include "problems/language/evaluated_system.hpp"
#include "reports/study/external/trajectory_file.hpp"

#include <array>
#include <optional>

namespace unilateral::study {

class row_accelerations {
 public:
  explicit row_accelerations(const mechanical_system& bound);

  /// a at both rows, y the later one; none where (3) says so, or where it is no finite number.
  std::optional<std::array<column<double>, 2>> over(const file_row& x, const file_row& y, bool has_impulses);

 private:
  struct at_a_row {
    Eigen::MatrixXd M, G;
    column<double> free;                     ///< M⁻¹ f
    column<double> gap, rate, kappa, scale;  ///< one a constraint; scale: s_α
  };
  void evaluate(const file_row& row, at_a_row& here);

  evaluated_system<double> system_;
  tape<double> rate_, kappa_;
  at_a_row first_, second_;
};

}  // namespace unilateral::study
