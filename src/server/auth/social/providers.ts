// The platforms through which people may sign in, as variables of the process name them: each has its own, beginning with OAUTH_ and its
// name.
import { z } from "zod";
import type { Text } from "#schema/text";
import { isLoopback } from "../../loopback.ts";

/** Paths of a user's data in a platform's answer; `data.open_id` is a member within a member. */
const fieldNames = ["id", "account", "name", "avatar", "email"] as const;
export type PersonField = (typeof fieldNames)[number];

/** As OpenID Connect names them. */
const defaultFields: Readonly<Record<PersonField, string>> = {
  id: "sub",
  account: "preferred_username",
  name: "name",
  avatar: "picture",
  email: "email",
};

export interface Provider {
  /** Its key, kept with each person who came from it. */
  readonly source: string;
  readonly label: Text;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly clientAuthentication: "post" | "basic";
  readonly fields: Readonly<Record<PersonField, string>>;
}

/** A text that cannot be read in transit, or that stays on this machine. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.username === "" && url.password === "" && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)))
  );
}

const address = z
  .string()
  .trim()
  .refine((text) => isSafeAddress(text) && new URL(text).hash === "", "must be an address that begins with https://");

function fieldsOf(text: string): Readonly<Record<PersonField, string>> | undefined {
  const pairs = text.split(",").map((part) => part.split("=").map((side) => side.trim()));
  const isPair = ([name = "", place = "", ...rest]: readonly string[]) =>
    rest.length === 0 && (fieldNames as readonly string[]).includes(name) && /^[\w-]+(?:\.[\w-]+)*$/.test(place);
  return pairs.every(isPair) ? { ...defaultFields, ...Object.fromEntries(pairs) } : undefined;
}

/** The settings of one platform; each name is prefixed with OAUTH_<NAME>_. */
export const providerVariables = {
  LABEL: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe("Name on the sign-in page: Chinese and English separated by a comma, or one for both; default: the key."),
  AUTHORIZE_URL: address.describe("Authorization endpoint."),
  TOKEN_URL: address.describe("Token endpoint, where the code is exchanged."),
  USER_INFO_URL: address.describe("User info endpoint."),
  CLIENT_ID: z.string().trim().min(1).max(256).describe("Client id of this installation."),
  CLIENT_SECRET: z.string().trim().min(1).max(512).describe("Client secret of this installation."),
  SCOPE: z.string().trim().max(512).default("").describe("Requested scopes, separated by spaces; default: none."),
  CLIENT_AUTH: z
    .enum(["post", "basic"])
    .default("post")
    .describe("How client id and secret are sent to TOKEN_URL: post (default, in the form) or basic (in a header)."),
  FIELDS: z
    .string()
    .trim()
    .refine((text) => fieldsOf(text) !== undefined, "must look like id=id,account=login,name=name,avatar=avatar_url,email=email")
    .optional()
    .describe(
      "Members of the USER_INFO_URL response that hold id, account, name, avatar and email; use a.b for nested members; default: OpenID Connect claims.",
    ),
} as const;

const schema = z.object(providerVariables);

/** Keys are stored in a column of this length, and are part of variable names. */
export const isSource = (text: string): boolean => /^[a-z][a-z0-9_]{0,15}$/.test(text);

function labelOf(text: string | undefined, source: string): Text {
  const [zh = source, en = zh] = (text ?? source)
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean);
  return [zh, en];
}

/** Reads the settings of each of these platforms; problems are added to `problems`, without the values. */
export function readProviders(
  sources: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): readonly Provider[] {
  return sources.flatMap((source): Provider[] => {
    const prefix = `OAUTH_${source.toUpperCase()}_`;
    const given = Object.fromEntries(
      Object.keys(providerVariables).flatMap((name) => (environment[prefix + name]?.trim() ? [[name, environment[prefix + name]]] : [])),
    );
    const read = schema.safeParse(given);
    if (!read.success) {
      for (const issue of read.error.issues) {
        const name = String(issue.path[0]);
        const { description } = providerVariables[name as keyof typeof providerVariables]; // the path of an issue of this schema is one of its keys
        problems.push(
          `${prefix}${name}: ${given[name] === undefined ? `must be set with OAUTH_PROVIDERS=${source}` : issue.message}. ${description ?? ""}`,
        );
      }
      return [];
    }
    const values = read.data;
    return [
      {
        source,
        label: labelOf(values.LABEL, source),
        authorizeUrl: values.AUTHORIZE_URL,
        tokenUrl: values.TOKEN_URL,
        userInfoUrl: values.USER_INFO_URL,
        clientId: values.CLIENT_ID,
        clientSecret: values.CLIENT_SECRET,
        scope: values.SCOPE,
        clientAuthentication: values.CLIENT_AUTH,
        fields: (values.FIELDS === undefined ? undefined : fieldsOf(values.FIELDS)) ?? defaultFields,
      },
    ];
  });
}
