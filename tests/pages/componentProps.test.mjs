// Templates are strings to TypeScript: what it checks in JSX is checked here.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../.venv/javascript/package.json", import.meta.url));
const ts = require("typescript");
const STATIC = fileURLToPath(new URL("../../src/solafide/server/static", import.meta.url));
/** Given to every component by Preact, or written between its tags. */
const ALWAYS_ALLOWED = ["key", "ref", "children"];

const sources = readdirSync(STATIC, { recursive: true })
  .filter((path) => path.endsWith(".js") && !path.startsWith("vendor"))
  .map((path) => join(STATIC, path))
  .map((path) => ts.createSourceFile(path, readFileSync(path, "utf-8"), ts.ScriptTarget.Latest, true));

/** Call a function with every node of a tree. */
function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The props in the type of a component's parameter: name and whether it is required. */
function declaredProps(component) {
  const declared = new Map();
  const add = (type) => {
    if (type && ts.isIntersectionTypeNode(type)) type.types.forEach(add);
    if (type && ts.isTypeLiteralNode(type))
      for (const { name, questionToken } of type.members) if (name) declared.set(name.getText(), !questionToken);
  };
  add(ts.getJSDocParameterTags(component.parameters[0])[0]?.typeExpression?.type);
  return declared;
}

/** The components of a file by name. `props`: null if it takes any. */
function componentsOf(source) {
  const components = new Map();
  walk(source, (node) => {
    const isArrow = ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer);
    const component = isArrow ? node.initializer : ts.isFunctionDeclaration(node) ? node : null;
    if (!component || !/^[A-Z]/.test(node.name?.getText() ?? "")) return;
    const [parameter] = component.parameters;
    const declared = parameter ? declaredProps(component) : new Map();
    const elements = parameter && ts.isObjectBindingPattern(parameter.name) ? parameter.name.elements : null;
    const takesAny = parameter && (!elements || elements.some((element) => element.dotDotDotToken));
    const used = (elements ?? []).map((element) => (element.propertyName ?? element.name).getText());
    const required = [...declared].filter(([, isRequired]) => isRequired).map(([name]) => name);
    components.set(node.name.getText(), { props: takesAny ? null : new Set([...used, ...declared.keys()]), required });
  });
  return components;
}

const componentsByFile = new Map(sources.map((source) => [source.fileName, componentsOf(source)]));

/** The file and the name that an imported identifier has there. */
function importsOf(source) {
  const imports = new Map();
  for (const statement of source.statements.filter(ts.isImportDeclaration)) {
    const file = join(dirname(source.fileName), statement.moduleSpecifier.text);
    const { name, namedBindings } = statement.importClause ?? {};
    if (name) imports.set(name.text, { file, name: name.text });
    for (const each of namedBindings?.elements ?? [])
      imports.set(each.name.text, { file, name: (each.propertyName ?? each.name).text });
  }
  return imports;
}

/** The tags of a template whose name is an expression: that name, and the attributes. */
function componentTags(template) {
  const tags = [];
  let [tag, quote] = [null, ""];
  const expressions = template.templateSpans.map(({ expression }) => expression.getText());
  [template.head, ...template.templateSpans.map(({ literal }) => literal)].forEach(({ rawText, text }, i) => {
    const literal = rawText ?? text;
    for (let at = 0; at < literal.length; at += 1) {
      const character = literal[at];
      const attribute = /^\s+(\.\.\.|[\w-]+)(?=[=\s/>]|$)/.exec(literal.slice(at));
      if (!tag) {
        if (character === "<") tag = { name: at + 1 === literal.length ? expressions[i] : "", attributes: [] };
      } else if (quote) quote = character === quote ? "" : quote;
      else if (character === '"' || character === "'") quote = character;
      else if (character === ">") {
        if (tag.name) tags.push(tag);
        tag = null;
      } else if (attribute) {
        tag.attributes.push(attribute[1]);
        at += attribute[0].length - 1;
      }
    }
  });
  return tags;
}

/** What is wrong with the attributes of a component's tag. */
function problems({ attributes }, { props, required }) {
  const unknown = props ? attributes.filter((each) => ![...props, ...ALWAYS_ALLOWED, "..."].includes(each)) : [];
  const missing = attributes.includes("...")
    ? []
    : required.filter((each) => ![...attributes, "children"].includes(each));
  return [...unknown.map((name) => `unknown ${name}`), ...missing.map((name) => `missing ${name}`)];
}

test("components get the props that they declare", () => {
  const found = [];
  let checked = 0;
  for (const source of sources) {
    const imports = importsOf(source);
    walk(source, (node) => {
      const isTemplate = ts.isTaggedTemplateExpression(node) && node.tag.getText() === "html";
      if (!isTemplate || !ts.isTemplateExpression(node.template)) return;
      for (const tag of componentTags(node.template)) {
        const origin = imports.get(tag.name) ?? { file: source.fileName, name: tag.name };
        const component = componentsByFile.get(origin.file)?.get(origin.name);
        if (!component) continue;
        checked += 1;
        for (const problem of problems(tag, component))
          found.push(`${relative(STATIC, source.fileName)}: <${tag.name}> ${problem}`);
      }
    });
  }
  assert.deepEqual(found, []);
  assert.ok(checked > 300, `only ${checked} tags were found`);
});
