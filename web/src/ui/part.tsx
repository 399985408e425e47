import { Component, type ComponentType, lazy, type ReactNode, useState } from "react";
import { Button } from "./Button";

export interface FailedProps {
  /** Loads the part again. */
  retry(): void;
}

/**
 * A part of the page that is loaded when it is first shown; put it into a Suspense.
 * Where it cannot be loaded, which is what happens without a connection before the
 * service worker has everything, `Failed` stands in its place with a way to try again.
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<FailedProps> = PartFailed,
): ComponentType<P> {
  const make = () => lazy(async () => ({ default: await load().catch(notLoaded) }));
  // React keeps a failure for good, so another attempt is another component.
  let Loaded = make();
  return function Part(props: P) {
    const [attempt, setAttempt] = useState(0);
    const retry = () => {
      restyle();
      Loaded = make();
      setAttempt((n) => n + 1);
    };
    return (
      <Boundary key={attempt} failed={<Failed retry={retry} />}>
        <Loaded {...props} />
      </Boundary>
    );
  };
}

class NotLoaded extends Error {}

function notLoaded(error: unknown): never {
  throw new NotLoaded(error instanceof Error ? error.message : String(error));
}

/** Shows `failed` for a part that could not be loaded; other errors go on. */
class Boundary extends Component<{ failed: ReactNode; children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    if (!this.state.error) return this.props.children;
    if (this.state.error instanceof NotLoaded) return this.props.failed;
    throw this.state.error;
  }
}

/** A style sheet that could not be loaded is not asked for again by itself. */
function restyle(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

export const notLoadedText =
  "This part of the page is loaded when it is first used, and could not be reached. Your structure is not affected.";

function PartFailed({ retry }: FailedProps) {
  return (
    <div className="part-failed" role="alert" data-testid="part-failed">
      <p>{notLoadedText}</p>
      <Button onClick={retry} data-testid="part-retry">
        Try again
      </Button>
    </div>
  );
}
