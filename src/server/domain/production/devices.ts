// Devices: bound to the person who signs in on them first, recognised by their secret from then on, and signed out when they are reset,
// disabled or removed (catalogue "device").
import type { KeyObject } from "node:crypto";
import { resourceIn, type Model } from "#schema/model";
import { originOn } from "../../audit/origin.ts";
import { deviceDisabled, deviceNotProved, deviceOfOthers, deviceUnknown, newDeviceSecret, type Devices } from "../../auth/devices.ts";
import { matchesSecret, encryptSecret } from "../../auth/secret-storage.ts";
import { endDeviceSessions } from "../../auth/sessions.ts";
import { callerWithoutRights } from "../../caller/caller.ts";
import type { ChangeSubscriptions, CommitContext, Domain, Effect, RemoveEffect, RequestContext } from "../../contract.ts";
import { changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { inTransaction } from "../../crud/write/write-scope.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import { millisecondsOf, type Clock } from "../../store/clock.ts";
import type { Database, Transaction } from "../../store/database.ts";
import type { Identifiers } from "../../store/identifiers.ts";

const states = { unbound: 0, active: 1, disabled: 2 } as const;
/** Length of the column. */
const maxVersionLength = 32;

interface DeviceOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly subscriptions: ChangeSubscriptions;
  /** Seals the secrets of devices. */
  readonly storageKey: KeyObject;
}

/** Binds and recognises the devices of an installation. */
export function deviceSignIns({ model, database, clock, identifiers, subscriptions, storageKey }: DeviceOptions): Devices {
  return {
    admit: async (person, { deviceCode, secret, appVersion }, { address, loggedAs }) => {
      const resource = resourceIn(model, "device");
      // In the name of the person, with the server's own reach: they are not signed in yet.
      const context: RequestContext = {
        caller: callerWithoutRights(person),
        language: "zh",
        model,
        database,
        scope: { tenantId: person.tenantId, userId: person.userId },
        now: clock.now,
        identifiers,
        address,
        subscriptions,
        origin: originOn(resource, loggedAs),
      };
      await subscriptions.refresh(person.tenantId);
      return inTransaction({ context, resource }, async (tx, within) => {
        const named = await first(
          tx,
          db.selectFrom(tables(within).unscoped("device", "e")).where("e.deviceCode", "=", deviceCode).select(["e.id"]),
        );
        if (named === undefined) throw deviceUnknown();
        // Of two people who sign in on a new device at once, the second finds it bound.
        const device = await lockRow(within, tx, "device", named.id);
        const seen = { lastOnlineTime: within.now(), ...(appVersion === "" ? {} : { appVersion: appVersion.slice(0, maxVersionLength) }) };
        if (device.status === states.unbound) {
          const given = newDeviceSecret();
          await changeRow(within, tx, "device", {
            id: device.id,
            values: {
              ...seen,
              status: states.active,
              bindUserId: person.userId,
              bindTime: within.now(),
              deviceSecret: encryptSecret(storageKey, given),
            },
          });
          return { id: device.id, secret: given };
        }
        if (device.status !== states.active) throw deviceDisabled();
        if (device.bindUserId !== person.userId) throw deviceOfOthers();
        if (!matchesSecret(storageKey, device.deviceSecret ?? undefined, secret)) throw deviceNotProved();
        await run(tx, updateDerived(tables(within).unscoped("device", "e")).set(seen).where("e.id", "=", device.id));
        return { id: device.id };
      });
    },
  };
}

/** Signs out whoever is signed in on the devices. */
async function signOut(tx: Transaction, context: CommitContext, ids: readonly string[]): Promise<void> {
  await tx.query(endDeviceSessions(context.scope.tenantId, ids, millisecondsOf(context.now())));
}

const reset: Effect<"device.reset"> = { commit: async (tx, context, { ids }) => signOut(tx, context, ids) };
const disable: Effect<"device.disable"> = { commit: async (tx, context, { ids }) => signOut(tx, context, ids) };
const removeDevices: RemoveEffect<"device"> = {
  beforeRemove: async (tx, context, { rows }) =>
    signOut(
      tx,
      context,
      rows.map(({ id }) => id),
    ),
};

export const devicesDomain: Domain = {
  reads: {},
  actions: { "device.reset": reset, "device.disable": disable },
  // Whoever was signed in on it signs in again.
  hooks: { device: { remove: removeDevices, restore: {} } },
};
