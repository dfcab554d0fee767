// A mail server on this machine, with a certificate of an authority of its own: it signs people in, takes mails, and refuses as a test wants.
import type { AddressInfo } from "node:net";
import { simpleParser, type ParsedMail } from "mailparser";
import selfsigned from "selfsigned";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll } from "vitest";

export const mailUser = "notice@brand.example.cn";
export const mailPassword = "an app code of tests";

interface TakenMail {
  readonly from: string;
  readonly receivers: readonly string[];
  readonly parsed: ParsedMail;
}

export interface SmtpHost {
  readonly port: number;
  /** The certificate to trust, PEM. */
  readonly authority: string;
  readonly taken: TakenMail[];
  /** Answers to addresses, as code and text; what is not named is accepted. */
  readonly answers: Map<string, readonly [code: number, text: string]>;
  /** The answer to the contents of a mail, where it is not accepted. */
  contents: readonly [code: number, text: string] | undefined;
  /** The answer to a sign-in, where the password is right. */
  signIn: readonly [code: number, text: string] | undefined;
  /** Sign-ins that were tried. */
  signIns: number;
  /** Awaited after a mail was taken and before that is answered. */
  beforeAnswer: (() => Promise<void>) | undefined;
}

const refusal = ([code, text]: readonly [number, string]): Error => Object.assign(new Error(text), { responseCode: code });

let count = 0;

/** A certificate for this machine. */
async function certificate(): Promise<{ readonly key: string; readonly cert: string }> {
  // Several authorities of one name would be taken for each other.
  const made = await selfsigned.generate([{ name: "commonName", value: `Mail server ${(count += 1)}` }], {
    keySize: 2048,
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** Starts a mail server. `ssl`: encrypted from the first byte; `starttls`: on request, before any sign-in; `none`: never. */
export async function startSmtpHost(
  encryption: "ssl" | "starttls" | "none" = "ssl",
  more: Partial<SMTPServerOptions> = {},
): Promise<SmtpHost> {
  const { key, cert } = await certificate();
  const host: SmtpHost = {
    port: 0,
    authority: cert,
    taken: [],
    answers: new Map(),
    contents: undefined,
    signIn: undefined,
    signIns: 0,
    beforeAnswer: undefined,
  };
  const server = new SMTPServer({
    key,
    cert,
    secure: encryption === "ssl",
    hideSTARTTLS: encryption === "none",
    allowInsecureAuth: encryption === "none",
    authMethods: ["PLAIN", "LOGIN"],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      host.signIns += 1;
      if (username !== mailUser || password !== mailPassword) return done(refusal([535, `5.7.8 bad credentials ${String(password)}`]));
      return host.signIn === undefined ? done(null, { user: username }) : done(refusal(host.signIn));
    },
    onMailFrom: ({ address }, _session, done) => {
      const answer = host.answers.get(address);
      return answer === undefined ? done() : done(refusal(answer));
    },
    onRcptTo: ({ address }, _session, done) => {
      const answer = host.answers.get(address);
      return answer === undefined ? done() : done(refusal(answer));
    },
    onData: (stream, session, done) => {
      void (async () => {
        const parsed = await simpleParser(stream);
        if (host.contents !== undefined) return done(refusal(host.contents));
        const { mailFrom, rcptTo } = session.envelope;
        host.taken.push({ from: mailFrom === false ? "" : mailFrom.address, receivers: rcptTo.map(({ address }) => address), parsed });
        await host.beforeAnswer?.();
        return done();
      })();
    },
    ...more,
  });
  // Clients that do not trust the certificate end the connection.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  const address = server.server.address() as AddressInfo;
  return Object.assign(host, { port: address.port });
}
