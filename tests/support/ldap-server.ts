// A directory on this machine that speaks LDAP (RFC 4511) as far as signing in needs it: simple bind, search with filters, StartTLS and
// LDAPS. Its messages are read and written by another BER library than the product's client uses, so that the two do not share mistakes.
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createSecureContext, createServer as createTlsServer, TLSSocket } from "node:tls";
import { type BaseBlock, Constructed, Enumerated, fromBER, Integer, OctetString, Primitive, Sequence, Set as BerSet } from "asn1js";
import selfsigned from "selfsigned";

/** An entry of the directory. Names of attributes are as they are written here; filters ignore their case. */
export interface DirectoryEntry {
  readonly dn: string;
  readonly password?: string;
  readonly attributes: Readonly<Record<string, readonly (string | Uint8Array)[]>>;
}

export interface DirectoryServer {
  readonly port: number;
  /** Its certificate, PEM. */
  readonly authority: string;
  readonly entries: DirectoryEntry[];
  /** What was bound as, in order, and whether over an encrypted connection. */
  readonly binds: { readonly dn: string; readonly isEncrypted: boolean }[];
  close(): Promise<void>;
}

const applicationClass = 2;
const contextClass = 3;
const codes = { success: 0, protocolError: 2, noSuchObject: 32, invalidCredentials: 49, insufficientAccess: 50 } as const;
const startTls = "1.3.6.1.4.1.1466.20037";

const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? new TextEncoder().encode(text) : text);
const octets = (text: string | Uint8Array): OctetString => new OctetString({ valueHex: Uint8Array.from(bytesOf(text)).buffer });
const partsOf = (block: BaseBlock | undefined): readonly BaseBlock[] => (block instanceof Constructed ? block.valueBlock.value : []);
const rawOf = (block: BaseBlock | undefined): Uint8Array =>
  block instanceof OctetString || block instanceof Primitive ? Uint8Array.from(block.valueBlock.valueHexView) : new Uint8Array();
const textOf = (block: BaseBlock | undefined): string => new TextDecoder().decode(rawOf(block));
const numberOf = (block: BaseBlock | undefined): number =>
  block instanceof Integer || block instanceof Enumerated ? block.valueBlock.valueDec : Number.NaN;

const application = (tagNumber: number, value: BaseBlock[]): Constructed =>
  new Constructed({ idBlock: { tagClass: applicationClass, tagNumber }, value });
const result = (tagNumber: number, code: number): Constructed =>
  application(tagNumber, [new Enumerated({ value: code }), octets(""), octets("")]);

const normalized = (dn: string): string => dn.toLowerCase().replace(/\s*,\s*/g, ",");
const isBelow = (dn: string, base: string): boolean =>
  normalized(dn) === normalized(base) || normalized(dn).endsWith(`,${normalized(base)}`);
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.from(one).equals(other) || new TextDecoder().decode(one).toLowerCase() === new TextDecoder().decode(other).toLowerCase();

function valuesOf({ attributes }: DirectoryEntry, name: string): readonly Uint8Array[] {
  const found = Object.entries(attributes).find(([one]) => one.toLowerCase() === name.toLowerCase());
  return (found?.[1] ?? []).map(bytesOf);
}

/** Whether an entry meets a filter (RFC 4511 §4.5.1.7); kinds that this directory does not know are met by nothing. */
function meets(entry: DirectoryEntry, filter: BaseBlock | undefined): boolean {
  if (filter === undefined || filter.idBlock.tagClass !== contextClass) return false;
  const parts = partsOf(filter);
  switch (filter.idBlock.tagNumber) {
    case 0:
      return parts.every((part) => meets(entry, part));
    case 1:
      return parts.some((part) => meets(entry, part));
    case 2:
      return !meets(entry, parts[0]);
    case 3:
      return valuesOf(entry, textOf(parts[0])).some((value) => isSame(value, rawOf(parts[1])));
    case 4: {
      const [start] = partsOf(parts[1]);
      return (
        start?.idBlock.tagNumber === 0 &&
        valuesOf(entry, textOf(parts[0])).some((value) => isSame(value.slice(0, rawOf(start).length), rawOf(start)))
      );
    }
    case 7:
      return valuesOf(entry, textOf(filter)).length > 0;
    default:
      return false;
  }
}

