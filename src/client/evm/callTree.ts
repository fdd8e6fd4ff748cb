import { type AbiParameter, type Address, decodeAbiParameters, type Hex } from 'viem'
import { checksumAddress } from '../../codec/address/checksumAddress.ts'
import type { CallNode } from '../../codec/evm/callTreeRows.ts'
import { evmValues } from '../../codec/evm/evmValues.ts'
import { fromHex } from '../../util/bytes.ts'
import { larger } from '../../util/order.ts'
import type { AbiBook } from './AbiBook.ts'
import { callText, type Decoder } from './Decoder.ts'

/** A frame as geth's callTracer writes it. */
export interface TracedCall {
	readonly type: string
	readonly from: string
	readonly to?: string
	readonly value?: string
	readonly gas: string
	readonly gasUsed: string
	readonly input: Hex
	readonly output?: Hex
	readonly error?: string
	readonly revertReason?: string
	readonly calls?: readonly TracedCall[]
}

/** Converts a trace to a decoded call tree. The call of a proxy is decoded by the ABI of its implementation. */
export function callTree(frame: TracedCall, decoder: Decoder, book: AbiBook): CallNode {
	const calls = (frame.calls ?? []).map((call) => callTree(call, decoder, book))
	const gasUsed = BigInt(frame.gasUsed)
	const spent = calls.reduce((sum, call) => sum + call.gasUsed, 0n)
	const isCreation = frame.type.startsWith('CREATE')
	const decoded = decoder.call(frame.input, frame.to)
	return {
		kind: frame.type,
		from: address(frame.from),
		to: frame.to === undefined ? undefined : address(frame.to),
		contract: frame.to === undefined ? '' : (book.at(frame.to)?.name ?? ''),
		call: isCreation
			? `new contract, ${(frame.input.length - 2) / 2} bytes`
			: decoded === undefined
				? plainCall(frame.input)
				: callText(decoded.name, decoded.args),
		result: resultText(frame, decoder, decoded?.outputs),
		failed: frame.error !== undefined,
		gas: BigInt(frame.gas),
		gasUsed,
		gasOwn: larger(0n, gasUsed - spent),
		value: BigInt(frame.value ?? '0x0'),
		calls,
	}
}

function plainCall(input: Hex): string {
	if (input === '0x') return 'coins only'
	return input.length <= 10 ? input : `${input.slice(0, 10)}… ${(input.length - 2) / 2} bytes`
}

function resultText(frame: TracedCall, decoder: Decoder, outputs: readonly AbiParameter[] | undefined): string {
	const output = frame.output ?? '0x'
	if (frame.error !== undefined) {
		const reason = decoder.refusal(output, frame.to) ?? frame.revertReason
		return reason === undefined ? frame.error : `${frame.error}: ${reason}`
	}
	if (frame.type.startsWith('CREATE')) return frame.to === undefined ? '' : address(frame.to)
	if (output === '0x') return ''
	if (outputs !== undefined && outputs.length > 0) {
		try {
			const values = evmValues(outputs, decodeAbiParameters(outputs, output) as readonly unknown[])
			return values.map(({ text }) => text).join(', ')
		} catch {
			// The output does not match the ABI.
		}
	}
	return output.length <= 66 ? output : `${output.slice(0, 66)}… ${(output.length - 2) / 2} bytes`
}

function address(text: string): Address {
	return checksumAddress(fromHex(text.slice(2)) ?? new Uint8Array()) as Address
}
