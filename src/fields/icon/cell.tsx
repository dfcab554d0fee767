// An icon by its name; names of other systems are drawn as a neutral one.
import { plainText, textCell } from "../cell.ts";
import { Icon } from "../../admin/icons/icon.tsx";

export const cell = textCell(({ value }) => (
  <span className="tm-with-icon">
    <Icon name={plainText(value)} size={16} />
    <span>{plainText(value)}</span>
  </span>
));
