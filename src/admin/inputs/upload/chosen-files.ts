// Files that are sent with the call of a form instead of being uploaded before it: the form holds an address for each that only it knows.
import { createContext, useContext } from "react";

interface ChosenFiles {
  /** Keeps a file; answers the address that the form holds for it. */
  keep(file: File): string;
  /** The file of an address; undefined where it is none of these. */
  fileOf(address: unknown): File | undefined;
}

export function createChosenFiles(): ChosenFiles {
  const files = new Map<string, File>();
  return {
    keep: (file) => {
      const address = `/chosen/${files.size + 1}`;
      files.set(address, file);
      return address;
    },
    fileOf: (address) => (typeof address === "string" ? files.get(address) : undefined),
  };
}

/** Undefined where files are uploaded as soon as they are chosen. */
export const ChosenFilesContext = createContext<ChosenFiles | undefined>(undefined);

export const useChosenFiles = (): ChosenFiles | undefined => useContext(ChosenFilesContext);
