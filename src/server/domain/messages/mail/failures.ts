// Why a mail was not handed over: what the server or the way to it said, told in a sentence, and whether it may pass.
import type { Text } from "#schema/text";
import { OutgoingError } from "../../../http/outgoing.ts";

/** `failure` of a mail and of an attempt (resources/business/mail-failures.options.ts). */
type MailFailureKind =
  | "setup"
  | "host"
  | "tls"
  | "credentials"
  | "sender"
  | "receiver"
  | "content"
  | "attachment"
  | "busy"
  | "interrupted"
  | "cancelled"
  | "fault";

export interface MailFailure {
  readonly kind: MailFailureKind;
  /** Another attempt would meet the same. */
  readonly isPermanent: boolean;
  readonly text: Text;
  /** The server's own words; "" where it said nothing. */
  readonly answer: string;
}

/** An address that the server does not take. */
export interface RefusedReceiver {
  readonly address: string;
  readonly answer: string;
  readonly isPermanent: boolean;
}

/** A failure that we find ourselves. */
export class MailError extends Error {
  override readonly name = "MailError";

  constructor(readonly failure: MailFailure) {
    super(failure.text[1]);
  }
}

/** Nothing but a change of settings or of the mail helps. */
export const finalFailure = (kind: MailFailureKind, text: Text): MailFailure => ({ kind, isPermanent: true, text, answer: "" });

const maxAnswerLength = 500;

/** A text of the server on one line, without what it echoes of the password. */
export function answerOf(text: unknown, secret = ""): string {
  if (typeof text !== "string") return "";
  const line = [...text].map((character) => (character < " " || character === "\u007f" ? " " : character)).join("");
  const open = line.replaceAll(/ {2,}/g, " ").trim();
  return (secret.length < 6 ? open : open.replaceAll(secret, "***")).slice(0, maxAnswerLength);
}

/** A member of an error of nodemailer. */
function member(error: Error, name: string): unknown {
  const found: unknown = Reflect.get(error, name);
  return found;
}

const textMember = (error: Error, name: string): string => {
  const found = member(error, name);
  return typeof found === "string" ? found : "";
};

/** SMTP: 4yz may pass, 5yz will not (RFC 5321 §4.2.1). */
export const isPermanentCode = (code: unknown): boolean => typeof code === "number" && code >= 500;

/** What the errors of TLS say when the certificate is not to be trusted. */
const untrusted = /certificate|self[- ]signed|altname|issuer|CERT_/i;
/** What they say when the other side does not speak TLS. */
const notTls = /wrong version number|packet length too long|unknown protocol|http request|EPROTO|record layer/i;

function tlsFailure(error: Error, host: string): MailFailure {
  const answered = answerOf(error.message);
  if (notTls.test(answered))
    return {
      kind: "tls",
      isPermanent: true,
      text: [
        `“${host}”的该端口不支持 SSL，请检查端口或改用 STARTTLS`,
        `This port of “${host}” does not speak SSL/TLS; check the port, or use STARTTLS`,
      ],
      answer: answered,
    };
  if (untrusted.test(answered))
    return {
      kind: "tls",
      isPermanent: true,
      text: [`“${host}”的证书不受信任或与主机名不符`, `The certificate of “${host}” is not trusted, or was made for another host`],
      answer: answered,
    };
  const response = answerOf(member(error, "response"));
  return {
    kind: "tls",
    isPermanent: !response.startsWith("4") && !/closed|reset/i.test(answered),
    text: [`与“${host}”的加密连接没有建立`, `There is no encrypted connection with “${host}”`],
    answer: response === "" ? answered : response,
  };
}

const unreachable = (host: string, answered: string, isPermanent = false): MailFailure => ({
  kind: "host",
  isPermanent,
  text: [`无法连接邮件服务器“${host}”`, `The mail server “${host}” cannot be reached`],
  answer: answered,
});

/** What happened to a connection, as systems say it. */
const causeOf = ({ kind, cause }: OutgoingError): string =>
  cause instanceof Error && textMember(cause, "code") !== "" ? textMember(cause, "code") : kind;

/** The failure of an error that came up while a mail was handed over; undefined for a fault of the program. */
export function failureOf(error: unknown, host: string, secret = ""): MailFailure | undefined {
  if (error instanceof MailError) return error.failure;
  if (error instanceof OutgoingError)
    return error.kind === "refused" ? finalFailure("setup", error.text) : unreachable(host, causeOf(error));
  if (!(error instanceof Error)) return undefined;
  const code = textMember(error, "code");
  const command = textMember(error, "command");
  const answer = answerOf(member(error, "response"), secret);
  const responseCode = member(error, "responseCode");
  const isPermanent = isPermanentCode(responseCode);
  const answered = answer === "" ? answerOf(error.message, secret) : answer;
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return typeof responseCode === "number" && !isPermanent
        ? {
            kind: "busy",
            isPermanent: false,
            text: ["邮件服务器暂时不接受登录", "The mail server accepts no sign-in at present"],
            answer: answered,
          }
        : {
            kind: "credentials",
            isPermanent: true,
            text: ["邮件服务器拒绝登录，请检查登录账号和授权码", "The mail server refuses the sign-in; check user name and password"],
            answer: answered,
          };
    case "EENVELOPE":
      if (command === "MAIL FROM")
        return {
          kind: "sender",
          isPermanent,
          text: ["邮件服务器不接受发件地址", "The mail server refuses the sender’s address"],
          answer: answered,
        };
      if (command === "DATA") return contentFailure(isPermanent, answered);
      return {
        kind: "receiver",
        isPermanent: isPermanent || typeof responseCode !== "number",
        text: ["邮件服务器不接受收件地址", "The mail server refuses the receiver’s address"],
        answer: answered,
      };
    case "EMESSAGE":
      return contentFailure(isPermanent || typeof responseCode !== "number", answered);
    case "ETLS":
      return tlsFailure(error, host);
    case "ESOCKET":
      return untrusted.test(error.message) || notTls.test(error.message) ? tlsFailure(error, host) : unreachable(host, answered);
    case "EPROTOCOL":
      return {
        kind: "busy",
        isPermanent,
        text: [`邮件服务器“${host}”不接受连接`, `The mail server “${host}” accepts no connection`],
        answer: answered,
      };
    case "ECONNECTION":
    case "ETIMEDOUT":
    case "EDNS":
      return unreachable(host, answered);
    case "ESTREAM":
      return { kind: "attachment", isPermanent: false, text: ["附件读取中断", "An attachment could not be read"], answer: answered };
    default:
      return undefined;
  }
}

const contentFailure = (isPermanent: boolean, answer: string): MailFailure => ({
  kind: isPermanent ? "content" : "busy",
  isPermanent,
  text: isPermanent
    ? ["邮件服务器不接受这封邮件", "The mail server refuses the mail"]
    : ["邮件服务器暂时不接受邮件", "The mail server accepts no mail at present"],
  answer,
});
