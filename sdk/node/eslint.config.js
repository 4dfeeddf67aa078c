/** The linter of web/ reads the kit too, with the same rules but one. */
import web from "../../web/eslint.config.js";

export default [
  ...web,
  { rules: { "@typescript-eslint/no-base-to-string": "off" } }, // errors and answers of others are told as they are
];
