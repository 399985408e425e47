import { beforeEach, expect, test, vi } from "vitest";
import { useDocument } from "../state/document";
import { useJob } from "../state/job";
import { useNotices } from "../state/notices";
import { changeOf } from "../state/stubCore";
import { useUi } from "../state/ui";
import { reloadInto, watchForUpdate } from "./offline";

/** A service worker that a test moves from state to state. */
class Worker extends EventTarget {
  state = "installing";
  postMessage = vi.fn();
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class Registration extends EventTarget {
  active: Worker | null = null;
  waiting: Worker | null = null;
  installing: Worker | null = null;
  find(): Worker {
    this.installing = new Worker();
    this.dispatchEvent(new Event("updatefound"));
    return this.installing;
  }
}

function watched(part: Partial<Registration> = {}) {
  const registration = Object.assign(new Registration(), part);
  const found = vi.fn();
  watchForUpdate(registration as unknown as ServiceWorkerRegistration, found);
  return { registration, found };
}

const container = new EventTarget();
const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("location", { reload });
  reload.mockClear();
  useDocument.getState().close();
  useJob.setState({ job: null });
  useNotices.setState({ list: [], current: null });
  useUi.setState({ question: null });
});

test("the first version of all is no update; the next one is, also in the same visit", () => {
  const { registration, found } = watched({ installing: new Worker() });
  registration.installing?.become("installed");
  expect(found).not.toHaveBeenCalled();
  registration.active = registration.installing;
  const next = registration.find();
  expect(found).not.toHaveBeenCalled();
  next.become("installed");
  next.become("activating");
  expect(found.mock.calls).toEqual([[next]]);
});

test("one that failed to be stored is not offered", () => {
  const { registration, found } = watched({ active: new Worker() });
  registration.find().become("redundant");
  expect(found).not.toHaveBeenCalled();
});

test("one that waits since another visit is offered at once", () => {
  const waiting = new Worker();
  expect(watched({ active: new Worker(), waiting }).found.mock.calls).toEqual([[waiting]]);
});

test("it takes over and is loaded, once", async () => {
  const fresh = new Worker();
  await reloadInto(fresh as unknown as ServiceWorker);
  expect(fresh.postMessage).toHaveBeenCalledWith("take over");
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event("controllerchange"));
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledOnce();
});

test("one that another window has let take over, or that is not the newest any more, is loaded at once", async () => {
  for (const state of ["activating", "activated", "redundant"]) {
    const fresh = new Worker();
    fresh.state = state;
    await reloadInto(fresh as unknown as ServiceWorker);
    expect(fresh.postMessage).not.toHaveBeenCalled();
  }
  expect(reload).toHaveBeenCalledTimes(3);
});

test("unsaved edits are asked about first, and kept", async () => {
  const { json, bufs } = changeOf(3, { dirty: true }, { opened: true });
  useDocument.getState().commit(json, bufs);
  const fresh = new Worker();
  const asked = reloadInto(fresh as unknown as ServiceWorker);
  expect(useUi.getState().question).toMatchObject({ confirm: "Discard and reload" });
  useUi.getState().question?.answer("cancel");
  await asked;
  expect(fresh.postMessage).not.toHaveBeenCalled();
  expect(useDocument.getState().state?.atoms).toBe(3);
});

test("what runs is not cut off", async () => {
  useJob.getState().begin({ title: "Cleaning up", cancel: () => undefined });
  const fresh = new Worker();
  await reloadInto(fresh as unknown as ServiceWorker);
  expect(fresh.postMessage).not.toHaveBeenCalled();
  expect(useNotices.getState().list.map(({ title }) => title)).toEqual([
    "A tool is running.",
    "A new version is ready.",
  ]);
});
