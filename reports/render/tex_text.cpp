#include "reports/render/tex_text.hpp"

#include <cctype>
#include <map>

namespace unilateral::render {
namespace {

/// Characters beyond those that inputenc knows, as mathematics or as TeX writes them.
const std::map<std::string, std::string>& signs_of_tex() {
  static const std::map<std::string, std::string> all{{"±", "\\pm"},
                                                      {"−", "-"},
                                                      {"≤", "\\le"},
                                                      {"≥", "\\ge"},
                                                      {"<", "<"},
                                                      {">", ">"},
                                                      {"≠", "\\ne"},
                                                      {"≈", "\\approx"},
                                                      {"·", "\\cdot"},
                                                      {"×", "\\times"},
                                                      {"∈", "\\in"},
                                                      {"∉", "\\notin"},
                                                      {"∞", "\\infty"},
                                                      {"√", "\\surd"},
                                                      {"∫", "\\int"},
                                                      {"∂", "\\partial"},
                                                      {"∇", "\\nabla"},
                                                      {"→", "\\to"},
                                                      {"↦", "\\mapsto"},
                                                      {"⇔", "\\Leftrightarrow"},
                                                      {"⇒", "\\Rightarrow"},
                                                      {"⟨", "\\langle"},
                                                      {"⟩", "\\rangle"},
                                                      {"⊥", "\\perp"},
                                                      {"½", "\\tfrac12"},
                                                      {"¼", "\\tfrac14"},
                                                      {"¾", "\\tfrac34"},
                                                      {"°", "^\\circ"},
                                                      {"α", "\\alpha"},
                                                      {"β", "\\beta"},
                                                      {"γ", "\\gamma"},
                                                      {"δ", "\\delta"},
                                                      {"ε", "\\varepsilon"},
                                                      {"θ", "\\theta"},
                                                      {"κ", "\\kappa"},
                                                      {"λ", "\\lambda"},
                                                      {"μ", "\\mu"},
                                                      {"ν", "\\nu"},
                                                      {"ξ", "\\xi"},
                                                      {"π", "\\pi"},
                                                      {"ρ", "\\rho"},
                                                      {"σ", "\\sigma"},
                                                      {"τ", "\\tau"},
                                                      {"φ", "\\varphi"},
                                                      {"χ", "\\chi"},
                                                      {"ψ", "\\psi"},
                                                      {"ω", "\\omega"},
                                                      {"η", "\\eta"},
                                                      {"Γ", "\\Gamma"},
                                                      {"Δ", "\\Delta"},
                                                      {"Θ", "\\Theta"},
                                                      {"Λ", "\\Lambda"},
                                                      {"Σ", "\\Sigma"},
                                                      {"Φ", "\\Phi"},
                                                      {"Ψ", "\\Psi"},
                                                      {"Ω", "\\Omega"},
                                                      {"₀", "_0"},
                                                      {"₁", "_1"},
                                                      {"₂", "_2"},
                                                      {"₃", "_3"},
                                                      {"₄", "_4"},
                                                      {"ₙ", "_n"},
                                                      {"ᵢ", "_i"},
                                                      {"ⱼ", "_j"},
                                                      {"⁰", "^0"},
                                                      {"¹", "^1"},
                                                      {"²", "^2"},
                                                      {"³", "^3"},
                                                      {"⁴", "^4"},
                                                      {"⁺", "^+"},
                                                      {"⁻", "^-"},
                                                      {"ᵀ", "^{\\mathsf T}"},
                                                      {"∎", "\\blacksquare"},
                                                      {"★", "\\bigstar"},
                                                      {"∀", "\\forall"},
                                                      {"∃", "\\exists"},
                                                      {"∪", "\\cup"},
                                                      {"∩", "\\cap"},
                                                      {"⊂", "\\subset"},
                                                      {"∅", "\\emptyset"},
                                                      {"⌊", "\\lfloor"},
                                                      {"⌋", "\\rfloor"},
                                                      {"ℓ", "\\ell"},
                                                      {"∑", "\\sum"},
                                                      {"′", "'"},
                                                      {"↔", "\\leftrightarrow"},
                                                      {"∘", "\\circ"},
                                                      {"ℝ", "\\mathbb R"},
                                                      {"𝓔", "\\mathcal E"},
                                                      {"𝓦", "\\mathcal W"},
                                                      {"ᵏ", "^k"},
                                                      {"ⁱ", "^i"},
                                                      {"⁹", "^9"},
                                                      {"₅", "_5"},
                                                      {"⅓", "\\tfrac13"},
                                                      {"⅔", "\\tfrac23"},
                                                      {"⊤", "\\top"},
                                                      {"⌈", "\\lceil"},
                                                      {"⌉", "\\rceil"},
                                                      {"‖", "\\|"},
                                                      {"∥", "\\parallel"},
                                                      {"∝", "\\propto"},
                                                      {"∓", "\\mp"},
                                                      {"ζ", "\\zeta"},
                                                      {"Π", "\\Pi"},
                                                      {"ϑ", "\\vartheta"},
                                                      {"ẋ", "\\dot x"},
                                                      {"ẍ", "\\ddot x"},
                                                      {"§", "\\S"},
                                                      {"≪", "\\ll"},
                                                      {"≡", "\\equiv"}};
  return all;
}

/// A plain decimal, with an exponent or without.
bool is_plain_decimal(const std::string& text) {
  std::size_t k = !text.empty() && text[0] == '-' ? 1 : 0, digits = 0;
  for (; k < text.size() && (std::isdigit(static_cast<unsigned char>(text[k])) != 0 || text[k] == '.'); ++k)
    digits += text[k] != '.' ? 1 : 0;
  if (digits == 0) return false;
  if (k == text.size()) return true;
  if (text[k] != 'e' && text[k] != 'E') return false;
  k += k + 1 < text.size() && (text[k + 1] == '+' || text[k + 1] == '-') ? 2 : 1;
  return k < text.size() && text.find_first_not_of("0123456789", k) == std::string::npos;
}

/// "1.3e-09" as 1.3 × 10⁻⁹.
std::string tex_decimal(const std::string& text) {
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string::npos) return text;
  const int exponent = std::stoi(text.substr(e + 1));
  return exponent == 0 ? text.substr(0, e) : text.substr(0, e) + "\\times10^{" + std::to_string(exponent) + "}";
}

}  // namespace

