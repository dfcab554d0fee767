// What a person may do with rows from files, by what they may do with rows one by one.
import { writesOf, type ImportMode } from "../../../schema/import-modes.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { Rights } from "../../access/use-rights.ts";

/** The modes of an import that the person has the rights to; none where the screen takes no files. */
export const importModesFor = ({ imports = [] }: ListViewModel, rights: Rights): readonly ImportMode[] =>
  imports.filter((mode) => writesOf(mode).every((write) => rights[write]));
