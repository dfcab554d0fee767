// Which fields of a screen of figures are figures.
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";

export const isNumeric = (field: ScreenField): boolean => traitsOf(field).number !== undefined;
