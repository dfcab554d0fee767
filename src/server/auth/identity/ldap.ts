// LDAP: a service account finds the person, who then binds with their own password (RFC 4511, 4513, 4515).
import { isIP } from "node:net";
import {
  Client,
  escapeFilter,
  FilterParser,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ResultCodeError,
  SizeLimitExceededError,
  type Entry,
  type Filter,
} from "ldapts";
import { outgoingAddress, OutgoingError } from "../../http/outgoing.ts";
import { networkProblem, outgoingProblem } from "./calls.ts";
import { stepTimeoutMs, type PasswordProtocol } from "./protocol.ts";
import { IdentityError, type LdapProvider } from "./provider.ts";

/** Of accounts that may not sign in: Active Directory (bit 2), the password policy of OpenLDAP, 389 Directory Server. */
const stateAttributes = ["userAccountControl", "pwdAccountLockedTime", "nsAccountLock"] as const;
const accountDisable = 2;
/** Values that are bytes and no text. */
const binaryAttributes = ["objectGUID", "objectSid"];
/** Longer ones are nobody's; a directory need not look for them. */
const maxAccountLength = 128;

const setup = (zh: string, en: string, cause?: unknown) => new IdentityError("setup", [zh, en], cause);

const severalFound = () => setup("用户过滤器找到了多个用户", "The user filter finds several users");

function failureOf(error: unknown, { host, port, baseDn }: LdapProvider): unknown {
  if (error instanceof IdentityError) return error;
  const place = `${host}:${port}`;
  if (error instanceof OutgoingError) return outgoingProblem(place, error);
  const network = networkProblem(place, error);
  if (network !== undefined) return network;
  if (error instanceof NoSuchObjectError) return setup(`目录中没有“${baseDn}”`, `There is no “${baseDn}” in the directory`, error);
  if (error instanceof InvalidDNSyntaxError)
    return setup("服务账号DN或用户所在DN的写法不正确", "The service account DN or the base DN is malformed", error);
  if (error instanceof SizeLimitExceededError) return severalFound();
  if (error instanceof ResultCodeError)
    return setup(
      `“${place}”应答 LDAP 错误 ${error.code}：${error.name}`,
      `“${place}” answers the LDAP error ${error.code}: ${error.name}`,
      error,
    );
  // Time-outs and connections that end early have neither code nor class.
  if (error instanceof Error)
    return new IdentityError(
      "unavailable",
      [`“${place}”没有应答，或不是 LDAP 服务器`, `“${place}” does not answer, or is no LDAP server`],
      error,
    );
  return error;
}

/** The filter for an account: what was typed is a value in it, whatever its characters. */
function filterFor(userFilter: string, account: string): Filter {
  const text = userFilter.replaceAll("{account}", () => escapeFilter`${account}`);
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw setup("用户过滤器的写法不正确", "The user filter is malformed", error);
  }
}

type AttributeValue = Entry[string];
const firstOf = (value: AttributeValue | undefined): string | Buffer | undefined => (Array.isArray(value) ? value[0] : value);
const textOf = (value: AttributeValue | undefined): string => {
  const first = firstOf(value);
  return first === undefined ? "" : typeof first === "string" ? first : first.toString("hex");
};

function requireActive(entry: Entry): void {
  const control = Number(textOf(entry["userAccountControl"]) || "0");
  const isDisabled =
    (control & accountDisable) !== 0 || textOf(entry["pwdAccountLockedTime"]) !== "" || /^true$/i.test(textOf(entry["nsAccountLock"]));
  if (isDisabled) throw new IdentityError("gone", ["该账号在目录中已停用", "This account is disabled in the directory"]);
}

/** An entry as claims: texts, and the texts of attributes with several values. */
const claimsOf = (entry: Entry): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => textOf(one)) : textOf(value)]),
  );

