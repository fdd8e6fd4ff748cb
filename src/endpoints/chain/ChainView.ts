import {
	create,
	type DescMessage,
	type DescMethodUnary,
	type MessageInitShape,
	type MessageShape,
} from '@bufbuild/protobuf'
import { EthFault, ethCodes } from '../../api/eth/rpc/EthFault.ts'
import { addressToText } from '../../codec/address/address.ts'
import { accountParts } from '../../codec/legacy/accountParts.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { createRegistry, type Registry } from '../../codec/registry/createRegistry.ts'
import { only } from '../../errors/attempt.ts'
import { Query as AuthQuery } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as BankQuery } from '../../gen/cosmos/bank/v1beta1/query_pb.js'
import { fromBase64, toHex } from '../../util/bytes.ts'
import type { Block, BlockId, BlockReply } from '../../wire/blocks.ts'
import type { CallArgs, MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { NetInfoReply } from '../../wire/node.ts'
import type { BlockResultsReply } from '../../wire/txs.ts'
import { type EndpointUpstream, type Head, UpstreamError } from '../EndpointUpstream.ts'

/** wei of one micro-unit of the native denomination. */
const weiPerUnit = 10n ** 12n

/** A block of the node, from `block` and `block_by_hash`. */
export interface ChainBlock {
	readonly block_id: BlockId
	readonly block: Block
}

/** Reads the chain for eth_* methods. @throws {EthFault} for deleted state in known words; -32603 without a reply. */
export class ChainView {
	readonly upstream: EndpointUpstream
	readonly #registry: Registry = createRegistry()
	#heading: Promise<Head> | undefined

	constructor(upstream: EndpointUpstream) {
		this.upstream = upstream
	}

	/** Applies `use` to the newest height, synchronously if that is known without a call. */
	ofHead<Result>(use: (head: Head) => Result): Result | Promise<Result> {
		const head = this.upstream.head?.()
		return head === undefined ? this.head().then(use) : use(head)
	}

	/** Calls of one turn of the event loop share one answer of the node. */
	async head(): Promise<Head> {
		const { upstream } = this
		if (upstream.head !== undefined) return upstream.head()
		if (this.#heading === undefined) {
			this.#heading = this.#readHead()
			setImmediate(() => {
				this.#heading = undefined
			})
		}
		return this.#heading
	}

	/** Balance in wei; `height` undefined is the newest state. */
	async balance(address: Uint8Array, height: number | undefined): Promise<bigint> {
		const request = { address: addressToText(address, this.upstream.prefix), denom: this.upstream.denom }
		const { balance } = await this.#query(BankQuery.method.balance, request, height)
		return BigInt(balance?.amount ?? '0') * weiPerUnit
	}

	/** Sequence of the account; 0 when the chain does not know it. */
	async sequence(address: Uint8Array, height: number | undefined): Promise<bigint> {
		try {
			const request = { address: addressToText(address, this.upstream.prefix) }
			const { account } = await this.#query(AuthQuery.method.account, request, height)
			return accountParts(this.#registry.unpack(account!, 'account')).base.sequence
		} catch (fault) {
			if (fault instanceof EthFault && /not found/.test(fault.message) && !isGone(fault.message)) return 0n
			throw fault
		}
	}

	/** Fails unless the node still has the state of the height. */
	async checkState(height: number | undefined): Promise<void> {
		await this.balance(new Uint8Array(20), height)
	}

	/** The block of a height, or undefined when the node has none. */
	async block(height: number): Promise<ChainBlock | undefined> {
		return foundBlock(await this.#optional('block', { height: String(height) }))
	}

	/** The block with a hash (64 hex characters), or undefined. */
	async blockByHash(hash: string): Promise<ChainBlock | undefined> {
		const base64 = Buffer.from(hash, 'hex').toString('base64')
		return foundBlock(await this.#optional('block_by_hash', { hash: base64 }))
	}

	/** Results of a block's transactions; undefined if the node does not keep it. */
	async blockResults(height: number): Promise<BlockResultsReply | undefined> {
		return this.#optional('block_results', { height: String(height) })
	}

	/** Most gas a block may use. -1 in the chain's parameters is no limit. */
	async blockGasLimit(height: number): Promise<bigint> {
		const reply = await this.#optional('consensus_params', { height: String(height) })
		const limit = BigInt(reply?.consensus_params.block.max_gas ?? '-1')
		// As ethermint v0.19 types/block.go BlockMaxGasFromConsensusParams answers.
		return limit < 0n ? 0xff_ff_ff_ffn : limit
	}

	/** Listening and peers. */
	async net(): Promise<NetInfoReply> {
		return this.#call('net_info')
	}

	async #readHead(): Promise<Head> {
		const { node_info, sync_info } = await this.#call('status')
		return {
			height: Number(sync_info.latest_block_height),
			earliest: Math.max(1, Number(sync_info.earliest_block_height)),
			catchingUp: sync_info.catching_up,
			chainId: node_info.network,
		}
	}

	async #query<Request extends DescMessage, Reply extends DescMessage>(
		method: DescMethodUnary<Request, Reply>,
		request: MessageInitShape<Request>,
		height: number | undefined,
	): Promise<MessageShape<Reply>> {
		const path = `/${method.parent.typeName}/${method.name}`
		const data = toHex(encodeMessage(method.input, create(method.input, request)))
		const { response } = await this.#call('abci_query', { path, data, height: String(height ?? 0), prove: false })
		if (response.code !== 0) throw stateFault(response.log, height)
		return decodeMessage(method.output, fromBase64(response.value ?? '') ?? new Uint8Array())
	}

	async #call<M extends MethodName>(method: M, ...args: CallArgs<M>): Promise<ReplyOf<M>> {
		return this.upstream.call(method, ...args).catch(only(UpstreamError, unanswered))
	}

	/** undefined when the node answers that it has not got it. */
	async #optional<M extends MethodName>(method: M, ...args: CallArgs<M>): Promise<ReplyOf<M> | undefined> {
		const absent = (cause: UpstreamError) => (cause.code === undefined ? unanswered(cause) : undefined)
		return this.upstream.call(method, ...args).catch(only(UpstreamError, absent))
	}
}

function unanswered(cause: UpstreamError): never {
	throw new EthFault(`the chain did not answer: ${cause.message}`, ethCodes.internal)
}

function foundBlock(reply: BlockReply | undefined): ChainBlock | undefined {
	return reply?.block ? { block_id: reply.block_id, block: reply.block } : undefined
}

/** cosmos-sdk v0.44.5 baseapp/abci.go createQueryContext and store/rootmulti: how a state that is gone is refused. */
function isGone(log: string): boolean {
	return /failed to load state at height|version does not exist|cannot query with height|invalid height/.test(log)
}

function stateFault(log: string, height: number | undefined): EthFault {
	const first = log.split('\n')[0] ?? ''
	if (!isGone(log)) return new EthFault(first)
	return new EthFault(
		`missing trie node: historical state of height ${height ?? 0} is not available on this node: ${first}`,
	)
}
