import type { BlockHeader } from '../../../abci/Application.ts'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { cannotUnmarshal, givenMembers, memberOf } from '../../../codec/goJson/unmarshal.ts'
import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import type { EvmStore } from '../../../modules/evm/state/EvmStore.ts'
import { emptyCodeHash } from '../../../modules/evm/state/StateObject.ts'
import type { EvmBlock, MovedPrecompiles } from '../../../modules/evm/vm/EvmCall.ts'
import { fromHex, toHex } from '../../../util/bytes.ts'
import { byKey } from '../../../util/order.ts'
import { readBytes, readFixedBytes, readQuantity } from '../args/valueParams.ts'
import { bounds } from '../bounds.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { EthRun, ValueParam } from '../rpc/EthMethod.ts'

/** Override of an account during a call. */
interface AccountOverride {
	readonly address: Uint8Array
	readonly nonce: bigint | undefined
	readonly balance: bigint | undefined
	readonly code: Uint8Array | undefined
	/** Replaces all slots; others are empty. */
	readonly state: readonly Slot[] | undefined
	/** Replaces single slots; others stay. */
	readonly stateDiff: readonly Slot[] | undefined
	/** Where the precompiled contract of this address is found instead. */
	readonly movePrecompileTo: Uint8Array | undefined
}

type Slot = readonly [slot: Uint8Array, value: Uint8Array]

/** Account overrides of a call. */
export type StateOverride = readonly AccountOverride[]

/** State overrides of a call (go-ethereum v1.16 internal/ethapi/override). */
export const stateOverride: ValueParam<StateOverride> = {
	bounds: [bounds.overrideAccounts, bounds.overrideSlots],
	read: (node) => {
		if (node.kind !== 'object') throw cannotUnmarshal(node, 'override.StateOverride')
		checkOverrides([node])
		return [...node.members].map(([address, account]) => {
			if (account.kind !== 'object') throw cannotUnmarshal(account, 'override.OverrideAccount')
			const member = givenMembers(account.members)
			const nonce = member('nonce')
			const balance = member('balance')
			const code = member('code')
			const state = slotsOf(member('state'))
			const stateDiff = slotsOf(member('stateDiff'))
			const target = member('movePrecompileToAddress')
			const bytes = hexToAddress(address)
			if (state !== undefined && stateDiff !== undefined) {
				throw new EthFault(`account ${checksumAddress(bytes)} has both 'state' and 'stateDiff'`)
			}
			return {
				address: bytes,
				nonce: nonce && readQuantity(nonce, 64, 'Go struct field OverrideAccount.nonce of type *hexutil.Uint64'),
				balance: balance && readQuantity(balance, 256, 'Go struct field OverrideAccount.balance of type *hexutil.Big'),
				code: code && readBytes(code, 'Go struct field OverrideAccount.code of type hexutil.Bytes'),
				state,
				stateDiff,
				movePrecompileTo:
					target &&
					readFixedBytes(
						target,
						20,
						'common.Address',
						'Go struct field OverrideAccount.movePrecompileToAddress of type common.Address',
					),
			}
		})
	},
}

/** Counts the accounts and slots of overrides before any is read. @throws {EthFault} for too many */
export function checkOverrides(overrides: readonly JsonNode[]): void {
	let [accounts, slots] = [0, 0]
	for (const override of overrides) {
		if (override.kind !== 'object') continue
		accounts += override.members.size
		for (const account of override.members.values()) {
			for (const name of ['state', 'stateDiff']) {
				const list = memberOf(account, name)
				if (list?.kind === 'object') slots += list.members.size
			}
		}
	}
	bounds.overrideAccounts.check(accounts)
	bounds.overrideSlots.check(slots)
}

/** Overridden members of the block. */
export interface BlockOverride {
	readonly number?: bigint | undefined
	/** Seconds. */
	readonly time?: bigint | undefined
	readonly feeRecipient?: Uint8Array | undefined
	readonly baseFee?: bigint | undefined
	readonly gasLimit?: bigint | undefined
	/** Result of PREVRANDAO: 32 bytes. */
	readonly prevRandao?: Uint8Array | undefined
	/** Result of BLOBBASEFEE. */
	readonly blobBaseFee?: bigint | undefined
	/** Members that name what the blocks of this chain do not have. */
	readonly foreign: readonly ForeignMember[]
}

/** A member of block overrides that no block of this chain has: difficulty, root of the beacon chain, withdrawals. */
export type ForeignMember = 'difficulty' | 'beaconRoot' | 'withdrawals'

const foreignMembers: readonly ForeignMember[] = ['difficulty', 'beaconRoot', 'withdrawals']

/** Nothing of a block is overridden. */
export const noBlockOverride: BlockOverride = { foreign: [] }

