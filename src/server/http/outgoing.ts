// Calls to other systems at addresses that people have entered: encrypted, to public addresses alone unless the operator names a host, in
// bounded time, with answers of bounded length, and never redirected.
import { lookup as resolve, type LookupAddress } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, connect, isIP, type LookupFunction, type Socket } from "node:net";
import type { Text } from "#schema/text";

export interface OutgoingRequest {
  readonly url: string;
  /** POST by default. */
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST alone. */
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request. Throws an {@link OutgoingError} where there is no answer. */
export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

interface OutgoingOptions {
  /** Hosts, with a port where it matters, that may be called although they are internal, also without encryption. */
  readonly internalHosts?: readonly string[];
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
}

/** Why there is no answer. `refused`: the address may not be called, and nothing was sent. */
type OutgoingFailure = "refused" | "unreachable" | "timeout" | "tooLong";

export class OutgoingError extends Error {
  override readonly name = "OutgoingError";

  constructor(
    readonly kind: OutgoingFailure,
    readonly text: Text,
    override readonly cause?: unknown,
  ) {
    super(text[1]);
  }
}

const defaultTimeoutMs = 10_000;
const defaultMaxAnswerBytes = 65_536;

/** Networks that are not the public internet (RFC 6890), and what leads into them. */
const internalNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  internalNetworks.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  internalNetworks.addSubnet(network, prefix, "ipv6");

/** Whether an IP address is not one of the public internet. */
export function isInternalAddress(address: string): boolean {
  // An IPv4 address in IPv6 notation is judged as what it is; the list does so for dotted notation alone.
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address);
  if (mapped !== null) {
    const bytes = [mapped[1], mapped[2]].flatMap((part = "0") => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]);
    return isInternalAddress(bytes.join("."));
  }
  return internalNetworks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

const refused = (zh: string, en: string): OutgoingError => new OutgoingError("refused", [zh, en]);
const internal = (host: string): OutgoingError =>
  refused(
    `不允许访问内部地址“${host}”；确需访问请由运维在 INTERNAL_HOSTS 中登记`,
    `“${host}” is an internal address; the operator can permit it with INTERNAL_HOSTS`,
  );

const unencrypted = (host: string): OutgoingError =>
  refused(
    `“${host}”须加密连接；不加密仅限运维在 INTERNAL_HOSTS 中登记的内部服务器`,
    `“${host}” must be called encrypted; other connections are for hosts that the operator lists in INTERNAL_HOSTS`,
  );

/** Names that are this machine wherever they are resolved (RFC 6761). */
const isLoopbackName = (host: string): boolean => /^(?:.+\.)?localhost$/i.test(host);

const namedHosts = (internalHosts: readonly string[]): ReadonlySet<string> => new Set(internalHosts.map((host) => host.toLowerCase()));

/** An address that may be called, judged by what is known before its name is resolved. */
function permitted(text: string, internalHosts: ReadonlySet<string>): { readonly url: URL; readonly isNamed: boolean } {
  if (!URL.canParse(text)) throw refused(`“${text}”不是有效的地址`, `“${text}” is no address`);
  const url = new URL(text);
  const isNamed = internalHosts.has(url.hostname.toLowerCase()) || internalHosts.has(url.host.toLowerCase());
  if (url.username !== "" || url.password !== "")
    throw refused("地址中不能包含账号或密码", "An address must not contain an account or a password");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isNamed))
    throw refused(`“${url.origin}”须使用 https`, `“${url.origin}” must be called by https`);
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (!isNamed && (isLoopbackName(host) || (isIP(host) !== 0 && isInternalAddress(host)))) throw internal(host);
  return { url, isNamed };
}

/** Resolves a name to public addresses alone: the address that was judged is the one that is connected to. */
const publicLookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error !== null) done(error, "", 0);
    else if (first === undefined || addresses.some(({ address }) => isInternalAddress(address))) done(internal(host), "", 0);
    else if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** A host as a person entered it, and where the judged address of it is. */
interface OutgoingHost {
  readonly host: string;
  readonly port: number;
  /** Whether what is said will be encrypted; the protocol sees to it by default. */
  readonly isEncrypted?: boolean;
}

/**
 * The address of a host that is connected to by another protocol than HTTP, such as that of a database: the one that was judged, so connect
 * to it and not to the name again. Throws an {@link OutgoingError}: `refused` where it is internal and not named, else `unreachable`.
 */
