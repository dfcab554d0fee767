// A web address that opens in a window of its own; only http and https are ever links.
import { plainText, textCell } from "../cell.ts";

export const cell = textCell(({ value }) => {
  const address = plainText(value);
  if (!/^https?:\/\//i.test(address)) return address;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}, 0);
