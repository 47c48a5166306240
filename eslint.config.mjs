// What every script of the repository keeps to; `make lint` asks.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "node_modules/", ".venv/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-control-regex": "off",          // a view of a text has control characters as marks
      "no-duplicate-imports": "error",
      "no-empty": ["error", { allowEmptyCatch: true }],          // storage may be forbidden, and nothing follows from it
      "no-restricted-globals": ["error", "event", "name", "status"],          // forgotten declarations, not what is meant
      "no-shadow": ["error", { builtinGlobals: false, hoist: "functions" }],
      "no-unused-vars": ["error", { args: "after-used" }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "sort-imports": ["error", { ignoreCase: true, ignoreDeclarationSort: true }],
    },
  },
  { files: ["site/**/*.js", "scripts/browser/*.js", "tests/data/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["site/search/*.js"], languageOptions: { globals: globals.worker } },
  { files: ["site/offline/*.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["tests/hostile/*.js"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
  { files: ["scripts/**/*.mjs"], languageOptions: { globals: globals.node } },
];
