import { Copy, Download } from "lucide-react";
import { useMemo } from "react";
import { IconButton } from "../ui/Button";
import { type Part, readAnswer } from "./answer";
import { copyText } from "./copyText";

/** What a tool answered: text and JSON as text, images by <img>, everything else as what it is called. */
export function AnswerView({ result }: { result: unknown }) {
  const answer = useMemo(() => readAnswer(result), [result]);
  return (
    <div className="answer" data-testid="answer" data-refused={answer.refused ? "" : undefined}>
      {answer.refused && <p className="answer-refused">The tool refused:</p>}
      {answer.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one answer never change
        <PartView key={index} part={part} />
      ))}
    </div>
  );
}

function PartView({ part }: { part: Part }) {
  switch (part.kind) {
    case "text":
      return <TextBox label={part.label} text={part.text} />;
    case "image":
      return (
        <figure className="answer-image">
          <img src={part.src} alt={part.label} />
          <figcaption>{part.label}</figcaption>
        </figure>
      );
    case "file":
      return (
        <p className="answer-line">
          <span>{part.label}</span>
          <IconButton label="Save" icon={Download} onClick={() => save(part)} />
        </p>
      );
    case "link":
      return (
        <div className="answer-line">
          <span>
            {part.label}: <code>{part.uri}</code>
            {part.about && ` (${part.about})`}
          </span>
          <IconButton label="Copy" icon={Copy} onClick={() => copyText(part.uri, "Address copied.")} />
        </div>
      );
  }
}

/** Text in a box that scrolls, with a button that copies it. */
export function TextBox({ label, text, testId }: { label: string; text: string; testId?: string }) {
  return (
    <div className="text-box">
      <div className="text-box-head">
        <span>{label}</span>
        <IconButton label={`Copy ${labelWords(label)}`} icon={Copy} onClick={() => copyText(text, "Copied.")} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
      <pre tabIndex={0} data-testid={testId}>
        {text}
      </pre>
    </div>
  );
}

/** The label inside a sentence, for those who hear it: "serverInfo" is "server info", "_meta" is "meta". */
const labelWords = (label: string): string =>
  // An address stays as it is.
  label.startsWith("Resource ")
    ? `r${label.slice(1)}`
    : label
        .replace(/^_/, "")
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase();

function save({ base64, mime, name }: Part & { kind: "file" }): void {
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  // As bytes, whatever its type: a browser opens some types by itself.
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.includes(".") ? name : `${name}.${/\/([\w]+)/.exec(mime)?.[1] ?? "bin"}`;
  link.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