export function ldapProtocol(internalHosts: readonly string[]): PasswordProtocol<LdapProvider> {
  /** Works over a connection, encrypted as the settings say, which is closed afterwards. */
  const connected = async <T>(provider: LdapProvider, work: (client: Client) => Promise<T>): Promise<T> => {
    const { host, port, encryption, certificate } = provider;
    const address = await outgoingAddress({ host, port, isEncrypted: encryption !== "none" }, internalHosts);
    const tlsOptions = {
      minVersion: "TLSv1.2" as const,
      // The certificate is that of the name, although the connection is to the address that was judged.
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      ...(certificate === "" ? {} : { ca: [certificate] }),
    };
    const client = new Client({
      url: `${encryption === "ldaps" ? "ldaps" : "ldap"}://${isIP(address) === 6 ? `[${address}]` : address}:${port}`,
      timeout: stepTimeoutMs,
      connectTimeout: stepTimeoutMs,
      ...(encryption === "ldaps" ? { tlsOptions } : {}),
    });
    try {
      if (encryption === "starttls") await client.startTLS(tlsOptions);
      return await work(client);
    } finally {
      // A connection that is broken already cannot be told good-bye.
      await client.unbind().catch(() => undefined);
    }
  };

  /** The same as the service account. */
  const asService = <T>(provider: LdapProvider, work: (client: Client) => Promise<T>): Promise<T> =>
    connected(provider, async (client) => {
      try {
        await client.bind(provider.bindDn, provider.bindPassword);
      } catch (error) {
        if (error instanceof InvalidCredentialsError || error instanceof NoSuchObjectError)
          throw setup("目录不接受服务账号的DN或密码", "The directory refuses the DN or the password of the service account", error);
        throw error;
      }
      return work(client);
    });

  const find = async (client: Client, { baseDn, idAttribute }: LdapProvider, filter: Filter): Promise<Entry | undefined> => {
    const { searchEntries } = await client.search(baseDn, {
      scope: "sub",
      filter,
      // Two are one too many.
      sizeLimit: 2,
      attributes: ["*", idAttribute, "memberOf", ...stateAttributes],
      explicitBufferAttributes: binaryAttributes,
    });
    const [entry, other] = searchEntries;
    if (other !== undefined) throw severalFound();
    return entry;
  };

  const subjectOf = (entry: Entry, { idAttribute }: LdapProvider): string => {
    const name = Object.keys(entry).find((one) => one.toLowerCase() === idAttribute.toLowerCase());
    const subject = name === undefined ? "" : textOf(entry[name]);
    if (subject === "") throw setup(`用户没有标识属性 ${idAttribute}`, `Users have no attribute ${idAttribute}`);
    return subject;
  };

  const mended = async <T>(provider: LdapProvider, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, provider);
    }
  };

  return {
    identify: (provider, account, password) =>
      mended(provider, async () => {
        // A bind without a password is anonymous and succeeds (RFC 4513 §5.1.2).
        if (password === "" || account === "" || account.length > maxAccountLength) return undefined;
        const entry = await asService(provider, (client) => find(client, provider, filterFor(provider.userFilter, account)));
        if (entry === undefined) return undefined;
        try {
          await connected(provider, (client) => client.bind(entry.dn, password));
        } catch (error) {
          if (error instanceof InvalidCredentialsError) return undefined;
          throw error;
        }
        requireActive(entry);
        const subject = subjectOf(entry, provider);
        return { subject, claims: claimsOf(entry), proof: { subject, account } };
      }),
    recheck: (provider, proof) =>
      mended(provider, async () => {
        const entry = await asService(provider, (client) => find(client, provider, filterFor(provider.userFilter, proof.account ?? "")));
        if (entry === undefined || subjectOf(entry, provider) !== proof.subject)
          throw new IdentityError("gone", ["该账号已不在目录中", "This account is no longer in the directory"]);
        requireActive(entry);
        return { proof, claims: async () => claimsOf(entry) };
      }),
    test: (provider) =>
      mended(provider, () =>
        asService(provider, async (client) => {
          await client.search(provider.baseDn, { scope: "base", attributes: ["1.1"] });
          // The filter as such: nobody has this account.
          await find(client, provider, filterFor(provider.userFilter, "tracemark-test"));
        }),
      ),
  };
}