/** Block overrides of a call (go-ethereum v1.16 internal/ethapi/override BlockOverrides). */
export const blockOverride: ValueParam<BlockOverride> = {
	read: (node) => {
		if (node.kind !== 'object') throw cannotUnmarshal(node, 'override.BlockOverrides')
		const member = givenMembers(node.members)
		const number = (name: string, bits: 64 | 256): bigint | undefined => {
			const value = member(name)
			return value && readQuantity(value, bits, `Go struct field BlockOverrides.${name} of type *hexutil.Big`)
		}
		const random = member('prevRandao') ?? member('random')
		const recipient = member('feeRecipient') ?? member('coinbase')
		return {
			number: number('number', 64),
			time: number('time', 64),
			feeRecipient: recipient && readFixedBytes(recipient, 20, 'common.Address'),
			baseFee: number('baseFeePerGas', 256) ?? number('baseFee', 256),
			gasLimit: number('gasLimit', 64),
			prevRandao: random && readFixedBytes(random, 32, 'common.Hash'),
			blobBaseFee: number('blobBaseFee', 256),
			foreign: foreignMembers.filter((name) => member(name) !== undefined),
		}
	},
}

/** A state that overrides are written into, and that is thrown away after the call. */
export interface OverridableState extends Pick<EvmStore, 'getAccount' | 'setAccount' | 'setCode' | 'setState'> {
	/** Empties all slots of an address. */
	clearSlots(address: Uint8Array): void | Promise<void>
}

/** Writes overrides into a state, and lets others in meanwhile. */
export async function applyOverride(
	override: StateOverride,
	store: OverridableState,
	pause: EthRun['pause'],
): Promise<void> {
	for (const { address, nonce, balance, code, state, stateDiff } of override) {
		const before = store.getAccount(address)
		const codeHash = code === undefined ? (before?.codeHash ?? emptyCodeHash) : keccak256(code)
		if (code !== undefined) store.setCode(codeHash, code)
		store.setAccount(address, {
			nonce: nonce ?? before?.nonce ?? 0n,
			balance: balance ?? before?.balance ?? 0n,
			codeHash,
		})
		if (state !== undefined) await store.clearSlots(address)
		for (const [slot, value] of state ?? stateDiff ?? []) {
			store.setState(address, slot, value)
			await pause()
		}
		await pause()
	}
}

/** The header that a call sees. */
export function overriddenHeader(header: BlockHeader, { number, time, feeRecipient }: BlockOverride): BlockHeader {
	return {
		...header,
		height: number === undefined ? header.height : Number(number),
		time: time === undefined ? header.time : { seconds: time, nanos: 0 },
		proposerAddress: feeRecipient ?? header.proposerAddress,
	}
}

/** What a call sees of its block besides the header. */
export function overriddenBlock(
	override: BlockOverride | undefined,
): Partial<Pick<EvmBlock, 'number' | 'gasLimit' | 'random' | 'blobBaseFee'>> | undefined {
	if (override === undefined) return undefined
	const { number, gasLimit, prevRandao, blobBaseFee, foreign } = override
	// The difficulty of a block without one stays what it is.
	const refused = foreign.find((name) => name !== 'difficulty')
	if (refused !== undefined) throw new EthFault(`block override "${refused}" is not supported for this RPC method`)
	return {
		...(number === undefined ? {} : { number }),
		...(gasLimit === undefined ? {} : { gasLimit }),
		...(prevRandao === undefined ? {} : { random: prevRandao }),
		...(blobBaseFee === undefined ? {} : { blobBaseFee }),
	}
}

function slotsOf(node: JsonNode | undefined): readonly Slot[] | undefined {
	if (node === undefined) return undefined
	if (node.kind !== 'object') throw cannotUnmarshal(node, 'map[common.Hash]common.Hash')
	return [...node.members].map(([slot, value]) => {
		const key = fromHex(slot.replace(/^0x/i, ''))
		if (key?.length !== 32) throw new EthFault(`slot ${slot} of an override is not 32 bytes of hex`)
		return [key, readFixedBytes(value, 32, 'common.Hash')]
	})
}

/**
 * What overrides make of the precompiled contracts: one whose account is overridden gives way to the account, and
 * `movePrecompileToAddress` puts it elsewhere (go-ethereum v1.17 internal/ethapi/override StateOverride.Apply).
 * @param active addresses of the precompiled contracts, hex without 0x
 * @throws {EthFault} for a move that is not possible.
 */
export function movedPrecompiles(override: StateOverride, active: Iterable<string>): MovedPrecompiles {
	const accounts = new Map(override.map((account) => [toHex(account.address), account]))
	const usual = new Set(active)
	const moved = new Map<string, string | undefined>()
	for (const [key, { address, movePrecompileTo }] of [...accounts].sort(byKey)) {
		if (movePrecompileTo !== undefined) {
			if (!usual.has(key)) throw new EthFault(`account ${checksumAddress(address)} is not a precompile`)
			const target = toHex(movePrecompileTo)
			if (accounts.has(target)) {
				throw new EthFault(`account ${checksumAddress(movePrecompileTo)} is already overridden`)
			}
			moved.set(target, key)
		}
		if (usual.has(key)) moved.set(key, undefined)
	}
	return moved
}
