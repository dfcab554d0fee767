// The part of bpmnlint that is used; what its package declares needs the types of others.
declare module "bpmnlint" {
  export interface Report {
    readonly id?: string;
    readonly message: string;
    readonly category: string;
  }
  export type LintResults = Readonly<Record<string, readonly Report[]>>;
  export class Linter {
    constructor(options: {
      readonly config: { readonly rules: Readonly<Record<string, string>> };
      readonly resolver: {
        resolveRule(plugin: string, name: string): unknown;
        resolveConfig(plugin: string, name: string): unknown;
      };
    });
    lint(root: object): Promise<LintResults>;
  }
}
