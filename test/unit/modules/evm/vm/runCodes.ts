import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import { EvmState } from '../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmAccount } from '../../../../../src/modules/evm/state/EvmStore.ts'
import type { EvmBlock, EvmCall } from '../../../../../src/modules/evm/vm/EvmCall.ts'
import { type EvmRun, runEvm } from '../../../../../src/modules/evm/vm/runEvm.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { addressOf } from '../evmBench.ts'

/** Bytes of hex with spaces between its parts. */
export const bytesOf = (code: string): Uint8Array => fromHex(code.replaceAll(' ', ''))!
/** The hex of a word. */
export const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')
/** PUSH20 of an address of one repeated byte. */
export const at = (byte: number): string => `73${toHex(addressOf(byte))}`

/** How a call differs from the usual one. */
export interface Options {
	readonly hardfork?: string
	readonly eips?: readonly number[]
	readonly berlinRefunds?: boolean
	readonly block?: Partial<EvmBlock>
	readonly call?: Partial<EvmCall>
	/** Coins by the byte of an address; others that are there have 9. */
	readonly coins?: Readonly<Record<number, bigint>>
	/** Nonces by the byte of an address; others that are there have 1. */
	readonly nonces?: Readonly<Record<number, bigint>>
	readonly run?: Partial<EvmRun>
}

/** A call of 0xaa by 0x11, on contracts by the byte of their addresses. Slot 1 of each holds 7. */
export async function run(codes: Readonly<Record<number, string>>, options: Options = {}) {
	const known = new Map<string, Uint8Array>()
	const accounts = new Map<string, EvmAccount>()
	const writes: string[] = []
	for (const [byte, code] of Object.entries({ 17: '', ...codes })) {
		const codeHash = keccak256(bytesOf(code))
		known.set(toHex(codeHash), bytesOf(code))
		const { coins, nonces } = options
		const [nonce, balance] = [nonces?.[Number(byte)] ?? 1n, coins?.[Number(byte)] ?? 9n]
		accounts.set(toHex(addressOf(Number(byte))), { nonce, balance, codeHash })
	}
	const state = new EvmState({
		getAccount: (address) => accounts.get(toHex(address)),
		getState: (_address, slot) => new Uint8Array(32).with(31, slot[31] === 1 ? 7 : 0),
		getCode: (hash) => known.get(toHex(hash))!,
		setAccount: (address, { nonce, balance }) => void writes.push(`${toHex(address).slice(-2)} ${nonce} ${balance}`),
		setState: () => {},
		setCode: () => {},
		deleteAccount: (address) => void writes.push(`${toHex(address).slice(-2)} gone`),
		takesCode: () => true,
	})
	const call: EvmCall = {
		...{ from: addressOf(0x11), to: addressOf(0xaa), data: new Uint8Array(0), value: 0n, gas: 1_000_000n },
		...{ gasPrice: 11n, nonce: 4n, accessList: undefined },
		...options.call,
	}
	const outcome = await runEvm({
		chainId: 2222n,
		rules: {
			hardfork: options.hardfork ?? 'shanghai',
			eips: options.eips ?? [],
			berlinRefunds: options.berlinRefunds ?? false,
		},
		block: {
			...{ height: 100, timestamp: 1_700_000_000n, coinbase: addressOf(0x77), gasLimit: 30_000_000n, baseFee: 7n },
			...{ random: new Uint8Array(32).fill(5), hashAt: () => undefined, hasAccessLists: true, warmCoinbase: false },
			...options.block,
		},
		call,
		state,
		...options.run,
	})
	state.commit(outcome.destroyed)
	const { error, refund, gasLeft, logs } = outcome
	return { error, refund, gasLeft, logs, used: Number(call.gas - gasLeft), returned: toHex(outcome.returned), writes }
}

/** Code that gives back what parts of it leave on the stack. */
export const giving = (...parts: readonly string[]): string =>
	`${parts.map((part, index) => `${part} 61${(index * 32).toString(16).padStart(4, '0')} 52`).join('')} 61${(parts.length * 32).toString(16).padStart(4, '0')} 5f f3`
