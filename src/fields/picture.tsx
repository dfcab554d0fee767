// Pictures in a list: small, loaded when they come into view, opened large by the list's own handler (data-act).

/** Only addresses of the web, of this site, or a picture's own data are ever loaded. */
export function isPictureAddress(address: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|data:image\/)/i.test(address);
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
