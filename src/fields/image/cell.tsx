// A picture, small.
import { inLanguage } from "../../schema/text.ts";
import { plainText, textCell } from "../cell.ts";
import { Thumbnail } from "../picture.tsx";

export const cell = textCell(({ value, field, language }) => (
  <Thumbnail address={plainText(value)} name={inLanguage(field.label, language)} />
));
