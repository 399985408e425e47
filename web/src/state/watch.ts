/** Entries of `bufs.watch` from here on are no rows: the rest is the number of the entry in the list before. */
export const STAYS = 2 ** 31;

/** The row of an atom that is not in the document. */
export const LOST = 2 ** 32 - 1;
