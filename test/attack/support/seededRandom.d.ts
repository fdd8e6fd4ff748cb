/** Random numbers from 0 to 1 that a seed repeats. */
export function seededRandom(seed: number): () => number
