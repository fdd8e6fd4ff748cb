import type { ChainSettings } from '../codec/ChainSettings.ts'
import { UserError } from '../errors/UserError.ts'
import type { Keyring } from '../keyring/Keyring.ts'
import type { NodeHandle } from '../node/spawnNodeWorker.ts'
import { appAgent } from '../wire/RequestsSchema.ts'
import type { ChainClient, NodeStatus } from './ChainClient.ts'
import { createChainClient } from './createChainClient.ts'
import type { PlaceSpeech } from './places/places.ts'
import { placeConnection } from './rpc/placeConnection.ts'
import { portConnection } from './rpc/portConnection.ts'
import type { ApiKeySource } from './rpc/RpcConnection.ts'

/** Options of every client besides its node. */
export interface ConnectOptions {
	readonly keyring: Keyring
	readonly settings: ChainSettings
	/** Gas price if the node does not report one: `0.01uchain`. */
	readonly gasPrices: string
	/** Folder that keeps the session of the node's endpoint service. */
	readonly endpointsHome?: string
	/** Folder of the ABIs that the user added. */
	readonly abiFolder?: string
	/** The only chain id whose node is asked and signed for. */
	readonly expects?: string
}

/** Creates a client of the node in this process. Closing it ends the node. */
export function connectEmbedded(node: NodeHandle, options: ConnectOptions): ChainClient {
	const { pid: _pid, chainId: _chainId, moved, ...listeners } = node.addresses
	return createChainClient({
		...options,
		connection: portConnection(node.port),
		agent: appAgent,
		listeners,
		...(moved === undefined ? {} : { moved }),
		admin: true,
		onLog: (listener) => node.onLog(listener),
		ended: faultOf(node),
		onClose: () => node.close(),
	})
}

/** Why a node ended by a fault, as a user error. Never resolves after a normal close. */
async function faultOf(node: NodeHandle): Promise<UserError> {
	const error = await node.ended
	if (error === undefined) return new Promise(() => {})
	return new UserError('The node inside the app stopped by a fault of its own.', {
		// A UserError carries its reason in `why`.
		why: error instanceof UserError && error.why !== '' ? error.why : error.message,
		next: 'Start it again: its chain is whole up to the last block. The Logs screen has what it said.',
		cause: error,
	})
}

/** Creates a client of the node at an address. @throws {UserError} if the text is not an address. */
export function connectRemote(
	url: string,
	options: ConnectOptions & {
		readonly rest?: string
		readonly legacy8?: string
		readonly endpoints?: string
		readonly eth?: string
		/** The protocol of the address; Tendermint JSON-RPC if left out. */
		readonly speaks?: PlaceSpeech
		readonly apiKey?: ApiKeySource
		/** Only for the node of one's own home. */
		readonly moved?: NodeStatus['moved']
		readonly admin?: boolean
		/** What named the address, for the error of a node that does not answer. */
		readonly chosenBy?: string
	},
): ChainClient {
	const { rest, legacy8, endpoints, eth, moved, admin = false, chosenBy, speaks = 'rpc', apiKey, ...rest_ } = options
	const connection = placeConnection(
		{ url, speaks },
		{ apiKey, agent: appAgent, ...(chosenBy === undefined ? {} : { chosenBy }) },
	)
	const listeners: NodeStatus['listeners'] = {
		...offeredAt(connection.name, speaks),
		...(rest === undefined ? {} : { rest }),
		...(legacy8 === undefined ? {} : { legacy8 }),
		...(endpoints === undefined ? {} : { endpoints }),
		...(eth === undefined ? {} : { eth }),
	}
	const knownMoves = moved === undefined ? {} : { moved }
	return createChainClient({ ...rest_, ...knownMoves, connection, agent: appAgent, listeners, admin })
}

/** The listener that a place's own address is. */
function offeredAt(url: string, speaks: PlaceSpeech): NodeStatus['listeners'] {
	const names = { rpc: 'rpc', 'rest 9': 'rest', 'rest 8': 'legacy8', evm: 'eth' } as const
	return { [names[speaks]]: url }
}
