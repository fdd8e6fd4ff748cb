import { randomBytes } from 'node:crypto'
import type { ChainSource } from '../../chain/ChainSource.ts'
import type { TxPool } from '../../chain/TxPool.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { isForked } from '../../modules/evm/chainConfig.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Scheduler } from '../../util/schedule/Scheduler.ts'
import type { BlockForks } from './blocks/EthBlock.ts'
import { EthBlocks } from './blocks/EthBlocks.ts'
import { PendingBlocks } from './blocks/PendingBlocks.ts'
import { anvilDialect } from './dialect/anvilDialect.ts'
import type { EthDialect } from './dialect/EthDialect.ts'
import { ethermintDialect } from './dialect/ethermintDialect.ts'
import { gethDialect } from './dialect/gethDialect.ts'
import type { EthChain } from './EthChain.ts'
import type { EthContext } from './EthContext.ts'
import { ChainNews } from './filters/ChainNews.ts'
import { PolledFilters } from './filters/PolledFilters.ts'
import { hexBytes } from './hexJson.ts'
import { NodeKeys } from './keys/NodeKeys.ts'
import { ethMethods } from './methods/index.ts'
import { EthPool } from './pool/EthPool.ts'
import type { EthPowers } from './powers/EthPowers.ts'
import type { EthDialectName } from './rpc/Bound.ts'
import { EthHandler } from './rpc/EthHandler.ts'
import type { EthMethod } from './rpc/EthMethod.ts'
import { EthMethodSet, endpointMethods, methodsOf } from './rpc/EthMethodSet.ts'
import type { EvmReader } from './state/EvmReader.ts'

/** Hardhat's helpers work only with a program whose name begins like this (@nomicfoundation/hardhat-network-helpers utils.ts). */
const testSuitePrefix = 'anvil-compatible/'

const dialects: Readonly<Record<EthDialectName, EthDialect>> = { geth: gethDialect, ethermint: ethermintDialect }

/** Options of the EVM's JSON-RPC. */
export interface EthApiOptions extends Omit<EthChain, 'pool' | 'blocks' | 'pending' | 'now'> {
	readonly dialect: EthDialectName
	readonly clock: Clock
	/** Admin functions for programs of this machine; absent for a chain that offers none. */
	readonly powers?: EthPowers | undefined
	/** Of the node. */
	readonly scheduler: Scheduler
}

/** The JSON-RPC of the chain's EVM, independent of its server. */
export interface EthApi {
	/** Answers bodies of local tools. */
	readonly handler: EthHandler
	/** The methods that private endpoints serve. */
	readonly served: EthMethodSet
	readonly context: EthContext
	/** Ends filters and subscriptions. */
	close(): Promise<void>
}

/** The pools of chains, which outlive their listeners. */
const pools = new WeakMap<TxPool, EthPool>()

function poolOf({ chain, pool }: ChainSource, evm: EvmReader, clock: Clock): EthPool {
	const found = pools.get(pool)
	if (found !== undefined) return found
	const nonceOf = async (sender: Uint8Array): Promise<bigint> => {
		const view = await evm.forCalls((await chain.status()).height)
		return view.nonce(sender)
	}
	const made = new EthPool({ pool, chain, nonceOf, now: () => clock.now() })
	pools.set(pool, made)
	return made
}

/** Creates the JSON-RPC of the chain's EVM: one implementation for local tools and for the private endpoint. */
export function createEthApi({ clock, powers, dialect: name, scheduler, ...options }: EthApiOptions): EthApi {
	const { evm, source } = options
	const dialect = powers === undefined || name !== 'geth' ? dialects[name] : anvilDialect
	const blocks = new EthBlocks(source.chain, {
		silentBaseFee: (height) => silentBaseFee(evm, height),
		forksAt: async (height) => forksAt(evm, (await source.chain.status()).height, height),
	})
	const news = new ChainNews(source.chain, blocks)
	const filters = new PolledFilters(news, clock, dialect)
	const pool = poolOf(source, evm, clock)
	const stop = pool.onPending((hash) => news.announcePending(hash))
	const methods = methodsOf(ethMethods, name)
	const now = (): number => (powers ?? clock).now()
	const context: EthContext = {
		...options,
		blocks,
		pending: new PendingBlocks({ source, blocks, evm, now }),
		dialect,
		news,
		filters,
		pool,
		namespaces: namespacesOf(methods),
		keys: new NodeKeys(powers),
		powers,
		instanceId: hexBytes(randomBytes(32)),
		clientVersion: powers === undefined ? options.clientVersion : `${testSuitePrefix}${options.clientVersion}`,
	}
	return {
		handler: new EthHandler(EthMethodSet.of(methods, context, scheduler), {
			limits: dialect.limits,
			hasPowers: powers !== undefined,
			told: dialect.told,
		}),
		served: EthMethodSet.of(endpointMethods(methods), context, scheduler),
		context,
		async close() {
			stop()
			filters.close()
			await news.close()
		},
	}
}

/** The base fee of a block that does not report one. Undefined before London, and if the state is pruned. */
async function silentBaseFee(evm: EvmReader, height: number): Promise<bigint | undefined> {
	try {
		const { ctx, keeper } = await evm.at(height)
		return keeper.baseFee(ctx, keeper.getParams(ctx))
	} catch (fault) {
		if (fault instanceof ChainError) return undefined
		throw fault
	}
}

/** The forks of a block, by the newest parameters: the state of the block itself may be pruned. */
async function forksAt(evm: EvmReader, newest: number, height: number): Promise<BlockForks> {
	const { ctx, keeper, shared } = await evm.forCalls(newest)
	const { chainConfig } = shared?.config.params ?? keeper.getParams(ctx)
	const has = (fork: keyof BlockForks): boolean => isForked(chainConfig, fork, height)
	return { shanghai: has('shanghai'), cancun: has('cancun'), prague: has('prague') }
}

/** The namespaces of what anyone may call, in order. */
function namespacesOf(methods: readonly EthMethod<EthContext>[]): readonly string[] {
	const names = methods.filter(({ access }) => access !== 'powers').map(({ name }) => name.split('_', 1)[0]!)
	return [...new Set(names)].sort()
}
