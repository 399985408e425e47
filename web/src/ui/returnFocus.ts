/**
 * Where the focus was last on the page itself, outside of what floats over it. A
 * dialog opened from a menu returns there: the menu entry is gone by then.
 */
let last: HTMLElement | null = null;

const floating = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .popover';

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !target.closest(floating)) last = target;
  });
}

/** Gives the focus back to the opener, or to the last place on the page when the opener is gone. */
export function returnFocus(opener: Element | null): void {
  const inMenu = opener?.closest('[role="menu"]');
  const target = opener instanceof HTMLElement && opener.isConnected && !inMenu ? opener : last;
  if (target?.isConnected && target !== document.body) target.focus();
}
