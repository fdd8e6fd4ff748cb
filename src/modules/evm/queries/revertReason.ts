import { fromUtf8, toHex } from '../../../util/bytes.ts'

/** The text of a revert by Solidity's `Error(string)`; undefined for any other data (go-ethereum v1.10.16 abi.UnpackRevert). */
export function revertReason(returned: Uint8Array): string | undefined {
	if (returned.length < 4 || toHex(returned.subarray(0, 4)) !== '08c379a0') return undefined
	const data = returned.subarray(4)
	const offset = number(data, 0)
	if (offset === undefined || offset + 32 > data.length) return undefined
	const length = number(data, offset)
	if (length === undefined || offset + 32 + length > data.length) return undefined
	return fromUtf8(data.subarray(offset + 32, offset + 32 + length))
}

/** What a failed call answers: `execution reverted`, with its reason when it gives one. */
export function revertText(returned: Uint8Array): string {
	const reason = revertReason(returned)
	return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
}

function number(data: Uint8Array, at: number): number | undefined {
	if (at + 32 > data.length) return undefined
	const value = BigInt(`0x${toHex(data.subarray(at, at + 32))}`)
	return value > 0xffff_ffffn ? undefined : Number(value)
}
