// The captcha of a sign-in, five characters: how it is rendered, issued and checked once (docs/wire.md §3).
import { createHmac, randomInt, randomUUID, timingSafeEqual, type KeyObject } from "node:crypto";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { consumeNonce } from "./nonces.ts";
import { clockSkewSeconds } from "./token.ts";

/** Without those that look alike, most of all behind a line: 0 O D Q, 1 I L, 2 Z, 5 S, 8 B, U V, C G, E F. */
const alphabet = "34679AEGHJKMNPRTWXY";
const length = 5;
const lifetimeMs = 30 * 60 * 1000;

/** Renders the characters as a PNG. */
export type DrawCaptcha = (characters: string) => Promise<Buffer>;

export interface Captchas {
  /** A new question. */
  ask(): Promise<{ readonly key: string; readonly image: string }>;
  /** Whether the answer is right. Any attempt invalidates the key: a second one fails, whatever its answer. */
  isRight(key: string, answer: string): Promise<boolean>;
}

interface CaptchaOptions {
  readonly database: Database;
  readonly key: KeyObject;
  readonly clock: Clock;
  readonly draw: DrawCaptcha;
}

/**
 * The key of a question carries its number, its end and a keyed hash of the answer, so that asking costs no row in the database, however
 * often it is done; the table holds the numbers that were answered, for as long as they could be answered again.
 */
export function createCaptchas({ database, key, clock, draw }: CaptchaOptions): Captchas {
  const seal = (id: string, expiresAt: number, answer: string) =>
    createHmac("sha256", key).update(`${id}.${expiresAt}.${answer.trim().toUpperCase()}`).digest();

  return {
    ask: async () => {
      const characters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
      const id = randomUUID();
      const expiresAt = clock.milliseconds() + lifetimeMs;
      const image = await draw(characters);
      return {
        key: `${id}.${expiresAt}.${seal(id, expiresAt, characters).toString("base64url")}`,
        image: `data:image/png;base64,${image.toString("base64")}`,
      };
    },
    isRight: async (captchaKey, answer) => {
      const [, id, expiresText, sealed] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(captchaKey) ?? [];
      if (id === undefined || expiresText === undefined || sealed === undefined) return false;
      const expiresAt = Number(expiresText);
      if (expiresAt <= clock.milliseconds() || expiresAt > clock.milliseconds() + lifetimeMs + clockSkewSeconds * 1000) return false;
      const expected = seal(id, expiresAt, answer.slice(0, 20));
      const isSame = timingSafeEqual(expected, Buffer.from(sealed, "base64url"));
      return (await consumeNonce({ database, clock }, "auth_captcha", id, expiresAt)) && isSame;
    },
  };
}
