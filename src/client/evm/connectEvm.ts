import { createClient, type Hex, http, keccak256, numberToHex, size, toEventSelector } from 'viem'
import { getBalance, getChainId, getCode, getStorageAt, getTransactionCount } from 'viem/actions'
import { bech32OfAny, hexOfAny } from '../../codec/address/anyAddress.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { keyHeader } from '../rpc/remoteConnection.ts'
import { callData, functionOf, parseEvent } from './callData.ts'
import { callTree, type TracedCall } from './callTree.ts'
import { Decoder } from './Decoder.ts'
import type { Address, ContractCall, EvmClient } from './EvmClient.ts'
import { EvmSender } from './EvmSender.ts'
import type { EvmClientParts, EvmSource } from './EvmSource.ts'
import { evmFault } from './evmFault.ts'
import { logsOf, type WireLog } from './logsOf.ts'
import { readArtifacts } from './readArtifacts.ts'

/** Timeout of one request, in milliseconds. */
const requestTimeoutMs = 20_000

/** Creates the EVM client over viem. */
export function connectEvm(parts: EvmClientParts): Omit<EvmClient, 'url' | 'abis'> {
	const { url, abis, settings, apiKey, agent } = parts
	const client = createClient({
		transport: http(url, {
			retryCount: 0,
			timeout: requestTimeoutMs,
			onFetchRequest: async (_request, init) => ({
				...init,
				// A key must not follow to another address.
				redirect: 'error',
				headers: {
					...(init.headers as Record<string, string>),
					...(agent === undefined ? {} : { 'user-agent': agent }),
					...(await keyHeader(apiKey)),
				},
			}),
		}),
	})
	const decoder = new Decoder(abis)
	const source: EvmSource = {
		...parts,
		client,
		decoder,
		address: (text) => addressOf(abis.named(text)?.addresses.at(-1) ?? text, settings.prefix),
		ask: async (work, to) => {
			try {
				return await work()
			} catch (error) {
				throw evmFault(error, decoder, url, to)
			}
		},
	}
	const { ask, address } = source
	const sender = new EvmSender(source)
	/** Methods that viem does not know. */
	const request = client.request as (args: { method: string; params: unknown }) => Promise<unknown>
	const trace = async (method: string, params: readonly unknown[]) => {
		const frame = await ask(() => request({ method, params: [...params, { tracer: 'callTracer' }] }))
		return callTree(frame as TracedCall, decoder, abis)
	}
	return {
		chainId: () => ask(() => getChainId(client)),
		account: (text, height) =>
			ask(async () => {
				const at = { address: address(text), ...blockOf(height) }
				const [balance, nonce, code] = await Promise.all([
					getBalance(client, at),
					getTransactionCount(client, at),
					getCode(client, at),
				])
				return {
					address: at.address,
					bech32: bech32OfAny(at.address, settings.prefix),
					balance,
					nonce,
					...(code === undefined ? {} : { code: { size: size(code), hash: keccak256(code) } }),
				}
			}),
		code: (text, height) =>
			ask(async () => (await getCode(client, { address: address(text), ...blockOf(height) })) ?? '0x'),
		storage: (text, slot, height) =>
			ask(async () => {
				const at = { address: address(text), slot: numberToHex(slot), ...blockOf(height) }
				return (await getStorageAt(client, at)) ?? '0x'
			}),
		call: async (wish) => {
			const { fn, ...call } = callRequest(wish, source)
			const data = (await ask(
				() => request({ method: 'eth_call', params: [call, blockText(wish.height)] }),
				call.to,
			)) as Hex
			if (data === '0x' && fn.outputs.length > 0) throw await nothingThere(call.to)
			try {
				return { data, values: decoder.result(data, fn) }
			} catch (cause) {
				throw new UserError('The contract gave something else than its signature says.', {
					why: `It gave ${data}.`,
					next: 'Check the types behind the arguments.',
					cause,
				})
			}
		},
		send: (keyName, wish) => sender.send(keyName, wish),
		deploy: (keyName, wish) => sender.deploy(keyName, wish),
		logs: (wish) =>
			ask(async () => {
				// What is undefined is left out of the request.
				const filter = {
					address: wish.addresses?.map(address),
					topics: wish.event === undefined ? undefined : [toEventSelector(parseEvent(wish.event))],
					fromBlock: wish.from === undefined ? undefined : numberToHex(wish.from),
					toBlock: wish.to === undefined ? undefined : numberToHex(wish.to),
				}
				const found = (await request({ method: 'eth_getLogs', params: [filter] })) as readonly WireLog[]
				return logsOf(found, decoder)
			}),
		trace: async (text) => {
			const hash = /^0x/i.test(text) ? text : await parts.ethHashOf(text)
			if (hash !== '') return trace('debug_traceTransaction', [hash])
			throw new UserError('This transaction made no calls in the EVM.', {
				why: 'It is not an Ethereum transaction, or the node does not know it.',
				next: 'Give the hash of a transaction of Ethereum, 0x and 64 digits.',
			})
		},
		traceCall: async (wish) => {
			const { fn: _fn, ...call } = callRequest(wish, source)
			return trace('debug_traceCall', [call, blockText(wish.height)])
		},
		decodeCall: async (data, to) => decoder.call(data, to === undefined ? undefined : address(to)),
		readArtifacts: async (text, name) => readArtifacts(text, name),
	}

	async function nothingThere(to: Address): Promise<UserError> {
		const code = await ask(() => getCode(client, { address: to }))
		return code === undefined
			? new UserError('There is no contract at this address.', { next: 'Check the address, and the chain.' })
			: new UserError('The contract gave nothing.', {
					why: 'It may have no such function.',
					next: 'Check the signature.',
				})
	}
}

function callRequest({ to, fn, args, from, value }: ContractCall, { address, settings, decoder }: EvmSource) {
	const contract = address(to)
	const item = functionOf(fn, args, contract, decoder)
	return {
		fn: item,
		to: contract,
		data: callData(item, args, settings.prefix),
		...(from === undefined ? {} : { from: address(from) }),
		...(value === undefined ? {} : { value: numberToHex(value) }),
	}
}

function blockOf(height: number | undefined): { readonly blockNumber?: bigint } {
	return height === undefined ? {} : { blockNumber: BigInt(height) }
}

function blockText(height: number | undefined): string {
	return height === undefined ? 'latest' : numberToHex(height)
}

function addressOf(text: string, prefix: string): Address {
	try {
		const hex = hexOfAny(text.trim(), prefix)
		if (hex !== undefined) return hex
		throw new UserError('This address has no 0x form.', { why: 'It is not 20 bytes long.' })
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UserError('This is not an address of this chain.', {
			why: `${cause.log}.`,
			next: `An address starts with ${prefix}1 or 0x.`,
			cause,
		})
	}
}
