import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

class SetStyle extends Directive {
  override render(_: Readonly<Record<string, string>>): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [styles]: [Readonly<Record<string, string>>]): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value);
    return noChange;
  }
}

/** Sets properties of the style of an element: `<span ${setStyle({ top: "2px" })}>`.
 *
 * `styleMap` of Lit first writes the attribute `style`, which the Content-Security-Policy does not allow.
 */
export const setStyle = directive(SetStyle);
