// Several pictures: the first three, small, and how many more there are.
import { inLanguage } from "../../schema/text.ts";
import { plainText, type Cell } from "../cell.ts";
import { Thumbnail } from "../picture.tsx";

const shown = 3;

function addresses(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(plainText).filter((address) => address !== "") : [];
}

export const cell: Cell = {
  text: ({ value }) => addresses(value).join("，"),
  render({ value, field, language }) {
    const all = addresses(value);
    return (
      <span className="tm-with-icon">
        {all.slice(0, shown).map((address, index) => (
          <Thumbnail key={address} address={address} name={`${inLanguage(field.label, language)} ${index + 1}`} />
        ))}
        {all.length > shown && <span className="tm-soft">+{all.length - shown}</span>}
      </span>
    );
  },
};
