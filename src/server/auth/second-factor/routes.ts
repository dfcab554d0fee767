// A person's own second factor: setting it up, new recovery codes, and turning it off.
import type { KeyObject } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Text } from "#schema/text";
import { signedIn } from "../../caller/rule.ts";
import { parametersOf } from "../../http/bodies.ts";
import { answer } from "../../http/envelope.ts";
import { businessError, missingParameter } from "../../http/errors.ts";
import { signedInCallerOf } from "../../http/request-context.ts";
import { localTime, type Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import type { KnownCaller } from "../callers.ts";
import { accountSubject, type Failures } from "../failures.ts";
import { failureLimits } from "../parameters.ts";
import { verifyPassword } from "../password-hash.ts";
import { openSecret, sealSecret } from "../secret-storage.ts";
import { factorSubject, type FactorOwner, type Factors } from "./factors.ts";
import { newSecret, setUpAddress } from "./totp.ts";

/** Time to take the telephone out and type a code. */
const setUpMs = 15 * 60 * 1000;
/** The name under which authenticator applications list the account. */
const issuer = "Tracemark";

export interface FactorRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly failures: Failures;
  readonly factors: Factors;
  /** Seals a secret between the two steps of setting it up. */
  readonly storageKey: KeyObject;
}

const ticketSchema = z.object({ purpose: z.literal("second factor"), userId: z.string(), secret: z.string(), expiresAt: z.number() });

const wrongCode = () => businessError("wrongCode", ["动态码不正确或已使用", "The code is not correct, or was used already"]);
const tooManyCodes = () => businessError("tooManyFailures", ["错误次数过多，请稍后再试", "Wrong too often; try again later"]);
const setUpOver = () => businessError("setUpOver", ["设置已超时，请重新开始", "This took too long; please start again"]);
const alreadySetUp = () =>
  businessError("alreadySetUp", ["已启用双因素验证，请先关闭再重新设置", "A second factor is set up already; turn it off first"]);
const notSetUp = () => businessError("notSetUp", ["尚未启用双因素验证", "No second factor is set up"]);
const wrongPassword = () => businessError("wrongOldPassword", ["密码不正确", "The password is not correct"]);
const required = () =>
  businessError("secondFactorRequired", [
    "所在租户要求管理员使用双因素验证，不能关闭",
    "Your tenant requires a second factor of its administrators; it cannot be turned off",
  ]);

const ownerOf = ({ person }: KnownCaller): FactorOwner => ({ tenantId: person.tenantId, userId: person.userId });

function sent(request: FastifyRequest, name: string): string {
  const value = parametersOf(request)[name] ?? "";
  if (value === "") throw missingParameter(name);
  return value;
}

/** Registers them below a path, on an instance with guarded routes. */
export function registerSecondFactor(app: FastifyInstance, base: string, options: FactorRoutesOptions): void {
  const { database, clock, failures, factors, storageKey } = options;
  const logged = (name: string, title: Text) => ({
    access: signedIn,
    logged: { name, title, isAction: true as const, secrets: ["code", "password", "ticket"] },
  });

  /** Counts an attempt before it is judged, so that parallel ones do not help. */
  const counted = async <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    const attempt = await failures.beginFrom(subject, await failureLimits(database));
    if (!attempt.isAdmitted) throw tooManyCodes();
    const result = await work();
    await attempt.succeeded();
    return result;
  };

  const prove = ({ person }: KnownCaller, code: string): Promise<void> =>
    counted(factorSubject(person.tenantId, person.userId), async () => {
      if ((await factors.prove(person, code)) === undefined) throw wrongCode();
    });

  app.get(`${base}/second-factor`, { config: { access: signedIn } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const known = signedInCallerOf(request);
    const state = await factors.stateOf(ownerOf(known));
    return answer({
      isSetUp: state !== undefined,
      isRequired: known.requiresFactor,
      setUpTime: state === undefined ? "" : localTime(state.setUpTime),
      recoveryCodesLeft: state?.recoveryCodesLeft ?? 0,
    });
  });

  app.post(
    `${base}/second-factor/begin`,
    { config: logged("beginSecondFactor", ["设置双因素验证", "Set up a second factor"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { person } = signedInCallerOf(request);
      if (person.hasSecondFactor) throw alreadySetUp();
      const secret = newSecret();
      // Nothing is kept until a code has shown that the telephone has it.
      const ticket = { purpose: "second factor", userId: person.userId, secret, expiresAt: clock.milliseconds() + setUpMs };
      return answer({
        secret,
        address: setUpAddress(secret, { issuer, account: `${person.tenantId}:${person.account}` }),
        ticket: sealSecret(storageKey, JSON.stringify(ticket)),
      });
    },
  );

  app.post(
    `${base}/second-factor/confirm`,
    { config: logged("confirmSecondFactor", ["启用双因素验证", "Turn on a second factor"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { person, session } = signedInCallerOf(request);
      const [sealed, code] = [sent(request, "ticket"), sent(request, "code").replaceAll(/\s/g, "")];
      const text = openSecret(storageKey, sealed);
      const ticket = text === undefined ? undefined : ticketSchema.safeParse(parsed(text)).data;
      if (ticket === undefined || ticket.userId !== person.userId || ticket.expiresAt <= clock.milliseconds()) throw setUpOver();
      if (person.hasSecondFactor) throw alreadySetUp();
      const recoveryCodes = await counted(factorSubject(person.tenantId, person.userId), async () => {
        if (!(await factors.spendCode(person, ticket.secret, code))) throw wrongCode();
        return factors.setUp(person, ticket.secret, session.id);
      });
      return answer({ recoveryCodes });
    },
  );

  app.post(
    `${base}/second-factor/recovery-codes`,
    { config: logged("renewRecoveryCodes", ["重新生成恢复码", "Make new recovery codes"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const known = signedInCallerOf(request);
      if (!known.person.hasSecondFactor) throw notSetUp();
      await prove(known, sent(request, "code"));
      return answer({ recoveryCodes: await factors.renewRecoveryCodes(ownerOf(known)) });
    },
  );

  app.post(
    `${base}/second-factor/end`,
    { config: logged("endSecondFactor", ["关闭双因素验证", "Turn off the second factor"]) },
    async (request) => {
      const known = signedInCallerOf(request);
      const { person } = known;
      if (!person.hasSecondFactor) throw notSetUp();
      if (known.requiresFactor) throw required();
      const [password, code] = [sent(request, "password"), sent(request, "code")];
      // Guesses of the password count as those of a sign-in do.
      const attempt = await failures.begin(
        { account: accountSubject(person.tenantId, person.account), address: request.ip },
        await failureLimits(database),
      );
      if (!attempt.isAdmitted) throw tooManyCodes();
      if (!(await verifyPassword(person.passwordHash, password))) throw wrongPassword();
      await attempt.succeeded();
      await prove(known, code);
      await factors.remove(ownerOf(known));
      return answer({});
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // another sealed text of this installation
    throw error;
  }
}
