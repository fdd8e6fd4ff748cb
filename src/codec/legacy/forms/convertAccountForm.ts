import { create, type Message, type MessageShape } from '@bufbuild/protobuf'
import { isChainFault } from '../../../errors/ChainError.ts'
import { UserError } from '../../../errors/UserError.ts'
import { BaseAccountSchema, ModuleAccountSchema } from '../../../gen/cosmos/auth/v1beta1/auth_pb.js'
import {
	ContinuousVestingAccountSchema,
	DelayedVestingAccountSchema,
	PeriodicVestingAccountSchema,
} from '../../../gen/cosmos/vesting/v1beta1/vesting_pb.js'
import { EthAccountSchema } from '../../../gen/ethermint/types/v1/account_pb.js'
import { decodeAminoInterface, packMessage } from '../../amino/decodeAminoJson.ts'
import { encodeAminoJson } from '../../amino/encodeAminoJson.ts'
import type { AminoBrand } from '../../ChainSettings.ts'
import { type JsonNode, parseJson } from '../../goJson/parseJson.ts'
import { arrayItems, nullNode, objectMembers, stringValue } from '../../goJson/unmarshal.ts'
import type { Registry } from '../../registry/createRegistry.ts'
import { account8Json, coinsJson } from '../account8Json.ts'
import { accountParts, type CoinText } from '../accountParts.ts'

/** An account reply of one generation, and what the other one answers for the same account. */
export interface AccountForms {
	/** Generation of the reply. */
	readonly generation: 8 | 9
	/** Bodies of `GET /auth/accounts/{address}`. */
	readonly body8: string
	readonly body9: string
	/** The coins; undefined if a reply of generation 9 came without balances, so that `body8` has none. */
	readonly coins: readonly CoinText[] | undefined
	/** Body of `GET /bank/balances/{address}` in generation 9, where the coins are known. */
	readonly balances9: string | undefined
	/** The account itself, undefined for an unknown one. */
	readonly account: Message | undefined
}

/**
 * Reads an account reply of either generation and writes it in both forms.
 * @param body of `GET /auth/accounts/{address}`, or its result alone
 * @param balances body of `GET /bank/balances/{address}`, for replies of generation 9 Throws UserError for a text that
 * is no such reply.
 */
export function accountForms(body: string, registry: Registry, balances?: string): AccountForms {
	try {
		const document = objectMembers(parseJson(body))
		const result = document.get('result') ?? parseJson(body)
		const height = document.get('height')
		const members = objectMembers(result)
		const type = stringValue(members.get('type') ?? nullNode)
		const value = objectMembers(members.get('value') ?? nullNode)
		const eth = type === '' ? members.get('base_account') : undefined
		if (type === '' && eth === undefined)
			throw new UserError('This is no account reply: it has no .result.type.', { next: hint })
		const brand: AminoBrand = eth !== undefined || type.startsWith('chain-sdk/') ? 'chain' : 'cosmos'
		const input = { registry, brand }
		const at = height === undefined ? '0' : stringValue(height)
		const is8 = type.endsWith('/Account') || value.has('coins')
		if (is8) {
			const { account, coins } = readAccount8(type, value, input)
			const json9 = encodeAminoJson(account ?? create(BaseAccountSchema), input)
			return {
				generation: 8,
				body8: body,
				body9: reply(at, json9),
				coins,
				balances9: reply(at, coinsJson(coins)),
				account,
			}
		}
		const message =
			eth === undefined
				? decodeAminoInterface(result, 'account', input)
				: ethAccount(objectMembers(eth), members, input)
		const account = message === undefined || accountParts(message).base.address === '' ? undefined : message
		const coins = balances === undefined ? undefined : readBalances(balances)
		return {
			generation: 9,
			body8: reply(at, account8Json(account, coins ?? [], input)),
			body9: body,
			coins,
			balances9: balances,
			account,
		}
	} catch (error) {
		if (!isChainFault(error)) throw error
		throw new UserError('This is no account reply.', { because: error, next: hint })
	}
}

const hint = 'Give the body of GET /auth/accounts/ADDRESS of either generation.'

