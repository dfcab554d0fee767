// The part of bpmn-moddle that is used; the package has no types.
declare module "bpmn-moddle" {
  export interface Definitions {
    readonly $type: string;
  }
  export interface BaseElement {
    readonly $type: string;
  }
  export class BpmnModdle {
    constructor(packages?: object);
    /** Rejects when the text is no XML. What is read, and what could not be. */
    fromXML(xml: string): Promise<{
      readonly rootElement: { readonly $type: string; readonly [property: string]: unknown };
      readonly references: readonly { readonly element: { readonly $type: string; readonly id?: string } }[];
      readonly elementsById: Readonly<Record<string, unknown>>;
      readonly warnings: readonly {
        readonly message: string;
        /** Of a reference that leads nowhere: what refers, by which property, to what. */
        readonly element?: unknown;
        readonly property?: string;
        readonly value?: string;
      }[];
    }>;
  }
}
