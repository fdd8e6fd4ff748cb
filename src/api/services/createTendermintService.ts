import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import type { Block } from '../../chain/blockTypes.ts'
import type { ChainReader, ChainStatus } from '../../chain/ChainReader.ts'
import { encodeBlock, encodeBlockId } from '../../chain/hash/encodeBlock.ts'
import { encodeBech32 } from '../../codec/address/bech32.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { plainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { type PageRequest, PageResponseSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import {
	GetBlockByHeightResponseSchema,
	GetLatestBlockResponseSchema,
	GetLatestValidatorSetResponseSchema,
	GetNodeInfoResponseSchema,
	GetSyncingResponseSchema,
	GetValidatorSetByHeightResponseSchema,
	Service,
	ValidatorSchema,
} from '../../gen/cosmos/base/tendermint/v1beta1/query_pb.js'
import { PubKeySchema } from '../../gen/cosmos/crypto/ed25519/keys_pb.js'
import { BlockSchema, type Block as PbBlock } from '../../gen/tendermint/types/block_pb.js'
import { type BlockID, BlockIDSchema } from '../../gen/tendermint/types/types_pb.js'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { NodeIdentity } from './NodeIdentity.ts'
import { checkHeight, clampPerPage, pageBounds, parsePagination } from './pages.ts'

/** Data of the service besides the engine's. */
export interface TendermintServiceOptions {
	/** The chain of the running engine; asked for at each call, since it starts after the application it drives. */
	readonly chain: () => ChainReader
	readonly identity: NodeIdentity
	/** bech32 prefix of accounts; validators have it with `valcons` behind. */
	readonly prefix: string
}

/** The service `cosmos.base.tendermint.v1beta1.Service` over the engine (framework: client/grpc/tmservice). */
export function createTendermintService(options: TendermintServiceOptions): QueryService {
	return defineQueries(Service, {
		getNodeInfo: () => nodeInfo(options),
		async getSyncing() {
			const { catchingUp } = await options.chain().status()
			return create(GetSyncingResponseSchema, { syncing: catchingUp })
		},
		async getLatestBlock() {
			const chain = options.chain()
			const { height } = await chain.status()
			return create(GetLatestBlockResponseSchema, await blockAt(chain, height))
		},
		async getBlockByHeight(_ctx, { height }) {
			const chain = options.chain()
			const status = await chain.status()
			refuseFuture(status, height)
			const at = checkHeight(status, height, status.height)
			return create(GetBlockByHeightResponseSchema, await blockAt(chain, at))
		},
		async getLatestValidatorSet(_ctx, { pagination }) {
			// The set of the block after the latest is known already.
			const { height } = await options.chain().status()
			return create(GetLatestValidatorSetResponseSchema, await validatorSet(options, height + 1, pagination))
		},
		async getValidatorSetByHeight(_ctx, { height, pagination }) {
			parsePagination(pagination)
			const status = await options.chain().status()
			refuseFuture(status, height)
			const at = checkHeight(status, height, status.height)
			return create(GetValidatorSetByHeightResponseSchema, await validatorSet(options, at, pagination))
		},
	})
}

function refuseFuture(status: ChainStatus, height: bigint): void {
	if (height > BigInt(status.height)) {
		throw new GrpcStatusError('InvalidArgument', 'requested block height is bigger then the chain length')
	}
}

/** What was made of blocks that the chain still holds. */
const shown = new WeakMap<Block, { readonly blockId: BlockID; readonly block: PbBlock }>()

async function blockAt(chain: ChainReader, height: number) {
	const [block, meta] = await Promise.all([chain.block(height), chain.blockMeta(height)])
	const blockId = meta?.blockId
	if (block === undefined || blockId === undefined) throw plainError('nil Block')
	return getOrInsert(shown, block, () => ({
		blockId: decodeMessage(BlockIDSchema, encodeBlockId(blockId)),
		block: decodeMessage(BlockSchema, encodeBlock(block)),
	}))
}

async function validatorSet(options: TendermintServiceOptions, height: number, pagination: PageRequest | undefined) {
	const { page, limit } = parsePagination(pagination)
	const validators = await options.chain().validators(height)
	if (validators === undefined) throw plainError(`could not find validator set for height #${height}`)
	const listed = validators.slice(...pageBounds(page, clampPerPage(limit), validators.length))
	return {
		blockHeight: BigInt(height),
		validators: listed.map((validator) =>
			create(ValidatorSchema, {
				address: encodeBech32(`${options.prefix}valcons`, validator.address),
				pubKey: packAny(PubKeySchema, create(PubKeySchema, { key: validator.pubKey })),
				votingPower: validator.power,
				proposerPriority: validator.proposerPriority,
			}),
		),
		pagination: create(PageResponseSchema, { total: BigInt(validators.length) }),
	}
}

async function nodeInfo({ chain, identity }: TendermintServiceOptions) {
	const { chainId } = await chain().status()
	const { application, protocol } = identity
	return create(GetNodeInfoResponseSchema, {
		nodeInfo: {
			protocolVersion: protocol,
			nodeId: identity.nodeId,
			listenAddr: identity.listenAddress,
			network: chainId,
			version: identity.engineVersion,
			channels: identity.channels,
			moniker: identity.moniker,
			other: { txIndex: 'on', rpcAddress: identity.rpcAddress },
		},
		applicationVersion: { ...application, buildDeps: [...application.buildDeps] },
	})
}
