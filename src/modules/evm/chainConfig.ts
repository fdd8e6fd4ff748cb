import type { Context } from '../../app/Context.ts'
import { plainError } from '../../errors/ChainError.ts'
import { larger } from '../../util/order.ts'
import { evmErrors } from './errors.ts'

/** The forks by name, in the order of their declaration and of their activation. */
const forks = [
	{ field: 'homestead', json: 'homestead_block', name: 'homesteadBlock', inOrder: 'homesteadBlock', optional: false },
	{ field: 'daoFork', json: 'dao_fork_block', name: 'daoForkBlock', inOrder: 'daoForkBlock', optional: true },
	{ field: 'eip150', json: 'eip150_block', name: 'eip150Block', inOrder: 'eip150Block', optional: false },
	{ field: 'eip155', json: 'eip155_block', name: 'eip155Block', inOrder: 'eip155Block', optional: false },
	{ field: 'eip158', json: 'eip158_block', name: 'eip158Block', inOrder: 'eip158Block', optional: false },
	{ field: 'byzantium', json: 'byzantium_block', name: 'byzantiumBlock', inOrder: 'byzantiumBlock', optional: false },
	{
		field: 'constantinople',
		json: 'constantinople_block',
		name: 'constantinopleBlock',
		inOrder: 'constantinopleBlock',
		optional: false,
	},
	{
		field: 'petersburg',
		json: 'petersburg_block',
		name: 'petersburgBlock',
		inOrder: 'petersburgBlock',
		optional: false,
	},
	{ field: 'istanbul', json: 'istanbul_block', name: 'istanbulBlock', inOrder: 'istanbulBlock', optional: false },
	{
		field: 'muirGlacier',
		json: 'muir_glacier_block',
		name: 'muirGlacierBlock',
		inOrder: 'muirGlacierBlock',
		optional: true,
	},
	{ field: 'berlin', json: 'berlin_block', name: 'berlinBlock', inOrder: 'berlinBlock', optional: false },
	{ field: 'london', json: 'london_block', name: 'londonBlock', inOrder: 'londonBlock', optional: false },
	{
		field: 'arrowGlacier',
		json: 'arrow_glacier_block',
		name: 'arrowGlacierBlock',
		inOrder: 'arrowGlacierBlock',
		optional: true,
	},
	{ field: 'mergeFork', json: 'merge_fork_block', name: 'mergeForkBlock', inOrder: 'mergeStartBlock', optional: true },
	{ field: 'shanghai', json: 'shanghai_block', name: 'shanghaiBlock', inOrder: 'shanghaiBlock', optional: false },
	{ field: 'cancun', json: 'cancun_block', name: 'cancunBlock', inOrder: 'cancunBlock', optional: false },
	{ field: 'prague', json: 'prague_block', name: 'pragueBlock', inOrder: 'pragueBlock', optional: false },
] as const

/** One of the forks. */
export type Fork = (typeof forks)[number]['field']

/** At which heights the forks begin; one that is absent never does (ethermint v0.14.1 x/evm/types ChainConfig). */
export interface ChainConfig {
	readonly blocks: Readonly<Partial<Record<Fork, bigint>>>
	readonly daoForkSupport: boolean
	readonly eip150Hash: string
}

/** Every fork of the reference from the first block on. */
export const londonChainConfig: ChainConfig = {
	blocks: Object.fromEntries(
		forks.filter(({ field }) => !isExtension(field)).map(({ field }) => [field, 0n]),
	) as ChainConfig['blocks'],
	daoForkSupport: true,
	eip150Hash: `0x${'0'.repeat(64)}`,
}

/** The same forks and those up to Prague from the first block on, which current compilers and wallets expect. */
export const pragueChainConfig: ChainConfig = {
	...londonChainConfig,
	blocks: { ...londonChainConfig.blocks, shanghai: 0n, cancun: 0n, prague: 0n },
}

/** Whether a fork is active at a height. */
export function isForked({ blocks }: ChainConfig, fork: Fork, height: number): boolean {
	const at = blocks[fork]
	if (at !== undefined && at >= 0n) return at <= BigInt(height)
	// Petersburg starts with Constantinople if it has no height of its own.
	return fork === 'petersburg' && isForked({ blocks } as ChainConfig, 'constantinople', height)
}

