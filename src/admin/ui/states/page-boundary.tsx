// Catches errors of a page, so that the menu and all other pages keep working.
import { Component, type ReactNode } from "react";
import { failureOf } from "../../api/failure.ts";
import { ErrorPage } from "./error-page.tsx";
import { isMissingChunk } from "../../browser/missing-chunk.ts";

interface PageBoundaryProps {
  readonly children: ReactNode;
  /** Is called before what failed is tried once more. */
  readonly onRetry?: () => void;
}

interface PageBoundaryState {
  readonly error: Error | undefined;
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isMissingChunk(error)) return <ErrorPage kind="outdated" onRetry={() => location.reload()} />;
    const failure = failureOf(error);
    if (failure.code === 403) return <ErrorPage kind="forbidden" />;
    return <ErrorPage kind={failure.code >= 500 ? "server" : "crash"} detail={error.message} onRetry={this.retry} />;
  }
}
