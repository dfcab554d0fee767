// A decimal number, with as many digits behind the point as its field has.
import { groupDigits, withScale } from "../digits.ts";
import { numberCell } from "../number-cell.ts";

const usualScale = 2;

export const cell = numberCell((text, { field }) => groupDigits(withScale(text, field.scale ?? usualScale)));
