// An uploaded file, or several, by their names.
import { plainText, type Cell } from "../cell.ts";
import { fileName } from "../file-name.ts";

function addresses(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value.map(plainText) : [plainText(value)]).filter((address) => address !== "");
}

export const cell: Cell = {
  text: ({ value }) => addresses(value).map(fileName).join("，"),
  around: 0,
  render: ({ value }) =>
    addresses(value).map((address, index) => (
      <span key={address}>
        {index > 0 && "，"}
        {/^(?:https?:\/\/|\/(?!\/))/i.test(address) ? (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {fileName(address)}
          </a>
        ) : (
          fileName(address)
        )}
      </span>
    )),
};
