/** A text in the form in which texts are compared without regard to case: names from a Mac are decomposed. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}
