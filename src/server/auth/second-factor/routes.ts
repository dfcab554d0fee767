// A person's own second factor: setting up an authenticator application or codes by text, new recovery codes, and turning it off.
import type { KeyObject } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { parsedJson } from "#schema/json";
import { inLanguage, type Text } from "#schema/text";
import { mobilePattern } from "../../../fields/contact-patterns.ts";
import { signedIn } from "../../caller/rule.ts";
import { parametersOf } from "../../http/bodies.ts";
import { answer } from "../../http/envelope.ts";
import { businessError, malformedParameter, missingParameter } from "../../http/errors.ts";
import { languageOfRequest, signedInCallerOf } from "../../http/request-context.ts";
import { localTime, type Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import type { CallerWithRights } from "../callers.ts";
import { accountSubject, type Failures } from "../failures.ts";
import { failureLimits } from "../parameters.ts";
import { verifyPassword } from "../password-hash.ts";
import { decryptSecret, encryptSecret } from "../secret-storage.ts";
import { factorMethodOf, factorMethods, factorSubject, type FactorMethod, type FactorOwner, type Factors } from "./factors.ts";
import type { TextCodes } from "./text-codes.ts";
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
  readonly textCodes: TextCodes;
  /** Seals what is known between the two steps of setting a factor up. */
  readonly storageKey: KeyObject;
}

/** What the first step of setting up leaves with whoever set out: nothing is kept until a code has shown that the telephone has it. */
const ticketSchemas = {
  totp: z.object({ purpose: z.literal("second factor"), userId: z.string(), secret: z.string(), expiresAt: z.number() }),
  sms: z.object({ purpose: z.literal("codes by text"), userId: z.string(), phone: z.string(), expiresAt: z.number() }),
} as const;

type Ticket = z.infer<(typeof ticketSchemas)[FactorMethod]>;

const mobile = new RegExp(mobilePattern, "u");

const wrongCode = () => businessError("wrongCode", ["动态码不正确或已使用", "The code is not correct, or was used already"]);
const wrongTextCode = () => businessError("wrongCode", ["验证码不正确或已失效", "The code is not correct, or is no longer valid"]);
const tooManyCodes = () => businessError("tooManyFailures", ["错误次数过多，请稍后再试", "Wrong too often; try again later"]);
const setUpOver = () => businessError("setUpOver", ["设置已超时，请重新开始", "This took too long; please start again"]);
const alreadySetUp = () => businessError("alreadySetUp", ["已启用，请先关闭再重新设置", "It is set up already; turn it off first"]);
const notSetUp = () => businessError("notSetUp", ["尚未启用双因素验证", "No second factor is set up"]);
const noTexts = () => businessError("notSetUp", ["尚未启用短信验证码", "Codes by text are not set up"]);
const noPhone = () =>
  businessError("noPhone", ["请先在个人信息中填写手机号码", "Please enter your mobile number among your own data first"]);
const wrongPassword = () => businessError("wrongOldPassword", ["密码不正确", "The password is not correct"]);
const required = () =>
  businessError("secondFactorRequired", [
    "所在租户要求管理员使用双因素验证，不能关闭",
    "Your tenant requires a second factor of its administrators; it cannot be turned off",
  ]);

const ownerOf = ({ person }: CallerWithRights): FactorOwner => ({ tenantId: person.tenantId, userId: person.userId });

/** As people recognise their own number. */
const maskedNumber = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2");

function sent(request: FastifyRequest, name: string): string {
  const value = parametersOf(request)[name] ?? "";
  if (value === "") throw missingParameter(name);
  return value;
}

/** A method that a call may name. */
function methodIn(request: FastifyRequest, name: string): FactorMethod | undefined {
  const value = parametersOf(request)[name] ?? "";
  const method = factorMethodOf(value);
  if (value !== "" && method === undefined) throw malformedParameter(name);
  return method;
}

