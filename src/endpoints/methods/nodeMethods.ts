import { bytes } from '../../api/eth/args/valueParams.ts'
import { hexBytes, quantity } from '../../api/eth/hexJson.ts'
import { sha256 } from '../../crypto/hash.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { utf8 } from '../../util/bytes.ts'
import { definePlainMethod, type PlainContext } from './plainParams.ts'

const served = { cost: 'none', endpoint: 'serve', params: [] } as const

/** What the chain and its node are. */
export const nodeMethods = [
	definePlainMethod({
		...served,
		name: 'eth_blockNumber',
		run: (_, { chain }) => chain.ofHead(({ height }) => quantity(height)),
	}),
	definePlainMethod({
		...served,
		name: 'eth_chainId',
		run: (_, context) => context.chain.ofHead(({ chainId }) => quantity(numberOf(chainId, context))),
	}),
	definePlainMethod({
		...served,
		name: 'net_version',
		run: (_, context) => context.chain.ofHead(({ chainId }) => String(numberOf(chainId, context))),
	}),
	definePlainMethod({
		...served,
		name: 'eth_syncing',
		run: (_, { chain }) =>
			chain.ofHead(({ catchingUp, earliest, height }) =>
				// The node does not know how far the others are: ethermint leaves highestBlock out as well.
				catchingUp ? { startingBlock: quantity(earliest), currentBlock: quantity(height) } : false,
			),
	}),
	definePlainMethod({
		...served,
		name: 'net_listening',
		run: async (_, { chain }) => (await chain.net()).listening,
	}),
	definePlainMethod({
		...served,
		name: 'net_peerCount',
		run: async (_, { chain }) => quantity(Number((await chain.net()).n_peers)),
	}),
	definePlainMethod({
		...served,
		name: 'web3_clientVersion',
		run: (_, { chain }) => chain.upstream.clientVersion,
	}),
	definePlainMethod({
		...served,
		name: 'web3_sha3',
		params: [bytes],
		run: ([value]) => hexBytes(keccak256(value)),
	}),
]

/**
 * EIP-155 number of a chain. Names such as `name_9000-1` contain it (ethermint types/chain_id.go). Any other name gives
 * the first 31 bits of its SHA-256, so that every node of the chain has the same number.
 */
function numberOf(chainId: string, { evmChainId }: PlainContext): bigint {
	if (evmChainId !== undefined) return evmChainId
	const named = /^[a-z]+_([1-9][0-9]*)-[1-9][0-9]*$/.exec(chainId)?.[1]
	if (named !== undefined) return BigInt(named)
	return BigInt(Buffer.from(sha256(utf8(chainId))).readUInt32BE() & 0x7f_ff_ff_ff)
}
