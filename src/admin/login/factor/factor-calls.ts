// The calls of the second factor: completing a sign-in, and a person's own set-up (docs/sign-in.md).
import i18next from "i18next";
import { failureOf } from "../../api/failure.ts";
import { isRecord, partsOf, textOf, type Row } from "../../api/wire-data.ts";
import { request } from "../../api/request.ts";
import { beginSession } from "../../api/session.ts";
import { requestBare } from "../../api/transport.ts";
import { readRefusal, readSession } from "../../api/dialect.ts";
import { transformPassword } from "../../api/password.ts";
import { settings } from "../../browser/settings.ts";
import type { FactorChallenge } from "../factor-challenge.ts";

const { dialect } = settings;
const oauthPath = "/blade-auth/oauth";
/** The state of one's own factor is read here; its steps are below. */
export const factorPath = `${oauthPath}/second-factor`;

/** How the second step ended. `over`: the sign-in has to begin again. */
interface Completion {
  readonly sentence: string;
  readonly isOver: boolean;
}

/** Whose code it is. */
export type Method = "totp" | "sms";

/** Completes a sign-in. Answers undefined when it has, else why not. */
export async function complete({ challenge }: FactorChallenge, code: string, method: Method | undefined): Promise<Completion | undefined> {
  try {
    const body = new URLSearchParams({
      grant_type: "second_factor",
      scope: "all",
      challenge,
      code: code.trim(),
      ...(method && { method }),
    });
    const { body: answer } = await requestBare("POST", dialect.paths.token, { body });
    const next = readSession(dialect, answer);
    if (next === undefined) {
      const isOver = isRecord(answer) && answer["error"] === "invalid_request";
      return { sentence: readRefusal(dialect, answer) || i18next.t("login.failed"), isOver };
    }
    beginSession(next);
    return undefined;
  } catch (error) {
    return { sentence: failureOf(error).message, isOver: false };
  }
}

/** A text that was sent, or why not. `seconds`: until another one may be asked for. */
export type TextOutcome = { readonly seconds: number } | { readonly refusal: string; readonly seconds?: number; readonly isOver?: boolean };

/** Seconds in the answer of a call that sends a text. */
const pauseIn = (row: Row): number => Number(row["resendSeconds"] ?? 60);

/** Sends the code by text that a sign-in waits for. */
export async function sendSignInText({ challenge }: FactorChallenge): Promise<TextOutcome> {
  try {
    const { body } = await requestBare("POST", `${oauthPath}/challenge/text`, { body: new URLSearchParams({ challenge }) });
    const answer: Row = isRecord(body) ? body : {};
    const data: Row = isRecord(answer["data"]) ? answer["data"] : {};
    if (answer["success"] === true) return { seconds: pauseIn(data) };
    const refusal = readRefusal(dialect, answer) || i18next.t("factor.textFailed");
    const { seconds } = data;
    if (typeof seconds === "number") return { refusal, seconds };
    return { refusal, isOver: answer["error"] === "invalid_request" };
  } catch (error) {
    return { refusal: failureOf(error).message };
  }
}

/** What the authenticator application is to hold. */
export interface AuthenticatorSetup {
  readonly secret: string;
  readonly address: string;
  readonly ticket: string;
}

const send = async (step: string, fields: Readonly<Record<string, string>> = {}): Promise<Row> => {
  // As a form, so that no secret is part of a URL, which logs and proxies would record.
  const answer = await request("POST", factorPath + step, { body: new URLSearchParams(fields) });
  return isRecord(answer) ? answer : {};
};

/** What shows that a factor is somebody's own. */
export interface Proof {
  readonly code: string;
  readonly method: Method;
}

const fieldsOf = (proof: Proof | undefined): Readonly<Record<string, string>> =>
  proof === undefined ? {} : { code: proof.code.trim(), method: proof.method };

/** Begins to set up an authenticator application; with proof of the factor that there is already. */
export async function begin(proof?: Proof): Promise<AuthenticatorSetup> {
  const answer = await send("/begin", fieldsOf(proof));
  return { secret: textOf(answer["secret"]), address: textOf(answer["address"]), ticket: textOf(answer["ticket"]) };
}

/** Answers the recovery codes; none where there are some already. */
export const confirm = async (ticket: string, code: string): Promise<readonly string[]> =>
  partsOf((await send("/confirm", { ticket, code: code.trim() }))["recoveryCodes"]);

/** A code that is on its way to one's own number. */
export interface TextChallenge {
  readonly ticket: string;
  readonly phone: string;
  readonly seconds: number;
}

/** Sends a code to set up codes by text; another one with the ticket of the last. */
export async function beginText(given: {
  readonly proof?: Proof | undefined;
  readonly ticket?: string | undefined;
}): Promise<TextChallenge> {
  const answer = await send("/text/begin", { ...fieldsOf(given.proof), ...(given.ticket === undefined ? {} : { ticket: given.ticket }) });
  return { ticket: textOf(answer["ticket"]), phone: textOf(answer["phone"]), seconds: pauseIn(answer) };
}

/** Answers the recovery codes; none where there are some already. */
export const confirmText = async (ticket: string, code: string): Promise<readonly string[]> =>
  partsOf((await send("/text/confirm", { ticket, code: code.trim() }))["recoveryCodes"]);

/** What became of a call that sends a text. */
export async function outcomeOfText(work: () => Promise<number>): Promise<TextOutcome> {
  try {
    return { seconds: await work() };
  } catch (error) {
    const { message, data } = failureOf(error);
    const seconds = isRecord(data) ? data["seconds"] : undefined;
    return { refusal: message, ...(typeof seconds === "number" ? { seconds } : {}) };
  }
}

/** Sends a code by text, as proof for a change of the factor. */
export const sendProofText = (): Promise<TextOutcome> => outcomeOfText(async () => pauseIn(await send("/text/send")));

export const renewRecoveryCodes = async (proof: Proof): Promise<readonly string[]> =>
  partsOf((await send("/recovery-codes", fieldsOf(proof)))["recoveryCodes"]);

/** Ends one method. */
export async function turnOff(ends: Method, password: string, proof: Proof): Promise<void> {
  await send("/end", { ends, password: await transformPassword(password, "chosen"), ...fieldsOf(proof) });
}

/** The state of one's own factor. */
export interface FactorState {
  readonly isSetUp: boolean;
  readonly isRequired: boolean;
  readonly methods: readonly Method[];
  readonly setUpTime: string;
  readonly recoveryCodesLeft: number;
  /** Masked: the number that gets codes by text, or one's own; "" where there is none. */
  readonly phone: string;
  /** Why codes by text cannot be sent; "" where they can. */
  readonly smsRefusal: string;
}

export function factorStateIn(payload: unknown): FactorState {
  const row: Row = isRecord(payload) ? payload : {};
  const methods = partsOf(row["methods"]);
  return {
    isSetUp: row["isSetUp"] === true,
    isRequired: row["isRequired"] === true,
    methods: (["totp", "sms"] as const).filter((method) => methods.includes(method)),
    setUpTime: textOf(row["setUpTime"]),
    recoveryCodesLeft: Number(row["recoveryCodesLeft"] ?? 0),
    phone: textOf(row["phone"]),
    smsRefusal: textOf(row["smsRefusal"]),
  };
}

/** Reads the state where no list of reads is at hand: before anything else can be called. */
export const readFactorState = async (): Promise<FactorState> => factorStateIn(await request("GET", factorPath));
