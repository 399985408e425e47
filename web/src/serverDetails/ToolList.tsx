import { useState } from "react";
import type { ToolDefinition } from "../core/protocol";
import type { Server } from "../servers/model";
import { META_KEY, readMarker } from "../tools/marker";
import { limits, plainLine } from "../tools/text";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import { TextBox } from "./AnswerView";
import { plainText } from "./answer";
import { boundedJson } from "./boundedJson";
import type { DetailActions } from "./facts";
import { PlainTool } from "./PlainTool";

const MOST_SCHEMA = 60_000;
/** Rows drawn at once; more are found by the filter. */
const MOST_ROWS = 300;

/** All tools of a server at the left, the chosen one at the right. */
export function ToolList({ server, actions }: { server: Server; actions: DetailActions }) {
  const tools = server.info?.tools ?? [];
  const ready = server.state.state === "ready";
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState(tools[0]?.name ?? "");
  const wanted = filter.trim().toLowerCase();
  const found = tools.filter((tool) => `${tool.name} ${tool.title ?? ""}`.toLowerCase().includes(wanted));
  const tool = tools.find(({ name }) => name === chosen) ?? found[0];
  if (tools.length === 0)
    return <p className="server-hint">{ready ? "It lists no tools." : "Its tools are known once it is connected."}</p>;
  return (
    <div className="server-tools">
      <div className="server-tool-list">
        {tools.length > 8 && (
          <TextField
            value={filter}
            onChange={setFilter}
            placeholder="Find a tool"
            aria-label="Find a tool"
            data-testid="server-tool-filter"
          />
        )}
        <ul aria-label="Tools">
          {found.slice(0, MOST_ROWS).map((one) => (
            <li key={one.name}>
              <button
                type="button"
                aria-current={one === tool || undefined}
                onClick={() => setChosen(one.name)}
                data-testid={`server-tool-${one.name}`}
              >
                <span>{plainLine(one.name, limits.label)}</span>
                <small>{sortOf(one)}</small>
              </button>
            </li>
          ))}
        </ul>
        {found.length > MOST_ROWS && <p className="server-hint">and {found.length - MOST_ROWS} more</p>}
      </div>
      {tool && <ToolView key={tool.name} tool={tool} server={server} actions={actions} />}
    </div>
  );
}

/** What the page makes of a tool, in a word or two. */
function sortOf(tool: ToolDefinition): string {
  const reading = readMarker(tool);
  switch (reading.kind) {
    case "button":
      return "button";
    case "plain":
      return "";
    case "contract":
      return "other contract";
    case "apply":
      return "unknown apply mode";
  }
}

function ToolView({ tool, server, actions }: { tool: ToolDefinition; server: Server; actions: DetailActions }) {
  const reading = readMarker(tool);
  const open = actions.form(tool.name);
  const title = plainLine(tool.title ?? tool.annotations?.title, limits.label);
  return (
    <section className="server-tool" aria-label={plainLine(tool.name, limits.label)} data-testid="server-tool">
      <h3>
        {plainLine(tool.name, limits.label)}
        {title && <small> {title}</small>}
      </h3>
      {tool.description && <p className="server-tool-text">{plainText(String(tool.description).slice(0, 4000))}</p>}
      {reading.kind === "contract" && (
        <p className="form-warning">
          It needs contract version {plainLine(reading.contract, limits.label)}, which this page does not know.
        </p>
      )}
      {reading.kind === "apply" && (
        <p className="form-warning">
          Its apply mode, {plainLine(reading.apply, limits.label)}, is not known to this page.
        </p>
      )}
      {open ? (
        <p>
          <Button onClick={open} data-testid="server-tool-open">
            Open its form
          </Button>
        </p>
      ) : (
        <>
          {server.remote && <p className="form-warning">What you enter here is sent to {server.host}.</p>}
          <PlainTool tool={tool} actions={actions} disabled={server.state.state !== "ready"} />
        </>
      )}
      <TextBox label="inputSchema" text={boundedJson(tool.inputSchema, MOST_SCHEMA)} testId="server-tool-schema" />
      {tool.outputSchema !== undefined && (
        <TextBox label="outputSchema" text={boundedJson(tool.outputSchema, MOST_SCHEMA)} />
      )}
      {tool.annotations && <TextBox label="annotations" text={boundedJson(tool.annotations, MOST_SCHEMA)} />}
      {tool._meta && META_KEY in tool._meta && <TextBox label="_meta" text={boundedJson(tool._meta, MOST_SCHEMA)} />}
    </section>
  );
}
