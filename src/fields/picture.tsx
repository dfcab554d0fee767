// Pictures in a list: small, loaded when they come into view, opened large by the list's own handler (data-act).

/** Only addresses of the web, of this site, or a picture's own data are ever loaded. */
export function isPictureAddress(address: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|data:image\/)/i.test(address);
}

/** The name of a file in an address. */
export function fileName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? "";
  const last = path.slice(path.lastIndexOf("/") + 1);
  return /%[0-9a-f]{2}/i.test(last) ? safelyDecoded(last) : last;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Of an upload of ours the small picture (docs/files.md). */
const smallAddress = (address: string): string =>
  address.startsWith("/upload/") ? `${address}${address.includes("?") ? "&" : "?"}size=s` : address;

interface PictureProps {
  readonly address: string;
  /** What it is a picture of, for people who do not see it. */
  readonly name: string;
}

export function Thumbnail({ address, name }: PictureProps) {
  if (!isPictureAddress(address)) return null;
  return (
    <button type="button" className="tm-thumbnail" data-act="picture" data-value={address} tabIndex={-1} aria-label={name}>
      <img src={smallAddress(address)} alt="" width="32" height="32" loading="lazy" decoding="async" />
    </button>
  );
}
