/* Finds every regular expression of some scripts and reads it: files as JSON come in ({name: code, ...}), what was found
 * as JSON goes out.
 *
 * A pattern that is put together is put together here, from strings and patterns that stand by name at the top level of
 * its file or of one that it imports them from. What is known only when a page runs has an `error` in the place of its
 * tree. Signs of a class are asked of the engine itself; beyond the first two planes only a few are.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import vm from "node:vm";

import { RegExpParser } from "@eslint-community/regexpp";
import { parse } from "acorn";
import { ancestor, simple } from "acorn-walk";

const LAST = 0x1ffff;
const OF_STRINGS = /\\q\{|\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/;
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "MethodDefinition"]);
const MAKES_PATTERN = new Set(["match", "matchAll", "search"]);

const files = Object.entries(JSON.parse(readFileSync(0, "utf8"))).map(([file, code]) => ({
  file,
  code,
  tree: parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true, allowReturnOutsideFunction: true }),
}));

// What stands by name at the top level of a file, by file and name: the code of each value, or where it is imported from.
const constants = new Map();
const imported = new Map();
for (const { file, code, tree } of files)
  for (const statement of tree.body) {
    if (statement.type === "ImportDeclaration") {
      const from = posix.join(posix.dirname(file), statement.source.value);
      for (const { type, imported: name, local } of statement.specifiers)
        if (type === "ImportSpecifier") imported.set(`${file} ${local.name}`, `${from} ${name.name}`);
    }
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") continue;
    for (const { id, init } of declared.declarations)
      if (id.type === "Identifier" && init) constants.set(`${file} ${id.name}`, { file, code: code.slice(init.start, init.end), init });
  }

function constantNamed(name, file) {
  const place = `${file} ${name}`;
  return constants.get(place) ?? constants.get(imported.get(place));
}

// The names in an expression that are none of properties.
function namesIn(node) {
  const found = new Set();
  simple(node, { Identifier: ({ name }) => void found.add(name) });
  return found;
}

// The names that functions give a meaning of their own.
function declaredIn(functions) {
  const found = new Set();
  for (const one of functions) simple(one, { VariablePattern: ({ name }) => void found.add(name) });
  return found;
}

// The value of an expression of a file that is made of constants; throws where it is not.
function valueOf(code, node, file, declared = new Set()) {
  const own = {};
  for (const name of namesIn(node)) {
    if (name === "RegExp" || name === "String") continue;
    if (declared.has(name)) throw new Error(`${name} is known only when it runs`);
    const constant = constantNamed(name, file);
    if (!constant) throw new Error(`${name} is known only when it runs`);
    own[name] = valueOf(constant.code, constant.init, constant.file);
  }
  return vm.runInNewContext(`(${code})`, own);
}

// All code points that a piece of a pattern reads, as ranges.
const asked = new Map();
function signsOf(raw, flags) {
  const wide = /[uv]/.test(flags);
  const key = `${raw}/${flags}`;
  if (asked.has(key)) return asked.get(key);
  const one = new RegExp(`^(?:${raw})$`, [...flags].filter((flag) => "iuvs".includes(flag)).join(""));
  const found = [];
  for (let code = 0; code <= (wide ? LAST : 0xffff); code++) {
    if (!one.test(String.fromCodePoint(code))) continue;
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  if (wide && found.at(-1)?.[1] === LAST) found.at(-1)[1] = 0x10ffff;
  asked.set(key, found);
  return found;
}

class Reader {
  constructor(flags) {
    this.flags = flags;
  }

  part(node) {
    const read = this[node.type];
    if (!read) throw new Error(`${node.type} ${node.raw} is not known to the check of patterns`);
    return { ...read.call(this, node), written: node.raw };
  }

  row(elements) {
    const parts = elements.map((one) => this.part(one));
    return parts.length === 1 ? parts[0] : { kind: "row", parts };
  }

  choice({ alternatives }) {
    if (alternatives.length === 1) return this.row(alternatives[0].elements);
    return { kind: "choice", parts: alternatives.map((one) => this.row(one.elements)) };
  }

  signs({ raw }) {
    if (OF_STRINGS.test(raw)) throw new Error(`${raw} may read more than a sign: that is not known to the check of patterns`);
    return { kind: "sign", signs: signsOf(raw, this.flags) };
  }

  Character(node) {
    return this.signs(node);
  }

  CharacterSet(node) {
    return this.signs(node);
  }

  CharacterClass(node) {
    return this.signs(node);
  }

  ExpressionCharacterClass(node) {
    return this.signs(node);
  }

  Pattern(node) {
    return this.choice(node);
  }

  Group(node) {
    if (node.modifiers) throw new Error(`${node.raw}: flags of a group are not known to the check of patterns`);
    return this.choice(node);
  }

  CapturingGroup(node) {
    this.groups ??= new Map();
    const number = this.groups.size + 1;
    this.groups.set(node, number);
    return { kind: "group", number, parts: [this.choice(node)] };
  }

  Backreference({ resolved, raw }) {
    const number = Array.isArray(resolved) ? 0 : this.groups?.get(resolved);
    if (!number) throw new Error(`${raw} is not known to the check of patterns`);
    return { kind: "again", number };
  }

  Quantifier({ element, min, max }) {
    return { kind: "repeat", parts: [this.part(element)], least: min, most: Number.isFinite(max) ? max : null };
  }

  Assertion(node) {
    if (node.kind === "lookahead" || node.kind === "lookbehind")
      return { kind: "look", parts: [this.choice(node)], behind: node.kind === "lookbehind", no: node.negate };
    const lines = this.flags.includes("m") ? signsOf("[\\n\\r\\u2028\\u2029]", this.flags) : [];
    if (node.kind === "word") return { kind: "place", at: "word", no: node.negate, signs: signsOf("\\w", this.flags) };
    return { kind: "place", at: node.kind, signs: lines };
  }
}

function readPattern(pattern, flags) {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const tree = parser.parsePattern(pattern, 0, pattern.length, { unicode: flags.includes("u"), unicodeSets: flags.includes("v") });
  return new Reader(flags).part(tree);
}

const found = [];
for (const { file, code, tree } of files) {
  const add = (node, above, pattern, flags, error) => {
    const around = above.filter(({ type }) => FUNCTIONS.has(type)).map((one) => one.id?.name ?? one.key?.name ?? "");
    const one = { file, line: node.loc.start.line, function: around.filter(Boolean).join("."), pattern, flags, error };
    try {
      if (!error) one.tree = readPattern(pattern, flags);
    } catch (failure) {
      one.error = failure.message;
    }
    found.push(one);
  };
  const make = (node, _, above) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const text = code.slice(node.start, node.end);
    try {
      const made = valueOf(text, node, file, declaredIn(above.filter(({ type }) => FUNCTIONS.has(type))));
      add(node, above, made.source, made.flags);
    } catch (failure) {
      add(node, above, text, "", failure.message);
    }
  };
  ancestor(tree, {
    Literal(node, _, above) {
      if (node.regex) add(node, above, node.regex.pattern, node.regex.flags);
    },
    NewExpression: make,
    CallExpression(node, state, above) {
      make(node, state, above);
      const { callee, arguments: given } = node;
      const isText = given[0]?.type === "Literal" && typeof given[0].value === "string";
      if (callee.type === "MemberExpression" && MAKES_PATTERN.has(callee.property.name) && isText && !callee.optional)
        add(node, above, given[0].value, "", "a string becomes a pattern: write it as one");
    },
  });
}
process.stdout.write(JSON.stringify(found));
