import { useEffect, useRef } from "react";
import type { LogLine, Server } from "./model";

/** What a server wrote to standard error, and when its connection changed; the newest line below. */
export function LogPanel({ server }: { server: Server }) {
  const { log } = server;
  const place = useRef<HTMLDivElement>(null);
  const last = log.at(-1);
  // Follows new lines unless a person has scrolled away from the end.
  const atEnd = useRef(true);
  useEffect(() => {
    const box = place.current;
    if (box && last && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [last]);
  return (
    <div
      ref={place}
      className="server-lines"
      role="log"
      aria-label={`Log of ${server.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys have to scroll it
      tabIndex={0}
      onScroll={({ currentTarget: box }) => {
        atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 8;
      }}
      data-testid="server-lines"
    >
      {log.map((line) => (
        <div key={keyOf(line)} data-from={line.from}>
          <time>{line.at > 0 && clock.format(line.at)}</time>
          <span>{line.text}</span>
        </div>
      ))}
    </div>
  );
}

/** Lines have nothing of their own that tells them apart. */
const keys = new WeakMap<LogLine, number>();
let made = 0;

function keyOf(line: LogLine): number {
  const key = keys.get(line) ?? ++made;
  keys.set(line, key);
  return key;
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
