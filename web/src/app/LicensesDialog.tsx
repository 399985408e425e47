import { useEffect, useState } from "react";
import { reason } from "../commands/report";
import { Dialog } from "../ui/Dialog";
import { closeDialog } from "./Dialogs";

/** The notices of everything the page is made of, from the page's own files. */
export function LicensesDialog() {
  const [text, setText] = useState("Loading…");
  useEffect(() => {
    let current = true;
    fetch("./THIRD_PARTY_NOTICES.txt")
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(`status ${answer.status}`))))
      .then(
        (loaded) => current && setText(loaded),
        (error) => current && setText(`The notices could not be loaded: ${reason(error)}`),
      );
    return () => {
      current = false;
    };
  }, []);
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Licenses"
      description="Molsmith is MIT licensed. It contains work of others:"
      size="large"
      reading
      testId="licenses-dialog"
    >
      <pre className="licenses">{text}</pre>
    </Dialog>
  );
}
