// Lists of addresses and networks, one per line: "10.20.0.51", "10.20.0.0/16", "2001:db8::/32".
import { BlockList, isIP } from "node:net";

const bits = { 4: 32, 6: 128 } as const;

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

function networkOf(line: string): Network | undefined {
  const [address = "", prefix, ...more] = line.split("/");
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || more.length > 0) return undefined;
  const length = prefix === undefined ? bits[family] : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return length >= 0 && length <= bits[family] ? { address, prefix: length, family: family === 4 ? "ipv4" : "ipv6" } : undefined;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split(/[\n,;\s]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The first line that is neither an address nor a network; undefined where all are. */
export const wrongNetwork = (text: string): string | undefined => linesOf(text).find((line) => networkOf(line) === undefined);

/** Whether an address is one of the list, or in one of its networks. An empty list has every address; a line that is none has no address. */
export function isListedAddress(text: string, address: string): boolean {
  const lines = linesOf(text);
  if (lines.length === 0) return true;
  const list = new BlockList();
  for (const network of lines.flatMap((line) => networkOf(line) ?? [])) list.addSubnet(network.address, network.prefix, network.family);
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
}
