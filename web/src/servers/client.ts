import type { BridgeEvent } from "../tools/bridge";
import { BridgeClient, workerPort } from "../tools/bridgeClient";

let client: BridgeClient | null = null;
const hearers = new Set<(event: BridgeEvent) => void>();

/** The network worker, which holds all connections; started with the first of them. */
export function theClient(): BridgeClient {
  if (!client) {
    client = new BridgeClient(workerPort());
    client.onEvent = (event) => {
      for (const hear of hearers) hear(event);
    };
  }
  return client;
}

/** Hears of what nobody asked for. */
export function hearBridge(hear: (event: BridgeEvent) => void): void {
  hearers.add(hear);
}
