import { ChainError } from '../../errors/ChainError.ts'
import { isForked } from '../../modules/evm/chainConfig.ts'
import { toHex } from '../../util/bytes.ts'
import type { Clock } from '../../util/Clock.ts'
import type { BlockForks } from './blocks/EthBlock.ts'
import { EthBlocks } from './blocks/EthBlocks.ts'
import type { EthDialect } from './dialect/EthDialect.ts'
import type { EthFace } from './dialect/faceOf.ts'
import type { EthChain } from './EthChain.ts'
import type { EthContext } from './EthContext.ts'
import { EthHandler } from './EthHandler.ts'
import type { EthMethods } from './EthMethod.ts'
import { ChainNews } from './filters/ChainNews.ts'
import { PolledFilters } from './filters/PolledFilters.ts'
import { hexBytes } from './hexJson.ts'
import { KeyBook } from './keys/KeyBook.ts'
import { type Impersonation, type KeyParts, keyMethods } from './keys/keyMethods.ts'
import { chainPowerMethods } from './powers/chainPowerMethods.ts'
import type { EthPowers } from './powers/EthPowers.ts'
import { networkMethods } from './powers/networkMethods.ts'
import { newKeyMethods } from './powers/newKeyMethods.ts'
import { poolPowerMethods } from './powers/poolPowerMethods.ts'
import { refusedPowerMethods } from './powers/refusedPowerMethods.ts'
import { statePowerMethods } from './powers/statePowerMethods.ts'
import type { EvmReader } from './state/EvmReader.ts'

/** Hardhat's helpers work only with a program whose name begins like this (@nomicfoundation/hardhat-network-helpers utils.ts). */
const testSuitePrefix = 'anvil-compatible/'

/** Options of the EVM's JSON-RPC. */
export interface EthApiOptions extends Omit<EthChain, 'blocks' | 'now'> {
	readonly face: EthFace
	readonly clock: Clock
	/** Admin functions for programs of this machine; absent for a chain that offers none. */
	readonly powers?: EthPowers | undefined
}

/** The JSON-RPC of the chain's EVM, independent of its server. */
export interface EthApi {
	readonly handler: EthHandler
	readonly context: EthContext
	readonly news: ChainNews
	/** Ends filters and subscriptions. */
	close(): Promise<void>
}

/** Creates the JSON-RPC of the chain's EVM: one implementation for local tools and for the private endpoint. */
export function createEthApi({ clock, powers, face, ...options }: EthApiOptions): EthApi {
	const { evm, source } = options
	const { dialect } = face
	const blocks = new EthBlocks(source.chain, {
		silentBaseFee: (height) => silentBaseFee(evm, height),
		forksAt: async (height) => forksAt(evm, (await source.chain.status()).height, height),
	})
	const context: EthContext = {
		...options,
		blocks,
		dialect,
		now: () => (powers ?? clock).now(),
		clientVersion: powers === undefined ? options.clientVersion : `${testSuitePrefix}${options.clientVersion}`,
	}
	const news = new ChainNews(source.chain, blocks)
	const filters = new PolledFilters(news, clock, dialect)
	const methods = known(dialect, {
		...keyMethods({ context, news, book: new KeyBook() }),
		...face.methods({ context, news, filters }),
	})
	const forThisMachine = powers === undefined ? {} : powerMethods(powers, { context, news })
	return {
		handler: new EthHandler(methods, dialect.limits, forThisMachine),
		context,
		news,
		async close() {
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

/** Additional methods for programs of this machine. */
function powerMethods(powers: EthPowers, parts: Pick<KeyParts, 'context' | 'news'>): EthMethods {
	const impersonated = new Set<string>()
	const impersonation: Impersonation = {
		has: (address) => impersonated.has(hexBytes(address)),
		stand: (txHash, address) => powers.impersonate(toHex(txHash), address),
	}
	const book = new KeyBook(powers.accounts.map(({ privateKey }) => privateKey))
	return {
		...chainPowerMethods(powers, parts.news),
		...networkMethods(parts.context),
		...poolPowerMethods(powers, parts.context),
		...refusedPowerMethods,
		...statePowerMethods(powers, impersonated),
		...known(parts.context.dialect, { ...keyMethods({ ...parts, book, impersonation }), ...newKeyMethods(book) }),
	}
}

/** Removes methods that a dialect does not have. */
function known({ absent }: EthDialect, methods: EthMethods): EthMethods {
	return Object.fromEntries(Object.entries(methods).filter(([name]) => !absent.has(name)))
}
