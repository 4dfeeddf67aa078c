import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

type Styles = Readonly<Record<string, string | undefined>>;

/** Sets CSS properties of an element one by one: `<span ${styled({ top: "2px" })}>`.
 *
 * `styleMap` of Lit first writes the attribute `style`, which policies of pages forbid.
 */
class Styled extends Directive {
  render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(styles)) {
      if (value === undefined) style.removeProperty(name);
      else style.setProperty(name, value);
    }
    return noChange;
  }
}

export const styled = directive(Styled);
