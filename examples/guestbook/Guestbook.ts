import { Registry } from '@cosmjs/proto-signing'
import {
	AminoTypes,
	createDefaultAminoConverters,
	defaultRegistryTypes,
	GasPrice,
	SigningStargateClient,
} from '@cosmjs/stargate'
import type { Chain, ChainAccount } from 'chain-tui'

/** An entry of the guestbook. */
export interface Entry {
	readonly id: string
	readonly owner: string
	readonly message: string
}

/** A small dapp: visitors sign a guestbook on the chain. */
export class Guestbook {
	readonly #client: SigningStargateClient
	readonly #visitor: string
	readonly #restUrl: string

	private constructor(client: SigningStargateClient, visitor: string, restUrl: string) {
		this.#client = client
		this.#visitor = visitor
		this.#restUrl = restUrl
	}

	/** Opens it for a visitor, whose wallet shows amino documents or bytes. */
	static async open(
		chain: Pick<Chain, 'rpcUrl' | 'restUrl' | 'gasPrice' | 'types' | 'aminoConverters'>,
		visitor: ChainAccount,
		wallet: 'direct' | 'amino' = 'direct',
	): Promise<Guestbook> {
		const { getAccounts, signDirect, signAmino } = visitor.signer
		const signer = wallet === 'direct' ? { getAccounts, signDirect } : { getAccounts, signAmino }
		const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, signer, {
			registry: new Registry([...defaultRegistryTypes, ...chain.types]),
			aminoTypes: new AminoTypes({ ...createDefaultAminoConverters(), ...chain.aminoConverters }),
			gasPrice: GasPrice.fromString(chain.gasPrice),
			broadcastPollIntervalMs: 20,
		})
		return new Guestbook(client, visitor.address, chain.restUrl)
	}

	/** Signs the guestbook; resolves with the hash of the transaction when it is in a block. */
	async sign(message: string): Promise<string> {
		const value = { message, owner: this.#visitor }
		const typeUrl = '/chain.greet.v1beta1.MsgCreateGreet'
		const sent = await this.#client.signAndBroadcast(this.#visitor, [{ typeUrl, value }], 1.5)
		if (sent.code !== 0) throw new Error(`The chain refused the entry: ${sent.rawLog}`)
		return sent.transactionHash
	}

	/** All entries, oldest first. */
	async entries(): Promise<readonly Entry[]> {
		// The interface of the chain calls the list so.
		const reply = await fetch(`${this.#restUrl}/chain/swap/v1beta1/greetings`)
		const { greetings } = (await reply.json()) as { readonly greetings: readonly Entry[] }
		return greetings
	}

	/** Ends the connection. */
	close(): void {
		this.#client.disconnect()
	}
}
