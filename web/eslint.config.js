/** What the linter asks of web/ and of the kit in sdk/node. It knows the types, so that no promise is forgotten. */

import comments from "@eslint-community/eslint-plugin-eslint-comments/configs";
import { defineConfig, globalIgnores } from "eslint/config";
import { configs as lit } from "eslint-plugin-lit";
import a11y from "eslint-plugin-lit-a11y";
import { configs as wc } from "eslint-plugin-wc";
import { configs as typescript } from "typescript-eslint";

export default defineConfig(
  globalIgnores([
    "**/api/client.ts",
    "**/api/limits.ts",
    "**/api/models.ts",
    "**/api/scopes.ts",
    "**/*.mjs",
    "dist",
    "build",
  ]),
  typescript.recommendedTypeChecked,
  comments.recommended,
  lit["flat/recommended"],
  wc["flat/recommended"],
  a11y.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@eslint-community/eslint-comments/require-description": "error",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "@typescript-eslint/require-await": "off", // a method may be asynchronous because its interface is
      // Keys act where the focus is: in the field beside a list of options, and in a dialog, which Escape closes.
      "lit-a11y/click-events-have-key-events": "off",
      "lit-a11y/no-autofocus": "off", // a dialog sets the focus where its work begins
    },
  },
  { files: ["eslint.config.js", "test/**"], extends: [typescript.disableTypeChecked] }, // no project has them
);
