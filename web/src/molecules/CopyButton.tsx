import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useNotices } from "../state/notices";
import { IconButton } from "../ui/Button";

/** How long the check mark stays. */
const SHOWN = 1_500;

export interface CopyButtonProps {
  text: string;
  /** "Copy the SMILES". */
  label: string;
  /** Said to screen readers: "SMILES copied". */
  done: string;
  testId?: string;
}

/** Puts a text on the clipboard and says so without a notice that covers anything. */
export function CopyButton({ text, label, done, testId }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const { notify, announce } = useNotices.getState();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(done);
    } catch (error) {
      notify({
        level: "error",
        title: "Could not copy:",
        text: error instanceof Error ? error.message : "the browser does not allow it here.",
      });
    }
  };

  return (
    <IconButton
      label={copied ? "Copied" : label}
      icon={copied ? Check : Copy}
      className="small"
      onClick={() => void copy()}
      data-testid={testId}
    />
  );
}
