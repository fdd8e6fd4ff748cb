/** The seed of this run. */
export const runSeed: number
/** Random numbers from 0 to below 1. */
export function seededRandom(seed?: number): () => number
/** Random whole numbers below a limit; a name makes those of one test others than those of the next. */
export function randomSource(name?: string, seed?: number): (below: number) => number
