// Sends the code by text that a sign-in waits for, to whoever has taken its first step.
import type { KeyObject } from "node:crypto";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { authenticatedClient } from "../clients.ts";
import { challengeOver, parameterMissing, textsNotOffered } from "../oauth-error.ts";
import { personById } from "../people.ts";
import { credentialOf } from "../sessions.ts";
import { requireAdmission, type TokenRequest } from "../sign-in.ts";
import type { Challenges } from "./challenges.ts";
import type { Factors } from "./factors.ts";
import type { SentText, TextCodes } from "./text-codes.ts";

/** Sends a text for the challenge of a request. Throws an OAuthError, or what the limits of texts say. */
export type SendChallengeText = (request: Pick<TokenRequest, "parameters" | "authorization" | "address">) => Promise<SentText>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly factors: Factors;
  readonly textCodes: TextCodes;
  /** Opens the secrets of clients. */
  readonly storageKey: KeyObject;
}

export const createChallengeText =
  ({ database, clock, challenges, factors, textCodes, storageKey }: Options): SendChallengeText =>
  async ({ parameters, authorization, address }) => {
    const client = await authenticatedClient(database, storageKey, authorization);
    const { challenge = "" } = parameters;
    if (challenge === "") throw parameterMissing("challenge");
    const pending = await challenges.find(challenge, client.clientId);
    if (pending === undefined) throw challengeOver();
    const person = await personById(database, pending.tenantId, pending.userId);
    if (person === undefined || credentialOf(person.passwordHash) !== pending.credential) throw challengeOver();
    requireAdmission(person, clock.now());
    const phone = (await factors.stateOf(person))?.phone;
    if (phone === undefined) throw textsNotOffered();
    const obstacle = await textCodes.obstacle(person.tenantId);
    if (obstacle !== undefined) throw textsNotOffered(obstacle);
    return textCodes.send({ ...person, phone }, "proof", address);
  };
