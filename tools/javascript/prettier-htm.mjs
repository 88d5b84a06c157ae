// Prettier plugin: formats the htm templates (html`...`) of the page.
//
// A template is handed to Prettier's own JavaScript printer as a JSX element, so that arrow functions, conditions and
// calls around it are laid out as they are around JSX. Only the part between the backticks is printed here, by the
// whitespace rules of htm: space that contains a line break is dropped, any other space is text and stays.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../.venv/javascript/package.json", import.meta.url));
const { group, indent, join, line, softline } = require("prettier").doc.builders;
const { parsers: babelParsers } = require("prettier/plugins/babel");
const { printers: javascriptPrinters } = require("prettier/plugins/estree");

/** Split a template into characters and expressions: a number is the index of an expression. */
function tokens(quasis) {
  return quasis.flatMap((quasi, i) => [...quasi.value.raw, ...(quasi.tail ? [] : [i])]);
}

const isSpace = (token) => typeof token === "string" && /\s/.test(token);

/** Read the tag that starts at `start`, behind its "<".
 * @returns the kind of tag, its words (name and attributes, each a list of tokens) and where it ends */
function readTag(all, start) {
  if (all[start] === "/") {
    const end = all.indexOf(">", start);
    return { kind: "close", words: [all.slice(start, end)], end: end + 1 };
  }
  const words = [[]];
  let quote = "";
  for (let at = start; at < all.length; at += 1) {
    const token = all[at];
    const slash = token === "/" && all[at + 1] === ">";
    if (!quote && (token === ">" || slash)) {
      return { kind: slash ? "empty" : "open", words: words.filter((word) => word.length), end: at + (slash ? 2 : 1) };
    }
    if (quote === token) quote = "";
    else if (!quote && (token === '"' || token === "'")) quote = token;
    if (!quote && isSpace(token)) words.push([]);
    else words.at(-1).push(token);
  }
  throw new SyntaxError("an htm template ends inside of a tag");
}

/** Parse a template into a tree of elements, expressions and texts. */
function parseTemplate(quasis) {
  const all = tokens(quasis);
  const root = { children: [] };
  const open = [root];
  for (let at = 0; at < all.length;) {
    const { children } = open.at(-1);
    if (typeof all[at] === "number") children.push({ kind: "expression", index: all[at++] });
    else if (all[at] === "<") {
      const { kind, words, end } = readTag(all, at + 1);
      if (kind === "close") {
        open.pop().close = words[0].join("");
        if (!open.length) throw new SyntaxError("an htm template closes more elements than it opens");
      } else {
        const element = { kind: "element", words, children: [], close: "" };
        children.push(element);
        if (kind === "open") open.push(element);
      }
      at = end;
    } else {
      const start = at;
      while (at < all.length && typeof all[at] === "string" && all[at] !== "<") at += 1;
      children.push({ kind: "text", text: all.slice(start, at).join("") });
    }
  }
  if (open.length > 1) throw new SyntaxError("an htm template leaves an element open");
  return root;
}

/** Print a list of tokens; an expression is printed by Prettier as `{...}`. */
const printWord = (word, expressions) =>
  word.map((token) => (typeof token === "number" ? ["$", expressions[token]] : token));

/** Group children into lines that must not be broken: text sticks to its neighbours, unless a line break separates them. */
function printLines(children, expressions) {
  const lines = [];
  let sticks = false;
  for (const child of children) {
    if (child.kind !== "text") {
      const printed = child.kind === "element" ? printElement(child, expressions) : ["$", expressions[child.index]];
      if (sticks) lines.at(-1).push(printed);
      else lines.push([printed]);
      sticks = false;
      continue;
    }
    const text = child.text.replace(/^\s*\n\s*|\s*\n\s*$/g, "");
    if (text === "") continue;
    const breaksBefore = /^\s*\n/.test(child.text);
    if (lines.length && !breaksBefore) lines.at(-1).push(text);
    else lines.push([text]);
    sticks = !/\n\s*$/.test(child.text);
  }
  return lines;
}

/** Print children between their tags or backticks. Space at the edges is text: no line break may be put there. */
function printChildren(start, children, expressions, end) {
  const lines = printLines(children, expressions);
  if (!lines.length) return [start, end];
  const opening = /^[^\S\n]/.test(children[0].text ?? "") && !/^\s*\n/.test(children[0].text) ? "" : softline;
  const closing = /[^\S\n]$/.test(children.at(-1).text ?? "") && !/\n\s*$/.test(children.at(-1).text) ? "" : softline;
  return group([start, indent([opening, join(softline, lines)]), closing, end]);
}

function printElement({ words, children, close }, expressions) {
  const [name, ...attributes] = words.map((word) => printWord(word, expressions));
  const tag = ["<", name, attributes.length ? indent([line, join(line, attributes)]) : ""];
  if (!close) return group([...tag, line, "/>"]);
  return printChildren(group([...tag, softline, ">"]), children, expressions, `<${close}>`);
}

/** Print a template; several elements side by side get a line each. */
function printTemplate(path, print) {
  const { children } = path.node.htm;
  const expressions = path.map(print, "children");
  if (children.length === 1 && children[0].kind === "element")
    return ["html`", printElement(children[0], expressions), "`"];
  return printChildren("html`", children, expressions, "`");
}

/** Replace every html`...` of a syntax tree by a JSX element that holds its expressions. */
function replaceTemplates(node) {
  if (Array.isArray(node)) return node.map(replaceTemplates);
  if (!node || typeof node.type !== "string") return node;
  for (const [key, value] of Object.entries(node)) {
    if (value && typeof value === "object" && !["loc", "range", "comments", "tokens", "extra"].includes(key))
      node[key] = replaceTemplates(value);
  }
  if (node.type !== "TaggedTemplateExpression" || node.tag.name !== "html") return node;
  const { quasis, expressions } = node.quasi;
  const { start, end, range, loc } = node;
  // From the brace after the "$" to the brace that closes it.
  const children = expressions.map((expression, i) => {
    const span = { start: quasis[i].end + 1, end: quasis[i + 1].start };
    return { type: "JSXExpressionContainer", expression, ...span, range: [span.start, span.end] };
  });
  return { type: "JSXElement", children, htm: parseTemplate(quasis), start, end, range, loc };
}

export const parsers = {
  babel: {
    ...babelParsers.babel,
    parse: async (text, options) => replaceTemplates(await babelParsers.babel.parse(text, options)),
  },
};

const { estree } = javascriptPrinters;
export const printers = {
  estree: {
    ...estree,
    print: (path, options, print, args) =>
      path.node.htm ? printTemplate(path, print) : estree.print(path, options, print, args),
    willPrintOwnComments: (path, options) => !path.node.htm && estree.willPrintOwnComments(path, options),
  },
};
