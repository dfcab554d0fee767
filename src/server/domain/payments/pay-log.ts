// The pay log: every exchange with a channel, written after it, without keys, signatures and passwords.
import type { CommitContext } from "../../contract.ts";
import { append } from "../../rows/insert.ts";
import { run } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { maskedBody, maskedHeaders } from "./masking.ts";

/** What an exchange is about (`pay-log-data.logType`). */
export type Exchange = "payment" | "refund" | "notify" | "query" | "close";

/** The rows that an exchange is about. */
export interface Subject {
  readonly payOrderId?: string | null;
  readonly payNo?: string | null;
  readonly orderNo?: string | null;
  readonly refundNo?: string | null;
  readonly tenantClientId?: string | null;
  readonly payChannelId?: string | null;
}

export interface LoggedExchange extends Subject {
  readonly type: Exchange;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly request: string;
  /** What came back, or why nothing did. */
  readonly response: string;
  readonly isSuccess: boolean;
  readonly milliseconds: number;
  readonly clientIp?: string | null;
  /** Known secrets, wherever they may stand in it. */
  readonly secrets?: readonly string[];
}

const maxTextLength = 20_000;
const maxUrlLength = 255;
const cut = (text: string, length: number): string => [...text.slice(0, 2 * length)].slice(0, length).join("").replaceAll("\0", "");

/** Writes an exchange down. */
export async function recordExchange(context: CommitContext, tx: Transaction, exchange: LoggedExchange): Promise<void> {
  const { type, url, headers, request, response, isSuccess, milliseconds, clientIp, secrets = [], ...subject } = exchange;
  const id = await context.identifiers.next();
  const masked = (text: string) => cut(maskedBody(text, secrets), maxTextLength);
  await run(
    tx,
    append(context, "pay-log-data", [
      {
        id,
        ...subject,
        logType: type,
        requestUrl: url === undefined ? null : cut(url.replace(/\?.*$/, ""), maxUrlLength),
        requestHeader: headers === undefined ? null : cut(maskedHeaders(headers, secrets), maxTextLength),
        requestParams: masked(request),
        responseData: masked(response),
        result: isSuccess ? 1 : 0,
        costTime: Math.max(0, Math.round(milliseconds)),
        clientIp: clientIp ?? null,
      },
    ]),
  );
}
