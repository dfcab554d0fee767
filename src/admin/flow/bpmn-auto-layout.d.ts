// What of bpmn-auto-layout is used; the package brings no types.
declare module "bpmn-auto-layout" {
  /** The process of a BPMN 2.0 text with places for its shapes. Rejects when the text is none. */
  export function layoutProcess(xml: string): Promise<string>;
}
