// A colour beside its value.
import { plainText, textCell } from "../cell.ts";

const shape = /^#[0-9a-f]{6}$/i;

/** The swatch, with the gap behind it, px. */
const aroundValue = 24;

export const cell = textCell(({ value }) => {
  const colour = plainText(value);
  return (
    <span className="tm-with-icon">
      {shape.test(colour) && <span className="tm-swatch" style={{ background: colour }} />}
      <span className="tm-digits">{colour}</span>
    </span>
  );
}, aroundValue);
