#include "reports/study/record/build.hpp"

#include <Eigen/Core>
#include <boost/version.hpp>
#include <ceres/version.h>
#include <fmt/format.h>
#include <gmp.h>
#include <gnu/libc-version.h>
#include <mpfr.h>
#include <nlohmann/json.hpp>

namespace unilateral::study {

std::string libraries_of_this_build() {
  return fmt::format(
      "Eigen {}.{}.{}, Boost {}.{}.{}, GMP {}, MPFR {}, Ceres {}, fmt {}.{}.{}, nlohmann-json {}.{}.{}, libstdc++ {}, "
      "glibc {}",
      EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
      BOOST_VERSION % 100, gmp_version, mpfr_get_version(), CERES_VERSION_STRING, FMT_VERSION / 10000,
      FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
      NLOHMANN_JSON_VERSION_PATCH, _GLIBCXX_RELEASE, gnu_get_libc_version());
}

}  // namespace unilateral::study
