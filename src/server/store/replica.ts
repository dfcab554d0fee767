// A streaming replica for reads that may be late: how far it follows the primary, and which of the two answers a read.
//
// How far it follows is told by positions in PostgreSQL's log, which is right for a primary on which nothing happens as well, and needs
// neither rights nor clocks that agree: everything that was committed before the primary was asked for its position is in a replica that has
// passed that position.
import { z } from "zod";
import type { PostgresConnection } from "../postgres/connection.ts";
import { reasonOf } from "../postgres/errors.ts";
import { startHeartbeat, type Question } from "./heartbeat.ts";
import { ConnectionPools, type PoolPlan } from "./pool.ts";
import type { TraceStatements } from "./trace-statements.ts";
import { DatabaseSilentError, describeSqlError, isConnectionLost } from "./sql-errors.ts";

/** A read whose rows may be some seconds old: nobody looks for what they have just written in it. */
export interface MayBeLate {
  readonly mayBeLate: true;
  /** Called where the replica answers, with the time (milliseconds) up to which everything is in the answer. */
  readonly onReplica?: (asOf: number) => void;
}

/** For reads that nobody tells how late they were. */
export const mayBeLate: MayBeLate = { mayBeLate: true };

/** Why a replica is of no use. */
export type ReplicaProblem =
  | { readonly kind: "unavailable"; readonly reason: string }
  /** It is at least so far behind. */
  | { readonly kind: "late"; readonly lagMs: number }
  /** It does not follow this primary: another cluster or database, promoted, or parted from it. */
  | { readonly kind: "unrelated" };

export interface ReplicaOptions {
  /** As the owner of the tables. */
  readonly connection: PostgresConnection;
  /** Reads go to the primary while it is further behind. */
  readonly maxLagMs: number;
  /** How often primary and replica are asked how far they are. Default 1,000. */
  readonly beatMs?: number;
  /** Called when it is of no use any more, with the reason, and when it is again. */
  readonly onChange?: (problem: ReplicaProblem | undefined) => void;
}

export interface ReplicaState {
  /** Whether reads that may be late go to it now. */
  readonly isUsed: boolean;
  /** How old what it answers is at most; undefined: not known yet. */
  readonly lagMs: number | undefined;
  readonly problem: ReplicaProblem | undefined;
  /** Reads that might be late, by who has answered them. */
  readonly reads: { readonly replica: number; readonly primary: number };
}

type ReplicaPurpose = "tenants" | "long";
type ReplicaPools = ConnectionPools<ReplicaPurpose>;

interface ReplicaPlan {
  readonly sizes: Readonly<Record<ReplicaPurpose, number>>;
  /** How long a request waits for a connection. */
  readonly patienceMs: number;
  readonly trace: TraceStatements | undefined;
}

/** The same in a primary and its replicas, and in nothing else. */
const identity =
  "(select system_identifier::text from pg_control_system()) || '/' || (select oid::text from pg_database where datname = current_database()) as identity";
