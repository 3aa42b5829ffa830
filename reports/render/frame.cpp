#include "reports/render/frame.hpp"

#include <fmt/format.h>

#include <cctype>

namespace unilateral::render {
namespace {

/// Contrasts of text are at least 4.5 in either scheme. A verdict is told by a sign too, never by its colour alone.
constexpr const char* style_of_pages = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1c; --soft: #595959; --rule: #d9d9d9; --line: #222;
  --accent: #1b4f8a; --code: #f4f4f1; --holds: #1f6135; --open: #7a4f00; --corrected: #6a3d9a; --bad: #a3282b; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15171a; --ink: #e6e6e6; --soft: #b4b4b4; --rule: #3a3d42; --line: #9a9a9a; --accent: #8ab8f0;
    --code: #22252a; --holds: #7fd39b; --open: #f0c060; --corrected: #cdb0f7; --bad: #a3282b; } }
* { box-sizing: border-box; }
body { font: 16px/1.55 Georgia, 'DejaVu Serif', serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 64rem; padding: 1rem 1.2rem 4rem; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0 .3rem; overflow-wrap: anywhere; }
h2 { margin-top: 2.6rem; border-bottom: 1px solid var(--rule); padding-bottom: .2rem; }
h3 { margin-top: 1.8rem; }
:target { outline: 3px solid var(--accent); outline-offset: 2px; scroll-margin-top: 3rem; }
a { color: var(--accent); }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; }
.lead { color: var(--soft); font-size: 1.1rem; margin-top: 0; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; padding: 0; margin: .6rem 0; }
nav a[aria-current] { color: var(--ink); font-weight: bold; text-decoration: none; }
code, pre { font: .86em/1.45 'DejaVu Sans Mono', Menlo, Consolas, monospace; background: var(--code); }
code { padding: .1em .25em; overflow-wrap: anywhere; }
pre { padding: .7rem .9rem; overflow-x: auto; } pre code { padding: 0; }
.formula, .scroll { overflow-x: auto; }
.scroll { margin: 1.2rem 0; }
table { border-collapse: collapse; font-size: .86rem; font-family: 'DejaVu Sans', Verdana, sans-serif;
  overflow-wrap: normal; }
caption { text-align: left; color: var(--soft); padding: .3rem 0; font-family: Georgia, 'DejaVu Serif', serif;
  font-size: .95rem; }
th { text-align: left; border-top: 2px solid var(--line); border-bottom: 1px solid var(--line); padding: .3rem .6rem;
  vertical-align: bottom; }
tbody th { border: 0; border-bottom: 1px solid var(--rule); font-weight: normal; vertical-align: top; }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--accent); }
th[aria-sort=ascending] button::after { content: ' ▲'; } th[aria-sort=descending] button::after { content: ' ▼'; }
td { padding: .22rem .6rem; border-bottom: 1px solid var(--rule); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 2px solid var(--line); }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.holds { color: var(--holds); } td.holds::before, .says.holds::before { content: '✓ '; }
.proved { color: var(--holds); font-weight: bold; } .proved::before { content: '∎ '; }
.corrected { color: var(--corrected); font-weight: bold; } .corrected::before { content: '✎ '; }
.fails { color: #fff; background: var(--bad); font-weight: bold; } .fails::before { content: '✗ '; }
.unknown, .expected { color: var(--open); font-style: italic; } .unknown::before { content: '? '; }
.expected::before { content: '○ '; }
.nothing { color: var(--soft); } .nothing::before { content: '– '; }
.says { padding: 0 .3em; }
.files { font-size: .8rem; margin-left: .6rem; }
.filter { display: block; margin: .3rem 0; font: inherit; max-width: 100%; }
.tally { display: flex; flex-wrap: wrap; gap: .8rem; padding: 0; list-style: none; }
.tally li { border: 1px solid var(--rule); border-radius: .4rem; padding: .5rem .9rem; }
.tally b { display: block; font-size: 1.6rem; line-height: 1.2; }
.findings > li { margin: .7rem 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.6rem; }
figure { margin: 0; min-width: 0; }
figure img { width: 100%; height: auto; background: #fff; border: 1px solid var(--rule); }
figcaption { font-size: .87rem; color: var(--soft); }
dt { font-weight: bold; margin-top: 1.2rem; } dd { margin-left: 0; }
.claim { border-top: 1px solid var(--rule); padding-top: .2rem; }
footer { margin-top: 4rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--rule); }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #333; --rule: #bbb; --line: #000; --accent: #000; --code: #fff;
    --holds: #000; --open: #000; --corrected: #000; color-scheme: light; }
  body { max-width: none; font-size: 10pt; padding: 0; } nav, .skip, .filter, .files { display: none; }
  .scroll, .formula, pre { overflow: visible; } pre { white-space: pre-wrap; } table { font-size: 7.5pt; }
  tr, figure, .claim { break-inside: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; }
  .fails { color: #000; background: #fff; } .figures { grid-template-columns: 1fr 1fr; } }
)";

/// Sorts a table by a column, and hides rows without a word that is typed. Pages are whole without it.
constexpr const char* script_of_pages = R"(
document.querySelectorAll('table').forEach(function (table) {
  var body = table.tBodies[0], many = body ? body.rows.length : 0;
  if (many < 5) return;
  var value = function (row, k) {
    var text = row.cells[k] ? row.cells[k].textContent.trim() : '', n = parseFloat(text.replace('−', '-'));
    return isNaN(n) ? text : n;
  };
  Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, k) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.textContent = '';
    head.appendChild(button);
    button.addEventListener('click', function () {
      var down = head.getAttribute('aria-sort') === 'ascending', rows = Array.prototype.slice.call(body.rows);
      Array.prototype.forEach.call(table.tHead.rows[0].cells, function (x) { x.removeAttribute('aria-sort'); });
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      rows.sort(function (a, b) {
        var x = value(a, k), y = value(b, k);
        if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
      }).forEach(function (row) { body.appendChild(row); });
    });
  });
  if (many < 15) return;
  var field = document.createElement('input');
  field.type = 'search';
  field.className = 'filter';
  field.placeholder = 'rows with …';
  field.setAttribute('aria-label', 'show only rows of the table with this text');
  field.addEventListener('input', function () {
    Array.prototype.forEach.call(body.rows, function (row) {
      row.hidden = row.textContent.toLowerCase().indexOf(field.value.toLowerCase()) < 0;
    });
  });
  table.caption.appendChild(field);
});
)";

