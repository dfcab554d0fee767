// Keeps what is known of an existing back-end: looked up once at the start, again while it is down, and whenever somebody asks.
import type { Dialect } from "#schema/dialects/index";
import { withoutMissing, type Presence } from "#schema/dialects/presence";
import type { Model } from "#schema/model";
import { operatorText } from "../operator-language.ts";
import { probe, type ProbeResult, type ProbeOptions } from "./probe.ts";

export interface Discovery {
  /** The last result; undefined before the first. */
  readonly found: () => ProbeResult | undefined;
  /** The dialect without what the back-end was found not to have. */
  readonly dialect: () => Dialect;
  /** Looks again, once for all who ask meanwhile. */
  readonly look: (headers?: Readonly<Record<string, string>>) => Promise<ProbeResult>;
  /** Ends what is under way, and looks no more. */
  readonly stop: () => Promise<void>;
}

interface DiscoveryOptions extends Pick<ProbeOptions, "url" | "dialect" | "model" | "atOnce" | "patience" | "wholePatience"> {
  /** Told of every result that differs from the one before. */
  readonly note: (sentence: string) => void;
  /** Milliseconds until a back-end that is down is asked again, doubled each time up to a minute. Default: 2000. */
  readonly pause?: number;
}

const maxPauseMs = 60_000;

/** How many resources there are of each kind. */
export function counted({ resources }: Pick<ProbeResult, "resources">): Readonly<Record<Presence, number>> {
  const count = (presence: Presence) => resources.filter((one) => one.presence === presence).length;
  return { available: count("available"), mapped: count("mapped"), absent: count("absent") };
}

/** The result in a sentence for who runs the server. */
export function summary(found: ProbeResult): string {
  if (found.state === "unreachable")
    return operatorText("后端服务无法访问，稍后会再次探测。", "The back-end does not answer; it will be asked again.");
  const { available, mapped, absent } = counted(found);
  const all = found.resources.length;
  const version = found.version === "" ? "" : ` ${found.version}`;
  const zh = `后端${version}：共 ${all} 个资源，可用 ${available}，映射 ${mapped}，缺失 ${absent}`;
  const en = `Back-end${version}: ${available} of ${all} resources are available, ${mapped} mapped, ${absent} absent`;
  return found.state === "closed"
    ? operatorText(
        `${zh}（后端不登录不回答，以方言的声明为准）；/docs/back-end 列出每一项。`,
        `${en}, as the dialect declares: without signing in this back-end tells nothing. /docs/back-end lists them.`,
      )
    : operatorText(`${zh}；/docs/back-end 列出每一项。`, `${en}; /docs/back-end lists them.`);
}

const missingIn = ({ resources }: ProbeResult, model: Model): ReadonlyMap<string, "all" | readonly string[]> =>
  new Map(
    resources
      .filter(({ name, missing }) => missing.length > 0 && model.resource.has(name))
      .map(({ name, presence, missing }) => [name, presence === "absent" ? "all" : missing]),
  );

/** Begins to look, and returns at once. */
export function discover({ note, pause = 2_000, ...options }: DiscoveryOptions): Discovery {
  const ending = new AbortController();
  let found: ProbeResult | undefined;
  let { dialect } = options;
  let reported = "";
  let underWay: Promise<ProbeResult> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lookOnce = async (headers: Readonly<Record<string, string>>): Promise<ProbeResult> => {
    const result = await probe({ ...options, headers, signal: ending.signal });
    if (ending.signal.aborted) return result;
    // What was known of a back-end that is down for a while stays.
    if (result.state !== "unreachable" || found === undefined) found = result;
    if (result.state === "known") dialect = withoutMissing(options.dialect, missingIn(result, options.model));
    const sentence = summary(result);
    if (sentence !== reported) note(sentence);
    reported = sentence;
    return result;
  };
  const look = (headers: Readonly<Record<string, string>> = {}): Promise<ProbeResult> => {
    underWay ??= lookOnce(headers).finally(() => (underWay = undefined));
    return underWay;
  };
  const untilDiscovered = (wait: number): void => {
    void look().then(({ state }) => {
      if (state !== "unreachable" || ending.signal.aborted) return;
      timer = setTimeout(() => untilDiscovered(Math.min(wait * 2, maxPauseMs)), wait);
      timer.unref();
    });
  };
  untilDiscovered(pause);

  return {
    found: () => found,
    dialect: () => dialect,
    look,
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
}
