import { decodeBech32, encodeBech32 } from '../../../src/codec/address/bech32.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { startNode } from '../../support/startNode.ts'
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
	const genesis = golden('legacy/accounts-8-9.genesis9.json')
		.replace(/\bchain1[02-9ac-hj-np-z]{38}\b/g, (address) => encodeBech32(prefix, decodeBech32(address).bytes))
		.replaceAll('"uchain"', `"u${prefix}"`)
	const node = await startNode({
		on: ['rest', 'legacy8'],
		flags: { prefix, denom: `u${prefix}`, aminoBrand: 'cosmos', pruning: 'nothing' },
		genesis,
		clock: { now: () => Date.parse('2026-11-21T02:00:00Z') },
	})
	await node.engine.mine(3)
	return { node, url8: node.addresses.legacy8 ?? '', url9: node.addresses.rest ?? '' }
}
