#!/usr/bin/env python3
"""browse.py FOLDER [--pictures FOLDER] [--only NAME] [--axe FOLDER]: the pages of a report as a reader's browser has
them.

Opens every .html file of the folder in headless Chromium (Debian's `chromium`, over its DevTools protocol), light at
1440 and dark at 390 pixels, and prints a line for each fault: a message on the console, a request that leaves the
folder, a link or fragment that leads nowhere, a target that is hidden, an id twice, a page wider than the window, more
elements or bytes than a page may have, a picture without a text or that did not load, headings out of order, no
landmark, text of too little contrast, a control without a name. Exit status 1 if there is one, 0 if not, 77 where there
is no browser.
--axe: each page is also held against the rules of axe-core, which is kept in that folder, and comes from the registry
of npm where it is not there; exit status 78 where it cannot be had.
"""
import argparse
import base64
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.parse
import urllib.request

MOST_ELEMENTS, MOST_BYTES, MOST_BYTES_OF_INDEX = 8000, 1_500_000, 300_000
LEAST_CONTRAST = 4.5  # WCAG 2.1, 1.4.3

AXE = "https://registry.npmjs.org/axe-core/-/axe-core-4.14.1.tgz"
DIGEST_OF_AXE = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="  # SHA-512

LOOK = r"""
(function () {
  const faults = [], visible = e => e.getClientRects().length > 0;
  const say = (what, e) => faults.push(what + ': ' + (e.outerHTML || '').slice(0, 120).replace(/\s+/g, ' '));
  const ids = {};
  for (const e of document.querySelectorAll('[id]')) {
    if (ids[e.id]) say('id twice', e);
    ids[e.id] = true;
  }
  const wide = document.scrollingElement.scrollWidth;
  if (wide > window.innerWidth) {
    faults.push('wider than the window: ' + wide + ' > ' + window.innerWidth);
    for (const e of document.querySelectorAll('main *'))
      if (!e.closest('.scroll, pre, .formula') && e.getBoundingClientRect().right > window.innerWidth + 1) {
        say('too wide', e);
        break;
      }
  }
  for (const e of document.querySelectorAll('img')) {
    if (!e.getAttribute('alt')) say('picture without a text', e);
    if (!e.complete || !e.naturalWidth) say('picture that did not load', e);
  }
  let before = 0;
  for (const e of document.querySelectorAll('h1, h2, h3, h4')) {
    const level = Number(e.tagName[1]);
    if (level > before + 1) say('heading out of order', e);
    before = level;
  }
  if (document.querySelectorAll('h1').length !== 1) faults.push('expected one h1');
  for (const name of ['header', 'main', 'footer'])
    if (document.querySelectorAll('body > ' + name).length !== 1) faults.push('expected one ' + name);
  if (!document.documentElement.lang) faults.push('no language');
  if (!document.title) faults.push('no title');
  for (const e of document.querySelectorAll('a, button, input'))
    if (!(e.textContent.trim() || e.getAttribute('aria-label'))) say('control without a name', e);
  for (const e of document.querySelectorAll('table'))
    if (!e.tHead || !e.caption || !e.querySelector('th[scope]')) say('table without caption or headings', e);
  const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
  const light = c => {
    const [r, g, b] = c.map(x => x / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const seen = new Set();
  for (const e of document.querySelectorAll('body *')) {
    if (!visible(e) || !Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const ink = getComputedStyle(e).color;
    let behind = [0, 0, 0, 0];
    for (let x = e; x && behind[3] === 0; x = x.parentElement) {
      const c = rgb(getComputedStyle(x).backgroundColor);
      if (c.length === 3 || c[3] > 0) behind = [c[0], c[1], c[2], 1];
    }
    if (behind[3] === 0) behind = [255, 255, 255, 1];
    const pair = ink + behind;
    if (seen.has(pair)) continue;
    seen.add(pair);
    const a = light(rgb(ink).slice(0, 3)), b = light(behind.slice(0, 3));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < LEAST_CONTRAST) say('contrast ' + ratio.toFixed(2), e);
  }
  return JSON.stringify({
    faults: faults, elements: document.querySelectorAll('*').length, ids: Object.keys(ids),
    links: Array.from(document.querySelectorAll('a[href]')).map(e => e.getAttribute('href')),
    hidden: Object.keys(ids).filter(id => !visible(document.getElementById(id)))});
})()
""".replace("LEAST_CONTRAST", str(LEAST_CONTRAST))


def axe_in(folder):
    """The text of axe.min.js; None where it cannot be had. Kept is nothing but the release of that digest."""
    def is_right(content):
        return base64.b64encode(hashlib.sha512(content).digest()).decode() == DIGEST_OF_AXE

    kept = pathlib.Path(folder) / AXE.rsplit("/", 1)[1]
    if not kept.exists() or not is_right(kept.read_bytes()):
        try:
            with urllib.request.urlopen(AXE, timeout=60) as answer:
                content = answer.read()
        except OSError:
            return None
        if not is_right(content):
            return None
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(content)
        unfinished.rename(kept)
    with tarfile.open(kept) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


