import { fromUtf8, toHex } from '../../../util/bytes.ts'

/** Meanings of Solidity's panic codes, in geth's words (go-ethereum v1.16 accounts/abi UnpackRevert). */
const panics: Readonly<Record<number, string>> = {
	0: 'generic panic',
	1: 'assert(false)',
	17: 'arithmetic underflow or overflow',
	18: 'division or modulo by zero',
	33: 'enum overflow',
	34: 'invalid encoded storage byte array accessed',
	49: 'out-of-bounds array access; popping on an empty array',
	50: 'out-of-bounds access of an array or bytesN',
	65: 'out of memory',
	81: 'uninitialized function',
}

/** The text of a revert by Solidity's `Error(string)`; undefined for any other data (go-ethereum v1.10.16 abi.UnpackRevert). */
export function revertReason(returned: Uint8Array): string | undefined {
	const data = argumentsOf(returned, '08c379a0')
	if (data === undefined) return undefined
	const offset = number(data, 0)
	if (offset === undefined) return undefined
	const length = number(data, offset)
	if (length === undefined || offset + 32 + length > data.length) return undefined
	return fromUtf8(data.subarray(offset + 32, offset + 32 + length))
}

/** Like `revertReason`, plus the meaning of Solidity's `Panic(uint256)`, which geth reports since v1.13. */
export function revertOrPanicReason(returned: Uint8Array): string | undefined {
	const code = panicCode(returned)
	if (code === undefined) return revertReason(returned)
	return panics[Number(code)] ?? `unknown panic code: 0x${code.toString(16)}`
}

/** The number of Solidity's `Panic(uint256)`; undefined for another error. */
export function panicCode(returned: Uint8Array): bigint | undefined {
	const data = argumentsOf(returned, '4e487b71')
	return data === undefined || data.length < 32 ? undefined : BigInt(`0x${toHex(data.subarray(0, 32))}`)
}

/** Error text of a failed call: `execution reverted`, with its reason if it has one. */
export function revertText(returned: Uint8Array): string {
	const reason = revertReason(returned)
	return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
}

function argumentsOf(returned: Uint8Array, selector: string): Uint8Array | undefined {
	return toHex(returned.subarray(0, 4)) === selector ? returned.subarray(4) : undefined
}

/** The number in a word; a great one is inexact, and greater than the length of any data. */
function number(data: Uint8Array, at: number): number | undefined {
	if (at + 32 > data.length) return undefined
	return Number(`0x${toHex(data.subarray(at, at + 32))}`)
}
