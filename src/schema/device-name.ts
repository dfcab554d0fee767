// A readable device name from the user agent: browser and system, as far as they can be recognised.

/** In this order: many name the ones below as well. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/MicroMessenger\/(\d+)/, "WeChat"],
  [/DingTalk\/(\d+)/, "DingTalk"],
  [/EdgA?\/(\d+)/, "Edge"],
  [/(?:OPR|Opera)\/(\d+)/, "Opera"],
  [/Firefox\/(\d+)/, "Firefox"],
  [/(?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/Version\/(\d+).*Safari/, "Safari"],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/HarmonyOS|OpenHarmony/, "HarmonyOS"],
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

interface Device {
  /** With its version; "" when it is none we know. */
  readonly browser: string;
  readonly system: string;
}

export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  const version = browser?.[0].exec(userAgent)?.[1];
  return {
    browser: browser === undefined ? "" : [browser[1], version].join(" ").trim(),
    system: systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "",
  };
}
