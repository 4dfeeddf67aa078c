/** What a person has typed into a field of a form, without white space around it. */
export function textIn(form: EventTarget | null, name: string): string {
  const value = new FormData(form as HTMLFormElement).get(name);
  return typeof value === "string" ? value.trim() : "";
}
