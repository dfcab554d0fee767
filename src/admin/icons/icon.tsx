// An icon of the product's own set, from the one file that contains them all.
import sprite from "./icons.svg?url";
import { isIconName, neutralIcon } from "./names.ts";

interface IconProps {
  /** A name of the set; any other shows a neutral icon. */
  readonly name: string;
  /** px; as large as the text around it by default. */
  readonly size?: number;
  readonly className?: string;
}

/** Decoration: the element next to it has a text. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg
      className={className === undefined ? "tm-icon" : `tm-icon ${className}`}
      width={size ?? "1em"}
      height={size ?? "1em"}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${sprite}#${isIconName(name) ? name : neutralIcon}`} />
    </svg>
  );
}
