import { useDocument } from "../state/document";

const page = "Molsmith Builder";

/** The window's title: the document's name, marked while it has unsaved edits. */
export function followTitle(): void {
  const write = () => {
    const { state } = useDocument.getState();
    document.title = state ? `${state.dirty ? "• " : ""}${state.name} – ${page}` : page;
  };
  write();
  useDocument.subscribe(write);
}
