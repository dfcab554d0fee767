// An icon of the product's own set, drawn from the one file that holds them all.
import { isIconName, neutralIcon } from "./names.ts";

interface IconProps {
  /** A name of the set; any other is drawn as a neutral icon. */
  readonly name: string;
  /** px; as large as the text around it by default. */
  readonly size?: number;
  readonly className?: string;
}

/** Decoration: whatever it stands beside has words of its own. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg
      className={className === undefined ? "tm-icon" : `tm-icon ${className}`}
      width={size ?? "1em"}
      height={size ?? "1em"}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`/icons.svg#${isIconName(name) ? name : neutralIcon}`} />
    </svg>
  );
}
