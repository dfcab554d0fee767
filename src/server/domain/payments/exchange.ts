// One exchange of a job with a channel: the call, its row in the pay log, and an error that says whether the job is tried again.
import type { KeyObject } from "node:crypto";
import { performance } from "node:perf_hooks";
import { decryptSecret } from "../../auth/secret-storage.ts";
import type { CommitContext } from "../../contract.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { createOutgoing, OutgoingError, type Outgoing, type OutgoingAnswer, type OutgoingRequest } from "../../http/outgoing.ts";
import type { JobRun } from "../../jobs/job-handler.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { channelOf, type DecryptSecret } from "./channels.ts";
import { recordExchange, type Exchange, type LoggedExchange, type Subject } from "./pay-log.ts";
import { providerOf } from "./providers/index.ts";
import type { CallContext, Channel, GatewayProvider } from "./providers/provider.ts";

/** What exchanges with channels need besides their rows. */
export interface ExchangeServices {
  readonly decryptSecret: DecryptSecret;
  readonly outgoing: Outgoing;
}

/** The services of an installation: secrets under its key, and calls to public addresses and the internal hosts it names. */
export const exchangeServices = (storageKey: KeyObject, internalHosts: readonly string[] = []): ExchangeServices => ({
  decryptSecret: (stored) => decryptSecret(storageKey, stored),
  outgoing: createOutgoing({ internalHosts }),
});

/** Nothing was sent, and nothing will be: the address is not one that may be called, or the channel is not complete. */
export class NotSent extends Error {
  override readonly name = "NotSent";

  constructor(override readonly cause: ApiError) {
    super(cause.message);
  }
}

/** A channel with what talks to it. */
export interface Gateway {
  readonly channel: Channel;
  readonly provider: GatewayProvider;
}

/** The gateway of a channel; undefined where it has none. */
export function gatewayOf(row: StoredRow<"pay-channel"> | undefined, decryptSecret: DecryptSecret): Gateway | undefined {
  const provider = providerOf(row?.type ?? null);
  return row === undefined || provider?.kind !== "gateway" ? undefined : { channel: channelOf(row, decryptSecret), provider };
}

/** The pay order of an exchange, with its gateway and its client. */
export async function partiesOf(context: CommitContext, tx: Transaction, payOrderId: string, { decryptSecret }: ExchangeServices) {
  const payment = await readRow(context, tx, "pay-order", payOrderId);
  const gateway = gatewayOf(await readRow(context, tx, "pay-channel", payment?.payChannelId), decryptSecret);
  const client = await readRow(context, tx, "tenant-client", payment?.tenantClientId);
  return payment === undefined || gateway === undefined ? undefined : { payment, gateway, returnUrl: client?.returnUrl ?? "" };
}

/** The rows of an exchange, as the pay log names them. */
export const subjectOf = (payment: StoredRow<"pay-order">): Subject => ({
  payOrderId: payment.id,
  payNo: payment.payNo,
  orderNo: payment.orderNo,
  tenantClientId: payment.tenantClientId,
  payChannelId: payment.payChannelId,
});

interface Made {
  readonly request: OutgoingRequest;
  readonly milliseconds: number;
  readonly answer?: OutgoingAnswer;
  readonly failure?: OutgoingError;
}

const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.text[0] : error instanceof Error ? error.name : String(error);

/** As the job's error: refused addresses end it, everything else may pass. */
function jobError(error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error;
  if (error.kind === "refused") return new NotSent(businessError("addressRefused", error.text));
  return new ApiError(503, "channelAway", [`支付渠道无应答：${error.text[0]}`, `The pay channel does not answer: ${error.text[1]}`]);
}

/** Talks to a channel between two steps, and writes each call into the pay log, whatever comes of it. */
export async function exchangeWith<T>(
  job: JobRun,
  { gateway, type, subject }: { readonly gateway: Gateway; readonly type: Exchange; readonly subject: Subject },
  { outgoing }: ExchangeServices,
  talk: (gateway: Gateway, context: CallContext) => Promise<T>,
): Promise<T> {
  const made: Made[] = [];
  const call = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const startedAt = performance.now();
    const entry = (more: Pick<Made, "answer" | "failure">): Made => ({ request, milliseconds: performance.now() - startedAt, ...more });
    try {
      const answer = await outgoing(request);
      made.push(entry({ answer }));
      return answer;
    } catch (error) {
      if (error instanceof OutgoingError) made.push(entry({ failure: error }));
      throw error;
    }
  };
  const record = (problem?: unknown): Promise<void> =>
    job.step(async (tx) => {
      for (const { request, milliseconds, answer, failure } of made) {
        const noted = problem === undefined || failure !== undefined ? "" : ` (${errorText(problem)})`;
        const exchange: LoggedExchange = {
          ...subject,
          type,
          url: request.url,
          headers: request.headers,
          request: request.body ?? "",
          response: failure?.text[0] ?? `${answer?.body ?? ""}${noted}`,
          isSuccess: problem === undefined,
          milliseconds,
          secrets: [gateway.channel.key],
        };
        await recordExchange(job.context, tx, exchange);
      }
    }, {});
  const lacking = gateway.provider.lacks(gateway.channel);
  if (lacking !== undefined)
    throw new NotSent(
      businessError("channelIncomplete", [
        `支付渠道“${gateway.channel.name}”还缺少${lacking[0]}`,
        `Pay channel “${gateway.channel.name}” still lacks ${lacking[1]}`,
      ]),
    );
  let result: T;
  try {
    result = await talk(gateway, { call, now: job.milliseconds(), signal: job.signal });
  } catch (error) {
    if (made.length > 0) await record(error);
    throw jobError(error);
  }
  await record();
  return result;
}
