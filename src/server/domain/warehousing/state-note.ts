// Why the state of a code was refused, for whoever has scanned it.
import { kindData, resourceIn, type Model } from "#schema/model";
import type { Text } from "#schema/text";
import { life, type CodeState } from "./code-states.ts";
import { inTypes, type ScannedDocument, type ScanSettings } from "./scan-rules.ts";
import { stockIn } from "./planned.ts";

/** The states that a document takes. */
function expectedStates({ kind, docType }: ScannedDocument, { allowsUnstocked }: Pick<ScanSettings, "allowsUnstocked">): readonly number[] {
  if (kind !== stockIn) return allowsUnstocked ? [life.activated, life.inStock] : [life.inStock];
  return docType === inTypes.return || docType === inTypes.transfer ? [life.shipped] : [life.activated];
}

/** A sentence on a code of the wrong state (`codeFault` in scan-rules.ts): which one it has, and which one is expected. */
export function stateNote(model: Model, document: ScannedDocument, code: CodeState, settings: Pick<ScanSettings, "allowsUnstocked">): Text {
  if (code.isOpened) return ["包装已拆开，请扫其中的码", "The package was opened; scan what is in it"];
  const expected = expectedStates(document, settings);
  // The state is the right one, and the code has not been where the document says.
  if (expected.includes(code.lifeStatus))
    return document.docType === inTypes.return
      ? ["该码不是从这个渠道退回的", "The code was not shipped to this channel"]
      : ["该码不是随这张调拨出库单出库的", "The code did not leave with this transfer"];
  const field = resourceIn(model, "code-item").field.get("lifeStatus");
  const options = field === undefined ? [] : (kindData(field.data).options ?? []);
  const named = (value: number, language: 1 | 2) => `“${options.find(([one]) => one === value)?.[language] ?? value}”`;
  return [
    `该码为${named(code.lifeStatus, 1)}，应为${expected.map((one) => named(one, 1)).join("或")}`,
    `The code is ${named(code.lifeStatus, 2)}, and has to be ${expected.map((one) => named(one, 2)).join(" or ")}`,
  ];
}