function reply(height: string, result: string): string {
	return `{"height":${JSON.stringify(height)},"result":${result}}`
}

function readBalances(body: string): readonly CoinText[] {
	return readCoins(objectMembers(parseJson(body)).get('result') ?? nullNode)
}

function readCoins(node: JsonNode): readonly CoinText[] {
	return (arrayItems(node) ?? []).map((item) => {
		const members = objectMembers(item)
		return {
			denom: stringValue(members.get('denom') ?? nullNode),
			amount: stringValue(members.get('amount') ?? nullNode),
		}
	})
}

type Members = ReadonlyMap<string, JsonNode>
type Input = { readonly registry: Registry; readonly brand: AminoBrand }

/** Parses an account in the form of generation 8; earlier releases wrote its numbers without quotes. */
function readAccount8(
	type: string,
	value: Members,
	input: Input,
): { account: Message | undefined; coins: readonly CoinText[] } {
	const coins = readCoins(value.get('coins') ?? nullNode)
	if (text(value, 'address') === '') return { account: undefined, coins }
	return { account: accountOf(type.slice(type.indexOf('/') + 1), baseOf(value, input), value), coins }
}

/** An account of the EVM, which has no amino name: its members stand where others have type and value. */
function ethAccount(base: Members, members: Members, input: Input): Message {
	return create(EthAccountSchema, { baseAccount: baseOf(base, input), codeHash: text(members, 'code_hash') })
}

function baseOf(value: Members, input: Input): MessageShape<typeof BaseAccountSchema> {
	const key = publicKey(value.get('public_key') ?? nullNode, input)
	return create(BaseAccountSchema, {
		address: text(value, 'address'),
		accountNumber: number(value, 'account_number'),
		sequence: number(value, 'sequence'),
		...(key === undefined ? {} : { pubKey: packMessage(key, input.registry) }),
	})
}

function accountOf(kind: string, baseAccount: MessageShape<typeof BaseAccountSchema>, value: Members): Message {
	const baseVestingAccount = {
		baseAccount,
		originalVesting: messages(value, 'original_vesting'),
		delegatedFree: messages(value, 'delegated_free'),
		delegatedVesting: messages(value, 'delegated_vesting'),
		endTime: number(value, 'end_time'),
	}
	const startTime = number(value, 'start_time')
	switch (kind) {
		case 'Account':
			return baseAccount
		case 'ModuleAccount': {
			const permissions = (arrayItems(value.get('permissions') ?? nullNode) ?? []).map(stringValue)
			return create(ModuleAccountSchema, { baseAccount, name: text(value, 'name'), permissions })
		}
		case 'DelayedVestingAccount':
			return create(DelayedVestingAccountSchema, { baseVestingAccount })
		case 'ContinuousVestingAccount':
			return create(ContinuousVestingAccountSchema, { baseVestingAccount, startTime })
		case 'PeriodicVestingAccount': {
			const vestingPeriods = (arrayItems(value.get('vesting_periods') ?? nullNode) ?? []).map((item) => {
				const period = objectMembers(item)
				return { length: number(period, 'length'), amount: messages(period, 'amount') }
			})
			return create(PeriodicVestingAccountSchema, { baseVestingAccount, startTime, vestingPeriods })
		}
		default:
			throw new UserError(`Accounts of the kind ${kind} are not known.`, {
				next: 'Known are base, module, delayed, continuous and periodic vesting accounts.',
			})
	}
}

function messages(value: Members, name: string): CoinText[] {
	return [...readCoins(value.get(name) ?? nullNode)]
}

function text(value: Members, name: string): string {
	return stringValue(value.get(name) ?? nullNode)
}

function number(value: Members, name: string): bigint {
	const node = value.get(name) ?? nullNode
	const digits = node.kind === 'number' ? node.raw : stringValue(node)
	return /^-?\d+$/.test(digits) ? BigInt(digits) : 0n
}

/** A key object; null and the empty text of module accounts are no key. */
function publicKey(node: JsonNode, input: Input): Message | undefined {
	return node.kind === 'object' ? decodeAminoInterface(node, 'pubKey', input) : undefined
}
