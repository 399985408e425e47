// A server made with the official TypeScript SDK, with one tool that answers at once: what
// the load benchmark measures toolserver against. Its HTTP transport is made anew for each
// request, as the SDK's manual has it for servers without sessions.
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

function make() {
  const server = new Server({ name: "peer-ts", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: "text", text: JSON.stringify(params.arguments) }],
    structuredContent: params.arguments,
  }));
  return server;
}

if (process.argv[2] === "stdio") {
  await make().connect(new StdioServerTransport());
} else {
  const web = createServer(async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    await make().connect(transport);
    await transport.handleRequest(request, response);
  });
  web.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${web.address().port}/mcp`));
}
