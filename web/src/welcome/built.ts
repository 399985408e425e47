import { closeNow } from "../commands/close";
import { reopen } from "../commands/reopen";
import { failed } from "../commands/report";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";

/** The person kept another document, or dropped the result: there is nothing to say. */
export class Left extends Error {}

/**
 * The document that an example builds, told from those that the person opens and from what
 * the person does to it meanwhile.
 */
export class Built {
  #replaced = { state: useDocument.getState().state, files: useFiles.getState() };
  /** What was open before the example's. */
  #before = this.#replaced;
  /** Of the example's document; null before there is one. */
  #opened: number | null = null;
  /** After the last step of the example. */
  #revision: number | undefined;
  #edited = false;
  /** To be called at the end. What is replaced has its save format still when the next document comes. */
  readonly end = useDocument.subscribe((now, { state, opened }) => {
    if (now.opened !== opened) this.#replaced = { state, files: useFiles.getState() };
  });

  /** The example has opened the document that is open now. */
  opened(): void {
    this.#opened = useDocument.getState().opened;
    this.#before = this.#replaced;
    this.stepped();
  }

  /** The last change is one of the example's. */
  stepped(): void {
    this.#revision = useDocument.getState().state?.revision;
  }

  /** Throws when another document is open by now. */
  check(): void {
    if (!this.#isOpen()) throw new Left();
  }

  /** Whether the person has changed it so far; asked before each step of the example. */
  edited(): boolean {
    if (this.#isOpen() && useDocument.getState().state?.revision !== this.#revision) this.#edited = true;
    return this.#edited;
  }

  /**
   * Half an example is none: it goes, and what was open before comes back with the format
   * it is saved in. Edited by the person it stays, as does what came in its place.
   */
  async takeBack(): Promise<void> {
    if (!this.#isOpen() || this.edited()) return;
    const { state, files } = this.#before;
    if (state) {
      await reopen.run();
      const { format, options, saved } = files;
      if (!this.#isOpen()) useFiles.getState().set({ format, options, saved });
      return;
    }
    try {
      await closeNow();
    } catch (error) {
      failed("Could not take back the first step", error);
    }
  }

  #isOpen(): boolean {
    const { state, opened } = useDocument.getState();
    return state !== null && opened === this.#opened;
  }
}
