import { createPublicClient, createTestClient, createWalletClient, defineChain, http } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The words that every tool of Ethereum knows; their first ten accounts own coins on a chain with an EVM. */
export const words = 'test test test test test test test test test test test junk'

/** An account of these words. */
export function account(addressIndex: number): HDAccount {
	return mnemonicToAccount(words, { addressIndex })
}

/** viem's description of the chain 2222 behind a URL. */
export function viemChainAt(url: string) {
	return defineChain({
		id: 2222,
		name: 'chain',
		nativeCurrency: { name: 'CHAIN', symbol: 'CHAIN', decimals: 18 },
		rpcUrls: { default: { http: [url] } },
	})
}

/** viem's clients of the chain 2222 behind a URL: one that reads, one that signs for an account, one that lets the node sign, and those of anvil and hardhat. */
export function evmTools(url: string, { headers = {}, from = account(0) } = {}) {
	const parts = { chain: viemChainAt(url), transport: http(url, { fetchOptions: { headers }, retryCount: 0 }) }
	return {
		reader: createPublicClient({ ...parts, pollingInterval: 20, cacheTime: 0 }),
		writer: createWalletClient({ ...parts, account: from }),
		unsigned: createWalletClient(parts),
		anvil: createTestClient({ ...parts, mode: 'anvil' }),
		hardhat: createTestClient({ ...parts, mode: 'hardhat' }),
	}
}

/** Address for a contract that reverts with the bytes that it is called with. */
export const echo = '0x00000000000000000000000000000000000c0de0'

/** Code of that contract. */
export const echoCode = '0x365f5f37365ffd'

/** A number as a word of the ABI, without 0x. */
export const word = (value: number): string => value.toString(16).padStart(64, '0')

/** A reply of the JSON-RPC. */
export interface EthReply {
	readonly id?: unknown
	// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own, which the tests compare
	readonly result?: any
	readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Posts a body to the JSON-RPC as it is. */
export function postEth(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
	return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
}

/** One call as it stands on the wire, for what no client would send. */
export async function askEth(url: string, method: string, params: readonly unknown[] = []): Promise<EthReply> {
	const reply = await postEth(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
	return (await reply.json()) as EthReply
}