/** Registers them below a path, on an instance with guarded routes. */
export function registerSecondFactor(app: FastifyInstance, base: string, options: FactorRoutesOptions): void {
  const { database, clock, failures, factors, textCodes, storageKey } = options;
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

  const prove = ({ person }: CallerWithRights, code: string, method: FactorMethod | undefined): Promise<void> =>
    counted(factorSubject(person.tenantId, person.userId), async () => {
      if ((await factors.prove(person, code, method)) === undefined) throw method === "sms" ? wrongTextCode() : wrongCode();
    });

  /** Whoever has a factor proves it before there is another one. */
  const requireProof = async (caller: CallerWithRights, request: FastifyRequest): Promise<void> => {
    if (caller.person.hasSecondFactor) await prove(caller, sent(request, "code"), methodIn(request, "method"));
  };

  /** What a ticket of the caller says; undefined for one of somebody else, one that is over, and one that is none. */
  function ticketOf<T extends Ticket>(schema: z.ZodType<T>, { person }: CallerWithRights, encrypted: string): T | undefined {
    const text = decryptSecret(storageKey, encrypted);
    // Another encrypted text of this installation is no JSON.
    const ticket = text === undefined ? undefined : schema.safeParse(parsedJson(text)).data;
    return ticket === undefined || ticket.userId !== person.userId || ticket.expiresAt <= clock.milliseconds() ? undefined : ticket;
  }

  const encrypt = (ticket: Ticket): string => encryptSecret(storageKey, JSON.stringify(ticket));

  app.get(`${base}/second-factor`, { config: { access: signedIn } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const caller = signedInCallerOf(request);
    const [state, obstacle] = await Promise.all([factors.stateOf(ownerOf(caller)), textCodes.obstacle(caller.person.tenantId)]);
    return answer({
      isSetUp: state !== undefined,
      isRequired: caller.requiresFactor,
      methods: state?.methods ?? [],
      setUpTime: state === undefined ? "" : localTime(state.setUpTime),
      recoveryCodesLeft: state?.recoveryCodesLeft ?? 0,
      phone: maskedNumber(state?.phone ?? caller.person.phone),
      smsRefusal: obstacle === undefined ? "" : inLanguage(obstacle, languageOfRequest(request)),
    });
  });

  app.post(
    `${base}/second-factor/begin`,
    { config: logged("beginSecondFactor", ["设置双因素验证", "Set up a second factor"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const caller = signedInCallerOf(request);
      const { person } = caller;
      if ((await factors.stateOf(person))?.methods.includes("totp")) throw alreadySetUp();
      await requireProof(caller, request);
      const secret = newSecret();
      return answer({
        secret,
        address: setUpAddress(secret, { issuer, account: `${person.tenantId}:${person.account}` }),
        ticket: encrypt({ purpose: "second factor", userId: person.userId, secret, expiresAt: clock.milliseconds() + setUpMs }),
      });
    },
  );

  app.post(
    `${base}/second-factor/confirm`,
    { config: logged("confirmSecondFactor", ["启用双因素验证", "Turn on a second factor"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const caller = signedInCallerOf(request);
      const { person, session } = caller;
      const [encrypted, code] = [sent(request, "ticket"), sent(request, "code").replaceAll(/\s/g, "")];
      const ticket = ticketOf(ticketSchemas.totp, caller, encrypted);
      if (ticket === undefined) throw setUpOver();
      if ((await factors.stateOf(person))?.methods.includes("totp")) throw alreadySetUp();
      const recoveryCodes = await counted(factorSubject(person.tenantId, person.userId), async () => {
        if (!(await factors.spendCode(person, ticket.secret, code))) throw wrongCode();
        return factors.setUp(person, { secret: ticket.secret }, session.id);
      });
      return answer({ recoveryCodes: recoveryCodes ?? [] });
    },
  );

  app.post(
    `${base}/second-factor/text/begin`,
    { config: logged("beginTextFactor", ["设置短信验证码", "Set up codes by text"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const caller = signedInCallerOf(request);
      const { person } = caller;
      const { phone } = person;
      if ((await factors.stateOf(person))?.methods.includes("sms")) throw alreadySetUp();
      const obstacle = await textCodes.obstacle(person.tenantId);
      if (obstacle !== undefined) throw businessError("smsNotEnabled", obstacle);
      if (!mobile.test(phone)) throw noPhone();
      // The ticket of a first text has another one sent, without new proof.
      const before = ticketOf(ticketSchemas.sms, caller, parametersOf(request)["ticket"] ?? "");
      if (before?.phone !== phone) await requireProof(caller, request);
      const text = await textCodes.send(person, "set-up", request.ip);
      const expiresAt = clock.milliseconds() + setUpMs;
      const ticket = encrypt({ purpose: "codes by text", userId: person.userId, phone, expiresAt });
      return answer({ ticket, phone: maskedNumber(phone), ...text });
    },
  );

  app.post(
    `${base}/second-factor/text/confirm`,
    { config: logged("confirmTextFactor", ["启用短信验证码", "Turn on codes by text"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const caller = signedInCallerOf(request);
      const { person, session } = caller;
      const [encrypted, code] = [sent(request, "ticket"), sent(request, "code").replaceAll(/\s/g, "")];
      const ticket = ticketOf(ticketSchemas.sms, caller, encrypted);
      if (ticket === undefined) throw setUpOver();
      if ((await factors.stateOf(person))?.methods.includes("sms")) throw alreadySetUp();
      const recoveryCodes = await counted(factorSubject(person.tenantId, person.userId), async () => {
        if (!(await textCodes.spend({ ...ownerOf(caller), phone: ticket.phone }, "set-up", code))) throw wrongTextCode();
        return factors.setUp(person, { phone: ticket.phone }, session.id);
      });
      // The number was changed meanwhile.
      if (recoveryCodes === undefined) throw setUpOver();
      return answer({ recoveryCodes });
    },
  );

  app.post(
    `${base}/second-factor/text/send`,
    { config: logged("sendFactorText", ["发送短信验证码", "Send a code by text"]) },
    async (request) => {
      const { person } = signedInCallerOf(request);
      const phone = (await factors.stateOf(person))?.phone;
      if (phone === undefined) throw noTexts();
      return answer({ ...(await textCodes.send({ ...person, phone }, "proof", request.ip)) });
    },
  );

  app.post(
    `${base}/second-factor/recovery-codes`,
    { config: logged("renewRecoveryCodes", ["重新生成恢复码", "Make new recovery codes"]) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const caller = signedInCallerOf(request);
      if (!caller.person.hasSecondFactor) throw notSetUp();
      await prove(caller, sent(request, "code"), methodIn(request, "method"));
      return answer({ recoveryCodes: await factors.renewRecoveryCodes(ownerOf(caller)) });
    },
  );

  app.post(
    `${base}/second-factor/end`,
    { config: logged("endSecondFactor", ["关闭双因素验证", "Turn off the second factor"]) },
    async (request) => {
      const caller = signedInCallerOf(request);
      const { person } = caller;
      const state = await factors.stateOf(person);
      const ends = methodIn(request, "ends");
      if (state === undefined || (ends !== undefined && !state.methods.includes(ends))) throw notSetUp();
      const isLast = ends === undefined || factorMethods.every((method) => method === ends || !state.methods.includes(method));
      if (caller.requiresFactor && isLast) throw required();
      const [password, code] = [sent(request, "password"), sent(request, "code")];
      // Guesses of the password count as those of a sign-in do.
      const attempt = await failures.begin(
        { account: accountSubject(person.tenantId, person.account), address: request.ip },
        await failureLimits(database),
      );
      if (!attempt.isAdmitted) throw tooManyCodes();
      if (!(await verifyPassword(person.passwordHash, password))) throw wrongPassword();
      await attempt.succeeded();
      await prove(caller, code, methodIn(request, "method"));
      await factors.remove(ownerOf(caller), ends);
      return answer({});
    },
  );
}
