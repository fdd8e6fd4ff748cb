import type { AccountForms } from '../codec/legacy/forms/convertAccountForm.ts'
import type { UserError } from '../errors/UserError.ts'
import type { Keyring } from '../keyring/Keyring.ts'
import type { ChainActions } from './actions/chainActions.ts'
import type { AdminClient } from './adminClient.ts'
import type { ChainEvent, NodeStatus } from './chainTypes.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import type { EvmClient } from './evm/EvmClient.ts'
import type { RequestsClient } from './RequestsClient.ts'

export type { AdminClient } from './adminClient.ts'
export type * from './chainTypes.ts'

/**
 * The operations of screens and commands on a chain, the same for the embedded node and a remote one: the actions of
 * `actions/chainActions.ts` and what belongs to the client itself. Methods throw UserError for what the user can resolve
 * (unreachable node, unknown key).
 */
export interface ChainClient extends ChainActions {
	readonly keys: KeysClient
	readonly admin: AdminClient | undefined
	/** Requests that clients sent to the node. A remote node refuses to list them. */
	readonly requests: RequestsClient
	/** The endpoint service of the node; absent if it is off, and for a remote node. */
	readonly endpoints: EndpointsClient | undefined
	/** The chain's EVM; absent on a chain without one, and if its JSON-RPC is off or unknown. */
	readonly evm: EvmClient | undefined
	status(): Promise<NodeStatus>
	/** Only of an embedded node: resolves with the reason if it ends by a fault; never while it runs or after `close`. */
	readonly ended?: Promise<UserError>
	/** Calls the listener for each event until the returned function is called. */
	subscribe(listener: (event: ChainEvent) => void): () => void
	/** Reads an account from the legacy REST server at a URL, detects its generation, and returns both forms. */
	remoteAccount(url: string, address: string, height?: number): Promise<AccountForms>
	close(): Promise<void>
}

export type { KeyInfo, TakenKey } from '../keyring/Keyring.ts'

/** The keyring as screens and commands use it; its methods are described at `Keyring`. */
export type KeysClient = Omit<Keyring, 'withSettings' | 'sign' | 'signer' | 'signDigest' | 'exportPrivateKey'>
