/// <reference lib="webworker" />
import type { FromBridge, ToBridge } from "./bridge";
import { BridgeServer } from "./bridgeServer";

// The network worker: the tool server's connection, its JSON and the decoding of
// its results stay off the page's main thread. No WebAssembly here.
const scope = self as unknown as DedicatedWorkerGlobalScope;
const server = new BridgeServer((message: FromBridge, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }: MessageEvent<ToBridge>) => server.receive(data);
