// A whole number.
import { numberCell } from "../number-cell.ts";

export const cell = numberCell();