std::string tex_text(const std::string& text, tex_words words) {
  constexpr int unbroken = 3;
  static const std::map<std::string, std::string> in_text{{"\\", "\\textbackslash{}"},
                                                          {"^", "\\^{}"},
                                                          {"~", "\\~{}"},
                                                          {"…", "\\ldots{}"},
                                                          {"—", "---"},
                                                          {"–", "--"},
                                                          {"“", "``"},
                                                          {"”", "''"},
                                                          {"‘", "`"},
                                                          {"’", "'"},
                                                          {"\"", "''"}};
  /// Combining marks, by the second of their bytes; the first is 0xcc.
  static const std::map<char, std::string> accents{
      {'\x82', "\\hat"}, {'\x83', "\\tilde"}, {'\x84', "\\bar"}, {'\x87', "\\dot"}, {'\x88', "\\ddot"}};
  std::string out;
  int since_a_break = 0;
  for (std::size_t k = 0; k < text.size();) {
    const auto first = static_cast<unsigned char>(text[k]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const std::string c = text.substr(k, length);
    k += length;
    if (c == " ") {
      since_a_break = 0;
    } else if (words == tex_words::break_anywhere && ++since_a_break > unbroken) {
      out += "\\unibreak{}";
      since_a_break = 0;
    }
    const auto sign = signs_of_tex().find(c);
    std::string accent;
    if (k + 1 < text.size() && text[k] == '\xcc')
      if (const auto above = accents.find(text[k + 1]); above != accents.end()) accent = above->second, k += 2;
    if (sign != signs_of_tex().end())
      out += accent.empty() ? "$" + sign->second + "$" : "$" + accent + "{" + sign->second + "}$";
    else if (!accent.empty())
      out += "$" + accent + "{\\mathrm{" + c + "}}$";
    else if (const auto written = in_text.find(c); written != in_text.end())
      out += written->second;
    else if (std::string("&%$#_{}").find(c) != std::string::npos)
      out += "\\" + c;
    else if (length == 2 && first >= 0xc3 && first <= 0xc5)  // letters with accents, which inputenc knows
      out += c;
    else
      out += length > 1 ? "\\unknowncharacter{}" : c;
    if (words == tex_words::break_anywhere && std::string("_/.,|+-").find(c) != std::string::npos && k < text.size()) {
      out += "\\allowbreak{}";
      since_a_break = 0;
    }
  }
  return out;
}

std::string tex_number(const std::string& text) {
  static const std::string plus_minus = " ± ", more = "…";
  if (is_plain_decimal(text)) return "\\ensuremath{" + tex_decimal(text) + "}";
  if (text == "inf") return "\\ensuremath{\\infty}";
  if (text.ends_with(more) && is_plain_decimal(text.substr(0, text.size() - more.size())))
    return "\\ensuremath{" + text.substr(0, text.size() - more.size()) + "\\ldots}";
  if (const auto at = text.find(plus_minus); at != std::string::npos)
    if (const std::string value = text.substr(0, at), width = text.substr(at + plus_minus.size());
        is_plain_decimal(value) && is_plain_decimal(width))
      return "\\ensuremath{" + tex_decimal(value) + "\\pm" + tex_decimal(width) + "}";
  if (const auto comma = text.find(", "); text.starts_with('[') && text.ends_with(']') && comma != std::string::npos)
    if (const std::string low = text.substr(1, comma - 1), high = text.substr(comma + 2, text.size() - comma - 3);
        is_plain_decimal(low) && is_plain_decimal(high))
      return "\\ensuremath{[" + tex_decimal(low) + ",\\,\\allowbreak " + tex_decimal(high) + "]}";
  return tex_text(text, tex_words::whole);
}

std::string tex_of_html(const std::string& html) {
  static const std::map<std::string, std::string> entities{
      {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}};
  static const std::map<std::string, std::string> tags{{"<sub>", "$_{\\mbox{\\scriptsize "},
                                                       {"<sup>", "$^{\\mbox{\\scriptsize "},
                                                       {"</sub>", "}}$"},
                                                       {"</sup>", "}}$"},
                                                       {"<i>", "\\emph{"},
                                                       {"</i>", "}"},
                                                       {"<code>", "\\texttt{"},
                                                       {"</code>", "}"}};
  std::string out, plain;
  const auto put = [&] {
    out += tex_text(plain, tex_words::break_anywhere);
    plain.clear();
  };
  for (std::size_t k = 0; k < html.size(); ++k) {
    const char until = html[k] == '<' ? '>' : html[k] == '&' ? ';' : '\0';
    const std::size_t end = until == '\0' ? std::string::npos : html.find(until, k);
    if (end == std::string::npos) {
      plain += html[k];
      continue;
    }
    const std::string part = html.substr(k, end + 1 - k);
    if (const auto entity = entities.find(part); entity != entities.end()) {
      plain += entity->second;
    } else {
      put();
      if (const auto tag = tags.find(part); tag != tags.end()) out += tag->second;
    }
    k = end;
  }
  put();
  return out;
}

std::string tex_markup(const std::string& text) {
  std::string out;
  std::size_t plain = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '_' && text[k] != '^') continue;
    out += tex_text(text.substr(plain, k - plain), tex_words::whole);
    const bool braced = k + 1 < text.size() && text[k + 1] == '{';
    std::size_t end = braced ? text.find('}', k) : k + 2;
    while (!braced && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    const std::size_t first = braced ? k + 2 : k + 1;
    if (end == std::string::npos || first >= text.size() ||
        (!braced && end < text.size() &&
         (text[end] == '_' || std::isalnum(static_cast<unsigned char>(text[end])) != 0))) {
      out += tex_text(text.substr(k, 1), tex_words::whole);  // within a name
      plain = k + 1;
      continue;
    }
    out += std::string("$") + text[k] + "{\\mbox{\\scriptsize " +
           tex_text(text.substr(first, end - first), tex_words::whole) + "}}$";
    k = braced ? end : end - 1;
    plain = k + 1;
  }
  return out + tex_text(text.substr(plain), tex_words::whole);
}

}  // namespace unilateral::render
