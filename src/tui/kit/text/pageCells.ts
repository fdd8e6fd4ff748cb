/** Cells a page to read is wide at most, its frame included: longer lines are hard to read. */
export const pageCells = 84
