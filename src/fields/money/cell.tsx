// An amount in yuan.
import { groupDigits, withScale } from "../digits.ts";
import { numberCell } from "../number-cell.ts";

const usualScale = 2;

export const cell = numberCell((text, { field }) => `¥${groupDigits(withScale(text, field.scale ?? usualScale))}`.replace("¥-", "-¥"));
