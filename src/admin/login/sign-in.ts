// Signing in: the captcha, the token call, and the fields remembered for the next time (docs/specification.md §4, §6; docs/wire.md §3).
import i18next from "i18next";
import { failureOf } from "../api/failure.ts";
import { isRecord, textOf } from "../api/wire-data.ts";
import { beginSession } from "../api/session.ts";
import { readStored, writeStored } from "../browser/storage.ts";
import { requestBare } from "../api/transport.ts";
import { readCaptcha, readRefusal, readSession, tokenCall, type Captcha, type Grant } from "../api/dialect.ts";
import { transformPassword } from "../api/password.ts";
import { settings } from "../browser/settings.ts";
import { factorChallengeIn, type FactorChallenge } from "./factor-challenge.ts";

const { dialect } = settings;
/** The name under which the browser remembers who signed in last. */
export const rememberedAs = "lastSignIn";

export interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
  /** The characters that the user read in the picture. */
  readonly captcha: string;
}

/** Tenant and account of the last sign-in from this browser; never the password. */
export function remembered(): Pick<Credentials, "tenantId" | "account"> {
  const content = readStored(rememberedAs)?.content;
  const stored = isRecord(content) ? content : {};
  return { tenantId: textOf(stored["tenantId"]) || settings.tenant, account: textOf(stored["account"]) };
}

/** A new picture of characters. Throws ApiFailure when there is none to be had. */
export async function newCaptcha(signal: AbortSignal): Promise<Captcha> {
  const { body } = await requestBare("GET", dialect.paths.captcha, { signal });
  return readCaptcha(body);
}

interface Proof {
  readonly password: string;
  readonly captcha: Captcha | undefined;
  readonly source: string | undefined;
}

function grantOf(credentials: Credentials, { password, captcha, source }: Proof): Grant {
  const from = source === undefined ? {} : { source };
  const who = { tenantId: credentials.tenantId.trim(), account: credentials.account.trim(), password, ...from };
  return captcha === undefined
    ? { type: "password", ...who }
    : { type: "captcha", ...who, key: captcha.key, characters: credentials.captcha.trim() };
}

/**
 * Signs in, with an account of this system or of a directory of the tenant. Returns "" on success, the second step where one is asked for, else the message; then nothing is stored
 * (docs/specification.md §8).
 */
export async function signIn(credentials: Credentials, captcha: Captcha | undefined, source?: string): Promise<string | FactorChallenge> {
  try {
    // A directory compares the password itself: it needs what was typed.
    const password = source === undefined ? await transformPassword(credentials.password, "signIn") : credentials.password;
    const grant = grantOf(credentials, { password, captcha, source });
    const { parameters, headers } = tokenCall(dialect, grant);
    const { body } = await requestBare("POST", dialect.paths.token, { body: new URLSearchParams(parameters), headers });
    const challenge = factorChallengeIn(body);
    if (challenge !== undefined) {
      writeStored(rememberedAs, { tenantId: grant.tenantId, account: credentials.account.trim() });
      return challenge;
    }
    const next = readSession(dialect, body);
    if (next === undefined) return readRefusal(dialect, body) || i18next.t("login.failed");
    writeStored(rememberedAs, { tenantId: grant.tenantId, account: credentials.account.trim() });
    beginSession({ ...next, tenantId: next.tenantId || grant.tenantId });
    return "";
  } catch (error) {
    return failureOf(error).message;
  }
}
