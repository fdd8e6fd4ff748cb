import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'

/** A JSON value as the parser of requests gives it. */
export const node = (json: unknown) => parseJson(JSON.stringify(json))

/** An address and a word, with their bytes. */
export const address = `0x${'ab'.repeat(20)}`
export const addressBytes = new Uint8Array(20).fill(0xab)
export const word = `0x${'cd'.repeat(32)}`
export const wordBytes = new Uint8Array(32).fill(0xcd)

/** A list of one item many times. */
export const list = (length: number, item: unknown) => Array.from({ length }, () => item)
