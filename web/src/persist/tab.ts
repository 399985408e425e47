/** Names of Web Locks: a tab holds its own as long as it lives. */
const lockName = (id: string) => `molsmith document ${id}`;

/** Takes the lock of this tab for as long as the page lives. */
export function holdTab(id: string, locks: LockManager = navigator.locks): Promise<void> {
  return new Promise((resolve, reject) => {
    locks
      .request(lockName(id), () => {
        resolve();
        return new Promise(() => undefined);
      })
      .catch(reject);
  });
}

/** Which of the sessions belong to tabs that live. */
export async function livingTabs(locks: LockManager = navigator.locks): Promise<(id: string) => boolean> {
  const { held = [] } = await locks.query();
  const names = new Set(held.map(({ name }) => name));
  return (id) => names.has(lockName(id));
}

/** Does the work while no tab holds the session, nor takes it; false when one does. */
export async function whileFree(
  id: string,
  work: () => Promise<void>,
  locks: LockManager = navigator.locks,
): Promise<boolean> {
  return locks.request(lockName(id), { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}
