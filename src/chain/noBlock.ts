import type { BlockId, Commit } from './blockTypes.ts'

/** The id of no block. */
export const noBlockId: BlockId = { hash: new Uint8Array(0), parts: { total: 0, hash: new Uint8Array(0) } }

/** The commit the first block carries. */
export const noCommit: Commit = { height: 0, round: 0, blockId: noBlockId, signatures: [] }
