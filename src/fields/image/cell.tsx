// A picture, small; of a person without one how their name begins.
import { inLanguage } from "../../schema/text.ts";
import { plainText, type Cell, type CellValue } from "../cell.ts";
import { Thumbnail } from "../picture.tsx";
import { initialIn } from "../initial.ts";

const initial = ({ field, row }: CellValue): string => (field.fallbackInitial === undefined ? "" : initialIn(row[field.fallbackInitial]));

export const cell: Cell = {
  text: (shown) => plainText(shown.value) || initial(shown),
  render(shown) {
    const { value, field, language } = shown;
    const address = plainText(value);
    if (address === "")
      // The name itself stands beside it.
      return (
        <span className="tm-initial" aria-hidden="true">
          {initial(shown)}
        </span>
      );
    return <Thumbnail address={address} name={inLanguage(field.label, language)} />;
  },
};
