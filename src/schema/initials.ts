// The letter under which a name is sorted and looked up: a Latin letter as it is, a Chinese character by its sound. Derived from the
// collation of the platform, without a dictionary.

/** The first character of each initial letter in the order by sound. */
const firsts = [..."吖八嚓咑妸发旮哈丌咔垃妈拏喔妑七呥仨他屲夕丫帀"];
const letters = "abcdefghjklmnopqrstwxyz";

let bySound: Intl.Collator | undefined;

/** The initial of the sound of a Chinese character; every other character itself, in lower case. */
export function initialOf(character: string): string {
  if (!/^\p{Script=Han}$/u.test(character)) return character.toLowerCase();
  const collator = (bySound ??= new Intl.Collator("zh-Hans-CN-u-co-pinyin"));
  const next = firsts.findIndex((first) => collator.compare(character, first) < 0);
  return letters.at(next === -1 ? -1 : next - 1) ?? "";
}

/** Names that begin with a character of two sounds, where it is not the one that the collation takes. */
const otherSounds: Readonly<Record<string, string>> = {
  重庆: "C",
  重阳: "C",
  长江: "C",
  长城: "C",
  长春: "C",
  长沙: "C",
  长白: "C",
  厦门: "X",
  单县: "S",
};

/** The letter A to Z under which a name stands in a register; "#" for a name that begins with anything else. */
export function registerLetter(name: string): string {
  const [first = ""] = name.trim().normalize("NFKD");
  const letter = otherSounds[name.trim().slice(0, 2)] ?? initialOf(first).toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter : "#";
}
