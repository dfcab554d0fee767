// What the server answers about proposals, as the page keeps it.
import type { Proposal, Remark } from "../../../proposal/proposal.ts";
import type { Screen } from "../../../schema/screen.ts";
import type { Text } from "../../../schema/text.ts";

export interface ProposalAnswer {
  readonly proposal: Proposal;
  readonly remarks: readonly Remark[];
}

export interface PreviewAnswer {
  readonly file: string;
  readonly source: string;
  readonly screen?: Screen;
  readonly findings: readonly {
    readonly code: string;
    readonly level: string;
    readonly place: readonly (string | number)[];
    readonly message: { readonly problem: string; readonly remedy: string };
  }[];
}

interface ContextAnswer {
  readonly areas: readonly { readonly name: string; readonly label: Text }[];
  readonly resources: readonly { readonly name: string; readonly label: Text }[];
  /** What fields may be made by. */
  readonly builders: readonly string[];
  readonly canWrite: boolean;
}

interface TableAnswer {
  readonly name: string;
  readonly comment: string;
}

// The server answers these from its own types (src/server/domain/tools/definitions.ts).
export const asProposal = (payload: unknown): ProposalAnswer => payload as ProposalAnswer;
export const asProposals = (payload: unknown): readonly ProposalAnswer[] => payload as readonly ProposalAnswer[];
export const asPreview = (payload: unknown): PreviewAnswer => payload as PreviewAnswer;
export const asContext = (payload: unknown): ContextAnswer => payload as ContextAnswer;
export const asTables = (payload: unknown): readonly TableAnswer[] => payload as readonly TableAnswer[];
