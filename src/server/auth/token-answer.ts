// The answer of the token endpoint: the two tokens, and their user (docs/wire.md §3).
import { defaultAvatar } from "#schema/default-avatar";
import type { Database } from "../store/database.ts";
import type { Client } from "./clients.ts";
import { isFactorRequired, rolesOf, type Person } from "./people.ts";
import type { Session } from "./sessions.ts";
import { guestAlias, guestUserId } from "./social/guests.ts";
import type { PersonClaims, Tokens } from "./token.ts";

/** A bare object, in no envelope. */
export interface TokenAnswer extends PersonClaims {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly scope: string;
  readonly nick_name: string;
  readonly real_name: string;
  readonly avatar: string;
  readonly detail: SignInDetail;
  /** Of the device that this sign-in has bound: told once, and asked for from then on (devices.ts). */
  readonly device_secret?: string;
}

/** Further data about the signed-in user for the page. */
interface SignInDetail {
  readonly type: "web";
  /** Holds `channelId:` for a channel's user (docs/wire.md §3). */
  readonly ext?: string;
  /** There and true while the server answers nothing but the change of the password (access/password-due.ts). */
  readonly mustChangePassword?: true;
  /** There and true while it answers nothing but setting up a second factor (access/factor-due.ts). */
  readonly mustSetUpFactor?: true;
}

/** Of a person, for the page. */
export const detailOf = (person: Person, aliases: readonly string[]): SignInDetail => ({
  type: "web",
  ...(person.extension === "" ? {} : { ext: person.extension }),
  ...(person.mustChangePassword ? { mustChangePassword: true } : {}),
  ...(!person.hasSecondFactor && isFactorRequired(person, aliases) ? { mustSetUpFactor: true } : {}),
});

/** To whom tokens are given. */
interface TokenGrant {
  readonly client: Client;
  /** The record of the platform that a person came from; "" for none. */
  readonly oauthId: string;
  readonly scope: string;
}

interface TokenAnswers {
  /** For a person. */
  forPerson(person: Person, session: Session, grant: TokenGrant): Promise<TokenAnswer>;
  /** For users of another platform without an account: nothing that could be refreshed. */
  forGuest(session: Session, grant: TokenGrant): Promise<TokenAnswer>;
}

/** Guests fill in one form. */
export const guestSeconds = 1_800;

export function createTokenAnswers(database: Database, tokens: Tokens): TokenAnswers {
  return {
    forPerson: async (person, session, { client, oauthId, scope }) => {
      const within = (all: readonly string[], chosen: readonly string[] | undefined) =>
        chosen === undefined ? all : all.filter((id) => chosen.includes(id));
      const roles = await rolesOf(database, person.tenantId, within(person.roleIds, session.roleIds));
      const claims: PersonClaims = {
        tenant_id: person.tenantId,
        user_id: person.userId,
        role_id: roles.map((role) => role.id).join(","),
        dept_id: within(person.deptIds, session.deptIds).join(","),
        post_id: person.postIds.join(","),
        account: person.account,
        user_name: person.account,
        role_name: roles.map((role) => role.alias).join(","),
        oauth_id: oauthId,
        client_id: client.clientId,
      };
      // An access token never outlives the session that it belongs to.
      const seconds = Math.min(client.accessTokenSeconds, client.refreshTokenSeconds);
      return {
        access_token: await tokens.sign({ kind: "access_token", person: claims, sessionId: session.id, seconds }),
        refresh_token: await tokens.sign({
          kind: "refresh_token",
          person: claims,
          sessionId: session.id,
          seconds: client.refreshTokenSeconds,
          id: session.refreshId,
        }),
        token_type: "bearer",
        expires_in: seconds,
        scope,
        ...claims,
        nick_name: person.name,
        real_name: person.realName,
        avatar: person.avatar || defaultAvatar,
        detail: detailOf(
          person,
          roles.map((role) => role.alias),
        ),
      };
    },

    forGuest: async (session, { client, oauthId, scope }) => {
      const claims: PersonClaims = {
        tenant_id: session.tenantId,
        user_id: guestUserId,
        role_id: "",
        dept_id: "",
        post_id: "",
        account: "",
        user_name: "",
        role_name: guestAlias,
        oauth_id: oauthId,
        client_id: client.clientId,
      };
      return {
        access_token: await tokens.sign({ kind: "access_token", person: claims, sessionId: session.id, seconds: guestSeconds }),
        refresh_token: "",
        token_type: "bearer",
        expires_in: guestSeconds,
        scope,
        ...claims,
        nick_name: "",
        real_name: "",
        avatar: defaultAvatar,
        detail: { type: "web" },
      };
    },
  };
}
