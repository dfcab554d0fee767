// Installs Chromium and a font with Chinese characters by the system's package manager where permitted, and otherwise prints what to
// install: `npm run install:chromium`.
import { spawnSync } from "node:child_process";
import { findChromium, NO_CHROMIUM } from "../tests/support/chromium.ts";

interface PackageManager {
  command: string;
  /** Homebrew refuses to run as root; the others need to be. */
  needsRoot: boolean;
  refresh?: string[];
  /** Tried one after the other: distributions name the package differently. */
  chromium: string[][];
  font: string[];
}

// Waits for another apt instead of failing at its lock.
const APT = ["-o", "DPkg::Lock::Timeout=300"];

const PACKAGE_MANAGERS: PackageManager[] = [
  {
    command: "apt-get",
    needsRoot: true,
    refresh: [...APT, "update", "-q"],
    chromium: [
      [...APT, "install", "-y", "-q", "--no-install-recommends", "chromium-headless-shell"],
      [...APT, "install", "-y", "-q", "--no-install-recommends", "chromium"],
      [...APT, "install", "-y", "-q", "--no-install-recommends", "chromium-browser"],
    ],
    font: [...APT, "install", "-y", "-q", "--no-install-recommends", "fontconfig", "fonts-noto-cjk"],
  },
  {
    command: "dnf",
    needsRoot: true,
    chromium: [["install", "-y", "chromium"]],
    font: ["install", "-y", "fontconfig", "google-noto-sans-cjk-fonts"],
  },
  {
    command: "apk",
    needsRoot: true,
    chromium: [["add", "--no-progress", "chromium"]],
    font: ["add", "--no-progress", "fontconfig", "font-noto-cjk"],
  },
  { command: "pacman", needsRoot: true, chromium: [["-Sy", "--noconfirm", "chromium"]], font: ["-S", "--noconfirm", "noto-fonts-cjk"] },
  {
    command: "brew",
    needsRoot: false,
    chromium: [["install", "--cask", "chromium"]],
    font: ["install", "--cask", "font-noto-sans-cjk-sc"],
  },
];

const say = (line: string): void => void process.stdout.write(`chromium: ${line}\n`);

function doesSucceed(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** macOS and Windows ship Chinese fonts; elsewhere fontconfig knows. */
function canDrawChinese(): boolean {
  if (process.platform === "darwin" || process.platform === "win32") return true;
  const listed = spawnSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" });
  return listed.status === 0 && listed.stdout.trim() !== "";
}

/** The words before a command that may install packages; undefined without permission. Never prompts for a password. */
function privilege(manager: PackageManager): string[] | undefined {
  const isRoot = process.getuid?.() === 0;
  if (!manager.needsRoot) return isRoot ? undefined : [];
  if (isRoot) return [];
  return doesSucceed("sudo", ["-n", "true"]) ? ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"] : undefined;
}

function install(prefix: string[], manager: PackageManager, args: string[]): boolean {
  const [command, ...rest] = [...prefix, manager.command, ...args];
  if (command === undefined) return false;
  say(`running ${[command, ...rest].join(" ")}`);
  const { status, error } = spawnSync(command, rest, {
    // Package managers are verbose; their output goes to the log and not to stdout, which programs read.
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", HOMEBREW_NO_AUTO_UPDATE: "1" },
  });
  if (error) say(`${command} could not be run: ${error.message}`);
  else if (status !== 0) say(`${command} ended with code ${status}`);
  return status === 0;
}

/**
 * Returns whether Chromium is available afterwards. A missing font is a warning, not fatal: only the look of Chinese text depends on it.
 */
function ensureChromium(): boolean {
  const present = findChromium();
  const hasFont = canDrawChinese();
  if (present !== undefined) say(`found ${present}`);
  if (present !== undefined && hasFont) return true;

  const manager = PACKAGE_MANAGERS.find(({ command }) => doesSucceed(command, ["--version"]));
  const prefix = manager && privilege(manager);
  if (manager && prefix) {
    if (manager.refresh) install(prefix, manager, manager.refresh);
    if (!hasFont) install(prefix, manager, manager.font);
    if (present === undefined) manager.chromium.some((args) => install(prefix, manager, args) && findChromium() !== undefined);
  } else
    say(
      manager
        ? `${manager.command} is there, but installing needs ${manager.needsRoot ? "root or a sudo without password" : "an ordinary user"}`
        : "no package manager that is known here",
    );

  if (!canDrawChinese())
    say("no font with Chinese characters was found: screenshots will show boxes (Debian: apt-get install fonts-noto-cjk)");
  const chromium = present ?? findChromium();
  if (chromium === undefined) say(NO_CHROMIUM);
  else if (present === undefined) say(`installed ${chromium}`);
  return chromium !== undefined;
}

process.exitCode = ensureChromium() ? 0 : 1;
