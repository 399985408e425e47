/** Whether a dialog is open: keys, the clipboard and what is dropped are for it, and nothing behind it. */
export const hasModal = (): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"]') !== null;
