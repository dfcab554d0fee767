// Reads the text of a process into a drawing; computes a layout where it says no places.
import { setEnds, type FlowElement } from "./flow-ends.ts";

/** What viewer and modeler share. */
interface Importer {
  importXML(xml: string): Promise<{ readonly warnings: readonly unknown[] }>;
  saveXML(): Promise<{ readonly xml?: string | undefined }>;
  getDefinitions(): FlowElement;
}

/** XML without coordinates gets a layout: programs may write it that way, and engines store it so. */
const hasPlaces = (xml: string) => /<(?:\w+:)?BPMNShape\b/.test(xml);

/** Rejects when the text is no process that can be drawn. */
export async function importInto(drawing: Importer, xml: string): Promise<void> {
  if (hasPlaces(xml)) {
    await drawing.importXML(xml);
    return;
  }
  // What cannot be drawn is rejected only after it has been read; unreadable XML leaves no definitions.
  const refusal: unknown = await drawing.importXML(xml).then(
    () => undefined,
    (error: unknown) => error,
  );
  const definitions: FlowElement | undefined = drawing.getDefinitions();
  if (definitions === undefined) throw refusal;
  setEnds(definitions);
  const [{ xml: saved = xml }, { layoutProcess }] = await Promise.all([drawing.saveXML(), import("bpmn-auto-layout")]);
  await drawing.importXML(await layoutProcess(saved));
}
