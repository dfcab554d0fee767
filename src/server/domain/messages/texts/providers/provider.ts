// What a provider of text messages is to the rest of the product: how a message is asked for, and what its answer means. It knows nothing of
// the database and of the network. One folder each beside this file; index.ts says which configurations use it (docs/messages.md).
import type { Text } from "#schema/text";
import type { OutgoingAnswer, OutgoingRequest } from "../../../../http/outgoing.ts";

/** A configuration, with its keys opened. */
export interface TextSettings {
  readonly name: string;
  readonly templateId: string;
  readonly signName: string;
  /** "" where none was given, or it was stored under another key of the installation. */
  readonly accessKey: string;
  readonly secretKey: string;
  readonly regionId: string;
  readonly appId: string;
  /** The gateway's address, or that of the provider where it is not the documented one. */
  readonly endpoint: string;
}

interface TextMessage {
  /** Its own number: the same with every attempt. */
  readonly id: string;
  /** A mobile number of mainland China, 11 digits. */
  readonly phone: string;
  /** Variables of the template, in its order. */
  readonly params: Readonly<Record<string, string>>;
}

/** What of a request is taken from the moment in which it is made. */
interface RequestMoment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Good once. */
  readonly nonce: string;
}

type TextResult =
  | { readonly outcome: "accepted"; readonly providerId: string }
  | {
      readonly outcome: "refused";
      /** Another attempt would meet the same. */ readonly isPermanent: boolean;
      readonly code: string;
      readonly message: string;
    }
  /** Nobody knows whether it was taken. */
  | { readonly outcome: "unclear" };

export interface TextProvider {
  /** A request with the same number has one effect, however often it is made. */
  readonly isRepeatable: boolean;
  /** What the configuration lacks to be used; undefined where nothing. */
  lacks(settings: TextSettings): Text | undefined;
  /** What is posted for a message. */
  request(settings: TextSettings, message: TextMessage, moment: RequestMoment): OutgoingRequest;
  /** What an answer says. */
  read(answer: OutgoingAnswer): TextResult;
}
