#include "reports/command/manual.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <functional>
#include <sstream>

namespace unilateral::command {
namespace {

// --- the table, as plain data ---

struct entry {
  std::vector<std::string> names;  ///< "-h", "--help"; of an operand its name alone
  std::string value;               ///< "FILE"; empty for a flag
  std::vector<std::string> choices;
  std::string description, standard;  ///< standard: the value it has when it is not given
  bool operand = false, required = false, repeated = false;
};

struct page {
  std::string name, description;
  std::vector<entry> entries;
};

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream list(text);
  for (std::string part; std::getline(list, part, separator);) parts.push_back(part);
  return parts;
}

entry entry_of(const CLI::Option& option) {
  entry e;
  e.operand = option.get_positional();
  if (e.operand) e.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) e.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) e.names.push_back("--" + name);
  if (option.get_type_size() != 0 && !e.operand) {
    // "F:json|csv": what it is, and which there are (one_of in unilateral.cpp)
    const std::string type = option.get_type_name();
    const auto colon = type.find(':');
    e.value = type.substr(0, colon);
    if (colon != std::string::npos && type.find('|') != std::string::npos)
      e.choices = parts_of(type.substr(colon + 1), '|');
  }
  e.description = option.get_description();
  e.standard = option.get_default_str();
  e.required = option.get_required();
  e.repeated = option.get_expected_max() > 1;
  return e;
}

page page_of(const CLI::App& app) {
  page p{app.get_name(), app.get_description(), {}};
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) p.entries.push_back(entry_of(*option));
  return p;
}

std::vector<page> pages_of(const CLI::App& table) {
  std::vector<page> pages;
  for (const CLI::App* sub : table.get_subcommands(std::function<bool(const CLI::App*)>{}))
    if (!sub->get_group().empty()) pages.push_back(page_of(*sub));
  return pages;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// --- roff ---

/// Text that means nothing to roff: a hyphen is one, no line begins a request.
std::string roff(std::string text) {
  text = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  std::string lines;
  for (const std::string& line : parts_of(text, '\n'))
    lines += (lines.empty() ? "" : "\n.br\n") +
             std::string(!line.empty() && (line[0] == '.' || line[0] == '\'') ? "\\&" : "") + line;
  return lines;
}

std::string in_bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }

std::string title_of(const entry& e) {
  std::string title;
  for (const std::string& name : e.names) title += (title.empty() ? "" : ", ") + in_bold(name);
  if (!e.choices.empty()) {
    std::string list;
    for (const std::string& choice : e.choices) list += (list.empty() ? "" : "|") + in_bold(choice);
    return title + " " + list;
  }
  return e.value.empty() ? title : title + " \\fI" + roff(e.value) + "\\fR";
}

void write_entries(std::ostream& out, const page& p) {
  for (const entry& e : p.entries) {
    out << ".TP\n" << title_of(e) << '\n' << roff(e.description);
    if (!e.standard.empty()) out << " (default: " << roff(e.standard) << ')';
    out << '\n';
  }
}

void write_synopsis(std::ostream& out, const std::string& program, const page& p) {
  out << in_bold(program + " " + p.name);
  bool options = false;
  for (const entry& e : p.entries) {
    options = options || !e.operand;
    if (e.operand) out << " \\fI" << roff(e.names.front()) << "\\fR" << (e.repeated ? " ..." : "");
  }
  out << (options ? " [\\fIoption\\fR ...]" : "") << '\n';
}

// --- shells ---

/// In single quotes, for a POSIX shell.
std::string in_quotes(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

std::string joined_by(const std::vector<std::string>& list, const std::string& separator) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : separator) + item;
  return text;
}

/// What may follow an option, or stand as an operand.
struct completion {
  std::vector<std::string> words;
  bool file = false, folder = false;
};

