// A page that embeds the Builder and offers it a tool. The address of the Builder is in
// the query: ?builder=https://builder.example/. docs/host-api.md says what each part is for.
import { offerTools } from "./bridge.mjs";

const said = document.getElementById("said");
const builder = new URL(new URLSearchParams(location.search).get("builder"));
// The Builder learns who may offer it tools, and checks that against its deployment.
builder.hash = new URLSearchParams({ host: location.origin }).toString();

const frame = document.createElement("iframe");
frame.title = "Molsmith Builder";
// Clipboard and servers on this computer are asked of the browser by the page inside.
frame.allow = "clipboard-read; clipboard-write; local-network-access; loopback-network";

// Before the frame has an address: the Builder speaks as soon as it starts.
offerTools(frame, builder.origin, {
  title: "Example host",
  version: "1",
  tools: [
    {
      name: "argon_row",
      title: "Row of argon",
      description: "Puts argon atoms in a row.",
      inputSchema: {
        type: "object",
        properties: {
          count: { type: "integer", minimum: 1, maximum: 1000, default: 3, title: "Atoms" },
          spacing: { type: "number", exclusiveMinimum: 0, default: 4, title: "Spacing", "x-megane-unit": "angstrom" },
        },
        required: ["count"],
      },
      _meta: {
        "io.github.megane-labs/builder": {
          contract: 1,
          category: "other",
          apply: "new_document",
          document: "none",
          stochastic: false,
        },
      },
      async run({ count, spacing = 4 }, { signal, progress }) {
        said.textContent = `argon_row with ${count} atoms`;
        for (let step = 0; step < Math.min(count, 1000) / 100; step++) {
          progress(step, count / 100, `${100 * step} of ${count} atoms`);
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (signal.aborted) {
            said.textContent = "argon_row was cancelled";
            return;
          }
        }
        return {
          content: [{ type: "text", text: `Put ${count} argon atoms in a row.` }],
          structuredContent: {
            contract: 1,
            name: "argon-row",
            structure: {
              elements: Array(count).fill(18),
              positions: Array.from({ length: count }, (_, i) => [i * spacing, 0, 0]).flat(),
              cell: null,
              bonds: [],
            },
            warnings: [],
            provenance: { "example-host": "1" },
          },
        };
      },
    },
  ],
});

frame.src = builder.href;
document.body.append(frame);