class Browser:
    """One page of a headless Chromium, spoken to in its DevTools protocol."""

    def __init__(self, program):
        import websocket
        self.home = tempfile.mkdtemp(prefix="unilateral_browser_")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--allow-file-access-from-files", "--remote-debugging-port=0",
             "--remote-allow-origins=*", "--user-data-dir=" + self.home, "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            if "DevTools listening on" in line:
                port = urllib.parse.urlparse(line.split()[-1]).port
                break
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            page = next(p for p in json.load(answer) if p["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60, max_size=None)
        self.last, self.events = 0, []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(domain + ".enable")

    def ask(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url, width, dark):
        """The events of loading the page."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.ask("Page.navigate", url="about:blank")
        self.events = []
        self.ask("Page.navigate", url=url)
        state = "document.readyState === 'complete' && location.href"
        while self.ask("Runtime.evaluate", expression=state, returnByValue=True)["result"].get("value") != url:
            time.sleep(0.02)
        return self.events

    def look(self):
        answer = self.ask("Runtime.evaluate", expression=LOOK, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError("a page cannot be looked at: " + json.dumps(answer["exceptionDetails"])[:600])
        return json.loads(answer["result"]["value"])

    def violations(self, axe):
        """A line for each rule that the page breaks, with the first place."""
        self.ask("Runtime.evaluate", expression=axe)
        run = """axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify(found.violations.map(
            v => v.id + ' (' + v.nodes.length + '): ' + v.help + ': ' + v.nodes[0].html.slice(0, 120))))"""
        answer = self.ask("Runtime.evaluate", expression=run, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError("axe cannot look at a page: " + json.dumps(answer["exceptionDetails"])[:600])
        return json.loads(answer["result"]["value"])

    def picture(self, path, whole):
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def printed_pages(self):
        data = base64.b64decode(self.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
        return data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") or data.count(b"/Type/Page\n") or 1

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def faults_of_events(events, folder):
    for e in events:
        method, what = e.get("method"), e.get("params", {})
        if method == "Runtime.consoleAPICalled":
            yield "console: " + str(what.get("args"))[:200]
        elif method == "Runtime.exceptionThrown":
            yield "exception: " + str(what.get("exceptionDetails", {}).get("text"))[:200]
        elif method == "Log.entryAdded":
            yield "log: " + what["entry"].get("text", "")[:200]
        elif method == "Network.requestWillBeSent":
            url = what["request"]["url"]
            if not url.startswith(("file://" + urllib.parse.quote(str(folder)), "data:", "about:")):
                yield "request outside: " + url[:200]
        elif method == "Network.loadingFailed" and not what.get("canceled"):
            yield "failed to load: " + what.get("errorText", "")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("folder")
    words.add_argument("--pictures")
    words.add_argument("--only", action="append", default=[])
    words.add_argument("--print", action="store_true", dest="paper")
    words.add_argument("--axe")
    asked = words.parse_args()
    program = shutil.which("chromium")
    try:
        import websocket  # noqa: F401
    except ImportError:
        program = None
    if program is None:
        print("no browser: expected the packages chromium and python3-websocket", file=sys.stderr)
        return 77
    axe = axe_in(asked.axe) if asked.axe else None
    if asked.axe and axe is None:
        print(f"no axe-core: expected it in {asked.axe}, or at {AXE}", file=sys.stderr)
        return 78
    folder = pathlib.Path(asked.folder).resolve()
    pages = sorted(p for p in folder.glob("*.html") if not asked.only or p.name in asked.only)
    browser, seen, faults = Browser(program), {}, []
    try:
        for path in pages:
            size, most = path.stat().st_size, MOST_BYTES_OF_INDEX if path.name == "index.html" else MOST_BYTES
            if size > most:
                faults.append(f"{path.name}: {size} bytes, at most {most}")
            for width, dark in ((1440, False), (390, True)):
                events = browser.open(path.as_uri(), width, dark)
                look = browser.look()
                where = f"{path.name} at {width}"
                faults += [f"{where}: {f}" for f in faults_of_events(events, folder)]
                faults += [f"{where}: {f}" for f in look["faults"]]
                if axe:
                    faults += [f"{where}: axe: {v}" for v in browser.violations(axe)]
                if look["elements"] > MOST_ELEMENTS:
                    faults.append(f"{where}: {look['elements']} elements, at most {MOST_ELEMENTS}")
                if asked.pictures:
                    os.makedirs(asked.pictures, exist_ok=True)
                    browser.picture(f"{asked.pictures}/{path.stem}-{width}.png", False)
            seen[path.name] = look
            if asked.paper:
                print(f"{path.name}: {size} bytes, {look['elements']} elements, "
                      f"{browser.printed_pages()} printed pages")
    finally:
        browser.close()
    for name, look in seen.items():
        for link in set(look["links"]):
            target = urllib.parse.urlparse(link)
            if target.scheme in ("http", "https", "mailto"):
                continue
            file, fragment = urllib.parse.unquote(target.path) or name, urllib.parse.unquote(target.fragment)
            if not (folder / file).exists():
                faults.append(f"{name}: link to {link}: no such file")
            elif fragment and file in seen and fragment not in seen[file]["ids"]:
                faults.append(f"{name}: link to {link}: no such place")
            elif fragment and file in seen and fragment in seen[file]["hidden"]:
                faults.append(f"{name}: link to {link}: a hidden place")
    for line in faults:
        print(line)
    print(f"{len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
