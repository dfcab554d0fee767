// The calls of a sign-in through another platform: exchanging the code, asking for an account, leaving (docs/specification.md §7;
// docs/wire.md §3, §8).
import i18next from "i18next";
import { failureOf } from "../../api/failure.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { failureIn, request } from "../../api/request.ts";
import { beginSession } from "../../api/session.ts";
import { fetchAnswer, readBody, requestBare } from "../../api/transport.ts";
import { captchaHeaders, readGuest, readRefusal, readSession, tokenCall, type Captcha, type Guest } from "../../api/dialect.ts";
import { transformChosenPassword } from "../../api/password.ts";
import { settings } from "../../browser/settings.ts";
import { factorChallengeIn, type FactorChallenge } from "../factor-challenge.ts";
import { remembered } from "../sign-in.ts";
import type { OAuthCallback } from "./oauth-callback.ts";

const { dialect } = settings;

/** The outcome of a return: signed in, no account yet, or an error. */
export type Outcome =
  | { readonly kind: "signed-in" }
  | { readonly kind: "factor"; readonly challenge: FactorChallenge }
  | { readonly kind: "guest"; readonly guest: Guest; readonly siteTenant: string }
  | { readonly kind: "refused"; readonly sentence: string };

const refused = (sentence: string): Outcome => ({ kind: "refused", sentence });

/** The tenant of this site; "" without one, or when it cannot be determined. */
async function tenantOfSite(): Promise<string> {
  try {
    const tenant = await request("GET", "/blade-system/tenant/info", { query: { domain: location.origin } });
    return isRecord(tenant) ? textOf(tenant["tenantId"]) : "";
  } catch (error) {
    // The user is asked for it instead.
    failureOf(error);
    return "";
  }
}

async function exchange({ source, code, state, error }: OAuthCallback): Promise<Outcome> {
  // Further text in the address, from the platform or from the author of the link, is not shown.
  if (error !== "") return refused(i18next.t(error === "access_denied" ? "social.denied" : "social.failed"));
  try {
    const { parameters, headers } = tokenCall(dialect, { type: "social", tenantId: remembered().tenantId, source, code, state });
    const { body } = await requestBare("POST", dialect.paths.token, { body: new URLSearchParams(parameters), headers });
    const challenge = factorChallengeIn(body);
    if (challenge !== undefined) return { kind: "factor", challenge };
    const guest = readGuest(dialect, body);
    if (guest !== undefined) return { kind: "guest", guest, siteTenant: await tenantOfSite() };
    const next = readSession(dialect, body);
    if (next === undefined) return refused(readRefusal(dialect, body) || i18next.t("login.failed"));
    beginSession(next);
    return { kind: "signed-in" };
  } catch (failure) {
    return refused(failureOf(failure).message);
  }
}

const outcomes = new WeakMap<OAuthCallback, Promise<Outcome>>();

/** Exchanges the code of a return, once however often it is called. */
export function outcomeOf(arrival: OAuthCallback): Promise<Outcome> {
  let outcome = outcomes.get(arrival);
  if (outcome === undefined) {
    outcome = exchange(arrival);
    outcomes.set(arrival, outcome);
  }
  return outcome;
}

/** The values of the registration form (docs/specification.md §3). */
export interface Registration {
  readonly tenantId: string;
  readonly name: string;
  readonly account: string;
  readonly password: string;
  readonly password2: string;
  /** The captcha, where the server requires it. */
  readonly captcha: string;
}

/** Why the registration failed. */
interface RegistrationRefusal {
  readonly sentence: string;
  /** A captcha is required to continue. */
  readonly asksCaptcha: boolean;
}

/** Requests an account; returns undefined when the request was accepted, else the reason (docs/specification.md §8). */
export async function register(
  guest: Guest,
  { tenantId, name, account, password, captcha: characters }: Registration,
  captcha: Captcha | undefined,
): Promise<RegistrationRefusal | undefined> {
  try {
    const fields = {
      tenantId: tenantId.trim(),
      name: name.trim(),
      account: account.trim(),
      password: await transformChosenPassword(password, "password"),
      oauthId: guest.oauthId,
    };
    // As a form, so that the password is part of no URL, which logs and proxies would record.
    const headers = captcha === undefined ? {} : captchaHeaders(captcha.key, characters.trim());
    const response = await fetchAnswer(
      "POST",
      "/blade-user/register-guest",
      { body: new URLSearchParams(fields), headers },
      guest.accessToken,
    );
    const body = await readBody(response, undefined);
    const failure = failureIn(response.status, body);
    if (failure === undefined && !(isRecord(body) && body["success"] === false)) return undefined;
    return {
      sentence: textOf(isRecord(body) ? body["msg"] : "") || i18next.t("social.submitFailed"),
      asksCaptcha: failure?.error === "captchaNeeded",
    };
  } catch (error) {
    return { sentence: failureOf(error).message || i18next.t("social.submitFailed"), asksCaptcha: false };
  }
}

/** Signs the guest out. Nothing of theirs is kept here, so that it does not matter when the server is not reached. */
export async function leave(guest: Guest): Promise<void> {
  try {
    await fetchAnswer("POST", dialect.paths.logout, { body: [], timeLimit: 3000 }, guest.accessToken);
  } catch (error) {
    failureOf(error);
  }
}
