// Talks SMTP to the server of a mailbox: encrypted, to addresses that may be called, in bounded time (nodemailer).
import { createTransport } from "nodemailer";
import type { Readable } from "node:stream";
import type { Connect } from "../../../http/outgoing.ts";
import { answerOf, isPermanentCode, type RefusedReceiver } from "./failures.ts";

/** The server of a mailbox, with its password opened. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `none`: for internal servers that the operator names. */
  readonly encryption: "none" | "ssl" | "starttls";
  readonly username: string;
  readonly password: string;
}

export interface MailFile {
  readonly filename: string;
  readonly content: Readable;
  /** By which the body shows it. */
  readonly cid?: string;
}

/** A mail as it goes out. */
export interface OutgoingMail {
  readonly messageId: string;
  readonly from: { readonly name: string; readonly address: string };
  /** As the mail shows them. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Those who get it with this attempt. */
  readonly receivers: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files: readonly MailFile[];
  readonly date: Date;
}

/** What came of handing it over. */
export interface HandedOver {
  readonly accepted: readonly string[];
  readonly refused: readonly RefusedReceiver[];
  /** The server's last word. */
  readonly answer: string;
}

/** Hands mails over. Throws what `failureOf` understands. */
export interface MailTransport {
  send(server: MailServer, mail: OutgoingMail, signal: AbortSignal): Promise<HandedOver>;
  /** Connects and signs in. */
  verify(server: MailServer, signal: AbortSignal): Promise<void>;
}

interface SmtpOptions {
  readonly connect: Connect;
  /** Authorities whose certificates are trusted besides the usual ones, PEM. */
  readonly authorities?: readonly string[];
  /** Of each answer of the server. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;

/** One address, whatever shape nodemailer reports it in. */
const mailAddressOf = (given: unknown): string => {
  if (typeof given === "string") return given;
  const address: unknown = typeof given === "object" && given !== null ? Reflect.get(given, "address") : undefined;
  return typeof address === "string" ? address : "";
};

function refusalOf(error: unknown): RefusedReceiver | undefined {
  if (!(error instanceof Error)) return undefined;
  const address = mailAddressOf(Reflect.get(error, "recipient"));
  if (address === "") return undefined;
  return { address, answer: answerOf(Reflect.get(error, "response")), isPermanent: isPermanentCode(Reflect.get(error, "responseCode")) };
}

const refusalsIn = (errors: unknown): readonly RefusedReceiver[] =>
  Array.isArray(errors) ? errors.flatMap((error: unknown) => refusalOf(error) ?? []) : [];

/** The transport of an installation. Each mail has a connection of its own: none outlives the attempt that opened it. */
export function smtpTransport({ connect, authorities = [], timeoutMs = defaultTimeoutMs }: SmtpOptions): MailTransport {
  const transportOf = ({ host, port, encryption, username, password }: MailServer, signal: AbortSignal) =>
    createTransport({
      host,
      port,
      secure: encryption === "ssl",
      requireTLS: encryption === "starttls",
      ignoreTLS: encryption === "none",
      auth: { user: username, pass: password },
      // A server that offers no sign-in is not given mails without one.
      forceAuth: true,
      tls: { minVersion: "TLSv1.2", ...(authorities.length === 0 ? {} : { ca: [...authorities] }) },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_options, done) => {
        connect({ host, port, isEncrypted: encryption !== "none", signal }).then(
          // oxlint-disable-next-line promise/no-callback-in-promise -- nodemailer is told by a callback
          (connection) => done(null, { connection }),
          // oxlint-disable-next-line promise/no-callback-in-promise -- the same
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      },
    });
  return {
    verify: async (server, signal) => {
      const transport = transportOf(server, signal);
      await transport.verify();
      transport.close();
    },
    send: async (server, mail, signal) => {
      const transport = transportOf(server, signal);
      try {
        const sent = await transport.sendMail({
          messageId: mail.messageId,
          date: mail.date,
          from: mail.from,
          to: [...mail.to],
          cc: [...mail.cc],
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          attachments: mail.files.map(({ filename, content, cid }) => ({ filename, content, ...(cid === undefined ? {} : { cid }) })),
          envelope: { from: mail.from.address, to: [...mail.receivers] },
          signal,
        });
        return { accepted: sent.accepted.map(mailAddressOf), refused: refusalsIn(sent.rejectedErrors), answer: answerOf(sent.response) };
      } catch (error) {
        // Nobody of them was accepted: each has its own answer.
        const refused = error instanceof Error ? refusalsIn(Reflect.get(error, "rejectedErrors")) : [];
        if (refused.length === 0) throw error;
        return { accepted: [], refused, answer: refused[0]?.answer ?? "" };
      } finally {
        for (const { content } of mail.files) content.destroy();
        transport.close();
      }
    },
  };
}
