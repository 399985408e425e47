import { ArrowDownLeft, ArrowUpRight, ChevronRight, Copy } from "lucide-react";
import { useMemo, useState } from "react";
import type { WireMessage } from "../servers/model";
import { limits, plainLine } from "../tools/text";
import { IconButton } from "../ui/Button";
import { plainText, sizeText, timeText } from "./answer";
import { readable } from "./boundedJson";
import { copyText } from "./copyText";
import type { CallRecord } from "./facts";

const MOST_TEXT = 20_000;

/** The last messages, newest first; each opens to its text. */
export function MessageList({ messages }: { messages: readonly WireMessage[] }) {
  const asked = useMemo(() => requestsIn(messages), [messages]);
  if (messages.length === 0) return <p className="server-hint">No messages yet.</p>;
  return (
    <ol className="messages" aria-label="Messages, newest first" data-testid="server-messages">
      {[...messages].reverse().map((message) => (
        <Message
          key={`${message.at} ${message.out} ${message.bytes} ${message.text.slice(0, 60)}`}
          message={message}
          asked={asked}
        />
      ))}
    </ol>
  );
}

function Message({ message, asked }: { message: WireMessage; asked: ReadonlyMap<string, string> }) {
  const [open, setOpen] = useState(false);
  const Arrow = message.out ? ArrowUpRight : ArrowDownLeft;
  return (
    <li data-out={message.out ? "" : undefined}>
      <div className="message-row">
        <button type="button" className="message-head" aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight aria-hidden className="message-mark" />
          <Arrow aria-label={message.out ? "sent" : "received"} />
          <time dateTime={new Date(message.at).toISOString()}>{clockText(message.at)}</time>
          <span className="message-what">{messageLabel(message.text, message.out ? undefined : asked)}</span>
          <span className="message-size">{sizeText(message.bytes)}</span>
        </button>
        <IconButton label="Copy message" icon={Copy} onClick={() => copyText(message.text, "Message copied.")} />
      </div>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        <pre tabIndex={0} data-testid="server-message-text">
          {plainText(readable(message.text, MOST_TEXT))}
          {message.bytes > new TextEncoder().encode(message.text).length && "\n… only its beginning is kept"}
        </pre>
      )}
    </li>
  );
}

/**
 * "tools/call liquid_box (3)", "answer to tools/call liquid_box (3)": what a message is, from
 * its beginning. `asked` has the labels of what went the other way, by id.
 */
export function messageLabel(text: string, asked: ReadonlyMap<string, string> = new Map()): string {
  const head = text.slice(0, 4000);
  const method = /"method"\s*:\s*"([^"\\]{1,80})"/.exec(head)?.[1] ?? /"type"\s*:\s*"(tools:\w+)"/.exec(head)?.[1];
  const id = messageId(head);
  const name = method && /"(?:name|tool)"\s*:\s*"([^"\\]{1,80})"/.exec(head)?.[1];
  const called = method && /call$/.test(method) && name ? `${method} ${name}` : method;
  const to = id ? ` to ${asked.get(id) ?? id}` : "";
  const label = called
    ? `${called}${id ? ` (${id})` : ""}`
    : /^\{[^{]*"error"\s*:/.test(head)
      ? `error${to}`
      : /"result"\s*:/.test(head)
        ? `answer${to}`
        : head;
  return plainLine(label, limits.label);
}

const messageId = (head: string): string | undefined =>
  // The SDK of TypeScript writes it behind the result.
  (/"id"\s*:\s*("[^"\\]{1,40}"|-?\d{1,15})\s*\}?\s*$/.exec(head) ??
    /^\{[^{]*?"id"\s*:\s*("[^"\\]{1,40}"|-?\d{1,15})/.exec(head))?.[1];

/** The requests among messages, by their id. */
function requestsIn(messages: readonly WireMessage[]): Map<string, string> {
  const asked = new Map<string, string>();
  for (const { out, text } of messages) {
    const id = messageId(text.slice(0, 4000));
    if (out && id) asked.set(id, messageLabel(text));
  }
  return asked;
}

const ends: Record<CallRecord["end"], string> = {
  done: "done",
  refused: "refused by the tool",
  failed: "failed",
  cancelled: "cancelled",
};

/** How long the last calls took, newest first. */
export function CallList({ calls }: { calls: readonly CallRecord[] }) {
  if (calls.length === 0) return <p className="server-hint">No tool was called yet.</p>;
  return (
    <table className="calls" data-testid="server-calls">
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">At</th>
          <th scope="col">Took</th>
          <th scope="col">End</th>
        </tr>
      </thead>
      <tbody>
        {[...calls].reverse().map((call) => (
          <tr key={`${call.at} ${call.tool} ${call.ms}`} data-end={call.end}>
            <td>{plainLine(call.tool, limits.label)}</td>
            <td>{clockText(call.at)}</td>
            <td>{timeText(call.ms)}</td>
            <td>{ends[call.end]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "14:03:07.250", in the time of this place. */
function clockText(at: number): string {
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}
