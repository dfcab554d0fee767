// Pictures in a list: small, loaded when they come into view, opened large by the list's own handler (data-act).
import { isSitePath } from "../schema/site-path.ts";

/** Only addresses of the web, of this site, or a picture's own data are ever loaded. */
export function isPictureAddress(address: string): boolean {
  return isSitePath(address) || /^(?:https?:\/\/|data:image\/)/i.test(address);
}

/** Of an upload of ours a smaller picture (docs/files.md). */
const smallAddress = (address: string, size: "s" | "m"): string =>
  address.startsWith("/upload/") ? `${address}${address.includes("?") ? "&" : "?"}size=${size}` : address;

interface PictureProps {
  readonly address: string;
  /** What it is a picture of, for people who do not see it. */
  readonly name: string;
  /** s: in a line of text; m: as wide as its place. Default: s. */
  readonly size?: "s" | "m";
}

export function Thumbnail({ address, name, size = "s" }: PictureProps) {
  if (!isPictureAddress(address)) return null;
  return (
    <button
      type="button"
      className={size === "s" ? "tm-thumbnail" : "tm-look"}
      data-act="picture"
      data-value={address}
      tabIndex={-1}
      aria-label={name}
    >
      <img src={smallAddress(address, size)} alt="" {...(size === "s" ? { width: 32, height: 32 } : {})} loading="lazy" decoding="async" />
    </button>
  );
}
