import { createContext, useContext } from "react";

/**
 * Where lists and menus that float are put. Null: the end of the page. The menu bar
 * and dialogs name an element of theirs, so that what they open belongs to their
 * landmark and is not hidden from screen readers with the rest of the page.
 */
export const Place = createContext<HTMLElement | null>(null);

export const usePlace = (): HTMLElement | null => useContext(Place);
