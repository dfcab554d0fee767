// The part of bpmn-auto-layout that is used; the package has no types.
declare module "bpmn-auto-layout" {
  /** The process of a BPMN 2.0 text with places for its shapes. Rejects when the text is none. */
  export function layoutProcess(xml: string): Promise<string>;
}
