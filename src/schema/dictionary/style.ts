// The stylesheet of the data dictionary: one file, because its pages may not have inline styles (Content-Security-Policy).

export const dictionaryStyle = `:root {
  color-scheme: light dark;
  --page: #f4f6f9; --surface: #fff; --sunken: #f0f3f7; --line: #e3e8ef; --line-strong: #c9d1dc;
  --text: #17202e; --soft: #4d5b70; --faint: #647086; --primary: #1b5bd6; --danger: #c62a2f;
  --green: #1a7f45; --blue: #1b5bd6; --red: #c62a2f; --orange: #a15c00; --purple: #6b3fa0; --cyan: #0b7285;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10141b; --surface: #181d26; --sunken: #131820; --line: #2a3240; --line-strong: #3d4859;
    --text: #e6eaf0; --soft: #b0bac8; --faint: #929eb0; --primary: #7aa7f8; --danger: #ff8a87;
    --green: #62d492; --blue: #7aa7f8; --red: #ff8a87; --orange: #efb354; --purple: #bb9af0; --cyan: #5cc8da;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 64px; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.6 -apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; overflow-wrap: anywhere; }
a { color: var(--primary); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, .scroll:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; border-radius: 3px; }
code { font: 0.92em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "Noto Sans Mono CJK SC", monospace; color: var(--soft); }
a code { color: inherit; }
small { font-size: 12px; color: var(--faint); }
em { color: var(--orange); font-style: normal; }
.soft { color: var(--soft); }
.none { color: var(--faint); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; z-index: 2; padding: 6px 12px; background: var(--surface); }
.top { position: sticky; top: 0; z-index: 1; display: flex; justify-content: space-between; gap: 16px; min-height: 48px; align-items: center; padding: 8px max(16px, calc((100vw - 1240px) / 2)); background: var(--surface); border-bottom: 1px solid var(--line); }
.top .brand { font-weight: 600; color: var(--text); margin-right: 12px; }
.top .language { white-space: nowrap; }
.slash { color: var(--faint); }
main { max-width: 1272px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.35; font-weight: 600; }
h1 code { font-size: 15px; font-weight: 400; }
h2 { margin: 0 0 12px; font-size: 17px; font-weight: 600; }
h3 { margin: 0 0 6px; font-size: 14px; font-weight: 600; }
p { margin: 0 0 8px; }
ul { margin: 0; padding-left: 20px; }
.lead { max-width: 900px; color: var(--soft); font-size: 15px; }
.sections { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 20px; }
.areas a { padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
section { margin-top: 20px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 12px 24px; margin: 0; padding: 16px 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.facts dt { font-size: 12px; color: var(--faint); }
.facts dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th { padding: 6px 10px; text-align: left; font-weight: 500; font-size: 12px; color: var(--soft); background: var(--sunken); border-bottom: 1px solid var(--line); }
td { padding: 8px 10px; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:target, tr:has(:target) { background: var(--sunken); }
.name { color: var(--text); font-weight: 600; }
.fields th:nth-child(1) { width: 17%; } .fields th:nth-child(2) { width: 25%; } .fields th:nth-child(4) { width: 9%; } .fields th:nth-child(5) { width: 8%; } .fields th:nth-child(6) { width: 11%; }
.endpoints th:nth-child(1) { width: 31%; } .endpoints th:nth-child(2) { width: 33%; } .endpoints th:nth-child(3) { width: 19%; }
.actions th:nth-child(1) { width: 18%; } .actions th:nth-child(2) { width: 8%; } .actions th:nth-child(3) { width: 22%; }
.overview th:nth-child(1) { width: 24%; } .overview th:nth-child(3) { width: 12%; } .overview th:nth-child(n + 4) { width: 7%; }
.overview td:nth-child(n + 4), .overview th:nth-child(n + 4) { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.word { white-space: nowrap; }
.cell > div + div { margin-top: 2px; }
.tags { display: inline-flex; flex-wrap: wrap; gap: 4px; vertical-align: top; }
.tag { --tone: var(--soft); padding: 0 6px; border: 1px solid color-mix(in srgb, var(--tone) 35%, transparent); border-radius: 4px; font-size: 12px; color: var(--tone); }
.tag code { color: inherit; opacity: 0.8; }
.green, .lime { --tone: var(--green); } .blue, .geekblue { --tone: var(--blue); } .red, .volcano { --tone: var(--red); }
.orange, .gold { --tone: var(--orange); } .purple, .magenta { --tone: var(--purple); } .cyan { --tone: var(--cyan); }
.method { display: inline-block; min-width: 42px; font: 600 11px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--primary); }
.method.get { color: var(--green); } .method.put { color: var(--orange); }
.path { color: var(--text); }
.scroll { overflow-x: auto; margin: 0 -8px 8px; padding: 0 8px; }
.states { display: block; font-size: 13px; }
.states text { text-anchor: middle; fill: var(--text); }
.states .state { --tone: var(--soft); }
.states .state.green, .states .state.lime { --tone: var(--green); } .states .state.blue, .states .state.geekblue { --tone: var(--blue); } .states .state.red, .states .state.volcano { --tone: var(--red); }
.states .state.orange, .states .state.gold { --tone: var(--orange); } .states .state.purple, .states .state.magenta { --tone: var(--purple); } .states .state.cyan { --tone: var(--cyan); }
.states rect { fill: color-mix(in srgb, var(--tone) 10%, var(--surface)); stroke: var(--tone); }
.states .final rect { stroke-width: 2.5; }
.states .life { stroke: var(--line-strong); stroke-dasharray: 2 4; }
.states .start { fill: var(--text); }
.states .start-line { stroke: var(--text); }
.states .manual { --ink: var(--primary); } .states .automatic { --ink: var(--faint); }
.states .line { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.states .automatic .line { stroke-dasharray: 5 4; }
.states .head, .states .dot { fill: var(--ink); }
.states .open { fill: var(--surface); stroke: var(--ink); stroke-width: 1.5; }
.states .name { font-weight: 400; fill: var(--text); paint-order: stroke; stroke: var(--surface); stroke-width: 4px; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 16px 32px; }
.neighbours { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px; margin-top: 24px; }
.neighbours .after { margin-left: auto; }
@media (max-width: 760px) {
  main { padding: 16px 12px 48px; }
  section { padding: 16px 14px; }
  thead { position: absolute; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; width: auto; }
  tbody tr { padding: 10px 0; border-bottom: 1px solid var(--line-strong); }
  tbody tr:last-child { border-bottom: 0; }
  td { display: grid; grid-template-columns: 84px 1fr; gap: 0 10px; padding: 2px 0; border: 0; }
  td::before { content: attr(data-label); font-size: 12px; color: var(--faint); line-height: 1.85; }
  td:first-child { display: block; padding-bottom: 4px; }
  td:first-child::before { content: none; }
  .overview td:nth-child(n + 4) { text-align: left; }
}
@media print {
  .top { position: static; }
  section { break-inside: auto; border: 0; padding: 0; }
}
`;