std::string navigation(const std::vector<link>& links, const char* name, const std::string& here) {
  if (links.empty()) return "";
  std::string out = fmt::format("<nav aria-label=\"{}\"><ul>\n", name);
  for (const link& l : links)
    out += fmt::format("<li><a href=\"{}\"{}>{}</a></li>\n", escaped(l.to),
                       !here.empty() && l.to == here ? " aria-current=\"page\"" : "", escaped(l.text));
  return out + "</ul></nav>\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string slug(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' ? c : '-';
  return out;
}

std::size_t elements_in(const std::string& html) {
  std::size_t count = 0;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1))
    if (at + 1 < html.size() && std::isalpha(static_cast<unsigned char>(html[at + 1])) != 0) ++count;
  return count;
}

std::string framed(const frame& of, const std::string& inside) {
  const study::run_provenance& made = of.made;
  return fmt::format(
             "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
             "content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{}</style></head>\n<body>\n"
             "<a class=\"skip\" href=\"#content\">To the content</a>\n<header>\n{}<h1>{}</h1>\n{}{}</header>\n"
             "<main id=\"content\">\n",
             escaped(of.title), style_of_pages, navigation(of.around, "pages", of.here), escaped(of.title),
             of.lead.empty() ? "" : "<p class=\"lead\">" + of.lead + "</p>\n",
             navigation(of.within, "on this page", "")) +
         inside +
         fmt::format(
             "</main>\n<footer><p>Version {}, commit {}; compiler {}, flags {}; {}; processor {}; made "
             "{}.{}</p></footer>\n<script>{}"
             "</script>\n</body></html>\n",
             escaped(made.version), escaped(made.commit), escaped(made.compiler), escaped(made.flags),
             escaped(made.libraries), escaped(made.processor), escaped(made.date), of.more.empty() ? "" : " " + of.more,
             script_of_pages);
}

}  // namespace unilateral::render
