import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { cannotUnmarshal } from '../../../codec/goJson/unmarshal.ts'
import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { bounds } from '../bounds.ts'
import { type CallArgs, callArgs } from '../calls/CallArgs.ts'
import {
	type BlockOverride,
	blockOverride,
	checkOverrides,
	noBlockOverride,
	type StateOverride,
	stateOverride,
} from '../calls/overrides.ts'
import type { ValueParam } from '../rpc/EthMethod.ts'

/** One block that a simulation shall make. */
export interface WantedBlock {
	readonly block: BlockOverride
	/** Written before the calls. */
	readonly state: StateOverride
	readonly calls: readonly CallArgs[]
}

/** What `eth_simulateV1` is asked. */
export interface Simulation {
	readonly blocks: readonly WantedBlock[]
	/** Whether moved coins are shown as logs. */
	readonly traceTransfers: boolean
	/** Whether nonces and fees count as in a real block. */
	readonly validation: boolean
	readonly returnFullTransactions: boolean
}

/** The first parameter of `eth_simulateV1` (go-ethereum v1.17 internal/ethapi simOpts). */
export const simulation: ValueParam<Simulation> = {
	bounds: [...(stateOverride.bounds ?? []), bounds.simulatedBlocks, bounds.simulatedBlockCalls, bounds.simulatedCalls],
	read: (node) => {
		const members = membersOf(node, 'ethapi.simOpts')
		const isOn = (name: string): boolean => {
			const value = members.get(name)
			if (value === undefined || value.kind === 'null') return false
			if (value.kind !== 'bool') throw cannotUnmarshal(value, `Go struct field simOpts.${name} of type bool`)
			return value.value
		}
		const wanted = itemsOf(members.get('blockStateCalls'), '[]ethapi.simBlock')
		checkOverrides(
			wanted.flatMap((block) => (block.kind === 'object' ? (block.members.get('stateOverrides') ?? []) : [])),
		)
		return {
			blocks: wanted.map(wantedBlock),
			traceTransfers: isOn('traceTransfers'),
			validation: isOn('validation'),
			returnFullTransactions: isOn('returnFullTransactions'),
		}
	},
}

function wantedBlock(node: JsonNode): WantedBlock {
	const members = membersOf(node, 'ethapi.simBlock')
	const block = present(members.get('blockOverrides'))
	const state = present(members.get('stateOverrides'))
	return {
		block:
			block === undefined ? noBlockOverride : blockOverride.read(withOverrideKeys(block, blockKeys, 'block override')),
		state: state === undefined ? [] : stateOverride.read(withAccountKeys(state)),
		calls: itemsOf(members.get('calls'), '[]ethapi.TransactionArgs').map((call) => callArgs.read(call)),
	}
}

function withAccountKeys(node: JsonNode): JsonNode {
	if (node.kind !== 'object') return node
	const accounts = [...node.members].map(([address, account]) => {
		const what = `state override for ${checksumAddress(hexToAddress(address))}`
		return [address, withOverrideKeys(account, accountKeys, what)] as const
	})
	return { ...node, members: new Map(accounts) }
}

function membersOf(node: JsonNode, type: string): ReadonlyMap<string, JsonNode> {
	if (node.kind !== 'object') throw cannotUnmarshal(node, type)
	return node.members
}

function itemsOf(node: JsonNode | undefined, type: string): readonly JsonNode[] {
	if (present(node) === undefined) return []
	if (node?.kind !== 'array') throw cannotUnmarshal(node!, type)
	return node.items
}

function present(node: JsonNode | undefined): JsonNode | undefined {
	return node?.kind === 'null' ? undefined : node
}

/** Names of the members of block overrides (go-ethereum v1.17 internal/ethapi/override BlockOverrides). */
const blockKeys = [
	...['number', 'difficulty', 'time', 'gasLimit', 'feeRecipient', 'prevRandao', 'baseFeePerGas'],
	...['blobBaseFee', 'beaconRoot', 'withdrawals'],
]

/** Names of the members of an account's overrides. */
const accountKeys = ['nonce', 'code', 'balance', 'state', 'stateDiff', 'movePrecompileToAddress']

/**
 * An object of overrides with its members under the names of the list. A simulation takes them in any case, as Go's
 * decoder does, and no others (go-ethereum v1.17 internal/ethapi checkOverrideKeys).
 * @throws a plain error for a name that is not in the list, or that stands there twice.
 */
function withOverrideKeys(node: JsonNode, names: readonly string[], what: string): JsonNode {
	if (node.kind !== 'object') return node
	const written = new Map<string, string>()
	for (const key of [...node.members.keys()].sort()) {
		const name = names.find((known) => known.toLowerCase() === key.toLowerCase())
		if (name === undefined) throw plainError(`unknown field ${JSON.stringify(key)} in ${what}`)
		const before = written.get(name)
		if (before !== undefined) {
			throw plainError(`keys ${JSON.stringify(before)} and ${JSON.stringify(key)} in ${what} name the same field`)
		}
		written.set(name, key)
	}
	return { ...node, members: new Map([...written].map(([name, key]) => [name, node.members.get(key)!])) }
}
