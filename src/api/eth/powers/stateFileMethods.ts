import { gunzipSync, gzipSync } from 'node:zlib'
import { addressFromText, addressToText } from '../../../codec/address/address.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { parseJson } from '../../../codec/goJson/parseJson.ts'
import { memberOf } from '../../../codec/goJson/unmarshal.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { hexToHash } from '../../../crypto/hexAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { blockHashContract } from '../../../modules/evm/state/blockHashContract.ts'
import { GreetKeeper } from '../../../modules/greet/GreetKeeper.ts'
import { bytes, flag, number, parseHexBytes } from '../args/valueParams.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { type EthJson, optional } from '../rpc/EthMethod.ts'
import { definePower } from './definePower.ts'

const hashesOfBlocks = blockHashContract.address.toLowerCase()

/** Most bytes of a state, as JSON. */
const mostBytes = 64 * 1024 * 1024

/** An account of a state that is loaded. */
interface LoadedAccount {
	readonly address: Uint8Array
	readonly nonce: bigint
	readonly balance: bigint
	readonly code: Uint8Array
	readonly storage: readonly (readonly [slot: string, value: string])[]
}

const greet = new GreetKeeper()

/** The accounts and greetings of a chain out of it and into another one, in anvil's form: compressed JSON as bytes. */
export const stateFileMethods = [
	definePower({
		name: 'anvil_dumpState',
		aliases: ['hardhat_dumpState'],
		params: [optional(flag)],
		differs:
			'accounts with nonce, balance, code and slots, and greetings; no past blocks, transactions or module accounts',
		run: async (_, __, { blocks, evm, prefix }) => {
			const height = await blocks.latestHeight()
			const [block, { ctx, keeper }] = await Promise.all([blocks.at(height), evm.at(height)])
			const accounts: Record<string, EthJson> = {}
			keeper.deps.accounts.iterateAccounts(ctx, ({ kind, base }) => {
				const address = addressFromText(base.address, prefix)
				const account = kind === 'module' || address.length !== 20 ? undefined : keeper.getAccount(ctx, address)
				if (account === undefined) return false
				const slots = keeper.getStorage(ctx, address).map(([slot, value]) => [hexBytes(slot), hexBytes(value)])
				accounts[hexBytes(address)] = {
					nonce: Number(account.nonce),
					balance: quantity(account.balance),
					code: hexBytes(keeper.getCode(ctx, account.codeHash)),
					storage: Object.fromEntries(slots) as Record<string, string>,
				}
				return false
			})
			const { timestamp, gasLimit, baseFee = 0n, coinbase, random } = block!
			const state = {
				block: {
					number: quantity(height),
					beneficiary: hexBytes(coinbase),
					timestamp: quantity(timestamp),
					gas_limit: quantity(gasLimit),
					basefee: quantity(baseFee),
					difficulty: '0x0',
					prevrandao: hexBytes(random),
				},
				accounts,
				// Owners as hex, since another chain may have another prefix.
				greetings: greet.getAllGreets(ctx).map(({ owner, message }) => ({
					owner: hexBytes(addressFromText(owner, prefix)),
					message,
				})),
				best_block_number: quantity(height),
				blocks: [],
				transactions: [],
			}
			return hexBytes(gzipSync(JSON.stringify(state)))
		},
	}),
	definePower({
		name: 'anvil_loadState',
		aliases: ['hardhat_loadState'],
		params: [bytes],
		differs:
			'accounts are written in a block of their own; those that the state does not name stay; greetings come only to a chain without any',
		run: async ([state], powers, { prefix }) => {
			const document = documentOf(state)
			const accounts = accountsOf(document)
			const greetings = greetingsOf(document)
			await powers.edit((ctx, keeper) => {
				for (const { address, nonce, balance, code, storage } of accounts) {
					const codeHash = keccak256(code)
					keeper.setCode(ctx, codeHash, code)
					keeper.setAccount(ctx, address, { nonce, balance, codeHash })
					for (const [slot] of keeper.getStorage(ctx, address)) keeper.setState(ctx, address, slot, noBytes)
					for (const [slot, value] of storage) keeper.setState(ctx, address, hexToHash(slot), hexToHash(value))
				}
				if (greet.count(ctx) > 0n) return
				for (const [owner, message] of greetings) greet.createGreet(ctx, addressToText(owner, prefix), message)
			})
			return true
		},
	}),
]

function accountsOf(document: JsonNode): readonly LoadedAccount[] {
	const accounts = memberOf(document, 'accounts')
	if (accounts?.kind !== 'object') throw plainError('the state has no accounts')
	// The hashes of blocks are each chain's own.
	const members = [...accounts.members].filter(([text]) => text.toLowerCase() !== hashesOfBlocks)
	return members.map(([text, account]) => {
		const address = parseHexBytes(text)
		if (address.length !== 20) throw plainError(`${text.slice(0, 80)} is no address`)
		const [nonce, balance] = [memberOf(account, 'nonce'), memberOf(account, 'balance')]
		const [code, storage] = [memberOf(account, 'code'), memberOf(account, 'storage')]
		return {
			address,
			nonce: nonce === undefined ? 0n : number.read(nonce),
			balance: balance === undefined ? 0n : number.read(balance),
			code: code?.kind === 'string' ? parseHexBytes(code.value) : noBytes,
			storage:
				storage?.kind === 'object'
					? [...storage.members].map(([slot, value]) => [slot, value.kind === 'string' ? value.value : '0x0'] as const)
					: [],
		}
	})
}

/** Owners and texts, in order. States of other programs have none. */
function greetingsOf(document: JsonNode): readonly (readonly [owner: Uint8Array, message: string])[] {
	const greetings = memberOf(document, 'greetings')
	return (greetings?.kind === 'array' ? greetings.items : []).map((greeting) => {
		const [owner, message] = [memberOf(greeting, 'owner'), memberOf(greeting, 'message')]
		if (owner?.kind !== 'string' || message?.kind !== 'string') throw plainError('a greeting of the state has no text')
		return [parseHexBytes(owner.value), message.value]
	})
}

function documentOf(state: Uint8Array): JsonNode {
	try {
		const isCompressed = state[0] === 0x1f && state[1] === 0x8b
		const text = isCompressed ? gunzipSync(state, { maxOutputLength: mostBytes }) : state
		return parseJson(Buffer.from(text).toString('utf8'))
	} catch {
		throw plainError('this is no state that anvil_dumpState gave')
	}
}
