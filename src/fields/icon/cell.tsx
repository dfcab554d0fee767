// An icon by its name; names of other systems are drawn as a neutral one.
import { plainText, textCell } from "../cell.ts";
import { iconHere } from "../../admin/ui/icons/icon-here.ts";
import { Icon } from "../../admin/ui/icons/icon.tsx";

export const cell = textCell(({ value }) => (
  <span className="tm-with-icon">
    <Icon name={iconHere(plainText(value))} size={16} />
    <span>{iconHere(plainText(value))}</span>
  </span>
));