const entryMessage = (entry: DirectoryEntry): Constructed =>
  application(4, [
    octets(entry.dn),
    new Sequence({
      value: Object.entries(entry.attributes).map(
        ([name, values]) => new Sequence({ value: [octets(name), new BerSet({ value: values.map(octets) })] }),
      ),
    }),
  ]);

/** The certificate is for localhost; the authority is the certificate itself. */
async function certificate(): Promise<{ readonly key: string; readonly cert: string }> {
  const made = await selfsigned.generate([{ name: "commonName", value: "Directory" }], {
    keySize: 2048,
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** Starts a directory; `ldaps`: encrypted from the first byte, otherwise on request. */
export async function startDirectory(
  entries: readonly DirectoryEntry[],
  encryption: "ldaps" | "starttls" = "starttls",
): Promise<DirectoryServer> {
  const keys = await certificate();
  const sockets = new Set<Socket>();
  const directory: { entries: DirectoryEntry[]; binds: { dn: string; isEncrypted: boolean }[] } = { entries: [...entries], binds: [] };

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const isEncrypted = socket instanceof TLSSocket;
    let received = Buffer.alloc(0);
    let boundAs = "";

    const answer = (id: number, operation: BaseBlock): void =>
      void socket.write(Buffer.from(new Sequence({ value: [new Integer({ value: id }), operation] }).toBER()));

    const bind = (id: number, parts: readonly BaseBlock[]): void => {
      const [dn, password] = [textOf(parts[1]), textOf(parts[2])];
      directory.binds.push({ dn, isEncrypted });
      // An empty password is an anonymous bind, which succeeds (RFC 4513 §5.1.2).
      const entry = directory.entries.find((one) => normalized(one.dn) === normalized(dn));
      const isRight = password === "" || (entry?.password !== undefined && entry.password === password);
      boundAs = isRight && password !== "" ? dn : "";
      answer(id, result(1, isRight ? codes.success : codes.invalidCredentials));
    };

    const search = (id: number, parts: readonly BaseBlock[]): void => {
      const [base, scope, filter] = [textOf(parts[0]), numberOf(parts[1]), parts[6]];
      const done = (code: number): void => answer(id, result(5, code));
      if (boundAs === "") return done(codes.insufficientAccess);
      if (!directory.entries.some(({ dn }) => isBelow(dn, base))) return done(codes.noSuchObject);
      const found = directory.entries.filter(({ dn }) => (scope === 0 ? normalized(dn) === normalized(base) : isBelow(dn, base)));
      for (const entry of found) if (meets(entry, filter)) answer(id, entryMessage(entry));
      done(codes.success);
    };

    const handle = (message: BaseBlock): void => {
      const [number, operation] = partsOf(message);
      const id = numberOf(number);
      if (operation === undefined || operation.idBlock.tagClass !== applicationClass) return void socket.destroy();
      switch (operation.idBlock.tagNumber) {
        case 0:
          return bind(id, partsOf(operation));
        case 2:
          return void socket.end();
        case 3:
          return search(id, partsOf(operation));
        case 23: {
          if (textOf(partsOf(operation)[0]) !== startTls || isEncrypted) return answer(id, result(24, codes.protocolError));
          answer(id, result(24, codes.success));
          socket.removeAllListeners("data");
          return serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(keys) }));
        }
        default:
          return answer(id, result(24, codes.protocolError));
      }
    };

    socket.on("data", (data: Buffer) => {
      received = Buffer.concat([received, data]);
      while (received.length > 0) {
        const { offset, result: message } = fromBER(Uint8Array.from(received).buffer);
        if (offset === -1) return;
        received = received.subarray(offset);
        handle(message);
      }
    });
  };

  const server: Server = encryption === "ldaps" ? createTlsServer(keys, serve) : createServer(serve);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address: AddressInfo | string | null = server.address();
  return {
    ...directory,
    port: typeof address === "object" && address !== null ? address.port : 0,
    authority: keys.cert,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
