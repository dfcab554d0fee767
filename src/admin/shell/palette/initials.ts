// The initials of a Chinese name, as users type them: "gcgl" for 工厂管理. What it sounds like is derived in #schema/initials.
import { initialOf } from "#schema/initials";

/** Characters common in this business with a second reading whose initial differs, by that initial. */
const secondReadings: Readonly<Record<string, string>> = {
  重: "c",
  行: "h",
  长: "c",
  调: "t",
  藏: "z",
  传: "z",
  弹: "t",
  会: "k",
  降: "x",
  仇: "q",
  单: "s",
  参: "s",
  校: "j",
  系: "j",
};

/** For each character that is a letter, figure or Chinese, what one may type for it. */
export function initialsOf(name: string): readonly string[] {
  return [...name]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .map((character) => initialOf(character) + (secondReadings[character] ?? ""));
}

/** Whether the text matches the initials of the name from the first on. */
export function beginsWithInitials(initials: readonly string[], typed: string): boolean {
  const keys = [...typed.toLowerCase()];
  return keys.length > 0 && keys.length <= initials.length && keys.every((key, index) => initials[index]?.includes(key) === true);
}
