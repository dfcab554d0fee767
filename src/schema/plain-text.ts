// Characters that look like others: what keyboards of Chinese and word processors write in place of plain ASCII.

/** Full-width letters, digits, signs and blanks as their plain ones. Nothing else is folded: "10²" does not become "102". */
export function plainWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/[\u3000\u00a0\u2007\u2009\u202f]/gu, " ")
    .replace(/[\u200b\u2060\ufeff]/gu, "")
    .trim();
}
