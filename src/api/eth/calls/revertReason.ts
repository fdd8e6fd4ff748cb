import { decodeErrorResult, type Hex, toHex } from 'viem'

/** `Error(string)` and `Panic(uint256)`, what Solidity reverts with by itself. */
const abi = [
	{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
	{ type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const

/** Meanings of Solidity's panic codes, as geth tells them (go-ethereum v1.16 accounts/abi UnpackRevert). */
const panics: Readonly<Record<string, string>> = {
	'0': 'generic panic',
	'1': 'assert(false)',
	'17': 'arithmetic underflow or overflow',
	'18': 'division or modulo by zero',
	'33': 'enum overflow',
	'34': 'invalid encoded storage byte array accessed',
	'49': 'out-of-bounds array access; popping on an empty array',
	'50': 'out-of-bounds access of an array or bytesN',
	'65': 'out of memory',
	'81': 'uninitialized function',
}

/** Why a call reverted, in words; undefined where the bytes are of no kind that is known. */
export function revertReason(data: Uint8Array): string | undefined {
	let decoded: { readonly errorName: string; readonly args: readonly unknown[] }
	try {
		decoded = decodeErrorResult({ abi, data: toHex(data) satisfies Hex })
	} catch {
		return undefined
	}
	const [value] = decoded.args
	if (decoded.errorName === 'Error') return String(value)
	return panics[String(value)] ?? `unknown panic code: 0x${BigInt(String(value)).toString(16)}`
}