completion completion_of(const entry& e, const std::vector<placeholder>& words) {
  if (!e.choices.empty()) return {e.choices};
  const std::string name = e.operand ? e.names.front() : e.value;
  for (const placeholder& p : words)
    if (p.name == name) return {p.words, p.or_file};
  if (name == "DIR") return {.words = {}, .folder = true};
  // An operand that is no placeholder, and every FILE, is a file.
  return {.words = {}, .file = e.operand || name.starts_with("FILE")};
}

/// The first sentence or clause, for a list of a line each.
std::string in_short(const std::string& description) {
  const auto end = description.find_first_of(";:(\n");
  std::string text = description.substr(0, end);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  return text;
}

std::vector<std::string> names_of(const page& p) {
  std::vector<std::string> names;
  for (const entry& e : p.entries)
    if (!e.operand) names.insert(names.end(), e.names.begin(), e.names.end());
  return names;
}

std::string bash_reply(const completion& c) {
  std::string line;
  if (!c.words.empty()) line += " -W " + in_quotes(joined_by(c.words, " "));
  if (c.file) line += " -f";
  if (c.folder) line += " -d";
  return line.empty() ? "" : "COMPREPLY=($(compgen" + line + " -- \"$cur\"))";
}

std::string bash(const std::string& program, const page& top, const std::vector<page>& pages,
                 const std::vector<placeholder>& words) {
  std::ostringstream out;
  std::vector<std::string> subcommands;
  for (const page& p : pages) subcommands.push_back(p.name);
  out << "# bash completion of " << program << ", made from its option table\n_" << program << "() {\n"
      << "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" sub=\"${COMP_WORDS[1]}\"\n"
      << "  COMPREPLY=()\n"
      << "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W "
      << in_quotes(joined_by(subcommands, " ") + " " + joined_by(names_of(top), " ")) << " -- \"$cur\"))\n"
      << "    return\n  fi\n  case \"$sub $prev\" in\n";
  for (const page& p : pages)
    for (const entry& e : p.entries)
      if (!e.operand && !e.value.empty())
        for (const std::string& name : e.names)
          out << "    " << in_quotes(p.name + " " + name) << ") " << bash_reply(completion_of(e, words))
              << "; return ;;\n";
  out << "  esac\n  case \"$sub\" in\n";
  for (const page& p : pages) {
    completion operand;
    for (const entry& e : p.entries)
      if (e.operand) {
        const completion c = completion_of(e, words);
        operand.words.insert(operand.words.end(), c.words.begin(), c.words.end());
        operand.file = operand.file || c.file;
      }
    out << "    " << p.name << ")\n      case \"$cur\" in\n        -*) COMPREPLY=($(compgen -W "
        << in_quotes(joined_by(names_of(p), " ")) << " -- \"$cur\")) ;;\n        *) "
        << (bash_reply(operand).empty() ? ":" : bash_reply(operand)) << " ;;\n      esac ;;\n";
  }
  out << "  esac\n}\ncomplete -o filenames -F _" << program << ' ' << program << '\n';
  return replaced(out.str(), ") ; return", ") return");
}

std::string zsh_action(const completion& c) {
  std::string action;
  if (!c.words.empty()) action = "(" + joined_by(c.words, " ") + ")";
  if (c.words.empty() && c.folder) action = "_files -/";
  if (c.words.empty() && c.file) action = "_files";
  if (!c.words.empty() && c.file)
    action = "{_alternative \"words:word:(" + joined_by(c.words, " ") + ")\" \"files:file:_files\"}";
  return action;
}

/// In a specification of _arguments brackets and colons mean something.
std::string zsh_text(const std::string& text) {
  return replaced(replaced(replaced(text, "[", "("), "]", ")"), ":", "\\:");
}

