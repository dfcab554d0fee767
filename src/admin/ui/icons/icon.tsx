// An icon of the product's own set, from one of the files that contain them.
import further from "./further-icons.svg?url";
import icons from "./icons.svg?url";
import { isFurtherIcon, isIconName, neutralIcon, type IconName } from "./names.ts";

interface IconProps {
  /** A name of the set; any other shows a neutral icon. */
  readonly name: string;
  /** px; as large as the text around it by default. */
  readonly size?: number;
  readonly className?: string;
}

function spriteUrl(name: IconName): string {
  return `${isFurtherIcon(name) ? further : icons}#${name}`;
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
      <use href={spriteUrl(isIconName(name) ? name : neutralIcon)} />
    </svg>
  );
}
