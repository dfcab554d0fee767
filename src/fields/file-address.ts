// What the address of an uploaded file looks like; without the schema, so that the browser may know it as well.

/** Longest address of an uploaded file. */
export const maxAddressLength = 500;

/** Addresses are http(s) or a path of this server; nothing that a browser would run. */
export const addressPattern = /^(?:https?:\/\/|\/(?!\/))[^\s<>"\\]*$/u;

/** Whether a text that looks like an address is one: `https://` without a host is none. */
export const isAddress = (text: string): boolean => URL.canParse(text, "http://localhost");

/** An address of ours as rows hold it: without the signature that it was answered with. */
export function withoutSignature(address: string): string {
  return /^(\/upload\/[^?#]+)\?until=\d+&sign=[\w-]+$/.exec(address)?.[1] ?? address;
}
