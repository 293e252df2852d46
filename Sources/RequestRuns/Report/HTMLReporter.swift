/// A self-contained page. It embeds the results as data, and a script renders only the visible ones.
package struct HTMLReporter: RunReporter {
  private var json = JSONReporter()

  package mutating func begin(_ run: RunFacts) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'">
    <title>\(run.name.xml)</title>
    <style>
    \(HTMLReportPage.style)
    </style>
    </head>
    <body>
    <h1>\(run.name.xml)</h1>
    <p id="facts"></p>
    <p id="totals"></p>
    <p><label>Show <select id="kind"><option value="">all</option><option value="failed">failures</option>\
    <option value="passed">passed</option><option value="skipped">skipped</option></select></label>
    <label>Filter <input id="filter" type="search" placeholder="name, URL, status, check"></label>
    <span id="shown"></span></p>
    <div id="list"></div>
    <noscript>This report needs JavaScript to show its results.</noscript>
    <script type="application/json" id="data">

    """ + json.begin(run).inScript
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    json.report(result, exchange).inScript
  }

  package mutating func end(_ totals: RunTotals) -> String {
    json.end(totals).inScript + """
      </script>
      <script>
      \(HTMLReportPage.script)
      </script>
      </body>
      </html>

      """
  }
}

extension String {
  /// JSON that cannot end the script element: `<` occurs only inside of its strings.
  fileprivate var inScript: String { replacingExactly("<", with: "\\u003C") }
}

/// The style and the script of the page.
enum HTMLReportPage {
  static let style = """
    :root { color-scheme: light dark; --line: #8884; --bad: #c62828; --good: #2e7d32; --dim: #777 }
    @media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #81c995; --dim: #999 } }
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
    h1 { font-size: 1.4rem }
    details { border-top: 1px solid var(--line); padding: .3rem 0 }
    summary { cursor: pointer; overflow-wrap: anywhere }
    pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line);
      padding-left: .8rem }
    .mark { font-weight: 600 } .failed, .error, .cancelled { color: var(--bad) } .passed { color: var(--good) }
    .skipped, .dim { color: var(--dim) }
    label { margin-right: 1rem }
    """

  static let script = #"""
    'use strict';
    const report = JSON.parse(document.getElementById('data').textContent);
    const byId = id => document.getElementById(id);
    const bad = r => r.result !== 'passed' && r.result !== 'skipped';
    const results = report.results.map((r, i) => ({ r, i })).sort((a, b) => bad(b.r) - bad(a.r) || a.i - b.i);
    for (const e of results) {
      e.checks = [...(e.r.checks || []), ...(e.r.scriptErrors || [])];
      e.text = [e.r.name, e.r.path, e.r.method, e.r.url, e.r.status, e.r.error, e.r.skipReason,
        ...e.checks.map(c => c.name + ' ' + (c.detail || ''))].join(' ').toLowerCase();
    }
    const element = (name, kind, text) => {
      const e = document.createElement(name);
      if (kind) e.className = kind;
      if (text !== undefined) e.textContent = text;
      return e;
    };
    const t = report.totals, f = report.run;
    byId('facts').textContent = [f.startedAt, f.environment && 'environment ' + f.environment, f.dataFile]
      .filter(Boolean).join(' · ');
    byId('totals').append(element('span', 'mark ' + t.result, t.result),
      ` · ${t.iterations} iterations · ${t.requests} requests, ${t.failedRequests} failed · ` +
      `${t.checks} checks, ${t.failedChecks} failed` + (t.skippedChecks ? `, ${t.skippedChecks} skipped` : '') +
      (t.scriptErrors ? ` · script errors: ${t.scriptErrors}` : '') + ` · ${Number(t.seconds).toFixed(2)} s` +
      (t.ending ? ' · ' + t.ending : ''));
    const open = (details, r) => {
      if (details.children.length > 1) return;
      const add = (kind, text) => details.append(element('div', kind, text));
      add('dim', `${r.startedAt} · ${r.bodySize} bytes` + (r.attempts ? ` · ${r.attempts} attempts` : '') +
        (r.exchange ? ` · exchange ${r.exchange}` : ''));
      add('', `${r.method} ${r.url}`);
      if (r.error) add('error', r.error);
      if (r.skipReason) add('dim', r.skipReason);
      for (const c of [...(r.checks || []), ...(r.scriptErrors || [])]) {
        add(c.skipped ? 'skipped' : c.passed ? 'passed' : 'failed',
          (c.skipped ? '- ' : c.passed ? '✓ ' : '✗ ') + c.name + (c.detail ? ': ' + c.detail : ''));
      }
      if (r.console) details.append(element('pre', 'dim', r.console.map(l => l.level + ': ' + l.text).join('\n')));
      if (r.bodyExcerpt) details.append(element('pre', '', r.bodyExcerpt));
    };
    const row = ({ r }) => {
      const details = element('details'), line = element('summary');
      line.append(element('span', 'mark ' + r.result, (r.status ?? r.result.toUpperCase()) + ' '),
        r.method + ' ' + r.path, element('span', 'dim', (f.iterations > 1 ? ' · iteration ' + r.iteration : '') +
          ` · ${(r.seconds * 1000).toFixed(1)} ms` + (r.checks ?
            ` · ${r.checks.filter(c => c.passed && !c.skipped).length} of ${r.checks.length} checks` : '')));
      details.append(line);
      details.addEventListener('toggle', () => open(details, r));
      return details;
    };
    const pageSize = 200;
    let found = [], shown = 0;
    const more = () => {
      const page = found.slice(shown, shown + pageSize);
      shown += page.length;
      byId('list').append(...page.map(row));
      if (shown < found.length) {
        const button = element('button', '', `Show more (${found.length - shown})`);
        button.onclick = () => { button.remove(); more(); };
        byId('list').append(button);
      }
    };
    const show = () => {
      const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean), kind = byId('kind').value;
      found = results.filter(e => words.every(w => e.text.includes(w)) &&
        (!kind || (kind === 'failed' ? bad(e.r) : e.r.result === kind)));
      shown = 0;
      byId('list').replaceChildren();
      byId('shown').textContent = `${found.length} of ${results.length}`;
      more();
    };
    byId('filter').oninput = byId('kind').onchange = show;
    show();
    """#
}
