import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(new URL("../../.venv/javascript/package.json", import.meta.url));
const prettier = require("prettier");
const plugin = await import("../../tools/javascript/prettier-htm.mjs");

const format = (source) =>
  prettier.format(source, { parser: "babel", plugins: [plugin], printWidth: 60, embeddedLanguageFormatting: "off" });

test("a template that fits stays on its line", async () => {
  assert.equal(await format("x = html`<p>${a} <b>c</b></p>`"), "x = html`<p>${a} <b>c</b></p>`;\n");
});

test("long elements get a line for each child, long tags one for each attribute", async () => {
  const source =
    'x = html`<div class="one"><${LongPart} first=${first} second=${second} third=${third} /><p>text</p></div>`';
  assert.equal(
    await format(source),
    `x = html\`<div class="one">
  <\${LongPart}
    first=\${first}
    second=\${second}
    third=\${third}
  />
  <p>text</p>
</div>\`;
`,
  );
});

test("space that is text is kept, and no other is added", async () => {
  const source = 'x = html`<p class="a long name of a class"> ${a}: ${b} <b>third</b>${fourth} </p>`';
  const formatted = await format(source);
  assert.ok(formatted.includes("> ${a}: ${b} <b>"), formatted);
  assert.ok(formatted.includes("${fourth} </p>"), formatted);
});

test("comments with types stay where they are", async () => {
  const source = "x = html`<${A} by=${/** @type {Faith} */ (by)} /><//>`".replace("<//>", "");
  assert.ok((await format(source)).includes("by=${/** @type {Faith} */ (by)}"));
});

test("formatting twice changes nothing", async () => {
  const source =
    "const A = () => html`<ul>${items.map((item) => html`<li key=${item.id} class=${item.name}>${item.text}</li>`)}</ul>`;";
  const once = await format(source);
  assert.equal(await format(once), once);
});

test("an element that is not closed is an error", async () => {
  await assert.rejects(format("html`<p>`"), /leaves an element open/);
  await assert.rejects(format("html`</p>`"), /closes more elements/);
});
