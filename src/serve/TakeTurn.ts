/** Runs a part of the work of a request when it is its connection's turn; `greedy` is part of a request for much. */
export type TakeTurn = <T>(job: () => T | Promise<T>, greedy: boolean) => Promise<T>