const ofPrimary = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position, ${identity}`;
const ofReplica = `select pg_is_in_recovery() as follows, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as position, ${identity}`;

const position = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text));
const primaryAnswer = z.object({ position, identity: z.string() });
const replicaAnswer = z.object({ follows: z.boolean(), position: position.nullable(), identity: z.string() });

/** Where the primary was at a moment. */
interface Sample {
  readonly position: bigint;
  readonly at: number;
}

/** Positions of an hour: of a replica that is further behind it only matters that it is. */
const maxSamples = 3_600;

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #pools: ReplicaPools;
  readonly #heartbeat: { close(): Promise<void> };
  /** Positions that the replica has not passed yet, and the last one that it has. */
  readonly #samples: Sample[] = [];
  readonly #reads = { replica: 0, primary: 0 };
  #ofPrimary: string | undefined;
  #answer: { readonly at: number; readonly position: bigint; readonly follows: boolean; readonly identity: string } | undefined;
  /** Everything that was committed before this moment is in the replica. */
  #asOf: number | undefined;
  #hasParted = false;
  #failure: string | undefined;
  /** Why the primary does not tell its position. */
  #refusal: string | undefined;
  #problem: ReplicaProblem | undefined;

  constructor(options: ReplicaOptions, { sizes, patienceMs, trace }: ReplicaPlan) {
    this.#options = options;
    // Transactions set their session themselves, whatever is between us and the replica, so that it may be away when this process starts.
    const plan: Omit<PoolPlan, "size"> = { session: {}, setsSessionAtStart: false, pipelined: true, patienceMs };
    const onBackgroundError = (error: unknown): void => this.#fail(error);
    this.#pools = new ConnectionPools<ReplicaPurpose>(
      options.connection,
      { tenants: { ...plan, size: sizes.tenants }, long: { ...plan, size: sizes.long, pipelined: false } },
      { onConnectionLost: undefined, onBackgroundError, trace },
    );
    this.#heartbeat = startHeartbeat(this.#pools, {
      beatMs: options.beatMs,
      onBackgroundError,
      question: { sql: ofReplica, onAnswer: (row) => this.#answered(row), onFailure: (error) => this.#fail(error) },
    });
  }

  /** What the primary is asked with every beat of its own. */
  readonly questionForPrimary: Question = {
    sql: ofPrimary,
    onAnswer: (row, askedAt) => {
      const { position: written, identity: ofPrimary } = primaryAnswer.parse(row);
      this.#ofPrimary = ofPrimary;
      this.#refusal = undefined;
      // A replica never has what its primary does not have.
      this.#hasParted = this.#answer !== undefined && askedAt > this.#answer.at && this.#answer.position > written;
      this.#samples.push({ position: written, at: askedAt });
      if (this.#samples.length > maxSamples) this.#samples.shift();
    },
    // A primary that is gone is told elsewhere.
    onFailure: (error) => {
      if (!isConnectionLost(error)) this.#refusal = reasonOf(error);
    },
  };

  /**
   * Reads from the replica, or, where it is of no use, from the primary: at once where that is known, and again where it turns out. A read
   * that took too long on the replica has had its time.
   */
  async read<T>({ onReplica }: MayBeLate, fromReplica: (pools: ReplicaPools) => Promise<T>, fromPrimary: () => Promise<T>): Promise<T> {
    const asOf = this.#usableAsOf();
    if (asOf !== undefined) {
      const time = Date.now() - (performance.now() - asOf);
      try {
        const result = await fromReplica(this.#pools);
        this.#reads.replica += 1;
        onReplica?.(time);
        return result;
      } catch (error) {
        if (!mayReadAgain(error)) throw error;
        if (isConnectionLost(error) || error instanceof DatabaseSilentError) this.#fail(error);
      }
    }
    this.#reads.primary += 1;
    return fromPrimary();
  }

  state(): ReplicaState {
    const asOf = this.#asOf;
    return {
      isUsed: this.#usableAsOf() !== undefined,
      lagMs: asOf === undefined ? undefined : performance.now() - asOf,
      problem: this.#problem,
      reads: { ...this.#reads },
    };
  }

  async close(): Promise<void> {
    await this.#heartbeat.close();
    await this.#pools.close();
  }

  #usableAsOf(): number | undefined {
    if (this.#problem !== undefined || this.#asOf === undefined) return undefined;
    return performance.now() - this.#asOf <= this.#options.maxLagMs ? this.#asOf : undefined;
  }

  #answered(row: unknown): void {
    const { follows, position: replayed, identity: ofReplica } = replicaAnswer.parse(row);
    this.#failure = undefined;
    this.#answer = { at: performance.now(), position: replayed ?? 0n, follows, identity: ofReplica };
    const passed = this.#samples.findLastIndex((sample) => sample.position <= (replayed ?? -1n));
    const latest = this.#samples[passed];
    if (latest !== undefined) {
      this.#asOf = latest.at;
      this.#samples.splice(0, passed);
    }
    this.#judge();
  }

  #fail(error: unknown): void {
    this.#failure = reasonOf(error);
    this.#judge();
  }

  #judge(): void {
    const before = this.#problem;
    this.#problem = this.#problemNow();
    if (this.#problem?.kind !== before?.kind) this.#options.onChange?.(this.#problem);
  }

  #problemNow(): ReplicaProblem | undefined {
    const reason = this.#failure ?? this.#refusal;
    if (reason !== undefined) return { kind: "unavailable", reason };
    if (this.#answer === undefined || this.#ofPrimary === undefined) return undefined;
    if (!this.#answer.follows || this.#answer.identity !== this.#ofPrimary || this.#hasParted) return { kind: "unrelated" };
    const { maxLagMs } = this.#options;
    // One that has caught up is well ahead of the limit, so that it does not cross it again and again.
    const limit = this.#problem?.kind === "late" ? maxLagMs / 2 : maxLagMs;
    const lagMs = performance.now() - (this.#asOf ?? this.#samples[0]?.at ?? performance.now());
    return lagMs > limit ? { kind: "late", lagMs } : undefined;
  }
}

/** Whether the primary may answer what the replica did not: not what was too much for it. */
function mayReadAgain(error: unknown): boolean {
  if (error instanceof DatabaseSilentError) return true;
  const kind = describeSqlError(error)?.kind;
  return kind !== undefined && kind !== "timeout";
}
