import type { EthereumTx } from '../../client/index.ts'
import { logJson } from '../eth/logJson.ts'

/** An Ethereum transaction as commands print it: its call in words where an ABI knows it, else its data as it came. */
export function ethereumTxJson(tx: EthereumTx): unknown {
	const { hash, from, to, contract, created, nonce, value, gas, data, call, gave, gasUsed, fault, logs } = tx
	return {
		hash,
		from: from ?? '',
		...(to === undefined ? {} : { to }),
		...(contract === '' ? {} : { name: contract }),
		...(created === undefined ? {} : { contract: created }),
		nonce: String(nonce),
		value: String(value),
		gas: String(gas),
		...(gasUsed === undefined ? {} : { gas_used: String(gasUsed) }),
		...(call === undefined ? { data } : { call: decodedJson(call) }),
		...(gave.length === 0 ? {} : { gave: valuesJson(gave) }),
		...(fault === '' ? {} : { failed: fault }),
		logs: logs.map(logJson),
	}
}

function decodedJson({ signature, args, source, inner = [] }: NonNullable<EthereumTx['call']>): unknown {
	const inside = inner.length === 0 ? {} : { calls: inner.map(decodedJson) }
	return { function: signature, args: valuesJson(args), abi: source, ...inside }
}

function valuesJson(values: EthereumTx['gave']): unknown {
	return values.map(({ name, type, text }) => ({ name, type, value: text }))
}
