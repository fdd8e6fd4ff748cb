import { decodeBech32, encodeBech32 } from '../../../src/codec/address/bech32.ts'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { golden } from '../../wire/legacy/legacyNode.ts'

interface AccountEntry {
	readonly name: string
	readonly mnemonic: string
}

/** The throw-away mnemonic of an account of the genesis document. */
export function mnemonicOf(name: string): string {
	const entries = JSON.parse(golden('legacy/accounts.json')) as readonly AccountEntry[]
	const entry = entries.find((candidate) => candidate.name === name)
	if (entry === undefined) throw new Error(`no account ${name}`)
	return entry.mnemonic
}

/** A chain whose addresses have another prefix, as old clients want it; both legacy dialects listen, blocks come at once. */
export async function startRebrandedChain(prefix: string): Promise<{
	readonly node: Node
	readonly url8: string
	readonly url9: string
}> {
	const anyPort = { on: true, host: '127.0.0.1', port: 0, asked: true } as const
	const off = { on: false } as const
	const genesis = golden('legacy/accounts-8-9.genesis9.json')
		.replace(/\bchain1[02-9ac-hj-np-z]{38}\b/g, (address) => encodeBech32(prefix, decodeBech32(address).bytes))
		.replaceAll('"uchain"', `"u${prefix}"`)
	const node = await createNode(
		{
			home: undefined,
			genesis,
			chainId: 'chain-localnet',
			chainIdAsked: false,
			settings: { prefix, denom: `u${prefix}`, coinType: 118, aminoBrand: 'cosmos' },
			minimumGasPrices: `0.01u${prefix}`,
			blockMode: 'instant',
			blockIntervalMs: 1000,
			pruning: 'nothing',
			listeners: { rpc: off, grpc: off, rest: anyPort, legacy8: anyPort, endpoints: off },
			admin: false,
		},
		{ log: silentLog, clock: { now: () => Date.parse('2026-11-21T02:00:00Z') } },
	)
	await node.engine.mine(3)
	return { node, url8: node.addresses.legacy8 ?? '', url9: node.addresses.rest ?? '' }
}