std::string zsh(const std::string& program, const page& top, const std::vector<page>& pages,
                const std::vector<placeholder>& words) {
  const auto specification = [&](const entry& e, const std::string& name) {
    std::string text = (e.repeated ? "*" : "") + name + "[" + zsh_text(in_short(e.description)) + "]";
    if (!e.value.empty()) text += ":" + zsh_text(e.value) + ":" + zsh_action(completion_of(e, words));
    return in_quotes(text);
  };
  std::ostringstream out;
  out << "#compdef " << program << "\n# zsh completion of " << program << ", made from its option table\n_" << program
      << "() {\n  local -a subcommands\n  subcommands=(\n";
  for (const page& p : pages)
    out << "    " << in_quotes(p.name + ":" + replaced(in_short(p.description), ":", "\\:")) << '\n';
  out << "  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command subcommands\n    _arguments";
  for (const std::string& name : names_of(top)) out << ' ' << in_quotes(name);
  out << "\n    return\n  fi\n  local sub=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $sub in\n";
  for (const page& p : pages) {
    out << "    " << p.name << ")\n      _arguments";
    for (const entry& e : p.entries) {
      if (e.operand)
        out << " \\\n        "
            << in_quotes((e.repeated ? "*:" : ":") + zsh_text(e.names.front()) + ":" +
                         zsh_action(completion_of(e, words)));
      else
        for (const std::string& name : e.names) out << " \\\n        " << specification(e, name);
    }
    out << " ;;\n";
  }
  out << "  esac\n}\n_" << program << " \"$@\"\n";
  return out.str();
}

std::string fish(const std::string& program, const page& top, const std::vector<page>& pages,
                 const std::vector<placeholder>& words) {
  const auto fish_text = [](const std::string& text) {
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
  };
  std::ostringstream out;
  out << "# fish completion of " << program << ", made from its option table\n";
  const auto line = [&](const std::string& condition, const entry& e) {
    const completion c = completion_of(e, words);
    out << "complete -c " << program << " -n " << fish_text(condition);
    for (const std::string& name : e.names)
      if (!e.operand) out << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
    if (!e.operand) out << " -d " << fish_text(in_short(e.description));
    if (!e.operand && !e.value.empty()) out << " -r";
    if (!c.words.empty()) out << " -a " << fish_text(joined_by(c.words, " "));
    if (c.folder) out << " -a '(__fish_complete_directories)'";
    if (!c.file && !c.folder && (e.operand || !e.value.empty())) out << " -f";
    if (c.file) out << " -F";
    out << '\n';
  };
  for (const page& p : pages)
    out << "complete -c " << program << " -n __fish_use_subcommand -f -a " << p.name << " -d "
        << fish_text(in_short(p.description)) << '\n';
  for (const entry& e : top.entries) line("__fish_use_subcommand", e);
  for (const page& p : pages)
    for (const entry& e : p.entries) line("__fish_seen_subcommand_from " + p.name, e);
  return out.str();
}

}  // namespace

std::string man_page(const CLI::App& table, const std::string& version) {
  const page top = page_of(table);
  const std::vector<page> pages = pages_of(table);
  std::ostringstream out;
  out << ".TH " << "UNILATERAL 1 \"\" \"unilateral " << roff(version) << "\" \"User Commands\"\n"
      << ".SH NAME\n"
      << top.name << " \\- verified numerics for mechanics with one\\-sided constraints\n"
      << ".SH SYNOPSIS\n.nf\n";
  for (const page& p : pages) write_synopsis(out, top.name, p);
  out << ".fi\n.SH DESCRIPTION\n" << roff(top.description) << '\n' << ".SH OPTIONS\n";
  write_entries(out, top);
  out << ".SH COMMANDS\n";
  for (const page& p : pages) {
    out << ".SS ";
    write_synopsis(out, top.name, p);
    out << roff(p.description) << ".\n";
    write_entries(out, p);
  }
  out << ".SH EXIT STATUS\n" << roff(table.get_footer()) << '\n';
  return out.str();
}

std::string completions(const CLI::App& table, const std::string& shell, const std::vector<placeholder>& words) {
  const page top = page_of(table);
  const auto make = shell == "bash" ? bash : shell == "zsh" ? zsh : fish;
  return make(top.name, top, pages_of(table), words);
}

}  // namespace unilateral::command
