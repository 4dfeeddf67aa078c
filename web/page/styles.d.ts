/** The text of a stylesheet, which the build puts into the bundle. */
declare module "*.css" {
  const text: string;
  export default text;
}
