"""The style sheet of the analysis page, for light and dark screens."""

STYLE = """
:root{color-scheme:light dark;
--paper:#f4eddc;--sheet:#fcf8ee;--well:#eae0ca;--hairline:#c9bc9f;--ink:#211a12;--ink-2:#4a3f32;--ink-3:#615442;
--c:#1d1711;--c-on:#fcf8ee;--c-edge:#1d1711;--c-ink:#1d1711;--c-tint:#d8cfbd;--c-hatch:#9a8f7d;
--p:#a51f1b;--p-on:#fff5ea;--p-edge:#7c1512;--p-ink:#9a1b18;--p-tint:#f6dcd1;--p-hatch:#d9897c;--focus:#164f94}
@media (prefers-color-scheme:dark){:root{
--paper:#15110c;--sheet:#221b13;--well:#1a140e;--hairline:#463a2a;--ink:#f0e6d2;--ink-2:#d0c2a8;--ink-3:#b0a187;
--c:#080604;--c-on:#f0e6d2;--c-edge:#d9ccb2;--c-ink:#f0e6d2;--c-tint:#2e261c;--c-hatch:#6d604c;
--p:#a92a22;--p-on:#fff1e4;--p-edge:#f0a595;--p-ink:#f2917f;--p-tint:#39190f;--p-hatch:#7d352a;--focus:#93c7ff}}
*{box-sizing:border-box}
html{font:17px/1.4 "EB Garamond",Garamond,Georgia,"Times New Roman",serif;background:var(--paper);color:var(--ink)}
body{margin:0 auto;max-width:66rem;padding:1.5rem 1.25rem 4rem}
header{border-bottom:3px solid var(--ink);padding-bottom:1rem;margin-bottom:1.75rem}
h1{font-size:2.1rem;line-height:1.15;font-weight:600;margin:0 0 .5rem}
h2{font-size:1.4rem;line-height:1.2;font-weight:600;margin:0 0 .75rem}
h3{font-size:1.15rem;font-weight:600;margin:0 0 .6rem}
p{margin:0 0 .5rem}
section{margin-bottom:2.75rem}
.sheet{background:var(--sheet);border:1px solid var(--hairline);border-radius:2px;padding:1.25rem}
.second{color:var(--ink-2)}
.small{color:var(--ink-3);font-size:.9rem}
figure{margin:0 0 .75rem}
.entries+.small,.scroll+.small{margin-top:.75rem}
svg{display:block;width:100%;height:auto;
font:14px "EB Garamond",Garamond,Georgia,serif;font-variant-numeric:lining-nums}
svg.narrow{display:none}
svg text{fill:var(--ink-2)}
.ground-c{fill:var(--c-tint)}.ground-p{fill:var(--p-tint)}
.hatch-c{stroke:var(--c-hatch);fill:none;opacity:.55}.hatch-p{stroke:var(--p-hatch);fill:none;opacity:.6}
.grid{stroke:var(--ink-3);stroke-width:1;stroke-dasharray:1 5;fill:none}
.axis,.stem{stroke:var(--ink);stroke-width:1;fill:none}
.under{stroke:var(--sheet);stroke-width:6;fill:none;stroke-linejoin:round}
.open{stroke:var(--ink);stroke-width:2.5;fill:none;stroke-linejoin:round}
.known-c{stroke:var(--c-ink);stroke-width:1.4;fill:none;stroke-dasharray:7 4}
.known-p{stroke:var(--p-ink);stroke-width:1.8;fill:none;stroke-dasharray:.1 4;stroke-linecap:round}
.name-c,.name-p{font-size:17px;font-weight:600;paint-order:stroke;stroke:var(--sheet);stroke-width:4px}
svg .name-c{fill:var(--c-ink)}svg .name-p{fill:var(--p-ink)}
.turning{fill:var(--sheet);stroke:var(--ink);stroke-width:1.5}
.number,.on-c,.on-p{text-anchor:middle;font-weight:600}
svg .number{fill:var(--ink)}
.on-c,.on-p{font-size:13px}svg .on-c{fill:var(--c-on)}svg .on-p{fill:var(--p-on)}
.claim-c{fill:var(--c);stroke:var(--c-edge)}.claim-p{fill:var(--p);stroke:var(--p-edge)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.75rem;margin:.75rem 0 0;padding:0;font-size:.95rem}
.legend li{display:flex;align-items:center;gap:.5rem}
.legend svg{width:2.4rem;height:12px;flex:none}
ol,ul.plain{list-style:none;margin:0;padding:0}
.entries>li{display:grid;grid-template-columns:2.25rem 1fr auto;gap:.25rem .9rem;padding:.9rem 0;
border-top:1px solid var(--hairline)}
.entries>li:first-child{border-top:0;padding-top:0}
.entries p{margin:0 0 .2rem}
.rhomb{width:2rem;height:2rem;font:600 15px serif}
.delta{text-align:right;white-space:nowrap;font-size:1.35rem;line-height:1.15;
font-variant-numeric:lining-nums tabular-nums}
.delta span{display:block;font-size:.85rem;color:var(--ink-3)}
.mark{display:inline-block;width:1.15rem;height:1.15rem;margin-top:.2rem}
.mark-c{background:var(--c);border:1.5px solid var(--c-edge)}
.mark-p{background:var(--p);border:1.5px solid var(--p-edge);border-radius:50%}
.grade{font-weight:600}
.better{font-weight:600}
.reasons{margin:0 0 .3rem;padding-left:1.1rem}
.two{display:grid;grid-template-columns:1fr 1fr;gap:2.5rem;margin-top:1.75rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:lining-nums tabular-nums}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--hairline);vertical-align:top}
th:first-child,td:first-child{text-align:left;padding-left:0}
thead th{font-weight:600;border-bottom:1.5px solid var(--ink);vertical-align:bottom}
tbody th{font-weight:400}
tr.end td,tr.end th{font-weight:600}
tbody tr:last-child.end td,tbody tr:last-child.end th{border-top:1.5px solid var(--ink)}
details summary{cursor:pointer;font-size:1.1rem;font-weight:600;padding:.6rem 0}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
@media (max-width:44rem){html{font-size:16px}
body{padding:1rem .9rem 3rem}h1{font-size:1.65rem}
.sheet{padding:.8rem}
svg.wide{display:none}svg.narrow{display:block;font-size:12.5px}
.two{grid-template-columns:1fr}
.entries>li{grid-template-columns:2rem 1fr auto;gap:.2rem .6rem}
table{font-size:.85rem}th,td{padding:.35rem .2rem}
thead th{font-size:.78rem;hyphens:auto}}
@media (max-width:24rem){th{overflow-wrap:anywhere}}
@media print{html{background:none}.sheet{border:0;padding:0}section{break-inside:avoid}}
"""
