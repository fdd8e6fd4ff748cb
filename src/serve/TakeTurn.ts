/** Runs a part of the work of a request when it is its connection's turn; `isItem` for an item of an array. */
export type TakeTurn = <T>(job: () => T | Promise<T>, isItem: boolean) => Promise<T>