export async function outgoingAddress(
  { host, port, isEncrypted = true }: OutgoingHost,
  internalHosts: readonly string[] = [],
): Promise<string> {
  const named = new Set(internalHosts.map((one) => one.toLowerCase()));
  const written = host.toLowerCase();
  const inAddress = isIP(host) === 6 ? `[${written}]` : written;
  const isNamed = [written, inAddress, `${inAddress}:${port}`].some((one) => named.has(one));
  if (!isEncrypted && !isNamed) throw unencrypted(host);
  const addresses =
    isIP(host) === 0
      ? await new Promise<readonly LookupAddress[]>((found, reject) => {
          resolve(host, { all: true }, (error, all) => (error === null ? found(all) : reject(hostNotFound(host, error))));
        })
      : [{ address: host, family: isIP(host) }];
  const [first] = addresses;
  if (first === undefined) throw hostNotFound(host);
  if (!isNamed && addresses.some(({ address }) => isInternalAddress(address))) throw internal(host);
  return first.address;
}

const hostNotFound = (host: string, cause?: unknown): OutgoingError =>
  new OutgoingError("unreachable", [`找不到主机“${host}”`, `The host “${host}” was not found`], cause);

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response) {
    const bytes: Uint8Array = part instanceof Uint8Array ? part : Buffer.from(String(part));
    length += bytes.length;
    // Leaving the loop ends the connection.
    if (length > maxBytes) throw new OutgoingError("tooLong", [`应答超过 ${maxBytes} 字节`, `The answer is longer than ${maxBytes} bytes`]);
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
}

function headersOf(response: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/**
 * Judges an address that a client library is to call, as those of {@link createOutgoing} are: refused, or answered with the look-up of names
 * that its connections have to use (undefined: the operator has named the host).
 */
export function lookupFor(text: string, internalHosts: readonly string[]): { readonly url: URL; readonly lookup?: LookupFunction } {
  const { url, isNamed } = permitted(text, new Set(internalHosts.map((host) => host.toLowerCase())));
  return isNamed ? { url } : { url, lookup: publicLookup };
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "");

/** Makes the calls of a process to other systems. */
export function createOutgoing({
  internalHosts = [],
  timeoutMs = defaultTimeoutMs,
  maxAnswerBytes = defaultMaxAnswerBytes,
}: OutgoingOptions = {}): Outgoing {
  const hosts = namedHosts(internalHosts);
  return async ({ url: text, method = "POST", headers, body = "", signal }) => {
    const { url, isNamed } = permitted(text, hosts);
    const timeout = AbortSignal.timeout(timeoutMs);
    const options = {
      method,
      headers: method === "GET" ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
      agent: false,
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      ...(isNamed ? {} : { lookup: publicLookup }),
    } as const;
    try {
      const response = await new Promise<IncomingMessage>((arrived, reject) => {
        const sent = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options, arrived);
        sent.once("error", reject);
        sent.end(method === "GET" ? "" : body);
      });
      return { status: response.statusCode ?? 0, headers: headersOf(response), body: await readBounded(response, maxAnswerBytes) };
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      if (signal?.aborted === true) throw error;
      if (timeout.aborted)
        throw new OutgoingError("timeout", [`${timeoutMs / 1000} 秒内没有应答`, `No answer within ${timeoutMs / 1000} seconds`], error);
      throw new OutgoingError("unreachable", [`无法连接：${codeOf(error)}`, `Cannot connect: ${codeOf(error)}`], error);
    }
  };
}

interface OutgoingConnection {
  readonly host: string;
  readonly port: number;
  /** Whether what is said over it will be encrypted. */
  readonly isEncrypted: boolean;
  readonly signal?: AbortSignal;
}

/** Opens a connection for a protocol other than HTTP. Throws an {@link OutgoingError} where there is none. */
export type Connect = (connection: OutgoingConnection) => Promise<Socket>;

/** Opens the connections of a process to other systems, under the rules of {@link createOutgoing}. */
export function createConnect({ internalHosts = [], timeoutMs = defaultTimeoutMs }: Omit<OutgoingOptions, "maxAnswerBytes"> = {}): Connect {
  const hosts = namedHosts(internalHosts);
  return async ({ host, port, isEncrypted, signal }) => {
    const name = host.toLowerCase();
    const isNamed = hosts.has(name) || hosts.has(`${name}:${port}`);
    if (!isEncrypted && !isNamed) throw unencrypted(host);
    if (!isNamed && isIP(host) !== 0 && isInternalAddress(host)) throw internal(host);
    const socket = connect({ host, port, ...(signal === undefined ? {} : { signal }), ...(isNamed ? {} : { lookup: publicLookup }) });
    const late = new OutgoingError("timeout", [`${timeoutMs / 1000} 秒内未能连接`, `No connection within ${timeoutMs / 1000} seconds`]);
    const timer = setTimeout(() => socket.destroy(late), timeoutMs);
    try {
      await new Promise<void>((opened, reject) => {
        socket.once("connect", opened);
        socket.once("error", reject);
      });
      return socket;
    } catch (error) {
      socket.destroy();
      if (error instanceof OutgoingError) throw error;
      if (signal?.aborted === true) throw error;
      throw new OutgoingError("unreachable", [`无法连接：${codeOf(error)}`, `Cannot connect: ${codeOf(error)}`], error);
    } finally {
      clearTimeout(timer);
    }
  };
}
