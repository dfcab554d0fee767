// A part of the shell that fails is gone until it is opened again; the shell around it stays.
import { Component, type ReactNode } from "react";
import { isMissingChunk, reportMissingChunk } from "../../browser/missing-chunk.ts";

export class PartBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingChunk(error)) reportMissingChunk();
  }

  override componentDidUpdate(before: { readonly children: ReactNode }): void {
    if (this.state.hasFailed && before.children !== this.props.children) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
