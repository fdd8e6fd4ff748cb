import { create, type Message } from '@bufbuild/protobuf'
import type { QueryService } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import { encodeBlock, encodeBlockId } from '../../chain/hash/encodeBlock.ts'
import { encodeBech32 } from '../../codec/address/bech32.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { packAny } from '../../codec/registry/createRegistry.ts'
import type { EngineReader } from '../../engine/EngineReader.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { plainError } from '../../errors/plainError.ts'
import { type PageRequest, PageResponseSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import {
	type GetBlockByHeightRequest,
	GetBlockByHeightResponseSchema,
	GetLatestBlockResponseSchema,
	type GetLatestValidatorSetRequest,
	GetLatestValidatorSetResponseSchema,
	GetNodeInfoResponseSchema,
	GetSyncingResponseSchema,
	type GetValidatorSetByHeightRequest,
	GetValidatorSetByHeightResponseSchema,
	Service,
	ValidatorSchema,
} from '../../gen/cosmos/base/tendermint/v1beta1/query_pb.js'
import { PubKeySchema } from '../../gen/cosmos/crypto/ed25519/keys_pb.js'
import { BlockSchema } from '../../gen/tendermint/types/block_pb.js'
import { BlockIDSchema } from '../../gen/tendermint/types/types_pb.js'
import { checkHeight } from './checkHeight.ts'
import type { NodeIdentity } from './NodeIdentity.ts'
import { checkPage, clampPerPage } from './pages.ts'
import { parsePagination } from './parsePagination.ts'

/** What the service shows beside the engine's own data. */
export interface TendermintServiceOptions {
	/** The running engine; asked for at each call, since it starts after the application it drives. */
	readonly engine: () => EngineReader
	readonly identity: NodeIdentity
	/** bech32 prefix of accounts; validators have it with `valcons` behind. */
	readonly prefix: string
}

/**
 * The node and block service `cosmos.base.tendermint.v1beta1.Service` over the engine
 * (framework: client/grpc/tmservice/service.go).
 */
export function createTendermintService(options: TendermintServiceOptions): QueryService {
	const getNodeInfo = () => nodeInfo(options)
	// One node with one validator is never behind.
	const getSyncing = () => create(GetSyncingResponseSchema, { syncing: false })
	const getLatestBlock = () => {
		const engine = options.engine()
		return create(GetLatestBlockResponseSchema, blockAt(engine, engine.height))
	}
	const getBlockByHeight = (_ctx: Context, request: Message) => {
		const engine = options.engine()
		const { height } = request as GetBlockByHeightRequest
		refuseFuture(engine, height)
		return create(GetBlockByHeightResponseSchema, blockAt(engine, checkHeight(engine, height, engine.height)))
	}
	const getLatestValidatorSet = (_ctx: Context, request: Message) => {
		const { pagination } = request as GetLatestValidatorSetRequest
		return create(GetLatestValidatorSetResponseSchema, validatorSet(options, undefined, pagination))
	}
	const getValidatorSetByHeight = (_ctx: Context, request: Message) => {
		const { height, pagination } = request as GetValidatorSetByHeightRequest
		parsePagination(pagination)
		refuseFuture(options.engine(), height)
		return create(GetValidatorSetByHeightResponseSchema, validatorSet(options, height, pagination))
	}
	return {
		desc: Service,
		handlers: {
			GetNodeInfo: getNodeInfo,
			GetSyncing: getSyncing,
			GetLatestBlock: getLatestBlock,
			GetBlockByHeight: getBlockByHeight,
			GetLatestValidatorSet: getLatestValidatorSet,
			GetValidatorSetByHeight: getValidatorSetByHeight,
		},
	}
}

function refuseFuture(engine: EngineReader, height: bigint): void {
	if (height > BigInt(engine.height)) {
		throw new GrpcStatusError('InvalidArgument', 'requested block height is bigger then the chain length')
	}
}

function blockAt(engine: EngineReader, height: number) {
	const block = engine.block(height)
	const blockId = engine.blockMeta(height)?.blockId
	if (block === undefined || blockId === undefined) throw plainError('nil Block')
	return {
		blockId: decodeMessage(BlockIDSchema, encodeBlockId(blockId)),
		block: decodeMessage(BlockSchema, encodeBlock(block)),
	}
}

function validatorSet(
	options: TendermintServiceOptions,
	asked: bigint | undefined,
	pagination: PageRequest | undefined,
) {
	const { prefix } = options
	const engine = options.engine()
	const { page, limit } = parsePagination(pagination)
	// The set of the block after the latest is known already.
	const height = asked === undefined ? engine.height + 1 : checkHeight(engine, asked, engine.height + 1)
	const validators = engine.validators(height)
	if (validators === undefined) throw plainError(`could not find validator set for height #${height}`)
	const perPage = clampPerPage(limit)
	checkPage(page, perPage, validators.length)
	const shown = validators.slice((page - 1) * perPage, page * perPage)
	return {
		blockHeight: BigInt(height),
		validators: shown.map((validator) =>
			create(ValidatorSchema, {
				address: encodeBech32(`${prefix}valcons`, validator.address),
				pubKey: packAny(PubKeySchema, create(PubKeySchema, { key: validator.pubKey })),
				votingPower: validator.power,
				proposerPriority: validator.proposerPriority,
			}),
		),
		pagination: create(PageResponseSchema, { total: BigInt(validators.length) }),
	}
}

function nodeInfo({ engine, identity }: TendermintServiceOptions): Message {
	const { application, protocol } = identity
	return create(GetNodeInfoResponseSchema, {
		nodeInfo: {
			protocolVersion: { p2p: protocol.p2p, block: protocol.block, app: protocol.app },
			nodeId: identity.nodeId,
			listenAddr: identity.listenAddress,
			network: engine().chainId,
			version: identity.engineVersion,
			channels: identity.channels,
			moniker: identity.moniker,
			other: { txIndex: 'on', rpcAddress: identity.rpcAddress },
		},
		applicationVersion: {
			name: application.name,
			appName: application.appName,
			version: application.version,
			gitCommit: application.gitCommit,
			buildTags: application.buildTags,
			goVersion: application.goVersion,
			buildDeps: application.buildDeps.map((dep) => ({ ...dep })),
			cosmosSdkVersion: application.cosmosSdkVersion,
		},
	})
}
