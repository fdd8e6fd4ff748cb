import type { EVM, ExecResult, PrecompileInput } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { toHex } from '../../../../util/bytes.ts'
import type { MovedPrecompiles } from '../EvmCall.ts'
import type { Patience } from '../Patience.ts'
import { ownPrecompiles } from './ownPrecompiles.ts'
import { failed } from './PrecompileCall.ts'
import { pointEvaluation } from './pointEvaluation.ts'
import { precompileErrorText } from './precompileErrorText.ts'

/** A precompiled contract in the library's form; undefined where an address has none. */
type Contract = ReturnType<EVM['getPrecompile']>

/** The contract at 0x0a proves data of blobs. Chains with Cancun's rules know no proof: there each one is wrong. */
export const pointEvaluationContract = {
	address: new Address(Uint8Array.from({ length: 20 }, (_, at) => (at === 19 ? 0x0a : 0))),
	function: (call: PrecompileInput): ExecResult | Promise<ExecResult> =>
		call.common.gteHardfork('prague') ? pointEvaluation(call) : failed('out of gas', call.gasLimit),
}

/** The precompiled contracts of an interpreter: the library's, this chain's own in the place of some of them. */
export class Precompiles {
	/** Those that the present call finds elsewhere. */
	moved: MovedPrecompiles | undefined
	readonly #evm: Pick<EVM, 'common' | 'precompiles'>
	/** Contracts by the number that their address is. */
	readonly #byNumber = new Map<number, Contract>()

	constructor(evm: Pick<EVM, 'common' | 'precompiles'> & { readonly patience: Patience }) {
		this.#evm = evm
		for (const [number, run] of ownPrecompiles) {
			const address = number.toString(16).padStart(40, '0')
			const library = evm.precompiles.get(address)
			if (library === undefined) continue
			evm.precompiles.set(address, ({ data, gasLimit, common }) =>
				run({ data, gasLimit, common, patience: evm.patience, library }),
			)
		}
		for (const [address, run] of evm.precompiles) this.#byNumber.set(Number.parseInt(address, 16), run)
	}

	/** The contract that the present call finds at an address. */
	at(address: Address | string): Contract {
		if (this.moved === undefined && typeof address !== 'string') {
			const { bytes } = address
			for (let at = 0; at < 18; at++) if (bytes[at] !== 0) return undefined
			return this.#byNumber.get(bytes[18]! * 256 + bytes[19]!)
		}
		const key = address.toString().slice(2).padStart(40, '0').toLowerCase()
		const usual = this.moved?.has(key) ? this.moved.get(key) : key
		return usual === undefined ? undefined : this.#evm.precompiles.get(usual)
	}

	/** go-ethereum's text for a failed call of a contract; undefined when there is none at the address. */
	fault(to: Uint8Array, data: Uint8Array, gas: bigint): string | undefined {
		if (this.at(new Address(to)) === undefined) return undefined
		const usual = this.moved?.get(toHex(to))
		const number = usual === undefined ? to[19]! : Number(`0x${usual}`)
		const { common } = this.#evm
		if (number === 0x0a && !common.gteHardfork('prague')) return 'out of gas'
		return precompileErrorText(number, data, gas, common.gteHardfork('istanbul'))
	}
}
