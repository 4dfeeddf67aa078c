/** The linter of web/ reads the kit too, with the same rules. */
export { default } from "../../web/eslint.config.js";