/** The heights at which forks begin, each once, in order. */
export function forkHeights({ blocks }: ChainConfig): readonly number[] {
	const heights = Object.values(blocks).filter((block) => block >= 0n)
	return [...new Set(heights.map(Number))].sort((a, b) => a - b)
}

/** The amino JSON of the parameter. */
export function chainConfigToJson(config: ChainConfig): string {
	const members: string[] = []
	for (const { field, json } of forks) {
		const block = config.blocks[field]
		if (block !== undefined) members.push(`"${json}":"${block}"`)
		if (field === 'daoFork' && config.daoForkSupport) members.push('"dao_fork_support":true')
		if (field === 'eip150' && config.eip150Hash !== '')
			members.push(`"eip150_hash":${JSON.stringify(config.eip150Hash)}`)
	}
	return `{${members.join(',')}}`
}

/** Reads the parameter, in amino JSON or in that of the genesis. */
export function chainConfigFromJson(value: Readonly<Record<string, unknown>>): ChainConfig {
	const blocks: Partial<Record<Fork, bigint>> = {}
	for (const { field, json } of forks) {
		const block = value[json]
		if (typeof block !== 'string') continue
		if (!/^-?\d+$/.test(block)) throw plainError(`failed to set math/big.Int with value ${block}`)
		blocks[field] = BigInt(block)
	}
	return {
		blocks,
		daoForkSupport: value.dao_fork_support === true,
		eip150Hash: typeof value.eip150_hash === 'string' ? value.eip150_hash : '',
	}
}

/** The fields of the protobuf message of the parameter. */
export function chainConfigFields(config: ChainConfig): Record<string, string | boolean> {
	const fields: Record<string, string | boolean> = {
		daoForkSupport: config.daoForkSupport,
		eip150Hash: config.eip150Hash,
	}
	for (const { field, name } of forks) {
		const block = config.blocks[field]
		if (block !== undefined) fields[name] = block.toString()
	}
	return fields
}

/** The fault of fork heights, if any (x/evm/types ChainConfig.Validate, go-ethereum CheckConfigForkOrder). */
export function chainConfigFault(config: ChainConfig): string | undefined {
	for (const { field, name } of forks) {
		const block = config.blocks[field]
		if (block !== undefined && block < 0n) {
			return evmErrors.invalidChainConfig.wrap(`block value cannot be negative: ${block}`).wrap(name).log
		}
		if (field === 'eip150' && config.eip150Hash !== '' && config.eip150Hash.trim() === '') {
			return evmErrors.invalidChainConfig.wrap('hash cannot be blank').log
		}
	}
	const fault = orderFault(config)
	return fault === undefined ? undefined : `invalid config fork order: ${fault}`
}

function orderFault({ blocks }: ChainConfig): string | undefined {
	let last: { readonly name: string; readonly block: bigint | undefined } | undefined
	for (const { field, inOrder, optional } of forks) {
		const block = blocks[field]
		if (isExtension(field) && block === undefined) continue
		if (last !== undefined && block !== undefined) {
			if (last.block === undefined) {
				return `unsupported fork ordering: ${last.name} not enabled, but ${inOrder} enabled at ${block}`
			}
			if (last.block > block) {
				return `unsupported fork ordering: ${last.name} enabled at ${last.block}, but ${inOrder} enabled at ${block}`
			}
		}
		if (!optional || block !== undefined) last = { name: inOrder, block }
	}
	return undefined
}

/** Forks that the reference does not know. */
function isExtension(field: Fork): boolean {
	return field === 'shanghai' || field === 'cancun' || field === 'prague'
}

/** Gas limit of the block, 0 when it is unlimited (ethermint v0.14.1 types/block.go). */
export function blockGasLimit(ctx: Context): bigint {
	if (ctx.blockGasMeter.limit !== 0n) return ctx.blockGasMeter.limit
	const maxGas = ctx.consensusParams?.block?.maxGas ?? 0n
	return larger(maxGas, 0n)
}
