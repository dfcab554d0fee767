// The calls of the second factor: completing a sign-in, and a person's own set-up (docs/sign-in.md).
import i18next from "i18next";
import { failureOf } from "../../api/failure.ts";
import { isRecord, partsOf, textOf, type Row } from "../../api/record.ts";
import { request } from "../../api/request.ts";
import { beginSession } from "../../api/session.ts";
import { requestBare } from "../../api/transport.ts";
import { readRefusal, readSession } from "../../api/dialect.ts";
import { transformPassword } from "../../api/password.ts";
import { settings } from "../../settings.ts";
import type { FactorAsked } from "../factor-asked.ts";

const { dialect } = settings;
/** The state of one's own factor is read here; its steps are below. */
export const factorPath = "/blade-auth/oauth/second-factor";

/** How the second step ended. `over`: the sign-in has to begin again. */
export interface Completion {
  readonly sentence: string;
  readonly isOver: boolean;
}

/** Completes a sign-in. Answers undefined when it has, else why not. */
export async function complete({ challenge }: FactorAsked, code: string): Promise<Completion | undefined> {
  try {
    const body = new URLSearchParams({ grant_type: "second_factor", scope: "all", challenge, code: code.trim() });
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

/** What the authenticator application is to hold. */
export interface Begun {
  readonly secret: string;
  readonly address: string;
  readonly ticket: string;
}

const send = async (step: string, fields: Readonly<Record<string, string>> = {}): Promise<Row> => {
  // As a form, so that no secret is part of a URL, which logs and proxies would record.
  const answer = await request("POST", factorPath + step, { body: new URLSearchParams(fields) });
  return isRecord(answer) ? answer : {};
};

export async function begin(): Promise<Begun> {
  const answer = await send("/begin");
  return { secret: textOf(answer["secret"]), address: textOf(answer["address"]), ticket: textOf(answer["ticket"]) };
}

/** Answers the recovery codes. */
export const confirm = async (ticket: string, code: string): Promise<readonly string[]> =>
  partsOf((await send("/confirm", { ticket, code: code.trim() }))["recoveryCodes"]);

export const renewRecoveryCodes = async (code: string): Promise<readonly string[]> =>
  partsOf((await send("/recovery-codes", { code: code.trim() }))["recoveryCodes"]);

export async function turnOff(password: string, code: string): Promise<void> {
  await send("/end", { password: await transformPassword(password, "chosen"), code: code.trim() });
}

/** The state of one's own factor. */
export interface FactorState {
  readonly isSetUp: boolean;
  readonly isRequired: boolean;
  readonly setUpTime: string;
  readonly recoveryCodesLeft: number;
}

export function factorStateIn(payload: unknown): FactorState {
  const row: Row = isRecord(payload) ? payload : {};
  return {
    isSetUp: row["isSetUp"] === true,
    isRequired: row["isRequired"] === true,
    setUpTime: textOf(row["setUpTime"]),
    recoveryCodesLeft: Number(row["recoveryCodesLeft"] ?? 0),
  };
}
